"""Where fuzzed command lines are tried, and what must be true of each."""

import io
import json
import random
import shutil
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from analyzer import cli, games, new_state
from analyzer.render import json_text
from support import fuzz_lines

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
    data = Path(games.__file__).parent / game.replace("-", "_") / "tables.toml"
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
    (path / "answer.json").write_text(json_text.to_json_text(answer) + "\n")


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder with all that the lines name; pictures are not drawn, they have their own tests."""
    folder = tmp_path_factory.mktemp("desk")
    patch = pytest.MonkeyPatch()
    patch.chdir(folder)
    patch.setenv("HOME", str(folder / "home"))
    patch.setattr("analyzer.render.files.write_answer", write_json)
    patch.setattr("analyzer.render.pictures.render_image", lambda *_, **__: b"a picture")
    patch.setattr("analyzer.testing.check.checked", only_load)
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
        assert run_line(f"{words} --quiet --out {name}".split())[0] == 0
    assert run_line(["merge", "run", "seed", "--out", "merged", "-q"])[0] == 0
    shutil.copytree(folder / "run", folder / "killed")
    (folder / "killed" / "answer.json").unlink()
    chunks = folder / "killed" / "chunks.txt"
    chunks.write_bytes(chunks.read_bytes()[:-30])
    (folder / "broken").mkdir()
    (folder / "broken" / "manifest.json").write_text('{"file": "analyzer run", "version": 1}')
    (folder / "link").symlink_to("run")
    yield folder
    patch.undo()


def only_load(game: str) -> list[object]:
    """The kit takes a minute for each game, and has tests of its own."""
    games.load(game)
    return []


def run_line(words: list[str]) -> tuple[int, str, str]:
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
