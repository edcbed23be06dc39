"""What all commands that play do: check places, play with progress, print, keep, stop."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, NoReturn

import typer

from analyzer.cli import _options
from analyzer.cli._usage import Stopped, arguments
from analyzer.errors import RunError, UserError

if TYPE_CHECKING:
    from analyzer.answer import Answer
    from analyzer.executors import Executor
    from analyzer.kept.folder import Kept
    from analyzer.plan import Plan
    from analyzer.questions import Question
    from analyzer.report.files import Picture
    from analyzer.run import Outcome


@dataclass
class Instead:
    """What a command about kept runs wants from the command that it calls again."""

    folder: Path | None = None  # continue the run that is kept there
    found: "list[Question]" = field(default_factory=list)  # or only say what is asked


INSTEAD: ContextVar[Instead | None] = ContextVar("instead", default=None)


def ask(
    question: "Question",
    *,
    plot: Sequence[str] | None,
    out: Sequence[str] | None,
    json: bool,
    quiet: bool,
    threads: Sequence[str] | None,
    cluster: Sequence[str] | None,
    rows: int | None = 0,
    rest: str = "",
) -> None:
    """Play what a question needs, print the answer, keep it if asked.

    `rows`: games whose rows are kept with --out; None keeps all. `rest` is the command that plays
    the rest of a stopped run that is not kept, with places for the number and the first game.
    """
    instead = INSTEAD.get()
    if instead and instead.folder is None:
        instead.found.append(question)
        return
    if json and quiet:
        raise UserError(
            "Options --json and --quiet cannot be combined: --json already prints only the object."
        )
    workers, where = _options.threads(threads), _options.cluster(cluster, threads)
    drawn, place = _places(plot, out)
    if instead:
        place = instead.folder
    plan = question.plan()

    from analyzer.executors.cluster import opened

    with opened(where) as executor, _kept(place, bool(instead), plan, rows) as kept:
        _refuse_endless(plan, workers, executor)
        outcome = _play(question, plan, kept, workers, executor, hidden=quiet or json)
        if not question.tells(outcome):
            _tell_that_nothing_came(kept, outcome, where)
        with _second_interrupt(kept, drawn):
            answer = question.answer(outcome)
            try:
                show_answer(answer, json, quiet)  # before any file: a full disk must not cost it
            finally:  # and a lost terminal must not cost the files
                _write(answer, kept, drawn, told=not (json or quiet))
    if outcome.interrupted:
        _end(outcome, _how_to_go_on(answer, outcome, kept, rest, where))


def _refuse_endless(plan: "Plan", threads: int | None, executor: "Executor | None") -> None:
    from analyzer.limits import refuse_endless
    from analyzer.run import workers_for

    cells = [cell for group in plan.groups for cell in group.cells]
    refuse_endless(plan, executor.workers if executor else workers_for(cells, threads))


def _places(
    plot: Sequence[str] | None, out: Sequence[str] | None
) -> "tuple[Picture | None, Path | None]":
    """Where files go, tried before anything is played."""
    from analyzer.kept.folder import place_for
    from analyzer.report.files import Picture

    picture, folder = _options.one(plot, "--plot"), _options.one(out, "--out")
    drawn = Picture(picture) if picture else None
    place = place_for(folder) if folder else None
    if drawn and place and drawn.path == place.absolute():
        raise UserError(f"Options --plot and --out must be two places; both are {folder!r}.")
    return drawn, place


@contextmanager
def _kept(
    place: Path | None, goes_on: bool, plan: "Plan", rows: int | None
) -> "Iterator[Kept | None]":
    """The folder of a run; a run that fails removes the folder if it made it itself."""
    if place is None:
        yield None
        return
    from analyzer.kept.folder import Kept

    if goes_on:
        kept = Kept.open(place, plan, arguments())
    else:
        kept = Kept.create(place, plan, arguments(), rows)
    try:
        yield kept
    except Stopped:
        raise
    except BaseException:
        if kept.is_empty:
            kept.remove()
        raise
    finally:
        kept.close()


def _play(
    question: "Question",
    plan: "Plan",
    kept: "Kept | None",
    workers: int | None,
    executor: "Executor | None",
    hidden: bool,
) -> "Outcome":
    from analyzer.cli._progress import progress_bar
    from analyzer.run import run_question

    Thread(target=_load_ahead, daemon=True).start()
    try:
        with progress_bar(plan, question, hidden=hidden) as show:
            outcome = run_question(
                question,
                threads=workers,
                rows=kept.write_rows if kept and kept.takes_rows else None,
                rows_end=kept.rows_end if kept else None,
                progress=show,
                store=kept,
                executor=executor,
            )
    except RuntimeError as error:
        if "new thread" not in str(error):
            raise
        raise RunError(
            "The system starts no more threads; give a smaller number with --threads."
        ) from error
    if kept is None:
        return outcome
    if not outcome.interrupted:
        kept.drop_beyond([ran.n for ran in outcome.groups])
    return replace(
        outcome,
        seconds=outcome.seconds + kept.manifest["seconds"],
        core_seconds=outcome.core_seconds + kept.manifest["core_seconds"],
    )


def _write(answer: "Answer", kept: "Kept | None", drawn: "Picture | None", told: bool) -> None:
    if kept:
        from analyzer.kept import manifest
        from analyzer.report.files import write_answer

        with kept.writing():
            write_answer(kept.path, answer)
        status = manifest.STOPPED if answer.interrupted else manifest.DONE
        kept.end(status, answer.seconds, answer.core_seconds)
        if told:
            typer.echo(f" Kept: {kept.path}")
    if drawn:
        drawn.finish(answer)
        if told:
            typer.echo(f" Kept: {drawn.path}")


@contextmanager
def _second_interrupt(kept: "Kept | None", drawn: "Picture | None") -> Iterator[None]:
    """Ctrl-C while the answer is printed and written: say what became of it."""
    try:
        yield
    except KeyboardInterrupt:
        if kept:
            again = _resume(kept, None)
            text = f"Stopped while the answer was written. All games are kept; write it: {again}"
        elif drawn:
            text = f"Stopped while {drawn.text} was drawn; it is not written."
        else:
            text = "Stopped while the answer was printed."
        typer.echo(text, err=True)
        raise Stopped from None


def show_answer(answer: "Answer", json: bool, quiet: bool) -> None:
    """On the screen, in the form that is asked for."""
    import sys

    from analyzer.cli._screen import out
    from analyzer.cli._streams import json_for
    from analyzer.report import jsonout, terminal

    if json:
        typer.echo(json_for(sys.stdout, jsonout.text(answer)))
    elif quiet:
        terminal.brief(answer, out())
    else:
        terminal.show(answer, out())
    sys.stdout.flush()


def _load_ahead() -> None:
    """Import what the answer needs while the games run: this saves 0.2 s of waiting."""
    with suppress(Exception):  # the code that needs it will report what is broken
        for name in ("analyzer.report.terminal", "analyzer.report.jsonout"):
            import_module(name)


def _tell_that_nothing_came(kept: "Kept | None", outcome: "Outcome", where: str | None) -> NoReturn:
    text = "Stopped before there was any result."
    if kept and not kept.is_empty:
        from analyzer.kept import manifest

        kept.end(manifest.STOPPED, kept.manifest["seconds"], kept.manifest["core_seconds"])
        text += f" Continue: {_resume(kept, where)}"
    elif kept:
        kept.remove()
    _end(outcome, text)


def _how_to_go_on(
    answer: "Answer", outcome: "Outcome", kept: "Kept | None", rest: str, where: str | None
) -> str:
    group = outcome.groups[0]
    n, asked = group.n, group.group.n
    if len(outcome.groups) > 1:  # all games of all tables, as the progress counts them
        n, asked = outcome.games, outcome.plan.games
    text = f"Stopped after {n:,} of {asked:,} games."
    if kept:
        return f"{text} Continue: {_resume(kept, where)}"
    if rest and n < asked and not group.group.looks:
        return f"{text} Play the rest: {rest.format(n=asked - n, first=group.group.first + n)}"
    return f"{text} Start again: {answer.command}"


def _resume(kept: "Kept", where: str | None) -> str:
    from analyzer.kept.words import resume

    more = ["--cluster", where] if where else []
    return resume(kept.path, kept.manifest["arguments"], *more)


def _end(outcome: "Outcome", text: str) -> NoReturn:
    """The last words of a run that ended early: somebody stopped it, or its workers are gone."""
    if outcome.lost:
        raise RunError(f"{outcome.lost} {text}")
    typer.echo(text, err=True)
    raise Stopped
