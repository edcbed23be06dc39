"""Hike! with sleds: a state as a position in words; reader.py turns it back.

A position is a dict (TOML on disk). Seats are numbered from 1, lists by seat begin with seat 1.
Cards: "H1" to "H48" (experienced huskies in the order of the card file), "youngster", "equipment",
"care", "double care". Spots: letters, row by row: A B C D above E F G H.

    players      left out: as many as there are hands
    hands        cards of each seat, mentors apart; a number is that many that the seat to move does
                 not know
    sleds        by seat, a card for every spot, "" where it is free; left out: empty
    upgraded, tired, resting    by seat, lists of spots
    centre       cards; left out: none
    gone         huskies that left the game by a loose card
    mentors      by seat; left out: as many as the rules give, none in the race
    care_taken   by seat: cards taken from the seat's care pile
    declared     by seat: the day of the declaration, 0 = not (yet)
    deck         the husky deck, top first; left out: all cards named nowhere else, in random order
                 by the seed. In the race: the cards that left the game unseen
    landscapes   from the start; left out: random by the seed. Those beyond the ones laid are unused
    face_up      how many of them; left out: one for each day, all in the race
    turn         the seat that decides; left out: 1
    player       the seat whose turn it is; left out: the one that decides
    deciding     "action" (left out; "race" in the race), "declare early", "mentor", "spot",
                 "put in", "bonus", "declare", "upgrade", "swap with", "give", "receive",
                 "run away", "lose", "equipment field", "rest", "go on", "over"
    day          of Preparations, from 1
    placing      the husky on its way to a spot, and placing_from: "centre" or "hand"
    owed         cards still to reveal when a loose card is done
    loose        {card, met, removed, partner, taking_part, pending, picks, received, runaways}

The race, if there are racers:

    racers       seats on the start
    track        fields ("S", "I", "P", with * if equipment is needed); left out: the landscapes'
    fields       by seat: fields entered so far
    race_day     from 1
    order        seats in the order of the day; left out: by the rules
    first_player left out: 1
    care_pile    top first; left out: what is left of the care apart, in random order by the seed
    care_discards
    open_care    by seat: "", "care" or "double care": a catch-up card that must be used
    use          {husky, left: {snow, ice, powder}, moved, ...}: the husky in use, its points left,
                 and what the turn began with and has spent; left out: the turn begins
    to_rest      huskies still to rest

What `position()` adds so that play goes on exactly as it would have: knowledge (what the others
know of hands), mentors_asked, bonus_used, upgrade_from, arrived, substitutes, care_shuffles,
substitutes_given, winners, end_reason.
"""

from typing import TYPE_CHECKING

from analyzer._core.games.hike_sled import ANYWHERE, HANDS, HOME_SECOND, RECEIVED
from analyzer.games.hike_sled.cards import table_of
from analyzer.games.hike_sled.reader import from_position, unplaced
from analyzer.games.hike_sled.view import pick_name, public
from analyzer.games.hike_sled.words import (
    CARE_KINDS,
    ENDS,
    LOOSE,
    NO_LOOSE,
    PHASES,
    card_name,
    field_name,
    hand_names,
    husky_name,
)
from analyzer.games.spec import Raw, Words

if TYPE_CHECKING:
    from analyzer.games.hike_sled import Rules

__all__ = ["from_position", "position", "unplaced"]


def position(rules: "Rules", raw: Raw) -> Words:
    """A state in words, complete."""
    seats = range(len(raw["huskies"]))
    laid = table_of(rules).laid
    ordered = {**raw, "huskies": [_ordered(rules, raw, seat) for seat in seats]}
    words = {
        "players": len(seats),
        "hands": [hand_names(rules, ordered, seat) for seat in seats],
        "deck": [card_name(rules, code) for code in raw["deck"]],
        "landscapes": [laid[number] for number in raw["landscapes"]],
        "face_up": raw["face_up"],
        "owed": raw["owed"],
        "mentors_asked": bool(raw["asked"]),
        "bonus_used": bool(raw["bonus_used"]),
        "upgrade_from": raw["upgrade_from"],
        "knowledge": _knowledge(ordered),
        "loose": _loose(rules, raw),
        **public(rules, raw),
    }
    if PHASES[raw["phase"]] == "spot":
        words["placing"] = husky_name(rules, raw["card"])
        words["placing_from"] = "centre" if raw["from_centre"] else "hand"
    return words | (_race(raw) if raw["racing"] else {}) | _result(raw)


