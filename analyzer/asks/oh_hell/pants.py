"""How often are high bids missed?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import counted, mean, shown

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "pants"
LINE = "How often does somebody lose the pants?"
GAMES = ("oh-hell",)
FIELDS = _presets.COUNTED

COUNTERS = ("pants", "missed_over", "missed_under", "made", "bids", "bid_zero")


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    return counted(NAME, setting, asked, COUNTERS, say)


def say(data: _presets.CountedData) -> list[str]:
    made, over, under = (mean(data, n).estimate for n in ("made", "missed_over", "missed_under"))
    total = made + over + under
    return [
        f"Somebody loses the pants {shown(mean(data, 'pants'))} times a game.",
        f"Of all bids {100 * made / total:.0f} % are made, {100 * over / total:.0f} % missed with "
        f"too many tricks and {100 * under / total:.0f} % with too few.",
    ]
