"""The files of a report: page, twin and JSON side by side, the twin's pictures in a folder.

    hike-5.html  hike-5.md  hike-5.json  hike-5/seats-seats-light.svg ...

All is made before the first file is written, and each file is whole or not there. What is there
already is replaced only when asked for, and only if it is a report of ours.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from shutil import rmtree

from analyzer.errors import UserError
from analyzer.report import page as pages
from analyzer.report.files import beside, place_of, writing
from analyzer.report.page import Page

KINDS = ("html", "md", "json")


class ReportPlace:
    """Where a report will lie; refused before anything is played."""

    def __init__(self, text: str, name: str, force: bool = False, option: str = "--out") -> None:
        self.folder, self.name, self.option = Path(text).expanduser(), name, option
        if self.folder.exists() and not self.folder.is_dir():
            raise UserError(f"Option {option} must be a folder; {text!r} is a file.")
        with place_of(option, self.folder):
            self._refuse_what_is_there(force)
            _try(self.folder)

    @property
    def files(self) -> list[Path]:
        """Page, twin and JSON."""
        return [self.folder / f"{self.name}.{kind}" for kind in KINDS]

    @property
    def pictures(self) -> Path:
        """The folder of the twin's pictures."""
        return self.folder / self.name

    def _refuse_what_is_there(self, force: bool) -> None:
        there = [path for path in (*self.files, self.pictures) if path.exists()]
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
                picture.name.endswith(("-light.svg", "-dark.svg")) for picture in path.iterdir()
            )
        try:
            pages.read((self.folder / f"{self.name}.json").read_text("utf-8"))
        except (OSError, ValueError, UserError):
            return False
        return path.is_file()

    def write(self, page: Page) -> Path:
        """Everything; gives the page's path."""
        from analyzer.report import page_html, page_markdown

        contents = {
            "html": page_html.text(page).encode(),
            "md": page_markdown.text(page).encode(),
            "json": (pages.text(page) + "\n").encode(),
        }
        pictures = page_markdown.pictures_of(page)
        with writing(self.option, self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            self._write_pictures({Path(name).name: told for name, told in pictures.items()})
            for path in self.files:
                _whole(path, contents[path.suffix.removeprefix(".")])
        return self.files[0]

    def _write_pictures(self, pictures: Mapping[str, bytes]) -> None:
        """A new folder takes the place of the old one."""
        part = beside(self.pictures)
        try:
            part.mkdir()
            for name, told in pictures.items():
                (part / name).write_bytes(told)
            if self.pictures.exists():
                rmtree(self.pictures)
            part.replace(self.pictures)
        finally:
            rmtree(part, ignore_errors=True)


def _try(folder: Path) -> None:
    """Fails if nothing can be written there."""
    home = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not os.access(home, os.W_OK | os.X_OK):
        raise PermissionError(13, "Permission denied")
    probe = beside(home / "probe")
    probe.touch()
    probe.unlink()


def _whole(path: Path, content: bytes) -> None:
    part = beside(path)
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
