"""What stands in the columns of every table: stars are stars, and intervals hold their numbers."""

import pytest

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
