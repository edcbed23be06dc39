"""The oracle of hike-sled: everything that chance decides, each from its own stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from oracle.hike_sled_table import CARE, DOUBLE, LOOSE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oracle.streams import Stream

LANDSCAPES, HUSKY_DECK, THE_LOOSE, CRAZY_SWAP = 16, 17, 18, 19
CARE_PILE, RACE_TIES, FINAL_TIE, SUBSTITUTE = 20, 21, 22, 23
SEATS = 6  # drawn for, however many play


class Chance(Protocol):
    """Where a playout gets its streams from."""

    def stream(self, purpose: int, occasion: int) -> Stream: ...


def _shuffled(stream: Stream, cards: Sequence[Any]) -> list[Any]:
    """In random order; the last place is left over, and takes no draw."""
    cards = list(cards)
    stream.deal_one_by_one(cards, len(cards) - 1)
    return cards


class Draws:
    """One method for each thing that chance decides."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def landscapes(self, names: list[str]) -> list[str]:
        """HS-2."""
        return _shuffled(self.chance.stream(LANDSCAPES, 0), names)

    def husky_deck(self, cards: list[str]) -> list[str]:
        """HS-4."""
        return _shuffled(self.chance.stream(HUSKY_DECK, 0), cards)

    def loose(self) -> Loose:
        return Loose(self.chance.stream(THE_LOOSE, 0))

    def crazy_swap(self, seats: list[int]) -> dict[int, int]:
        """HS-67: who gets the card that whom has picked."""
        order = _shuffled(self.chance.stream(CRAZY_SWAP, 0), range(SEATS))
        givers = [seat for seat in order if seat in seats]
        return dict(zip(sorted(seats), givers, strict=True))

    def care_pile(self, shuffle: int, cards: list[str]) -> list[str]:
        """HS-35, HS-56: every card has a key, so that piles of different size share their luck."""
        stream = self.chance.stream(CARE_PILE, shuffle)
        count = {kind: cards.count(kind) for kind in (CARE, DOUBLE)}
        keyed = []
        for i in range(max(count.values())):
            for kind in (CARE, DOUBLE):
                key = stream.word()
                if i < count[kind]:
                    keyed.append((key, kind))
        return [kind for _, kind in sorted(keyed)]

    def race_ties(self, day: int) -> list[int]:
        """HS-A4: among equals the smaller number moves first."""
        stream = self.chance.stream(RACE_TIES, day)
        return [stream.word() for _ in range(SEATS)]

    def final_tie(self, tied: list[int]) -> int:
        """HS-A12."""
        return sorted(tied)[self.chance.stream(FINAL_TIE, 0).below(len(tied))]

    def substitute(self, given: int) -> str:
        """HS-A11."""
        return (CARE, DOUBLE)[self.chance.stream(SUBSTITUTE, given).below(2)]


class Loose:
    """HS-62: one of the four cards is removed; the others go anywhere into a deck."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.removed, *self.in_play = _shuffled(stream, LOOSE)

    def insert(self, deck: list[str], cards: list[str]) -> None:
        for card in cards:
            deck.insert(self.stream.below(len(deck) + 1), card)
