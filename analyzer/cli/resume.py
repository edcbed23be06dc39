"""`analyze resume`: continue a kept run."""

from analyzer.cli import _judge, _kept, _options

PLACE = 20
EXAMPLES = """\
\b
Examples:
  analyze simulate hike -p 5 -n 1e9 --out long    stopped after an hour
  analyze resume long                             plays what is missing

If the run has a policy from a file, name it again (--policy ./mine.py:Cautious): the file is code,
and whoever made the folder chose it. A complete run is not played again; its answer is printed.
"""


def command(
    folder: _kept.Folder,
    policy: _judge.Policies = None,
    plot: _options.Plot = None,
    json: _options.Json = False,
    quiet: _options.Quiet = False,
    threads: _options.Threads = None,
    cluster: _options.Cluster = None,
) -> None:
    """Continue a run that was stopped."""
    mine = _judge.named(policy, plot, cluster)
    with _kept.care(folder):
        _kept.trusted([folder], mine)
        _kept.go_on(folder, [], mine, json=json, quiet=quiet, threads=threads)
