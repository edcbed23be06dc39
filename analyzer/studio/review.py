"""After a game: what an expert wins with the person's cards, and the person's costliest moves.

A move that looks costly in a few worlds may only have been unlucky there. So those that look worst
are weighed again in fresh worlds, and the sentence says no more than these show.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from analyzer import stats
from analyzer._core.reductions import WIN
from analyzer._core.runner import Control
from analyzer.errors import UserError
from analyzer.estimates import phrases
from analyzer.estimates.phrases import Phrase
from analyzer.playout import move_values
from analyzer.questions.shared import common
from analyzer.simulation.chunk import ReadyCell
from analyzer.stats import Family
from analyzer.studio.affordable import affordable_worlds
from analyzer.studio.human_game import HumanGame

if TYPE_CHECKING:
    from analyzer._core.runner import Stepper
    from analyzer.system.json_types import Json

FIRST_WORLDS = 60  # to find the moves that look worst
FEWEST_WORLDS = 10
FIRST_SECONDS = 6.0  # for all of them
AGAIN_WORLDS = 400  # to weigh these again
AGAIN_SECONDS = 1.0  # for each
SUSPECTS = 5
COSTLIEST = 3
AGAIN = 400  # times the same deals are played by an expert in the person's place
AGAIN_GAMES_SECONDS = 4.0
COST = Phrase(
    shown="Your move {number}, {move}: {better} was better by {size}.",
    refuted="Your move {number}, {move}, cost nothing.",
    open="Your move {number}, {move}: {better} may have been better, by {size}.",
)


WEIGHED = (
    "Of your {all}, {some} were weighed: those where the policy {policy} moves otherwise first."
)


@dataclass
class Patience:
    """Until when a person waits; no longer if somebody else wants to weigh something."""

    seconds: float
    is_wanted: Callable[[], bool] = lambda: False
    started: float = field(default_factory=time.perf_counter)

    @property
    def over(self) -> bool:
        return time.perf_counter() - self.started > self.seconds or self.is_wanted()


@dataclass(frozen=True)
class _Choice:
    """A decision of the person that was one."""

    number: int  # from 0
    place: int  # of the move that was made
    same: bool  # the policy that reviews makes the same move
    stepper: "Stepper"


def build_review(game: HumanGame, is_wanted: Callable[[], bool] = lambda: False) -> "Json":
    """What an expert wins with the same deals, and the moves to look at again; less of it if
    somebody else wants the processor."""
    if not game.over:
        raise UserError("The game is not over yet.")
    choices = _choices(game)
    sentences = [_expert_sentence(game, Patience(AGAIN_GAMES_SECONDS, is_wanted))]
    looks = _looks(game, choices, Patience(FIRST_SECONDS, is_wanted))
    if len(looks) < len(choices):
        sentences.append(
            WEIGHED.format(
                all=common.format_count(len(choices), "choice"),
                some=len(looks),
                policy=game.cell.policies[game.seat],
            )
        )
    return {"sentences": sentences, "costly": _costly(game, looks, is_wanted)}


def _expert_sentence(game: HumanGame, patience: Patience) -> str:
    """The same deals, other coins: how often does the best policy win in the person's place?"""
    name = game.cell.policies[game.seat]
    won, n = 0, 0
    while not n or (n < AGAIN and not patience.over):
        n += 1
        batch = ReadyCell(replace(game.cell, coin_seed=n)).play(game.index, 1, Control())
        won += int(batch.seat_column("win840")[0, game.seat])
    found = stats.clopper_pearson(won / WIN, n)
    share = common.percent_value(found, 0).text
    return (
        f"In your place, the policy {name} wins {share} ({common.interval_text(found, 100)}) of "
        f"{common.count_of_games(n)} with the same deals."
    )


def _choices(game: HumanGame) -> list[_Choice]:
    """Every decision of the person that was one, with the position before it."""
    again = HumanGame(game.cell, game.index, game.seat, game.after)
    found = []
    for number, place in enumerate(game.made):
        if len(again.stepper.moves()) > 1:
            there = again.stepper.copy()
            policy = again.seated[game.seat]
            same = there.choose(policy, there.coins()[game.seat]) == place
            found.append(_Choice(number, place, same, there))
        again.move(place)
    return found


def _looks(game: HumanGame, choices: list[_Choice], patience: Patience) -> dict[int, float]:
    """What each decision seems to cost, by its number. If time is short: first those in which the
    policy would have moved otherwise."""
    found: dict[int, float] = {}
    if not choices:
        return found
    seated, first = game.seated, choices[0].stepper
    seconds = patience.seconds / len(choices)
    worlds = affordable_worlds(first, seated, FIRST_WORLDS, seconds, FEWEST_WORLDS)
    for one in sorted(choices, key=lambda one: one.same):
        if found and patience.over:
            break
        weighed = move_values.evaluate_moves(one.stepper, seated, worlds, by="win")
        mine = next(option for option in weighed.options if option.place == one.place)
        found[one.number] = mine.behind.estimate
    return found


def _costly(
    game: HumanGame, looks: dict[int, float], is_wanted: Callable[[], bool]
) -> "list[Json]":
    """The person's costliest moves, the worst first, as far as they look costly in fresh worlds."""
    found = []
    for number in sorted(looks, key=lambda number: -looks[number])[:SUSPECTS]:
        if looks[number] <= 0 or is_wanted():
            break
        if told := _weighed_again(game, number):
            found.append(told)
    found.sort(key=lambda one: -one["cost"])
    return found[:COSTLIEST]


def _weighed_again(game: HumanGame, number: int) -> "Json | None":
    """The cost of a move in fresh worlds; None if it was the best one there."""
    place = game.made[number]
    there = HumanGame(game.cell, game.index, game.seat, game.after, list(game.made[:number]))
    worlds = affordable_worlds(there.stepper, there.seated, AGAIN_WORLDS, AGAIN_SECONDS, 60)
    found = move_values.cost_of(there.stepper, there.seated, place, worlds, "win")
    if found is None or found[1].estimate <= 0:
        return None
    better, cost = found
    names = [game.face.move_name(game.cell.rules, code) for code in there.stepper.moves()]
    claim = stats.exceeds(cost, Family("moves", 1), worlds, names[place])
    return {
        "number": number,
        "cost": cost.estimate,
        "low": cost.low,
        "high": cost.high,
        "made": list(game.made[:number]),
        "sentence": phrases.claim_sentence(
            COST, claim, number=number + 1, move=names[place], better=names[better]
        ),
    }
