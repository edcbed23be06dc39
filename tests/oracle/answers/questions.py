"""Which function computes the numbers of which question a second way, and what none does."""

import json
import re
from collections.abc import Callable

import analyzer
from oracle.answers import (
    cards,
    course,
    drama,
    hide_n_seek,
    hike,
    hike_sled,
    horrible_mountain,
    mending,
    moments,
    oh_hell,
    strength,
    tables,
)
from oracle.answers.claims import check_claims, check_tables
from oracle.answers.ledger import Ledger

Way = Callable[[Ledger, int], None]

OWN: dict[str, dict[str, Way]] = {
    "hike": hike.SECOND_WAYS,
    "hike-sled": hike_sled.SECOND_WAYS,
    "horrible-mountain": horrible_mountain.SECOND_WAYS,
    "hide-n-seek": hide_n_seek.SECOND_WAYS,
    "oh-hell": oh_hell.SECOND_WAYS,
}
GENERAL: dict[str, Way] = {
    **cards.SECOND_WAYS,
    **course.SECOND_WAYS,
    **drama.SECOND_WAYS,
    **mending.SECOND_WAYS,
    **moments.SECOND_WAYS,
    **strength.SECOND_WAYS,
    **tables.SECOND_WAYS,
}

# Numbers that have no second way: a pattern of their places, and why.
GIVEN = "a piece is given by chance of its own before the first turn: an experiment, not rows"
SEARCH = r"games_each|mended|none|best|changes|confirmed|tried|findings(\.|', )[1-9]|tables"
SEARCHED = "a search in rounds, each on games of its own; the rules as they are have a second way"
ONLY_ONCE: dict[tuple[str, str], tuple[str, str]] = {
    ("horrible-mountain", "mend"): (
        SEARCH,
        SEARCHED,
    ),
    ("hide-n-seek", "mend"): (
        SEARCH,
        SEARCHED,
    ),
    ("horrible-mountain", "cards"): (r"(findings|cards)\.[0-4]\.", GIVEN),
    ("hide-n-seek", "symbols"): (
        r"findings\.(2|1[0-6])\.|'findings', 2,",
        GIVEN,
    ),
    ("hide-n-seek", "trunks"): (r"findings\.0|'findings', 0", GIVEN),
}
WITHOUT = {("hide-n-seek", "cards"): GIVEN}  # no number of these questions has a second way


def second_way(game: str, question: str) -> Way | None:
    return OWN[game].get(question) or GENERAL.get(question)


def ask_twice(game: str, question: str, n: int) -> Ledger:
    """The answer of a question, with every number compared with a second way."""
    ledger = Ledger(json.loads(analyzer.ask(game, question, n=n).to_json()))
    second_way(game, question)(ledger, n)
    check_claims(ledger)
    check_tables(ledger)
    return ledger


def without_second_way(game: str, question: str, places: list[str]) -> list[str]:
    """Places that are not on the list of what has no second way."""
    known = ONLY_ONCE.get((game, question)) or ONLY_ONCE.get(("any", question))
    return places if known is None else [at for at in places if not re.search(known[0], at)]
