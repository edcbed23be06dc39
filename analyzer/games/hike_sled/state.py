"""Hike! with sleds: the fields of a state. reader.py reads those that follow from others.

Cards: "H1" to "H48" (experienced huskies in the order of the card file), "youngster", "equipment",
"care", "double care". Spots: letters, row by row: A B C D above E F G H.
"""

from typing import TYPE_CHECKING, Any

from analyzer.games.fields import (
    ChoicesKind,
    Declaration,
    Field,
    FlagKind,
    Kind,
    NumberKind,
    SeatKind,
    SeatsKind,
    WordKind,
)
from analyzer.games.hike_sled import seen
from analyzer.games.hike_sled.knowledge import patterns
from analyzer.games.hike_sled.words import (
    CARE,
    CARE_KINDS,
    DOUBLE_CARE,
    ENDS,
    EQUIPMENT,
    LOOSE,
    NO_LOOSE,
    NO_SPOT,
    PHASES,
    SPOTS,
    TERRAINS,
    field_name,
    hand_names,
    husky_name,
    husky_names,
)
from analyzer.games.spec import Raw

if TYPE_CHECKING:
    from analyzer.games.hike_sled import Rules

LONG = 10_000  # more days than any rule allows
_MANY = 60_000  # more shuffles than any race has
_MOST_CARDS = 40  # more of a kind than there are
_OPEN: dict[str, Any] = {"seen_by": "all"}


def _is(*phases: str) -> Any:
    """Is one of these decided?"""
    return lambda raw: PHASES[raw["phase"]] in phases


def _racing(raw: Raw) -> bool:
    return bool(raw["racing"])


def _turn(raw: Raw) -> bool:
    return bool(raw["loose_card"] != NO_LOOSE)


def _plain(name: str) -> Any:
    """A list of numbers as it is."""
    return lambda _, raw: list(raw[name])


def _seats(name: str) -> Any:
    return lambda _, raw: [seat + 1 for seat in raw[name]]


def _picks(rules: "Rules", raw: Raw) -> list[str]:
    picking = PHASES[raw["phase"]] in ("give", "lose")
    done = set(raw["taking_part"]) - set(raw["pending"]) if picking else ()
    return [
        seen.pick_name(rules, raw, seat) if seat in done else ""
        for seat in range(len(raw["huskies"]))
    ]


def _gave_from_hand(_rules: "Rules", raw: Raw) -> list[int]:
    given = PHASES[raw["phase"]] == "receive"
    return [s + 1 for s in raw["taking_part"] if given and raw["pick_spot"][s] == NO_SPOT]


def _received(rules: "Rules", raw: Raw) -> list[str]:
    due = raw["pending"] if PHASES[raw["phase"]] == "receive" else ()
    return [
        husky_name(rules, husky) if seat in due else ""
        for seat, husky in enumerate(raw["received"])
    ]


_BY_SEAT = dict[str, Any](by_seat=True)
_COUNT = NumberKind(0, 255)
_SPOTS = ChoicesKind(SPOTS)
_CHOSEN = Kind()
_SLED = {
    name: Field(name, _SPOTS, f"Spots with huskies that {what}", **_BY_SEAT, **_OPEN)
    for name, what in (
        ("upgraded", "have equipment"),
        ("tired", "have run today"),
        ("resting", "rest"),
    )
}

