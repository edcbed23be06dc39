"""A game to look at: its moves, what lay on the table, and every hand or one seat's view."""

import time
from typing import TYPE_CHECKING

from analyzer import games
from analyzer.playout.continuations import Walker
from analyzer.playout.replay import begin_playout, choose_move, state_before
from analyzer.policies import registry
from analyzer.questions.report.game_story import find_moments
from analyzer.questions.shared import common
from analyzer.studio.affordable import TRIAL, affordable_worlds
from analyzer.studio.human_game import end_sentence, weigh_moves

if TYPE_CHECKING:
    from analyzer.playout.cell import Cell
    from analyzer.system.json_types import Json

WORLDS = 60
LEAST_WORLDS = 20
MOMENTS = 40
CHANCES_SECONDS = 6.0
VALUE_WORLDS = 300
VALUE_SECONDS = 4.0
MOST_STEPS = 5000
MOST_SECONDS = 10.0


def replay_steps(cell: "Cell", index: int, eyes: int = 0) -> "Json":
    """The moves of a game in words. `eyes`: the seat (from 1) that looks; 0: all hands are open.

    A seat is told its own hand, its own legal moves, and what lies open; of the others' moves, only
    that they were made.
    """
    face, rules = games.load(cell.game), cell.rules
    stepper, seated = begin_playout(cell, index)
    coins = stepper.coins()
    raw = stepper.describe()
    seats = [eyes - 1] if eyes else list(range(cell.players))

    def hands() -> "Json":
        return {str(seat + 1): face.hand_of(rules, raw, seat) for seat in seats}

    steps: list[Json] = [
        {
            "number": 0,
            "title": "The deal",
            "table": face.on_table(rules, raw),
            "hands": hands(),
            "legal": [],
            "events": [] if eyes else face.events(rules, None, "", raw),
        }
    ]
    started, whole = time.perf_counter(), True
    while codes := stepper.moves():
        number, seat = len(steps), stepper.seat
        if number > MOST_STEPS or time.perf_counter() - started > MOST_SECONDS:
            whole = False
            break
        chosen = choose_move(cell, stepper, seated, coins, index)
        seen = not eyes or seat == eyes - 1
        names = [face.move_name(rules, code) for code in codes] if seen else []
        step: Json = {
            "number": number,
            "seat": seat + 1,
            "title": f"Move {number}: seat {seat + 1}" + (f", {names[chosen]}" if seen else ""),
            "short": f"seat {seat + 1}" + (f": {names[chosen]}" if seen else ""),
            "table": face.on_table(rules, raw),
            "hands": hands(),
            "legal": names,
            "made": chosen if seen else None,
        }
        before = raw
        stepper.apply(codes[chosen])
        raw = stepper.describe()
        step["events"] = [] if eyes else face.events(rules, before, names[chosen], raw)
        steps.append(step)
    result = stepper.result()
    winners = [seat + 1 for seat, win in enumerate(result["win840"]) if win]
    moves = common.format_count(len(steps) - 1, "move")
    return {
        "index": index,
        "steps": steps,
        "title": f"Game {index:,}, {moves}" if whole else f"Game {index:,}, its first {moves}",
        "end": end_sentence(0, winners, list(result["scores"])) if whole else "",
        "winner": winners[0] if winners else 1,
    }


def chances(cell: "Cell", index: int, seat: int) -> "Json":
    """The chance of a seat (from 1) at its decisions: move and chance."""
    walker = Walker(cell)
    first = next((stop.copied() for stop in walker.steps(index) if stop.seat == seat - 1), None)
    worlds, most = WORLDS, MOMENTS
    if first is not None:
        started = time.perf_counter()
        walker.on(index, first.stepper, seat - 1, TRIAL)
        each = max((time.perf_counter() - started) / TRIAL, 1e-9)
        worlds = max(LEAST_WORLDS, min(WORLDS, int(CHANCES_SECONDS / each / MOMENTS)))
        most = max(4, min(MOMENTS, int(CHANCES_SECONDS / each / worlds)))
    found = find_moments(cell, index, seat - 1, worlds, most)
    return {
        "seat": seat,
        "points": [[moment.move, moment.chance] for moment in found],
        "caption": f"Chance of seat {seat} to win, from what it can see at its own decisions; "
        f"{worlds} worlds each.",
    }


def values(cell: "Cell", index: int, move: int) -> "Json":
    """What every legal move was worth before the move number `move`, from what its seat saw."""
    state = state_before(cell, index, move)
    seated = registry.seat_policies(cell, state._stepper.table)
    worlds = affordable_worlds(state._stepper, seated, VALUE_WORLDS, VALUE_SECONDS)
    return weigh_moves(state._face, state._stepper, seated, state.moves(), worlds)
