"""Statistics: intervals, tests, verdicts, plans and honest rounding. Knows nothing of games.

Sums come in as integers; intervals are two-sided, 95 % unless told otherwise. Importing this
package is cheap: numpy comes in with the first call that needs it.
"""

from analyzer.stats.blocks import (
    jackknife_blocks,
    jackknife_p,
    slope,
    surplus_slope,
    with_minus_without,
)
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
    ALPHA,
    LEVEL,
    Interval,
    clopper_pearson,
    share_p,
    simultaneous_shares,
)
from analyzer.stats.luck import LuckSplit, LuckSums, luck_intervals, luck_sums, split_luck
from analyzer.stats.means import mean_interval, paired_mean, paired_p, student_p
from analyzer.stats.open_ended import open_ended_mean, open_ended_share
from analyzer.stats.paired import pairing_factor, tango, tango_p
from analyzer.stats.planning import (
    Estimate,
    games_for_error,
    games_needed,
    games_to_decide,
    games_until_ahead,
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
    "ALPHA",
    "LEVEL",
    "Adjusted",
    "Estimate",
    "Interval",
    "Look",
    "LuckSplit",
    "LuckSums",
    "Verdict",
    "clopper_pearson",
    "decimals",
    "fixed",
    "games_for_error",
    "games_needed",
    "games_to_decide",
    "games_until_ahead",
    "holm",
    "holm_estimates",
    "jackknife_blocks",
    "jackknife_p",
    "looks",
    "luck_intervals",
    "luck_sums",
    "mean_interval",
    "of_difference",
    "of_share",
    "open_ended_mean",
    "open_ended_share",
    "paired_mean",
    "paired_p",
    "pairing_factor",
    "percentage",
    "quantile_from_histogram",
    "roughly",
    "share_p",
    "shown",
    "simultaneous_shares",
    "slope",
    "split_luck",
    "student_p",
    "surplus_slope",
    "tango",
    "tango_p",
    "verdict",
    "verdict_of_all",
    "with_minus_without",
]
