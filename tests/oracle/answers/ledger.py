"""An answer as JSON, and a record of which of its numbers were computed a second way."""

import math
from collections.abc import Iterator

from oracle.answers.formulas import Interval

Path = tuple[str | int, ...]

# Not computed from games: what was asked, how long it took, and how it is laid out.
ASKED = {
    *("schema", "run", "document", "figures", "provenance", "seed", "coin_seed", "first"),
    *("players", "rules", "rules_changed", "tolerance", "game_version", "confidence", "precision"),
    *("data", "looks", "games_asked", "request"),
}
EXACT = 1e-12  # sums and counts of integers, divided once
CLOSE = 1e-7  # quantiles of distributions, found by other means


class Ledger:
    """Compares numbers with those told, and remembers what it has compared."""

    def __init__(self, answer: dict) -> None:
        self.answer = answer
        self.wrong: list[str] = []
        self.seen: set[Path] = set()
        self.numbers: list[float] = []
        self.triples: list[Interval] = []

    def at(self, path: Path) -> object:
        node = self.answer
        for part in path:
            node = node[part]
        return node

    def place(self, *path: str | int) -> Path:
        """The path to a finding, named by its key."""
        keys = [finding["key"] for finding in self.answer["findings"]]
        return ("findings", keys.index(path[0]), *path[1:])

    def same(self, path: Path, mine: object, error: float = EXACT) -> None:
        """One number, or one word."""
        told = self.at(path)
        self.seen.add(path)
        if not _same(told, mine, error):
            self.wrong.append(f"{_text(path)}: told {told!r}, second way {mine!r}")
        if isinstance(mine, int | float) and not isinstance(mine, bool):
            self.numbers.append(float(mine))

    def interval(self, path: Path, mine: Interval) -> None:
        """An estimate with its ends; where mine is the least there can be, they may be wider."""
        low, high = self.at((*path, "low")), self.at((*path, "high"))
        if mine.at_least and None not in (low, high):
            mine = Interval(mine.estimate, min(low, mine.low), max(high, mine.high))
        self.same((*path, "estimate"), mine.estimate)
        self.same((*path, "low"), mine.low, CLOSE)
        self.same((*path, "high"), mine.high, CLOSE)
        self.triples.append(mine)

    def finding(self, key: str, mine: Interval, n: int) -> None:
        place = self.place(key)
        self.interval(place, mine)
        self.same((*place, "n"), n)

    def knows(self, found: Interval) -> bool:
        """Whether an interval was computed a second way, somewhere in this answer."""
        return any(
            _same(found.estimate, known.estimate, EXACT)
            and _same(found.low, known.low, CLOSE)
            and _same(found.high, known.high, CLOSE)
            for known in self.triples
        )

    def knows_number(self, told: float) -> bool:
        return any(_same(told, known, CLOSE) for known in self.numbers)

    def left(self) -> list[str]:
        """Numbers of the answer's data and findings that nobody has looked at."""
        return [
            _text(path)
            for path, value in leaves(self.answer)
            if not set(path) & (ASKED | {"tables"}) and path not in self.seen and _is_number(value)
        ]


def mark_known_findings(ledger: Ledger, n: int | None) -> None:
    """Findings that repeat an interval of the data; `n` are the games behind each, if known."""
    for place, finding in enumerate(ledger.answer["findings"]):
        told = Interval(*(finding[name] for name in ("estimate", "low", "high")))
        if None not in told and ledger.knows(told):
            ledger.interval(("findings", place), told)
            ledger.same(("findings", place, "n"), finding["n"] if n is None else n)


def leaves(node: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    if isinstance(node, dict):
        for name, value in node.items():
            yield from leaves(value, (*path, name))
    elif isinstance(node, list):
        for place, value in enumerate(node):
            yield from leaves(value, (*path, place))
    else:
        yield path, node


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _same(told: object, mine: object, error: float) -> bool:
    if not _is_number(told) or not _is_number(mine):
        return bool(told == mine)
    return math.isclose(told, mine, rel_tol=error, abs_tol=error)


def _text(path: Path) -> str:
    return ".".join(map(str, path))
