"""What do trunks and the other hindering cards do?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import counted, mean, shown

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "trunks"
LINE = "Do trunks slow seekers enough to be worth a card?"
GAMES = ("hide-n-seek",)
FIELDS = _presets.COUNTED

COUNTERS = (
    *("played_trunk", "played_overtrunk", "trunks_placed", "trunks_moved", "played_back"),
    *("played_back2", "pawns_sent_back"),
)


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    return counted(NAME, setting, asked, COUNTERS, say)


def say(data: _presets.CountedData) -> list[str]:
    trunk, over = (mean(data, name) for name in ("played_trunk", "played_overtrunk"))
    return [
        f"Trunks are played {shown(trunk, most=1)} times a game, and "
        f"{shown(over, most=1)} cards are spent to get over one.",
    ]
