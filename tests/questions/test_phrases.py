"""Verdict words come from phrases alone, and every phrase can be said in each of its cases."""

import ast
import importlib
import pkgutil
import re
import string
from pathlib import Path

import pytest

import analyzer
from analyzer.estimates.phrases import Phrase

ROOT = Path(analyzer.__file__).parent
SPEAKERS = ("questions/**/*.py", "games/*/questions*.py", "estimates/*.py", "api/advise.py",
            "playout/replay.py")  # fmt: skip
# What only a claim can know. A legend ("A star marks what is shown") and a plan ("a verdict needs
# about 9,000 games") say nothing of what was found.
VERDICT = re.compile(
    r"\b(FAIR|UNFAIR|[Nn]one of|[Nn]o (effect|difference|change|kingmaking|gain)\b"
    r"|(is|are) (the )?(strongest|weakest|best)|(the|The) (strongest|weakest)"
    r"|plays best|cannot be told apart|the same verdict|[Ee]very verdict|significant"
    r"|contradicts the verdict|(is|are) (not )?shown\b|does not matter|makes? no difference)"
)
LEGENDS = ("A star marks", "A star: ", "grey: ", "grey number: ")
DECLARED = {
    "ABOUT_KINDS",
    "LINE",
    "CLAUSES",
    "GLOSSARY",
    "QUESTION",
    "WORDS",
}  # not about a finding
CALLS = {"Phrase", "Column"}  # the one place of such words; and what a column holds
PLACES = {"zero_text"}  # names a line of a chart


def modules():
    for found in pkgutil.walk_packages(analyzer.__path__, "analyzer."):
        if found.name.startswith("analyzer.estimates") or ".questions" in found.name:
            yield importlib.import_module(found.name)


PHRASES = {
    f"{module.__name__}.{name}": value
    for module in modules()
    for name, value in vars(module).items()
    if isinstance(value, Phrase) and value is not None
}


def spared(tree: ast.Module) -> set[ast.AST]:
    """Parts of a module that are not said of what was found."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                found.add(first.value)
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in CALLS:
                found.update(ast.walk(node))
        elif isinstance(node, ast.Subscript) and getattr(node.value, "id", "") == "Annotated":
            found.update(ast.walk(node))  # what a field of a result means
        elif isinstance(node, ast.keyword) and node.arg in PLACES:
            found.update(ast.walk(node))
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(getattr(target, "id", "") in DECLARED for target in targets):
                found.update(ast.walk(node))
    return found


def offences(source: str) -> list[tuple[int, str]]:
    tree = ast.parse(source)
    skipped = spared(tree)
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node not in skipped
        and VERDICT.search(node.value)
        and not node.value.endswith("?")
        and not any(legend in node.value for legend in LEGENDS)
    ]


def test_verdict_words_stand_in_phrases_alone():
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for pattern in SPEAKERS
        for path in sorted(ROOT.glob(pattern))
        for line, text in offences(path.read_text())
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("source", "caught"),
    [
        ('told = f"None of {n} changes makes it FAIR."', True),
        ('told = "Seats matter: the strongest is seat 1"', True),
        ('SAID = Phrase(shown="FAIR", refuted="UNFAIR", open="none of them is shown")', False),
        ('a: Annotated[bool, "whether it is shown"]', False),
        ('"""The same verdict."""', False),
        ('told = "A star marks what is shown to differ"', False),
        ('told = f"it {verb} in {part} of games"', False),
    ],
)
def test_the_search_finds_what_it_should(source, caught):
    assert bool(offences(source)) is caught


def test_there_are_phrases():
    assert len(PHRASES) > 40


@pytest.mark.parametrize("name", PHRASES)
def test_shown_refuted_and_open_are_never_told_alike(name):
    """A phrase may be silent in a case; then nobody may ask for its words there."""
    phrase = PHRASES[name]
    cases = (phrase.shown, phrase.refuted, phrase.open)
    assert any(cases)
    assert phrase.shown != phrase.refuted or not phrase.shown
    assert phrase.shown != phrase.open or "{counts}" in phrase.open  # which tells them apart
    for text in (*cases, phrase.edge, phrase.barred):
        places = [place for _, place, _, _ in string.Formatter().parse(text or "") if place]
        assert all(place.isidentifier() for place in places), text


@pytest.mark.parametrize("name", PHRASES)
def test_an_open_claim_is_never_told_as_a_verdict(name):
    """An open claim may say what is not known, never that there is none or that all are alike."""
    text = PHRASES[name].open
    assert not re.search(r"\b(FAIR|UNFAIR) (within|by)|\bdoes not matter\b|^None of\b", text), text
