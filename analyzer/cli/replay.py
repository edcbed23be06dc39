"""`analyze replay`: one game in rulebook words, move by move."""

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli import _options
from analyzer.cli._options import Texts, option
from analyzer.errors import UserError

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer._core.contract import Policy
    from analyzer._core.playout import Stepper
    from analyzer.plan import Cell
    from analyzer.replay import Judge, Judged, Step
    from analyzer.report.replay import Tables
    from analyzer.setting import Setting

PLACE = 8
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


def command(
    game: _options.Game,
    players: _options.Players = None,
    index: Annotated[
        Texts,
        option("INDEX", "Which game of the seed, from 0. [default: 0]", "--game"),
    ] = None,
    policy: _options.Policies = None,
    rule: _options.RulePairs = None,
    seed: _options.Seed = None,
    coin_seed: _options.CoinSeed = None,
    from_: Annotated[Texts, option("N", "Begin at move N.", "--from")] = None,
    until: Annotated[Texts, option("N", "Stop after move N.")] = None,
    hand: Annotated[
        Texts,
        option("N", "Show only hand N (or day, round, run-out: from one scoring to the next)."),
    ] = None,
    table: Annotated[
        bool, typer.Option("--table", help="Show the table before every move.")
    ] = False,
    judge: Annotated[
        Texts,
        option(
            "PP",
            "Mark moves that cost more than this many percentage points of the chance to win "
            "(with --by margin: points), and name a better move.",
        ),
    ] = None,
    worlds: Annotated[
        Texts,
        option("COUNT", "Worlds in which --judge tries every move. [default: 200]"),
    ] = None,
    by: Annotated[
        Texts,
        option("VALUE", "What --judge compares: win or margin. [default: win]"),
    ] = None,
    all_moves: Annotated[
        bool, typer.Option("--all-moves", help="Name all other legal moves.")
    ] = False,
    json: _options.Json = False,
) -> None:
    """Show one game, move by move."""
    setting = _options.setting(game, players, policy, rule, seed, coin_seed)
    number = _options.count(index, "--game", "0", low=0)
    wanted = _Wanted(
        _options.count(from_, "--from", "1") if from_ else None,
        _options.count(until, "--until", "1") if until else None,
        _options.count(hand, "--hand", "1") if hand else None,
    )

    from analyzer.replay import replay

    asks = _judge(judge, worlds, by)
    if asks is None:
        steps = wanted.of(replay(setting.cell, number))
    else:
        steps = _judged(setting.cell, number, asks, wanted)
    if json:
        _print_json(setting, number, steps)
    else:
        from analyzer.cli._screen import out

        _print(setting, number, steps, out(), "always" if table else "first", all_moves)


def _judge(
    judge: list[str] | None, worlds: list[str] | None, by: list[str] | None
) -> "Judge | None":
    from analyzer.replay import judge_by

    limit = _options.amount(judge, "--judge")
    if limit is None:
        if worlds or by:
            option = "--worlds" if worlds else "--by"
            raise UserError(f"Option {option} belongs to --judge; give both or none.")
        return None
    known = _options.by(by, "win")
    number = _options.count(worlds, "--worlds", "200")
    return judge_by(limit if known == "margin" else limit / 100, number, known)


def _judged(cell: "Cell", number: int, judge: "Judge", wanted: "_Wanted") -> list["Step"]:
    """The steps with the judgements on them; this takes time, so progress is shown."""
    from analyzer.cli._progress import steps_bar
    from analyzer.replay import replay

    def decisions() -> int:
        return sum(len(step.get("legal", ())) > 1 for step in wanted.of(replay(cell, number)))

    with steps_bar(decisions, "decisions") as step:

        def watched(
            stepper: "Stepper", seated: "list[Policy]", chosen: int, names: list[str]
        ) -> "Judged | None":
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

    def of(self, steps: Iterator["Step"]) -> list["Step"]:
        """The moves of a game that are shown; a game that is too short is reported."""
        found: list[Step] = []
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


def _print_json(setting: "Setting", number: int, steps: Sequence["Step"]) -> None:
    from analyzer import provenance
    from analyzer.cli._streams import json_for
    from analyzer.report.jsonout import pretty

    text = pretty(
        {
            "schema": 1,
            "command": setting.command("replay", "--game", number),
            "game": setting.game.name,
            "players": setting.players,
            "policies": list(setting.policy_names),
            "rules_changed": setting.changed,
            "seed": setting.seed,
            "index": number,
            "notes": list(provenance.notes([setting.cell])),
            "steps": list(steps),
        }
    )
    typer.echo(json_for(sys.stdout, text))


def _print(
    setting: "Setting",
    number: int,
    steps: Sequence["Step"],
    console: "Console",
    tables: "Tables",
    all_moves: bool,
) -> None:
    from rich.text import Text

    from analyzer import provenance
    from analyzer.cli._screen import put
    from analyzer.questions._common import rules_in_words, table_of_policies
    from analyzer.report.replay import lines
    from analyzer.report.terminal import write

    who = table_of_policies(setting.policy_names)
    title = f"{setting.players} players · {who} · seed {setting.seed} · game {number:,}"
    put(console, Text(f"{setting.game.name} · {title}", style="bold"))
    if setting.changed:
        put(console, Text(f"with {rules_in_words(setting.changed)}"))
    for note in provenance.notes([setting.cell]):
        put(console, Text(note, style="dim"))
    for line in lines(
        steps, setting.policy_names, console.width, tables=tables, all_moves=all_moves
    ):
        write(line, console)
