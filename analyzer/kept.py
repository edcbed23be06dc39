"""A run in a folder: it can be stopped anywhere, gone on with, extended, merged and shared.

    manifest.json    what is played: the command, and every setting of every cell; written first
    chunks.txt       a line a reduced chunk, appended as chunks finish: its checksum, then JSON
    games/ seats/    rows as Parquet shards, where asked
    answer.*         the answer, written last

A line counts only if its checksum holds; reading stops at the first one that does not, and writing
cuts it off first. So a run that was killed loses what was in flight and nothing else. Progress is
ranges of game indexes, never a count: resume is the plan minus the ranges, extend a larger plan,
merge the union, and an overlap is refused. Where lines are many, neighbours become one, but
never across a planned look.
"""

import fcntl
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from shutil import rmtree
from threading import Lock
from typing import IO, TYPE_CHECKING, Any

import analyzer
from analyzer import reduce
from analyzer.errors import RunError, UserError, told_by_system
from analyzer.plan import Plan, Want
from analyzer.play import Reduced
from analyzer.program import command

if TYPE_CHECKING:
    from analyzer.columns import Batch
    from analyzer.plan import Cell

FILE, VERSION = "analyzer run", 1
MANIFEST, CHUNKS, LOCK, ANSWER = "manifest.json", "chunks.txt", ".lock", "answer.json"
FOLD_BYTES = 8_000_000  # of chunks.txt, from which on neighbours are folded
ROWS = ("games", "seats")


# --- lines ----------------------------------------------------------------------------------------


def line_of(group: int, part: Reduced) -> bytes:
    """A reduced chunk as a line that checks itself."""
    parts = {_name(want): found.to_json() for want, found in part.parts.items()}
    body = {"group": group, "first": part.first, "n": part.n, "parts": parts}
    text = json.dumps(body, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def part_of(line: bytes) -> tuple[int, Reduced] | None:
    """What a line says, or None if it is not whole."""
    checksum, space, text = line.partition(b" ")
    if not space or not text.endswith(b"\n") or len(checksum) != 8:
        return None
    text = text[:-1]
    if b"%08x" % zlib.crc32(text) != checksum:
        return None
    body = json.loads(text)
    parts = {}
    for name, data in body["parts"].items():
        want = _want(name)
        parts[want] = reduce.load(want.reducer).from_json(data)
    return body["group"], Reduced(body["first"], body["n"], parts, 0.0)


def _name(want: Want) -> str:
    return f"{want.reducer}:{','.join(map(str, want.cells))}"


def _want(name: str) -> Want:
    reducer, _, cells = name.partition(":")
    return Want(reducer, tuple(int(cell) for cell in cells.split(",")))


def read_lines(path: Path) -> Iterator[tuple[int, int, Reduced]]:
    """(where it ends, group, part) of every line that holds, up to the first that does not."""
    end = 0
    with path.open("rb") as file:
        for line in file:
            found = part_of(line)
            if found is None:
                return
            end += len(line)
            yield end, *found


# --- manifests ------------------------------------------------------------------------------------


def describe_plan(plan: Plan) -> list[dict[str, Any]]:
    """A plan as plain data: every setting of every cell, and what is reduced."""
    return [
        {
            "cells": [cell.settings for cell in group.cells],
            "wants": [_name(want) for want in group.wants],
            "n": group.n,
            "first": group.first,
            "looks": list(group.looks),
        }
        for group in plan.groups
    ]


def what_differs(kept: list[dict[str, Any]], plan: Plan) -> str | None:
    """The first setting in which a kept plan and a plan differ; None if results can be joined."""
    mine = json.loads(json.dumps(describe_plan(plan)))
    if len(mine) > len(kept):  # it may have more: further rounds of the same question
        return f"it has {len(kept)} groups of tables, not {len(mine)}"
    for old, new in zip(kept, mine, strict=False):
        if old["wants"] != new["wants"]:
            return "it keeps other numbers"
        for a, b in zip(old["cells"], new["cells"], strict=True):
            for name in sorted({*a, *b}):
                if a.get(name) != b.get(name):
                    return _in_words(name, a.get(name), b.get(name))
    return None


def _in_words(name: str, old: object, new: object) -> str:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            if old.get(key) != new.get(key):
                return f"its {name} {key} is {old.get(key)}, not {new.get(key)}"
    return f"its {name} is {old}, not {new}"


def manifest_of(path: Path) -> dict[str, Any]:
    """The manifest of a kept run, refused in one sentence if it is none of ours."""
    file = path / MANIFEST
    if not path.is_dir():
        raise UserError(f"There is no folder {str(path)!r} with a kept run.")
    if not file.is_file():
        raise UserError(f"The folder {str(path)!r} holds no run of analyze: {MANIFEST} is missing.")
    try:
        found = json.loads(file.read_text("utf-8"))
    except ValueError:
        raise UserError(f"The file {str(file)!r} cannot be read: it is not whole.") from None
    if not isinstance(found, dict) or found.get("file") != FILE:
        raise UserError(f"The file {str(file)!r} is not the manifest of a run of analyze.")
    version = found.get("version")
    if not isinstance(version, int) or version > VERSION:
        raise UserError(
            f"The run {str(path)!r} has format {version}, and this analyzer reads {VERSION} at "
            "most: update analyzer."
        )
    return found


def write_whole(path: Path, text: str) -> None:
    """A file that is there complete or not at all."""
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, "utf-8")
    part.replace(path)


