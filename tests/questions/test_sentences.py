"""What simulate, compare, sweep and tournament say must be true to their numbers."""

import random
import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

import analyzer
from analyzer import games, stats
from analyzer.cli import _progress
from analyzer.errors import UserError
from analyzer.estimates import measures
from analyzer.questions._sweep_cells import rank_cells
from analyzer.questions.shared import common, question_base
from analyzer.questions.simulate import Simulate
from analyzer.render import charts
from analyzer.request.ranges import parse_range
from analyzer.request.setting import build_setting
from analyzer.simulation.batch import Layout
from analyzer.simulation.run import Progress, run_question
from analyzer.stats import Interval

GAMES = [
    ("hike", 3),
    ("hike-sled", 2),
    ("oh-hell", 3),
    ("horrible-mountain", 2),
    ("hide-n-seek", 2),
]


def sentences_of(result) -> str:
    return " ".join(block.text for block in result.answer.paragraphs())


# --- words and measures --------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_measures_with_other_numbers_have_other_names(game, players) -> None:
    """The mountain counts the rulebook's turns and all moves: two rows must not both be turns."""
    found = games.load(game)
    layout = Layout.from_game(found)
    usual = [one.label for one in measures.default_measures(layout, players)]
    assert len(set(usual)) == len(usual)
    every = measures.parse_measures(
        found, players, [*found.seat_counters, *layout.measured, "wins"]
    )
    labels = [one.label for one in every]
    assert len(set(labels)) == len(labels)


def test_both_kinds_of_turns_keep_their_numbers_in_a_sweep() -> None:
    found = analyzer.sweep(
        "horrible-mountain", n=50, rule={"hand_limit": "4..5"}, measure=["player_turns", "turns"]
    )
    for cell in found.data["cells"]:
        assert (
            cell["measures"]["player_turns"]["mean"]["estimate"]
            < (cell["measures"]["turns"]["mean"]["estimate"])
        )


def test_an_end_beside_zero_is_not_printed_as_zero() -> None:
    rng = random.Random(7)
    for _ in range(2000):
        middle, half = rng.gauss(0, 3), rng.uniform(0.1, 3)
        found = Interval(middle, middle - half, middle + half)
        text, ends = common.format_change(found, share=False)
        low, high = map(float, re.split(" – | to ", ends))
        if abs(min(abs(found.low), abs(found.high))) > 0.01:  # two digits more are enough
            assert (low > 0) - (high < 0) == (found.low > 0) - (found.high < 0), (found, ends)
        assert low <= float(text) <= high


def test_one_game_alone_has_no_interval() -> None:
    found = analyzer.compare("hike", 3, n=1, vs={"target": 30})
    assert "inf" not in found.to_markdown()
    assert "1 games" not in found.to_markdown() + found.answer.figures()[0].caption
    assert "not known" in found.to_markdown()


@pytest.mark.parametrize("n", [1, 2])
def test_one_and_several(n) -> None:
    """1 game, 1 deal; 2 games, 2 deals."""
    answers = [
        analyzer.simulate("hike", 3, n=n),
        analyzer.compare("hike", 3, n=n, vs={"target": 30}),
        analyzer.sweep("hike", 3, n=n, rule={"target": [20, 25]}),
        analyzer.tournament("hike", 3, n=n, policies="random,greedy"),
    ]
    for found in answers:
        captions = [figure.caption for figure in found.answer.figures()]
        text = " ".join([found.to_markdown(), *found.answer.heading, *captions])
        assert bool(re.search(r"\b1 (games|deals)\b", text)) is False
        assert bool(re.search(r"\b2 (game|deal)\b", text)) is False


# --- simulate ------------------------------------------------------------------------------------


def test_minutes_are_numbers_too_and_the_command_repeats_them() -> None:
    setting = build_setting("hike", 3)
    for option, words in (
        ({"seconds_per_decision": 7}, "--seconds-per-decision 7"),
        ({"minutes_per_decision": 1.5}, "--minutes-per-decision 1.5"),
    ):
        assert words in setting.question("simulate", n=10, **option).command
    found = analyzer.simulate("hike", 3, n=200, minutes_per_decision=0.5).data["length"]
    assert found["minutes"]["median"] == 0.5 * found["decisions"]["median"]
    assert found["minutes"]["mean"]["low"] == 0.5 * found["decisions"]["mean"]["low"]
    assert "minutes" not in analyzer.simulate("hike", 3, n=200).data["length"]


