"""What is said of the cells of a sweep: their verdicts, and where a measure is least and most."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer.blocks import Value
from analyzer.estimates import fairness
from analyzer.estimates.differences import SAME_SHARE
from analyzer.estimates.formatting import format_mean, format_pp, join_limited
from analyzer.estimates.phrases import Phrase, claim_sentence, format_bound
from analyzer.questions.shared import common

if TYPE_CHECKING:
    from analyzer.estimates.measures import Measure
    from analyzer.questions._sweep_cells import CellResult, RankedMeasure
    from analyzer.stats import Claim, Interval

UNFINISHED = "since more than 5 % of games hit a cap on their length"

VERDICTS = Phrase(  # of the cells that have the same one
    shown="FAIR within {tolerance} {where}",
    refuted="UNFAIR by more than {tolerance} {where}",
    open="UNDECIDED at {tolerance} {where} (no {member} there is further than {bound} from its "
    "fair share)",
    barred=f"no verdict {{where}}, {UNFINISHED}",
)
SHARES = Phrase(  # of the cells in which a policy does alike
    shown="{side} than an equal share {where}",
    refuted="an equal share within {tolerance} {where}",
    open="a share that is not told apart from an equal one {where}",
    barred=f"a share that is not known {{where}}, {UNFINISHED}",
)
CELLS = Phrase(
    shown="{subject} is {least}, and {most}.",
    refuted="{subject} is the same in all cells within {same}{limit}.",
    open="The cells are not told apart in {label}{limit}.",
    barred=f"Whether the cells differ in {{label}} is not known, {UNFINISHED}.",
)
CHANGED = Phrase(
    shown="A change of {label} is shown {where}; which cell has least and which has most is not "
    "known.",
    refuted="",
    open="",
)
END = Phrase(
    shown="{word} with {who}, {value}",
    refuted="",  # of numbers on a line one is always least, and one most
    open="{word} in one of {count} cells that are not told apart{names}",
)


def name_rows(rows: Sequence["CellResult"], group: Sequence["CellResult"]) -> str:
    """With these cells, or in how many of all."""
    if len(group) == len(rows) > 1:
        return "in every cell"
    names = [row.name for row in group]
    return (
        f"with {join_limited(names, '')}"
        if len(names) <= 3
        else f"in {len(names)} of {len(rows)} cells"
    )


def verdict_sentences(rows: Sequence["CellResult"], tolerance: float) -> list[str]:
    """The verdicts of all cells, those with the same one together; none where policies differ."""
    parts = [
        claim_sentence(
            VERDICTS,
            claim,
            where=name_rows(rows, group),
            member=group[0].table.by,
            tolerance=format_pp(tolerance, words=True),
        )
        for claim, group in _grouped(rows)
    ]
    parts += _without(rows)
    if not parts:
        return []
    among = fairness.policies_phrase(rows[0].table).strip()
    text = "; ".join([f"{among}: {parts[0]}" if among else parts[0], *parts[1:]])
    advice = _advice(rows)
    return [f"{text[0].upper()}{text[1:]}.", *([advice] if advice else [])]


def _grouped(rows: Sequence["CellResult"]) -> "list[tuple[Claim, list[CellResult]]]":
    """The cells by verdict, and one claim for each group: that all of them are so."""
    found: dict[tuple[str, bool], list[CellResult]] = {}
    for row in rows:
        if row.fair and row.fair.claim:
            claim = row.fair.claim
            found.setdefault((claim.value, bool(claim.barred)), []).append(row)
    order = [("shown", False), ("refuted", False), ("open", False), ("open", True)]
    return [(_together(found[key]), found[key]) for key in order if key in found]


def _together(group: Sequence["CellResult"]) -> "Claim":
    claims = {row.name: row.fair.claim for row in group if row.fair and row.fair.claim}
    first = next(iter(claims.values()))
    return first if first.barred else stats.all_of(claims)


def _advice(rows: Sequence["CellResult"]) -> str:
    """How many games a cell would need, as far as that is known."""
    claims = [row.fair.claim for row in rows if row.fair and row.fair.claim]
    needs = [claim.needs for claim in claims if claim.open and not claim.barred]
    known = [games for games in needs if games is not None]
    if not known or len(known) < len(needs):
        return ""
    most = max(known)
    again = fairness.ANOTHER_RUN.format(most)
    return f"To decide what is open, plan for about {most:,} games per cell ({again})."


def _without(rows: Sequence["CellResult"]) -> list[str]:
    """The cells whose seats cannot be judged."""
    lost = [row for row in rows if row.table.fair is None]
    nobody = [row for row in lost if row.table.nobody >= row.table.n]
    allied = [row for row in lost if row not in nobody]
    found = [f"no winner to judge by {name_rows(rows, nobody)}"] if nobody else []
    return found + ([f"seats that win together {name_rows(rows, allied)}"] if allied else [])


def surplus_sentences(rows: Sequence["CellResult"]) -> list[str]:
    """Where several policies play: whether each wins more than an equal share, cell by cell."""
    found = []
    for policy in dict.fromkeys(name for row in rows for name in row.surpluses):
        groups: dict[tuple[str, int, bool], list[CellResult]] = {}
        for row in rows:
            if policy in row.surpluses:
                claim = row.surpluses[policy].claim
                key = (claim.value, claim.side if claim.shown else 0, bool(claim.barred))
                groups.setdefault(key, []).append(row)
        parts = [
            claim_sentence(
                SHARES,
                group[0].surpluses[policy].claim,
                side="more" if side > 0 else "less",
                where=name_rows(rows, group),
            )
            for (_, side, _), group in groups.items()
        ]
        found.append(f"{policy} wins {'; '.join(parts)}.")
    more = "Seats differ too: a tournament seats each policy everywhere."
    return [*found, more] if found else []


def measure_sentence(rows: Sequence["CellResult"], ranked: "RankedMeasure") -> str:
    """Where a measure is least and most, as far as that is shown."""
    measure, differ = ranked.measure, ranked.differ
    if len(rows) == 1:  # somebody stopped the run
        level = level_text(rows[0].levels[measure], measure)
        return f"{_subject(measure)} is {level} with {rows[0].name}."
    if differ.barred:
        return claim_sentence(CELLS, differ, label=measure.label)
    if differ.open and (changed := _changed(rows, measure)):
        return changed
    least, most = (
        _end(rows, claim, word, measure)
        for claim, word in ((ranked.least, "least"), (ranked.most, "most"))
    )
    return claim_sentence(
        CELLS,
        differ,
        share=measure.is_share,
        subject=_subject(measure),
        label=measure.label,
        least=least,
        most=most,
        same=format_pp(SAME_SHARE, words=True) if measure.is_share else "2 %",
        limit=_limit(differ, measure),
    )


def _changed(rows: Sequence["CellResult"], measure: "Measure") -> str:
    claims = {row.name: row.changes[measure].claim for row in rows if measure in row.changes}
    if not claims or not (changed := stats.any_of(claims)).shown:
        return ""
    group = [row for row in rows if row.name in changed.names]
    return claim_sentence(
        CHANGED, changed, share=False, label=measure.label, where=name_rows(rows, group)
    )


def _subject(measure: "Measure") -> str:
    if measure.is_share:
        who = measure.label.removesuffix(f" {measure.name}")
        return f"The share of games that {who} wins"
    return f"The mean of {measure.label}"


def _end(rows: Sequence["CellResult"], claim: "Claim", word: str, measure: "Measure") -> str:
    top = next(row for row in rows if row.name == claim.of)
    names = list(claim.names)
    return claim_sentence(
        END,
        claim,
        share=False,
        word=word,
        value=level_text(top.levels[measure], measure),
        count=len(names),
        names=f" ({'; '.join(names)})" if len(names) <= 3 else "",
    )


def level_value(found: "Interval", measure: "Measure") -> Value:
    """A level as a place of a table."""
    if measure.is_share:
        return common.percent_value(found, stats.decimals(100 * found.error, most=4))
    return common.number_value(found)


def panel_title(measure: "Measure") -> str:
    if measure.is_share:
        return measure.label[0].upper() + measure.label[1:]
    return f"Mean of {measure.label}"


def percent_text(found: "Interval") -> str:
    return common.percent_value(found, stats.decimals(100 * found.error, most=4)).text


def measure_help(measure: "Measure") -> str:
    """A measure for a glossary."""
    return f"{_subject(measure)}."


def level_text(found: "Interval", measure: "Measure") -> str:
    """A level with its interval: 6.28 (6.2 – 6.4)."""
    if measure.is_share:
        return f"{percent_text(found)} ({common.interval_text(found, 100)})"
    return f"{format_mean(found)} ({common.interval_text(found, most=2)})"


def _limit(claim: "Claim", measure: "Measure") -> str:
    """How far any two cells may be apart; nothing after one game each."""
    if claim.bound is None or claim.bound == float("inf"):
        return ""
    return f": any two differ by at most {format_bound(claim, measure.is_share)}"
