"""Hike! with sleds: the race in a position, as reader.py reads it."""

import random
from typing import TYPE_CHECKING

from analyzer.games.hike_sled.cards import CardTable, field_code
from analyzer.games.hike_sled.state import LONG
from analyzer.games.hike_sled.words import (
    CARE,
    CARE_KINDS,
    DOUBLE_CARE,
    DOUBLES_APART,
    FIELDS,
    PHASES,
    SINGLES_APART,
    SPOTS,
    TERRAINS,
)
from analyzer.games.position_reader import Reader
from analyzer.games.spec import Raw

if TYPE_CHECKING:
    from analyzer.games.hike_sled import Rules

_MANY = 60_000  # more shuffles than any race has


def read_race(reader: Reader, use: Reader, rules: "Rules", table: CardTable, raw: Raw) -> None:
    racing = bool(raw["racing"])
    raw["track"] = _read_track(reader, rules, table, raw)
    raw["field"] = reader.numbers("fields", 0, len(raw["track"]), 0)
    day = int(racing)
    least = day if PHASES[raw["phase"]] != "over" else 0  # a lone racer wins without a race
    raw["race_day"] = reader.number("race_day", least, LONG if racing else 0, day)
    raw["day_order"] = _read_order(reader, raw)
    raw["at"] = _read_turn_index(reader, raw)
    raw["reached"] = _read_arrivals(reader, raw)
    _read_use(use, raw)
    raw["shuffles"] = reader.number("care_shuffles", 0, _MANY, int(racing))


def _read_track(reader: Reader, rules: "Rules", table: CardTable, raw: Raw) -> list[int]:
    if not raw["racing"]:
        return []
    laid = [table.laid[number] for number in raw["landscapes"][: rules.landscapes]]
    fields = [field for name in ("start", *laid, "finish") for field in table.landscapes[name]]
    if "track" in reader.words:
        given = reader.listed("track")
        if not 1 <= len(given) <= 255:
            raise reader.error("track must have 1 to 255 fields")
        fields = [FIELDS[reader.one_of(field, FIELDS, "a field of track")] for field in given]
    return [field_code(field) for field in fields]


def _read_use(use: Reader, raw: Raw) -> None:
    """The husky in use; left out: the turn begins with the position."""
    left = use.part("left", TERRAINS)
    seat = raw["day_order"][raw["at"]] if raw["racing"] else 0
    raw["left"] = [left.number(terrain, 0, 10, 0) for terrain in TERRAINS]
    raw["turn_field"] = use.number("from_field", 0, raw["field"][seat], raw["field"][seat])
    resting = tuple(SPOTS[spot] for spot in raw["resting"][seat])
    named = use.choices("from_resting", resting, resting)
    raw["turn_resting"] = sorted(raw["resting"][seat][place] for place in named)
    open_card = CARE_KINDS[raw["open_card"][seat]]
    raw["turn_open"] = use.word("open_care", CARE_KINDS, open_card)


def _read_order(reader: Reader, raw: Raw) -> list[int]:
    """HS-37: on the first day clockwise, then from the last on the track on."""
    first, field = raw["first_player"], raw["field"]
    usual = sorted(raw["racing"], key=lambda seat: (seat - first) % reader.players)
    if raw["race_day"] > 1:
        usual.sort(key=lambda seat: field[seat])
    order = reader.seats("order", usual)
    over = PHASES[raw["phase"]] == "over"  # the race may have lost a racer since
    if sorted(order) != raw["racing"] and not (over and order):
        raise reader.error("order must name every racer once")
    return order


def _read_turn_index(reader: Reader, raw: Raw) -> int:
    if not raw["racing"] or PHASES[raw["phase"]] == "over":
        return 0
    seat = reader.seat("turn", raw["day_order"][0])
    if seat not in raw["day_order"]:
        raise reader.error(f"seat {seat + 1} is no racer")
    return int(raw["day_order"].index(seat))


def _read_arrivals(reader: Reader, raw: Raw) -> list[int]:
    """The order of arrival; left out: the order of the day."""
    last = len(raw["track"])
    there = [seat for seat in raw["day_order"] if raw["field"][seat] == last]
    usual = [there.index(s) + 1 if s in there else 0 for s in range(reader.players)]
    if "arrived" not in reader.words:
        return usual
    found = reader.numbers("arrived", 0, reader.players, 0)
    if sorted(found) != sorted(usual) or any(found[s] == 0 for s in there):
        raise reader.error("arrived must number the racers on the last field from 1 on")
    return found


def read_care(reader: Reader, rules: "Rules", luck: random.Random, raw: Raw) -> None:
    kinds = {CARE: 1, DOUBLE_CARE: 2}
    gone = reader.cards("care_discards", kinds)
    raw["gone_single"], raw["gone_double"] = gone.count(1), gone.count(2)
    raw["care_pile"] = reader.cards("care_pile", kinds)
    if raw["racing"] and "care_pile" not in reader.words:
        singles = max(0, SINGLES_APART - sum(raw["single"]) - raw["gone_single"])
        doubles = max(0, DOUBLES_APART - sum(raw["double"]) - raw["gone_double"])
        raw["care_pile"] = [1] * singles + [2] * doubles
        luck.shuffle(raw["care_pile"])
    for seat, kind in enumerate(raw["open_card"]):
        cards = (raw["single"][seat], raw["double"][seat])
        if kind and cards != ((1, 0), (0, 1))[kind - 1]:
            raise reader.error(f"seat {seat + 1} does not hold its open care card as the only one")
    for seat in raw["substitute"]:
        if raw["single"][seat] + raw["double"][seat] != 1:
            raise reader.error(f"seat {seat + 1} does not hold a substitute as the only care card")
    _check_care(reader, rules, raw)


def _check_care(reader: Reader, rules: "Rules", raw: Raw) -> None:
    """No more care than there is, but for substitutes."""
    spare = len(raw["substitute"])
    most = {CARE: SINGLES_APART + rules.deck_care + spare, DOUBLE_CARE: DOUBLES_APART + spare}
    found = {
        CARE: sum(raw["single"]) + raw["gone_single"] + raw["care_pile"].count(1),
        DOUBLE_CARE: sum(raw["double"]) + raw["gone_double"] + raw["care_pile"].count(2),
    }
    for card, n in found.items():
        if n > most[card]:
            raise reader.error(f"{card} is there {n} times instead of {most[card]}")
