"""The questions of simulate, compare, sweep and tournament, asked of real games."""

import re

import pytest
from scipy.stats import binom
from scipy.stats import t as student

import analyzer
from analyzer import stats
from analyzer._core.runner import Control
from analyzer.errors import UserError
from analyzer.questions.sweep import Sweep
from analyzer.request import setting
from analyzer.request.ranges import parse_range, parse_rule_ranges
from analyzer.simulation.chunk import ReadyCell
from analyzer.simulation.reducers import load
from analyzer.simulation.run import GroupResult, Outcome
from support.playouts import cell


def rows(result, table):
    return result.frame(table).to_dicts()


# --- simulate ------------------------------------------------------------------------------------


def test_seat_role_and_policy_are_separate() -> None:
    """Random roles: a seat has no role of its own, a role no policy; policies are told apart."""
    told = analyzer.simulate(
        "horrible-mountain", n=2000, policy=["expert", "1=random"], rules={"roles": "random"}
    ).data
    assert [(row["seat"], row["role"], row["policy"]) for row in told["seats"]] == [
        (1, None, "random"),
        (2, None, "expert"),
    ]
    assert [(row["role"], row["seat"], row["policy"]) for row in told["roles"]] == [
        ("Evil Master", None, None),
        ("adventurer", None, None),
    ]
    shares = {row["policy"]: row["win_share"]["estimate"] for row in told["by_policy"]}
    assert shares["expert"] > 0.99
    assert abs(told["roles"][0]["win_share"]["estimate"] - 0.5) < 0.05


def test_fixed_roles_sit_still() -> None:
    told = analyzer.simulate("horrible-mountain", n=200, policy=["expert", "1=greedy"]).data
    assert [row["role"] for row in told["seats"]] == ["Evil Master", "adventurer"]
    assert [(row["seat"], row["policy"]) for row in told["roles"]] == [(1, "greedy"), (2, "expert")]


@pytest.mark.parametrize(
    ("game", "players", "rules"),
    [
        ("hike", 4, {"target": 10_000, "max_hands": 1}),
        ("hike", 4, {"max_turns": 1}),
        ("horrible-mountain", 2, {"max_turns": 1}),
    ],
)
def test_nobody_wins(game, players, rules) -> None:
    found = analyzer.simulate(game, players, n=200, rules=rules)
    assert found.title.startswith("Nobody wins any game")
    assert found.data["fairness"] is None
    assert found.data["unfinished"] == 200


def test_until_decided_stops_at_a_look_and_says_so() -> None:
    found = analyzer.simulate("horrible-mountain", n=64_000, until_decided=True)
    assert found.data["looks"] == [1000, 2000, 4000, 8000, 16000, 32000, 64000]
    assert found.data["games"] in found.data["looks"][:3]
    assert found.data["fairness"]["verdict"] == "UNFAIR"
    assert found.data["confidence"] > 0.95


def paragraphs(result) -> str:
    return " ".join(block.text for block in result.answer.blocks if hasattr(block, "text"))


def test_a_precision_that_is_not_reached_is_said() -> None:
    found = analyzer.simulate("hike", 3, n=4000, precision=0.1)
    assert found.data["precision"] == 0.001
    assert found.data["reached"] is False
    assert "All 4,000 games were not enough for 0.1 pp" in paragraphs(found)
    assert re.search(r"use --until-decided -n [\d,]+ instead of --precision", paragraphs(found))
    assert analyzer.simulate("hike", 3, n=4000, precision=5).data["reached"] is True
    assert analyzer.simulate("hike", 3, n=1000).data["reached"] is None


def test_the_games_named_for_a_precision_reach_it() -> None:
    text = paragraphs(analyzer.simulate("hike", 3, n=2000, precision=1.2))
    enough = int(text.split("pp, and about ")[1].split(" games")[0].replace(",", ""))
    again = analyzer.simulate("hike", 3, n=enough, precision=1.2)
    assert again.data["reached"]
    assert again.data["games"] == enough


