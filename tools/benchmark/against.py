"""Compares two revisions: built beside each other, run in turns, the best round of each counts.

Each revision plays through its own `tools/benchmark/__main__.py`, so it does not matter how it made
its tables. A ratio above 1 means that the present one is faster.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REVISIONS = ROOT / "build" / "revisions"
ROUND = 0.15  # seconds that a round should take: long beside the clock, short beside the weather
FEWEST, COUNTED = 32, 200  # playouts of a round, and of the shorter of two that are counted
CHUNK = 8176  # as in a run
ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    "OPENBLAS_NUM_THREADS": "1",
    # Columns come back to the memory they had, as in a run: new pages would cost a quarter more.
    "MALLOC_MMAP_THRESHOLD_": "1073741824",
    "MALLOC_TRIM_THRESHOLD_": "1073741824",
}
LEAD = {"hike": 5, "oh-hell": 4, "hike-sled": 4}  # players, where not as many as there may be


@dataclass
class Row:
    """One policy at every seat of a table, and what each revision took for it."""

    game: str
    players: int
    policy: str
    n: int = FEWEST
    times: int = 1
    best: dict[str, float] = field(default_factory=dict)

    def words(self, *more: object) -> str:
        return " ".join(map(str, (self.game, self.players, self.policy, *more)))


class Revision:
    """A built checkout, and a process of it that plays what it is asked to."""

    def __init__(self, name: str, folder: Path, library: Path | None) -> None:
        self.name, self.folder = name, folder
        self.environment = os.environ | ENVIRONMENT
        if library is not None:
            self.environment["PYTHONPATH"] = str(library)
        self.process = subprocess.Popen(
            [sys.executable, "-P", __file__, str(folder)],
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, words: str) -> list[str]:
        print(words, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline().split()
        if not answer:
            sys.exit(f"{self.name} cannot play: {words}")
        return answer

    def knows(self, row: Row) -> bool:
        return self.ask("knows " + row.words(0)) == ["True"]

    def seconds(self, row: Row) -> float:
        return sum(float(self.ask("play " + row.words(row.n))[0]) for _ in range(row.times))

    def count_instructions(self, row: Row) -> float:
        """Instructions per decision: the difference of two runs, without start-up."""
        found = []
        for n in (COUNTED, 3 * COUNTED):
            watched = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
            done = subprocess.run(
                [*watched, sys.executable, "-P", __file__, str(self.folder)],
                input="play " + row.words(n),
                env=self.environment,
                capture_output=True,
                text=True,
                check=True,
            )
            collected = re.search(r"Collected : (\d+)", done.stderr)
            found.append((int(collected[1]), int(done.stdout.split()[1])))
        (few, decisions_few), (many, decisions_many) = found
        return (many - few) / (decisions_many - decisions_few)


# --- inside the process of a revision -----------------------------------------------------------


def answer(benchmark, what: str, game: str, players: str, policy: str, n: str) -> tuple:
    """CPU seconds and decisions; or a hash of all columns; or whether there is such a table; or
    seconds on the clock with one thread and with two."""
    bench = benchmark.Bench(game, int(players), 1)
    if what == "knows":
        known = game in benchmark.games.names()
        return (known and policy in {one.name for one in policies_of(benchmark, game)},)
    if what == "threads":
        return tuple(benchmark.wall(bench, policy, int(n), threads) for threads in (1, 2))
    seconds, batch = bench.batch(policy, int(n))
    if what == "columns":
        return (hashlib.sha256(batch.games.tobytes() + batch.seats.tobytes()).hexdigest(),)
    return seconds, int(batch.game_column("decisions").sum())


def policies_of(benchmark, game: str) -> list:
    """The policies of a game, by the names that the revision has for module and function."""
    module = getattr(benchmark, "registry", None) or benchmark.policies
    return (getattr(module, "named_policies", None) or module.known)(game)


def serve(folder: str) -> None:
    """Play what standard input asks for, with the revision's own benchmark."""
    tools = Path(folder, "tools")
    sys.path.insert(0, str(tools if tools.exists() else Path(folder, "scripts")))
    name = "benchmark.__main__" if tools.exists() else "benchmark"  # scripts/benchmark.py
    benchmark = import_module(name)
    for line in sys.stdin:
        print(*answer(benchmark, *line.split()), flush=True)


