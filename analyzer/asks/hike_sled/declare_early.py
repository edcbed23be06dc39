"""When are players ready, and what is care worth?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import counted, mean, shown

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "declare-early"
LINE = "When do players declare, and what do care cards bring?"
GAMES = ("hike-sled",)
FIELDS = _presets.COUNTED

COUNTERS = (
    *("first_declaration", "prep_days", "race_days", "declared_day", "care_collected"),
    *("care_used", "double_care_used", "catch_up"),
)


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    return counted(NAME, setting, asked, COUNTERS, say)


def say(data: _presets.CountedData) -> list[str]:
    first, last = mean(data, "first_declaration"), mean(data, "prep_days")
    seats = len(data["seats"])
    return [
        f"The first player declares on day {shown(first, most=1)} of {shown(last, most=1)}.",
        f"A player collects {mean(data, 'care_collected').estimate / seats:.1f} care cards and "
        f"uses {mean(data, 'care_used').estimate / seats:.1f} single ones.",
    ]
