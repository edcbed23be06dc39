"""Hike: what the worlds of a seat know of the hand of another one that is to move."""

from support.hike import hand, make_state


def worlds(state, seat, n=60):
    """The state as it may be for all that `seat` can see."""
    for occasion in range(n):
        world = state.copy()
        assert world.determinize(seat, occasion)
        yield world


def test_who_may_capture_the_worm_need_not_hold_another_card():
    """HK-46, HK-A11: the Bird that captures lies on the pile; the rest of the hand may be
    anything."""
    state = make_state(
        "Worm Light | Bird Lake Lake | Peak Peak", "1 Worm, 2 Bird", {"worm_capture": "policy"}
    )
    assert state.seat == 2
    assert len(state.moves()) == 2
    hands = [hand(world, 2) for world in worlds(state, 3)]
    trees = [sum(card in ("Tree", "The Wind") for card in cards) for cards in hands]
    assert 0 in trees
    assert max(trees) > 0
    assert all(len(cards) == 2 for cards in hands)
