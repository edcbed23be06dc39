"""Questions about rules, seats and skill, asked about a game whose answers are known.

As in test_toy_commands.py: each interval, widened to a false-alarm chance of 1e-8, holds the truth.
"""

from collections import Counter
from math import inf

import numpy as np
import pytest
from scipy.stats import binom

import analyzer
from support.question_cases import on_toy
from support.toy_game import LOTS, is_covered, level_of_each, lots_of

pytestmark = pytest.mark.usefixtures("toy")
N = 50_000


def ask(question, players=3, **options):
    return analyzer.ask("toy", question, players, threads=1, **options)


# --- readings and rules --------------------------------------------------------------------------


@on_toy("ask readings")
def test_one_reading_matters_and_one_does_not():
    """Three lots of seat 1 go to seat 2; what is said means nothing."""
    found = ask("readings", n=N).data
    first, talk = found["variants"]
    level = level_of_each(2 * (3 + 5))  # two readings: three seats, and five other numbers each
    assert (first["rule"], talk["rule"]) == ("first=two", "talk=false")
    assert is_covered(
        first["wins"], -3 / LOTS if first["wins"]["of"] == "seat 1" else 3 / LOTS, level
    )
    assert is_covered(first["same_winner"], 57 / LOTS, level)
    assert first["claim"]["value"] == "shown"
    for row in (first, talk):
        assert is_covered(row["length"], 0, level)
        assert is_covered(row["spread"], 0, level)
        assert row["length_claim"]["value"] == row["spread_claim"]["value"] == "refuted"
    assert talk["no_difference"]
    assert talk["claim"]["value"] == "refuted"
    assert not talk["unused"]  # nobody could make use of it
    assert (found["largest"]["of"], found["largest"]["value"]) == ("first=two", "shown")
    assert found["sentences"][0].startswith(
        "How often a seat wins: of 2 open readings, 1 is shown to change it and 1 is the same"
    )


def after(rounds, star=2):
    """Scores after a number of points, and their chances, if the first seat begins with a star."""
    chances = {(star, 0, 0): 1.0}
    for _ in range(rounds):
        more = Counter()
        for scores, chance in chances.items():
            for seat in range(3):
                more[tuple(own + (seat == i) for i, own in enumerate(scores))] += chance / 3
        chances = more
    return chances.items()


def spread(rounds, star=2):
    """The mean of best minus worst score."""
    return sum(chance * (max(scores) - min(scores)) for scores, chance in after(rounds, star))


def leads(rounds, star=2):
    """How often the star has the most points, equals by coin."""
    return sum(
        chance * (scores[0] == max(scores)) / scores.count(max(scores))
        for scores, chance in after(rounds, star)
    )


@on_toy("ask rules")
def test_every_step_of_every_rule():
    """Three rounds. Of each: wins of the seat that is told, games with the same winner, rounds, and
    the spread of scores; `prize=1` lets the best of three rounds win one game in sixty."""
    found = ask("rules", n=N, rules={"faces": 1, "rounds": 3}).data
    now, star = spread(3), leads(3)
    agree = star * 24 / 60 + (1 - star) * 18 / 60  # the best is the owner of the lot
    # With two faces it ends after 3 rounds or more, each with a chance of a half.
    longer = sum(spread(3 + more) / 2 ** (1 + more) for more in range(20))
    truth = {
        "bonus=1": (3 / 60, 57 / 60, 0, 0),
        "star=1": (0, 58 / 60, 0, spread(3, 1) - now),
        "star=3": (0, 58 / 60, 0, spread(3, 3) - now),
        "edge=2": (0, 1, 0, 0),
        "rounds=2": (0, 1, -1, spread(2) - now),
        "rounds=4": (0, 1, 1, spread(4) - now),
        "faces=2": (0, 1, 1, longer - now),
        "prize=1": (0, 1 - (1 - agree) / 60, 0, 0),
        "king=true": (0, 2 / 3, 0, 0),
    }
    rows = {row["rule"]: row for row in found["variants"]}
    assert set(rows) == set(truth)
    level = level_of_each(9 * (3 + 5))
    for rule, (wins, same, length, apart) in truth.items():
        row = rows[rule]
        sign = -1 if row["wins"]["of"] == "seat 3" else 1
        assert is_covered(row["wins"], sign * wins, level), rule
        assert is_covered(row["same_winner"], same, level), rule
        assert is_covered(row["length"], length, level), rule
        assert row["claim"]["value"] == ("shown" if wins else "refuted"), rule
        assert row["length_claim"]["value"] == ("shown" if length else "refuted"), rule
        assert is_covered(row["spread"], apart, level), rule
        assert row["spread_claim"]["value"] == ("shown" if apart else "refuted"), rule
    assert rows["edge=2"]["no_difference"]
    assert rows["edge=2"]["unused"]  # experts never rest, random players do
    assert found["largest"]["of"] == "bonus=1"
    assert "for players who do not adapt" in found["sentences"][0]


# --- fairness of several tables ------------------------------------------------------------------


