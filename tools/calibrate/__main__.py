"""Are intervals and claims as true as they say? Many short runs against one long run.

Each case asks a question through the public functions: many seeds with few games, and the truth
from one run with 50 times as many games on a seed of its own. A row is an interval, or a family of
intervals that is printed as one: it covers if all of them hold the truth. A claim is false if the
long run shows the opposite at 99.9 %.

What was run is kept in a folder, so a second call goes on where the first one stopped; `--seconds`
is the budget of one call. The cheapest questions come first, and all of them get a few repetitions
before one gets many. The page says what was not run.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from calibrate import cases, judging, page
from calibrate.cases import Case
from calibrate.observations import Observation
from calibrate.records import Folder, Record
from calibrate.sizes import FEW, MANY, QUICK, TIMES

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = (10, 30, 60, 100, 200, 500, 1000, 2000)
LIGHT = 1.0  # seconds that the first answer of a case may take, by its estimate


def main() -> int:
    asked = parse()
    chosen = [case for case in cases.every_case() if is_asked(case.name, asked.only)]
    if asked.list:
        print("\n".join(case.name for case in chosen))
        return 0
    folder = Folder(asked.work)
    records = {case.name: folder.record(case.key) for case in chosen}
    try:
        play(chosen, records, folder, asked.repeat, time.monotonic() + asked.seconds)
    except KeyboardInterrupt:
        print("Stopped; the same command goes on.", file=sys.stderr)
    text = page.render_page([(case, records[case.name]) for case in chosen], asked.repeat)
    if asked.page:
        asked.page.write_text(text, "utf-8")
    else:
        print(text)
    return 1 if any(record.fails for record in records.values()) else 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/calibrate", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=600, help="budget of this call")
    parser.add_argument(
        "--repeat",
        type=int,
        default=None,
        help=f"short runs of each case (default: {FEW}, or {MANY} where an answer is quick)",
    )
    parser.add_argument(
        "--only", action="append", default=[], metavar="TEXT", help="cases whose name holds this"
    )
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "calibrate")
    parser.add_argument("--page", type=Path, help="write the table into this file")
    parser.add_argument("--list", action="store_true", help="name the cases and stop")
    return parser.parse_args()


def is_asked(name: str, only: list[str]) -> bool:
    """Is it one of those named, or is none named?"""
    return not only or any(text in name for text in only)


def play(
    chosen: list[Case], records: dict[str, Record], folder: Folder, repeat: int | None, until: float
) -> None:
    """Round by round, in each the cheapest first; what is dear waits for all rounds of the rest."""
    light = [case for case in chosen if order(case, records[case.name]) < LIGHT]
    for most, those in [*((most, light) for most in ROUNDS), *((most, chosen) for most in ROUNDS)]:
        for case in sorted(those, key=lambda case: order(case, records[case.name])):
            record = records[case.name]
            for seed in missing(record, most, repeat):
                if time.monotonic() > until:
                    return
                run_once(case, record, folder, seed)


def order(case: Case, record: Record) -> float:
    """Seconds of an answer; what nobody has run is estimated, with the long run of its truth."""
    return _cost(record) if record.runs else TIMES * case.n * case.weight * 1e-6


def _cost(record: Record) -> float:
    return record.seconds / record.runs if record.runs else 0.0


def wanted(record: Record, repeat: int | None) -> int:
    """How many repetitions a case should have."""
    return repeat or (MANY if record.runs and _cost(record) < QUICK else FEW)


def missing(record: Record, most: int, repeat: int | None) -> Iterator[int]:
    """Seeds of this round that were not run."""
    seed = 0
    while record.runs < min(most, wanted(record, repeat)):
        seed += 1
        if seed not in record.seeds:
            yield seed


_truths: dict[str, Observation] = {}


def run_once(case: Case, record: Record, folder: Folder, seed: int) -> None:
    """One short run, judged and kept."""
    truth = _truths.get(case.name) or folder.truth(case.key)
    if truth is None:
        truth = case.truth()
        folder.keep_truth(case.key, truth)
    _truths[case.name] = truth
    started = time.process_time()
    short = case.read(case.n, seed)
    seconds = round(time.process_time() - started, 4)
    if case.grow:
        known = len(truth.claims)
        case.grow(truth, short)
        if len(truth.claims) > known:
            folder.keep_truth(case.key, truth)
    judged = judging.judge(short, truth).as_json()
    line = {"seed": seed, "seconds": seconds, "sizes": short.sizes, **judged}
    folder.add(case.key, line)
    record.add(line)


if __name__ == "__main__":
    sys.exit(main())
