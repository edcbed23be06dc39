"""What if hindering moves were weaker?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import change, changes, compared, told

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "hinder"
LINE = "How often is a pawn thrown back, and does that drag the game out?"
GAMES = ("hide-n-seek",)
FIELDS = _presets.COMPARED


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    arms: list[dict[str, object]] = [{"back2_chain": "jump"}, {"back_over_start": True}]
    return compared(NAME, setting, asked, arms, ["rounds", "pawns_sent_back", "wins"], say)


def say(data: _presets.ComparedData) -> list[str]:
    arm = data["arms"][1]["name"]
    now = sum(row["reference"]["estimate"] for row in changes(data, arm, "pawns_sent_back"))
    return [
        f"{now:.1f} pawns are thrown back in a game; with {arm} "
        f"{told(change(data, arm, 'rounds'), 'the number of rounds')}.",
    ]
