"""`analyze plan`: how many games a question needs, before it is asked."""

from analyzer.cli import _contract, _run
from analyzer.cli._parameters import How, takes
from analyzer.errors import UserError
from analyzer.request.options import options_of
from analyzer.request.request import Request
from analyzer.system.faces import option_subject

HELP_ORDER = 3.5
EXAMPLES = """\
\b
Examples:
  analyze plan hike -p 5
  analyze plan hike -p 5 --vs target=30 --difference 0.5
  analyze plan oh-hell -p 4 --tolerance 2
  analyze plan balance.toml             the games that decide every clause

A short pilot measures how much games vary, how much the same luck helps, and how fast they are
played. A number of games is enough with a chance of 80 %; the time is that of this machine.
"""


OF_CONTRACT = {"n", "seed", "policy"}  # what may be said beside a contract


@takes("plan")
def command(how: How, game: str, game_file: str | None, **given: object) -> None:
    """Say how many games a question needs, before a run."""
    rows = options_of("plan")
    said = {name: value for name, value in given.items() if value != rows[name].default}
    if not game.endswith(".toml"):
        if game_file is not None:
            raise UserError(f"{option_subject('game_file')} belongs to a contract in a file.")
        _run.play_and_show(Request("plan", game, said), how)
        return
    if others := [name for name in said if name not in OF_CONTRACT]:
        raise UserError(f"{option_subject(others[0])} is said by the contract; change it there.")
    _run.play_and_show(_contract.request_of(game, game_file, {**said, "plan": True}), how)
