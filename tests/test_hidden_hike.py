"""What a seat can deduce in hike survives a redeal: counts, shown voids, cards given away."""

from collections import Counter

import pytest

from analyzer.state import new_state

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
