"""The commands, asked about a game whose answers are known: tests/toy_package has its rules.

Every printed interval holds the exact value if it is widened to a false-alarm chance of 1e-8 (so
that all numbers of a test together have less than one in a million), and every claim is right.
"""

import pytest

import analyzer
from support.question_cases import on_toy
from support.toy_game import LOTS, is_covered, level_of_each, lots_of

pytestmark = pytest.mark.usefixtures("toy")
N = 100_000
ONE = {"threads": 1}


# --- simulate ------------------------------------------------------------------------------------


@on_toy("simulate")
@pytest.mark.parametrize("players", [2, 3])
def test_a_fair_table(players):
    """All have equally many lots. A game has 4 rounds on average, a star two points."""
    found = analyzer.simulate("toy", players, n=N, **ONE)
    assert found.data["fairness"]["verdict"] == "FAIR"
    assert found.data["nobody_wins"] == found.data["unfinished"] == 0
    for seat in found.data["seats"]:
        assert is_covered(seat["win_share"], 1 / players, level_of_each(players))
        assert is_covered(seat["score"], (4 + 2) / players)
        assert is_covered(seat["rank"], (1 + players) / 2)
        assert is_covered(seat["counters"]["dealt_star"], 1 / players)
    rounds = found.data["length"]["rounds"]
    assert is_covered(rounds["mean"], 4)
    # 1 - 0.75 ** k is 0.25, 0.44, 0.58 for k = 1, 2, 3, and 0.944, 0.958 for 10, 11.
    assert (rounds["p5"], rounds["median"], rounds["p95"]) == (1, 3, 11)
    assert is_covered(found.data["counters"]["turns"], 4 * players)
    assert found.title == f"Toy with {players} players is FAIR"


@on_toy("simulate")
def test_an_unfair_table():
    """Seat 1 has 23 lots, seat 3 has 17."""
    found = analyzer.simulate("toy", 3, n=N, rules={"bonus": 1}, **ONE)
    assert found.data["fairness"]["verdict"] == "UNFAIR"
    for seat, lots in zip(found.data["seats"], (23, 20, 17), strict=True):
        assert is_covered(seat["win_share"], lots / LOTS, level_of_each(3))
    early = analyzer.simulate("toy", 3, n=10 * N, rules={"bonus": 1}, until_decided=True, **ONE)
    assert early.data["fairness"]["verdict"] == "UNFAIR"
    assert early.data["games"] < 5000  # 5 pp are seen long before


@on_toy("simulate")
def test_a_table_whose_games_are_given_up_has_no_verdict():
    """After four rounds 0.75 ** 4 of games are not over; the others are won as ever."""
    found = analyzer.simulate("toy", 3, n=N, rules={"max_rounds": 4}, **ONE)
    assert found.data["fairness"]["verdict"] == "NO VERDICT"
    part, error = found.data["unfinished"] / N, (0.3164 * 0.6836 / N) ** 0.5
    assert abs(part - 0.75**4) < 5.8 * error  # false alarm: 7e-9
    for seat in found.data["seats"]:
        assert is_covered(seat["win_share"], 1 / 3, level_of_each(3))


@on_toy("simulate")
def test_one_worse_player():
    """Who rests half of the time loses 3 of 20 lots."""
    found = analyzer.simulate("toy", 3, n=N, policy=["expert", "1=random"], **ONE)
    assert found.data["fairness"] is None
    shares = {row["policy"]: row for row in found.data["by_policy"]}
    assert is_covered(shares["random"]["win_share"], 17 / LOTS, level_of_each(2))
    assert is_covered(shares["expert"]["win_share"], 43 / LOTS, level_of_each(2))
    assert shares["random"]["claim"]["value"] == "shown"
    assert "below an equal share" in found.title


# --- compare -------------------------------------------------------------------------------------


@on_toy("compare")
def test_what_each_rule_changes():
    arms = [{"bonus": 1}, {"faces": 5}, {"talk": False}, {"policy": "1=random"}]
    found = analyzer.compare("toy", 3, n=N, vs=arms, measure=["wins", "score", "rounds"], **ONE)
    truth = {  # wins of three seats, score of three seats, rounds
        "bonus=1": (3 / 60, 0, -3 / 60, 0, 0, 0, 0),
        "faces=5": (0, 0, 0, 1 / 3, 1 / 3, 1 / 3, 1),
        "talk=false": (0,) * 7,
        "policy=1=random": (-3 / 60, 1.5 / 60, 1.5 / 60, 0, 0, 0, 0),
    }
    told = ("wins", "score", "rounds")  # 3 + 3 + 1 numbers of each arm: one family
    for arm, numbers in truth.items():
        rows = [row for row in found.data["differences"] if row["arm"] == arm]
        rows = [row for row in rows if row["measure"] in told]
        for row, number in zip(rows, numbers, strict=True):
            assert row["claim"]["family"]["size"] == 28
            assert is_covered(row["difference"], number, level_of_each(28)), row
            expected = "shown" if number else "refuted"
            assert row["claim"]["value"] == expected, row


