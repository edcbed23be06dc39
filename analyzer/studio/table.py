"""A table that is played while somebody looks: printed rules, yours, and variants that were kept,
all on the same deals.

It knows no threads and no web: `step` plays a chunk, `snapshot` says what is known so far. All
intervals hold however often one looks, and a verdict that was once made stands.
"""

import math
import time
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from analyzer.answer.blocks import Answer, Finding, Table
from analyzer.estimates import fairness, length, seats
from analyzer.estimates.formatting import join_words
from analyzer.estimates.phrases import claim_tone
from analyzer.games.rule_words import rules_phrase
from analyzer.questions.compare import Compare
from analyzer.questions.shared import common, for_pages, question_base
from analyzer.render import html, wording
from analyzer.request.build import build_question
from analyzer.request.options import options_of
from analyzer.request.request import Request
from analyzer.simulation.batch import length_units
from analyzer.simulation.chunk import ReducedChunk, play_chunk
from analyzer.simulation.plan import Chunk, Group, Plan, Reduction, totals_and_pairs
from analyzer.simulation.run import GroupResult, Outcome

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.reducers.changed import Changed
    from analyzer.simulation.reducers.notable import Notable
    from analyzer.simulation.reducers.totals import Totals
    from analyzer.system.json_types import Json

FIRST = 256  # games of the first chunk, at most ...
FIRST_SECONDS = 0.06  # ... so that they answer within a quarter of a second, if cores are busy, too
LEAST = 16  # games of a chunk
MOST = 10_000_000  # games of a run; nobody looks that long
CHUNK_SECONDS = 0.045  # a chunk is about this long, so that two fit between two pictures
ENOUGH = 20.0  # seconds of play after which a run waits to be asked for more
GOES_ON = fairness.Advice("the table plays on")


