"""What becomes of dice on cards?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import counted, mean

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "dice-lost"
LINE = "How often are dice on cards lost to another player?"
GAMES = ("hide-n-seek",)
FIELDS = _presets.COUNTED

COUNTERS = ("dice_laid", "dice_sent_home", "dice_taken_off", "cards_won", "rolls")


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    return counted(NAME, setting, asked, COUNTERS, say)


def say(data: _presets.CountedData) -> list[str]:
    laid, home = (mean(data, name).estimate for name in ("dice_laid", "dice_sent_home"))
    return [f"{100 * home / laid:.1f} % of dice laid on cards are sent home by another's win."]
