"""Which tie-break decides?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import counted, mean

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "tie-break"
LINE = "How often do several finish on the same day, and what decides?"
GAMES = ("hike-sled",)
FIELDS = _presets.COUNTED

COUNTERS = ("finishers", "won_alone", "won_ready", "won_points", "won_final")


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    return counted(NAME, setting, asked, COUNTERS, say)


def say(data: _presets.CountedData) -> list[str]:
    alone, ready, points, final = (100 * mean(data, n).estimate for n in COUNTERS[1:])
    return [
        f"The winner is alone in {alone:.0f} % of games; ready huskies and care decide "
        f"{ready:.1f} %, the lower points {points:.1f} %, and {final:.1f} % stay equal.",
    ]
