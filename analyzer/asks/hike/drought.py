"""What does the card Drought do?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import change, changes, compared, told

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "drought"
LINE = "How many players does Drought put out, and what does it do to the game?"
GAMES = ("hike",)
FIELDS = _presets.COMPARED


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    measures = ["hands", "margin", "out_drought", "played_drought"]
    return compared(NAME, setting, asked, [{"drought": 0}], measures, say)


def say(data: _presets.ComparedData) -> list[str]:
    out, played = (
        sum(row["reference"]["estimate"] for row in changes(data, "drought=0", name))
        for name in ("out_drought", "played_drought")
    )
    return [
        f"A Drought puts out {out / played:.2f} players on average; without the card "
        f"{told(change(data, 'drought=0', 'hands'), 'the mean number of hands')}.",
        f"Without it {told(change(data, 'drought=0', 'margin'), 'the mean margin')}.",
    ]
