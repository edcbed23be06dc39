"""The oracle of hike-sled: the Race and its winner, HS-36 to HS-61."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.hike_sled_table import (
    CARE,
    DOUBLE,
    EQUIPMENT,
    LETTERS,
    TERRAINS,
    YOUNGSTER,
    Table,
    spot_of,
)

if TYPE_CHECKING:
    from oracle.hike_sled_chance import Draws
    from oracle.hike_sled_table import Player, Steps

LETTER_OF = {word: letter for letter, word in TERRAINS.items()}


class Race(Table):
    """From the start to the last field, or until nobody can go on."""

    draws: Draws
    laid: list[str]
    racers: list[int]

    # -- the track --

    def _build_track(self) -> None:
        """HS-36."""
        self.track = [
            printed for name in ("start", *self.laid, "finish") for printed in self._fields(name)
        ]
        self.totals["equipment_fields"] = sum("*" in printed for printed in self.track)
        for seat in self.racers:
            types = {
                terrain
                for spot in range(2 * self.columns)
                for terrain in self._points(seat, spot) + self._custom_types(seat, spot)
            }
            missing = {printed[0] for printed in self.track} - types
            self._count(seat, "cannot_finish", int(bool(missing)))

    def _fields(self, landscape: str) -> list[str]:
        return self.cards.landscapes[landscape]

    def _next_field(self, player: Player) -> str | None:
        """The field ahead, None on the last one."""
        return self.track[player.place] if player.place < len(self.track) else None

    # -- days --

    def _race(self) -> Steps[None]:
        """Days until the end of the game."""
        self.day = 0
        self.reached: list[int] = []  # the last field, today, in this order
        order: list[int] = []
        while True:
            if all(self._stuck(seat) for seat in self.racers):
                self._nobody_finishes("deadlock")  # HS-A15
                return
            if self.day >= self.rule["max_race_days"]:
                self._nobody_finishes("race cap")
                return
            self.day += 1
            self.totals["race_days"] = self.day
            order = self._order(order)
            for seat in order:
                yield from self._race_turn(seat)
            if self.reached:  # HS-53
                self._finish()
                return
            self._evening(order)

    def _clockwise(self) -> list[int]:
        """The racers from the first player on (HS-37)."""
        return [seat for seat in self._round_from(self.first) if seat in self.racers]

    def _order(self, yesterday: list[int]) -> list[int]:
        """HS-37, HS-A4: who moves when."""
        if self.day == 1:
            return self._clockwise()
        equals = self._clockwise()
        if self.rule["race_tie_order"] == "previous":
            equals = yesterday
        elif self.rule["race_tie_order"] == "random":
            equals = sorted(self.racers, key=self.draws.race_ties(self.day).__getitem__)
        return sorted(equals, key=lambda seat: self.players[seat].place)

    def _stuck(self, seat: int) -> bool:
        """At dawn: no husky can be used."""
        return not self._uses(seat)

    # -- points --

    def _points(self, seat: int, spot: int) -> list[str]:
        """The printed points of a husky; none for a youngster."""
        return self.cards.points[self.players[seat].sled[spot]]

    def _custom_types(self, seat: int, spot: int) -> list[str]:
        """HS-44, HS-A7: what the custom point of an upgraded husky may be."""
        player = self.players[seat]
        if spot not in player.upgraded:
            return []
        types = set(self._types_around(seat, spot))
        if self.rule["custom_chain"]:
            for beside in self._counting_neighbours(seat, spot):
                if beside in player.upgraded:
                    types |= self._types_around(seat, beside)
        if self.rule["custom_own"]:
            types |= set(self._points(seat, spot))
        return [terrain for terrain in TERRAINS if terrain in types]

    def _counting_neighbours(self, seat: int, spot: int) -> list[int]:
        """HS-48: resting huskies give no custom types."""
        resting = self.players[seat].resting
        around = self.neighbours[spot].values()
        return [beside for beside in around if self.rule["custom_resting"] or beside not in resting]

    def _types_around(self, seat: int, spot: int) -> set[str]:
        return {
            terrain
            for beside in self._counting_neighbours(seat, spot)
            for terrain in self._points(seat, beside)
        }

    # -- a turn --

    def _race_turn(self, seat: int) -> Steps[None]:
        """HS-41, HS-42."""
        player = self.players[seat]
        if self._stuck(seat):
            self.counters[seat]["stuck"] = 1
        while self._next_field(player) is not None:
            move = yield seat, self._steps_of_day(seat)
            if move == "stop":
                return
            if move.startswith("use "):
                yield from self._use(seat, move)
            else:
                self._use_care(seat, move)
        self.reached.append(seat)

    def _steps_of_day(self, seat: int) -> list[str]:
        uses, cares = self._uses(seat), []
        if not uses or self._care_beside_uses(seat):
            cares = self._cares(seat)
        stop = ["stop"] if self._may_stop(seat, uses, cares) else []
        return stop + uses + cares

    def _uses(self, seat: int) -> list[str]:
        """HS-40: the huskies that can move at least one field, with their custom point (HS-44)."""
        player = self.players[seat]
        ahead = self._next_field(player)
        if ahead is None:
            return []
        moves = []
        for spot in range(len(player.sled)):
            if spot in player.tired or spot in player.resting:
                continue
            points, name = self._points(seat, spot), LETTERS[spot]
            types = self._custom_types(seat, spot)
            if not types and ahead[0] in points:
                moves.append(f"use {name}")
            moves += [
                f"use {name} as {TERRAINS[terrain]}"
                for terrain in types
                if ahead[0] in [*points, terrain]
            ]
        return moves

    def _care_beside_uses(self, seat: int) -> bool:
        """HS-A9: every use would begin with an equipment field, and there is nothing to pay."""
        player = self.players[seat]
        unpaid = self._equipment_ahead(player) and EQUIPMENT not in player.hand
        return unpaid and not self.rule["penalty_blocks_care"]

    def _equipment_ahead(self, player: Player) -> bool:
        ahead = self._next_field(player)
        return ahead is not None and "*" in ahead

    def _cares(self, seat: int) -> list[str]:
        """HS-50 to HS-52."""
        player = self.players[seat]
        moves = []
        if CARE in player.hand:
            moves += [f"care on {LETTERS[spot]}" for spot in sorted(player.tired)]
        if DOUBLE in player.hand:
            moves += [
                f"double care on {LETTERS[upper]}/{LETTERS[upper + self.columns]}"
                for upper in range(self.columns)
                if {upper, upper + self.columns} & player.tired
            ]
        return moves

    def _may_stop(self, seat: int, uses: list[str], cares: list[str]) -> bool:
        """HS-41, HS-55, HS-A6, HS-A27. An open card is the only care card of its owner."""
        player = self.players[seat]
        if player.open_care:
            if uses and self.rule["forced_care_blocks_stop"]:
                return False
            if not uses and cares:
                return False
        return not uses or self.rule["voluntary_stop"] or self._equipment_ahead(player)

    # -- using a husky --

    def _use(self, seat: int, move: str) -> Steps[None]:
        """HS-38, HS-39."""
        player = self.players[seat]
        _, letter, *custom = move.split()
        spot = LETTERS.index(letter)
        points = list(self._points(seat, spot))
        if custom:
            points.append(LETTER_OF[custom[1]])  # HS-43
        player.tired.add(spot)
        self._count(seat, "uses")
        moved = 0
        while (ahead := self._next_field(player)) is not None and ahead[0] in points:
            ask = moved and self.rule["partial_spend"] == "allowed"  # HS-A6
            if ask and (yield seat, ["go on", "stop here"]) == "stop here":
                return
            paid = True
            if "*" in ahead:
                answer = yield from self._ask_equipment(seat, moved)
                if answer == "do not enter":
                    return
                paid = answer == "pay equipment"
            points.remove(ahead[0])
            player.place += 1
            moved += 1
            if not paid:
                yield from self._rest(seat)
                return

    def _ask_equipment(self, seat: int, moved: int) -> Steps[str]:
        """HS-45, HS-46."""
        player = self.players[seat]
        moves = ["pay equipment"] if EQUIPMENT in player.hand else []
        moves.append("enter and rest")
        if moved:
            moves.append("do not enter")
        answer = yield seat, moves
        if answer == "pay equipment":
            player.hand.remove(EQUIPMENT)
            self.gone.append(EQUIPMENT)
            self._count(seat, "equipment_on_fields")
        return answer

    def _rest(self, seat: int) -> Steps[None]:
        """HS-47, HS-A23."""
        player = self.players[seat]
        self._count(seat, "penalties")
        for _ in range(self.rule["rest"]):
            awake = [spot for spot in range(len(player.sled)) if spot not in player.resting]
            if not awake:
                return
            ready = [spot for spot in awake if spot not in player.tired]
            spots = [spot for spot in ready if self._counts_as_ready(player, spot)] or awake
            move = yield seat, [f"rest {LETTERS[spot]}" for spot in spots]
            player.resting.add(spot_of(move))
            player.tired.discard(spot_of(move))

    def _counts_as_ready(self, player: Player, spot: int) -> bool:
        """HS-A8: of a husky that is neither tired nor resting."""
        return player.sled[spot] != YOUNGSTER or self.rule["youngster_ready"]

    # -- care --

    def _use_care(self, seat: int, move: str) -> None:
        """HS-50, HS-51."""
        player = self.players[seat]
        double = move.startswith("double")
        for letter in move.rpartition(" ")[2].split("/"):
            player.tired.discard(LETTERS.index(letter))
        self._count(seat, "double_care_used" if double else "care_used")
        self._discard_care(player, DOUBLE if double else CARE)

    def _discard_care(self, player: Player, card: str) -> None:
        player.hand.remove(card)
        if not player.substitute:
            self.care_discards.append(card)
        player.open_care = player.substitute = False  # it was the only one

    # -- the evening --

    def _evening(self, order: list[int]) -> None:
        """HS-54 to HS-57."""
        self._unused_open_cards()
        leader = max(self.players[seat].place for seat in self.racers)
        by_day = self.rule["catchup_order"] == "race_order"  # HS-A26
        for seat in order if by_day else self._clockwise():
            player = self.players[seat]
            if leader - player.place >= self.rule["catchup_gap"] and not player.care():
                self._catch_up(seat)
        for seat in self.racers:
            self.players[seat].tired = set()

    def _unused_open_cards(self) -> None:
        """HS-A10."""
        for seat in self.racers:
            player = self.players[seat]
            if not player.open_care:
                continue
            if self.rule["forced_care"] == "lapse":
                player.open_care = False
            elif self.rule["forced_care"] == "discard":
                self._discard_care(player, player.care()[0])

    def _catch_up(self, seat: int) -> None:
        """HS-54, HS-56."""
        player = self.players[seat]
        self._count(seat, "catch_up")
        player.open_care = True
        if not self.care_pile and self.care_discards:
            self.totals["care_shuffles"] += 1
            self.care_pile = self.draws.care_pile(self.totals["care_shuffles"], self.care_discards)
            self.care_discards = []
        if self.care_pile:
            player.hand.append(self.care_pile.pop(0))
        else:
            player.hand.append(self._substitute())
            player.substitute = True

    def _substitute(self) -> str:
        """HS-A11."""
        given = self.totals["care_substitutes"]
        self.totals["care_substitutes"] += 1
        if self.rule["care_proxy"] == "random":
            return self.draws.substitute(given)
        return CARE if self.rule["care_proxy"] == "single" else DOUBLE

    # -- the end of the game --

    def _finish(self) -> None:
        """HS-59."""
        self.totals["finishers"] = len(self.reached)
        for seat in self.reached:
            self.counters[seat]["finished"] = 1
        self._end_race("finish", self._best(list(self.reached)))

    def _nobody_finishes(self, reason: str) -> None:
        """HS-A15: the furthest wins, at dawn."""
        if self.rule["deadlock"] == "void":
            self._end_race(reason, [])
            return
        furthest = max(self.players[seat].place for seat in self.racers)
        there = [seat for seat in self.racers if self.players[seat].place == furthest]
        self._end_race(reason, self._best(there))

    def _end_race(self, reason: str, winners: list[int]) -> None:
        self.end_reason, self.winners = reason, winners

    def _best(self, seats: list[int]) -> list[int]:
        """The winners among seats that are equally far, and what decides is counted."""
        if len(seats) == 1:
            self.totals["won_alone"] = 1
            return seats
        most = max(self._readiness(seat) for seat in seats)
        seats = [seat for seat in seats if self._readiness(seat) == most]
        if len(seats) == 1:
            self.totals["won_ready"] = 1  # HS-60
            return seats
        fewest = min(self._printed(seat) for seat in seats)
        seats = [seat for seat in seats if self._printed(seat) == fewest]
        if len(seats) == 1:
            self.totals["won_points"] = 1  # HS-61
            return seats
        self.totals["won_final"] = 1
        return self._final_tie(seats)

    def _final_tie(self, seats: list[int]) -> list[int]:
        """HS-A12; there is no order where nobody has reached the last field."""
        if self.rule["final_tie"] == "random":
            return [self.draws.final_tie(seats)]
        if self.rule["final_tie"] == "order" and self.reached:
            return [next(seat for seat in self.reached if seat in seats)]
        return seats

    def _readiness(self, seat: int) -> int:
        """HS-60."""
        player = self.players[seat]
        tired = player.tired if self.rule["tiebreak_time"] == "before_reset" else set()  # HS-A19
        spots = set(range(len(player.sled))) - player.resting - tired
        ready = sum(self._counts_as_ready(player, spot) for spot in spots)
        return ready + player.hand.count(CARE) + 2 * player.hand.count(DOUBLE)

    def _printed(self, seat: int) -> int:
        """HS-61: all points in the sled, resting huskies' too, custom points not."""
        return sum(len(self._points(seat, spot)) for spot in range(2 * self.columns))
