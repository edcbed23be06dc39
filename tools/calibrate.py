"""Are intervals and claims as true as they say? Many short runs against one long run.

Each case asks a question through the public functions: many seeds with few games, and the truth
from one run with at least 50 times as many games on a seed of its own. A row of the result is a
family of intervals that is printed as one. It covers if every one of its intervals holds the truth.
A claim is false if the long run shows the opposite at 99.9 %.

What was run is kept in a folder, so a second call goes on where the first one stopped; `--seconds`
is the budget of one call. Cases that were not run to their end are listed.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from scipy.stats import binom

import analyzer
from analyzer.answer.blocks import Answer
from analyzer.api.functions import Result
from analyzer.stats import Claim, Interval

ROOT = Path(__file__).resolve().parent.parent
LEAST = 0.94  # a family must not be shown to cover less
ALARM = 0.001  # chance that a right row fails, each
WIDER = 3.29 / 1.96  # from 95 to 99.9 %
TRUTH_SEED = 900_001


@dataclass(frozen=True)
class Case:
    """One question at one table."""

    name: str
    ask: Callable[[int, int], Result]  # (games, seed)
    n: int  # games of a short run
    times: int = 50  # how many times as many has the long run


def cases() -> Iterator[Case]:
    """At least one for every kind of interval and of claim."""

    def simulate(game: str, **words: object) -> Callable[[int, int], Result]:
        return lambda n, seed: analyzer.simulate(game, n=n, seed=seed, **words)

    def ask(game: str, name: str, **words: object) -> Callable[[int, int], Result]:
        return lambda n, seed: analyzer.ask(game, name, n=n, seed=seed, **words)

    def advise(game: str, players: int, moves: int) -> Callable[[int, int], Result]:
        """The luck of the worlds comes from the seed of the game, so positions are given."""
        state = analyzer.new_state(game, players, seed=3)
        for _ in range(moves):
            state.play(0)
        position = state.position()
        return lambda n, seed: analyzer.new_state(
            game, players, seed=seed, position=position
        ).advise(worlds=n, threads=1)

    for n in (100, 1000):
        yield Case(f"simulate hike 5p n={n}", simulate("hike", players=5), n)
        yield Case(f"simulate mountain n={n}", simulate("horrible-mountain"), n)
    yield Case(
        "simulate greedy and expert",
        simulate("hike", players=4, policy=["greedy", "1=expert"]),
        1000,
    )
    yield Case(
        "compare hike 5p target",
        lambda n, seed: analyzer.compare("hike", 5, n=n, seed=seed, vs={"target": 30}),
        500,
    )
    yield Case(
        "sweep mountain hand_limit",
        lambda n, seed: analyzer.sweep(
            "horrible-mountain", n=n, seed=seed, rule={"hand_limit": [4, 5, 6]}
        ),
        500,
    )
    yield Case(
        "tournament hike 3p",
        lambda n, seed: analyzer.tournament(
            "hike", 3, policies=["greedy", "expert"], n=n, seed=seed
        ),
        200,
    )
    for name in ("seats", "rules", "cards", "drama", "skill", "length", "luck", "data"):
        yield Case(f"ask hike {name}", ask("hike", name, players=3), 200)
    yield Case("ask hike decisions", ask("hike", "decisions", players=3), 100)
    yield Case("ask oh-hell kingmaking", ask("oh-hell", "kingmaking", players=3), 100)
    yield Case("ask oh-hell luck", ask("oh-hell", "luck", players=3), 100)
    yield Case("ask oh-hell zero-bid", ask("oh-hell", "zero-bid", players=3), 200)
    yield Case("ask oh-hell bidding", ask("oh-hell", "bidding", players=3), 200)
    yield Case("ask hide-n-seek symbols", ask("hide-n-seek", "symbols", players=2), 100)
    yield Case("ask horrible-mountain cards", ask("horrible-mountain", "cards"), 200)
    yield Case("advise hike", advise("hike", 3, 5), 100)
    yield Case("advise mountain", advise("horrible-mountain", 2, 4), 100)
    yield Case("ask hide-n-seek dice-lost", ask("hide-n-seek", "dice-lost", players=4), 200)
    yield Case("ask oh-hell ties", ask("oh-hell", "ties", players=4), 200)


# --- one run against the truth ------------------------------------------------------------------


@dataclass
class Row:
    """A family of one case, over all repetitions."""

    runs: int = 0
    covered: int = 0
    needed: list[float] = field(default_factory=list)  # largest error in half-widths, by run
    claims: int = 0
    false: int = 0
    open_truth: int = 0

    @property
    def coverage(self) -> float:
        return self.covered / self.runs if self.runs else float("nan")

    @property
    def width(self) -> float:
        """How many times as wide as needed the intervals are."""
        if not self.needed:
            return float("nan")
        ordered = sorted(self.needed)
        reach = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
        return 1 / reach if reach else float("inf")

    @property
    def fails(self) -> bool:
        too_few = self.runs > 0 and binom.cdf(self.covered, self.runs, LEAST) < ALARM
        too_false = self.claims > 0 and binom.sf(self.false - 1, self.claims, 0.05) < ALARM
        return bool(too_few or too_false)


def families(answer: Answer) -> dict[str, dict[str, tuple[Interval, Claim | None]]]:
    """The findings by family; a number without a claim is a family of its own, but the values of
    all moves are one."""
    found: dict[str, dict[str, tuple[Interval, Claim | None]]] = {}
    for one in answer.findings:
        alone = "moves" if answer.kind == "advise" else one.key.partition(".")[0]
        name = one.claim.family.of if one.claim else alone
        interval = Interval(one.estimate, one.low, one.high)
        found.setdefault(name, {})[one.key] = (interval, one.claim)
    return found


def compare(rows: dict[str, Row], short: Answer, truth: Answer) -> None:
    """Add one short run to the rows."""
    known = families(truth)
    for name, members in families(short).items():
        row = rows.setdefault(name, Row())
        errors, false, claims, unknown = [], 0, 0, 0
        for key, (interval, claim) in members.items():
            if key not in known.get(name, {}):
                continue
            true, shown = same_member(claim, *known[name][key])
            if not interval.error < float("inf") or true.estimate != true.estimate:
                continue
            side = interval.high if true.estimate > interval.estimate else interval.low
            reach, error = abs(side - interval.estimate), abs(true.estimate - interval.estimate)
            errors.append(error / reach if reach else (0.0 if error < 1e-12 else 99.0))
            if claim and shown and not claim.open:
                claims += 1
                against = opposite(claim, shown)
                false += against is True
                unknown += against is None
        if errors:
            row.runs += 1
            row.covered += max(errors) <= 1
            row.needed.append(max(errors))
        row.claims += claims > 0
        row.false += false > 0
        row.open_truth += unknown


def same_member(
    claim: Claim | None, true: Interval, shown: Claim | None
) -> tuple[Interval, Claim | None]:
    """Of several members the short run tells the farthest; the truth must be that of the same one,
    or it is not known."""
    if claim is None or shown is None or claim.of == shown.of:
        return true, shown
    for part in shown.parts:
        if part.of == claim.of:
            return part.found, part
    return Interval(float("nan"), float("nan"), float("nan")), None


def opposite(claim: Claim, truth: Claim) -> bool | None:
    """Does the long run show the opposite at 99.9 %? None if it shows neither."""
    half = WIDER * truth.found.error
    low, high = truth.found.estimate - half, truth.found.estimate + half
    limit = claim.tolerance or 0.0
    if claim.kind == "within":
        outside, inside = low > limit or high < -limit, -limit <= low and high <= limit
        return outside if claim.shown else inside if outside or inside else None
    if claim.kind == "differs":
        if claim.shown:  # false if it is zero: the long run puts it on the other side
            return (high < 0) if claim.found.low > 0 else (low > 0)
        return low > limit or high < -limit
    if claim.kind == "exceeds":
        return high <= limit if claim.shown else low > limit
    return None


# --- all cases ----------------------------------------------------------------------------------


def run(case: Case, rows: dict[str, Row], repeat: int, until: float, work: Path) -> int:
    """Play what is missing of a case; how many repetitions there are now."""
    kept = work / f"{case.name.replace(' ', '_').replace('=', '')}.jsonl"
    seeds = {json.loads(line)["seed"] for line in _lines(kept)}
    for line in _lines(kept):
        _add(rows, json.loads(line)["rows"])
    truth = None
    for seed in range(1, repeat + 1):
        if seed in seeds:
            continue
        if time.monotonic() > until:
            break
        truth = truth or case.ask(case.times * case.n, TRUTH_SEED).answer
        new: dict[str, Row] = {}
        compare(new, case.ask(case.n, seed).answer, truth)
        with kept.open("a", encoding="utf-8") as file:
            told = {name: vars(row) for name, row in new.items()}
            file.write(json.dumps({"seed": seed, "rows": told}) + "\n")
        _add(rows, {name: vars(row) for name, row in new.items()})
        seeds.add(seed)
    return len(seeds)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def _add(rows: dict[str, Row], told: dict[str, dict]) -> None:
    for name, fields in told.items():
        row = rows.setdefault(name, Row())
        for part, value in fields.items():
            setattr(row, part, getattr(row, part) + value)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=600, help="budget of this call")
    parser.add_argument("--repeat", type=int, default=200, help="short runs of each case")
    parser.add_argument("--only", default="", help="cases whose name holds this")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "calibrate")
    parser.add_argument("--list", action="store_true", help="name the cases and stop")
    asked = parser.parse_args()
    chosen = [case for case in cases() if asked.only in case.name]
    if asked.list:
        print("\n".join(case.name for case in chosen))
        return
    asked.work.mkdir(parents=True, exist_ok=True)
    until, missing, failed = time.monotonic() + asked.seconds, [], 0
    print("| case | family | runs | covers % | times as wide as needed | claims | false | |")
    print("|---|---|---|---|---|---|---|---|")
    for case in chosen:
        rows: dict[str, Row] = {}
        done = run(case, rows, asked.repeat, until, asked.work)
        if done < asked.repeat:
            missing.append(f"{case.name} ({done} of {asked.repeat})")
        for name, row in rows.items():
            failed += row.fails
            print(
                f"| {case.name} | {name} | {row.runs} | {100 * row.coverage:.1f} | "
                f"{row.width:.2f} | {row.claims} | {row.false} | {'FAILS' if row.fails else ''} |"
            )
    if missing:
        print(f"\nNot run to the end: {'; '.join(missing)}.")
    print(f"\n{failed} rows fail.")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
