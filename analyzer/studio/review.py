"""After a game: what an expert wins with the person's cards, and the person's costliest moves.

A move that looks costly in a few worlds may only have been unlucky there. So those that look worst
are weighed again in fresh worlds, and the sentence says no more than these show.
"""

import time
from dataclasses import replace
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
    from analyzer.system.json_types import Json

FIRST_WORLDS = 60  # to find the moves that look worst
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


def build_review(game: HumanGame) -> "Json":
    """What an expert wins with the same deals, and the moves to look at again."""
    if not game.over:
        raise UserError("The game is not over yet.")
    return {"sentence": _expert_sentence(game), "costly": _costly(game)}


def _expert_sentence(game: HumanGame) -> str:
    """The same deals, other coins: how often does the best policy win in the person's place?"""
    name = game.cell.policies[game.seat]
    won, n, started = 0, 0, time.perf_counter()
    while n < AGAIN and time.perf_counter() - started < AGAIN_GAMES_SECONDS:
        n += 1
        batch = ReadyCell(replace(game.cell, coin_seed=n)).play(game.index, 1, Control())
        won += int(batch.seat_column("win840")[0, game.seat])
    found = stats.clopper_pearson(won / WIN, n)
    share = common.percent_value(found, 0).text
    return (
        f"In your place, the policy {name} wins {share} ({common.interval_text(found, 100)}) of "
        f"{common.count_of_games(n)} with the same deals."
    )


def _costly(game: HumanGame) -> "list[Json]":
    """The person's costliest moves, the worst first, as far as they look costly in fresh worlds."""
    choices = _choices(game)
    suspects = sorted(choices, key=lambda one: -one[1])[:SUSPECTS]
    found = []
    for number, looks in suspects:
        if looks > 0 and (told := _weighed_again(game, number)):
            found.append(told)
    found.sort(key=lambda one: -one["cost"])
    return found[:COSTLIEST]


def _choices(game: HumanGame) -> list[tuple[int, float]]:
    """Every decision of the person that was one: its number from 0, and what it seems to cost."""
    again = HumanGame(game.cell, game.index, game.seat, game.after)
    found, worlds = [], 0
    for number, place in enumerate(game.made):
        if len(again.stepper.moves()) > 1:
            if not worlds:
                seconds = FIRST_SECONDS / len(game.made)
                worlds = affordable_worlds(again.stepper, again.seated, FIRST_WORLDS, seconds, 10)
            weighed = move_values.evaluate_moves(again.stepper, again.seated, worlds, by="win")
            mine = next(one for one in weighed.options if one.place == place)
            found.append((number, mine.behind.estimate))
        again.move(place)
    return found


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
