"""Does a change of the rules keep seats fair? The verdicts on several tables as one family."""

from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.estimates.phrases import Phrase, claim_sentence
from analyzer.questions.shared import statements
from analyzer.questions.shared.statements import Statement
from analyzer.stats.claims import NOWHERE

if TYPE_CHECKING:
    from analyzer.questions.shared.presets import ComparisonResult

NONE = "Whether the table is fair cannot be told: {}."

CHANGES = Phrase(
    shown="The verdict on fairness changes: {now} {as_it_is}, {then} {otherwise}.",
    refuted="The verdict on fairness stands: {now} {as_it_is} and {otherwise}.",
    open="Whether the verdict on fairness changes is not known: {now} {as_it_is}, {then} "
    "{otherwise}.",
)


def verdict_statements(
    data: "ComparisonResult", key: str, as_it_is: str, *others: str
) -> list[Statement]:
    """Whether each arm changes the verdict; then the verdict of each table.

    `as_it_is` and `others` name the tables in a sentence: "with a fixed dealer".
    """
    found = data.fair()
    if len(found) < len(data.arms):
        return [Statement(key, NOWHERE, NONE.format(data.why_not_fair()))]
    claims = [one.claim for one in found if one.claim]
    told = []
    for place, otherwise in enumerate(others, start=1):
        claim = stats.verdict_changes(claims[0], claims[place])
        sentence = claim_sentence(
            CHANGES,
            claim,
            now=claims[0].word,
            then=claims[place].word,
            as_it_is=as_it_is,
            otherwise=otherwise,
        )
        name = key if len(others) == 1 else f"{key}.{place}"
        told.append(statements.claim_statement(name, claim, sentence))
    for place, (name, one) in enumerate(zip((as_it_is, *others), found, strict=True)):
        text = f"{statements.capitalize(name)}: {one.sentence}"
        told.append(statements.claim_statement(f"{key}.table.{place}", claims[place], text))
    return told
