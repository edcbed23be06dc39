"""The numbers of `tournament`: who meets whom, and who wins how often."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, cast

from analyzer import stats
from analyzer._core.reductions import WIN
from analyzer.estimates import matches
from analyzer.estimates.differences import SAME_SHARE
from analyzer.estimates.fairness import CAPPED
from analyzer.stats import Claim, Interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.questions.tournament import Tournament
    from analyzer.simulation.reducers.rotation import Rotation
    from analyzer.simulation.run import GroupResult, Outcome


@dataclass(frozen=True)
class Match:
    """One policy among others, once at every seat."""

    policy: str
    among: tuple[str, ...]  # of the other seats, in order
    seatings: tuple[tuple[str, ...], ...]

    @property
    def name(self) -> str:
        kinds = list(dict.fromkeys(self.among))
        if len(kinds) == 1 and len(self.among) == 1:
            return f"{self.policy} against {kinds[0]}"
        if len(kinds) == 1:
            return f"{self.policy} among {len(self.among)} {kinds[0]}"
        return f"{self.policy}, free for all"


def seat_rotations(policy: str, among: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The policy at every seat in turn, the others filling up in order."""
    return tuple((*among[:seat], policy, *among[seat:]) for seat in range(len(among) + 1))


@dataclass(frozen=True)
class MatchResult:
    """What one match gave."""

    name: Annotated[str, "who meets whom"]
    policy: Annotated[str, "the policy whose share is told"]
    among: Annotated[tuple[str, ...], "the policies of the other seats"]
    win_share: Annotated[
        Interval, "interval of the games it wins; those of all matches hold together"
    ]
    fair_share: Annotated[
        float,
        "what it would win if all were equally good; games without a winner count for nobody",
    ]
    claim: Annotated[
        Claim, "that it wins more or less than that; its fields are those of findings[].claim"
    ]
    by_seat: Annotated[
        tuple[Interval, ...], "its win share at each seat, seat 1 first, with 95 % each"
    ]
    capped: Annotated[float, "share of its games that hit a cap on their length"]

    @property
    def surplus(self) -> Interval:
        """What it wins beyond equal skill."""
        return Interval(*(end - self.fair_share for end in self.win_share))


@dataclass(frozen=True)
class TournamentResult:
    """What `tournament` found."""

    game: Annotated[str, "name of the game"]
    players: Annotated[int, "number of seats"]
    policies: Annotated[tuple[str, ...], "who takes part"]
    seed: Annotated[int, "seed of all tables: they have the same luck"]
    first: Annotated[int, "index of the first game"]
    deals: Annotated[int, "deals of each match; each deal is played once for every seating"]
    rules_changed: Annotated[Mapping[str, object], "the rules that differ from their default"]
    matches: Annotated[tuple[MatchResult, ...], "one object per match"]
    best: Annotated[
        Claim,
        "the claim that one policy does better than each of the others; as findings[].claim",
    ]
    profiles: Annotated[
        Mapping[
            str,
            Annotated[
                Mapping[
                    str,
                    Annotated[Interval, "interval of the mean of that counter, a game and seat"],
                ],
                "one object per policy",
            ],
        ],
        "how each policy plays, over all matches",
    ]
    sentences: Annotated[tuple[str, ...], "what the tournament shows"]
    warnings: Annotated[tuple[str, ...], "warnings, in sentences"]


