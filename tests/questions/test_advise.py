"""`advise` and `replay --judge`: every move with its worth, in one sentence where it cannot be."""

import json
import re

import pytest

from analyzer import cli, new_state
from analyzer.cli import _progress
from analyzer.errors import UserError
from analyzer.playout import move_values
from analyzer.playout.continuations import PartThreads
from analyzer.render import json_text, markdown
from support.policy_choices import choice


def run(capsys, *words):
    code = cli.run(list(words))
    told = capsys.readouterr()
    return code, told.out, told.err


def write(tmp_path, text, name="table.toml"):
    path = tmp_path / name
    path.write_text(text)
    return str(path)


def sure():
    """Two cards each; seat 1 leads and has bid one trick: the trump takes it, the loser may not."""
    return new_state(
        "oh-hell",
        position={
            "hands": [["AH", "2D"], ["3C", "4C"], ["5C", "6C"]],
            "turned": "KH",
            "bids": [1, 0, 0],
            "hand": 9,
            "dealer": 1,
        },
    )


def test_every_move_is_told_with_its_worth():
    found = sure().advise(worlds=400, threads=1)
    moves = found.data["moves"]
    assert {row["move"] for row in moves} == {"play AH", "play 2D"}
    assert found.data["worlds"] == 400
    assert found.data["by"] == "margin"
    for row in moves:
        assert row["value"]["low"] < row["value"]["estimate"] < row["value"]["high"]
    assert [row["best"] for row in moves] == [row["move"] in found.data["best"] for row in moves]
    assert found.findings[0].n == 400
    assert found.findings[0].unit == "points"
    assert found.title.startswith("Best: ")


def test_moves_that_cannot_be_told_apart_share_the_best_group():
    """Equal cards are equal moves, whatever the luck; a clear mistake is not among them."""
    state = new_state(
        "oh-hell",
        position={
            "hands": [["AH", "2D", "3D"], ["3C", "4C", "7S"], ["5C", "6C", "8S"]],
            "turned": "KH",
            "bids": [3, 0, 0],
            "hand": 8,
            "dealer": 1,
        },
    )
    found = state.advise(worlds=600, threads=1).data
    behind = {row["move"]: row["behind"]["estimate"] for row in found["moves"]}
    assert min(behind.values()) == 0
    assert found["best"][0] == found["moves"][0]["move"]
    apart = [row["move"] for row in found["moves"] if not row["best"]]
    for row in found["moves"]:
        assert (row["behind"]["low"] > 0) == (row["move"] in apart)


def test_the_worth_is_what_playing_on_gives():
    """The estimates are the plain means of the same worlds, and pairs cancel what is common."""
    state = new_state("horrible-mountain", 2, seed=3)
    while len(state.moves()) < 3:
        state.play(0)
    table = state._stepper.table
    from analyzer._core.runner import play_on
    from analyzer.policies import registry, spec

    seated = [registry.make_policy(state.game, spec.parse_policy("expert"), table, state.rules)] * 2
    seat = state._stepper.seat
    found = move_values.evaluate_moves(
        state._stepper, seated, 150, executor=PartThreads(state._stepper, seated, 2)
    )
    assert found.by == "win"
    codes = state._stepper.moves()
    for option in found.options:
        won = play_on(state._stepper, seated, seat, 150, move=codes[option.place])[:, seat, 0]
        assert option.value.estimate == pytest.approx(won.sum() / 840 / 150)
        assert option.behind.estimate == pytest.approx(
            found.options[0].value.estimate - option.value.estimate
        )


def test_secrets_change_no_advice():
    state = new_state("hike", 3, seed=5)
    for _ in range(4):
        state.play(0)
    other = state.copy()
    other.redeal_hidden(state.seat, 3)
    assert state.position() != other.position()
    one, two = (s.advise(worlds=60, threads=1).data["moves"] for s in (state, other))
    assert one == two


def test_precision_stops_early_and_threads_change_nothing():
    state = new_state("horrible-mountain", 2, seed=3)
    found = [state.advise(worlds=3200, precision=9, threads=threads).data for threads in (1, 2)]
    assert found[0] == found[1]
    assert 200 <= found[0]["worlds"] < 3200
    widest = max(row["value"]["high"] - row["value"]["low"] for row in found[0]["moves"])
    assert widest / 2 <= 0.09


