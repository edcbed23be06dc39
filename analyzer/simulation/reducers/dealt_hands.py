"""Dealt: of one cell, which cards lay in the hands when a stage began, and what the stage brought.

For a game that names its cards and counts none. The deal is the experiment, as in the reducer
`cards`, whose rows these are: cards in hand at the first decision of a stage, and points from there
to the end of the stage, once for each card. If a game does not deal anew in every stage, only the
first hands are left to chance, and the points are those of the whole game. The playouts are walked
through again, move by move.
"""

from collections import Counter
from typing import TYPE_CHECKING, ClassVar

from analyzer.playout.continuations import Walker
from analyzer.simulation.block_sums import BlockSums, Tally

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analyzer._core.runner import Stepper
    from analyzer.simulation.batch import Batch

ALL, DEALT = "all", "dealt_"  # rows as those of the reducer `cards`
Hand = Counter[str]


class Dealt(BlockSums):
    """The rows `all` and `dealt_x` of the reducer `cards`."""

    name: ClassVar[str] = "dealt"

    @classmethod
    def from_batches(cls, *batches: "Batch") -> "Dealt":
        (batch,) = batches
        assert batch.cell is not None
        walker, tally = Walker(batch.cell), Tally()
        for index in range(batch.first, batch.first + batch.n):
            wins = batch.seat_column("win840")[index - batch.first]
            hands = list(_hands(walker, index))
            for seat in range(batch.players):
                _count(tally, index, int(wins[seat]), [stage[seat] for stage in hands])
        return cls(batch.n, tally.sorted())


def _count(tally: Tally, index: int, wins: int, stages: list[tuple[Hand, int]]) -> None:
    """The sums of one seat in one playout."""
    times: Counter[str] = Counter()
    brought: Counter[str] = Counter()
    for hand, points in stages:
        times.update(hand)
        brought.update({card: n * points for card, n in hand.items()})
    occasions = times.total()
    parts = (1, wins, occasions, occasions * wins, occasions**2, brought.total())
    tally.count(ALL, index, *parts)
    for card, n in times.items():
        row = (n, brought[card], n * n, n * wins, n * occasions)
        tally.count(f"{DEALT}{card}", index, *row)


def _hands(walker: Walker, index: int) -> "Iterator[list[tuple[Hand, int]]]":
    """The hands of every seat as a stage begins, and what each seat then makes of it."""
    hands: list[Hand] = []
    before: list[int] = []
    stage, last = -1, None
    for step in walker.steps(index):
        last = step.stepper
        if last.stage > stage and (stage < 0 or walker.face.deals_every_stage):
            if hands:
                yield _brought(hands, before, last)
            stage, hands, before = last.stage, _dealt(walker, last), _scores(walker, last)
    if last is not None:
        yield _brought(hands, before, last)


def _scores(walker: Walker, stepper: "Stepper") -> list[int]:
    """The points that a stage begins with; of the first hands, the whole score counts."""
    if not walker.face.deals_every_stage:
        return [0] * walker.cell.players
    found: list[int] = stepper.result()["scores"]
    return found


def _dealt(walker: Walker, stepper: "Stepper") -> list[Hand]:
    raw, rules = stepper.describe(), walker.cell.rules
    names = set(walker.face.dealt_cards)
    every = range(walker.cell.players)
    held = (walker.face.hand_of(rules, raw, seat) for seat in every)
    return [Counter(card for card in hand if card in names) for hand in held]


def _brought(hands: list[Hand], before: list[int], now: "Stepper") -> list[tuple[Hand, int]]:
    scores = now.result()["scores"]
    return [(hand, scores[seat] - before[seat]) for seat, hand in enumerate(hands)]


REDUCER = Dealt
