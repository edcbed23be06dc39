"""Hike! with sleds: what happened in a move, told by comparing the states before and after it."""

from typing import TYPE_CHECKING

from analyzer.games.hike_sled.cards import table_of
from analyzer.games.hike_sled.drawing import sled_lines, track_lines
from analyzer.games.hike_sled.words import (
    CARE_CODE,
    CARE_KINDS,
    ENDS,
    EQUIPMENT_CODE,
    LOOSE,
    NO_LOOSE,
    PHASES,
    SPOTS,
    card_name,
    field_name,
    husky_name,
    with_points,
)
from analyzer.games.spec import Raw

if TYPE_CHECKING:
    from analyzer.games.hike_sled import Rules

_OVER = PHASES.index("over")


def events(rules: "Rules", before: Raw | None, move: str, after: Raw) -> list[str]:
    """Sentences and drawings, in the order of the rules; `before` is None for the set-up."""
    if before is None:
        return _set_up(rules, after)
    if before["racing"]:
        told = _in_race(before, move, after)
    else:
        told = _in_preparations(rules, before, move, after)
    if after["racing"] and not before["racing"]:
        told += _start_of_race(rules, after)
    if after["phase"] == _OVER:
        return told + _end(rules, after)
    if after["race_day"] != before["race_day"]:
        told += _new_race_day(after)
    return told


def _seats(raw: Raw) -> range:
    return range(len(raw["huskies"]))


def _cards(rules: "Rules", codes: list[int]) -> str:
    table = table_of(rules)
    return ", ".join(with_points(table, card_name(rules, code)) for code in codes) or "nothing"


def _set_up(rules: "Rules", after: Raw) -> list[str]:
    told = [f"Seat {s + 1} is dealt {_hand(rules, after, s)}." for s in _seats(after)]
    return told + _morning(rules, after) + _reveal_events(rules, None, after)


def _hand(rules: "Rules", raw: Raw, seat: int) -> str:
    codes = raw["huskies"][seat] + _cards_alike(raw["equipment"][seat], raw["single"][seat])
    return _cards(rules, codes)


def _cards_alike(equipment: int, care: int) -> list[int]:
    """The codes of cards that are all alike."""
    return [EQUIPMENT_CODE] * equipment + [CARE_CODE] * care


# --- Preparations -------------------------------------------------------------------------------


def _morning(rules: "Rules", after: Raw) -> list[str]:
    """The landscape of a new day, if there was one to turn up."""
    day, table = after["day"], table_of(rules)
    if day > rules.landscapes:
        return [f"Day {day}."]
    name = table.laid[after["landscapes"][day - 1]]
    fields = " ".join(table.landscapes[name])
    turned = ", the turned one" if day == rules.rotated else ""
    return [f"Day {day}: {name} ({fields}){turned} is turned up."]


def _reveal_events(rules: "Rules", before: Raw | None, after: Raw) -> list[str]:
    """Cards that came off the deck; all of them are revealed by the player whose turn it is."""
    who = f"Seat {after['player'] + 1}"
    if before is None:
        return [f"{who} has revealed; in the centre: {_centre(rules, after)}."]
    if after["racing"]:
        return []
    n = len(before["deck"]) - len(after["deck"])
    told = [f"{who} reveals {_cards(rules, before['deck'][:n])}."] if n else []
    if n and not after["deck"]:
        told.append("The husky deck is empty.")
    return told


def _centre(rules: "Rules", raw: Raw) -> str:
    return _cards(rules, raw["centre"] + _cards_alike(raw["centre_equipment"], raw["centre_care"]))


def _in_preparations(rules: "Rules", before: Raw, move: str, after: Raw) -> list[str]:
    told = []
    if move == "declare":
        told += _declaration_events(rules, before)
    told += _exchange_events(rules, before, after)
    for seat in _seats(after):
        if before["sleds"][seat] != after["sleds"][seat] and not after["racing"]:
            told += sled_lines(rules, table_of(rules), after, seat)
    taken = [s for s in _seats(after) if after["taken"][s] > before["taken"][s]]
    today = [seat for seat in taken if _turn(before, seat) > before["turn"]]
    told += [f"Seat {seat + 1} takes care from its pile." for seat in today]
    if after["day"] != before["day"]:
        told += _morning(rules, after)
    told += [f"Seat {s + 1} takes care from its pile." for s in taken if s not in today]
    return told + _reveal_events(rules, before, after)


