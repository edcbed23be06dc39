"""The files of a report: page, twin and JSON side by side, the twin's pictures in a folder.

    hike-5.html  hike-5.md  hike-5.json  hike-5/seats-seats-light.svg ...

All is made before the first file is written, and each file is whole or not there. What is there
already is replaced only when asked for, and only if it is a report of ours.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from analyzer.errors import UserError
from analyzer.render import page as pages
from analyzer.render.files import report_path_errors_of, report_write_errors, write_files
from analyzer.render.page import Page
from analyzer.system import input_files, signals
from analyzer.system.files import (
    check_writable,
    has_stale_files,
    parse_path,
    refuse_link,
    remove_stale_files,
    remove_stale_files_in,
)

KINDS = ("html", "md", "json")
REPORT_MARK = b"analyze report "  # every page and Markdown file names the command that makes it


class ReportFiles:
    """Where a report will lie; refused before anything is played."""

    def __init__(self, text: str, name: str, force: bool = False, option: str = "--out") -> None:
        self.folder = parse_path(text, f"Option {option}").absolute()
        self.name, self.option = name, option
        self.is_written = False
        with report_path_errors_of(option, self.folder):
            if self.folder.is_symlink() and not self.folder.exists():
                raise UserError(f"Option {option} must be a folder; {text!r} is a link to nothing.")
            if self.folder.exists() and not self.folder.is_dir():
                raise UserError(f"Option {option} must be a folder; {text!r} is a file.")
            self._refuse_what_is_there(force or self._was_killed())
            home = next(path for path in (self.folder, *self.folder.parents) if path.exists())
            check_writable(home)

    @property
    def files(self) -> list[Path]:
        """Page, twin and JSON."""
        return [self.folder / f"{self.name}.{kind}" for kind in KINDS]

    @property
    def pictures(self) -> Path:
        """The folder of the pictures of the Markdown version."""
        return self.folder / self.name

    def _sweep_up(self) -> None:
        """Remove what a report left here that was killed while it was written."""
        for path in self.files:
            remove_stale_files(path)
        remove_stale_files_in(self.pictures, "*.svg")

    def _was_killed(self) -> bool:
        """Was a report killed here while its files got their names? The JSON is the last one."""
        return not _is_something(self.files[-1]) and has_stale_files(self.files[-1])

    def _refuse_what_is_there(self, force: bool) -> None:
        for path in (*self.files, self.pictures):
            refuse_link(path, self.option, str(path))
        there = [path for path in (*self.files, self.pictures) if _is_something(path)]
        if not there:
            return
        if not force:
            raise UserError(
                f"The report {there[0]} already exists; add --force to replace it, "
                f"or name another folder with {self.option}."
            )
        strange = [path for path in there if not self._is_ours(path)]
        if strange:
            raise UserError(
                f"{strange[0]} is no report of ours, so --force does not replace it; "
                f"move it away or name another folder with {self.option}."
            )

    def _is_ours(self, path: Path) -> bool:
        if path == self.pictures:
            return path.is_dir() and all(
                picture.name.endswith(("-light.svg", "-dark.svg")) for picture in _whole_files(path)
            )
        told = self.files[-1]
        try:
            if not told.exists():  # it was killed before the last file
                return path.is_file() and REPORT_MARK in input_files.read_bytes(path)
            pages.from_json_text(input_files.read_text(told))
        except (OSError, ValueError, UserError):
            return False
        return path.is_file()

    def write(self, page: Page) -> Path:
        """Write everything, the JSON last, so that its presence means that all is there. Returns
        the path of the page."""
        from analyzer.render import page_html, page_markdown

        drawn = page_markdown.draw_pictures(page)
        made = {self.folder / name: told for name, told in drawn.items()}
        made[self.files[0]] = page_html.render_page(page).encode()
        made[self.files[1]] = page_markdown.render_page(page).encode()
        made[self.files[2]] = (pages.to_json_text(page) + "\n").encode()
        with signals.uninterrupted(), report_write_errors(self.option, str(self.folder)):
            self._sweep_up()
            old = set(self.pictures.glob("*.svg"))
            self.pictures.mkdir(parents=True, exist_ok=True)
            try:
                write_files(made)
            except BaseException:
                with suppress(OSError):  # it held pictures before
                    self.pictures.rmdir()
                raise
            for path in old - set(made):
                path.unlink()
            self.is_written = True
        return self.files[0]


def _is_something(path: Path) -> bool:
    """An empty folder holds nothing that could be lost."""
    return path.exists() and not (path.is_dir() and not any(_whole_files(path)))


def _whole_files(folder: Path) -> Iterator[Path]:
    """What is in a folder, without what a killed process left half written."""
    return (path for path in folder.iterdir() if not re.fullmatch(r"\..*\.\d+\.part", path.name))
