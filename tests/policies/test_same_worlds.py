"""Whatever plays on from a position does it in the same kind of worlds as `search`."""

from collections import Counter

import pytest
from scipy.stats import chi2_contingency

from analyzer._core.runner import play_on
from support.bid_worlds import bid_trumps, counts_trumps, fitted_worlds, trumps_dealt

ALPHA = 1e-7


def continued_worlds(state, n):
    """The states after the bids, world by world, that those who play on meet first."""
    seen, worlds = [], {}
    who = [counts_trumps(state._stepper.table, seen)] * state.players
    play_on(state._stepper, who, state._stepper.seat, n, to_milestone=True)
    for game, _, raw in seen:
        if min(raw["bids"]) >= 0:
            worlds.setdefault(game, raw)
    return list(worlds.values())[1:]  # the first only tells how long a rollout is


def dealt(worlds, seats=(1, 2)):
    """How often two other seats were dealt so many trumps, in words of their bids."""
    return Counter(tuple(min(trumps_dealt(raw, seat), 5) for seat in seats) for raw in worlds)


def test_continued_worlds_fit_what_others_have_bid():
    """All bid their trumps, so most have as many in the worlds in which others play on. With any
    deal, about 47 of 60 have another number."""
    state = bid_trumps(3)
    bids = state._stepper.describe()["bids"]
    worlds = continued_worlds(state, 60)
    assert len(worlds) == 60
    wrong = [sum(trumps_dealt(raw, seat) != bids[seat] for raw in worlds) for seat in (1, 2)]
    assert max(wrong) < 30


@pytest.mark.full
def test_advise_and_search_draw_the_same_worlds():
    """Trumps of the two others, in worlds of a search and in worlds that are played on."""
    state, n = bid_trumps(3), 250
    search = dealt(fitted_worlds(state, {"worlds": n, "deals": 8, "rounds": 1})[1:n])
    continued = dealt(continued_worlds(state, n))
    plain = dealt(fitted_worlds(state, {"worlds": n, "deals": 1, "rounds": 1})[1:n])

    def p_value(other):
        often = [key for key in continued | other if continued[key] + other[key] >= 10]
        rows = [[found[key] for key in often] for found in (continued, other)]
        for row, found in zip(rows, (continued, other), strict=True):
            row.append(found.total() - sum(row) + 1)
        return chi2_contingency(rows).pvalue

    assert p_value(search) > ALPHA
    assert p_value(plain) < ALPHA
