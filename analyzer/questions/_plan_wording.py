"""What `plan` says: how many games, and how long they take."""

import math
from typing import TYPE_CHECKING

from analyzer.answer.blocks import Answer, Block, Column, Command, Finding, Paragraph, Table, Value
from analyzer.estimates.formatting import format_pp
from analyzer.questions import _plan_estimates as estimates
from analyzer.questions._plan_estimates import Need, Pilot, PlanResult
from analyzer.questions.shared import common
from analyzer.render.text import format_duration

if TYPE_CHECKING:
    from analyzer.questions.plan import PlanQuestion
    from analyzer.simulation.run import Outcome

CHANCE = "with a chance of 80 %"
LONG = {  # rows of the table, by the question of a need
    estimates.PAIRED: "a change of {difference}: {change}, on the same luck",
    estimates.ALONE: "a change of {difference}, two runs with their own luck",
    estimates.LEAST: "fair within {tolerance}: never with fewer",
    estimates.FAIR: "fair within {tolerance}, if all {rows} win equally",
    estimates.LOOKS: "the same, looking on the way (--until-decided)",
    estimates.UNFAIR: "unfair, if one {row} is {far} from its fair share",
}


def about(games: int) -> str:
    """A number of games, up to three digits."""
    unit = 10 ** max(0, len(str(games)) - 3)
    return f"{math.ceil(games / unit) * unit:,}"


def _time(need: Need) -> str:
    return "" if need.seconds is None else format_duration(need.seconds)


def build_answer(asked: "PlanQuestion", outcome: "Outcome") -> Answer:
    """The answer to `plan`."""
    pilot = Pilot.of(asked, outcome)
    result = estimates.build_result(asked, pilot)
    setting, words = asked.setting, Words(asked, pilot, result)
    sentences = words.sentences()
    blocks: list[Block] = [words.table(), *(Paragraph(text, "answer") for text in sentences)]
    blocks.append(
        Paragraph(
            f"A number of games is enough {CHANCE}; it comes from a pilot of {pilot.ran.n:,} games "
            "of each table, and the time from how fast they were here."
        )
    )
    totals = [pilot.ran.totals(place) for place in range(len(pilot.ran.group.cells))]
    blocks += common.warning_paragraphs([setting, *(table for _, table in asked.changes)], totals)
    blocks += words.commands()
    return Answer(
        kind="plan",
        title=sentences[0].rstrip("."),
        heading=common.answer_heading(setting, f"a pilot of {pilot.ran.n:,} games"),
        changed=common.rules_text(setting.changed),
        findings=tuple(words.findings()),
        blocks=tuple(blocks),
        results=(result,),
        command=asked.command,
        provenance=common.provenance_record(setting, pilot.ran.n, 0, asked.command),
        notes=common.table_notes(setting, outcome),
        **common.clock_fields(outcome),
    )


NOTHING = (
    "There is nothing to plan for: more than 5 % of games hit a cap on their length, so no number "
    "of games tells who wins."
)


