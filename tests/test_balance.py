"""The questions, asked of made-up totals."""

import math

import numpy as np
import pytest

from analyzer import stats
from analyzer.balance import counters, length, seats
from fake_totals import totals


def standings(found):
    return seats.standings(found, ("expert",) * found.players)


def ask(wins, n, tolerance=0.01, **more):
    table = standings(totals(wins, n, **more))
    return seats.fairness(table, tolerance)


@pytest.mark.parametrize(
    ("wins", "n", "verdict"),
    [
        ((200_500, 200_100, 199_900, 199_700, 199_800), 10**6, "FAIR"),
        ((250_000, 200_000, 190_000, 180_000, 180_000), 10**6, "UNFAIR"),
        ((209_800, 201_000, 198_000, 195_600, 195_600), 10**6, "UNDECIDED"),
        ((25, 20, 19, 18, 18), 100, "UNDECIDED"),
        ((1, 0, 0), 1, "UNDECIDED"),
    ],
)
def test_verdicts(wins, n, verdict):
    finding = ask(wins, n)
    assert finding.verdict == verdict
    assert finding.sentence.startswith(f"{verdict} ")
    assert (finding.more is not None) == (verdict == "UNDECIDED")
    assert finding.n == n


def test_the_sentence_names_seat_size_and_remedy():
    finding = ask((209_000, 201_000, 198_000, 196_000, 196_000), 10**6)
    assert finding.sentence == (
        "UNDECIDED at 1 percentage point: the largest departure is seat 1, +0.900 pp"
        f" (0.795 – 1.005); look again after about {finding.more:,} more games, or use"
        " --until-decided."
    )
    assert finding.more == 100_000  # a tenth of those played: the forecast is less
    assert finding.estimate == pytest.approx(0.009)


def test_more_games_are_forecast():
    """Those of the games to decide that are not yet played, rounded up to two digits."""
    finding = ask((209_800, 201_000, 198_000, 195_600, 195_600), 10**6)
    departures = [share / 10**6 - 0.2 for share in (209_800, 201_000, 198_000, 195_600, 195_600)]
    estimates = [stats.Estimate(d, math.sqrt((0.2 + d) * (0.8 - d))) for d in departures]
    enough = stats.games_to_decide(estimates, 10**6, 0.01)
    assert finding.more == 11_000_000
    assert 10_000_000 < enough - 10**6 < 11_000_000


def test_a_wider_tolerance_decides():
    assert ask((209_000, 201_000, 198_000, 196_000, 196_000), 10**6, 0.02).sentence == (
        "FAIR within 2 percentage points: seat 1 is favoured, but by less than the tolerance,"
        " +0.9 pp (0.8 – 1.0)."
    )


def test_an_unlucky_seat_counts_as_much_as_a_lucky_one():
    finding = ask((150_000, 210_000, 210_000, 215_000, 215_000), 10**6)
    assert finding.sentence == (
        "UNFAIR by more than 1 percentage point: the largest departure is seat 1, -5.00 pp"
        " (-5.09 to -4.91)."
    )


def test_nearly_on_the_tolerance_asks_for_another():
    n = 10**12
    share = 0.21 * n + 1000
    rest = (n - share) / 4
    finding = ask((share, rest, rest, rest, rest), n)
    assert finding.verdict == "UNDECIDED"
    assert finding.more is None
    assert finding.sentence.endswith("too close to tell, choose another --tolerance.")


def test_the_games_asked_for_decide():
    """The promise of "needs about N more games", for a table that is unfair by 0.5 points."""
    shares, n = np.array([0.215, 0.2, 0.195, 0.195, 0.195]), 30_000
    rng = np.random.default_rng(20260106)
    first = ask(shares * n, n)
    assert first.verdict == "UNDECIDED"
    more = n + first.more
    verdicts = [ask(rng.multinomial(more, shares), more).verdict for _ in range(200)]
    assert verdicts.count("UNFAIR") > 120  # promised 160; 120 is 7 standard errors below
    assert "FAIR" not in verdicts


