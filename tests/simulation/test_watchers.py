"""A class of the user's that counts: its numbers are columns like all others."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import analyzer
from analyzer.cli import app
from analyzer.errors import RunError, UserError
from analyzer.request.setting import build_setting
from analyzer.simulation.executors import payload
from support.own_games import nim, written

RUNNER = CliRunner()
TEXT = """
from analyzer.design import per_game, per_seat

class Moves:
    "Moves, as a watcher sees them."
    seen = per_game("moves seen")
    mine = per_seat("moves of a seat")
    last = per_seat("is it the seat that moved last?")

    def start(self, state):
        assert self.seen == 0 and self.mine[1] == 0 and not state.over

    def after(self, state, seat, move):
        state.copy()
        self.seen += 1
        self.mine[seat] += 1
        for one in range(1, state.players + 1):
            self.last[one] = one == seat

class Plays:
    "A watcher that meddles: what it has is a copy."
    seen = per_game("moves seen")
    def after(self, state, seat, move):
        self.seen += 1
        while not state.over:
            state.play(0)

class Half:
    x = per_game("no whole number")
    def after(self, state, seat, move):
        self.x = 0.5

class List:
    x = per_seat("all at once")
    def after(self, state, seat, move):
        self.x = 3

class Seat:
    x = per_seat("a seat that is not there")
    def after(self, state, seat, move):
        self.x[0] += 1

class Fails:
    x = per_game("an error")
    def after(self, state, seat, move):
        self.x += 1 // 0

class Nothing:
    def after(self, state, seat, move):
        pass

class Never:
    x = per_game("without after")

class Turns:
    target = per_game("a name that the game has")
    def after(self, state, seat, move):
        pass

class Rank:
    rank = per_seat("a column of every result")
    def after(self, state, seat, move):
        pass
"""


@pytest.fixture
def watcher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The file of the watchers, as it is typed beside it."""
    (tmp_path / "watching.py").write_text(TEXT)
    monkeypatch.chdir(tmp_path)
    return "./watching.py"


def _said(*words: object) -> str:
    done = RUNNER.invoke(app, [str(word) for word in words])
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output


@pytest.mark.parametrize("policy", ["random", {1: "expert", 2: "greedy", 3: "random"}])
def test_it_sees_every_move_of_every_game(watcher: str, policy: object) -> None:
    """Of games of ours with several seats, and the rest of the answer is as without it."""
    asked = {"players": 3, "n": 40, "policy": policy, "seed": 5}
    plain = json.loads(analyzer.simulate("hike", **asked).to_json())  # type: ignore[arg-type]
    with_it = analyzer.simulate("hike", count=f"{watcher}:Moves", **asked)  # type: ignore[arg-type]
    found = json.loads(with_it.to_json())
    assert found["counters"]["seen"] == found["counters"]["turns"] == plain["counters"]["turns"]
    mine = [seat["counters"]["mine"]["estimate"] for seat in found["seats"]]
    assert sum(mine) == pytest.approx(found["counters"]["seen"]["estimate"])
    assert sum(seat["counters"]["last"]["estimate"] for seat in found["seats"]) == pytest.approx(1)
    for seat, before in zip(found["seats"], plain["seats"], strict=True):
        assert {name: seat[name] for name in before if name != "counters"} == {
            name: before[name] for name in before if name != "counters"
        }
    table = {row["counter"] for row in with_it.frame("watched").to_dicts()}
    assert table == {"seen", "mine", "last"}


def test_it_changes_nothing(watcher: str) -> None:
    meddling, plain = (
        json.loads(analyzer.simulate("hike", 3, 30, count=count).to_json())
        for count in (f"{watcher}:Plays", None)
    )
    assert meddling["seats"] == plain["seats"]
    assert meddling["counters"]["seen"] == plain["counters"]["turns"]


