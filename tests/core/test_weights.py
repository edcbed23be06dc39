"""The weights of nets: files beside the code that reads them, known by their hash."""

import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from hashlib import sha256

import pytest

from support.paths import ROOT

CORE = ROOT / "_core"
FILES = sorted(CORE.rglob("*.weights"))

# What reads a file of weights gets one with another byte, or none.
CHANGED = """
import sys
from pathlib import Path

read = Path.read_bytes

def changed(path):
    if path.suffix != ".weights":
        return read(path)
    {what}

Path.read_bytes = changed
sys.argv[1:] = {arguments!r}
from analyzer.__main__ import main
main()
"""
OTHER_BYTE = "return bytes([read(path)[0] ^ 1]) + read(path)[1:]"
NO_FILE = "return read(path.with_name('missing.weights'))"


def analyze(what: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    code = CHANGED.format(what=what, arguments=list(arguments))
    return subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False
    )


def test_every_file_is_known_by_its_hash() -> None:
    assert len(FILES) == 4
    for path in FILES:
        source = path.with_name("weights.pyx").read_text(encoding="utf-8")
        named = f'"{path.name}",\n             "{sha256(path.read_bytes()).hexdigest()}"'
        assert source.count(named) == 1, path


def test_sources_say_how_they_are_made_again_or_that_they_cannot() -> None:
    for path in FILES:
        source = path.with_name("weights.pyx").read_text(encoding="utf-8")
        command = f"`scripts/train {path.parent.name.replace('_', '-')} "
        assert command in " ".join(source.split())
        assert ("They cannot be made again" in source) == (path.parent.name == "oh_hell")


def test_every_file_is_shipped() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = settings["tool"]["setuptools"]["package-data"]["*"]
    manifest = (ROOT / "MANIFEST.in").read_text(encoding="utf-8").splitlines()
    (core,) = [line.split()[2:] for line in manifest if line.startswith("recursive-include _core")]
    for path in FILES:
        assert any(fnmatch(path.name, pattern) for pattern in patterns)
        assert any(fnmatch(path.name, pattern) for pattern in core)


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("oh-hell", "bids.weights"),
        ("hike-sled", "wins.weights"),
        ("horrible-mountain", "wins.weights"),
    ],
)
def test_other_weights_are_refused_in_one_sentence(game: str, name: str) -> None:
    done = analyze(OTHER_BYTE, "policies", game)
    assert done.returncode == 1
    assert done.stdout == ""
    (sentence,) = done.stderr.splitlines()
    path = CORE / "policies" / game.replace("-", "_") / name
    found = bytes([path.read_bytes()[0] ^ 1]) + path.read_bytes()[1:]
    assert sentence.endswith(
        f"{name}' must have the SHA-256 {sha256(path.read_bytes()).hexdigest()}; got "
        f"{sha256(found).hexdigest()}: install analyzer again."
    )


def test_missing_weights_are_told_in_one_sentence() -> None:
    done = analyze(NO_FILE, "simulate", "oh-hell", "-p", "4", "-n", "10")
    assert done.returncode == 1
    (sentence,) = done.stderr.splitlines()
    assert sentence.endswith(
        "bids.weights' cannot be read (No such file or directory): install analyzer again."
    )


def test_a_game_without_nets_does_not_read_them() -> None:
    assert analyze(OTHER_BYTE, "policies", "hike").returncode == 0
