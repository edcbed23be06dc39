"""`analyze policies`: who can decide at a table of a game."""

from typing import TYPE_CHECKING

from analyzer.cli._parameters import takes

if TYPE_CHECKING:
    from analyzer.policies.registry import NumberParameter, PolicyParameter

HELP_ORDER = 3
EXAMPLES = """\
\b
Use one with --policy, for all seats or some:
  analyze simulate hike -p 4 --policy greedy --policy 1=random
  analyze simulate hike -p 4 --policy expert:hold=2
  analyze simulate hike -p 4 --policy expert --policy 1=search:worlds=128
  analyze simulate hike -p 4 --policy noise:e=0.2,of=expert
  analyze simulate hike -p 4 --policy family --policy 1=beginner
  analyze simulate hike -p 4 --policy ./mine.py:Cautious
"""


@takes("policies")
def command(game: str) -> None:
    """List a game's policies, their parameters, and levels of skill."""
    from analyzer import games
    from analyzer.cli._screen import make_grid, print_stripped, stdout_console
    from analyzer.policies import registry

    games.load(game)
    rows = []
    for policy in registry.named_policies(game):
        whose = f" From the package {policy.package}." if policy.package else ""
        rows.append((policy.name, policy.sentence + whose))
        rows += [
            (f"  {parameter.name}", describe_parameter(parameter))
            for parameter in policy.parameters
        ]
    print_stripped(stdout_console(), make_grid(("policy", "how it plays"), rows, wrap=1))
    if levels := [(level.name, level.policy, level.sentence) for level in registry.levels(game)]:
        print_stripped(stdout_console(), "")
        heads = ("level", "is", "who plays like that")
        print_stripped(stdout_console(), make_grid(heads, levels, wrap=2))


def describe_parameter(parameter: "NumberParameter | PolicyParameter") -> str:
    """What a parameter does, what it may be, and what it is."""
    if isinstance(parameter.default, str):
        return f"{parameter.sentence} (a policy, default {parameter.default})"
    limits = f"{parameter.low:g} to {parameter.high:g}, default {parameter.default:g}"
    return f"{parameter.sentence} ({limits})"
