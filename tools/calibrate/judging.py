"""One short run against the truth: which intervals hold it, and which claims are false."""

import math
from dataclasses import dataclass, field

from calibrate.observations import Observation

from analyzer.stats.claims import Claim, Truth
from analyzer.stats.intervals import Interval

WIDER = 3.29 / 1.96  # from 95 to 99.9 %


@dataclass
class Judged:
    """One short run."""

    families: dict[str, float] = field(default_factory=dict)  # largest error, in half-widths
    alone: dict[str, float] = field(default_factory=dict)
    # Claims that are shown or refuted, by kind: true, false, and not judged, as the truth is open.
    claims: dict[str, list[int]] = field(default_factory=dict)
    false: list[str] = field(default_factory=list)

    def add_claim(self, kind: str, false: bool | None) -> None:
        counted = self.claims.setdefault(kind, [0, 0, 0])
        counted[2 if false is None else int(false)] += 1

    def as_json(self) -> dict:
        return {
            "families": {name: round(value, 3) for name, value in self.families.items()},
            "alone": {name: round(value, 3) for name, value in self.alone.items()},
            "claims": self.claims,
            "false": self.false,
        }


def judge(short: Observation, truth: Observation) -> Judged:
    """Of several members a short run may tell another one than the truth: such a number has no
    counterpart and is left out."""
    found = Judged()
    for name, members in short.families.items():
        known = truth.families.get(name, {})
        errors = [
            error_in_half_widths(interval, known[key])
            for key, interval in members.items()
            if key in known and _finite(interval, known[key])
        ]
        if errors:
            found.families[name] = max(errors)
    for name, interval in short.alone.items():
        true = truth.alone.get(name)
        if true and _finite(interval, true):
            found.alone[name] = error_in_half_widths(interval, true)
    for name, claim in short.claims.items():
        true_claim = truth.claims.get(name)
        if true_claim is None or (claim.open and claim.kind != "best") or claim.kind == "bounded":
            continue
        false = is_false(claim, true_claim)
        found.add_claim(claim.kind, false)
        if false:
            found.false.append(f"{name}: {claim.word} {claim.of}".strip())
    return found


def error_in_half_widths(found: Interval, true: Interval) -> float:
    """How far off the estimate is, in parts of its interval on that side; 1 is just covered."""
    side = found.high if true.estimate > found.estimate else found.low
    reach, error = abs(side - found.estimate), abs(true.estimate - found.estimate)
    if reach < 1e-12:
        return 0.0 if error < 1e-12 else 99.0
    return min(error / reach, 99.0)


def is_false(claim: Claim, truth: Claim) -> bool | None:
    """Does the long run show the opposite at 99.9 %? None if it shows neither."""
    if claim.kind == "best":
        return _best_is_false(claim, truth)
    if claim.kind == "differs":
        return _difference_is_false(claim, truth)
    if claim.kind in ("any", "none", "all") and len(claim.parts) == len(truth.parts) > 0:
        return _combination_is_false(claim, truth)
    strict = strict_value(truth)
    if strict is Truth.OPEN:
        return None
    return strict is not claim.value


def _combination_is_false(claim: Claim, truth: Claim) -> bool | None:
    """By the parts that carry it: one is enough, or all are needed."""
    wanted = Truth.REFUTED if claim.kind == "none" else claim.value
    if claim.kind == "none" and claim.refuted:
        wanted = Truth.SHOWN
    judged = [
        is_false(part, true)
        for part, true in zip(claim.parts, truth.parts, strict=True)
        if part.value is wanted
    ]
    needs_all = (claim.kind == "all") == claim.shown  # all shown, or any refuted; none shown, too
    if claim.kind == "none":
        needs_all = claim.shown
    if needs_all:
        return True if True in judged else None if None in judged else False
    return False if False in judged else None if None in judged else True


def strict_value(truth: Claim) -> Truth:
    """The value that the long run shows at 99.9 %, by the logic of the claim's kind."""
    low, high = widened(truth.found)
    limit = truth.tolerance or 0.0
    if truth.kind in ("any", "none", "all", "changes"):
        return _combined(truth)
    if truth.barred:
        return Truth.OPEN
    if truth.kind == "within":
        if low > limit or high < -limit:
            return Truth.REFUTED
        return Truth.SHOWN if truth.shown and -limit <= low and high <= limit else Truth.OPEN
    if truth.kind == "exceeds":
        return Truth.SHOWN if low > limit else Truth.REFUTED if high <= limit else Truth.OPEN
    if truth.kind == "differs":
        if low > 0 or high < 0:
            return Truth.SHOWN
        inside = truth.tolerance is not None and -limit <= low and high <= limit
        return Truth.REFUTED if inside else Truth.OPEN
    return truth.value


def _combined(truth: Claim) -> Truth:
    if not truth.parts:
        return truth.value
    values = {strict_value(part) for part in truth.parts}
    if truth.kind == "changes":
        if Truth.OPEN in values:
            return Truth.OPEN
        return Truth.SHOWN if len(values) == 2 else Truth.REFUTED
    decisive = Truth.REFUTED if truth.kind == "all" else Truth.SHOWN
    then = {"any": Truth.SHOWN, "none": Truth.REFUTED, "all": Truth.REFUTED}[truth.kind]
    other = Truth.REFUTED if then is Truth.SHOWN else Truth.SHOWN
    return then if decisive in values else Truth.OPEN if Truth.OPEN in values else other


def _difference_is_false(claim: Claim, truth: Claim) -> bool | None:
    """Shown to differ, and it does not or the other way round; or the same, and it differs by more
    than the tolerance."""
    if claim.of != truth.of:
        return None
    low, high = widened(truth.found)
    if claim.shown:
        above = claim.found.low > 0
        other_side = high < 0 if above else low > 0
        nothing = low <= 0 <= high and (high < claim.found.low if above else low > claim.found.high)
        if other_side or nothing:
            return True
        return False if low > 0 or high < 0 else None
    limit = claim.tolerance or 0.0
    if low > limit or high < -limit:
        return True
    return False if -limit <= low and high <= limit else None


def _best_is_false(claim: Claim, truth: Claim) -> bool | None:
    """The one that is named is not among those that may be best; or the best is not named. The
    truth of a choice has its own 95 %, which is stricter than 99.9 %."""
    if truth.open:
        return True if claim.shown and claim.of not in truth.names else None
    if truth.refuted:
        return claim.shown
    return claim.refuted or truth.of not in (*claim.names, claim.of)


def widened(found: Interval) -> tuple[float, float]:
    """An interval of 99.9 %, from one of 95 %: each side on its own."""
    down, up = found.estimate - found.low, found.high - found.estimate
    return found.estimate - WIDER * down, found.estimate + WIDER * up


def _finite(*found: Interval) -> bool:
    return all(math.isfinite(end) for one in found for end in one)
