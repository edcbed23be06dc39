"""`advise`: what every legal move of a position is worth, and which are as good as the best."""

from dataclasses import replace
from typing import TYPE_CHECKING

from analyzer.answer import figures
from analyzer.answer.blocks import (
    Answer,
    Axis,
    Block,
    Column,
    Figure,
    Finding,
    Paragraph,
    Table,
    Tone,
    Value,
)
from analyzer.estimates.formatting import format_range, join_words
from analyzer.estimates.phrases import Phrase, claim_sentence
from analyzer.playout.move_values import MoveValue, MoveValues
from analyzer.questions._advise_estimates import AdviseResult, MoveResult
from analyzer.questions.shared import common, provenance
from analyzer.stats import Claim, Interval, decimals, format_fixed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.games import AnyGame
    from analyzer.playout.state import State
    from analyzer.request.setting import Setting

KIND = "advise"
FEW = 6  # moves of the best group that are named in a sentence

RESULTS = (AdviseResult,)

BEST = Phrase(
    shown="Best: {who}, {worth}.",
    refuted="Every move is behind another one.",
    open="Not told apart: {which}; {who} comes out first, {worth}.",
)


def build_answer(
    state: "State", setting: "Setting", weighed: MoveValues, command: str, where: str
) -> Answer:
    """All moves of the seat to move, in words; `where` names the position."""
    told = _AnswerBuilder(state, weighed)
    sentence, why = told.sentence(), told.why()
    blocks: list[Block] = [Paragraph(sentence, "answer", sentence.split(":")[0]), told.table()]
    if why:
        blocks.append(Paragraph(why))
    blocks.append(told.figure(setting, sentence))
    return Answer(
        kind=KIND,
        title=sentence,
        heading=(
            *(setting.game.name, f"{setting.players} players", f"seat {state.seat} to move"),
            *(f"{common.seating_text(setting.policy_names)} plays on", told.count(), where),
        ),
        findings=tuple(map(told.finding, weighed.options)),
        blocks=tuple(blocks),
        results=(
            AdviseResult(
                game=setting.game.name,
                players=setting.players,
                policies=setting.policy_names,
                seed=setting.seed,
                rules_changed=setting.changed,
                seat=state.seat,
                by=weighed.by,
                worlds=weighed.worlds,
                best=tuple(told.group()),
                claim=told.claim,
                moves=tuple(map(told.row, weighed.options)),
                why=why,
            ),
        ),
        command=command,
        provenance=common.provenance_record(setting, weighed.worlds, 0, command),
        notes=provenance.table_notes([setting.cell]),
        changed=common.rules_text(setting.changed),
        games=weighed.worlds * len(weighed.options),
    )


def reason_sentence(
    weighed: MoveValues, face: "AnyGame", names: "Sequence[str]", seat: int
) -> str | None:
    """What separates the best move from the next best, in counts; `seat` is from 1."""
    reason = weighed.reason
    if reason is None:
        return None
    what = (dict(face.successes) | dict(face.setbacks))[reason.outcome]
    best, other = names[weighed.options[0].place], names[reason.place]
    mine, theirs = (f"{100 * share:.0f}" for share in (reason.best, reason.other))
    return (
        f"Why: in {mine} of 100 worlds after {best} seat {seat} {what}; after "
        f"{other}, the next best, in {theirs}."
    )


def name_best(weighed: MoveValues, names: "Sequence[str]") -> str:
    """The moves that may be the best; of many, some."""
    best = [names[option.place] for option in weighed.options if option.best]
    if len(best) == len(names):
        return "both moves" if len(best) == 2 else f"all {len(best)} moves"
    return join_words(best) if len(best) <= FEW else f"{join_words(best[:FEW])} and others"


