"""How many run-outs should a game have?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import change, changes, compared, told

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "run-outs"
LINE = "What if the game ended after two or four run-outs?"
GAMES = ("horrible-mountain",)
FIELDS = _presets.COMPARED


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    arms = [{"run_outs": 2}, {"run_outs": 4}]
    return compared(NAME, setting, asked, arms, ["wins", "player_turns"], say)


def say(data: _presets.ComparedData) -> list[str]:
    return [
        f"With {count} run-outs the Evil Master "
        f"{told(changes(data, f'run_outs={count}', 'wins')[0], 'wins')}, and "
        f"{told(change(data, f'run_outs={count}', 'player_turns'), 'the number of turns')}."
        for count in (2, 4)
    ]
