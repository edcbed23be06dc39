"""The oracle of hike-sled: its cards and rules, and what lies on the table.

Cards are strings: "H7", "youngster", "equipment", "care", "double care"; hands, deck and centre are
lists of them. A sled is a list of spots, two rows one after the other, with a card or
None for the cube that keeps the spot (HS-6).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping, Sequence
    from typing import TypeVar

    T = TypeVar("T")
    # The flow of a game is one generator: it yields `(seat, moves)` whenever a seat has to
    # decide, and is sent the move that was chosen.
    Steps = Generator[tuple[int, list[str]], str, T]

CARDS = Path(__file__).parents[2] / "analyzer" / "games" / "hike_sled" / "tables.toml"

YOUNGSTER, EQUIPMENT, CARE, DOUBLE = "youngster", "equipment", "care", "double care"
SWAP, RUNAWAYS, CRAZY, SLED = "swap", "runaways", "crazy", "sled"
LOOSE = (SWAP, RUNAWAYS, CRAZY, SLED)  # the four cards of the module
TERRAINS = {"S": "snow", "I": "ice", "P": "powder"}
LETTERS = "ABCDEFGH"  # of the spots
SIDES = ("top", "right", "bottom", "left")
FACING = {"top": "bottom", "right": "left", "bottom": "top", "left": "right"}

# Rules with a fixed choice of values; the first value is the default.
CHOICES: dict[str, tuple[object, ...]] = {
    "loose": (False, True),
    "race_tie_order": ("clockwise", "previous", "random"),
    "partial_spend": ("forbidden", "allowed"),
    "voluntary_stop": (True, False),
    "custom_resting": (False, True),
    "custom_chain": (False, True),
    "custom_own": (False, True),
    "youngster_ready": (True, False),
    "penalty_blocks_care": (True, False),
    "forced_care": ("stay", "lapse", "discard"),
    "care_proxy": ("single", "double", "random"),
    "final_tie": ("shared", "random", "order"),
    "single_racer": ("wins", "runs"),
    "deadlock": ("furthest", "void"),
    "bonus_then_declare": (True, False),
    "declare_needs_action": (True, False),
    "mentor_timing": ("sequential", "batch"),
    "tiebreak_time": ("before_reset", "after_reset"),
    "loose_insert": ("after_deal", "redraw"),
    "loose_pick": ("secret", "open"),
    "loose_place": ("must", "may"),
    "prep_first": ("fixed", "rotate"),
    "catchup_order": ("first_player", "race_order"),
    "forced_care_blocks_stop": (True, False),
}
NUMBERS = {
    "dealt": 2,
    "centre": 2,
    "mentors": 2,
    "early_reveal": 2,
    "late_reveal": 1,
    "last_days": 3,
    "catchup_gap": 7,
    "rest": 2,
    "youngsters": 8,
    "equipment": 12,
    "deck_care": 6,
    "hand_limit": 0,
    "max_prep_days": 60,
    "max_race_days": 100,
}
BY_PLAYERS = {  # 2 to 4 players, 5 and 6 players (HS-2, HS-3, HS-6)
    "landscapes": (8, 6),
    "rotated": (4, 3),
    "columns": (4, 3),
}
END_REASONS = ("finish", "walkover", "deadlock", "race cap", "nobody ready")
UNFINISHED = ("race cap", "nobody ready")
GAME_COUNTERS = (
    "prep_days",
    "race_days",
    "first_declaration",
    "racers",
    "finishers",
    "won_alone",
    "won_ready",
    "won_points",
    "won_final",
    "equipment_fields",
    "deck_exhausted",
    "care_shuffles",
    "care_substitutes",
    *(f"loose_{card}" for card in LOOSE),
)
SEAT_COUNTERS = (
    "declared_day",
    "out",
    "finished",
    "cannot_finish",
    "stuck",
    "sled_drafts",
    "hand_drafts",
    "places",
    "swaps",
    "passes",
    "bonuses",
    "youngsters_placed",
    "mentors_used",
    "care_drafted",
    "equipment_drafted",
    "care_collected",
    "catch_up",
    "care_used",
    "double_care_used",
    "equipment_on_huskies",
    "equipment_on_fields",
    "penalties",
    "rested",
    "uses",
    *TERRAINS.values(),
)


class OracleError(AssertionError):
    """An illegal move, or cards that went astray."""


@dataclass
class Player:
    """What belongs to one seat."""

    sled: list[str | None]
    mentors: int  # HS-7
    hand: list[str] = field(default_factory=list)  # without mentors
    care_pile: list[str] = field(default_factory=lambda: [CARE, DOUBLE, DOUBLE])  # HS-5, top first
    declared_on: int = 0  # day; 0 while preparing
    upgraded: set[int] = field(default_factory=set)  # spots with equipment under the husky
    # the race
    place: int = 0  # fields entered
    tired: set[int] = field(default_factory=set)  # spots with a cube
    resting: set[int] = field(default_factory=set)  # spots face down
    open_care: bool = False  # the only care card in hand was drawn openly, and is owed (HS-54)
    substitute: bool = False  # the only care card in hand is none of the box (HS-56)

    @property
    def preparing(self) -> bool:
        return self.declared_on == 0

    def filled(self) -> list[int]:
        """The spots with a husky."""
        return [spot for spot, card in enumerate(self.sled) if card is not None]

    def free(self) -> list[int]:
        """The spots with a cube that keeps them."""
        return [spot for spot, card in enumerate(self.sled) if card is None]

    def care(self) -> list[str]:
        return [card for card in self.hand if card in (CARE, DOUBLE)]


@cache
def is_husky(card: str) -> bool:
    """HS-18: experienced huskies and youngsters."""
    return card == YOUNGSTER or card.startswith("H")


@cache
def _rank(card: str) -> int:
    """The order of cards in lists of moves: huskies by number, youngsters, equipment, care."""
    if card.startswith("H"):
        return int(card.removeprefix("H"))
    return 1000 + (YOUNGSTER, EQUIPMENT, CARE, DOUBLE).index(card)


def different(cards: Iterable[str]) -> list[str]:
    """Equal cards count once."""
    return sorted(set(cards), key=_rank)


def huskies_of(cards: Iterable[str]) -> list[str]:
    return different(card for card in cards if is_husky(card))


class Cards:
    """What is printed on huskies and landscapes."""

    def __init__(self, huskies: Iterable[Sequence[str]], landscapes: Mapping[str, str]) -> None:
        self.points: dict[str, list[str]] = {YOUNGSTER: []}
        self.edges: dict[str, dict[str, str]] = {}
        for number, (points, *edges) in enumerate(huskies, 1):
            self.points[f"H{number}"] = list(points)
            self.edges[f"H{number}"] = dict(zip(SIDES, edges, strict=True))
        self.landscapes = {name: text.split() for name, text in landscapes.items()}


@cache
def _published_cards() -> Cards:
    table = tomllib.loads(CARDS.read_text(encoding="utf-8"))
    return Cards(table["huskies"], table["landscapes"])


class Table:
    """Players, rules, cards and places before anything is dealt."""

    def _set_up(self, players: int, given: Mapping[str, Any]) -> None:
        if not 2 <= players <= 6:  # HS-1
            raise OracleError(f"{players} players")
        self.n = players
        self.rule = self._rules(given)
        self.cards: Cards = given.get("cards") or _published_cards()
        self.columns = self.rule["columns"]
        self.neighbours = [self._spots_around(spot) for spot in range(2 * self.columns)]
        self.players = [
            Player(sled=[None] * (2 * self.columns), mentors=self.rule["mentors"])
            for _ in range(players)
        ]
        self.centre: list[str] = []
        self.deck: list[str] = []  # top first, loose cards among them
        self.gone: list[str] = []  # cards that left the game
        self.aside = [CARE] * (6 - players) + [DOUBLE] * (12 - 2 * players)  # HS-5
        self.care_pile: list[str] = []  # of the race, top first
        self.care_discards: list[str] = []
        self.first = 0  # HS-8
        self.day = 0  # of the phase
        self.totals: dict[str, Any] = dict.fromkeys((*GAME_COUNTERS, "turns", "decisions"), 0)
        self.counters = [dict.fromkeys(SEAT_COUNTERS, 0) for _ in range(players)]
        self.winners: list[int] = []
        self.end_reason = ""

    def _rules(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """What is given, and the default for everything else."""
        rule: dict[str, Any] = {name: values[0] for name, values in CHOICES.items()} | NUMBERS
        rule |= {name: pair[self.n >= 5] for name, pair in BY_PLAYERS.items()}
        for name, value in given.items():
            if name == "cards":
                continue
            if name not in rule:
                raise OracleError(f"unknown rule {name!r}")
            if name in CHOICES and value not in CHOICES[name]:
                raise OracleError(f"rule {name!r} cannot be {value!r}")
            rule[name] = value
        return rule

    def _count(self, seat: int, name: str, by: int = 1) -> None:
        self.counters[seat][name] += by

    def _round_from(self, seat: int) -> list[int]:
        """All seats clockwise, beginning with this one."""
        return [(seat + k) % self.n for k in range(self.n)]

    # -- placement --

    def _spots_around(self, spot: int) -> dict[str, int]:
        """The spots above, beside and below, by side."""
        row, column = divmod(spot, self.columns)
        around = {
            "top": (row - 1, column),
            "right": (row, column + 1),
            "bottom": (row + 1, column),
            "left": (row, column - 1),
        }
        return {
            side: r * self.columns + c
            for side, (r, c) in around.items()
            if 0 <= r < 2 and 0 <= c < self.columns
        }

    def _fits(self, player: Player, card: str, spot: int) -> bool:
        """HS-20, HS-21: on a free spot."""
        if card == YOUNGSTER:
            return True
        edges = self.cards.edges
        for side, beside in self.neighbours[spot].items():
            other = player.sled[beside]
            if other is None or other == YOUNGSTER:
                continue
            if edges[card][side] != edges[other][FACING[side]]:
                return False
        return True

    def _spots_for(self, player: Player, card: str) -> list[int]:
        """HS-19: the free spots on which this husky may be placed."""
        return [spot for spot in player.free() if self._fits(player, card, spot)]

    def _placeable(self, player: Player, cards: Iterable[str]) -> list[str]:
        """The different huskies among some cards that fit somewhere."""
        free = player.free()
        return [
            card
            for card in huskies_of(cards)
            if any(self._fits(player, card, spot) for spot in free)
        ]

    def _ask_spot(self, seat: int, card: str, *other: str) -> Steps[str]:
        """Where a husky goes; there is such a spot."""
        spots = self._spots_for(self.players[seat], card)
        return (yield seat, [*(f"spot {LETTERS[spot]}" for spot in spots), *other])

    def _place(self, seat: int, card: str) -> Steps[None]:
        """HS-22: it takes the place of the cube."""
        move = yield from self._ask_spot(seat, card)
        self.players[seat].sled[spot_of(move)] = card


def spot_of(move: str) -> int:
    """The spot that a move ends with."""
    return LETTERS.index(move.rpartition(" ")[2])