def test_no_decision_is_not_called_one() -> None:
    found = analyzer.simulate("hike", 3, n=2000, until_decided=True, tolerance=0.2)
    assert found.data["reached"] is False
    assert "All 2,000 games were not enough to decide" in paragraphs(found)


def test_every_interval_after_a_look_has_the_level_of_that_look() -> None:
    """And both the screen and the JSON name it; means of scores lean to where a run stops too."""
    found = analyzer.simulate("horrible-mountain", n=64_000, until_decided=True, threads=2)
    plain = analyzer.simulate("horrible-mountain", n=found.data["games"])
    level = found.data["confidence"]
    assert level == stats.plan_looks(64_000)[found.data["looks"].index(found.data["games"])].level
    assert f"each interval holds with {100 * level:.4g} %" in paragraphs(found)
    wider = student.isf((1 - level) / 2, found.data["games"] - 1) / 1.96
    for mine, theirs in zip(intervals(found.data), intervals(plain.data), strict=True):
        assert mine["estimate"] == theirs["estimate"]
        width = theirs["high"] - theirs["low"]
        assert mine["high"] - mine["low"] > width * (1 + (wider - 1) / 2)


def intervals(data):
    """Every interval of an answer of simulate, in order."""
    rows = [*data["seats"], *data["roles"]]
    found = [row[name] for row in rows for name in ("win_share", "score", "rank")]
    found += [mean for row in rows for mean in row["counters"].values()]
    return [*found, *data["counters"].values(), *(one["mean"] for one in data["length"].values())]


def test_one_way_to_stop_at_a_time() -> None:
    with pytest.raises(UserError, match="cannot be combined"):
        analyzer.simulate("hike", 3, n=2000, precision=1, until_decided=True)


def test_precision_is_reached() -> None:
    found = analyzer.simulate("hike", 3, n=64_000, precision=1.5)
    ends = [row["win_share"] for row in found.data["seats"]]
    assert all(row["high"] - row["low"] <= 0.03 for row in ends)
    assert found.data["games"] < 64_000


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_the_same_stop_on_any_threads(threads) -> None:
    found = analyzer.simulate("hike", 3, n=32_000, precision=1.5, threads=threads)
    assert (
        found.data["games"] == analyzer.simulate("hike", 3, n=32_000, precision=1.5).data["games"]
    )


# --- compare -------------------------------------------------------------------------------------


def test_a_rule_nobody_uses() -> None:
    told = repr(analyzer.compare("hike", 4, n=500, vs={"may_decline": True}))
    assert (
        "not one of 500 games differs, so at most 0.74 % of games do: expert never makes use of it"
        in told
    )


def test_a_rule_that_cannot_matter() -> None:
    found = analyzer.compare("hike", 4, n=300, policy="random", vs={"max_hands": 9999})
    assert repr(found).endswith("not one of 300 games differs, so at most 1.3 % of games do.")


def test_pairing_is_worth_much_where_little_changes() -> None:
    """over_target=seat keeps the winner of 97 % of games."""
    found = rows(
        analyzer.compare("hike", 5, n=4000, vs={"over_target": "seat"}, measure=["wins"]),
        "differences",
    )
    assert len(found) == 5
    assert all(row["pairing"] > 10 for row in found)
    assert all(row["otherwise"] < 0.05 for row in found)


def test_differences_are_variant_minus_reference() -> None:
    found = analyzer.compare("hike", 4, n=1000, rules={"target": 20}, vs={"target": 40})
    hands = next(row for row in found.data["differences"] if row["measure"] == "hands")
    assert hands["difference"]["low"] > 1
    assert hands["claim"]["value"] == "shown"
    assert hands["variant"]["estimate"] - hands["reference"]["estimate"] == pytest.approx(
        hands["difference"]["estimate"]
    )
    back = analyzer.compare("hike", 4, n=1000, rules={"target": 40}, vs={"target": 20})
    other = next(row for row in back.data["differences"] if row["measure"] == "hands")
    assert other["difference"]["estimate"] == -hands["difference"]["estimate"]


