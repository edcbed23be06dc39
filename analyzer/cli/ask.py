"""`analyze ask`: a designed experiment, answered in words."""

from typing import Annotated

import typer

from analyzer.cli import _ask, _options
from analyzer.cli._options import Texts, option
from analyzer.errors import UserError

PLACE = 8
EXAMPLES = """\
\b
Examples:
  analyze ask hike                        what can be asked of it
  analyze ask hike seats
  analyze ask hike readings --players 4
  analyze ask oh-hell zero-bid -n 2e4

Without a question, it lists all questions. An answer takes about ten seconds unless you give -n.
"""


def command(
    game: _options.Game,
    question: Annotated[
        str | None,
        typer.Argument(metavar="QUESTION", help="What to ask.", show_default=False),
    ] = None,
    players: _options.Players = None,
    n: _options.Count = None,
    precision: Annotated[
        Texts,
        option(
            "PP",
            "Instead of -n: enough games to know a win share to this many percentage points.",
        ),
    ] = None,
    policy: _options.Policies = None,
    rule: _options.RulePairs = None,
    seed: _options.Seed = None,
    tolerance: _options.Tolerance = None,
    minutes_per_decision: _options.MinutesPerDecision = None,
    seconds_per_decision: _options.SecondsPerDecision = None,
    plot: _options.Plot = None,
    out: _options.Out = None,
    json: _options.Json = False,
    quiet: _options.Quiet = False,
    threads: _options.Threads = None,
    cluster: _options.Cluster = None,
) -> None:
    """Ask a designer's question about a game."""
    from analyzer import asks, games

    found = games.load(game)
    if question is None:
        _list(found.name)
        return
    asks.find(found.name, question)  # a wrong question is reported before missing players
    sizes = players or [str(found.usual_players)]
    setting = _options.setting(game, sizes, policy, rule, seed)
    if n and precision:
        raise UserError("Options -n and --precision cannot be combined; keep one.")
    asked = asks.Asked(
        n=_options.count(n, "-n", "1") if n else None,
        precision=_options.points(precision, "--precision", None),
        players_given=bool(players) or found.players[0] == found.players[1],
        tolerance=_options.points(tolerance, "--tolerance", "1") or 0.01,
        minutes=_options.minutes(minutes_per_decision, seconds_per_decision),
    )
    made = asks.make(setting, question, asked)
    _ask.ask(made, plot=plot, out=out, json=json, quiet=quiet, threads=threads, cluster=cluster)


def _list(game: str) -> None:
    from analyzer import asks
    from analyzer.cli._screen import grid, out
    from analyzer.program import command as words

    rows = [(module.NAME, module.LINE) for module in asks.of_game(game)]
    console = out()
    console.print(grid(("question", ""), rows, wrap=-1))
    console.print()
    console.print(f"Ask one: {words('ask', game, rows[0][0])}")
