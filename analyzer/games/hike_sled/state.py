"""Hike! with sleds: the fields of a state. reader.py reads those that are more than a number.

Cards: "H1" to "H48" (experienced huskies in the order of the card file), "youngster", "equipment",
"care", "double care". Spots: letters, row by row: A B C D above E F G H.
"""

import random
from typing import TYPE_CHECKING, Any

from analyzer._core.games import hike_sled as core
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
from analyzer.games.hike_sled import reader, seen
from analyzer.games.hike_sled.cards import encode_cards
from analyzer.games.hike_sled.knowledge import (
    check_knowledge,
    hidden_cards,
    patterns,
    read_patterns,
)
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
from analyzer.games.parameters import encode
from analyzer.games.spec import Given, Raw

if TYPE_CHECKING:
    from analyzer.games.hike_sled import Rules

_LONG = 10_000  # more days than any rule allows
_MANY = 60_000  # more shuffles than any race has
_MOST_CARDS = 40  # more of a kind than there are
_NAMED = {"loose": LOOSE, "phase": PHASES}  # what the core names by number


def _is(*phases: str) -> Any:
    """Is one of these decided?"""
    return lambda raw: PHASES[raw["phase"]] in phases


def _racing(raw: Raw) -> bool:
    return bool(raw["racing"])


def _in_race(value: Any, before: Any = 0) -> Any:
    """What the race begins with, and what is there before it."""
    return lambda _, raw: value if raw["racing"] else before


def _turn(raw: Raw) -> bool:
    return bool(raw["loose_card"] != NO_LOOSE)


