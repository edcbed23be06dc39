"""What another legal move would have done."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from analyzer import stats
from analyzer._core.reductions import WIN
from analyzer.questions.shared import question_base
from analyzer.simulation.reducers.alternative_moves import ALL, POINTS, WORLDS

if TYPE_CHECKING:
    from analyzer.simulation.reducers.alternative_moves import AlternativeMoves


@dataclass(frozen=True)
class QuarterResult:
    """What another move would have done in one quarter of a game."""

    quarter: Annotated[int, "from 1"]
    other_winner: Annotated[stats.Interval | None, "interval, or null if nothing is known"]
    cost: Annotated[stats.Interval | None, "interval, or null if nothing is known"]


@dataclass(frozen=True)
class DecisionsResult:
    """How many choices there are, and how often they matter; null if nothing is to be decided."""

    choices: Annotated[stats.Interval | None, "interval of the legal moves at a decision"]
    forced: Annotated[
        stats.Interval | None,
        "interval of the share of moves that were forced: only one was legal",
    ]
    other_winner: Annotated[
        stats.Interval | None, "interval of how often another legal move gives another winner"
    ]
    cost: Annotated[
        stats.Interval | None,
        "interval of the share of wins that another legal move costs who makes it",
    ]
    claim: Annotated[
        stats.Claim | None,
        "that this cost is above zero; its fields are those of findings[].claim",
    ]
    size: Annotated[
        stats.Interval | None,
        "interval of the root mean square effect of another move on the mover's wins",
    ]
    by_quarter: Annotated[
        tuple[QuarterResult, ...],
        "the same by quarters of the decisions of a game; all quarters hold together",
    ]
    decisions_tried: Annotated[int, "decisions at which another move was tried"]
    worlds: Annotated[int, "games on for each of the two moves"]


TRIED, _LEGAL, _WORLDS, _OTHER, _OWN, _GAIN, _PRODUCT = range(7)  # fields of a part


def measure_decisions(
    moves: "AlternativeMoves", parts: Sequence[str], level: float = stats.LEVEL
) -> dict[str, stats.Interval]:
    """The numbers of some quarters together, each with its jackknife over blocks of games."""
    blocks = moves.block_rows(ALL, *parts)
    tried = sum(int(moves.rows[name][:, TRIED].sum()) for name in parts)
    games = max(1, tried // POINTS)  # a lower bound of the games that were looked at

    def over(field: int, per: int) -> stats.Interval:
        return stats.jackknife_blocks(blocks, lambda sums: _ratio(sums, field, per), level=level)

    return {
        "choices": over(_LEGAL, TRIED),
        "forced": question_base.share_interval(
            stats.jackknife_blocks(blocks, _forced, level=level), moves.n, level
        ),
        "other_winner": question_base.share_interval(over(_OTHER, _WORLDS), games, level),
        "cost": stats.bound_if_unseen(_scaled(over(_GAIN, _WORLDS), WIN), games, level),
        "size": _root(
            stats.bound_if_unseen(
                _scaled(over(_PRODUCT, TRIED), (WIN * WORLDS / 2) ** 2), games, level
            )
        ),
    }


def _ratio(sums: Sequence[int], field: int, per: int) -> float:
    """A field over another, both added over the parts, which follow the three fields of all."""
    above, below = (sum(sums[3 + which :: 7]) for which in (field, per))
    return above / below if below else math.nan


def _forced(sums: Sequence[int]) -> float:
    _, turns, decisions = sums[:3]
    return 1 - decisions / turns if turns else math.nan


def _scaled(found: stats.Interval, scale: float) -> stats.Interval:
    return stats.Interval(*(end / scale for end in found))


def _root(squared: stats.Interval) -> stats.Interval:
    """The root of a mean square; what is below zero is noise about zero."""
    return stats.Interval(*(math.sqrt(max(0.0, end)) for end in squared))
