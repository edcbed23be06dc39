"""Hike! with sleds: what a seat sees and remembers, as a view says it."""

from typing import TYPE_CHECKING

from analyzer.games.fields import view_field
from analyzer.games.hike_sled.cards import table_of
from analyzer.games.hike_sled.words import (
    CARE,
    CARE_CODE,
    CARE_KINDS,
    DOUBLE_CARE,
    EQUIPMENT,
    EQUIPMENT_CODE,
    LOOSE,
    LOOSE_CODE,
    NO_LOOSE,
    NO_SPOT,
    PHASES,
    SPOTS,
    field_name,
    husky_name,
    husky_names,
)
from analyzer.games.spec import Raw, Words

if TYPE_CHECKING:
    from analyzer.games.hike_sled import Rules

# Cards by kind: huskies, then how many of equipment, care and double care.
_Kinds = tuple[list[int], int, int, int]


def pick_name(rules: "Rules", raw: Raw, seat: int) -> str:
    """A pick: the spot, or the husky out of the hand."""
    spot = raw["pick_spot"][seat]
    return husky_name(rules, raw["pick_card"][seat]) if spot == NO_SPOT else SPOTS[spot]


# --- what lies on the table ----------------------------------------------------------------------


def centre(rules: "Rules", raw: Raw) -> list[str]:
    plain = [EQUIPMENT] * raw["centre_equipment"] + [CARE] * raw["centre_care"]
    return husky_names(rules, raw["centre"]) + plain


def sleds(rules: "Rules", raw: Raw) -> list[list[str]]:
    return [
        ["" if husky < 0 else husky_name(rules, husky) for husky in row] for row in raw["sleds"]
    ]


def landscape(rules: "Rules", number: int) -> str:
    return table_of(rules).laid[number]


def _face_up(rules: "Rules", raw: Raw) -> list[str]:
    return [landscape(rules, number) for number in raw["landscapes seen"]]


def _track(rules: "Rules", raw: Raw) -> list[str]:
    """The fields from the start on as far as they are face up."""
    if raw["racing"]:
        return [field_name(code) for code in raw["track seen"]]
    table = table_of(rules)
    return [field for name in ("start", *_face_up(rules, raw)) for field in table.landscapes[name]]


# --- what one seat knows -------------------------------------------------------------------------


def _cards(rules: "Rules", kinds: _Kinds) -> list[str]:
    huskies, equipment, single, double = kinds
    plain = [EQUIPMENT] * equipment + [CARE] * single + [DOUBLE_CARE] * double
    return husky_names(rules, huskies) + plain


def _held(raw: Raw, seat: int) -> _Kinds:
    return raw["huskies"][seat], raw["equipment"][seat], raw["single"][seat], raw["double"][seat]


def _known(raw: Raw, owner: int, observer: int) -> _Kinds:
    """What `observer` knows of the hand of `owner`."""
    if owner == observer:
        return _held(raw, owner)
    huskies = [h for h in raw["huskies"][owner] if raw["may"][h][observer] == 1 << owner]
    return huskies, raw["open_equipment"][owner], raw["open_single"][owner], raw["double"][owner]


def _unseen(raw: Raw, seat: int) -> _Kinds:
    """By kind, in the order of the cards, never in the order of the deck."""
    hidden = [code for code in raw["deck"] if code < LOOSE_CODE]
    huskies = [code for code in hidden if code < EQUIPMENT_CODE]
    equipment, care = hidden.count(EQUIPMENT_CODE), hidden.count(CARE_CODE)
    for other in range(len(raw["huskies"])):
        if other == seat:
            continue
        huskies += [h for h in raw["huskies"][other] if raw["may"][h][seat] != 1 << other]
        equipment += raw["equipment"][other] - raw["open_equipment"][other]
        care += raw["single"][other] - raw["open_single"][other]
    return sorted(huskies), equipment, care, 0


def _loose(rules: "Rules", raw: Raw, seat: int) -> Words:
    """Before picks are uncovered, a seat knows only its own."""
    words: Words = {"met": [LOOSE[card] for card in raw["loose_met"]]}
    if raw["loose_card"] == NO_LOOSE:
        return words
    words |= {
        "card": LOOSE[raw["loose_card"]],
        "taking_part": [other + 1 for other in raw["taking_part"]],
        "pending": [other + 1 for other in raw["pending"]],
        "runaways": raw["runaways"],
    }
    phase = PHASES[raw["phase"]]
    if phase in ("give", "lose"):
        uncovered = raw["taking_part"] if rules.loose_pick == "open" else [seat]
        words["picks"] = {
            other + 1: pick_name(rules, raw, other)
            for other in uncovered
            if other in raw["taking_part"] and other not in raw["pending"]
        }
    elif phase == "receive" and raw["seat"] == seat:
        words["received"] = husky_name(rules, raw["received"][seat])
    return words


def of_seat(rules: "Rules", raw: Raw, seat: int) -> Raw:
    """The numbers behind what a view says beside what everybody can see."""
    seats = range(len(raw["huskies"]))
    held = [_held(raw, other) for other in seats]
    return {
        "own hand": held[seat],
        "hand sizes": [len(huskies) + sum(others) for huskies, *others in held],
        "known": [_known(raw, other, seat) for other in seats],
        "landscapes seen": raw["landscapes"][: raw["face_up"]],
        "track seen": raw["track"] if raw["racing"] else [],
        "deck left": 0 if raw["racing"] else len(raw["deck"]),
        "unseen": _unseen(raw, seat),
        "care left": sorted(raw["care_pile"]),
        "on its way": raw["card"] if PHASES[raw["phase"]] == "spot" else None,
        "loose seen": _loose(rules, raw, seat),
    }


def _placing(rules: "Rules", raw: Raw) -> str:
    return "" if raw["on its way"] is None else husky_name(rules, raw["on its way"])


FIELDS = (
    view_field("hand", "Cards", lambda rules, raw: _cards(rules, raw["own hand"]), "own hand"),
    view_field("hand_sizes", "Mentors apart", lambda _, raw: list(raw["hand sizes"]), "hand sizes"),
    view_field("known", "Cards that each hand is known to hold; this seat's hand is complete",
               lambda rules, raw: [_cards(rules, kinds) for kinds in raw["known"]], "known"),
    view_field("landscapes", "Those face up, from the start on", _face_up, "landscapes seen"),
    view_field("track", "Fields known so far; the whole track in the race", _track, "racing",
               "landscapes seen", "track seen"),
    view_field("deck_size", "0 in the race", lambda _, raw: raw["deck left"], "deck left"),
    view_field("unseen", "Cards in the deck, or unknown in other hands (out of the game in the "
               "race)",
               lambda rules, raw: _cards(rules, raw["unseen"]), "unseen"),
    view_field("care_pile", "What is in it, in no order",
               lambda _, raw: sorted(CARE_KINDS[kind] for kind in raw["care left"]), "care left"),
    view_field("placing", "The husky on its way to a spot", _placing, "on its way"),
    view_field("loose", "The loose card in force, and those met", lambda _, raw: raw["loose seen"],
               "loose seen"),
)  # fmt: skip