def _ordered(rules: "Rules", raw: Raw, seat: int) -> list[int]:
    """The huskies of a hand; youngsters are all alike, and are sorted by what is known of them."""
    n = len(table_of(rules).huskies)
    return sorted(raw["huskies"][seat], key=lambda h: (min(h, n), raw["may"][h]))


def _doubt(places: int) -> str | list[int] | Words:
    """Where a husky may be, for a seat that does not see it: seats, or "anywhere". After a secret
    swap also where it was before, or that it is what one of them received."""
    if places == ANYWHERE:
        return "anywhere"
    seats = [s + 1 for s in range(6) if places >> s & 1]
    if places <= HANDS:
        return seats
    if places >= RECEIVED:
        return {"seats": seats, "received": True}
    return {"seats": seats, "from": seats[places >= HOME_SECOND]}


def _pattern(raw: Raw, seat: int, husky: int) -> str | list[str | list[int] | Words]:
    """What each of the others knows of a husky in a hand."""
    known = raw["may"][husky]
    others = [known[o] for o in range(len(known)) if o != seat]
    if all(places == ANYWHERE for places in others):
        return "hidden"
    if all(places == 1 << seat for places in others):
        return "open"
    return [[] if o == seat else _doubt(places) for o, places in enumerate(known)]


def _knowledge(raw: Raw) -> Words:
    return {
        "huskies": [
            [_pattern(raw, seat, husky) for husky in hand]
            for seat, hand in enumerate(raw["huskies"])
        ],
        "equipment": list(raw["open_equipment"]),
        "care": list(raw["open_single"]),
        "no_huskies": list(raw["bare"]),
        "least_huskies": list(raw["floor"]),
        "no_care": [seat + 1 for seat in raw["no_care"]],
        "some_care": [seat + 1 for seat in raw["some_care"]],
    }


def _loose(rules: "Rules", raw: Raw) -> Words:
    words: Words = {"met": [LOOSE[card] for card in raw["loose_met"]]}
    if raw["loose_removed"] != NO_LOOSE:
        words["removed"] = LOOSE[raw["loose_removed"]]
    if raw["loose_card"] == NO_LOOSE:
        return words
    part, phase = raw["taking_part"], PHASES[raw["phase"]]
    seats = range(len(raw["huskies"]))
    picked = [phase in ("give", "lose") and s in part and s not in raw["pending"] for s in seats]
    received = [phase == "receive" and s in raw["pending"] for s in seats]
    return words | {
        "card": LOOSE[raw["loose_card"]],
        "partner": raw["partner"] + 1,
        "taking_part": [seat + 1 for seat in part],
        "pending": [seat + 1 for seat in raw["pending"]],
        "picks": [pick_name(rules, raw, s) if picked[s] else "" for s in seats],
        "gave_from_hand": [s + 1 for s in part if phase == "receive" and raw["pick_spot"][s] == 8],
        "received": [husky_name(rules, raw["received"][s]) if received[s] else "" for s in seats],
        "runaways": raw["runaways"],
    }


def _race(raw: Raw) -> Words:
    return {
        "track": [field_name(code) for code in raw["track"]],
        "first_player": raw["first_player"] + 1,
        "care_pile": [CARE_KINDS[kind] for kind in raw["care_pile"]],
        "arrived": list(raw["reached"]),
        "substitutes": [seat + 1 for seat in raw["substitute"]],
        "care_shuffles": raw["shuffles"],
        "substitutes_given": raw["substitutes"],
    }


def _result(raw: Raw) -> Words:
    if PHASES[raw["phase"]] != "over":
        return {}
    return {
        "winners": [seat + 1 for seat in raw["winners"]],
        "end_reason": ENDS[raw["end_reason"]],
    }
