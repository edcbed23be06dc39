"""Reduced chunks as lines of text: each has a checksum, so a broken line is noticed."""

import json
import zlib
from bisect import bisect
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from analyzer.errors import UserError
from analyzer.simulation import reducers
from analyzer.simulation.chunk import ReducedChunk
from analyzer.simulation.plan import Reduction
from analyzer.system.input_files import LARGEST, open_regular


def format_line(group: int, part: ReducedChunk) -> bytes:
    """A reduced chunk as a line with its checksum."""
    parts = {reduction_name(reduction): found.to_json() for reduction, found in part.parts.items()}
    body = {"group": group, "first": part.first, "n": part.n, "parts": parts}
    text = json.dumps(body, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def parse_line(line: bytes) -> tuple[int, ReducedChunk] | None:
    """What a line says, or None if it is not intact."""
    checksum, space, text = line.partition(b" ")
    if not space or not text.endswith(b"\n") or len(checksum) != 8:
        return None
    text = text[:-1]
    if b"%08x" % zlib.crc32(text) != checksum:
        return None
    body = json.loads(text)
    parts = {}
    for name, data in body["parts"].items():
        reduction = parse_reduction(name)
        parts[reduction] = reducers.load(reduction.reducer).from_json(data)
    return body["group"], ReducedChunk(body["first"], body["n"], parts, 0.0)


def reduction_name(reduction: Reduction) -> str:
    return f"{reduction.reducer}:{','.join(map(str, reduction.cells))}"


def parse_reduction(name: str) -> Reduction:
    reducer, _, cells = name.partition(":")
    return Reduction(reducer, tuple(int(cell) for cell in cells.split(",")))


def read_lines(path: Path) -> Iterator[tuple[int, int, ReducedChunk]]:
    """(where it ends, group, part) of every intact line, up to the first broken one."""
    end = 0
    if not path.exists():
        return
    with open_regular(path) as file:
        for line in iter(partial(file.readline, LARGEST), b""):
            try:
                found = parse_line(line)
            except (LookupError, TypeError, AttributeError, ValueError):  # of another program
                raise UserError(f"The file {str(path)!r} holds lines that are not ours.") from None
            if found is None:
                return
            end += len(line)
            yield end, *found


class RangeSet:
    """What is held of one group: ranges of games without overlap, neighbours added up.

    Chunks come nearly in order, so there are never many ranges, and memory stays flat however long
    a run is. Neighbours on the two sides of a planned look stay apart, because a resumed run must
    be able to look there again.
    """

    def __init__(self, looks: Iterable[int] = ()) -> None:
        self.parts: list[ReducedChunk] = []  # by first game
        self._looks = frozenset(looks)  # games before which a look was planned

    def add(self, part: ReducedChunk) -> None:
        """Take a chunk; games that are held already are refused."""
        at = bisect(self.parts, part.first, key=lambda held: held.first)
        before = self.parts[at - 1] if at else None
        after = self.parts[at] if at < len(self.parts) else None
        if before and before.first + before.n > part.first:
            raise OverlapError(part.first)
        if after and part.first + part.n > after.first:
            raise OverlapError(after.first)
        if after and self._joins(part, after):
            part = part.add(after)
            del self.parts[at]
        if before and self._joins(before, part):
            self.parts[at - 1] = before.add(part)
        else:
            self.parts.insert(at, part)

    def cut(self, end: int) -> bool:
        """Leave only games before `end`, which is a look; was there anything to leave out?"""
        before = len(self.parts)
        self.parts = [part for part in self.parts if part.first + part.n <= end]
        return len(self.parts) < before

    def _joins(self, part: ReducedChunk, later: ReducedChunk) -> bool:
        return part.first + part.n == later.first and later.first not in self._looks

    @property
    def n(self) -> int:
        return sum(part.n for part in self.parts)

    def holds(self, first: int, n: int) -> bool:
        """Are all of these games held? Neighbours may be apart at a look."""
        missing = first
        for part in self.parts:
            if part.first <= missing < part.first + part.n:
                missing = part.first + part.n
        return missing >= first + n


class OverlapError(Exception):
    """A game is held twice."""

    def __init__(self, game: int) -> None:
        super().__init__(f"game {game} twice")
        self.game = game
