"""Decisions that can be valued exactly: the experts, and how they are valued (tools/ladder)."""

import copy
import sys
from itertools import permutations
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

from ladder import anchors, endings

from analyzer import new_state
from oracle import hike, horrible_mountain, link_hike, oh_hell
from support.hike_sled import race
from support.lanes import rest_full
from support.oh_hell import bidding, make_state


def test_a_bid_on_one_card_is_right():
    """Three players: the leader's two of a side suit wins if nobody has its suit or a trump."""
    state = bidding("2S | 3C | 4C", turned="8H", dealer=1)
    suits = "C" * 13 + "D" * 13 + "H" * 12 + "S" * 12
    two = [suits[i] + suits[k] for i, k in permutations(range(50), 2)]
    chance = sum(set(pair) <= {"C", "D"} for pair in two) / len(two)
    values = anchors.margins(state)
    others = values[64] - values[65]
    points = (1 - chance) * 10 + chance * -11 - (chance * 11 + (1 - chance) * -11)
    assert others == pytest.approx(points)
    lost = anchors.regret(anchors.one_card_bids, 4)
    assert max(lost["expert"]) < 1e-9


def test_a_deal_fits_what_was_played():
    """Seat 1 had no diamond: none is dealt to it."""
    state = make_state(
        "2C 5C | 3C 5S | 4C AH", "3 4C, 1 2C", turned="2H", dealer=3, played=[["KD", "3S", "9D"]]
    )
    raw = state._stepper.describe()
    assert anchors.lacking(raw) == [{1}, set(), set()]
    dealt = list(anchors.deals(raw))
    assert len(dealt) == 44 * 43 - 11 * 43
    assert all(hands[0][0] >> 4 != 1 and hands[1] == raw["hands"][1] for hands in dealt)


def test_the_last_trick_but_one():
    """Whoever needs both tricks, and can have them, loses by any other card."""
    state = anchors.last_but_one_tricks(0)
    raw = state._stepper.describe()
    assert sorted(map(len, raw["hands"])) == [1, 1, 2]
    assert len(anchors.margins(state)) == 2
    for hands in anchors.deals(raw):
        assert hands[raw["seat"]] == raw["hands"][raw["seat"]]
        assert len({card for hand in hands for card in hand}) == 4


def test_the_fewest_days_of_a_race_alone():
    """Six fields of snow and two huskies of two points each: two days; with care for both, one."""
    for cards, days in (("", 2), ("double", 1), ("care", 1)):
        state = race("SS - - - / SS - - -", "S S S S S S", cards, {"single_racer": "runs"})
        assert anchors.fewest_days(state._stepper) == days
        assert anchors.days_of(state, "expert") == days
    stuck = race("SS - - - / SS - - -", "S S I S", "", {"single_racer": "runs"})
    assert anchors.fewest_days(stuck._stepper) is None


def test_experts_lose_little():
    """On average less than 0.2 points of a hand, and less than a third of a race day."""
    lost = anchors.regret(anchors.last_but_one_tricks, 15)["expert"]
    assert 0 <= sum(lost) / len(lost) < 0.2
    days = anchors.days_lost(10)
    assert min(days) >= 0
    assert sum(days) / len(days) < 1 / 3


def named(state, values):
    """By the words of the move."""
    return dict(zip(state.moves(), values.values(), strict=True))


# --- the last two tricks of oh-hell again: every permutation of the unseen cards, public positions,
# --- and tricks and points by the oracle


@pytest.mark.parametrize("index", [3, 4, 8])
def test_the_last_two_tricks(index):
    state = anchors.last_two_tricks(index)
    assert len(state.moves()) == 2
    values = named(state, anchors.margins(state))
    words, seat = state.position(), state.seat - 1
    worlds = fitting_hands(words, seat)
    assert len(worlds) == sum(1 for _ in anchors.deals(state._stepper.describe()))
    for move, value in values.items():
        margins = [margin_after(words | {"hands": hands}, seat, move) for hands in worlds]
        assert value == pytest.approx(sum(margins) / len(margins))


def laid_by_seat(words):
    """Every trick with its seats; the last one may be empty or not yet full."""
    players, leader, tricks = words["players"], words["dealer"] - 1, []
    for cards in words["played"]:
        tricks.append([((leader + place) % players, card) for place, card in enumerate(cards)])
        leader = oh_hell.trick_winner(tricks[-1], words["turned"][1])
    return tricks if len(tricks[-1]) < players else [*tricks, []]


def fitting_hands(words, seat):
    tricks, sizes = laid_by_seat(words), [len(hand) for hand in words["hands"]]
    seen = {words["turned"], *words["hands"][seat]} | {card for t in tricks for _, card in t}
    others, found = [other for other in range(len(sizes)) if other != seat], set()
    unseen = [card for card in oh_hell.DECK if card not in seen]
    for cards in permutations(unseen, sum(sizes[other] for other in others)):
        left, hands = list(cards), [words["hands"][seat]] * len(sizes)
        for other in others:
            hands[other], left = sorted(left[: sizes[other]]), left[sizes[other] :]
        if all(may_have_played(trick, hands) for trick in tricks if trick):
            found.add(tuple(map(tuple, hands)))
    return [list(map(list, hands)) for hands in found]


def may_have_played(trick, hands):
    """Whoever did not follow suit has no card of it now."""
    led = trick[0][1][1]
    return all(
        card[1] == led or all(held[1] != led for held in hands[seat]) for seat, card in trick
    )


