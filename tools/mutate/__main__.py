"""Breaks one detail at a time, in a copy, and lists what the tests do not notice.

A mutant that changes no machine code is equivalent and costs no tests. The tests nearest to the
broken file come first, and the first failure ends them. Nothing is written into the checkout: copy,
build and results lie in their own folder, and a second call continues where the first one stopped.
"""

import argparse
import fcntl
import json
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from mutate import mutants
from mutate.checkout import Copy, MutateError
from mutate.mutants import Mutant
from mutate.stages import Suite
from mutate.summary import NOTICED, describe_result, one_line, summary

ROOT = Path(__file__).resolve().parents[2]
LAYERS = {
    "core": ("_core",),
    "answers": (  # from columns to sentences, and what is kept of them
        *("analyzer/questions", "analyzer/estimates", "analyzer/simulation/reducers"),
        *("analyzer/stats/claims.py", "analyzer/store", "analyzer/games"),
    ),
}
OF_GAMES = "questions"  # of the folders of games only files named so belong to the answers
GOLDEN_RATIO = 0.6180339887498949


def main() -> int:
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # tests under way are ended, too
    try:
        return run(parse())
    except MutateError as problem:
        print(problem, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped; the same command goes on.", file=sys.stderr)
        return 130


def run(asked: argparse.Namespace) -> int:
    if asked.change:
        found = [parse_mutant(*asked.change)]
    else:
        part, parts = asked.part
        found = candidates(asked.only) if asked.only else layer(asked.layer)
        found = spread_evenly(found, asked.seed)[part - 1 :: parts]
    if asked.list:
        for mutant in found[: asked.n]:
            print(f"{mutant}  {mutant.kind}  {one_line(mutant)}")
        return 0
    with lock_folder(Path(asked.work)):
        done = work(found, asked, Results(Path(asked.work) / "results.jsonl"))
    print(summary(done))
    return 0


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Two calls in one folder would break each other's copy."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise MutateError(
                f"Another call works in '{folder}': give --work another one."
            ) from None
        yield


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/mutate", description=__doc__)
    parser.add_argument(
        "-n", type=int, default=200, metavar="N", help="mutants to try (default: 200)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="another seed tries others (default: 1)"
    )
    parser.add_argument(
        "--only",
        action="append",
        metavar="PATH",
        help="a file or folder, such as analyzer/simulation/reducers",
    )
    parser.add_argument(
        "--layer",
        choices=list(LAYERS),
        default="core",
        help="what to break: compiled code, or what makes answers of it (default: core)",
    )
    parser.add_argument(
        "--part",
        type=fraction,
        default=(1, 1),
        metavar="K/N",
        help="the K-th of N shares of the sample: one for each process, each with its own --work",
    )
    parser.add_argument("--list", action="store_true", help="list the mutants and try none")
    parser.add_argument("--again", action="store_true", help="try those again that survived")
    parser.add_argument(
        "--stages",
        type=int,
        default=5,
        help="how far to go: 1 checksums, 2 tests near to the file, 3 tests of every game, "
        "4 oracles, 5 all",
    )
    parser.add_argument(
        "--without", action="append", default=[], metavar="TOPIC", help="leave out test_TOPIC.py"
    )
    parser.add_argument(
        "--change", nargs=3, metavar=("PATH", "BEFORE", "AFTER"), help="try a mutant of yours"
    )
    default = str(Path(tempfile.gettempdir(), "analyzer-mutate"))
    parser.add_argument("--work", default=default, help=f"where to work (default: {default})")
    asked = parser.parse_args()
    if asked.n < 1 or not 1 <= asked.stages <= 5:
        parser.error("-n must be 1 or more, and --stages from 1 to 5")
    return asked


def fraction(text: str) -> tuple[int, int]:
    """K/N as numbers; argparse turns a ValueError into its own message."""
    part, parts = (int(word) for word in text.split("/"))
    if not 1 <= part <= parts:
        raise ValueError
    return part, parts


def layer(name: str) -> list[Mutant]:
    """All mutants of a layer."""
    found = candidates(LAYERS[name])
    return [
        mutant
        for mutant in found
        if "/games/" not in mutant.path or name == "core" or OF_GAMES in Path(mutant.path).name
    ]


