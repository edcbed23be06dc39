"""Which symbols are used?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import counted, mean

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "symbols"
LINE = "Which symbols are used, and which are dead weight?"
GAMES = ("hide-n-seek",)
FIELDS = _presets.COUNTED

COUNTERS = tuple(
    f"played_{name}" for name in ("move", "hole", "trunk", "overtrunk", "fwd", "back", "back2")
)


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    return counted(NAME, setting, asked, COUNTERS, say)


def say(data: _presets.CountedData) -> list[str]:
    found = {name.removeprefix("played_"): mean(data, name).estimate for name in COUNTERS}
    total = sum(found.values())
    most, least = max(found, key=found.__getitem__), min(found, key=found.__getitem__)
    return [
        f"{100 * found[most] / total:.0f} % of cards are played for {most.upper()}, "
        f"{100 * found[least] / total:.1f} % for {least.upper()}, the symbol used least.",
    ]
