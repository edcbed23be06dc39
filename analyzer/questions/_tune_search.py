"""The search of `tune`: what is played, in which rounds, and what is claimed.

One player with other parameters sits among players of the incumbent, once at every seat of the same
deals. A grid is halved: the better half goes on with twice the deals. A larger space is searched by
CMA-ES with new deals for every generation; then what it ended with is played side by side. The best
are confirmed by planned looks on deals that nobody has looked at. A candidate that is dropped keeps
its claim: whoever is dropped is not refuted.
"""

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, cast

from analyzer import stats
from analyzer._core.reductions import WIN
from analyzer.estimates import matches
from analyzer.estimates.fairness import CAPPED
from analyzer.questions._tune_evolution import Evolution, generation_size, next_deals
from analyzer.simulation.plan import Group, Reduction
from analyzer.stats import ALPHA, Claim, Family, Interval

if TYPE_CHECKING:
    from analyzer.playout.cell import Cell
    from analyzer.questions._tune_space import Candidate, Space
    from analyzer.request.setting import Setting
    from analyzer.simulation.reducers.rotation import Rotation
    from analyzer.simulation.run import GroupResult

LAST = 2  # candidates that are confirmed
FRESH = 2_000_006  # from the seed of the search to that of the confirmation
SEARCH = 0.5  # of the games go into the search
SIDE_BY_SIDE = 0.2  # of the search: what CMA-ES ended with, on the same deals
FEWEST = 20  # deals of a candidate in a round
GENERATIONS, FEWEST_GENERATIONS = 24, 6  # of CMA-ES, if chance does not ask for fewer
BEST_SEEN = 2  # candidates that did best in a generation, beside where CMA-ES stands
POWER = 1.6  # times the games at which a forecast is as likely too low: 80 % instead of 50 %

Course = Generator[Group, "GroupResult", None]
Round = Generator[Group, "GroupResult", "list[Candidate]"]


@dataclass(frozen=True)
class Tried:
    """A candidate, and what all its rounds of the search say together."""

    candidate: "Candidate"
    rotation: "Rotation"
    claim: Claim

    @property
    def gain(self) -> Interval:
        return self.claim.found


@dataclass(frozen=True)
class Generation:
    """One generation of CMA-ES."""

    centre: "Candidate"  # where the next one begins
    deals: int  # of each candidate
    best: float  # what the one that did best seemed to gain
    noise: float  # the standard error of what one gains


