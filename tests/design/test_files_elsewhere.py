"""Game files with compiled policies, on clusters and in kept runs that are joined."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import analyzer
from analyzer.cli import app
from analyzer.design import files
from analyzer.errors import UserError
from analyzer.policies import cython_file
from analyzer.request.setting import build_setting
from analyzer.simulation.executors import payload
from support.lanes import rest_full
from support.own_games import example, nim, written

RUNNER = CliRunner()
LAST = """
from libc.stdint cimport int32_t
from analyzer._core.contract cimport move_t, view_t
from analyzer._core.rng cimport rng_t

cdef int32_t last(const view_t* view, const move_t* moves, int32_t n_moves, const void* params,
                  rng_t* rng) noexcept nogil:
    return n_moves - 1
"""


def _said(*words: object) -> str:
    done = RUNNER.invoke(app, [str(word) for word in words])
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output


@pytest.mark.full
def test_a_policy_in_cython_plays_a_game_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who holds after every roll never bets on; both modes show it the same moves."""
    monkeypatch.setattr(cython_file, "_FLAGS", ["-O0", "-w"])
    (tmp_path / "mine.pyx").write_text(LAST)
    monkeypatch.chdir(tmp_path)
    told = []
    for mode in ("interpreted", "compiled"):
        monkeypatch.setenv(files.MODE, mode)
        played = analyzer.simulate(
            example("pig"), players=2, n=20, policy={1: "./mine.pyx:last", 2: "random"}
        )
        told.append(json.loads(played.to_json())["counters"])
    assert told[0] == told[1]
    assert told[0]


def test_a_class_of_a_notebook_is_not_sent_to_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no file that a worker could read; one sentence says what to do."""
    space: dict[str, object] = {"__name__": "__main__"}
    import linecache

    text = nim()
    lines = text.splitlines(keepends=True)
    monkeypatch.setitem(linecache.cache, "<cell 1>", (len(text), None, lines, "<cell 1>"))
    exec(compile(text, "<cell 1>", "exec"), space)
    cls = space["Nim"]
    assert analyzer.simulate(cls, players=2, n=20).findings  # type: ignore[arg-type]
    cell = build_setting(cls, 2).cell  # type: ignore[arg-type]
    with pytest.raises(UserError, match=r"The class Nim\S* cannot be sent to a cluster: write it"):
        payload.pack([cell])


@pytest.mark.full
def test_kept_runs_of_a_game_file_are_joined(tmp_path: Path) -> None:
    """Two halves are the whole, and a third part is played on."""
    game = written(tmp_path, nim())
    for name, first in (("a", 0), ("b", 100)):
        words = ("simulate", game, "-p", 2, "-n", 100, "--first", first, "--out", tmp_path / name)
        _said(*words)
    whole = tmp_path / "whole"
    _said("merge", tmp_path / "a", tmp_path / "b", "--out", whole)
    told = json.loads(_said("extend", whole, "-n", 300, "--game", game, "--json"))
    plain = json.loads(_said("simulate", game, "-p", 2, "-n", 300, "--json"))
    assert told["seats"] == plain["seats"]
    assert told["games"] == 300


CLUSTERS = ["scheduler", "local:2"]


@pytest.fixture(scope="module", params=rest_full(CLUSTERS))
def where(request: pytest.FixtureRequest) -> Iterator[str]:
    """Where `--cluster` finds workers: two processes of ours, or a scheduler on the loopback."""
    if request.param != "scheduler":
        yield request.param
        return
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    ) as found:
        yield found.scheduler_address


@pytest.mark.parametrize("mode", rest_full(["compiled", "interpreted"]))
def test_a_cluster_plays_a_game_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, mode: str
) -> None:
    """What it says is what threads say, also when a run is taken up again, and of a question."""
    monkeypatch.setenv(files.MODE, mode)
    game = written(tmp_path, Path(example("tricks")).read_text())
    words = (game, "-p", 3, "-n", 300, "--json")
    plain = _numbers(_said("simulate", *words))
    assert _numbers(_said("simulate", *words, "--cluster", where)) == plain
    asked = ("ask", game, "cards", "-p", 3, "-n", 200, "--json")
    assert _numbers(_said(*asked, "--cluster", where)) == _numbers(_said(*asked))
    trusted = ("--game", game, "--quiet")
    _said("simulate", game, "-p", 3, "-n", 100, "--out", tmp_path / "run", "--quiet")
    _said("extend", tmp_path / "run", "-n", 300, "--cluster", where, *trusted)
    assert _numbers(_said("show", tmp_path / "run", "--json")) == plain
    (tmp_path / "mine.py").write_text(Path(example("tricks")).read_text() + "\n# another text\n")
    words = ["extend", tmp_path / "run", "-n", 400, "--cluster", where, *trusted]
    refused = RUNNER.invoke(app, [str(word) for word in words])
    assert isinstance(refused.exception, UserError)
    assert "has changed since" in str(refused.exception)


def _numbers(text: str) -> object:
    """What was found; not how long it took, where, and by which command."""
    told = json.loads(text)
    keep = ("seats", "counters", "cards", "fairness", "length", "games", "end_reasons")
    return {name: told[name] for name in keep if name in told}