def test_time_is_measured_wherever_length_is() -> None:
    """Minutes are decisions in another unit: the same claims, stars and worth."""
    words = {"n": 100, "minutes_per_decision": 0.25}
    found = analyzer.compare("hike", 3, vs={"target": 35}, measure="decisions", **words).data
    rows = {row["measure"]: row for row in found["differences"]}
    for part in ("reference", "variant", "difference"):
        for end in ("estimate", "low", "high"):
            assert rows["minutes"][part][end] == pytest.approx(rows["decisions"][part][end] / 4)
    for same in ("games_that_differ", "pairing"):
        assert rows["minutes"][same] == rows["decisions"][same]
    assert rows["minutes"]["claim"]["value"] == rows["decisions"]["claim"]["value"]
    swept = analyzer.sweep("hike", 3, rule={"target": [20, 25]}, measure=["decisions"], **words)
    for cell in swept.data["cells"]:
        mean, other = (cell["measures"][name]["mean"]["low"] for name in ("minutes", "decisions"))
        assert mean == pytest.approx(other / 4)
    assert "--minutes-per-decision 0.25" in swept.answer.command


def progress_at(question: Simulate, n: int) -> str:
    """What the progress tells after n games."""
    (ran,) = run_question(Simulate(question.setting, n)).groups
    return question.progress_text(ran)


@pytest.mark.parametrize("columns", [60, 80, 100])
def test_progress_tells_the_distance_to_a_decision(columns) -> None:
    setting = build_setting("hike", 5)
    asked = {
        "verdict in about": Simulate(setting, 10**6, until_decided=True),
        "DIFFERS so far": Simulate(
            build_setting("hike", 5, ["expert", "1=random"]), 10**6, until_decided=True
        ),
        "pp, wanted 0.1 pp": Simulate(setting, 10**6, precision=0.001),
    }
    for words, question in asked.items():
        text = progress_at(question, 1500)
        assert words in text
        now = Progress(1500, 10**6, 1.0, 0, None, "")
        seen = _progress._Seen()
        seen.take(now)
        seen.done = 1500
        assert words in _progress.join_fitting(seen.parts(now, text), columns - 15)


@pytest.mark.parametrize(
    ("n", "policy"), [(1, "expert"), (5, "random"), (100, ["expert", "1=random"])]
)
def test_a_lopsided_interval_is_no_plus_or_minus(n, policy) -> None:
    """0 ± 49 % would be a share below zero."""
    text = sentences_of(analyzer.simulate("horrible-mountain", n=n, policy=policy))
    for share, error in re.findall(r"wins ([\d.]+) ± ([\d.]+) %", text):
        assert float(error) <= min(float(share), 100 - float(share))
    assert re.search(r"Evil Master wins \d+ (% \(\d+ – \d+\)|± \d+ %), adventurer", text)


def test_of_two_seats_that_depart_alike_the_first_is_named() -> None:
    for seed in range(1, 12):
        found = analyzer.simulate("horrible-mountain", n=300, seed=seed).data
        assert "Evil Master" in found["fairness"]["sentence"]


# --- compare -------------------------------------------------------------------------------------


def test_what_pairing_is_worth_is_told_of_what_was_measured() -> None:
    hands = sentences_of(analyzer.compare("hike", 5, n=300, vs={"target": 20}, measure=["hands"]))
    assert "for hands this is worth" in hands
    unused = sentences_of(analyzer.compare("hike", 5, n=300, vs={"may_decline": True}))
    assert "worth" not in unused  # only the number of decisions differs


@pytest.mark.parametrize(
    ("vs", "name"),
    [
        ({"players": 3}, "players=5"),  # the default target differs too
        ({"policy": "greedy"}, "policy=expert"),
        ({"policy": "1=greedy"}, "policy=expert"),
        ({"target": 30}, "target=35"),
        ({"target": 30, "players": 3}, "reference"),
        ([{"target": 30}, {"policy": "greedy"}], "reference"),
        ([{"target": 30}, {"target": 40}], "target=35"),
    ],
)
def test_the_reference_is_named_after_what_differs(vs, name) -> None:
    assert analyzer.compare("hike", 5, n=5, vs=vs).data["arms"][0]["name"] == name


def test_seats_and_roles_of_a_comparison_are_apart() -> None:
    vs = [{"roles": "random"}, {"variant": True}]
    found = analyzer.compare("horrible-mountain", n=100, vs=vs, measure=["wins", "turns"])
    assert [(row["seat"], row["role"]) for row in found.data["differences"]] == [
        (None, "Evil Master"), (None, "adventurer"), (None, None),
        (1, "Evil Master"), (2, "adventurer"), (None, None),
    ]  # fmt: skip
    plain = analyzer.compare("hike", 3, n=20, vs={"target": 30}, measure=["wins"])
    assert [(row["seat"], row["role"]) for row in plain.data["differences"]] == [
        (1, None), (2, None), (3, None),
    ]  # fmt: skip


