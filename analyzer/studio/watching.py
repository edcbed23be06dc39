"""A game to look at: its moves, what lay on the table, and every hand or one seat's view."""

from typing import TYPE_CHECKING

from analyzer.playout import move_values
from analyzer.playout.replay import replay, state_before
from analyzer.policies import registry
from analyzer.questions.report.game_story import find_moments
from analyzer.studio.human_game import values_payload

if TYPE_CHECKING:
    from analyzer.playout.cell import Cell
    from analyzer.system.json_types import Json

WORLDS = 60
MOMENTS = 40
VALUE_WORLDS = 300
MOST_STEPS = 5000


def replay_steps(cell: "Cell", index: int) -> "Json":
    """The moves of a game in words."""
    steps: list[Json] = []
    for step in replay(cell, index):
        steps.append(
            {
                "number": step["number"],
                "part": step["part"],
                "seat": step.get("seat"),
                "move": step["move"],
                "legal": step.get("legal", []),
                "hand": step.get("hand", []),
                "table": step["table"],
                "events": step["events"],
                "scores": step["scores"],
                "result": step.get("result"),
            }
        )
        if len(steps) >= MOST_STEPS:
            break
    return {"index": index, "steps": steps}


def chances(cell: "Cell", index: int, seat: int) -> "Json":
    """The chance of a seat (from 1) at its decisions: move and chance."""
    found = find_moments(cell, index, seat - 1, WORLDS, MOMENTS)
    return {
        "seat": seat,
        "points": [[moment.move, moment.chance] for moment in found],
        "caption": f"Chance of seat {seat} to win, from what it can see; {WORLDS} worlds each.",
    }


def values(cell: "Cell", index: int, move: int) -> "Json":
    """What every legal move was worth before the move number `move`, from what its seat saw."""
    state = state_before(cell, index, move)
    seated = registry.seat_policies(cell, state._stepper.table)
    weighed = move_values.evaluate_moves(state._stepper, seated, VALUE_WORLDS, by="win")
    return values_payload(state.moves(), weighed)