@dataclass
class LiveTable:
    """One setting that somebody looks at, and the printed rules and kept variants beside it."""

    printed: "Setting"
    yours: "Setting"
    tolerance: float = 0.01
    beside: "dict[str, Setting]" = field(default_factory=dict)  # variants by letter
    seconds: float = 0.0  # on the clock
    budget: float = ENOUGH
    merged: ReducedChunk | None = None
    handed: int = 0  # games that are given out
    pace: float = 0.0  # seconds a game takes, in one thread
    verdicts: dict[int, Finding] = field(default_factory=dict)  # made once, by place of the cell

    @cached_property
    def arms(self) -> "dict[str, Setting]":
        """The printed rules, then yours and the variants as far as they differ, by name."""
        found = {"printed": self.printed}
        for name, setting in {**self.beside, "your rules": self.yours}.items():
            if all(setting.cell != other.cell for other in found.values()):
                found[name] = setting
        return found

    @property
    def settings(self) -> "list[Setting]":
        return list(self.arms.values())

    @property
    def key(self) -> str:
        """The same for the same table, whatever it is asked for."""
        told = [repr(setting.cell) for setting in self.settings]
        return f"{' | '.join(told)} | {self.tolerance}"

    @cached_property
    def group(self) -> Group:
        cells = tuple(setting.cell for setting in self.settings)
        last = len(cells) - 1
        wanted = (*totals_and_pairs(cells), Reduction("notable", (last,)))
        if last:
            wanted += (Reduction("changed", (last, 0)),)
        return Group(cells, wanted, MOST)

    @property
    def n(self) -> int:
        return self.merged.n if self.merged else 0

    @property
    def done(self) -> bool:
        """Has it played for as long as was asked?"""
        return self.seconds >= self.budget or self.handed >= MOST

    def next_chunk(self) -> Chunk:
        """The next games; about as many as fit between two pictures."""
        n = self._first() if not self.pace else int(CHUNK_SECONDS / self.pace)
        n = max(LEAST, min(n, 1 << 15, MOST - self.handed))
        group, first = self.group, self.handed
        self.handed += n
        return Chunk(group.cells, group.reductions, first, n)

    def _first(self) -> int:
        """Games of the first chunk: as many as its game usually plays in so many seconds."""
        setting = self.yours
        each = setting.game.microseconds * question_base.slowness(setting) * len(self.settings)
        return max(LEAST, min(FIRST, int(FIRST_SECONDS * 1e6 / max(each, 1e-9))))

    def give_back(self) -> None:
        """Games that were handed out before a stop, and did not come back, are handed out again."""
        self.handed = self.n

    def add(self, part: ReducedChunk) -> None:
        """Take the next games in, in their order."""
        if part.n:
            self.pace = part.core_seconds / part.n
            self.merged = part if self.merged is None else self.merged.add(part)

    def step(self) -> None:
        """Play the next games in this thread."""
        started = time.perf_counter()
        self.add(play_chunk(self.next_chunk()))
        self.seconds += time.perf_counter() - started

    # --- what is known so far ---------------------------------------------------------------------

    def _unquoted(self, text: str) -> str:
        """The names of arms are no quotations of the rulebook."""
        for name in self.arms:
            text = text.replace(f"“{name}”", name)
        return text

    @property
    def ran(self) -> GroupResult:
        parts = dict(self.merged.parts) if self.merged else {}
        return GroupResult(self.group, self.n, parts)

    def snapshot(self) -> "Json":
        """All that the page shows of this table."""
        if not self.n:
            return {"n": 0, "games": "no game yet"}
        ran = self.ran
        totals = [ran.totals(place) for place in range(len(self.settings))]
        tables = [
            seats.standings(one, setting.policy_names, open_ended=True)
            for one, setting in zip(totals, self.settings, strict=True)
        ]
        answer = self._in_words(self.compare_answer(ran))
        units = length_units(self.settings[0].game)
        rate = self.n * len(self.settings) / max(self.seconds, 1e-9)
        return {
            "n": self.n,
            "games": f"{self.n:,} games under each rule" if answer else f"{self.n:,} games",
            "rate": f"{rate:,.0f} games a second",
            "title": self.title,
            "verdicts": [self.verdict(place, table) for place, table in enumerate(tables)],
            "sentences": [self._unquoted(part.text) for part in answer.paragraphs("answer")]
            if answer
            else [],
            "notes": self.notes(answer),
            "cap": "Share of games, with intervals that hold however long you look.",
            "table": _table_html(answer),
            "seats": _rows(tables),
            "names": list(self.arms),
            "length": [_length(one, units) for one in totals],
            "length_cap": _length_cap(units),
            "length_sentences": _length_sentences(totals, units),
            "changed": self.changed(ran),
            "notable": self.notable(ran),
            "command": self.command,
            "python": self.python,
        }

    @property
    def title(self) -> str:
        """Hike with five players: the game ends at 25 points."""
        text = for_pages.table_title(self.yours.game, self.yours.players)
        beside = join_words([name for name in self.arms if name in self.beside] or [""])
        text += f": {self.changes(self.yours)}" if self.yours.given else ", as printed"
        return f"{text}, beside {beside}" if beside else text

    def changes(self, setting: "Setting") -> str:
        """What a setting changes, in words."""
        game = setting.game
        kind: type = game.rules_type
        return rules_phrase(game.rule_words, kind, dict(setting.given))

    def _in_words(self, answer: Answer | None) -> Answer | None:
        """The answer as a page tells it; the arms by their names where they have one."""
        if answer is None:
            return None
        told = for_pages.for_pages(answer, self.printed.game, None, "")
        codes = [common.rules_text(dict(setting.given)) for setting in self.settings[1:]]
        arms = dict(zip(["reference", *codes], self.arms, strict=True))
        as_printed = {
            common.rules_text({name: getattr(self.printed.rules, name)}): "printed"
            for setting in self.settings[1:]
            for name in setting.given
        }
        words = {**told.words, **as_printed, **arms}
        return wording.answer_in_words(replace(told, words=words))

    def verdict(self, place: int, table: seats.Standings) -> "Json":
        """Is this table fair? What was once decided stands; the numbers are those of now, as long
        as they say so too."""
        found = fairness.fairness_finding(table, self.tolerance, GOES_ON)
        made = self.verdicts.get(place)
        if made and _word(found) != _word(made):
            found = made  # the numbers of the moment at which it was decided
        elif found and found.claim and not found.claim.open:
            self.verdicts[place] = found
        if found is None or found.claim is None:
            return {"name": self._arm_name(place), "word": "", "tone": "", "sentence": ""}
        needs = found.claim.needs if found.claim.open else found.claim.games
        return {
            "name": self._arm_name(place),
            "word": found.claim.word,
            "tone": claim_tone(found.claim),
            "sentence": found.sentence,
            "claim": found.claim.as_json(),
            "way": min(1.0, self.n / needs) if needs else None,
        }

    def _arm_name(self, place: int) -> str:
        return list(self.arms)[place]

    def compare_answer(self, ran: GroupResult) -> Answer | None:
        """The answer of `compare --open-ended` at this number of games."""
        if len(self.settings) == 1:
            return None
        question = self.question(ran.n)
        plan = Plan((replace(ran.group, n=ran.n),))
        outcome = Outcome(plan, [replace(ran, group=plan.groups[0])], self.seconds, 0.0, 1)
        return question.answer(outcome)

    def question(self, n: int) -> Compare:
        found = build_question(self.request(n), self.printed)
        assert isinstance(found, Compare)
        return found

    def request(self, n: int) -> Request:
        """What plays the same games once more."""
        if len(self.settings) == 1:
            return self.printed.request("simulate", n=n)
        changed = [dict(setting.given) for setting in self.settings[1:]]
        return self.printed.request("compare", n=n, vs=changed, open_ended=True)

    @property
    def command(self) -> str:
        return self.request(max(1, self.n)).command()

    @property
    def python(self) -> str:
        """The same in Python."""
        asked = self.request(max(1, self.n))
        rows = options_of(asked.kind)
        said = {
            name: value
            for name, value in asked.options.items()
            if rows[name].is_always_printed or value != rows[name].default
        }
        words = [repr(asked.game), *(f"{name}={value!r}" for name, value in said.items())]
        return f"analyzer.{asked.kind}({', '.join(words)})"

    def notes(self, answer: Answer | None) -> list[str]:
        found = [*answer.notes] if answer else []
        totals = [self.ran.totals(place) for place in range(len(self.settings))]
        warned = common.warning_paragraphs(self.settings, totals)
        return [*dict.fromkeys([*found, *(part.text for part in warned)])]

    def changed(self, ran: GroupResult) -> "Json | None":
        """How many games have another winner, and the first of them; None without a change."""
        if len(self.settings) == 1:
            return None
        last = len(self.settings) - 1
        kept: Changed = ran.part("changed", last, 0)  # type: ignore[assignment]
        pairs = ran.pairs(last)
        return {"games": pairs.other_winner, "first": list(kept.indices)}

    def notable(self, ran: GroupResult) -> "Json":
        """Games to look at: of the usual length, the longest, the closest, the largest comeback."""
        place = len(self.settings) - 1
        kept: Notable = ran.part("notable", place)  # type: ignore[assignment]
        found = {name: kept.index(name) for name in ("median", "longest", "closest", "comeback")}
        return {name: index for name, index in found.items() if index is not None}


