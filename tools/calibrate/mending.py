"""Mending: a search names other changes in every run, so a change is simulated at length when it
is first named."""

import ast
import json

from calibrate.observations import Observation
from calibrate.sizes import TIMES, TRUTH_SEED

import analyzer
from analyzer.stats import Interval
from analyzer.stats.claims import from_json

AS_IT_IS = "as it is"


class Mending:
    """The search of one game, and what long runs say of the changes that it named."""

    def __init__(self, game: str, n: int, tolerance: float) -> None:
        self.game, self.n, self.tolerance = game, n, tolerance

    def read(self, n: int, seed: int) -> Observation:
        """The claim of every change that was confirmed, and what the answer concludes."""
        text = analyzer.ask(
            self.game, "mend", n=n, seed=seed, tolerance=self.tolerance, threads=1
        ).to_json()
        told, found = json.loads(text), Observation()
        for one in told["confirmed"]:
            self._add(found, one["name"], one)
        self._add(found, AS_IT_IS, told)
        if told["none"] and told["none"]["value"] == "shown":
            for one in told["changes"]:  # all of them must be unfair
                self._add(found, one["name"], one)
        return found

    def _add(self, found: Observation, name: str, told: dict) -> None:
        if told.get("claim"):
            claim = from_json(told["claim"])
            found.claims[name] = claim
            found.families.setdefault("departures", {})[f"{name}: {claim.of}"] = claim.found

    def truth(self) -> Observation:
        found = Observation()
        self._play(found, AS_IT_IS)
        return found

    def grow(self, truth: Observation, short: Observation) -> None:
        for name in short.claims:
            if name not in truth.claims:
                self._play(truth, name)

    def _play(self, truth: Observation, name: str) -> None:
        rules = {} if name == AS_IT_IS else rules_of(name)
        text = analyzer.simulate(
            self.game,
            n=TIMES * self.n,
            seed=TRUTH_SEED,
            tolerance=self.tolerance,
            rules=rules,
            threads=1,
        ).to_json()
        told = json.loads(text)
        claim = next(one for one in told["findings"] if one["key"] == "fair")["claim"]
        truth.claims[name] = from_json(claim)
        fair = told["fair_share"]
        shares = truth.families.setdefault("departures", {})
        for row in told.get("roles") or told["seats"]:
            who = row.get("role") or f"seat {row['seat']}"
            wins = row["win_share"]
            moved = {end: wins[end] - fair for end in ("estimate", "low", "high")}
            shares[f"{name}: {who}"] = Interval(**moved)


def rules_of(name: str) -> dict[str, object]:
    """The rules of a change as it is named: "variant=true, hand_limit=6"."""
    pairs = (part.split("=", 1) for part in name.split(", "))
    return {rule: _value(value) for rule, value in pairs}


def _value(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return text
