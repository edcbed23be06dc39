"""`analyze simulate`: play a game many times and answer whether its table is fair."""

from analyzer.cli import _run
from analyzer.cli._parameters import How, asks
from analyzer.request.request import Request

HELP_ORDER = 4
EXAMPLES = """\
\b
Examples:
  analyze simulate hike -p 5 -n 1e6
  analyze simulate hike -p 4 --policy expert --policy 1=random
  analyze simulate hike -p 3 --rule target=30 --plot wins.svg
  analyze simulate hike -p 5 -n 1e7 --until-decided
  analyze simulate hike -p 5 -n 1e7 --out result --rows 1e5

The verdict: FAIR if every seat's 95 % interval lies within the tolerance of the fair share, UNFAIR
if one lies wholly outside, UNDECIDED if more games are needed. Ctrl-C keeps what is done.
"""


@asks("simulate")
def command(request: Request, how: How) -> None:
    """Play a game many times: is the table fair?"""
    _run.play_and_show(request, how)
