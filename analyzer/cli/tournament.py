"""`analyze tournament`: who plays better?"""

from typing import Annotated

from analyzer import spec
from analyzer.cli import _ask, _options
from analyzer.cli._options import Texts, option
from analyzer.errors import UserError

PLACE = 7
EXAMPLES = """\
\b
Examples:
  analyze tournament hike -p 5 --policies random,greedy,expert
  analyze tournament horrible-mountain --policies greedy,expert -n 2e4
  analyze tournament oh-hell -p 4 --policies expert,./mine.py:Cautious -n 2e3

Policies are rotated over the seats on the same deals, so neither the seat nor the cards decide.
With three or more players no single number shows strength: read who wins among whom.
"""


def command(
    game: _options.Game,
    players: _options.Players = None,
    policies: Annotated[
        Texts,
        option(
            "A,B[,C]",
            "Who takes part; a parameter's comma stays with its policy (careful:a=1,b=2).",
            "--policies",
        ),
    ] = None,
    n: _options.Count = None,
    rule: _options.RulePairs = None,
    seed: _options.Seed = None,
    coin_seed: _options.CoinSeed = None,
    plot: _options.Plot = None,
    out: _options.Out = None,
    json: _options.Json = False,
    quiet: _options.Quiet = False,
    threads: _options.Threads = None,
    cluster: _options.Cluster = None,
    first: _options.First = None,
) -> None:
    """Seat policies against each other: who plays better?"""
    if not policies:
        raise UserError("Option --policies must name who takes part: --policies greedy,expert.")
    setting = _options.setting(game, players, None, rule, seed, coin_seed)

    from analyzer.api import tournament_question

    names = [name for text in policies for name in spec.policy_names(text)]
    question = tournament_question(
        setting, names, _options.count(n, "-n", "10k"), _options.first(first)
    )
    _ask.ask(question, plot=plot, out=out, json=json, quiet=quiet, threads=threads, cluster=cluster)
