"""Hands and tricks of Oh Hell in a few words, for tests."""

from analyzer import new_state
from support.oh_hell import finish_hand, last_hand, make_state

SIZES = {
    3: [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    6: [8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8],
    7: [7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7],
}


def hands_of(players: int, **rules: object) -> list[dict]:
    """The position at the first bid of every hand of a playout."""
    state = new_state("oh-hell", players, rules, seed=1)
    found: list[dict] = []
    while not state.over:
        position = state.position()
        if len(found) < position["hand"]:
            found.append(position)
        state.play(0)
    return found


def take(bid: int, tricks: int, rules: dict | None = None) -> int:
    """The points of seat 1 for a bid and the tricks it takes, in a hand of ten cards.

    Seat 2 leads its diamonds, on which seat 1 throws its clubs; then seat 1 has trumps alone.
    """
    ranks = "AKQJT98765432"
    mine = [f"{rank}S" for rank in ranks[:tricks]] + [f"{rank}C" for rank in ranks[tricks:10]]
    hers = [f"{rank}D" for rank in ranks[tricks:10]] + [f"{rank}C" for rank in ranks[:tricks]]
    his = [f"{rank}H" for rank in ranks[:10]]
    hands = " | ".join(" ".join(hand) for hand in (mine, hers, his))
    state = make_state(hands, "", rules, dealer=2, turned="2S", hand=1, bids=[bid, 0, 0])
    finish_hand(state, "CD.")
    assert last_hand(state)["tricks"][0] == tricks
    return last_hand(state)["points"][0]
