"""`analyze compare`: what does another rule, policy or number of players change?"""

import shlex
from typing import Annotated

from analyzer import spec
from analyzer.cli import _ask, _options
from analyzer.cli._options import Texts, option
from analyzer.errors import UserError

PLACE = 5
EXAMPLES = """\
\b
Examples:
  analyze compare hike -p 5 --rule target=25 --vs target=35
  analyze compare hike -p 5 --vs sun=0 --vs litter=0
  analyze compare oh-hell -p 4 --vs 'bid_mode=sequential hook=true'
  analyze compare hike -p 5 --policy greedy --vs policy=1=expert
  analyze compare hike -p 5 --vs target=20 --measure hands

All arms have the same luck, so small differences show with few games. The other options describe
the first arm, which is the reference. A variant says what differs: rules by name, policy=NAME or
players=N. Put several of them in quotes, with spaces between.
"""


def command(
    game: _options.Game,
    players: _options.Players = None,
    vs: Annotated[
        Texts,
        option(
            "NAME=VALUE",
            "A variant: what differs from the reference. May be given several times.",
            "--vs",
        ),
    ] = None,
    n: _options.Count = None,
    policy: _options.Policies = None,
    rule: _options.RulePairs = None,
    measure: _options.Measures = None,
    minutes_per_decision: _options.MinutesPerDecision = None,
    seconds_per_decision: _options.SecondsPerDecision = None,
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
    """Compare variants on the same luck: what does a change do?"""
    if not vs:
        raise UserError("Option --vs must say what to compare with, as in --vs target=35.")
    setting = _options.setting(game, players, policy, rule, seed, coin_seed)

    from analyzer.api import arm_of, compare_question

    arms = [arm_of(setting, variant(text, setting.game.name)) for text in vs]
    question = compare_question(
        setting,
        arms,
        _options.count(n, "-n", "100k"),
        _options.first(first),
        measure or [],
        _options.minutes(minutes_per_decision, seconds_per_decision),
    )
    _ask.ask(question, plot=plot, out=out, json=json, quiet=quiet, threads=threads, cluster=cluster)


def variant(text: str, game: str) -> dict[str, object]:
    """What a variant says: `target=25`, `policy=greedy`, `policy=1=random`, `players=4`."""
    words: dict[str, object] = {}
    policies: list[str] = []
    for word in _split(text):
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise UserError(f"Option --vs must be written name=value; got {word!r}.")
        if name == "policy":
            policies.append(value)
        elif name in words:
            raise UserError(f"Option --vs names {name!r} twice; keep one.")
        elif name == "players":
            from analyzer import games

            words[name] = _options.seats(game, games.load(game).players, value)
        else:
            words[name] = spec.scalar(value)
    if policies:
        words["policy"] = policies
    if not words:
        raise UserError("Option --vs must say what differs, as in --vs target=35.")
    return words


def _split(text: str) -> list[str]:
    """Words with spaces between; a word that contains spaces has its own quotes."""
    try:
        return shlex.split(text)
    except ValueError:
        raise UserError(f"Option --vs opens a quote and does not close it; got {text!r}.") from None
