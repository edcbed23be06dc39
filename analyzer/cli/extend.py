"""`analyze extend`: add games to a kept run."""

from typing import TYPE_CHECKING

from analyzer.api import stored
from analyzer.cli import _stored
from analyzer.cli._parameters import How, takes
from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.store.manifest import Manifest

HELP_ORDER = 21
EXAMPLES = """\
\b
Examples:
  analyze extend result -n 1e8      plays on until there are 1e8 games

-n is the total number of games, not how many are added. A run with planned looks (--until-decided,
--precision) cannot be extended, because its looks were planned for its -n. Intervals hold for a
number of games that was fixed beforehand: if you want to play until there is a verdict, begin with
--until-decided.
"""


@takes("extend")
def command(
    folder: str,
    n: int,
    policy: list[str] | None,
    game_file: str | None,
    count: str | None,
    how: How,
) -> None:
    """Add games to a kept run."""
    from analyzer.store.manifest import request_of

    with _stored.report_broken_files(folder):
        _, found = stored.read_manifest(folder)
        _refuse_fewer(folder, n, found)
        request = request_of(found).replace(n=n, precision=None, seconds=None)
        _stored.continue_run(folder, request, policy, game_file, count, how)


def _refuse_fewer(folder: str, n: int, found: "Manifest") -> None:
    """A run is extended, never cut, and only if more games mean the same question."""
    from analyzer.store.manifest import request_of
    from analyzer.store.read import speaking_from

    if not found["plan"]:
        raise UserError(f"The run {folder!r} has nothing to play, so there is nothing to extend.")
    group = found["plan"][0]
    if group["looks"]:
        raise UserError(
            f"The run {folder!r} has looks planned for {group['n']:,} games, which more games "
            "would spoil; start a new one with a larger -n."
        )
    if n < group["n"]:
        raise UserError(
            f"Option -n must be at least the {group['n']:,} games that the run {folder!r} was "
            f"asked for; got {n:,}."
        )
    if "merged" not in found:
        with speaking_from(found):
            question = stored.rebuild_question(folder, request_of(found), found)
            first_round = len(question.plan().groups)
        if first_round < len(found["plan"]):
            raise UserError(
                f"The run {folder!r} was played in rounds, and more games in the first would "
                "change the next; start a new one with a larger -n."
            )