def test_an_only_move_and_the_end():
    state = new_state("oh-hell", 3, seed=1)
    while len(state.moves()) > 1:
        state.play(0)
    assert state.advise(worlds=5).title.startswith("Only move: ")
    while not state.over:
        state.play(0)
    with pytest.raises(UserError, match="is over: there is no move to advise on"):
        state.advise()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"worlds": 0}, "worlds must be a whole number from 1 to 100000; got 0."),
        ({"worlds": 1.5}, "worlds must be a whole number such as 1000, 250k, 3M or 1e6; got 1.5."),
        ({"by": "luck"}, "by must be win or margin; got 'luck'."),
        ({"precision": -1}, "precision must be a number between 0 and 1000; got -1."),
        ({"policy": "nobody"}, "hike has no policy 'nobody'"),
    ],
)
def test_mistakes_in_python_are_one_sentence(options, sentence):
    with pytest.raises(UserError) as refused:
        new_state("hike", 3).advise(**options)
    assert sentence in str(refused.value)


def test_from_the_address_of_a_game(capsys):
    words = ("advise", "hike", "-p", "3", "--seed", "4", "--game", "2", "--move", "5")
    code, out, _ = run(capsys, *words, "--worlds", "80", "--json")
    assert code == 0
    told = json.loads(out)
    assert told["kind"] == "advise"
    assert told["worlds"] == 80
    assert {row["move"] for row in told["moves"]} == {
        row["move"] for row in told["tables"]["moves"]
    }
    code, again, _ = run(capsys, *told["command"].split()[1:], "--json")
    assert code == 0
    assert json.loads(again)["moves"] == told["moves"]


HIDDEN = {
    "hike": 'hands = [["Bird", "Lake", "The Sun"], 4, 3]\nexposed = "Peak"\n',
    "oh-hell": 'hands = [3, 3, ["AS", "KH", "2C"]]\n'
    'turned = "5H"\nbids = ["?", "?", ""]\ndealer = 1\n',
    "horrible-mountain": 'hands = [["2S", "4H", "6D"], 3]\n'
    'table = ["2H", "3D", "4C", "5S", "6H"]\n'
    'cubes = ["red", "blue", "white", "green", "yellow"]\n'
    'control = [["red", "yellow"], ["blue", "green"]]\n',
    "hike-sled": 'hands = [["H1", "H2", "care"], 3]\n',
}


@pytest.mark.parametrize("game", HIDDEN)
def test_a_position_may_leave_out_what_the_seat_does_not_know(game, tmp_path, capsys):
    file = write(tmp_path, HIDDEN[game])
    code, out, err = run(capsys, "advise", game, "--position", file, "--worlds", "20")
    assert (code, err) == (0, "")
    assert re.search(r"^ (Best|Not told apart|Only move): ", out, re.MULTILINE)


@pytest.mark.parametrize("game", HIDDEN)
def test_the_command_of_a_position_gives_the_same_again(game, tmp_path, capsys):
    """With a rule and a policy of the user's; the number of players is the file's."""
    file = write(tmp_path, HIDDEN[game])
    rule = {"hike": "target=20", "oh-hell": "miss_base=5"}.get(game)
    words = ("advise", game, "--position", file, "--worlds", "20", "--policy", "greedy")
    more = ("--rule", rule) if rule else ()
    code, out, _ = run(capsys, *words, *more, "--json")
    assert code == 0
    told = json.loads(out)
    code, again, err = run(capsys, *told["command"].split()[1:], "--json")
    assert (code, err) == (0, "")
    assert json.loads(again)["moves"] == told["moves"]


def test_counted_hands_fit_what_is_known():
    """Seat 2 once did not follow clubs: no world gives it one."""
    words = {
        "hands": [["AS", "KH", "2D"], 3, 3],
        "turned": "5H",
        "bids": [1, 1, 1],
        "hand": 7,
        "dealer": 1,
        "played": [["KC", "8D", "3C"]],
    }
    for index in range(30):
        hands = new_state("oh-hell", position=words, index=index).position()["hands"]
        assert [len(hand) for hand in hands] == [3, 3, 3]
        assert not any(card.endswith("C") for card in hands[1])


REFUSED = {
    'hands = [["AS"], 60, 1]\n': "or a number of them from 0 to 51",
    "hands = [1, 1, 1]\n": "must name the cards of seat 1, which is to move",
    "hands = ": "is no TOML",
    'game = "hike"\nhands = []\n': "is one of hike, not of oh-hell",
    'hands = [["AS"], [true], 1]\n': "hands of seat 2 holds a card True that is not one",
}