def margin_after(words, seat, move):
    state, tricks, trick = new_state(position=words), list(words["tricks"]), laid_by_seat(words)[-1]
    for left in range(sum(map(len, words["hands"])), 0, -1):
        trick = [*trick, (state.seat - 1, move.removeprefix("play "))]
        if len(trick) == words["players"]:
            tricks[oh_hell.trick_winner(trick, words["turned"][1])] += 1
            trick = []
        if left > 1:
            state.play(move)
            move = state.choose("expert")
    rules = oh_hell.resolve_rules({})
    bids = zip(words["bids"], tricks, strict=True)
    points = [oh_hell.hand_points(rules, bid, taken) for bid, taken in bids]
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


# --- the last cards of a hand of hike again: every line of play in the oracle


class HandOverError(Exception):
    pass


class OneHand:
    def deal(self, *_):
        raise HandOverError


@pytest.mark.parametrize("index", [3, 6, 14, 15, 20, 23, 25, 37])
def test_the_last_cards_of_two_hands(index):
    state = endings.last_hands(index)
    words, seat = state.position(), state.seat - 1
    rules = link_hike.oracle_rules(state.rules, {})
    values = named(state, endings.hand_values(state))
    assert len(values) > 1
    for move, value in values.items():
        assert value == pytest.approx(margin_of(best_points(words, rules, [move]), seat))


def best_points(words, rules, line):
    """Both go on for the best margin of their own, then for the worst of the other."""
    game, points = replay(words, rules, line)
    if points is not None:
        return points
    seat = game.seat
    other = next(s for s, how in enumerate(words["status"]) if how == "active" and s != seat)
    found = [best_points(words, rules, [*line, move]) for move in game.moves()]
    return max(found, key=lambda points: (margin_of(points, seat), -margin_of(points, other)))


def margin_of(points, seat):
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def replay(words, rules, line):
    assert words["worm"] == {"state": "unplayed"}
    out = [how != "active" for how in words["status"]]
    game = hike.Game.from_position(
        3,
        rules,
        OneHand(),
        hands=[[] if out[s] else hand for s, hand in enumerate(words["hands"])],
        exposed=words["exposed"],
        pile=words["pile"][:-1],
        turn=words["turn"] - 1,
        direction=1 if words["direction"] == "left" else -1,
        lost="Lost" in words["in_force"],
        stock=words["stock"],
        eliminated={s: words["hands"][s] for s in range(3) if words["status"][s] == "eliminated"},
        bugs={s: len(bugs) for s, bugs in enumerate(words["bugs"]) if bugs},
        planted=[list(cards) for cards in words["planted"]],
        ran_out=[seat - 1 for seat in words["ran_out"]],
        last_play=list(words["last_play"]),
        birds=words["birds"],
        dealer=words["dealer"] - 1,
    )
    game.dealt = [[]] * 3  # what is counted of them is not asked for
    try:
        for move in line:
            game.play(move)
    except HandOverError:
        return game, game.last_hand["points"]
    return game, None


# --- the last card of the mountain again: every line of play in the oracle, deeper and deeper


class LastCard:
    def reshuffle(self, _, cards):
        return cards


@pytest.mark.parametrize("index", rest_full(range(4)))
def test_the_last_card_of_the_mountain(index):
    state = endings.last_cards(index)
    values = named(state, endings.win_values(state))
    assert set(values.values()) >= {endings.ALL_LOST, endings.ALL_WON}
    start = oracle_of(state.position())
    for move, value in values.items():
        game = copy.deepcopy(start)
        game.play(move)
        found = (won_in(game, state.seat - 1, depth) for depth in range(7))
        assert value == next((won for won in found if won != endings.NOBODY), endings.NOBODY)


def oracle_of(words):
    assert words["evil_master"] == 1
    names = ("table", "cubes", "control", "hands", "draw", "discard")
    return horrible_mountain.Game.from_position(
        {},
        LastCard(),
        **{name: words[name] for name in names},
        pile=words["cube_pile"],
        runs=words["run_outs"],
        seat=words["turn"] - 1,
        player_turns=words["turns"],
    )


def won_in(game, seat, depth):
    """What a seat wins if the game is cut off after some decisions, and then nobody wins."""
    if game.over:
        return float(seat in game.winners) if game.winners else endings.NOBODY
    if depth == 0:
        return endings.NOBODY
    mine = game.seat == seat
    found = []
    for move in game.moves():
        after = copy.deepcopy(game)
        after.play(move)
        found.append(won_in(after, seat, depth - 1))
        if found[-1] == (endings.ALL_WON if mine else endings.ALL_LOST):
            break
    return max(found) if mine else min(found)


def test_nothing_is_hidden_in_an_ending():
    for make in (endings.last_hands, endings.last_cards):
        for index in range(3):
            state = make(index)
            before = state._stepper.describe()
            for occasion in range(20):
                world = state.copy()
                assert world.redeal_hidden(state.seat, occasion)
                after = world._stepper.describe()
                assert [sorted(h) for h in after["hands"]] == [sorted(h) for h in before["hands"]]
                assert after.get("draw") == before.get("draw")
                assert after.get("discard") == before.get("discard")


@pytest.mark.full
@pytest.mark.parametrize(
    ("make", "n", "values_of", "most"),
    [
        (anchors.last_two_tricks, 40, anchors.margins, 0.9),
        (endings.last_hands, 200, endings.hand_values, 1.0),
        (endings.last_cards, 25, endings.win_values, 0.4),
    ],
)
def test_experts_lose_little_in_endings(make, n, values_of, most):
    """The limits: 0.20 and 0.48 points are lost and no win, and five standard errors of 0.14 and
    0.10; ten of 25 wins, where at most one in 20 is lost (less than 2e-7). A move by lot loses
    1.20, 1.84 and 0.92."""
    lost = anchors.regret(make, n, values_of)
    assert min(*lost["expert"], *lost["search"]) >= 0
    assert sum(lost["expert"]) / n < most
