"""`analyze simulate`: play a game many times and answer whether its table is fair."""

from typing import Annotated

import typer

from analyzer import spec
from analyzer.cli import _ask, _options
from analyzer.cli._options import Texts, option
from analyzer.errors import UserError

PLACE = 4
EXAMPLES = """\
\b
Examples:
  analyze simulate hike -p 5 -n 1e6
  analyze simulate hike -p 4 --policy expert --policy 1=random
  analyze simulate hike -p 3 --rule target=30 --plot wins.svg
  analyze simulate hike -p 5 -n 1e7 --until-decided
  analyze simulate hike -p 5 -n 1e7 --out result --rows 1e5

The verdict: FAIR if every seat's 95 % interval lies within the tolerance of the fair share, UNFAIR
if one lies wholly outside, UNDECIDED if more games are needed. Ctrl-C keeps what is done.
"""


def command(
    game: _options.Game,
    players: _options.Players = None,
    n: _options.Count = None,
    policy: _options.Policies = None,
    rule: _options.RulePairs = None,
    seed: _options.Seed = None,
    coin_seed: _options.CoinSeed = None,
    tolerance: _options.Tolerance = None,
    precision: Annotated[
        Texts,
        option(
            "PP",
            "Stop when every win share is known to this many percentage points; -n is the "
            "largest number of games.",
        ),
    ] = None,
    until_decided: Annotated[
        bool,
        typer.Option(
            "--until-decided",
            help="Stop when the verdict is certain; -n is the largest number of games.",
        ),
    ] = False,
    minutes_per_decision: _options.MinutesPerDecision = None,
    seconds_per_decision: _options.SecondsPerDecision = None,
    plot: _options.Plot = None,
    out: _options.Out = None,
    rows: Annotated[
        Texts,
        option("COUNT", "With --out: keep rows of the first COUNT games only. [default: all]"),
    ] = None,
    json: _options.Json = False,
    quiet: _options.Quiet = False,
    threads: _options.Threads = None,
    cluster: _options.Cluster = None,
    first: _options.First = None,
) -> None:
    """Play a game many times: is the table fair?"""
    kept = _options.one(rows, "--rows")
    if kept is not None and not out:
        raise UserError("Option --rows must come with --out DIR, the folder that keeps the rows.")
    if precision and until_decided:
        raise UserError("Options --precision and --until-decided cannot be combined; keep one.")
    setting = _options.setting(game, players, policy, rule, seed, coin_seed)

    from analyzer.questions.simulate import Simulate

    question = Simulate(
        setting,
        n=_options.count(n, "-n", "100k"),
        first=_options.first(first),
        tolerance=_options.points(tolerance, "--tolerance", "1") or 0.01,
        precision=_options.points(precision, "--precision", None),
        until_decided=until_decided,
        minutes=_options.minutes(minutes_per_decision, seconds_per_decision),
    )
    rest = setting.command("simulate", *question.words("{n}", "{first}"))
    _ask.ask(
        question,
        plot=plot,
        out=out,
        json=json,
        quiet=quiet,
        threads=threads,
        cluster=cluster,
        rows=None if kept is None else spec.count(kept, "--rows", low=0),
        rest=rest.replace("'{n}'", "{n}").replace("'{first}'", "{first}"),
    )
