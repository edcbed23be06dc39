"""Where more than 5 % of games are unfinished, nothing is said of who wins: every command and
question about wins, by construction. A cap of two hands ends nearly all games of hike, one of 60
turns nearly all of the mountain between players who choose at random."""

import pytest

import analyzer
from analyzer import stats

CAPPED = {
    "hike": {"rules": {"max_hands": 2}},
    "horrible-mountain": {"rules": {"max_turns": 60}, "policy": "random"},
}
UNKNOWN = "since more than 5 % of games hit a cap on their length"


def asked(game, name):
    return analyzer.ask(game, name, n=100, threads=1, **CAPPED[game])


def claims_of_wins(result):
    return [
        one.claim
        for one in result.answer.findings
        if one.claim and one.claim.kind in ("differs", "any") and "wins" in one.key
    ]


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("hike", "dealer"),
        ("hike", "drought"),
        ("horrible-mountain", "run-outs"),
        ("horrible-mountain", "hand-limit"),
        ("horrible-mountain", "variant"),
    ],
)
def test_comparisons_of_a_designer(game, name):
    found = asked(game, name)
    assert any(UNKNOWN in text for text in found.data["sentences"])
    for claim in claims_of_wins(found):
        assert (claim.value, claim.word, claim.barred) == ("open", "NO VERDICT", "unfinished")


def test_a_comparison_and_a_sweep():
    """Without a cap 50 more of 100 games have a winner, and so another one."""
    table = CAPPED["horrible-mountain"]
    found = analyzer.compare("horrible-mountain", n=100, vs={"run_outs": 2}, threads=1, **table)
    assert f"whether a win share changes is not known, {UNKNOWN}" in found.data["sentences"][0]
    assert {claim.word for claim in claims_of_wins(found)} == {"NO VERDICT"}
    assert not any("To see every change" in one.text for one in found.answer.paragraphs())
    swept = analyzer.sweep(
        "horrible-mountain",
        n=100,
        rule={"max_turns": [60, 200]},
        measure=["wins", "player_turns"],
        policy="random",
        threads=1,
    )
    told = swept.data["sentences"]
    assert f"Whether the cells differ in Evil Master wins is not known, {UNKNOWN}." in told
    assert any(text.startswith("The mean of turns is least with max_turns=60") for text in told)


def test_a_run_of_several_policies_and_one_with_looks():
    rules = CAPPED["hike"]["rules"]
    mixed = analyzer.simulate(
        "hike", 3, n=50, policy=["random", "1=expert"], rules=rules, threads=1
    )
    assert mixed.answer.title == (f"What expert at 1 of 3 seats would win is not known, {UNKNOWN}")
    looked = analyzer.simulate(
        "hike", 3, n=4000, until_decided=True, tolerance=5, rules=rules, threads=1
    )
    told = [one.text for one in looked.answer.paragraphs()]
    assert any("played, and more of them would not decide either" in text for text in told)
    assert not any("were not enough" in text for text in told)


def test_there_is_nothing_to_plan_for():
    found = analyzer.plan("hike", 3, n=200, threads=1, **CAPPED["hike"])
    assert found.data["needs"] == []
    assert found.answer.title.startswith("There is nothing to plan for: more than 5 % of games")
    assert not found.answer.commands()


@pytest.mark.parametrize(
    ("game", "name"),
    [
        *(("hike", name) for name in ("drama", "decisions", "kingmaking")),
        *(("horrible-mountain", name) for name in ("drama", "decisions", "cards")),
    ],
)
def test_what_decides_a_game(game, name):
    """No claim is left in the answer, wherever it stands in its result."""
    found = asked(game, name)
    (told,) = found.data["sentences"]
    assert told.endswith("who would have won them, and what decides that, is not known.")
    assert {figure.title for figure in found.answer.figures()} <= {told.rstrip(".")}
    assert all(one.sentence == told for one in found.answer.findings)
    claims = [one for one in walk(found.data) if {"kind", "value", "word"} <= set(one)]
    assert claims or name == "drama"
    assert {(one["value"], one["barred"]) for one in claims} <= {("open", "unfinished")}


def walk(node):
    """All objects of an answer in JSON."""
    if isinstance(node, dict):
        yield node
        for part in node.values():
            yield from walk(part)
    elif isinstance(node, list):
        for part in node:
            yield from walk(part)


def test_cards_that_are_worth_points_are_told_all_the_same():
    (first, *_) = asked("hike", "cards").data["sentences"]
    assert "points" in first


def test_skill_and_luck():
    skill, parts = (asked("hike", name).data["sentences"] for name in ("skill", "luck"))
    assert (
        skill[0] == "Expert among 4 greedy has no result: 100 % of games hit a cap on their length."
    )
    assert parts == [
        "Nobody wins 100 % of these games, so it is not known what winning comes from."
    ]
    (mountain,) = asked("horrible-mountain", "luck").data["sentences"]
    assert mountain.startswith("Nobody wins 9")


def test_tables_with_unfinished_games_are_not_told_as_undecided():
    """More games would decide nothing."""
    found = analyzer.ask("hike", "data", 5, n=200, rules={"max_hands": 2}).data
    assert found["sentences"][0] == (
        "Whether the verdict depends on the table cannot be told: with 7 of 7 too many games are "
        "unfinished."
    )
    assert found["changes"]["word"] == "NO VERDICT"


def test_sizes_that_cannot_be_compared_are_named():
    told = asked("hike", "seats").data["sentences"]
    assert "With 3 and 5 players seats cannot be compared: no game is finished." in told
    assert asked("hike", "data").data["sentences"][0] == (
        "Seats of Hike cannot be compared: no game is finished."
    )
    assert (
        "Whether the table is fair cannot be told: no game of some table is finished."
        in (asked("hike", "targets").data["sentences"])
    )


def test_a_claim_that_is_barred_keeps_its_numbers():
    found = stats.differs(stats.Interval(0.2, 0.1, 0.3), stats.Family("measures", 1), 100, 0.01)
    barred = found.bar("unfinished")
    assert barred.open
    assert barred.word == "NO VERDICT"
    assert barred.found == found.found
    assert not barred.needs


def test_a_question_with_nothing_to_play_is_answered_in_python_too():
    for game in ("oh-hell", "horrible-mountain"):
        assert "rests on no table" in analyzer.ask(game, "data").data["sentences"][0]


def test_of_two_players_the_one_who_wins_is_told():
    """A beginner against an expert: either may be the better one, by its wins."""
    found = analyzer.ask("horrible-mountain", "skill", policy="beginner", n=200, threads=1)
    steps = found.data["steps"]
    assert {(one["better"], one["among"]) for one in steps} == {
        ("beginner", "random"),
        ("greedy", "beginner"),
        ("expert", "beginner"),
    }
    assert all(one["win_share"]["estimate"] > 0.5 for one in steps)


def test_one_table_with_unfinished_games_is_enough():
    """As they are these games end; with a cap of 75 turns about half of them do not."""
    table, capped = {"policy": "random", "n": 100, "threads": 1}, {"max_turns": 75}
    found = analyzer.compare("horrible-mountain", vs=capped, **table)
    assert {claim.barred for claim in claims_of_wins(found)} == {"unfinished"}
    told = analyzer.ask("horrible-mountain", "luck", rules=capped, **table).data["sentences"]
    assert len(told) == 1
    assert told[0].startswith("Nobody wins ")
