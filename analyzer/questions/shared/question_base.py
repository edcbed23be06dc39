"""What designed experiments share: their size, their command, the frame of their answer."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Annotated, cast

from analyzer import stats
from analyzer.answer.blocks import Answer, Block, Command, Figure, Finding, Paragraph
from analyzer.errors import UserError
from analyzer.estimates.fairness import CAPPED
from analyzer.estimates.formatting import join_words
from analyzer.policies import registry
from analyzer.questions.designer import FEWEST, QuestionOptions
from analyzer.questions.shared import common
from analyzer.simulation.plan import Plan

if TYPE_CHECKING:
    from analyzer.policies.spec import PolicySpec
    from analyzer.request.setting import Setting
    from analyzer.simulation.reducers.changed import Changed
    from analyzer.simulation.reducers.notable import Notable
    from analyzer.simulation.run import GroupResult, Outcome

CORES = 2
USUAL_SECONDS = 9.0  # of a question, unless it says otherwise
LEAST, MOST = 200, 1_000_000
USUAL_WORLDS = 32  # of `search`
IN_PYTHON = 100
WALKING = 1500  # microseconds to walk through a playout move by move


@dataclass(frozen=True)
class DesignerResult:
    """What the results of all designed experiments share."""

    game: Annotated[str, "name of the game"]
    question: Annotated[str, "name of the question"]
    players: Annotated[int | None, "number of seats, or null where several are compared"]
    policies: Annotated[
        tuple[str, ...], "policy of each seat, seat 1 first; or all that are seated in turn"
    ]
    rules_changed: Annotated[Mapping[str, object], "the rules that differ from their default"]
    seed: Annotated[int, "seed of the experiment"]
    games_each: Annotated[int, "games of each cell; where cells differ, the most"]
    sentences: Annotated[tuple[str, ...], "the answer in words"]
    warnings: Annotated[tuple[str, ...], "warnings, in sentences"]


def games_per_cell(
    setting: "Setting", asked: QuestionOptions, cells: int, part: float = 1.0, least: int = LEAST
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
    most = part * time_budget(asked) * CORES * 1e6 / each
    return max(least, min(MOST, round_down(most)))


def time_budget(asked: QuestionOptions, usual: float = USUAL_SECONDS) -> float:
    """What the default size should take on two cores."""
    return usual if asked.seconds is None else asked.seconds


def slowness(setting: "Setting") -> float:
    """How many games of experts take as long as one of this table, roughly."""
    game = setting.game.name
    meant = [registry.without_level(game, policy) for policy in setting.policies]
    thinking = sum(map(_worlds, meant)) / setting.players
    slow = any(registry.is_in_python(game, policy) for policy in setting.policies)
    return 1 + setting.game.world_cost * thinking + (IN_PYTHON if slow else 0)


def _worlds(policy: "PolicySpec") -> int:
    """How many worlds a policy tries its moves in; 0 if it does not."""
    if policy.name != "search":
        return 0
    given = dict(policy.params).get("worlds")
    return int(given) if given and given.isdigit() else USUAL_WORLDS


def playout_cost(setting: "Setting", games_on: int) -> int:
    """What a playout costs from which games are played on, in playouts; for `games_per_cell`."""
    return games_on + WALKING // setting.game.microseconds


def round_down(value: float) -> int:
    """Down to 1, 2 or 5 and zeros."""
    unit = 1
    while unit * 10 <= value:
        unit *= 10
    return unit * next((factor for factor in (5, 2) if factor * unit <= value), 1)


@dataclass(frozen=True)
class DesignerQuestion(common.OneRound):
    """Base of a question: subclasses say `plan` and `build_content`."""

    name: str
    setting: "Setting"
    asked: QuestionOptions

    @property
    def command(self) -> str:
        return common.command_of(self.asked.request)

    def plan(self) -> Plan:
        raise TypeError(f"{type(self).__name__} says no plan")

    def build_content(self, outcome: "Outcome") -> "AnswerContent":  # noqa: ARG002 - for subclasses
        raise TypeError(f"{type(self).__name__} tells nothing")

    def answer(self, outcome: "Outcome") -> Answer:
        told = self.build_content(outcome)
        if self.tells_of_winning(told) and outcome.groups:
            totals = outcome.groups[0].totals()
            if totals.unfinished > CAPPED * totals.n:
                told = without_claims(told, totals.unfinished, totals.n)
        return build_answer(self, told, outcome)

    def tells_of_winning(self, told: "AnswerContent") -> bool:  # noqa: ARG002 - for subclasses
        """Does it say what decides who wins, and does not ask itself whether games end? Its first
        group then has totals."""
        return False


@dataclass(frozen=True)
class AnswerContent:
    """What a question has to say; the rest of the answer is the same for all."""

    sentences: Sequence[str]  # the first one is the title
    findings: Sequence[Finding]
    blocks: Sequence[Block]  # tables and figures; sentences are put between them
    result: object  # its own numbers, typed
    several_sizes: bool = False
    in_turn: Sequence[str] = ()  # policies, where more than one is seated
    replays: Sequence[Command] = ()  # games to look at
    remarks: Sequence[str] = ()  # how to read it
    warnings: Sequence[str] = ()


UNFINISHED = (
    "{} of games hit a cap on their length, so who would have won them, and what decides that, is "
    "not known."
)


def without_claims(told: AnswerContent, unfinished: int, n: int) -> AnswerContent:
    """An answer about winning where too many games are unfinished: its numbers, and no claim."""
    text = UNFINISHED.format(stats.format_share(unfinished, n))
    text = text[0].upper() + text[1:]
    blocks = [
        replace(block, title=text.rstrip(".")) if isinstance(block, Figure) else block
        for block in told.blocks
    ]
    return replace(
        told,
        sentences=[text],
        findings=[
            replace(cast("Finding", _bar_claims(one)), sentence=text) for one in told.findings
        ],
        blocks=blocks,
        result=_bar_claims(told.result),
    )


def _bar_claims(found: object) -> object:
    """The same, with every claim in it left open."""
    if isinstance(found, stats.Claim):
        return found.bar("unfinished")
    if isinstance(found, tuple) and not hasattr(found, "_fields"):
        return tuple(map(_bar_claims, found))
    if isinstance(found, Mapping):
        return {name: _bar_claims(one) for name, one in found.items()}
    if is_dataclass(found) and not isinstance(found, type):
        parts = {each.name: _bar_claims(getattr(found, each.name)) for each in fields(found)}
        return replace(found, **parts)
    return found


def build_answer(ask: DesignerQuestion, told: AnswerContent, outcome: "Outcome") -> Answer:
    """An answer in our usual frame: tables, sentences, remarks, notes, games, charts."""
    setting = ask.setting
    played = {ran.n for ran in outcome.groups}
    n = max(played, default=0)
    tables = [block for block in told.blocks if not isinstance(block, Figure)]
    figures = [block for block in told.blocks if isinstance(block, Figure)]
    blocks: list[Block] = list(tables)
    blocks += [Paragraph(text, "answer") for text in told.sentences]
    blocks += [Paragraph(text) for text in told.remarks]
    warnings = [Paragraph(text, "warning") for text in told.warnings]
    blocks += warnings
    blocks += told.replays
    most = "up to " if len(played) > 1 else ""
    heading = list(common.answer_heading(setting, f"{most}{n:,} games per cell"))
    if told.several_sizes:
        heading[1] = "every number of players"
    several = len(set(told.in_turn)) > 1
    if several:
        heading[2] = f"{join_words(list(told.in_turn))} in turn"
    return Answer(
        kind=f"ask {ask.name}",
        title=told.sentences[0].rstrip("."),
        heading=tuple(heading),
        changed=common.rules_text(setting.changed),
        findings=tuple(told.findings),
        blocks=(*blocks, *figures),
        results=(
            DesignerResult(
                game=setting.game.name,
                question=ask.name,
                players=None if told.several_sizes else setting.players,
                policies=tuple(told.in_turn) if several else setting.policy_names,
                rules_changed=setting.changed,
                seed=setting.seed,
                games_each=n,
                sentences=tuple(told.sentences),
                warnings=tuple(told.warnings),
            ),
            told.result,
        ),
        command=ask.command,
        provenance=common.provenance_record(setting, n, 0, ask.command)
        | {
            "cells": sorted({cell.key for ran in outcome.groups for cell in ran.group.cells}),
        },
        notes=common.table_notes(setting, outcome),
        **common.clock_fields(outcome),
    )


def one_policy(setting: "Setting", question: str) -> str | None:
    """The one policy that a user names for all seats; None if there is none."""
    if not setting.policy_words:
        return None
    if len(set(setting.policy_names)) > 1:
        raise UserError(
            f"ask {question} seats policies itself: name one with --policy, without a seat, or "
            f"none for the whole ladder; got {join_words(list(setting.policy_words))}."
        )
    return setting.policy_names[0]


def ladder(setting: "Setting") -> list[str]:
    """The policies that every game has, from worst to best."""
    known = {policy.name for policy in registry.named_policies(setting.game.name)}
    return [name for name in ("random", "greedy", "expert") if name in known]


# --- numbers in words ----------------------------------------------------------------------------


def format_share(found: stats.Interval) -> str:
    """A share with its interval: 14 % (13 – 15); a bound if nothing of it was seen, or all."""
    if found.estimate == found.low == 0:
        return f"at most {_away(100 * found.high, math.ceil)} %"
    if found.estimate == found.high == 1:
        return f"at least {_away(100 * found.low, math.floor)} %"
    percent = stats.format_rounded(100 * found.estimate, 100 * found.error, most=2)
    seen, lacking = found.low > 0 and float(percent) == 0, found.high < 1 and float(percent) == 100
    if seen or lacking:  # the number must not look like none, or all, where it is neither
        apart = 100 * min(found.estimate, 1 - found.estimate)
        percent = stats.format_fixed(100 * found.estimate, -math.floor(math.log10(apart)))
    return f"{percent} % ({_ends(found, 100)})"


def format_amount(found: stats.Interval, most: int = 2) -> str:
    """A mean with its interval: 1.7 (1.5 – 1.8)."""
    return f"{common.number_value(found, most).text} ({_ends(found, 1, most)})"


def _ends(found: stats.Interval, scale: float, most: int = 2) -> str:
    return common.interval_text(found, scale, most)


def _away(value: float, rounded: Callable[[float], int]) -> str:
    """A bound with two digits, rounded so that it stays true."""
    apart = min(value, 100 - value)
    places = 1 - math.floor(math.log10(apart)) if 0 < apart < 100 else 0
    return stats.format_fixed(rounded(value * 10**places) / 10**places, max(0, places))


def share_interval(found: stats.Interval, n: int, level: float = stats.LEVEL) -> stats.Interval:
    """The interval of a share; if all of n independent cases were alike, the exact one.

    The jackknife sees no spread then, and would call a share of 0 or 1 certain.
    """
    if found.error == 0 and found.estimate in (0, 1):
        return stats.clopper_pearson(n * found.estimate, n, level)
    ends = (min(1.0, max(0.0, end)) for end in (found.low, found.high))
    return stats.Interval(found.estimate, *ends)


# --- games to look at ----------------------------------------------------------------------------

NOTABLE = {  # what the reducer `notable` keeps, in words
    "median": "a game of the usual length",
    "longest": "the longest",
    "closest": "the closest",
    "comeback": "the largest comeback",
}


def notable_replays(
    setting: "Setting", ran: "GroupResult", *which: str, cell: int = 0
) -> list[Command]:
    """Notable games of a cell whose group wants them, as far as there are any."""
    kept = cast("Notable", ran.part("notable", cell))
    indices = {name: kept.index(name) for name in which}
    return [
        common.replay_link(setting, NOTABLE[name], index)
        for name, index in indices.items()
        if index is not None
    ]


def changed_replays(
    setting: "Setting", other: "Setting", name: str, ran: "GroupResult", place: int
) -> list[Command]:
    """A game in which a change gives another winner: as it is, and with the change."""
    kept = cast("Changed", ran.part("changed", place, 0))
    if not kept.indices:
        return []
    index = kept.indices[0]
    return [
        common.replay_link(setting, f"one whose winner {name} changes", index),
        common.replay_link(other, f"the same with {name}", index),
    ]