def _mentors(rules: "Rules", raw: Raw) -> int:
    return 0 if raw["racing"] else rules.mentors


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
_SPOTS = ChoicesKind(SPOTS, ordered=False)
_CHOSEN = Kind()
_OPEN: dict[str, Any] = {"seen_by": "all"}
_CENTRE = ("centre", "centre_equipment", "centre_care")
_GONE = ("gone_single", "gone_double")
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
                                           for seat in range(len(raw["huskies"]))],
              parse=reader.hands, gives=("huskies", "equipment", "single", "double")),
        Field("sleds", _CHOSEN, "A card for every spot, \"\" where it is free; left out: empty",
              computed=seen.sleds, uses=("sleds",), parse=reader.sleds, **_OPEN),
        *_SLED.values(),
        Field("centre", _CHOSEN, "Cards in the centre", computed=seen.centre, uses=_CENTRE,
              parse=reader.centre, gives=_CENTRE, **_OPEN),
        Field("gone", _CHOSEN, "Huskies that left the game by a loose card", uses=("gone",),
              computed=lambda rules, raw: husky_names(rules, raw["gone"]), parse=reader.gone,
              **_OPEN),
        Field("mentors", NumberKind(0, _mentors), "Mentors left; left out: as many as the rules "
              "give, none in the race", default=_mentors, **_BY_SEAT, **_OPEN),
        Field("care_taken", NumberKind(0, 3), "Cards taken from the care pile", "taken", **_BY_SEAT,
              **_OPEN),
        Field("declared", NumberKind(0, lambda _, raw: raw["day"]),
              "The day of the declaration; 0: not yet", **_BY_SEAT, **_OPEN),
        Field("deck", _CHOSEN, "The husky deck, the top first; left out: all cards named nowhere "
              "else, in random order. In the race: the cards that left the game unseen",
              computed=seen.deck, parse=reader.deck, gives=("deck", "loose_removed")),
        Field("landscapes", _CHOSEN, "From the start on; left out: random",
              computed=seen.landscapes, parse=reader.landscapes),
        Field("face_up", NumberKind(0, lambda rules, _: int(rules.landscapes)),
              "How many of them; left out: one for each day, all in the race",
              default=lambda rules, raw: rules.landscapes if raw["racing"] else
              min(rules.landscapes, raw["day"])),
        Field("turn", SeatKind(), "The seat that decides", "seat",
              default=lambda _, raw: (raw["day_order"] or [0])[0], **_OPEN),
        Field("player", SeatKind(), "The seat whose turn it is; left out: the one that decides",
              default=lambda _, raw: raw["seat"], **_OPEN),
        Field("deciding", WordKind(PHASES), "What is decided", "phase", **_OPEN,
              default=_in_race(PHASES.index("race"), PHASES.index("action"))),
        Field("day", NumberKind(1, _LONG), "Of Preparations", default=1, **_OPEN),
        Field("placing", _CHOSEN, "The husky on its way to a spot", when=_is("spot"),
              computed=lambda rules, raw: husky_name(rules, raw["card"]), parse=reader.placing,
              gives=("card", "from_centre")),
        Field("placing_from", _CHOSEN, "\"hand\" or \"centre\"", when=_is("spot"),
              computed=lambda _, raw: "centre" if raw["from_centre"] else "hand"),
        Field("owed", _COUNT, "Cards still to reveal when a loose card is done"),
        Field("mentors_asked", FlagKind(), "Have mentors been asked for in this turn?", "asked"),
        Field("bonus_used", FlagKind(), "Has the bonus been used in this turn?"),
        Field("upgrade_from", NumberKind(0, NO_SPOT), "The first spot that may still be upgraded"),
        Field("loose.met", ChoicesKind(LOOSE, ordered=False), "Loose cards that were met",
              "loose_met"),
        Field("loose.removed", _CHOSEN, "The loose card that is not in the deck",
              when=lambda raw: raw["loose_removed"] != NO_LOOSE,
              computed=lambda _, raw: LOOSE[raw["loose_removed"]]),
        Field("loose.card", WordKind((*LOOSE, "")), "The loose card in force", "loose_card",
              default=NO_LOOSE, when=_turn),
        Field("loose.partner", SeatKind(), "With whom the player swaps", when=_turn,
              default=lambda _, raw: raw["player"]),
        Field("loose.taking_part", SeatsKind(), "Who takes part", when=_turn),
        Field("loose.pending", SeatsKind(), "Who is still to answer", when=_turn),
        Field("loose.picks", _CHOSEN, "By seat, a spot or a husky of the hand", when=_turn,
              computed=_picks, parse=reader.picks, gives=("pick_spot", "pick_card")),
        Field("loose.gave_from_hand", SeatsKind(), "Whose pick came from the hand", when=_turn,
              computed=_gave_from_hand),
        Field("loose.received", _CHOSEN, "By seat, the husky to be placed", when=_turn,
              computed=_received, parse=reader.received),
        Field("loose.runaways", NumberKind(0, 2), "Huskies that run away", when=_turn),
        Field("racers", SeatsKind(), "Seats on the start", "racing", **_OPEN),
        Field("track", _CHOSEN, "Fields: S, I, P, with * if equipment is needed; left out: those "
              "of the landscapes", when=_racing, parse=reader.track,
              computed=lambda _, raw: [field_name(code) for code in raw["track"]]),
        Field("fields", NumberKind(0, lambda _, raw: len(raw["track"])),
              "Fields entered so far, by seat", "field", **_BY_SEAT, **_OPEN),
        Field("race_day", NumberKind(lambda _, raw: int(_racing(raw) and not _is("over")(raw)),
              _in_race(_LONG)), "From 1; 0 before the race", default=_in_race(1), **_OPEN),
        Field("order", SeatsKind(), "Seats in the order of the day; left out: by the rules",
              computed=lambda _, raw: [seat + 1 for seat in raw["day_order"]], parse=reader.order,
              gives=("day_order",), uses=("day_order",), **_OPEN),
        Field("first_player", SeatKind(), "Who goes first of equals", when=_racing),
        Field("care_pile", _CHOSEN, "The top first; left out: what is left, in random order",
              when=_racing, parse=reader.care_pile,
              computed=lambda _, raw: [CARE_KINDS[kind] for kind in raw["care_pile"]]),
        Field("care_discards", _CHOSEN, "Discarded care", uses=_GONE, gives=_GONE,
              computed=lambda _, raw: [CARE] * raw["gone_single"] + [DOUBLE_CARE] *
              raw["gone_double"], parse=reader.care_discards, **_OPEN),
        Field("open_care", WordKind(CARE_KINDS), "A catch-up card that must be used", "open_card",
              **_BY_SEAT, **_OPEN),
        Field("use.husky", WordKind(SPOTS), "The husky in use; left out: the turn begins", "using",
              **_OPEN),
        Field("use.left", _CHOSEN, "Its points left, by terrain", parse=reader.left, uses=("left",),
              computed=lambda _, raw: dict(zip(TERRAINS, raw["left"], strict=True)), **_OPEN),
        Field("use.moved", _COUNT, "Fields that it has moved", **_OPEN),
        Field("use.from_field", NumberKind(0, lambda _, raw: len(raw["track"]) if _is("over")(raw)
              else raw["field"][raw["seat"]]), "The field on which the turn began", "turn_field",
              default=lambda _, raw: raw["field"][raw["seat"]], **_OPEN),
        Field("use.from_resting", _CHOSEN, "Who rested when the turn began",
              computed=lambda rules, raw: _SPOTS.format_value(rules, raw["turn_resting"]),
              parse=reader.from_resting, gives=("turn_resting",), uses=("turn_resting",), **_OPEN),
        *(
            Field(f"use.{word}", NumberKind(0, _MOST_CARDS), "Cards spent in this turn", name,
                  **_OPEN)
            for word, name in ((EQUIPMENT, "turn_equipment"), (CARE, "turn_single"),
                               (DOUBLE_CARE, "turn_double"))
        ),
        Field("use.open_care", WordKind(CARE_KINDS), "The catch-up card with which the turn began",
              "turn_open", default=lambda _, raw: raw["open_card"][raw["seat"]], **_OPEN),
        Field("to_rest", NumberKind(0, NO_SPOT), "Huskies still to rest", **_OPEN),
        Field("arrived", _CHOSEN, "The order of arrival, by seat", when=_racing,
              computed=lambda _, raw: list(raw["reached"]), parse=reader.arrived,
              gives=("reached",)),
        Field("substitutes", SeatsKind(), "Who holds a substitute care card", "substitute",
              when=_racing),
        Field("care_shuffles", NumberKind(0, _MANY), "Times that care was shuffled", "shuffles",
              when=_racing, default=_in_race(1)),
        Field("substitutes_given", NumberKind(0, _MANY), "Substitutes given so far", "substitutes",
              when=_racing),
        Field("knowledge.huskies", _CHOSEN, "For each husky of each hand, where the others must "
              "reckon with it: \"open\", \"hidden\" or a list", computed=patterns,
              parse=read_patterns, gives=("may",)),
        Field("knowledge.equipment", _COUNT, "Cards of a hand that everybody knows",
              "open_equipment", **_BY_SEAT),
        Field("knowledge.care", _COUNT, "Cards of a hand that everybody knows", "open_single",
              default=lambda _, raw: [int(kind == 1) for kind in raw["open_card"]], **_BY_SEAT),
        Field("knowledge.no_huskies", _COUNT, "Hidden cards known to be no huskies", "bare",
              default=lambda _, raw: [n * bool(raw["declared"][seat] or seat in raw["racing"])
                                      for seat, n in enumerate(hidden_cards(raw))],
              **_BY_SEAT),
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


def from_position(rules: "Rules", players: int, words: Given, luck: random.Random) -> Raw:
    """What the core restores; a position that cannot be is refused in one sentence."""
    given = DECLARED.reader(players, words)
    cards = reader.Cards(rules)
    raw = DECLARED.read(given, rules, luck, cards=cards)
    reader.check(given, rules, cards, raw)
    check_knowledge(given, raw)
    given.restored(core.GAME, {**encode(rules), **encode_cards(cards.table)}, raw, _NAMED)
    return raw