@dataclass
class Search:
    """What is known at any moment; `course` asks for games and takes what they gave."""

    setting: "Setting"  # the incumbent at every seat
    space: "Space"
    n: int  # games in all
    tolerance: float
    tried: "dict[Candidate, Tried]" = field(default_factory=dict)
    found: "dict[Candidate, float]" = field(default_factory=dict)  # gained in the search
    generations: list[Generation] = field(default_factory=list)
    last: "list[Candidate]" = field(default_factory=list)  # that are confirmed
    confirmed: "dict[Candidate, Claim]" = field(default_factory=dict)  # one family
    confirmed_deals: int = 0
    searched: int = 0  # games of the search
    paired: "GroupResult | None" = None  # the confirmation
    ended: bool = False  # was everything played?
    _first: int = 0  # game of the search that nobody has played
    _many: int = 1  # candidates that are compared side by side
    _capped: int = 0
    _capped_of: int = 0

    # -- the course --

    def course(self) -> Course:
        """All rounds, in their order."""
        if self.space.is_listed:
            alive = yield from self._halve(self.space.candidates())
        else:
            alive = yield from self._evolve()
        if alive:
            yield from self._confirm(alive)
            yield from self._rest()
        else:
            self.ended = True

    def _halve(self, alive: "list[Candidate]") -> Round:
        self._many = len(alive)
        rounds = count_rounds(len(alive))
        for _ in range(rounds):
            deals = max(FEWEST, int(SEARCH * self.n / rounds / self.seats / len(alive)))
            ran = yield self._group(alive, self.setting.seed, deals, self._first)
            self._take(ran, alive)
            alive, self._first = self._survivors(alive), self._first + deals
            if len(alive) <= LAST:
                break
        return alive

    def _evolve(self) -> Round:
        """Generations as long as the games last, each on deals of its own."""
        evolution = Evolution(self.space, self.setting.seed)
        first, budget = 0, (1 - SIDE_BY_SIDE) * SEARCH * self.n
        each = evolution.size * self.seats
        deals = max(FEWEST, int(budget / GENERATIONS / each))
        seen: dict[Candidate, float] = {}
        while True:
            asked = evolution.ask()
            alive = [one for one in dict.fromkeys(asked) if one != self.space.incumbent]
            if not alive or self.searched + len(alive) * self.seats * deals > budget:
                break
            ran = yield self._group(alive, self.setting.seed, deals, first)
            self._count(ran)
            gains = {one: self._gain(each).estimate for one, each in self._rotations(ran, alive)}
            errors = [self._noise(rotation) for _, rotation in self._rotations(ran, alive)]
            evolution.tell([gains.get(one, 0.0) for one in asked])  # as given: nothing gained
            best = max(gains, key=lambda one: gains[one])
            seen = {**seen, best: gains[best]}
            centre = self.space.at(evolution.means[-1])
            self.generations.append(Generation(centre, deals, gains[best], max(errors)))
            first += deals
            to_come = max(1, FEWEST_GENERATIONS - len(self.generations))
            most = int((budget - self.searched) / each / to_come)
            deals = max(FEWEST, min(next_deals(deals, list(gains.values()), errors), most))
        return (yield from self._side_by_side(evolution, seen, first))

    def _side_by_side(
        self, evolution: Evolution, seen: "dict[Candidate, float]", first: int
    ) -> Round:
        """What the search ended with, on the same deals: then the best are told apart."""
        ends = evolution.finalists() if evolution.means else []
        late = list(seen)[len(seen) // 2 :]
        ends += sorted(late, key=lambda one: -seen[one])[:BEST_SEEN]
        alive = [one for one in dict.fromkeys(ends) if one != self.space.incumbent]
        if not alive:
            return []
        self._many = len(alive)
        left = max(SEARCH * self.n - self.searched, SIDE_BY_SIDE * SEARCH * self.n)
        deals = max(FEWEST, int(left / self.seats / len(alive)))
        ran = yield self._group(alive, self.setting.seed, deals, first)
        self._take(ran, alive)
        return self._survivors(alive)[:LAST]

    def _confirm(self, alive: "list[Candidate]") -> Course:
        self.last = alive
        deals = self.confirm_deals()
        seed = (self.setting.seed + FRESH) % 2**64
        group = self._group(alive, seed, deals)
        looks = tuple(look.n for look in stats.plan_looks(deals))
        ran = yield replace(group, looks=looks)
        self._count(ran, searched=False)
        self.paired, self.confirmed_deals = ran, ran.n
        level = self._looks()[ran.look or 0].level
        self.confirmed = self._claims_at(ran, Family("settings", len(alive)), level)
        self._settle_tried(ran)
        self.ended = ran.n == deals or self._is_settled(ran)

    def _rest(self) -> Course:
        """Games that are left, for the settings of a grid that are still open: "none" needs all."""
        alive = [
            one
            for one, tried in self.tried.items()
            if one not in self.last and tried.claim.open and not tried.claim.barred
        ]
        left = self.n - self.searched - self.confirm_games
        deals = left // (self.seats * max(1, len(alive)))
        settled = self.winner is not None or any(claim.open for claim in self.confirmed.values())
        if not self.space.is_listed or not self.ended or settled or not alive or deals < FEWEST:
            return
        self.ended = False
        ran = yield self._group(alive, self.setting.seed, deals, self._first)
        self._take(ran, alive)
        self.ended = ran.n == deals

    # -- the confirmation --

    @property
    def confirm_games(self) -> int:
        return self.confirmed_deals * len(self.last) * self.seats

    def confirm_deals(self) -> int:
        """Deals that are left for each candidate that is confirmed."""
        return max(FEWEST, (self.n - self.searched) // (self.seats * max(1, len(self.last))))

    def _looks(self, alpha: float = 0.0) -> list[stats.Look]:
        return stats.plan_looks(self.confirm_deals(), alpha or ALPHA / len(self.last))

    def is_settled(self, ran: "GroupResult") -> bool:
        """At a planned look: is the best of them better, or is none of all that was tried?"""
        return bool(self.last) and self._is_settled(ran)

    def _is_settled(self, ran: "GroupResult") -> bool:
        level = self._looks()[ran.look or 0].level
        claims = self._claims_at(ran, Family("settings", len(self.last)), level)
        best = max(claims.values(), key=lambda claim: claim.found.estimate)
        all_tried = self._tried_claims(ran) if self.space.is_listed else claims
        return best.shown or all(claim.refuted for claim in all_tried.values())

    def _claims_at(
        self, ran: "GroupResult", family: Family, level: float
    ) -> "dict[Candidate, Claim]":
        return {
            one: self._claim(one, rotation, family, level)
            for one, rotation in self._rotations(ran, self.last)
        }

    def _tried_claims(self, ran: "GroupResult") -> "dict[Candidate, Claim]":
        """The same games at the level of all that was tried, for "none of them"."""
        level = self._looks(self._alpha)[ran.look or 0].level
        return self._claims_at(ran, self.family, level)

    def _settle_tried(self, ran: "GroupResult") -> None:
        rotations = dict(self._rotations(ran, self.last))
        for one, claim in self._tried_claims(ran).items():
            if one not in self.tried or not claim.open:
                self.tried[one] = Tried(one, rotations[one], claim)

    # -- what the rounds are made of --

    @property
    def seats(self) -> int:
        return self.setting.players

    @cached_property
    def _name(self) -> str:
        """The incumbent, as the reducers name it."""
        return str(self.space.policy)

    def _group(self, alive: "Sequence[Candidate]", seed: int, n: int, first: int = 0) -> Group:
        """Every candidate at every seat among players of the incumbent, on the same deals."""
        cells = tuple(
            self._cell(candidate, seat, seed) for candidate in alive for seat in range(self.seats)
        )
        places = [tuple(self._places(at)) for at in range(len(alive))]
        wants = [Reduction("rotation", cells_of) for cells_of in places]
        wants += [Reduction("totals", (place,)) for place in places[0]]  # do games come to an end?
        return Group(cells, tuple(wants), n, first)

    def _cell(self, candidate: "Candidate", seat: int, seed: int) -> "Cell":
        tried = self.space.spec(candidate)
        seated = (tried if at == seat else self.space.policy for at in range(self.seats))
        return replace(self.setting.cell, policies=tuple(seated), seed=seed)

    def _places(self, at: int) -> range:
        return range(at * self.seats, (at + 1) * self.seats)

    def _rotations(
        self, ran: "GroupResult", alive: "Sequence[Candidate]"
    ) -> "list[tuple[Candidate, Rotation]]":
        return [
            (one, cast("Rotation", ran.part("rotation", *self._places(at))))
            for at, one in enumerate(alive)
        ]

    def _count(self, ran: "GroupResult", searched: bool = True) -> None:
        if searched:
            self.searched += ran.n * len(ran.group.cells)
        for place in self._places(0):
            totals = ran.totals(place)
            self._capped += totals.unfinished
            self._capped_of += totals.n

    @property
    def capped(self) -> float:
        """The share of games that hit a cap on their length."""
        return self._capped / max(1, self._capped_of)

    @property
    def family(self) -> Family:
        """All candidates that are compared, over all their rounds."""
        return Family("settings", self._many)

    @property
    def _alpha(self) -> float:
        """What one round of one candidate may spend; the confirmation and the rest count as two."""
        rounds = count_rounds(self._many) if self.space.is_listed else 1
        return ALPHA / self._many / (rounds + 2)

    def _gain(self, rotation: "Rotation", level: float = stats.LEVEL) -> Interval:
        """What a candidate wins beyond an equal share."""
        who = next(name for name in rotation.policies if name != self._name)
        fair = matches.fair_share(rotation, self.seats, self.seats)
        wins = matches.win_share(rotation, who, self.seats, fair, level)
        return Interval(*(end - fair for end in wins))

    def _noise(self, rotation: "Rotation") -> float:
        """The standard error of what a candidate gains."""
        who = next(place for place, name in enumerate(rotation.policies) if name != self._name)
        sums = rotation.sums.at("win840", who)
        squares = max(0, rotation.n * sums.squares - sums.total**2)
        return float(math.sqrt(squares / rotation.n) / rotation.n / (WIN * self.seats))

    def _claim(self, one: "Candidate", rotation: "Rotation", family: Family, level: float) -> Claim:
        if self.capped > CAPPED:
            return stats.barred("better", "unfinished", family, rotation.n, self.tolerance)
        gain, name = self._gain(rotation, level), self.space.name(one)
        return stats.better(gain, family, rotation.n, self.tolerance, of=name)

    def _take(self, ran: "GroupResult", alive: "Sequence[Candidate]") -> None:
        self._count(ran)
        for one, rotation in self._rotations(ran, alive):
            if known := self.tried.get(one):
                rotation = known.rotation.add(rotation)
            claim = self._claim(one, rotation, self.family, 1 - self._alpha)
            self.tried[one] = Tried(one, rotation, claim)
            self.found[one] = self._gain(rotation).estimate

    def _survivors(self, alive: "Sequence[Candidate]") -> "list[Candidate]":
        """The better half of what may be better at all, the best first."""
        able = [self.tried[one] for one in alive if self.tried[one].gain.high > 0]
        able.sort(key=lambda one: -one.gain.estimate)
        return [one.candidate for one in able[: max(LAST, -(-len(alive) // 2))]]

    # -- what is claimed --

    @property
    def better(self) -> Claim | None:
        """That one of those confirmed is better."""
        named = {self.space.name(one): claim for one, claim in self.confirmed.items()}
        return stats.any_of(named) if named else None

    @property
    def none(self) -> Claim | None:
        """That none is better: of a grid none of all settings, of a larger space none of those that
        the search ended with. None as long as not everything was played."""
        claims = {one: tried.claim for one, tried in self.tried.items()}
        if not self.space.is_listed:
            claims = self.confirmed
        if not self.ended or not claims:
            return None
        return stats.none_of({self.space.name(one): claim for one, claim in claims.items()})

    @property
    def winner(self) -> "Candidate | None":
        """The one that is told to be better: of several the one that gains most."""
        shown = {one: claim for one, claim in self.confirmed.items() if claim.shown}
        return max(shown, key=lambda one: shown[one].found.estimate, default=None)

    @property
    def needs(self) -> int | None:
        """Games in all at which what is open would be decided, by what was seen so far."""
        open_ones = [claim for claim in self.confirmed.values() if claim.open and not claim.barred]
        found = []
        for claim in open_ones:
            at = claim.found.estimate
            apart = max(at, self.tolerance - at)
            deals = POWER * self.confirmed_deals * (claim.found.error / apart) ** 2
            found.append(deals * self.seats * len(self.last) / (1 - SEARCH))
        return stats.round_up(max(found)) if found else None


def count_rounds(many: int) -> int:
    """Rounds of a grid: each halves it, until the last ones are confirmed."""
    found = 0
    while many > LAST:
        many, found = max(LAST, -(-many // 2)), found + 1
    return found


def fewest_games(space: "Space", seats: int) -> int:
    """The fewest games with which the search makes sense."""
    if not space.is_listed:
        each = generation_size(len(space.dimensions)) * seats * FEWEST
        return round(FEWEST_GENERATIONS * each / SEARCH / (1 - SIDE_BY_SIDE))
    many = len(space.candidates())
    rounds = count_rounds(many)
    return round(max(1, rounds) * many * seats * FEWEST / (SEARCH if rounds else 1))
