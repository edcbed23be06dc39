"""What one seat sees of a state, in words and simple shapes: a function of its view alone."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, TypeGuard

from analyzer.estimates.formatting import join_words
from analyzer.games.fields import FlagKind, NumberKind, SeatKind, SeatsKind, WordKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analyzer.games import AnyGame
    from analyzer.system.json_types import Json

HANDS = ("hand", "hands")  # shown as cards
MANY = 24  # entries of a pile, above which the same are counted
NEVER = ("seat", "players", "rules", *HANDS)
NOTHING = "–"


Seen = tuple[list[str], dict[str, object]]  # what lies open in lines, and the fields of a view


def seat_payload(
    face: "AnyGame", rules: object, raw: "Json", seat: int, players: int, moves: "Sequence[str]"
) -> "Json":
    """The hand as cards, fields with an entry for each seat as a table, and the rest in words."""
    view = face.view(rules, raw, seat)
    by_seat: list[tuple[str, list[str]]] = []
    rest: list[tuple[str, str, str | list[str]]] = []
    for name, value in view_fields(view).items():
        said = name.replace("_", " ")
        if in_words(value) == NOTHING:
            continue
        if isinstance(value, list | tuple) and not any(map(is_told, value)):
            continue
        if isinstance(value, list | tuple) and is_by_seat(view, name, value, players):
            by_seat.append((said, [in_words(one) for one in value]))
        elif is_grid(value):
            rest.append((said, "grid", grid(value)))
        elif isinstance(value, list | tuple) and value and not any(map(is_nested, value)):
            rest.append((said, "cards", cards(value)))
        else:
            rest.append((said, "words", in_words(value)))
    hand = face.hand_of(rules, raw, seat)
    refused = face.unplayable(view, moves) if moves else {}
    shown = {said for said, *_ in by_seat} | {said for said, *_ in rest}
    lines = face.on_table(rules, raw)
    return {
        "hand": [[card, place_of(card, moves), refused.get(card, "")] for card in hand],
        "refused": refusals(refused),
        "by_seat": by_seat,
        "fields": rest,
        "table": [line for line in lines if not all(name in shown for name in names_of(line))],
    }


def names_of(line: str) -> list[str]:
    """What a line of the table tells of: "Bids: 1, 2. Tricks: 0, 0." of bids and tricks."""
    told = re.split(r"[.;] ", line)
    return [one.partition(":")[0].strip().replace("_", " ").lower() for one in told]


def place_of(card: str, moves: "Sequence[str]") -> int | None:
    """The legal move that plays this card and asks for nothing else; None if there is none."""
    first = card.partition(" ")[0]  # a card may be told with what is on it
    found = [
        place
        for place, name in enumerate(moves)
        if name == card or name.split() in (["play", card], ["play", first])
    ]
    return found[0] if len(found) == 1 else None


def refusals(refused: "Mapping[str, str]") -> list[str]:
    """Each reason once, with its cards."""
    by_reason: dict[str, list[str]] = {}
    for card, reason in refused.items():
        by_reason.setdefault(reason, []).append(card)
    return [f"Not {join_words(found)}: {reason}" for reason, found in by_reason.items()]


def seen_by(face: "AnyGame", rules: object, raw: "Json", seat: int) -> Seen:
    """What a seat sees, to find what is new after a move."""
    return list(face.on_table(rules, raw)), view_fields(face.view(rules, raw, seat))


def what_is_new(before: Seen, after: Seen) -> list[str]:
    """What came to the piles that a seat sees, and what else changed on the table."""
    changed = [line for line in after[0] if line not in before[0]]
    lines = [line for line in changed if any(map(str.isalpha, line))]
    found = []
    if lines != changed:  # marks below another line, whose places alone say something
        found = [f"{_said(name)}: {in_words(now)}." for name, now in _new_numbers(before, after)]
    for name, value in after[1].items():
        old = before[1].get(name)
        if not (isinstance(old, list) and isinstance(value, list) and value[: len(old)] == old):
            continue
        came = value[len(old) :]
        if not old and len(came) > 1 and not any(map(is_nested, came)):
            continue  # what is told of a state as a whole, such as who may do something
        words = [said for one in came if (said := in_words(one)).strip(f"{NOTHING} ·")]
        if words and not all(any(one in line for line in lines) for one in words):
            found.append(f"{_said(name)}: {' · '.join(words)}.")
    return [*found, *lines]


def _said(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _new_numbers(before: Seen, after: Seen) -> "Iterator[tuple[str, object]]":
    """Rows of numbers that have changed."""
    for name, now in after[1].items():
        old = before[1].get(name)
        if isinstance(now, list) and now != old and {type(one) for one in now} == {int}:
            yield name, now


def view_fields(view: object) -> dict[str, object]:
    """The fields of a view by name, without those that never change."""
    names = getattr(type(view), "MAKERS", None)
    if names is not None:
        found = {name: getattr(view, name) for name in names}
    elif isinstance(view, Mapping):  # a plug-in may show what it likes
        found = {str(name): value for name, value in view.items()}
    elif is_dataclass(view):
        found = {one.name: getattr(view, one.name) for one in fields(view)}
    else:
        found = dict(getattr(view, "__dict__", {}))
    return {name: one for name, one in found.items() if name not in NEVER and name[:1] != "_"}


def is_by_seat(view: object, name: str, value: object, players: int) -> bool:
    """Does a field hold an entry for each seat? A declared one says so; of another, a pile of cards
    may be as long by chance, but a list of numbers or of lists is not."""
    if not isinstance(value, list | tuple) or len(value) != players:
        return False
    declared = getattr(type(view), "DECLARED", None)
    for field in declared.fields if declared is not None else ():
        if name == (field.view or field.word):
            one_each = isinstance(field.kind, WordKind | FlagKind | NumberKind | SeatKind)
            if field.by_seat or one_each:
                return True
            if isinstance(field.kind, SeatsKind):
                return False
            break
    return not any(isinstance(one, str) for one in value) and not all(one is None for one in value)


def is_told(value: object) -> bool:
    """Is there anything to say? A list in a list that holds zeros alone says nothing."""
    if isinstance(value, list | tuple):
        return any(is_told(one) and one != 0 for one in value)
    return value not in (None, "", {})


def is_said(value: object) -> bool:
    """Of a table of names and values, what is not there is not said."""
    if isinstance(value, dict):
        return any(map(is_said, value.values()))
    return value not in (None, "", 0, (), []) or value is False


def is_nested(value: object) -> bool:
    return isinstance(value, list | tuple | dict) and not is_from_seat(value)


def is_grid(value: object) -> "TypeGuard[Sequence[Sequence[int]]]":
    """Rows of numbers, all of one length."""
    return (
        isinstance(value, list | tuple)
        and len(value) > 0
        and all(isinstance(row, list | tuple) and row for row in value)
        and all(type(one) is int for row in value for one in row)
        and len({len(row) for row in value}) == 1
    )


def grid(rows: "Sequence[Sequence[int]]") -> str:
    """The numbers below each other."""
    wide = max(len(str(one)) for row in rows for one in row)
    return "\n".join(" ".join(f"{one:>{wide}}" for one in row) for row in rows)


def is_from_seat(value: object) -> bool:
    """A seat, and what it has played."""
    return isinstance(value, tuple) and tuple(map(type, value)) == (int, str)


def cards(found: "list[object] | tuple[object, ...]") -> list[str]:
    """The entries of a pile; those that the seat cannot see are counted."""
    hidden = sum(one is None for one in found)
    seen = [in_words(one) for one in found if one is not None]
    if len(seen) > MANY:  # what is left of a deck, in no order
        seen = [name if n == 1 else f"{n} × {name}" for name, n in Counter(seen).items()]
    return [*seen, *([f"{hidden} hidden"] if hidden else [])]


def in_words(value: object) -> str:
    """A value of a view for people."""
    if value is None or value in ("", [], {}, ()):
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        told = {str(name): one for name, one in value.items() if is_said(one)}
        parts = [f"{name.replace('_', ' ')}: {in_words(one)}" for name, one in told.items()]
        return "; ".join(parts) or NOTHING
    if isinstance(value, list | tuple):
        if is_from_seat(value):
            return f"seat {value[0]}: {value[1]}"
        if any(map(is_nested, value)):
            return " · ".join(in_words(one) for one in value)
        if "" in value:  # places, some of them empty
            return " ".join(in_words(one) for one in value)
        return ", ".join(cards(value))
    return str(value)
