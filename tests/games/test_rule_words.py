"""Every value of every rule has a phrase of its own, short enough for the rows of a chart."""

from collections import Counter

import pytest

from analyzer import games
from analyzer.games.parameters import format_value, parameters
from analyzer.games.rule_words import rule_phrase, rule_title
from analyzer.questions.designer._variants import list_variants
from analyzer.request import setting
from support.paths import ROOT

GAMES = games.names()
OWN = sorted(str(path) for path in (ROOT / "examples").glob("*.py"))
LONGEST = 40


def every_value(game):
    """Name and value: all words and flags, the ends of every number, and what texts name."""
    rules = games.load(game).rules_type
    for parameter in parameters(rules):
        found = parameter.values or parameter.limits
        for value in found or parameter.allowed.replace(" or ", ", ").split(", ")[:-1]:
            yield parameter.name, str(value).strip(", ") if not found else value


def said(game, name, value):
    face = games.load(game)
    return rule_phrase(face.rule_words, face.rules_type, name, value)


@pytest.mark.parametrize("game", GAMES)
def test_every_value_has_a_phrase_of_its_own(game):
    declared = games.load(game).rule_words
    assert set(declared) == {one.name for one in parameters(games.load(game).rules_type)}
    phrases = {(name, value): said(game, name, value) for name, value in every_value(game)}
    for (_, value), phrase in phrases.items():
        assert "=" not in phrase
        assert "_" not in phrase
        assert "{" not in phrase
        assert type(value) is int or len(phrase) <= LONGEST, phrase
        assert not phrase.endswith(".")
    assert not [phrase for phrase, many in Counter(phrases.values()).items() if many > 1]


@pytest.mark.parametrize("game", GAMES)
def test_no_phrase_is_for_a_value_that_there_is_not(game):
    for parameter in parameters(games.load(game).rules_type):
        for typed in games.load(game).rule_words[parameter.name]:
            if parameter.values:
                assert typed in map(format_value, parameter.values), (parameter.name, typed)
            elif parameter.limits and typed != "*":
                assert parameter.limits[0] <= int(typed) <= parameter.limits[1]


@pytest.mark.parametrize("game", [*GAMES, *OWN])
def test_what_reports_vary_has_a_phrase_that_no_other_value_has(game):
    table = setting.build_setting(game, games.load(game).usual_players)
    found = [
        (one.parameter.name, one.value)
        for readings in (True, False)
        for one in list_variants(table, readings)
    ]
    assert found
    phrases = [said(game, name, value) for name, value in found]
    assert len(set(phrases)) == len(phrases)
    assert all("=" not in phrase and "_" not in phrase for phrase in phrases)


def test_a_file_of_your_own_is_told_in_its_sentences():
    court = next(path for path in OWN if path.endswith("court.py"))
    assert said(court, "tokens", 5) == "Tokens that win the game: 5"
    assert said(court, "tie", "both") == "Who wins if two have the highest card? Both"
    assert rule_title(games.load(court).rules_type, "tokens") == "Tokens that win the game"


def test_one_is_not_told_as_many():
    for game in GAMES:
        for name, words in games.load(game).rule_words.items():
            if words.get("*", "").startswith("{} ") and "1" in words:
                assert not words["1"].split()[1].endswith("s"), (name, words["1"])
