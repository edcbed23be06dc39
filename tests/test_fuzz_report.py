"""Command lines of `analyze report`, good and bad: refused in one sentence, or begun; nothing is
left behind either way. What it plays has its own tests."""

import random
import re
import shlex

import pytest

import fuzz_lines
from analyzer import reporting, setting
from conftest import FLAVOUR, FUZZ
from test_fuzz_cli import desk, listing, tried

__all__ = ["desk"]  # the folder that the lines are about
TIMES = 100 * FUZZ if FLAVOUR == "release" else 5


class Begun(KeyboardInterrupt):
    """A line was accepted: it would play now."""


@pytest.fixture
def begun(monkeypatch):
    """How many lines got as far as playing; each is stopped there, as by Ctrl-C."""
    found = []

    def stop(question, **_):
        found.append(question.plan())
        raise Begun

    monkeypatch.setattr(reporting, "played", stop)
    return found


def test_any_line_of_report(desk, begun):
    luck = random.Random("report" if FUZZ == 1 else None)
    before, refused = listing(desk), 0
    for _ in range(TIMES):
        words = fuzz_lines.line(luck, "report")
        line, so_far = shlex.join(words), len(begun)
        code, out, err = tried(words)
        assert "Traceback" not in out + err, f"{line}\n{err}"
        assert listing(desk) == before, line
        if len(begun) > so_far:
            assert code == 130, line
        elif code == 2:
            refused += 1
            assert out == "", line
            assert re.fullmatch(r"[^\n]+\n", err), f"{line}\n{err}"
        else:
            assert code == 0, f"{line}\n{err}"
            assert "--help" in words, line
    assert refused > 0
    assert len(begun) > 0


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("words", ["", "--quick", "--tolerance 2", "--seed 7 --rule target=20"])
def test_its_command_makes_the_same_report(words, begun):
    """What a page names as its command asks for the same games."""
    given = shlex.split(words)
    tried(["report", "hike", "--players", "3", *given])
    seconds = reporting.QUICK if "--quick" in given else reporting.FULL
    rules = {"target": 20} if "target=20" in words else {}
    report = reporting.Report(
        setting.make("hike", 3, None, rules, seed=7 if "7" in given else 1),
        seconds,
        0.02 if "--tolerance" in given else 0.01,
    )
    command = report.setting.command("report", *reporting._words(report))
    tried(shlex.split(command)[1:])
    assert begun[0] == begun[1] == report.headline().plan()
