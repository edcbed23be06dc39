"""`analyze replay`: one game in rulebook words, move by move."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli import _options

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.setting import Setting

PLACE = 8
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
        list[str] | None,
        typer.Option(
            "--game",
            metavar="INDEX",
            help="Which game of the seed, from 0. [default: 0]",
            show_default=False,
        ),
    ] = None,
    policy: _options.Policies = None,
    rule: _options.RulePairs = None,
    seed: _options.Seed = None,
    coin_seed: _options.CoinSeed = None,
    until: Annotated[
        list[str] | None, typer.Option(metavar="N", help="Stop after move N.", show_default=False)
    ] = None,
    json: _options.Json = False,
) -> None:
    """Show one game, move by move."""
    setting = _options.setting(game, players, policy, rule, seed, coin_seed)
    number = _options.count(index, "--game", "0", low=0)
    last = _options.count(until, "--until", "1") if until else None

    from analyzer.cli._screen import out
    from analyzer.replay import replay

    steps = replay(setting.cell, number)
    deal = next(steps)  # a policy that cannot be seated is refused here, before anything is shown
    steps = _until(chain([deal], steps), last)
    if json:
        _print_json(setting, number, steps)
    else:
        _print(setting, number, steps, out())


def _until(steps: Iterable[dict[str, Any]], last: int | None) -> Iterator[dict[str, Any]]:
    for step in steps:
        yield step
        if step["number"] == last:
            return


def _print_json(setting: "Setting", number: int, steps: Iterable[dict[str, Any]]) -> None:
    from analyzer.report.jsonout import pretty

    typer.echo(
        pretty(
            {
                "schema": 1,
                "command": setting.command("replay", "--game", number),
                "game": setting.game.name,
                "players": setting.players,
                "policies": list(setting.policy_names),
                "rules_changed": setting.changed,
                "seed": setting.seed,
                "index": number,
                "steps": list(steps),
            }
        )
    )


def _print(
    setting: "Setting", number: int, steps: Iterable[dict[str, Any]], console: "Console"
) -> None:
    from analyzer.questions._common import rules_in_words, table_of_policies
    from analyzer.report.replay import lines
    from analyzer.report.terminal import write

    who = table_of_policies(setting.policy_names)
    title = f"{setting.players} players · {who} · seed {setting.seed} · game {number:,}"
    console.print(f"{setting.game.name} · {title}", style="bold")
    if setting.changed:
        console.print(f"with {rules_in_words(setting.changed)}")
    for line in lines(steps, setting.policy_names, console.width):
        write(line, console)
