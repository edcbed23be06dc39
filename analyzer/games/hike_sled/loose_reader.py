"""Hike! with sleds: a loose card in force, in a position, as reader.py reads it."""

from typing import TYPE_CHECKING

from analyzer.games.hike_sled.words import LOOSE, NO_LOOSE, NO_SPOT, PHASES, SPOTS, husky_name
from analyzer.games.position_reader import Reader
from analyzer.games.spec import Raw
from analyzer.system.values import short_repr

if TYPE_CHECKING:
    from analyzer.games.hike_sled import Rules
    from analyzer.games.hike_sled.reader import Cards

_ASKING = ("swap with", "give", "receive", "run away", "lose")


def read_loose(loose: Reader, rules: "Rules", cards: "Cards", raw: Raw) -> None:
    """A loose card in force, where one asks; whether it can be is for the core to say."""
    n, phase = loose.players, PHASES[raw["phase"]]
    asks = phase in _ASKING
    if asks:
        loose.need("card")
    found: Raw = {
        "loose_card": loose.word("card", (*LOOSE, ""), ""),
        "partner": loose.seat("partner", raw["player"]),
        "taking_part": sorted(loose.seats("taking_part")),
        "pending": sorted(loose.seats("pending")),
        "runaways": loose.number("runaways", 0, 2, 0),
    }
    nothing = {"loose_card": NO_LOOSE, "partner": 0, "taking_part": [], "pending": []}
    raw |= found if asks else nothing | {"runaways": 0}
    raw |= {"pick_card": [0] * n, "pick_spot": [0] * n, "received": [0] * n}
    for seat in loose.seats("gave_from_hand"):
        raw["pick_spot"][seat] = NO_SPOT if asks else 0
    _read_picks(loose, rules, phase, raw)
    _read_received(loose, cards, phase, raw)


def _read_picks(loose: Reader, rules: "Rules", phase: str, raw: Raw) -> None:
    picks = loose.listed("picks", loose.players) if "picks" in loose.words else [""] * loose.players
    for seat, name in enumerate(picks):
        due = (
            phase in ("give", "lose") and seat in raw["taking_part"] and seat not in raw["pending"]
        )
        if due != (not isinstance(name, str) or name != ""):
            raise loose.error(
                f"loose.picks must {'name' if due else 'leave out'} that of seat {seat + 1}"
            )
        if due:
            _read_pick(loose, rules, phase, raw, seat, name)


def _read_pick(
    loose: Reader, rules: "Rules", phase: str, raw: Raw, seat: int, name: object
) -> None:
    sled = raw["sleds"][seat]
    for spot, husky in enumerate(sled):
        if name == SPOTS[spot] and husky >= 0:
            raw["pick_spot"][seat], raw["pick_card"][seat] = spot, husky
            return
    for husky in raw["huskies"][seat] if phase == "give" else ():
        if name == husky_name(rules, husky):
            raw["pick_spot"][seat], raw["pick_card"][seat] = NO_SPOT, husky
            return
    raise loose.error(f"loose.picks names {short_repr(name)}, which is not there")


def _read_received(loose: Reader, cards: "Cards", phase: str, raw: Raw) -> None:
    names = (
        loose.listed("received", loose.players)
        if "received" in loose.words
        else [""] * loose.players
    )
    for seat, name in enumerate(names):
        due = phase == "receive" and seat in raw["pending"]
        if due != (not isinstance(name, str) or name != ""):
            raise loose.error(
                f"loose.received must {'name' if due else 'leave out'} that of seat {seat + 1}"
            )
        if due:
            husky = loose.name_of(name, cards.huskies, "loose.received")
            raw["received"][seat] = cards.number(husky)
            if raw["pick_spot"][seat] == NO_SPOT:
                raise loose.error(f"seat {seat + 1} gave from the hand and places nothing")