@pytest.mark.parametrize("text", REFUSED)
def test_a_bad_file_is_one_sentence(text, tmp_path, capsys):
    code, out, err = run(capsys, "advise", "oh-hell", "--position", write(tmp_path, text))
    assert (code, out) == (2, "")
    assert REFUSED[text] in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--position", "none.toml"], "Position file none.toml does not exist"),
        (
            ["--position", "x.toml", "--move", "3"],
            "Options --position and --move cannot be combined; keep one.",
        ),
        (["-p", "3", "--move", "9999"], "Option --move must be at most"),
        (["-p", "3", "--move", "0"], "Option --move must be"),
        (["-p", "3", "--by", "x"], "Option --by must be win or margin; got 'x'."),
        (["-p", "3", "--worlds", "1e9"], "Option --worlds must be a whole number from 1 to 100000"),
        (["-p", "3", "--precision", "0"], "Option --precision must be a number between 0 and 1000"),
        (["-p", "3", "--json", "--quiet"], "Options --json and --quiet cannot be combined"),
    ],
)
def test_mistakes_on_the_line_are_one_sentence(words, sentence, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, "advise", "hike", *words)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_every_format_renders_it():
    found = new_state("hike", 3).advise(worlds=30, threads=1)
    again = json_text.from_json_text(found.to_json())
    assert again.title == found.title
    assert found.title in markdown.render_answer(found.answer)
    assert "<svg" in found.to_html()
    assert found.frame("moves").height == len(found.data["moves"])


# --- judging a game -------------------------------------------------------------------------------


def test_a_blunder_is_marked_with_what_was_better(capsys):
    """Random play errs often; what is called better is what advise calls best there."""
    words = ("replay", "oh-hell", "-p", "3", "--policy", "random", "--policy", "2-3=expert")
    more = ("--hand", "10", "--judge", "2", "--by", "margin", "--worlds", "60", "--json")
    code, out, _ = run(capsys, *words, *more)
    assert code == 0
    judged = [step for step in json.loads(out)["steps"] if "judged" in step]
    for step in judged:
        cost = step["judged"]["cost"]
        assert cost["estimate"] > 2
        assert cost["low"] > 0
        assert step["judged"]["better"] in step["legal"]
        assert step["judged"]["better"] != step["move"]
    code, text, _ = run(capsys, *words, "--until", "40", *more[2:-1])
    assert code == 0
    assert text.count("! This cost ") == len(re.findall(r"; better:\s", text)) > 0


def test_judging_shows_its_progress_on_a_terminal(capsys, monkeypatch):
    """And only there; what is found is the same."""
    words = ("replay", "hike", "-p", "3", "--judge", "1", "--by", "margin", "--worlds", "4")
    wanted = ("--from", "2", "--until", "9")
    code, plain, quiet = run(capsys, *words, *wanted)
    told, steps = [], _progress.join_fitting
    monkeypatch.setattr(
        _progress, "join_fitting", lambda *parts: told.append(steps(*parts)) or told[-1]
    )
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert run(capsys, *words, *wanted)[:2] == (code, plain)
    assert (code, quiet) == (0, "")
    shown = [re.fullmatch(r"\d\d:\d\d left · (\d) of (\d) decisions", line) for line in told]
    assert [int(line[1]) for line in shown] == list(range(1, len(shown) + 1))
    assert {int(line[2]) for line in shown} == {len(shown)}
    assert 3 < len(shown) <= 8


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--judge", "x"], "Option --judge must be a number between 0 and 1000; got 'x'."),
        (["--judge", "5", "--by", "x"], "Option --by must be win or margin; got 'x'."),
        (["--worlds", "5"], "Option --worlds belongs to --judge; give both or none."),
    ],
)
def test_mistakes_of_judge(words, sentence, capsys):
    code, _, err = run(capsys, "replay", "hike", "-p", "3", *words)
    assert code == 2
    assert sentence in err


def test_advice_and_search_agree():
    """Where one move is clearly best, both say so."""
    agreed = set()
    for mine in ("AH", "2H", "9H", "AS", "7S", "2S"):
        words = {"hands": [[mine], 1, 1], "turned": "KH", "hand": 10, "dealer": 1}
        state = new_state("oh-hell", position=words)
        found = state.advise(worlds=300, threads=1).data
        if len(found["best"]) == 1:
            assert choice(state, "search:worlds=300,guard=0,rounds=1") == found["best"][0]
            agreed.add(found["best"][0])
    assert agreed == {"bid 0", "bid 1"}
