"""Games in one Python file: every command plays them, and what cannot be is one sentence."""

import json
import pickle
from pathlib import Path

import pytest
from typer.testing import CliRunner

import analyzer
from analyzer import games, new_state
from analyzer.cli import app
from analyzer.design import files
from analyzer.design.layout import TAKEN
from analyzer.errors import RunError, UserError
from analyzer.games import own
from analyzer.questions import designer
from analyzer.questions.report.compose import page_name
from analyzer.request.setting import build_setting
from analyzer.simulation import frames
from analyzer.simulation.executors import payload
from analyzer.testing import conformance
from oracle.streams import stream
from support.own_games import HEAD, example, nim, same_games, written

LINES = {"pig": 75, "court": 300, "auction": 120, "tricks": 200}
RUNNER = CliRunner()


def _said(*words: object) -> str:
    done = RUNNER.invoke(app, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("name", LINES)
def test_an_example_is_short(name: str) -> None:
    assert len(Path(example(name)).read_text().splitlines()) <= LINES[name]


@pytest.mark.parametrize("name", LINES)
def test_an_example_passes_the_kit(name: str) -> None:
    skip = {"redealing does redeal": "it has no secrets"} if name == "pig" else {}
    for check in conformance.checks(example(name), playouts=2, skip=skip):
        check()


@pytest.mark.parametrize("name", LINES)
def test_commands_take_a_file(name: str) -> None:
    game = example(name)
    assert "games" in _said("simulate", game, "-p", 3, "-n", 40, "--policy", "random")
    said = json.loads(_said("simulate", game, "-p", 3, "-n", 20, "--json"))
    assert said["provenance"]["tables"]["rules"]["name"] == f"{name}.py"
    assert "Seat 1" in _said("replay", game, "-p", 3, "--game", 2)
    assert "worlds" in _said("advise", game, "-p", 3, "--game", 2, "--move", 3, "--worlds", 20)
    assert "expert" in _said("policies", game)
    assert _said("rules", game)
    assert _said("fields", game)
    face = games.load(game)
    assert _said("compare", game, "-p", 3, "-n", 20, "--vs", f"{face.main_rule}=5")
    assert _said("sweep", game, "-p", 3, "-n", 20, "--rule", f"{face.main_rule}=4,5")
    assert _said("tournament", game, "-p", 3, "-n", 20, "--policies", "random,expert")


def test_a_class_is_a_game() -> None:
    import importlib.util

    found = importlib.util.spec_from_file_location("pig_for_a_test", example("pig"))
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    by_class = analyzer.simulate(module.Pig, players=2, n=50)
    by_name = analyzer.simulate(example("pig"), players=2, n=50)
    assert by_class.findings == by_name.findings


@pytest.mark.parametrize("name", LINES)
def test_every_general_question_has_an_answer(name: str) -> None:
    for question in designer.questions_of(example(name)):
        assert _said("ask", example(name), question.name, "-n", 100, "--quiet", "--threads", 1)


def test_a_question_in_a_rule_is_an_open_reading() -> None:
    """A number is a clause; a choice whose sentence is a question is asked as a reading."""
    said = _said("rules", example("court"), "--open")
    assert "COURT-A1  Who wins if two have the highest card?" in said
    assert "COURT-4  Rounds after" in _said("rules", example("court"), "--clauses")
    found = analyzer.ask(example("court"), "readings", n=100).data["variants"]
    assert {one["clause"] for one in found} == {"COURT-A1"}
    assert len(found) == 2


def test_a_kept_game_file_is_called_up_only_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Begun interpreted, resumed compiled; and a folder alone never makes us import a file."""
    game, run = written(tmp_path, nim()), tmp_path / "run"
    monkeypatch.setenv(files.MODE, "interpreted")
    _said("simulate", game, "-p", 2, "-n", 40, "--out", run)
    monkeypatch.setenv(files.MODE, "compiled")
    assert _said("show", run)
    for words in (["resume", run], ["extend", run, "-n", 80]):
        done = RUNNER.invoke(app, [str(word) for word in words])
        assert f"add --game {game}" in str(done.exception)
        assert _said(*words, "--game", game)
    other = RUNNER.invoke(app, ["resume", str(run), "--game", "./other.py"])
    assert f"add --game {game}" in str(other.exception)
    Path(game).write_text(nim("self.left += 0"), encoding="utf-8")
    files._known.clear()
    own._face.cache_clear()
    done = RUNNER.invoke(app, ["extend", str(run), "-n", "99", "--game", game])
    assert isinstance(done.exception, UserError)


def test_a_worker_gets_the_text(tmp_path: Path) -> None:
    """Its folder has nothing but what was sent, and messages name the file as it was typed."""
    game = written(tmp_path, nim("assert self.left < 5 or n < 2, 'two at once'"))
    cell = build_setting(game, 2, rules={"stones": 4}).cell
    sent = pickle.loads(pickle.dumps((cell, payload.pack([cell]))))
    Path(game).unlink()
    home = tmp_path / "worker"
    there = payload.unpack(*sent, home)
    assert there.game.startswith(str(home))
    assert there.rules.stones == 4
    said = payload.restore_user_paths(f"{there.game} fails", sent[1], home)
    assert said == f"{game} fails"
    named = f"{example('court')}:Court"
    cell = build_setting(named, 2).cell
    there = payload.unpack(*pickle.loads(pickle.dumps((cell, payload.pack([cell])))), home)
    assert there.game.endswith("court.py:Court")


def test_cards_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,count,value\nAce,2,1\nTwo,twos,2\n")
    text = HEAD + (
        'CARDS = table("cards.csv")\nACE, TWO = CARDS\n'
        "class Draw(Game, players=2):\n"
        '    twos = rule(3, 0, 9, "Twos.")\n'
        '    deck = pile(CARDS, seen_by="nobody")\n'
        '    hand = piles(CARDS, seen_by="owner")\n'
        "    def deal(self):\n        self.deck.fill()\n        self.deck.shuffle('deal', 0)\n"
        "    def moves(self):\n        self.may(self.draw)\n"
        "    @move('draw')\n    def draw(self):\n"
        "        self.deck.deal(self.hand[self.seat])\n        self.seat = self.after(self.seat)\n"
        "        if not self.deck:\n            self.end()\n"
        "    def score(self, seat):\n        return sum(card.value for card in self.hand[seat])\n"
    )
    game = written(tmp_path, text)
    state = new_state(game, 2, {"twos": 4})
    while not state.over:
        state.play("draw")
    assert sum(state.scores) == 2 + 4 * 2
    assert state.view(1).hand[1] == [None] * 3  # type: ignore[attr-defined]
    assert len(state.view(2).hand[1]) == 3  # type: ignore[attr-defined]


# --- what cannot be -------------------------------------------------------------------------------

BROKEN = [
    ("self.lefft = 3", "line 17, in take: self.lefft is not declared; did you mean left"),
    ("self.stones = 3", "line 17, in take: stones is a rule: it does not change"),
    ("import random", "line 17, in take: a rule cannot import"),
    ("open('x')", "line 17, in take: open has no place in a rule"),
    ("global HEAD", "line 17, in take: what changes belongs to the state"),
    ("self.roll(6, str(n), 0)", "line 17, in take: the name of a chance is a written word"),
    ("self.taken = 3", "line 17, in take: taken has many numbers"),
    ("max = 3\n        x = max(n, 4)", "line 18, in take: max is something else here"),
]


def test_a_function_is_not_called_like_one_of_pythons(tmp_path: Path) -> None:
    """Otherwise one mode could take ours and the other that of the file."""
    text = nim("n = sum(self.taken)").replace("class Nim", "def sum(x):\n    return 5\nclass Nim")
    with pytest.raises(UserError, match="line 19, in take: sum means something already"):
        games.load(written(tmp_path, text))


@pytest.mark.parametrize(("line", "sentence"), BROKEN)
def test_refused_at_once(tmp_path: Path, line: str, sentence: str) -> None:
    with pytest.raises(UserError) as refused:
        analyzer.simulate(written(tmp_path, nim(line)), players=2, n=1)
    assert sentence in str(refused.value)


FAILING = [
    ("self.taken[2] += 1", "mine.py, line 17, in take: taken[2]: there are 2, numbered from 0"),
    ("self.left = 1 // (n - n)", "mine.py, line 17, in take: a division by 0"),
    ("self.left = self.left * 2_000_000_000", "left became greater than 2,147,483,647"),
    ("x = 2_000_000_000 + n * 2_000_000_000", "a number became greater than 2,147,483,647"),
    ("assert n > 5, 'n is small'", "mine.py, line 17, in take: n is small"),
    ("self.left = 0.5", "left is a whole number; it cannot become 0.5"),
    ("self.take(n)", "a method calls itself without end"),
    ("self.seat = 7", "self.seat is not one of the players"),
    ("self.left += n", "the game has not ended after 100,000 moves"),
]


@pytest.mark.parametrize(("line", "sentence"), FAILING)
def test_a_failing_rule_is_a_sentence(tmp_path: Path, line: str, sentence: str) -> None:
    text = nim(line).replace("self.seat = self.after(self.seat)", "self.seat = 1 - self.seat")
    if "seat = 7" in line:
        text = nim().replace("self.seat = self.after(self.seat)", line)
    with pytest.raises(RunError) as failed:
        analyzer.simulate(written(tmp_path, text), players=2, n=3, policy="random", seed=4)
    assert sentence in str(failed.value)
    assert "--seed 4 --game 0" in str(failed.value)


RARE = """
class Rare(Game, players=2):
    left = number()
    fault = number()
    def deal(self):
        self.left = 5 + self.roll(50, "length", 0)
        self.fault = self.roll(3000, "fault", 0)
    def moves(self):
        self.may(self.take, 1)
        self.may(self.take, 2)
    @move("take {n}", n=range(3))
    def take(self, n):
        self.left -= n
        if self.left < 4 and self.fault == 0:
            self.left //= 0
        if self.left <= 0:
            self.end()
    def score(self, seat):
        return seat
"""


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_game_that_is_named_does_not_depend_on_threads(tmp_path: Path, threads: int) -> None:
    game = written(tmp_path, HEAD + RARE)
    with pytest.raises(RunError, match=r"line 16, in take: a division by 0; .* --game 5822\.$"):
        analyzer.simulate(game, players=2, n=50_000, policy="random", threads=threads)


def test_a_roll_is_a_draw_of_its_stream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The k-th number of a chance is the k-th bounded draw, in both modes."""
    text = nim("self.last = self.roll(1_000_000, 'x', 3, self.taken[0])")
    text = text.replace("self.last = self.seat\n", "pass\n")
    for mode in ("interpreted", "compiled"):
        monkeypatch.setenv(files.MODE, mode)
        state = new_state(written(tmp_path, text, mode), 2, {"stones": 20}, seed=3)
        purpose = files.read(str(tmp_path / f"{mode}.py")).text.purposes["x"]
        drawn = stream(3, 0, purpose, 3)
        expected = [drawn.below(1_000_000) for _ in range(9)]
        for _ in range(9):
            before = state.position()["counted"]["taken"][0]  # type: ignore[index]
            state.play("take 1")
            assert state.position()["last"] == expected[before]


def _many(n: int) -> str:
    offered = nim().replace(
        "self.may(self.take, 1)", f"for k in range({n}):\n            self.may(self.take, k)"
    )
    return offered.replace("n=range(3)", "n=range(2000)").replace(
        "self.left -= n", "self.left -= 1"
    )


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_as_many_moves_as_there_may_be(
    tmp_path: Path, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(files.MODE, mode)
    most = _many(1024).replace("if self.left > 1", "if self.left > 99")
    assert analyzer.simulate(written(tmp_path, most, "most"), players=2, n=3, policy="random")
    more = most.replace("range(1024)", "range(1025)")
    with pytest.raises(RunError, match=r"line 13, in moves: more than 1,024 moves; after 0 moves"):
        analyzer.simulate(written(tmp_path, more, "more"), players=2, n=3, policy="random")


def test_a_state_as_large_as_it_may_be(tmp_path: Path) -> None:
    """65,536 bytes play, in both modes; 4 more are refused."""
    text = nim().replace("last = number()", "last = number()\n    much = grid(40, 409)")
    text = text.replace("self.left -= n", "self.left -= n\n        self.much[39][408] = n")
    assert same_games(written(tmp_path, text), 2, 1) > 2
    text = text.replace("last = number()", "last = number()\n    more = number()", 1)
    with pytest.raises(UserError, match=r"a state takes 65,540 bytes, and 65,536 is the most"):
        games.load(written(tmp_path, text, "more"))


def test_as_many_seats_as_there_may_be(tmp_path: Path) -> None:
    text = nim("self.taken[7] += 0").replace("players=2", "players=8")
    assert same_games(written(tmp_path, text), 8, 1) > 2
    assert len(analyzer.simulate(written(tmp_path, text), players=8, n=5).data["seats"]) == 8


@pytest.mark.parametrize(
    ("top", "line", "name"),
    [
        ("import random", "self.left += random.randint(0, 1)", "random"),
        ("from random import randint", "self.left += randint(0, 1)", "randint"),
        ("import time", "self.left += int(time.time()) % 2", "time"),
        ("import os", "self.left += os.urandom(1)[0] % 2", "os"),
        ("", "self.left += hash('x') % 2", "hash"),
        ("", "self.left += id(self) % 2", "id"),
        ("import itertools\nC = itertools.count()", "self.left += next(C) % 2", "next"),
        ("", "setattr(self, 'left', 3)", "setattr"),
        ("import random\ndef helper(n):\n    return random.randint(0, n)", "helper(n)", "random"),
    ],
)
def test_chance_from_elsewhere_is_refused(tmp_path: Path, top: str, line: str, name: str) -> None:
    text = nim(line).replace(HEAD, f"{HEAD}{top}\n")
    with pytest.raises(
        UserError, match=rf"line \d+, in \w+: {name} has no place in a rule: chance"
    ):
        games.load(written(tmp_path, text))


@pytest.mark.parametrize(
    ("top", "line"),
    [
        ("G = [0]", "G[0] += 1"),
        ("G = [0]", "G.append(n)"),
        ("class K:\n    v = 0", "K.v += 1"),
        ("", "global HEAD"),
    ],
)
def test_memory_outside_of_the_state_is_refused(tmp_path: Path, top: str, line: str) -> None:
    text = nim(line).replace(HEAD, f"{HEAD}{top}\n")
    with pytest.raises(UserError, match=r"in take: what changes belongs to the state"):
        games.load(written(tmp_path, text))


@pytest.mark.parametrize("name", sorted({*frames.GAMES, *frames.SEATS} - {*TAKEN, "score"}))
def test_a_counter_is_no_column_of_every_game(tmp_path: Path, name: str) -> None:
    """Otherwise its numbers would stand in that column, or nowhere."""
    text = nim().replace("    last = number()", f'    {name} = per_seat("x")\n    last = number()')
    with pytest.raises(UserError, match=f"{name} is a column of every result"):
        analyzer.simulate(written(tmp_path, text), players=2, n=1)


@pytest.mark.parametrize(
    "line", ["x = self.mode == 'fst'", "x = 'fst' != self.mode", "x = self.mode in ('slow', 'fst')"]
)
def test_a_word_that_a_rule_never_is(tmp_path: Path, line: str) -> None:
    """Such a test is false in every game, and nobody would notice."""
    text = nim(line).replace(
        "    left = number()", '    mode = rule(("slow", "fast"), "How?")\n    left = number()'
    )
    with pytest.raises(UserError, match=r"mine.py, line 18, in take: mode is slow or fast, never"):
        analyzer.simulate(written(tmp_path, text), players=2, n=1)


@pytest.mark.parametrize(
    "worth", ["return None", "return 'a'", "return [n]", "return 1e400 - 1e400"]
)
def test_a_worth_that_is_no_number_is_named(tmp_path: Path, worth: str) -> None:
    with pytest.raises(RunError, match=r"mine\.py: worth_take must give back a number; got "):
        analyzer.simulate(written(tmp_path, nim(worth=worth)), players=2, n=1)


@pytest.mark.parametrize(
    "line",
    [
        *("self.left **= 10**7", "self.left <<= 10**9", "self.taken[self.seat + 0] <<= 10**9"),
        *("self.taken[0] **= 10**7", "x = 3\n        x <<= 10**9", "x = tuple(range(10**9))"),
        *("x = sorted(range(10**9))", "x = [*range(10**9)]", "x = max(*range(10**9))"),
        "x = set(range(10**9))",
    ],
)
def test_what_would_fill_the_memory_ends(tmp_path: Path, line: str) -> None:
    """A great number, or many of them: neither is made before it is refused."""
    said = r"mine\.py, line 1\d, in take: .*(became greater|does not end)"
    text = nim(f"self.left = self.taken[self.seat] = 3\n        {line}")
    with pytest.raises(RunError, match=said):
        analyzer.simulate(written(tmp_path, text), players=2, n=1, threads=1)


def test_a_place_is_looked_up_once_where_it_grows(tmp_path: Path) -> None:
    line = "self.taken[self.after(self.seat)] <<= self.left"
    assert same_games(written(tmp_path, nim(line)), 2, 1) > 2


def test_an_endless_loop_ends(tmp_path: Path) -> None:
    game = written(tmp_path, nim("while n:\n            self.left += 0"))
    with pytest.raises(RunError, match="line 17, in take: this loop does not end"):
        analyzer.simulate(game, players=2, n=1)


def test_an_expert_cannot_change_or_look(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="line 27, in worth_take: left cannot change in worth_take"):
        analyzer.simulate(written(tmp_path, nim(worth="self.left = 0")), players=2, n=1)
    text = (
        Path(example("auction")).read_text().replace("burden = 0\n", "burden = self.deck.top * 0\n")
    )
    with pytest.raises(RunError, match="in worth_take: worth looks at a card of deck that this"):
        analyzer.simulate(written(tmp_path, text, "peek"), players=4, n=50)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("players=2", "players=9", "from 2 to 8, since every question compares seats; got (9, 9)"),
        ("players=2", "players=(1, 4)", "players must be two numbers from 2 to 8"),
        ("left = number()", "seat = number()", "seat means something already"),
        (
            "def score(self, seat)",
            "def points(self, seat)",
            "it must have a method score(self, seat)",
        ),
        ("def score(self, seat)", "def score(self)", "must be written score(self, seat)"),
        ('"take {n}", n=range(3)', '"take {m}", n=range(3)', "must name its arguments"),
        ('"take {n}", n=range(3)', '"take {n}"', "say what n of the move take is"),
        ("def worth_take", "def worth_tak", "worth_tak judges no move"),
        ("left = number()", "left = 3", "left is a value of the class"),
        ("left = number()", "left = grid(9999, 99)", "a state takes 3,959,"),
        # of the wrong kind
        ("players=2", "players=(2,)", "players must be two numbers from 2 to 8"),
        ("players=2", "players=None", "players must be two numbers from 2 to 8"),
        ("players=2", "players=2, most_moves='a'", "most_moves must be a whole number from 1"),
        ("players=2", "players=2, most_moves=0", "most_moves must be a whole number from 1"),
        ("players=2", "players=2, most_moves=10**12", "most_moves must be a whole number from 1"),
        ("players=2", "players=2, version='x'", "version must be a whole number from 1"),
        ("players=2", "players=2, contest=3", "contest must be True or False; got 3"),
        ("players=2", "players=2, main_rule='stonez'", "name a rule; got 'stonez'; did you mean s"),
        ("players=2", "players=2, main_rule=3", "main_rule must name a rule; got 3"),
        ("players=2", "players=2, main_steps=(0.5,)", "main_steps must be whole numbers"),
        ("rule(5, 1, 50, ", "rule(5, ", "A rule is written rule(5, 1, 9,"),
        ('rule(5, 1, 50, "Stones.")', 'rule((), "Stones.")', "A rule is written rule(5, 1, 9,"),
        ('rule(5, 1, 50, "Stones.")', 'rule(("a", "a"), "Which?")', "different words"),
        ('rule(5, 1, 50, "Stones.")', 'rule(("a,b", "c"), "Which?")', "without a comma"),
        ('"Stones."', '"Stones.", clause=3', "the clause of the rule stones must be a word"),
        ('per_seat("stones taken")', "per_seat(3)", "the counter taken must have a sentence"),
        ("left = number()", "left = numbers(True)", "left must have 1 to 10,000 numbers"),
        ("left = number()", "left = number(); w = weight(5, 0, 1, 'x')", "within its limits"),
        ("left = number()", "left = number(); w = weight('a', 0, 1, 'x')", "w must have numbers"),
        ("left = number()", "left = number(); w = weight(0, 0, 1, '')", "must have a sentence"),
        ("left = number()", "left = seats(seen_by=3)", "seen_by of left must be a word"),
        (
            "left = number()",
            "left = pile(numbered(1, 2), 'all', most='x')",
            "most of left must be 1 to 1023",
        ),
    ],
)
def test_declarations_are_checked(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    with pytest.raises(UserError) as refused:
        analyzer.simulate(written(tmp_path, nim().replace(old, new, 1)), players=2, n=1)
    assert sentence in str(refused.value)


def test_a_report_is_named_after_the_file() -> None:
    """Whatever folder it lies in: the pages of a report lie where the user said."""
    assert page_name("./examples/pig.py") == "pig"
    assert page_name("games/pig.py:Pig") == "pig"
    assert page_name("hide-n-seek") == "hide-n-seek"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "def score(self, seat)",
            "def win(self, seat):\n        return 1\n    def score(self, seat)",
            r"mine.py, line \d+: nothing calls win; did you mean wins\?",
        ),
        (
            'per_seat("stones taken")',
            'per_seat("x")\n    n = per_game("x", unit=3)',
            "unit of n must",
        ),
    ],
)
def test_slips_that_would_go_unseen(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    game = written(tmp_path, nim().replace(old, new))
    with pytest.raises(UserError, match=sentence):
        games.load(game)


def test_a_helper_with_a_name_of_its_own_may_wait(tmp_path: Path) -> None:
    helper = "def later(self):\n        return 1\n    def score(self, seat)"
    assert games.load(written(tmp_path, nim().replace("def score(self, seat)", helper)))
