"""The oracle of hike-sled: set-up and Preparations, HS-2 to HS-35."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.hike_sled_loose import LooseHuskies
from oracle.hike_sled_table import (
    CARE,
    EQUIPMENT,
    LETTERS,
    LOOSE,
    YOUNGSTER,
    different,
    is_husky,
    spot_of,
)

if TYPE_CHECKING:
    from oracle.hike_sled_table import Steps


class Preparations(LooseHuskies):
    """From the deal until everybody is on the start or out."""

    # -- set-up --

    def _lay_track(self) -> None:
        """HS-2; the one that is turned by 90 degrees (HS-3) is number `rotated` of them."""
        between = [name for name in self.cards.landscapes if name not in ("start", "finish")]
        self.landscapes = self.draws.landscapes(between)
        self.laid = self.landscapes[: self.rule["landscapes"]]
        self.turned_up = 0

    def _deal(self) -> None:
        """HS-4, HS-62, HS-A20."""
        cards = [card for card in self.cards.points if card != YOUNGSTER]
        cards += [YOUNGSTER] * self.rule["youngsters"] + [EQUIPMENT] * self.rule["equipment"]
        cards += [CARE] * self.rule["deck_care"]
        self.deck = self.draws.husky_deck(cards)
        self.loose_removed = ""
        if not self.rule["loose"]:
            self._deal_from_deck()
            return
        loose = self.draws.loose()
        self.loose_removed = loose.removed
        if self.rule["loose_insert"] == "redraw":
            loose.insert(self.deck, loose.in_play)
            loose.insert(self.deck, self._deal_from_deck())
        else:
            self._deal_from_deck()
            loose.insert(self.deck, loose.in_play)

    def _deal_from_deck(self) -> list[str]:
        """Hands and centre; returns the loose cards that were met and replaced."""
        met: list[str] = []
        for player in self.players:
            player.hand = [self._deal_one(met) for _ in range(self.rule["dealt"])]
        self.centre = [self._deal_one(met) for _ in range(self.rule["centre"])]
        return met

    def _deal_one(self, met: list[str]) -> str:
        while self.deck[0] in LOOSE:
            met.append(self.deck.pop(0))
        return self.deck.pop(0)

    # -- days --

    def _preparations(self) -> Steps[None]:
        while not self._preparations_over():
            self.day += 1
            self.totals["prep_days"] = self.day
            if self.turned_up < len(self.laid):  # HS-9
                self.turned_up += 1
            for seat in self._round_from(self.first):  # HS-10
                if self.players[seat].preparing:
                    yield from self._turn(seat)
                else:
                    self._train(seat)
            if self.rule["prep_first"] == "rotate":  # HS-A24
                self.first = (self.first + 1) % self.n

    def _preparations_over(self) -> bool:
        """HS-32, HS-33, HS-A13; asked at the end of a day."""
        if not any(player.preparing for player in self.players):
            return True
        first = self.totals["first_declaration"]
        if first == 0:
            return self.day >= self.rule["max_prep_days"]
        return self.day >= first + self.rule["last_days"]

    def _train(self, seat: int) -> None:
        """HS-31."""
        player = self.players[seat]
        if player.care_pile:
            player.hand.append(player.care_pile.pop(0))
            self._count(seat, "care_collected")

    def _turn(self, seat: int) -> Steps[None]:
        """HS-10."""
        if not self.rule["declare_needs_action"] and (yield from self._declare(seat)):  # HS-A17
            return
        yield from self._reveal(seat)
        yield from self._action(seat)
        bonus = yield from self._bonus(seat)
        if self.rule["bonus_then_declare"] or not bonus:  # HS-A16
            yield from self._declare(seat)

    # -- revealing --

    def _reveal(self, seat: int) -> Steps[None]:
        """HS-11."""
        early = self.turned_up < self.rule["rotated"]
        for _ in range(self.rule["early_reveal" if early else "late_reveal"]):
            yield from self._reveal_one(seat)
        if self.rule["mentor_timing"] == "batch":  # HS-A18
            yield from self._mentors_together(seat)
        else:
            yield from self._mentors_one_by_one(seat)

    def _reveal_one(self, seat: int) -> Steps[None]:
        """One card to the centre, if there is one (HS-13); loose cards do not count (HS-63)."""
        while self.deck:
            card = self.deck.pop(0)
            if not self.deck:
                self.totals["deck_exhausted"] = 1
            if card not in LOOSE:
                self.centre.append(card)
                return
            yield from self._loose_card(seat, card)

    def _mentors_one_by_one(self, seat: int) -> Steps[None]:
        """HS-12."""
        while self.players[seat].mentors and self.deck:
            move = yield seat, ["reveal no more", "use a mentor"]
            if move == "reveal no more":
                return
            self._discard_mentors(seat, 1)
            yield from self._reveal_one(seat)

    def _mentors_together(self, seat: int) -> Steps[None]:
        most = min(self.players[seat].mentors, len(self.deck))
        if most == 0:
            return
        names = ["use no mentor", "use 1 mentor"]
        names += [f"use {number} mentors" for number in range(2, most + 1)]
        number = names.index((yield seat, names))
        self._discard_mentors(seat, number)
        for _ in range(number):
            yield from self._reveal_one(seat)

    def _discard_mentors(self, seat: int, number: int) -> None:
        self.players[seat].mentors -= number
        self._count(seat, "mentors_used", number)

    # -- the action --

    def _action(self, seat: int) -> Steps[None]:
        """Exactly one of HS-14 to HS-17; a pass only if there is none (HS-A13)."""
        player = self.players[seat]
        limit = self.rule["hand_limit"]  # HS-A22
        moves = [f"to sled {card}" for card in self._placeable(player, self.centre)]
        if not limit or len(player.hand) < limit:
            moves += [f"to hand {card}" for card in different(self.centre)]
        moves += [f"place {card}" for card in self._placeable(player, player.hand)]
        moves += [f"swap from {LETTERS[spot]}" for spot in player.filled()]
        move = yield seat, moves or ["pass"]
        if move.startswith("to sled "):
            yield from self._draft_to_sled(seat, move.removeprefix("to sled "))
        elif move.startswith("to hand "):
            self._draft_to_hand(seat, move.removeprefix("to hand "))
        elif move.startswith("place "):
            yield from self._place_from_hand(seat, move.removeprefix("place "))
        elif move.startswith("swap from "):
            yield from self._swap_in_sled(seat, spot_of(move))
        else:
            self._count(seat, "passes")

    def _draft_to_sled(self, seat: int, card: str) -> Steps[None]:
        """HS-14."""
        self._count(seat, "sled_drafts")
        self._count(seat, "youngsters_placed", int(card == YOUNGSTER))
        self.centre.remove(card)
        yield from self._place(seat, card)

    def _draft_to_hand(self, seat: int, card: str) -> None:
        """HS-15."""
        self._count(seat, "hand_drafts")
        if card in (CARE, EQUIPMENT):
            self._count(seat, f"{card}_drafted")
        self.centre.remove(card)
        self.players[seat].hand.append(card)

    def _place_from_hand(self, seat: int, card: str) -> Steps[None]:
        """HS-16."""
        self._count(seat, "places")
        self._count(seat, "youngsters_placed", int(card == YOUNGSTER))
        self.players[seat].hand.remove(card)
        yield from self._place(seat, card)

    def _swap_in_sled(self, seat: int, spot: int) -> Steps[None]:
        """HS-17."""
        self._count(seat, "swaps")
        player = self.players[seat]
        player.hand.append(self._lift(seat, spot))
        move = yield seat, [f"put in {card}" for card in self._placeable(player, player.hand)]
        card = move.removeprefix("put in ")
        player.hand.remove(card)
        yield from self._place(seat, card)

    def _bonus(self, seat: int) -> Steps[bool]:
        """HS-23; returns whether a youngster was placed."""
        player = self.players[seat]
        sources = {"centre": self.centre, "hand": player.hand}
        moves = [
            f"bonus from {name} on {LETTERS[spot]}"
            for name, cards in sources.items()
            if YOUNGSTER in cards
            for spot in self._spots_for(player, YOUNGSTER)
        ]
        if not moves:
            return False
        move = yield seat, ["no bonus", *moves]
        if move == "no bonus":
            return False
        sources[move.split()[2]].remove(YOUNGSTER)
        player.sled[spot_of(move)] = YOUNGSTER
        self._count(seat, "bonuses")
        self._count(seat, "youngsters_placed")
        return True

    # -- declaring --

    def _declare(self, seat: int) -> Steps[bool]:
        """HS-24 to HS-26; returns whether the player is ready to race now."""
        player = self.players[seat]
        if None in player.sled or (yield seat, ["wait", "declare"]) == "wait":
            return False
        player.declared_on = self.counters[seat]["declared_day"] = self.day
        self.totals["first_declaration"] = self.totals["first_declaration"] or self.day
        self.centre += [card for card in player.hand if is_husky(card)]
        player.hand = [card for card in player.hand if not is_husky(card)]  # HS-30
        yield from self._upgrade(seat)
        return True

    def _upgrade(self, seat: int) -> Steps[None]:
        """HS-27 to HS-29, one husky after the other from left to right and top to bottom."""
        player = self.players[seat]
        last = -1
        while EQUIPMENT in player.hand:
            spots = [
                spot
                for spot, card in enumerate(player.sled)
                if spot > last and len(self.cards.points[card]) == 1
            ]
            if not spots:
                return
            move = yield seat, ["upgrade no more", *(f"upgrade {LETTERS[s]}" for s in spots)]
            if move == "upgrade no more":
                return
            last = spot_of(move)
            player.hand.remove(EQUIPMENT)
            player.upgraded.add(last)
            self._count(seat, "equipment_on_huskies")

    # -- the end --

    def _end_preparations(self) -> None:
        """HS-34, HS-35, HS-A25."""
        self.racers = [seat for seat in range(self.n) if not self.players[seat].preparing]
        self.totals["racers"] = len(self.racers)
        uncollected = [card for player in self.players for card in player.care_pile]
        self.care_pile = self.draws.care_pile(0, self.aside + uncollected)
        self.aside = []
        self.gone += self.centre + [card for card in self.deck if card not in LOOSE]
        self.centre, self.deck = [], []
        self.turned_up = len(self.laid)
        for seat, player in enumerate(self.players):
            player.care_pile, player.mentors = [], 0
            if seat not in self.racers:
                self._count(seat, "out")
                self.gone += player.hand
                player.hand = []
