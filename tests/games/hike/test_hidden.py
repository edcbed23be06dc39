"""What a seat can deduce in hike survives a redeal: counts, shown voids, cards given away."""

from collections import Counter
from itertools import permutations
from math import comb

import pytest
from scipy.stats import chisquare

from analyzer.playout.state import new_state

REDEALS = 40


def redealt(state, seat):
    for occasion in range(REDEALS):
        other = state.copy()
        other.redeal_hidden(seat, occasion)
        yield other.position()


def position(hands, **more):
    return {"hands": hands, "dealer": len(hands), **more}


def test_own_cards_and_all_that_lies_open_stay():
    state = new_state("hike", players=5, seed=3)
    for _ in range(12):
        state.play(state.moves()[-1])
    before = state.position()
    for after in redealt(state, state.seat):
        assert after["hands"][state.seat - 1] == before["hands"][state.seat - 1]
        assert [len(hand) for hand in after["hands"]] == [len(hand) for hand in before["hands"]]
        assert after["pile"] == before["pile"]
        assert Counter(sum(after["hands"], after["stock"])) == Counter(
            sum(before["hands"], before["stock"])
        )


def test_hands_and_stock_are_really_mixed():
    state = new_state("hike", players=3, seed=3)
    hands = {str(after["hands"][1]) for after in redealt(state, 1)}
    assert len(hands) > REDEALS / 2


def test_after_poop_nobody_else_holds_a_bug():
    hands = [["Poop", "Peak", "Light"], ["Bug", "Tree", "Lake", "Lake"], ["Trail", "Bug", "Bird"]]
    state = new_state("hike", position=position(hands))
    state.play("Poop")
    assert state.seat == 2
    for after in redealt(state, 2):
        assert "Bug" not in after["hands"][0] + after["hands"][2]


def test_a_card_drawn_after_poop_may_be_a_bug():
    hands = [["Poop", "Avalanche", "Peak"], ["Tree", "Lake", "Bird"], ["Light", "Trail", "Trail"]]
    words = position(hands, exposed="Lost", stock=["Peak"] * 4 + ["Bug"] * 8)
    state = new_state("hike", position=words)
    for move in ("Poop", "Lake", "Light", "Avalanche"):
        state.play(move)
    assert state.seat == 2
    seen = [after["hands"][2].count("Bug") for after in redealt(state, 2)]
    assert max(seen) == 2  # the two drawn ones can be Bugs
    assert min(seen) < 2


def test_cards_given_away_in_an_earthquake_are_in_the_other_hands():
    hands = [["Earthquake", "Litter", "The Sun", "Bird"], ["Peak"] * 4, ["Trail"] * 4]
    for seed in range(20):
        state = new_state("hike", position=position(hands), seed=seed)
        state.play("Earthquake")
        own = state.position()["hands"][0]
        given = Counter(["Litter", "The Sun", "Bird"]) - Counter(own)
        for after in redealt(state, 1):
            others = Counter(after["hands"][1] + after["hands"][2])
            assert not given - others


def test_a_card_played_since_is_no_longer_sought():
    hands = [["Earthquake", "Bird"], ["Lake"] * 4, ["Tree"] * 4]
    for seed in range(30):
        state = new_state("hike", position=position(hands), seed=seed)
        state.play("Earthquake")
        if "Bird" not in state.moves():
            continue
        state.play("Bird")
        held = {card for after in redealt(state, 1) for card in after["hands"][1]}
        assert len(held) > 3  # free to be anything again
        return
    pytest.fail("no seed gives the Bird to seat 2")


def test_with_must_a_worm_without_a_bird_shows_a_void():
    hands = [["The Worm", "Peak", "Peak"], ["Tree", "Lake", "Lake"], ["Trail", "Bug", "Bug"]]
    state = new_state("hike", position=position(hands), rules={"worm_bird": "must"})
    state.play("The Worm")
    for after in redealt(state, 2):
        assert not {"Bird", "The Wind"} & set(after["hands"][0])


def test_a_reshuffled_stock_tells_the_other_hands():
    hands = [["Avalanche", "Peak", "Peak"], ["Tree", "Lake"], ["Trail", "Bug"]]
    words = position(hands, exposed="Lost", stock=[])
    state = new_state("hike", position=words, rules={"deck_exhausted": "reshuffle"})
    state.play("Avalanche")
    for after in redealt(state, 2):
        others = Counter(after["hands"][0] + after["hands"][2])
        assert not Counter(["Peak", "Peak", "Trail", "Bug"]) - others


# --- every possible deal is as likely as the others ----------------------------------------------

MANY = 4000
ALPHA = 1e-8  # a right program fails this file less than once in a million runs


