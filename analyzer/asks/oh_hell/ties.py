"""How often is a game tied?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import counted, mean, shown

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "ties"
LINE = "How often does a game end tied for first, and who wins the extra hands?"
GAMES = ("oh-hell",)
FIELDS = _presets.COUNTED


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    return counted(NAME, setting, asked, ("extra_hands", "hands", "tricks"), say)


def say(data: _presets.CountedData) -> list[str]:
    found = mean(data, "extra_hands")
    return [f"A tie for first adds {shown(found, most=3)} extra hands to a game on average."]
