"""Whom does the optional variant help?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import changes, compared, told

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "variant"
LINE = "Does the optional variant help one role?"
GAMES = ("horrible-mountain",)
FIELDS = _presets.COMPARED


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    return compared(NAME, setting, asked, [{"variant": True}], ["wins", "player_turns"], say)


def say(data: _presets.ComparedData) -> list[str]:
    found = changes(data, "variant=true", "wins")[0]
    whom = "the adventurer" if found["difference"]["estimate"] < 0 else "the Evil Master"
    shown = f"helps {whom}" if found["significant"] else "is not shown to help anybody"
    return [f"The variant {shown}: the Evil Master {told(found, 'wins')}."]
