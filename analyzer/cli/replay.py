"""`analyze replay`: one game in rulebook words, move by move."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer import spec
from analyzer.cli import _options

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.cli._options import Table

PLACE = 5
EXAMPLES = """\
\b
Examples:
  analyze replay hike -p 5 --game 7
  analyze replay hike -p 3 --seed 4 --game 12 --until 20
"""


def command(
    game: _options.Game,
    players: _options.Players = None,
    index: Annotated[
        str, typer.Option("--game", metavar="INDEX", help="Which game of the seed, from 0.")
    ] = "0",
    policy: _options.Policies = None,
    rule: _options.RulePairs = None,
    seed: _options.Seed = "1",
    until: Annotated[
        str | None, typer.Option(metavar="N", help="Stop after move N.", show_default=False)
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for programs.")
    ] = False,
) -> None:
    """Show one game, move by move."""
    table = _options.table(game, players, policy, rule, seed)
    number = spec.count(index, "--game", low=0)
    last = None if until is None else spec.count(until, "--until")

    from analyzer.cli._screen import out
    from analyzer.replay import replay

    steps = replay(table.experiment(n=1, first=number), number)
    deal = next(steps)  # a policy that cannot be seated is refused here, before anything is shown
    steps = _until(chain([deal], steps), last)
    if json:
        _print_json(table, number, steps)
    else:
        _print(table, number, steps, out())


def _until(steps: Iterable[dict[str, Any]], last: int | None) -> Iterator[dict[str, Any]]:
    for step in steps:
        yield step
        if step["number"] == last:
            return


def _print_json(table: "Table", number: int, steps: Iterable[dict[str, Any]]) -> None:
    from analyzer.report.jsonout import pretty

    typer.echo(
        pretty(
            {
                "schema": 1,
                "command": table.command("replay", "--game", number),
                "game": table.game,
                "players": table.players,
                "policies": [str(policy) for policy in table.policies],
                "rules_changed": table.changed,
                "seed": table.seed,
                "index": number,
                "steps": list(steps),
            }
        )
    )


def _print(
    table: "Table", number: int, steps: Iterable[dict[str, Any]], console: "Console"
) -> None:
    from analyzer.report.replay import lines
    from analyzer.report.summary import rules_in_words, table_of_policies
    from analyzer.report.terminal import write

    names = tuple(map(str, table.policies))
    who = table_of_policies(names)
    title = f"{table.players} players · {who} · seed {table.seed} · game {number:,}"
    console.print(f"{table.game} · {title}", style="bold")
    if table.changed:
        console.print(f"with {rules_in_words(table.changed)}")
    for line in lines(steps, names, console.width):
        write(line, console)
