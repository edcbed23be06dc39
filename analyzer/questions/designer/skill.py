"""How much does skill count: one better player among worse ones, step by step of the ladder."""

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer import figures
from analyzer.answer.blocks import Column, Figure, Table, Value
from analyzer.estimates import phrases
from analyzer.questions.designer import QuestionOptions
from analyzer.questions.designer._skill_estimates import SkillResult, Step, format_games, skill_step
from analyzer.questions.shared import common, question_base
from analyzer.questions.tournament import Match, Tournament
from analyzer.simulation.plan import Plan

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import Outcome

NAME = "skill"
LINE = "Does skill count: how often does one better player win among worse ones?"
OTHER_NAMES = ("strategy", "strength", "depth")
GAMES = ()
CLAUSES = {
    "Does skill count": ("*",),
    "how often does one better player win among worse ones": ("*",),
}


RESULTS = (question_base.DesignerResult, SkillResult)


def build_question(setting: "Setting", asked: QuestionOptions) -> "SkillQuestion":
    return SkillQuestion(NAME, setting, asked)


class SkillQuestion(question_base.DesignerQuestion):
    """The ladder, better among worse."""

    def names(self) -> tuple[str, ...]:
        """Who is compared: the policies given, or the ladder."""
        ladder, mine = tuple(question_base.ladder(self.setting)), self.mine
        return ladder if mine is None or mine in ladder else (*ladder, mine)

    @property
    def mine(self) -> str | None:
        """The one policy that is asked about; None: every step of the ladder."""
        return question_base.one_policy(self.setting, NAME)

    def tournament(self) -> Tournament:
        names = self.names()
        played = len(names) * (len(names) - 1) * self.setting.players
        n = question_base.games_per_cell(self.setting, self.asked, played, 1.5)
        return Tournament(self.setting.with_policies([]), names, n, request=self.asked.request)

    def plan(self) -> Plan:
        return self.tournament().plan()

    def build_content(self, outcome: "Outcome") -> question_base.AnswerContent:
        steps = self.steps(outcome)
        order = list(question_base.ladder(self.setting))
        best = max(steps, key=lambda s: (_place(order, s.match.among[0]), s.wins.estimate))
        seats = [f"{seat}={who}" for seat, who in enumerate(best.match.seatings[0], start=1)]
        table = self.setting.with_policies(seats)
        sentences = [best.sentence, best.ahead_sentence]
        return question_base.AnswerContent(
            sentences=sentences,
            findings=[step.finding for step in steps],
            blocks=[_table(steps), self._figure(steps, sentences[0])],
            result=SkillResult(tuple(step.result for step in steps)),
            in_turn=self.names(),
            replays=[common.replay_link(table, f"one of {best.match.name}", 0)],
            remarks=[
                "Policies are rotated over the seats on the same deals. A number of games is the "
                "one from which on the chance stays at 95 % or more, by the law of independent "
                "games; its interval is that of the wins."
            ],
        )

    def steps(self, outcome: "Outcome") -> list[Step]:
        """Of every two policies, the better one among the worse: by the ladder, or by its wins.

        Whoever is not on the ladder is chosen by looking, from both ways to seat the pair.
        """
        asked = self.tournament()
        ran = dict(zip(asked.seatings(), outcome.groups, strict=True))
        pairs: dict[frozenset[str], list[Match]] = {}
        for match in asked.matches:
            both = frozenset((match.policy, *match.among))
            if len(both) == 2 and self.mine in (None, *both) and ran[match.seatings].n:
                ways = pairs.setdefault(both, [])
                ways.append(match)
                if self.setting.players == 2:  # either may be told as the better one
                    ways.append(replace(match, policy=match.among[0], among=(match.policy,)))
        known = {both: self._by_ladder(pair) for both, pair in pairs.items()}
        looked = sum(len(known[both] or pair) for both, pair in pairs.items())
        family = stats.Family("matches", looked)
        found = []
        for both, pair in pairs.items():
            steps = [
                skill_step(match, ran[match.seatings], family) for match in known[both] or pair
            ]
            found.append(max(steps, key=lambda step: step.wins.estimate))
        return found

    def _by_ladder(self, pair: list[Match]) -> list[Match]:
        """The match whose policy stands above the others on the ladder."""
        order = list(question_base.ladder(self.setting))
        return [
            match
            for match in pair
            if _place(order, match.policy) > _place(order, match.among[0]) >= 0
        ]

    def _figure(self, found: list[Step], title: str) -> Figure:
        return Figure(
            name="skill",
            kind="tournament",
            title=title.rstrip("."),
            subtitle="Share of games won by the first named; all intervals hold with 95 %",
            caption=f"{self.setting.game.name} with {self.setting.players} players, policies "
            f"rotated over the seats on the same deals, seed {self.setting.seed}.",
            data=figures.Tournament(
                fair=1 / self.setting.players,
                fair_text=f"luck alone {100 / self.setting.players:.3g} %",
                rows=[
                    {
                        "label": step.match.name,
                        "text": common.percent_value(step.wins, _places(step.wins)).text,
                        **common.figure_point(step.wins, 100),
                    }
                    for step in found
                ],
            ),
        )


def _table(steps: list[Step]) -> Table:
    columns = [
        Column("match", "who", "label", "The better one, and who sits elsewhere."),
        Column("wins", "wins", help="Share of games it wins."),
        Column("interval", "interval", "text", "Of that share; all rows hold with 95 %."),
        Column("luck", "luck alone", help="What equal players would win."),
        Column("stands", "", "text", "A star: shown to be more than luck alone."),
        Column("until", "ahead after", help="Games from which on it leads an average rival."),
        Column("most", "most wins after", help="Games from which on it leads every rival."),
    ]
    rows = [
        (
            Value(step.match.name, step.match.name),
            common.percent_value(step.wins, _places(step.wins), phrases.claim_tone(step.claim)),
            Value(common.interval_text(step.wins, 100)),
            Value(f"{100 * step.fair:.3g} %", step.fair),
            Value(phrases.claim_star(step.claim), step.claim.word),
            *(_value(found) for found in (step.ahead, step.most)),
        )
        for step in steps
    ]
    if steps[0].players == 2:  # with one other player, ahead of the average is ahead of all
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    return Table("steps", tuple(columns), tuple(rows))


def _value(found: stats.Interval) -> Value:
    number, low, high = (None if math.isinf(end) else end for end in found)
    return Value(format_games(found), number, low, high)


def _place(order: list[str], policy: str) -> int:
    """The step of a policy on the ladder; -1 if it is not on it."""
    return order.index(policy) if policy in order else -1


def _places(found: stats.Interval) -> int:
    return stats.decimals(100 * found.error, most=3)
