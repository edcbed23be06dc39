"""Games and policies of other packages: a real one is built, installed and played; what is wrong
with others is said in one sentence that names the package."""

import os
import shutil
import subprocess
import sys

import pytest

import analyzer
from analyzer import games
from analyzer.errors import UserError
from analyzer.games import plugins
from analyzer.policies import registry
from support.paths import TESTS

EXAMPLE = TESTS / "example_package"

# --- a package that fits --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder into which the example package is installed, without a network."""
    folder = tmp_path_factory.mktemp("example")
    shutil.copytree(EXAMPLE, folder / "source", ignore=shutil.ignore_patterns("build", "*.c"))
    options = ["--no-index", "--no-deps", "--no-build-isolation", "--no-cache-dir", "--quiet"]
    target = ["--target", str(folder / "site"), str(folder / "source")]
    made = subprocess.run(
        [sys.executable, "-P", "-m", "pip", "install", *options, *target],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    return folder / "site"


def python(site, *words):
    """What a process says that has the package on its path."""
    ran = subprocess.run(
        [sys.executable, "-P", *words],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(site)},
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_a_game_of_others_is_listed_and_played(site):
    assert "Pig (in the public domain). Roll a die" in python(site, "-m", "analyzer", "games")
    words = ("-m", "analyzer", "simulate", "pig", "-p", "2", "-n", "2e4", "-q")
    assert "seat 1" in python(site, *words)
    assert "PIG-A1" in python(site, "-m", "analyzer", "rules", "pig", "--open")


def test_a_policy_of_others_sits_at_our_table(site):
    told = " ".join(python(site, "-m", "analyzer", "policies", "hike").split())
    assert "From the package analyzer-pig 0.1.0." in told
    assert "Cards at which it lets its specialties go. (0 to 10, default 2)" in told
    words = ("-m", "analyzer", "simulate", "hike", "-p", "3", "-n", "200", "--json")
    assert '"hoarder:keep=1"' in python(site, *words, "--policy", "1=hoarder:keep=1")


KIT = """
from analyzer.testing import conformance
for check in conformance.checks("pig", skip={"redealing does redeal": "it has no secrets"}):
    check()
for check in conformance.checks("hike", playouts=6):
    if check.where == "hike 4 hoarder":
        check()
        print(check)
"""


def test_the_kit_passes_what_others_have_made(site):
    assert python(site, "-c", KIT).count("hike 4 hoarder") == 4


SAVES = """
import pickle, random
from analyzer import new_state
from analyzer.errors import UserError
from analyzer.playout.state import State
state, rng = new_state("pig", 3, seed=5), random.Random(1)
while not state.over:
    state.play(rng.randrange(len(state.moves())))
    for again in (State.load(state.save()), pickle.loads(pickle.dumps(state))):
        assert again.save() == state.save()
    assert new_state(position=state.position()).position() == state.position()
raw = state._stepper.describe()
for wrong in ({"total": -1}, {"winner": 3}, {"points": [1, 2]}, {"rolls": 1}, {"over": 0}):
    try:
        state._stepper.restore(raw | wrong)
    except ValueError as error:
        print(error)
"""


def test_a_state_of_others_is_saved_and_checked(site):
    """By the fields that the compiled game declares; what must agree it checks itself."""
    assert python(site, "-c", SAVES).splitlines() == [
        "total of a state must be a whole number from 0 to 1000000, got -1",
        "winner of a state must be a whole number from -1 to 2, got 3",
        "points of a state must be a list of 3 entries, got 2",
        "a total comes from rolls, and every roll counts",
        "a game is won when somebody has won it",
    ]


FIRST_TURN = """
from analyzer import new_state
held = won = 0
for index in range(20_000):
    state = new_state("pig", 2, seed=3, index=index)
    while state.view(1).turns == 0 and state.view(1).total < 20:
        state.play("roll")
    held += state.view(1).total >= 20
print(held)
"""


@pytest.mark.full
def test_the_chance_of_others_is_fair(site):
    """Holding at 20, a turn of Pig is held with chance 0.3755 (by recursion over the total)."""
    chance = [1.0 if total >= 20 else 0.0 for total in range(27)]
    for total in reversed(range(20)):
        chance[total] = sum(chance[total + face] for face in range(2, 7)) / 6
    n, held = 20_000, int(python(site, "-c", FIRST_TURN))
    error = (chance[0] * (1 - chance[0]) / n) ** 0.5
    assert abs(held / n - chance[0]) < 5 * error  # false alarm: 6e-7


# --- packages that do not -------------------------------------------------------------------------


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Puts a package of one module with entry points on the path of this process."""
    caches = (plugins.find_entry_points, games._load, registry._find_once)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def add(package, group, name, text, attribute="IT"):
        module = package.replace("-", "_")
        (tmp_path / f"{module}.py").write_text(text)
        info = tmp_path / f"{module}-0.3.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.3\n")
        (info / "entry_points.txt").write_text(f"[{group}]\n{name} = {module}:{attribute}\n")
        for cache in caches:
            cache.cache_clear()

    yield add
    monkeypatch.undo()
    for cache in caches:
        cache.cache_clear()
    for name in ("bad", "worse"):
        sys.modules.pop(name, None)


def refused(call, *given):
    with pytest.raises(UserError) as error:
        call(*given)
    assert "\n" not in str(error.value)
    return str(error.value)


LIKE_HIKE = """
from analyzer.games.hike import Hike
class Mine(Hike):
    name = "mine"
    {}
IT = Mine()
"""
BAD_GAMES = {
    "IT = 1 // 0": "cannot be loaded: ZeroDivisionError: integer division or modulo by zero",
    "import sys; sys.exit()": "cannot be loaded: SystemExit",
    "": "cannot be loaded: AttributeError: module 'bad' has no attribute 'IT'",
    "IT = 5": "must be written for contract 3 of analyzer's games; got None",
    LIKE_HIKE.format("contract = 1"): "must be written for contract 3 of analyzer's games; got 1",
    LIKE_HIKE.format("view = property()"): "must have 'view', see GameSpec in analyzer.games",
    LIKE_HIKE.format("def view(self, raw): pass"): "must have a method view(rules, raw, seat)",
    LIKE_HIKE.format("name = 'yours'"): "must be called so by itself too; got 'yours'",
    LIKE_HIKE.format("title = property(lambda _: 1 // 0)"): (
        "failed in title: ZeroDivisionError: integer division or modulo by zero"
    ),
    LIKE_HIKE.format(
        "players = 'many'"
    ): "must have players as (fewest, most), at least 2; got 'many'",
    LIKE_HIKE.format(
        "players = 5, 3"
    ): "must have players as (fewest, most), at least 2; got (5, 3)",
    LIKE_HIKE.format(
        "players = 1, 3"
    ): "must have players as (fewest, most), at least 2; got (1, 3)",
}


@pytest.mark.parametrize("text", BAD_GAMES, ids=BAD_GAMES.values())
def test_a_game_that_does_not_fit(install, text):
    install("bad", plugins.GAMES, "mine", text)
    assert "mine" in games.names()
    assert (
        refused(games.load, "mine") == f"The game 'mine' of the package bad 0.3 {BAD_GAMES[text]}."
    )
    assert games.load("hike").name == "hike"


ZERO = "ZeroDivisionError: integer division or modulo by zero"
LATE = {  # what only shows when it is played
    "def compiled(self): return 1 // 0": f"failed in compiled: {ZERO}",
    "def compiled(self): return None": "must have a compiled half, a Game of analyzer._core",
    "def policies(self): return 1 // 0": f"failed in policies: {ZERO}",
    "def resolve_rules(self, players, given): return 1 // 0": f"failed in resolve_rules: {ZERO}",
    "def encode_rules(self, rules): return 1 // 0": f"failed in encode_rules: {ZERO}",
    "def move_name(self, rules, code): return 1 // 0": f"failed in move_name: {ZERO}",
    "def position(self, rules, raw): raise SystemExit": "failed in position: SystemExit",
    "seat_counters = {'one': 'a counter'}": "must name the seat counters of its compiled half, ",
    "players = (3, 5)": "must name the players of its compiled half, (3, 8); got (3, 5)",
}


@pytest.mark.parametrize("text", LATE)
def test_a_game_that_fails_when_it_is_played(install, text):
    def play():
        state = analyzer.new_state("mine", 3)
        state.play(state.moves()[0])
        state.position()
        analyzer.simulate("mine", 3, n=10)

    install("bad", plugins.GAMES, "mine", LIKE_HIKE.format(text))
    assert refused(play).startswith(f"The game 'mine' of the package bad 0.3 {LATE[text]}")
    install("worse", plugins.GAMES, "fine", LIKE_HIKE.format("name = 'fine'"))
    assert analyzer.simulate("fine", 3, n=10).seats.height == 3


def test_no_game_is_shadowed(install):
    install("bad", plugins.GAMES, "hike", LIKE_HIKE.format("name = 'hike'"))
    told = refused(games.load, "hike")
    assert told.startswith("The package bad 0.3 brings a game 'hike', which analyzer has itself;")


def test_two_games_of_one_name(install):
    for package in ("bad", "worse"):
        install(package, plugins.GAMES, "mine", LIKE_HIKE.format(""))
    told = refused(games.load, "mine")
    assert "comes from two packages, bad 0.3 and worse 0.3; uninstall one of them." in told


CLASS = 'class IT:\n    """Plays."""\n'
CHOOSE = "    def choose(self, view, moves, rng): return 0\n"
BAD_POLICIES = {
    "IT = 3": "must be a class with a method choose",
    "class IT:\n" + CHOOSE: "must have a docstring that says how it plays",
    CLASS: "must be a class with a method choose",
    CLASS + "    def choose(self): return 0\n": "must be a class with a method choose",
    CLASS + CHOOSE + "    parameters = {'a': 1}\n": "must give its parameters as {name: (default,",
    CLASS + CHOOSE + "    parameters = 7\n": "must give its parameters as {name: (default,",
    CLASS + CHOOSE + "    parameters = {'a': (5, 0, 1, 'A.')}\n": "must give its parameters",
    "from analyzer._core.contract import Policy\nIT = Policy()\n": "must be made by native of",
    "raise SystemExit": "cannot be loaded: SystemExit",
}


@pytest.mark.parametrize("text", BAD_POLICIES)
def test_a_policy_that_does_not_fit(install, text):
    install("bad", plugins.POLICIES, "hike.mine", text)
    told = refused(registry.named_policies, "hike")
    assert told.startswith("The policy 'mine' of hike of the package bad 0.3 ")
    assert BAD_POLICIES[text] in told
    assert [policy.name for policy in registry.named_policies("oh-hell")] == [
        "expert", "greedy", "noise", "random", "search", "zero",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["expert", "family"])
def test_no_policy_is_shadowed(install, name):
    install("bad", plugins.POLICIES, f"hike.{name}", CLASS + CHOOSE)
    told = refused(registry.named_policies, "hike")
    assert told.startswith(f"The package bad 0.3 brings a policy {name!r} of hike, which analyzer")
