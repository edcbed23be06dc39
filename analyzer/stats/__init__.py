"""Statistics: intervals, tests, verdicts, plans and honest rounding. Knows nothing of games.

Sums come in as integers; intervals are two-sided, 95 % unless told otherwise. Importing this
package is cheap: numpy comes in with the first call that needs it.
"""

from analyzer.stats.anytime import anytime_mean, anytime_share
from analyzer.stats.claims import (
    Claim,
    Family,
    Truth,
    all_of,
    any_of,
    barred,
    best,
    better,
    bounded,
    differs,
    exceeds,
    leads,
    none_of,
    verdict_changes,
    within,
)
from analyzer.stats.explained_variance import explained_share
from analyzer.stats.humps import Humps, two_humps
from analyzer.stats.interim_looks import Look, plan_looks
from analyzer.stats.intervals import (
    ALPHA,
    LEVEL,
    Interval,
    bound_if_unseen,
    clopper_pearson,
    farthest_distance,
    share_p,
    simultaneous_shares,
)
from analyzer.stats.jackknife import (
    change_of_ratio,
    jackknife_at,
    jackknife_blocks,
    ratio,
    slope,
    surplus_slope,
    with_minus_without,
)
from analyzer.stats.luck import LuckSplit, LuckSums, luck_intervals, luck_sums, split_luck
from analyzer.stats.means import mean_interval, paired_mean, paired_p, student_p
from analyzer.stats.paired import pairing_factor, tango, tango_p
from analyzer.stats.planning import (
    Estimate,
    estimate_difference,
    estimate_share,
    games_for_error,
    games_to_decide,
    least_to_decide,
)
from analyzer.stats.power import (
    CHANCE,
    games_to_show_apart,
    games_to_show_difference,
    games_to_show_fair,
    games_to_show_unfair,
)
from analyzer.stats.race import games_until_ahead
from analyzer.stats.rounding import (
    decimals,
    format_fixed,
    format_part,
    format_percentage,
    format_rounded,
    format_share,
    quantile_from_histogram,
    quantile_interval,
    round_up,
)

__all__ = [
    "ALPHA",
    "CHANCE",
    "LEVEL",
    "Claim",
    "Estimate",
    "Family",
    "Humps",
    "Interval",
    "Look",
    "LuckSplit",
    "LuckSums",
    "Truth",
    "all_of",
    "any_of",
    "anytime_mean",
    "anytime_share",
    "barred",
    "best",
    "better",
    "bound_if_unseen",
    "bounded",
    "change_of_ratio",
    "clopper_pearson",
    "decimals",
    "differs",
    "estimate_difference",
    "estimate_share",
    "exceeds",
    "explained_share",
    "farthest_distance",
    "format_fixed",
    "format_part",
    "format_percentage",
    "format_rounded",
    "format_share",
    "games_for_error",
    "games_to_decide",
    "games_to_show_apart",
    "games_to_show_difference",
    "games_to_show_fair",
    "games_to_show_unfair",
    "games_until_ahead",
    "jackknife_at",
    "jackknife_blocks",
    "leads",
    "least_to_decide",
    "luck_intervals",
    "luck_sums",
    "mean_interval",
    "none_of",
    "paired_mean",
    "paired_p",
    "pairing_factor",
    "plan_looks",
    "quantile_from_histogram",
    "quantile_interval",
    "ratio",
    "round_up",
    "share_p",
    "simultaneous_shares",
    "slope",
    "split_luck",
    "student_p",
    "surplus_slope",
    "tango",
    "tango_p",
    "two_humps",
    "verdict_changes",
    "with_minus_without",
    "within",
]
