"""The table question by question, as a page in Markdown."""

from collections import Counter
from collections.abc import Iterator, Sequence

from calibrate.cases import QUICK_TIMES, Case, nothing_to_play
from calibrate.kinds import Kind, by_kind
from calibrate.records import FALSE, Record, Row
from calibrate.sizes import FEW, MANY, TIMES

HEAD = f"""# Are the sentences true?

This page is made by `scripts/calibrate`, which asks every question many times with few games, each
time with another seed. The truth comes from one run with {TIMES} times as many games on a seed of
its own, {TIMES * QUICK_TIMES} times for `simulate` where games are quick. It shows how often an
interval holds the truth, and how often a claim is false. What an older version of a game has
played is left out.
`scripts/calibrate --page docs/calibration.md` goes on where the last call stopped and writes this
page again.

- A *family* is a set of intervals that is printed as one; it covers if all of its intervals hold
  the truth. Every other interval in JSON is a row of its own. "lowest" is the row that covers
  least, with the number of rows; of many rows the lowest lies below 95 % by chance alone.
- A row fails if it is shown to cover less than 94 %: an exact one-sided test at 1 in 1,000. So of
  1,000 right rows about one fails by chance, and few repetitions show little.
- A *kind* is a field of answers, whatever the game, the seat or the card. All its intervals are
  counted together; the error has the answer as its unit, since the intervals of one answer depend
  on each other. It fails if it is shown to cover less than 94 % at 1 in 1,000.
- A claim is *false* if the long run shows the opposite at 99.9 %. Where the long run is open, it
  cannot be judged. At most 5 % of answers may hold a false claim.
- "wide" is the number of families that cover more than 99 % and are more than 1.3 times as wide as
  needed. Below the table they stand with the reason.
"""


def render_page(done: Sequence[tuple[Case, Record]], repeat: int | None) -> str:
    lines = [HEAD, *_summary(done), "", *_kinds(done), *_claims(done)]
    lines += ["## By question\n", *_table(done), "", *_failing(done), *_wide(done)]
    lines += _not_run(done, repeat)
    return "\n".join(lines).rstrip() + "\n"


def _summary(done: Sequence[tuple[Case, Record]]) -> Iterator[str]:
    run = [record for _, record in done if record.runs]
    rows = sum(len(record.families) + len(record.alone) for record in run)
    low = sum(len(record.low_rows) for record in run)
    answers, decided = sum(r.runs for r in run), sum(r.decided for r in run)
    false = sum(sum(r.false.values()) for r in run)
    with_false = sum(r.with_false for r in run)
    yield (
        f"{len(run)} of {len(done)} cases were run, {answers:,} answers in all. Of {rows:,} rows "
        f"{low} {'covers' if low == 1 else 'cover'} too little. Of {decided:,} claims that were "
        f"decided and could be judged {false} were false, in {with_false} answers."
    )


def _kinds(done: Sequence[tuple[Case, Record]]) -> Iterator[str]:
    named = [(case.question, record) for case, record in done]
    for rows, title in (("families", "families"), ("alone", "other intervals")):
        kinds = by_kind(named, rows)
        yield f"## By kind: {title}\n"
        yield "| kind | questions | answers | intervals | covered | |"
        yield "|---|---|---|---|---|---|"
        yield from map(_kind, kinds)
        yield ""


def _kind(kind: Kind) -> str:
    covered = f"{100 * kind.coverage:.1f} % ± {100 * 1.96 * kind.error:.1f}"
    cells = [
        kind.name,
        str(len(kind.cases)),
        f"{len(kind.answers):,}",
        f"{kind.intervals:,}",
        covered,
        "FAILS" if kind.too_low else "",
    ]
    return "| " + " | ".join(cells) + " |"


