"""Deals: arms that differ in their rules share the luck of the cards; what was dealt is counted."""

from collections import Counter

import numpy as np
import pytest
from scipy import stats

from analyzer import games, new_state
from analyzer._core.runner import Control, run_batch
from analyzer.games.hike.words import SPECIALTIES
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import make_table
from support.playouts import empty_batch, seat_policies

ALPHA = 1e-8  # a right program fails this file less than once in a million runs


def batch_of(game, players, n, policy="greedy", **rules):
    module = games.load(game)
    resolved = module.resolve_rules(players, rules)
    table = make_table(module, players, resolved)
    sitting = seat_policies(game, (policy,) * players, table, resolved)
    batch = empty_batch(game, players, n)
    run_batch(table, sitting, seed_key(6), 0, n, batch.games, batch.seats, Control())
    return batch


def dealt_in(game, players, index, hand, **rules):
    """The state when hand number `hand` (from 0) has been dealt."""
    state = new_state(game, players, rules, seed=2, index=index)
    while state._stepper.stage < hand:
        state.play(0)
    return state._stepper.describe()


@pytest.mark.parametrize("name", SPECIALTIES)
def test_a_card_left_out_changes_one_card(name):
    """HK-2: the same hands, but for one card in the seat that held the one left out; and the same
    stock, but for that card or the one that took its place."""
    code = 70 + list(SPECIALTIES).index(name)
    in_hands = 0
    for index in range(40):
        full = dealt_in("hike", 5, index, 0)
        less = dealt_in("hike", 5, index, 0, **{name: 0})
        assert code not in sum(less["hands"], less["stock"])
        holders = [seat for seat in range(5) if code in full["hands"][seat]]
        for seat in range(5):
            gone = Counter(full["hands"][seat]) - Counter(less["hands"][seat])
            came = Counter(less["hands"][seat]) - Counter(full["hands"][seat])
            assert gone == Counter([code] if seat in holders else [])
            assert came == Counter(full["stock"][-1:] if seat in holders else [])
        stock = full["stock"][:-1] if holders else [c for c in full["stock"] if c != code]
        assert less["stock"] == stock
        in_hands += len(holders)
    assert 5 < in_hands < 35  # 17.5 of 40 are expected; outside less than once in a million


def test_without_any_specialty_the_deck_is_whole():
    none = dict.fromkeys(SPECIALTIES, 0)
    for index in range(20):
        for players in (3, 8):
            raw = dealt_in("hike", players, index, 0, **none)
            cards = Counter(sum(raw["hands"], raw["stock"]))
            assert cards == Counter({10 * suit: 10 for suit in range(7)})


def test_what_is_left_out_does_not_bend_the_deal():
    """Without The Sun and The Wind, The Worm is as likely in one place as in another."""
    places = Counter()
    for index in range(4000):
        stock = dealt_in("hike", 3, index, 0, sun=0, wind=0)["stock"]
        places[21 + stock.index(77) if 77 in stock else 0] += 1
    # a hand of 21 of 78 cards, or one of the 57 places of the stock
    seen = [places[0]] + [places[place] for place in range(21, 78)]
    expected = [4000 * 21 / 78] + [4000 / 78] * 57
    assert stats.chisquare(seen, expected).pvalue > ALPHA


@pytest.mark.parametrize("rule", [{"dealer": "fixed"}, {"dealer": "winner"}])
def test_the_dealer_changes_no_hand_of_hike(rule):
    dealers = set()
    for index in range(20):
        for hand in (1, 2):
            arms = ({"target": 999}, {"target": 999} | rule)
            one, other = (dealt_in("hike", 4, index, hand, **arm) for arm in arms)
            assert one["hands"] == other["hands"]
            assert one["stock"] == other["stock"]
            dealers.add((one["dealer"], other["dealer"]))
    assert any(a != b for a, b in dealers)


def test_the_dealer_changes_no_hand_of_oh_hell():
    dealers = set()
    for index in range(20):
        for hand in (0, 1, 5):
            one, other = (
                dealt_in("oh-hell", 4, index, hand, **r) for r in ({}, {"first_dealer": "random"})
            )
            assert one["hands"] == other["hands"]
            assert one["turned"] == other["turned"]
            dealers.add((other["dealer"] - one["dealer"]) % 4)
    assert dealers == {0, 1, 2, 3}


