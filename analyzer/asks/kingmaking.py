"""Does a player who cannot win any more decide who does?"""

import math
from typing import TYPE_CHECKING, cast

from analyzer import figures, stats
from analyzer.answer import Column, Figure, Finding, Table, Value
from analyzer.asks import Asked, _base
from analyzer.balance.words import pp_interval
from analyzer.plan import Group, Plan, Want
from analyzer.questions import _common as common
from analyzer.reduce.kings import HOPELESS, LOOKED, MOMENTS, SWITCHED, WORLDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.reduce.kings import Kings
    from analyzer.run import Outcome
    from analyzer.setting import Setting

NAME = "kingmaking"
LINE = "Does a player who cannot win any more decide who does, more than any other player?"
GAMES = ()
GAMES_ON = MOMENTS * WORLDS + 50  # of a playout, those of hopeless seats included

FIELDS = {
    "hopeless": "interval of the share of seats and moments with a chance below 2 %; null if "
    "nothing was looked at",
    "steps": "one object per policy that the hopeless seat takes up",
    "steps[].plays_like": "the policy",
    "steps[].hopeless": "interval of how often the winner is another one then",
    "steps[].control": "the same if any other seat, which still has a chance, takes it up",
    "steps[].difference": "interval of the first minus the second, paired by moment",
    "steps[].verdict": "KINGMAKING, NO MORE THAN OTHERS or UNDECIDED",
}
KING, NONE, OPEN = "KINGMAKING", "NO MORE THAN OTHERS", "UNDECIDED"


def make(setting: "Setting", asked: Asked) -> "Kingmaking":
    return Kingmaking(NAME, setting, asked)


class Kingmaking(_base.Ask):
    """One table; a hopeless seat takes up another way to play."""

    @property
    def others(self) -> list[str]:
        """Steps of the ladder that nobody at the table plays."""
        steps = _base.ladder(self.setting)
        return [name for name in steps if name not in self.setting.policy_names][::-1]

    def plan(self) -> Plan:
        if self.setting.players < 3 or not self.others:
            return Plan(())
        cost = _base.cost(self.setting, GAMES_ON)
        n = _base.size(self.setting, self.asked, cost)
        cells = [self.setting, *(self.setting.with_policies([name]) for name in self.others)]
        wants = (Want("kings", tuple(range(len(cells)))),)
        return Plan((Group(tuple(one.cell for one in cells), wants, n),))

    def told(self, outcome: "Outcome") -> _base.Told:
        if not outcome.groups:
            why = (
                "With two players nobody can be a kingmaker: whoever cannot win has lost."
                if self.setting.players < 3
                else "Every step of the ladder sits at this table already: none is left to try."
            )
            return _base.Told([why], [], [], {"hopeless": None, "steps": []})
        kings = cast("Kings", outcome.groups[0].part("kings", *range(1 + len(self.others))))
        hopeless = stats.jackknife_blocks(kings.of_blocks(LOOKED), lambda s: _over(s[2], s[1]))
        steps = [_Step(name, kings) for name in self.others if name in kings.rows]
        told = [*_about(steps), _how_often(hopeless)]
        sentences = [text[0].upper() + text[1:] for text in told]
        moments = int(kings.rows[LOOKED][:, 0].sum()) if LOOKED in kings.rows else 0
        return _base.Told(
            sentences=sentences,
            findings=[step.finding for step in steps],
            blocks=[_table(steps), self._figure(steps, sentences[0], moments)] if steps else [],
            data={
                "hopeless": common.as_json(hopeless),
                "steps": [step.as_json() for step in steps],
            },
            looks=self._looks(kings),
            remarks=[
                f"A seat is hopeless if its chance to win is below {100 * HOPELESS:.0f} %, by "
                f"{WORLDS} games played on from {MOMENTS} moments of each game. From there it "
                f"plays like another policy, in {SWITCHED} games on the same luck. The control is "
                "another seat at the same moment."
            ],
        )

    def _looks(self, kings: "Kings") -> list[_base.Look]:
        """The moment at which a hopeless seat changes the winner most often."""
        if not kings.record or not kings.record[0]:
            return []
        _, index, move, seat = kings.record
        command = _base.replay(self.setting, -index, "--from", move)
        return [_base.Look(f"a game that seat {seat + 1} decides without hope", command)]

    def _figure(self, steps: "list[_Step]", title: str, moments: int) -> Figure:
        rows: list[figures.Row] = []
        for step in steps:
            for who, found in (("a hopeless seat", step.hopeless), ("any other", step.control)):
                rows.append(
                    {
                        "label": f"{who} plays like {step.name}",
                        "text": f"{stats.shown(100 * found.estimate, 100 * found.error)} %",
                        **common.drawn(found, 100),
                    }
                )
        return Figure(
            name="kingmaking",
            kind="forest",
            title=title.rstrip("."),
            subtitle="How often the winner is another one then, with 95 % intervals",
            caption=f"{moments:,} moments of {self.setting.game.name} with "
            f"{self.setting.players} players, "
            f"{common.table_of_policies(self.setting.policy_names)}, seed {self.setting.seed}.",
            data=figures.amounts(rows),
        )


