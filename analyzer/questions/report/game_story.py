"""One game told: the chance of a seat to win, move by move, from what the seat can see.

At every decision of the seat the game is played on many times: what the seat cannot see is dealt
again, and all chance to come is different. So the chances are what a player at the table could
know.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer._core.reductions import WIN
from analyzer.answer import figures
from analyzer.answer.blocks import Figure
from analyzer.playout.continuations import Walker
from analyzer.playout.replay import replay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.playout.cell import Cell
    from analyzer.playout.replay import ReplayStep

SWINGS = 3


@dataclass(frozen=True)
class Moment:
    """A decision of the seat, and how its chances stood before it."""

    move: int  # number of the move that followed, as in a replay
    stage: int
    chance: float
    worlds: int


def find_moments(cell: "Cell", index: int, seat: int, worlds: int, most: int) -> list[Moment]:
    """The chances of a seat (from 0) at its own decisions, at most `most` of them."""
    walker = Walker(cell)
    points = [
        stop.copied() for stop in walker.steps(index) if stop.seat == seat and len(stop.codes) > 1
    ]
    step = max(1, -(-len(points) // most))
    found = []
    for stop in points[::step]:
        won = walker.on(index, stop.stepper, seat, worlds)
        if len(won):
            chance = float(won[:, seat, 0].sum()) / WIN / len(won)
            found.append(Moment(stop.move, stop.stepper.stage, chance, len(won)))
    return found


def story_figure(cell: "Cell", index: int, seat: int, worlds: int = 200, most: int = 40) -> Figure:
    """The tale of one game as a chart with its moves beside it."""
    steps = list(replay(cell, index))
    found = find_moments(cell, index, seat, worlds, most)
    won = seat + 1 in steps[-1]["result"]["winners"]
    points = [[moment.move, moment.chance] for moment in found]
    points.append([steps[-1]["number"], 1.0 / len(steps[-1]["result"]["winners"]) if won else 0.0])
    told = {step["number"]: _told(step) for step in steps}
    swings = _swings(points, {step["number"]: _made(step) for step in steps})
    name = f"seat {seat + 1}"
    low = min(chance for _, chance in points[:-1]) if len(points) > 1 else 0.0
    end = "wins" if won else "loses"
    return Figure(
        name="tale",
        kind="tale",
        title=f"{name.capitalize()} {end} game {index:,} after a chance of {100 * low:.0f} % at "
        "the lowest",
        subtitle=f"Chance of {name} to win, from what it can see, at its own decisions",
        caption=f"Game {index:,} of seed {cell.seed}; each chance from {worlds} continuations.",
        data=figures.Tale(
            points=points,
            bands=_bands(found, steps[-1]["number"]),
            fair=1 / cell.players,
            swings=swings,
            axis="moves",
            steps=[
                {"move": number, "text": text, "chance_text": _chance_at(points, number)}
                for number, text in told.items()
            ],
        ),
    )


def _told(step: "ReplayStep") -> str:
    """A move in words, and what it caused."""
    if step["move"] is None:
        return _sentences(step["events"]) or "The game begins."
    return _sentences([_made(step), *step["events"]])


def _sentences(told: "Sequence[str]") -> str:
    """As one paragraph: indented lines are the parts of the line before them."""
    text = re.sub(r"(:?)\n +", lambda found: f"{found[1] or ';'} ", "\n".join(filter(None, told)))
    return " ".join(line if line[-1] in ".!?" else f"{line}." for line in text.splitlines())


def _made(step: "ReplayStep") -> str:
    """The move alone."""
    return "" if step["move"] is None else f"Seat {step['seat']}: {step['move']}"


def _chance_at(points: list[list[float]], number: int) -> str:
    before = [chance for move, chance in points if move <= number]
    return f"{100 * before[-1]:.0f} %" if before else ""


def _bands(found: list[Moment], last: int) -> list[figures.Band]:
    """Stretches between milestones."""
    starts: dict[int, int] = {}
    for moment in found:
        starts.setdefault(moment.stage, moment.move)
    edges = [*starts.values(), last]
    return [
        {"from": edges[i], "to": edges[i + 1], "label": str(stage + 1)}
        for i, stage in enumerate(starts)
    ]


def _swings(points: list[list[float]], made: dict[int, str]) -> list[figures.Swing]:
    """The largest changes, each with the first move after the decision before it."""
    changes = [
        (points[i + 1][1] - points[i][1], int(points[i][0]), points[i + 1])
        for i in range(len(points) - 1)
    ]
    largest = sorted(changes, key=lambda one: -abs(one[0]))[:SWINGS]
    return [
        {
            "move": after[0],
            "chance": after[1],
            "text": f"{100 * change:+.0f}",
            "words": made.get(number, ""),
        }
        for change, number, after in sorted(largest, key=lambda one: one[1])
    ]
