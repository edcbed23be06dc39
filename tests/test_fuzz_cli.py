"""Thousands of command lines, good and bad: a sentence or a result, never a trace, nothing half
written. ANALYZER_FUZZ=10 tries ten times as many, and others every time.

ANALYZER_FUZZ_TABLE names a file to which the counts are added: command, exit code, lines tried.
"""

import io
import json
import os
import random
import re
import shlex
import shutil
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

import fuzz_lines
from analyzer import cli, games, new_state
from analyzer.cli import _ask
from analyzer.report import jsonout
from conftest import FLAVOUR, FUZZ

TIMES = {"simulate": 350, "compare": 200, "sweep": 200, "tournament": 150, "ask": 40, "replay": 200,
         "advise": 80, "resume": 150, "extend": 150, "show": 250, "merge": 200}  # fmt: skip
OTHERS = 60  # games, rules, policies, fields, runs: few options
PLAYS = {"simulate", "compare", "sweep", "tournament", "ask"}

POLICIES = """
class Fine:
    def choose(self, view, moves, rng):
        return rng.below(len(moves))

class Raises:
    def choose(self, view, moves, rng):
        raise ValueError("not today")
"""
SUITS = ("bird", "bug", "lake", "light", "peak", "trail", "tree")


TOLD = "read by [b]me[/b] <i>$x$</i>"


def tables(game: str) -> str:
    """A table of a user's own for the games that take one."""
    data = Path(games.__file__).parent / "data" / f"{game.replace('-', '_')}.toml"
    text = data.read_text() if data.exists() else ""
    return text.partition("# Other maps")[0]  # of these a box has none


def positions(game: str) -> list[str]:
    """Five real positions as TOML, and five with something cut out or put in."""
    luck, found = random.Random(game), []
    for number in range(5):
        state = new_state(game, games.load(game).players[0], seed=number)
        for _ in range(number * 4):
            if not state.over:
                state.play(luck.randrange(len(state.moves())))
        found.append("".join(f"{key} = {toml(it)}\n" for key, it in state.position().items()))
    for text in list(found):
        begin = luck.randrange(len(text))
        junk = luck.choice(["", "[", '"', "-1", "9e99", "{}", "\n", "true"])
        found.append(text[:begin] + junk + text[begin + luck.choice([0, 1, 5, 40]) :])
    return found


def toml(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{key}" = {toml(it)}' for key, it in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def write_json(path, answer) -> None:
    (path / "answer.json").write_text(jsonout.text(answer) + "\n")


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder with all that the lines name; pictures are not drawn, they have their own tests."""
    folder = tmp_path_factory.mktemp("desk")
    patch = pytest.MonkeyPatch()
    patch.chdir(folder)
    patch.setenv("HOME", str(folder / "home"))
    patch.setattr("analyzer.report.files.write_answer", write_json)
    patch.setattr("analyzer.report.pictures.image", lambda *_, **__: b"a picture")
    patch.setattr("sys.dont_write_bytecode", True)
    (folder / "home").mkdir(exist_ok=True)
    (folder / "mine.py").write_text(POLICIES)
    (folder / "broken.py").write_text("class")
    rows = "\n".join(f'{suit} = ["bird", "bug", "lake"]' for suit in SUITS)
    (folder / "box.toml").write_text(rows)
    (folder / "bad.toml").write_text("bird = [")
    (folder / "empty.pyx").write_text("# nothing")
    for name in fuzz_lines.NAMED:
        (folder / f"{name}.py").write_text(POLICIES)
        (folder / f"{name}.toml").write_text(f'provenance = "{TOLD}"\n{rows}')
    for name in games.names():
        (folder / f"{name}.toml").write_text(tables(name))
        for number, text in enumerate(positions(name)):
            (folder / f"{name}-{number}.position").write_text(text)
    (folder / "file").write_text("mine")
    (folder / "full").mkdir()
    (folder / "full" / "mine.txt").write_text("mine")
    (folder / "folder.png").mkdir()
    (folder / "empty").mkdir()
    (folder / "dangling").symlink_to("gone")
    for name, words in {
        "run": "simulate hike -p 3 -n 70 --rule target=5",
        "other": "simulate hike -p 3 -n 70 --rule target=5 --first 70",
        "pairs": "compare hike -p 3 -n 5 --rule target=5 --vs target=6",
        "seed": "simulate hike -p 3 -n 5 --rule target=5 --seed 2",
    }.items():
        assert tried(f"{words} --quiet --out {name}".split())[0] == 0
    assert tried(["merge", "run", "seed", "--out", "merged", "-q"])[0] == 0
    shutil.copytree(folder / "run", folder / "killed")
    (folder / "killed" / "answer.json").unlink()
    chunks = folder / "killed" / "chunks.txt"
    chunks.write_bytes(chunks.read_bytes()[:-30])
    (folder / "broken").mkdir()
    (folder / "broken" / "manifest.json").write_text('{"file": "analyzer run", "version": 1}')
    (folder / "link").symlink_to("run")
    yield folder
    patch.undo()


def tried(words: list[str]) -> tuple[int, str, str]:
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        code = cli.run(words)
    return code, out.getvalue(), err.getvalue()


def listing(folder: Path) -> dict[str, int]:
    """Every file and its size; a lock is no news."""
    return {
        str(path.relative_to(folder)): path.lstat().st_size if path.is_file() else -1
        for path in sorted(folder.rglob("*"))
        if path.name != ".lock"
    }


def commands() -> list[str]:
    return [name for name in fuzz_lines.group().commands if name not in fuzz_lines.GIVEN_UP]


@pytest.mark.parametrize("command", commands())
def test_any_command_line(command, desk) -> None:
    luck = random.Random(command if FUZZ == 1 else None)
    times = TIMES.get(command, OTHERS) * FUZZ if FLAVOUR == "release" else 5
    seen: Counter[int] = Counter()
    saved = desk.parent / f"saved-{command}"
    shutil.copytree(desk, saved, symlinks=True)
    before = listing(desk)
    for _ in range(times):
        words = fuzz_lines.line(luck, command)
        code, out, err = tried(words)
        seen[code] += 1
        after = listing(desk)
        check(words, code, out, err, before, after)
        if after != before:
            shutil.rmtree(desk)
            shutil.copytree(saved, desk, symlinks=True)
            os.chdir(desk)
    if table := os.environ.get("ANALYZER_FUZZ_TABLE"):
        with Path(table).open("a") as file:
            file.writelines(f"{command} {code} {count}\n" for code, count in sorted(seen.items()))
    assert seen[2] > 0 or command == "games"
    assert seen[0] > 0


def check(words, code, out, err, before, after) -> None:
    line = shlex.join(words)
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
            assert asked(shlex.split(told["command"])[1:]) == asked(words), line


def asked(words: list[str]) -> str:
    """What a command line asks, as a plan: a printed command must ask the same."""
    instead = _ask.Instead()
    token = _ask.INSTEAD.set(instead)
    try:
        cli.invoke(words)
    finally:
        _ask.INSTEAD.reset(token)
    (question,) = instead.found
    return f"{question.plan()} {question.command}"