@on_toy("ask seats")
@pytest.mark.parametrize("bonus", [0, 1])
def test_every_table_is_fair_or_none_is(bonus):
    """Every policy has the same chances at every seat; the bonus is 5 pp at every table."""
    found = analyzer.ask("toy", "seats", n=2 * N, rules={"bonus": bonus}, threads=1).data
    rows = found["by_table"]
    assert len(rows) == 8  # two and three players; expert, club, family, beginner
    for row in rows:
        assert row["verdict"] == ("UNFAIR" if bonus else "FAIR")
        lots = [LOTS / row["players"]] * row["players"]
        lots[0], lots[-1] = lots[0] + 3 * bonus, lots[-1] - 3 * bonus
        for wins, own in zip(row["wins"], lots, strict=True):
            assert is_covered(wins, own / LOTS, level_of_each(8 * row["players"]))
    first, *others = found["sentences"]
    word = "UNFAIR with" if bonus else "FAIR within 1 percentage point with"
    assert first.startswith(f"With expert everywhere Toy is {word} 2 and 3 players")
    assert others == ["At the levels club, family and beginner every verdict is the same."]


@on_toy("ask data")
def test_the_table_with_a_bonus_is_the_one_that_matters():
    found = ask("data", n=2 * N).data
    rows = found["by_table"]
    assert [row["name"] for row in rows] == ["the table as it is", "bonus=1", "talk=false"]
    assert [row["verdict"] for row in rows] == ["FAIR", "UNFAIR", "FAIR"]
    assert is_covered(
        rows[1]["departure"], np.sign(rows[1]["departure"]["estimate"]) * 0.05, level_of_each(9)
    )
    for row in rows:
        assert is_covered(row["length"], 4, level_of_each(3))
    assert found["changes"]["value"] == "shown"
    assert found["changes"]["names"] == ["bonus=1"]
    assert found["sentences"][0] == (
        "The verdict FAIR at 1 percentage point depends on the table: it is different with bonus=1."
    )
    # The length is the same game by game.
    assert found["sentences"][1].startswith(
        "The mean length of a game is 3.99 (3.96 – 4.02) rounds"
    )
    assert "with each of 3 tables" in found["sentences"][1]


@on_toy("ask mend")
def test_the_bonus_is_what_mends():
    """A bonus of 1 is 5 pp; without it the table is fair, and no other single step does that."""
    found = ask("mend", n=2 * N, rules={"bonus": 1}).data
    assert found["outcome"] == "mended"
    assert found["mended_by"] == "bonus=0"
    assert found["verdict"] == "UNFAIR"
    assert found["mended"]["value"] == "shown"
    for row in found["changes"]:
        fair = "bonus=0" in row["name"] and "first=two" not in row["name"]
        assert row["verdict"] != ("UNFAIR" if fair else "FAIR"), row["name"]
    assert found["sentences"][0] == (
        "bonus=0 makes Toy with 3 players FAIR within 1 percentage point, for players who do not "
        "adapt."
    )


@on_toy("ask mend")
def test_what_is_fair_needs_no_mending_and_what_is_far_off_is_not_mended():
    assert ask("mend", n=2 * N).data["outcome"] == "needs none"
    far = ask("mend", n=2 * N, rules={"bonus": 3}).data  # 15 pp; no step takes 14 off
    assert far["outcome"] in ("not mended", "not known")
    assert far["mended_by"] is None
    assert all(row["verdict"] != "FAIR" for row in far["changes"])


# --- skill ---------------------------------------------------------------------------------------


def games_until(share, players):
    """The fewest games from which on a player has won more than n / players of them in 95 %."""
    n = np.arange(1, 20_000)
    return int(n[binom.sf(n // players, n, share) < 0.95].max()) + 1


@on_toy("ask skill")
@pytest.mark.parametrize("players", [2, 3])
def test_skill_is_a_number_of_lots(players):
    found = ask("skill", players, n=N).data
    steps = {(step["better"], step["among"]): step for step in found["steps"]}
    assert set(steps) == {("expert", "greedy"), ("expert", "random"), ("greedy", "random")}
    for (better, among), step in steps.items():
        share = lots_of(better, [among] * (players - 1)) / LOTS
        assert is_covered(step["win_share"], share, level_of_each(3)), (better, among)
        assert step["fair_share"] == pytest.approx(1 / players)
        assert step["claim"]["value"] == "shown"
    step = steps["expert", "random"]
    told = step["games_until_ahead"]
    wins = step["win_share"]
    for end, other in (("estimate", "estimate"), ("low", "high"), ("high", "low")):
        assert told[end] == games_until(wins[other], players)


@on_toy("ask skill")
def test_where_nothing_is_lost_by_resting_skill_is_not_shown():
    found = ask("skill", n=N, rules={"edge": 0}).data
    for step in found["steps"]:
        assert is_covered(step["win_share"], 1 / 3, level_of_each(3))
        assert step["claim"]["value"] != "shown"
        assert step["games_until_ahead"]["high"] == inf
