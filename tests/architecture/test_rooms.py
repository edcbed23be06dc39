"""The house as data: which room may import which, and who may use a library from outside.

ARCHITECTURE.md draws the same picture for people. Imports for annotations alone (TYPE_CHECKING)
are no arrows, since they bind nothing when the program runs; but no import, not even such a one,
names a private module of another room.
"""

import ast
import re
import subprocess
import sys
from fnmatch import fnmatch
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from support.paths import ROOT

PACKAGE, CORE = ROOT / "analyzer", ROOT / "_core"
FILES = sorted(PACKAGE.rglob("*.py"))
SOURCES = sorted([*CORE.rglob("*.pyx"), *CORE.rglob("*.pxd")])
GAMES = sorted(path.parent.name for path in (PACKAGE / "games").glob("*/__init__.py"))

WALL = 600  # lines; about 100 is usual, above 300 wants a reason
MOST_ROOMS, HALF_A_SCREEN = 20, 25

# A room may import itself and what is listed. Games are two rooms: what each says about itself, and
# the questions that only it is asked. Two files are no rooms: __main__.py belongs to the command
# line, and errors.py is the floor that all the others stand on.
FLOOR = "errors"
LOW = {"_core", FLOOR, "system"}
PLAY = LOW | {"games", "playout", "policies", "stats"}
TELL = {"answer", "estimates", "questions", "render", "simulation"}
ARROWS = {
    "cli": PLAY | TELL | {"api", "design", "request", "store", "studio", "testing"},
    "studio": PLAY | TELL | {"request"},
    "testing": PLAY | TELL | {"api", "design", "request", "store"},
    "api": PLAY | TELL | {"request", "store"},
    "store": PLAY | {"request", "simulation"},
    "request": PLAY | TELL,
    "games/<game>/questions": PLAY | TELL,  # with the reducers that they need
    "questions": PLAY | {"answer", "estimates", "render", "simulation"},
    "estimates": {"_core", "answer", FLOOR, "simulation", "stats"},
    "simulation": PLAY,
    "playout": LOW | {"games", "policies", "stats"},
    "policies": LOW | {"games"},
    "games/<game>": LOW | {"games"},
    "games": LOW | {"design"},
    "design": LOW,
    "render": {"answer", FLOOR, "stats", "system"},
    "stats": {"_core"},
    "system": {FLOOR},
    "answer": set(),
}

# Files of these folders do not know each other; those named on the right are for all of them.
SIDEWAYS = {
    "cli": set(),
    "estimates": {"effects", "fairness", "length", "measures", "phrases", "seats", "formatting"},
    "questions": set(),
    "questions/designer": set(),
    "simulation/reducers": {"totals"},
}

# Libraries from outside, and the only files that may import them.
OUTSIDE = {
    "typer": ["cli/*"],
    "rich": ["cli/*", "render/screen*.py", "render/replay.py"],
    "matplotlib": ["render/charts/*", "render/pictures.py"],
    "polars": ["simulation/frames.py", "api/*"],
    "scipy": [],  # a reference of tests alone
    "dask": ["simulation/executors/cluster.py"],
    "distributed": ["simulation/executors/*"],
    "cmaes": ["questions/_tune_evolution.py"],
    "starlette": ["studio/answers.py", "studio/door.py"],
    "uvicorn": ["studio/serve.py"],
}

# The files that say `Any`, and why they must. What a user hands in is `object` until it is checked.
ANY = {
    "__init__.py": "names that are imported when they are first asked for",
    "cli/_typer.py": "classes that typer keeps to itself",
    "design/declare.py": "what a field of a game file is depends on who asks",
    "design/layout.py": "what a class of a game file holds",
    "design/source.py": "the constants of a game file",
    "games/position_reader.py": "numbers on their way to the core",
    "games/parameters.py": "rules: every game has a type of its own",
    "games/spec.py": "states as the core describes them, and games with any rules",
    "playout/state.py": "options that are handed on",
    "render/json_text.py": "values on their way to JSON",
    "stats/claims.py": "a claim on its way back from JSON",
    "testing/modes.py": "a playout, or the word that it failed",
    "system/json_types.py": "objects of JSON",
}

HEAVY = {"dask", "distributed", "matplotlib", "numpy", "polars", "scipy"}


def name_of(path):
    return str(path.relative_to(PACKAGE))


def is_for_types(node):
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def nodes(tree, with_types):
    for node in ast.iter_child_nodes(tree):
        if with_types or not is_for_types(node):
            yield node
            yield from nodes(node, with_types)


@cache
def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imported(path, with_types=False):
    """The dotted names a file imports: `from analyzer import stats` gives analyzer.stats."""
    found = []
    for node in nodes(parsed(path), with_types):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: say where from in full"
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


def ours(path, with_types=False):
    """The imports of analyzer itself, as lists of parts: ["stats", "claims", "Claim"]."""
    for name in imported(path, with_types):
        head, *parts = name.split(".")
        if head == "analyzer" and parts:
            yield parts


def room_of(parts):
    """The room of a file or of an imported name; None: a name of the package itself."""
    first, *rest = parts
    if first == "__main__":
        return "cli"
    if first == "games" and rest and rest[0] in GAMES:
        asked = len(rest) > 1 and rest[1].startswith(("questions", "reducers"))
        return "games/<game>/questions" if asked else "games/<game>"
    is_room = (PACKAGE / first).is_dir() or (PACKAGE / f"{first}.py").is_file()
    return first if first == "_core" or is_room else None


def own_room(path):
    return room_of(path.relative_to(PACKAGE).with_suffix("").parts)


# --- rooms ---------------------------------------------------------------------------------------


def test_every_room_is_on_the_map():
    rooms = {own_room(path) for path in FILES} - {"__init__", FLOOR}
    assert rooms == set(ARROWS)
    assert len(rooms | {"_core"}) <= MOST_ROOMS


