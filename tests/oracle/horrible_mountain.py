"""Slow, literal reference implementation of Escape From Horrible Mountain 2.

Written from the rulebook (clause ids HM-...). Cards are strings ("2C"), cubes
are colour words. EM = Evil Master, ADV = unwitting adventurer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Any, Protocol

DECK = [rank + suit for rank in "23456" for suit in "CDHS"]  # HM-2; also the card order
COLOURS = ["red", "yellow", "blue", "green", "white"]  # red, yellow: EM; blue, green: ADV
POINTS = {  # HM-33, in the order of the printed table
    "straight_flush": 14,
    "four_of_a_kind": 10,
    "full_house": 8,
    "straight": 6,
    "three_of_a_kind": 5,
    "two_pair": 4,
    "one_pair": 2,
    "nothing": -1,
}
LINES = list(POINTS)
# fmt: off
SEAT_COUNTERS = [
    "evil_master", "placed_2_6", "player_turns", "draws", "card_swaps", "table_takes",
    "discard_takes", "cube_swaps", "claims", "specials", "limit_discards", "run_outs",
    "hand_points", "cube_points", "cubes", "cards", *("hand_" + line for line in LINES),
    *("dealt_" + rank for rank in "23456"), *("points_dealt_" + rank for rank in "23456"),
]
# fmt: on
Options = Iterator[tuple[str, Callable[[], None]]]  # move names and what they do

CHOICES: dict[str, list[Any]] = {  # first value = default
    "overflow_timing": ["before_replacement", "after_replacement"],  # HM-A1
    "overflow_in_reshuffle": [False, True],  # HM-A2
    "tiebreak_hand": ["full_poker", "category"],  # HM-A3
    "tiebreak_short": ["longer_wins", "tie"],  # HM-A4
    "on_cap": ["stalled", "score"],  # HM-A5
    "two_card_order": ["choice", "random"],  # HM-A6
    "see_first_card": [True, False],  # HM-A8
    "roles": ["fixed", "random"],  # HM-A9
    "special_overflow": ["on_top", "in_reorder"],  # HM-A12
    "run_out": ["last_card_taken", "needed_while_empty"],  # HM-A20
    "variant": [False, True],  # HM-42
    "first_placer": ["adventurer", "evil_master"],  # HM-9
}
NUMBERS: dict[str, tuple[int, int, int]] = {  # default, lowest, highest
    "max_turns": (1000, 1, 1_000_000),  # HM-A5
    "hand_limit": (5, 3, 6),  # HM-26
    "run_outs": (3, 1, 10),  # HM-32
    **{line: (points, -100, 100) for line, points in POINTS.items()},
    **{f"cube_{rank}": (rank, -100, 100) for rank in range(2, 7)},  # HM-37
}


class OracleError(AssertionError):
    """An illegal move, impossible chance or broken invariant."""


class Chance(Protocol):
    """Where the oracle gets its random results."""

    def roles(self) -> int: ...  # the seat that is EM (only asked with roles="random")
    def table_deck(self) -> list[str]: ...  # the 20 cards, first revealed first
    def loose(self) -> list[str]: ...  # the 15 cards beside the table, top first
    def reshuffle(self, k: int, cards: list[str]) -> list[str]: ...  # new Draw Pile, top first
    def coin(self) -> bool: ...  # True: the first-named of two discards ends on top


def need(condition: object, text: str) -> None:
    if not condition:
        raise OracleError(text)


def resolve(rules: dict[str, Any]) -> dict[str, Any]:
    """All rules, from the ones that differ from the defaults."""
    full: dict[str, Any] = {name: values[0] for name, values in CHOICES.items()}
    full |= {name: default for name, (default, _, _) in NUMBERS.items()}
    for name, value in rules.items():
        need(name in full, f"unknown rule {name}")
        if name in CHOICES:
            need(value in CHOICES[name], f"{name}={value!r}")
        else:
            need(NUMBERS[name][1] <= value <= NUMBERS[name][2], f"{name}={value!r}")
    return full | rules


def lines_of(hand: Sequence[str]) -> list[str]:
    """Every line of the printed table that the hand fits (HM-33..36)."""
    of_rank = [*sorted(Counter(card[0] for card in hand).values(), reverse=True), 0, 0]
    fits = {
        "straight_flush": any(all(r + s in hand for r in "23456") for s in "CDHS"),
        "four_of_a_kind": of_rank[0] >= 4,
        "full_house": of_rank[0] >= 3 and of_rank[1] >= 2,
        "straight": {card[0] for card in hand} == set("23456"),  # HM-34
        "three_of_a_kind": of_rank[0] >= 3,
        "two_pair": of_rank[1] >= 2,
        "one_pair": of_rank[0] >= 2,
    }
    return [line for line in LINES if fits.get(line)] or ["nothing"]


def best_line(hand: Sequence[str], values: dict[str, Any]) -> tuple[int, int]:
    """(points, minus the line number) of the highest valued line the hand fits."""
    return max((values[line], -LINES.index(line)) for line in lines_of(hand))


def groups(hand: Sequence[str]) -> list[tuple[int, int]]:
    """(multiplicity, rank), highest first (HM-A4)."""
    count = Counter(int(card[0]) for card in hand)
    return sorted(((many, rank) for rank, many in count.items()), reverse=True)


def poker_hand(hand: Sequence[str], values: dict[str, Any]) -> tuple[tuple[int, int], Any]:
    """The best poker hand of at most five cards: its line, then its rank groups."""
    fives = combinations(hand, min(5, len(hand)))
    return max((best_line(five, values), groups(five)) for five in fives)


def better_hand(one: Sequence[str], two: Sequence[str], rules: dict[str, Any]) -> int:
    """1 if hand one wins tie-break HM-39, -1 if hand two does, 0 if neither."""
    (line1, groups1), (line2, groups2) = poker_hand(one, rules), poker_hand(two, rules)
    if line1 != line2:
        return 1 if line1 > line2 else -1
    if rules["tiebreak_hand"] == "category":  # HM-A3
        return 0
    for group1, group2 in zip(groups1, groups2, strict=False):
        if group1 != group2:
            return 1 if group1 > group2 else -1
    if rules["tiebreak_short"] == "tie" or len(groups1) == len(groups2):  # HM-A4
        return 0
    return 1 if len(groups1) > len(groups2) else -1


class Game:
    """One game. Seats 0 and 1; `em` is the seat of the Evil Master."""

    seat: int | None  # who decides now
    pile: list[str]  # the Cube Pile

    def __init__(self, players: int, rules: dict[str, Any], chance: Chance) -> None:
        need(players == 2, "two players")  # HM-1
        self._blank(rules, chance)
        self.em = chance.roles() if self.rules["roles"] == "random" else 0  # HM-A9
        need(self.em in (0, 1), "roles")
        self.counters[self.em]["evil_master"] = 1
        self._build_table()
        self.control[self.em] = ["red", "yellow"]  # HM-6, HM-A17
        self.control[1 - self.em] = ["blue", "green"]
        self.cubes[2] = "white"  # HM-7: slot 2 holds the rank-4 card
        self.pile = ["white"]
        self._deal(1)  # HM-8
        self.stage = "place"
        self.seat = self.em if self.rules["first_placer"] == "evil_master" else 1 - self.em
        self._check()

    def _blank(self, rules: dict[str, Any], chance: Chance | None) -> None:
        self.rules = resolve(rules)
        self.chance: Any = chance
        self.em = 0
        self.table = [""] * 5  # card of each slot; slot i starts with rank i + 2
        self.cubes = [""] * 5  # colour of the cube of each slot
        self.control: list[list[str]] = [[], []]
        self.pile = []
        self.hands: list[list[str]] = [[], []]
        self.dealt: list[list[str]] = [[], []]  # the hands of the first turn
        self.known: list[set[str]] = [set(), set()]  # hand cards the opponent has seen
        self.draw: list[str] = []  # top first
        self.discard: list[str] = []  # bottom first
        self.aside = ""  # a card held aside (HM-29, HM-A12)
        self.sorted: list[str] = []  # the order chosen so far, top first (HM-44)
        self.runs = 0
        self.used = [False, False]  # special action of each seat (HM-42)
        self.seat = None
        self.stage = "turn"  # place, turn, limit, take, top, over
        self.action = ""  # what the seat does in this turn
        self.hole = -1  # slot waiting for its replacement during a sixth-card discard
        self.scores = [0, 0]
        self.winners: list[int] = []
        self.counters: list[dict[str, int]] = [dict.fromkeys(SEAT_COUNTERS, 0) for _ in range(2)]
        self.totals: dict[str, Any] = dict.fromkeys(
            ["turns", "player_turns", "decisions", "run_outs", "reshuffles", "pile_cards"], 0
        )
        self.totals |= {"everybody_loses": 0, "end_reason": "", "decided_by": ""}

    @classmethod
    def from_position(
        cls, rules: dict[str, Any] | None = None, chance: Chance | None = None, **position: Any
    ) -> Game:
        """A game at the start of a turn: table, cubes (by slot), control, pile, hands, draw (top
        first), discard (bottom first); optional runs=0, seat=0, used, player_turns=0. EM is 0."""
        game = cls.__new__(cls)
        game._blank(rules or {}, chance)
        game.counters[0]["evil_master"] = 1
        game.table, game.cubes = list(position["table"]), list(position["cubes"])
        game.control = [sorted(own, key=COLOURS.index) for own in position["control"]]
        game.pile = sorted(position["pile"], key=COLOURS.index)
        game.hands = [sorted(hand) for hand in position["hands"]]
        game.draw, game.discard = list(position["draw"]), list(position["discard"])
        game.seat, game.used = position.get("seat", 0), list(position.get("used", [False, False]))
        game.runs = position.get("runs", 0)
        game.totals["run_outs"] = game.totals["reshuffles"] = game.runs
        game.totals["player_turns"] = position.get("player_turns", 0)
        game._check()
        return game

    # ---- setup

    def _build_table(self) -> None:
        deck = self.chance.table_deck()
        need(sorted(deck) == DECK, "table_deck is no permutation of the deck")
        aside = []
        for card in deck:  # HM-4
            slot = "23456".index(card[0])
            if self.table[slot]:
                aside.append(card)
            else:
                self.table[slot] = card
        loose = self.chance.loose()  # HM-5
        need(sorted(loose) == sorted(aside), "loose is no permutation of the other 15 cards")
        self.draw = list(loose)

    def _deal(self, each: int) -> None:
        for _ in range(each):  # one at a time, EM first
            for seat in (self.em, 1 - self.em):
                self.hands[seat] = sorted([*self.hands[seat], self.draw.pop(0)])

    def _place(self, a: int, b: int) -> None:
        # The other cube of each colour stays as Control Cube (HM-11).
        self.cubes[a - 2], self.cubes[b - 2] = self.control[self.actor]
        self.counters[self.actor]["placed_2_6"] = int({a, b} == {2, 6})
        if "" in self.cubes:
            self.seat = 1 - self.actor
        else:
            self._deal(2)  # HM-12
            self.dealt = [list(hand) for hand in self.hands]
            self.stage, self.seat = "turn", self.em  # HM-13

    # ---- moves

    @property
    def actor(self) -> int:
        assert self.seat is not None
        return self.seat

    @property
    def over(self) -> bool:
        return self.seat is None

    def own_hand(self, seat: int) -> list[str]:
        """What a seat may see of its own hand (HM-A8)."""
        unseen = self.stage == "place" and not self.rules["see_first_card"]
        return [] if unseen else list(self.hands[seat])

    def moves(self) -> list[str]:
        return [name for name, _ in self._options()]

    def play(self, move: str) -> None:
        options = dict(self._options())
        need(move in options, f"illegal move {move!r}")
        self.totals["turns"] += 1
        self.totals["decisions"] += len(options) >= 2
        options[move]()
        self._check()

    def _options(self) -> Options:
        if self.stage == "place":
            yield from self._place_options()
        elif self.stage == "limit":  # HM-26
            for card in self._hand():
                yield f"discard {card}", partial(self._limit_discard, card)
        elif self.stage == "take":  # HM-44
            for card in sorted(self.discard):
                yield f"take {card}", partial(self._special_take, card)
        elif self.stage == "top":  # HM-44: any order, told card by card from the top down
            where = "next" if self.sorted else "on top"
            for card in sorted(set(self.discard) - set(self.sorted)):
                yield f"put {card} {where}", partial(self._put_next, card)
        elif self.stage == "turn":  # HM-14: exactly one action, no pass
            yield from self._one_card_options()
            yield from self._two_card_options()
            yield from self._special_options()

    def _place_options(self) -> Options:
        first, second = self.control[self.actor]
        for a, b in [(2, 6), (6, 2), (3, 5), (5, 3)]:  # HM-9
            if not self.cubes[a - 2]:  # HM-10
                yield f"place {first} on {a} and {second} on {b}", partial(self._place, a, b)

    def _one_card_options(self) -> Options:
        if self._can_draw():  # HM-16
            yield "draw a card", self._draw_card
        for own in self._hand():  # HM-17
            for card in sorted(self.table):
                if own[0] == card[0]:
                    yield f"swap {own} with {card}", partial(self._swap_card, own, card)
        for colour in self.control[self.actor]:  # HM-18
            if self._can_draw():
                yield f"take the table card under {colour}", partial(self._take_table, colour)
        for colour in self.control[self.actor]:  # HM-20
            if self.discard:
                words = f"take the discard {self.discard[-1]} for {colour}"
                yield words, partial(self._take_discard, colour)

    def _two_card_options(self) -> Options:
        for x, y in combinations(self._hand(), 2):  # HM-21..23
            for a, b in combinations(sorted(self.table), 2):
                if x[0] + y[0] == a[0] + b[0]:  # both pairs are in card order
                    for words, cards in self._two_discards(x, y):
                        name = f"swap cubes of {a} and {b} {words}"
                        yield name, partial(self._swap_cubes, a, b, cards)
        for colour in self.pile:  # HM-24
            for x, y in combinations(self._hand(), 2):
                if x[0] == y[0]:
                    for words, cards in self._two_discards(x, y):
                        yield f"claim {colour} {words}", partial(self._claim, colour, cards)

    def _two_discards(self, x: str, y: str) -> list[tuple[str, list[str]]]:
        """Wording and cards (the last ends on top) of discarding two cards (HM-A6)."""
        if self.rules["two_card_order"] == "random":
            return [(f"discarding {x} and {y}", [x, y])]
        return [(f"discarding {x} then {y}", [x, y]), (f"discarding {y} then {x}", [y, x])]

    def _special_options(self) -> Options:
        if not self.rules["variant"] or self.used[self.actor]:  # HM-42
            return
        if self.actor == self.em and self.hands[1 - self.actor]:  # HM-43
            yield "examine the other player's hand", self._examine
        if self.actor != self.em and self.discard:  # HM-44
            yield "examine the discard pile", self._examine

    def _can_draw(self) -> bool:  # HM-15; always true by counting (HM-D1)
        return bool(self.draw or (self.rules["run_out"] == "needed_while_empty" and self.discard))

    def _hand(self) -> list[str]:
        return self.hands[self.actor]

    # ---- actions

    def _draw_card(self) -> None:
        self._count("draws")
        self._gain(self._top_card(), seen=False)
        self._finish_action()

    def _swap_card(self, own: str, other: str) -> None:
        self._count("card_swaps")
        self._lose(own)
        self._gain(other, seen=True)
        self.table[self.table.index(other)] = own  # the cube stays (HM-30)
        self._end_turn()

    def _take_table(self, colour: str) -> None:
        self._count("table_takes")
        self._spend(colour)
        slot = self.cubes.index(colour)
        self._gain(self.table[slot], seen=True)
        self.table[slot] = ""
        if self._over_limit() and self.rules["overflow_timing"] == "before_replacement":  # HM-A1
            self.stage, self.hole = "limit", slot
        else:
            self.table[slot] = self._top_card()
            self._finish_action()

    def _replace_after_discard(self, card: str) -> None:
        if self.rules["overflow_in_reshuffle"]:  # HM-A2
            self.discard.append(card)
        self.table[self.hole] = self._top_card()
        if not self.rules["overflow_in_reshuffle"]:  # HM-29
            self.discard.append(card)
        self.hole = -1
        self._end_turn()

    def _take_discard(self, colour: str) -> None:
        self._count("discard_takes")
        self._spend(colour)
        self._gain(self.discard.pop(), seen=True)
        self._finish_action()

    def _discard_two(self, cards: list[str]) -> None:
        if self.rules["two_card_order"] == "random":
            cards = cards[::-1] if self.chance.coin() else cards
        for card in cards:  # HM-25
            self._lose(card)
            self.discard.append(card)

    def _swap_cubes(self, a: str, b: str, cards: list[str]) -> None:
        self._count("cube_swaps")
        self._discard_two(cards)
        i, j = self.table.index(a), self.table.index(b)
        self.cubes[i], self.cubes[j] = self.cubes[j], self.cubes[i]
        self._end_turn()

    def _claim(self, colour: str, cards: list[str]) -> None:
        self._count("claims")
        self._discard_two(cards)
        self.pile.remove(colour)
        self.control[self.actor] = sorted([*self.control[self.actor], colour], key=COLOURS.index)
        self._end_turn()

    def _examine(self) -> None:
        self._count("specials")
        self.used[self.actor] = True
        if self.actor == self.em:  # HM-43
            self.known[1 - self.em] = set(self.hands[1 - self.em])
            self._end_turn()
        else:  # HM-44
            self.stage = "take"

    def _special_take(self, card: str) -> None:
        self._gain(card, seen=len(self.discard) == 1)
        self.discard.remove(card)
        if self._over_limit():
            self.stage = "limit"
        else:
            self._reorder()

    def _reorder(self) -> None:
        self.stage = "top"
        if len(self.discard) - len(self.sorted) < 2:  # the last one is at the bottom
            self.sorted = []
            self._end_special()

    def _put_next(self, card: str) -> None:
        self.discard.remove(card)
        self.discard.insert(len(self.discard) - len(self.sorted), card)
        self.sorted.append(card)
        self._reorder()

    def _end_special(self) -> None:
        if self.aside:  # HM-A12 "on_top"
            self.discard.append(self.aside)
            self.aside = ""
        self._end_turn()

    # ---- cards, cubes, hand limit, piles

    def _count(self, action: str) -> None:
        self.counters[self.actor][action] += 1
        self.action = action

    def _gain(self, card: str, *, seen: bool) -> None:
        self.hands[self.actor] = sorted([*self._hand(), card])
        if seen:  # HM-A19
            self.known[self.actor].add(card)

    def _lose(self, card: str) -> None:
        self._hand().remove(card)
        self.known[self.actor].discard(card)

    def _spend(self, colour: str) -> None:
        self.control[self.actor].remove(colour)
        self.pile = sorted([*self.pile, colour], key=COLOURS.index)

    def _over_limit(self) -> bool:  # HM-26
        return len(self._hand()) > int(self.rules["hand_limit"])

    def _finish_action(self) -> None:
        if self._over_limit():
            self.stage = "limit"
        else:
            self._end_turn()

    def _limit_discard(self, card: str) -> None:  # HM-26
        self.counters[self.actor]["limit_discards"] += 1
        self._lose(card)
        if self.hole >= 0:
            self._replace_after_discard(card)
        elif self.action == "specials":
            if self.rules["special_overflow"] == "in_reorder":  # HM-A12
                self.discard.append(card)
            else:
                self.aside = card
            self._reorder()
        else:
            self.discard.append(card)
            self._end_turn()

    def _top_card(self) -> str:
        if not self.draw:  # only with run_out="needed_while_empty" (HM-A20)
            self._run_out()
        card = self.draw.pop(0)
        self.totals["pile_cards"] += 1
        if not self.draw and self.rules["run_out"] == "last_card_taken":  # HM-27
            self._run_out()
        return card

    def _run_out(self) -> None:  # HM-28; also done at the last one (HM-A7)
        self.runs += 1
        self.counters[self.actor]["run_outs"] += 1
        self.totals["run_outs"] += 1
        self.totals["reshuffles"] += 1
        need(self.discard, "nothing to reshuffle")
        self.draw = list(self.chance.reshuffle(self.runs, list(self.discard)))
        need(sorted(self.draw) == sorted(self.discard), "reshuffle is no permutation")
        self.discard = []

    # ---- end of turn, end of game

    def _end_turn(self) -> None:
        self.totals["player_turns"] += 1
        self.counters[self.actor]["player_turns"] += 1
        self.stage = "turn"
        if self.runs >= self.rules["run_outs"]:  # HM-32
            self._end_game("third run-out")
        elif self.totals["player_turns"] >= self.rules["max_turns"]:  # HM-A5
            self._end_game("stalled" if self.rules["on_cap"] == "stalled" else "turn cap")
        else:
            self.seat = 1 - self.actor

    def _end_game(self, reason: str) -> None:
        self.stage, self.seat = "over", None
        self.totals["end_reason"] = reason
        for seat in (0, 1):
            self._score(seat)
        if reason != "stalled":
            self._decide()

    def _score(self, seat: int) -> None:
        (points, minus_line), _ = poker_hand(self.hands[seat], self.rules)  # HM-33
        cubes = 0
        for colour in self.control[seat]:  # HM-37
            cubes += self.rules["cube_" + self.table[self.cubes.index(colour)][0]]
        self.scores[seat] = points + cubes
        self.counters[seat] |= {
            "hand_points": points,
            "cube_points": cubes,
            "cubes": len(self.control[seat]),
            "cards": len(self.hands[seat]),
            "hand_" + LINES[-minus_line]: 1,
        }
        for card in self.dealt[seat]:
            self.counters[seat]["dealt_" + card[0]] += 1
            self.counters[seat]["points_dealt_" + card[0]] += points + cubes

    def _decide(self) -> None:
        lead = {
            "points": self.scores[0] - self.scores[1],  # HM-38
            "hand": better_hand(self.hands[0], self.hands[1], self.rules),  # HM-39
            "cubes": len(self.control[0]) - len(self.control[1]),  # HM-40
        }
        for level, ahead in lead.items():
            if ahead:
                self.totals["decided_by"] = level
                self.winners = [0 if ahead > 0 else 1]
                return
        self.totals["decided_by"] = "nobody"  # HM-41
        self.totals["everybody_loses"] = 1

    def _check(self) -> None:
        """HM-T25, HM-31."""
        cards = self.table + self.hands[0] + self.hands[1] + self.draw + self.discard + [self.aside]
        need(sorted(card for card in cards if card) == DECK, "20 distinct cards")
        need(all(self.table) or self.hole >= 0, "a slot without a card")
        if self.stage != "place":
            need(sorted(self.cubes) == sorted(COLOURS), "one cube of each colour on the table")
            free = self.control[0] + self.control[1] + self.pile
            need(sorted(free) == sorted(COLOURS), "one other cube of each colour")
            need(self.draw or self.rules["run_out"] != "last_card_taken", "empty Draw Pile")
        over = self.rules["hand_limit"] + (self.stage == "limit")
        need(all(len(hand) <= over for hand in self.hands), "hand limit")
        need(all(self.known[s] <= set(self.hands[s]) for s in (0, 1)), "known cards")
