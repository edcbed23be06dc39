"""Files: a folder of results, a picture or a page; complete under its name or not there at all.

Everything is written under a temporary name beside its place and renamed when it is complete.
Places are tested before the first playout, so a typing mistake cannot cost an hour of work.
"""

import shlex
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from shutil import copymode
from typing import TYPE_CHECKING

from analyzer.errors import RunError, UserError, system_message
from analyzer.render import json_text, wording
from analyzer.system.files import (
    check_writable,
    new_sibling,
    parse_path,
    refuse_link,
    remove_stale_files,
    report_path_errors,
    write_new,
)

if TYPE_CHECKING:
    from analyzer.answer.blocks import Answer, Figure

PICTURES = ("png", "svg", "pdf")
_KEPT = ("png", "svg")  # pictures in a folder of results


class AnswerFile:
    """A place for one file, tested before there is anything to write."""

    def __init__(self, text: str, option: str, kinds: tuple[str, ...], force: bool = True) -> None:
        self.option, self.text = option, text
        path = parse_path(text, f"Option {option}")
        self.format = path.suffix.lower().removeprefix(".")
        if self.format not in kinds:
            raise UserError(f"Option {option} must end in {_either(kinds)}; got {text!r}.")
        with report_path_errors_of(option, path):
            refuse_link(path, option, text)
            self.path = path.absolute()
            if self.path.is_dir():
                raise UserError(f"Option {option} must be a file; {text!r} is a folder.")
            _refuse_folder_of(path, option, text)
            if self.path.exists():
                self._refuse_what_is_there(force)
            check_writable(self.path.parent)
            remove_stale_files(self.path)

    def _refuse_what_is_there(self, force: bool) -> None:
        if not self.path.is_file():
            raise UserError(f"Option {self.option} must be a file; {self.text!r} is a device.")
        if not force:
            raise UserError(
                f"The file of {self.option} {self.text} already exists; name another or add "
                "--force."
            )
        if not self.path.stat().st_mode & 0o222:
            raise UserError(
                f"The file of {self.option} {self.text} may not be overwritten: it is read-only."
            )

    def write(self, content: bytes) -> None:
        """Put the complete content under its name, or leave what was there."""
        with report_write_errors(self.option, self.text):
            write_files({self.path: content})


class PlotFile(AnswerFile):
    """The file of --plot: the answer's first figure, or the one that is named."""

    def __init__(self, text: str) -> None:
        super().__init__(text, "--plot", PICTURES)

    def finish(self, answer: "Answer", name: str | None = None) -> None:
        """Draw it."""
        from analyzer.render import pictures

        figure = _figure(answer, name)
        self.write(pictures.render_image(figure, self.format, command=answer.command))


def _figure(answer: "Answer", name: str | None) -> "Figure":
    for figure in answer.figures():
        if name in (None, figure.name):
            return wording.picture_of(answer, figure)
    raise ValueError(f"{answer.kind} has no figure {name or ''}")


def write_answer(folder: Path, answer: "Answer") -> None:
    """The answer in every format, in a folder that is there: all files, or none."""
    from analyzer.render import html, markdown, pictures

    made: dict[str, bytes] = {}
    for figure in answer.figures():
        for kind in _KEPT:
            made[f"{figure.name}.{kind}"] = pictures.render_image(
                wording.picture_of(answer, figure), kind, command=answer.command
            )
    drawn = {figure.name: f"{figure.name}.png" for figure in answer.figures()}
    made["answer.md"] = markdown.render_answer(answer, drawn).encode()
    made["answer.html"] = html.render_page(answer).encode()
    made["answer.json"] = (
        json_text.to_json_text(answer) + "\n"
    ).encode()  # last: it means that all is there
    write_files({folder / name: content for name, content in made.items()})


def _either(kinds: tuple[str, ...]) -> str:
    *first, last = (f".{kind}" for kind in kinds)
    return f"{', '.join(first)} or {last}" if first else last


def _refuse_folder_of(path: Path, option: str, text: str) -> None:
    if path.parent.is_file():
        folder = str(path.parent)
        raise UserError(f"The folder of {option} {text} must be a folder; {folder!r} is a file.")
    if not path.parent.is_dir():
        raise UserError(
            f"The folder of {option} {text} does not exist; make it first: "
            f"mkdir -p {shlex.quote(str(path.parent))}"
        )


def write_files(made: Mapping[Path, bytes]) -> None:
    """Write files, all of them complete: they get their names only when every content is on the
    disk."""
    parts = {path: new_sibling(path) for path in made}
    try:
        for path, part in parts.items():
            write_new(part, made[path])
            if path.exists():
                copymode(path, part)
        for path, part in parts.items():
            part.replace(path)
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)


def report_path_errors_of(option: str, path: Path) -> AbstractContextManager[None]:
    """If the system refuses something before anything is played, it is a user's mistake."""
    return report_path_errors(f"Option {option}", path)


@contextmanager
def report_write_errors(option: str, place: str) -> Iterator[None]:
    """If the system refuses something while writing, it is a failed run, told in a sentence."""
    try:
        yield
    except Exception as error:
        reason = system_message(error)
        if reason is None:
            raise
        raise RunError(
            f"Writing {option} {place} failed: {reason}; nothing is left of it. "
            f"Make room or name another place, then run again."
        ) from error
