"""Numbers in words, the same everywhere. `pp` is a percentage point: a game may have points."""

import math
from collections.abc import Callable, Mapping

from analyzer import stats
from analyzer.stats import Interval


def format_pp(share: float, words: bool = False) -> str:
    """A tolerance or precision: 1 pp, 0.5 percentage points."""
    amount = f"{100 * share:g}"
    if not words:
        return f"{amount} pp"
    return f"{amount} percentage point{'' if amount == '1' else 's'}"


def format_signed(value: float, places: int) -> str:
    """With a plus sign if it is positive as printed."""
    text = stats.format_fixed(value, places)
    return text if text.startswith("-") or not text.strip("0.,") else f"+{text}"


def format_range(low: float, high: float, places: int) -> str:
    """The two ends of an interval: 0.2 – 0.4, or -0.1 to 0.3; one game alone gives none."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return "not known"
    left, right = stats.format_fixed(low, places), stats.format_fixed(high, places)
    return f"{left} {'to' if left.startswith('-') else '–'} {right}"


def sign_decimals(found: Interval, places: int) -> int:
    """Decimals enough, two more at most, to show on which side of zero a difference lies."""
    for more in range(3):
        printed = Interval(*(round(value, places + more) for value in found))
        if sign_of(printed) == sign_of(found):
            return places + more
    return places


def sign_of(found: Interval) -> int:
    """1 if an interval lies wholly above zero, -1 if wholly below, 0 if it holds zero."""
    return (found.low > 0) - (found.high < 0)


def _side(found: Interval) -> int:
    return (found.low > 0) - (found.high < 0)


def format_pp_interval(found: Interval, place: Callable[[Interval], object] = _side) -> str:
    """A difference of shares, +0.3 pp (0.2 – 0.4), with enough digits to show its place."""
    shown = Interval(*(100 * value for value in found))
    fewest = places = stats.decimals(shown.error)
    for places in range(fewest, fewest + 3):
        printed = Interval(*(round(value, places) / 100 for value in shown))
        if place(printed) == place(found):
            break
    estimate = format_signed(shown.estimate, places)
    return f"{estimate} pp ({format_range(shown.low, shown.high, places)})"


def format_mean(found: Interval, most: int = 2) -> str:
    """A mean with no digit beyond its error."""
    return stats.format_rounded(found.estimate, found.error, most=most)


def pluralize(unit: str, amount: float) -> str:
    """The unit of an amount: 1 hand, 2 hands."""
    return unit[:-1] if amount == 1 and unit.endswith("s") else unit


def format_unit(unit: str, units: Mapping[str, str]) -> str:
    """A column that is a length, by the game's word for it."""
    return units.get(unit, unit.replace("_", " "))


def join_words(words: list[str]) -> str:
    """a, b and c."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def join_limited(names: list[str], many: str) -> str:
    """Three names at most, else `many`; names that hold a comma themselves stand apart."""
    if len(names) > 3:
        return many
    return " and ".join(names) if any("," in name for name in names) else join_words(names)


def name_cells(names: list[str]) -> str:
    """With these cells, or in how many."""
    return f"with {join_limited(names, '')}" if len(names) <= 3 else f"in {len(names)} cells"
