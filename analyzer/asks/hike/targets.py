"""What does the target do to the length of a game?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import swept

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "targets"
LINE = "Does the target keep games alike, or does another one suit this table better?"
GAMES = ("hike",)
FIELDS = _presets.SWEPT


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    now = setting.rules.target
    values = [now + step for step in (-10, -5, 0, 5, 10)]
    return swept(NAME, setting, asked, "target", values, ["hands"], say)


def say(data: _presets.SweptData) -> list[str]:
    cells = {cell["values"]["target"]: cell["measures"]["hands"]["mean"] for cell in data["cells"]}
    low, high = min(cells), max(cells)
    each = (cells[high]["estimate"] - cells[low]["estimate"]) / (high - low)
    return [
        f"Every point of the target adds {each:.2f} hands: {cells[low]['estimate']:.1f} hands to "
        f"{low}, {cells[high]['estimate']:.1f} to {high}.",
    ]
