"""How many points should a bid of zero be worth?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import swept

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "zero-points"
LINE = "How many points should a bid of zero be worth?"
GAMES = ("oh-hell",)
FIELDS = _presets.SWEPT


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    return swept(NAME, setting, asked, "zero_made", [0, 5, 10, 15], ["bid_zero:1", "margin"], say)


def say(data: _presets.SweptData) -> list[str]:
    first, last = data["cells"][0], data["cells"][-1]
    name = next(iter(first["measures"]))
    few, many = (cell["measures"][name]["mean"]["estimate"] for cell in (first, last))
    return [
        f"With 0 points for a bid of zero seat 1 bids it {few:.1f} times a game, with 15 points "
        f"{many:.1f} times.",
    ]
