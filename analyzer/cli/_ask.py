"""What every command that plays does alike: check places, play with progress, print, keep, stop."""

from collections.abc import Sequence
from contextlib import nullcontext
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING

import typer

from analyzer import stats
from analyzer.cli import _options
from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.answer import Answer
    from analyzer.questions import Question
    from analyzer.run import Outcome

STOPPED = 130


def ask(
    question: "Question",
    *,
    plot: Sequence[str] | None,
    out: Sequence[str] | None,
    json: bool,
    quiet: bool,
    threads: Sequence[str] | None,
    rows: int | None = 0,
    resume: str = "",
) -> None:
    """Play what a question needs, print the answer, keep it where asked.

    `rows`: games whose rows are kept with --out; None keeps all. `resume` is the command that
    plays the rest after a stop, with a place for the number of games left and the first of them.
    """
    if json and quiet:
        raise UserError(
            "Options --json and --quiet exclude each other: --json prints the object alone already."
        )
    workers = _options.threads(threads)
    plan = question.plan()

    from analyzer.cli._progress import progress_bar
    from analyzer.report.files import Picture, ResultFolder
    from analyzer.run import run

    picture, folder = _options.one(plot, "--plot"), _options.one(out, "--out")
    drawn = Picture(picture) if picture else None
    with ResultFolder(folder, rows) if folder else nullcontext() as kept:
        Thread(target=_load_ahead, daemon=True).start()
        with progress_bar(plan, question, hidden=quiet or json) as show:
            sink = kept.write if kept and rows != 0 else None
            outcome = run(plan, threads=workers, rows=sink, progress=show, decide=question.decided)
        if any(ran.n == 0 for ran in outcome.groups):
            typer.echo("Stopped before there was anything to tell.", err=True)
            raise typer.Exit(STOPPED)
        answer = question.answer(outcome)
        show_answer(answer, json, quiet)  # before any file: a full disk must not cost the answer
        for file in (kept, drawn):
            if file:
                file.finish(answer)
                if not (json or quiet):
                    typer.echo(f" Kept: {file.path}")
    if outcome.interrupted:
        _tell_how_to_go_on(answer, outcome, resume)
        raise typer.Exit(STOPPED)


def show_answer(answer: "Answer", json: bool, quiet: bool) -> None:
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


def _tell_how_to_go_on(answer: "Answer", outcome: "Outcome", resume: str) -> None:
    group = outcome.groups[0]
    n, asked = group.n, group.group.n
    text = f"Stopped after {n:,} of {asked:,} games."
    if resume and n < asked and not group.group.looks:
        text += f" The others: {resume.format(n=asked - n, first=group.group.first + n)}"
    else:
        text += f" From the beginning: {answer.command}"
    typer.echo(text, err=True)
