"""How strong is each card: what questions about cards share, whatever the game counts.

Chance alone decides who is dealt a card. Who *plays* it is not left to chance, and winners have
played more of most things. So the deal is compared, and what counting would say is shown beside it.
"""

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from analyzer import figures, stats
from analyzer.answer import Block, Column, Figure, Finding, Table, Value
from analyzer.asks import _base
from analyzer.balance import cards
from analyzer.balance.words import ends, listed, pp_interval, signed
from analyzer.questions import _common as common

if TYPE_CHECKING:
    from analyzer.balance.cards import Strength
    from analyzer.plain import Json
    from analyzer.reduce._blocks import ByBlock
    from analyzer.run import Outcome, Ran
    from analyzer.stats import Interval

FIELDS = {
    "cards": "one object per card or kind of cards, the strongest first",
    "cards[].name": "the card, or the kind",
    "cards[].label": "the same in words",
    "cards[].dealt": "how often it was dealt or given",
    "cards[].points": "interval of the points more than without it; null where only wins are told",
    "cards[].wins": "interval of the share of wins more than without it",
    "cards[].counted": "interval of what counting at the table would say of wins; null if nobody "
    "counts it",
    "cards[].counted_of": "the counter that was counted",
    "cards[].significant": "whether it is significant after Holm's correction over all cards",
}
MANY = 3  # names that a sentence lists
PLACES = 2  # most decimals for a card


