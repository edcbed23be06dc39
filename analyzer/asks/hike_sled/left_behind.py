"""How many last days should there be?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import change, compared, told

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "left-behind"
LINE = "How often is somebody left behind, and would two or four days be better?"
GAMES = ("hike-sled",)
FIELDS = _presets.COMPARED


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    arms = [{"last_days": 2}, {"last_days": 4}]
    return compared(NAME, setting, asked, arms, ["racers", "prep_days", "race_days"], say)


def say(data: _presets.ComparedData) -> list[str]:
    seats = len(data["arms"][0]["policies"])
    now = change(data, "last_days=2", "racers")["reference"]["estimate"]
    return [
        f"{seats - now:.2f} of {seats} players are left behind in a game.",
        f"With two days {told(change(data, 'last_days=2', 'racers'), 'the number of racers')}.",
        f"With four days {told(change(data, 'last_days=4', 'racers'), 'the number of racers')}.",
    ]
