"""`analyze sweep`: a rule over a range of values."""

from math import prod

from analyzer.cli import _ask, _options
from analyzer.errors import UserError

PLACE = 6
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


def command(
    game: _options.Game,
    players: _options.Players = None,
    rule: _options.RulePairs = None,
    n: _options.Count = None,
    policy: _options.Policies = None,
    measure: _options.Measures = None,
    minutes_per_decision: _options.MinutesPerDecision = None,
    seconds_per_decision: _options.SecondsPerDecision = None,
    seed: _options.Seed = None,
    tolerance: _options.Tolerance = None,
    plot: _options.Plot = None,
    out: _options.Out = None,
    json: _options.Json = False,
    quiet: _options.Quiet = False,
    threads: _options.Threads = None,
    cluster: _options.Cluster = None,
    first: _options.First = None,
) -> None:
    """Try a range of values of a rule: what do they change?"""
    from analyzer import games, points

    found = games.load(game)
    text = _options.one(players, "--players")
    sizes = _sizes(found.name, found.players, text)
    dims = points.rule_values(rule or [])
    fixed = {name: values[0] for name, values in dims.items() if len(values) == 1}
    varied = {name: values for name, values in dims.items() if len(values) > 1}
    if not varied and len(sizes) < 2:
        low, high = found.players
        several = f", or --players {low}..{high}" if low < high else ""
        once = f"; --rule {next(iter(fixed))} has one value" if fixed else ""
        raise UserError(
            f"sweep needs something to vary: a rule such as --rule target=20..50:5{several}{once}."
        )
    from analyzer import setting as settings
    from analyzer import spec
    from analyzer.api import sweep_question
    from analyzer.limits import refuse_many
    from analyzer.run import workers_for

    base = settings.make(
        game,
        sizes[0],
        list(policy or []),
        fixed,
        spec.integer(_options.one(seed, "--seed", "1") or "", "--seed", 0, spec.MAX_SEED),
    )
    count = _options.count(n, "-n", "20k")
    cells = prod(map(len, varied.values())) * len(sizes)
    refuse_many(cells, base.cell, count, workers_for([base.cell], _options.threads(threads)))
    question = sweep_question(
        base,
        varied,
        sizes,
        count,
        _options.first(first),
        _options.points(tolerance, "--tolerance", "1") or 0.01,
        measure or [],
        _options.minutes(minutes_per_decision, seconds_per_decision),
    )
    _ask.ask(question, plot=plot, out=out, json=json, quiet=quiet, threads=threads, cluster=cluster)


def _sizes(game: str, limits: tuple[int, int], text: str | None) -> list[int]:
    from analyzer import points

    if text is None:
        return [_options.seats(game, limits, None)]
    found = points.values(text, "--players")
    return [_options.seats(game, limits, str(size)) for size in found]