def test_the_table_of_arrows_fits_half_a_screen():
    table = Path(__file__).read_text("utf-8").partition("\nARROWS = {")[2].partition("\n}")[0]
    assert len(table.splitlines()) <= HALF_A_SCREEN


def test_the_floor_stands_on_nothing():
    assert list(ours(PACKAGE / f"{FLOOR}.py", with_types=True)) == []


def test_no_module_lies_loose():
    loose = {path.stem for path in PACKAGE.glob("*.py")}
    assert loose == {"__init__", "__main__", "errors"}


def test_arrows_only_go_down():
    assert list(TopologicalSorter(ARROWS).static_order())  # raises if they go in a circle


def test_the_map_for_people_goes_down_too():
    """Rooms of analyzer/ in ARCHITECTURE.md stand above all that they may import."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    part = text.partition("\nanalyzer/\n")[2].partition("\nscripts/ ")[0]
    drawn = re.findall(r"(?:^| ) (\w+)(?:/|\.py)(?= )", part, re.MULTILINE)
    assert drawn[0] == "__main__"
    assert drawn[-1] == FLOOR
    drawn = drawn[1:-1]
    assert sorted(drawn) == sorted(room for room in ARROWS if "/" not in room)
    wrong = [
        f"{room} stands below {lower}"
        for i, room in enumerate(drawn)
        for lower in drawn[:i]
        if lower in ARROWS[room]
    ]
    assert wrong == []


def test_imports_follow_the_arrows():
    wrong = [
        f"{name_of(path)} imports {'.'.join(parts)}"
        for path in FILES
        for parts in ours(path)
        if room_of(parts) not in (None, own_room(path), *ARROWS.get(own_room(path), ()))
    ]
    assert wrong == []


def test_what_is_private_stays_in_its_room():
    wrong = [
        f"{name_of(path)} imports {'.'.join(parts)}"
        for path in FILES
        for parts in ours(path, with_types=True)
        if room_of(parts) != own_room(path)
        and any(part.startswith("_") and part not in ("_core", "__version__") for part in parts)
    ]
    assert wrong == []


def test_games_do_not_know_each_other():
    wrong = [
        f"{name_of(path)} imports {'.'.join(parts)}"
        for path in (PACKAGE / "games").rglob("*.py")
        for parts in ours(path, with_types=True)
        if parts[0] == "games" and {*parts[1:2]} & set(GAMES) and parts[1] != path.parent.name
    ]
    assert wrong == []


@pytest.mark.parametrize("folder", SIDEWAYS)
def test_nothing_goes_sideways(folder):
    files = {path.stem for path in (PACKAGE / folder).glob("[a-z]*.py")} - SIDEWAYS[folder]
    place = folder.split("/")
    wrong = [
        f"{name_of(path)} imports {'.'.join(parts)}"
        for path in sorted((PACKAGE / folder).glob("*.py"))
        for parts in ours(path)
        if parts[: len(place)] == place and {*parts[len(place) : len(place) + 1]} & files
    ]
    assert wrong == []


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
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ImportFrom) and "Any" in {alias.name for alias in node.names}
    }
    assert said == set(ANY)


# --- the compiled half -------------------------------------------------------------------------


def core_imports(path):
    """What a Cython file imports or cimports, as written in full."""
    text = re.sub(r'"""[\s\S]*?"""', "", path.read_text(encoding="utf-8"))
    found = re.findall(r"^\s*(?:from (\S+) c?import|c?import (\S+))", text, re.MULTILINE)
    return {a or b for a, b in found}


def test_the_core_knows_only_itself():
    wrong = []
    for path in SOURCES:
        for name in core_imports(path):
            head, *rest = name.split(".")
            outside = head in {"polars", "rich", "typer", "matplotlib", "scipy"}
            if outside or (head == "analyzer" and rest[:1] != ["_core"]):
                wrong.append(f"{path.relative_to(CORE)} imports {name}")
    assert wrong == []


def test_compiled_games_and_policies_know_one_game():
    wrong = []
    for path in SOURCES:
        place, *more = path.relative_to(CORE).parts
        game = more[0] if len(more) > 1 else None
        for name in core_imports(path):
            found = re.fullmatch(r"analyzer\._core\.(games|policies)\.(\w+)(\.\w+)?", name)
            if not found:
                continue
            fine = place in ("games", "policies") and (found[1] == "games" or place == "policies")
            if not fine or found[2] != game:
                wrong.append(f"{path.relative_to(CORE)} imports {name}")
    assert wrong == []


# --- size and weight ---------------------------------------------------------------------------


def test_fields_of_results_are_declared_by_their_classes():
    """No table of names beside a result, and no interval made again from a dict."""
    wrong = [
        f"{name_of(path)}:{node.lineno}"
        for path in FILES
        for node in ast.walk(parsed(path))
        if (isinstance(node, ast.Assign) and is_table_of_fields(node))
        or (isinstance(node, ast.Call) and is_interval_from_dict(node))
    ]
    assert wrong == []


def is_table_of_fields(node):
    names = {target.id for target in node.targets if isinstance(target, ast.Name)}
    return "FIELDS" in names and not isinstance(node.value, ast.Tuple)


def is_interval_from_dict(node):
    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
    return name == "Interval" and any(keyword.arg is None for keyword in node.keywords)


def test_no_file_is_a_wall_of_text():
    every = [*FILES, *SOURCES]
    lengths = {str(path): len(path.read_text("utf-8").splitlines()) for path in every}
    assert {name: lines for name, lines in lengths.items() if lines > WALL} == {}


def test_the_command_line_is_light_to_import():
    program = f"import sys, analyzer.cli; print(sorted({HEAVY} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
