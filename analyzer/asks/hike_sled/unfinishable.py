"""How often does a sled lack a terrain?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import counted, mean, shown

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "unfinishable"
LINE = "How often can a sled not finish at all?"
GAMES = ("hike-sled",)
FIELDS = _presets.COUNTED

COUNTERS = ("cannot_finish", "stuck", "racers", "snow", "ice", "powder")


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    return counted(NAME, setting, asked, COUNTERS, say)


def say(data: _presets.CountedData) -> list[str]:
    cannot, racers = (mean(data, name).estimate for name in ("cannot_finish", "racers"))
    part = 100 * cannot / racers if racers else 0.0
    return [
        f"{part:.1f} % of the sleds on the start cannot finish.",
        "A table of sleds has "
        f"{', '.join(f'{shown(mean(data, n), most=1)} points of {n}' for n in COUNTERS[3:])}.",
    ]
