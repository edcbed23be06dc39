"""Where do the actions go?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import counted, mean

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "bottleneck"
LINE = "Is rolling or playing the bottleneck?"
GAMES = ("hide-n-seek",)
FIELDS = _presets.COUNTED

COUNTERS = ("rolls", "barren_rolls", "dice_laid", "cards_won", "actions_unused", "steps_made")
PLAYS = ("move", "hole", "trunk", "overtrunk", "fwd", "back", "back2")


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    return counted(NAME, setting, asked, COUNTERS, say)


def say(data: _presets.CountedData) -> list[str]:
    rolls, barren, won = (mean(data, n).estimate for n in ("rolls", "barren_rolls", "cards_won"))
    plays = sum(mean(data, f"played_{name}").estimate for name in PLAYS)
    return [
        f"{100 * rolls / (rolls + plays):.0f} % of actions are rolls; {100 * barren / rolls:.0f} % "
        f"of them lay no die, and a roll wins {won / rolls:.2f} cards.",
    ]