def _turn(raw: Raw, seat: int) -> int:
    """The place of a seat in the order of the day."""
    return int((raw["turn"] + seat - raw["player"]) % len(raw["huskies"]))


def _declaration_events(rules: "Rules", before: Raw) -> list[str]:
    seat = before["seat"]
    given = before["huskies"][seat]
    tail = f"; {_cards(rules, given)} to the centre" if given else ""
    return [f"Seat {seat + 1} is ready to race{tail}."]


def _exchange_events(rules: "Rules", before: Raw, after: Raw) -> list[str]:
    """What came of a loose card."""
    if before["loose_card"] == NO_LOOSE or PHASES[before["phase"]] not in ("give", "swap with"):
        return []
    if PHASES[after["phase"]] == "give":
        return []
    told = [
        f"Seat {seat + 1} gets {husky_name(rules, husky)} to the hand."
        for seat in _seats(after)
        for husky in sorted(set(after["huskies"][seat]) - set(before["huskies"][seat]))
    ]
    told += [
        f"Seat {seat + 1} gets {husky_name(rules, after['received'][seat])}."
        for seat in after["pending"]
    ]
    return told or [f"{LOOSE[before['loose_card']]}: nothing happens."]


# --- the race -----------------------------------------------------------------------------------


def _start_of_race(rules: "Rules", after: Raw) -> list[str]:
    told = [f"Seat {s + 1} is out of the race." for s in _seats(after) if s not in after["racing"]]
    told.append("The race begins.")
    for seat in after["racing"]:
        told += sled_lines(rules, table_of(rules), after, seat)
    return told


def _new_race_day(after: Raw) -> list[str]:
    order = ", ".join(str(seat + 1) for seat in after["day_order"])
    who = f"seats {order} in this order" if len(after["day_order"]) > 1 else f"seat {order}"
    return [f"Race day {after['race_day']}: {who}.", *track_lines(after)]


def _in_race(before: Raw, move: str, after: Raw) -> list[str]:
    seat = before["seat"]
    told = []
    entered = after["track"][before["field"][seat] : after["field"][seat]]
    if entered:
        fields = " ".join(field_name(code) for code in entered)
        told.append(f"Seat {seat + 1} moves to field {after['field'][seat]} ({fields}).")
    elif move.startswith("use") and PHASES[after["phase"]] != "equipment field":
        told.append(f"Seat {seat + 1} does not move.")
    for other in after["racing"]:
        if after["open_card"][other] and not before["open_card"][other]:
            kind = CARE_KINDS[after["open_card"][other]]
            told.append(f"Seat {other + 1} is far behind and draws {kind}, which must be used.")
    return told


# --- the end ------------------------------------------------------------------------------------


def _end(rules: "Rules", after: Raw) -> list[str]:
    reason = ENDS[after["end_reason"]]
    if reason == "nobody ready":
        return [f"Nobody is ready after {rules.max_prep_days} days."]
    if reason == "walkover":
        return [f"Seat {after['racing'][0] + 1} is the only racer."]
    told = track_lines(after)
    if reason == "deadlock":
        told.append("No racer can ever move again.")
    if reason == "race cap":
        told.append(f"The race is given up after {rules.max_race_days} days.")
    best = max(after["field"][seat] for seat in after["racing"])
    first = [seat for seat in after["racing"] if after["field"][seat] == best]
    if len(first) > 1:
        told += [_standing(after, seat) for seat in first]
    return told


def _standing(after: Raw, seat: int) -> str:
    """What breaks a tie."""
    ready, counted = after["ready"][seat], after["ready_count"][seat]
    return (
        f"Seat {seat + 1}: ready {''.join(SPOTS[spot] for spot in ready) or 'nobody'} and "
        f"{counted - len(ready)} for care, {counted} in all; "
        f"{after['printed_points'][seat]} points in the sled."
    )


def on_table(rules: "Rules", raw: Raw) -> list[str]:
    """The centre and the sleds; in the race the track."""
    if raw["racing"]:
        return track_lines(raw)
    told = [f"In the centre: {_centre(rules, raw)}."]
    for seat in _seats(raw):
        told += sled_lines(rules, table_of(rules), raw, seat)
    return told