class Cards(_base.Ask):
    """Base of the questions: subclasses say how cards come to a seat, and what that gave."""

    noun = "card"
    how = "a seat that is dealt it"  # who is compared ...
    against = "one that is not"  # ... with whom
    remark = ""  # how the experiment goes

    def strengths(self, ran: "Ran") -> "list[Strength]":  # noqa: ARG002 - for subclasses
        raise TypeError(f"{type(self).__name__} says no strengths")

    def label(self, name: str) -> str:
        return name

    def told(self, outcome: "Outcome") -> _base.Told:
        if not outcome.groups:
            title = self.setting.game.title
            return _base.Told(
                [f"{title} counts no {self.noun} that is dealt, so there is nothing to compare."],
                [], [], {"cards": []},
            )  # fmt: skip
        ran = outcome.groups[0]
        found = cards.corrected(self.strengths(ran))
        sentences = [self._strongest(found), *self._counting(found)]
        return _base.Told(
            sentences=sentences,
            findings=[self._finding(one) for one in found],
            blocks=self._blocks(found, sentences[0], ran.n),
            data={"cards": [self._as_json(one) for one in found]},
            looks=self.looks(ran),
            remarks=[
                f"{self.remark} A star marks a difference that is significant after Holm's "
                f"correction over the {len(found)} rows."
            ],
        )

    def looks(self, ran: "Ran") -> "list[_base.Look]":
        return _base.notable(self.setting, ran, "median", "closest")

    # --- words -----------------------------------------------------------------------------------

    def _strongest(self, found: "list[Strength]") -> str:
        shown = [one for one in found if one.significant]
        if not shown:
            return f"None of {len(found)} {self.noun}s is shown to be stronger than the others."
        top, last = shown[0], shown[-1]
        if top.main.estimate <= 0:
            return f"The weakest is {self.label(last.name)}: {self._more(last)}."
        alike = [one for one in shown if one.main.high >= top.main.low]
        names = listed([self.label(one.name) for one in alike[:MANY]])
        text = (
            f"The strongest are {names}, not told apart: {self.label(top.name)} gives"
            if len(alike) > 1
            else f"The strongest is {names}:"
        )
        text = f"{text} {self._more(top)}"
        if last.main.estimate < 0:
            text += f"; the weakest is {self.label(last.name)}, {self._amount(last.main, last)}"
        return f"{text}."

    def _more(self, one: "Strength") -> str:
        return f"{self._amount(one.main, one)} for {self.how}, against {self.against}"

    def _amount(self, found: "Interval", one: "Strength") -> str:
        if one.points is None:
            return f"{pp_interval(found)} of wins"
        places = stats.decimals(found.error, most=PLACES)
        return f"{signed(found.estimate, places)} points ({ends(found.low, found.high, places)})"

    def _counting(self, found: "list[Strength]") -> list[str]:
        """Where counting at the table misleads most."""
        counted = [one for one in found if one.counted is not None]
        if not counted:
            return []
        worst = max(counted, key=lambda one: abs(_misled(one)))
        if not _misled(worst):
            return ["Counting would say the same within the errors."]
        assert worst.counted is not None
        said, truth = (
            common.change(interval, share=True).text for interval in (worst.counted, worst.wins)
        )
        by = self.setting.game.seat_counters[worst.counted_of]
        return [
            f"Counting misleads, most of all about {self.label(worst.name)}: by {by} it seems "
            f"worth {said} of wins, but having it is worth {truth}."
        ]

    # --- tables ----------------------------------------------------------------------------------

    def _blocks(self, found: "list[Strength]", title: str, n: int) -> list[Block]:
        columns = [Column("card", self.noun, "label", "What a seat has, or has not.")]
        points = any(one.points for one in found)
        if points:
            columns += [
                Column("points", "points", help="Points more than without it."),
                Column("points_interval", "95 % interval", "text", "Of those points."),
            ]
        columns += [
            Column("wins", "wins", help="Wins more than without it, in percentage points."),
            Column("wins_interval", "95 % interval", "text", "Of that share."),
        ]
        counted = any(one.counted for one in found)
        if counted:
            columns += [
                Column("counted", "counting says", help="Wins of those who used it, naively."),
                Column("counted_of", "of", "text", "What is counted.", drop=1),
            ]
        columns.append(Column("dealt", "dealt", help="How often it was dealt or given.", drop=2))
        rows = [self._row(one, points, counted) for one in found]
        return [Table("cards", tuple(columns), tuple(rows)), self._figure(found, title, n)]

    def _row(self, one: "Strength", points: bool, counted: bool) -> tuple[Value, ...]:
        cells = [Value(self.label(one.name), one.name)]
        if points:
            cells += _starred(one.points, one.significant, share=False)
        cells += _starred(one.wins, one.significant and not points, share=True)
        if counted:
            change = common.change(one.counted, share=True) if one.counted else Value("", None)
            cells += [change, Value(one.counted_of, one.counted_of)]
        return (*cells, Value(f"{one.dealt:,}", one.dealt))

    def _figure(self, found: "list[Strength]", title: str, n: int) -> Figure:
        points = any(one.points for one in found)
        drawn: list[figures.Row] = [
            {
                "label": self.label(one.name),
                "text": common.change(one.main, share=not points, most=PLACES).text,
                "tone": "" if one.significant else "muted",
                **common.drawn(one.main, 1 if points else 100, PLACES),
            }
            for one in found
            if math.isfinite(one.main.error)
        ]
        what = "points" if points else "share of wins"
        return Figure(
            name="cards",
            kind="forest",
            title=title.rstrip("."),
            subtitle=f"More {what} for {self.how}, against {self.against}, with 95 % intervals",
            caption=f"{n:,} games of {self.setting.game.name} with {self.setting.players} players, "
            f"{common.table_of_policies(self.setting.policy_names)}, seed {self.setting.seed}.",
            data=figures.Forest(
                unit="" if points else "share",
                zero=0.0,
                zero_text="no effect",
                bars=True,
                rows=drawn,
            ),
        )

    def _finding(self, one: "Strength") -> Finding:
        return Finding(
            key=one.name,
            question=f"How strong is {self.label(one.name)}?",
            estimate=one.main.estimate,
            low=one.main.low,
            high=one.main.high,
            n=one.dealt,
            unit="points" if one.points else "share",
            verdict="DIFFERS" if one.significant else "NOT TOLD APART",
            sentence=f"{self.label(one.name)}: {self._amount(one.main, one)}.",
        )

    def _as_json(self, one: "Strength") -> "Json":
        return {
            "name": one.name,
            "label": self.label(one.name),
            "dealt": one.dealt,
            "points": common.as_json(one.points) if one.points else None,
            "wins": common.as_json(one.wins),
            "counted": common.as_json(one.counted) if one.counted else None,
            "counted_of": one.counted_of or None,
            "significant": one.significant,
        }


def _misled(one: "Strength") -> float:
    """By how much counting is wrong; 0 if the intervals meet."""
    counted, wins = one.counted, one.wins
    if counted is None or (counted.low <= wins.high and wins.low <= counted.high):
        return 0.0
    return counted.estimate - wins.estimate


def _starred(found: "Interval | None", star: bool, share: bool) -> list[Value]:
    if found is None or not math.isfinite(found.error):
        return [Value("", None), Value("", None)]
    shown = common.change(found, share, "strong" if star else "", PLACES)
    text = f"{shown.text}{'*' if star else ' '}"
    value = Value(text, shown.value, shown.low, shown.high, shown.tone)
    return [value, Value(common.interval_text(found, 100 if share else 1, PLACES))]


def counting(one: "Strength", counters: "ByBlock", column: str | None) -> "Strength":
    """The same, with what counting a column would say: wins for each one more of it."""
    found = cards.for_each(counters, column) if column else None
    return replace(one, counted=found, counted_of=column if found and column else "")