@on_toy("compare")
def test_which_games_have_another_winner():
    """Three lots of sixty change hands; what is said means nothing."""
    arms = [{"bonus": 1}, {"faces": 5}, {"talk": False}]
    found = analyzer.compare("toy", 3, n=N, vs=arms, **ONE)
    bonus, faces, talk = found.data["arms"][1:]
    error = (0.05 * 0.95 / N) ** 0.5
    assert abs(bonus["games_that_differ"] / N - 3 / 60) < 5.8 * error  # false alarm: 7e-9
    assert faces["games_that_differ"] == talk["games_that_differ"] == 0
    assert [arm["no_difference"] for arm in (bonus, faces, talk)] == [False, False, True]
    first, second, third = found.data["sentences"]
    assert first.startswith(
        "With bonus=1 seat 1 wins +4.9 pp (4.7 – 5.1); the mean of rounds stays"
    )
    assert first.endswith("4.9 % (4.8 – 5.1) of games have another winner.")
    assert "the mean of rounds rises from 3.99 to 5.00, +1.0" in second
    # 1 - 0.025 ** (1 / 100,000) is 3.69e-5.
    assert third == "talk=false: not one of 100,000 games differs, so at most 0.0037 % of games do."


# --- sweep ---------------------------------------------------------------------------------------


@on_toy("sweep")
def test_a_sweep():
    """By bonus seat 1 has 20, 23 and 26 lots; the length stays 4."""
    found = analyzer.sweep(
        "toy", 3, n=N, rule={"bonus": [0, 1, 2]}, measure=["wins:1", "rounds"], **ONE
    )
    cells = found.data["cells"]
    assert [cell["verdict"] for cell in cells] == ["FAIR", "UNFAIR", "UNFAIR"]
    for cell, lots in zip(cells, (20, 23, 26), strict=True):
        assert is_covered(cell["measures"]["wins:1"]["mean"], lots / LOTS, level_of_each(5))
        assert is_covered(cell["measures"]["rounds"]["mean"], 4, level_of_each(5))
        if lots > 20:  # the first cell is what the others are compared with
            assert is_covered(
                cell["measures"]["wins:1"]["change"], (lots - 20) / LOTS, level_of_each(5)
            )
            assert cell["measures"]["wins:1"]["claim"]["value"] == "shown"
            assert cell["measures"]["rounds"]["claim"]["value"] == "refuted"
    verdicts, wins, rounds = found.data["sentences"]
    assert verdicts == (
        "FAIR within 1 percentage point with bonus=0; UNFAIR by more than 1 percentage point with "
        "bonus=1 and bonus=2."
    )
    assert "least with bonus=0" in wins
    assert "most with bonus=2" in wins
    assert rounds.startswith("The mean of rounds is the same in all cells within 2 %")


@on_toy("sweep")
def test_a_sweep_of_the_length():
    found = analyzer.sweep("toy", 3, n=N, rule={"faces": [3, 4, 5]}, measure=["rounds"], **ONE)
    for cell, faces in zip(found.data["cells"], (3, 4, 5), strict=True):
        assert is_covered(cell["measures"]["rounds"]["mean"], faces, level_of_each(5))
        assert cell["verdict"] == "FAIR"
    assert "least with faces=3" in found.data["sentences"][1]
    assert "most with faces=5" in found.data["sentences"][1]


# --- tournament ----------------------------------------------------------------------------------


