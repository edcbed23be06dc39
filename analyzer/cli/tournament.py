"""`analyze tournament`: who plays better?"""

from analyzer.cli import _run
from analyzer.cli._parameters import How, asks
from analyzer.request.request import Request

HELP_ORDER = 7
EXAMPLES = """\
\b
Examples:
  analyze tournament hike -p 5 --policies random,greedy,expert
  analyze tournament horrible-mountain --policies greedy,expert -n 2e4
  analyze tournament oh-hell -p 4 --policies expert,./mine.py:Cautious -n 2e3

Policies are rotated over the seats on the same deals, so neither the seat nor the cards decide.
With three or more players no single number shows strength: read who wins among whom.
"""


@asks("tournament")
def command(request: Request, how: How) -> None:
    """Seat policies against each other: who plays better?"""
    _run.play_and_show(request, how)
