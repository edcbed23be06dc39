"""Asking a policy for its choice in a state, and states to ask in."""

from analyzer import new_state
from analyzer.policies import registry, spec


def policy_at(state, text):
    return registry.make_policy(
        state.game, spec.parse_policy(text), state._stepper.table, state.rules
    )


def choice(state, text, seat=None):
    """The move that a policy makes."""
    coin = state._stepper.coin((seat or state.seat) - 1)
    return state.moves()[state._stepper.choose(policy_at(state, text), coin)]


def positions(game, players, policy, every, seed=11, index=0, given=None):
    """States of a playout, where there is something to decide."""
    state = new_state(game, players, seed=seed, index=index, rules=given or {})
    who = policy_at(state, policy)
    coins, number = state._stepper.coins(), 0
    while moves := state._stepper.moves():
        number += len(moves) > 1
        if len(moves) > 1 and number % every == 0:
            yield state
        state.play(state._stepper.choose(who, coins[state._stepper.seat]))