def candidates(only: list[str] | tuple[str, ...]) -> list[Mutant]:
    """All mutants of the files asked for."""
    found = []
    for name in only:
        path = (ROOT / name).resolve()
        if not path.exists() or ROOT not in path.parents:
            raise MutateError(f"--only must be a file or folder of the checkout, got '{name}'.")
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.suffix in (".pyx", ".pxd", ".py") and file.is_file():
                found += mutants.mutants_of_file(ROOT, file)
    if not found:
        raise MutateError(f"There is nothing to break in {', '.join(only)}.")
    return found


def spread_evenly(found: list[Mutant], seed: int) -> list[Mutant]:
    """All of them, in an order in which every beginning is spread evenly over the files.

    It takes steps of the golden ratio through the list: each file has its share among the first n,
    and a larger n only adds to a smaller one.
    """
    rng, by_file = random.Random(seed), {}
    for mutant in found:
        by_file.setdefault(mutant.path, []).append(mutant)
    for of_file in by_file.values():
        rng.shuffle(of_file)
    line = [mutant for path in sorted(by_file) for mutant in by_file[path]]
    at, order = rng.random(), []
    left = dict.fromkeys(range(len(line)))
    while left:
        place = int(at * len(line))
        if place in left:
            order.append(line[place])
            del left[place]
        elif len(left) < len(line) // 2:  # the rest in any order
            rest = [line[place] for place in left]
            rng.shuffle(rest)
            return order + rest
        at = (at + GOLDEN_RATIO) % 1
    return order


def parse_mutant(name: str, before: str, after: str) -> Mutant:
    path = ROOT / name
    source = path.read_text("utf-8") if path.is_file() else ""
    if source.count(before) != 1:
        raise MutateError(
            f"--change needs a text that is once in the file, and '{before}' is "
            f"{source.count(before)} times in '{name}'."
        )
    at = source.index(before)
    line, column = source.count("\n", 0, at) + 1, at - source.rfind("\n", 0, at)
    return Mutant(name, line, column, at, "by hand", before, after)


class Results:
    """The result of each mutant, one line each; lines are never changed, and later ones count."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known = {}
        for line in path.read_text("utf-8").splitlines() if path.exists() else ():
            result = json.loads(line)
            self.known[self.key(result)] = result

    @staticmethod
    def key(result: dict) -> tuple:
        return tuple(result[name] for name in ("source", "path", "at", "before", "after"))

    def find(self, mutant: Mutant, source: str) -> dict | None:
        return self.known.get(self.key(asdict(mutant) | {"source": source}))

    def add(self, result: dict) -> None:
        self.known[self.key(result)] = result
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")


def work(found: list[Mutant], asked: argparse.Namespace, results: Results) -> list[dict]:
    """Tries n mutants; those that change nothing, or do not compile, are not counted."""
    in_python = all(mutant.path.endswith(".py") for mutant in found)
    copy = Copy(ROOT, Path(asked.work), in_python)
    suite = Suite(copy, asked.stages, asked.without)
    done, tried = [], 0
    for mutant in found:
        if tried == asked.n:
            break
        source = copy.source_hash(mutant.path)
        result = results.find(mutant, source)
        if result is None or asked.change or (asked.again and result["outcome"] == "survived"):
            started = time.monotonic()
            outcome, killer = attempt(copy, suite, mutant)
            result = asdict(mutant) | {
                "source": source,
                "outcome": outcome,
                "killer": killer,
                "seconds": round(time.monotonic() - started, 1),
            }
            results.add(result)
            print(describe_result(result), flush=True)
        done.append(result)
        tried += result["outcome"] in (*NOTICED, "survived")
    return done


def attempt(copy: Copy, suite: Suite, mutant: Mutant) -> tuple[str, str]:
    with copy.broken(mutant) as changed:
        if changed is None:
            return "refused", ""
        if not changed:
            return "equivalent", ""
        outcome, killer = suite.run(mutant.path)
    if killer:
        suite.check(killer)
    return outcome, killer


if __name__ == "__main__":
    sys.exit(main())
