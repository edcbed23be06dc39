"""What does the card Litter do?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import change, changes, compared, told

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "litter"
LINE = "How much does Litter cost, and what would the game be without it?"
GAMES = ("hike",)
FIELDS = _presets.COMPARED


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    return compared(NAME, setting, asked, [{"litter": 0}], ["hands", "margin", "held_litter"], say)


def say(data: _presets.ComparedData) -> list[str]:
    held = changes(data, "litter=0", "held_litter")
    stuck = sum(row["reference"]["estimate"] for row in held)
    hands = change(data, "litter=0", "hands")["reference"]["estimate"]
    return [
        f"Somebody is left with Litter in {100 * stuck / hands:.0f} % of hands; without the card "
        f"{told(change(data, 'litter=0', 'hands'), 'the mean number of hands')}.",
        f"Without it {told(change(data, 'litter=0', 'margin'), 'the mean margin')}.",
    ]
