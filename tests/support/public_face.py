"""A notebook that uses every public name, as type checkers read it.

`tests/api/test_types.py` runs it, and mypy in strict mode reads it with all of tests/support; so
does pyright, in strict mode, where somebody has it.
"""

import copy
import pickle
from pathlib import Path

import polars as pl

import analyzer
from analyzer import Experiment, Result, RunError, State, UserError


class Targets(Experiment):
    """What does the target change?"""

    games = ("hike",)
    arms = ({"target": 20}, {"target": 50})


def ask_everything() -> list[Result]:
    """Every question once."""
    played = analyzer.simulate("hike", 3, "1e3", seed=2, rows=True, tolerance="2 pp")
    rows: list[pl.DataFrame] = [played.games, played.seats]
    assert [frame.height for frame in rows] == [1000, 3000]
    compared = analyzer.compare("hike", 3, 500, vs=["target=35", {"bonus": 5}], measure="score")
    swept = analyzer.sweep("hike", "3,4", 200, rule={"target": "20..30:10"})
    ranked = analyzer.tournament("hike", 3, 200, policies=["greedy", "expert"])
    asked = analyzer.ask("hike", "length", 3, 500)
    offered: pl.DataFrame = analyzer.ask("hike")
    assert "length" in offered["question"].to_list()
    planned = analyzer.plan("hike", 3, 1000, difference=1)
    tuned = analyzer.tune("hike", 3, 3000, over={"hold": "0..1"})
    held = analyzer.contract("hike", 3, 2000, clause={"seats.within": 20.0})
    state = analyzer.new_state("hike", 3, seed=1)
    advised = analyzer.advise(state, worlds=20, by="win")
    return [played, compared, swept, ranked, asked, planned, tuned, held, advised]


def report(folder: Path) -> None:
    """Everything about a game, on a page."""
    made = analyzer.report("horrible-mountain", n=5000)
    page: Path = made.write(folder, force=True)
    assert page.read_text("utf-8") == made.to_html()
    assert made.title in made.to_json()


def read(result: Result) -> None:
    """Everything that an answer gives."""
    title: str = result.title
    findings = [(one.question, one.estimate, one.low, one.high) for one in result.findings]
    cells: pl.DataFrame = result.cells
    assert title
    assert findings or cells.height
    for name in (block.name for block in result.answer.tables()):
        assert result.frame(name).height
    if result.answer.figures():
        figure = result.figure(theme="dark")
        assert figure.get_size_inches()[0] > 1
    assert all((result.to_json(), result.to_markdown(), result.to_html(), result.data))
    assert result.notes == tuple(result.notes)


def play() -> State:
    """One playout, by hand."""
    state = analyzer.new_state(
        "oh-hell", 4, {"bid_mode": "sequential", "hook": True}, seed=3, index=2
    )
    while not state.over:
        moves: list[str] = state.moves()
        after: dict[str, State] = state.all_moves() if state.stage == 0 else {}
        assert set(after) <= set(moves)
        move: str = state.choose("greedy")
        state.play(move)
    assert state.seat is None
    winners: list[int] = state.winners
    assert len(state.scores) == state.players
    assert set(winners) <= set(range(1, 5))
    assert state.game == "oh-hell"
    assert state.counters["end_reason"]
    return state


def copies(state: State) -> list[State]:
    """The same state, in every way that there is."""
    loaded = State.load(state.save())
    again: State = pickle.loads(pickle.dumps(state))
    position = analyzer.new_state(position=state.position())
    return [loaded, again, position, state.copy(), copy.copy(state), copy.deepcopy(state)]


def look(state: State) -> bool:
    """From one seat."""
    view: object = state.view(1)
    assert view is not None
    assert state.advise(worlds=5).title
    return state.redeal_hidden(1) and state.determinize(1, occasion=2)


def lists() -> list[pl.DataFrame]:
    """What there is."""
    return [
        analyzer.games(),
        analyzer.rules("hike"),
        analyzer.policies("hike"),
        analyzer.questions("hike"),
    ]


def watch() -> str:
    """A game, move by move."""
    game = analyzer.replay("hike", 3, 7, policy="greedy")
    first = game[0]
    assert first["number"] == 0
    assert [step["number"] for step in game] == list(range(len(game)))
    return repr(game)


def reopen(folder: Path) -> Result:
    """A run that `--out` has kept."""
    return analyzer.open(folder)


def mistakes() -> list[str]:
    """Each is one sentence."""
    found: list[str] = []
    for players in (1, 99):
        try:
            analyzer.simulate("hike", players)
        except (UserError, RunError) as error:
            found.append(str(error))
    return found


VERSION: str = analyzer.__version__
INCLUDE: str = analyzer.get_include()
