"""Hike! with sleds: what everybody can see of a state, and what one seat can."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

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
    TERRAINS,
    field_name,
    husky_name,
    husky_names,
)
from analyzer.games.spec import Raw, Words
from analyzer.games.view_base import BaseView, Maker

if TYPE_CHECKING:
    from analyzer.games.hike_sled import Rules


def spots_of(places: list[int]) -> list[str]:
    return [SPOTS[place] for place in places]


def _use(_rules: "Rules", raw: Raw) -> Words:
    """The husky in use, and what the racer has spent since the turn began."""
    return {
        "husky": SPOTS[raw["using"]],
        "left": dict(zip(TERRAINS, raw["left"], strict=True)),
        "moved": raw["moved"],
        "from_field": raw["turn_field"],
        "from_resting": spots_of(raw["turn_resting"]),
        "equipment": raw["turn_equipment"],
        "care": raw["turn_single"],
        "double care": raw["turn_double"],
        "open_care": CARE_KINDS[raw["turn_open"]],
    }


def _centre(rules: "Rules", raw: Raw) -> list[str]:
    return [
        *husky_names(rules, raw["centre"]),
        *[EQUIPMENT] * raw["centre_equipment"],
        *[CARE] * raw["centre_care"],
    ]


def _spots_by_seat(name: str) -> Maker:
    return lambda _, raw: [spots_of(places) for places in raw[name]]


def _sleds(rules: "Rules", raw: Raw) -> list[list[str]]:
    return [
        ["" if husky < 0 else husky_name(rules, husky) for husky in row] for row in raw["sleds"]
    ]


PUBLIC: Mapping[str, Maker] = {
    "deciding": lambda _, raw: PHASES[raw["phase"]],
    "turn": lambda _, raw: raw["seat"] + 1,
    "player": lambda _, raw: raw["player"] + 1,
    "day": lambda _, raw: raw["day"],
    "race_day": lambda _, raw: raw["race_day"],
    "mentors": lambda _, raw: list(raw["mentors"]),
    "care_taken": lambda _, raw: list(raw["taken"]),
    "centre": _centre,
    "gone": lambda rules, raw: husky_names(rules, raw["gone"]),
    "sleds": _sleds,
    **{name: _spots_by_seat(name) for name in ("upgraded", "tired", "resting")},
    "declared": lambda _, raw: list(raw["declared"]),
    "racers": lambda _, raw: [seat + 1 for seat in raw["racing"]],
    "fields": lambda _, raw: list(raw["field"]),
    "order": lambda _, raw: [seat + 1 for seat in raw["day_order"]],
    "open_care": lambda _, raw: [CARE_KINDS[kind] for kind in raw["open_card"]],
    "care_discards": lambda _, raw: (
        [CARE] * raw["gone_single"] + [DOUBLE_CARE] * raw["gone_double"]
    ),
    "use": _use,
    "to_rest": lambda _, raw: raw["to_rest"],
}
# What everybody can see of a state, as it is there.
_OPEN = (
    *("phase", "seat", "player", "day", "race_day", "mentors", "taken", "gone", "sleds"),
    *("centre", "centre_equipment", "centre_care", "upgraded", "tired", "resting", "declared"),
    *("racing", "field", "day_order", "open_card", "gone_single", "gone_double", "to_rest"),
    *("using", "left", "moved", "turn_field", "turn_resting", "turn_equipment", "turn_single"),
    *("turn_double", "turn_open"),
)


def public(rules: "Rules", raw: Raw) -> Words:
    """What everybody can see, as a position says it."""
    return {name: maker(rules, raw) for name, maker in PUBLIC.items()}


# Cards by kind: huskies, then how many of equipment, care and double care.
_Kinds = tuple[list[int], int, int, int]


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


def _landscapes(rules: "Rules", raw: Raw) -> list[str]:
    return [table_of(rules).laid[n] for n in raw["landscapes"]]


def _track(rules: "Rules", raw: Raw) -> list[str]:
    """The fields from the start on as far as they are face up."""
    if raw["racing"]:
        return [field_name(code) for code in raw["track"]]
    laid, table = _landscapes(rules, raw), table_of(rules)
    return [field for name in ("start", *laid) for field in table.landscapes[name]]


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
        seen = raw["taking_part"] if rules.loose_pick == "open" else [seat]
        words["picks"] = {
            other + 1: pick_name(rules, raw, other)
            for other in seen
            if other in raw["taking_part"] and other not in raw["pending"]
        }
    elif phase == "receive" and raw["seat"] == seat:
        words["received"] = husky_name(rules, raw["received"][seat])
    return words


def pick_name(rules: "Rules", raw: Raw, seat: int) -> str:
    """A pick: the spot, or the husky out of the hand."""
    spot = raw["pick_spot"][seat]
    return husky_name(rules, raw["pick_card"][seat]) if spot == NO_SPOT else SPOTS[spot]


class View(BaseView):
    """What one seat can see or has seen. Seats are numbered from 1; lists by seat begin with 1."""

    rules: "Rules"
    deciding: str  # as in a position
    turn: int  # the seat that decides
    player: int  # the seat whose turn it is
    day: int  # of Preparations
    race_day: int  # 0 before the race
    hand: list[str]
    hand_sizes: list[int]  # mentors apart
    known: list[list[str]]  # cards that each hand is known to hold; this seat's hand is complete
    mentors: list[int]
    care_taken: list[int]  # cards that each seat took from its care pile
    centre: list[str]
    gone: list[str]  # huskies that left the game by a loose card
    sleds: list[list[str]]  # by spot; "" = free
    upgraded: list[list[str]]  # spots
    tired: list[list[str]]
    resting: list[list[str]]
    declared: list[int]  # day of the declaration, 0 = none
    racers: list[int]
    landscapes: list[str]  # those face up, from the start on
    track: list[str]  # fields known so far; the whole track in the race
    deck_size: int
    unseen: list[str]  # cards in the deck, or unknown in other hands (out of the game in the race)
    fields: list[int]
    order: list[int]  # of the race day
    open_care: list[str]  # catch-up cards that must be used
    care_pile: list[str]  # what is in it, in no order
    care_discards: list[str]
    use: Words  # the husky in use, its points left; what the turn began with and spent
    to_rest: int
    placing: str  # the husky on its way to a spot
    loose: Words  # the loose card in force, and those met

    MAKERS: ClassVar[Mapping[str, Maker]] = {
        **PUBLIC,
        "hand": lambda rules, raw: _cards(rules, raw["hand"]),
        "hand_sizes": lambda _, raw: list(raw["hand_sizes"]),
        "known": lambda rules, raw: [_cards(rules, kinds) for kinds in raw["known"]],
        "landscapes": _landscapes,
        "track": _track,
        "deck_size": lambda _, raw: raw["deck_size"],
        "unseen": lambda rules, raw: _cards(rules, raw["unseen"]),
        "care_pile": lambda _, raw: sorted(CARE_KINDS[kind] for kind in raw["care_pile"]),
        "placing": lambda rules, raw: "" if raw["card"] is None else husky_name(rules, raw["card"]),
        "loose": lambda _, raw: raw["loose"],
    }


def view(rules: "Rules", raw: Raw, seat: int) -> View:
    """What `seat` (from 0) can see, and what it knows if it forgets nothing."""
    seats = range(len(raw["huskies"]))
    held = [_held(raw, other) for other in seats]
    seen = {key: raw[key] for key in _OPEN} | {
        "hand": held[seat],
        "hand_sizes": [len(huskies) + sum(others) for huskies, *others in held],
        "known": [_known(raw, other, seat) for other in seats],
        "landscapes": raw["landscapes"][: raw["face_up"]],
        "track": raw["track"] if raw["racing"] else [],
        "deck_size": 0 if raw["racing"] else len(raw["deck"]),
        "unseen": _unseen(raw, seat),
        "care_pile": sorted(raw["care_pile"]),
        "card": raw["card"] if PHASES[raw["phase"]] == "spot" else None,
        "loose": _loose(rules, raw, seat),
    }
    return View(rules, seen, seat, len(seats))
