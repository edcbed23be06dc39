"""Hide N Seek in words: cards, moves, decks and rolls.

The core speaks in codes (see _core/games/hide_n_seek.pxd); the lists here are in the order of those
codes. Cards are known by the numbers of their table.
"""

from typing import TYPE_CHECKING, Any

from analyzer.errors import UserError
from analyzer.games._hide_n_seek_maps import SYMBOLS, Box, load

if TYPE_CHECKING:
    from collections.abc import Sequence

PHASES = (
    *("menu", "lay", "tidy", "discard", "steps", "pawn", "arrow", "first arrow", "dice"),
    "over",
)
SYMBOL_NAMES = {code: name for name, code in SYMBOLS.items()}
END_REASONS = ("all found", "round cap")

_SIMPLE = {0: "roll", 3: "tidy", 4: "end turn", 5: "done"}
_PLAY, _LAY, _TAKE_OFF, _DISCARD, _STEPS, _PAWN, _ARROW = 1, 2, 6, 7, 8, 9, 10
_STEP_BIAS, _NOT_ROLLED = 64, 255
_DECK, _ROLL = 16, 20  # purposes of chance that can be written down


def box_of(rules: Any) -> Box:
    """The maps and cards that these rules are played with."""
    return load(rules.maps)


def move_name(rules: Any, code: int) -> str:
    """A move in words."""
    kind, first, second, third = code >> 24, code & 255, code >> 8 & 255, code >> 16 & 255
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    if kind == _STEPS:
        return "steps " + " ".join(str(n - _STEP_BIAS) for n in (first, second, third))
    if kind == _ARROW:
        return f"trunks on arrow {first}"
    box = box_of(rules)
    if kind == _PLAY:
        return f"play {SYMBOL_NAMES[second]} of card {box.cards[first].id}"
    if kind == _LAY:
        return f"lay {first + 1} on card {box.cards[third].id}"
    if kind == _TAKE_OFF:
        return f"take {first + 1} off card {box.cards[third].id}"
    if kind == _DISCARD:
        return f"discard card {box.cards[first].id}"
    if kind == _PAWN:
        return f"pawn of seat {second + 1} on {box.maps[first].name}"
    which = "not rolled" if second == _NOT_ROLLED else f"showing {second + 1}"
    return f"roll {first} of the dice {which}"


def card_name(rules: Any, index: int) -> str:
    """A card with its symbols."""
    card = box_of(rules).cards[index]
    return f"{card.id} {'/'.join(card.symbols)}"


def hand_of(rules: Any, raw: dict[str, Any], seat: int) -> list[str]:
    """The cards a seat (from 0) holds."""
    return [card_name(rules, index) for index in raw["hands"][seat]]


def faces_of(counts: "Sequence[int]") -> list[int]:
    """How many dice show each face -> the faces, rising."""
    return [face for face, n in enumerate(counts, start=1) for _ in range(n)]


def scripts(rules: Any, _players: int, deals: "Sequence[Sequence[int]]") -> list[tuple]:
    """Chance written down beforehand: first the deck from its top (or nothing: by chance), as
    numbers of cards, then the faces of each roll. Dice that a roll does not name fall by chance."""
    written = []
    for number, values in enumerate(deals):
        if number == 0 and values:
            written.append((_DECK, 0, _deck(rules, values)))
        elif number:
            written.append((_ROLL, number - 1, _faces(rules, number, values)))
    return written


def _deck(rules: Any, values: "Sequence[int]") -> bytes:
    index = {card.id: i for i, card in enumerate(box_of(rules).cards)}
    for card in values:
        if card not in index:
            raise UserError(f"deals[0] of hide-n-seek names a card {card!r} that is not one.")
    if sorted(values) != sorted(index):
        raise UserError(
            f"deals[0] of hide-n-seek must hold each of the {len(index)} cards once; got "
            f"{len(values)} cards, {len(set(values))} of them different."
        )
    return bytes(index[card] for card in values)


def _faces(rules: Any, number: int, values: "Sequence[int]") -> bytes:
    most = box_of(rules).components["dice_faces"]
    fine = all(type(face) is int and 1 <= face <= most for face in values)
    if not fine or len(values) > rules.dice_per_player:
        raise UserError(
            f"deals[{number}] of hide-n-seek is a roll and must hold at most "
            f"{rules.dice_per_player} faces from 1 to {most}; got {list(values)!r}."
        )
    return bytes(values)
