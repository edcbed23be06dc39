"""`analyze sweep`: a rule over a range of values."""

from analyzer.cli import _run
from analyzer.cli._parameters import How, asks
from analyzer.request.request import Request

HELP_ORDER = 6
EXAMPLES = """\
\b
Examples:
  analyze sweep hike -p 5 --rule target=20..50:5
  analyze sweep hike -p 3..8
  analyze sweep hike -p 4 --rule target=20..50:10 --rule hand_size=5..9
  analyze sweep hike -p 4 --rule hand_size=5..9 --measure hands
  analyze sweep oh-hell -p 4 --rule leader=dealer,left_of_dealer

A range is low..high or low..high:step, and commas separate single values. A rule with one value
holds in all cells. All cells with the same number of players have the same luck.
"""


@asks("sweep")
def command(request: Request, how: How) -> None:
    """Try a range of values of a rule: what do they change?"""
    _run.play_and_show(request, how)