def _claims(done: Sequence[tuple[Case, Record]]) -> Iterator[str]:
    counted = sum((record.claims for _, record in done), Counter())
    yield "## By kind: claims\n"
    yield "| kind | judged | false | not judged |"
    yield "|---|---|---|---|"
    for kind in sorted({kind for kind, _ in counted}):
        true, false, unknown = (counted[kind, place] for place in range(3))
        yield f"| {kind} | {true + false:,} | {false:,} | {unknown:,} |"
    yield ""


def _table(done: Sequence[tuple[Case, Record]]) -> Iterator[str]:
    yield (
        "| question | table | games | repetitions | families: lowest | wide | other intervals: "
        "lowest | claims judged | not judged | answers with a false one | |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for case, record in done:
        if record.runs:
            yield _line(case, record)


def _line(case: Case, record: Record) -> str:
    wide = [row for row in record.families.values() if row.too_wide]
    false = f"{record.with_false} ({100 * record.with_false / record.runs:.1f} %)"
    cells = [
        case.question,
        case.table,
        f"{case.n:,}",
        f"{record.runs:,}",
        _lowest(record.families.values()),
        str(len(wide) or ""),
        _lowest(record.alone.values()),
        f"{record.decided:,}",
        f"{record.unknown:,}",
        false if record.decided else "",
        "FAILS" if record.fails else "",
    ]
    return "| " + " | ".join(cells) + " |"


def _lowest(rows: Iterator[Row] | Sequence[Row]) -> str:
    known = list(rows)
    if not known:
        return ""
    row = min(known, key=lambda row: row.coverage)
    return f"{100 * row.coverage:.1f} % of {len(known)}"


def _failing(done: Sequence[tuple[Case, Record]]) -> Iterator[str]:
    failing = [(case, record) for case, record in done if record.fails]
    if not failing:
        return
    yield "## What fails\n"
    for case, record in failing:
        for row in record.low_rows:
            yield f"- {case.name}: {row.name} covers {100 * row.coverage:.1f} % in {row.runs} runs."
        if record.too_false:
            told = ", ".join(f"{name} ({n})" for name, n in record.false.most_common(5))
            too_many = f"more than {100 * FALSE:.0f} % of answers hold a false claim"
            yield f"- {case.name}: {too_many}: {told}."
    yield ""


def _wide(done: Sequence[tuple[Case, Record]]) -> Iterator[str]:
    rows = [
        (case, row) for case, record in done for row in record.families.values() if row.too_wide
    ]
    if not rows:
        return
    yield "## Families that are safer than they need be\n"
    yield "| question | family | covers % | times as wide as needed | reason |"
    yield "|---|---|---|---|---|"
    for case, row in rows:
        width = f"{row.width:.2f}" if row.width < 100 else "over 100"
        told = [case.name, row.name, f"{100 * row.coverage:.1f}", width, reason(case, row)]
        yield "| " + " | ".join(told) + " |"
    yield ""


def reason(case: Case, row: Row) -> str:
    if "until decided" in case.table:
        return "stopped: the looks share the 5 %"
    if row.size > 1:
        return f"simultaneous: {row.size} intervals share the 5 %, whether they agree or not"
    if row.width > 100:
        return "exact: the number hardly varies"
    return "exact: a share of few games, or a number that counts rare events"


def _not_run(done: Sequence[tuple[Case, Record]], repeat: int | None) -> Iterator[str]:
    yield "## What was not run\n"
    never = [case.name for case, record in done if not record.runs]
    wanted = repeat or FEW
    fewer = [f"{case.name} ({record.runs})" for case, record in done if 0 < record.runs < wanted]
    yield f"- Never: {', '.join(never)}." if never else "- Every case was run at least once."
    if fewer:
        yield f"- Fewer than {wanted} repetitions: {', '.join(fewer)}."
    yield (
        f"- An answer that takes less than 10 ms should be asked {MANY:,} times; the table shows "
        "how often each was."
    )
    yield f"- Nothing is played, so there is nothing to judge: {', '.join(nothing_to_play())}."
    yield (
        "- Claims that name a member which the long run does not name have no counterpart and are "
        "not judged. Quantiles of lengths in tiles are not judged."
    )