def test_it_is_compared_and_swept(watcher: str, tmp_path: Path) -> None:
    """Game files too; a measure may be its counter, of the game or of a seat."""
    game, count = written(tmp_path, nim()), f"{watcher}:Moves"
    compared = analyzer.compare(
        game, 2, 200, vs={"stones": 8}, count=count, measure=["seen", "mine:1", "turns"]
    )
    by_measure = {row["measure"]: row for row in compared.cells.to_dicts()}
    assert by_measure["seen"]["difference"] == by_measure["turns"]["difference"] != 0
    swept = analyzer.sweep(game, 2, 100, rule={"stones": [3, 9]}, count=count, measure="seen")
    assert "seen" in str(swept)
    assert "--count" in json.loads(swept.to_json())["command"]


def test_a_kept_run_counts_on_if_its_file_is_named(watcher: str, tmp_path: Path) -> None:
    count, run = f"{watcher}:Moves", tmp_path / "run"
    _said("simulate", "hike", "-p", 3, "-n", 60, "--count", count, "--out", run, "--rows", 1000)
    (tmp_path / "watching.py").rename(tmp_path / "away.py")
    assert "moves seen" in _said("show", run)  # without the file
    (tmp_path / "away.py").rename(tmp_path / "watching.py")
    done = RUNNER.invoke(app, ["extend", str(run), "-n", "100"])
    assert f"add --count {count}" in str(done.exception)
    told = json.loads(_said("extend", run, "-n", 100, "--count", count, "--json"))
    plain = json.loads(_said("simulate", "hike", "-p", 3, "-n", 100, "--count", count, "--json"))
    assert told["counters"] == plain["counters"]
    other = RUNNER.invoke(app, ["extend", str(run), "-n", "120", "--count", f"{watcher}:Plays"])
    assert isinstance(other.exception, UserError)


def test_threads_and_workers_count_alike(watcher: str, tmp_path: Path) -> None:
    asked = {"players": 3, "n": 300, "count": f"{watcher}:Moves"}
    one, two = (
        json.loads(analyzer.simulate("hike", threads=n, **asked).to_json())  # type: ignore[arg-type]
        for n in (1, 2)
    )
    assert one["counters"] == two["counters"]
    cell = build_setting("hike", 3, count=f"{watcher}:Moves").cell
    there = payload.unpack(cell, payload.pack([cell]), tmp_path / "worker")
    assert there.count.startswith(str(tmp_path / "worker"))
    assert there.count.endswith("watching.py:Moves")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Half", r"must count x in whole numbers of 32 bits; got 0.5 in hike --players 3 --seed 1"),
        ("List", r"must set x seat by seat, self.x\[seat\] = ...; got 3 in hike"),
        ("Seat", r"raised IndexError: seats are 1 to 3; got 0 in line \d+, after 1 moves? of hike"),
        ("Fails", r"raised ZeroDivisionError: .* in line \d+, after 1 moves? of hike --players 3"),
    ],
)
def test_its_mistakes_are_a_sentence(watcher: str, name: str, sentence: str) -> None:
    with pytest.raises(RunError, match=f"Watcher {watcher}:{name} {sentence}"):
        analyzer.simulate("hike", 3, 10, count=f"{watcher}:{name}", threads=1)


@pytest.mark.parametrize(
    ("count", "sentence"),
    [
        ("watching.py", "must be a class in a file, as in ./mine.py:Twins; got 'watching.py'"),
        ("Moves", "must be a class in a file"),
        ("./none.py:Moves", r"Watcher file ./none.py does not exist\."),
        ("./watching.py:Move", "has no class 'Move'; did you mean Moves"),
        ("./watching.py:Nothing", "must count something"),
        ("./watching.py:Never", "must have a method after"),
        ("./watching.py:Turns", "counts target, and hike has that already"),
        ("./watching.py:Rank", "counts rank, and hike has that already"),
    ],
)
@pytest.mark.usefixtures("watcher")
def test_what_is_no_watcher(count: str, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        analyzer.simulate("hike", 3, 10, count=count)
