"""`advise`: what every legal move of a position is worth, and which are as good as the best."""

from typing import TYPE_CHECKING

from analyzer import figures, provenance
from analyzer.advice import Option, Weighed
from analyzer.answer import (
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
from analyzer.balance.words import ends, listed
from analyzer.questions import _common as common
from analyzer.stats import Interval, decimals, fixed

if TYPE_CHECKING:
    from analyzer.plain import Json
    from analyzer.setting import Setting
    from analyzer.state import State

KIND = "advise"
FEW = 6  # moves of the best group that are named in a sentence

FIELDS = {
    "game": "name of the game",
    "players": "number of seats",
    "policies": "who plays on",
    "seed": "seed of the luck",
    "rules_changed": "the rules that differ from their default",
    "seat": "the seat to move",
    "by": "what the values are: win (chance to win) or margin (points over the mean of the others)",
    "worlds": "worlds in which every move was tried",
    "best": "the best move and those that cannot be told from it",
    "moves": "one object per legal move, the best first",
    "moves[].move": "its name",
    "moves[].value": "interval of what it is worth",
    "moves[].behind": "interval of what the best move has more, over the same worlds",
    "moves[].best": "whether it is the best or cannot be told from it",
    "why": "a counter that tells the best move from the next group, in words, or null",
}


def answer(
    state: "State", setting: "Setting", weighed: Weighed, command: str, where: str
) -> Answer:
    """All moves of the seat to move, in words; `where` names the position."""
    told = _Told(state, weighed)
    best = told.group()
    sentence, why = told.sentence(best), told.why()
    blocks: list[Block] = [told.table(), Paragraph(sentence, "answer", sentence.split(":")[0])]
    if why:
        blocks.append(Paragraph(why))
    blocks.append(told.figure(setting, sentence))
    return Answer(
        kind=KIND,
        title=sentence,
        heading=(
            *(setting.game.name, f"{setting.players} players", f"seat {state.seat} to move"),
            *(f"{common.table_of_policies(setting.policy_names)} plays on", told.count(), where),
        ),
        findings=tuple(map(told.finding, weighed.options)),
        blocks=tuple(blocks),
        data={
            "game": setting.game.name,
            "players": setting.players,
            "policies": list(setting.policy_names),
            "seed": setting.seed,
            "rules_changed": setting.changed,
            "seat": state.seat,
            "by": weighed.by,
            "worlds": weighed.worlds,
            "best": best,
            "moves": [told.row(option) for option in weighed.options],
            "why": why,
        },
        command=command,
        provenance=common.record(setting, weighed.worlds, 0, command),
        notes=provenance.notes([setting.cell]),
        changed=common.rules_in_words(setting.changed),
        games=weighed.worlds * len(weighed.options),
    )


class _Told:
    """What was found, in words."""

    def __init__(self, state: "State", weighed: Weighed) -> None:
        self.state, self.weighed, self.names = state, weighed, state.moves()
        self.share = weighed.by == "win"
        widest = max(option.value.error for option in weighed.options)
        self.scale = 100 if self.share else 1
        self.places = decimals(self.scale * widest, most=2)

    def count(self) -> str:
        n = self.weighed.worlds
        return "1 world" if n == 1 else f"{n:,} worlds"

    def name(self, option: Option) -> str:
        return self.names[option.place]

    def group(self) -> list[str]:
        return [self.name(option) for option in self.weighed.options if option.best]

    def number(self, found: Interval) -> str:
        text = fixed(self.scale * found.estimate, self.places)
        return f"{text} %" if self.share else text

    def ends(self, found: Interval) -> str:
        return ends(self.scale * found.low, self.scale * found.high, self.places)

    def worth(self, option: Option) -> str:
        what = "to win" if self.share else "points over the mean of the others"
        return f"{self.number(option.value)} {what} ({self.ends(option.value)})"

    def sentence(self, best: list[str]) -> str:
        first, n = self.weighed.options[0], len(self.names)
        if n == 1:
            return f"Only move: {best[0]}, {self.worth(first)}."
        if len(best) == n:
            return f"Any move: the {n} moves cannot be told apart, {self.worth(first)}."
        if len(best) == 1:
            return f"Best: {best[0]}, {self.worth(first)}."
        named = listed(best) if len(best) <= FEW else f"{listed(best[:FEW])} and others"
        return f"Best: {named}, which cannot be told apart, {self.worth(first)}."

    def why(self) -> str | None:
        reason = self.weighed.reason
        if reason is None:
            return None
        counters = list(self.state._face.seat_counters.items())
        _, meaning = counters[reason.counter]
        best, other = self.name(self.weighed.options[0]), self.names[reason.place]
        means = f"{reason.best:.2f} after {best}, {reason.other:.2f} after {other}"
        return f"Why: {meaning} come to {means}, the next best."

    def finding(self, option: Option) -> Finding:
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
            Column("value", head, help="what it is worth, with its 95 % interval"),
            Column("interval", "95 % interval", "text", drop=1),
            Column("drawn", "", "range", axis=self._axis(), drop=3),
            Column("behind", "behind the best", help="over the same worlds", drop=2),
            Column("group", "", "text", help="best, or not told from it"),
        )
        return Table("moves", columns, tuple(map(self._row, self.weighed.options)))

    def _axis(self) -> Axis:
        ends = [end for option in self.weighed.options for end in option.value[1:]]
        low, high = min(ends), max(ends)
        return Axis(centre=(low + high) / 2, reach=max((high - low) / 2, 1e-9))

    def _row(self, option: Option) -> tuple[Value, ...]:
        value = option.value
        tone: Tone = "strong" if option.best else ""
        drawn = Value("", value.estimate, value.low, value.high)
        first = option is self.weighed.options[0]
        return (
            Value(self.name(option), self.name(option), tone=tone),
            Value(self.number(value), value.estimate, value.low, value.high, tone),
            Value(self.ends(value)),
            drawn,
            Value("") if first else common.change(_negative(option.behind), self.share),
            Value("best" if option.best else ""),
        )

    def row(self, option: Option) -> "Json":
        return {
            "move": self.name(option),
            "value": common.as_json(option.value),
            "behind": common.as_json(option.behind),
            "best": option.best,
        }

    def figure(self, setting: "Setting", sentence: str) -> Figure:
        what = "Chance to win" if self.share else "Margin over the mean of the others"
        first = self.weighed.options[0].value
        rows: list[figures.Row] = [
            {
                **common.drawn(option.value, self.scale),
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
            caption=f"{self.count()}; {common.table_of_policies(setting.policy_names)} plays on.",
            data=figures.Forest(
                rows=rows,
                zero=first.estimate,
                zero_text="best",
                unit="share" if self.share else "",
                bars=False,
                fair=None,
                marks=[],
            ),
            alt=sentence,
        )


def _negative(found: Interval) -> Interval:
    return Interval(-found.estimate, -found.high, -found.low)
