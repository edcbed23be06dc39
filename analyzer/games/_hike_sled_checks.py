"""Hike! with sleds: what a position must fulfil so that play can go on from it."""

from typing import TYPE_CHECKING

from analyzer._core.games import hike_sled as core
from analyzer.games._hike_sled_words import PHASES, SPOTS
from analyzer.games._position import Reader
from analyzer.games._spec import Raw

if TYPE_CHECKING:
    from analyzer.games._hike_sled_reader import Cards
    from analyzer.games.hike_sled import Rules


def check(reader: Reader, rules: "Rules", cards: "Cards", raw: Raw) -> None:
    """Refuses what cannot come about in play."""
    for seat in range(reader.players):
        _check_sled(reader, cards, raw, seat)
        _check_ready(reader, raw, seat)
    phase = PHASES[raw["phase"]]
    if raw["racing"]:
        _check_race(reader, rules, raw, phase)
    if phase == "over":
        return
    if raw["racing"]:
        _check_use(reader, raw, phase)
    else:
        _check_turn(reader, rules, cards, raw, phase)


def _check_sled(reader: Reader, cards: "Cards", raw: Raw, seat: int) -> None:
    """Equipment lies under huskies with one point; cubes on huskies that can run."""
    who, sled = f"seat {seat + 1}", raw["sleds"][seat]
    for spot in raw["upgraded"][seat]:
        if len(cards.points(sled[spot])) != 1 or not raw["declared"][seat]:
            raise reader.no(f"{who} cannot have upgraded {SPOTS[spot]} (HS-27)")
    for key in ("tired", "resting"):
        if raw[key][seat] and seat not in raw["racing"]:
            raise reader.no(f"{key} is for racers, and {who} is none")
    for spot in raw["tired"][seat]:
        if not cards.points(sled[spot]) or spot in raw["resting"][seat]:
            raise reader.no(f"{SPOTS[spot]} of {who} cannot be tired")


def _check_ready(reader: Reader, raw: Raw, seat: int) -> None:
    """HS-24, HS-26, HS-31, HS-35: who has declared, and who is out."""
    who, racing = f"seat {seat + 1}", raw["racing"]
    if raw["declared"][seat]:
        if -1 in raw["sleds"][seat]:
            raise reader.no(f"{who} has declared, but has a free spot")
        if raw["huskies"][seat]:
            raise reader.no(f"{who} has declared, but holds a husky")
        if racing and seat not in racing:
            raise reader.no(f"{who} has declared, but is no racer")
    elif raw["taken"][seat]:
        raise reader.no(f"{who} has taken care cards without having declared")
    elif raw["double"][seat]:
        raise reader.no(f"{who} holds double care without having declared")
    cards = raw["huskies"][seat] or raw["equipment"][seat] or raw["single"][seat]
    if racing and seat not in racing and cards:
        raise reader.no(f"{who} is out of the race, but holds cards")


def _check_race(reader: Reader, rules: "Rules", raw: Raw, phase: str) -> None:
    if raw["centre"] or raw["centre_equipment"] or raw["centre_care"]:
        raise reader.no("the centre is empty in the race")
    if raw["face_up"] != rules.landscapes:
        raise reader.no("all landscapes are face up in the race")
    for seat, field in enumerate(raw["field"]):
        if field and seat not in raw["racing"]:
            raise reader.no(f"seat {seat + 1} is no racer, but is on the track")
    if phase != "over" and raw["seat"] != raw["player"]:
        raise reader.no("in the race the player whose turn it is decides")


def _check_use(reader: Reader, raw: Raw, phase: str) -> None:
    """HS-42, HS-46, HS-47: somebody is on the way, and there is something to decide."""
    seat = raw["seat"]
    field = raw["field"][seat]
    on_track = field < len(raw["track"])
    code = raw["track"][field] if on_track else 0
    if phase in ("race", "equipment field", "go on") and not on_track:
        raise reader.no(f"seat {seat + 1} is on the last field and moves no more")
    if phase in ("equipment field", "go on") and raw["left"][code & core.TERRAIN] == 0:
        raise reader.no("use.left has no point for the next field")
    if phase == "equipment field" and not code & core.NEEDS_EQUIPMENT:
        raise reader.no("the next field needs no equipment")
    if phase == "go on" and raw["moved"] == 0:
        raise reader.no("use.moved must be at least 1 to ask whether to go on")
    awake = len(raw["sleds"][seat]) - len(raw["resting"][seat])
    if (phase == "rest") != (raw["to_rest"] > 0) or raw["to_rest"] > awake:
        raise reader.no(f"to_rest does not fit {phase!r} with {awake} huskies awake")
    spot, sled = raw["using"], raw["sleds"][seat]
    if phase in ("equipment field", "go on") and (
        spot >= len(sled) or spot not in raw["tired"][seat]
    ):
        raise reader.no("use.husky must be a tired husky")


def _check_turn(reader: Reader, rules: "Rules", cards: "Cards", raw: Raw, phase: str) -> None:
    """Somebody must be able to decide what is said to be decided."""
    seat = raw["seat"]
    who, sled = f"seat {seat + 1}", raw["sleds"][seat]
    if bool(raw["declared"][seat]) != (phase == "upgrade"):
        what = "has not declared" if phase == "upgrade" else "has declared and decides nothing"
        raise reader.no(f"{who} {what} in Preparations")
    if phase in ("declare", "declare early") and -1 in sled:
        raise reader.no(f"{who} cannot declare with a free spot")
    if phase == "declare early" and rules.declare_needs_action:
        raise reader.no("nobody declares early unless declare_needs_action=false")
    if phase == "mentor" and not (raw["mentors"][seat] and raw["deck"]):
        raise reader.no(f"{who} has no mentor to use, or the deck is empty")
    fits = [husky for husky in raw["huskies"][seat] if cards.spots_for(rules, sled, husky)]
    if phase == "put in" and not fits:
        raise reader.no(f"{who} has no husky to put in")
    if phase == "spot" and not cards.spots_for(rules, sled, raw["card"]):
        raise reader.no("placing names a husky that fits nowhere")
    young = [h for h in (*raw["centre"], *raw["huskies"][seat]) if h >= len(cards.table.huskies)]
    if phase == "bonus" and not (young and -1 in sled):
        raise reader.no(f"{who} has no youngster to place, or no free spot")
    if raw["player"] != seat and not raw["pending"]:
        raise reader.no("the player whose turn it is decides")
