"""How experts learn: `scripts/train oh-hell --write`. Those without a net are fitted (fit.py).

The core plays games and gives examples (`_core/nn/training.pyx`): what was seen of a move, as rows
of a table, and the result. A net adds up those rows, cuts the sums off at 0 and 4, and
weighs them. Here it learns in floating point: each batch of examples moves the weights down the
slope of the loss, each weight the less the more it was moved before (Adagrad; Duchi, Hazan and
Singer 2011). After every round the core is given the net in whole numbers (`_core/nn/network.pxd`),
and plays the next games with it. So the same seed gives the same net.
"""

import argparse
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import fit
import numpy as np
from numpy.typing import NDArray

from analyzer import games
from analyzer._core.nn.training import NO_ROW, TrainingTask, widths
from analyzer._core.policies.hike_sled import training as hike_sled_training
from analyzer._core.policies.horrible_mountain import training
from analyzer._core.policies.oh_hell import training as oh_hell_training
from analyzer.playout import seeds
from analyzer.playout.state import make_table
from analyzer.policies import registry, spec

Floats = NDArray[np.float32]
Slopes = Callable[[Floats, Floats], Floats]

ONE = 48  # what stands for 1 in rows, as in _core/nn/network.pxd
MOST = 127  # what a byte of a table holds
FULL = 4.0
MOST_ROWS, MOST_TOLD, WIDTH = widths()
SEED = 20_001
ROUND = 400_000  # examples between two nets that play
BATCH = 1024


def slopes_of_bid(out: Floats, told: Floats) -> Floats:
    """Of the likelihood of fewer tricks, as many or more; and of the others' share, squared."""
    odds = np.exp(np.minimum(out[:, :2], 30))
    chances = odds / (1 + odds.sum(axis=1, keepdims=True))
    came = np.stack([told[:, 0] < 0, told[:, 0] > 0], axis=1)
    return np.concatenate([chances - came, 2 * (out[:, 2:] - told[:, 1:])], axis=1)


def slopes_of_win(out: Floats, told: Floats) -> Floats:
    """Of the likelihood of who won."""
    return 1 / (1 + np.exp(np.clip(-out, -30, 30))) - told[:, :1]


@dataclass(frozen=True)
class Course:
    """What a game's expert learns, and from what tables."""

    task: TrainingTask
    source: str  # the file that names the nets with their hashes; the nets lie beside it
    names: tuple[str, ...]
    weights: tuple[int, ...]  # what stands for 1 in the weights of each output
    slopes: Slopes
    lot: float  # the chance of a move drawn by lot
    tables: tuple[tuple[int, dict[str, Any]], ...]  # players and rules, each as often


COURSES = {
    "hike-sled": Course(
        hike_sled_training.TASK,
        "_core/policies/hike_sled/weights.pyx",
        ("wins.weights",),
        (24,),
        slopes_of_win,
        1 / 40,
        (*((players, {}) for players in (2, 3, 4, 4, 4, 5, 6)), (4, {"loose": True})),
    ),
    "oh-hell": Course(
        oh_hell_training.TASK,
        "_core/policies/oh_hell/weights.pyx",
        ("bids.weights", "plays.weights"),
        (24, 24, 160),
        slopes_of_bid,
        1 / 16,
        (
            *((players, {}) for players in (3, 4, 5, 6, 7)),
            (4, {"bid_mode": "sequential"}),
            (4, {"bid_before_turnup": True}),
            (5, {"bid_mode": "sequential", "hook": True}),
        ),
    ),
    "horrible-mountain": Course(
        training.TASK,
        "_core/policies/horrible_mountain/weights.pyx",
        ("wins.weights",),
        (24,),
        slopes_of_win,
        1 / 30,
        (*((2, {}) for _ in range(6)), (2, {"run_outs": 2}), (2, {"hand_limit": 6})),
    ),
}


class Net:
    """Rows of what is seen, one for nothing behind them; a base; and the outputs' weights."""

    def __init__(self, n_rows: int, scales: tuple[int, ...], rng: np.random.Generator) -> None:
        n = len(scales)
        self.scales = np.array(scales, np.float32)
        self.rows = rng.normal(0, 0.05, (n_rows + 1, WIDTH)).astype(np.float32)
        self.rows[-1] = 0
        self.base = np.full(WIDTH, 0.5, np.float32)
        self.weights = rng.normal(0, 0.2, (n, WIDTH)).astype(np.float32)
        self.level = np.zeros(n, np.float32)
        self.forget()

    def forget(self) -> None:
        """Forget how much weights were moved so far, so that the next steps are longer."""
        self.moved = [np.ones_like(part) for part in self._parts()]

    def _parts(self) -> list[Floats]:
        return [self.rows, self.base, self.weights, self.level]

    def learn(self, seen: NDArray[np.intp], told: Floats, slopes: Slopes, rate: float) -> None:
        """One step by a batch; `seen` are rows."""
        sums = self.rows[seen].sum(axis=1) + self.base
        hidden = np.clip(sums, 0, FULL)
        by_output = slopes(hidden @ self.weights.T + self.level, told).astype(np.float32)
        by_sum = by_output @ self.weights * ((sums > 0) & (sums < FULL))
        by_row = np.empty_like(self.rows)
        flat = seen.ravel()
        for place in range(WIDTH):
            each = np.repeat(by_sum[:, place], seen.shape[1])
            by_row[:, place] = np.bincount(flat, each, len(self.rows))
        by_row[-1] = 0
        steps = [by_row, by_sum.sum(axis=0), by_output.T @ hidden, by_output.sum(axis=0)]
        for part, moved, step in zip(self._parts(), self.moved, steps, strict=True):
            moved += step * step
            part -= rate * step / np.sqrt(moved)
        most = MOST / self.scales
        np.clip(self.rows, -MOST / ONE, MOST / ONE, out=self.rows)
        np.clip(self.weights, -most[:, None], most[:, None], out=self.weights)
        np.clip(self.level, -most, most, out=self.level)

    def places(self, rows: NDArray[np.uint16]) -> NDArray[np.intp]:
        """Rows of examples, for `learn`: nothing is a row, too, and columns of nothing go."""
        used = (rows != NO_ROW).any(axis=0)
        found = rows[:, used].astype(np.intp)
        found[found == NO_ROW] = len(self.rows) - 1
        return found

    def numbers(self) -> bytes:
        """The table of the core: rows, base, weights, level; each a byte."""
        level = np.zeros(WIDTH)
        level[: len(self.level)] = self.level * self.scales
        parts = [
            *(self.rows[:-1] * ONE, self.base[None] * ONE),
            *(self.weights * self.scales[:, None], level[None]),
        ]
        return np.clip(np.rint(np.concatenate(parts)), -MOST, MOST).astype(np.int8).tobytes()


