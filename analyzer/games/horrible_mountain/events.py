"""Horrible Mountain: what happened in a move, told by comparing the states before and after it."""

from typing import TYPE_CHECKING

from analyzer._core.games import horrible_mountain as core
from analyzer.games.horrible_mountain.state import DECLARED
from analyzer.games.horrible_mountain.words import CARDS, COLOURS, LINES, ROLES, card_names
from analyzer.games.spec import Raw

if TYPE_CHECKING:
    from analyzer.games.horrible_mountain import Rules

_PLACING = (core.PHASE_PLACE_FIRST, core.PHASE_PLACE_SECOND)
_LINES = tuple(LINES.values())
_TIMES = ("first", "second", "third")


def events(rules: "Rules", before: Raw | None, move: str, after: Raw) -> list[str]:
    """Sentences, in the order of the rules; `before` is None for the setup."""
    if before is None:
        return _setup_events(after)
    told = _deal_events(before, after)
    if not told:
        told = [
            *_draw_events(before, move, after),
            *_table_events(before, after),
            *_pile_events(before, move, after),
        ]
    if after["phase"] == core.PHASE_OVER:
        told += _end_events(rules, after)
    return told


def _who(raw: Raw, seat: int) -> str:
    return f"Seat {seat + 1} ({ROLES[seat != raw['evil_master']]})"


def _setup_events(after: Raw) -> list[str]:
    evil, other = after["evil_master"], 1 - after["evil_master"]
    return [
        f"{_who(after, evil)} has red and yellow.",
        f"{_who(after, other)} has blue and green.",
        f"On the table: {', '.join(card_names(after['table']))}; white lies on the 4.",
    ]


def _deal_events(before: Raw, after: Raw) -> list[str]:
    if before["phase"] not in _PLACING or after["phase"] != core.PHASE_TURN:
        return []
    cubes = (
        f"{COLOURS[colour]} on {CARDS[card]}"
        for card, colour in zip(after["table"], after["cubes"], strict=True)
    )
    return [
        f"The cubes lie: {', '.join(cubes)}.",
        *(f"Seat {i + 1} now holds {', '.join(card_names(after['hands'][i]))}." for i in range(2)),
    ]


def _draw_events(before: Raw, move: str, after: Raw) -> list[str]:
    seat = before["seat"]
    new = sorted(set(after["hands"][seat]) - set(before["hands"][seat]))
    if move == "draw a card":
        return [f"Seat {seat + 1} draws {CARDS[new[0]]}."]
    if move.startswith("take the table card"):
        return [f"Seat {seat + 1} takes {CARDS[new[0]]}."]
    if move == "examine the other player's hand":
        return [f"Seat {seat + 1} sees {', '.join(card_names(before['hands'][1 - seat]))}."]
    return []


def _table_events(before: Raw, after: Raw) -> list[str]:
    """A card that comes from the Draw Pile to the table."""
    hand = before["hands"][before["seat"]]
    slots = zip(before["table"], after["table"], after["cubes"], strict=True)
    return [
        f"{CARDS[card]} comes to the table under {COLOURS[colour]}."
        for old, card, colour in slots
        if card not in (-1, old) and (old == -1 or card not in hand)
    ]


def _pile_events(before: Raw, move: str, after: Raw) -> list[str]:
    told = []
    if "discarding" in move and " and " in move.partition("discarding")[2]:
        told.append(f"{CARDS[after['discard'][-1]]} ends on top of the Discard Pile.")
    if after["runs"] > before["runs"]:
        runs = after["runs"]
        time = _TIMES[runs - 1] if runs <= len(_TIMES) else f"{runs}th"
        told.append(
            f"The Draw Pile runs out for the {time} time; the new one has "
            f"{len(after['draw'])} cards."
        )
    return told


def _end_events(rules: "Rules", after: Raw) -> list[str]:
    told = []
    for seat in range(2):
        line, hand = _LINES[after["lines"][seat]], after["hand_points"][seat]
        cubes = after["cube_points"][seat]
        told.append(
            f"{_who(after, seat)}: {', '.join(card_names(after['hands'][seat])) or 'no cards'} "
            f"({line}, {hand}), cubes {cubes}: {hand + cubes} points."
        )
    if after["end_reason"] == 1:
        told.append(f"The game is given up after {rules.max_turns:,} turns.")
    elif after["winner"] < 0:
        told.append("Everybody loses.")
    return told


def on_table(rules: "Rules", raw: Raw) -> list[str]:
    """The five cards with their cubes, who controls which cubes, the piles."""
    words = DECLARED.position(rules, raw)
    pairs = zip(words["table"], words["cubes"], strict=False)
    cards = [f"{card} ({cube})" if cube else str(card) for card, cube in pairs]
    told = [f"On the table: {', '.join(cards) or 'nothing'}."]
    for seat, cubes in enumerate(words["control"], start=1):
        told.append(f"Seat {seat} controls {', '.join(cubes) or 'nothing'}.")
    top = f", {words['discard'][-1]} on top" if words["discard"] else ""
    piles = f"Draw pile {len(words['draw'])}, discards {len(words['discard'])}{top}"
    return [*told, f"{piles}; run-outs {words['run_outs']}."]
