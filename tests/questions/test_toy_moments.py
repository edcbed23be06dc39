"""Questions about moments and cards, asked about a game whose answers are known.

As in test_toy_commands.py: each interval, widened to a false-alarm chance of 1e-8, holds the truth.
"""

from itertools import pairwise, product

import numpy as np
import pytest

import analyzer
from support.question_cases import on_toy
from support.toy_game import EDGE, LOTS, RESTS, is_covered, level_of_each

pytestmark = pytest.mark.usefixtures("toy")
BLOCKS = 19  # degrees of freedom of a jackknife over 20 blocks


def ask(question, players=3, **options):
    return analyzer.ask("toy", question, players, threads=1, **options)


# --- cards ---------------------------------------------------------------------------------------


@on_toy("ask cards")
def test_the_star_is_worth_six_lots_and_two_points():
    """With it a seat has 24 lots, without it 18.

    Counting: of 0.4 that win with the star all are remembered, of 0.6 that lose half: 4 of 7 that
    are remembered have won. Of all wins, 1 / 3 a seat, 0.4 / 3 have it; the rest is won by the
    1 - 0.7 / 3 seats that have none to show.
    """
    found = ask("cards", n=100_000)
    counted = 4 / 7 - (1 / 3 - 0.4 / 3) / (1 - 0.7 / 3)
    rows = {row["name"]: row for row in found.data["cards"]}
    level = level_of_each(5)  # wins and points of two cards, and what counting says of one
    for name, sign in (("star", 1), ("blank", -1)):
        assert is_covered(rows[name]["wins"], sign * 6 / LOTS, level, BLOCKS)
        assert is_covered(rows[name]["points"], sign * 2, level, BLOCKS)
        assert rows[name]["claim"]["value"] == "shown"
        assert rows[name]["claim"]["family"]["size"] == 5
    assert is_covered(rows["star"]["counted"], counted, level, BLOCKS)
    assert rows["star"]["misled"]["value"] == "shown"
    assert rows["blank"]["misled"] is None
    assert (found.data["strongest"]["of"], found.data["strongest"]["value"]) == ("star", "shown")
    assert (found.data["weakest"]["of"], found.data["weakest"]["value"]) == ("blank", "shown")
    assert found.title.startswith("The strongest card is star: +1.99 points (1.98 – 2.00)")


@on_toy("ask cards")
def test_a_star_that_is_worth_nothing_is_not_called_strong():
    found = ask("cards", n=100_000, rules={"star": 0})
    assert {row["claim"]["value"] for row in found.data["cards"]} <= {"refuted", "open"}
    assert found.data["strongest"]["value"] != "shown"
    for row in found.data["cards"]:
        assert is_covered(row["wins"], 0, level_of_each(5), BLOCKS)
        assert is_covered(row["points"], 0, level_of_each(5), BLOCKS)


# --- decisions -----------------------------------------------------------------------------------


@on_toy("ask decisions")
def test_only_the_first_round_matters():
    """Four rounds; in the first the other move costs 6 lots, later nothing. Six lots change the
    winner, and their mean square over the rounds is 0.1² / 4."""
    found = ask("decisions", n=2000, rules={"faces": 1, "rounds": 4}).data
    cost = 6 / LOTS
    assert found["choices"]["estimate"] == 2
    assert is_covered(found["forced"], 0)
    assert is_covered(found["cost"], cost / 4, freedom=BLOCKS)
    assert is_covered(found["other_winner"], cost / 4, freedom=BLOCKS)
    assert is_covered(found["size"], cost / 2, freedom=BLOCKS)
    assert found["claim"]["value"] == "shown"
    assert found["sentences"][1].startswith("Choices matter: another legal move would cost")
    first, *later = found["by_quarter"]
    assert is_covered(first["cost"], cost, level_of_each(4), BLOCKS)
    assert is_covered(first["other_winner"], cost, level_of_each(4), BLOCKS)
    for quarter in later:  # nothing was seen, and little may have been missed
        assert quarter["cost"]["estimate"] == quarter["other_winner"]["estimate"] == 0
        assert 0 < quarter["cost"]["high"] < 0.02
        assert quarter["cost"]["low"] == -quarter["cost"]["high"]
        assert quarter["other_winner"]["high"] == quarter["cost"]["high"]


@on_toy("ask decisions")
def test_where_nothing_was_seen_to_matter_nothing_is_shown():
    """Without an edge no move matters, but 200 games cannot show that: 1 - 0.025 ** (1 / 200) of
    games, 1.8 %, may be all missed."""
    found = ask("decisions", n=200, rules={"edge": 0}).data
    most = 1 - 0.025 ** (1 / 200)
    assert found["cost"] == pytest.approx({"estimate": 0, "low": -most, "high": most})
    assert found["size"] == pytest.approx({"estimate": 0, "low": 0, "high": most**0.5})
    assert found["claim"]["value"] == "open"
    assert found["sentences"][1] == (
        "It is not known whether choices matter: another legal move would cost the mover 0 pp "
        "(-2 to 2) of winning."
    )


