"""Endings whose best play is known: `search` plays them so, given enough worlds.

They are solved by enumeration, through positions: a hand of one card in Oh Hell, the last turn of
the mountain, and the last cards of a hand of Hike.
"""

import itertools
import random
from collections import Counter

from analyzer import new_state
from support import horrible_mountain
from support.policy_choices import choice, positions


def points_for(bid, tricks):
    """Points of a hand of one card, from the game itself: the trump takes the trick."""
    cards = (["2H"], ["3D"], ["4D"]) if tricks else (["3D"], ["2H"], ["4D"])
    state = new_state("oh-hell", position={"hands": list(cards), "turned": "9H", "hand": 10})
    while state.position()["deciding"] == "bid":
        state.play(f"bid {bid}" if state.seat == 1 else "bid 0")
    while state._stepper.stage == 9:
        state.play(0)
    return state.position()["last_hand"]["points"][0]


def chance_to_take(mine, turned, leads):
    """Of the only trick, over all hands of the two others."""
    rank = {name: place for place, name in enumerate("23456789TJQKA")}
    deck = [f"{r}{s}" for s in "CDHS" for r in rank if f"{r}{s}" not in (mine, turned)]
    taken = 0
    for others in itertools.permutations(deck, 2):
        trick = {0: mine, 1: others[0], 2: others[1]}
        led = trick[leads][-1]
        best = max(
            trick,
            key=lambda s: (trick[s][-1] == turned[-1], trick[s][-1] == led, rank[trick[s][:-1]]),
        )
        taken += best == 0
    return taken / (len(deck) * (len(deck) - 1))


def test_a_hand_of_one_card_is_bid_optimally():
    """Oh Hell: nothing is left to decide but the bid, and nobody sees another's."""
    worth = {(bid, tricks): points_for(bid, tricks) for bid in (0, 1) for tricks in (0, 1)}
    rng, bids = random.Random(3), Counter()
    deck = [f"{r}{s}" for s in "CDHS" for r in "23456789TJQKA"]
    for number in range(40):
        mine, turned, *rest = rng.sample(deck, 4)
        state = new_state(
            "oh-hell",
            position={"hands": [[mine], [rest[0]], [rest[1]]], "turned": turned, "hand": 10},
            index=number,
        )
        assert state.rules.leader == "dealer"
        chance = chance_to_take(mine, turned, leads=0)
        means = {b: chance * worth[b, 1] + (1 - chance) * worth[b, 0] for b in (0, 1)}
        if abs(means[0] - means[1]) < 2:
            continue  # too near for the worlds below
        assert state.seat == 1
        best = max(means, key=means.get)
        bids[best] += 1
        assert choice(state, "search:worlds=600,guard=0,rounds=1") == f"bid {best}", (mine, turned)
    assert min(bids.values()) > 3


def value_of_last_turn(state):
    """What the seat to move wins at best in the last turn; it sees each card as it comes."""
    seat = state.seat
    if state.over:
        return None
    best = -1.0
    for move in state.moves():
        after = state.copy()
        after.play(move)
        best = max(best, won(after, seat) if after.over else value_of_last_turn(after))
    return best


def won(state, seat):
    return (seat in state.winners) / max(1, len(state.winners))


def test_the_last_turn_of_the_mountain_is_played_optimally():
    """The other hand is known, so only the next cards of the Draw Pile are chance: all orders of
    the top two are tried, and every way to go on."""
    given = {"max_turns": 30, "on_cap": "score"}
    tested = 0
    for index in range(60):
        for state in positions(horrible_mountain.GAME, 2, "random", 5, index=index, given=given):
            words = state.position()
            if words["deciding"] != "action" or not 2 <= len(words["draw"]) <= 6:
                continue
            words |= {"turns": 29, "known": words["hands"], "run_outs": 0}
            words.pop("special")
            values = exact_values(words)
            near = [value for value in values.values() if max(values.values()) - value < 0.1]
            if len(near) == len(values):
                continue
            chosen = choice(new_state(position=words), "search:worlds=300,guard=0,rounds=1")
            assert max(values.values()) - values[chosen] < 0.1, (words, values)
            tested += 1
            break
        if tested == 12:
            return
    raise AssertionError(f"only {tested} last turns")


def exact_values(words):
    """By first move: the mean over the orders of the Draw Pile of what can be won."""
    orders = list(itertools.permutations(words["draw"], 2))
    values = Counter()
    for top in orders:
        rest = [card for card in words["draw"] if card not in top]
        state = new_state(position=words | {"draw": [*top, *rest]})
        seat = state.seat
        for move in state.moves():
            after = state.copy()
            after.play(move)
            value = won(after, seat) if after.over else value_of_last_turn(after)
            values[move] += value / len(orders)
    return values


SUITS = ("Bird", "Bug", "Lake", "Light", "Peak", "Trail", "Tree")


def margins(mine, exposed):
    """By first card: the mean margin of seat 1 at the end of the hand, over all cards that the two
    others may hold. All specialties are gone, so that after the first card nobody can choose."""
    left = Counter(dict.fromkeys(SUITS, 10)) - Counter([*mine, exposed])
    found, total = Counter(), 0
    for theirs in itertools.product(SUITS, repeat=2):
        rest = left - Counter(theirs[:1])
        weight = left[theirs[0]] * rest[theirs[1]]
        total += weight
        state = ending(mine, exposed, theirs)
        for move in state.moves():
            found[move] += weight * margin_after(state.copy(), move)
    return {move: value / total for move, value in found.items()}


def ending(mine, exposed, theirs):
    gone = ["Avalanche", "Drought", "Earthquake", "Lost", "Poop", "Spring", "The Sun", "The Worm"]
    gone += ["The Wind"]
    return new_state(
        "hike",
        rules={"litter": 0},
        position={
            "hands": [list(mine), [theirs[0]], [theirs[1]]],
            "pile": [*gone, exposed],
            "worm": {"state": "left", "by": 1},
            "points": [5, 5, 5],
        },
    )


def margin_after(state, move):
    state.play(move)
    while state._stepper.stage == 0:
        state.play(0)
    scores = state.scores
    return scores[0] - sum(scores[1:]) / 2


def test_the_end_of_a_hand_of_hike_is_played_optimally():
    tested = Counter()
    for mine in itertools.combinations(SUITS, 2):
        for exposed in SUITS:
            state = ending(mine, exposed, ("Peak", "Bug"))
            if state.seat != 1 or len(state.moves()) < 2 or state._stepper.stage:
                continue
            values = margins(mine, exposed)
            best = sorted(values.values())
            if best[-1] - best[-2] < 0.4:
                continue
            chosen = choice(state, "search:worlds=800,guard=0,rounds=1")
            assert values[chosen] == best[-1], (mine, exposed, values)
            tested[chosen] += 1
    assert sum(tested.values()) > 10
    assert len(tested) > 3
