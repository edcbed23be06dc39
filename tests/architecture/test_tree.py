"""Where files lie: a game's files have the names of every game's, tests lie as the sources do."""

import ast
import re
import tomllib
from fnmatch import fnmatch

from support.paths import ROOT, TESTS

# What every game has in its folder; a game may have more.
EVERY_GAME = {
    "analyzer/games": {
        *("__init__.py", "events.py", "questions.py", "rules.md", "state.py", "symmetry.py"),
        "words.py",
    },
    "_core/games": {"__init__.pxd", "__init__.py", "game.pyx", "parameters.pyx", "state.pxd"},
    "_core/policies": {"__init__.pyx", "expert.pyx"},
    "tests/games": {
        *("test_hidden.py", "test_policies.py", "test_positions.py", "test_properties.py"),
        *("test_questions_by_hand.py", "test_readings.py", "test_scenarios.py"),
    },
}
SOURCES_OF_CORE, SHORT = {".pyx", ".pxd"}, 16  # lines of a header
# Compiled into the turn loop of their game, they made games of `greedy` slower: 0.98 of before.
COMPILED_APART = {"games.hike_sled.loose", "games.hike_sled.race"}
GAMES = {path.parent.name for path in (ROOT / "analyzer" / "games").glob("*/rules.md")}
# What a build or a run of the tests leaves behind.
MADE = {"__pycache__", ".so", ".pyd", ".c"}

# Rooms without a folder of tests, and where they are tested.
TESTED_IN = {"answer": "tests/render", "playout": "tests/games"}
# Folders of tests/ that are no room: the core, this folder, and what tests use.
BESIDE = {
    *("core", "architecture", "golden", "oracle", "support", "example_package", "toy_package"),
}
TEST_FILES = sorted(TESTS.rglob("test_*.py"))


def listed(folder):
    """The names in a folder, without what is made."""
    return {path.name for path in folder.iterdir() if not {path.name, path.suffix} & MADE}


def folders(folder):
    return {path.name for path in folder.iterdir() if path.is_dir()} - MADE


def imported(path):
    """The modules that a file imports, and for `from a import b` both a and a.b."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


# --- games ---------------------------------------------------------------------------------------


def test_games_have_folders_of_the_same_names():
    assert {place: folders(ROOT / place) for place in EVERY_GAME} == dict.fromkeys(
        EVERY_GAME, GAMES
    )


def test_every_game_has_the_files_that_every_game_has():
    missing = [
        f"{place}/{game}/{name}"
        for place, names in EVERY_GAME.items()
        for game in sorted(GAMES)
        for name in sorted(names - listed(ROOT / place / game))
    ]
    assert missing == []


def test_no_file_repeats_the_name_of_its_game():
    wrong = [
        f"{place}/{game}/{name}"
        for place in EVERY_GAME
        for game in sorted(GAMES)
        for name in listed(ROOT / place / game)
        if re.search(rf"(^|_){game}(_|\.)", name)
    ]
    assert wrong == []


def test_a_short_header_serves_several_files():
    """Else the two files that it joins could be one. What authors cimport is there for them."""
    core = ROOT / "_core"
    sources = {
        path: path.read_text("utf-8") for path in core.rglob("*") if path.suffix in SOURCES_OF_CORE
    }
    lonely = []
    for header, text in sources.items():
        short = header.suffix == ".pxd" and len(text.splitlines()) < SHORT
        if short and header.stem != "__init__":
            module = ".".join(header.relative_to(core).with_suffix("").parts)
            users = [path for path, said in sources.items() if f"{module} cimport" in said]
            if len(users) < 2 and module not in COMPILED_APART:
                lonely.append(f"{module}: {users}")
    assert lonely == []


# --- tests ---------------------------------------------------------------------------------------


def test_tests_lie_as_the_sources_do():
    rooms = folders(ROOT / "analyzer")
    assert folders(TESTS) == rooms - set(TESTED_IN) | BESIDE
    assert all((ROOT / place).is_dir() for place in TESTED_IN.values())
    assert {path.parent for path in TEST_FILES} == {
        TESTS / place for place in (rooms - set(TESTED_IN)) | {"core", "architecture"}
    } | {TESTS / "games" / game for game in GAMES}


def test_no_test_file_imports_another():
    private = {"conftest", *(path.stem for path in TEST_FILES)}
    wrong = [
        f"{path.relative_to(TESTS)} imports {name}"
        for path in sorted(TESTS.rglob("*.py"))
        for name in imported(path)
        if private & set(name.split("."))
    ]
    assert wrong == []


def test_helpers_of_tests_hold_no_tests():
    wrong = [
        f"{path.relative_to(TESTS)}: {node.name}"
        for folder in ("support", "oracle")
        for path in sorted((TESTS / folder).rglob("*.py"))
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    assert wrong == []


def test_test_files_that_somebody_names_exist():
    known = {path.name for path in TEST_FILES}
    places = [ROOT / name for name in ("analyzer", "_core", "tests", "tools", "scripts", "docs")]
    files = [*ROOT.glob("*.md"), *(path for place in places for path in place.rglob("*"))]
    kinds = {".py", ".pyx", ".pxd", ".md", ".toml", ""}
    wrong = [
        f"{path.relative_to(ROOT)} names {name}"
        for path in files
        if path.is_file() and path.suffix in kinds
        for name in re.findall(r"\btest_[a-z_]+\.py\b", path.read_text("utf-8"))
        if name not in known
    ]
    assert wrong == []


# --- packages ------------------------------------------------------------------------------------


def test_an_installed_package_has_every_file_of_its_own():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    data = project["tool"]["setuptools"]["package-data"]
    missing = []
    for path in sorted([*(ROOT / "analyzer").rglob("*"), *(ROOT / "_core").rglob("*")]):
        parts = path.relative_to(ROOT).parts
        if not path.is_file() or path.suffix in {".py", *MADE} or MADE & set(parts):
            continue
        own = data.get(f"analyzer.{parts[1]}", ())
        name = "/".join(parts[2:]) if own else path.name
        if not any(fnmatch(name, pattern) for pattern in [*data["*"], *own]):
            missing.append("/".join(parts))
    assert missing == []
