"""Are there choices, and do they matter: what would another legal move have done?"""

import math
from typing import TYPE_CHECKING, cast

from analyzer import stats
from analyzer.answer import figures
from analyzer.answer.blocks import Column, Command, Figure, Finding, Table, Value
from analyzer.estimates import phrases
from analyzer.estimates.phrases import Phrase
from analyzer.questions.designer import QuestionOptions
from analyzer.questions.designer._decisions_estimates import (
    TRIED,
    DecisionsResult,
    QuarterResult,
    measure_decisions,
)
from analyzer.questions.shared import common, question_base
from analyzer.simulation.plan import Group, Plan, Reduction
from analyzer.simulation.reducers.alternative_moves import ALL, POINTS, WORLDS

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.reducers.alternative_moves import AlternativeMoves
    from analyzer.simulation.run import Outcome

NAME = "decisions"
LINE = "Are there choices: how many a turn, how many are forced, and how often do they matter?"
OTHER_NAMES = ("choices", "agency")
GAMES = ()
CLAUSES = {
    "Are there choices": ("choices",),
    "how many a turn": ("choices",),
    "how many are forced": ("forced",),
    "how often do they matter": ("other_winner", "cost", "size"),
}


RESULTS = (question_base.DesignerResult, DecisionsResult)
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
MATTER = Phrase(
    shown="Choices matter: another legal move would cost the mover {cost} of winning.",
    refuted="Choices do not matter as they are made: another legal move would cost the mover "
    "nothing, {cost}.",
    open="It is not known whether choices matter: another legal move would cost the mover {cost} "
    "of winning.",
)


def build_question(setting: "Setting", asked: QuestionOptions) -> "DecisionsQuestion":
    return DecisionsQuestion(NAME, setting, asked)


class DecisionsQuestion(question_base.DesignerQuestion):
    """One table; at some decisions another move is tried."""

    def plan(self) -> Plan:
        cost = question_base.playout_cost(self.setting, POINTS * WORLDS)
        n = question_base.games_per_cell(self.setting, self.asked, cost)
        wants = (Reduction("moves", (0,)), Reduction("totals", (0,)))
        return Plan((Group((self.setting.cell,), wants, n),))

    def tells_of_winning(self, told: question_base.AnswerContent) -> bool:  # noqa: ARG002
        return True

    def build_content(self, outcome: "Outcome") -> question_base.AnswerContent:
        moves = cast("AlternativeMoves", outcome.groups[0].part("moves", 0))
        parts = [name for name in moves.rows if name != ALL]
        if not parts:
            return question_base.AnswerContent(
                [f"{self.setting.game.title} leaves nothing to decide."], [], [],
                DecisionsResult(**dict.fromkeys(WORDS), claim=None, by_quarter=(),
                                decisions_tried=0, worlds=WORLDS),
            )  # fmt: skip
        return self._build_content(moves, parts)

    def _build_content(
        self, moves: "AlternativeMoves", parts: list[str]
    ) -> question_base.AnswerContent:
        numbers = measure_decisions(moves, parts)
        family = stats.Family("quarters", len(parts))
        quarters = [measure_decisions(moves, [name], family.each) for name in parts]
        tried = sum(int(moves.rows[name][:, TRIED].sum()) for name in parts)
        claim = stats.exceeds(numbers["cost"], stats.Family("costs", 1), tried, of="cost")
        sentences = _sentences(numbers, claim)
        return question_base.AnswerContent(
            sentences=sentences,
            findings=[
                _finding(name, found, tried, claim if name == "cost" else None)
                for name, found in numbers.items()
            ],
            blocks=[_table(numbers), self._figure(parts, quarters, sentences[0], tried)],
            result=DecisionsResult(
                **numbers,
                claim=claim,
                by_quarter=tuple(
                    QuarterResult(
                        int(name[-1]) + 1, _known(found["other_winner"]), _known(found["cost"])
                    )
                    for name, found in zip(parts, quarters, strict=True)
                ),
                decisions_tried=tried,
                worlds=WORLDS,
            ),
            replays=self._replays(moves),
            remarks=[
                f"At {POINTS} random decisions of each game, the game is played on {WORLDS} times "
                "after the move played and after another random legal move, on the same luck. "
                "What the seat cannot see is redealt each time. Another move often gives another "
                "winner by chance; its cost tells whether the choice was good."
            ],
        )

    def _replays(self, moves: "AlternativeMoves") -> list[Command]:
        if not moves.record or not moves.record[0]:
            return []
        _, index, move = moves.record
        what = f"the choice that changed most in these tries, move {move}"
        part = {"begin": max(1, move - 3), "until": move}
        return [common.replay_link(self.setting, what, -index, **part)]

    def _figure(
        self, parts: list[str], quarters: list[dict[str, stats.Interval]], title: str, tried: int
    ) -> Figure:
        rows: list[figures.Row] = [
            {
                "label": f"{QUARTERS[int(name[-1])]} quarter",
                "text": common.change_value(found["cost"], share=True).text,
                **common.figure_point(found["cost"], 100),
            }
            for name, found in zip(parts, quarters, strict=True)
            if math.isfinite(found["cost"].error)
        ]
        return Figure(
            name="decisions",
            kind="forest",
            title=title.rstrip("."),
            subtitle="What another legal move costs the mover, by part of the game; all intervals "
            "hold with 95 %",
            caption=f"{tried:,} decisions of {self.setting.game.name} with {self.setting.players} "
            f"players, {common.seating_text(self.setting.policy_names)}, seed "
            f"{self.setting.seed}; {2 * WORLDS} games on from each.",
            data=figures.Forest(
                unit="share",
                zero=0.0,
                zero_text="no effect",
                bars=True,
                rows=rows,
            ),
        )


def _known(found: stats.Interval) -> stats.Interval | None:
    return found if math.isfinite(found.error) else None


def _sentences(numbers: dict[str, stats.Interval], claim: stats.Claim) -> list[str]:
    size = numbers["size"]
    return [
        f"A decision has {question_base.format_amount(numbers['choices'])} legal moves, and "
        f"{question_base.format_share(numbers['forced'])} of all moves are forced.",
        phrases.claim_sentence(MATTER, claim, cost=phrases.format_size(claim).removeprefix("+")),
        f"In {question_base.format_share(numbers['other_winner'])} of cases another move gives "
        "another "
        "winner, "
        f"for better or worse; a single choice moves the chance to win by {_size(size)}, root mean "
        "square.",
    ]


def _size(found: stats.Interval) -> str:
    """A size in percentage points, with its interval; a bound if it may be none at all."""
    ends = common.interval_text(found, 100, 1)
    if found.estimate == 0:
        return f"at most {stats.format_rounded(100 * found.high, 100 * found.high, most=1)} pp"
    return f"{stats.format_rounded(100 * found.estimate, 100 * found.error, most=1)} pp ({ends})"


def _amount(name: str, found: stats.Interval) -> str:
    if name == "choices":
        return common.number_value(found).text
    unit = "pp" if name in POINTS_OF_WINNING else "%"
    return f"{stats.format_rounded(100 * found.estimate, 100 * found.error, most=2)} {unit}"


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


def _finding(name: str, found: stats.Interval, n: int, claim: stats.Claim | None) -> Finding:
    share = name != "choices"
    told = f"{_amount(name, found)} ({common.interval_text(found, 100 if share else 1, 2)})"
    return Finding(
        key=name,
        question=f"{WORDS[name]}?",
        estimate=found.estimate,
        low=found.low,
        high=found.high,
        n=n,
        unit="share" if share else "moves",
        sentence=f"{WORDS[name]}: {told}.",
        claim=claim,
    )
