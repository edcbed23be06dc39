"""The chance of Hide N Seek, drawn by the oracle itself: what is random, and from which stream."""

from oracle.streams import Stream, stream

DECK, DICE, FIRST_PLAYER, HIDING_PLACES = range(16, 20)  # purposes
MAPS = 4


class Luck:
    """All chance of one playout."""

    def __init__(self, seed: int, index: int) -> None:
        self.seed, self.index = seed, index

    def _stream(self, purpose: int, occasion: int = 0) -> Stream:
        return stream(self.seed, self.index, purpose, occasion)

    def deck(self, cards: list[int]) -> list[int]:
        """Those cards as they come, the first one first (HN-5)."""
        order = list(cards)
        self._stream(DECK).deal(order, len(order) - 1)
        return order

    def dice(self, seat: int, turn: int, roll: int, m: int, faces: int) -> list[int]:
        """What m dice show: roll number `roll` of turn number `turn` of the seat, all from 0."""
        drawn = self._stream(DICE, turn * 64 + roll * 8 + seat)
        return [drawn.below(faces) + 1 for _ in range(m)]

    def first_player(self, players: int) -> int:
        """HN-A5; asked only for first_player="random"."""
        return self._stream(FIRST_PLAYER).below(players)

    def hiding_places(self) -> list[int]:
        """HN-A6: a map for each of four seats; asked only for hide_map="random"."""
        maps = list(range(MAPS))
        self._stream(HIDING_PLACES).deal_one_by_one(maps, MAPS - 1)
        return maps
