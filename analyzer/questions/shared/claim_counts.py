"""How many of several claims are shown, refuted and open; and names of those that may be best."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.estimates.formatting import join_words
from analyzer.estimates.phrases import format_bound
from analyzer.stats import Truth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.stats import Claim

MOST = 10  # names that a sentence lists


@dataclass(frozen=True)
class Verb:
    """What one and many may do: "changes it", "change it"; and how a number of it is told."""

    one: str
    many: str
    share: bool = True
    unit: str = ""


def count_claims(claim: "Claim", shown: str, same: str, verb: Verb) -> str:
    """Of a claim made from others: 4 are shown to matter, 1 is the same, and 5 matter by at most
    2 points, if at all."""
    values = [part.value for part in claim.parts]
    words = {Truth.SHOWN: shown, Truth.REFUTED: same}
    told = [
        f"{n} {'is' if n == 1 else 'are'} {what}"
        for value, what in words.items()
        if (n := values.count(value))
    ]
    rest = [part for part in claim.parts if part.open]
    return join_words([*told, *([_open(rest, verb)] if rest else [])])


def _open(rest: "Sequence[Claim]", verb: Verb) -> str:
    """What is not decided, by how much it can be at most, if that is known."""
    far = max(rest, key=lambda part: math.inf if part.bound is None else part.bound)
    if not (most := bound_text(far, verb)):
        return f"{len(rest)} {'is' if len(rest) == 1 else 'are'} undecided"
    return f"{len(rest)} {verb.one if len(rest) == 1 else verb.many} by at most {most}, if at all"


def bound_text(claim: "Claim", verb: Verb) -> str:
    """The most that it can be: 2 points; empty if that is not known."""
    if claim.bound is None or math.isinf(claim.bound):
        return ""
    return f"{format_bound(claim, verb.share)} {verb.unit}".strip()


def join_names(found: "Sequence[str]", many: int) -> str:
    """All names, or the first ten and how many more; of `many` it may be any."""
    if len(found) == many > 1:
        return f"any of the {many}"
    if len(found) <= MOST:
        return join_words(list(found)) if found else ""
    return join_words([*found[:MOST], f"{len(found) - MOST} more"])
