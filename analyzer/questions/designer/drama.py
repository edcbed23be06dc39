"""Is it exciting: how often does the lead change, do comebacks happen, when is it settled?"""

import math
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from analyzer import stats
from analyzer.answer import figures
from analyzer.answer.blocks import Column, Figure, Finding, Table, Value
from analyzer.estimates import drama
from analyzer.questions.designer import QuestionOptions
from analyzer.questions.designer._drama_estimates import DramaResult
from analyzer.questions.shared import common, question_base
from analyzer.simulation.plan import Group, Plan, Reduction
from analyzer.stats.explained_variance import QUARTERS, WORLDS

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.reducers.moments import Moments
    from analyzer.simulation.reducers.traces import Traces
    from analyzer.simulation.run import Outcome

NAME = "drama"
LINE = "Is it exciting: lead changes, comebacks, runaway leaders, and when is it settled?"
OTHER_NAMES = ("excitement", "tension", "fun", "comebacks", "snowball", "runaway")
GAMES = ()
CLAUSES = {
    "Is it exciting": ("lead_changes",),
    "lead changes": ("lead_changes", "without_change"),
    "comebacks": ("winner_behind", "largest_deficit"),
    "runaway leaders": ("half_time_leader", "half_time_leader_wins?"),
    "when is it settled": ("settled_1", "settled_2", "settled_3"),
}
GAMES_ON = len(QUARTERS) * WORLDS // 2  # of a playout, in whole playouts


RESULTS = (question_base.DesignerResult, DramaResult)


def build_question(setting: "Setting", asked: QuestionOptions) -> "DramaQuestion":
    return DramaQuestion(NAME, setting, asked)


class DramaQuestion(question_base.DesignerQuestion):
    """One table, traced."""

    def plan(self) -> Plan:
        n = question_base.games_per_cell(self.setting, self.asked, 1, 0.3)
        wants = tuple(Reduction(name, (0,)) for name in ("totals", "traces", "notable"))
        cell = self.setting.cell
        return Plan(
            (
                Group((cell,), wants, n),
                Group((cell,), (Reduction("moments", (0,)),), min(n, self._played_on)),
            )
        )

    @property
    def _played_on(self) -> int:
        """Games from whose moments others are played on: as many as fit into a part of the time,
        whatever -n says."""
        asked = replace(self.asked, n=None, precision=None)
        return question_base.games_per_cell(
            self.setting, asked, question_base.playout_cost(self.setting, GAMES_ON), 0.6
        )

    def tells_of_winning(self, told: question_base.AnswerContent) -> bool:  # noqa: ARG002
        return True

    def build_content(self, outcome: "Outcome") -> question_base.AnswerContent:
        ran, moments = outcome.groups
        trace = cast("Traces", ran.part("traces", 0))
        settled = drama.settled_shares(cast("Moments", moments.part("moments", 0)))
        looks = question_base.notable_replays(self.setting, ran, "closest", "comeback")
        return replace(self._build_content(trace, settled, moments.n), replays=looks)

    def _build_content(
        self, trace: "Traces", settled: list[stats.Interval], played_on: int
    ) -> question_base.AnswerContent:
        numbers = drama.trace_means(trace)
        sentences = [
            _of_leads(trace, numbers, self.setting.players),
            _of_winners(trace, numbers),
            _of_settled(settled),
        ]
        return question_base.AnswerContent(
            sentences=sentences,
            findings=[
                *(_finding(name, found, trace.n) for name, found in numbers.items()),
                *(
                    _settled_finding(quarter, found, played_on)
                    for quarter, found in _known(settled).items()
                ),
            ],
            blocks=[_table(numbers, settled), self._figure(settled, sentences[2], played_on)],
            result=DramaResult(
                **{**dict.fromkeys(WORDS), **numbers},
                deficit_p95=stats.quantile_interval(trace.deficits, 0.95)
                if trace.deficits
                else None,
                outcome_settled=tuple(settled),
                games_played_on=played_on,
                runaway=tuple(drama.leader_win_rates(trace, self.setting.game.gap_step)),
            ),
            remarks=[
                "Leads and deficits are measured at every scoring event. Parts of a game use its "
                "final length, which players at the table do not know.",
                f"What is settled: at a quarter, half and three quarters of its decisions a game "
                f"is played on {WORLDS} times with new luck, and what the player to move cannot "
                "see is dealt again. The part of the variance of winning that these chances "
                "explain is settled: 0 % if everybody still has the chance of the start, 100 % if "
                "the winner is certain.",
            ],
        )

    def _figure(self, settled: list[stats.Interval], title: str, played_on: int) -> Figure:
        points: list[figures.Point | None] = [
            {**common.figure_point(found, 100), "text": f"{_percent(found)} %"}
            if math.isfinite(found.error)
            else None
            for found in settled
        ]
        return Figure(
            name="settled",
            kind="sweep",
            title=title.rstrip("."),
            subtitle="Part of the variance of winning that the chances at that moment explain, "
            "with 95 % intervals",
            caption=f"{played_on:,} games of {self.setting.game.name} with "
            f"{self.setting.players} players, "
            f"{common.seating_text(self.setting.policy_names)}, seed {self.setting.seed}; "
            f"{WORLDS} games on from each moment.",
            data=figures.Sweep(
                axis="per cent of the game",
                values=[25 * quarter for quarter in QUARTERS],
                printed=None,
                printed_text="",
                panels=[
                    {
                        "title": "How much is settled?",
                        "series": [{"label": "settled", "points": points}],
                        "outer_texts": None,
                        "fair": None,
                        "unit": "percent",
                    }
                ],
            ),
        )


