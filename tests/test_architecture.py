"""The house as data: which room may import which, and who may use a library from outside.

ARCHITECTURE.md draws the same picture for people. Imports for annotations alone (TYPE_CHECKING)
are no arrows: they bind nothing when the program runs.
"""

import ast
import re
import subprocess
import sys
from fnmatch import fnmatch
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE, CORE = ROOT / "analyzer", ROOT / "_core"
FILES = sorted(PACKAGE.rglob("*.py"))
SOURCES = sorted([*CORE.rglob("*.pyx"), *CORE.rglob("*.pxd")])

WALL = 600  # lines; about 100 is usual, above 300 wants a reason

# A room is a folder or a file of analyzer/; it may import itself and what is listed.
ARROWS = {
    "__main__": {"cli", "interrupts"},
    "cli": {
        *(
            "advice",
            "advising",
            "api",
            "answer",
            "asks",
            "errors",
            "frames",
            "games",
            "kept",
            "plan",
            "points",
            "policies",
        ),
        *(
            "program",
            "provenance",
            "questions",
            "replay",
            "report",
            "rulebook",
            "rules",
            "run",
            "setting",
        ),
        *("_core", "balance", "columns", "executors", "places", "play", "reduce", "reporting"),
        *("limits", "spec", "stats"),
    },
    "advising": {
        "_core",
        *("advice", "answer", "api", "arguments", "checks", "errors", "games", "policies"),
        *("questions", "setting", "state"),
    },
    "advice": {"_core", "stats"},
    "reporting": {
        *("answer", "asks", "errors", "plan", "questions", "replay", "report", "run", "tale"),
        "tiles",
    },
    "tale": {"_core", "answer", "figures", "reduce", "replay"},
    "tiles": {"answer", "balance", "questions", "report", "stats"},
    "asks": {
        *("_core", "answer", "balance", "checks", "columns", "errors", "figures", "games", "plan"),
        *("policies", "program", "questions", "reduce", "rules", "seeds", "state", "stats"),
    },
    "api": {
        *("arguments", "checks"),
        *("answer", "asks", "balance", "errors", "executors", "games", "limits", "points"),
        *("questions", "report", "rules", "run", "setting", "spec"),
    },
    "arguments": {"checks", "errors", "spec"},
    "limits": {"errors", "play"},
    "report": {"answer", "errors", "interrupts", "places"},
    "questions": {
        *("_core", "advice", "answer", "balance", "columns", "errors", "figures", "plan"),
        *("policies", "program", "provenance", "rules", "stats"),
    },
    "balance": {"_core", "answer", "columns", "errors", "stats"},
    "answer": set(),
    "figures": set(),
    "plain": set(),
    "kept": {
        *("columns", "errors", "frames", "games", "interrupts", "places", "plan", "play"),
        *("players", "program", "reduce", "run", "spec"),
    },
    "run": {"executors", "interrupts", "plan", "policies"},
    "executors": {
        *("_core", "checks", "errors", "games", "interrupts", "neighbours", "places", "play"),
        *("players", "plugins", "policies"),
    },
    "play": {"_core", "columns", "games", "policies", "reduce", "seeds", "state"},
    "reduce": {"_core", "columns", "games", "policies", "seeds", "state", "stats"},
    "frames": {"_core", "columns"},
    "columns": {"_core"},
    "setting": {
        *("checks", "errors", "games", "plan", "policies", "program", "rules", "seeds", "spec"),
    },
    "plan": {"checks", "errors", "games", "players", "seeds", "spec"},
    "points": {"errors", "spec"},
    "replay": {"_core", "advice", "errors", "games", "plan", "policies", "seeds", "state"},
    "kit": {
        *("_core", "checks", "columns", "errors", "games", "plan", "policies", "reduce", "run"),
        "seeds",
        *("spec", "state"),
    },
    "policies": {
        *("_core", "checks", "compiled", "errors", "games", "players", "plugins", "rules", "spec"),
    },
    "compiled": {"_core", "diverted", "errors", "interrupts", "places"},
    "diverted": set(),
    "players": {
        *("_core", "checks", "compiled", "diverted", "errors", "games", "interrupts"),
        *("neighbours", "spec"),
    },
    "neighbours": set(),
    "state": {"_core", "checks", "errors", "games", "rules", "seeds"},
    "provenance": {"balance", "games", "players"},
    "games": {"_core", "checks", "errors", "interrupts", "plugins", "rules"},
    "plugins": {"errors", "interrupts"},
    "rules": {"checks", "errors"},
    "spec": {"checks", "errors"},
    "checks": set(),
    "program": set(),
    "rulebook": {"games"},
    "seeds": {"checks", "errors"},
    "stats": {"_core"},
    "places": {"errors"},
    "interrupts": set(),
    "errors": set(),
}

# Files of these folders do not know each other; those named on the right are for all of them.
SIDEWAYS = {
    "games": {"__init__"},
    "balance": {"__init__", "length", "measures", "seats", "words"},
    "asks": {"__init__"},
    "cli": {"__init__"},
    "questions": {"__init__"},
    "reduce": {"__init__", "totals"},
}

# Libraries from outside, and the only files that may import them.
OUTSIDE = {
    "typer": ["cli/*"],
    "rich": ["cli/*", "report/terminal*.py", "report/replay.py"],
    "matplotlib": ["report/charts/*", "report/pictures.py"],
    "polars": ["frames.py", "api.py"],
    "scipy": [],  # a reference of tests alone
    "dask": ["executors/cluster.py"],
    "distributed": ["executors/*"],
}