@on_toy("tournament")
@pytest.mark.parametrize("players", [2, 3])
def test_a_tournament(players):
    """Lots by who rests how often; who never rests is best."""
    policies = "random,greedy,expert"
    found = analyzer.tournament("toy", players, n=N // 2, policies=policies, **ONE)
    matches = found.data["matches"]
    assert len(matches) == {2: 3, 3: 9}[players]
    for match in matches:
        share = lots_of(match["policy"], match["among"]) / LOTS
        assert match["fair_share"] == pytest.approx(1 / players)
        assert is_covered(match["win_share"], share, level_of_each(len(matches))), match["name"]
        beyond = share - 1 / players
        expected = "shown" if abs(beyond) > 1e-9 else "refuted"  # 0 of greedy, free for all
        assert match["claim"]["value"] == expected, match["name"]
        assert match["claim"]["estimate"] * beyond >= 0
    assert found.data["best"]["value"] == "shown"
    assert found.title == "expert plays best: it does better than random and greedy"


@on_toy("tournament")
def test_equal_players_are_not_called_better():
    """Without an edge resting costs nothing: nobody is shown to be best."""
    found = analyzer.tournament(
        "toy", 3, n=N // 2, policies="random,greedy,expert", rules={"edge": 0}, **ONE
    )
    assert {match["claim"]["value"] for match in found.data["matches"]} == {"refuted"}
    assert found.data["best"]["value"] == "open"
    assert set(found.data["best"]["names"]) == {"random", "greedy", "expert"}


# --- tune ----------------------------------------------------------------------------------------


@on_toy("tune")
@pytest.mark.parametrize("players", [2, 3])
def test_who_never_errs_is_better_among_those_who_do(players):
    """Any legal move rests half of the time, so e=1 rests as `random` does. Who never rests gains
    lots from all others."""
    found = analyzer.tune("toy", players, n=N, policy="noise:e=1", over={"e": [0, 0.5]}, **ONE)
    assert found.data["outcome"] == "BETTER"
    assert found.data["tuned"] == "noise:e=0"
    for row, rests in zip(found.data["confirmed"], (0.0, 0.25), strict=True):
        others = players - 1
        lots = LOTS / players - 3 * others * rests + 3 * others * 0.5
        assert row["values"] == {"e": 2 * rests}
        assert is_covered(row["gain"], lots / LOTS - 1 / players, 1 - 0.05 / 4)
    assert found.title.startswith("BETTER by ")


@on_toy("tune")
def test_what_changes_nothing_is_no_better():
    """Without an edge resting costs nothing."""
    words = {"policy": "noise:e=1", "over": {"e": [0, 0.5]}, "rules": {"edge": 0}}
    found = analyzer.tune("toy", 3, n=3 * N, **words, **ONE)
    assert found.data["outcome"] == "NO BETTER"
    assert found.data["tuned"] is None


@on_toy("tune")
def test_games_that_are_given_up_give_no_verdict():
    words = {"policy": "noise:e=1", "over": {"e": [0, 0.5]}, "rules": {"max_rounds": 4}}
    found = analyzer.tune("toy", 3, n=N, **words, **ONE)
    assert found.data["outcome"] == "NO VERDICT"
    assert found.data["tuned"] is found.data["gain"] is None
    assert found.title.startswith("NO VERDICT: 31 % of games hit a cap on their length")


# --- advise --------------------------------------------------------------------------------------


@on_toy("advise")
@pytest.mark.parametrize("index", [0, 1, 2, 3])
def test_advice_on_the_first_move(index):
    """With the star seat 1 has 24 lots, without it 18; six of them are lost by resting."""
    state = analyzer.new_state("toy", 3, index=index)
    lots = 24 if state._stepper.describe()["star"] == 0 else 18
    found = state.advise(worlds=20_000, **ONE)
    work, rest = found.data["moves"]
    assert (work["move"], rest["move"]) == ("work", "rest")
    assert is_covered(work["value"], lots / LOTS, level_of_each(2))
    assert is_covered(rest["value"], (lots - 6) / LOTS, level_of_each(2))
    assert is_covered(rest["behind"], 6 / LOTS)
    assert found.data["best"] == ["work"]
    assert found.data["claim"]["value"] == "shown"
    assert found.title.startswith("Best: work, ")


@on_toy("advise")
def test_advice_on_what_means_nothing():
    state = analyzer.new_state("toy", 3, index=7)
    while state.moves() != ["heads", "tails"]:
        state.play(0)
    found = state.advise(worlds=2000, **ONE)
    assert sorted(found.data["best"]) == ["heads", "tails"]
    assert found.data["claim"]["value"] == "open"
    assert found.title.startswith("Not told apart: both moves; heads comes out first, ")


# --- plan ----------------------------------------------------------------------------------------


@on_toy("plan")
def test_the_games_that_are_planned_show_what_is_there():
    """bonus=1 gives seat 1 three lots of sixty, which are 5 pp, so one game in twenty at seat 1 and
    at seat 3 has another winner. 20,000 games tell that share to 6 %."""
    found = analyzer.plan("toy", 3, n=20_000, vs={"bonus": 1}, difference=5, **ONE)
    paired, alone = found.answer.data["needs"][:2]
    square, z, chance = 3 / 60, 2.49771, 0.84162  # z of 0.05 / 4: three seats and the length
    needed = ((z * square**0.5 + chance * (square - 0.0025) ** 0.5) / 0.05) ** 2
    assert paired["games"] == pytest.approx(needed, rel=0.2)  # 6 errors of that share
    assert paired["low"] < paired["games"] < paired["high"]
    assert alone["games"] > 5 * paired["games"]
    shown = [
        analyzer.compare("toy", 3, n=paired["games"], vs={"bonus": 1}, seed=seed, **ONE)
        .answer.finding("bonus=1/wins.1")
        .claim.shown
        for seed in range(60)
    ]
    # Planned: 80 % of 60 are 48; fewer than 30 would come by chance once in ten million.
    assert 30 <= sum(shown) <= 60
    step = analyzer.plan("toy", 3, n=500, **ONE).answer.data["needs"]
    assert [one["question"] for one in step][-5:] == [
        "alone", "least", "fair", "fair, by looks", "unfair"
    ]  # fmt: skip