@on_toy("ask decisions")
def test_forced_moves_are_counted():
    """If nothing is said in later rounds, three rounds of four are forced."""
    found = ask("decisions", n=2000, rules={"faces": 1, "rounds": 4, "talk": False}).data
    assert found["forced"]["estimate"] == 0.75
    assert is_covered(found["cost"], 6 / LOTS, freedom=BLOCKS)


# --- drama ---------------------------------------------------------------------------------------


def four_rounds():
    """Every course of four points for two seats, and both coins of a tie: equally likely."""
    for points, coin in product(product((0, 1), repeat=4), (0, 1)):
        lead = np.cumsum([1 - 2 * seat for seat in points])  # of seat 1 over seat 2
        winner = coin if lead[-1] == 0 else int(lead[-1] < 0)
        yield lead, winner


def course(lead, winner):
    """Numbers of one game: by hand, from how far seat 1 is ahead after each round."""
    leaders = [int(gap < 0) if gap else None for gap in lead]
    led = [who for who in leaders if who is not None]
    changes = sum(one != two for one, two in pairwise(led))
    taken = [
        event
        for event, who in enumerate(leaders, start=1)
        if who is not None
        and [who] != [one for one in leaders[: event - 1] if one is not None][-1:]
    ]
    own = lead if winner == 0 else -lead
    return {
        "lead_changes": changes,
        "without_change": changes == 0,
        "settled": taken[-1] / 4,  # when the last leader took the lead
        "half_time_leader": leaders[1] is not None,
        "half_time_won": leaders[1] == winner,
        # Of the events before the last; it may end in a tie, which is no lead of the other.
        "winner_behind": (own < 0).sum() / 3,
        "largest_deficit": max(0, -own.min()),
    }


@on_toy("ask drama")
def test_the_course_of_four_rounds():
    """All 32 courses are counted. After one point of four the leader wins 11 of 16, after two 7 of
    8 and a half, after three 1 or 3 of 4: so (3/16)² · 4, (3/8)² · 2 and 7/16 are settled."""
    rules = {"faces": 1, "rounds": 4, "prize": 60, "star": 0}
    found = ask("drama", 2, n=4000, rules=rules).data
    games = [course(*game) for game in four_rounds()]
    truth = {name: float(np.mean([game[name] for game in games])) for name in games[0]}
    truth["half_time_leader_wins"] = truth.pop("half_time_won") / truth["half_time_leader"]
    for name, number in truth.items():
        assert is_covered(found[name], number), name
    assert found["deficit_p95"]["estimate"] == 2  # 1 winner in 16 comes back from two points
    for settled, number in zip(found["outcome_settled"], (9 / 64, 9 / 32, 7 / 16), strict=True):
        assert is_covered(settled, number, freedom=BLOCKS)
        assert settled["high"] - settled["low"] < 0.08
    assert found["sentences"][0].startswith("The lead changes 0.2")


@on_toy("ask drama")
def test_nothing_is_settled_before_a_lot_is_drawn():
    """Points mean nothing and no lot changes hands, so the chances stay a half to the end."""
    found = ask("drama", 2, n=2000, rules={"faces": 1, "rounds": 4, "star": 0, "edge": 0}).data
    for settled in found["outcome_settled"]:
        assert is_covered(settled, 0, freedom=BLOCKS)
        assert settled["high"] < 0.02


# --- kingmaking ----------------------------------------------------------------------------------

KING = {"faces": 1, "rounds": 2, "king": True, "star": 0, "edge": 0}


@on_toy("ask kingmaking")
def test_a_hopeless_seat_gives_away_a_third():
    """It has 20 lots to give: greedy always gives them to the other side, random half of the time.
    What others say means nothing. It is out at 4 of 7 decisions, as one seat of three."""
    found = ask("kingmaking", n=400, rules=KING).data
    greedy, random = found["steps"]
    for step, truth in ((greedy, 1 / 3), (random, 1 / 6)):
        assert is_covered(step["changed"], truth, freedom=BLOCKS)
        assert is_covered(step["hopeless"], truth, freedom=BLOCKS)
        assert is_covered(step["control"], 0)
        assert is_covered(step["difference"], truth, level_of_each(2), BLOCKS)
        assert step["claim"]["value"] == "shown"
    assert found["claim"]["value"] == "shown"
    assert is_covered(found["hopeless"], 4 / 21, freedom=BLOCKS)
    assert found["sentences"][1].startswith("There is KINGMAKING")