def test_false_alarms_are_rare():
    """A fair table is called UNFAIR, at a tolerance of next to nothing, in at most 5 % of runs."""
    rng = np.random.default_rng(20260107)
    alarms = sum(
        ask(won, 2000, 1e-9).verdict == "UNFAIR" for won in rng.multinomial(2000, [0.25] * 4, 1000)
    )
    assert alarms < 90  # 50 expected at most; 90 has a chance below 1e-7


def test_games_that_nobody_wins_lower_the_fair_share():
    table = standings(totals((48_000, 48_000), 100_000, roles=("Evil Master", "Adventurer")))
    assert (table.by, table.nobody, table.fair) == ("role", 4000, 0.48)
    assert seats.fairness(table, 0.01).verdict == "FAIR"


def test_allies_who_win_together_have_no_fair_share():
    table = standings(totals((40, 60, 60), 100, roles=("villain", "hero", "hero")))
    assert table.fair is None
    assert seats.fairness(table, 0.01) is None
    assert [row.label for row in table.rows] == ["villain", "hero (seat 2)", "hero (seat 3)"]


def test_shared_wins_are_parts():
    table = standings(totals((0.5, 0.5, 1, 0), 2))
    assert [row.wins.estimate for row in table.rows] == [0.25, 0.25, 0.5, 0]
    assert table.nobody == 0


def test_parts_of_wins_never_make_more_than_all_games():
    """Sums of thirds and sevenths as decimals may do so, and then a run has no verdict."""
    luck = np.random.default_rng(5)
    for _ in range(300):
        parts = luck.multinomial(840 * 100_000, [0.25] * 4)
        table = seats.standings(totals([part / 840 for part in parts], 100_000), ["expert"] * 4)
        assert table.fair == 0.25
        assert table.nobody == 0


def test_ranks_are_halved():
    rows = standings(totals((50, 50), 100)).rows
    assert [row.rank.estimate for row in rows] == [1.5, 1.5]


def test_largest_departure_so_far():
    who, departure = seats.largest_departure(standings(totals((30, 45, 25), 100)))
    assert who == "seat 2"
    assert departure == pytest.approx(0.45 - 1 / 3)
    assert seats.largest_departure(standings(totals((0, 0, 0), 0))) is None


def test_length_in_words():
    assert length.length(totals()).sentence == (
        "A game lasts 5 hands (90 %: 3 – 8), 128 plays, 44 decisions a player; none unfinished."
    )


def test_unfinished_games_are_told():
    found = totals(unfinished=310, n=10_000, wins=(5000, 4690))
    assert length.length(found).sentence.endswith("; 310 unfinished (3.1 %).")
    assert length.endings(found) == "Ended by target 96.9 %, hand cap 3.1 %."


def test_one_ending():
    """All games end as games do: that is no news."""
    assert length.endings(totals()) is None
    capped = totals((0, 0), 10, unfinished=10)
    assert length.endings(capped) == "Ended by hand cap in every game."


def test_a_length_without_spread_has_no_range():
    found = totals((6, 4), 10, hands={19: 10})
    assert length.length(found).sentence.startswith("A game lasts 19 hands, 128 plays")


def test_minutes():
    told = length.length(totals((6, 4), 10), minutes=0.5).sentence
    assert "about 110 minutes at 30 seconds a decision" in told


def test_counters_are_means_per_game():
    found = counters.at(totals((6, 4), 10).seats, 0, 10)
    assert set(found) == {"bonus"}
    assert found["bonus"].estimate == 3
    assert counters.by_game(totals((6, 4), 10))["plays"].estimate == 128


def test_nobody_wins():
    table = standings(totals((0, 0), 10, unfinished=10))
    assert table.fair is None
    assert table.nobody == 10
    assert seats.fairness(table, 0.01) is None
