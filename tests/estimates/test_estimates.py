"""The questions, asked of made-up totals."""

import math

import numpy as np
import pytest

from analyzer import stats
from analyzer.estimates import counters, fairness, length, phrases, seats
from analyzer.estimates.differences import Difference
from analyzer.estimates.effects import Effect
from analyzer.estimates.measures import Measure
from analyzer.stats import Interval
from support.fake_totals import UNITS, totals


def standings(found):
    return seats.standings(found, ("expert",) * found.players)


def ask(wins, n, tolerance=0.01, **more):
    table = standings(totals(wins, n, **more))
    return fairness.fairness_finding(table, tolerance)


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
    said = phrases.AT_EDGE if finding.claim.at_edge else verdict
    assert finding.sentence.startswith(f"{said} ")
    assert (finding.claim.needs is not None) == (verdict == "UNDECIDED")
    assert finding.claim.family == stats.Family("seats", len(wins))
    assert finding.n == finding.claim.games == n


def test_an_open_verdict_names_seat_size_bound_and_the_games_to_plan_for():
    finding = ask((209_800, 201_000, 198_000, 195_600, 195_600), 10**6)
    assert finding.sentence == (
        "AT THE EDGE of 1 percentage point: the largest departure is seat 1, +1.0 pp "
        "(0.9 – 1.1); no seat is further than 1.1 pp from its fair share."
    )
    few = ask((25, 20, 19, 18, 18), 100)
    assert few.sentence == (
        "UNDECIDED at 1 percentage point: the largest departure is seat 1, +5 pp (-5 to 18); no "
        "seat is further than 18 pp from its fair share; plan for about "
        f"{few.claim.needs:,} games: --until-decided -n {few.claim.needs}."
    )
    assert few.estimate == pytest.approx(0.05)
    assert few.claim.bound == pytest.approx(0.1758, abs=2e-3)


def test_a_plan_has_at_least_the_games_at_which_a_verdict_is_possible():
    """By the last of several looks, which has half of the error."""
    finding = ask((20, 20, 20, 20, 20), 100)
    assert finding.claim.least == stats.least_to_decide(5, 0.01)
    assert finding.claim.needs >= stats.least_to_decide(5, 0.01, 0.975)


def test_the_games_to_plan_for_are_forecast():
    """From the departures so far, rounded up to two digits."""
    won = (209_800, 201_000, 198_000, 195_600, 195_600)
    departures = [share / 10**6 - 0.2 for share in won]
    estimates = [stats.Estimate(d, math.sqrt((0.2 + d) * (0.8 - d))) for d in departures]
    enough = stats.games_to_decide(estimates, 10**6, 0.01, 0.975)
    needs = ask(won, 10**6).claim.needs
    assert needs == pytest.approx(enough, rel=0.1)
    assert needs >= enough


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
    assert finding.claim.needs is None
    assert finding.sentence.startswith("AT THE EDGE of 1 percentage point: ")


def test_the_games_to_plan_for_decide():
    """The promise of "plan for about N games", for a table that is unfair by 0.5 points."""
    shares, n = np.array([0.215, 0.2, 0.195, 0.195, 0.195]), 30_000
    rng = np.random.default_rng(20260106)
    first = ask(shares * n, n)
    assert first.verdict == "UNDECIDED"
    needs = first.claim.needs
    verdicts = []
    for won in rng.multinomial(needs, shares, 200):
        table = seats.standings(totals(won, needs), ("expert",) * 5, fairness.LAST_LOOK)
        verdicts.append(fairness.fairness_claim(table, 0.01).word)
    assert verdicts.count("UNFAIR") > 60  # promised 100; 60 is 5.6 standard errors below
    assert "FAIR" not in verdicts


def test_false_alarms_are_rare():
    """A fair table is called UNFAIR, at a tolerance of next to nothing, in at most 5 % of runs."""
    rng = np.random.default_rng(20260107)
    alarms = sum(
        ask(won, 2000, 1e-9).verdict == "UNFAIR" for won in rng.multinomial(2000, [0.25] * 4, 1000)
    )
    assert alarms < 90  # 50 expected at most; 90 has a chance below 1e-7


def test_shares_are_taken_among_the_games_that_somebody_won():
    table = standings(totals((48_000, 48_000), 100_000, roles=("Evil Master", "Adventurer")))
    assert (table.by, table.nobody, table.won, table.fair) == ("role", 4000, 96_000, 0.5)
    assert [row.wins.estimate for row in table.rows] == [0.5, 0.5]
    assert seats.nobody_sentence(table) == "Nobody wins 4.0 % (3.9 – 4.1) of games."
    assert seats.by_role_sentence(table).startswith("Of the games that somebody won, Evil Master")
    assert fairness.fairness_finding(table, 0.01).verdict == "FAIR"


def test_allies_who_win_together_have_no_fair_share():
    table = standings(totals((40, 60, 60), 100, roles=("villain", "hero", "hero")))
    assert table.fair is None
    assert fairness.fairness_finding(table, 0.01) is None
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
    who, departure = fairness.largest_departure(standings(totals((30, 45, 25), 100)))
    assert who == "seat 2"
    assert departure == pytest.approx(0.45 - 1 / 3)
    assert fairness.largest_departure(standings(totals((0, 0, 0), 0))) is None


