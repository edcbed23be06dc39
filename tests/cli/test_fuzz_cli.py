"""Thousands of command lines, good and bad: a sentence or a result, never a trace, nothing half
written. ANALYZER_FUZZ=10 tries ten times as many, and others every time.

ANALYZER_FUZZ_TABLE names a file to which the counts are added: command, exit code, lines tried.
"""

import json
import os
import random
import re
import shlex
import shutil
from collections import Counter
from pathlib import Path

import pytest

from analyzer import cli
from analyzer.cli import _run
from analyzer.request.build import build_question
from support import fuzz_lines
from support.fuzz_folder import desk, listing, run_line
from support.lanes import few_then_many
from support.settings import FLAVOUR, FUZZ

__all__ = ["desk"]  # the folder that the lines are about
TIMES = {"simulate": 350, "compare": 200, "sweep": 200, "tournament": 150, "tune": 60, "ask": 40,
         "plan": 40, "replay": 200, "advise": 80, "resume": 150, "extend": 150, "show": 250,
         "merge": 200}  # fmt: skip
FEWEST = 6
OTHERS = 60  # games, rules, policies, fields, runs: few options
PLAYS = {"simulate", "compare", "sweep", "tournament", "ask", "tune"}


def commands() -> list[str]:
    return [name for name in fuzz_lines.group().commands if name not in fuzz_lines.GIVEN_UP]


@pytest.mark.parametrize("share", few_then_many(25))
@pytest.mark.parametrize("command", commands())
def test_any_command_line(command, share, desk) -> None:
    luck = random.Random(command if FUZZ == 1 else None)
    times = max(TIMES.get(command, OTHERS) * FUZZ // share, FEWEST) if FLAVOUR == "release" else 5
    seen: Counter[int] = Counter()
    saved = desk.parent / f"saved-{command}-{share}"
    shutil.copytree(desk, saved, symlinks=True)
    before = listing(desk)
    for _ in range(times):
        words = fuzz_lines.line(luck, command)
        code, out, err = run_line(words)
        seen[0 if command == "contract" and code > 2 else code] += 1
        after = listing(desk)
        check(words, code, out, err, before, after)
        if after != before:
            shutil.rmtree(desk)
            shutil.copytree(saved, desk, symlinks=True)
            os.chdir(desk)
    if table := os.environ.get("ANALYZER_FUZZ_TABLE"):
        with Path(table).open("a") as file:
            file.writelines(f"{command} {code} {count}\n" for code, count in sorted(seen.items()))
    if share == 1:  # of the few, all may be mistakes
        assert seen[2] > 0 or command == "games"
        assert seen[0] > 0


def check(words, code, out, err, before, after) -> None:
    line = shlex.join(words)
    if words[0] == "contract" and code in (3, 4):  # broken, open: an answer all the same
        code = 0
    assert code in (0, 1, 2), line
    assert "Traceback" not in out + err, f"{line}\n{err}"
    assert not [name for name in after if name.endswith(".part")], line
    if code == 2:
        assert out == "", line
        assert re.fullmatch(r"[^\n]+\n", err), f"{line}\n{err}"
        assert "\x1b" not in err, line
        assert after == before, f"{line}\n{err}"
    elif code == 1:
        assert "not today" in err or "raised" in err, f"{line}\n{err}"
        assert err.count("\n") == 1, line
        assert after == before, f"{line}\n{err}"
    else:
        assert "\x1b" not in out + err, line
        check_success(words, out, before, after)


def check_success(words, out, before, after) -> None:
    line = shlex.join(words)
    new = {name for name in after if name not in before}
    kept = [name for name in new if name.endswith("manifest.json")]
    for name in kept:
        assert str(Path(name).with_name("answer.json")) in after, line
    if "--help" in words or "-h" in words:
        return
    if "--json" in words and words[0] not in ("games", "rules", "policies", "fields", "runs"):
        told = json.loads(out)
        if words[0] in PLAYS:
            assert question_of(shlex.split(told["command"])[1:]) == question_of(words), line


def question_of(words: list[str]) -> str:
    """What a command line asks, as a plan: a printed command must ask the same."""
    asked = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_run, "play_and_show", lambda request, _how: asked.append(request))
        cli.invoke(words)
    (request,) = asked
    return f"{build_question(request).plan()} {request.command()}"
