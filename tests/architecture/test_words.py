"""One meaning per word: names in the code keep to docs/glossary.md."""

import ast
import re
from fnmatch import fnmatch
from functools import cache
from itertools import pairwise

from support.paths import ROOT

GLOSSARY = ROOT / "docs" / "glossary.md"
FOLDERS = ("analyzer", "_core", "tools", "tests/support")
# Kinds of charts: their names stand in JSON, and a chart is found by the name of its file.
NAMED_BY_DATA = "analyzer/render/charts/*.py"

# In Cython: `cdef class Name`, `def name(`, `cdef inline int32_t name(`; also inside of classes.
CYTHON = re.compile(
    r"^ *(?:(?:cdef |cpdef )?(class) (\w+)|(?:def|cdef|cpdef) (?:[^=(\n]* \**)?(\w+)\()",
    re.MULTILINE,
)


def rows(heading):
    """The rows of the first table below a heading of the glossary, as lists of cells."""
    text = GLOSSARY.read_text("utf-8").partition(heading)[2].partition("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


WORDS = rows("# Glossary")
OTHERS = rows("## Words that are not names here")


def instead(kind):
    """What to say for a word that is no name for this kind of thing."""
    return {old: new for old, new, what in OTHERS if what == kind}


def sources():
    """Every source by its path, without what a build leaves."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.p*")]
    kinds = {".py", ".pyx", ".pxd"}
    return sorted(str(path.relative_to(ROOT)) for path in found if path.suffix in kinds)


SOURCES = sources()


@cache
def names(path):
    """The public names that a source defines, as ("class" or "function", name)."""
    text = (ROOT / path).read_text("utf-8")
    if path.endswith(".py"):
        found = [
            ("class" if isinstance(node, ast.ClassDef) else "function", node.name)
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and not is_property(node)
        ]
    else:
        found = [
            (is_class or "function", name or call) for is_class, name, call in CYTHON.findall(text)
        ]
    return sorted({(kind, name) for kind, name in found if not name.startswith("_")})


def is_property(node):
    """A property is named like the value that it is, not like a deed."""
    return any("property" in ast.unparse(found) for found in node.decorator_list)


def modules():
    """The names of modules and packages, each with a path."""
    for path in SOURCES:
        if not fnmatch(path, NAMED_BY_DATA):
            *folders, file = path.split("/")
            yield from ((folder, path) for folder in folders)
            yield file.partition(".")[0].strip("_"), path


def test_a_word_has_one_meaning():
    words = [word for word, _, _ in WORDS]
    assert len(words) > 30
    assert [word for word, after in pairwise(sorted(words)) if word == after] == []
    assert [word for word, meaning, _ in WORDS if not meaning] == []
    assert {kind for _, _, kind in OTHERS} == {"module", "function", "class"}
    assert {old for old, _, _ in OTHERS} & set(words) == set()


def test_modules_and_packages_have_usual_names():
    old = instead("module")
    wrong = {f"{path}: {old[name]}, not {name}" for name, path in modules() if name in old}
    assert sorted(wrong) == []


def test_functions_and_classes_have_usual_names():
    wrong = [
        f"{path}: {instead(kind)[name]}, not {name}"
        for path in SOURCES
        for kind, name in names(path)
        if name in instead(kind)
    ]
    assert wrong == []


# Game files speak of cards, moves and seats as their authors do.
FREE = ("tools", "tests", "analyzer/design", "_core/design")


def test_a_class_with_a_word_of_the_glossary_is_that():
    homes = {word.replace(" ", ""): home.strip("`") for word, _, home in WORDS}
    wrong = [
        f"{path}: {name} is {homes[name.lower()] or 'no name of a class'}"
        for path in SOURCES
        for kind, name in names(path)
        if kind == "class" and name.lower() in homes and not path.startswith(FREE)
        if not fnmatch(path, homes[name.lower()])
    ]
    assert wrong == []


def test_a_home_of_the_glossary_holds_its_class():
    for word, _, home in WORDS:
        if not home:
            continue
        found = [path for path in SOURCES if fnmatch(path, home.strip("`"))]
        classes = {name.lower() for path in found for kind, name in names(path) if kind == "class"}
        assert word in classes, f"{home} has no class {word.capitalize()}"
