"""Does it pay always to bid zero, and what would zero have to be worth?

At each worth the same table is played twice on the same luck: with an expert at seat 1, and with a
player there who always bids zero. The others bid by what zero is worth. The intervals of all worths
hold together, so the worth at which both win alike lies between the last that is shown to lose and
the first that is shown to win.
"""

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated

from analyzer import stats
from analyzer.answer import figures
from analyzer.answer.blocks import Column, Figure, Table, Value
from analyzer.errors import UserError
from analyzer.estimates.differences import Difference, difference
from analyzer.estimates.formatting import format_pp_interval
from analyzer.estimates.measures import parse_measures
from analyzer.estimates.phrases import Phrase, claim_sentence, claim_star
from analyzer.questions.designer import QuestionOptions
from analyzer.questions.shared import common, question_base, statements
from analyzer.questions.shared.statements import Statement
from analyzer.simulation.plan import Group, Plan, Reduction

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import GroupResult, Outcome

NAME = "zero-bid"
LINE = "Does it pay always to bid zero, and what would a bid of zero have to be worth?"
GAMES = ("oh-hell",)


@dataclass(frozen=True)
class WorthResult:
    """What always bidding zero does at one worth of it."""

    points: Annotated[int, "what a bid of zero that is made is worth"]
    expert: Annotated[
        stats.Interval, "interval of the share of games that seat 1 wins with an expert"
    ]
    zero: Annotated[stats.Interval, "the same with a player who always bids zero"]
    change: Annotated[
        stats.Interval, "interval of the difference, paired; all worths hold together"
    ]
    claim: Annotated[stats.Claim, "that it differs; its fields are those of findings[].claim"]


@dataclass(frozen=True)
class ZeroBidResult:
    """What always bidding zero does."""

    worths: Annotated[tuple[WorthResult, ...], "one object per worth of a bid of zero that is made"]


RESULTS = (question_base.DesignerResult, ZeroBidResult)
CLAUSES = {
    "Does it pay always to bid zero": ("pays", "score"),
    "what would a bid of zero have to be worth": ("worth",),
}
WORTHS = (20, 40, 80, 160)  # besides what it is worth now

PAYS = Phrase(
    shown="Always bidding zero {verb}: seat 1 wins {zero} of games instead of {expert}, {size}.",
    refuted="Always bidding zero costs nothing and brings nothing, within {tolerance}: seat 1 wins "
    "{zero} of games instead of {expert}, {size}.",
    open="Whether it pays always to bid zero is not known: seat 1 wins {zero} of games instead of "
    "{expert}, {size}.",
    barred="Whether it pays always to bid zero is not known, since more than 5 % of games hit a "
    "cap on their length.",
)
SCORE = Phrase(
    shown="Seat 1 scores {zero} points with it instead of {expert}, {size}.",
    refuted="Seat 1 scores as much with it, within 2 %: {size}.",
    open="No change of the score of seat 1 is shown, {size}.",
)
GAIN = Phrase(
    shown="it wins more at {least}",
    refuted="it wins more at no worth up to {most}",
    open="a gain is shown at no worth up to {most}",
)


def build_question(setting: "Setting", asked: QuestionOptions) -> "ZeroBid":
    if setting.policy_words:
        raise UserError(
            f"ask {NAME} seats one player who always bids zero among experts, so it takes no "
            "--policy: leave it out."
        )
    return ZeroBid(NAME, setting, asked)


@dataclass(frozen=True)
class Worth:
    """What is found at one worth of a bid of zero."""

    points: int
    wins: Difference
    score: Difference


class ZeroBid(question_base.DesignerQuestion):
    """Pairs of tables, one pair for every worth."""

    @property
    def worths(self) -> list[int]:
        now: int = self.setting.rules.zero_made
        return [now, *(points for points in WORTHS if points > now)]

    def plan(self) -> Plan:
        cells = []
        for points in self.worths:
            table = self.setting.with_rules({"zero_made": points})
            cells += [table.with_policies(words).cell for words in (["expert"], SEATED)]
        reductions = [Reduction("totals", (place,)) for place in range(len(cells))]
        reductions += [Reduction("pairs", (place + 1, place)) for place in range(0, len(cells), 2)]
        n = question_base.games_per_cell(self.setting, self.asked, len(cells), 0.9)
        return Plan((Group(tuple(cells), tuple(reductions), n),))

    def build_content(self, outcome: "Outcome") -> question_base.AnswerContent:
        (ran,) = outcome.groups
        found = self._found(ran)
        told = [_pays(found[0]), _score(found[0]), _worth(found)]
        sentences = [one.sentence for one in told]
        return question_base.AnswerContent(
            sentences=sentences,
            findings=[one.finding(CLAUSES, ran.n) for one in told],
            blocks=[_table(found), self._figure(found, sentences[0], ran.n)],
            result=ZeroBidResult(tuple(map(_result, found))),
            remarks=[
                "The other seats are experts, who bid by what zero is worth. A star marks what is "
                "shown to differ; all intervals of wins hold together."
            ],
        )

    def _found(self, ran: "GroupResult") -> list[Worth]:
        wins, score = parse_measures(self.setting.game, self.setting.players, ["wins:1", "score:1"])
        family = stats.Family("worths", len(self.worths) + 1)  # and the score at the first of them
        found = []
        for at, points in enumerate(self.worths):
            parts = ran.totals(2 * at), ran.totals(2 * at + 1), ran.pairs(2 * at + 1, 2 * at)
            both = (difference(measure, *parts, family) for measure in (wins, score))
            found.append(Worth(points, *both))
        return found

    def _figure(self, found: list[Worth], title: str, n: int) -> Figure:
        rows: list[figures.Row] = [
            {
                "label": f"{one.points} points for zero",
                "text": common.change_value(one.wins.change, share=True).text,
                "tone": "" if one.wins.shown else "muted",
                **common.figure_point(one.wins.change, 100),
            }
            for one in found
        ]
        return Figure(
            name="worths",
            kind="forest",
            title=title.rstrip("."),
            subtitle="More wins of seat 1 by always bidding zero, with 95 % intervals",
            caption=f"{n:,} games of oh-hell each, {self.setting.players} players, experts at the "
            f"other seats, seed {self.setting.seed}.",
            data=figures.Forest(unit="share", zero=0.0, zero_text="as an expert", rows=rows),
        )


