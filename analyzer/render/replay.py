"""One game as text: a line per move, what it caused below it, the result at the end."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from analyzer.playout.replay import Judgement, PlayoutResult, ReplayStep

_MOVE_WIDTH = 16
_LONGEST_LIST = 120  # letters of moves not made; --all-moves has them all
_NARROW = 80  # columns below which the notes of a move stand under it
_RULER = Console(width=100)  # rich wants one to measure text; nothing is printed on it

Tables = Literal["never", "first", "always"]


def replay_lines(
    steps: Iterable["ReplayStep"],
    policies: Sequence[str],
    width: int = 100,
    *,
    tables: Tables = "never",
    all_moves: bool = False,
) -> Iterator[Text]:
    """The game, line by line; the table before the first move, or before every one."""
    names = _names(policies)
    step: ReplayStep | None = None
    shown = tables
    for step in steps:
        if (move := step.get("move")) is not None:
            if shown != "never":
                yield from _table(step, width)
                shown = "always" if tables == "always" else "never"
            yield from _move(step, move, names, width, all_moves)
            if judged := step.get("judged"):
                yield from _wrapped(_judged(judged), "      ", width, "yellow")
        for event in step.get("events", ()):
            yield from _wrapped(event, "      ", width, "cyan")
    if step and (result := step.get("result")):
        yield Text()
        yield from _result(result, width)
    elif step and step.get("scores"):
        yield Text()
        yield Text(f"Stopped after move {step['number']}: {_scores(step['scores'])}.")


def _names(policies: Sequence[str]) -> list[str]:
    """Who sits where, all equally wide; policies are named where they differ."""
    mixed = len(set(policies)) > 1
    names = [
        f"seat {seat}" + (f" ({policy})" if mixed else "")
        for seat, policy in enumerate(policies, start=1)
    ]
    widest = max(map(cell_len, names))
    return [name + " " * (widest - cell_len(name)) for name in names]


def _table(step: "ReplayStep", width: int) -> Iterator[Text]:
    for line in step.get("table", ()):
        yield from _wrapped(line, "      ", width, "dim")


def _move(
    step: "ReplayStep", move: str, names: Sequence[str], width: int, all_moves: bool
) -> Iterator[Text]:
    """The move, and beside it the hand it came from and what else was legal."""
    who = names[step["seat"] - 1]
    made = f"{move:<{_MOVE_WIDTH}}"
    head = Text.assemble(f"{step['number']:>4}  {who}  ", (made, "bold"), "  ")
    others = _others(move, step.get("legal", ()))
    notes = [f"from {', '.join(step['hand'])}"] if step.get("hand") else []
    notes += [f"or {_listed(others, all_moves)}"] if others else []
    note = "; ".join(notes)
    if width < _NARROW:
        head.rstrip()
        yield head
        yield from _wrapped(note, " " * 8, width, "dim") if note else ()
        return
    for part in Text(note, style="dim").wrap(_RULER, max(30, width - head.cell_len)):
        line = head + part
        line.rstrip()
        yield line
        head = Text(" " * head.cell_len)


def _judged(judged: "Judgement") -> str:
    """What a move cost, and what would have been better."""
    share = judged["by"] == "win"
    scale, unit = (100, "pp of the chance to win") if share else (1, "points")
    found = {end: f"{scale * value:.{0 if share else 1}f}" for end, value in judged["cost"].items()}
    ends = f"{found['low']} to {found['high']}"
    return f"! This cost {found['estimate']} {unit} ({ends}); better: {judged['better']}."


def _wrapped(text: str, indent: str, width: int, style: str) -> Iterator[Text]:
    """A text below its move; a line that is a drawing keeps its blanks, and is never broken."""
    if text.startswith(" ") or "  " in text.strip() or cell_len(indent + text) <= width:
        yield Text.assemble(indent, (text, style))
        return
    for part in Text(text, style=style).wrap(_RULER, max(30, width - len(indent))):
        part.rstrip()
        yield Text(indent) + part


def _others(move: str, legal: Sequence[str]) -> list[str]:
    """The other moves, without the word with which all begin: play TC, or 2C, 3C."""
    others = [other for other in legal if other != move]
    verb = move.split(" ", 1)[0] + " "
    if all(other.startswith(verb) for other in others):
        return [other.removeprefix(verb) for other in others]
    return others


def _listed(moves: Sequence[str], all_moves: bool) -> str:
    """The moves, or how many they are where a list would hide the game."""
    listed = ", ".join(moves)
    if all_moves or len(listed) <= _LONGEST_LIST:
        return listed
    return f"{len(moves)} other moves"


def _result(result: "PlayoutResult", width: int) -> Iterator[Text]:
    winners = [str(seat) for seat in result["winners"]]
    if not winners:
        who = "Nobody wins"
    elif len(winners) == 1:
        who = f"Seat {winners[0]} wins"
    else:
        who = f"Seats {', '.join(winners[:-1])} and {winners[-1]} share the win"
    scores = _scores(result["scores"])
    told = Text.assemble((who, "bold"), f" (ended by {result['end_reason']}): {scores}.")
    for part in told.wrap(_RULER, max(30, width)):
        part.rstrip()
        yield part


def _scores(scores: Sequence[int]) -> str:
    return "scores " + ", ".join(str(score) for score in scores)
