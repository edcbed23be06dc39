"""A slow, readable reference ("oracle") of Hike!, the dog sled race: `hike-sled`.

Written from the rulebook alone, to be stepped next to the compiled game. Cards are strings, places
are lists of strings, and there is one short method per rule; its parts:

    hike_sled_table.py      cards, rules, counters, what lies where, placement
    hike_sled_chance.py     everything that chance decides
    hike_sled_loose.py      the module Husky on the loose
    hike_sled_prep.py       set-up and Preparations
    hike_sled_race.py       the Race and its winner

Clause ids (HS-7, HS-A4) are those of analyzer/games/hike_sled/rules.md. The flow of a game is one
generator: it yields `(seat, moves)` whenever a seat has to decide and is sent the move chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.hike_sled_chance import Chance, Draws
from oracle.hike_sled_prep import Preparations
from oracle.hike_sled_race import Race
from oracle.hike_sled_table import LOOSE, TERRAINS, OracleError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oracle.hike_sled_table import Steps


class Game(Preparations, Race):
    """One game. `seat` decides now, among `moves()`; `play` makes the move.

    `given` is what a user would give: every rule that is not in it has its default. Instead of a
    file or a seed of cards it may hold `cards`, an object of `hike_sled_table.Cards`.
    """

    def __init__(self, players: int, given: Mapping[str, Any], chance: Chance) -> None:
        self._set_up(players, given)
        self.draws = Draws(chance)
        self.racers: list[int] = []
        self.track: list[str] = []
        self._lay_track()
        self._deal()
        self.seat: int | None = None
        self._moves: list[str] = []
        self._steps = self._game()
        self._go_on(None)

    def moves(self) -> list[str]:
        """The legal moves of the seat to decide, in the fixed order."""
        return list(self._moves)

    def play(self, move: str) -> None:
        """Make a move of the seat to decide."""
        if move not in self._moves:
            raise OracleError(f"illegal move {move!r} of seat {self.seat}; legal: {self._moves}")
        self.totals["turns"] += 1
        self.totals["decisions"] += len(self._moves) > 1
        self._go_on(move)

    def _go_on(self, move: str | None) -> None:
        """Run the game up to the next decision."""
        try:
            self.seat, self._moves = self._steps.send(move)
        except StopIteration:
            self.seat, self._moves = None, []

    def _game(self) -> Steps[None]:
        yield from self._preparations()
        if self.totals["first_declaration"] == 0:  # HS-A13
            self.end_reason = "nobody ready"
            for seat in range(self.n):
                self._count(seat, "out")
        else:
            self._end_preparations()
            self._build_track()
            if len(self.racers) == 1 and self.rule["single_racer"] == "wins":  # HS-A14
                self.end_reason, self.winners = "walkover", list(self.racers)
            else:
                yield from self._race()
        self._count_at_the_end()

    def _count_at_the_end(self) -> None:
        for seat, player in enumerate(self.players):
            self._count(seat, "rested", len(player.resting))
            for spot in player.filled():
                for terrain in self._points(seat, spot):
                    self._count(seat, TERRAINS[terrain])

    # -- the result --

    @property
    def over(self) -> bool:
        return self.seat is None

    @property
    def scores(self) -> list[int]:
        """The field reached; 0 for who is out."""
        return [player.place for player in self.players]

    def every_card(self) -> list[str]:
        """All cards of the husky deck and all care cards, wherever they lie, sorted.

        Always the same, but for substitutes (HS-56), which are not counted.
        """
        places = [self.centre, self.deck, self.gone, self.aside, self.care_pile]
        places.append(self.care_discards)
        places += [player.care_pile for player in self.players]
        places += [[card for card in player.sled if card is not None] for player in self.players]
        places += [["equipment"] * len(player.upgraded) for player in self.players]
        for player in self.players:
            hand = list(player.hand)
            if player.substitute:
                hand.remove(player.care()[0])
            places.append(hand)
        return sorted(card for place in places for card in place if card not in LOOSE)
