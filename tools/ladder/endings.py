"""Endings of two players who know each other's hand, with nothing left to chance: what each move is
worth if both go on as well as they can.

hike: the last cards of a hand. horrible-mountain: the last card of the Draw Pile, after the second
run-out. With two cards in the pile, whoever draws one hides it, and the hands are not known any
more.
"""

from collections.abc import Iterator
from itertools import count
from typing import Any

from ladder.choosing import SEED, Raw, after_move, choose, seat_policy

from analyzer import new_state
from analyzer.playout.state import State

ALL_WON, NOBODY, ALL_LOST = 1.0, 0.5, 0.0  # a game that nobody wins counts half
DRAWS = {70, 72}  # Avalanche and Earthquake
LONGEST = 5  # cards in a hand of hike's endings
MOST_POSITIONS = 300  # of the mountain, to which an ending may come
CARDS_IN_PLAY = ("hands", "table", "cubes", "control", "discard")


def tables_of_experts(game: str, players: int, index: int) -> Iterator[State]:
    """Game after game of experts, before each decision; the state goes on when the next is asked
    for."""
    for attempt in count():
        state = new_state(game, players, seed=SEED + attempt, index=index)
        stepper, expert = state._stepper, seat_policy(state, "expert")
        while stepper.moves():
            yield state
            stepper.apply(choose(stepper, expert))


# --- hike -----------------------------------------------------------------------------------------


def last_hands(index: int) -> State:
    """The first hand of three experts, when two are left with a few cards, and one has a choice."""
    for state in tables_of_experts("hike", 3, index):
        stepper = state._stepper
        raw = stepper.describe()
        if stepper.stage == 0 and len(stepper.moves()) > 1 and _is_settled(raw):
            stepper.restore(raw | _knowing_both_hands(raw))
            return state
    raise AssertionError("there is always another game")


def _is_settled(raw: Raw) -> bool:
    held = [raw["hands"][seat] for seat in raw["active"]]
    return (
        len(held) == 2
        and raw["phase"] == 0
        and max(map(len, held)) <= LONGEST
        and not raw["avalanche"]
        and not DRAWS & {card for hand in held for card in hand}
    )


def _knowing_both_hands(raw: Raw) -> Raw:
    """As after an Earthquake, in which each got what the other one had."""
    one, two = raw["active"]
    known: list[list[int]] = [[] for _ in raw["hands"]]
    own: list[list[int]] = [[] for _ in raw["hands"]]
    known[one], known[two] = raw["hands"][two], raw["hands"][one]
    own[one], own[two] = raw["hands"][one], raw["hands"][two]
    return {"known": known, "base": own, "occasion": 1}


def hand_values(state: State) -> dict[int, float]:
    """For each move the points of the hand, less the mean of the others', if both go on for the
    best of that; of equal moves each takes the one that is worse for the other."""
    stepper = state._stepper
    seat, two = stepper.seat, stepper.describe()["active"]
    return {move: _best(after_move(stepper, move), two)[seat] for move in stepper.moves()}


def _best(stepper: Any, two: list[int]) -> list[float]:
    if stepper.stage or not stepper.moves():
        points = stepper.describe()["hand_points"]
        return [own - (sum(points) - own) / (len(points) - 1) for own in points]
    seat = stepper.seat
    other = sum(two) - seat
    found = (_best(after_move(stepper, move), two) for move in stepper.moves())
    return max(found, key=lambda margins: (margins[seat], -margins[other]))


# --- horrible-mountain ----------------------------------------------------------------------------


def last_cards(index: int) -> State:
    """One card is left to draw, and a win can be forced, but neither at once nor by every move."""
    for state in tables_of_experts("horrible-mountain", 2, index):
        stepper = state._stepper
        raw = stepper.describe()
        if (raw["runs"], len(raw["draw"]), raw["phase"]) != (2, 1, 0) or wins_at_once(stepper):
            continue
        known = state.copy()
        known._stepper.restore(raw | {"known": raw["hands"]})
        ways = _all_ways(known._stepper)
        values = _settle(ways, _key(known._stepper)).values() if ways else [NOBODY]
        if min(values) < max(values) == ALL_WON:
            return known
    raise AssertionError("there is always another game")


def win_values(state: State) -> dict[int, float]:
    """For each move what the seat to move wins, if both go on as well as they can.

    Cards can be swapped for ever, so that positions come again. The value of a game that is cut off
    after k decisions only moves away from half as k grows, and stands when no position changes.
    """
    root = state._stepper
    ways = _all_ways(root)
    assert ways is not None, "an ending with too many positions"
    return _settle(ways, _key(root))


def _all_ways(root: Any) -> dict[Any, dict[int, Any]] | None:
    """The ways on from every position that matters; None if there are too many."""
    seat = root.seat
    ways = {_key(root): _ways(root, seat)}
    todo = _going_on(ways[_key(root)])
    while todo:
        here = todo.pop()
        if _key(here) in ways:
            continue
        if len(ways) == MOST_POSITIONS:
            return None
        found: dict[int, Any] = {0: ALL_WON if here.seat == seat else ALL_LOST}
        if not wins_at_once(here):
            found = _ways(here, seat)
            todo += _going_on(found)
        ways[_key(here)] = found
    return ways


def _going_on(found: dict[int, Any]) -> list[Any]:
    return [after for after in found.values() if not isinstance(after, float)]


def _ways(stepper: Any, seat: int) -> dict[int, Any]:
    """By move: the stepper after it, or what the seat won by it."""
    afters = {move: after_move(stepper, move) for move in stepper.moves()}
    return {move: after if after.moves() else _won(after, seat) for move, after in afters.items()}


def _settle(ways: dict[Any, dict[int, Any]], root: Any) -> dict[int, float]:
    keys = {
        here: {move: to if isinstance(to, float) else _key(to) for move, to in found.items()}
        for here, found in ways.items()
    }
    worth: dict[Any, float] = dict.fromkeys(keys, NOBODY)
    while True:
        values = {
            here: [to if isinstance(to, float) else worth[to] for to in found.values()]
            for here, found in keys.items()
        }
        now = {here: (max if here[0] == root[0] else min)(found) for here, found in values.items()}
        if now == worth:
            return dict(zip(keys[root], values[root], strict=True))
        worth = now


def _key(stepper: Any) -> tuple[Any, ...]:
    """Who decides what, and all cards and cubes."""
    raw = stepper.describe()
    asked = (raw["seat"], raw["phase"], raw["action"], raw["slot"])
    return *asked, repr([raw[name] for name in CARDS_IN_PLAY])


def _won(stepper: Any, seat: int) -> float:
    wins = stepper.result()["win840"]
    if not any(wins):
        return NOBODY
    return ALL_WON if wins[seat] else ALL_LOST


def wins_at_once(stepper: Any) -> bool:
    """Can whoever decides end the game by this turn, and win?"""
    seat = stepper.seat
    for move in stepper.moves():
        after = after_move(stepper, move)
        if not after.moves():
            if _won(after, seat) == ALL_WON:
                return True
        elif after.seat == seat and wins_at_once(after):
            return True
    return False
