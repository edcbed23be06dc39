"""Small games in files, for the tests of analyzer/design/."""

import math
from collections import Counter
from collections.abc import Hashable, Iterable
from pathlib import Path

from analyzer import games
from analyzer._core.design.own import OwnGame
from analyzer.design import files
from analyzer.testing import modes
from support.paths import ROOT

EXAMPLES = ROOT / "examples"
HEAD = "from analyzer.design import *\n"
NIM = '''
class Nim(Game, players=2):
    """Take one or two stones; who takes the last one wins."""
    stones = rule(5, 1, 50, "Stones.")
    left = number()
    taken = per_seat("stones taken")
    last = number()
    def deal(self):
        self.left = self.stones
    def moves(self):
        self.may(self.take, 1)
        if self.left > 1:
            self.may(self.take, 2)
    @move("take {n}", n=range(3))
    def take(self, n):
        {line}
        self.left -= n
        self.taken[self.seat] += n
        self.last = self.seat
        self.seat = self.after(self.seat)
        if self.left == 0:
            self.end()
    def score(self, seat):
        return self.last == seat
    def worth_take(self, me, n):
        {worth}
'''


def nim(line: str = "pass", worth: str = "return n") -> str:
    """A small game with one line of a move, or of its expert, to be chosen."""
    return HEAD + NIM.replace("{line}", line).replace("{worth}", worth)


def example(name: str) -> str:
    return str(EXAMPLES / f"{name}.py")


def written(folder: Path, text: str, name: str = "mine") -> str:
    """The name of a game with this text."""
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    return str(path)


def surprise(found: Iterable[Hashable], expected: Iterable[Hashable]) -> float:
    """How far counts lie from equal chances, in standard deviations of their chi-square (Wilson
    and Hilferty 1931): above 5.2 less than once in ten million."""
    counts, worlds = Counter(found), set(expected)
    assert set(counts) <= worlds, f"impossible: {sorted(set(counts) - worlds, key=str)[:3]}"
    n, k = sum(counts.values()), len(worlds)
    assert n >= 5 * k, "too few draws for a chi-square"
    chi = sum((counts[world] - n / k) ** 2 * k / n for world in worlds)
    freedom = k - 1
    if freedom == 0:
        return 0.0
    scale = 2 / (9 * freedom)
    return ((chi / freedom) ** (1 / 3) - (1 - scale)) / math.sqrt(scale)


# --- both modes, side by side ---------------------------------------------------------------------


def same_games(name: str, players: int, seed: int, moves: int = 200) -> int:
    """Plays a game in both modes and compares everything after each move; the number of moves."""
    face, file = games.load(name), files.read(name)
    codes = dict(face.encode_rules(face.resolve_rules(players, {})))
    made, what = modes.difference(file, cores(name), players, codes, (seed, seed), moves)
    assert not what, f"{what} after {made} moves"
    return made


def cores(name: str) -> tuple[OwnGame, OwnGame]:
    """A game twice: interpreted and compiled."""
    return modes.cores(files.read(name))
