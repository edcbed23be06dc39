"""The folder of a run, open for writing: what is held, what is added, who may write."""

import errno
import os
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import IO, TYPE_CHECKING

from analyzer.errors import RunError, UserError, system_message
from analyzer.request.request import Request
from analyzer.simulation import reducers
from analyzer.simulation.plan import Plan, Reduction
from analyzer.store import manifest as manifests
from analyzer.store import rows
from analyzer.store.chunk_log import (
    OverlapError,
    RangeSet,
    format_line,
    parse_reduction,
    read_lines,
)
from analyzer.store.manifest import GroupData, Manifest
from analyzer.store.policy_files import resume_command
from analyzer.system import files, locks, signals
from analyzer.system.input_files import open_regular
from analyzer.system.invocation import command_line

if TYPE_CHECKING:
    from analyzer.playout.cell import Cell
    from analyzer.simulation.batch import Batch
    from analyzer.simulation.chunk import ReducedChunk

CHUNKS, LOCK, ANSWER = "chunks.txt", ".lock", manifests.ANSWER
FOLD_BYTES = 4_000_000  # size of chunks.txt above which neighbours become one line
SYNC_SECONDS = 1.0  # a power cut costs this much; a killed process costs nothing that is written
OUR_FILES = {manifests.MANIFEST, CHUNKS, LOCK, *rows.FOLDERS}


def new_run_path(text: str, option: str = "Option --out") -> Path:
    """A folder for a new run: one that is not there, or an empty one. Nothing is made yet."""
    path = files.parse_path(text, option)
    with files.report_path_errors(option, path):
        if path.is_symlink() and not path.exists():
            raise UserError(f"{option} must be a folder; {text!r} is a link to nothing.")
        if path.exists() and not path.is_dir():
            raise UserError(f"{option} must be a folder; {text!r} is a file.")
        _refuse_full(path, text, option)
        home = next(place for place in (path, *path.parents) if place.exists())
        if not home.is_dir():
            raise UserError(
                f"{option} must be a folder; {text!r} would lie in {str(home)!r}, a file."
            )
        files.check_writable(home)
        _try_name(home, path)
    return path


def _try_name(home: Path, path: Path) -> None:
    """Raise OSError if a name in the path is longer than the file system allows."""
    longest = os.pathconf(home, "PC_NAME_MAX")
    for name in path.parts[len(home.parts) :]:
        if len(os.fsencode(name)) > longest:
            raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG))


def _refuse_full(path: Path, text: str, option: str) -> None:
    """Only an empty folder is taken, or one in which a run was killed before it had begun."""
    if not path.is_dir():
        return
    if (path / manifests.MANIFEST).is_file():
        raise UserError(
            f"{option} must be a new folder; {text!r} holds a run already: resume it "
            f"({command_line('resume', text)}) or name another."
        )
    if any(not _is_left_over(entry) for entry in path.iterdir()):
        raise UserError(
            f"{option} must be a new folder; {text!r} holds files already: "
            "name another or empty it."
        )


def _is_left_over(entry: Path) -> bool:
    if entry.name.startswith(f".{manifests.MANIFEST}.") and entry.name.endswith(".part"):
        return True
    about = entry.lstat()
    return entry.name in (LOCK, CHUNKS) and stat.S_ISREG(about.st_mode) and about.st_size == 0


def is_being_played(path: Path) -> bool:
    """Is a process writing to this run?"""
    try:
        with open_regular(path / LOCK) as held:
            locks.check_unlocked(held)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def read_ranges(path: Path, manifest: Manifest) -> tuple[dict[int, RangeSet], int]:
    """What the lines of a run hold, group by group, and the length of the part that is intact."""
    _refuse_other_formats(path, manifest)
    held = {place: RangeSet(_look_ends(group)) for place, group in enumerate(manifest["plan"])}
    end = 0
    for upto, group, part in read_lines(path / CHUNKS):
        if group not in held or {*part.parts} != {*_reductions(manifest["plan"][group])}:
            raise UserError(f"The run {str(path)!r} holds numbers that its plan does not name.")
        try:
            held[group].add(part)
        except OverlapError as twice:
            raise UserError(
                f"The run {str(path)!r} holds game {twice.game} twice; it cannot be used."
            ) from None
        end = upto
    return held, end


def _refuse_other_formats(path: Path, manifest: Manifest) -> None:
    """Numbers of another format would be read as what they are not."""
    known = set(reducers.names())
    for name, version in manifest["reducers"].items():
        mine = reducers.load(name).version if name in known else None
        if mine is not None and mine != version:
            raise UserError(
                f"The run {str(path)!r} cannot be read: its {name} have format {version}, "
                f"not {mine}."
            )


def _look_ends(group: GroupData) -> list[int]:
    return [group["first"] + look for look in group["looks"]]


def _reductions(group: GroupData) -> list[Reduction]:
    return [parse_reduction(name) for name in group["wants"]]