@on_toy("ask kingmaking")
def test_without_a_king_nobody_is_hopeless():
    found = ask("kingmaking", n=200).data
    assert found["claim"] is None
    assert found["hopeless"]["estimate"] == 0
    assert found["sentences"][0].startswith("No kingmaker was found")


# --- length --------------------------------------------------------------------------------------


@on_toy("ask length")
def test_the_length_is_geometric():
    """0.75 ** 4 of games take more than 4 rounds. Two others move between two decisions of a seat;
    after its last move of a round a seat watches 2, 1 or 0 of 3 moves."""
    found = ask("length", n=20_000).data
    rounds = found["lengths"]["rounds"]
    assert is_covered(rounds["mean"], 4)
    assert (rounds["p5"], rounds["median"], rounds["p95"]) == (1, 3, 11)
    assert is_covered(found["lengths"]["decisions"]["mean"], 12)
    assert is_covered(found["drags"], 0.75**4)
    assert found["waits"]["mean"]["estimate"] == 2
    assert (found["waits"]["median"], found["waits"]["longest"]) == (2, 2)
    assert found["waits"]["p95"] == {"estimate": 2, "low": 2, "high": 2}
    assert found["idle"]["estimate"] == pytest.approx(1 / 3)
    assert found["sentences"][0].startswith("A game lasts 3 rounds (90 %: 1 – 11)")
    assert found["sentences"][1].startswith("31.2 % (30.4 – 31.9) of games drag: they take more")


@on_toy("ask length")
def test_a_fixed_length():
    found = ask("length", n=1000, rules={"faces": 1, "rounds": 6}).data
    assert found["lengths"]["rounds"]["mean"]["estimate"] == 6
    assert found["sentences"][:2] == [
        "A game lasts 6 rounds, on average 18.0 turns and 6.0 decisions a player; at most 0.37 % "
        "of games are unfinished.",
        # 1 - 0.0125 ** (1 / 1000) is 0.437 %: half of the 5 % is for the median.
        "At most 0.44 % of games drag: they take more than 9 rounds, one and a half times the "
        "median.",
    ]


# --- luck ----------------------------------------------------------------------------------------


def parts_of_luck():
    """The variance of winning, split over 8 seatings of greedy and expert, 3 stars and 60 lots; who
    rests is a coin."""
    arms = list(product(("greedy", "expert"), repeat=3))
    chance = np.zeros((len(arms), 3, LOTS, 3))  # arm, star, lot, seat
    for a, arm in enumerate(arms):
        for star, lot in product(range(3), range(LOTS)):
            seat, place = divmod(lot, 20)
            rests = RESTS[arm[seat]] if 3 <= place < 3 + 2 * EDGE else 0
            chance[a, star, lot, star if place < 2 else seat] += 1 - rests
            if rests:
                chance[a, star, lot, (seat + 1 + (place - 3) // EDGE) % 3] += rests
    by_arm = chance.mean(axis=(1, 2))  # arm, seat
    own = np.array(
        [[by_arm[[b[s] == arm[s] for b in arms], s].mean() for s in range(3)] for arm in arms]
    )
    mean = by_arm.mean(axis=0)
    deals = chance.mean(axis=0).reshape(-1, 3)
    found = {
        "own_skill": ((own - mean) ** 2).mean(),
        "others_skill": ((by_arm - mean) ** 2).mean() - ((own - mean) ** 2).mean(),
        "seat": mean.var(),
        "deal": deals.var(axis=0).mean(),
        "coins": (chance * (1 - chance)).mean(),
    }
    found["deal_by_play"] = 2 / 9 - sum(found.values())
    return {name: part / (2 / 9) for name, part in found.items()}


@on_toy("ask luck")
def test_the_parts_of_luck():
    found = ask("luck", n=20_000).data
    truth = parts_of_luck()
    assert sum(truth.values()) == pytest.approx(1)
    assert set(found["parts"]) == set(truth)
    for name, part in truth.items():
        if name != "seat":  # what noise puts below zero is told as zero
            assert is_covered(found["parts"][name], part, freedom=BLOCKS), name
    assert truth["seat"] == pytest.approx(0, abs=1e-12)
    assert found["parts"]["seat"]["low"] == 0
    assert found["parts"]["seat"]["high"] < 1e-3


@on_toy("ask luck")
def test_without_skill_and_coins_all_is_the_deal():
    found = ask("luck", n=2000, rules={"edge": 0}).data["parts"]
    assert found["deal"]["estimate"] == pytest.approx(1, abs=0.01)
    # Coins changed nothing in 2,000 deals: 1 - 0.025 ** (1 / 2,000) of them, over 1 - 1 / 3.
    assert found["coins"]["high"] == pytest.approx((1 - 0.025 ** (1 / 2000)) / (2 / 3))
