"""The oracle of Hike: its cards and rules, and what lies on the table before anybody has moved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SUITS = ("Bird", "Bug", "Lake", "Light", "Peak", "Trail", "Tree")
SPECIALTIES = (
    "Avalanche",
    "Drought",
    "Earthquake",
    "Lost",
    "Poop",
    "Spring",
    "The Sun",
    "The Worm",
)  # the order of moves; Litter is never a move (HK-11), The Wind comes last
WIND, LITTER, SUN, WORM = "The Wind", "Litter", "The Sun", "The Worm"
COPIES = range(1, 11)

# "Bird" (same symbols on all ten, HK-8) and "Bird 1" .. "Bird 10" (HK-A2) -> "Bird"
SUIT_OF = {suit: suit for suit in SUITS}
SUIT_OF |= {f"{suit} {copy}": suit for suit in SUITS for copy in COPIES}
WIND_AS = {f"{WIND} as {suit}": suit for suit in SUITS}
SUITED = [card for suit in SUITS for card in (suit, *(f"{suit} {copy}" for copy in COPIES))]
ORDER = {card: place for place, card in enumerate((*SUITED, *SPECIALTIES, LITTER, WIND))}
SHORT = {card: card.removeprefix("The ").lower() for card in (*SPECIALTIES, LITTER, WIND)}

# Rules with a fixed choice of values; the first value is the default.
CHOICES: dict[str, tuple[object, ...]] = {
    "suits_scope": ("suit", "card"),
    "may_decline": (False, True),
    "solo_tail": ("play_on", "stop"),
    "avalanche_last_peak": ("draw", "out"),
    "drought_next": ("direction", "left"),
    "drought_order": ("next_first", "player_first"),
    "poop_empty": ("finished", "active_until_turn"),
    "spring_empty_bonus": (True, False),
    "spring_scope": ("active", "all"),
    "spring_duration": ("instant", "rest_of_hand"),
    "wind_bird": (True, False),
    "wind_plants": (True, False),
    "worm_bird": ("may", "must"),
    "deck_exhausted": ("skip", "reshuffle"),
    "over_target": ("highest", "seat"),
    "tie_play": ("all", "tied"),
    "extra_points": ("one", "spread"),
    "dealer": ("left", "fixed", "winner"),
    "earthquake_deal": ("even", "same_size"),
    "earthquake_dir": ("clockwise", "direction"),
    "avalanche_draw": ("two", "one_twice"),
} | dict.fromkeys(SHORT.values(), (1, 0))
NUMBERS: dict[str, int] = {
    "hand_size": 7,
    "bonus": 3,
    "tree_points": 1,
    "max_turns": 1000,
    "max_hands": 1000,
}
TARGETS = {3: 25, 4: 25, 5: 35, 6: 35, 7: 45, 8: 45}
CAUSES = {
    "sun": "out_sun",
    "drought": "out_drought",
    "no follow": "out_follow",
    "declined": "out_declined",
}
_BY_CARD = ("played", "held", "dealt", "points_dealt")
SEAT_COUNTERS = (
    "leftovers",
    "empty_hands",
    "bonus",
    "pot",
    "trees",
    "worm",
    "hands_won",
    "plays",
    *CAUSES.values(),
    *(f"{what}_{short}" for what in _BY_CARD for short in SHORT.values()),
)


class OracleError(AssertionError):
    """An illegal move, or chance that does not fit the game."""


class Chance(Protocol):
    """Where the oracle gets every chance event from; what it is given is checked."""

    # the order of the whole deck for hand number `hand` (from 0): `each` cards a seat, dealt one by
    # one to `seats`, then the stock
    def deal(self, hand: int, deck: list[str], seats: list[int], each: int) -> list[str]: ...
    # the new hands of the seats in `sizes`, each of the size given there, in the order of dealing
    def earthquake(self, sizes: dict[int, int]) -> dict[int, list[str]]: ...
    # the new order of the stock: a permutation of `cards`
    def reshuffle(self, cards: list[str]) -> list[str]: ...
    # whether a capture of The Worm is forgotten, which has the chance `p`
    def forget(self, p: float) -> bool: ...


class SetUp:
    """Players, rules, cards and seats; the course of a game is in hike.py."""

    def _set_up(self, players: int, rules: Mapping[str, object], chance: Chance) -> None:
        if players not in TARGETS:  # HK-1
            raise OracleError(f"{players} players")
        self.players = players
        self.chance = chance
        self.rule: dict = {name: values[0] for name, values in CHOICES.items()}
        self.rule |= NUMBERS | {"target": TARGETS[players], "worm_capture": "auto"}
        for name, value in rules.items():
            if name not in self.rule and name != "suits":
                raise OracleError(f"unknown rule {name!r}")
            if name in CHOICES and value not in CHOICES[name]:
                raise OracleError(f"rule {name!r} cannot be {value!r}")
            self.rule[name] = value
        self.deck = self._make_deck()
        if players * self.rule["hand_size"] > len(self.deck):
            raise OracleError("not enough cards to deal")
        self.wanted = self._make_follow_table(self.rule["suits"])
        self.seat: int | None = None
        self._moves: list[str] = []
        self.over = False
        self.winners: list[int] = []
        self.scores = [0] * players
        self.last_hand: dict[str, list] | None = None
        self.counters = [dict.fromkeys(SEAT_COUNTERS, 0) for _ in range(players)]
        self.totals: dict = dict.fromkeys(("hands", "plays", "turns", "decisions", "tie_hands"), 0)
        self.totals["end_reason"] = ""
        self.dealer = players - 1  # so that seat 0 leads the first hand
        self.taking_part = list(range(players))
        self.tied_once = False

    def _make_deck(self) -> list[str]:
        """HK-2."""
        if self.rule["suits_scope"] == "card":
            cards = [f"{suit} {copy}" for suit in SUITS for copy in COPIES]
        else:
            cards = [suit for suit in SUITS for _ in COPIES]
        cards += [card for card, short in SHORT.items() if self.rule[short]]
        return sorted(cards)

    def _make_follow_table(self, suits: Mapping) -> dict[str | None, tuple[str, ...]]:
        """Which suits may be played on each exposed card (HK-7, HK-8, HK-12, HK-43)."""
        wanted: dict[str | None, tuple[str, ...]] = {None: SUITS}  # HK-4
        for card in SPECIALTIES:
            wanted[card] = SUITS
        wanted[SUN] = ("Light",)  # HK-10
        for suit in SUITS:
            rows = suits[suit.lower()]
            if self.rule["suits_scope"] == "suit":
                rows = [rows] * len(COPIES)
            rows = [tuple(symbol.capitalize() for symbol in row) for row in rows]
            if len(rows) != len(COPIES) or any(len(set(row)) != 3 for row in rows):
                raise OracleError(f"not 3 different symbols on {suit}")
            wanted[suit] = rows[0]
            wanted[f"{WIND} as {suit}"] = rows[0]  # with symbols per card: those of copy 1
            for copy in COPIES:
                wanted[f"{suit} {copy}"] = rows[copy - 1]
        return wanted

    def _clear_table(self) -> None:
        """Everything that belongs to one hand only."""
        seats = range(self.players)
        self.hands: list[list[str]] = [[] for _ in seats]
        self.laid: list[list[str]] = [[] for _ in seats]  # face up from elimination (HK-14)
        self.bugs: list[list[str]] = [[] for _ in seats]  # face up by Poop (HK-39)
        self.planted: list[list[str]] = [[] for _ in seats]  # HK-42
        self.status = ["active" if seat in self.taking_part else "out" for seat in seats]
        self.causes: list[str | None] = [None for _ in seats]
        self.stock: list[str] = []
        self.pile: list[str] = []
        self.exposed: str | None = None
        self.direction = 1
        self.avalanche = self.lost = self.spring = self.in_drought = False
        self.waiting: set[int] = set()  # emptied by Poop but active until their turn (HK-A7)
        self.birds = 0
        self.worm_player: int | None = None
        self.worm_captor: int | None = None
        self.worm_open = False  # the next Bird has the right to capture
        self.hand_plays = 0
        self.last_play: dict[int, int] = {}  # seat -> number of its last card play (HK-58)
        self.ran_out: list[int] = []  # in order (HK-59)
        self.planted_out: set[int] = set()  # their last card was planted (HK-A8)

    def _deal(self) -> int:
        """HK-3: deal a hand one card at a time; returns who leads (HK-4)."""
        self._clear_table()
        seats = [seat for seat in self._round(self.dealer, 1) if self.status[seat] == "active"]
        dealt = len(seats) * self.rule["hand_size"]
        order = self.chance.deal(
            self.totals["hands"], list(self.deck), seats, self.rule["hand_size"]
        )
        if sorted(order) != self.deck:
            raise OracleError("the deal is not the whole deck")
        for place, card in enumerate(order[:dealt]):
            self.hands[seats[place % len(seats)]].append(card)
        self.stock = order[dealt:]
        self.dealt = [[card for card in hand if card in SHORT] for hand in self.hands]
        return seats[0]

    # -- seats --

    def _round(self, seat: int, step: int) -> list[int]:
        """All seats from the one after `seat` round to `seat` itself, which is last."""
        return [(seat + step * k) % self.players for k in range(1, self.players + 1)]

    def _active(self, seats: Iterable[int]) -> list[int]:
        return [seat for seat in seats if self.status[seat] == "active"]

    def _next(self, seat: int, step: int) -> int:
        """HK-5, HK-6: the next active seat; a lone one follows itself (HK-17)."""
        return next((s for s in self._round(seat, step) if self.status[s] == "active"), seat)

    def every_card(self) -> list[str]:
        """All cards wherever they lie, sorted: always the whole deck."""
        places = [*self.hands, *self.laid, *self.bugs, *self.planted, self.pile, self.stock]
        cards = [card for place in places for card in place]
        return sorted(cards + ([WORM] if self.worm_captor is not None else []))
