"""How much of winning do skill, seat, deal and coins explain?"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Annotated, cast

from analyzer import stats
from analyzer._core.reductions import WIN
from analyzer.answer import figures
from analyzer.answer.blocks import Column, Figure, Finding, Table, Value
from analyzer.estimates.fairness import CAPPED
from analyzer.estimates.formatting import join_words
from analyzer.questions.designer import QuestionOptions
from analyzer.questions.shared import common, question_base
from analyzer.simulation.plan import Group, Plan, Reduction

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.reducers.variance import VarianceSums as Reduced
    from analyzer.simulation.run import Outcome

NAME = "luck"
LINE = "How much of winning do skill, seat and the deal explain, and how much is how they meet?"
OTHER_NAMES = ("chance", "randomness", "luck-vs-skill")
GAMES = ()
CLAUSES = {
    "How much of winning do skill": ("own_skill?", "others_skill?"),
    "seat": ("seat",),
    "the deal explain": ("deal",),
    "how much is how they meet": ("deal_by_play?",),
}
MOST_ARMS = 64
NOBODY = "Nobody wins {} of these games, so it is not known what winning comes from."
OTHER_COINS = 2**32  # added to the seed: another key of the policies' coins


@dataclass(frozen=True)
class LuckResult:
    """What winning comes from."""

    population: Annotated[
        tuple[str, ...], "the policies, each as likely as the others at every seat"
    ]
    parts: Annotated[
        Mapping[
            str,
            Annotated[
                stats.Interval,
                "interval; what noise puts below zero counts as zero; skill and deal_by_play are "
                "absent where all players are alike",
            ],
        ],
        "share of the variance of winning: own_skill, others_skill, seat, deal, deal_by_play, "
        "coins; none of them is all of luck",
    ]


RESULTS = (question_base.DesignerResult, LuckResult)
WORDS = {  # skill first
    "own_skill": "one's own skill",
    "others_skill": "the others' skill",
    "seat": "the seat",
    "deal": "the deal",
    "deal_by_play": "how the deal meets the play",
    "coins": "coins that players toss",
}
OF_PLAY = ("own_skill", "others_skill", "deal_by_play")


def build_question(setting: "Setting", asked: QuestionOptions) -> "LuckQuestion":
    return LuckQuestion(NAME, setting, asked)


class LuckQuestion(question_base.DesignerQuestion):
    """All assignments of a population of policies to the seats, under two coin keys."""

    @property
    def population(self) -> list[str]:
        mine = question_base.one_policy(self.setting, NAME)
        return [mine] if mine else question_base.ladder(self.setting)[-2:]

    def arms(self) -> list[tuple[int, ...]]:
        """Which policy sits at each seat; all assignments."""
        seats = self.setting.players
        return list(product(range(len(self.population)), repeat=seats))

    def refuse(self) -> None:
        if len(self.arms()) > MOST_ARMS:
            from analyzer.errors import UserError

            raise UserError(
                f"ask luck seats {join_words(self.population)} in every way, "
                f"{len(self.arms()):,} tables with {self.setting.players} players; "
                f"{MOST_ARMS} is the most: ask with fewer --players."
            )

    def plan(self) -> Plan:
        self.refuse()
        names = self.population
        cells = []
        for arm in self.arms():
            words = [f"{seat}={names[who]}" for seat, who in enumerate(arm, start=1)]
            cell = self.setting.with_policies(words).cell
            cells += [cell, replace(cell, coin_seed=(cell.seed + OTHER_COINS) % 2**64)]
        n = question_base.games_per_cell(self.setting, self.asked, len(cells), 1.4)
        return Plan((Group(tuple(cells), (Reduction("luck", tuple(range(len(cells)))),), n),))

    def build_content(self, outcome: "Outcome") -> question_base.AnswerContent:
        ran = outcome.groups[0]
        reduced = cast("Reduced", ran.part("luck", *range(len(ran.group.cells))))
        parts = variance_parts(
            stats.luck_intervals(list(reduced.blocks), self.arms()),
            reduced.n,
            self.setting.players,
            alike=len(self.population) == 1,
        )
        return self._build_content(parts, reduced.n, part_won(reduced, len(self.arms())))

    def _build_content(
        self, parts: dict[str, stats.Interval], n: int, won: float = 1.0
    ) -> question_base.AnswerContent:
        known = won >= 1 - CAPPED
        nobody = NOBODY.format(f"{common.two_digits(100 * (1 - won))} %")
        sentences = self._sentences(parts) if known else [nobody]
        return question_base.AnswerContent(
            sentences=sentences,
            findings=[
                Finding(
                    key=name,
                    question=f"How much of winning does {WORDS[name]} explain?",
                    estimate=found.estimate,
                    low=found.low,
                    high=found.high,
                    n=n,
                    unit="share",
                    sentence=f"{WORDS[name]}: {question_base.format_share(found)}."
                    if known
                    else nobody,
                )
                for name, found in parts.items()
            ],
            blocks=[self._table(parts), self._figure(parts, sentences[0], n)],
            result=LuckResult(tuple(self.population), parts),
            in_turn=self.population,
            remarks=self._remarks(),
        )

    def _remarks(self) -> list[str]:
        if len(self.population) == 1:
            return ["Other players would give another split."]
        return [
            f"Each of {join_words(self.population)} sits at every seat, in all {len(self.arms())} "
            "combinations, on the same deals. Other players would give another split. How the deal "
            "meets the play is what is left: a deal that helps one table and harms another. It is "
            "neither skill alone nor luck alone."
        ]

    def _sentences(self, parts: dict[str, stats.Interval]) -> list[str]:
        told = {name: question_base.format_share(found) for name, found in parts.items()}
        if len(self.population) == 1:
            return [
                f"Where everybody plays like {self.population[0]} no skill tells players apart; "
                f"the seat explains {told['seat']} of who wins.",
                f"The deal explains {told['deal']}, and coins that players toss {told['coins']}.",
            ]
        return [
            f"Among players who are {_either(self.population)}, one's own skill explains "
            f"{told['own_skill']} of who wins, the others' skill {told['others_skill']} and the "
            f"seat {told['seat']}.",
            f"The deal alone explains {told['deal']}, how the deal meets the play "
            f"{told['deal_by_play']}, and coins that players toss {told['coins']}.",
        ]

    def _table(self, parts: dict[str, stats.Interval]) -> Table:
        columns = (
            Column("part", "part", "label", "Where the variance of winning comes from."),
            Column("share", "share", help="Of the variance of winning."),
            Column("interval", "95 % interval", "text", "From the spread over blocks of deals."),
        )
        rows = tuple(
            (
                Value(WORDS[name], name),
                common.percent_value(found, stats.decimals(100 * found.error, most=2)),
                Value(common.interval_text(found, 100)),
            )
            for name, found in parts.items()
        )
        return Table("luck", columns, rows)

    def _figure(self, parts: dict[str, stats.Interval], title: str, n: int) -> Figure:
        return Figure(
            name="luck",
            kind="forest",
            title=title.rstrip("."),
            subtitle="Share of the variance of winning, with 95 % intervals",
            caption=f"{n:,} deals of {self.setting.game.name} with {self.setting.players} players, "
            f"each played in {len(self.arms())} seatings of {join_words(self.population)}, seed "
            f"{self.setting.seed}.",
            data=figures.amounts_forest(
                [
                    {
                        "label": WORDS[name],
                        "text": stats.format_rounded(
                            100 * found.estimate, 100 * found.error, most=2
                        )
                        + " %",
                        **common.figure_point(found, 100),
                    }
                    for name, found in parts.items()
                ]
            ),
        )


def variance_parts(
    found: dict[str, stats.Interval], n: int, players: int, alike: bool = False
) -> dict[str, stats.Interval]:
    """The parts as they are told, skill first; none of them is below zero.

    Where all players are alike, skill and what depends on it are no parts.
    """
    parts = {
        name: stats.Interval(*(min(1.0, max(0.0, end)) for end in found[name]))
        for name in WORDS
        if not (alike and name in OF_PLAY)
    }
    if found["coins"][:] == (0, 0, 0):
        parts["coins"] = stats.Interval(0.0, 0.0, _unseen(n, players))
    return parts


def part_won(reduced: "Reduced", arms: int) -> float:
    """The part of all games, over all arms and both keys, that somebody wins."""
    wins = sum(int((block.first + block.second).sum()) for block in reduced.blocks)
    return float(wins / (WIN * 2 * arms * reduced.n))


def _unseen(n: int, players: int) -> float:
    """The most that coins may explain if they changed nothing in n deals.

    In a part u of deals at most they change the winner. That gives the variance u / players of
    winning, where the whole is (1 - 1 / players) / players.
    """
    most = stats.clopper_pearson(0, n).high
    return min(1.0, most / (1 - 1 / players)) if players > 1 else 1.0


def _either(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}, each as likely"