def test_length_in_words():
    assert length.length_finding(totals(), UNITS).sentence == (
        "A game lasts 5 hands (90 %: 3 – 8), on average 128 plays and 44 decisions a player; at "
        "most 0.00037 % of games are unfinished."
    )


def test_unfinished_games_are_told():
    found = totals(unfinished=310, n=10_000, wins=(5000, 4690))
    assert length.length_finding(found, UNITS).sentence.endswith(
        "; 3.1 % (2.8 – 3.5) of games are unfinished."
    )
    assert length.endings_sentence(found) == (
        "Ended by target in 96.9 % (96.5 – 97.3), by hand cap in 3.1 % (2.7 – 3.5) of games."
    )


def test_one_ending():
    """All games end as games do: that is no news."""
    assert length.endings_sentence(totals()) is None
    capped = totals((0, 0), 10, unfinished=10)
    assert length.endings_sentence(capped) == "Ended by hand cap in at least 69 % of games."


def test_a_length_without_spread_has_no_range():
    found = totals((6, 4), 10, hands={19: 10})
    told = length.length_finding(found, UNITS).sentence
    assert told.startswith("A game lasts 19 hands, on average 128")


def test_minutes():
    told = length.length_finding(totals((6, 4), 10), UNITS, minutes=0.5).sentence
    assert "about 110 minutes at 30 seconds a decision" in told


def test_counters_are_means_per_game():
    found = counters.seat_means(totals((6, 4), 10).seats, 0, 10)
    assert set(found) == {"bonus"}
    assert found["bonus"].estimate == 3
    assert counters.game_means(totals((6, 4), 10))["plays"].estimate == 128


def test_nobody_wins():
    table = standings(totals((0, 0), 10, unfinished=10))
    assert table.fair is None
    assert table.nobody == 10
    assert fairness.fairness_finding(table, 0.01) is None


@pytest.mark.parametrize(("unfinished", "barred"), [(500, False), (501, True)])
def test_there_is_no_verdict_if_more_than_one_game_in_twenty_is_unfinished(unfinished, barred):
    n, won = 10_000, 10_000 - unfinished
    finding = ask((won // 2, won - won // 2), n, tolerance=0.1, unfinished=unfinished)
    assert (finding.verdict == "NO VERDICT") == barred
    assert finding.claim.open == barred
    if barred:
        assert finding.sentence == (
            "NO VERDICT: 5.0 % of games hit a cap on their length, so who would have won them is "
            "not known."
        )


def test_tables_told_together_are_one_family():
    """Each of twenty tables needs a level of 99.75 %, and the claim says so."""
    tables = stats.Family("tables", 20)
    table = seats.standings(totals((2500, 2500), 5000), ("expert",) * 2, tables.each)
    made = fairness.fairness_claim(table, 0.05, tables)
    assert table.level == pytest.approx(1 - 0.05 / 20)
    assert made.family == tables


def test_random_players_are_never_called_fair_alone():
    table = seats.standings(totals((50_000, 50_000), 100_000), ("random",) * 2)
    found = fairness.fairness_finding(table, 0.01)
    assert found.sentence.startswith("FAIR between players who choose at random within")


def test_several_policies_have_no_verdict_about_seats():
    table = seats.standings(totals((50_000, 50_000), 100_000), ("expert", "greedy"))
    assert fairness.fairness_finding(table, 0.01) is None


def test_colours_of_rows_come_from_the_intervals_of_the_verdict():
    table = standings(totals((25_400, 24_600), 50_000))
    (row, _), made = table.rows, fairness.fairness_claim(table, 0.01)
    assert fairness.row_claim(row, table, 0.01).found == made.found
    assert fairness.row_claim(row, table, 0.01).family == made.family


def test_minutes_are_so_many_times_a_length():
    """Its mean with both ends, its median and its other marks."""
    found = length.Length(stats.Interval(40.0, 30.0, 50.0), 39, 20, 70)
    assert found.times(0.25) == length.Length(stats.Interval(10.0, 7.5, 12.5), 9.75, 5, 17.5)
    assert found.times(1) == found


@pytest.mark.parametrize(
    ("variant", "told"),
    [(18.5, "falls from 19.02 to 18.50, -0.5"), (19.017, "falls a little from 19.02, -0.003")],
)
def test_a_mean_does_not_change_from_a_number_to_itself(variant: float, told: str) -> None:
    """On the same luck the change is known better than the means."""
    base, after = 19.020, variant
    change = Interval(after - base, after - base - 0.001, after - base + 0.001)
    claim = stats.differs(change, stats.Family("hands", 1), 9000, 0.02, "hands")
    means = [Interval(mean, mean - 0.04, mean + 0.04) for mean in (base, after)]
    measure = Measure("hands", "hands", None, "hands")
    effect = Effect((Difference(measure, 9000, *means, claim, 90, 2.0),))
    assert effect.words.startswith(f"the mean of hands {told}")
