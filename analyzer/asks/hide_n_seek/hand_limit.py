"""What does the hand limit do?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import change, changes, compared, told

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "hand-limit"
LINE = "Is the hand limit ever binding, and what would four do?"
GAMES = ("hide-n-seek",)
FIELDS = _presets.COMPARED


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    arms = [{"hand_limit": 4}, {"hand_limit": 5}]
    return compared(NAME, setting, asked, arms, ["rounds", "limit_discards"], say)


def say(data: _presets.ComparedData) -> list[str]:
    now = sum(
        row["reference"]["estimate"] for row in changes(data, "hand_limit=4", "limit_discards")
    )
    return [
        f"The limit costs {now:.2f} cards a game; with four "
        f"{told(change(data, 'hand_limit=4', 'rounds'), 'the number of rounds')}.",
    ]
