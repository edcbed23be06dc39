"""How a player is asked for its move at a table."""

from typing import Any

from analyzer.playout.state import State
from analyzer.policies import registry, spec

PLAYERS = ("expert", "search")
SEED = 80_001
Raw = dict[str, Any]


def seat_policy(state: State, name: str) -> Any:
    stepper = state._stepper
    return registry.make_policy(
        state.position()["game"], spec.parse_policy(name), stepper.table, state.rules
    )


def choose(stepper: Any, policy: Any) -> int:
    move: int = stepper.moves()[stepper.choose(policy, stepper.coin(stepper.seat))]
    return move


def after_move(stepper: Any, move: int) -> Any:
    after = stepper.copy()
    after.apply(move)
    return after
