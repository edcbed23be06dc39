"""What `contract` says: a line for each clause, and one for all of them."""

import math
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer import figures
from analyzer.answer.blocks import (
    Answer,
    Block,
    Column,
    Command,
    Figure,
    Finding,
    Paragraph,
    Table,
    Value,
)
from analyzer.estimates import fairness, phrases
from analyzer.estimates.formatting import format_range, format_signed, join_words
from analyzer.estimates.phrases import Phrase, claim_sentence
from analyzer.questions import _contract_estimates as estimates
from analyzer.questions._contract_estimates import Judged
from analyzer.questions.clauses import ERROR, WARN
from analyzer.questions.shared import common

if TYPE_CHECKING:
    from analyzer.questions.contract import Contract
    from analyzer.simulation.run import Outcome

WHOLE = Phrase(  # the clauses with the level error, or all if there is none
    shown="The contract HOLDS: {every}.",
    refuted="The contract is BROKEN: {broken}{rest}.",
    open="The contract is OPEN: {undecided}{rest}.",
)
CLAUSE = Phrase(
    shown="{key} HOLDS: {found}.",
    refuted="{key} is BROKEN: {found}; allowed is {allowed}.",
    open="{key} is OPEN: {found}; allowed is {allowed}{advice}.",
    barred="{key} is OPEN: {why}.",
)
WHY = {
    "unfinished": "too many games hit a cap on their length",
    "incomparable": "the seats of this table cannot be compared",
    "unplayed": "no game was played",
    "random": f"games{fairness.AT_RANDOM} say nothing of people who think",
}
LEVEL = {ERROR: "", WARN: " (a warning)"}


def answer(asked: "Contract", outcome: "Outcome") -> Answer:
    """The answer to `contract`."""
    judged = estimates.judge(asked, outcome)
    passes = bool(asked.request and asked.request["open"] == "pass")
    result = estimates.build_result(asked, judged, None, passes)
    sentences = [_whole(judged), *(_sentence(one) for one in judged if not one.claim.shown)]
    warned = [text for text in (_warnings(judged),) if text]
    blocks: list[Block] = [_table(judged)]
    blocks.append(Paragraph(sentences[0], "answer"))
    blocks += [Paragraph(text) for text in (*sentences[1:], *warned, _about(asked))]
    return _answer(asked, outcome, sentences[0], blocks, result, judged)


def pilot_answer(asked: "Contract", outcome: "Outcome") -> Answer:
    """The games that decide every clause, from a pilot."""
    judged = estimates.judge(asked, outcome)
    each = [estimates.enough_games(asked, outcome, one) for one in judged]
    known = [games for games in each if games is not None]
    enough = max(known) if known and len(known) == len(each) else None
    result = estimates.build_result(asked, judged, enough, passes=False)
    unknown = [one.clause.key for one, games in zip(judged, each, strict=True) if games is None]
    title = (
        f"Plan for {enough:,} games of each table" if enough else "Not every clause can be planned"
    )
    text = (
        f"{title}: with a chance of {100 * estimates.SURE:g} % they decide every clause whose "
        "number is half way from the middle of what is allowed to its limit, or as far beyond it."
        if enough
        else f"{title}: the pilot tells too little of {join_words(unknown)}."
    )
    blocks: list[Block] = [_plan_table(judged, each), Paragraph(text, "answer")]
    if enough and asked.request is not None:
        request = asked.request.replace(plan=None, n=enough)
        blocks.append(Command("Ask so: ", tuple(request.argv())))
    return _answer(asked, outcome, text, blocks, result, [])


def _answer(
    asked: "Contract",
    outcome: "Outcome",
    title: str,
    blocks: list[Block],
    result: estimates.ContractResult,
    judged: list[Judged],
) -> Answer:
    tables = list(asked.tables.values())
    settings = {ran.group.cells[0]: ran.totals() for ran in outcome.groups if ran.n}
    blocks += common.warning_paragraphs(tables, list(settings.values()))
    if judged:
        blocks.append(_look(asked, outcome))
        blocks.append(_figure(asked, judged, title))
    games = f"a pilot of {asked.n:,} games" if asked.pilot else f"up to {asked.n:,} games a table"
    heading = list(common.answer_heading(tables[0], games))
    if len(tables) > 1:
        heading[1] = f"{join_words([str(size) for size in asked.tables])} players"
    return Answer(
        kind="contract",
        title=title.rstrip("."),
        heading=tuple(heading),
        changed=common.rules_text(asked.setting.changed),
        findings=tuple(_finding(one) for one in judged),
        blocks=tuple(blocks),
        results=(result,),
        command=asked.command,
        provenance=common.provenance_record(tables[0], asked.n, 0, asked.command)
        | {"cells": sorted({cell.key for ran in outcome.groups for cell in ran.group.cells})},
        notes=common.table_notes(tables[0], outcome),
        **common.clock_fields(outcome),
    )


