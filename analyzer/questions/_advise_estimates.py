"""The numbers of `advise`: what every legal move is worth."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from analyzer.stats import Claim, Interval


@dataclass(frozen=True)
class MoveResult:
    """What one move is worth."""

    move: Annotated[str, "its name"]
    value: Annotated[Interval, "interval of what it is worth; those of all moves hold together"]
    behind: Annotated[
        Interval, "interval of what the first move has more, over the same worlds; all hold"
    ]
    best: Annotated[bool, "whether it may be the best"]


@dataclass(frozen=True)
class AdviseResult:
    """What the moves of a position are worth."""

    game: Annotated[str, "name of the game"]
    players: Annotated[int, "number of seats"]
    policies: Annotated[tuple[str, ...], "who plays on"]
    seed: Annotated[int, "seed of the luck"]
    rules_changed: Annotated[Mapping[str, object], "the rules that differ from their default"]
    seat: Annotated[int | None, "the seat to move"]
    by: Annotated[
        str,
        "what the values are: win (chance to win) or margin (points over the mean of the others)",
    ]
    worlds: Annotated[int, "worlds in which every move was tried"]
    best: Annotated[
        tuple[str, ...], "the moves that may be the best, the first of the list among them"
    ]
    claim: Annotated[
        Claim | None,
        "that the first move is the best; its fields are those of findings[].claim; null if there "
        "is no other",
    ]
    moves: Annotated[tuple[MoveResult, ...], "one object per legal move, the best first"]
    why: Annotated[
        str | None, "a counter that tells the first move from the next group, in words, or null"
    ]