def frequencies(state, seat, of):
    """How often each value of `of(position)` comes out of a redeal."""
    seen = Counter()
    for occasion in range(MANY):
        other = state.copy()
        assert other.redeal_hidden(seat, occasion)
        seen[of(other.position())] += 1
    return seen


def assert_law(seen, ways):
    """`ways`: how many deals lead to each value."""
    assert set(seen) <= set(ways)
    total = sum(ways.values())
    expected = [MANY * count / total for count in ways.values()]
    assert chisquare([seen[value] for value in ways], expected).pvalue > ALPHA


def test_a_seat_that_is_to_move_holds_a_card_to_move_with():
    """After a Bird only Bird, Lake and Tree follow: seat 2, to move, has one of them."""
    hidden = ["Lake", "Tree", "Bug", "Peak", "Trail", "Trail"]
    hands = [["Bird", "Bug"], hidden[:1], hidden[1:2]]
    state = new_state("hike", position=position(hands, exposed="Lost", stock=hidden[2:]))
    state.play("Bird")
    assert state.seat == 2
    ways = Counter((a, b) for a, b in permutations(hidden, 2) if a in ("Bird", "Lake", "Tree"))
    seen = frequencies(state, 1, lambda words: (words["hands"][1][0], words["hands"][2][0]))
    assert_law(seen, ways)


def test_a_rare_deal_is_found_and_its_rest_is_mixed():
    """In a Drought seat 2 holds the only Lake there is, which few shuffles give it."""
    hidden = ["Lake", "Tree", *(["Bug", "Peak", "Trail", "Light", "Bird"] * 8)]
    hands = [["Drought", "Bug"], hidden[:1], hidden[1:2]]
    state = new_state("hike", position=position(hands, exposed="Lost", stock=hidden[2:]))
    state.play("Drought")
    assert state.seat == 2
    ways = Counter(("Lake", b) for b in hidden[1:])
    seen = frequencies(state, 1, lambda words: (words["hands"][1][0], words["hands"][2][0]))
    assert_law(seen, ways)


def test_bugs_shown_by_poop_bound_every_hand():
    """Seats 2 and 3 drew one card each since Poop, so that each may hold one Bug again."""
    hands = [["Poop", "Avalanche", "Peak"], ["Tree", "Lake", "Bird"], ["Light", "Trail", "Trail"]]
    stock = ["Peak", "Peak", "Bug", "Bug", "Bug", "Bug", "Bug", "Bug"]
    state = new_state("hike", position=position(hands, exposed="Lost", stock=stock))
    for move in ("Poop", "Lake", "Light", "Avalanche"):
        state.play(move)
    hidden = ["Tree", "Bird", "Trail", "Trail", "Peak", "Peak"]
    # both hands of four cards: two left of the old ones, two drawn; at most two Bugs each
    ways = Counter()
    for bugs_2 in range(3):
        for bugs_3 in range(3):
            plain = 8 - bugs_2 - bugs_3
            if plain <= len(hidden):
                deals = comb(6, bugs_2) * comb(6 - bugs_2, bugs_3)
                deals *= comb(len(hidden), 4 - bugs_2) * comb(len(hidden) - 4 + bugs_2, 4 - bugs_3)
                ways[bugs_2, bugs_3] = deals
    own = state.position()["hands"][0]
    assert own == ["Peak"]
    seen = frequencies(
        state, 1, lambda words: tuple(hand.count("Bug") for hand in words["hands"][1:])
    )
    assert_law(seen, ways)


def test_knowledge_that_contradicts_itself_is_said_to():
    """No deal fits: seat 2 is to move in a Drought, and every Lake is seen elsewhere."""
    words = position([["Bug"], ["Lake"], ["Tree"]], exposed="Lost", stock=["Bug", "Peak"])
    state = new_state("hike", position=words)
    raw = state._stepper.describe() | {"turn_begins": False, "seat": 1}
    state._stepper.restore(raw | {"bug_allow_all": 0, "bug_allow": [0] * 3, "bug_had": [9] * 3})
    before = state._stepper.copy()
    assert not state.redeal_hidden(1)
    assert not state.determinize(1)
    assert state._stepper.same_as(before)


def test_what_a_position_says_is_known_stays_without_an_earthquake():
    """What the other hands held when it was learnt counts what was shown since, in every world."""
    hands = [["Bug"], ["Peak", "Tree"], ["Bird", "Lake", "Peak", "Trail"]]
    known = [[], hands[2], hands[1]]
    words = {"game": "hike", "hands": hands, "turn": 3, "pile": ["Trail"],
             "status": ["eliminated", "active", "active"], "deduced": {"known": known}}  # fmt: skip
    state = new_state(position=words)
    for after in redealt(state, 3):
        assert sorted(after["hands"][1]) == hands[1]
        assert after["deduced"]["known"][2] == hands[1]
    assert state.choose("search:worlds=16") in state.moves()
