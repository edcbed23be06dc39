"""`analyze simulate`: play a game many times and answer whether its table is fair."""

from contextlib import nullcontext
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer import spec, stats
from analyzer.cli import _options
from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.cli._options import Table
    from analyzer.report.summary import Summary

PLACE = 4
EXAMPLES = """\
\b
Examples:
  analyze simulate hike -p 5 -n 1e6
  analyze simulate hike -p 4 --policy expert --policy 1=random
  analyze simulate hike -p 3 --rule target=30 --plot wins.svg
  analyze simulate hike -p 5 -n 1e7 --out result --rows 1e5

The verdict: FAIR if every seat's 95 % interval lies within the tolerance of the fair share, UNFAIR
if one lies wholly outside, UNDECIDED if more games are needed. Ctrl-C keeps what is done.
"""
STOPPED = 130
THREADS = 1024


def command(
    game: _options.Game,
    players: _options.Players = None,
    n: Annotated[
        str, typer.Option("-n", metavar="COUNT", help="Games to play: 1e6, 250k, 1_000_000.")
    ] = "100k",
    policy: _options.Policies = None,
    rule: _options.RulePairs = None,
    seed: _options.Seed = "1",
    tolerance: Annotated[
        str,
        typer.Option(
            metavar="POINTS",
            help="Percentage points by which a seat may depart from its fair share.",
        ),
    ] = "1",
    plot: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Draw the win rates: FILE.png, .svg or .pdf."),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(
            metavar="DIR",
            help="Keep everything in a new folder: games.parquet, seats.parquet, summary.json, "
            "provenance.json, pictures.",
        ),
    ] = None,
    rows: Annotated[
        str | None,
        typer.Option(metavar="COUNT", help="With --out: rows of the first COUNT games only."),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for programs.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print the verdict alone, and no progress.")
    ] = False,
    threads: Annotated[
        str | None,
        typer.Option(metavar="N", help="Threads; results never depend on it. [default: all cores]"),
    ] = None,
    first: Annotated[
        str,
        typer.Option(metavar="INDEX", help="Number of the first game, to go on after a stop."),
    ] = "0",
) -> None:
    """Play a game many times: is the table fair?"""
    _refuse_contradictions(json, quiet, out, rows)
    table = _options.table(game, players, policy, rule, seed)
    experiment = table.experiment(
        n=spec.count(n), first=spec.count(first, "--first", low=0, high=spec.MAX_COUNT)
    )
    points = spec.number(tolerance, "--tolerance", 0, 100, " percentage points")
    workers = spec.integer(threads, "--threads", 1, THREADS) if threads else None
    kept = None if rows is None else spec.count(rows, "--rows", low=0)

    from analyzer.cli._progress import progress_bar
    from analyzer.cli._summary import summarize
    from analyzer.report.folder import Picture, ResultFolder
    from analyzer.simulate import run

    picture = Picture(plot) if plot else None
    Thread(target=_load_ahead, daemon=True).start()
    with ResultFolder(out, kept) if out else nullcontext() as folder:
        sink = folder if kept != 0 else None
        with progress_bar(experiment.n, hidden=quiet or json) as show:
            outcome = run(experiment, threads=workers, rows=sink, progress=show)
        if outcome.totals.n == 0:
            raise KeyboardInterrupt
        summary = summarize(table, outcome, points / 100)
        _print(summary, json, quiet)  # before any file: a full disk must not cost the answer
        for file in (folder, picture):
            if file:
                file.finish(summary)
                if not (json or quiet):
                    typer.echo(f" Kept: {file.path}")
    if outcome.interrupted:
        _tell_how_to_go_on(table, summary)
        raise typer.Exit(STOPPED)


def _load_ahead() -> None:
    """Import while the games run what the answer will need: 0.2 s that nobody then waits for."""
    parts = ("cli._summary", "report.terminal_summary", "report.json_summary")
    for name in (f"analyzer.{part}" for part in parts):
        import_module(name)
    stats.load()


def _refuse_contradictions(json: bool, quiet: bool, out: str | None, rows: str | None) -> None:
    if json and quiet:
        raise UserError(
            "Options --json and --quiet exclude each other: --json prints the object alone already."
        )
    if rows is not None and out is None:
        raise UserError("Option --rows must come with --out DIR, the folder that keeps the rows.")


def _print(summary: "Summary", json: bool, quiet: bool) -> None:
    from analyzer.cli._screen import out
    from analyzer.report import json_summary, terminal_summary

    if json:
        typer.echo(json_summary.text(summary))
    elif quiet:
        terminal_summary.answer(summary, out())
    else:
        terminal_summary.show(summary, out())


def _tell_how_to_go_on(table: "Table", summary: "Summary") -> None:
    first, left = summary.first + summary.n, summary.asked - summary.n
    command = table.command("simulate", "-n", left, "--first", first)
    typer.echo(
        f"Stopped after {summary.n:,} of {summary.asked:,} games. The others: {command}", err=True
    )
