"""Hike: what happened in a move, told by comparing the states before and after it."""

from typing import TYPE_CHECKING

from analyzer._core.games import hike as core
from analyzer.games.hike.state import DECLARED
from analyzer.games.hike.words import CAUSES, card_name
from analyzer.games.spec import Raw

if TYPE_CHECKING:
    from analyzer.games.hike import Rules

_WHY = {
    "no follow": "nothing in hand may follow",
    "sun": "no Light for The Sun",
    "drought": "no Lake for the Drought",
    "declined": "declines to play",
}


def events(rules: "Rules", before: Raw | None, move: str, after: Raw) -> list[str]:
    """Sentences, in the order of the rules; `before` is None for the first deal."""
    if before is None:
        return _new_hand_events(after)
    over = after["phase"] == core.PHASE_OVER
    ended = after["hand_no"] != before["hand_no"]
    told = [] if ended else _changes(before, after)
    told += _departure_events(rules, before, move, after)
    if ended:
        told += _hand_end_events(before, after)
    if over:
        told += _end_events(after)
    elif ended:
        told += _new_hand_events(after)
    return told


def _seats(raw: Raw) -> range:
    return range(len(raw["hands"]))


def _cards(rules: "Rules", codes: list[int]) -> str:
    return ", ".join(card_name(rules, code) for code in codes) or "nothing"


def _changes(before: Raw, after: Raw) -> list[str]:
    told = []
    if after["direction"] != before["direction"]:
        told.append(f"Play turns to the {'left' if after['direction'] > 0 else 'right'}.")
    if after["occasion"] > before["occasion"] and len(after["pile"]) > len(before["pile"]):
        told.append("All hands are pooled, shuffled and dealt again.")
    for seat in _seats(after):
        drawn = len(after["base"][seat]) - len(before["base"][seat])
        bugs = len(after["bugs"][seat]) - len(before["bugs"][seat])
        if drawn > 0 and after["occasion"] == before["occasion"]:
            told.append(f"Seat {seat + 1} draws {drawn}.")
        if bugs > 0:
            told.append(f"Seat {seat + 1} lays out {bugs} Bug{'s' * (bugs > 1)}.")
    if after["worm"] == core.WORM_CAPTURED and before["worm"] != core.WORM_CAPTURED:
        told.append(f"Seat {after['worm_to'] + 1} captures The Worm.")
    return told


def _leftover_events(rules: "Rules", before: Raw, move: str, seat: int) -> str:
    """What a seat was left with when its hand ended in this move."""
    names = [card_name(rules, code) for code in before["hands"][seat]]
    card = "The Wind" if move.startswith("The Wind") else move
    if seat == before["seat"] and card in names:
        names.remove(card)
    return ", ".join(names) or "nothing"


def _departure_events(rules: "Rules", before: Raw, move: str, after: Raw) -> list[str]:
    ended = after["hand_no"] != before["hand_no"]
    out = after["hand_out"] if ended else after["out"]
    told = []
    for seat in _seats(after):
        if out[seat] == before["out"][seat]:
            continue
        if out[seat] == core.OUT_FINISHED:
            told.append(f"Seat {seat + 1} is out of cards.")
        elif out[seat]:
            left = (
                _leftover_events(rules, before, move, seat)
                if ended
                else _cards(rules, after["hands"][seat])
            )
            told.append(f"Seat {seat + 1} is out ({_WHY[CAUSES[out[seat]]]}), left with {left}.")
    return told


def _hand_end_events(before: Raw, after: Raw) -> list[str]:
    told = [f"Hand {before['hand_no'] + 1} is over:"]
    for seat in before["playing"]:
        left, points = after["hand_leftovers"][seat], after["hand_points"][seat]
        told.append(
            f"  seat {seat + 1}: {left} left over, {points:+d} points, "
            f"{after['points'][seat]} in all"
        )
    return told


def _new_hand_events(after: Raw) -> list[str]:
    leader = after["seat"] + 1
    return [f"Hand {after['hand_no'] + 1}: seat {after['dealer'] + 1} deals, seat {leader} leads."]


def _end_events(after: Raw) -> list[str]:
    if after["winner"] < 0:
        return ["The game is given up unfinished."]
    winner = after["winner"]
    return [f"Seat {winner + 1} wins the game with {after['points'][winner]} points."]


def on_table(rules: "Rules", raw: Raw) -> list[str]:
    """The pile, what is in force, what is laid out, and the points."""
    words = DECLARED.position(rules, raw)
    top = f", {words['exposed']} on top" if "exposed" in words and words["pile"] else ""
    told = [f"Pile of {len(words['pile'])}{top}; play goes to the {words['direction']}."]
    if words["in_force"]:
        told.append(f"In force: {', '.join(words['in_force'])}.")
    for seat, bugs in enumerate(words["bugs"], start=1):
        if bugs:
            told.append(f"Laid out at seat {seat}: {', '.join(bugs)}.")
    return [*told, f"Points: {', '.join(map(str, words['points']))}."]
