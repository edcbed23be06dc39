"""Files: an answer in a folder, a picture or a page; complete under its name or not there at all.

Places are tried before the first playout, so that an hour of work is not lost to a typing slip.
"""

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import RunError, UserError, told_by_system
from analyzer.places import reachable, sweep_up, try_folder, typed, write_whole
from analyzer.report import jsonout

if TYPE_CHECKING:
    from analyzer.answer import Answer, Figure

PICTURES = ("png", "svg", "pdf")
_KEPT = ("png", "svg")  # pictures in a folder of results


class OneFile:
    """A place for one file, tried before there is anything to write."""

    def __init__(self, text: str, option: str, kinds: tuple[str, ...]) -> None:
        self.option, self.text = option, text
        path = typed(text, f"Option {option}")
        self.format = path.suffix.lower().removeprefix(".")
        if self.format not in kinds:
            raise UserError(f"Option {option} must end in {_either(kinds)}; got {text!r}.")
        with reachable(f"Option {option}", path):
            if path.is_dir():
                raise UserError(f"Option {option} must be a file; {text!r} is a folder.")
            _refuse_folder_of(path, option, text)
            self.path = path.resolve()  # a link stays a link: its target is written
            if self.path.exists() and not self.path.is_file():
                raise UserError(f"Option {option} must be a file; {text!r} is a device.")
            if self.path.exists() and not self.path.stat().st_mode & 0o222:
                raise UserError(
                    f"The file of {option} {text} may not be overwritten: it is read-only."
                )
            try_folder(self.path.parent)
            sweep_up(self.path)

    def write(self, content: bytes) -> None:
        """Put the whole content under its name, or leave what was there."""
        with _writing(self.option, self.text):
            write_whole(self.path, lambda part: part.write_bytes(content))


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


def write_answer(folder: Path, answer: "Answer") -> None:
    """The answer in every format, in a folder that is there; each file is whole or not there."""
    from analyzer.report import html, markdown, pictures

    made: dict[str, bytes] = {}
    for figure in answer.figures():
        for kind in _KEPT:
            made[f"{figure.name}.{kind}"] = pictures.image(figure, kind, command=answer.command)
    drawn = {figure.name: f"{figure.name}.png" for figure in answer.figures()}
    made["answer.md"] = markdown.text(answer, drawn).encode()
    made["answer.html"] = html.page(answer).encode()
    made["answer.json"] = (jsonout.text(answer) + "\n").encode()  # last: its presence says whole
    for name, content in made.items():
        write_whole(folder / name, lambda part, content=content: part.write_bytes(content))


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


@contextmanager
def _writing(option: str, place: str) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        reason = told_by_system(error)
        if reason is None:
            raise
        raise RunError(
            f"Writing {option} {place} failed: {reason}; nothing is left of it. "
            f"Make room or name another place, then run again."
        ) from error
