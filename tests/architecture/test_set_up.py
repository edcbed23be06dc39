"""What the first use says when it cannot be set up: one sentence if pip reached nobody."""

import subprocess
from pathlib import Path

import pytest

from support.paths import ROOT

FAILED = "ERROR: No matching distribution found for setuptools>=77\n"


def set_up(checkout: Path, log: str) -> list[str]:
    """What is told when a step fails whose words are these."""
    (checkout / ".venv").mkdir()
    (checkout / "log").write_text(log)
    script = 'set -eu; root=$1; . "$2"; attempt sh -c "cat log; exit 1"'
    words = ["bash", "-c", script, "bash", str(checkout), str(ROOT / "scripts" / "_environment")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    return done.stderr.splitlines()


@pytest.mark.parametrize("error", ["NewConnection", "ConnectTimeout", "NameResolution", "Proxy"])
def test_without_a_network_one_sentence_is_said(error: str, tmp_path: Path) -> None:
    lost = f"WARNING: Retrying (Retry(total=0, read=None)) after connection broken by '{error}Err"
    (told,) = set_up(tmp_path, f"{lost}or(...)': /simple/setuptools/\n{FAILED}")
    assert "packages from a network, which cannot be reached" in told


@pytest.mark.parametrize("log", [FAILED, "error: command 'gcc' failed with exit code 1\n"])
def test_of_another_failure_the_end_of_the_log_is_shown(log: str, tmp_path: Path) -> None:
    *shown, told = set_up(tmp_path, log)
    assert shown == log.splitlines()
    assert told.endswith(f"the lines above are the end of '{tmp_path}/.venv/setup.log'.")
