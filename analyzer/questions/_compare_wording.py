"""What `compare` says: sentences, a table and a chart."""

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer import figures
from analyzer.answer.blocks import (
    Answer,
    Block,
    Column,
    Figure,
    Finding,
    Paragraph,
    Table,
    Tone,
    Value,
)
from analyzer.estimates.differences import SAME_SHARE, Difference, any_difference
from analyzer.estimates.effects import Effect, effects_by_measure, newsworthy
from analyzer.estimates.formatting import format_pp, join_words
from analyzer.estimates.phrases import Phrase, claim_sentence, claim_star
from analyzer.questions._compare_estimates import build_result, find_differences
from analyzer.questions.shared import common

if TYPE_CHECKING:
    from analyzer.questions.compare import Arm, Compare
    from analyzer.simulation.run import Outcome

ARMS = Phrase(  # several arms in one picture
    shown="Of {all} variants {shown} change {what}: {names}",
    refuted="Not one of {all} variants changes {what}",
    open="Whether any of {all} variants changes {what} is not known",
)


class AnswerBuilder:
    """What the differences say."""

    def __init__(self, asked: "Compare", outcome: "Outcome") -> None:
        self.asked, self.outcome = asked, outcome
        self.arms, self.ran = asked.arms, outcome.groups[0]
        self.loose = next((ran for ran in outcome.groups[1:] if ran.n), None)
        self.base = asked.arms[0].setting
        self.found = find_differences(asked, self.ran)

    def answer(self) -> Answer:
        sentences = [self.sentence(place) for place in range(1, len(self.arms))]
        blocks: list[Block] = [self.table()]
        blocks += [Paragraph(text, "answer") for text in sentences]
        blocks += [self.about_pairing()]
        settings = [arm.setting for arm in self.arms]
        totals = [self.ran.totals(place) for place in range(len(self.arms))]
        blocks += common.warning_paragraphs(settings, totals)
        blocks += self.games_to_look_at()
        blocks += self.advice()
        blocks.append(self.figure(sentences))
        heading = common.answer_heading(
            self.base, common.count_of_games(self.ran.n, self.asked.n) + " per arm"
        )
        warnings = common.warning_texts(blocks)
        result = build_result(self.asked, self.ran, self.found, sentences, warnings)
        return Answer(
            kind="compare",
            title=sentences[0].rstrip("."),
            heading=heading,
            changed=common.rules_text(self.base.changed),
            findings=tuple(self.findings()),
            blocks=tuple(blocks),
            results=(result,),
            command=self.asked.command,
            provenance=common.provenance_record(
                self.base, self.asked.n, self.asked.first, self.asked.command
            )
            | {"arms": [arm.setting.cell.settings for arm in self.arms]},
            notes=common.table_notes(self.base, self.outcome),
            **common.clock_fields(self.outcome),
        )

    def findings(self) -> list[Finding]:
        return [
            Finding(
                key=f"{arm.name}/{one.measure.name}"
                + ("" if one.measure.place is None else f".{one.measure.place + 1}"),
                question=f"What does {arm.name} change in {one.measure.label}?",
                estimate=one.change.estimate,
                low=one.change.low,
                high=one.change.high,
                n=one.n,
                unit="share" if one.measure.is_share else one.measure.name,
                claim=one.claim,
                sentence=f"{arm.name}: {one.measure.label} {_change_text(one)}.",
            )
            for arm, row in zip(self.arms[1:], self.found, strict=True)
            for one in row
        ]

    def advice(self) -> list[Block]:
        """How many games would show a change of a win share that matters, if these did not."""
        rows = [one for row in self.found for one in row if one.measure.is_share]
        open_ = [one for one in rows if one.claim.open and one.other and not one.claim.barred]
        if not open_ or self.asked.open_ended:
            return []
        needs = [one.games_to_show(SAME_SHARE) or 0 for one in open_]
        if (games := max(needs)) <= self.ran.n:
            return []
        told = stats.round_up(games)
        matters = format_pp(SAME_SHARE, words=True)
        text = (
            f"To see every change of {matters} in a win share takes about {told:,} games of each "
            "table."
        )
        vs = self.asked.request and self.asked.request["vs"]
        link = common.plan_link(self.base, **({"vs": vs} if vs else {}))
        return [Paragraph(text), link]

    def effects(self, place: int) -> list[Effect]:
        return effects_by_measure(self.found[place - 1])

    def differs(self, place: int) -> bool:
        """Does any game of an arm come out otherwise, in what is measured or in anything else?"""
        return any_difference(self.ran.pairs(place), self.asked.measures)

    def sentence(self, place: int) -> str:
        """What an arm changes: who wins, and the length, as far as it is shown."""
        if not self.differs(place):
            return self._no_difference(place)
        told = "; ".join(effect.words for effect in newsworthy(self.effects(place)))
        part = stats.format_share(self.ran.pairs(place).other_winner, self.ran.n)
        return f"With {self.arms[place].name} {told}; {part} of games have another winner."

    def _no_difference(self, place: int) -> str:
        arm, n = self.arms[place], self.ran.n
        games = (
            f"not one of {common.count_of_games(n)} differs" if n > 1 else "the game is the same"
        )
        text = f"{arm.name}: {games}, so at most "
        text += f"{stats.format_share(0, n).removeprefix('at most ')} of games do"
        if self.loose is None or not any_difference(self.loose.pairs(place)):
            return f"{text}."
        names = set(self.base.policy_names)
        who = f"{names.pop()} never" if len(names) == 1 else "nobody at this table ever"
        text += f": {who} makes use of it. Players who choose at random do"
        if not (won := self.loose.pairs(place).other_winner):
            return f"{text}, though no game of theirs has another winner."
        part = stats.format_share(won, self.loose.n)
        return f"{text}: {part} of their games have another winner."

    def about_pairing(self) -> Paragraph:
        """What the same luck was worth: for wins, or for what was measured instead."""
        text = "All arms had the same luck"
        found = [one for row in self.found for one in row]
        told = [one for one in found if one.n > 1 and isfinite(one.factor) and not one.none]
        if any(one.measure.is_share for one in found):
            told, what = [one for one in told if one.measure.is_share], "wins"
        else:
            labels = list(dict.fromkeys(one.measure.label for one in told))
            what = join_words(labels) if 1 <= len(labels) <= 3 else "these measures"
        if told:
            low, high = (common.two_digits(each(one.factor for one in told)) for each in (min, max))
            worth = low if low == high else f"{low} to {high}"
            text += f"; for {what} this is worth {worth} times the games of separate runs"
        if any(one.shown for one in found):
            text += ". A star marks what is shown to differ; all intervals hold together"
        return Paragraph(f"{text}.")

    def games_to_look_at(self) -> list[Block]:
        return [common.replay_link(self.base, "one", self.asked.first + self.ran.n // 2)]

    def table(self) -> Table:
        several = len(self.arms) > 2
        columns = [
            *(
                [Column("arm", "arm", "label", "What differs from the reference.")]
                if several
                else []
            ),
            Column("measure", "measure", "label", "What is measured."),
            Column("reference", self.arms[0].name, help="In the reference."),
            Column("variant", "variant" if several else self.arms[1].name, help="In the arm."),
            Column("difference", "difference", help="Arm minus reference, on the same luck."),
            Column(
                "interval",
                "95 % interval",
                "text",
                "Of the difference, paired; all rows hold together.",
            ),
            Column("shown", "*", "text", "A star: it is shown to differ."),
            Column("otherwise", "differ", help="Share of games in which it came out differently."),
            Column("pairing", "worth", help="How many times as many games separate runs need."),
        ]
        rows = []
        for arm, row in zip(self.arms[1:], self.found, strict=True):
            for one in row:
                cells = self._row(one)
                rows.append((Value(arm.name, arm.name), *cells) if several else cells)
        return Table("differences", tuple(columns), tuple(rows))

    def _row(self, one: Difference) -> tuple[Value, ...]:
        share = one.measure.is_share
        tone: Tone = "strong" if one.shown else "muted" if one.none else ""
        text, ends = common.format_change(one.change, share)
        return (
            Value(one.measure.label, one.measure.label),
            _level(one.base, share),
            _level(one.variant, share),
            Value("no game" if one.none else text, *one.change, tone),
            Value(
                stats.format_share(0, one.n, one.claim.family.each) if one.none else ends,
                ends,
            ),
            Value(claim_star(one.claim), one.claim.word),
            Value(stats.format_percentage(one.other, one.n), one.other / max(1, one.n)),
            _factor(one),
        )

    def figure_points(self) -> list[tuple["Arm", Difference]]:
        """The differences of one measure: of the news, win shares first."""
        effects = [effect for place in range(1, len(self.arms)) for effect in self.effects(place)]
        shown = [effect.measure for effect in effects if effect.claim.shown]
        shares = [measure for measure in shown if measure.is_share]
        numbers = [measure for measure in shown if measure.place is None]
        usual = [effect.measure for effect in effects]
        chosen = (shares + numbers + shown + usual)[:1]
        return [
            (arm, one)
            for arm, row in zip(self.arms[1:], self.found, strict=True)
            for one in row
            if chosen and one.measure.name == chosen[0].name
        ]

    def figure(self, sentences: Sequence[str]) -> Figure:
        """The changes of one unit: what the sentence tells, as far as one chart can."""
        drawn = self.figure_points()
        shares = bool(drawn) and drawn[0][1].measure.is_share
        return Figure(
            name="differences",
            kind="forest",
            title=self._drawn_title(drawn, sentences),
            subtitle=f"Change against {self.arms[0].name}, on the same luck, with 95 % intervals "
            "that hold together",
            caption=f"{common.count_of_games(self.ran.n)} per arm of {self.base.game.name}, "
            f"{common.seating_text(self.base.policy_names)}, seed {self.base.seed}.",
            data=figures.Forest(
                unit="share" if shares else "",
                zero=0.0,
                zero_text=f"as with {self.arms[0].name}",
                rows=[self._drawn(arm, one) for arm, one in drawn],
            ),
        )

    def _drawn(self, arm: "Arm", one: Difference) -> figures.Row:
        label, share = one.measure.label, one.measure.is_share
        text, ends = common.format_change(one.change, share)
        return {
            "label": label if len(self.arms) == 2 else f"{arm.name}: {label}",
            "note": "no game changes" if one.none else "",
            "tone": "" if one.shown else "muted",
            **common.figure_point(one.change, 100 if share else 1),
            "text": text,
            "interval": ends,
        }

    def _drawn_title(
        self, drawn: Sequence[tuple["Arm", Difference]], sentences: Sequence[str]
    ) -> str:
        """The answer as far as it is drawn."""
        places = range(1, len(self.arms))
        if not drawn or not any(map(self.differs, places)):
            return sentences[0].rstrip(".")
        name = drawn[0][1].measure.name
        told = {
            self.arms[place].name: effect
            for place in places
            for effect in self.effects(place)
            if effect.measure.name == name
        }
        if len(told) == 1:
            ((arm, effect),) = told.items()
            return f"With {arm} {effect.words}"
        what = "win shares" if drawn[0][1].measure.is_share else f"the mean of {name}"
        return claim_sentence(
            ARMS, stats.any_of({arm: one.claim for arm, one in told.items()}), what=what
        )


def _factor(one: Difference) -> Value:
    """What pairing was worth; nothing if every game came out the same."""
    if one.none or one.n < 2 or not isfinite(one.factor):
        return Value("")
    return Value(f"{one.factor:.2f}", one.factor)


def _level(found: stats.Interval, share: bool) -> Value:
    if share:
        return common.percent_value(found, stats.decimals(100 * found.error, most=4))
    return common.number_value(found)


def _change_text(one: Difference) -> str:
    text, ends = common.format_change(one.change, one.measure.is_share)
    return f"{text} ({ends})"
