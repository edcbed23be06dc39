"""Files: a folder of results, a picture or a page; complete under its name or not there at all.

Everything is written under a temporary name beside its place and renamed when it is whole. Places
are tried before the first playout, so that an hour of work is not lost to a typing slip.
"""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING

from analyzer.errors import RunError, UserError
from analyzer.report import jsonout

if TYPE_CHECKING:
    import polars as pl

    from analyzer.answer import Answer, Figure

PICTURES = ("png", "svg", "pdf")
_KEPT = ("png", "svg")  # pictures in a folder of results
_MARK = "provenance.json"  # a folder with this file is one of ours


class OneFile:
    """A place for one file, tried before there is anything to write."""

    def __init__(self, text: str, option: str, kinds: tuple[str, ...], force: bool = True) -> None:
        self.path, self.option = Path(text), option
        self.format = self.path.suffix.lower().removeprefix(".")
        if self.format not in kinds:
            raise UserError(f"Option {option} must end in {_either(kinds)}; got {text!r}.")
        if self.path.is_dir():
            raise UserError(f"Option {option} must be a file; {text!r} is a folder.")
        _refuse_folder_of(self.path, option, text)
        if self.path.exists() and not force:
            raise UserError(
                f"The file of {option} {text} already exists; name another or add --force."
            )
        with _place_of(option, self.path):
            probe = _beside(self.path)
            probe.touch()
            probe.unlink()

    def write(self, content: bytes) -> None:
        """Put the whole content under its name, or leave what was there."""
        part = _beside(self.path)
        try:
            with _writing(self.option, self.path):
                part.write_bytes(content)
                part.replace(self.path)
        finally:
            part.unlink(missing_ok=True)


class Picture(OneFile):
    """The file of --plot: the answer's first figure, or the one that is named."""

    def __init__(self, text: str) -> None:
        super().__init__(text, "--plot", PICTURES)

    def finish(self, answer: "Answer", name: str | None = None) -> None:
        """Draw it."""
        from analyzer.report import pictures

        figure = _figure(answer, name)
        self.write(pictures.image(figure, self.format, command=answer.command))


def _figure(answer: "Answer", name: str | None) -> "Figure":
    for figure in answer.figures():
        if name in (None, figure.name):
            return figure
    raise ValueError(f"{answer.kind} has no figure {name or ''}")