SEATED = ["expert", "1=zero"]


def _pays(one: Worth) -> Statement:
    claim = one.wins.claim
    zero, expert = (statements.format_part(found) for found in (one.wins.variant, one.wins.base))
    verb = "pays" if claim.found.estimate > 0 else "does not pay"
    return statements.claim_statement(
        "pays", claim, claim_sentence(PAYS, claim, verb=verb, zero=zero, expert=expert)
    )


def _score(one: Worth) -> Statement:
    claim = one.score.claim
    zero, expert = (
        common.number_value(found).text for found in (one.score.variant, one.score.base)
    )
    sentence = claim_sentence(SCORE, claim, share=False, zero=zero, expert=expert)
    return statements.claim_statement("score", claim, sentence, "")


def _worth(found: list[Worth]) -> Statement:
    """The worth at which both win alike: between one that is shown to lose and one that wins."""
    loses = [one for one in found if one.wins.shown and one.wins.change.estimate < 0]
    wins = [one for one in found if one.wins.shown and one.wins.change.estimate > 0]
    low = max((one.points for one in loses), default=-math.inf)
    high = min((one.points for one in wins if one.points > low), default=math.inf)
    text = []
    if loses:
        last = loses[-1]
        size = format_pp_interval(last.wins.change)
        text.append(f"it still loses at {last.points} points, {size} of wins")
    gains = stats.any_of({str(one.points): _gain(one) for one in found})
    least = f"{wins[0].points}, {format_pp_interval(wins[0].wins.change)}" if wins else ""
    text.append(claim_sentence(GAIN, gains, least=least, most=found[-1].points))
    sentence = f"A bid of zero would have to be worth {_between(low, high)}: {', and '.join(text)}."
    return Statement("worth", stats.Interval(_crossing(found), low, high), sentence, "")


def _gain(one: Worth) -> stats.Claim:
    claim = one.wins.claim
    return stats.exceeds(claim.found, claim.family, claim.games, str(one.points))


def _between(low: float, high: float) -> str:
    if math.isfinite(low) and math.isfinite(high):
        return f"between {low:.0f} and {high:.0f} points"
    if math.isfinite(low):
        return f"more than {low:.0f} points, if any worth is enough"
    return f"at most {high:.0f} points" if math.isfinite(high) else "what is not known"


def _crossing(found: list[Worth]) -> float:
    """Where the change of wins crosses zero on straight lines between the worths."""
    for one, two in pairwise(found):
        a, b = one.wins.change.estimate, two.wins.change.estimate
        if a < 0 <= b:
            return one.points + (two.points - one.points) * a / (a - b)
    return math.nan


def _table(found: list[Worth]) -> Table:
    columns = (
        Column("points", "worth", "label", "Points for a bid of zero that is made."),
        Column("expert", "expert", help="Wins of seat 1 if an expert sits there."),
        Column("zero", "always zero", help="Wins of seat 1 if it always bids zero."),
        Column("change", "change", help="The second minus the first, on the same luck."),
        Column("interval", "95 % interval", "text", "Of the change; all rows hold together."),
        Column("stands", "", "text", "A star: it is shown to differ."),
    )
    rows = []
    for one in found:
        text, ends = common.format_change(one.wins.change, share=True)
        levels = (
            common.percent_value(level, stats.decimals(100 * level.error, most=4))
            for level in (one.wins.base, one.wins.variant)
        )
        mark = claim_star(one.wins.claim)
        points = Value(str(one.points), one.points)
        change = Value(text, *one.wins.change, "strong" if mark else "")
        rows.append((points, *levels, change, Value(ends, ends), Value(mark, mark)))
    return Table("worths", columns, tuple(rows))


def _result(one: Worth) -> WorthResult:
    wins = one.wins
    return WorthResult(one.points, wins.base, wins.variant, wins.change, wins.claim)
