"""Hide N Seek: a slow, literal reference to check a compiled game against.

Written from the rulebook only; HN-.. are clauses of analyzer/games/hide_n_seek/rules.md. Seats are
0-based and run clockwise, cards are numbers, dice are the faces they show. Every choice is asked by
a method that yields the names of the moves and what each of them does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from oracle.hide_n_seek_map import Map
from oracle.hide_n_seek_symbols import Counts, effects, seeking, steps_of
from oracle.hide_n_seek_tables import Card, OracleError, resolve_rules, tables

if TYPE_CHECKING:
    from oracle.hide_n_seek_luck import Luck

Options = Iterator[tuple[str, Callable[[], None]]]


SEAT_COUNTERS = (
    "turns rolls dice_rolled barren_rolls dice_laid dice_taken_off dice_sent_home cards_won "
    "limit_discards free_discards played_move played_hole played_trunk played_overtrunk "
    "played_fwd played_back played_back2 steps_made steps_lost jumps fwd_own pawns_sent_back "
    "own_sent_back trunks_placed trunks_moved actions_unused"
)
GAME_COUNTERS = "turns decisions won_on_anothers_turn unfinished"


class Game:
    """One game, moved forward by play(). Everything not starting with _ may be compared."""

    def __init__(self, players: int, rules: Mapping[str, Any], chance: Luck) -> None:
        if not 2 <= players <= 4:  # HN-1
            raise OracleError(f"Hide N Seek is for 2 to 4 players, not {players}")
        self.players, self.chance = players, chance
        self.rules = resolve_rules(rules)
        table = tables(self.rules)
        self.cards: dict[int, Card] = {card.number: card for card in table.cards}
        self.box = table.components
        self.maps = [Map(*one, rules=self.rules) for one in table.maps]
        self._lay_out_cards()
        self._lay_out_maps()
        self.counters = [dict.fromkeys(SEAT_COUNTERS.split(), 0) for _ in range(players)]
        self.totals: dict[str, Any] = dict.fromkeys(GAME_COUNTERS.split(), 0)
        self.round, self.over = 0, False
        self.winners: list[int] = []
        random_start = self.rules["first_player"] == "random"
        self.first = chance.first_player(players) if random_start else 0  # HN-A5
        self.seat: Any = self.first
        self._before_the_first_turn(0)
        self._moves = self._list()

    def _lay_out_cards(self) -> None:
        """HN-5."""
        self.deck = self.chance.deck(sorted(self.cards))
        assert sorted(self.deck) == sorted(self.cards), "the deck is not all cards"
        self.row: list[int | None] = [self.deck.pop(0) for _ in range(self.box["row_size"])]
        self.seen = set(self.row)  # cards that have been face up
        self.hands: list[list[int]] = [[] for _ in range(self.players)]
        # The faces that each seat has lying on each place of the row.
        self.laid: list[list[list[int]]] = [[[] for _ in self.row] for _ in range(self.players)]
        self.rolled: list[int] = []  # free dice of the seat in turn that show a face (HN-22)

    def _lay_out_maps(self) -> None:
        """HN-2, HN-3, HN-6, HN-7."""
        random_places = self.rules["hide_map"] == "random"
        places = self.chance.hiding_places() if random_places else range(4)  # HN-A6
        self.own_map = list(places)[: self.players]
        for number, one in enumerate(self.maps):
            hidden = number in self.own_map
            one.set_up(self.players, self.own_map.index(number) if hidden else None)
            if not hidden and self.rules["fixed_trunks"]:  # HN-A29
                one.pile = self._agreed_arrow(one)

    def _agreed_arrow(self, one: Map) -> int | None:
        """HN-A29: the agreed arrow, or else the last legal one before the goal, if any is legal."""
        legal, agreed = one.arrows_for_a_pile(), self.rules["fixed_trunk_arrow"]
        if agreed is None:
            return max(legal, default=None)
        if agreed not in legal:
            raise OracleError(f"no pile may lie on arrow {agreed} of the {one.name}")
        return agreed

    def _count(self, what: str, n: int = 1, seat: int | None = None) -> None:
        self.counters[self.seat if seat is None else seat][what] += n

    # Moves

    def moves(self) -> list[str]:
        """Legal moves of the seat to act, in the fixed order; empty when the game is over."""
        return list(self._moves)

    def _list(self) -> dict[str, Callable[[], None]]:
        return {} if self.over else dict(self.ask())

    def play(self, move: str) -> None:
        if move not in self._moves:
            raise OracleError(f"not legal: {move!r}; legal are {self.moves()}")
        self.totals["turns"] += 1
        self.totals["decisions"] += len(self._moves) > 1
        self._moves[move]()
        self._moves = self._list()

    # Turns

    def _before_the_first_turn(self, hider: int) -> None:
        """HN-A38: each hider chooses where his pile lies, in the order of seats."""
        if not self.rules["trunk_at_start"] or hider == self.players:
            self.seat, self.round = self.first, 1
            self._begin_turn()
            return
        self.seat = hider
        if not self._own_map().arrows_for_a_pile():
            self._before_the_first_turn(hider + 1)
            return
        self.ask = partial(self._first_piles, hider)

    def _first_piles(self, hider: int) -> Options:
        for arrow in self._own_map().arrows_for_a_pile():
            yield f"trunks on arrow {arrow}", partial(self._put_first_pile, hider, arrow)

    def _own_map(self) -> Map:
        return self.maps[self.own_map[self.seat]]

    def _put_first_pile(self, hider: int, arrow: int) -> None:
        self._own_map().pile = arrow
        self._before_the_first_turn(hider + 1)

    def _begin_turn(self) -> None:
        """HN-9, HN-22: three actions; all free dice are not rolled."""
        self._count("turns")
        self.actions, self.rolls = self.box["actions_per_turn"], 0
        self.rolled = []
        self.won_now: list[int] = []  # cards won in this turn (HN-A32)
        self.laid_out: set[int] = set()  # places of the row laid out since the roll (HN-A9)
        if self._all_found(self.seat):  # HN-A30: he came home in another's turn
            self._finish(self.seat)
            self.totals["won_on_anothers_turn"] = 1
            return
        self._go_on()

    def _go_on(self) -> None:
        """The menu; after the last action only if there is something left to do for nothing."""
        if self.over:
            return
        if self.actions == 0 and not self._lays() and not self.hands[self.seat]:
            self._end_turn()
            return
        self.ask = self._menu

    def _end_turn(self) -> None:
        """HN-A36: a round is a turn of everybody, from the first player on."""
        self._count("actions_unused", self.actions)
        self.rolled = []
        self.seat = (self.seat + 1) % self.players
        if self.seat == self.first:
            if self.round == self.rules["max_rounds"]:
                self._finish(None)
                return
            self.round += 1
        self._begin_turn()

    def _menu(self) -> Options:
        """HN-9, HN-10: what can be done now, in any order."""
        if self.actions > 0 and self._free():  # HN-A34
            yield "roll", self._roll
        if self.actions > 0:
            yield from self._plays()
        yield from self._lay_options(self._lays())
        if self.hands[self.seat] or any(self.laid[self.seat]):
            yield "tidy", partial(setattr, self, "ask", self._tidy)
        if self.actions == 0 or self.rules["may_pass"]:  # HN-A7
            yield "end turn", self._end_turn

    # Dice

    def _free(self) -> int:
        """Dice of the seat in turn that lie on no card (HN-12)."""
        return self.box["dice_per_player"] - sum(map(len, self.laid[self.seat]))

    def _roll(self) -> None:
        """HN-12, HN-14: an action is spent; HN-A8: which dice, if that may be chosen."""
        self.actions -= 1
        if self.rules["roll_subset"]:
            shown = sorted(set(self.rolled))
            groups = [(face, self.rolled.count(face)) for face in shown]
            not_rolled = self._free() - len(self.rolled)
            groups += [(None, not_rolled)] if not_rolled else []
            self.ask = partial(self._how_many, groups, [])
        else:
            self.rolled = []
            self._throw(self._free())

    def _how_many(self, groups: list[tuple[int | None, int]], chosen: list[int]) -> Options:
        """HN-A8: one group after the other; at least one die must be rolled."""
        face, count = groups[len(chosen)]
        last = len(chosen) == len(groups) - 1
        least = 1 if last and not any(chosen) else 0
        for n in range(least, count + 1):
            dice = "not rolled" if face is None else f"showing {face}"
            yield f"roll {n} of the dice {dice}", partial(self._chose, groups, [*chosen, n])

    def _chose(self, groups: list[tuple[int | None, int]], chosen: list[int]) -> None:
        face, _ = groups[len(chosen) - 1]
        for _ in range(chosen[-1] if face is not None else 0):
            self.rolled.remove(face)
        if len(chosen) < len(groups):
            self.ask = partial(self._how_many, groups, chosen)
        else:
            self._throw(sum(chosen))

    def _throw(self, m: int) -> None:
        """Dice that are kept show what they showed (HN-A8)."""
        turn = self.counters[self.seat]["turns"] - 1
        faces = self.chance.dice(self.seat, turn, self.rolls, m, self.box["dice_faces"])
        self.rolled = sorted(self.rolled + faces)
        self._count("rolls")
        self._count("dice_rolled", m)
        self.rolls += 1
        self.laid_out = set()
        self._count("barren_rolls", not self._matches())
        self._after_laying()

    def _lay_now(self) -> Options:
        """HN-A9 "roll_only": laying comes directly after the roll, and nothing in between."""
        yield from self._lay_options(self._matches())
        yield "done", self._go_on

    def _lay_options(self, lays: list[tuple[int, int]]) -> Options:
        for face, place in lays:
            yield f"lay {face} on card {self.row[place]}", partial(self._lay, face, place)

    def _lays(self) -> list[tuple[int, int]]:
        """Dice that may be laid from the menu (HN-A9)."""
        return [] if self.rules["late_placing"] == "roll_only" else self._matches()

    def _matches(self) -> list[tuple[int, int]]:
        """HN-13: a shown face, and a place whose card wants more of it from this player."""
        found = []
        for face in sorted(set(self.rolled)):
            for place, number in enumerate(self.row):
                if number is not None and self._takes(place, self.cards[number], face):
                    found.append((face, place))
        return found

    def _takes(self, place: int, card: Card, face: int) -> bool:
        if face not in card.need:
            return False
        mine = self.laid[self.seat][place]
        if mine.count(face) >= card.need.count(face):
            return False
        if self.rules["late_placing"] == "no_refill" and place in self.laid_out:  # HN-A9
            return False
        full = len(self.hands[self.seat]) >= self.box["hand_limit"]
        completes = len(mine) + 1 == len(card.need)
        return not (self.rules["overflow"] == "block" and full and completes)  # HN-A12

    def _lay(self, face: int, place: int) -> None:
        """HN-13, HN-16; HN-18: as soon as the card is complete it is won."""
        self.rolled.remove(face)
        self._count("dice_laid")
        mine = self.laid[self.seat][place]
        mine.append(face)
        mine.sort()
        number = self.row[place]
        if tuple(mine) == self.cards[number].need:  # HN-20: his own dice alone
            self._win_card(place)
        else:
            self._after_laying()

    def _after_laying(self) -> None:
        if self.rules["late_placing"] == "roll_only" and self._matches():
            self.ask = self._lay_now
        else:
            self._go_on()

    def _win_card(self, place: int) -> None:
        """HN-18, HN-19: all dice on it go home, not rolled; HN-23, HN-24: refill, and the limit."""
        number = self.row[place]
        for seat in range(self.players):
            if seat != self.seat:
                self._count("dice_sent_home", len(self.laid[seat][place]), seat)
            self.laid[seat][place] = []
        self.row[place] = None
        hand = self.hands[self.seat]
        hand.append(number)
        hand.sort()
        self.won_now.append(number)
        self._count("cards_won")
        if len(hand) <= self.box["hand_limit"]:
            self._refill()
            self._after_laying()
            return
        if not self.rules["overflow_before_refill"]:
            self._refill()
        self.ask = self._too_many

    def _too_many(self) -> Options:
        """HN-24, HN-A12: with more cards than a hand may hold, any one goes."""
        for number in self._different(self.hands[self.seat]):
            yield f"discard card {number}", partial(self._discard_one_too_many, number)

    def _discard_one_too_many(self, number: int) -> None:
        self._count("limit_discards")
        self.hands[self.seat].remove(number)
        self._to_bottom(number)
        self._after_laying()

    def _refill(self) -> None:
        """HN-23; HN-A13: a place stays empty for as long as the deck is."""
        for place, number in enumerate(self.row):
            if number is None and self.deck:
                self.row[place] = self.deck.pop(0)
                self.laid_out.add(place)
                self.seen.add(self.row[place])

    def _to_bottom(self, number: int) -> None:
        """HN-26."""
        self.deck.append(number)
        self._refill()

    # Tidying: taking dice off, discarding

    def _tidy(self) -> Options:
        """HN-17, HN-25: one die off, or one card away."""
        for face, (place, number) in product(
            range(1, self.box["dice_faces"] + 1), enumerate(self.row)
        ):
            if face in self.laid[self.seat][place]:
                yield f"take {face} off card {number}", partial(self._take_off, face, place)
        for number in self._different(self.hands[self.seat]):
            yield f"discard card {number}", partial(self._discard, number)

    def _take_off(self, face: int, place: int) -> None:
        """HN-17, HN-22: the die counts for nothing until it is rolled."""
        self.laid[self.seat][place].remove(face)
        self._count("dice_taken_off")
        self._go_on()

    def _discard(self, number: int) -> None:
        self._count("free_discards")
        self.hands[self.seat].remove(number)
        self._to_bottom(number)
        self._go_on()

    def _different(self, numbers: list[int]) -> list[int]:
        """Of cards that are alike the one with the lowest number."""
        found: list[int] = []
        for number in sorted(numbers):
            if not any(self.cards[number].equals(self.cards[other]) for other in found):
                found.append(number)
        return found

    # Cards played

    def _plays(self) -> Options:
        """HN-27: one of the two symbols; HN-A14: not for nothing."""
        hand = self.hands[self.seat]
        if not self.rules["play_won_same_turn"]:  # HN-A32
            hand = [number for number in hand if number not in self.won_now]
        for number in self._different(hand):
            for symbol in dict.fromkeys(self.cards[number].symbols):
                if self.rules["null_play"] or self._effects(symbol):
                    name = f"play {symbol} of card {number}"
                    yield name, partial(self._play_card, number, symbol)

    def _effects(self, symbol: str) -> dict[str, Callable[[], Counts]]:
        return dict(effects(symbol, self.seat, self.maps, self.rules))

    def _play_card(self, number: int, symbol: str) -> None:
        """HN-11, HN-26: the effect is chosen and happens at once."""
        steps = steps_of(symbol)
        self._count("played_move" if steps else f"played_{symbol.lower()}")
        self.actions -= 1
        self.hands[self.seat].remove(number)
        self._to_bottom(number)
        if self._effects(symbol):
            self.ask = partial(self._targets, symbol)
        else:  # HN-A14
            self._count("steps_lost", steps)
            self._go_on()

    def _targets(self, symbol: str) -> Options:
        for name, effect in self._effects(symbol).items():
            yield name, partial(self._resolve, effect)

    def _resolve(self, effect: Callable[[], Counts]) -> None:
        for seat, what, n in effect():
            self._count(what, n, seat)
        self._look_for_a_winner()
        self._go_on()

    # The end

    def _all_found(self, seat: int) -> bool:
        """HN-8; HN-A31: do maps without a hider count?"""
        every = self.rules["finish_empty_maps"]
        return all(one.home(seat) for one in self.maps if every or one.hider is not None)

    def _look_for_a_winner(self) -> None:
        """HN-8, HN-A30."""
        found = [seat for seat in range(self.players) if self._all_found(seat)]
        if not self.rules["win_any_turn"]:
            found = [seat for seat in found if seat == self.seat]
        assert len(found) <= 1, "two players never come home by one move"
        if found:
            self._finish(found[0])

    def _finish(self, winner: int | None) -> None:
        self.winners = [] if winner is None else [winner]
        self.totals["won_on_anothers_turn"] = int(winner not in (None, self.seat))
        self.totals["unfinished"] = int(winner is None)
        self.totals["end_reason"] = "round cap" if winner is None else "all found"
        self.over = True

    def goals(self, seat: int) -> int:
        return sum(one.home(seat) for one in seeking(seat, self.maps))

    @property
    def scores(self) -> list[int]:
        """Goals reached, then the sum of the positions of the seeking pawns."""
        return [
            100 * self.goals(seat) + sum(one.pawns[seat] for one in seeking(seat, self.maps))
            for seat in range(self.players)
        ]