# --- sentences -----------------------------------------------------------------------------------


def _whole(judged: list[Judged]) -> str:
    """One sentence about the clauses that decide."""
    mine = [one for one in judged if one.clause.level == ERROR] or judged
    claims = {f"{i}": _bare(one.claim) for i, one in enumerate(mine)}
    broken = [_named(one) for one in mine if one.claim.refuted]
    open_ = [_named(one) for one in mine if one.claim.open]
    rest = ""
    if broken and open_:
        rest = f"; {_many(open_, 'is', 'are')} open"
    holding = len(mine) - len(broken) - len(open_)
    if holding and (broken or open_):
        rest += f"; {holding} of {len(mine)} clauses {'holds' if holding == 1 else 'hold'}"
    every = "its clause is met" if len(mine) == 1 else f"all {len(mine)} clauses are met"
    return claim_sentence(
        WHOLE,
        stats.all_of(claims),
        share=False,
        every=every,
        broken=join_words(broken) if broken else "",
        undecided=join_words(open_) if open_ else "",
        rest=rest,
    )


def _bare(claim: stats.Claim) -> stats.Claim:
    """A claim that no game decides is open among others."""
    return stats.Claim("holds", claim.value, claim.family, claim.games, claim.found, claim.of)


def _named(one: Judged) -> str:
    return one.clause.key


def _many(names: list[str], single: str, several: str) -> str:
    return f"{join_words(names)} {single if len(names) == 1 else several}"


def _warnings(judged: list[Judged]) -> str:
    """What is only a warning, and does not hold."""
    errors = [one for one in judged if one.clause.level == ERROR]
    loose = [one for one in judged if one.clause.level == WARN and not one.claim.shown]
    if not errors or not loose:
        return ""
    names = join_words([one.clause.key for one in loose])
    return f"Only a warning: {names}."


def _sentence(one: Judged) -> str:
    claim = one.claim
    return claim_sentence(
        CLAUSE,
        claim,
        share=False,
        key=f"{one.clause.key}{LEVEL[one.clause.level]}",
        found=_found(one),
        allowed=_allowed(one),
        advice=_advice(one),
        why=WHY.get(claim.barred, ""),
    )


def _found(one: Judged) -> str:
    """Whose number it is, and its interval: seat 1, +1.9 pp (1.2 – 2.5)."""
    value, ends = format_found(one)
    return f"{one.claim.of}, {value} ({ends})"


def format_found(one: Judged) -> tuple[str, str]:
    """A number and its interval, in the unit of its clause."""
    found, unit = one.claim.found, one.kind.unit
    scale = 1.0 if unit == "number" else 100.0
    shown = stats.Interval(*(scale * end for end in found))
    if not math.isfinite(shown.error):
        return "not known", "too few games"
    places = _places(one, shown, scale)
    ends = format_range(shown.low, shown.high, places)
    if unit == "pp":
        return f"{format_signed(shown.estimate, places)} pp", ends
    return f"{stats.format_fixed(shown.estimate, places)}{' %' if unit == 'share' else ''}", ends


def _places(one: Judged, shown: stats.Interval, scale: float) -> int:
    """Decimals enough to show on which side of its limits the interval lies, three more at most."""
    limits = [scale * end for end in one.limits if math.isfinite(end)]

    def side(found: stats.Interval) -> list[int]:
        """Where both ends lie: above a limit, on it, or below."""
        return [(at > end) - (at < end) for end in limits for at in found[1:]]

    fewest = stats.decimals(shown.error)
    for places in range(fewest, fewest + 4):
        if side(stats.Interval(*(round(end, places) for end in shown))) == side(shown):
            return places
    return fewest


def _allowed(one: Judged) -> str:
    clause, kind = one.clause, one.kind
    high = estimates.format_limit(kind, clause.high)
    if clause.low is not None:
        return f"{estimates.format_limit(kind, clause.low)} to {high}"
    return f"{'±' if kind.shape == 'within' else 'at most'} {high}"


def _advice(one: Judged) -> str:
    """What would decide it."""
    if one.claim.needs:
        return f"; about {one.claim.needs:,} games would decide it"
    return "; too close to tell"