class _Step:
    """What happens if a hopeless seat takes up a policy."""

    def __init__(self, name: str, kings: "Kings") -> None:
        self.name = name
        blocks = kings.of_blocks(name)
        self.worlds = sum(block[0] for block in blocks)
        self.hopeless, self.control, self.difference = (
            stats.jackknife_blocks(blocks, by)
            for by in (
                lambda s: _over(s[1], s[0]),
                lambda s: _over(s[2], s[0]),
                lambda s: _over(s[1] - s[2], s[0]),
            )
        )

    @property
    def verdict(self) -> str:
        return _verdict(self.difference)

    @property
    def gap(self) -> str:
        """The difference in words, with enough digits to agree with its verdict."""
        return pp_interval(self.difference, _verdict)

    @property
    def sentence(self) -> str:
        return (
            f"if a hopeless seat plays like {self.name}, the winner is another one in "
            f"{_percent(self.hopeless)} of games; if any other seat does, in "
            f"{_percent(self.control)}"
        )

    @property
    def finding(self) -> Finding:
        return Finding(
            key=self.name,
            question=f"Does a hopeless seat that plays like {self.name} decide who wins?",
            estimate=self.difference.estimate,
            low=self.difference.low,
            high=self.difference.high,
            n=self.worlds,
            unit="share",
            verdict=self.verdict,
            sentence=f"{self.sentence[0].upper()}{self.sentence[1:]}.",
        )

    def as_json(self) -> dict[str, object]:
        return {
            "plays_like": self.name,
            "hopeless": common.as_json(self.hopeless),
            "control": common.as_json(self.control),
            "difference": common.as_json(self.difference),
            "verdict": self.verdict,
        }


def _verdict(difference: stats.Interval) -> str:
    if difference.low > 0:
        return KING
    return NONE if difference.high <= 0 else OPEN


def _over(above: int, below: int) -> float:
    return above / below if below else math.nan


def _percent(found: stats.Interval) -> str:
    return f"{stats.shown(100 * found.estimate, 100 * found.error, most=1)} %"


def _about(steps: list[_Step]) -> list[str]:
    """The verdict first; then what each policy gives."""
    if not steps:
        return ["no seat was ever hopeless: there is nobody who could be a kingmaker."]
    by = {word: [step for step in steps if step.verdict == word] for word in (KING, OPEN, NONE)}
    words = {
        KING: "there is KINGMAKING: a seat without hope changes the winner more often than others",
        OPEN: "it is UNDECIDED whether a seat without hope changes the winner more than others",
        NONE: "there is no kingmaking beyond what any seat does",
    }
    word = next(word for word, found in by.items() if found)
    return [f"{words[word]}, {by[word][0].gap}."] + [f"{step.sentence}." for step in steps]


def _how_often(hopeless: stats.Interval) -> str:
    return (
        f"a seat is without hope at {_percent(hopeless)} of all moments."
        if math.isfinite(hopeless.estimate)
        else "no moment could be looked at."
    )


def _table(steps: "Sequence[_Step]") -> Table:
    columns = (
        Column("policy", "plays like", "label", "What the seat plays like from then on."),
        Column("hopeless", "hopeless seat", help="Games with another winner then."),
        Column("control", "any other seat", help="The same of a seat that still has a chance."),
        Column("difference", "difference", help="The first minus the second."),
        Column("interval", "95 % interval", "text", "Of that difference."),
        Column("verdict", "verdict", "text", "Whether it is more than any other seat does."),
    )
    rows = tuple(
        (
            Value(step.name, step.name),
            common.percent(step.hopeless, stats.decimals(100 * step.hopeless.error, most=2)),
            common.percent(step.control, stats.decimals(100 * step.control.error, most=2)),
            common.change(step.difference, share=True),
            Value(common.interval_text(step.difference, 100)),
            Value(step.verdict, step.verdict),
        )
        for step in steps
    )
    return Table("kingmaking", columns, rows)
