"""Every number of an answer again, from rows or by a slow walk: see tests/oracle/answers.

Whoever wrote the second way had not read the first.
"""

import json

import pytest

import analyzer
from analyzer import games
from analyzer.questions import designer
from oracle.answers.questions import (
    GENERAL,
    ONLY_ONCE,
    OWN,
    WITHOUT,
    ask_twice,
    second_way,
    without_second_way,
)
from oracle.answers.strength import SURE, chance_most
from support.lanes import rest_full
from support.paths import ROOT

N = 200
MORE = {("oh-hell", "cards"): 1000}
ALL = [
    (game, question)
    for game in OWN
    for question in {**GENERAL, **OWN[game]}
    if (game, question) not in WITHOUT
]
# Quick ones, at least one of every kind.
FIRST = [
    *(("hike", question) for question in OWN["hike"]),
    *(("hike", question) for question in ("cards", "data", "decisions", "drama", "length")),
    *(("hike", question) for question in ("mend", "rules", "seats")),
    *(("oh-hell", question) for question in ("cards", "dealer", "pants", "penalty", "ties")),
    *(("horrible-mountain", question) for question in ("actions", "cards", "luck", "variant")),
    *(("hide-n-seek", question) for question in ("bottleneck", "dice-lost")),
    *(("hike-sled", question) for question in ("cards", "unfinishable")),
]
EXAMPLES = sorted(path.name for path in (ROOT / "examples").glob("*.py"))
CASES = [*FIRST, *(case for case in ALL if case not in FIRST)]


@pytest.mark.parametrize(("game", "question"), rest_full(CASES, first=len(FIRST)))
def test_all_numbers_are_the_same_the_second_way(game, question):
    ledger = ask_twice(game, question, MORE.get((game, question), N))
    wrong = without_second_way(game, question, ledger.wrong)
    assert wrong == []
    left = without_second_way(game, question, ledger.left())
    assert left == [], "nobody has computed these a second way"


def names(game):
    return [question.name for question in designer.questions_of(game)]


def test_every_question_has_a_second_way_or_a_reason():
    asked = {(game, name) for game in OWN for name in names(game)}
    missing = {case for case in asked if second_way(*case) is None or case in WITHOUT}
    assert missing == set(WITHOUT)
    assert {game for game, _ in ONLY_ONCE} <= {*OWN, "any"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_game_file_is_asked_nothing_that_has_no_second_way(name):
    assert set(names(str(ROOT / "examples" / name))) <= set(GENERAL)


def test_every_game_of_ours_is_on_the_list():
    assert set(OWN) == set(games.built_in_names())


def test_the_weakest_card_has_the_smallest_number():
    assert ask_twice("oh-hell", "cards", 200).wrong == []


def test_the_games_until_most_wins_are_enough():
    step = json.loads(analyzer.ask("hike", "skill", n=200).to_json())["steps"][2]
    told = step["games_until_most"]["estimate"]
    assert chance_most(step["win_share"]["estimate"], 5, told) >= SURE