WORDS = {
    "lead_changes": "lead changes a game",
    "without_change": "games without a lead change",
    "settled": "last change, part of the game",
    "half_time_leader": "games with a leader at half time",
    "half_time_leader_wins": "leader at half time wins",
    "winner_behind": "part of the game the winner is behind",
    "largest_deficit": "the winner's largest deficit, points",
}
NUMBERS = {"lead_changes", "largest_deficit"}  # the others are shares
AFTER = {1: "a quarter", 2: "half", 3: "three quarters"}


def _known(settled: list[stats.Interval]) -> dict[int, stats.Interval]:
    pairs = zip(QUARTERS, settled, strict=True)
    return {quarter: found for quarter, found in pairs if math.isfinite(found.error)}


def _of_leads(trace: "Traces", numbers: dict[str, stats.Interval], players: int) -> str:
    never = stats.format_share(trace.changes[0], trace.n)
    text = (
        f"The lead changes {question_base.format_amount(numbers['lead_changes'])} times a game, "
        "and in "
        f"{never} of "
        "games it never does; "
    )
    wins = numbers.get("half_time_leader_wins")
    if wins is None:
        leads = question_base.format_share(numbers["half_time_leader"])
        return f"{text}somebody leads at half time in {leads} of games."
    return (
        f"{text}the leader at half time wins {question_base.format_share(wins)}, where equal "
        "chances "
        "would give "
        f"{100 / players:.0f} %."
    )


def _of_winners(trace: "Traces", numbers: dict[str, stats.Interval]) -> str:
    if not trace.decided:
        return (
            f"Of {trace.n:,} games not one has a single winner, so there is nothing to say about "
            "how games are won."
        )
    tail = stats.quantile_interval(trace.deficits, 0.95)
    least, most = (f"{end:.0f}" if math.isfinite(end) else "" for end in tail[1:])
    ends = f"{least} – {most}" if most else f"{least} or more"
    return (
        f"The winner spends {question_base.format_share(numbers['winner_behind'])} of the game "
        "behind and "
        "catches "
        f"up {question_base.format_amount(numbers['largest_deficit'])} points; 19 winners in 20 "
        "catch up "
        "at most "
        f"{tail.estimate:.0f}{'' if least == most else f' ({ends})'}."
    )


def _of_settled(settled: list[stats.Interval]) -> str:
    known = _known(settled)
    if len(known) < len(settled):
        return (
            "How much of the outcome is settled could not be measured: no game could be played on."
        )
    parts = [f"{_percent(found)} % ({common.interval_text(found, 100, 0)})" for found in settled]
    return (
        f"After a quarter, half and three quarters of the game {parts[0]}, {parts[1]} and "
        f"{parts[2]} of the outcome is settled."
    )


def _percent(found: stats.Interval) -> str:
    return stats.format_rounded(100 * found.estimate, 100 * found.error, most=0)


def _table(numbers: dict[str, stats.Interval], settled: list[stats.Interval]) -> Table:
    columns = (
        Column("measure", "measure", "label", "What is measured."),
        Column("value", "value", help="Mean over all games."),
        Column("interval", "95 % interval", "text", "Of that mean."),
    )
    named = {WORDS[name]: (name, found) for name, found in numbers.items()}
    named |= {
        f"settled after {AFTER[quarter]}": (f"settled_{quarter}", found)
        for quarter, found in _known(settled).items()
    }
    rows = []
    for words, (name, found) in named.items():
        share = name not in NUMBERS
        places = stats.decimals(100 * found.error, most=2)
        rows.append(
            (
                Value(words, name),
                common.percent_value(found, places) if share else common.number_value(found),
                Value(common.interval_text(found, 100 if share else 1, 2)),
            )
        )
    return Table("drama", columns, tuple(rows))


def _finding(name: str, found: stats.Interval, n: int) -> Finding:
    share = name not in NUMBERS
    told = question_base.format_share(found) if share else question_base.format_amount(found)
    return Finding(
        key=name,
        question=f"{WORDS[name]}?",
        estimate=found.estimate,
        low=found.low,
        high=found.high,
        n=n,
        unit="share" if share else "",
        sentence=f"{WORDS[name]}: {told}.",
    )


def _settled_finding(quarter: int, found: stats.Interval, n: int) -> Finding:
    return Finding(
        key=f"settled_{quarter}",
        question=f"How much of the outcome is settled after {AFTER[quarter]} of the game?",
        estimate=found.estimate,
        low=found.low,
        high=found.high,
        n=n,
        unit="share",
        sentence=f"After {AFTER[quarter]} of the game "
        f"{question_base.format_share(found)} is settled.",
    )
