"""`analyze report`: everything about one game on one page."""

from typing import TYPE_CHECKING

import typer

from analyzer.cli._parameters import How, asks
from analyzer.cli._streams import print_line
from analyzer.cli._typer import Stopped
from analyzer.request.request import Request

if TYPE_CHECKING:
    from analyzer.questions import Question
    from analyzer.simulation.run import Outcome

HELP_ORDER = 9
EXAMPLES = """\
\b
Examples:
  analyze report hike --players 5
  analyze report horrible-mountain --out pages --quick

Writes a page that opens with a double click, the same in Markdown, and the JSON behind both. This
takes about a minute, or 15 seconds with --quick. A report made again is the same, byte by byte.
"""


@asks("report")
def command(request: Request, how: How) -> None:
    """Write a page with everything known about a game."""
    from analyzer.questions.report.compose import build_page, build_sections, play_rounds
    from analyzer.render.page_files import ReportFiles
    from analyzer.request.build import build_report
    from analyzer.simulation.executors.cluster import open_cluster
    from analyzer.system import invocation

    report = build_report(request)
    place = ReportFiles(how.out or "", report.name, how.force)

    def run(title: str, question: "Question") -> "Outcome":
        from analyzer.cli._progress import progress_bar

        with progress_bar(question.plan(), question, hidden=how.quiet, title=title) as show:
            return play_rounds(question, progress=show, threads=how.threads, executor=executor)

    try:
        with open_cluster(how.cluster) as executor, invocation.called_as("analyze"):
            made = build_page(report, list(build_sections(report, run)))
            place.write(made)
    except KeyboardInterrupt:
        if not place.is_written:
            typer.echo("Stopped before the report was written; nothing of it is kept.", err=True)
            raise Stopped from None
    if not how.quiet:
        print_line(f"{made.title}.")
        for file in place.files:
            print_line(f" Kept: {file}")
