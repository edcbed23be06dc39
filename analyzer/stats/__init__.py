"""Statistics: intervals, tests, verdicts, plans and honest rounding. Knows nothing of games.

Sums come in as integers; intervals are two-sided, 95 % unless told otherwise. Importing this
package is cheap: numpy and scipy come in with the first call that needs them.
"""

from analyzer.stats.decisions import (
    Adjusted,
    Look,
    Verdict,
    holm,
    holm_estimates,
    looks,
    verdict,
    verdict_of_all,
)
from analyzer.stats.intervals import (
    LEVEL,
    Interval,
    clopper_pearson,
    mean_interval,
    simultaneous_shares,
    student_p,
)
from analyzer.stats.laws import load
from analyzer.stats.paired import paired_mean, paired_p, pairing_factor, tango, tango_p
from analyzer.stats.planning import (
    Estimate,
    games_for_error,
    games_needed,
    games_to_decide,
    of_difference,
    of_share,
)
from analyzer.stats.rounding import (
    decimals,
    fixed,
    percentage,
    quantile_from_histogram,
    roughly,
    shown,
)

__all__ = [
    "LEVEL",
    "Adjusted",
    "Estimate",
    "Interval",
    "Look",
    "Verdict",
    "clopper_pearson",
    "decimals",
    "fixed",
    "games_for_error",
    "games_needed",
    "games_to_decide",
    "holm",
    "holm_estimates",
    "load",
    "looks",
    "mean_interval",
    "of_difference",
    "of_share",
    "paired_mean",
    "paired_p",
    "pairing_factor",
    "percentage",
    "quantile_from_histogram",
    "roughly",
    "shown",
    "simultaneous_shares",
    "student_p",
    "tango",
    "tango_p",
    "verdict",
    "verdict_of_all",
]