def test_the_command_of_an_arm_plays_the_same_games() -> None:
    found = analyzer.compare("hike", 3, n=10, first=7, vs={"target": 30})
    assert all("-n 10 --first 7" in arm["command"] for arm in found.data["arms"])


def test_nobody_at_a_mixed_table_uses_a_rule() -> None:
    policy = ["expert", "1=greedy"]
    found = repr(analyzer.compare("hike", 3, n=50, policy=policy, vs={"may_decline": True}))
    assert "nobody at this table ever makes use of it. Players who choose at random do" in found


def test_a_chart_of_a_comparison_has_one_unit_and_its_own_title() -> None:
    found = analyzer.compare("hike", 3, n=200, vs={"target": 40}, measure=["hands", "plays"])
    (figure,) = found.answer.figures()
    assert [row["label"] for row in figure.data["rows"]] == ["hands"]
    assert "the mean of hands rises" in figure.title


def test_a_chart_of_a_comparison_draws_the_news() -> None:
    """No win share is shown to change, but the length is."""
    found = analyzer.compare("hike", 3, n=200, vs={"target": 26})
    (figure,) = found.answer.figures()
    assert [row["label"] for row in figure.data["rows"]] == ["hands"]
    assert figure.title.startswith("With target=26 the mean of hands rises from 6.1 to 6.3, +0.3 ")
    assert (
        "no change of a win share is shown, and none is larger than" in found.data["sentences"][0]
    )
    wins = analyzer.compare("hike", 3, n=200, vs={"target": 26}, measure=["wins"]).answer.figures()[
        0
    ]
    assert wins.title.startswith("With target=26 no change of a win share is shown")


# --- stopped -------------------------------------------------------------------------------------


def stopped(question, begun: int):
    """The answer of a run that somebody stopped when `begun` of its groups had begun."""
    outcome = run_question(question)
    assert len(outcome.groups) > begun
    groups = outcome.groups[:begun] + [replace(r, n=0, parts={}) for r in outcome.groups[begun:]]
    outcome = replace(outcome, groups=groups, interrupted=True)
    assert question.has_result(outcome) is (begun > 0)
    return question.answer(outcome) if begun else None


def test_a_stopped_comparison_tells_what_its_arms_have() -> None:
    """Whether random players would use a rule is looked at last, and may be missing."""
    setting = build_setting("hike", 3)
    for vs in ({"may_decline": True}, {"target": 30}):
        question = setting.question("compare", vs=vs, n=50)
        told = stopped(question, 1)
        assert len(told.data["differences"]) == len(run_question_data(question)["differences"])
        assert stopped(question, 0) is None


def is_named(row) -> bool:
    return bool(row["claim"]) and row["claim"]["value"] == "shown"


def run_question_data(question):
    return question.answer(run_question(question)).data


@pytest.mark.parametrize("rules", [{}, {"target": [20, 25]}])
def test_a_stopped_sweep_tells_of_the_tables_that_were_played(rules) -> None:
    question = build_setting("hike", 3).question("sweep", rule=rules, players=[3, 4, 5], n=30)
    told = stopped(question, 2)
    assert {cell["players"] for cell in told.data["cells"]} == {3, 4}
    assert any("stopped before any game of" in text for text in told.data["warnings"])
    for figure in told.figures():
        charts.draw(figure, "light")
    assert stopped(question, 0) is None


def test_a_stopped_tournament_tells_of_the_matches_that_were_played() -> None:
    question = build_setting("hike", 3).question(
        "tournament", policies="random,greedy,expert", n=30
    )
    whole = run_question_data(question)["matches"]
    told = stopped(question, 1)
    assert told.data["matches"][0]["win_share"] == whole[0]["win_share"]
    assert 0 < len(told.data["matches"]) < len(whole)
    assert any("stopped before any game of" in text for text in told.data["warnings"])
    for figure in told.figures():
        charts.draw(figure, "light")
    assert stopped(question, 0) is None


# --- sweep ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", ["5,3", "3,5", "3..5"])
def test_seats_that_all_tables_have_are_measured(players) -> None:
    found = analyzer.sweep("hike", players, n=20, measure=["wins"])
    assert all(len(cell["measures"]) == 3 for cell in found.data["cells"])


