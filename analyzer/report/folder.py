"""Files: a result folder or a picture, complete under its name or not there at all.

Everything is written under a temporary name beside its place and renamed when it is whole.
Places are tried before the first playout, so that an hour of work is not lost to a typing slip.
"""

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING

from analyzer.errors import RunError, UserError
from analyzer.report import json_summary

if TYPE_CHECKING:
    import polars as pl

    from analyzer.report.summary import Summary

PICTURES = ("png", "svg", "pdf")


class Picture:
    """The file of --plot."""

    def __init__(self, text: str) -> None:
        self.path = Path(text)
        self.format = self.path.suffix.lower().removeprefix(".")
        if self.format not in PICTURES:
            raise UserError(f"Option --plot must end in .png, .svg or .pdf; got {text!r}.")
        if self.path.is_dir():
            raise UserError(f"Option --plot must be a file; {text!r} is a folder.")
        if self.path.parent.is_file():
            folder = str(self.path.parent)
            raise UserError(f"The folder of --plot {text} must be a folder; {folder!r} is a file.")
        if not self.path.parent.is_dir():
            raise UserError(
                f"The folder of --plot {text} does not exist; make it first: "
                f"mkdir -p {self.path.parent}"
            )
        with _place_of("--plot", self.path):
            probe = _beside(self.path)
            probe.touch()
            probe.unlink()

    def finish(self, summary: "Summary") -> None:
        """Draw the win-rate chart."""
        from analyzer.report import plots

        part = _beside(self.path)
        try:
            with _writing("--plot", self.path):
                plots.save_wins(summary, part, self.format)
                part.replace(self.path)
        finally:
            part.unlink(missing_ok=True)


class ResultFolder:
    """The folder of --out; also the sink that a run gives its rows to, batch by batch."""

    def __init__(self, text: str, rows: int | None = None) -> None:
        self.path = Path(text)
        self.limit = rows  # keep the rows of this many playouts; None keeps all
        self._refuse_what_is_there()
        self._made = [path for path in self.path.parents if not path.exists()]
        self._part = _beside(self.path)
        self._kept = False
        self._lock = Lock()  # workers write; after an interrupt one may come late
        self._closed = False

    def _refuse_what_is_there(self) -> None:
        if self.path.is_dir():
            with _place_of("--out", self.path):
                holds = any(self.path.iterdir())
            if holds:
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

    def write(self, first: int, games: "pl.DataFrame", seats: "pl.DataFrame") -> None:
        """Keep the rows of one batch of playouts that begins with playout `first`."""
        with self._lock, _writing("--out", self.path):
            if self._closed:
                return
            for name, frame in (("games", games), ("seats", seats)):
                shards = self._part / f"{name}.shards"
                shards.mkdir(exist_ok=True)
                frame.write_parquet(shards / f"{first:015d}.parquet", compression_level=3)

    def finish(self, summary: "Summary") -> None:
        """Write the rest, and give the folder its name."""
        from analyzer.report import plots

        with self._lock:
            self._closed = True
        with _writing("--out", self.path):
            for name in ("games", "seats"):
                self._join(name, summary)
            (self._part / "summary.json").write_text(json_summary.text(summary) + "\n", "utf-8")
            provenance = json_summary.pretty(summary.provenance)
            (self._part / "provenance.json").write_text(provenance + "\n", "utf-8")
            for kind in ("png", "svg"):
                plots.save_wins(summary, self._part / f"wins.{kind}", kind)
            self._part.replace(self.path)  # takes the place of an empty folder too
        self._kept = True

    def _join(self, name: str, summary: "Summary") -> None:
        """One file in the order of the playouts, joined without holding it in memory."""
        shards = self._part / f"{name}.shards"
        if not shards.is_dir():
            return
        import polars as pl

        rows = pl.scan_parquet(sorted(shards.glob("*.parquet")))
        if summary.interrupted:
            rows = rows.filter(pl.col("game") < summary.first + summary.n)
        told = {"provenance": json.dumps(summary.provenance)}  # a file may travel alone
        rows.sink_parquet(self._part / f"{name}.parquet", compression_level=3, metadata=told)
        rmtree(shards)


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
