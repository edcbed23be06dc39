"""The numbers of `contract`: each clause as a claim over its tables, and the games it needs."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from analyzer import stats
from analyzer.policies import registry
from analyzer.questions.clauses import ERROR, ClauseKind, ContractClause, find_kind
from analyzer.stats import Claim, Interval
from analyzer.stats.distributions import normal_quantile

if TYPE_CHECKING:
    from analyzer.questions.contract import Contract, Part
    from analyzer.simulation.run import GroupResult, Outcome

HOLDS, BROKEN, OPEN = 0, 3, 4  # exit codes
MOST_GAMES = 10**12
SURE = 0.999  # of a pilot's budget: the chance that a clause is decided ...
NEAR = 0.5  # ... whose number is this part of the way from its limit, or farther


@dataclass(frozen=True)
class ClauseResult:
    """One clause."""

    key: Annotated[str, "its key in the contract"]
    sentence: Annotated[str, "what it says"]
    level: Annotated[str, "error or warn"]
    players: Annotated[tuple[int, ...], "the tables that it is about"]
    low: Annotated[float | None, "the least that is allowed; shares from 0 to 1; null without one"]
    high: Annotated[float, "the most that is allowed"]
    verdict: Annotated[str, "HOLDS, BROKEN or OPEN"]
    of: Annotated[str, "the seat, card or table that decides it, or is nearest to its limit"]
    found: Annotated[Interval | None, "interval of its number; or null"]
    games: Annotated[int, "games of the table with the fewest"]
    needs: Annotated[int | None, "games to plan for while it is open; or null"]
    why: Annotated[str, "why no number of games decides it, or empty"]
    claim: Annotated[Claim, "the claim; its fields are those of findings[].claim"]


@dataclass(frozen=True)
class ContractResult:
    """What `contract` found."""

    game: Annotated[str, "name of the game"]
    game_version: Annotated[int, "rises when the game's behaviour changes"]
    players: Annotated[tuple[int, ...], "the sizes of the tables"]
    policies: Annotated[tuple[str, ...], "who plays at the smallest table, seat 1 first"]
    rules_changed: Annotated[Mapping[str, object], "the rules that differ from their default"]
    seed: Annotated[int, "seed of the games"]
    budget: Annotated[int, "the most games of each table"]
    enough: Annotated[
        int | None,
        "of a pilot: games of each table that decide every clause with a chance of 99.9 %, if its "
        "number is half way between the middle and the limit; or null",
    ]
    verdict: Annotated[
        str, "HOLDS, BROKEN or OPEN: all clauses with the level error; empty of a pilot"
    ]
    exit_code: Annotated[int, "0 HOLDS, 3 BROKEN, 4 OPEN unless that passes"]
    clauses: Annotated[tuple[ClauseResult, ...], "one object per clause, in their order"]


@dataclass(frozen=True)
class Judged:
    """A clause with its claim."""

    clause: ContractClause
    kind: ClauseKind
    claim: Claim
    n: int

    @property
    def limits(self) -> tuple[float, float]:
        return self.kind.limits(self.clause)

    @property
    def place(self) -> float:
        """Where its number stands: 0 in the middle of what is allowed, 1 at a limit."""
        return self.at(self.claim.found.estimate)

    def at(self, value: float) -> float:
        low, high = self.limits
        if math.isinf(low):
            return value / high
        return (value - (low + high) / 2) / ((high - low) / 2)


def part_members(asked: "Contract", part: "Part", ran: "GroupResult") -> Mapping[str, Interval]:
    """The numbers of a clause at one table, at the level of the look; none if nobody can tell."""
    if not ran.n or part.kind.barred(ran):
        return {}
    return part.kind.members(part.table, part.clause, ran, asked.level(ran.look))


def part_is_decided(asked: "Contract", part: "Part", ran: "GroupResult") -> bool:
    found = part_members(asked, part, ran)
    if not found:
        return bool(part.kind.barred(ran))  # more games say no more
    low, high = part.kind.limits(part.clause)
    return not stats.holds(found, low, high, asked.family, ran.n).open


def measure(asked: "Contract", outcome: "Outcome") -> dict[ContractClause, list[Interval]]:
    """The numbers of each clause, at all its tables."""
    played = {ran.group.cells: ran for ran in outcome.groups}
    found: dict[ContractClause, list[Interval]] = {}
    for part, _ in asked.parts:
        members = part_members(asked, part, played[part.cells])
        found.setdefault(part.clause, []).extend(members.values())
    return found


def judge(asked: "Contract", outcome: "Outcome") -> list[Judged]:
    """Every clause over all its tables, in the order of the contract."""
    played = {ran.group.cells: ran for ran in outcome.groups}
    found = []
    for clause in asked.clauses:
        mine = [part for part, _ in asked.parts if part.clause == clause]
        found.append(_judge(asked, clause, [(part, played[part.cells]) for part in mine]))
    return found


def _judge(
    asked: "Contract", clause: ContractClause, parts: "list[tuple[Part, GroupResult]]"
) -> Judged:
    kind, several = find_kind(clause.key), len(parts) > 1
    low, high = kind.limits(clause)
    games = min(ran.n for _, ran in parts)
    members: dict[str, Interval] = {}
    needs: list[int | None] = []
    why = ""
    for part, ran in parts:
        found = part_members(asked, part, ran)
        why = why or ("" if found or not ran.n else part.kind.barred(ran) or "incomparable")
        size = f" with {part.table.players} players" if several else ""
        members |= {f"{name}{size}": one for name, one in found.items()}
        level, last = (
            asked.level(ran.look),
            asked.level(len(asked.looks) - 1 if asked.looks else None),
        )
        needs += [games_to_decide(one, low, high, ran.n, level, last) for one in found.values()]
    if not members:
        made = stats.barred("holds", why or "unplayed", asked.family, games, high)
        return Judged(clause, kind, made, games)
    made = stats.holds(members, low, high, asked.family, games)
    if made.shown and why:
        made = stats.barred("holds", why, asked.family, games, high)
    elif made.shown and _at_random(asked):
        made = stats.barred("holds", "random", asked.family, games, high)
    known = [each for each in needs if each is not None]
    most = max(known) if len(known) == len(needs) else None
    return Judged(clause, kind, made.planned(needs=most), games)


def _at_random(asked: "Contract") -> bool:
    """Do all seats choose at random? What they show holds for nobody who thinks."""
    game = asked.setting.game.name
    names = {registry.without_level(game, policy).name for policy in asked.setting.policies}
    return names == {"random"}


def games_to_decide(
    found: Interval, low: float, high: float, n: int, level: float, last: float
) -> int | None:
    """Games that decide a clause with a chance of 80 % if its number is what it looks like; 0 if
    it is decided. None if it is too close to tell."""
    if (low <= found.low and found.high <= high) or found.low > high or found.high < low:
        return 0
    slack = min(abs(end - found.estimate) for end in (low, high) if math.isfinite(end))
    if not (math.isfinite(found.error) and slack > 0):
        return None
    now = normal_quantile((1 - level) / 2)
    then = normal_quantile((1 - last) / 2) - normal_quantile(stats.CHANCE)
    games = max(n * (found.error / slack * then / now) ** 2, 1.1 * n)
    return None if games > MOST_GAMES else stats.round_up(games)


def enough_games(asked: "Contract", outcome: "Outcome", judged: Judged) -> int | None:
    """Of a pilot: games that decide a clause with a chance of 99.9 % if its number is half way to
    its limit, or beyond the limit by as much. None if that cannot be told."""
    low, high = judged.limits
    half = high - (low + high) / 2 if math.isfinite(low) else high
    then = normal_quantile((1 - asked.family.each) / 4)  # the last look has half of the 5 %
    sure = normal_quantile(1 - SURE)
    played = {ran.group.cells: ran for ran in outcome.groups}
    worst = 0.0
    for part, _ in asked.parts:
        if part.clause != judged.clause:
            continue
        ran = played[part.cells]
        found = part_members(asked, part, ran)
        if not found:
            return None
        now = normal_quantile((1 - asked.level(ran.look)) / 2)
        errors = [_usual_error(judged, one, now, ran.n) for one in found.values()]
        worst = max(worst, *(ran.n * (each / (NEAR * half)) ** 2 for each in errors))
    if not math.isfinite(worst):
        return None
    games = worst * (then + sure) ** 2
    return None if games > MOST_GAMES else max(1000, stats.round_up(games))


def _usual_error(judged: Judged, found: Interval, z: float, n: int) -> float:
    """The standard error at n games; of a share near zero, that at one and a half of its limit."""
    error = found.error / z
    if judged.kind.shape == "most":
        high = 1.5 * judged.limits[1]
        return max(error, math.sqrt(high * (1 - min(high, 0.5)) / n))
    return error


def build_result(
    asked: "Contract", judged: list[Judged], enough: int | None, passes: bool
) -> ContractResult:
    setting = asked.setting
    word, code = ("", HOLDS) if asked.pilot else verdict(judged, passes)
    return ContractResult(
        game=setting.game.name,
        game_version=setting.game.version,
        players=tuple(asked.tables),
        policies=next(iter(asked.tables.values())).policy_names,
        rules_changed=setting.changed,
        seed=setting.seed,
        budget=asked.n,
        enough=enough,
        verdict=word,
        exit_code=code,
        clauses=tuple(_result(one) for one in judged),
    )


def verdict(judged: list[Judged], passes: bool) -> tuple[str, int]:
    """The verdict of a contract and its exit code: warnings change neither."""
    claims = [one.claim for one in judged if one.clause.level == ERROR]
    if any(one.refuted for one in claims):
        return "BROKEN", BROKEN
    if any(one.open for one in claims):
        return "OPEN", HOLDS if passes else OPEN
    return "HOLDS", HOLDS


def word_of(claim: Claim) -> str:
    """HOLDS, BROKEN or OPEN: what no number of games decides is open, too."""
    return "OPEN" if claim.barred else claim.word


def _result(one: Judged) -> ClauseResult:
    low, high = one.limits
    known = not one.claim.barred and math.isfinite(one.claim.found.estimate)
    return ClauseResult(
        key=one.clause.key,
        sentence=clause_sentence(one.kind, one.clause),
        level=one.clause.level,
        players=one.clause.players,
        low=None if math.isinf(low) else low,
        high=high,
        verdict=word_of(one.claim),
        of=one.claim.of,
        found=one.claim.found if known else None,
        games=one.n,
        needs=one.claim.needs or None,
        why=one.claim.barred,
        claim=one.claim,
    )


def clause_sentence(kind: ClauseKind, clause: ContractClause) -> str:
    """What a clause says, with its limits in the words of people."""
    low = "" if clause.low is None else format_limit(kind, clause.low)
    return kind.sentence.format(
        low=low,
        high=format_limit(kind, clause.high),
        rest=clause.rest.replace("_", " "),
        of=clause.of,
        among=clause.among,
    )


def format_limit(kind: ClauseKind, value: float) -> str:
    if kind.unit == "pp":
        return f"{value:g} pp"
    return f"{100 * value:g} %" if kind.unit == "share" else f"{value:g}"
