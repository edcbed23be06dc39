"""What to mind when reading a result: every warning of ours, in one place."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer import stats

if TYPE_CHECKING:
    from analyzer.tables import Totals


def warnings(game: str, policies: Sequence[str], totals: "Totals") -> list[str]:
    """The warnings that this experiment deserves, in sentences."""
    found = []
    if totals.unfinished:
        part = stats.percentage(totals.unfinished, totals.n)
        found.append(
            f"{part} of games hit a cap on their length; raise the cap (analyze rules {game}) "
            f"or read the lengths as lower bounds."
        )
    if len(set(policies)) > 1:
        found.append("seats play different policies, so shares tell of seat and policy together.")
    elif policies[0] == "random":
        found.append("every seat plays at random; a table of people who think may differ.")
    if any(".py:" in policy for policy in policies):
        found.append("a policy from a file runs in one thread, far slower than a built-in one.")
    return found
