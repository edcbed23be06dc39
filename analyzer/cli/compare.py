"""`analyze compare`: what does another rule, policy or number of players change?"""

from analyzer.cli import _run
from analyzer.cli._parameters import How, asks
from analyzer.request.request import Request

HELP_ORDER = 5
EXAMPLES = """\
\b
Examples:
  analyze compare hike -p 5 --rule target=25 --vs target=35
  analyze compare hike -p 5 --vs sun=0 --vs litter=0
  analyze compare oh-hell -p 4 --vs 'bid_mode=sequential hook=true'
  analyze compare hike -p 5 --policy greedy --vs policy=1=expert
  analyze compare hike -p 5 --vs target=20 --measure hands

All arms have the same luck, so small differences show with few games. The other options describe
the first arm, which is the reference. A variant says what differs: rules by name, policy=NAME or
players=N. Put several of them in quotes, with spaces between.
"""


@asks("compare")
def command(request: Request, how: How) -> None:
    """Compare variants on the same luck: what does a change do?"""
    _run.play_and_show(request, how)