def test_scripted_decks_are_dealt_round_the_table():
    """HK-3: one card at a time, from the dealer's left."""
    deck = [
        suit
        for suit in ("Bird", "Bug", "Lake", "Light", "Peak", "Trail", "Tree")
        for _ in range(10)
    ]
    deck += ["Avalanche", "Drought", "Earthquake", "Lost", "Poop", "Spring", "The Sun", "The Worm"]
    deck += ["Litter", "The Wind"]
    deck = deck[70:] + deck[:70]
    state = new_state("hike", players=3, deals=[deck])
    hands = state.position()["hands"]
    for seat in range(3):
        assert Counter(hands[seat]) == Counter(deck[seat:21:3])


# --- what was dealt is counted --------------------------------------------------------------------


def test_counters_of_the_deal_of_hike():
    """Each specialty is dealt to a seat with chance 7/80 in every hand, whoever plays how."""
    batch = batch_of("hike", 5, 4000)
    hands = int(batch.game_column("hands").sum())
    for name in SPECIALTIES:
        dealt = batch.seat_column(f"dealt_{name}").reshape(-1, 5).sum(axis=0)
        for count in dealt.tolist():
            assert stats.binomtest(count, hands, 7 / 80).pvalue > ALPHA
    none = batch_of("hike", 5, 200, sun=0)
    assert not none.seat_column("dealt_sun").any()
    assert not none.seat_column("points_dealt_sun").any()


def stepped_deals(game, players, index, seen):
    """Points and scores of every hand, with what each seat was dealt in it, by stepping."""
    state = new_state(game, players, seed=6, index=index)
    stage, first, before, rows = 0, state._stepper.describe(), state.scores, []
    while not state.over:
        state.play(0)
        if state._stepper.stage != stage:
            stage = state._stepper.stage
            gained = [now - then for now, then in zip(state.scores, before, strict=True)]
            rows.append((seen(first), gained))
            first, before = state._stepper.describe(), state.scores
    return rows, state.counters["seats"]


def test_points_of_hike_go_to_the_cards_dealt():
    for index in range(5):
        rows, counted = stepped_deals("hike", 3, index, lambda raw: raw["hands"])
        for place, name in enumerate(SPECIALTIES):
            for seat in range(3):
                had = [gained[seat] for hands, gained in rows if 70 + place in hands[seat]]
                assert counted[seat][f"dealt_{name}"] == len(had)
                assert counted[seat][f"points_dealt_{name}"] == sum(had)


def test_points_of_oh_hell_go_to_the_cards_dealt():
    def seen(raw):
        trump = raw["turned"] >> 4
        trumps = [sum(card >> 4 == trump for card in hand) for hand in raw["hands"]]
        return trumps, [sum(card & 15 == 12 for card in hand) for hand in raw["hands"]]

    for index in range(3):
        rows, counted = stepped_deals("oh-hell", 3, index, seen)
        for kind, name in enumerate(("trumps", "aces")):
            for seat in range(3):
                had = [(shown[kind][seat], gained[seat]) for shown, gained in rows]
                assert counted[seat][f"dealt_{name}"] == sum(n for n, _ in had)
                assert counted[seat][f"points_dealt_{name}"] == sum(n * p for n, p in had)


def test_aces_and_trumps_come_as_often_as_they_must():
    """Of 52 cards 4 are aces, and of the 51 that are not turned 12 are trumps."""
    batch = batch_of("oh-hell", 4, 400, policy="random")
    cards = sum(size * int(batch.seat_column(f"hands_{size}").sum()) for size in range(1, 11))
    for name, chance in (("aces", 4 / 52), ("trumps", 12 / 51)):
        dealt = int(batch.seat_column(f"dealt_{name}").sum())
        # cards of a hand are drawn without replacement, which only narrows the spread
        assert stats.binomtest(dealt, cards, chance).pvalue > ALPHA


def test_the_first_hand_of_the_mountain_is_counted():
    batch = batch_of("horrible-mountain", 2, 3000)
    score = batch.seat_column("score")
    dealt = np.array([batch.seat_column(f"dealt_{rank}") for rank in range(2, 7)])
    points = np.array([batch.seat_column(f"points_dealt_{rank}") for rank in range(2, 7)])
    assert (dealt.sum(axis=0) == 3).all()
    assert (points == dealt * score).all()
    for rank in range(5):  # 3 of the 15 loose cards, 3 of each rank: mean 0.6
        assert abs(dealt[rank].mean() - 0.6) < 6 * np.sqrt(0.6 * 0.8 * 12 / 14 / dealt[rank].size)
