"""Are there choices, and do they matter: what would another legal move have done?"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from analyzer import figures, stats
from analyzer._core.sums import WIN
from analyzer.answer import Column, Figure, Finding, Table, Value
from analyzer.asks import Asked, _base
from analyzer.balance.words import pp_interval
from analyzer.plan import Group, Plan, Want
from analyzer.questions import _common as common
from analyzer.reduce.moves import ALL, POINTS, WORLDS

if TYPE_CHECKING:
    from analyzer.reduce.moves import Moves
    from analyzer.run import Outcome
    from analyzer.setting import Setting

NAME = "decisions"
LINE = "Are there choices: how many a turn, how many are forced, and how often do they matter?"
GAMES = ()

FIELDS = {
    "choices": "interval of the legal moves at a decision",
    "forced": "interval of the share of moves that were forced: only one was legal",
    "other_winner": "interval of how often another legal move gives another winner",
    "cost": "interval of the share of wins that another legal move costs who makes it",
    "size": "interval of the root mean square effect of another move on the mover's wins",
    "by_quarter": "the same by quarters of the decisions of a game",
    "by_quarter[].quarter": "from 1",
    "by_quarter[].other_winner": "interval, or null if nothing is known",
    "by_quarter[].cost": "interval, or null if nothing is known",
    "decisions_tried": "decisions at which another move was tried",
    "worlds": "games on for each of the two moves",
}
WORDS = {
    "choices": "legal moves at a decision",
    "forced": "forced moves",
    "other_winner": "another move gives another winner",
    "cost": "what another move costs the mover",
    "size": "size of its effect, better or worse",
}
SHARES = {"forced", "other_winner"}
POINTS_OF_WINNING = {"cost", "size"}  # percentage points: differences of chances to win
QUARTERS = ("first", "second", "third", "last")

_TRIED, _LEGAL, _WORLDS, _OTHER, _OWN, _GAIN, _PRODUCT = range(7)  # fields of a part


def make(setting: "Setting", asked: Asked) -> "Decisions":
    return Decisions(NAME, setting, asked)


class Decisions(_base.Ask):
    """One table; at some decisions another move is tried."""

    def plan(self) -> Plan:
        cost = _base.cost(self.setting, POINTS * WORLDS)
        n = _base.size(self.setting, self.asked, cost)
        return Plan((Group((self.setting.cell,), (Want("moves", (0,)),), n),))

    def told(self, outcome: "Outcome") -> _base.Told:
        moves = cast("Moves", outcome.groups[0].part("moves", 0))
        parts = [name for name in moves.rows if name != ALL]
        if not parts:
            return _base.Told(
                [f"{self.setting.game.title} leaves nothing to decide."], [], [],
                {"by_quarter": [], "decisions_tried": 0, "worlds": WORLDS},
            )  # fmt: skip
        numbers = measured(moves, parts)
        quarters = [measured(moves, [name]) for name in parts]
        tried = sum(int(moves.rows[name][:, _TRIED].sum()) for name in parts)
        sentences = _sentences(numbers)
        return _base.Told(
            sentences=sentences,
            findings=[_finding(name, found, tried) for name, found in numbers.items()],
            blocks=[_table(numbers), self._figure(parts, quarters, sentences[0], tried)],
            data={
                **{name: common.as_json(found) for name, found in numbers.items()},
                "by_quarter": [
                    {
                        "quarter": int(name[-1]) + 1,
                        **{key: _known(found[key]) for key in ("other_winner", "cost")},
                    }
                    for name, found in zip(parts, quarters, strict=True)
                ],
                "decisions_tried": tried,
                "worlds": WORLDS,
            },
            looks=self._looks(moves),
            remarks=[
                f"At {POINTS} random decisions of each game, the game is played on {WORLDS} times "
                "after the move played and after another random legal move, on the same luck. "
                "What the seat cannot see is redealt each time. Another move often gives another "
                "winner by chance; its cost tells whether the choice was good."
            ],
        )

    def _looks(self, moves: "Moves") -> list[_base.Look]:
        if not moves.record or not moves.record[0]:
            return []
        _, index, move = moves.record
        command = _base.replay(self.setting, -index, "--from", max(1, move - 3), "--until", move)
        return [_base.Look(f"a choice that mattered, move {move}", command)]

    def _figure(
        self, parts: list[str], quarters: list[dict[str, stats.Interval]], title: str, tried: int
    ) -> Figure:
        rows: list[figures.Row] = [
            {
                "label": f"{QUARTERS[int(name[-1])]} quarter",
                "text": common.change(found["cost"], share=True).text,
                **common.drawn(found["cost"], 100),
            }
            for name, found in zip(parts, quarters, strict=True)
            if math.isfinite(found["cost"].error)
        ]
        return Figure(
            name="decisions",
            kind="forest",
            title=title.rstrip("."),
            subtitle="What another legal move costs the mover, by part of the game, with 95 % "
            "intervals",
            caption=f"{tried:,} decisions of {self.setting.game.name} with {self.setting.players} "
            f"players, {common.table_of_policies(self.setting.policy_names)}, seed "
            f"{self.setting.seed}; {2 * WORLDS} games on from each.",
            data=figures.Forest(
                unit="share",
                zero=0.0,
                zero_text="no effect",
                bars=True,
                rows=rows,
            ),
        )


def measured(moves: "Moves", parts: Sequence[str]) -> dict[str, stats.Interval]:
    """The numbers of some quarters together, each with its jackknife over blocks of games."""
    blocks = moves.of_blocks(ALL, *parts)

    def over(field: int, per: int) -> stats.Interval:
        return stats.jackknife_blocks(blocks, lambda sums: _ratio(sums, field, per))

    return {
        "choices": over(_LEGAL, _TRIED),
        "forced": stats.jackknife_blocks(blocks, _forced),
        "other_winner": over(_OTHER, _WORLDS),
        "cost": _scaled(over(_GAIN, _WORLDS), WIN),
        "size": _root(_scaled(over(_PRODUCT, _TRIED), (WIN * WORLDS / 2) ** 2)),
    }


def _ratio(sums: Sequence[int], field: int, per: int) -> float:
    """A field over another, both added over the parts, which follow the three fields of all."""
    above, below = (sum(sums[3 + which :: 7]) for which in (field, per))
    return above / below if below else math.nan


def _forced(sums: Sequence[int]) -> float:
    _, turns, decisions = sums[:3]
    return 1 - decisions / turns if turns else math.nan


def _scaled(found: stats.Interval, scale: float) -> stats.Interval:
    return stats.Interval(*(end / scale for end in found))


def _root(squared: stats.Interval) -> stats.Interval:
    """The root of a mean square; what is below zero is noise about zero."""
    return stats.Interval(*(math.sqrt(max(0.0, end)) for end in squared))


def _known(found: stats.Interval) -> dict[str, float] | None:
    return common.as_json(found) if math.isfinite(found.error) else None


def _points(found: stats.Interval) -> str:
    """Percentage points with their interval, a loss without a sign."""
    return pp_interval(found, lambda shown: str(shown.low > 0)).removeprefix("+")


def _percent(found: stats.Interval) -> str:
    return f"{stats.shown(100 * found.estimate, 100 * found.error, most=1)} %"


def _sentences(numbers: dict[str, stats.Interval]) -> list[str]:
    cost = numbers["cost"]
    verdict = (
        f"another legal move would cost the mover {_points(cost)} of winning"
        if cost.low > 0
        else f"it is not shown that another legal move costs anything: {_points(cost)}"
    )
    return [
        f"A decision has {common.number(numbers['choices'], most=1).text} legal moves, and "
        f"{_percent(numbers['forced'])} of all moves are forced; {verdict}.",
        f"In {_percent(numbers['other_winner'])} of cases another move gives another winner, for "
        f"better or worse; a single choice moves the chance to win by "
        f"{stats.shown(100 * numbers['size'].estimate, 100 * numbers['size'].error, most=1)} "
        "percentage points, root mean square.",
    ]


def _amount(name: str, found: stats.Interval) -> str:
    if name == "choices":
        return common.number(found).text
    unit = "pp" if name in POINTS_OF_WINNING else "%"
    return f"{stats.shown(100 * found.estimate, 100 * found.error)} {unit}"


def _table(numbers: dict[str, stats.Interval]) -> Table:
    columns = (
        Column("measure", "measure", "label", "What is measured."),
        Column("value", "value", help="Over all decisions that were tried."),
        Column("interval", "95 % interval", "text", "By the jackknife over blocks of games."),
    )
    rows = []
    for name, found in numbers.items():
        share = name in SHARES or name in POINTS_OF_WINNING
        rows.append(
            (
                Value(WORDS[name], name),
                Value(_amount(name, found), found.estimate, found.low, found.high),
                Value(common.interval_text(found, 100 if share else 1)),
            )
        )
    return Table("decisions", columns, tuple(rows))


def _finding(name: str, found: stats.Interval, n: int) -> Finding:
    told = _amount(name, found)
    return Finding(
        key=name,
        question=f"{WORDS[name]}?",
        estimate=found.estimate,
        low=found.low,
        high=found.high,
        n=n,
        unit="moves" if name == "choices" else "share",
        sentence=f"{WORDS[name]}: {told}.",
    )
