"""`analyze policies`: who can decide at a table of a game."""

from analyzer.cli._options import Game

PLACE = 3
EXAMPLES = """\
\b
Use one with --policy, for all seats or some:
  analyze simulate hike -p 4 --policy greedy --policy 1=random
  analyze simulate hike -p 4 --policy ./mine.py:Cautious
"""


def command(game: Game) -> None:
    """List a game's policies and their parameters."""
    from analyzer import games, policies
    from analyzer.cli._screen import grid, out, put

    games.load(game)
    rows = [
        (policy.name, policy.sentence, _params(policy.params)) for policy in policies.known(game)
    ]
    put(out(), grid(("policy", "how it plays", "parameters"), rows, wrap=1))


def _params(params: dict[str, object]) -> str:
    return ", ".join(f"{name}={default}" for name, default in params.items())
