"""Hike! with sleds: a loose card in force, in a position, as reader.py reads it."""

from typing import TYPE_CHECKING

from analyzer.games.hike_sled.words import LOOSE, NO_LOOSE, NO_SPOT, PHASES, SPOTS, husky_name
from analyzer.games.position_reader import Reader
from analyzer.games.spec import Raw
from analyzer.system.values import short_repr

if TYPE_CHECKING:
    from analyzer.games.hike_sled import Rules
    from analyzer.games.hike_sled.reader import Cards

KEYS = (
    *("met", "removed", "card", "partner", "taking_part", "pending", "picks", "gave_from_hand"),
    *("received", "runaways"),
)
_CARDS = {  # which cards ask for a decision
    "swap with": ("Husky swap",),
    "give": ("Husky swap", "Crazy husky swap"),
    "receive": ("Husky swap", "Crazy husky swap"),
    "run away": ("Husky runaways",),
    "lose": ("Sled huskies on the loose",),
}


def read_loose(reader: Reader, rules: "Rules", cards: "Cards", raw: Raw) -> None:
    n, loose = reader.players, reader.part("loose", KEYS)
    raw |= {"loose_card": NO_LOOSE, "partner": 0, "pending": [], "taking_part": []}
    raw |= {"pick_card": [0] * n, "pick_spot": [0] * n, "received": [0] * n, "runaways": 0}
    phase = PHASES[raw["phase"]]
    if phase not in _CARDS:
        return
    loose.need("card")
    raw["loose_card"] = loose.word("card", LOOSE, "")
    raw["partner"] = loose.seat("partner", raw["player"])
    raw["taking_part"] = sorted(loose.seats("taking_part"))
    raw["pending"] = sorted(loose.seats("pending"))
    raw["runaways"] = loose.number("runaways", 0, 2, 0)
    _check_loose(loose, rules, phase, raw)
    for seat in loose.seats("gave_from_hand"):
        raw["pick_spot"][seat] = NO_SPOT
    _read_picks(loose, rules, phase, raw)
    _read_received(loose, cards, phase, raw)


def _husky_in(raw: Raw, seat: int) -> bool:
    return any(husky >= 0 for husky in raw["sleds"][seat])


def _check_loose(loose: Reader, rules: "Rules", phase: str, raw: Raw) -> None:
    """Only preparing players take part, and the right card is in force (HS-64)."""
    if not rules.loose:
        raise loose.error("there are no loose cards without the rule loose=true")
    if LOOSE[raw["loose_card"]] not in _CARDS[phase]:
        raise loose.error(f"{LOOSE[raw['loose_card']]} does not ask for {phase!r}")
    part, pending = raw["taking_part"], raw["pending"]
    if phase in ("give", "receive", "lose"):
        if raw["seat"] not in pending:
            raise loose.error(f"loose.pending must name seat {raw['seat'] + 1}, which decides")
        if not set(pending) <= set(part):
            raise loose.error("loose.pending names seats that are not in loose.taking_part")
    elif part or pending:
        raise loose.error(f"loose.taking_part and loose.pending must be empty for {phase!r}")
    for seat in {*part, raw["player"]}:
        if raw["declared"][seat]:
            raise loose.error(f"seat {seat + 1} has declared and takes no part")
    if phase in ("swap with", "run away") and raw["seat"] != raw["player"]:
        raise loose.error("the player whose turn it is decides this")
    if phase == "swap with" and sum(day == 0 for day in raw["declared"]) < 2:
        raise loose.error("there is nobody to swap with")
    if phase == "run away" and not 1 <= raw["runaways"] <= len(raw["centre"]):
        raise loose.error("loose.runaways must be 1 or 2, and not more than huskies in the centre")
    both = sorted({raw["partner"], raw["player"]})
    swap = phase in ("give", "receive") and LOOSE[raw["loose_card"]] == "Husky swap"
    if swap and (len(both) < 2 or both != part):
        raise loose.error("loose.taking_part must be the player and loose.partner")
    _check_huskies(loose, phase, raw)


def _check_huskies(loose: Reader, phase: str, raw: Raw) -> None:
    """Who picks has something to pick from."""
    for seat in raw["taking_part"]:
        there = _husky_in(raw, seat) or (phase == "give" and raw["huskies"][seat])
        if phase in ("give", "lose") and not there:
            raise loose.error(f"seat {seat + 1} has no husky to pick")


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
