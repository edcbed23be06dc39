"""What `tune` may try: parameters of one policy, each over a grid or over a range of numbers.

A candidate is a value for each of them. The incumbent, the policy as it is given, is no candidate.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from analyzer.errors import UserError, did_you_mean
from analyzer.games.parameters import format_value
from analyzer.policies import registry
from analyzer.system.faces import option_subject

if TYPE_CHECKING:
    from analyzer.policies.registry import NumberParameter
    from analyzer.policies.spec import PolicySpec

Number = int | float
Candidate = tuple[Number, ...]

LARGE = 60  # candidates; a larger grid of several parameters is searched and not listed
ALONE = 21  # values of a range, if nothing else varies
STEPS = 500  # a number of a range is rounded to about this part of it


@dataclass(frozen=True)
class Dimension:
    """One parameter and what it may be."""

    name: str
    now: float  # in the incumbent
    values: tuple[Number, ...]  # of a grid, rising; ends of a range
    is_range: bool

    def value_at(self, part: float) -> Number:
        """The value at a part of the way from the least (0) to the most (1)."""
        low, high, part = self.values[0], self.values[-1], min(1.0, max(0.0, part))
        if not self.is_range:
            return self.values[round(part * (len(self.values) - 1))]
        rounded = round((low + part * (high - low)) / self.step) * self.step
        return _tidy(min(high, max(low, rounded)))

    def part_of(self, value: float) -> float:
        """Where a value lies between the least (0) and the most (1)."""
        if self.is_range:
            low, high = self.values[0], self.values[-1]
            return min(1.0, max(0.0, (value - low) / (high - low)))
        nearest = min(range(len(self.values)), key=lambda at: abs(self.values[at] - value))
        return nearest / max(1, len(self.values) - 1)

    @property
    def step(self) -> float:
        """What a number of a range is rounded to: a power of ten."""
        width = self.values[-1] - self.values[0]
        return float(10.0 ** math.floor(math.log10(width / STEPS)))

    @property
    def grid(self) -> tuple[Number, ...]:
        """Its values; of a range, as many as are tried where nothing else varies."""
        if not self.is_range:
            return self.values
        return tuple(dict.fromkeys(self.value_at(at / (ALONE - 1)) for at in range(ALONE)))

    @property
    def text(self) -> str:
        low, high = format_value(self.values[0]), format_value(self.values[-1])
        if self.is_range or len(self.values) > 3:
            many = "any number" if self.is_range else f"{len(self.values)} values"
            return f"{self.name} {low} to {high} ({many})"
        return f"{self.name} {', '.join(map(format_value, self.values))}"


def _tidy(value: float) -> Number:
    """Without the dust of floats, so that the text is as short as the step."""
    found = float(f"{value:.10g}")
    return int(found) if found.is_integer() else found


@dataclass(frozen=True)
class Space:
    """All candidates."""

    policy: "PolicySpec"  # the incumbent
    dimensions: tuple[Dimension, ...]

    @property
    def incumbent(self) -> Candidate:
        return tuple(_tidy(one.now) for one in self.dimensions)

    @property
    def is_listed(self) -> bool:
        """Is every candidate tried?"""
        if len(self.dimensions) == 1:
            return True
        sizes = [len(one.values) for one in self.dimensions]
        return not any(one.is_range for one in self.dimensions) and math.prod(sizes) <= LARGE

    def candidates(self) -> list[Candidate]:
        """Every point of the grid but the incumbent."""
        found = product(*(one.grid for one in self.dimensions))
        return [each for each in found if each != self.incumbent]

    def at(self, parts: Sequence[float]) -> Candidate:
        pairs = zip(self.dimensions, parts, strict=True)
        return tuple(one.value_at(part) for one, part in pairs)

    def spec(self, candidate: Candidate) -> "PolicySpec":
        """The policy of a candidate."""
        tried = {one.name: format_value(value) for one, value in self._pairs(candidate)}
        params = {**dict(self.policy.params), **tried}
        return replace(self.policy, params=tuple(sorted(params.items())))

    def name(self, candidate: Candidate) -> str:
        """The values, as a user would type them: keep=3, hold=1."""
        return ", ".join(f"{one.name}={format_value(v)}" for one, v in self._pairs(candidate))

    def values(self, candidate: Candidate) -> dict[str, Number]:
        return {one.name: value for one, value in self._pairs(candidate)}

    def _pairs(self, candidate: Candidate) -> list[tuple[Dimension, Number]]:
        return list(zip(self.dimensions, candidate, strict=True))


def make_space(
    game: str,
    policy: "PolicySpec",
    wanted: Sequence[str],
    grids: Mapping[str, Sequence[Number]],
    ends: Mapping[str, tuple[float, float]],
) -> Space:
    """What a user wants to try, checked against what the policy declares: each of the parameters
    has a grid, or the ends of a range of numbers."""
    known = {one.name: one for one in registry.number_parameters(game, policy)}
    if not known:
        raise _nothing_to_tune(game, policy)
    found = []
    for name in wanted:
        if name not in known:
            raise UserError(
                f"Policy {policy.name} of {game} has no number {name!r} to tune"
                f"{did_you_mean(name, known)}"
            )
        values = ends.get(name) or grids[name]
        found.append(_dimension(policy, known[name], values, name in ends))
    space = Space(policy, tuple(found))
    if space.is_listed and not space.candidates():
        raise UserError(
            f"{option_subject('over')} names nothing but what {policy} has already, "
            f"{space.name(space.incumbent)}; give other values."
        )
    return space


def _nothing_to_tune(game: str, policy: "PolicySpec") -> UserError:
    meant = registry.without_level(game, policy)
    if meant != policy:
        return UserError(f"Policy {policy} of {game} is a name for {meant}; tune that.")
    able = [
        one.name
        for one in registry.named_policies(game)
        if any(isinstance(each, registry.NumberParameter) for each in one.parameters)
    ]
    listed = f" Policies of {game} that have some: {', '.join(able)}." if able else ""
    return UserError(
        f"Policy {policy} of {game} has no parameters, so there is nothing to tune.{listed}"
    )


def _dimension(
    policy: "PolicySpec",
    parameter: "NumberParameter",
    values: Sequence[Number],
    is_range: bool,
) -> Dimension:
    name, subject = parameter.name, option_subject("over")
    low, high = min(values), max(values)
    if low < parameter.low or high > parameter.high:
        raise UserError(
            f"{subject} tries {name}={format_value(low if low < parameter.low else high)}, but "
            f"{name!r} of policy {policy.name} must be from {parameter.low:g} to "
            f"{parameter.high:g}."
        )
    broken = [value for value in values if value != int(value)]
    if parameter.whole and (is_range or broken):
        raise UserError(
            f"{subject} must try whole numbers for {name!r} of policy {policy.name}, as in "
            f"{name}={math.ceil(low)}..{math.floor(high)}."
        )
    return Dimension(name, parameter.default, tuple(sorted(values)), is_range)