def test_noise_is_not_ranked_however_many_cells_there_are() -> None:
    """60 cells of one and the same law: least and most differ in at most 5 % of sweeps.

    Of 200 right sweeps 27 or more fail with a chance below 1e-6 (binomial, 5 %). By the 95 %
    intervals of two cells alone, most of these sweeps would be ranked.
    """
    rng, told_apart, alone = random.Random(11), 0, 0
    measure = measures.parse_measures(games.load("hike"), 3, ["wins:1"])[0]
    family = stats.Family("wins", 60)
    for _ in range(200):
        won = [sum(rng.random() < 0.3 for _ in range(300)) for _ in range(60)]
        rows = [
            SimpleNamespace(
                name=str(place),
                levels={measure: stats.clopper_pearson(count, 300, family.each)},
                point=SimpleNamespace(setting=SimpleNamespace(players=3)),
                totals=SimpleNamespace(n=300, unfinished=0),
                change=lambda _: None,
            )
            for place, count in enumerate(won)
        ]
        told_apart += rank_cells(rows, measure, family).differ.shown
        low, high = (stats.clopper_pearson(count, 300) for count in (min(won), max(won)))
        alone += low.high < high.low
    assert told_apart < 27
    assert alone > 60


def test_without_the_printed_rule_the_reference_is_named() -> None:
    found = analyzer.sweep("hike", 5, n=100, rule={"target": [20, 30]})
    assert "not among the cells, so changes are measured from target=20" in sentences_of(found)
    assert [cell["reference"] for cell in found.data["cells"]] == [True, False]
    assert "marked" not in found.answer.figures()[0].subtitle
    there = analyzer.sweep("hike", 5, n=100, rule={"target": [20, 35]})
    assert "← marks the rule as printed" in sentences_of(there)
    assert "marked" in there.answer.figures()[0].subtitle


def test_where_some_sizes_lack_the_printed_rule_both_references_are_named() -> None:
    """Hike with six is played to 35: there the first value is the reference."""
    found = sentences_of(analyzer.sweep("hike", "4..8:2", n=20, rule={"target": [25, 45]}))
    assert "← marks the rule as printed, and changes are measured from it;" in found
    assert "where it is missing, from target=25, players=6." in found


def test_the_printed_rule_of_each_size_of_table_is_framed() -> None:
    """Hike is played to 25, 35 or 45, by players."""
    found = analyzer.sweep("hike", "4..8:2", n=20, rule={"target": "25..45:10"})
    cells = found.answer.figures()[0].data["cells"]
    assert [[cell["printed"] for cell in line] for line in cells] == [
        [True, False, False], [False, True, False], [False, False, True],
    ]  # fmt: skip
    assert sum(cell["printed"] for cell in found.data["cells"]) == 3


def test_players_alone_have_no_change_to_show() -> None:
    found = analyzer.sweep("hike", "3..5", n=50)
    assert "change" not in [column.head for column in found.answer.tables()[0].columns]
    assert "same luck" not in found.answer.figures()[0].caption


def test_a_cell_that_nobody_wins_is_no_part_of_every_cell() -> None:
    found = analyzer.sweep("hide-n-seek", 3, n=60, rule={"max_rounds": [5, 12]})
    assert found.data["cells"][0]["verdict"] is None
    assert "Every cell" not in found.data["sentences"][0]
    assert "no winner to judge by with max_rounds=5" in found.data["sentences"][0]
    assert any("hit a cap" in text for text in found.data["warnings"])


def test_shares_are_told_as_shares() -> None:
    found = analyzer.sweep(
        "hike", 3, n=400, rule={"over_target": ["highest", "seat"]}, measure=["wins"]
    )
    said = [one.sentence for one in found.findings if ": seat 1 wins " in one.sentence]
    assert all(text.endswith(" %.") for text in said)
    assert len(said) == 2


@pytest.mark.parametrize(
    "word", ["20...50", "20..50:-5", "a..b", "1.5..3", "20..", "..20", "1..10:x"]
)
def test_nonsense_ranges_are_called_ranges(word) -> None:
    with pytest.raises(UserError, match="range"):
        parse_range(word, "--rule target")


def test_a_folder_above_is_no_range() -> None:
    assert parse_range("../box.toml,other", "--rule cards") == ["../box.toml", "other"]


# --- tournament ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), GAMES)
@pytest.mark.parametrize("n", [1, 2, 3, 5, 40])
def test_a_star_agrees_with_its_interval(game, players, n) -> None:
    """Two deals won of two are not yet a proof."""
    found = analyzer.tournament(game, players, n=n, policies="random,greedy,expert")
    for row in found.data["matches"]:
        share = row["win_share"]
        inside = share["low"] <= row["fair_share"] <= share["high"]
        assert is_named(row) is not inside or row["claim"]["barred"], row
    marked = {row["name"]: is_named(row) for row in found.data["matches"]}
    for row in found.answer.figures()[0].data["rows"]:
        assert (row.get("tone") == "muted") is not marked[row["label"]]


