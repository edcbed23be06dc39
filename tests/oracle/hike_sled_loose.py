"""The oracle of hike-sled: the module Husky on the loose, HS-62 to HS-68."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.hike_sled_table import CRAZY, LETTERS, RUNAWAYS, SLED, SWAP, Table, huskies_of, spot_of

if TYPE_CHECKING:
    from oracle.hike_sled_chance import Draws
    from oracle.hike_sled_table import Steps

FROM_SLED, FROM_HAND = "give from sled ", "give from hand "


class LooseHuskies(Table):
    """What the four cards do. Each lasts until play goes on where it stopped (HS-63)."""

    draws: Draws

    def _loose_card(self, revealer: int, card: str) -> Steps[None]:
        self.totals[f"loose_{card}"] += 1
        if card == SWAP:
            yield from self._husky_swap(revealer)
        elif card == RUNAWAYS:
            yield from self._husky_runaways(revealer)
        elif card == CRAZY:
            yield from self._crazy_husky_swap(revealer)
        elif card == SLED:
            yield from self._sled_huskies(revealer)

    def _preparing(self, revealer: int) -> list[int]:
        """HS-64: those who take part, clockwise from the revealer."""
        return [seat for seat in self._round_from(revealer) if self.players[seat].preparing]

    def _has_husky(self, seat: int) -> bool:
        player = self.players[seat]
        return bool(player.filled() or huskies_of(player.hand))

    # -- HS-65 --

    def _husky_swap(self, revealer: int) -> Steps[None]:
        others = sorted(seat for seat in self._preparing(revealer) if seat != revealer)
        if not others:
            return
        move = yield revealer, [f"swap with seat {seat + 1}" for seat in others]
        named = int(move.removeprefix("swap with seat ")) - 1
        if not (self._has_husky(revealer) and self._has_husky(named)):
            return
        picks = {}
        for seat in (revealer, named):
            picks[seat] = yield from self._pick(seat)
        yield from self._exchange(picks, {revealer: named, named: revealer})

    # -- HS-67 --

    def _crazy_husky_swap(self, revealer: int) -> Steps[None]:
        seats = [seat for seat in self._preparing(revealer) if self._has_husky(seat)]
        picks = {}
        for seat in seats:
            picks[seat] = yield from self._pick(seat)
        yield from self._exchange(picks, self.draws.crazy_swap(seats))

    # -- both --

    def _pick(self, seat: int) -> Steps[str]:
        """One husky of the seat's hand or sled."""
        player = self.players[seat]
        moves = [FROM_SLED + LETTERS[spot] for spot in player.filled()]
        moves += [FROM_HAND + card for card in huskies_of(player.hand)]
        return (yield seat, moves)

    def _exchange(self, picks: dict[int, str], giver: dict[int, int]) -> Steps[None]:
        """All picked cards leave their places; then everybody receives one, in the same order."""
        cards = {seat: self._take_out(seat, pick) for seat, pick in picks.items()}
        for seat, pick in picks.items():
            yield from self._receive(seat, cards[giver[seat]], to_sled=pick.startswith(FROM_SLED))

    def _take_out(self, seat: int, pick: str) -> str:
        player = self.players[seat]
        if pick.startswith(FROM_HAND):
            card = pick.removeprefix(FROM_HAND)
            player.hand.remove(card)
            return card
        return self._lift(seat, spot_of(pick))

    def _lift(self, seat: int, spot: int) -> str:
        """The cube comes back to the spot that is left."""
        player = self.players[seat]
        card = player.sled[spot]
        assert card is not None, f"no husky on {LETTERS[spot]}"
        player.sled[spot] = None
        return card

    def _receive(self, seat: int, card: str, *, to_sled: bool) -> Steps[None]:
        """To where the seat's own card came from; to hand if it fits nowhere in the sled."""
        player = self.players[seat]
        if not to_sled or not self._spots_for(player, card):
            player.hand.append(card)
            return
        may = ["to hand"] if self.rule["loose_place"] == "may" else []  # HS-A21
        move = yield from self._ask_spot(seat, card, *may)
        if move == "to hand":
            player.hand.append(card)
        else:
            player.sled[spot_of(move)] = card

    # -- HS-66 --

    def _husky_runaways(self, revealer: int) -> Steps[None]:
        for _ in range(2):
            huskies = huskies_of(self.centre)
            if not huskies:
                return
            move = yield revealer, [f"run away {card}" for card in huskies]
            card = move.removeprefix("run away ")
            self.centre.remove(card)
            self.gone.append(card)

    # -- HS-68 --

    def _sled_huskies(self, revealer: int) -> Steps[None]:
        lost = {}
        for seat in self._preparing(revealer):
            filled = self.players[seat].filled()
            if filled:
                lost[seat] = yield seat, [f"lose from sled {LETTERS[spot]}" for spot in filled]
        for seat, move in lost.items():
            self.gone.append(self._lift(seat, spot_of(move)))
