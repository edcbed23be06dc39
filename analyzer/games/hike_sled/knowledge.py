"""Hike! with sleds: what the seats know of each other's huskies, said and read."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from analyzer._core.games.hike_sled import ANYWHERE, HANDS, HOME_FIRST, HOME_SECOND, RECEIVED
from analyzer.games.hike_sled.words import in_order
from analyzer.games.position_reader import Reader
from analyzer.games.spec import Raw, Words
from analyzer.system.values import short_repr

if TYPE_CHECKING:
    from analyzer.games.fields import LazyRaw
    from analyzer.games.hike_sled import Rules


def patterns(rules: "Rules", raw: Raw) -> list[list[object]]:
    """What each of the others knows of every husky of every hand."""
    return [
        [_pattern(raw, seat, husky) for husky in in_order(rules, raw, seat)]
        for seat in range(len(raw["huskies"]))
    ]


def _pattern(raw: Raw, seat: int, husky: int) -> object:
    known = raw["may"][husky]
    others = [known[o] for o in range(len(known)) if o != seat]
    if all(places == ANYWHERE for places in others):
        return "hidden"
    if all(places == 1 << seat for places in others):
        return "open"
    return [[] if o == seat else _said(places) for o, places in enumerate(known)]


def _said(places: int) -> str | list[int] | Words:
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


def hidden_cards(raw: Raw) -> list[int]:
    """How many plain cards of each hand are not known."""
    return [
        raw["equipment"][s] - raw["open_equipment"][s] + raw["single"][s] - raw["open_single"][s]
        for s in range(len(raw["huskies"]))
    ]


def read_patterns(known: Reader, raw: "LazyRaw") -> Raw:
    """What the others know of each husky of each hand, in the order of the hands."""
    given = "huskies" in known.words
    lists = known.listed("huskies", known.players) if given else [None] * known.players
    may: dict[int, list[int]] = {}
    for seat, hand in enumerate(raw["huskies"]):
        patterns = ["hidden"] * len(hand) if lists[seat] is None else lists[seat]
        if not isinstance(patterns, list | tuple) or len(patterns) != len(hand):
            raise known.error("knowledge.huskies must have an entry for every husky of every hand")
        may |= {h: _places(known, one, seat) for h, one in zip(hand, patterns, strict=True)}
    return {"may": may}


def _places(known: Reader, pattern: object, seat: int) -> list[int]:
    if isinstance(pattern, str) and pattern in ("hidden", "open"):
        places = [ANYWHERE if pattern == "hidden" else 1 << seat] * known.players
    else:
        if not isinstance(pattern, list | tuple) or len(pattern) != known.players:
            raise known.error(
                f"knowledge.huskies holds {short_repr(pattern)} instead of hidden or open"
            )
        places = [_doubt(known, entry) for entry in pattern]
    for observer, found in enumerate(places):
        if observer != seat and (
            not found >> seat & 1 or (found >> observer & 1 and found != ANYWHERE)
        ):
            raise known.error(
                f"knowledge.huskies of seat {seat + 1} is wrong for seat {observer + 1}"
            )
    places[seat] = 0
    return places


def _doubt(known: Reader, entry: object) -> int:
    """Where one seat must reckon with a husky: the inverse of what a position says."""
    if entry == "anywhere":
        return int(ANYWHERE)
    words = entry if isinstance(entry, Mapping) else {"seats": entry}
    reader = Reader(known.game, known.players, words, ("seats", "from", "received"), "knowledge")
    seats = reader.seats("seats")
    found = sum(1 << seat for seat in seats)
    if reader.flag("received"):
        return found | int(RECEIVED) if len(seats) > 1 else found
    if "from" not in reader.words:
        return found
    home = reader.seat("from", 0)
    if len(seats) != 2 or home not in seats or found > HANDS:
        raise known.error("knowledge.huskies has a from that is not one of two seats")
    return found | int(HOME_FIRST if home == min(seats) else HOME_SECOND)
