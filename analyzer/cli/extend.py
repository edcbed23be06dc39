"""`analyze extend`: add games to a kept run."""

from typing import Annotated

from analyzer.cli import _judge, _kept, _options
from analyzer.cli._options import Texts, option
from analyzer.errors import UserError

PLACE = 21
EXAMPLES = """\
\b
Examples:
  analyze extend result -n 1e8      plays on until there are 1e8 games

-n is the total number of games, not how many are added. A run with planned looks (--until-decided,
--precision) cannot be extended, because its looks were planned for its -n. Intervals hold for a
number of games that was fixed beforehand: if you want to play until there is a verdict, begin with
--until-decided.
"""


def command(
    folder: _kept.Folder,
    n: Annotated[
        Texts,
        option("COUNT", "Total number of games: 1e6, 250k, 1,000,000.", "-n"),
    ] = None,
    policy: _judge.Policies = None,
    plot: _options.Plot = None,
    json: _options.Json = False,
    quiet: _options.Quiet = False,
    threads: _options.Threads = None,
    cluster: _options.Cluster = None,
) -> None:
    """Add games to a kept run."""
    if not n:
        raise UserError("Option -n must say how many games the run should have in total.")
    count = _options.count(n, "-n", "1")
    more = ["-n", str(count)]
    mine = _judge.named(policy, plot, cluster)
    with _kept.care(folder):
        _kept.trusted([folder], mine)
        _refuse_fewer(folder, count, mine)
        _kept.go_on(folder, more, mine, json=json, quiet=quiet, threads=threads)


def _refuse_fewer(folder: str, n: int, mine: _judge.Named) -> None:
    """A run is extended, never cut, and only if more games mean the same question."""
    _, found = _kept.manifest(folder, mine)
    group = found["plan"][0]
    if group["looks"]:
        raise UserError(
            f"The run {folder!r} has looks planned for {group['n']:,} games, which more games "
            "would spoil; start a new one with a larger -n."
        )
    if n < group["n"]:
        raise UserError(
            f"Option -n must be at least the {group['n']:,} games that the run {folder!r} was "
            f"asked for; got {n:,}."
        )
    if "merged" not in found:
        question = _kept.question_of(folder, found["arguments"], found)
        first_round = len(question.plan().groups)
        if first_round < len(found["plan"]):
            raise UserError(
                f"The run {folder!r} was played in rounds, and more games in the first would "
                "change the next; start a new one with a larger -n."
            )
