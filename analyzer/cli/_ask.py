"""What every command that plays does alike: check places, play with progress, print, keep, stop."""

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import typer

from analyzer import program, stats
from analyzer.cli import _options
from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.answer import Answer
    from analyzer.kept import Kept
    from analyzer.plan import Plan
    from analyzer.questions import Question
    from analyzer.run import Outcome

STOPPED = 130

# Set by `resume` and `extend`: the folder of the run that the command goes on with.
GOES_ON: ContextVar[Path | None] = ContextVar("goes_on", default=None)


def ask(
    question: "Question",
    *,
    plot: Sequence[str] | None,
    out: Sequence[str] | None,
    json: bool,
    quiet: bool,
    threads: Sequence[str] | None,
    rows: int | None = 0,
    rest: str = "",
) -> None:
    """Play what a question needs, print the answer, keep it where asked.

    `rows`: games whose rows are kept with --out; None keeps all. `rest` is the command that plays
    the rest of a stopped run that is not kept, with places for the number and the first game.
    """
    if json and quiet:
        raise UserError(
            "Options --json and --quiet exclude each other: --json prints the object alone already."
        )
    workers = _options.threads(threads)
    plan = question.plan()

    from analyzer.cli._progress import progress_bar
    from analyzer.report.files import Picture, folder_for
    from analyzer.run import run_question

    picture, folder = _options.one(plot, "--plot"), _options.one(out, "--out")
    drawn = Picture(picture) if picture else None
    place = GOES_ON.get() or (folder_for(folder) if folder else None)
    with _kept(place, question, plan, rows) as kept:
        Thread(target=_load_ahead, daemon=True).start()
        with progress_bar(plan, question, hidden=quiet or json) as show:
            sink = kept.write_rows if kept and kept.limit != 0 else None
            outcome = run_question(question, threads=workers, rows=sink, progress=show, store=kept)
        if any(ran.n == 0 for ran in outcome.groups):
            _tell_that_nothing_came(kept)
            raise typer.Exit(STOPPED)
        answer = question.answer(outcome)
        show_answer(answer, json, quiet)  # before any file: a full disk must not cost the answer
        _write(answer, kept, drawn, told=not (json or quiet))
    if outcome.interrupted:
        _tell_how_to_go_on(answer, outcome, kept, rest)
        raise typer.Exit(STOPPED)


@contextmanager
def _kept(
    place: Path | None, question: "Question", plan: "Plan", rows: int | None
) -> "Iterator[Kept | None]":
    """The folder of a run; a run that fails leaves none that it made itself."""
    if place is None:
        yield None
        return
    from analyzer.kept import Kept

    if GOES_ON.get():
        kept = Kept.open(place, plan)
    else:
        words = shlex.split(question.command)[len(shlex.split(program.program())) :]
        kept = Kept.create(place, plan, words, rows)
    try:
        yield kept
    except typer.Exit:
        raise
    except BaseException:
        if not any(kept.known(group) for group in range(len(plan.groups))):
            kept.remove()
        raise
    finally:
        kept.close()


def _write(answer: "Answer", kept: "Kept | None", drawn: object, told: bool) -> None:
    from analyzer.report.files import Picture, write_answer

    if kept:
        write_answer(kept.path, answer)
        kept.set_status("stopped" if answer.interrupted else "done")
        if told:
            typer.echo(f" Kept: {kept.path}")
    if isinstance(drawn, Picture):
        drawn.finish(answer)
        if told:
            typer.echo(f" Kept: {drawn.path}")


def show_answer(answer: "Answer", json: bool, quiet: bool) -> None:
    """On the screen, in the form that is asked for."""
    from analyzer.cli._screen import out
    from analyzer.report import jsonout, terminal

    if json:
        typer.echo(jsonout.text(answer))
    elif quiet:
        terminal.brief(answer, out())
    else:
        terminal.show(answer, out())


def _load_ahead() -> None:
    """Import while the games run what the answer will need: 0.2 s that nobody then waits for."""
    for name in ("analyzer.report.terminal", "analyzer.report.jsonout"):
        import_module(name)
    stats.load()


def _tell_that_nothing_came(kept: "Kept | None") -> None:
    text = "Stopped before there was anything to tell."
    if kept and any(kept.known(group) for group in range(len(kept.plan.groups))):
        kept.set_status("stopped")
        text += f" Go on: {program.command('resume', kept.path)}"
    elif kept:
        kept.remove()
    typer.echo(text, err=True)


def _tell_how_to_go_on(
    answer: "Answer", outcome: "Outcome", kept: "Kept | None", rest: str
) -> None:
    group = outcome.groups[0]
    n, asked = group.n, group.group.n
    text = f"Stopped after {n:,} of {asked:,} games."
    if kept:
        text += f" Go on: {program.command('resume', kept.path)}"
    elif rest and n < asked and not group.group.looks:
        text += f" The others: {rest.format(n=asked - n, first=group.group.first + n)}"
    else:
        text += f" From the beginning: {answer.command}"
    typer.echo(text, err=True)
