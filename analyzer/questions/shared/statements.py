"""What a designer's question says: findings with their sentences, and rows of its table and chart.

A question declares CLAUSES: the clauses of its line, each with the keys of the findings that answer
it. A test holds that the clauses are the whole line, and that every answer has these findings.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer import figures
from analyzer.answer.blocks import Column, Finding, Table, Value
from analyzer.estimates.formatting import format_range
from analyzer.questions.shared import common
from analyzer.stats import Interval

if TYPE_CHECKING:
    from analyzer.estimates.effects import Effect
    from analyzer.stats import Claim

Clauses = Mapping[str, Sequence[str]]  # a clause of the question's line -> keys of findings

NEVER = "What this asks about does not happen in these games."


@dataclass(frozen=True)
class Statement:
    """One finding. Without a sentence it stands in the table and the chart alone."""

    key: str
    found: Interval
    sentence: str = ""
    unit: str = "share"  # "": a number
    claim: "Claim | None" = None
    label: str = ""  # of its row; "": it has none
    aside: bool = False  # a finding whose sentence is not among those of the answer

    @property
    def text(self) -> str:
        return format_part(self.found) if self.unit == "share" else format_amount(self.found)

    def finding(self, clauses: Clauses, n: int) -> Finding:
        asked = (clause for clause, keys in clauses.items() if self.key in keys)
        return Finding(
            key=self.key,
            question=next(asked, self.label or self.key),
            estimate=self.found.estimate,
            low=self.found.low,
            high=self.found.high,
            n=n,
            unit=self.unit,
            claim=self.claim,
            sentence=capitalize(self.sentence or f"{self.label}: {self.text}."),
        )


def share_statement(key: str, found: Interval, sentence: str = "", label: str = "") -> Statement:
    """A part of a whole; `{part}` in the sentence is its place."""
    return _filled(key, found, sentence, "share", label, part=format_part(found))


def amount_statement(key: str, found: Interval, sentence: str = "", label: str = "") -> Statement:
    """A mean, or a number of each; `{amount}` in the sentence is its place."""
    return _filled(key, found, sentence, "", label, amount=format_amount(found))


def games_statement(key: str, count: int, n: int, sentence: str = "", label: str = "") -> Statement:
    """The part of games in which something happens."""
    return share_statement(key, stats.clopper_pearson(count, n), sentence, label)


def effect_statement(key: str, lead: str, found: "Effect") -> Statement:
    """What an arm changes in one measure."""
    claim, measure = found.claim, found.measure
    unit = "share" if measure.is_share else ""
    return Statement(key, claim.found, f"{lead} {found.words}.", unit, claim)


def claim_statement(key: str, claim: "Claim", sentence: str, unit: str = "share") -> Statement:
    return Statement(key, claim.found, sentence, unit, claim)


def _filled(
    key: str, found: Interval, sentence: str, unit: str, label: str, **places: str
) -> Statement:
    if not math.isfinite(found.estimate):
        return Statement(key, found, NEVER, unit)
    return Statement(key, found, sentence.format(**places), unit, label=label)


# --- numbers in words ----------------------------------------------------------------------------


def format_part(found: Interval) -> str:
    """A part with its interval: 31 % (29 – 33)."""
    return stats.format_part(found) if math.isfinite(found.error) else "an unknown part"


def format_amount(found: Interval) -> str:
    """A number with its interval: 2.31 (2.28 – 2.34); an upper bound if it was always zero."""
    if not math.isfinite(found.error):
        return "an unknown number"
    places = stats.decimals(found.error, most=4)
    if found.low > 0 and not stats.format_fixed(found.low, places).strip("0."):
        places += 1  # the low end must not look like none at all
    if found.estimate == 0 and found.low == 0:
        return (
            f"at most {stats.format_fixed(-(-found.high * 10**places // 1) / 10**places, places)}"
        )
    estimate = stats.format_fixed(found.estimate, places)
    return f"{estimate} ({format_range(found.low, found.high, places)})"


def capitalize(text: str) -> str:
    return text[0].upper() + text[1:]


# --- its table and its chart ---------------------------------------------------------------------


def table_rows(told: Sequence[Statement]) -> list[Statement]:
    """The rows of table and chart: findings of one unit, that of the first."""
    rows = [one for one in told if one.label]
    return [one for one in rows if one.unit == rows[0].unit]


def statement_table(rows: Sequence[Statement], name: str, together: bool) -> Table:
    share = rows[0].unit == "share"
    what = "Part of the whole." if share else "Mean per game."
    holds = "All rows hold together." if together else "Of that number."
    columns = (
        Column("what", "", "label", "What is counted."),
        Column("amount", "part" if share else "a game", help=what),
        Column("interval", "95 % interval", "text", holds),
    )
    return Table(name, columns, tuple(_row(one, share) for one in rows))


def _row(one: Statement, share: bool) -> tuple[Value, ...]:
    found = one.found
    label = Value(one.label, one.label)
    if not found.estimate:
        return label, Value(one.text, *found), Value("")
    text, _, ends = one.text.partition(" (")
    if ends:  # as in the sentence beside it
        return label, Value(text, *found), Value(ends.removesuffix(")"))
    if share:
        value = common.percent_value(found, stats.decimals(100 * found.error, most=4))
        return label, value, Value(common.interval_text(found, 100))
    return label, common.number_value(found), Value(common.interval_text(found))


def statement_chart(rows: Sequence[Statement]) -> figures.Forest:
    """The rows as bars from zero."""
    share = rows[0].unit == "share"
    drawn: list[figures.Row] = [
        {
            "label": one.label,
            "text": value.text,
            **common.figure_point(one.found, 100 if share else 1),
        }
        for one in rows
        for _, value, _ in [_row(one, share)]
    ]
    return figures.Forest(
        unit="share" if share else "",
        zero=0.0,
        zero_text="",
        bars=True,
        amounts=True,
        rows=drawn,
    )
