"""Policies of Oh Hell: better ones are better in seat-rotated play, and each does what it says."""

from typing import Any

import pytest

from analyzer import policies, spec
from analyzer.games import oh_hell
from analyzer.state import State
from ladder import STEPS, share_of_one
from oh_hell_table import bidding, play, table
from played import by_seat, cell, totals

SIGMAS = 6.0  # 2e-9, two-sided


def share_of(one: str, others: str, players: int, games: int) -> tuple[float, float]:
    return share_of_one("oh-hell", one, others, players, games)


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
@pytest.mark.parametrize(("better", "worse"), [*STEPS, ("expert", "zero")])
def test_ladder(better: str, worse: str, players: int) -> None:
    """With four players, one expert wins 65 % among greedy ones, one greedy 99 % among random ones,
    and 25 % would be no better; with seven players 32 % and 99 % instead of 14 %."""
    share, error = share_of(better, worse, players, 120 * players)
    assert share - SIGMAS * error > 1 / players


def test_memory_helps() -> None:
    """OH-A14: who forgets the tricks taken (recall=0) wins 18.0 % among four who do not."""
    share, error = share_of("expert:recall=0", "expert", 5, 20_000)
    assert share + 2.5 * error < 1 / 5


def chosen(policy: str, state: State) -> str:
    stepper = state._stepper
    seated = policies.make("oh-hell", spec.policy(policy), stepper.table, state.rules)
    return state.moves()[stepper.choose(seated, stepper.coin(0))]


@pytest.mark.parametrize("policy", ["expert", "greedy"])
def test_strong_hands_bid_more(policy: str) -> None:
    def bid(hand: str, turned: str = "2H") -> int:
        words = f"{hand} | 2C 3C 4C | 5C 6C 7C"
        return int(chosen(policy, bidding(words, turned=turned, dealer=1)).removeprefix("bid "))

    assert bid("AH KH QH") == 3
    assert bid("2D 3D 4D") == 0
    assert bid("AH KH 2D") >= 2 > bid("3S 4D 2D")


def one_card_bid(card: str, players: int, dealer: int, **rules: Any) -> str:
    others = ["2C", "3C", "4C", "5C", "6C", "7C"][: players - 1]
    state = bidding(" | ".join([card, *others]), rules, turned="8H", dealer=dealer)
    while state.seat != 1:
        state.play("bid 0")
    return chosen("expert", state)


def test_expert_knows_what_leading_is_worth() -> None:
    """A middling card off trumps: worth a bid for the one who leads it, and for no other."""
    assert one_card_bid("AS", 3, dealer=1) == "bid 1"
    assert one_card_bid("2S", 3, dealer=2) == "bid 0"
    assert one_card_bid("AH", 7, dealer=4) == "bid 1"
    assert one_card_bid("9S", 7, dealer=4) == "bid 0"


@pytest.mark.parametrize("policy", ["expert", "greedy", "zero"])
def test_ducks_when_no_trick_is_needed(policy: str) -> None:
    """The highest card that stays below, and high cards of other suits when none can follow."""
    state = table("9C 2D | 5C KC | 3C 4D", "1 9C", turned="2H", dealer=1)
    assert chosen(policy, state) == "play 5C"
    state = table("9C 2D | 2S AS | 3C 4D", "1 9C", turned="2H", dealer=1)
    assert chosen(policy, state) == "play AS"


@pytest.mark.parametrize("policy", ["expert", "greedy"])
def test_takes_what_it_needs(policy: str) -> None:
    state = table("9C 2D | 5C KC | 3C 4D", "1 9C", turned="2H", dealer=1, bids=[0, 1, 0])
    assert chosen(policy, state) == "play KC"
    state = table("9C 2D | 5H 3S | 3C 4D", "1 9C", turned="2H", dealer=1, bids=[0, 2, 0])
    assert chosen(policy, state) == "play 5H"


def test_expert_remembers_what_is_out() -> None:
    """The ace and king of spades are gone: the queen is as good as an ace."""
    words = {"turned": "2H", "dealer": 1, "bids": [0, 1, 0]}
    hands = "2C 3C 4C | QS 5D 6D | 7C 8C 9C"
    played = [["AS", "3S", "KS"], ["2S", "4S", "JS"]]
    state = table(hands, played=played, **words)
    play(state, "3 7C, 1 4C")
    assert chosen("expert", state) in ("play 5D", "play 6D")


def test_boldness_raises_bids() -> None:
    rules = oh_hell.GAME.resolve_rules(4, {})
    bids = []
    for boldness in ("-1", "0", "1"):
        seats = (f"expert:boldness={boldness}",) * 4
        found = totals(cell("oh-hell", 4, seats, rules, seed=1), 50)
        bids.append(sum(by_seat(found, "bids")))
    assert bids == sorted(set(bids))


def test_expert_heeds_open_bids() -> None:
    """A hand on the edge: worth a bid if nobody wants tricks, and none if everybody does."""
    rules = {"bid_mode": "sequential"}
    bids = []
    for others in (0, 3):
        state = bidding("QH 8S 2D | 3C 4C 5C | 6C 7C 8C", rules, turned="2H", dealer=1)
        play(state, f"2 bid {others}, 3 bid {others}")
        bids.append(chosen("expert", state))
    assert bids[0] > bids[1]


def test_zero_bids_the_least_it_may() -> None:
    """OH-14: with hook the last bidder may be kept from zero."""
    rules = {"bid_mode": "sequential", "hook": True}
    state = bidding("2C 3C | 5C 6C | 8C 9C", rules, turned="2H", dealer=3)
    assert chosen("zero", state) == "bid 0"
    play(state, "1 bid 1, 2 bid 1")
    assert chosen("zero", state) == "bid 1"