# --- the folder -----------------------------------------------------------------------------------


class Kept:
    """A run's folder, open for writing. It is a `Store` for run, and takes rows."""

    def __init__(
        self, path: Path, plan: Plan, manifest: Mapping[str, Any], rows: int | None
    ) -> None:
        self.path, self.plan, self.limit = path, plan, rows
        self.manifest = dict(manifest)
        self._parts: dict[int, list[Reduced]] = {}
        self._lock = Lock()  # workers bring rows
        self._made: list[Path] = []  # by this process, and removed again if nothing comes of it
        self._held: IO[bytes] | None = None
        self._chunks: IO[bytes] | None = None

    # -- opening and closing --

    @classmethod
    def create(cls, path: Path, plan: Plan, arguments: list[str], rows: int | None) -> "Kept":
        """A new folder, or an empty one that is there."""
        manifest = {
            "file": FILE,
            "version": VERSION,
            "analyzer": analyzer.__version__,
            "arguments": arguments,
            "status": "started",
            "rows": rows,
            "plan": describe_plan(plan),
        }
        kept = cls(path, plan, manifest, rows)
        kept._made = [] if path.exists() else [path, *(p for p in path.parents if not p.exists())]
        path.mkdir(parents=True, exist_ok=True)
        kept._open()
        kept._write_manifest()
        return kept

    @classmethod
    def open(cls, path: Path, plan: Plan) -> "Kept":
        """A folder that is there, to go on with."""
        manifest = manifest_of(path)
        differs = what_differs(manifest["plan"], plan)
        if differs:
            raise UserError(
                f"The run {str(path)!r} cannot be gone on with: {differs}; start a new one."
            )
        kept = cls(path, plan, manifest, manifest.get("rows"))
        kept._open()
        kept._read()
        kept.manifest["plan"] = describe_plan(plan)
        return kept

    def _open(self) -> None:
        self._held = (self.path / LOCK).open("wb")
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._held.close()
            raise UserError(
                f"The run {str(self.path)!r} is being played by another process; wait for it."
            ) from None
        self._chunks = (self.path / CHUNKS).open("ab")

    def close(self) -> None:
        for file in (self._chunks, self._held):
            if file:
                file.close()

    def remove(self) -> None:
        """Leave nothing of a run that this process began."""
        self.close()
        if self._made:
            rmtree(self.path, ignore_errors=True)
            for parent in self._made[1:]:
                try:
                    parent.rmdir()
                except OSError:
                    break

    # -- Store --

    def known(self, group: int) -> list[Reduced]:
        return self._parts.get(group, [])

    def keep(self, group: int, part: Reduced) -> None:
        assert self._chunks is not None
        with self._writing():
            self._chunks.write(line_of(group, part))
            self._chunks.flush()
        self._parts.setdefault(group, []).append(part)
        if self._chunks.tell() > FOLD_BYTES:
            self.fold()

    def grow(self, plan: Plan) -> None:
        self.plan = Plan(self.plan.groups + plan.groups)
        self.manifest["plan"] = describe_plan(self.plan)
        self._write_manifest()

    def _writing(self) -> "_Writing":
        return _Writing(self.path)

    def _read(self) -> None:
        """Take what is whole, and cut off what is not, so that new lines follow good ones."""
        path, good = self.path / CHUNKS, 0
        for end, group, part in read_lines(path):
            good = end
            self._parts.setdefault(group, []).append(part)
        assert self._chunks is not None
        if good < path.stat().st_size:
            os.truncate(path, good)
        for group, parts in self._parts.items():
            _refuse_overlap(self.path, group, parts)
        self._drop_stray_rows()

    def fold(self) -> None:
        """Add neighbours up, but never across a planned look."""
        for group, parts in self._parts.items():
            looks = {self.plan.groups[group].first + n for n in self.plan.groups[group].looks}
            folded: list[Reduced] = []
            for part in sorted(parts, key=lambda part: part.first):
                last = folded[-1] if folded else None
                if last and last.first + last.n == part.first and part.first not in looks:
                    folded[-1] = last.add(part)
                else:
                    folded.append(part)
            self._parts[group] = folded
        path = self.path / CHUNKS
        part_file = path.with_name(f".{CHUNKS}.part")
        with self._writing():
            with part_file.open("wb") as file:
                for group, parts in self._parts.items():
                    for part in parts:
                        file.write(line_of(group, part))
                file.flush()
                os.fsync(file.fileno())
            part_file.replace(path)
            if self._chunks:
                self._chunks.close()
            self._chunks = path.open("ab")

    # -- rows --

    def write_rows(self, _cell: "Cell", batch: "Batch") -> None:
        """Keep the rows of a chunk, written before the chunk itself counts as kept."""
        first = self.plan.groups[0].first
        n = batch.n if self.limit is None else min(batch.n, first + self.limit - batch.first)
        if n <= 0:
            return
        from analyzer.frames import games_frame, seats_frame

        part = batch.head(n)
        told = {"manifest": self.manifest_hash}
        for name, frame in zip(ROWS, (games_frame(part), seats_frame(part)), strict=True):
            with self._lock, self._writing():
                folder = self.path / name
                folder.mkdir(exist_ok=True)
                shard = folder / f"{part.first:015d}-{part.n}.parquet"
                hidden = shard.with_name(f".{shard.name}.part")
                frame.write_parquet(hidden, compression_level=3, metadata=told)
                hidden.replace(shard)

    @property
    def manifest_hash(self) -> str:
        text = json.dumps(self.manifest["plan"], sort_keys=True)
        return f"{zlib.crc32(text.encode()):08x}"

    def _drop_stray_rows(self) -> None:
        """Rows of chunks that were not kept: they will be played again, perhaps cut otherwise."""
        held = [(part.first, part.first + part.n) for part in self._parts.get(0, [])]
        for name in ROWS:
            for shard in (self.path / name).glob("*"):
                first, _, n = shard.stem.partition("-")
                whole = (
                    first.isdigit()
                    and n.isdigit()
                    and any(a <= int(first) and int(first) + int(n) <= b for a, b in held)
                )
                if not whole:
                    shard.unlink()

    # -- the end --

    def set_status(self, status: str) -> None:
        self.manifest["status"] = status
        self._write_manifest()

    def _write_manifest(self) -> None:
        with self._writing():
            text = json.dumps(self.manifest, indent=1, ensure_ascii=False)
            write_whole(self.path / MANIFEST, f"{text}\n")


class _Writing:
    """A full disk stops a run with a sentence; what is kept stays."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        reason = told_by_system(error) if error else None
        if reason is not None:
            raise RunError(
                f"Writing to {self.path} failed: {reason}. What was kept is whole; make room, then "
                f"go on: {command('resume', self.path)}"
            ) from error


def _refuse_overlap(path: Path, group: int, parts: list[Reduced]) -> None:
    upto = -1
    for part in sorted(parts, key=lambda part: part.first):
        if part.first < upto:
            raise UserError(
                f"The run {str(path)!r} holds game {part.first} of group {group} twice; it cannot "
                "be used."
            )
        upto = part.first + part.n