class Examples:
    """Games of all tables of a course in turn, none of them twice."""

    def __init__(self, game: str, course: Course, seed: int) -> None:
        self.game, self.course, self.key = game, course, seeds.seed_key(seed)
        self.played = 0
        face = games.load(game)
        self.rules = [face.resolve_rules(players, rules) for players, rules in course.tables]
        made = zip(course.tables, self.rules, strict=True)
        self.tables = [make_table(face, players, rules) for (players, _), rules in made]

    def draw(self, n: int, player: str) -> tuple[NDArray[np.uint16], NDArray[np.uint8], Floats]:
        """About n of them: rows, nets, and the result."""
        each = max(1, n // len(self.tables))
        found = [self._from(i, each, player) for i in range(len(self.tables))]
        rows, nets, told = (np.concatenate(part) for part in zip(*found, strict=True))
        return rows, nets, told

    def _from(self, i: int, n: int, player: str) -> tuple[Any, Any, Any]:
        rows, told = np.empty((n, MOST_ROWS), np.uint16), np.zeros((n, MOST_TOLD), np.float32)
        nets, seats = np.empty(n, np.uint8), np.empty(n, np.uint8)
        seated = registry.make_policy(
            self.game, spec.parse_policy(player), self.tables[i], self.rules[i]
        )
        got, played = self.course.task.examples(
            self.tables[i], seated, self.key, self.played, n, self.course.lot, rows, nets, seats,
            told,
        )  # fmt: skip
        self.played += played
        return rows[:got], nets[:got], told[:got]


def batches(n: int, rng: np.random.Generator) -> Iterator[NDArray[np.intp]]:
    order = rng.permutation(n)
    for first in range(0, n, BATCH):
        yield order[first : first + BATCH]


def train(
    game: str, n_games: int, seed: int, say: Callable[[str], None] = print, n_round: int = ROUND
) -> list[bytes]:
    """The tables of an expert that has learnt from n games: a tenth of them of `greedy`, the others
    of itself. The rate falls to a third on the way."""
    course, rng = COURSES[game], np.random.default_rng(seed)
    nets = [Net(rows, course.weights, rng) for rows, _ in course.task.shapes]
    source = Examples(game, course, seed)
    while source.played < n_games:
        done = source.played / n_games
        player = "greedy" if done < 0.1 else "expert"
        rows, which, told = source.draw(n_round, player)
        for place, net in enumerate(nets):
            own = which == place
            seen = net.places(rows[own])
            for batch in batches(len(seen), rng):
                net.learn(seen[batch], told[own][batch], course.slopes, 0.03 * (1 - done * 2 / 3))
            course.task.teach(place, net.numbers())
        say(f"{source.played:,} games, {player} played")
    return [net.numbers() for net in nets]


def write(course: Course, tables: list[bytes]) -> None:
    """Puts the tables into their files, and their hashes into the source."""
    file = Path(course.source)
    text = file.read_text(encoding="utf-8")
    for name, numbers in zip(course.names, tables, strict=True):
        file.with_name(name).write_bytes(numbers)
        known = re.compile(rf'(?<="{re.escape(name)}",)(\s+")[0-9a-f]{{64}}(?=")')
        text = known.sub(rf"\g<1>{sha256(numbers).hexdigest()}", text)
    file.write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted([*COURSES, fit.GAME]))
    parser.add_argument("--games", type=float, default=3e5, help="games that a net learns from")
    parser.add_argument("--generations", type=int, default=14, help="of weights that are fitted")
    parser.add_argument("--seed", type=int, help="of the games, and of the net")
    parser.add_argument("--write", action="store_true", help="put it in place of the old one")
    asked = parser.parse_args()
    if asked.game == fit.GAME:
        weights = fit.fit(asked.generations, asked.seed or fit.SEED)
        if asked.write:
            fit.write(weights)
        return
    tables = train(asked.game, int(asked.games), asked.seed or SEED)
    if asked.write:
        write(COURSES[asked.game], tables)


if __name__ == "__main__":
    main()