# --- outside ------------------------------------------------------------------------------------


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"--against needs a revision that git knows: {done.stderr.strip()}")
    return done.stdout.strip()


def build_revision(name: str) -> Revision:
    """The revision in its own folder below build/, compiled once."""
    commit = git("rev-parse", "--verify", f"{name}^{{commit}}")
    folder = REVISIONS / commit[:12]
    library = folder / "build" / "release" / "lib"
    if not library.exists():
        print(f"Building {name} ({commit[:12]}) ...", file=sys.stderr)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        with subprocess.Popen(
            ["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE
        ) as packed:
            subprocess.run(["tar", "-x"], cwd=folder, stdin=packed.stdout, check=True)
        made = folder / "made"
        build = [sys.executable, "setup.py", "-q", "build", "--build-lib", str(made)]
        subprocess.run(build, cwd=folder, check=True)
        library.parent.mkdir(parents=True, exist_ok=True)
        made.rename(library)  # only a build that came to its end counts as one
    return Revision(name, folder, library)


def rows(wanted: list[str], players: int | None, policies: list[str]) -> list[Row]:
    from analyzer import games

    seats = {game: players or LEAD.get(game, games.load(game).players[1]) for game in wanted}
    return [Row(game, seats[game], policy) for game in wanted for policy in policies]


def measure(row: Row, sides: tuple[Revision, Revision], rounds: int) -> None:
    """The best time per playout of each side; the sides take turns."""
    while (took := sides[0].seconds(row)) < ROUND / 2:
        if row.n < CHUNK:
            row.n = min(CHUNK, max(2 * row.n, int(row.n * ROUND / took)))
        else:
            row.times += 1
    for _ in range(rounds):
        for side in sides:
            each = side.seconds(row) / (row.n * row.times)
            row.best[side.name] = min(each, row.best.get(side.name, each))


def print_row(row: Row, sides: tuple[Revision, Revision], threads: bool, instructions: bool) -> str:
    then, now = (row.best[side.name] for side in sides)
    answers = [side.ask("columns " + row.words(row.n)) for side in sides]
    told = (
        f"{row.game:<18} {row.players:>2}  {row.policy:<8} {1 / then:>11,.0f} {1 / now:>11,.0f} "
        f"{then / now:>7.3f}  {'same' if answers[0] == answers[1] else 'other':<5}"
    )
    if instructions:
        then, now = (side.count_instructions(row) for side in sides)
        told += f" {then:>8.0f} {now:>8.0f} {now / then:>7.3f}"
    if threads:
        for side in sides:
            one, two = map(float, side.ask("threads " + row.words(row.n)))
            told += f" {one / two:>6.2f}"
    return told


def compare(
    name: str, wanted: list[str], players: int | None, policies: list[str], rounds: int, **more
) -> None:
    """`name` (a revision) and the checkout as it is; every row as soon as it is known."""
    sides = build_revision(name), Revision("now", ROOT, None)
    told = f"{'game':<18} seats {'policy':<6} {'then/s':>11} {'now/s':>11} {'faster':>7}  games"
    if more["instructions"]:
        told += f" {'then':>9} {'now':>8} {'ratio':>7}"
    if more["threads"]:
        told += "   two threads"
    print(f"{name} and now, best of {rounds} rounds in turn; games a second and core")
    print(told)
    for row in rows(wanted, players, policies):
        if all(side.knows(row) for side in sides):
            measure(row, sides, rounds)
            print(print_row(row, sides, **more), flush=True)


if __name__ == "__main__":
    serve(sys.argv[1])
