"""`analyze resume`: continue a kept run."""

from analyzer.api import stored
from analyzer.cli import _stored
from analyzer.cli._parameters import How, takes

HELP_ORDER = 20
EXAMPLES = """\
\b
Examples:
  analyze simulate hike -p 5 -n 1e9 --out long    stopped after an hour
  analyze resume long                             plays what is missing

If the run has a policy or game from a file, name it again (--policy ./mine.py:Cautious, --game
./pig.py): the file is code, and whoever made the folder chose it. A complete run is not played
again; its answer is printed.
"""


@takes("resume")
def command(
    folder: str, policy: list[str] | None, game_file: str | None, count: str | None, how: How
) -> None:
    """Continue a run that was stopped."""
    from analyzer.store.manifest import request_of

    with _stored.report_broken_files(folder):
        _, found = stored.read_manifest(folder)
        _stored.continue_run(folder, request_of(found), policy, game_file, count, how)
