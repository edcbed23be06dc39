"""What if the seat left of the dealer led?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import change, compared, told

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "dealer"
LINE = "How much is leading first worth?"
GAMES = ("oh-hell",)
FIELDS = _presets.COMPARED


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    return compared(NAME, setting, asked, [{"leader": "left_of_dealer"}], ["wins", "score"], say)


def say(data: _presets.ComparedData) -> list[str]:
    found = change(data, "leader=left_of_dealer", "wins")
    shows = "changes" if found["significant"] else "is not shown to change"
    return [
        f"Who leads first {shows} who wins: with the seat left of the dealer leading, seat "
        f"{found['seat']} {told(found, 'wins')}.",
    ]
