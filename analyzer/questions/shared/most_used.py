"""Which of several things happens most, and which least: parts of a whole as one family."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.estimates.formatting import join_words
from analyzer.estimates.phrases import Phrase, claim_sentence
from analyzer.questions.shared import statements
from analyzer.questions.shared.statements import Statement

if TYPE_CHECKING:
    from analyzer.estimates.counters import CounterTotals

MOST = Phrase(
    shown="{who} is used most: {part} of {whole}.",
    refuted="Not one of these {things} is used.",
    open="Which of the {things} is used most is not known: {rivals} are not told apart, with "
    "{part} of {whole} for {who}.",
)
LEAST = Phrase(
    shown="{who} is used least: {part} of {whole}.",
    refuted="{who} is all of {whole}.",
    open="Which of the {things} is used least is not known: {rivals} are not told apart, with "
    "{part} of {whole} for {who}.",
)


def most_and_least_used(
    found: "CounterTotals", kinds: Mapping[str, str], of: Sequence[str], whole: str, things: str
) -> list[Statement]:
    """The part of each counter of `kinds` (with its words) in `of`, and the two extremes."""
    family = stats.Family(things, len(kinds))
    parts = {words: found.part([name], of, family.each) for name, words in kinds.items()}
    rest = {
        words: stats.Interval(1 - one.estimate, 1 - one.high, 1 - one.low)
        for words, one in parts.items()
    }
    told = []
    for key, phrase, gains in (("most", MOST, parts), ("least", LEAST, rest)):
        claim = stats.best(gains, family, found.n)
        sentence = claim_sentence(
            phrase,
            claim,
            part=statements.format_part(parts[claim.of]),
            rivals=join_words(list(claim.names)) if claim.names else "",
            whole=whole,
            things=things,
        )
        told.append(Statement(key, parts[claim.of], sentence, "share", claim))
    rows = [
        statements.share_statement(name, parts[words], label=words)
        for name, words in sorted(kinds.items(), key=lambda kind: -parts[kind[1]].estimate)
    ]
    return [*told, *rows]