class TournamentEstimates:
    """The numbers of all matches that were played."""

    def __init__(self, asked: "Tournament", outcome: "Outcome") -> None:
        self.asked, self.setting = asked, asked.setting
        groups = zip(asked.seatings(), outcome.groups, strict=True)
        self.ran = {tables: ran for tables, ran in groups if ran.n}  # a stopped run may lack some
        self.n = min(ran.n for ran in self.ran.values())

    @property
    def family(self) -> stats.Family:
        """All matches that were asked for."""
        return stats.Family("matches", len(self.asked.matches))

    @cached_property
    def matches(self) -> list[MatchResult]:
        return [self._result(match) for match in self.asked.matches if match.seatings in self.ran]

    def _rotation(self, ran: "GroupResult") -> "Rotation":
        return cast("Rotation", ran.part("rotation", *range(len(ran.group.cells))))

    def _result(self, match: Match) -> MatchResult:
        ran, many = self.ran[match.seatings], len(match.seatings)
        found, family = self._rotation(ran), self.family
        fair = matches.fair_share(found, self.setting.players, many)
        wins = matches.win_share(found, match.policy, many, fair, family.each)
        tables = [ran.totals(i) for i in range(many)]
        capped = sum(totals.unfinished for totals in tables) / sum(totals.n for totals in tables)
        beyond = Interval(*(end - fair for end in wins))
        claim = stats.differs(beyond, family, ran.n, SAME_SHARE, of=match.name)
        if capped > CAPPED:
            claim = stats.barred("differs", "unfinished", family, ran.n, SAME_SHARE)
        return MatchResult(
            name=match.name,
            policy=match.policy,
            among=match.among,
            win_share=wins,
            fair_share=fair,
            claim=claim,
            by_seat=tuple(self._at_seat(match, ran, s) for s in range(self.setting.players)),
            capped=capped,
        )

    def best(self) -> Claim:
        """That one policy does better than each of the others.

        Two policies may meet in two matches, each alone among the other's kind: one is ahead of the
        other by what both of them show. A free for all is a match against all at once.
        """
        met: dict[str, dict[str, list[Interval]]] = {p: {} for p in self.asked.policies}
        for result in self.matches:
            rivals = set(result.among)
            if len(rivals) == 1 and not result.claim.barred:
                policy, (rival,) = result.policy, rivals
                met[policy].setdefault(rival, []).append(result.surplus)
                met[rival].setdefault(policy, []).append(negate(result.surplus))
        ahead = {
            policy: {rival: interval_hull(found) for rival, found in rivals.items()}
            for policy, rivals in met.items()
        }
        return stats.leads(ahead, self.family, self.n)

    def _at_seat(self, match: Match, ran: "GroupResult", seat: int) -> Interval:
        """The wins of a match's policy at one seat, over all tables where it sits there.

        The tables play the same deals, so a second table is no second sample. The interval is that
        of as many games as there are deals, which is safe however much the tables have in common.
        """
        tables = [i for i, table in enumerate(match.seatings) if table[seat] == match.policy]
        won = sum(ran.totals(i).seats.at("win840", seat).total for i in tables) / WIN
        return stats.clopper_pearson(won / len(tables), ran.n)

    def profiles(self) -> dict[str, dict[str, Interval]]:
        """How each policy plays: its counters a game and seat, over all matches.

        Matches share their deals. Whatever ties them, the error of their mean is at most the mean
        of their errors.
        """
        return {policy: self._profile(policy) for policy in self.asked.policies}

    def _profile(self, policy: str) -> dict[str, Interval]:
        parts: dict[str, list[Interval]] = {}
        seats_had: list[int] = []
        for ran in self.ran.values():
            rotation = self._rotation(ran)
            if policy not in rotation.policies:
                continue
            place = rotation.policies.index(policy)
            seats_had.append(rotation.seats[place])
            for name in ("score", *self.setting.game.seat_counters):
                sums = rotation.sums.at(name, place)
                mean = stats.mean_interval(sums.total, sums.squares, ran.n, k=sums.nonzero)
                parts.setdefault(name, []).append(mean)
        return {
            name: Interval(*(sum(ends) / sum(seats_had) for ends in zip(*means, strict=True)))
            for name, means in parts.items()
        }

    def result(self, sentences: "Sequence[str]", warnings: "Sequence[str]") -> TournamentResult:
        return TournamentResult(
            game=self.setting.game.name,
            players=self.setting.players,
            policies=self.asked.policies,
            seed=self.setting.seed,
            first=self.asked.first,
            deals=self.n,
            rules_changed=self.setting.changed,
            matches=tuple(self.matches),
            best=self.best(),
            profiles=self.profiles(),
            sentences=tuple(sentences),
            warnings=tuple(warnings),
        )


def negate(found: Interval) -> Interval:
    return Interval(-found.estimate, -found.high, -found.low)


def interval_hull(found: list[Interval]) -> Interval:
    """From the lowest to the highest end: above zero only if all of them are."""
    mean = sum(one.estimate for one in found) / len(found)
    return Interval(mean, min(one.low for one in found), max(one.high for one in found))
