"""What does the module Husky on the loose do?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import change, compared, told

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "loose"
LINE = "What does the module of the loose huskies do?"
GAMES = ("hike-sled",)
FIELDS = _presets.COMPARED


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    measures = ["prep_days", "race_days", "racers", "margin"]
    return compared(NAME, setting, asked, [{"loose": True}], measures, say)


def say(data: _presets.ComparedData) -> list[str]:
    return [
        f"With loose huskies {told(change(data, 'loose=true', 'prep_days'), 'the preparation')}.",
        f"With them {told(change(data, 'loose=true', 'racers'), 'the number of racers')}.",
    ]
