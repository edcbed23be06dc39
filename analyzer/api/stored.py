"""A kept run, opened: what it says, from what it has kept. Nothing is played, and no code runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.api.result import Result
from analyzer.api.rows import stored_rows
from analyzer.errors import RunError, UserError, first_line
from analyzer.system import files, input_files

if TYPE_CHECKING:
    from analyzer.answer.blocks import Answer
    from analyzer.questions import Question
    from analyzer.request.request import Request
    from analyzer.store.chunk_log import RangeSet
    from analyzer.store.manifest import Manifest


def open_run(folder: str | Path) -> Result:
    """Open a kept run: its answer, and the rows of its games if it has kept them.

    Nothing is played, and no file runs that the folder names.

    Parameters
    ----------
    folder : str or Path
        The folder that `--out` named.

    Returns
    -------
    Result
        The answer as it was written, or of a run that was stopped, what it has kept. With rows,
        `.games` and `.seats` have a row for every game, read when they are asked for.

    Raises
    ------
    UserError
        If the folder holds no run of ours, or none with an answer.
    """
    with report_broken_files(str(folder)):
        return Result(read_answer(str(folder)), stored_rows(run_path(str(folder))))


def run_path(folder: str) -> Path:
    """Where a kept run lies."""
    return files.parse_path(folder, "The folder of a kept run")


def read_manifest(folder: str) -> "tuple[Path, Manifest]":
    """The manifest of a kept run, and where it lies."""
    from analyzer.store import manifest

    path = run_path(folder)
    return path, manifest.read_manifest(path)


def read_answer(folder: str) -> "Answer":
    """The answer as it was written; of a run that was killed, what its chunks tell."""
    from analyzer.request.build import answer_request
    from analyzer.store import manifest, read
    from analyzer.store.policy_files import resume_command

    try:
        path, found = read_manifest(folder)
    except manifest.OldRunError:
        path = run_path(folder)
        if not (path / manifest.ANSWER).is_file():
            raise
        return _read(path / manifest.ANSWER)
    if found["status"] != manifest.STARTED and (path / manifest.ANSWER).is_file():
        return _read(path / manifest.ANSWER)
    request = manifest.request_of(found)
    with read.speaking_from(found):
        question = rebuild_question(folder, request, found)
        outcome = read.read_outcome(question, held_ranges(path, found), found)
        if not question.has_result(outcome):
            again = resume_command(folder, request)
            raise UserError(f"The run {folder!r} has no answer yet; continue: {again}")
        return answer_request(request, question, outcome)


def _read(file: Path) -> "Answer":
    from analyzer.render import json_text

    try:
        return json_text.from_json_text(input_files.read_text(file))
    except (OSError, UnicodeDecodeError):
        raise UserError(f"The file {str(file)!r} cannot be read.") from None


def rebuild_question(folder: str, request: "Request", found: "Manifest") -> "Question":
    """What a kept run asks, as it is told (`read.speaking_from`); nothing is played."""
    from analyzer.request.build import build_question
    from analyzer.store import manifest

    question = build_question(request)
    mine = manifest.describe_plan(question.plan())
    if differs := manifest.plan_difference(found, mine):
        raise UserError(f"The run {folder!r} cannot be used: {differs}.")
    return question


def held_ranges(path: Path, found: "Manifest") -> "dict[int, RangeSet]":
    """What a run holds, read without touching it."""
    from analyzer.store.folder import read_ranges

    return read_ranges(path, found)[0]


@contextmanager
def report_broken_files(*folders: str, passing: tuple[type[Exception], ...] = ()) -> Iterator[None]:
    """If something breaks because the files of a run are not as analyze writes them, say just that.
    Somebody may have changed or made them, so this is never told as a bug of ours."""
    try:
        yield
    except Exception as error:
        if isinstance(error, (UserError, RunError, OSError, *passing)):
            raise
        from analyzer.store.manifest import is_unchanged

        for folder in folders:
            if not is_unchanged(Path(folder).expanduser()):
                raise UserError(
                    f"The run {folder!r} cannot be used: its files were changed since analyze "
                    "wrote them."
                ) from error
        raise UserError(
            f"The run {folders[0]!r} cannot be used: its files hold what analyze does not write "
            f"there ({first_line(error)}); --debug shows where that was found."
        ) from error
