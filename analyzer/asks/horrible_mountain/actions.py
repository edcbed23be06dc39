"""Which actions are used?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import counted, mean

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "actions"
LINE = "Which actions do good players use?"
GAMES = ("horrible-mountain",)
FIELDS = _presets.COUNTED

COUNTERS = (
    *("draws", "card_swaps", "table_takes", "discard_takes", "cube_swaps", "claims"),
    *("limit_discards", "player_turns"),
)


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    return counted(NAME, setting, asked, COUNTERS, say)


def say(data: _presets.CountedData) -> list[str]:
    turns = mean(data, "player_turns").estimate
    kinds = [name for name in COUNTERS[:6] if name != "player_turns"]
    shares = {name: 100 * mean(data, name).estimate / turns for name in kinds}
    most = max(shares, key=lambda name: shares[name])
    least = min(shares, key=lambda name: shares[name])
    return [
        f"{shares[most]:.0f} % of turns are {most.replace('_', ' ')}, the action used most; "
        f"{least.replace('_', ' ')} are used least, in {shares[least]:.1f} %.",
    ]
