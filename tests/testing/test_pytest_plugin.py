"""The plug-in for pytest, in a package that is not ours: a folder with a contract, and nothing of
this repository but what is installed."""

import os
import re
import subprocess
import sys
import tomllib

import pytest

from support.paths import ROOT

CONTRACT = """\
game = "hike"
players = 3
games = 2000
policy = "greedy"
seats.within = 15
length.hands = [1, 2]
wins.seat-2 = {limit = [0.33, 0.34], level = "warn"}
unfinished.most = [{limit = 0.1}, {limit = 0.2}]
"""
MINE = f"test_{'mine'}.py"  # a test file of theirs, not of ours


@pytest.fixture
def package(tmp_path):
    """A package of somebody else, with the entry points that an installed analyzer has."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    entries = project["entry-points"]["pytest11"]
    info = tmp_path / "site" / "analyzer_elsewhere-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: analyzer-elsewhere\nVersion: 1\n")
    lines = "".join(f"{name} = {value}\n" for name, value in entries.items())
    (info / "entry_points.txt").write_text(f"[pytest11]\n{lines}")
    home = tmp_path / "lagoon"
    home.mkdir()
    (home / "balance.toml").write_text(CONTRACT, "utf-8")
    (home / MINE).write_text("def test_mine():\n    pass\n", "utf-8")
    return home


def run(home, *words):
    place = home.parent
    env = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(place / "site"), *map(str, sys.path[1:])]),
        "XDG_CACHE_HOME": str(place / "cache"),
    }
    env.pop("PYTEST_ADDOPTS", None)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "pytest", "-p", "no:cacheprovider", "-rA", *words],
        cwd=home, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def test_every_clause_is_a_test(package) -> None:
    code, told = run(package)
    assert code == 1, told
    words = re.findall(r"^(PASSED|FAILED) (\S+)", told, re.MULTILINE)
    found = {name: word for word, name in words}
    assert found == {
        f"{MINE}::test_mine": "PASSED",
        "balance.toml::seats.within": "PASSED",
        "balance.toml::length.hands": "FAILED",
        "balance.toml::wins.seat-2": "PASSED",
        "balance.toml::unfinished.most[1]": "PASSED",
        "balance.toml::unfinished.most[2]": "PASSED",
    }
    assert "length.hands is BROKEN: " in told
    assert "ContractWarning: wins.seat-2 (a warning) is OPEN: " in told
    assert "Traceback" not in told
    again, same = run(package, "balance.toml")
    assert (again, same.count("length.hands is BROKEN: ")) == (1, told.count("is BROKEN: "))
    assert len(list((package.parent / "cache" / "analyzer" / "contracts").iterdir())) == 1


def test_a_wrong_contract_and_code_that_nobody_named_are_a_sentence(package) -> None:
    (package / "balance.toml").write_text('game = "hike"\nseats.withn = 1\n', "utf-8")
    code, told = run(package, "balance.toml")
    assert code == 2
    assert "line 2: there is no clause 'seats.withn'; did you mean seats.within?" in told
    (package / "pig.py").write_text((ROOT / "examples" / "pig.py").read_text("utf-8"), "utf-8")
    text = 'game = "./pig.py"\ngames = 1000\nunfinished.most = 0.1\n'
    (package / "balance.toml").write_text(text, "utf-8")
    code, told = run(package, "balance.toml")
    assert code == 2
    assert "names code in a file, ./pig.py" in told
    code, told = run(package, "--contract-game", "./pig.py")
    assert code == 0, told
    assert "PASSED balance.toml::unfinished.most" in told
