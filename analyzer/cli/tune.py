"""`analyze tune`: is there a better setting of a policy?"""

from analyzer.cli import _run
from analyzer.cli._parameters import How, asks
from analyzer.request.request import Request

HELP_ORDER = 7.5
EXAMPLES = """\
\b
Examples:
  analyze tune oh-hell -p 4 --over recall=0,1 --over boldness=-1..1:0.25
  analyze tune hide-n-seek --over hole=20..80:10 --seconds 30
  analyze tune ./pig.py --over enough=15..30 --out tuned
  analyze tune hike -p 4 --policy ./mine.py:Cautious --over keep=0..6

One player with other values sits among players of the policy as it is, once at every seat of the
same deals. Grids of up to 60 settings are halved round by round; larger ones, and ranges of any
number, are searched with the package cmaes. What looks best is then confirmed on fresh deals.
"""


@asks("tune")
def command(request: Request, how: How) -> None:
    """Look for better values of a policy's parameters."""
    _run.play_and_show(request, how)