def _about(asked: "Contract") -> str:
    size, looks = asked.family.size, len(asked.looks)
    numbers = "The number has" if size == 1 else f"The {size} numbers of all clauses have"
    each = "an interval that holds" if size == 1 else "intervals that hold together"
    when = "" if looks == 1 else f", at all {looks} planned looks"
    return f"{numbers} {each} with 95 %{when}; the games end when every clause is decided."


# --- tables and charts ---------------------------------------------------------------------------


def _table(judged: list[Judged]) -> Table:
    columns = [
        Column("verdict", "verdict", "text", "HOLDS, BROKEN or OPEN."),
        Column("clause", "clause", "label", "Its key in the contract."),
        Column("allowed", "allowed", "text", "Its limit."),
        Column("found", "found", help="The number that is nearest to a limit, or beyond."),
        Column("interval", "interval", "text", "Of that number; all clauses hold together."),
        Column("of", "of", "text", "Whose number it is.", wrap=True, drop=1),
        Column("games", "games", help="Games of the table with the fewest.", drop=2),
        Column("needs", "would take", help="Games that would decide an open clause."),
    ]
    rows = [_row(one) for one in judged]
    if not any(one.claim.needs for one in judged):
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    return Table("clauses", tuple(columns), tuple(rows))


def _row(one: Judged) -> tuple[Value, ...]:
    word = estimates.word_of(one.claim)
    shown = f"{word}{'' if one.clause.level == ERROR else ' (warn)'}"
    value, ends = ("", "") if one.claim.barred else format_found(one)
    found = one.claim.found if not one.claim.barred else None
    needs = f"{one.claim.needs:,}" if one.claim.needs else ""
    return (
        Value(shown, word, tone=phrases.claim_tone(one.claim)),
        Value(one.clause.key, one.clause.key),
        Value(_allowed(one), _allowed(one)),
        Value(value, *(found or (None,))),
        Value(ends, ends),
        Value(one.claim.of, one.claim.of),
        Value(f"{one.n:,}", one.n),
        Value(needs, one.claim.needs or None),
    )


def _plan_table(judged: list[Judged], each: list[int | None]) -> Table:
    columns = (
        Column("clause", "clause", "label", "Its key in the contract."),
        Column("allowed", "allowed", "text", "Its limit."),
        Column("games", "games", help="Games of each table that decide it."),
    )
    rows = tuple(
        (
            Value(one.clause.key, one.clause.key),
            Value(_allowed(one), _allowed(one)),
            Value("not known" if games is None else f"{games:,}", games),
        )
        for one, games in zip(judged, each, strict=True)
    )
    return Table("plan", columns, rows)


def _finding(one: Judged) -> Finding:
    found = one.claim.found
    return Finding(
        key=f"{one.clause.place + 1}.{one.clause.key}",
        question=estimates.clause_sentence(one.kind, one.clause),
        estimate=found.estimate,
        low=found.low,
        high=found.high,
        n=one.n,
        unit="" if one.kind.unit == "number" else "share",
        claim=one.claim,
        sentence=_sentence(one),
    )


def _look(asked: "Contract", outcome: "Outcome") -> Command:
    """A game to look at: of the table that comes first, from the middle of its games."""
    return common.replay_link(next(iter(asked.tables.values())), "one", outcome.groups[0].n // 2)


def _figure(asked: "Contract", judged: list[Judged], title: str) -> Figure:
    """Where each number stands between the limits of its clause."""
    rows: list[figures.Row] = []
    for one in judged:
        if one.claim.barred or not math.isfinite(one.claim.found.error):
            rows.append({"label": one.clause.key, "value": math.nan, "note": "not known"})
            continue
        value, ends = format_found(one)
        low, high = one.at(one.claim.found.low), one.at(one.claim.found.high)
        rows.append(
            {
                "label": one.clause.key,
                "value": one.place,
                "low": low,
                "high": high,
                "text": value,
                "interval": ends,
                "tone": phrases.claim_tone(one.claim),
                "tip": one.claim.of,
            }
        )
    return Figure(
        name="clauses",
        kind="forest",
        title=title.rstrip("."),
        subtitle="Where the number of each clause stands: 1 and -1 are its limits",
        caption=f"Up to {asked.n:,} games a table of {asked.setting.game.name}, "
        f"{common.seating_text(asked.setting.policy_names)}, seed {asked.setting.seed}. Shaded: "
        "what is allowed.",
        data=figures.Forest(
            unit="",
            zero=0.0,
            zero_text="",
            rows=rows,
            fair={"value": 0.0, "text": "", "tolerance": 1.0},
        ),
    )
