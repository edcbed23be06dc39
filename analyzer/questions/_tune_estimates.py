"""The numbers of `tune`, typed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from analyzer.stats import Claim, Interval


@dataclass(frozen=True)
class TriedSetting:
    """One setting of the parameters that was compared with others on the same deals."""

    name: Annotated[str, "the values, as a user would type them"]
    values: Annotated[Mapping[str, Annotated[float, "value of that parameter"]], "by parameter"]
    policy: Annotated[str, "the policy with these values, as --policy takes it"]
    found: Annotated[
        float | None, "what it seemed to gain in the search, a share of wins; null if not searched"
    ]
    gain: Annotated[
        Interval | None, "interval of what it wins beyond an equal share; null if not known"
    ]
    claim: Annotated[Claim, "that it is better; its fields are those of findings[].claim"]
    deals: Annotated[int, "deals behind it, each played once at every seat"]


@dataclass(frozen=True)
class GenerationResult:
    """One generation of a search by CMA-ES."""

    centre: Annotated[
        Mapping[str, Annotated[float, "value of that parameter"]], "where the next one began"
    ]
    deals: Annotated[int, "deals of each of its settings"]
    best: Annotated[float, "what the one that did best seemed to gain"]
    noise: Annotated[float, "standard error of what one of them gains, the largest"]


@dataclass(frozen=True)
class TuneResult:
    """What `tune` found."""

    game: Annotated[str, "name of the game"]
    players: Annotated[int, "number of seats"]
    policy: Annotated[str, "the policy as it was given: the incumbent at all other seats"]
    over: Annotated[
        Mapping[str, Annotated[tuple[float, ...], "values tried, or the two ends of a range"]],
        "what was varied",
    ]
    method: Annotated[str, "halving (every setting of a grid) or cma-es (a larger space)"]
    seed: Annotated[int, "seed of the search; the confirmation has one of its own"]
    rules_changed: Annotated[Mapping[str, object], "the rules that differ from their default"]
    tolerance: Annotated[float, "a gain up to this is too small to matter, a share of wins"]
    outcome: Annotated[str, "BETTER, NO BETTER, OPEN or NO VERDICT; STOPPED if somebody stopped it"]
    tuned: Annotated[str | None, "the policy that is shown to be better; or null"]
    gain: Annotated[
        Interval | None, "what that one wins beyond an equal share, on fresh deals; or null"
    ]
    shrinkage: Annotated[
        float | None,
        "what the best of those confirmed had seemed to gain in the search, minus what fresh deals "
        "say; or null",
    ]
    better: Annotated[
        Claim | None, "that one of those confirmed is better; as findings[].claim; or null"
    ]
    none: Annotated[
        Claim | None, "that none of those compared is better; as findings[].claim; or null"
    ]
    confirmed: Annotated[
        tuple[TriedSetting, ...], "those played on fresh deals, the best in the search first"
    ]
    tried: Annotated[
        tuple[TriedSetting, ...],
        "all that were compared, the best in the search first: its rounds together, or the fresh "
        "deals if those settled it",
    ]
    generations: Annotated[tuple[GenerationResult, ...], "of a search by CMA-ES, in their order"]
    games_search: Annotated[int, "games of the search"]
    games_confirm: Annotated[int, "games of the confirmation"]
    sentences: Annotated[tuple[str, ...], "the answer in words"]
    warnings: Annotated[tuple[str, ...], "warnings, in sentences"]
