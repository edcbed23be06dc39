"""`analyze replay`: one game in rulebook words, move by move."""

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import typer

from analyzer.cli._parameters import How, asks
from analyzer.errors import UserError
from analyzer.request.options import JUDGED_WORLDS
from analyzer.request.request import Request

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer._core.contract import Policy
    from analyzer._core.runner import Stepper
    from analyzer.playout.cell import Cell
    from analyzer.playout.replay import Judge, Judgement, ReplayStep
    from analyzer.render.replay import Tables
    from analyzer.request.setting import Setting

HELP_ORDER = 8
EXAMPLES = """\
\b
Examples:
  analyze replay hike -p 5 --game 7
  analyze replay hike -p 3 --seed 4 --game 12 --from 10 --until 20
  analyze replay oh-hell -p 4 --hand 3 --table
  analyze replay hike -p 3 --game 7 --judge 5

The table (piles, what is in force, points) is shown before the first move, or with --table before
every one.
"""


@asks("replay")
def command(request: Request, how: How) -> None:
    """Show one game, move by move."""
    from analyzer.playout.replay import replay
    from analyzer.request.setting import setting_of

    setting = setting_of(request)
    number = request["index"]
    wanted = _Wanted(request["begin"], request["until"], request["hand"])
    judge = _judge(request)
    if judge is None:
        steps = wanted.of(replay(setting.cell, number))
    else:
        steps = _judged(setting.cell, number, judge, wanted)
    if how.json:
        _print_json(request, setting, number, steps)
    else:
        from analyzer.cli._screen import stdout_console

        _print(request, setting, number, steps, stdout_console(), how)


def _judge(request: Request) -> "Judge | None":
    from analyzer.playout.replay import make_judge

    limit = request["judge"]
    if limit is None:
        return None
    by_margin = request["by"] == "margin"
    worlds = request["worlds"] or JUDGED_WORLDS
    return make_judge(limit if by_margin else limit / 100, worlds, "margin" if by_margin else "win")


def _judged(cell: "Cell", number: int, judge: "Judge", wanted: "_Wanted") -> list["ReplayStep"]:
    """The steps with the judgements on them; this takes time, so progress is shown."""
    from analyzer.cli._progress import steps_bar
    from analyzer.playout.replay import replay

    def decisions() -> int:
        return sum(len(step.get("legal", ())) > 1 for step in wanted.of(replay(cell, number)))

    with steps_bar(decisions, "decisions") as step:

        def watched(
            stepper: "Stepper", seated: "list[Policy]", chosen: int, names: list[str]
        ) -> "Judgement | None":
            found = judge(stepper, seated, chosen, names)
            if step is not None and len(names) > 1:
                step()
            return found

        return wanted.of(replay(cell, number, watched, wanted.wants))


class _Wanted:
    """The moves that are shown."""

    def __init__(self, first: int | None, last: int | None, part: int | None) -> None:
        self.first, self.last, self.part = first or 0, last, part
        if last is not None and self.first > last:
            raise UserError(f"Option --from must not come after --until; got {first} and {last}.")

    def wants(self, number: int, part: int) -> bool:
        """Is this move shown?"""
        return (
            number >= self.first
            and (self.last is None or number <= self.last)
            and self.part in (None, part)
        )

    def of(self, steps: Iterator["ReplayStep"]) -> list["ReplayStep"]:
        """The moves of a game that are shown; a game that is too short is reported."""
        found: list[ReplayStep] = []
        number = part = 0
        for step in steps:
            number, part = step["number"], step["part"]
            if self.wants(number, part):
                found.append(step)
            if number == self.last or (self.part and part > self.part):
                break
        if number < self.first:
            raise UserError(
                f"Option --from must be at most {number}, the moves of this game; got {self.first}."
            )
        if not found and self.part is not None:
            raise UserError(
                f"Option --hand must be one that these moves reach, {part} at most; got "
                f"{self.part}."
            )
        return found


def _print_json(
    request: Request, setting: "Setting", number: int, steps: Sequence["ReplayStep"]
) -> None:
    from analyzer.cli._streams import encodable_json
    from analyzer.questions.shared import provenance
    from analyzer.render.json_text import format_json

    text = format_json(
        {
            "schema": 1,
            "command": request.command(),
            "request": request.to_json(),
            "game": setting.game.name,
            "players": setting.players,
            "policies": list(setting.policy_names),
            "rules_changed": setting.changed,
            "seed": setting.seed,
            "index": number,
            "notes": list(provenance.table_notes([setting.cell])),
            "steps": list(steps),
        }
    )
    typer.echo(encodable_json(sys.stdout, text))


def _print(
    request: Request,
    setting: "Setting",
    number: int,
    steps: Sequence["ReplayStep"],
    console: "Console",
    how: How,
) -> None:
    from rich.text import Text

    from analyzer.cli._screen import print_stripped
    from analyzer.questions.shared import provenance
    from analyzer.questions.shared.common import rules_text, seating_text
    from analyzer.render.replay import replay_lines
    from analyzer.render.screen import print_line

    who = seating_text(setting.policy_names)
    low, high = setting.game.players
    usual = ", as usual" if request["players"] is None and low < high else ""
    title = f"{setting.players} players{usual} · {who} · seed {setting.seed} · game {number:,}"
    print_stripped(console, Text(f"{setting.game.name} · {title}", style="bold"))
    if setting.changed:
        print_stripped(console, Text(f"with {rules_text(setting.changed)}"))
    for note in provenance.table_notes([setting.cell]):
        print_stripped(console, Text(note, style="dim"))
    tables: Tables = "always" if how.table else "first"
    for line in replay_lines(
        steps, setting.policy_names, console.width, tables=tables, all_moves=how.all_moves
    ):
        print_line(line, console)
