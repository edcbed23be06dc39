"""Cards: of one cell, what was dealt and what it brought, in blocks of games.

The deal is the experiment: chance alone decides who has a card. `CountedCards` of
analyzer/games/spec.py says how a game counts it.

The *occasions* of a seat are the hands, or the cards of any kind, that it was dealt.
"""

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from analyzer.simulation.block_sums import BlockSums, block_of, sum_by_block, widen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from analyzer.simulation.batch import Batch, Layout
    from analyzer.simulation.block_sums import Rows

DEALT, POINTS = "dealt_", "points_dealt_"
ALL = "all"  # the row of everything: see Cards
HANDS, CARDS, FIRST = "hands", "cards", "first"  # the three ways


class Cards(BlockSums):
    """Rows, all of them over seats and playouts:

    all          seats, wins, occasions, occasions · wins, occasions², points
    dealt_x      times dealt, points of them, times², times · wins, times · occasions
    any other    seats with some of it, their wins, how much, its square, how much · wins
    Wins are in 840ths.
    """

    name: ClassVar[str] = "cards"

    @classmethod
    def from_batches(cls, *batches: "Batch") -> "Cards":
        (batch,) = batches
        block = block_of(batch)
        wins = batch.seat_column("win840").astype(np.int64)
        occasions, points = _occasions(batch)
        ones, by_size = np.ones_like(wins), {str(size) for size in batch.layout.cards.sizes}
        rows = {ALL: _row(block, ones, wins, occasions, occasions * wins, occasions**2, points)}
        for column in batch.layout.seat[4:]:
            value = widen(batch.seat_column(column))
            if column.startswith(DEALT):
                brought = widen(batch.seat_column(f"points_{column}"))
                parts = (value, brought, value**2, value * wins, value * occasions)
                rows[column] = _row(block, *parts)
            elif not (column.startswith("points_") or column.rpartition("_")[2] in by_size):
                some = (value > 0).astype(np.int64)
                rows[column] = _row(block, some, some * wins, value, value**2, value * wins)
        return cls(batch.n, dict(sorted(rows.items())))


def _row(block: "NDArray[np.int64]", *columns: "NDArray[np.int64]") -> "Rows":
    return sum_by_block(block, *(column.sum(axis=1) for column in columns))


def card_kinds(layout: "Layout") -> list[str]:
    """The cards that a game counts when they are dealt."""
    return list(layout.cards.names)


def counting_way(layout: "Layout") -> str:
    """In which of the three ways a game counts."""
    if layout.cards.sizes:
        return CARDS
    return HANDS if layout.cards.hands else FIRST


def _occasions(batch: "Batch") -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
    """What each seat was dealt in each playout, and the points to compare those of a card with."""
    layout = batch.layout
    if counting_way(layout) == CARDS:
        hands, points = (
            sum(k * widen(batch.seat_column(f"{kind}_{k}")) for k in layout.cards.sizes)
            for kind in ("hands", "points")
        )
        return np.asarray(hands), np.asarray(points)
    score = widen(batch.seat_column("score"))
    if counting_way(layout) == HANDS:
        hands = widen(batch.game_column(layout.cards.hands))[:, None]
        return np.broadcast_to(hands, score.shape), score
    found = [widen(batch.seat_column(f"{DEALT}{kind}")) for kind in card_kinds(layout)]
    cards = np.asarray(sum(found, np.zeros_like(score)))
    return cards, cards * score


REDUCER = Cards