def test_a_variant_with_another_player_leaves_the_others_seated():
    found = analyzer.compare("hike", 4, n=20, policy="greedy", vs={"policy": "1=random"})
    reference, variant = found.data["arms"]
    assert reference["policies"] == ["greedy"] * 4
    assert variant["policies"] == ["random", "greedy", "greedy", "greedy"]
    assert "--policy greedy --policy 1=random" in variant["command"]


def test_arms_of_policies_players_and_several() -> None:
    found = analyzer.compare(
        "hike",
        4,
        n=500,
        policy="greedy",
        vs=[{"policy": ["greedy", "1=expert"]}, {"players": 3}],
        measure=["wins", "hands", "score:2"],
    )
    assert {row["arm"] for row in found.data["differences"]} == {
        "policy=greedy 1=expert",
        "players=3",
    }
    three = [row for row in found.data["differences"] if row["arm"] == "players=3"]
    assert [row["measure"] for row in three] == ["wins"] * 3 + ["hands", "score"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"vs": {"target": 35}}, "same table"),
        ({"vs": {}}, "must say what differs"),
        ({"vs": {"targte": 3}}, "did you mean target"),
        ({"vs": {"target": 30}, "measure": ["hnads"]}, "did you mean hands"),
        ({"vs": {"target": 30}, "measure": ["score:9"]}, "from 1 to 5"),
        ({"vs": {"players": 12}}, "from 3 to 8"),
        ({"vs": {"target": 30}, "n": -5}, "n must be"),
    ],
)
def test_mistakes_in_a_comparison(words, sentence) -> None:
    with pytest.raises(UserError, match=sentence):
        analyzer.compare("hike", 5, **words)


def test_an_arm_has_the_interval_that_simulate_gives_it() -> None:
    """Of few games with more plays than usual too, which only the histogram can tell."""
    words = {"n": 300, "policy": "greedy"}
    alone = analyzer.simulate("oh-hell", 4, **words).data["counters"]["plays"]
    vs, measure = {"tie_scope": "any"}, ["plays"]
    both = analyzer.compare("oh-hell", 4, vs=vs, measure=measure, **words).data["differences"]
    assert both[0]["reference"] == alone
    plain = stats.mean_interval(*sums_of("plays", 300), 300)
    assert alone["high"] - alone["low"] > 1.05 * 2 * plain.error


def sums_of(column, n):
    batch = ReadyCell(cell("oh-hell", 4, ("greedy",) * 4)).play(0, n, Control())
    values = [int(value) for value in batch.game_column(column)]
    return sum(values), sum(value**2 for value in values)


def test_no_game_that_differs_has_an_interval_too() -> None:
    """Nothing in 300 games is not nothing at all: a difference of points may have any size."""
    found = analyzer.compare("hike", 4, n=300, vs={"max_hands": 6000}, measure=["score:1"])
    (row,) = rows(found, "differences")
    (told,) = found.data["differences"]
    assert told["games_that_differ"] == 0
    assert (row["difference_low"], row["difference_high"]) == (
        told["difference"]["low"],
        told["difference"]["high"],
    )
    assert told["difference"]["high"] > 3 * stats.clopper_pearson(0, 300).high


# --- sweep ---------------------------------------------------------------------------------------


def test_a_sweep_marks_the_printed_rule_and_pairs_with_it() -> None:
    found = analyzer.sweep("hike", 5, n=400, rule={"target": "20..50:15"})
    cells = found.data["cells"]
    assert [cell["values"]["target"] for cell in cells] == [20, 35, 50]
    assert [cell["printed"] for cell in cells] == [False, True, False]
    hands = [cell["measures"]["hands"] for cell in cells]
    assert hands[1]["change"] is None
    assert hands[0]["change"]["high"] < 0 < hands[2]["change"]["low"]
    assert hands[0]["claim"]["value"] == "shown"


