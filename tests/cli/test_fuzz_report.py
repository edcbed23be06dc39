"""Command lines of `analyze report`, good and bad: refused in one sentence, or begun; nothing is
left behind either way. What it plays has its own tests."""

import random
import re
import shlex

import pytest

from analyzer.questions.report import compose
from analyzer.request import setting
from support import fuzz_lines
from support.fuzz_folder import desk, listing, run_line
from support.settings import FLAVOUR, FUZZ

__all__ = ["desk"]  # the folder that the lines are about
TIMES = 100 * FUZZ if FLAVOUR == "release" else 5


class ReportBegunError(KeyboardInterrupt):
    """A line was accepted: it would play now."""


@pytest.fixture
def report_begun(monkeypatch):
    """How many lines got as far as playing; each is stopped there, as by Ctrl-C."""
    found = []

    def stop(question, **_):
        found.append(question.plan())
        raise ReportBegunError

    monkeypatch.setattr(compose, "play_rounds", stop)
    return found


@pytest.mark.full
def test_any_line_of_report(desk, report_begun):
    luck = random.Random("report" if FUZZ == 1 else None)
    before, refused = listing(desk), 0
    lines = [fuzz_lines.line(luck, "report") for _ in range(TIMES)]
    for words in [*lines, ["report", "hike", "--players", "3"]]:
        line, so_far = shlex.join(words), len(report_begun)
        code, out, err = run_line(words)
        assert "Traceback" not in out + err, f"{line}\n{err}"
        assert listing(desk) == before, line
        if len(report_begun) > so_far:
            assert code == 130, line
        elif code == 2:
            refused += 1
            assert out == "", line
            assert re.fullmatch(r"[^\n]+\n", err), f"{line}\n{err}"
        else:
            assert code == 0, f"{line}\n{err}"
            assert "--help" in words, line
    assert refused > 0
    assert len(report_begun) > 0


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("words", ["", "--quick", "--tolerance 2", "--seed 7 --rule target=20"])
def test_its_command_makes_the_same_report(words, report_begun):
    """What a page names as its command asks for the same games."""
    given = shlex.split(words)
    run_line(["report", "hike", "--players", "3", *given])
    seconds = compose.QUICK if "--quick" in given else compose.FULL
    rules = {"target": 20} if "target=20" in words else {}
    report = compose.Report(
        setting.build_setting("hike", 3, None, rules, seed=7 if "7" in given else 1),
        seconds,
        2.0 if "--tolerance" in given else 1.0,
    )
    quick, tolerance = "--quick" in given, report.tolerance
    run_line(report.setting.request("report", quick=quick, tolerance=tolerance).argv())
    assert report_begun[0] == report_begun[1] == report.headline().plan()
