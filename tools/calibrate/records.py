"""What was run, kept in a folder: one line for each short run, and the truth of each case."""

import json
import math
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from calibrate.observations import CHOSEN, Observation
from scipy.stats import binom

from analyzer.stats import Interval
from analyzer.stats.claims import from_json

LEAST = 0.94  # a row must not be shown to cover less
MOST = 0.99  # above it, only with a reason and not too wide
ALARM = 0.001  # chance that a right row fails, each
WIDE = 1.3  # times as wide as needed
ENOUGH = 50  # runs that tell how wide it need be
FALSE = 0.05  # of the answers may hold a false claim


@dataclass
class Row:
    """An interval or a family, over all repetitions."""

    name: str
    errors: list[float] = field(default_factory=list)  # the largest error in half-widths, by run
    size: int = 1  # how many hold together

    @property
    def runs(self) -> int:
        return len(self.errors)

    @property
    def covered(self) -> int:
        return sum(error <= 1 for error in self.errors)

    @property
    def coverage(self) -> float:
        return self.covered / self.runs

    @property
    def width(self) -> float:
        """How many times as wide as needed the intervals are."""
        reach = sorted(self.errors)[max(0, math.ceil(0.95 * self.runs) - 1)]
        return 1 / reach if reach else math.inf

    @property
    def too_low(self) -> bool:
        return bool(binom.cdf(self.covered, self.runs, LEAST) < ALARM)

    @property
    def too_wide(self) -> bool:
        return self.runs >= ENOUGH and self.coverage > MOST and self.width > WIDE


@dataclass
class Record:
    """All short runs of a case so far."""

    seeds: set[int] = field(default_factory=set)
    lines: list[dict] = field(default_factory=list)
    families: dict[str, Row] = field(default_factory=dict)
    alone: dict[str, Row] = field(default_factory=dict)
    claims: Counter = field(default_factory=Counter)  # (kind, 0 true, 1 false, 2 not judged)
    with_false: int = 0
    false: Counter = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def runs(self) -> int:
        return len(self.seeds)

    @property
    def decided(self) -> int:
        """Claims that say something, and that the truth can judge."""
        return sum(n for (_, place), n in self.claims.items() if place < 2)

    @property
    def unknown(self) -> int:
        return sum(n for (_, place), n in self.claims.items() if place == 2)

    @property
    def too_false(self) -> bool:
        return self.runs > 0 and bool(binom.sf(self.with_false - 1, self.runs, FALSE) < ALARM)

    @property
    def low_rows(self) -> list[Row]:
        rows = [*self.families.values(), *self.alone.values()]
        return [row for row in rows if row.too_low]

    @property
    def fails(self) -> bool:
        return self.too_false or bool(self.low_rows)

    def add(self, line: dict) -> None:
        self.seeds.add(line["seed"])
        self.lines.append(line)
        self.seconds += line["seconds"]
        for kind, rows in (("families", self.families), ("alone", self.alone)):
            for name, error in line[kind].items():
                if name.endswith(CHOSEN):
                    continue
                row = rows.setdefault(name, Row(name))
                row.errors.append(error)
                row.size = line["sizes"].get(name, 1) if kind == "families" else 1
        for kind, counted in line["claims"].items():
            self.claims.update({(kind, place): n for place, n in enumerate(counted)})
        self.with_false += bool(line["false"])
        self.false.update(line["false"])


class Folder:
    """The files of all cases."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)

    def _file(self, name: str, ending: str) -> Path:
        return self.path / f"{name.replace(' ', '_').replace('=', '-')}.{ending}"

    def record(self, name: str) -> Record:
        found, file = Record(), self._file(name, "jsonl")
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            found.add(json.loads(line))
        return found

    def add(self, name: str, line: dict) -> None:
        with self._file(name, "jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def truth(self, name: str) -> Observation | None:
        file = self._file(name, "truth")
        return from_json_object(json.loads(file.read_text("utf-8"))) if file.exists() else None

    def keep_truth(self, name: str, truth: Observation) -> None:
        self._file(name, "truth").write_text(json.dumps(as_json_object(truth)), "utf-8")


def as_json_object(found: Observation) -> dict:
    return {
        "families": found.families,
        "alone": found.alone,
        "claims": {name: claim.as_json() for name, claim in found.claims.items()},
    }


def from_json_object(told: dict) -> Observation:
    return Observation(
        {
            family: {key: Interval(*ends) for key, ends in members.items()}
            for family, members in told["families"].items()
        },
        {},
        {name: Interval(*ends) for name, ends in told["alone"].items()},
        {name: from_json(claim) for name, claim in told["claims"].items()},
    )
