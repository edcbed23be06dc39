"""What designed experiments share: their size, their command, the frame of their answer."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from analyzer import policies, stats
from analyzer.answer import Answer, Block, Figure, Finding, Paragraph
from analyzer.asks import FEWEST, Asked
from analyzer.balance.words import listed
from analyzer.errors import UserError
from analyzer.plan import Plan
from analyzer.questions import _common as common

if TYPE_CHECKING:
    from analyzer.plain import Json
    from analyzer.reduce.changed import Changed
    from analyzer.reduce.notable import Notable
    from analyzer.run import Outcome, Ran
    from analyzer.setting import Setting
    from analyzer.spec import PolicySpec

CORES = 2
LEAST, MOST = 200, 1_000_000
USUAL_WORLDS = 32  # of `search`
IN_PYTHON = 100
SEARCH = "search:worlds=4"  # who thinks ahead, beside the ladder
WALKING = 1500  # microseconds to walk through a playout move by move

# Of the JSON object of every question that is asked.
FIELDS = {
    "game": "name of the game",
    "question": "name of the question",
    "players": "number of seats, or null where several are compared",
    "policies": "policy of each seat, seat 1 first",
    "rules_changed": "the rules that differ from their default",
    "seed": "seed of the experiment",
    "games_each": "games of each cell",
    "sentences": "the answer in words",
    "warnings": "warnings, in sentences",
}


def size(
    setting: "Setting", asked: Asked, cells: int, part: float = 1.0, least: int = LEAST
) -> int:
    """Games of each cell: what the user says, or as many as the user's precision needs, or as many
    as fit into the default time.

    The cost of a game is a constant of the game, so the same question plays the same games on every
    machine.
    """
    if asked.n is not None:
        return asked.n
    if asked.precision is not None:
        fair = 1 / setting.players
        deviation = math.sqrt(fair * (1 - fair))
        games = stats.games_for_error(deviation, asked.precision, setting.players)
        return max(FEWEST, math.ceil(games))
    each = setting.game.microseconds * slowness(setting) * max(1, cells)
    most = part * asked.seconds * CORES * 1e6 / each
    return max(least, min(MOST, rounded(most)))


def slowness(setting: "Setting") -> float:
    """How many games of experts take as long as one of this table, roughly."""
    thinking = sum(_worlds(policy) for policy in setting.policies) / setting.players
    slow = any(policies.in_python(setting.game.name, policy) for policy in setting.policies)
    return 1 + setting.game.world_cost * thinking + (IN_PYTHON if slow else 0)


def _worlds(policy: "PolicySpec") -> int:
    """How many worlds a policy tries its moves in; 0 if it does not."""
    if policy.name != "search":
        return 0
    given = dict(policy.params).get("worlds")
    return int(given) if given and given.isdigit() else USUAL_WORLDS


def cost(setting: "Setting", games_on: int) -> int:
    """What a playout costs from which games are played on, in playouts; for `size`."""
    return games_on + WALKING // setting.game.microseconds


def rounded(value: float) -> int:
    """Down to 1, 2 or 5 and zeros."""
    unit = 1
    while unit * 10 <= value:
        unit *= 10
    return unit * next((factor for factor in (5, 2) if factor * unit <= value), 1)


@dataclass(frozen=True)
class Ask(common.OneRound):
    """Base of a question: subclasses say `plan` and `told`."""

    name: str
    setting: "Setting"
    asked: Asked

    @property
    def command(self) -> str:
        words = ["ask", self.setting.game.name, self.name]
        given = self.setting.words
        if not self.asked.players_given:
            given = given[2:]
        more: list[object] = [] if self.asked.n is None else ["-n", self.asked.n]
        if self.asked.precision is not None:
            more += ["--precision", f"{100 * self.asked.precision:g}"]
        if self.asked.tolerance != 0.01:
            more += ["--tolerance", f"{100 * self.asked.tolerance:g}"]
        if self.asked.minutes:
            more += ["--minutes-per-decision", f"{self.asked.minutes:g}"]
        from analyzer.program import command

        return command(*words, *given, *more)

    def plan(self) -> Plan:
        raise TypeError(f"{type(self).__name__} says no plan")

    def told(self, outcome: "Outcome") -> "Told":  # noqa: ARG002 - for subclasses
        raise TypeError(f"{type(self).__name__} tells nothing")

    def answer(self, outcome: "Outcome") -> Answer:
        return framed(self, self.told(outcome), outcome)


@dataclass(frozen=True)
class Told:
    """What a question has to say; the rest of the answer is the same for all."""

    sentences: Sequence[str]  # the first one is the title
    findings: Sequence[Finding]
    blocks: Sequence[Block]  # tables and figures; sentences are put between them
    data: "Json"
    several_sizes: bool = False
    looks: Sequence["Look"] = ()  # games to look at
    remarks: Sequence[str] = ()  # how to read it
    warnings: Sequence[str] = ()


def framed(ask: Ask, told: Told, outcome: "Outcome") -> Answer:
    """An answer in our usual frame: tables, sentences, remarks, notes, games, charts."""
    setting = ask.setting
    n = max((ran.n for ran in outcome.groups), default=0)
    tables = [block for block in told.blocks if not isinstance(block, Figure)]
    figures = [block for block in told.blocks if isinstance(block, Figure)]
    blocks: list[Block] = list(tables)
    blocks += [Paragraph(text, "answer") for text in told.sentences]
    blocks += [Paragraph(text) for text in told.remarks]
    warnings = [Paragraph(text, "warning") for text in told.warnings]
    blocks += warnings
    blocks += [look.paragraph for look in told.looks]
    heading = list(common.heading(setting, f"{n:,} games per cell"))
    if told.several_sizes:
        heading[1] = "every number of players"
    return Answer(
        kind=f"ask {ask.name}",
        title=told.sentences[0].rstrip("."),
        heading=tuple(heading),
        changed=common.rules_in_words(setting.changed),
        findings=tuple(told.findings),
        blocks=(*blocks, *figures),
        data={
            "game": setting.game.name,
            "question": ask.name,
            "players": None if told.several_sizes else setting.players,
            "policies": list(setting.policy_names),
            "rules_changed": setting.changed,
            "seed": setting.seed,
            "games_each": n,
            "sentences": list(told.sentences),
            "warnings": [warning.text for warning in warnings],
            **told.data,
        },
        command=ask.command,
        provenance=common.record(setting, n, 0, ask.command)
        | {
            "cells": sorted({cell.key for ran in outcome.groups for cell in ran.group.cells}),
        },
        notes=common.notes(setting, outcome),
        **common.clock(outcome),
    )


def one_policy(setting: "Setting", question: str) -> str | None:
    """The one policy that a user names for all seats; None if there is none."""
    if not setting.policy_words:
        return None
    if len(set(setting.policy_names)) > 1:
        raise UserError(
            f"ask {question} seats policies itself: name one with --policy, without a seat, or "
            f"none for the whole ladder; got {listed(list(setting.policy_words))}."
        )
    return setting.policy_names[0]


def ladder(setting: "Setting") -> list[str]:
    """The policies that every game has, from worst to best."""
    known = {policy.name for policy in policies.known(setting.game.name)}
    return [name for name in ("random", "greedy", "expert") if name in known]


def thinking(setting: "Setting") -> "Setting | None":
    """The same table with players who think ahead; None if the game has none, or if the user says
    who sits there."""
    known = {policy.name for policy in policies.known(setting.game.name)}
    if setting.policy_words or "search" not in known:
        return None
    return setting.with_policies([SEARCH])


# --- games to look at ----------------------------------------------------------------------------

NOTABLE = {  # what the reducer `notable` keeps, in words
    "median": "a game of the usual length",
    "longest": "the longest",
    "closest": "the closest",
    "comeback": "the largest comeback",
}


@dataclass(frozen=True)
class Look:
    """A game to look at: what is special about it, and the command that shows it."""

    what: str
    command: str

    @property
    def paragraph(self) -> Paragraph:
        label = f"Look at {self.what}: "
        return Paragraph(f"{label}{self.command}", "command", label)


def replay(setting: "Setting", index: int, *more: object) -> str:
    return setting.command("replay", "--game", index, *more)


def notable(setting: "Setting", ran: "Ran", *which: str, cell: int = 0) -> list[Look]:
    """Notable games of a cell whose group wants them, as far as there are any."""
    kept = cast("Notable", ran.part("notable", cell))
    indices = {name: kept.index(name) for name in which}
    return [
        Look(NOTABLE[name], replay(setting, index))
        for name, index in indices.items()
        if index is not None
    ]


def changed(setting: "Setting", other: "Setting", name: str, ran: "Ran", place: int) -> list[Look]:
    """A game in which a change gives another winner: as it is, and with the change."""
    kept = cast("Changed", ran.part("changed", place, 0))
    if not kept.indices:
        return []
    index = kept.indices[0]
    return [
        Look(f"one whose winner {name} changes", replay(setting, index)),
        Look(f"the same with {name}", replay(other, index)),
    ]
