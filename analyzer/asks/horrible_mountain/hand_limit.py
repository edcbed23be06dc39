"""What does the hand limit do?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import change, changes, compared, told

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "hand-limit"
LINE = "What would a hand limit of four or six do?"
GAMES = ("horrible-mountain",)
FIELDS = _presets.COMPARED


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    arms = [{"hand_limit": 4}, {"hand_limit": 6}]
    return compared(NAME, setting, asked, arms, ["wins", "player_turns", "margin"], say)


def say(data: _presets.ComparedData) -> list[str]:
    return [
        f"With a limit of {count} the Evil Master "
        f"{told(changes(data, f'hand_limit={count}', 'wins')[0], 'wins')}, and "
        f"{told(change(data, f'hand_limit={count}', 'margin'), 'the mean margin')}."
        for count in (4, 6)
    ]
