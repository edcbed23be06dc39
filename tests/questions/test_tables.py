"""What stands in the columns of every table: stars are stars, and intervals hold their numbers."""

import re

import pytest

from analyzer import stats
from analyzer.questions.shared import common, statements
from support.command_answers import COMMANDS, command_answer
from support.designer_answers import QUESTIONS, answer_of

SHOWN = {"FAIR", "DIFFERS", "MORE", "CHANGES", "SOME", "ALL", "BEST"}  # words of what is shown
ANSWERS = [*(("command", name) for name in COMMANDS), *QUESTIONS]


def tables(asked):
    first, name = asked
    return (command_answer(name) if first == "command" else answer_of(first, name)).tables()


def name_of(asked):
    return "-".join(asked)


@pytest.mark.parametrize("asked", ANSWERS, ids=name_of)
def test_a_star_stands_where_a_claim_is_shown_and_nowhere_else(asked):
    for table in tables(asked):
        for place, column in enumerate(table.columns):
            cells = [row[place] for row in table.rows if column.head == "*"]
            assert {cell.text for cell in cells} <= {"", "*"}
            for cell in cells:
                if cell.value is not None:
                    assert (cell.text == "*") == (cell.value in SHOWN), cell


@pytest.mark.parametrize("asked", ANSWERS, ids=name_of)
def test_a_number_lies_in_its_interval_and_a_column_is_named_once(asked):
    for table in tables(asked):
        names = [column.name for column in table.columns]
        assert len(set(names)) == len(names)
        for row in table.rows:
            assert len(row) == len(table.columns)
            for cell in row:
                if cell.low is not None and cell.high is not None:
                    assert isinstance(cell.value, int | float)
                    assert cell.value != cell.value or cell.low <= cell.value <= cell.high, cell


@pytest.mark.parametrize("asked", ANSWERS, ids=name_of)
def test_what_was_seen_does_not_look_like_none(asked):
    for table in tables(asked):
        for row in table.rows:
            for cell in row:
                if cell.low is not None and cell.low > 0 and re.search("[0-9]", cell.text):
                    assert re.search("[1-9]", cell.text), cell


def test_a_rare_part_is_told_in_its_table_as_in_its_sentence():
    """One game of 200, which was "0 %" beside "0.5 % (0.0 - 2.8)"; and one of 400."""
    for n, told in ((200, ("0.5 %", "0.0 – 2.8")), (400, ("0.25 %", "0.01 – 1.38"))):
        rare = statements.games_statement("rare", 1, n, "{part}", "rare")
        (row,) = statements.statement_table([rare], "parts", together=True).rows
        assert (row[1].text, row[2].text) == told
        assert rare.sentence == f"{told[0]} ({told[1]})"
    assert common.number_value(stats.Interval(0.0025, 0.0001, 0.0138)).text == "0.003"
    assert common.number_value(stats.Interval(0.0, 0.0, 0.0138)).text == "0.00"
    assert common.number_value(stats.Interval(0.04, -0.1, 0.2)).text == "0.0"
