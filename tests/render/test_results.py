"""Typed results: every field says what it means, and JSON has these fields and no others."""

import re
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import Annotated

import pytest

from analyzer import cli, games, questions
from analyzer.answer.results import describe_fields, merge_json, to_json
from analyzer.questions import designer
from analyzer.render import json_text
from analyzer.stats import Family, Interval, differs
from support.command_answers import COMMANDS, command_answer
from support.designer_answers import QUESTIONS, answer_of

CLAIM = differs(Interval(0.0, -1.0, 1.0), Family("seats", 2), 10)


@dataclass(frozen=True)
class Part:
    """A row."""

    share: Annotated[Interval, "of its wins"]
    claim: Annotated[object, "that it differs"]


@dataclass(frozen=True)
class Whole:
    """A result with everything that a result may hold."""

    name: Annotated[str, "its name"]
    parts: Annotated[tuple[Part, ...], "the rows"]
    best: Annotated[Part | None, "the best row; or null"]
    means: Annotated[Mapping[str, Annotated[Interval, "of one counter"]], "by counter"]
    rows: Annotated[Mapping[str, Annotated[Part, "one row"]], "by name"]


PART = Part(Interval(0.5, 0.4, 0.6), CLAIM)
SHARE = {"estimate": 0.5, "low": 0.4, "high": 0.6}


def test_a_result_is_told_by_its_fields():
    whole = Whole("a", (PART,), None, {"hands": PART.share}, {"b": PART})
    part = {"share": SHARE, "claim": CLAIM.as_json()}
    assert to_json(whole) == {
        "name": "a",
        "parts": [part],
        "best": None,
        "means": {"hands": SHARE},
        "rows": {"b": part},
    }


def test_fields_are_described_by_their_path():
    assert describe_fields(Whole) == {
        "name": "its name",
        "parts": "the rows",
        "parts[].share": "of its wins",
        "parts[].claim": "that it differs",
        "best": "the best row; or null",
        "best.share": "of its wins",
        "best.claim": "that it differs",
        "means": "by counter",
        "means.*": "of one counter",
        "rows": "by name",
        "rows.*": "one row",
        "rows.*.share": "of its wins",
        "rows.*.claim": "that it differs",
    }


def test_a_field_without_a_line_is_an_error():
    bare = dataclass(frozen=True)(type("Bare", (), {"__annotations__": {"name": str}}))
    with pytest.raises(TypeError, match="the field name of a result has no line"):
        describe_fields(bare)


def test_two_results_of_an_answer_share_no_field():
    assert merge_json((PART, {"more": 1})) == {"share": SHARE, "claim": CLAIM.as_json(), "more": 1}
    with pytest.raises(ValueError, match=r"a field of that name: \['share'\]"):
        merge_json((PART, {"share": 1}))


# --- every question ------------------------------------------------------------------------------


def modules():
    """The questions that are commands."""
    for found in iter_modules(questions.__path__):
        if not (found.ispkg or found.name.startswith("_")):
            yield import_module(f"{questions.__name__}.{found.name}")


ASKED = [(game, one) for game in games.names() for one in designer.questions_of(game)]
DECLARED = {module.KIND: module.RESULTS for module in modules()}
DECLARED |= {f"{game} {one.name}": one.results for game, one in ASKED}


@pytest.mark.parametrize("name", DECLARED)
def test_every_field_of_every_result_has_a_line(name):
    lines = describe_fields(*DECLARED[name])
    assert lines
    for path, line in lines.items():
        assert line == line.strip()
        assert len(line) > 3, path
        assert "\n" not in line
        assert not line.endswith("."), path


@pytest.mark.parametrize("name", DECLARED)
def test_results_cannot_be_changed(name):
    for kind in DECLARED[name]:
        assert kind.__dataclass_params__.frozen
        assert kind.__doc__


def paths(value, lines, path):
    """The paths of an object of JSON, as `describe_fields` writes them. What a field declares as a
    whole, such as an interval, a claim or the rules, has no parts."""
    inside = [name for name in lines if name.startswith((f"{path}.", f"{path}["))]
    if path and not inside:
        return
    if isinstance(value, list):
        for item in value:
            yield from paths(item, lines, f"{path}[]")
    elif isinstance(value, dict):
        for name, item in value.items():
            star = f"{path}.*"
            found = star if star in lines else f"{path}.{name}" if path else name
            yield found
            yield from paths(item, lines, found)


def check(answer, kinds):
    lines = describe_fields(*kinds)
    assert [type(result) for result in answer.results] == list(kinds)
    told = json_text.to_document(answer)
    own = {name: value for name, value in told.items() if name not in json_text.ENVELOPE}
    found = set(paths(own, lines, ""))
    assert found <= set(lines)
    # A list may be empty, and an object null: then nothing tells of what would be inside.
    missing = {
        path
        for path in set(lines) - found
        if path.rpartition(".")[0].removesuffix("[]") in found | {""} and "." not in path
    }
    assert missing == set()


@pytest.mark.parametrize(("game", "name"), QUESTIONS)
def test_json_of_a_question_has_the_fields_of_its_result(game, name):
    check(answer_of(game, name), designer.find_question(game, name).results)


@pytest.mark.parametrize("name", COMMANDS)
def test_json_of_a_command_has_the_fields_of_its_result(name):
    check(command_answer(name), DECLARED[name])


def printed_fields(capsys, *words):
    """What `analyze fields` prints, by title: the lines of each name."""
    assert cli.run(["fields", *words]) == 0
    found = {}
    for part in capsys.readouterr().out.strip().split("\n\n"):
        title, *rows = part.splitlines()
        start = next(place for place, row in enumerate(rows) if row.split() == ["name", "meaning"])
        found[title.strip()] = dict(
            re.split(" {2,}", row.strip(), maxsplit=1) for row in rows[start + 1 :]
        )
    return found


def test_fields_are_printed_for_every_command_and_question(capsys, monkeypatch):
    """These fields and no others."""
    monkeypatch.setattr("analyzer.cli._screen.WIDE", 1000)
    told = printed_fields(capsys)
    assert told.pop("every answer") == json_text.envelope_lines()
    general = {f"ask GAME {one.name}": one.results for one in designer.general_questions()}
    commands = {module.KIND: module.RESULTS for module in modules()}
    assert told == {
        f"analyze {name} --json": describe_fields(*kinds)
        for name, kinds in {**commands, **general}.items()
    }
    for game in games.names():
        told = printed_fields(capsys, game)
        for one in designer.own_questions(game):
            assert told[f"analyze ask {game} {one.name} --json"] == describe_fields(*one.results)


def test_a_result_is_frozen():
    with pytest.raises(FrozenInstanceError):
        PART.share = None
