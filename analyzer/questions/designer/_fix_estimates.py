"""What a search for a mending change found."""

from dataclasses import dataclass
from typing import Annotated

from analyzer.questions.designer import _departures
from analyzer.stats import Claim, Interval


@dataclass(frozen=True)
class MendResult:
    """What a search for a mending change found."""

    outcome: Annotated[str, "needs none, undecided, mended, not mended, not known, or stopped"]
    mended_by: Annotated[
        str | None,
        "the mildest change that is shown to make it fair, on luck that no earlier round had seen; "
        "or null",
    ]
    verdict: Annotated[
        str | None,
        "of the rules as they are: FAIR, UNFAIR, UNDECIDED or NO VERDICT; null if seats cannot be "
        "compared",
    ]
    departure: Annotated[
        Interval | None,
        "of the rules as they are: interval of the largest departure from the fair share; or null",
    ]
    claim: Annotated[
        Claim | None,
        "of the rules as they are: that it is fair; its fields are those of findings[].claim; or "
        "null",
    ]
    games: Annotated[int, "of the rules as they are: games played"]
    mended: Annotated[
        Claim | None, "that one of those confirmed makes it fair; as findings[].claim; or null"
    ]
    none: Annotated[
        Claim | None, "that none of those tried makes it fair; as findings[].claim; or null"
    ]
    best: Annotated[
        Claim | None,
        "that one of those confirmed is better than the rules as they are and than the others; as "
        "findings[].claim; or null",
    ]
    may: Annotated[
        tuple[str, ...], "the changes that are not shown to leave it unfair, the fairest first"
    ]
    left_out: Annotated[tuple[str, ...], "changes with which games hardly end, or have no verdict"]
    tried: Annotated[int, "how many single changes and pairs were tried"]
    changes: Annotated[
        tuple[_departures.NamedVerdict, ...],
        "one object per change tried, the fairest first; all rounds of it together",
    ]
    confirmed: Annotated[
        tuple[_departures.NamedVerdict, ...],
        "the changes that were played on luck that nobody had looked at, the mildest first",
    ]
