"""`analyze plan`: how many games a question needs, before it is asked."""

from analyzer.cli import _run
from analyzer.cli._parameters import How, asks
from analyzer.request.request import Request

HELP_ORDER = 3.5
EXAMPLES = """\
\b
Examples:
  analyze plan hike -p 5
  analyze plan hike -p 5 --vs target=30 --difference 0.5
  analyze plan oh-hell -p 4 --tolerance 2

A short pilot measures how much games vary, how much the same luck helps, and how fast they are
played. A number of games is enough with a chance of 80 %; the time is that of this machine.
"""


@asks("plan")
def command(request: Request, how: How) -> None:
    """Say how many games a question needs, before a run."""
    _run.play_and_show(request, how)
