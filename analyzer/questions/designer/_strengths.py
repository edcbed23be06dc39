"""Does a verdict survive players of another strength? The words of `seats` about that."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.estimates import fairness
from analyzer.estimates.formatting import join_words
from analyzer.estimates.phrases import Phrase, claim_sentence
from analyzer.policies import levels, registry
from analyzer.questions.designer import _departures
from analyzer.questions.shared import question_base

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.stats import Claim

CHANGES = Phrase(
    shown="{under} the verdict changes with {changed}{rest}.",
    refuted="{under} {every} verdict is the same.",
    open="{under} it is not known whether {a} verdict changes{rest}.",
)


def strengths_of(setting: "Setting") -> list[str]:
    """Who plays, the strongest first. A table of thinkers takes too long for a verdict. A game
    without levels has the policies that every game has."""
    found = [level.name for level in registry.levels(setting.game.name)][:-1]
    return (found or question_base.ladder(setting))[::-1]


@dataclass(frozen=True)
class Compared:
    """What another policy at every seat does to the verdicts."""

    name: str
    changed: tuple[str, ...]  # sizes of table, with both verdicts
    unknown: tuple[str, ...]  # sizes where it is not known
    claims: "dict[str, Claim]"  # by size: the verdict is another one

    @property
    def outcome(self) -> tuple[object, ...]:
        """What decides the words. Players who choose at random have a sentence of their own."""
        return self.changed, self.unknown, tuple(self.claims), self.name == "random"


def compare(
    name: str, rows: Sequence[_departures.TableResult], main: "dict[str, Claim]"
) -> Compared | None:
    theirs = {table_name(row): row.claim for row in rows if row.name == name and row.claim}
    claims = {
        size: stats.verdict_changes(main[size], claim)
        for size, claim in theirs.items()
        if size in main
    }
    if not claims:
        return None
    changed = tuple(
        f"{size} ({theirs[size].word} instead of {main[size].word})"
        for size, claim in claims.items()
        if claim.shown
    )
    return Compared(name, changed, tuple(size for size, c in claims.items() if c.open), claims)


def others_sentence(alike: Sequence[Compared]) -> str:
    """Does the verdict survive other policies, with which the outcome is the same?"""
    first = alike[0]
    rest = f" with {sizes_text(dict.fromkeys(first.unknown))}" if first.unknown else ""
    if first.changed and first.unknown:
        rest = f"; {rest.strip()} it is not known"
    several = len(first.claims) > 1
    claims = {f"{size}, {one.name}": c for one in alike for size, c in one.claims.items()}
    return claim_sentence(
        CHANGES,
        stats.any_of(claims),
        under=_under([one.name for one in alike]),
        changed=join_words(list(first.changed)) if first.changed else "",
        rest=rest,
        every="every" if several else "the",
        a="a" if several else "the",
    )


def with_everywhere(policy: str) -> str:
    """Who plays, before a verdict."""
    if policy == "random":
        return f"{fairness.AT_RANDOM.strip().capitalize()}"
    return f"With {policy} everywhere"


def _under(policies: Sequence[str]) -> str:
    """Other players, before what they change."""
    if policies[0] == "random":
        return with_everywhere(policies[0])
    if policies[0] not in levels.MISTAKEN:
        return f"Under {join_words(list(policies))}"
    return f"At the level{'s' * (len(policies) > 1)} {join_words(list(policies))}"


def table_name(row: _departures.TableResult) -> str:
    return f"{row.setting.players} players"


def sizes_text(claims: "Mapping[str, object]") -> str:
    """3, 4 and 5 players."""
    return f"{join_words([name.removesuffix(' players') for name in claims])} players"