def test_seats_are_not_called_roles_where_roles_change() -> None:
    for rules, heads in (
        ({"roles": "random"}, ["seat 1", "seat 2"]),
        ({}, ["Evil Master", "adventurer"]),
    ):
        found = analyzer.tournament(
            "horrible-mountain", n=20, policies="random,greedy", rules=rules
        )
        table = next(table for table in found.answer.tables() if table.name == "seats")
        assert [column.head for column in table.columns[1:]] == heads


def test_nobody_is_worse_where_nobody_wins() -> None:
    found = analyzer.tournament(
        "hide-n-seek", 2, n=50, policies="random,greedy", rules={"max_rounds": 5}
    )
    (match,) = found.data["matches"]
    assert match["win_share"]["estimate"] == match["fair_share"] == 0
    assert match["claim"]["barred"] == "unfinished"
    assert found.data["best"]["value"] == "open"
    assert any("100 % of games hit a cap" in text for text in found.data["warnings"])


def test_of_two_players_every_proven_match_is_told() -> None:
    found = analyzer.tournament("horrible-mountain", n=60, policies="greedy,random")
    assert found.title == "greedy plays best: it does better than random"
    assert found.data["sentences"][1].startswith("random against greedy wins 0 % of games (0 – ")


def test_what_is_not_told_apart_is_said_beside_many_that_are() -> None:
    names = ["random", "greedy", "expert", "expert:hold=1"]
    found = analyzer.tournament("hike", 3, n=120, policies=names)
    assert found.data["sentences"][-1].startswith("Not told apart from equal skill: ")
    assert "expert among 2 expert:hold=1" in found.data["sentences"][-1]


def test_profiles_have_intervals_that_hold() -> None:
    """The mean of many deals lies in the interval of few, a counter at a time."""
    few, many = (
        analyzer.tournament("hike", 3, n=n, first=first, policies="random,greedy").data["profiles"]
        for n, first in ((150, 0), (6000, 1000))
    )
    inside = [
        few[policy][name]["low"] <= mean["estimate"] <= few[policy][name]["high"]
        for policy in many
        for name, mean in many[policy].items()
    ]
    assert len(inside) > 50
    assert sum(inside) > 0.85 * len(inside)


def test_a_profile_has_no_digit_beyond_its_error() -> None:
    found = analyzer.tournament("hike", 3, n=5, policies="random,greedy")
    table = next(table for table in found.answer.tables() if table.name == "profiles")
    for row in table.rows:
        for cell in row[1:]:
            error = (cell.high - cell.low) / 2
            assert len(cell.text.partition(".")[2]) <= stats.decimals(error)


def test_a_run_that_is_too_small_says_so_in_one_line() -> None:
    """With the command that plans a run; one that is large enough, or decided, says nothing."""
    few = analyzer.simulate("hike", 3, n=1000)
    least = few.answer.finding("fair").claim.least
    assert f"that takes {least:,} or more." in sentences_of(few)
    assert ("plan", "hike", "--players", "3", "--seed", "1") in [
        link.argv for link in few.answer.commands()
    ]
    for found in (
        analyzer.simulate("hike", 3, n=13_000),
        analyzer.simulate("hike", 3, n=1000, tolerance=20),
    ):
        assert "whatever is true" not in sentences_of(found)
        assert all(link.argv[0] != "plan" for link in found.answer.commands())


def test_a_comparison_that_is_too_small_says_so_in_one_line() -> None:
    few = analyzer.compare("hike", 3, n=500, vs={"sun": 0})
    told = re.search(r"in a win share takes about ([\d,]+) games of each table", sentences_of(few))
    assert told
    plan = next(link.argv for link in few.answer.commands() if link.argv[0] == "plan")
    assert plan[-2:] == ("--vs", "sun=0")
    seen = analyzer.compare("hike", 3, n=2000, vs={"policy": "1=random"})
    assert "to see every change" not in sentences_of(seen).lower()


def test_nearly_all_is_not_told_as_all() -> None:
    """Of 300 games one is lost: 100 % of wins would be false."""
    told = question_base.format_share
    assert told(stats.Interval(299 / 300, 0.96, 0.9999)) == "99.7 % (96 – 100)"
    assert told(stats.Interval(1 / 300, 0.0001, 0.04)) == "0.3 % (0 – 4)"
    assert told(stats.Interval(0.0003, 0.0, 0.03)) == "0 % (0 – 3)"
    assert told(stats.Interval(0.5, 0.4, 0.6)) == "50 % (40 – 60)"