# The files that say `Any`, and why they must. What a user hands in is `object` until it is checked.
ANY = {
    "__init__.py": "names that are imported when they are first asked for",
    "asks/_presets.py": "the fields of whichever command is behind a question",
    "cli/_usage.py": "classes that typer keeps to itself",
    "games/_spec.py": "states as the core describes them, and games with any rules",
    "games/hide_n_seek.py": "fields of a dataclass by name",
    "plain.py": "objects of JSON",
    "report/jsonout.py": "values on their way to JSON",
    "rules.py": "rules: every game has a type of its own",
    "state.py": "options that are handed on",
}

HEAVY = {"dask", "distributed", "matplotlib", "numpy", "polars", "scipy"}


def name_of(path):
    return str(path.relative_to(PACKAGE))


def is_for_types(node):
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def walk(tree):
    """Every node that may run."""
    for node in ast.iter_child_nodes(tree):
        if not is_for_types(node):
            yield node
            yield from walk(node)


def imported(path):
    """The dotted names a file imports: `from analyzer import stats` gives analyzer.stats."""
    for node in walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: say where from in full"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def rooms_of(path):
    """The rooms of analyzer/ that a file imports; names of the package itself are no room."""
    for name in imported(path):
        parts = name.split(".")
        if parts[0] == "analyzer" and len(parts) > 1 and (parts[1] == "_core" or is_room(parts[1])):
            yield parts[1]


def is_room(name):
    return (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").is_file()


def room_of(path):
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def test_every_room_is_on_the_map():
    rooms = {room_of(path) for path in FILES} - {"__init__"}
    assert rooms == set(ARROWS)


def test_arrows_only_go_down():
    assert list(TopologicalSorter(ARROWS).static_order())  # raises if they go in a circle


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_imports_follow_the_arrows(path):
    room = room_of(path)
    allowed = {room} | ARROWS.get(room, set())
    assert set(rooms_of(path)) <= allowed


def owner(stem):
    """The unit a file belongs to: _hike_words.py is a part of hike, _options.py of no command."""
    if not stem.startswith("_"):
        return stem
    parts = stem.strip("_").split("_")
    stems = ["_".join(parts[:n]) for n in range(len(parts), 0, -1)]
    return next((name for name in stems if (PACKAGE / "games" / f"{name}.py").exists()), None)


@pytest.mark.parametrize("folder", SIDEWAYS)
def test_nothing_goes_sideways(folder):
    for path in sorted((PACKAGE / folder).glob("*.py")):
        mine = owner(path.stem)
        for name in imported(path):
            found = re.match(rf"analyzer\.{folder}\.(\w+)", name)
            if not found or not (PACKAGE / folder / f"{found[1]}.py").exists():
                continue
            other = owner(found[1])
            fine = other in (None, mine) or other in SIDEWAYS[folder]
            assert fine, f"{name_of(path)} imports {found[0]}"


@pytest.mark.parametrize("library", OUTSIDE)
def test_libraries_stay_in_their_rooms(library):
    users = {
        name_of(path)
        for path in FILES
        if any(name.split(".")[0] == library for name in imported(path))
    }
    strangers = [u for u in users if not any(fnmatch(u, place) for place in OUTSIDE[library])]
    assert strangers == []


def test_any_is_said_where_it_must_be():
    said = {
        name_of(path)
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and "Any" in {alias.name for alias in node.names}
    }
    assert said == set(ANY)


# --- the compiled half -------------------------------------------------------------------------


def core_imports(path):
    """What a Cython file imports or cimports, as written in full."""
    text = re.sub(r'"""[\s\S]*?"""', "", path.read_text(encoding="utf-8"))
    found = re.findall(r"^\s*(?:from (\S+) c?import|c?import (\S+))", text, re.MULTILINE)
    return {a or b for a, b in found}


def unit(stem):
    """hike of hike_hidden.pyx: the game that a file of _core/games or _core/policies serves."""
    games = [path.stem for path in (PACKAGE / "games").glob("[a-z]*.py")]
    fitting = [game for game in games if stem == game or stem.startswith(f"{game}_")]
    return max(fitting, key=len, default=stem)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(CORE)))
def test_the_core_knows_only_itself(path):
    for name in core_imports(path):
        head, *rest = name.split(".")
        assert head not in {"polars", "rich", "typer", "matplotlib", "scipy"}, name
        assert head != "analyzer" or rest[:1] == ["_core"], name


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(CORE)))
def test_compiled_games_and_policies_know_one_game(path):
    place = path.relative_to(CORE).parts[0]
    for name in core_imports(path):
        found = re.fullmatch(r"analyzer\._core\.(games|policies)\.(\w+)", name)
        if not found:
            continue
        assert place in ("games", "policies"), f"{path.name} serves all games, and imports {name}"
        assert found[1] == "games" or place == "policies", f"{path.name} imports {name}"
        assert unit(found[2]) == unit(path.stem), f"{path.name} imports {name}"


# --- size and weight ---------------------------------------------------------------------------


def test_no_file_is_a_wall_of_text():
    lengths = {name_of(path): len(path.read_text("utf-8").splitlines()) for path in FILES}
    assert {name: lines for name, lines in lengths.items() if lines > WALL} == {}


def test_the_command_line_is_light_to_import():
    program = f"import sys, analyzer.cli; print(sorted({HEAVY} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
