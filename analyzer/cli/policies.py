"""`analyze policies`: who can decide at a table of a game."""

from typing import TYPE_CHECKING

from analyzer.cli._options import Game

if TYPE_CHECKING:
    from analyzer.policies import Parameter, PolicyParameter

PLACE = 3
EXAMPLES = """\
\b
Use one with --policy, for all seats or some:
  analyze simulate hike -p 4 --policy greedy --policy 1=random
  analyze simulate hike -p 4 --policy expert:hold=2
  analyze simulate hike -p 4 --policy expert --policy 1=search:worlds=128
  analyze simulate hike -p 4 --policy noise:e=0.2,of=expert
  analyze simulate hike -p 4 --policy ./mine.py:Cautious
"""


def command(game: Game) -> None:
    """List a game's policies and their parameters."""
    from analyzer import games, policies
    from analyzer.cli._screen import grid, out, put

    games.load(game)
    rows = []
    for policy in policies.known(game):
        whose = f" From the package {policy.package}." if policy.package else ""
        rows.append((policy.name, policy.sentence + whose))
        rows += [(f"  {parameter.name}", _said(parameter)) for parameter in policy.parameters]
    put(out(), grid(("policy", "how it plays"), rows, wrap=1))


def _said(parameter: "Parameter | PolicyParameter") -> str:
    """What a parameter does, what it may be, and what it is."""
    if isinstance(parameter.default, str):
        return f"{parameter.sentence} (a policy, default {parameter.default})"
    limits = f"{parameter.low:g} to {parameter.high:g}, default {parameter.default:g}"
    return f"{parameter.sentence} ({limits})"
