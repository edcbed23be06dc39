"""The public face: every name of it has a type, a docstring, and works as the two say."""

import ast
import inspect
import re
import subprocess
import sys

import pytest

import analyzer
from analyzer.api import lists as homes
from analyzer.api.replay import Replay
from analyzer.api.report import ReportPage
from support import public_face
from support.paths import ROOT, TESTS

# Functions whose package has their name: what `analyzer.games()` calls.
LISTS = {"games": homes.list_games, "policies": homes.policies, "questions": homes.questions}


def functions():
    """Every public function and method, by the name that a user types."""
    for name in analyzer.__all__:
        found = LISTS.get(name, getattr(analyzer, name))
        if inspect.isclass(found):
            yield from methods(found)
        elif callable(found):
            yield f"analyzer.{name}", found
    for found in (Replay, ReportPage):
        yield from methods(found)


def methods(kind):
    for name, member in vars(kind).items():
        if not name.startswith("_"):
            yield f"{kind.__name__}.{name}", getattr(member, "__func__", member)


def sections(text):
    """The sections of a numpydoc text, each with the first lines of its items."""
    found = re.split(r"^(\w[\w ]*)\n-{3,}\n", inspect.cleandoc(text), flags=re.MULTILINE)
    return {
        head: [line for line in body.splitlines() if line and not line.startswith(" ")]
        for head, body in zip(found[1::2], found[2::2], strict=True)
    }


def test_every_public_function_says_what_it_takes_and_gives():
    wrong = []
    for name, function in functions():
        text = inspect.getdoc(function)
        if not text:
            wrong.append(f"{name}: no docstring")
            continue
        if isinstance(function, property) or not callable(function):
            continue
        parts, signature = sections(text), inspect.signature(function)
        taken = [
            ("**" if one.kind is one.VAR_KEYWORD else "") + one.name
            for one in signature.parameters.values()
            if one.name != "self"
        ]
        told = [line.partition(" :")[0] for line in parts.get("Parameters", [])]
        if taken != told:
            wrong.append(f"{name}: takes {taken}, tells {told}")
        if str(signature.return_annotation) not in ("None", "<class 'NoneType'>"):
            wrong += [f"{name}: does not say what it returns"] * ("Returns" not in parts)
    assert wrong == []


def test_every_public_class_says_how_it_is_made():
    for kind in (analyzer.Result, analyzer.State, analyzer.UserError, analyzer.RunError):
        told = [line.partition(" :")[0] for line in sections(kind.__doc__)["Parameters"]]
        assert told == list(inspect.signature(kind).parameters), kind


def test_dir_shows_what_is_meant():
    assert dir(analyzer) == sorted(analyzer.__all__)
    assert all(hasattr(analyzer, name) for name in dir(analyzer))


def test_mistakes_are_value_errors():
    assert issubclass(analyzer.UserError, ValueError)
    with pytest.raises(ValueError, match="players of hike must be"):
        analyzer.simulate("hike", players=99)


def test_packages_that_are_functions_stay_packages():
    program = (
        "import analyzer; assert 'hike' in analyzer.games()['game'];"
        "from analyzer import games; assert games.load('hike').name == 'hike';"
        "from analyzer.policies import registry; assert analyzer.policies('hike').height;"
        "import analyzer.questions as q; assert q is analyzer.questions and q('hike').height"
    )
    subprocess.run([sys.executable, "-P", "-c", program], check=True)


def test_what_checkers_read_of_the_package_is_what_it_has():
    from analyzer import games

    assert [name for name in homes.Games.__annotations__ if not hasattr(games, name)] == []


def test_the_example_uses_every_public_name():
    tree = ast.parse((TESTS / "support" / "public_face.py").read_text("utf-8"))
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    used |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    public = {name.rpartition(".")[2] for name, _ in functions()} - {"counters", "measures"}
    assert sorted({*analyzer.__all__, *public} - used - {"write_sentences", "rules"}) == []


def test_types_are_shipped():
    assert (ROOT / "analyzer" / "py.typed").is_file()


def test_the_example_runs():
    for result in public_face.ask_everything():
        public_face.read(result)
    state = public_face.play()
    assert {one.save() for one in public_face.copies(state)[:1]} == {state.save()}
    assert all(one.position() == state.position() for one in public_face.copies(state))
    assert public_face.look(analyzer.new_state("hike", 3))
    assert all(frame.height > 2 for frame in public_face.lists())
    assert "seat 1" in public_face.watch()
    assert len(public_face.mistakes()) == 2


@pytest.mark.full
def test_the_example_writes_a_report(tmp_path):
    public_face.report(tmp_path)
