"""What a better player wins among worse ones, and after how many games that shows."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, cast

from analyzer import stats
from analyzer.answer.blocks import Finding
from analyzer.estimates import matches, phrases
from analyzer.estimates.fairness import CAPPED
from analyzer.estimates.formatting import pluralize
from analyzer.estimates.phrases import Phrase
from analyzer.questions.shared import common, question_base
from analyzer.questions.tournament import Match

if TYPE_CHECKING:
    from analyzer.simulation.reducers.rotation import Rotation
    from analyzer.simulation.run import GroupResult


@dataclass(frozen=True)
class SkillStep:
    """One better player among worse ones."""

    better: Annotated[str, "the better policy"]
    among: Annotated[str, "the policy of all other seats"]
    win_share: Annotated[
        stats.Interval,
        "interval of the games the better one wins, over all seats; all steps hold together",
    ]
    fair_share: Annotated[float, "what luck alone would give"]
    claim: Annotated[
        stats.Claim,
        "that it wins more than luck alone would give; its fields are those of findings[].claim",
    ]
    games_until_ahead: Annotated[
        stats.Interval,
        "games from which on the better one has, with 95 %, won more than an average rival; an "
        "interval by the ends of the share, null where it never has",
    ]
    games_until_most: Annotated[stats.Interval, "the same for more wins than every single rival"]


@dataclass(frozen=True)
class SkillResult:
    """What better players win."""

    steps: Annotated[tuple[SkillStep, ...], "one object per pair of policies"]


SKILL = Phrase(
    shown="{Match} wins {wins} of games, more than the {fair} of luck alone.",
    refuted="{Match} wins {wins} of games, no more than the {fair} of luck alone.",
    open="{Match} wins {wins} of games; it is not known whether that is more than the {fair} of "
    "luck alone.",
    barred="{Match} has no result: {part} of games hit a cap on their length.",
)

AHEAD = Phrase(
    shown="With a chance of 95 % the better player has won more than an average rival after "
    "{ahead}{most}.",
    refuted="So it is not ahead of an average rival after any number of games.",
    open="So it is not known after how many games it is ahead of an average rival.",
    barred="So it is not known after how many games it is ahead of an average rival.",
)

NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight")


@dataclass(frozen=True)
class Step:
    """One better player among worse ones."""

    match: Match
    wins: stats.Interval  # at the level of the family
    fair: float
    family: stats.Family
    n: int  # deals
    capped: float = 0.0  # part of the games that hit a cap on their length

    @property
    def players(self) -> int:
        return len(self.match.among) + 1

    @property
    def claim(self) -> stats.Claim:
        name = self.match.name
        claim = matches.better_claim(self.wins, self.fair, self.family, self.n, name)
        return claim.bar("unfinished") if self.capped > CAPPED else claim

    @cached_property
    def ahead(self) -> stats.Interval:
        return self._until(most=False)

    @cached_property
    def most(self) -> stats.Interval:
        return self._until(most=True)

    def _until(self, most: bool) -> stats.Interval:
        """Games that nobody wins change no lead, and only make it take longer."""
        won = min(1.0, self.fair * self.players)
        if won <= 0:
            return stats.Interval(math.inf, math.inf, math.inf)
        share = stats.Interval(*(min(1.0, end / won) for end in self.wins))
        found = stats.games_until_ahead(share, self.players, most=most)
        return stats.Interval(*(end if math.isinf(end) else round(end / won) for end in found))

    @property
    def sentence(self) -> str:
        name = self.match.name
        return phrases.claim_sentence(
            SKILL,
            self.claim,
            Match=name[0].upper() + name[1:],
            wins=question_base.format_share(self.wins),
            fair=f"{100 * self.fair:.3g} %",
            part=f"{common.two_digits(100 * self.capped)} %",
        )

    @property
    def ahead_sentence(self) -> str:
        most = ""
        if self.players > 2:
            games = format_games(self.most)
            most = f", and the most wins of all {NUMBERS[self.players]} after {games}"
        return phrases.claim_sentence(AHEAD, self.claim, ahead=format_games(self.ahead), most=most)

    @property
    def result(self) -> SkillStep:
        return SkillStep(
            better=self.match.policy,
            among=self.match.among[0],
            win_share=self.wins,
            fair_share=self.fair,
            claim=self.claim,
            games_until_ahead=self.ahead,
            games_until_most=self.most,
        )

    @property
    def finding(self) -> Finding:
        return Finding(
            key=self.match.name,
            question=f"How often does {self.match.name} win?",
            estimate=self.wins.estimate,
            low=self.wins.low,
            high=self.wins.high,
            n=self.n,
            unit="share",
            sentence=self.sentence,
            claim=self.claim,
        )


def skill_step(match: Match, ran: "GroupResult", family: stats.Family) -> Step:
    tables = len(match.seatings)
    rotation = cast("Rotation", ran.part("rotation", *range(tables)))
    fair = matches.fair_share(rotation, len(match.among) + 1, tables)
    wins = matches.win_share(rotation, match.policy, tables, fair, family.each)
    played = [ran.totals(place) for place in range(tables)]
    capped = sum(totals.unfinished for totals in played) / sum(totals.n for totals in played)
    return Step(match, wins, fair, family, ran.n, capped)


def format_games(found: stats.Interval) -> str:
    """5 games (3 – 7); with an end that is not known, 5 games (3 or more)."""
    if math.isinf(found.estimate):
        least = "" if math.isinf(found.low) else f" ({stats.round_up(found.low):,} or more)"
        return f"not known{least}"
    low, many = (stats.round_up(end) for end in (found.low, found.estimate))
    told = f"{many:,} {pluralize('games', many)}"
    if math.isinf(found.high):
        return f"{told} ({low:,} or more)"
    high = stats.round_up(found.high)
    return told if low == high else f"{told} ({low:,} – {high:,})"
