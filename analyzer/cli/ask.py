"""`analyze ask`: a designed experiment, answered in words."""

from analyzer.cli import _run
from analyzer.cli._parameters import How, asks
from analyzer.request.request import Request

HELP_ORDER = 8
EXAMPLES = """\
\b
Examples:
  analyze ask hike                        what can be asked of it
  analyze ask hike seats
  analyze ask hike readings --players 4
  analyze ask oh-hell zero-bid -n 2e4

Without a question, it lists all questions. An answer takes about ten seconds unless you give -n;
mend takes up to a minute. Its -n is the most games of the rules as they are and of each change that
is confirmed; the search before that takes about five times as many in all.
"""


@asks("ask")
def command(request: Request, how: How) -> None:
    """Ask a designer's question about a game."""
    if request["question"] is None:
        from analyzer import games

        _list(games.load(request.game).name)
    else:
        _run.play_and_show(request, how)


def _list(game: str) -> None:
    from analyzer.cli._screen import make_grid, stdout_console
    from analyzer.questions import designer
    from analyzer.questions.shared import experiments
    from analyzer.system.invocation import command_line as words

    rows = [(one.name, one.line) for one in designer.offered_questions(game)]
    rows += [(name, f"Of the package {whose}.") for name, whose in experiments.packages().items()]
    console = stdout_console()
    console.print(make_grid(("question", ""), rows, wrap=-1))
    console.print()
    console.print(f"Ask one: {words('ask', game, rows[0][0])}")
