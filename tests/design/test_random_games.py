"""Random rules and random games: both modes agree state by state, and fail at the same moves."""

import random
from pathlib import Path

import pytest

from analyzer import cli
from analyzer.design import build, emit, files
from analyzer.design.source import RefusedError
from support.lanes import rest_full
from support.own_games import EXAMPLES, nim, same_games, written
from support.own_writer import random_game, random_method

BLOCKS = 5
KINDS = {"methods": random_method, "games": random_game}


def _compared(folder: Path, kind: str, first: int, n: int) -> None:
    make = KINDS[kind]
    played = refused = 0
    for seed in range(first, first + n):
        game = written(folder, make(seed), f"{kind}{seed}")
        try:
            emit.source(files.read(game).text)
        except RefusedError:
            refused += 1
            continue
        for luck in range(3):
            try:
                played += same_games(game, 2 + luck % 2, luck, moves=8)
            except AssertionError as different:
                raise AssertionError(f"{kind} {seed}, luck {luck}: {different}") from None
        files._known.clear()
    assert refused < n / 3
    assert played > n / 5  # moves; many fail at once, in both modes


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("block", rest_full(range(BLOCKS), 2))
def test_both_modes_agree(tmp_path: Path, kind: str, block: int) -> None:
    _compared(tmp_path, kind, block * 30, 30)


@pytest.mark.full
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("block", range(50))
def test_both_modes_agree_in_all(
    tmp_path: Path, kind: str, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Built without optimization: it takes a third of the time."""
    monkeypatch.setattr(build, "FLAGS", ("-O0", *build.FLAGS[1:]))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    _compared(tmp_path, kind, 1000 + block * 100, 100)


# --- files that are no games ----------------------------------------------------------------------

WORDS = (
    *("self", "seat", "0", "-1", "99999999999", "None", "'x'", "()", "[]", "{}", "lambda: 0"),
    *("self.hand", "self.deck", "CARDS", "Game", "while True: pass", "return", "pass", ":", "=="),
    *("self.may(self.take, 9)", "self.seat = 9", "del self", "1 / 0", "@move('x')", "yield 1"),
    *(
        "self.end()",
        "class X(Game): pass",
        "import os",
        "await x",
        "*",
        "\x00",
        "\t",
        "ü",
        "def f():",
    ),
)


def damaged(seed: int) -> str:
    """A game with a few words of it lost, doubled or put for others.

    A loop without end outside of the class is left out: a game file is a program, and Python reads
    it to its end."""
    luck = random.Random(f"damage {seed}")
    texts = [path.read_text("utf-8") for path in sorted(EXAMPLES.glob("*.py"))]
    lines = luck.choice([*texts, nim(), random_game(seed)]).split("\n")
    for _ in range(luck.randint(1, 3)):
        at = luck.randrange(len(lines))
        words = lines[at].split(" ")
        place = luck.randrange(len(words))
        what = luck.random()
        if what < 0.3:
            del lines[at]
        elif what < 0.4:
            lines.insert(at, lines[luck.randrange(len(lines))])
        elif what < 0.7:
            words[place] = luck.choice(WORDS)
            lines[at] = " ".join(words)
        else:
            name = luck.choice(lines[luck.randrange(len(lines))].split() or ["x"])
            words[place] = name
            lines[at] = " ".join(words)
    return "\n".join(line for line in lines if not line.startswith("while True"))


def _tried(folder: Path, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    game = written(folder, damaged(seed), f"damaged{seed}")
    mode = ("--compiled", "--interpreted")[seed % 2]
    code = cli.run(["simulate", game, "-p", "3", "-n", "3", "--threads", "1", "--quiet", mode])
    told = capsys.readouterr()
    assert code in (0, 1, 2), seed
    assert "Traceback" not in told.err, seed
    assert "please report" not in told.err, (seed, told.err)
    files._known.clear()


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("block", range(4))
def test_a_damaged_file_is_a_sentence(
    tmp_path: Path, block: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(files.MODE, "auto")
    for seed in range(block * 25, block * 25 + 25):
        _tried(tmp_path, seed, capsys)


@pytest.mark.full
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("block", range(100))
def test_a_damaged_file_is_a_sentence_in_all(
    tmp_path: Path, block: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(files.MODE, "auto")
    for seed in range(1000 + block * 100, 1000 + block * 100 + 100):
        _tried(tmp_path, seed, capsys)
