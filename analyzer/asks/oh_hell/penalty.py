"""What if a miss cost less?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import change, compared, told

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "penalty"
LINE = "How does the penalty for a miss shape the game?"
GAMES = ("oh-hell",)
FIELDS = _presets.COMPARED


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    arms = [{"miss_base": 0}, {"miss_base": 5}, {"miss_per_trick": 3}]
    return compared(NAME, setting, asked, arms, ["margin", "wins", "made:1"], say)


def say(data: _presets.ComparedData) -> list[str]:
    return [
        f"If a miss cost only the difference, "
        f"{told(change(data, 'miss_base=0', 'margin'), 'the mean margin')}.",
        f"At three points a trick {told(change(data, 'miss_per_trick=3', 'margin'), 'it')}.",
    ]
