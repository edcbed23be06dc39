"""Hike! with sleds: the fields of a state. reader.py reads those that are more than a number.

Cards: "H1" to "H48" (experienced huskies in the order of the card file), "youngster", "equipment",
"care", "double care". Spots: letters, row by row: A B C D above E F G H.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from analyzer._core.games import hike_sled as core
from analyzer.games.fields import (
    ChoicesKind,
    Declaration,
    Field,
    FlagKind,
    Format,
    Kind,
    NumberKind,
    Open,
    PileKind,
    SeatKind,
    SeatsKind,
    WordKind,
)
from analyzer.games.hike_sled import reader, seen
from analyzer.games.hike_sled.cards import encode_cards
from analyzer.games.hike_sled.knowledge import (
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
    card_name,
    field_name,
    hand_names,
    husky_name,
)
from analyzer.games.parameters import encode
from analyzer.games.spec import Given, Raw
from analyzer.system.json_types import JsonValue

if TYPE_CHECKING:
    from analyzer.games.hike_sled import Rules

_LONG = 10_000  # more days than any rule allows
_MANY = 60_000  # more shuffles than any race has
_MOST_CARDS = 40  # more of a kind than there are
_NAMED = {"loose": LOOSE, "phase": PHASES}  # what the core names by number


def _is(*phases: str) -> Callable[[Raw], bool]:
    """Is one of these decided?"""
    return lambda raw: PHASES[raw["phase"]] in phases


def _racing(raw: Raw) -> bool:
    return bool(raw["racing"])


def _in_race(value: int, before: int = 0) -> Format:
    """What the race begins with, and what is there before it."""
    return lambda _, raw: value if raw["racing"] else before


def _turn(raw: Raw) -> bool:
    return bool(raw["loose_card"] != NO_LOOSE)


def _mentors(rules: "Rules", raw: Raw) -> int:
    return 0 if raw["racing"] else rules.mentors


def _bare(_rules: "Rules", raw: Raw) -> list[int]:
    """Of who has declared, all: a full sled leaves no husky in the hand."""
    ready = [bool(day or seat in raw["racing"]) for seat, day in enumerate(raw["declared"])]
    return [max(n, 0) * ready[seat] for seat, n in enumerate(hidden_cards(raw))]


def _arrivals(_rules: "Rules", raw: Raw) -> list[int]:
    """In the order of the day."""
    last = len(raw["track"])
    there = [seat for seat in raw["day_order"] if raw["field"][seat] == last]
    return [there.index(s) + 1 if s in there else 0 for s in range(len(raw["field"]))]


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


_COUNT = NumberKind(0, 255)
_SPOTS = ChoicesKind(SPOTS, ordered=False)
_CHOSEN = Kind[JsonValue]()
_HUSKIES = PileKind(husky_name, lambda _: {})  # as the parsers of such fields know them
_CARE = PileKind(lambda _, kind: CARE_KINDS[kind], lambda _: {CARE: 1, DOUBLE_CARE: 2})
_CENTRE = ("centre", "centre_equipment", "centre_care")
_GONE = ("gone_single", "gone_double")
_SLED = {
    name: Open(name, _SPOTS, f"Spots with huskies that {what}", by_seat=True)
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
        Open("sleds", _CHOSEN, "A card for every spot, \"\" where it is free; left out: empty",
             computed=seen.sleds, uses=("sleds",), parse=reader.sleds),
        *_SLED.values(),
        Open("centre", _CHOSEN, "Cards in the centre", computed=seen.centre, uses=_CENTRE,
             parse=reader.centre, gives=_CENTRE),
        Open("gone", _HUSKIES, "Huskies that left the game by a loose card", parse=reader.gone),
        Open("mentors", NumberKind(0, _mentors), "Mentors left; left out: as many as the rules "
             "give, none in the race", default=_mentors, by_seat=True),
        Open("care_taken", NumberKind(0, 3), "Cards taken from the care pile", "taken",
             by_seat=True),
        Open("declared", NumberKind(0, lambda _, raw: raw["day"]),
             "The day of the declaration; 0: not yet", by_seat=True),
        Field("deck", replace(_HUSKIES, name=card_name), "The husky deck, the top first; left out: "
              "all cards named nowhere else, in random order. In the race: the cards that left the "
              "game unseen", parse=reader.deck, gives=("deck", "loose_removed")),
        Field("landscapes", replace(_HUSKIES, name=seen.landscape),
              "From the start on; left out: random", parse=reader.landscapes),
        Field("face_up", NumberKind(0, lambda rules, _: int(rules.landscapes)),
              "How many of them; left out: one for each day, all in the race",
              default=lambda rules, raw: rules.landscapes if raw["racing"] else
              min(rules.landscapes, raw["day"])),
        Open("turn", SeatKind(), "The seat that decides", "seat",
             default=lambda _, raw: (raw["day_order"] or [0])[0]),
        Open("player", SeatKind(), "The seat whose turn it is; left out: the one that decides",
             default=lambda _, raw: raw["seat"]),
        Open("deciding", WordKind(PHASES), "What is decided", "phase",
             default=_in_race(PHASES.index("race"), PHASES.index("action"))),
        Open("day", NumberKind(1, _LONG), "Of Preparations", default=1),
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
        Open("racers", SeatsKind(), "Seats on the start", "racing"),
        Field("track", replace(_HUSKIES, name=lambda _, code: field_name(code)), "Fields: S, I, P, "
              "with * if equipment is needed; left out: those of the landscapes", when=_racing,
              parse=reader.track),
        Open("fields", NumberKind(0, lambda _, raw: len(raw["track"])),
             "Fields entered so far, by seat", "field", by_seat=True),
        Open("race_day", NumberKind(lambda _, raw: int(_racing(raw) and not _is("over")(raw)),
             _in_race(_LONG)), "From 1; 0 before the race", default=_in_race(1)),
        Open("order", SeatsKind(), "Seats in the order of the day; left out: by the rules",
             "day_order", parse=reader.order),
        Field("first_player", SeatKind(), "Who goes first of equals", when=_racing),
        Field("care_pile", _CARE, "The top first; left out: what is left, in random order",
              when=_racing, parse=reader.care_pile),
        Open("care_discards", _CHOSEN, "Discarded care", uses=_GONE, gives=_GONE,
             computed=lambda _, raw: [CARE] * raw["gone_single"] + [DOUBLE_CARE] *
             raw["gone_double"], parse=reader.care_discards),
        Open("open_care", WordKind(CARE_KINDS), "A catch-up card that must be used", "open_card",
             by_seat=True),
        Open("use.husky", WordKind(SPOTS), "The husky in use; left out: the turn begins", "using"),
        Open("use.left", _CHOSEN, "Its points left, by terrain", parse=reader.left, uses=("left",),
             computed=lambda _, raw: dict(zip(TERRAINS, raw["left"], strict=True))),
        Open("use.moved", _COUNT, "Fields that it has moved"),
        Open("use.from_field", NumberKind(0, lambda _, raw: len(raw["track"]) if _is("over")(raw)
             else raw["field"][raw["seat"]]), "The field on which the turn began", "turn_field",
             default=lambda _, raw: raw["field"][raw["seat"]]),
        Open("use.from_resting", _SPOTS, "Who rested when the turn began", "turn_resting",
             parse=reader.from_resting),
        *(
            Open(f"use.{word}", NumberKind(0, _MOST_CARDS), "Cards spent in this turn", name)
            for word, name in ((EQUIPMENT, "turn_equipment"), (CARE, "turn_single"),
                               (DOUBLE_CARE, "turn_double"))
        ),
        Open("use.open_care", WordKind(CARE_KINDS), "The catch-up card with which the turn began",
             "turn_open", default=lambda _, raw: raw["open_card"][raw["seat"]]),
        Open("to_rest", NumberKind(0, NO_SPOT), "Huskies still to rest"),
        Field("arrived", _COUNT, "The order of arrival", "reached", when=_racing, by_seat=True,
              default=_arrivals),
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
              "open_equipment", by_seat=True),
        Field("knowledge.care", _COUNT, "Cards of a hand that everybody knows", "open_single",
              default=lambda _, raw: [int(kind == 1) for kind in raw["open_card"]], by_seat=True),
        Field("knowledge.no_huskies", _COUNT, "Hidden cards known to be no huskies", "bare",
              default=_bare, by_seat=True),
        Field("knowledge.least_huskies", _COUNT, "Huskies that a hand is known to hold", "floor",
              by_seat=True),
        Field("knowledge.no_care", SeatsKind(), "Racers known to hold no hidden care", "no_care"),
        Field("knowledge.some_care", SeatsKind(), "Racers known to hold some", "some_care"),
        Field("winners", SeatsKind(), "Of a game that is over", when=_is("over")),
        Field("end_reason", WordKind(ENDS), "Why a game is over", when=_is("over")),
        *seen.FIELDS,
    ),
    seen.of_seat,
)  # fmt: skip


def from_position(rules: "Rules", players: int, words: Given, luck: random.Random) -> Raw:
    """What the core restores; a position that cannot be is refused in one sentence."""
    given = DECLARED.reader(players, words)
    cards = reader.Cards(rules)
    raw = DECLARED.read(given, rules, luck, cards=cards)
    reader.check(given, rules, cards, raw)
    given.restored(core.GAME, {**encode(rules), **encode_cards(cards.table)}, raw, _NAMED)
    return raw