class ResultFolder:
    """The folder of --out; also the sink that a run gives its rows to, batch by batch."""

    def __init__(self, text: str, rows: int | None = None, force: bool = False) -> None:
        self.path = Path(text)
        self.limit = rows  # keep the rows of this many playouts; None keeps all
        self._force = force
        self._refuse_what_is_there()
        self._made = [path for path in self.path.parents if not path.exists()]
        self._part = _beside(self.path)
        self._kept = False
        self._lock = Lock()  # workers write; after an interrupt one may come late
        self._closed = False

    def _refuse_what_is_there(self) -> None:
        if self.path.is_dir():
            with _place_of("--out", self.path):
                names = {path.name for path in self.path.iterdir()}
            if names and self._force and _MARK not in names:
                raise UserError(
                    f"The folder of --out {self.path} holds files that are not ours, so --force "
                    f"does not replace it; name a new folder or empty this one."
                )
            if names and not self._force:
                raise UserError(
                    f"The folder of --out {self.path} already holds files; "
                    f"name a new folder or empty this one."
                )
        elif self.path.exists():
            raise UserError(f"Option --out must be a folder; {str(self.path)!r} is a file.")

    def __enter__(self) -> "ResultFolder":
        with _place_of("--out", self.path):
            self._part.mkdir(parents=True)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._lock:
            self._closed = True
        rmtree(self._part, ignore_errors=True)
        if not self._kept:
            for parent in self._made:
                with suppress(OSError):
                    parent.rmdir()

    def write(self, first: int, **frames: "pl.DataFrame") -> None:
        """Keep the rows of one batch of playouts that begins with playout `first`."""
        with self._lock, _writing("--out", self.path):
            if self._closed:
                return
            for name, frame in frames.items():
                shards = self._part / f"{name}.shards"
                shards.mkdir(exist_ok=True)
                frame.write_parquet(shards / f"{first:015d}.parquet", compression_level=3)

    def finish(
        self,
        answer: "Answer",
        end: int | None = None,
        more: Mapping[str, Callable[[Path], None]] | None = None,
    ) -> None:
        """Write the rest, and give the folder its name.

        `end` leaves out rows of playouts from this index on, which a stopped run did not count;
        `more` writes further files of the folder, by name.
        """
        with self._lock:
            self._closed = True
        with _writing("--out", self.path):
            for shards in sorted(self._part.glob("*.shards")):
                self._join(shards, answer, end)
            self._write_answer(answer)
            for name, write in (more or {}).items():
                write(self._part / name)
            self._take_its_name()
        self._kept = True

    def _write_answer(self, answer: "Answer") -> None:
        from analyzer.report import html, markdown, pictures

        files: dict[str, str] = {}
        for figure in answer.figures():
            for kind in _KEPT:
                picture = pictures.image(figure, kind, command=answer.command)
                (self._part / f"{figure.name}.{kind}").write_bytes(picture)
            files[figure.name] = f"{figure.name}.png"
        texts = {
            f"{answer.kind}.json": jsonout.text(answer) + "\n",
            f"{answer.kind}.md": markdown.text(answer, files),
            f"{answer.kind}.html": html.page(answer),
            _MARK: jsonout.pretty(answer.provenance) + "\n",
        }
        for name, text in texts.items():
            (self._part / name).write_text(text, "utf-8")

    def _take_its_name(self) -> None:
        """An empty folder gives way by itself; one of ours is moved aside until we stand."""
        if not (self._force and self.path.is_dir() and any(self.path.iterdir())):
            self._part.replace(self.path)
            return
        old = _beside(self.path).with_suffix(".old")
        self.path.replace(old)
        try:
            self._part.replace(self.path)
        except OSError:
            old.replace(self.path)
            raise
        rmtree(old, ignore_errors=True)

    def _join(self, shards: Path, answer: "Answer", end: int | None) -> None:
        """One file in the order of the playouts, joined without holding it in memory."""
        import polars as pl

        rows = pl.scan_parquet(sorted(shards.glob("*.parquet")))
        if end is not None:
            rows = rows.filter(pl.col("game") < end)
        told = {
            "provenance": json.dumps(jsonout.plain(answer.provenance))
        }  # a file may travel alone
        rows.sink_parquet(shards.with_suffix(".parquet"), compression_level=3, metadata=told)
        rmtree(shards)


def _either(kinds: tuple[str, ...]) -> str:
    *first, last = (f".{kind}" for kind in kinds)
    return f"{', '.join(first)} or {last}" if first else last


def _refuse_folder_of(path: Path, option: str, text: str) -> None:
    if path.parent.is_file():
        folder = str(path.parent)
        raise UserError(f"The folder of {option} {text} must be a folder; {folder!r} is a file.")
    if not path.parent.is_dir():
        raise UserError(
            f"The folder of {option} {text} does not exist; make it first: mkdir -p {path.parent}"
        )


def _beside(path: Path) -> Path:
    """A temporary name in the same folder, so that renaming never copies."""
    return path.absolute().with_name(f".{path.name}.{os.getpid()}.part")


@contextmanager
def _place_of(option: str, path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UserError(
            f"Option {option} must be a place that can be written; {str(path)!r} cannot: "
            f"{_reason(error)}."
        ) from error


@contextmanager
def _writing(option: str, path: Path) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        reason = _reason(error)
        if reason is None:
            raise
        raise RunError(
            f"Writing {option} {path} failed: {reason}; nothing is left of it. "
            f"Make room or name another place, then run again."
        ) from error


def _reason(error: Exception) -> str | None:
    """What the system said, in words; None if it was not the system that failed."""
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    # polars tells a full disk as "... IO error: No space left on device (os error 28)"
    told = re.search(r"(?:.*: )?(.+) \(os error \d+\)", str(error))
    return told[1].lower() if told else None