class _AnswerBuilder:
    """What was found, in words."""

    def __init__(self, state: "State", weighed: MoveValues) -> None:
        self.state, self.weighed, self.names = state, weighed, state.moves()
        self.share = weighed.by == "win"
        widest = max(option.value.error for option in weighed.options)
        self.scale = 100 if self.share else 1
        self.places = decimals(self.scale * widest, most=2)

    def count(self) -> str:
        n = self.weighed.worlds
        return "1 world" if n == 1 else f"{n:,} worlds"

    def name(self, option: MoveValue) -> str:
        return self.names[option.place]

    def group(self) -> list[str]:
        return [self.name(option) for option in self.weighed.options if option.best]

    def number(self, found: Interval) -> str:
        text = format_fixed(self.scale * found.estimate, self.places)
        return f"{text} %" if self.share else text

    def format_range(self, found: Interval) -> str:
        return format_range(self.scale * found.low, self.scale * found.high, self.places)

    def worth(self, option: MoveValue) -> str:
        what = "to win" if self.share else "points over the mean of the others"
        return f"{self.number(option.value)} {what} ({self.format_range(option.value)})"

    @property
    def claim(self) -> Claim | None:
        """The claim of the weighed moves, with their names."""
        claim = self.weighed.claim
        if claim is None:
            return None
        names = tuple(self.names[int(place)] for place in claim.names)
        return replace(claim, of=self.names[int(claim.of)], names=names)

    def sentence(self) -> str:
        first, claim = self.weighed.options[0], self.claim
        who, worth = self.name(first), self.worth(first)
        if claim is None:
            return f"Only move: {who}, {worth}."
        which = name_best(self.weighed, self.names)
        return claim_sentence(BEST, claim, share=self.share, who=who, worth=worth, which=which)

    def why(self) -> str | None:
        return reason_sentence(self.weighed, self.state._face, self.names, self.state.seat or 0)

    def finding(self, option: MoveValue) -> Finding:
        return Finding(
            key=self.name(option),
            question=f"What is {self.name(option)} worth?",
            estimate=option.value.estimate,
            low=option.value.low,
            high=option.value.high,
            n=self.weighed.worlds,
            sentence=f"{self.name(option)}: {self.worth(option)}.",
            unit="share" if self.share else "points",
        )

    def table(self) -> Table:
        head = "to win" if self.share else "margin"
        columns = (
            Column("move", "move", "label", help="a legal move of the seat to move", wrap=True),
            Column("value", head, help="what it is worth; all intervals hold together"),
            Column("interval", "95 % interval", "text", drop=1),
            Column("drawn", "", "range", axis=self._axis(), drop=3),
            Column("behind", "behind the first", help="over the same worlds; all hold", drop=2),
            Column("group", "", "text", help="it may be the best"),
        )
        return Table("moves", columns, tuple(map(self._row, self.weighed.options)))

    def _axis(self) -> Axis:
        ends = [end for option in self.weighed.options for end in option.value[1:]]
        low, high = min(ends), max(ends)
        return Axis(centre=(low + high) / 2, reach=max((high - low) / 2, 1e-9))

    def _row(self, option: MoveValue) -> tuple[Value, ...]:
        value = option.value
        tone: Tone = "strong" if option.best else ""
        drawn = Value("", value.estimate, value.low, value.high)
        first = option is self.weighed.options[0]
        return (
            Value(self.name(option), self.name(option), tone=tone),
            Value(self.number(value), value.estimate, value.low, value.high, tone),
            Value(self.format_range(value)),
            drawn,
            Value("") if first else common.change_value(_negative(option.behind), self.share),
            Value(self._group(option)),
        )

    def _group(self, option: MoveValue) -> str:
        if not option.best:
            return ""
        return "best" if len(self.group()) == 1 else "may be best"

    def row(self, option: MoveValue) -> MoveResult:
        return MoveResult(self.name(option), option.value, option.behind, option.best)

    def figure(self, setting: "Setting", sentence: str) -> Figure:
        what = "Chance to win" if self.share else "Margin over the mean of the others"
        first = self.weighed.options[0].value
        rows: list[figures.Row] = [
            {
                **common.figure_point(option.value, self.scale),
                "label": self.name(option),
                "text": self.number(option.value),
                "tone": "within" if option.best else "muted",
            }
            for option in self.weighed.options
        ]
        return Figure(
            name="moves",
            kind="forest",
            title=sentence,
            subtitle=f"{what} after each move of seat {self.state.seat}, from what it can see",
            caption=f"{self.count()}; {common.seating_text(setting.policy_names)} plays on.",
            data=figures.Forest(
                rows=rows,
                zero=first.estimate,
                zero_text="first",
                unit="share" if self.share else "",
                bars=False,
                fair=None,
                marks=[],
            ),
            alt=sentence,
        )


def _negative(found: Interval) -> Interval:
    return Interval(-found.estimate, -found.high, -found.low)
