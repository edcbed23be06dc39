"""Questions that are a comparison, a sweep or a count, with a sentence of their own.

Such a question declares what is played and says, from the numbers, what they mean. Tables, charts
and intervals are those of the command behind it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypedDict, cast

from analyzer import stats
from analyzer.answer import Answer, Block, Column, Paragraph, Table, Value
from analyzer.asks import Asked, _base
from analyzer.balance.measures import named
from analyzer.balance.words import ends, pp_interval
from analyzer.plan import Plan
from analyzer.questions import Question, compare, simulate, sweep
from analyzer.questions import _common as common
from analyzer.questions.compare import Arm, Compare
from analyzer.questions.simulate import Simulate
from analyzer.questions.sweep import Sweep

if TYPE_CHECKING:
    from analyzer.plain import Json
    from analyzer.run import Outcome
    from analyzer.setting import Setting

Numbers = dict[str, float]  # estimate, low, high

COMPARED = compare.FIELDS
SWEPT = sweep.FIELDS
COUNTED = simulate.FIELDS


class ArmData(TypedDict):
    """An arm, as `compare` tells it."""

    name: str
    policies: list[str]
    games_that_differ: int | None  # None for the reference


class ChangeData(TypedDict):
    """A difference, as `compare` tells it."""

    arm: str
    measure: str
    seat: int | None
    reference: Numbers
    variant: Numbers
    difference: Numbers
    significant: bool


class ComparedData(TypedDict):
    """What questions read of the JSON object of `compare`."""

    games_each: int
    arms: list[ArmData]
    differences: list[ChangeData]


class SweptCell(TypedDict):
    """A cell, as `sweep` tells it."""

    values: dict[str, float]  # by rule
    measures: dict[str, dict[str, Numbers]]  # by label, then mean and change


class SweptData(TypedDict):
    """What questions read of the JSON object of `sweep`."""

    cells: list[SweptCell]


class SeatData(TypedDict):
    """A seat, as `simulate` tells it."""

    counters: dict[str, Numbers]


class CountedData(TypedDict):
    """What questions read of the JSON object of `simulate`."""

    counters: dict[str, Numbers]
    seats: list[SeatData]


@dataclass(frozen=True)
class Preset(_base.Ask):
    """A command's question in a designer's words."""

    inner: Question
    say: Callable[[Any], list[str]]  # from the inner answer's own fields to sentences
    counters: tuple[str, ...] = ()  # of a count: what its table shows

    def plan(self) -> Plan:
        return self.inner.plan()

    def answer(self, outcome: "Outcome") -> Answer:
        made = self.inner.answer(outcome)
        sentences = self._sentences(made.data)
        blocks: list[Block] = [Paragraph(text, "answer") for text in sentences]
        rest = [b for b in made.blocks if isinstance(b, Paragraph) and b.voice != "answer"]
        if self.counters:
            blocks.insert(
                0, counter_table(self.setting, cast("CountedData", made.data), self.counters)
            )
        else:
            blocks.insert(0, made.tables()[0])
        figures = [replace(figure, title=sentences[0].rstrip(".")) for figure in made.figures()]
        return replace(
            made,
            kind=f"ask {self.name}",
            title=sentences[0].rstrip("."),
            blocks=(*blocks, *rest, *([] if self.counters else figures)),
            data={**made.data, "question": self.name, "sentences": sentences},
            command=self.command,
        )

    def _sentences(self, data: "Json") -> list[str]:
        try:
            return [text[0].upper() + text[1:] for text in self.say(data)]
        except ZeroDivisionError:  # a share of something, in games that end before it can happen
            return ["What this question asks about never happens in these games."]


def compared(
    name: str,
    setting: "Setting",
    asked: Asked,
    arms: Sequence[Mapping[str, object]],
    measures: Sequence[str],
    say: Callable[[ComparedData], list[str]],
    reference: str = "as printed",
) -> Preset:
    """Arms of other rules against the rules as they are, on the same luck."""
    made = [Arm(reference, setting)]
    made += [Arm(common.rules_in_words(rules), setting.with_rules(rules)) for rules in arms]
    n = _base.size(setting, asked, len(made), 0.9)
    chosen = tuple(named(setting.game, setting.players, measures))
    return Preset(name, setting, asked, Compare(tuple(made), n, 0, chosen), say)


def policies_compared(
    name: str,
    setting: "Setting",
    asked: Asked,
    arms: Mapping[str, Sequence[str]],
    measures: Sequence[str],
    say: Callable[[ComparedData], list[str]],
) -> Preset:
    """The same table with other people, on the same luck; the first arm is the reference."""
    made = [Arm(label, setting.with_policies(list(words))) for label, words in arms.items()]
    n = _base.size(setting, asked, len(made), 0.9)
    chosen = tuple(named(setting.game, setting.players, measures))
    return Preset(name, setting, asked, Compare(tuple(made), n, 0, chosen), say)


def swept(
    name: str,
    setting: "Setting",
    asked: Asked,
    rule: str,
    values: Sequence[object],
    measures: Sequence[str],
    say: Callable[[SweptData], list[str]],
) -> Preset:
    """One rule over its values, on the same luck."""
    n = _base.size(setting, asked, len(values), 0.9)
    chosen = tuple(named(setting.game, setting.players, measures))
    inner = Sweep(setting, ((rule, tuple(values)),), n, 0, asked.tolerance, chosen)
    return Preset(name, setting, asked, inner, say)


def counted(
    name: str,
    setting: "Setting",
    asked: Asked,
    counters: Sequence[str],
    say: Callable[[CountedData], list[str]],
) -> Preset:
    """What happens in a game, counted."""
    n = _base.size(setting, asked, 1, 0.7)
    return Preset(name, setting, asked, Simulate(setting, n), say, tuple(counters))


# --- what the numbers say -------------------------------------------------------------------------


def interval(found: Numbers) -> stats.Interval:
    return stats.Interval(found["estimate"], found["low"], found["high"])


def changes(data: ComparedData, arm: str, measure: str) -> list[ChangeData]:
    """The differences of one measure in one arm, seat by seat."""
    return [row for row in data["differences"] if (row["arm"], row["measure"]) == (arm, measure)]


def change(data: ComparedData, arm: str, measure: str) -> ChangeData:
    """The difference of a measure, or of the seat where it is largest."""
    rows = changes(data, arm, measure)
    return max(rows, key=lambda row: abs(row["difference"]["estimate"]))


def told(row: ChangeData, what: str) -> str:
    """A difference in words: "hands: 6.4 to 4.2, -2.2 (-2.3 to -2.1)", or that none is shown."""
    found = interval(row["difference"])
    if row["measure"] in ("wins", "win_share"):
        return f"{what} {pp_interval(found)}"
    before, after = (
        common.number(interval(side)).text for side in (row["reference"], row["variant"])
    )
    if not row["significant"]:
        return f"no change of {what} is shown ({before} to {after})"
    places = stats.decimals(found.error, most=4)
    size = f"{common.change(found, share=False).text} ({ends(found.low, found.high, places)})"
    return f"{what} goes from {before} to {after}, {size}"


def mean(data: CountedData, counter: str) -> stats.Interval:
    """The mean of a counter per game: of the game, or summed over the seats."""
    if counter in data["counters"]:
        return interval(data["counters"][counter])
    seats = [interval(row["counters"][counter]) for row in data["seats"]]
    error = sum(one.error**2 for one in seats) ** 0.5
    total = sum(one.estimate for one in seats)
    return stats.Interval(total, total - error, total + error)


def shown(found: stats.Interval, most: int = 2) -> str:
    return common.number(found, most=most).text


def counter_table(setting: "Setting", data: CountedData, counters: Sequence[str]) -> Table:
    """The means of some counters, of the game or summed over the seats."""
    words = {**setting.game.game_counters, **setting.game.seat_counters}
    columns = (
        Column("counter", "counter", "label", "Its name in frames."),
        Column("mean", "a game", help="Mean per game, summed over the seats."),
        Column("interval", "95 % interval", "text", "Of that mean."),
        Column("meaning", "what is counted", "text", "In words.", wrap=True),
    )
    rows = []
    for name in counters:
        found = mean(data, name)
        rows.append(
            (
                Value(name, name),
                common.number(found),
                Value(common.interval_text(found)),
                Value(words[name], words[name]),
            )
        )
    return Table("counters", columns, tuple(rows))
