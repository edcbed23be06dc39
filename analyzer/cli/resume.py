"""`analyze resume`: continue a kept run."""

from analyzer.cli import _kept, _options

PLACE = 20
EXAMPLES = """\
\b
Examples:
  analyze simulate hike -p 5 -n 1e9 --out long    stopped after an hour
  analyze resume long                             plays what is missing

A complete run is not played again; its answer is printed.
"""


def command(
    folder: _kept.Folder,
    json: _options.Json = False,
    quiet: _options.Quiet = False,
    threads: _options.Threads = None,
    cluster: _options.Cluster = None,
) -> None:
    """Continue a run that was stopped."""
    with _kept.care(folder):
        _kept.go_on(folder, [], json=json, quiet=quiet, threads=threads, cluster=cluster)
