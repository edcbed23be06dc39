"""One game as text: a line per move, what it caused below it, the result at the end.

A step is a dict: `number` (of the move, from 1), `seat` (from 1), `policy`, `move`, `legal` (names
of all moves), `hand` (before the move), `events` (sentences: what happened since the last step or
by this move), `scores`; the last one also has `result`: `scores`, `winners` (seats), `end_reason`.
A step without a `move` only tells events.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

_MOVE_WIDTH = 16
_LONGEST_LIST = 120  # letters of moves not made; --json has them all
_RULER = Console(width=100)  # rich wants one to measure text; nothing is printed on it


def lines(
    steps: Iterable[Mapping[str, Any]], policies: Sequence[str], width: int = 100
) -> Iterator[Text]:
    """The game, line by line."""
    mixed = len(set(policies)) > 1
    step: Mapping[str, Any] = {}
    for step in steps:
        if step.get("move") is not None:
            yield from _move(step, mixed, width)
        for event in step.get("events", ()):
            yield Text.assemble("      ", (event, "cyan"))
    if step.get("result"):
        yield Text()
        yield _result(step["result"])
    elif step.get("scores"):
        yield Text()
        yield Text(f"Stopped after move {step['number']}: {_scores(step['scores'])}.")


def _move(step: Mapping[str, Any], mixed: bool, width: int) -> Iterator[Text]:
    """The move, and beside it the hand it came from and what else was legal."""
    who = f"seat {step['seat']}" + (f" ({step['policy']})" if mixed else "")
    move = f"{step['move']:<{_MOVE_WIDTH}}"
    head = Text.assemble(f"{step['number']:>4}  {who}  ", (move, "bold"), "  ")
    others = _others(step["move"], step.get("legal", ()))
    notes = [f"from {', '.join(step['hand'])}"] if step.get("hand") else []
    notes += [f"or {_listed(others)}"] if others else []
    note = Text("; ".join(notes), style="dim")
    for part in note.wrap(_RULER, max(30, width - head.cell_len)):
        line = head + part
        line.rstrip()
        yield line
        head = Text(" " * head.cell_len)


def _others(move: str, legal: Sequence[str]) -> list[str]:
    """The other moves, without the word with which all begin: play TC, or 2C, 3C."""
    others = [other for other in legal if other != move]
    verb = move.split(" ", 1)[0] + " "
    if all(other.startswith(verb) for other in others):
        return [other.removeprefix(verb) for other in others]
    return others


def _listed(moves: Sequence[str]) -> str:
    """The moves, or how many they are where a list would hide the game."""
    listed = ", ".join(moves)
    return listed if len(listed) <= _LONGEST_LIST else f"{len(moves)} other moves"


def _result(result: Mapping[str, Any]) -> Text:
    winners = [str(seat) for seat in result["winners"]]
    if not winners:
        who = "Nobody wins"
    elif len(winners) == 1:
        who = f"Seat {winners[0]} wins"
    else:
        who = f"Seats {', '.join(winners[:-1])} and {winners[-1]} share the win"
    scores = _scores(result["scores"])
    return Text.assemble((who, "bold"), f" (ended by {result['end_reason']}): {scores}.")


def _scores(scores: Sequence[int]) -> str:
    return "scores " + ", ".join(str(score) for score in scores)