DECLARED = Declaration(
    "hike-sled",
    (
        Field("hands", _CHOSEN, "Cards of each seat, mentors apart",
              computed=lambda rules, raw: [hand_names(rules, raw, seat)
                                           for seat in range(len(raw["huskies"]))]),
        Field("sleds", _CHOSEN, "A card for every spot, \"\" where it is free; left out: empty",
              computed=seen.sleds, uses=("sleds",), **_OPEN),
        *_SLED.values(),
        Field("centre", _CHOSEN, "Cards in the centre", computed=seen.centre,
              uses=("centre", "centre_equipment", "centre_care"), **_OPEN),
        Field("gone", _CHOSEN, "Huskies that left the game by a loose card", uses=("gone",),
              computed=lambda rules, raw: husky_names(rules, raw["gone"]), **_OPEN),
        Field("mentors", _CHOSEN, "Mentors left; left out: as many as the rules give, none in the "
              "race", computed=_plain("mentors"), uses=("mentors",), **_OPEN),
        Field("care_taken", NumberKind(0, 3), "Cards taken from the care pile", "taken", **_BY_SEAT,
              **_OPEN),
        Field("declared", _CHOSEN, "The day of the declaration; 0: not yet",
              computed=_plain("declared"), uses=("declared",), **_OPEN),
        Field("deck", _CHOSEN, "The husky deck, the top first; left out: all cards named nowhere "
              "else, in random order. In the race: the cards that left the game unseen",
              computed=seen.deck),
        Field("landscapes", _CHOSEN, "From the start on; left out: random",
              computed=seen.landscapes),
        Field("face_up", _CHOSEN, "How many of them; left out: one for each day, all in the race",
              computed=lambda _, raw: raw["face_up"]),
        Field("turn", SeatKind(), "The seat that decides", computed=lambda _, raw: raw["seat"] + 1,
              uses=("seat",), **_OPEN),
        Field("player", SeatKind(), "The seat whose turn it is; left out: the one that decides",
              computed=lambda _, raw: raw["player"] + 1, uses=("player",), **_OPEN),
        Field("deciding", WordKind(PHASES), "What is decided", uses=("phase",), **_OPEN,
              computed=lambda _, raw: PHASES[raw["phase"]]),
        Field("day", NumberKind(1, LONG), "Of Preparations", default=1, **_OPEN),
        Field("placing", _CHOSEN, "The husky on its way to a spot", when=_is("spot"),
              computed=lambda rules, raw: husky_name(rules, raw["card"])),
        Field("placing_from", _CHOSEN, "\"hand\" or \"centre\"", when=_is("spot"),
              computed=lambda _, raw: "centre" if raw["from_centre"] else "hand"),
        Field("owed", _COUNT, "Cards still to reveal when a loose card is done"),
        Field("mentors_asked", FlagKind(), "Have mentors been asked for in this turn?", "asked"),
        Field("bonus_used", FlagKind(), "Has the bonus been used in this turn?"),
        Field("upgrade_from", NumberKind(0, NO_SPOT), "The first spot that may still be upgraded"),
        Field("loose.met", ChoicesKind(LOOSE), "Loose cards that were met", "loose_met"),
        Field("loose.removed", _CHOSEN, "The loose card that is not in the deck",
              when=lambda raw: raw["loose_removed"] != NO_LOOSE,
              computed=lambda _, raw: LOOSE[raw["loose_removed"]]),
        *(
            Field(f"loose.{word}", kind, sentence, computed=said, when=_turn)
            for word, kind, sentence, said in (
                ("card", _CHOSEN, "The loose card in force", lambda _, raw:
                 LOOSE[raw["loose_card"]]),
                ("partner", SeatKind(), "With whom the player swaps", lambda _, raw:
                 raw["partner"] + 1),
                ("taking_part", SeatsKind(), "Who takes part", _seats("taking_part")),
                ("pending", SeatsKind(), "Who is still to answer", _seats("pending")),
                ("picks", _CHOSEN, "By seat, a spot or a husky of the hand", _picks),
                ("gave_from_hand", SeatsKind(), "Whose pick came from the hand", _gave_from_hand),
                ("received", _CHOSEN, "By seat, the husky to be placed", _received),
                ("runaways", NumberKind(0, 2), "Huskies that run away", lambda _, raw:
                 raw["runaways"]),
            )
        ),
        Field("racers", SeatsKind(), "Seats on the start", "racing", **_OPEN),
        Field("track", _CHOSEN, "Fields: S, I, P, with * if equipment is needed; left out: those "
              "of the landscapes", when=_racing,
              computed=lambda _, raw: [field_name(code) for code in raw["track"]]),
        Field("fields", _CHOSEN, "Fields entered so far, by seat", computed=_plain("field"),
              uses=("field",), **_OPEN),
        Field("race_day", _CHOSEN, "From 1; 0 before the race", uses=("race_day",), **_OPEN,
              computed=lambda _, raw: raw["race_day"]),
        Field("order", SeatsKind(), "Seats in the order of the day; left out: by the rules",
              computed=_seats("day_order"), uses=("day_order",), **_OPEN),
        Field("first_player", SeatKind(), "Who goes first of equals", when=_racing),
        Field("care_pile", _CHOSEN, "The top first; left out: what is left, in random order",
              when=_racing, computed=lambda _, raw: [CARE_KINDS[kind] for kind in
                                                     raw["care_pile"]]),
        Field("care_discards", _CHOSEN, "Discarded care", uses=("gone_single", "gone_double"),
              computed=lambda _, raw: [CARE] * raw["gone_single"] + [DOUBLE_CARE] *
              raw["gone_double"], **_OPEN),
        Field("open_care", WordKind(CARE_KINDS), "A catch-up card that must be used", "open_card",
              **_BY_SEAT, **_OPEN),
        Field("use.husky", WordKind(SPOTS), "The husky in use; left out: the turn begins", "using"),
        Field("use.left", _CHOSEN, "Its points left, by terrain",
              computed=lambda _, raw: dict(zip(TERRAINS, raw["left"], strict=True))),
        Field("use.moved", _COUNT, "Fields that it has moved"),
        Field("use.from_field", _CHOSEN, "The field on which the turn began",
              computed=lambda _, raw: raw["turn_field"]),
        Field("use.from_resting", _CHOSEN, "Who rested when the turn began",
              computed=lambda rules, raw: _SPOTS.format_value(rules, raw["turn_resting"])),
        *(
            Field(f"use.{word}", NumberKind(0, _MOST_CARDS), "Cards spent in this turn", name)
            for word, name in ((EQUIPMENT, "turn_equipment"), (CARE, "turn_single"),
                               (DOUBLE_CARE, "turn_double"))
        ),
        Field("use.open_care", _CHOSEN, "The catch-up card with which the turn began",
              computed=lambda _, raw: CARE_KINDS[raw["turn_open"]]),
        Field("to_rest", NumberKind(0, NO_SPOT), "Huskies still to rest", **_OPEN),
        Field("arrived", _CHOSEN, "The order of arrival, by seat", when=_racing,
              computed=_plain("reached")),
        Field("substitutes", SeatsKind(), "Who holds a substitute care card", "substitute",
              when=_racing),
        Field("care_shuffles", _CHOSEN, "Times that care was shuffled", when=_racing,
              computed=lambda _, raw: raw["shuffles"]),
        Field("substitutes_given", NumberKind(0, _MANY), "Substitutes given so far", "substitutes",
              when=_racing),
        Field("knowledge.huskies", _CHOSEN, "For each husky of each hand, where the others must "
              "reckon with it: \"open\", \"hidden\" or a list", computed=patterns),
        Field("knowledge.equipment", _COUNT, "Cards of a hand that everybody knows",
              "open_equipment", **_BY_SEAT),
        Field("knowledge.care", _CHOSEN, "Cards of a hand that everybody knows",
              computed=_plain("open_single")),
        Field("knowledge.no_huskies", _CHOSEN, "Hidden cards known to be no huskies",
              computed=_plain("bare")),
        Field("knowledge.least_huskies", _COUNT, "Huskies that a hand is known to hold", "floor",
              **_BY_SEAT),
        Field("knowledge.no_care", SeatsKind(), "Racers known to hold no hidden care", "no_care"),
        Field("knowledge.some_care", SeatsKind(), "Racers known to hold some", "some_care"),
        Field("winners", SeatsKind(), "Of a game that is over", when=_is("over")),
        Field("end_reason", WordKind(ENDS), "Why a game is over", when=_is("over")),
        *(
            Field(word, _CHOSEN, sentence, computed=said, uses=uses, in_position=False, **_OPEN)
            for word, sentence, said, uses in seen.FIELDS
        ),
    ),
    seen.of_seat,
)  # fmt: skip
