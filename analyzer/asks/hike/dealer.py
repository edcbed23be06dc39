"""What if the deal did not move on?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import change, compared, told

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "dealer"
LINE = "Does the moving deal keep seats fair?"
GAMES = ("hike",)
FIELDS = _presets.COMPARED


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    arms = [{"dealer": "fixed"}, {"dealer": "winner"}]
    return compared(NAME, setting, asked, arms, ["wins"], say)


def say(data: _presets.ComparedData) -> list[str]:
    fixed, winner = (change(data, f"dealer={name}", "wins") for name in ("fixed", "winner"))
    shows = "matters" if fixed["significant"] else "is not shown to matter"
    return [
        f"The moving deal {shows}: with a fixed dealer seat {fixed['seat']} {told(fixed, 'wins')}.",
        f"If the winner deals, seat {winner['seat']} {told(winner, 'wins')}.",
    ]
