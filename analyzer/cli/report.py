"""`analyze report`: everything about one game on one page."""

from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli import _options
from analyzer.cli._options import Texts, option
from analyzer.cli._usage import Stopped

if TYPE_CHECKING:
    from analyzer.questions import Question
    from analyzer.run import Outcome

PLACE = 9
EXAMPLES = """\
\b
Examples:
  analyze report hike --players 5
  analyze report horrible-mountain --out pages --quick

Writes a page that opens with a double click, the same in Markdown, and the JSON behind both. This
takes about a minute, or 15 seconds with --quick. A report made again is the same, byte by byte.
"""


def command(
    game: _options.Game,
    players: _options.Players = None,
    policy: _options.Policies = None,
    rule: _options.RulePairs = None,
    seed: _options.Seed = None,
    tolerance: _options.Tolerance = None,
    out: Annotated[
        Texts,
        option("DIR", "Folder for the files. [default: reports]"),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Fewer games: 15 seconds instead of a minute.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a report that is already there.")
    ] = False,
    quiet: _options.Quiet = False,
    threads: _options.Threads = None,
    cluster: _options.Cluster = None,
) -> None:
    """Write a page with everything known about a game."""
    from analyzer import games, program

    found = games.load(game)
    setting = _options.setting(game, players or [str(found.usual_players)], policy, rule, seed)
    workers, where = _options.threads(threads), _options.cluster(cluster, threads)

    from analyzer.executors.cluster import opened
    from analyzer.report.page_files import ReportPlace
    from analyzer.reporting import FULL, QUICK, Report, page, played, sections

    report = Report(
        setting,
        QUICK if quick else FULL,
        _options.points(tolerance, "--tolerance", "1") or 0.01,
    )
    place = ReportPlace(_options.one(out, "--out", "reports") or "", report.name, force)

    def run(title: str, question: "Question") -> "Outcome":
        from analyzer.cli._progress import progress_bar

        with progress_bar(question.plan(), question, hidden=quiet, title=title) as show:
            return played(question, progress=show, threads=workers, executor=executor)

    try:
        with opened(where) as executor, program.called("analyze"):
            made = page(report, list(sections(report, run)))
        place.write(made)
    except KeyboardInterrupt:
        if not place.is_written:
            typer.echo("Stopped before the report was written; nothing of it is kept.", err=True)
            raise Stopped from None
    if not quiet:
        typer.echo(f"{made.title}.")
        for file in place.files:
            typer.echo(f" Kept: {file}")
