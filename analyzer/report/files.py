"""Files: a folder of results, a picture or a page; complete under its name or not there at all.

Everything is written under a temporary name beside its place and renamed when it is whole. Places
are tried before the first playout, so that an hour of work is not lost to a typing slip.
"""

import os
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.errors import RunError, UserError, told_by_system
from analyzer.report import jsonout

if TYPE_CHECKING:
    from analyzer.answer import Answer, Figure

PICTURES = ("png", "svg", "pdf")
_KEPT = ("png", "svg")  # pictures in a folder of results


class OneFile:
    """A place for one file, tried before there is anything to write."""

    def __init__(self, text: str, option: str, kinds: tuple[str, ...], force: bool = True) -> None:
        # A link stays a link: its target is written.
        self.path, self.option, self.text = Path(text).expanduser().resolve(), option, text
        self.format = self.path.suffix.lower().removeprefix(".")
        if self.format not in kinds:
            raise UserError(f"Option {option} must end in {_either(kinds)}; got {text!r}.")
        if self.path.is_dir():
            raise UserError(f"Option {option} must be a file; {text!r} is a folder.")
        _refuse_folder_of(Path(text).expanduser(), option, text)
        if self.path.exists() and not force:
            raise UserError(
                f"The file of {option} {text} already exists; name another or add --force."
            )
        if self.path.exists() and not self.path.stat().st_mode & 0o222:
            raise UserError(f"The file of {option} {text} may not be overwritten: it is read-only.")
        with place_of(option, self.path):
            probe(self.path.parent)

    def write(self, content: bytes) -> None:
        """Put the whole content under its name, or leave what was there."""
        with writing(self.option, self.text):
            put({self.path: content})


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


def folder_for(text: str, option: str = "--out") -> Path:
    """A folder that can be written: a new one, or an empty one that is there. Nothing is made."""
    path = Path(text).expanduser()
    if path.is_symlink() and not path.exists():
        raise UserError(f"Option {option} must be a folder; {text!r} is a link to nothing.")
    if path.exists() and not path.is_dir():
        raise UserError(f"Option {option} must be a folder; {text!r} is a file.")
    with place_of(option, path):
        if path.is_dir() and any(path.iterdir()):
            raise UserError(
                f"The folder of {option} {text} already holds files; "
                "name a new folder or empty this one."
            )
        home = next(place for place in (path, *path.parents) if place.exists())
        if not home.is_dir():
            raise UserError(f"The folder of {option} {text} would lie in {str(home)!r}, a file.")
        probe(home)
    return path


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
    with writing("--out", str(folder)):
        put({folder / name: content for name, content in made.items()})


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


def put(made: Mapping[Path, bytes]) -> None:
    """Write files, all of them whole: names are given only when every content lies on the disk."""
    parts = {path: _beside(path) for path in made}
    try:
        for path, part in parts.items():
            part.write_bytes(made[path])
        for path, part in parts.items():
            part.replace(path)
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)


def probe(folder: Path) -> None:
    """Fails as the system does if no file can be made there."""
    part = _beside(folder / "probe")
    part.touch()
    part.unlink()


def _beside(path: Path) -> Path:
    """A temporary name in the same folder, so that renaming never copies."""
    return path.absolute().with_name(f".{path.name}.{os.getpid()}.part")


@contextmanager
def place_of(option: str, path: Path) -> Iterator[None]:
    """What the system refuses before anything is played is the user's to mend."""
    try:
        yield
    except OSError as error:
        raise UserError(
            f"Option {option} must be a place that can be written; {str(path)!r} cannot: "
            f"{told_by_system(error)}."
        ) from error


@contextmanager
def writing(option: str, place: str) -> Iterator[None]:
    """What the system refuses while writing is a failed run, told in a sentence."""
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
