"""Where do points come from, and how much of them is the bonus?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import counted, mean

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "bonus"
LINE = "Is the bonus for an empty hand too big or too small beside the pot?"
GAMES = ("hike",)
FIELDS = _presets.COUNTED

COUNTERS = ("bonus", "pot", "trees", "worm", "empty_hands", "hands_won")


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    return counted(NAME, setting, asked, COUNTERS, say)


def say(data: _presets.CountedData) -> list[str]:
    parts = {name: mean(data, name).estimate for name in ("bonus", "pot", "trees", "worm")}
    total = sum(parts.values())
    shares = {name: 100 * value / total for name, value in parts.items()}
    hands = mean(data, "hands").estimate
    empty = 100 * mean(data, "empty_hands").estimate / hands
    return [
        f"Of all points {shares['pot']:.0f} % come from the pot, {shares['bonus']:.0f} % from the "
        f"bonus, {shares['trees']:.0f} % from Trees and {shares['worm']:.0f} % from The Worm.",
        f"There are {empty:.0f} empty hands in 100 hands played.",
    ]
