"""What all commands that play do: check places, play with progress, print, keep, stop."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, NoReturn

import typer

from analyzer.cli._parameters import How
from analyzer.cli._streams import print_line
from analyzer.cli._typer import Stopped
from analyzer.errors import RunError, UserError

if TYPE_CHECKING:
    from collections.abc import Callable

    from analyzer.answer.blocks import Answer
    from analyzer.questions import Question
    from analyzer.render.files import PlotFile
    from analyzer.request.request import Request
    from analyzer.simulation.executors import Executor
    from analyzer.simulation.plan import Plan
    from analyzer.simulation.run import Outcome
    from analyzer.store.folder import RunFolder


def play_and_show(
    request: "Request",
    how: How,
    into: Path | None = None,
    extend: "Callable[[Answer], Answer] | None" = None,
) -> "Answer":
    """Play what a request needs, print the answer, keep it if asked; `into` is the folder of a run
    that goes on. What `extend` adds to the answer is printed, and not kept."""
    from analyzer.request.build import build_question

    question = build_question(request)
    drawn, place = _places(how.plot, how.out)
    if place and getattr(question, "is_in_file", False):
        raise UserError(
            "Option --out cannot keep a question that is in a file: a folder must not name code."
        )
    plan = question.plan()
    if drawn and not plan.groups:
        raise UserError(f"Option --plot has nothing to draw: {_why_not(question)}.")

    from analyzer.request.build import answer_request
    from analyzer.simulation.executors.cluster import open_cluster

    rows = how.rows if request.kind == "simulate" else 0
    with (
        open_cluster(how.cluster) as executor,
        _kept(into or place, into is not None, plan, request, rows) as kept,
    ):
        _refuse_endless(plan, how.threads, executor)
        hidden = how.quiet or how.is_for_programs
        outcome = _play(question, plan, kept, how.threads, executor, hidden)
        if not question.has_result(outcome):
            _tell_that_nothing_came(kept, outcome, how.cluster)
        with _second_interrupt(kept, drawn):
            answer = answer_request(request, question, outcome)
            try:
                show_answer(
                    extend(answer) if extend else answer, how
                )  # before any file: a full disk must not cost it
            finally:  # and a lost terminal must not cost the files
                _write(answer, kept, drawn, told=not hidden)
    if outcome.interrupted:
        _end(outcome, _how_to_go_on(request, outcome, kept, how.cluster))
    return answer


def _why_not(question: "Question") -> str:
    """Why a question plays nothing, in the words of its answer."""
    from analyzer.simulation.run import run_question

    return question.answer(run_question(question, threads=1)).title


def _refuse_endless(plan: "Plan", threads: int | None, executor: "Executor | None") -> None:
    from analyzer.request.limits import refuse_endless
    from analyzer.simulation.run import workers_for

    cells = [cell for group in plan.groups for cell in group.cells]
    refuse_endless(plan, executor.workers if executor else workers_for(cells, threads))


def _places(plot: str | None, out: str | None) -> "tuple[PlotFile | None, Path | None]":
    """Where files go, tried before anything is played."""
    from analyzer.render.files import PlotFile
    from analyzer.store.folder import new_run_path

    drawn = PlotFile(plot) if plot else None
    place = new_run_path(out) if out else None
    if drawn and place and drawn.path == place.absolute():
        raise UserError(f"Options --plot and --out must be two places; both are {out!r}.")
    return drawn, place


@contextmanager
def _kept(
    place: Path | None, goes_on: bool, plan: "Plan", request: "Request", rows: int | None
) -> "Iterator[RunFolder | None]":
    """The folder of a run; a run that fails removes the folder if it made it itself."""
    if place is None:
        yield None
        return
    from analyzer.store.folder import RunFolder

    if goes_on:
        kept = RunFolder.open(place, plan, request)
    else:
        kept = RunFolder.create(place, plan, request, rows)
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
    kept: "RunFolder | None",
    workers: int | None,
    executor: "Executor | None",
    hidden: bool,
) -> "Outcome":
    from analyzer.cli._progress import progress_bar
    from analyzer.simulation.run import run_question

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


def _write(
    answer: "Answer", kept: "RunFolder | None", drawn: "PlotFile | None", told: bool
) -> None:
    if kept:
        from analyzer.render.files import write_answer
        from analyzer.store import manifest

        with kept.writing():
            write_answer(kept.path, answer)
        status = manifest.STOPPED if answer.interrupted else manifest.DONE
        kept.end(status, answer.seconds, answer.core_seconds)
        if told:
            print_line(f" Kept: {kept.shown}")
    if drawn:
        drawn.finish(answer)
        if told:
            print_line(f" Kept: {drawn.path}")


@contextmanager
def _second_interrupt(kept: "RunFolder | None", drawn: "PlotFile | None") -> Iterator[None]:
    """Ctrl-C while the answer is printed and written: say what is kept, and what is not written."""
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
        print_line(text, err=True)
        raise Stopped from None


def show_answer(answer: "Answer", how: How) -> None:
    """On the screen, in the form that is asked for."""
    import sys

    from analyzer.cli._screen import stdout_console
    from analyzer.cli._streams import encodable_json
    from analyzer.render import json_text, screen

    if how.json:
        typer.echo(encodable_json(sys.stdout, json_text.to_json_text(answer)))
    elif how.csv:
        typer.echo(csv_text(answer), nl=False)
    elif how.markdown:
        from analyzer.render import markdown

        typer.echo(markdown.render_answer(answer, pictures_of(answer, how)), nl=False)
    elif how.quiet:
        screen.print_brief(answer, stdout_console())
    else:
        screen.print_answer(answer, stdout_console())
    sys.stdout.flush()


def pictures_of(answer: "Answer", how: How) -> dict[str, str]:
    """The file of --plot, which shows the first figure."""
    drawn = answer.figures()[:1] if how.plot else ()
    return {figure.name: str(how.plot) for figure in drawn}


def csv_text(answer: "Answer") -> str:
    """The first table as CSV; an interval of a column x is x_low and x_high."""
    import csv
    import io

    tables = answer.tables()
    if not tables:
        raise UserError("Option --csv prints a table, and this answer has none.")
    rows = tables[0].records()
    names = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _load_ahead() -> None:
    """Import what the answer needs while the games run: this saves 0.2 s of waiting."""
    with suppress(Exception):  # the code that needs it will report what is broken
        for name in ("analyzer.render.screen", "analyzer.render.json_text"):
            import_module(name)


def _tell_that_nothing_came(
    kept: "RunFolder | None", outcome: "Outcome", where: str | None
) -> NoReturn:
    text = "Stopped before there was any result."
    if kept and not kept.is_empty:
        from analyzer.store import manifest

        kept.end(manifest.STOPPED, kept.manifest["seconds"], kept.manifest["core_seconds"])
        text += f" Continue: {_resume(kept, where)}"
    elif kept:
        kept.remove()
    _end(outcome, text)


def _how_to_go_on(
    request: "Request", outcome: "Outcome", kept: "RunFolder | None", where: str | None
) -> str:
    group = outcome.groups[0]
    n, asked = group.n, group.group.n
    if len(outcome.groups) > 1:  # all games of all tables, as the progress counts them
        n, asked = outcome.games, outcome.plan.games
    text = f"Stopped after {n:,} of {asked:,} games."
    if kept:
        return f"{text} Continue: {_resume(kept, where)}"
    if request.kind == "simulate" and n < asked and not group.group.looks:
        rest = request.replace(n=asked - n, first=group.group.first + n)
        return f"{text} Play the rest: {rest.command()}"
    return f"{text} Start again: {request.command()}"


def _resume(kept: "RunFolder", where: str | None) -> str:
    from analyzer.store.manifest import request_of
    from analyzer.store.policy_files import resume_command

    more = ["--cluster", where] if where else []
    return resume_command(kept.shown, request_of(kept.manifest), *more)


def _end(outcome: "Outcome", text: str) -> NoReturn:
    """The last words of a run that ended early: somebody stopped it, or its workers are gone."""
    if outcome.lost:
        raise RunError(f"{outcome.lost} {text}")
    print_line(text, err=True)
    raise Stopped