class Words:
    """The needs of one table in words."""

    def __init__(self, asked: "PlanQuestion", pilot: Pilot, result: PlanResult) -> None:
        self.asked, self.result = asked, result
        self.rows = pilot.table
        self.paired = [one for one in result.needs if one.question == estimates.PAIRED]

    def sentences(self) -> list[str]:
        if not self.result.needs:
            return [NOTHING]
        return [text for text in (self._difference(), self._verdict()) if text]

    def _difference(self) -> str:
        seen = f"To see a change of {format_pp(self.asked.difference, words=True)} in a win share"
        known = [one for one in self.paired if one.games is not None]
        alone = self.result.need(estimates.ALONE)
        apart = (
            ""
            if alone is None or alone.games is None
            else (
                f"two runs with their own luck need about {about(alone.games)} games each "
                f"({_time(alone)})"
            )
        )
        if not known:
            return f"{seen}, {apart}." if apart else ""
        first, last = known[0], known[-1]
        if len(known) == 1:
            same = f"{about(first.games or 0)} games of each table ({_time(first)})"
            what = f"{first.change} on the same luck needs about {same}"
        else:
            same = f"{about(first.games or 0)} ({first.change}) to {about(last.games or 0)} games"
            what = f"changes on the same luck need {same} ({last.change}) of each table"
        return f"{seen}, {what}; {apart}." if apart else f"{seen}, {what}."

    def _verdict(self) -> str:
        least, looks = (self.result.need(each) for each in (estimates.LEAST, estimates.LOOKS))
        if least is None or looks is None or least.games is None or looks.games is None:
            return "There is no verdict to plan for: the seats of this table cannot be compared."
        within = format_pp(self.asked.tolerance, words=True)
        return (
            f"With fewer than {least.games:,} games no table can be shown to be fair within "
            f"{within}; plan for {about(looks.games)} ({_time(looks)}), which are enough if all "
            f"{self.rows.by}s win equally."
        )

    def line(self, need: Need) -> str:
        """What a need is about, as a row of the table."""
        return LONG[need.question].format(
            difference=format_pp(self.asked.difference),
            tolerance=format_pp(self.asked.tolerance),
            far=format_pp(self.asked.tolerance + self.asked.difference),
            change=need.change,
            row=self.rows.by,
            rows=f"{self.rows.by}s",
        )

    def table(self) -> Table:
        columns = (
            Column("question", "to see", "label", "What is to be seen.", wrap=True),
            Column("games", "games each", help="Games of each table or run."),
            Column("range", "95 % interval", "text", "Of that number, from the pilot.", drop=2),
            Column("time", "time", "text", "How long all tables or runs take here."),
            Column(
                "pairing", "pairing", help="How many times as many games two runs need.", drop=1
            ),
        )
        return Table("needs", columns, tuple(self._row(one) for one in self.result.needs))

    def _row(self, need: Need) -> tuple[Value, ...]:
        games = "not known" if need.games is None else f"{need.games:,}"
        if need.games is None and need.question == estimates.PAIRED:
            games = "no game differs"
        ends = ""
        if need.low is not None and need.high is not None and need.low < need.high:
            ends = f"{need.low:,} – {need.high:,}"
        factor = "" if need.pairing is None else common.two_digits(need.pairing)
        line = self.line(need)
        return (
            Value(line, line),
            Value(games, need.games),
            Value(ends, ends),
            Value(_time(need), need.seconds),
            Value(factor, need.pairing),
        )

    def findings(self) -> list[Finding]:
        """A number that is known beforehand is its own interval."""
        return [
            Finding(
                key=f"{one.question}, {one.change}" if one.change else one.question,
                question=f"How many games to see: {self.line(one)}?",
                estimate=one.games,
                low=one.games if one.low is None else one.low,
                high=one.games if one.high is None else one.high,
                n=self.result.pilot,
                unit="games",
                sentence=f"{self.line(one)}: {about(one.games)} games.",
            )
            for one in self.result.needs
            if one.games is not None
        ]

    def commands(self) -> list[Command]:
        """The questions themselves, with enough games."""
        setting, found = self.asked.setting, []
        known = [one for one in self.paired if one.games is not None]
        if known:
            last = known[-1]
            request = self.asked.request
            vs = (request and request["vs"]) or [last.change]
            words = setting.request("compare", vs=vs, n=_plain(last.games or 1)).argv()
            found.append(Command("Compare: ", tuple(words)))
        looks = self.result.need(estimates.LOOKS)
        if looks is not None and looks.games is not None:
            words = setting.request(
                "simulate",
                n=_plain(looks.games),
                until_decided=True,
                tolerance=100 * self.asked.tolerance,
            ).argv()
            found.append(Command("Decide: ", tuple(words)))
        return found


def _plain(games: int) -> int:
    return int(about(games).replace(",", ""))
