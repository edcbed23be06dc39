"""How many of several claims are shown, refuted and open; and names of those that may be best."""

from typing import TYPE_CHECKING

from analyzer.estimates.formatting import join_words
from analyzer.stats import Truth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.stats import Claim

MOST = 10  # names that a sentence lists


def count_claims(claim: "Claim", shown: str, same: str) -> str:
    """Of a claim made from others: 4 are shown to matter, 1 is the same and 5 are undecided."""
    values = [part.value for part in claim.parts]
    words = {Truth.SHOWN: shown, Truth.REFUTED: same, Truth.OPEN: "undecided"}
    return join_words(
        [
            f"{n} {'is' if n == 1 else 'are'} {what}"
            for value, what in words.items()
            if (n := values.count(value))
        ]
    )


def join_names(found: "Sequence[str]", many: int) -> str:
    """All names, or the first ten and how many more; of `many` it may be any."""
    if len(found) == many > 1:
        return f"any of the {many}"
    if len(found) <= MOST:
        return join_words(list(found)) if found else ""
    return join_words([*found[:MOST], f"{len(found) - MOST} more"])
