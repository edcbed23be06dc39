"""What decides a game?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import counted, mean

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "tie-break"
LINE = "How often do tie-breaks decide, and does everybody ever lose?"
GAMES = ("horrible-mountain",)
FIELDS = _presets.COUNTED

COUNTERS = ("decided_points", "decided_hand", "decided_cubes", "everybody_loses")


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    return counted(NAME, setting, asked, COUNTERS, say)


def say(data: _presets.CountedData) -> list[str]:
    points, hand, cubes, nobody = (mean(data, name).estimate for name in COUNTERS)
    return [
        f"Points decide {100 * points:.1f} % of games, the better hand {100 * hand:.1f} %, the "
        f"number of cubes {100 * cubes:.2f} %.",
        f"Everybody loses {100 * nobody:.3f} % of games.",
    ]
