"""Hide N Seek in words: cards, moves, decks and rolls.

The core speaks in codes (see _core/games/hide_n_seek/state.pxd) and says which they are. Cards are
known by the numbers of their table.
"""

from typing import TYPE_CHECKING

from analyzer._core.games import hide_n_seek as core
from analyzer.errors import UserError
from analyzer.games.code_words import words_by_code, words_of
from analyzer.games.hide_n_seek.maps import SYMBOLS, box_of
from analyzer.games.position_reader import read_decks
from analyzer.games.spec import Raw
from analyzer.system.values import short_repr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.games.hide_n_seek import Rules
    from analyzer.games.spec import Script

_OTHERS = {"LIMIT": "discard", "START_ARROW": "first arrow", "THROW": "dice"}
PHASES = words_of(core, "PHASE_", _OTHERS)
SYMBOL_NAMES = {code: name for name, code in SYMBOLS.items()}
END_REASONS = words_by_code({core.END_ALL_FOUND: "all found", core.END_ROUND_CAP: "round cap"})

_SIMPLE = {core.ROLL: "roll", core.TIDY: "tidy", core.END_TURN: "end turn", core.DONE: "done"}


def move_name(rules: "Rules", code: int) -> str:
    """A move in words."""
    kind, first = code >> core.MOVE_KIND, code & core.FIELD
    second, third = (code >> n & core.FIELD for n in (core.MOVE_SECOND, core.MOVE_THIRD))
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    if kind == core.STEPS:
        return "steps " + " ".join(str(n - core.STEP_BIAS) for n in (first, second, third))
    if kind == core.ARROW:
        return f"trunks on arrow {first}"
    box = box_of(rules)
    if kind == core.PLAY:
        return f"play {SYMBOL_NAMES[second]} of card {box.cards[first].id}"
    if kind == core.LAY:
        return f"lay {first + 1} on card {box.cards[third].id}"
    if kind == core.TAKE_OFF:
        return f"take {first + 1} off card {box.cards[third].id}"
    if kind == core.DISCARD:
        return f"discard card {box.cards[first].id}"
    if kind == core.PAWN:
        return f"pawn of seat {second + 1} on {box.maps[first].name}"
    which = "not rolled" if second == core.FIELD else f"showing {second + 1}"
    return f"roll {first} of the dice {which}"


def card_names(rules: "Rules", indexes: "Sequence[int]") -> list[str]:
    """Cards as the moves name them; "" for an empty place."""
    cards = box_of(rules).cards
    return ["" if index < 0 else f"card {cards[index].id}" for index in indexes]


def card_codes(rules: "Rules") -> dict[str, int]:
    """Every card by its name."""
    return {f"card {card.id}": index for index, card in enumerate(box_of(rules).cards)}


def full_name(rules: "Rules", index: int) -> str:
    """A card with its symbols: 35 MOVE4/HOLE."""
    card = box_of(rules).cards[index]
    return f"{card.id} {'/'.join(card.symbols)}"


def hand_of(rules: "Rules", raw: Raw, seat: int) -> list[str]:
    """The cards a seat (from 0) holds."""
    return [full_name(rules, index) for index in raw["hands"][seat]]


def faces_of(counts: "Sequence[int]") -> list[int]:
    """How many dice show each face -> the faces, rising."""
    return [face for face, n in enumerate(counts, start=1) for _ in range(n)]


def scripts(rules: "Rules", _players: int, deals: "Sequence[Sequence[str]]") -> "list[Script]":
    """Chance written down beforehand: first the deck from its top ("card 35", ...; an empty list
    leaves it to chance), then the faces of each roll ("6", ...), whoever makes it. A roll names as
    many faces as a player has dice; fewer dice take the first of them."""
    codes = card_codes(rules)
    decks = read_decks(
        "hide-n-seek", deals[:1] if any(deals[:1]) else [], codes, dict.fromkeys(codes, 1)
    )
    rolls = [_faces(rules, number, roll) for number, roll in enumerate(deals[1:], start=1)]
    return [
        *((core.PURPOSE_DECK, 0, deck) for deck in decks),
        *((core.PURPOSE_SCRIPTED_ROLL, number, roll) for number, roll in enumerate(rolls)),
    ]


def _faces(rules: "Rules", number: int, roll: "Sequence[str]") -> bytes:
    faces = [str(face) for face in range(1, box_of(rules).components["dice_faces"] + 1)]
    n = rules.dice_per_player
    fine = isinstance(roll, list | tuple) and len(roll) == n
    if not fine or not all(isinstance(face, str) and face in faces for face in roll):
        raise UserError(
            f"deals[{number}] of hide-n-seek is a roll and must be a list of {n} faces from "
            f'"1" to "{faces[-1]}"; got {short_repr(roll)}.'
        )
    return bytes(map(int, roll))
