"""What does The Worm do?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import change, compared, told

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "worm"
LINE = "What does The Worm do, and does it matter that it may be forgotten?"
GAMES = ("hike",)
FIELDS = _presets.COMPARED


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    arms: list[dict[str, object]] = [{"worm": 0}, {"worm_capture": "forget:0.2"}]
    return compared(NAME, setting, asked, arms, ["hands", "margin"], say)


def say(data: _presets.ComparedData) -> list[str]:
    forgotten = "worm_capture=forget:0.2"
    return [
        f"Without The Worm {told(change(data, 'worm=0', 'hands'), 'the mean number of hands')}.",
        "If a Bird forgets it once in five times "
        f"{told(change(data, forgotten, 'hands'), 'the mean number of hands')}.",
    ]
