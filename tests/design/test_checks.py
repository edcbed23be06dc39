"""`analyze check` and `analyze new`: mistakes in rules are found, and the starts have none."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from analyzer.cli import app
from analyzer.design import begin
from analyzer.errors import RunError, UserError
from analyzer.testing.check import checked
from support.own_games import example, nim, written

RUNNER = CliRunner()


def _troubles(game: str) -> dict[str, str]:
    return {one.name: one.trouble for one in checked(game, playouts=1) if one.trouble}


@pytest.mark.parametrize("start", begin.STARTS)
def test_a_start_is_sound_and_compiles(start: str, tmp_path: Path) -> None:
    path = begin.write("my_game", start, tmp_path)
    assert "class MyGame(Game" in path.read_text()
    assert _troubles(str(path)) == {}
    with pytest.raises(UserError, match="is there already"):
        begin.write("my_game", start, tmp_path)


def test_the_command_writes_and_checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "lagoon.py is written" in RUNNER.invoke(app, ["new", "lagoon"]).output
    assert RUNNER.invoke(app, ["check", "./lagoon.py"]).exit_code == 0
    for words in (["new", "9"], ["new", "x", "--from", "dise"]):
        assert isinstance(RUNNER.invoke(app, words).exception, UserError)
    Path("beyond.py").write_text(nim("self.taken[self.seat + 1] += 0"))
    done = RUNNER.invoke(app, ["check", "./beyond.py"])
    assert isinstance(done.exception, RunError)
    assert done.output.count("taken[2]: there are 2, numbered from 0") == 1
    assert done.output.count("The same.") > 9
    Path("bad.py").write_text(nim().replace("return self.last == seat", "return 0 - self.last"))
    done = RUNNER.invoke(app, ["check", "./bad.py"])
    assert isinstance(done.exception, RunError)
    assert "WRONG  the stage rises" in done.output


@pytest.mark.parametrize("name", ["pig", "court", "tricks", "auction"])
def test_an_example_is_sound(name: str) -> None:
    assert _troubles(example(name)) == {}


def test_a_game_of_ours_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kit itself is tried by its own tests; here, that the command takes such a game."""
    monkeypatch.setattr("analyzer.testing.conformance.checks", lambda *_, **__: [])
    assert {one.trouble for one in checked("hike")} == {None}


# A line of an example, what a beginner might write instead, and what is said about it.
BROKEN = [
    ("tricks", 'shuffle("deal", self.deals)', 'shuffle("deal", 0)', "is drawn twice in one game"),
    ("pig", "self.rounds, self.rolls)", "0, self.rolls)", "is drawn twice in one game"),
    ("pig", "        self.stage += 1\n", "", "the stage never rises"),
    ("pig", "return self.points[seat] >= self.target\n", "return seat == 0\n", "fewer points"),
    ("pig", "return self.points[seat] >= self.target\n", "return False\n", "nobody has won any"),
    ("pig", "            self.end()\n", "            self.give_up()\n", "were given up"),
    ("pig", "        if self.points[me] >= self.target:\n            self.end()\n", "", "given up"),
    ("pig", "self.after(self.seat)", "self.seat + 1", "self.seat is not one of the players"),
    ("pig", "self.busts[me] += 1", "self.busts[me + 1] += 1", "there are 2, numbered from 0"),
    ("pig", "self.may(self.hold)", "self.may(self.hold, 1)", "the move hold takes 0 numbers"),
    ("tricks", "return not self.void", "return 1 == self.void", "may_hold allows no world"),
    (
        "court",
        "                    return False\n        return True",
        "                    return False\n        return False",
        "fits has refused 100,000 worlds in a row",
    ),
    ("tricks", "            self.deal()\n", "            pass\n", "moves offers no move"),
    ("tricks", "self.hand[me].move(card, self.trick)", "self.trick.deal(self.played)", "line "),
    ("auction", "burden = 0\n", "burden = self.deck[0] * 0\n", "worth looks at a card of deck"),
    ("auction", "1 + self.chips[me])", "1 + self.chips[0])", "worth looks at chips[0]"),
    ("auction", "self.chips[me] -= 1", "self.chips[me] //= 0", "a division by 0"),
    ("court", "        while not self.hand[me]:\n", "        while me >= 0:\n", "does not end"),
    (
        "court",
        "self.deck.deal(self.aside)",
        "self.deck.deal(self.aside, 4)",
        "room",
    ),
    (
        "court",
        "his.deal(self.out)",
        "his.deal(self.out, 3)",
        "were to be dealt",
    ),
    ("court", "self.may(self.alone, card)", "self.may(self.alone, 9)", "cannot be offered with 9"),
    # what is counted
    ("pig", "            self.busts[me] += 1\n", "            pass\n", "no rule counts busts"),
    ("pig", "self.rolled[me] += 1", "self.rolled += 1", "rolled has many numbers"),
    ("pig", "self.holds[me] += 1", "self.held[me] += 1", "self.held is not declared"),
    # cards are moved, nothing else
    ("tricks", "self.hand[me].move(card, self.trick)", "self.trick.append(card)", "append"),
    ("tricks", "self.hand[me].move(card, self.trick)", "self.trick = card", "cards are moved, not"),
    ("court", "self.deck.deal(self.aside)", "self.deck.move(QUEEN, self.hand)", "deal: "),
    # chance and memory from elsewhere
    ("pig", "face = 1 + ", "face = hash(str(me)) % 6 + ", "hash has no place in a rule"),
    (
        "pig",
        "me = self.seat\n        face",
        "Pig.last = 3\n        me = self.seat\n        face",
        "belongs to",
    ),
    (
        "pig",
        "        self.end()\n",
        "        self.end()\n        KNOWN.append(1)\n",
        "belongs to the state",
    ),
    (
        "pig",
        "        self.end()\n",
        "        for k in {'a', 'b'}: self.total = 0\n",
        "no order to go through",
    ),
    # the deal, and who plays well
    ("court", '        self.deck.shuffle("deal", self.rounds)\n', "", "lie alike in 16 games"),
    ("tricks", "return self.points[seat]", "return 0 - self.points[seat]", "an expert among"),
    ("pig", "        self.stage += 1\n", "        self.stage -= 1\n", "has become smaller"),
    # secrets
    (
        "tricks",
        "return not self.void",
        "return self.deck[0].suit == 0 and not self.void",
        "may_hold looks at a card of deck",
    ),
    (
        "tricks",
        "return not self.void[seat][card.suit]",
        "return card.rank < 8",
        "may_hold says that seat 1 could not be where it is",
    ),
    (
        "court",
        "me and self.cannot[other][card]",
        "me and not self.cannot[other][card]",
        "fits says that seat 1 could not be where it is",
    ),
    (
        "court",
        "if self.hand[me][0] == card",
        "if self.hand[0][0] == card",
        "worth looks at a card of",
    ),
]


@pytest.mark.parametrize(("name", "old", "new", "sentence"), BROKEN)
def test_a_broken_game_is_caught(
    tmp_path: Path, name: str, old: str, new: str, sentence: str
) -> None:
    text = Path(example(name)).read_text()
    assert old in text
    text = text.replace(old, new).replace("\nclass ", "\nKNOWN = []\nclass ", 1)
    game = written(tmp_path, text, name)
    found = ""
    try:
        found = _first(game, sentence)
    except UserError as refused:  # when it is read
        found = str(refused)
    assert sentence in found


def _first(game: str, sentence: str) -> str:
    """What is said until a sentence falls."""
    found = ""
    for one in checked(game, playouts=1):
        found += one.trouble or ""
        if sentence in found:
            break
    return found or "nothing was found"
