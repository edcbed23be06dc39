"""Gifts: playouts of one cell, started again with a random card in hand, and how they end.

For games that deal nothing. A player who won a card by playing for it was ahead already, so
counting such cards would mislead. Instead a seat is given a card of the deck before the first move,
and the playout goes on in its own world. Needs a game whose positions have `hands` and `deck`.
"""

import random
from typing import TYPE_CHECKING, ClassVar

from analyzer.playout.continuations import Walker
from analyzer.simulation.block_sums import BlockSums, Tally

if TYPE_CHECKING:
    from analyzer.games import Words
    from analyzer.simulation.batch import Batch

EACH = 3  # gifts of a playout, to one seat
WORLDS = 4  # in each of which it goes on, the same for all gifts


class GivenCards(BlockSums):
    """One row per card, by its name: times given, wins of its owner in 840ths, scores."""

    name: ClassVar[str] = "gifts"

    @classmethod
    def from_batches(cls, *batches: "Batch") -> "GivenCards":
        (batch,) = batches
        assert batch.cell is not None
        walker, tally = Walker(batch.cell), Tally()
        for index in range(batch.first, batch.first + batch.n):
            seat = index % batch.players
            for card, count, wins, score in _try_cards(walker, index, seat):
                tally.count(card, index, count, wins, score)
        return cls(batch.n, tally.sorted())


def _try_cards(walker: Walker, index: int, seat: int) -> "list[tuple[str, int, int, int]]":
    """Some cards, and the results of the seat that got each: worlds, wins, scores."""
    cell = walker.cell
    luck = random.Random(f"gifts {cell.seed} {index}")
    stepper = walker.start(index)
    words = walker.face.position(cell.rules, stepper.describe())
    names = [luck.choice(words["deck"]) for _ in range(EACH)]
    found = []
    for name in names:
        given = _with_card(words, seat, name)
        raw = walker.face.from_position(cell.rules, cell.players, given, luck)
        stepper.restore(raw)
        worlds = walker.on(index, stepper, seat, WORLDS)
        card = walker.face.hand_of(cell.rules, raw, seat)[-1]
        wins, score = worlds[:, seat].sum(axis=0)
        found.append((card, len(worlds), int(wins), int(score)))
    return found


def _with_card(words: "Words", seat: int, card: str) -> "Words":
    """The position with a card of the deck in hand; the deck is dealt again."""
    hands = [[*hand, card] if at == seat else hand for at, hand in enumerate(words["hands"])]
    left = {name: word for name, word in words.items() if name not in ("deck", "unseen")}
    return left | {"hands": hands}


REDUCER = GivenCards
