"""The clause files: complete, in order, and of one mind with the rule parameters."""

import re
from dataclasses import fields

import pytest

from analyzer import games
from analyzer.games import rulebook
from analyzer.games.parameters import parameters

GAMES = games.names()


def numbered(ids, prefix):
    return [f"{prefix}{number}" for number in range(1, len(ids) + 1)]


def prefix_of(game):
    """HK of HK-1: what every id of a game begins with."""
    return rulebook.clauses(game)[0].id.partition("-")[0]


@pytest.mark.parametrize("game", GAMES)
def test_clauses_are_numbered_without_a_gap(game):
    ids = [clause.id for clause in rulebook.clauses(game)]
    assert ids == numbered(ids, f"{prefix_of(game)}-")


@pytest.mark.parametrize("game", GAMES)
def test_readings_are_numbered_without_a_gap(game):
    ids = [reading.id for reading in rulebook.readings(game)]
    assert ids == numbered(ids, f"{prefix_of(game)}-A")


def test_nothing_of_hike_is_missing():
    assert len(rulebook.clauses("hike")) == 64
    assert len(rulebook.readings("hike")) == 19


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_a_sentence_below_a_heading(game):
    for clause in rulebook.clauses(game):
        assert clause.section, clause.id
        assert clause.text.endswith("."), clause.id
        assert "\n" not in clause.text, clause.id


@pytest.mark.parametrize("game", GAMES)
def test_every_reading_is_complete(game):
    for reading in rulebook.readings(game):
        assert reading.question.endswith("?"), reading.id
        assert reading.readings, reading.id
        assert reading.default, reading.id


@pytest.mark.parametrize("game", GAMES)
def test_every_id_that_is_named_exists(game):
    prefix = prefix_of(game)
    known = {entry.id for entry in [*rulebook.clauses(game), *rulebook.readings(game)]}
    text = games.load(game).rulebook()
    named = set(re.findall(rf"\b{prefix}-A?\d+\b", text))
    named |= {rule.clause for rule in parameters(games.load(game).rules_type) if rule.clause}
    assert named <= known


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_a_game_cites_its_clause(game):
    uncited = [rule.name for rule in parameters(games.load(game).rules_type) if not rule.clause]
    assert uncited == []


@pytest.mark.parametrize("game", GAMES)
def test_readings_and_rule_parameters_name_each_other(game):
    cited = {
        (rule.clause, rule.name)
        for rule in parameters(games.load(game).rules_type)
        if rule.clause.partition("-")[2].startswith("A")
    }
    named = {
        (reading.id, name)
        for reading in rulebook.readings(game)
        for name in rulebook.parameter_names(reading.parameter)
    }
    assert named == cited


@pytest.mark.parametrize("game", GAMES)
def test_readings_and_rule_parameters_have_the_same_values(game):
    rules = games.load(game).rules_type
    known = {rule.name: rule for rule in parameters(rules)}
    defaults = {field.name: field.default for field in fields(rules)}
    for reading in rulebook.readings(game):
        for name, values in rulebook.parameter_values(reading.parameter).items():
            assert values[0] == known[name].default, name
            if known[name].values == (False, True):
                assert values == [
                    str(word).lower() for word in (defaults[name], not defaults[name])
                ]
            elif known[name].values:
                assert values == list(known[name].values), name
            elif known[name].limits is None:  # in words, as in "auto, policy, or forget:<chance>"
                assert all(value in known[name].allowed for value in values), name


def test_a_clause_goes_on_over_indented_lines():
    found = {clause.id: clause for clause in rulebook.clauses("hike")}
    assert found["HK-20"] == ("HK-20", "Eliminated and finished players draw nothing.", "Avalanche")
    assert found["HK-26"].text.endswith("in the order of the Lakes.")
    assert found["HK-22"].text.count("  ") == 0
    assert "HK-A5" in found["HK-22"].text


def test_a_reading_may_name_several_parameters_or_none():
    found = {reading.id: reading for reading in rulebook.readings("hike")}
    assert rulebook.parameter_values(found["HK-A6"].parameter) == {
        "drought_next": ["direction", "left"],
        "drought_order": ["next_first", "player_first"],
    }
    assert rulebook.parameter_names(found["HK-A17"].parameter) == [
        "earthquake_deal",
        "earthquake_dir",
    ]
    assert found["HK-A18"].parameter == ""
    assert rulebook.parameter_names("") == []
