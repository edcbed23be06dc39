"""Are the values of hands balanced?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import counted, mean

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "hands"
LINE = "How often is each hand reached, and what do hands and cubes bring?"
GAMES = ("horrible-mountain",)
FIELDS = _presets.COUNTED

LINES = ("straight_flush", "four_of_a_kind", "full_house", "straight", "three_of_a_kind")
COUNTERS = (*(f"hand_{line}" for line in LINES), "hand_points", "cube_points")


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    return counted(NAME, setting, asked, COUNTERS, say)


def say(data: _presets.CountedData) -> list[str]:
    hand, cubes = (mean(data, name).estimate for name in ("hand_points", "cube_points"))
    flush = 100 * mean(data, "hand_straight_flush").estimate / 2
    return [
        f"Hands bring {100 * hand / (hand + cubes):.0f} % of the points, cubes the rest; "
        f"{flush:.1f} % of hands end as a straight flush.",
    ]
