"""Hide N Seek: the readings of its rules, and the reconstructed maps and cards.

HN-A.. are the open readings of analyzer/games/hide_n_seek/rules.md. The published maps and cards
are not known; these are written down from the same reconstruction as the compiled game's.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

MAPS = ("house", "paddock", "wagon", "campsite")  # HN-2

CHOICES: dict[str, tuple[Any, ...]] = {  # the first value is the default
    "first_player": ("seat1", "random"),  # HN-A5
    "hide_map": ("seat", "random"),  # HN-A6
    "may_pass": (True, False),  # HN-A7
    "roll_subset": (False, True),  # HN-A8
    "late_placing": ("turn", "roll_only", "no_refill"),  # HN-A9
    "overflow": ("discard_any", "block"),  # HN-A12
    "overflow_before_refill": (True, False),  # HN-A12
    "null_play": (False, True),  # HN-A14
    "move_back": (False, True),  # HN-A15
    "move_stop_early": (False, True),  # HN-A16
    "exact_goal": (False, True),  # HN-A17
    "goal_safe": (True, False),  # HN-A18
    "jump_into_goal": (True, False),  # HN-A19
    "obstacle_any_pawn": (False, True),  # HN-A20
    "back_over_start": (False, True),  # HN-A22
    "back2_chain": ("push", "jump"),  # HN-A25
    "trunk_end_arrows": (False, True),  # HN-A27
    "fixed_trunks": (False, True),  # HN-A29
    "win_any_turn": (True, False),  # HN-A30
    "finish_empty_maps": (True, False),  # HN-A31
    "play_won_same_turn": (True, False),  # HN-A32
    "hands": ("known", "hidden"),  # HN-A33: for policies, which the oracle has not
    "trunk_at_start": (False, True),  # HN-A38
}
NUMBERS: dict[str, tuple[int | None, int, int]] = {  # default, lowest, highest
    "dice_per_player": (None, 1, 8),  # HN-A3; None: as the table says
    "row_size": (None, 1, 6),  # HN-5
    "hand_limit": (None, 1, 8),  # HN-24
    "actions_per_turn": (None, 1, 6),  # HN-9
    "fixed_trunk_arrow": (None, 0, 30),  # HN-A29; None: the last legal one before the goal
    "max_rounds": (500, 1, 30000),  # HN-A36
}

PROFILES: dict[str, list[tuple[int, int]]] = {  # spots, the hole's arrow
    "uniform6": [(6, 3)] * 4,
    "short4": [(4, 2)] * 4,
    "long9": [(9, 5)] * 4,
    "varied": [(5, 2), (6, 3), (7, 4), (6, 2)],
}

# Cards 1 to 36: for each number of dice the faces 1 to 6 in turn, two cards a face.
_TWO = """
MOVE2/FWD MOVE2/OVERTRUNK  MOVE2/BACK MOVE2/TRUNK  MOVE2/FWD MOVE2/HOLE
MOVE2/OVERTRUNK FWD/FWD  MOVE2/TRUNK FWD/BACK  MOVE2/BACK2 OVERTRUNK/OVERTRUNK
"""
_THREE = """
MOVE3/HOLE MOVE3/FWD  MOVE3/OVERTRUNK MOVE3/TRUNK  MOVE3/BACK HOLE/HOLE
MOVE3/HOLE MOVE3/TRUNK  MOVE3/BACK2 HOLE/OVERTRUNK  MOVE3/FWD TRUNK/BACK2
"""
_FOUR = """
MOVE4/HOLE MOVE4/BACK2  MOVE4/MOVE4 HOLE/FWD  MOVE4/OVERTRUNK MOVE4/FWD
MOVE4/BACK HOLE/TRUNK  MOVE4/HOLE MOVE4/HOLE  MOVE4/HOLE MOVE4/OVERTRUNK
"""


class OracleError(AssertionError):
    """A setting, a table or a move that the rules do not allow."""


@dataclass(frozen=True)
class Card:
    number: int
    need: tuple[int, ...]  # faces, rising
    symbols: tuple[str, str]

    def equals(self, other: Card) -> bool:
        """Alike in all that is printed on them, in any order."""
        same_symbols = sorted(self.symbols) == sorted(other.symbols)
        return self.need == other.need and same_symbols


@dataclass(frozen=True)
class Tables:
    maps: list[tuple[str, int, list[int], list[int]]]  # name, spots, holes, arrows for piles
    cards: list[Card]
    components: dict[str, int]


# What the rulebook says of the things in the box (HN-5, HN-9, HN-24, HN-A3).
COMPONENTS = {
    "dice_per_player": 6,
    "dice_faces": 6,
    "row_size": 4,
    "hand_limit": 6,
    "actions_per_turn": 3,
}


def resolve_rules(given: Mapping[str, Any]) -> dict[str, Any]:
    """All switches, with refusal of unknown names and bad values."""
    rules: dict[str, Any] = {name: values[0] for name, values in CHOICES.items()}
    rules |= {name: numbers[0] for name, numbers in NUMBERS.items()} | {"maps": "uniform6"}
    for name, value in given.items():
        if name not in rules:
            raise OracleError(f"unknown rule: {name}")
        if name in CHOICES and value not in CHOICES[name]:
            raise OracleError(f"{name}: {value!r} is not one of {CHOICES[name]}")
        if name in NUMBERS and value is not None:
            _, lowest, highest = NUMBERS[name]
            if not lowest <= value <= highest:
                raise OracleError(f"{name}: {value} is out of range")
        rules[name] = value
    return rules


def reconstructed_cards() -> list[Card]:
    cards = []
    for count, text in ((2, _TWO), (3, _THREE), (4, _FOUR)):
        for i, pair in enumerate(text.split()):
            need = (i // 2 + 1,) * count
            one, two = pair.split("/")
            cards.append(Card(len(cards) + 1, need, (one, two)))
    return cards


def _profile(name: str) -> Tables:
    """HN-46: piles on every arrow between two spots but the hole's."""
    maps = []
    for map_name, (spots, hole) in zip(MAPS, PROFILES[name], strict=True):
        between = [arrow for arrow in range(1, spots) if arrow != hole]
        maps.append((map_name, spots, [hole], between))
    return Tables(maps, reconstructed_cards(), COMPONENTS)


def _own_file(path: str) -> Tables:
    """An owner's maps and cards (HN-A1, HN-A2)."""
    data = tomllib.loads(Path(path).read_text())
    maps = [
        (one["name"], one["spots"], one["hole_arrows"], one["trunk_arrows"]) for one in data["map"]
    ]
    cards: list[Card] = []
    for one in data["card"]:
        first = one.get("id", 1 + max((card.number for card in cards), default=0))
        need, symbols = tuple(sorted(one["need"])), tuple(one["symbols"])
        cards += [Card(first + copy, need, symbols) for copy in range(one.get("copies", 1))]
    return Tables(maps, cards, COMPONENTS | data.get("components", {}))


def tables(rules: Mapping[str, Any]) -> Tables:
    """The maps, the cards and the components, as far as no rule says otherwise (HN-A1 to HN-A3)."""
    maps = rules["maps"]
    found = _profile(maps) if maps in PROFILES else _own_file(maps)
    changed = {name: rules[name] for name in COMPONENTS if rules.get(name) is not None}
    found = Tables(found.maps, found.cards, found.components | changed)
    if any(len(card.need) > found.components["dice_per_player"] for card in found.cards):
        raise OracleError("a card asks for more dice than a player has")  # HN-A41
    return found