def _refuse_links(path: Path) -> None:
    """Whoever made a folder may have put links there, through which we would write elsewhere."""
    for folder in (path, *(path / name for name in rows.FOLDERS)):
        for entry in folder.iterdir() if folder.is_dir() else ():
            if entry.is_symlink():
                raise UserError(
                    f"The run {str(path)!r} cannot be resumed: {entry.name!r} in it is a link, "
                    "and what it leads to would be written; put the file itself there."
                )
            if not (entry.is_file() or entry.is_dir()):
                raise UserError(
                    f"The run {str(path)!r} cannot be resumed: {entry.name!r} in it is a pipe, a "
                    "socket or a device; remove it."
                )


class RunFolder:
    """A run's folder, open for writing. It is a `Store` for run, and takes rows."""

    def __init__(self, path: Path, plan: Plan, manifest: Manifest) -> None:
        self.shown = path  # as the user wrote it
        self.path = path.absolute()  # a policy may change the folder
        self.plan, self.manifest = plan, manifest
        self._held: dict[int, RangeSet] = {}
        self._made: list[Path] = []  # folders made by this process, the deepest first
        self._begun_here = False  # by this process, not a resumed one
        self._lock: IO[bytes] | None = None
        self._chunks: IO[bytes] | None = None
        self._size = 0  # of the intact lines
        self._folded = 0  # their size when neighbours were last added up
        self._synced = time.monotonic()
        self._rows = Lock()  # workers bring them

    # -- opening and closing --

    @classmethod
    def create(cls, path: Path, plan: Plan, request: Request, rows: int | None) -> "RunFolder":
        """A new folder, or an empty one that is there."""
        kept = cls(path, plan, manifests.new_manifest(request, plan, rows))
        kept._begun_here = True
        kept._made = [place for place in (kept.path, *kept.path.parents) if not place.exists()]
        with kept.writing():
            try:
                kept.path.mkdir(parents=True, exist_ok=True)
                kept._open()
                kept._begin()
            except UserError:  # another process was faster: what is there is not ours
                kept.close()
                raise
            except BaseException:
                kept.remove()
                raise
        return kept

    def _begin(self) -> None:
        if (self.path / manifests.MANIFEST).exists():
            raise UserError(
                f"The folder {str(self.shown)!r} holds another run by now; name another."
            )
        for part in self.path.glob(".*.part"):
            part.unlink()
        self._held = {
            place: RangeSet(_look_ends(group)) for place, group in enumerate(self.manifest["plan"])
        }
        self._write_manifest()

    @classmethod
    def open(cls, path: Path, plan: Plan, request: Request) -> "RunFolder":
        """A folder that exists, to continue its run, perhaps with more games."""
        kept = cls(path, plan, manifests.read_manifest(path))
        with kept.writing():
            _refuse_links(path)
            kept._open()
            try:
                kept.manifest = manifests.read_manifest(path)  # by now nobody else writes it
                kept._go_on(plan, request)
            except BaseException:
                kept.close()
                raise
        return kept

    def _go_on(self, plan: Plan, request: Request) -> None:
        mine = manifests.describe_plan(plan)
        if differs := manifests.first_difference(self.manifest, mine):
            raise UserError(
                f"The run {str(self.shown)!r} cannot be resumed: {differs}; start a new one."
            )
        self._held, self._size = read_ranges(self.path, self.manifest)
        os.truncate(self.path / CHUNKS, self._size)  # new lines must follow good ones
        for part in self.path.glob(".*.part"):
            part.unlink()
        if self._held:  # some questions have nothing to play
            rows.remove_stray_rows(self.path, self._held[0])
        later = self.manifest["plan"][len(plan.groups) :]
        self.manifest |= {
            "request": request.to_json(),
            "plan": mine["plan"] + later,
            "status": manifests.STARTED,
        }
        self.manifest["answer"] = None
        self._write_manifest()

    def _open(self) -> None:
        self._lock = (self.path / LOCK).open("ab")
        try:
            locks.lock(self._lock)
        except BlockingIOError:
            self._lock.close()
            raise UserError(
                f"The run {str(self.shown)!r} is being played by another process; wait for it."
            ) from None
        try:
            self._chunks = (self.path / CHUNKS).open("ab", buffering=0)
        except BaseException:
            self._lock.close()
            raise

    def close(self) -> None:
        for file in (self._chunks, self._lock):
            if file:
                file.close()

    def remove(self) -> None:
        """Remove a run that this process began; any other run stays as it is."""
        if not self._begun_here:
            self.close()
            return
        rows.remove_rows(self.path)
        for name in (manifests.MANIFEST, CHUNKS, LOCK):
            (self.path / name).unlink(missing_ok=True)
        self.close()
        for place in self._made:
            try:
                place.rmdir()
            except OSError:  # somebody else has put something there
                break

    # -- Store --

    def known(self, group: int) -> "list[ReducedChunk]":
        return list(self._held[group].parts) if group in self._held else []

    @property
    def is_empty(self) -> bool:
        return not any(held.parts for held in self._held.values())

    def keep(self, group: int, part: "ReducedChunk") -> None:
        with signals.uninterrupted(), self.writing():
            self._append(format_line(group, part))
            self._held[group].add(part)
            if self._size > max(FOLD_BYTES, 2 * self._folded):
                self._fold()

    def grow(self, plan: Plan) -> None:
        """The groups of a further round."""
        begin = len(self.plan.groups)
        end = begin + len(plan.groups)
        self.plan = Plan(self.plan.groups + plan.groups)
        mine = manifests.describe_plan(self.plan)
        known = self.manifest["plan"][:end]
        if len(known) == end and (differs := manifests.first_difference(self.manifest, mine)):
            raise UserError(
                f"The run {str(self.shown)!r} cannot be resumed: in a later round {differs}; "
                "start a new one."
            )
        self.manifest |= {
            "game": manifests.describe_game_of(manifests.request_of(self.manifest), self.plan),
            "reducers": mine["reducers"],
            "policy_files": mine["policy_files"],
            "plan": mine["plan"] + self.manifest["plan"][end:],
        }
        for place in range(begin, end):
            if place not in self._held:
                self._held[place] = RangeSet(_look_ends(self.manifest["plan"][place]))
        with signals.uninterrupted(), self.writing():
            self._write_manifest()

    def drop_beyond(self, played: Sequence[int]) -> None:
        """Leave out what was played beyond the look that decided: how much depends on threads.

        `played` is the number of games of each group that the answer tells of.
        """
        cut = [
            self._held[place].cut(group["first"] + n)
            for place, (group, n) in enumerate(zip(self.manifest["plan"], played, strict=False))
            if group["looks"]
        ]
        if any(cut):
            with signals.uninterrupted(), self.writing():
                self._fold()
                rows.remove_stray_rows(self.path, self._held[0])

    def _append(self, line: bytes) -> None:
        """Write the whole line or nothing of it, so that the next line follows a good one."""
        assert self._chunks is not None
        try:
            written = 0
            while written < len(line):
                written += self._chunks.write(line[written:]) or 0
            if time.monotonic() - self._synced > SYNC_SECONDS:
                os.fsync(self._chunks.fileno())
                self._synced = time.monotonic()
        except OSError:
            os.truncate(self.path / CHUNKS, self._size)
            raise
        self._size += len(line)

    def _fold(self) -> None:
        """Write again what is held; neighbours become one line."""
        path, lines = self.path / CHUNKS, self._lines()

        def write(part: Path) -> None:
            with part.open("wb") as file:
                file.writelines(lines)
                file.flush()
                os.fsync(file.fileno())

        files.write_atomically(path, write)
        if self._chunks:
            self._chunks.close()
        self._chunks = path.open("ab", buffering=0)
        self._size = self._folded = path.stat().st_size

    def _lines(self) -> Iterator[bytes]:
        for group, held in self._held.items():
            for part in held.parts:
                yield format_line(group, part)

    # -- rows --

    @property
    def takes_rows(self) -> bool:
        return bool(self.manifest["rows"] != 0)

    @property
    def rows_end(self) -> int | None:
        """The first game whose row is not kept; None: all are, or none is played."""
        limit: int | None = self.manifest["rows"]
        if limit is None or not self.plan.groups:
            return None
        return self.plan.groups[0].first + limit

    def write_rows(self, _cell: "Cell", batch: "Batch") -> None:
        """Keep the rows of a chunk, written before the chunk itself counts as kept."""
        end = self.rows_end
        n = batch.n if end is None else min(batch.n, end - batch.first)
        if n > 0:
            with self._rows, self.writing():
                rows.write_rows(self.path, batch.head(n), manifests.identity(self.manifest))

    # -- the end --

    def end(self, status: str, seconds: float, core_seconds: float) -> None:
        """Record how the run ended, and how long it took over all its parts."""
        self.manifest |= {"status": status, "seconds": seconds, "core_seconds": core_seconds}
        with signals.uninterrupted(), self.writing():
            self.manifest["answer"] = manifests.file_digest(self.path / ANSWER)
            self._write_manifest()

    def _write_manifest(self) -> None:
        manifests.write_manifest(self.path, self.manifest)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A full disk stops a run with a sentence; what is kept stays."""
        try:
            yield
        except Exception as error:
            reason = system_message(error)
            if reason is None:
                raise
            raise RunError(f"Writing to {self.shown} failed: {reason}. {self._remedy()}") from error

    def _remedy(self) -> str:
        if self.is_empty:
            return "Nothing was kept; make room or name another place, then run again."
        again = resume_command(self.shown, manifests.request_of(self.manifest))
        return f"What was kept is intact; make room, then continue: {again}"