def _table_html(answer: Answer | None) -> str:
    """The table of differences as on its page."""
    tables = [block for block in answer.blocks if isinstance(block, Table)] if answer else []
    return "".join(html.render_table(table) for table in tables)


def _word(found: Finding | None) -> str:
    return found.claim.word if found and found.claim else ""


def _rows(tables: list[seats.Standings]) -> "Json":
    """What the chart of win shares draws: a row per seat, an interval per table."""
    first = tables[0]
    ends = [end for one in tables for row in one.rows for end in (row.wins.low, row.wins.high)]
    ends = [end for end in ends if math.isfinite(end)] or [0.0, 1.0]
    return {
        "fair": first.fair,
        "ticks": _ticks(min(ends), max(ends), first.fair),
        "rows": [
            {
                "label": seats.row_name(first, row),
                "arms": [
                    {
                        "estimate": one.rows[place].wins.estimate,
                        "low": one.rows[place].wins.low,
                        "high": one.rows[place].wins.high,
                        "text": common.percent_value(one.rows[place].wins, 1).text,
                        "interval": common.interval_text(one.rows[place].wins, 100),
                    }
                    for one in tables
                    if place < len(one.rows) and math.isfinite(one.rows[place].wins.estimate)
                ],
            }
            for place, row in enumerate(first.rows)
        ],
    }


def _ticks(low: float, high: float, fair: float | None) -> list[list[object]]:
    """The marks below the chart: its ends in whole percent, and the fair share."""
    ends = [math.floor(100 * low), math.ceil(100 * high)]
    marks: list[list[object]] = [[end / 100, f"{end} %"] for end in ends]
    if fair is not None and low < fair < high:
        marks.append([fair, f"fair {100 * fair:.3g} %"])
    return marks


def _length_cap(units: length.Units) -> str:
    """What the chart of lengths draws."""
    return f"Share of games by their number of {next(iter(units.values()))}."


def _length(totals: "Totals", units: length.Units) -> "Json":
    """The bars of the chart of lengths: value and share."""
    unit = next(iter(units))
    bars = totals.histograms[unit]
    total = max(1, sum(bars.values()))
    return {"unit": unit, "bars": [[value, bars[value] / total] for value in sorted(bars)]}


def _length_sentences(totals: "list[Totals]", units: length.Units) -> list[str]:
    found = [length.length_finding(one, units) for one in totals]
    return [one.sentence for one in found if one]
