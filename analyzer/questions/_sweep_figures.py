"""The chart of a sweep: panels over one rule, or a grid of two."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.answer import figures
from analyzer.answer.blocks import Figure, Tone
from analyzer.estimates import phrases
from analyzer.estimates.formatting import join_words
from analyzer.games.parameters import format_value
from analyzer.questions._sweep_cells import plain_value
from analyzer.questions._sweep_sentences import level_value, panel_title
from analyzer.questions.shared import common

if TYPE_CHECKING:
    from analyzer.estimates.measures import Measure
    from analyzer.questions._sweep_cells import CellResult
    from analyzer.questions.sweep import Sweep
    from analyzer.stats import Claim

Dimension = tuple[str, tuple[object, ...]]


class SweepFigure:
    """The cells as a picture: what is told of each, and where the printed rule lies."""

    def __init__(
        self,
        asked: "Sweep",
        rows: "Sequence[CellResult]",
        measures: "Sequence[Measure]",
        policies: Sequence[str],
    ) -> None:
        self.asked, self.rows, self.measures = asked, rows, measures
        self.policy = policies[0] if policies else None  # whose wins a grid shows, if several play
        self.policies = policies

    def figure(self, across: str, grid: str, n: int) -> Figure:
        """Under the title `across` over one rule, under `grid` over two."""
        wide = [(name, values) for name, values in self.asked.dimensions if len(values) > 1]
        wide = wide or [self.asked.dimensions[0]]
        names, base, two = [name for name, _ in wide], self.asked.base, len(wide) == 2
        marked = self.varies_rules and any(row.printed for row in self.rows)
        drawn = f"{self.what}, in pp, by {join_words(names)}"
        if not two:
            drawn = f"By {join_words(names)}, with 95 % intervals that hold together"
        return Figure(
            name="sweep",
            kind="grid" if two else "sweep",
            title=grid if two else across,
            subtitle=drawn + ("; the printed rule is marked" if marked else ""),
            caption=f"{common.count_of_games(n)} per cell of {base.game.name}, "
            f"{common.seating_text(base.policy_names)}, seed {base.seed}{self._luck()}.",
            data=self._grid(*wide) if two else self._panels(names[0]),
        )

    @property
    def varies_rules(self) -> bool:
        return self.asked.wide != ["players"]

    @property
    def what(self) -> str:
        """What a grid shows in each cell."""
        if self.policy:
            return f"What {self.policy} wins beyond an equal share"
        return "Largest departure from a fair share"

    def _luck(self) -> str:
        """Which cells share their luck."""
        if not self.varies_rules:
            return ""
        same = " with the same number of players" * ("players" in self.asked.wide)
        return f"; the same luck in all cells{same}"

    def _panels(self, name: str) -> figures.Sweep:
        """What is measured, and who wins, over one rule."""
        printed = [row.printed for row in self.rows]
        panels = [self._measure_panel(measure) for measure in self.measures]
        panels += [self._policy_panel(policy) for policy in self.policies]
        if any(row.departure for row in self.rows):
            panels.append(self._fairness_panel())
        return {
            "axis": name,
            "values": [plain_value(dict(row.point.values)[name]) for row in self.rows],
            "printed": printed.index(True) if True in printed and name != "players" else None,
            "printed_text": "as printed",
            "panels": panels,
        }

    def _measure_panel(self, measure: "Measure") -> figures.SweepPanel:
        points: list[figures.Point | None] = [
            {
                "text": level_value(row.levels[measure], measure).text,
                **common.figure_point(row.levels[measure], 100 if measure.is_share else 1),
            }
            for row in self.rows
        ]
        return {
            "title": panel_title(measure),
            "series": [{"label": measure.label, "points": points}],
            "outer_texts": None,
            "fair": None,
            "unit": "percent" if measure.is_share else "",
        }

    def _policy_panel(self, policy: str) -> figures.SweepPanel:
        claims = [row.surpluses[policy].claim if policy in row.surpluses else None
                  for row in self.rows]  # fmt: skip
        return {
            "title": f"What {policy} wins beyond an equal share",
            "series": [{"label": policy, "points": [_point(claim) for claim in claims]}],
            "outer_texts": None,
            "fair": {"value": 0.0, "text": "equal", "tolerance": self.asked.tolerance},
            "unit": "share",
        }

    def _fairness_panel(self) -> figures.SweepPanel:
        """How far from fair, on whichever side: the seat that departs most may be another one in
        every cell, so a line with signs would jump."""
        points = [_distance(row.fair.claim if row.fair else None) for row in self.rows]
        return {
            "title": "How far from fair, in percentage points",
            "series": [{"label": "largest departure", "points": points}],
            "outer_texts": None,
            "fair": {"value": 0.0, "text": "fair", "tolerance": self.asked.tolerance},
            "unit": "away",
        }

    def _grid(self, one: Dimension, two: Dimension) -> figures.Grid:
        """Who wins in every cell of two rules."""
        by_values = {tuple(value for _, value in row.point.values): row for row in self.rows}
        order = [name for name, _ in self.asked.dimensions]
        fixed = {name: values[0] for name, values in self.asked.dimensions if len(values) == 1}

        def cell(x: object, y: object) -> figures.GridCell | None:
            chosen = {**fixed, one[0]: x, two[0]: y}
            row = by_values.get(tuple(chosen[name] for name in order))
            claim = self._claim(row) if row else None
            if row is None or claim is None or claim.barred:
                return None
            return {
                "value": claim.found.estimate,
                "text": common.change_value(claim.found, share=True).text.removesuffix(" pp"),
                "tone": phrases.claim_tone(claim) or "muted",
                "interval": common.interval_text(claim.found, 100),
                "printed": row.printed,
            }

        return {
            "x": _side_of(*one),
            "y": _side_of(*two),
            "cells": [[cell(x, y) for x in one[1]] for y in two[1]],
            "centre": 0.0,
            "reach": None,
            "printed_text": "as printed",
        }

    def _claim(self, row: "CellResult") -> "Claim | None":
        """What a grid shows of a cell."""
        if self.policy:
            return row.surpluses[self.policy].claim if self.policy in row.surpluses else None
        return row.fair.claim if row.fair else None


def _point(claim: "Claim | None") -> figures.Point | None:
    """A claim as a mark of a panel; none where these games cannot decide it."""
    if claim is None or claim.barred:
        return None
    tone: Tone = phrases.claim_tone(claim) if claim.kind == "within" else ""
    text = common.change_value(claim.found, share=True).text
    return {"tone": tone, "text": text, **common.figure_point(claim.found, 100)}


def _distance(claim: "Claim | None") -> figures.Point | None:
    """How far the one that departs most is from its fair share, without a sign."""
    if claim is None or claim.barred:
        return None
    away = stats.farthest_distance(claim.found)
    text = common.change_value(away, share=True).text.lstrip("+")
    tone: Tone = phrases.claim_tone(claim)
    return {"tone": tone, "text": f"{text}, {claim.of}", **common.figure_point(away, 100)}


def _side_of(name: str, values: tuple[object, ...]) -> figures.Side:
    """Which rule is printed may depend on the players: cells say it, not rows or columns."""
    return {"label": name, "values": [format_value(value) for value in values], "printed": None}