@pytest.mark.parametrize(
    ("players", "values", "said"),
    [
        (5, [30, 35], "← marks the rule as printed, and changes are measured from it. All"),
        (5, [30, 40], "not among the cells, so changes are measured from target=30. All"),
        ("4..5", [30, 40], "measured from the first cell of each number of players. All"),
        ("4..5", [30, 35], "from it; where it is missing, from target=30, players=4. All"),
    ],
)
def test_a_sweep_says_from_which_cell_changes_are_measured(players, values, said) -> None:
    found = analyzer.sweep("hike", players, n=50, rule={"target": values}).answer
    words = [block.text for block in found.blocks if hasattr(block, "text")]
    assert any(said in text for text in words), words
    marked = "the printed rule is marked" in found.figures()[0].subtitle
    assert marked == (35 in values)


def test_players_are_a_dimension() -> None:
    found = analyzer.sweep("hike", "3..5", n=200, rule={"target": [20, 40]})
    assert [(c["players"], c["values"]["target"]) for c in found.data["cells"]] == [
        (3, 20), (4, 20), (5, 20), (3, 40), (4, 40), (5, 40),
    ]  # fmt: skip
    assert found.answer.figures()[0].kind == "grid"


def test_what_cannot_be_told_apart_is_not_ranked() -> None:
    found = analyzer.sweep("hike", 4, n=300, rule={"max_hands": [5000, 6000]})
    assert "The mean of hands is the same in all cells within 2 %" in found.data["sentences"][-1]
    assert found.data["measures"]["hands"]["most"]["value"] == "open"


def test_a_star_and_a_sentence_agree() -> None:
    """Pairing tells cells apart whose own intervals overlap."""
    found = analyzer.sweep("hike", 5, n=3000, rule={"spring_empty_bonus": [True, False]})
    one, two = (cell["measures"]["hands"] for cell in found.data["cells"])
    assert one["mean"]["high"] > two["mean"]["low"]
    assert two["claim"]["value"] == "shown"
    assert found.data["sentences"][-1].startswith("The mean of hands is least with spring")


@pytest.mark.full
def test_noise_is_not_ranked() -> None:
    """Twenty cells that are one table on other luck each: least and most are named in 5 % of sweeps
    at most. With 95 % intervals of single cells it would be more than one in four. The limit is
    passed once in a million times."""
    runs, cells, n = 100, 20, 40
    batch = ReadyCell(cell("hike", 3, ("greedy",) * 3)).play(0, runs * cells * n, Control())
    base = setting.build_setting("hike", 3, "greedy")
    question = Sweep(base, (("target", tuple(range(20, 20 + cells))),), n)
    (group,) = question.plan().groups
    ranked = 0
    for run in range(runs):
        parts = [batch.part((run * cells + i) * n, n) for i in range(cells)]
        found = {
            reduction: load(reduction.reducer).from_batches(*(parts[i] for i in reduction.cells))
            for reduction in group.reductions
        }
        outcome = Outcome(question.plan(), [GroupResult(group, n, found)], 0.0, 0.0, 1)
        ranked += question.answer(outcome).data["measures"]["hands"]["differ"]["value"] == "shown"
    assert ranked <= binom.isf(1e-6, runs, 0.05)


def test_all_cells_and_measures_are_one_family() -> None:
    """Six cells of three sizes: six levels and three changes, of three win shares and the hands."""
    found = analyzer.sweep(
        "hike", "3..5", n=50, rule={"target": [20, 40]}, measure=["wins", "hands"]
    ).data
    sizes = {}
    for row in found["cells"]:
        assert row["claim"]["family"] == {"of": "tables", "size": 6, "alpha": 0.05}
        for label, one in row["measures"].items():
            if one["claim"]:
                sizes[label] = one["claim"]["family"]["size"]
    assert sizes == {"wins:1": 36, "wins:2": 36, "wins:3": 36, "hands": 36}
    for label, one in found["measures"].items():
        assert {one[name]["family"]["size"] for name in one} == {sizes[label]}


def test_ranges() -> None:
    assert parse_range("20..50:10", "x") == [20, 30, 40, 50]
    assert parse_range("1,2,5..6", "x") == [1, 2, 5, 6]
    assert parse_range("left,fixed", "x") == ["left", "fixed"]
    assert parse_range("true,false", "x") == [True, False]
    assert parse_rule_ranges(["a=1..2", "b=x"]) == {"a": [1, 2], "b": ["x"]}
    for bad in ("5..3", "1..5:0", "1,,2", "", "1,1", "0..999999"):
        with pytest.raises(UserError):
            parse_range(bad, "--rule a")


