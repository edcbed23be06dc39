"""Claims: what numbers show, what they refute, and what they leave open.

A claim has one of three values (Kleene 1938). It knows its estimate and interval, the family of
things over which its level holds, the games behind it, and the fewest games at which it could be
decided. Claims are made by the functions of this file alone: from intervals that hold together, or
from other claims of the same family. Words come later, from the table of phrases, by the claim's
value; so no sentence can say more than its claim.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, Literal

from analyzer.stats.intervals import ALPHA, Interval


class Truth(StrEnum):
    """What the games so far say about a claim."""

    SHOWN = "shown"
    REFUTED = "refuted"
    OPEN = "open"


Kind = Literal[
    "within",
    "holds",
    "bounded",
    "differs",
    "exceeds",
    "better",
    "changes",
    "any",
    "none",
    "all",
    "best",
]

WORDS: dict[Kind, tuple[str, str, str]] = {  # for SHOWN, REFUTED, OPEN
    "within": ("FAIR", "UNFAIR", "UNDECIDED"),
    "holds": ("HOLDS", "BROKEN", "OPEN"),
    "bounded": ("BOUNDED", "", ""),
    "differs": ("DIFFERS", "THE SAME", "NOT TOLD APART"),
    "exceeds": ("MORE", "NOT MORE", "UNDECIDED"),
    "better": ("BETTER", "NO BETTER", "OPEN"),
    "changes": ("CHANGES", "STANDS", "NOT KNOWN"),
    "any": ("SOME", "NONE", "NOT KNOWN"),
    "none": ("NONE", "SOME", "NOT KNOWN"),
    "all": ("ALL", "NOT ALL", "NOT KNOWN"),
    "best": ("BEST", "NONE BETTER", "NOT TOLD APART"),
}
NOWHERE = Interval(math.nan, -math.inf, math.inf)
UNKNOWN = Interval(0.0, -math.inf, math.inf)  # a gap that no game tells of; it orders nothing
EDGE = 0.5  # an interval about the tolerance, no wider than this part of it, is at the edge


@dataclass(frozen=True)
class Family:
    """Things whose intervals hold together: all of them cover with the chance `level`."""

    of: Annotated[str, "what they are"]  # "seats", "tables", "changes"
    size: Annotated[int, "how many intervals"]
    alpha: Annotated[float, "how often one or more of them may miss the truth"] = ALPHA

    @property
    def level(self) -> float:
        return 1 - self.alpha

    @property
    def each(self) -> float:
        """The level of each interval, by Bonferroni."""
        return 1 - self.alpha / max(1, self.size)


@dataclass(frozen=True)
class ClaimFields:
    """A claim in JSON."""

    kind: Annotated[
        str,
        "what is claimed: within, holds, bounded, differs, exceeds, better, changes, any, none, "
        "all or best",
    ]
    value: Annotated[str, "shown, refuted or open"]
    word: Annotated[
        str,
        "the verdict in a word: FAIR, UNFAIR, UNDECIDED, HOLDS, BROKEN, OPEN, DIFFERS ...",
    ]
    of: Annotated[str, "the seat, table or change that decides it, or is farthest"]
    estimate: Annotated[float, "its number"]
    low: Annotated[float, "low end of its interval, at the level of the family"]
    high: Annotated[float, "high end of that interval"]
    tolerance: Annotated[
        float | None, "the largest departure or difference that counts as none; or null"
    ]
    bound: Annotated[
        float | None, "nothing is farther from zero than this, and no gain is above it; or null"
    ]
    family: Annotated[Family, "the things whose intervals hold together"]
    games: Annotated[int, "games behind it"]
    least: Annotated[int | None, "fewest games at which it can be decided; or null"]
    needs: Annotated[int | None, "games to plan for while it is open; or null"]
    names: Annotated[list[str], "those for which it is shown; of `best`: all that may be best"]
    barred: Annotated[str, "why these games cannot decide it, or empty"]
    parts: Annotated[list[object], "the claims it is made from, each with the same fields"]


@dataclass(frozen=True)
class Claim:
    """A statement, and whether it is shown, refuted or open."""

    kind: Kind
    value: Truth
    family: Family
    games: int
    found: Interval = NOWHERE  # of the member that decides, or is farthest
    of: str = ""  # the name of that member
    tolerance: float | None = None
    bound: float | None = None  # no member is farther from zero than this, and no gain above it
    least: int | None = None  # fewest games at which it can be decided; None if any number can
    needs: int | None = None  # games to plan for, where it is open; None if not known
    names: tuple[str, ...] = ()  # members for which it is shown; of `best`: all that may be best
    barred: str = ""  # why no number of games of this table decides it: "unfinished"
    parts: tuple["Claim", ...] = ()

    @property
    def shown(self) -> bool:
        return self.value is Truth.SHOWN

    @property
    def refuted(self) -> bool:
        return self.value is Truth.REFUTED

    @property
    def open(self) -> bool:
        return self.value is Truth.OPEN

    @property
    def word(self) -> str:
        """The verdict in one or two words."""
        if self.barred:
            return "NO VERDICT"
        return WORDS[self.kind][list(Truth).index(self.value)]

    @property
    def side(self) -> int:
        """1 if the interval lies wholly above zero, -1 if wholly below, 0 if it holds zero."""
        return (self.found.low > 0) - (self.found.high < 0)

    @property
    def at_edge(self) -> bool:
        """Is it open although its interval is narrow, since the tolerance lies in it?"""
        if not self.open or self.kind != "within" or not self.tolerance:
            return False
        low, high = self.found.low, self.found.high
        about = any(low <= edge <= high for edge in (-self.tolerance, self.tolerance))
        return about and high - low <= EDGE * self.tolerance * (1 + 1e-9)

    def planned(self, least: int | None = None, needs: int | None = None) -> "Claim":
        """This claim, with the fewest games that can decide it and the games to plan for."""
        return replace(self, least=least, needs=needs if self.open else None)

    def bar(self, why: str) -> "Claim":
        """This claim, left open since these games cannot decide it; its numbers stay."""
        parts = tuple(part.bar(why) for part in self.parts)
        return replace(self, value=Truth.OPEN, barred=why, names=(), parts=parts)

    def as_json(self) -> dict[str, object]:
        """The claim as plain data, with the fields of `ClaimFields`."""
        made = ClaimFields(
            kind=self.kind,
            value=self.value.value,
            word=self.word,
            of=self.of,
            **self.found._asdict(),
            tolerance=self.tolerance,
            bound=self.bound,
            family=self.family,
            games=self.games,
            least=self.least,
            needs=self.needs,
            names=list(self.names),
            barred=self.barred,
            parts=[part.as_json() for part in self.parts],
        )
        return {**vars(made), "family": vars(self.family)}


def from_json(told: Mapping[str, Any]) -> Claim:
    """The claim that `as_json` wrote; an end without a bound is null."""
    ends = [told["estimate"], told["low"], told["high"]]
    unknown = (math.nan, -math.inf, math.inf)
    found = Interval(*(u if end is None else end for end, u in zip(ends, unknown, strict=True)))
    return Claim(
        kind=told["kind"],
        value=Truth(told["value"]),
        family=Family(**told["family"]),
        games=told["games"],
        found=found,
        of=told["of"],
        tolerance=told["tolerance"],
        bound=told["bound"],
        least=told["least"],
        needs=told["needs"],
        names=tuple(told["names"]),
        barred=told["barred"],
        parts=tuple(from_json(part) for part in told["parts"]),
    )


# --- claims from intervals -----------------------------------------------------------------------


def within(
    departures: Mapping[str, Interval], tolerance: float, family: Family, games: int
) -> Claim:
    """No member departs by more than the tolerance. The intervals hold together.

    Shown if every interval lies within, refuted if one lies wholly outside. The decisive member is
    the one that refutes it, otherwise the one farthest from zero.
    """
    if not departures:
        raise ValueError("a claim needs at least one interval")
    outside = {name: one for name, one in departures.items() if _beyond(one, tolerance)}
    inside = [name for name, one in departures.items() if _inside(one, tolerance)]
    value = Truth.REFUTED if outside else Truth.OPEN
    if len(inside) == len(departures):
        value = Truth.SHOWN
    of = farthest(outside or departures)
    return Claim(
        "within",
        value,
        family,
        games,
        departures[of],
        of,
        tolerance,
        _bound(departures),
        names=tuple(inside),
    )


def holds(
    found: Mapping[str, Interval], low: float, high: float, family: Family, games: int
) -> Claim:
    """Every member lies from `low` to `high`. The intervals hold together.

    Shown if every interval lies there, refuted if one lies wholly outside. The decisive member is
    the one that is farthest outside; where it is open, of those that are; else nearest to an end.
    """
    if not found:
        raise ValueError("a claim needs at least one interval")
    outside = {name: one for name, one in found.items() if one.low > high or one.high < low}
    inside = [name for name, one in found.items() if low <= one.low and one.high <= high]
    value = Truth.REFUTED if outside else Truth.OPEN
    if len(inside) == len(found):
        value = Truth.SHOWN

    def excess(name: str) -> float:
        estimate = found[name].estimate
        return (
            round(max(estimate - high, low - estimate), 12) if estimate == estimate else -math.inf
        )

    across = [name for name in found if name not in inside]
    of = max(outside or across or found, key=excess)
    return Claim(
        "holds", value, family, games, found[of], of, bound=_bound(found), names=tuple(inside)
    )


def bounded(departures: Mapping[str, Interval], family: Family, games: int) -> Claim:
    """No member departs by more than the farthest end of the intervals. Always shown."""
    of = max(departures, key=lambda name: _reach(departures[name]))
    return Claim(
        "bounded", Truth.SHOWN, family, games, departures[of], of, bound=_bound(departures)
    )


def barred(kind: Kind, why: str, family: Family, games: int, tolerance: float) -> Claim:
    """A claim that these games cannot decide, however many are played."""
    return Claim(kind, Truth.OPEN, family, games, tolerance=tolerance, barred=why)


def differs(
    found: Interval, family: Family, games: int, tolerance: float | None = None, of: str = ""
) -> Claim:
    """A difference is not zero. Refuted only if a tolerance is declared and holds the interval."""
    value = Truth.OPEN
    if found.low > 0 or found.high < 0:
        value = Truth.SHOWN
    elif tolerance is not None and _inside(found, tolerance):
        value = Truth.REFUTED
    return Claim("differs", value, family, games, found, of, tolerance, _reach(found))


def exceeds(found: Interval, family: Family, games: int, of: str = "", by: float = 0.0) -> Claim:
    """A number is larger than `by`. Refuted if its interval lies at or below it."""
    value = Truth.SHOWN if found.low > by else Truth.REFUTED if found.high <= by else Truth.OPEN
    return Claim("exceeds", value, family, games, found, of, by or None)


def better(found: Interval, family: Family, games: int, tolerance: float, of: str = "") -> Claim:
    """A gain is more than nothing. Refuted only if it is too small to matter at best: if its whole
    interval lies within the tolerance or below."""
    value = Truth.SHOWN if found.low > 0 else Truth.OPEN
    if value is Truth.OPEN and found.high <= tolerance:
        value = Truth.REFUTED
    return Claim("better", value, family, games, found, of, tolerance, max(0.0, found.high))


def best(gains: Mapping[str, Interval], family: Family, games: int) -> Claim:
    """One candidate is better than the base and than the rest; gains over the base hold together.

    Shown if one gain lies above zero and above all others. Refuted if no gain can be positive.
    Otherwise `names` are all that may be best, and `of` has the largest estimate, whether it may be
    best or not.
    """
    if not gains:
        raise ValueError("a claim needs at least one candidate")
    top = max(gains, key=lambda name: gains[name].low)
    floor = max(0.0, gains[top].low)
    rivals = tuple(name for name in gains if gains[name].high > floor or name == top)
    if all(one.high <= 0 for one in gains.values()):
        value, rivals = Truth.REFUTED, ()
    elif gains[top].low > 0 and rivals == (top,):
        value = Truth.SHOWN
    else:
        value = Truth.OPEN
        rivals = tuple(name for name in rivals if gains[name].high > 0)
        top = max(gains, key=lambda name: gains[name].estimate)
    return Claim("best", value, family, games, gains[top], top, names=rivals)


def leads(ahead: Mapping[str, Mapping[str, Interval]], family: Family, games: int) -> Claim:
    """One member is ahead of every other. `ahead[a][b]` is how far a is ahead of b; all hold.

    Shown if one is ahead of all others. Refuted if each is behind another, as where three beat each
    other in a circle. Otherwise `names` are all that may be ahead. A pair that is not given is not
    known. The interval is that to the rival that is closest.
    """
    members = dict.fromkeys(name for one, rivals in ahead.items() for name in (one, *rivals))
    if not members:
        raise ValueError("a claim needs at least one member")
    gaps = {one: [_gap(ahead, one, rival) for rival in members if rival != one] for one in members}
    free = {one: found for one, found in gaps.items() if not any(gap.high < 0 for gap in found)}
    first = [one for one, found in free.items() if all(gap.low > 0 for gap in found)]
    value = Truth.SHOWN if first else Truth.OPEN if free else Truth.REFUTED
    of = max(first or free or gaps, key=lambda one: _closest(gaps[one]).estimate)
    return Claim("best", value, family, games, _closest(gaps[of]), of, names=tuple(first or free))


def _gap(ahead: Mapping[str, Mapping[str, Interval]], one: str, rival: str) -> Interval:
    """How far one member is ahead of another, in whichever order it was given."""
    found = ahead.get(one, {}).get(rival)
    if found is None and (turned := ahead.get(rival, {}).get(one)):
        found = Interval(-turned.estimate, -turned.high, -turned.low)
    return found or UNKNOWN


def _closest(gaps: Sequence[Interval]) -> Interval:
    return min(gaps, key=lambda gap: (gap.low, gap.estimate), default=UNKNOWN)


# --- claims from claims --------------------------------------------------------------------------


def verdict_changes(a: Claim, b: Claim) -> Claim:
    """The verdict of one table is not that of another. Two open ones say nothing."""
    family = _family((a, b))
    value = Truth.REFUTED if a.value is b.value else Truth.SHOWN
    if a.open or b.open:
        value = Truth.OPEN
    return Claim("changes", value, family, min(a.games, b.games), b.found, b.of, parts=(a, b))


def any_of(claims: Mapping[str, Claim]) -> Claim:
    """At least one holds."""
    return _combined("any", claims, decisive=Truth.SHOWN, then=Truth.SHOWN)


def none_of(claims: Mapping[str, Claim]) -> Claim:
    """Not one holds: shown only if every single one is refuted."""
    return _combined("none", claims, decisive=Truth.SHOWN, then=Truth.REFUTED)


def all_of(claims: Mapping[str, Claim]) -> Claim:
    """Every one holds."""
    return _combined("all", claims, decisive=Truth.REFUTED, then=Truth.REFUTED)


def _combined(kind: Kind, claims: Mapping[str, Claim], decisive: Truth, then: Truth) -> Claim:
    """Kleene: one decisive part settles it; otherwise every part must be settled."""
    family = _family(tuple(claims.values()))
    values = {claim.value for claim in claims.values()}
    other = Truth.SHOWN if then is Truth.REFUTED else Truth.REFUTED
    value = then if decisive in values else Truth.OPEN if Truth.OPEN in values else other
    shown = {name: claim for name, claim in claims.items() if claim.shown}
    told = shown or dict(claims)
    top = farthest({name: claim.found for name, claim in told.items()})
    if all(claim.kind == "better" for claim in told.values()):  # a loss is no gain, however large
        top = max(told, key=lambda name: told[name].found.estimate)
    bounds = [claim.bound for claim in claims.values() if claim.bound is not None]
    tolerances = {claim.tolerance for claim in claims.values()}
    return Claim(
        kind,
        value,
        family,
        min(claim.games for claim in claims.values()),
        claims[top].found,
        top,
        tolerance=tolerances.pop() if len(tolerances) == 1 else None,
        bound=max(bounds) if len(bounds) == len(claims) else None,
        names=tuple(shown),
        parts=tuple(claims.values()),
    )


def _family(claims: Sequence[Claim]) -> Family:
    """The one family of several claims: only together do their levels hold."""
    families = {claim.family for claim in claims}
    if len(families) != 1:
        raise ValueError(f"claims of different families cannot be combined: {families}")
    return families.pop()


# --- small parts ---------------------------------------------------------------------------------


def farthest(found: Mapping[str, Interval]) -> str:
    """The member with the largest estimate, whatever its sign; rounding must not choose."""
    return max(found, key=lambda name: _size(found[name].estimate))


def _size(value: float) -> float:
    return round(abs(value), 12) if math.isfinite(value) else -1.0


def _inside(found: Interval, tolerance: float) -> bool:
    return -tolerance <= found.low and found.high <= tolerance


def _beyond(found: Interval, tolerance: float) -> bool:
    return found.low > tolerance or found.high < -tolerance


def _reach(found: Interval) -> float:
    return max(abs(found.low), abs(found.high))


def _bound(departures: Mapping[str, Interval]) -> float:
    return max(_reach(one) for one in departures.values())