# --- tournament ----------------------------------------------------------------------------------


def test_two_players_swap_roles() -> None:
    found = analyzer.tournament("horrible-mountain", n=500, policies="random,greedy,expert")
    shares = {row["name"]: row["win_share"]["estimate"] for row in found.data["matches"]}
    assert set(shares) == {
        "greedy against random", "expert against random", "expert against greedy",
    }  # fmt: skip
    assert shares["expert against greedy"] > 0.75
    assert all(row["claim"]["value"] == "shown" for row in found.data["matches"])
    assert found.data["best"]["of"] == "expert"
    assert set(found.data["profiles"]) == {"random", "greedy", "expert"}


def test_a_policy_among_its_own_kind_wins_its_fair_share() -> None:
    found = analyzer.tournament("hike", 3, n=400, policies=["expert", "expert:spite=0"])
    for row in found.data["matches"]:
        assert row["fair_share"] == pytest.approx(1 / 3)
        assert sum(seat["estimate"] for seat in row["by_seat"]) / 3 == pytest.approx(
            row["win_share"]["estimate"]
        )


def test_all_wins_are_shared_out_in_a_free_for_all() -> None:
    found = analyzer.tournament("hike", 3, n=300, policies="random,greedy,expert")
    free = [row for row in found.data["matches"] if row["name"].endswith("free for all")]
    assert len(free) == 3
    assert sum(row["win_share"]["estimate"] for row in free) == pytest.approx(1)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 40])
def test_a_star_of_a_tournament_agrees_with_its_interval(n) -> None:
    """However few deals there are: two lost ones prove nothing."""
    found = analyzer.tournament("hike", 3, n=n, policies="random,greedy,expert")
    for match in found.data["matches"]:
        wins, fair = match["win_share"], match["fair_share"]
        shown = match["claim"]["value"] == "shown"
        assert shown == (not wins["low"] <= fair <= wins["high"])
        assert match["claim"]["low"] == pytest.approx(wins["low"] - fair)
        assert match["claim"]["family"]["size"] == len(found.data["matches"]) == 9


def test_policies_that_hardly_differ_are_not_known_exactly() -> None:
    """Nearly every deal gives the fair share: Student's interval would be a point, or nearly so."""
    found = analyzer.tournament("hike", 3, n=400, policies=["expert", "expert:spite=0.9999"])
    for match in found.data["matches"]:
        wins = match["win_share"]
        assert wins["low"] < 1 / 3 - 0.002
        assert wins["high"] > 1 / 3 + 0.002
        assert match["claim"]["value"] != "shown"


def test_tables_on_the_same_deals_are_no_further_sample() -> None:
    """In a free for all every policy has several tables a seat, and their results hang together."""
    found = analyzer.tournament("hike", 3, n=300, policies="random,greedy,expert")
    for match in found.data["matches"]:
        for wins in match["by_seat"]:
            expected = stats.clopper_pearson(300 * wins["estimate"], 300)._asdict()
            assert wins == pytest.approx(expected)


def test_games_that_nobody_wins_lower_the_share_of_equal_skill() -> None:
    found = analyzer.tournament(
        "hike", 3, n=300, policies=["greedy", "noise:e=0,of=greedy"], rules={"max_hands": 6}
    )
    for match in found.data["matches"]:
        assert 0.1 < match["fair_share"] < 0.25
        assert match["claim"]["barred"] == "unfinished"
    assert "No result, since more than 5 % of games hit a cap" in found.data["sentences"][-1]


@pytest.mark.parametrize(
    ("policies", "sentence"),
    [("expert", "at least two"), ("expert,expert", "twice"), ("expert,exprt", "did you mean")],
)
def test_mistakes_in_a_tournament(policies, sentence) -> None:
    with pytest.raises(UserError, match=sentence):
        analyzer.tournament("hike", 3, policies=policies)
