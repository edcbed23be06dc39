"""What does the catch-up card do?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import change, compared, told

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "catch-up"
LINE = "Does the catch-up card change who wins, and is seven fields the right gap?"
GAMES = ("hike-sled",)
FIELDS = _presets.COMPARED


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    arms = [{"catchup_gap": 5}, {"catchup_gap": 9}, {"catchup_gap": 99}]
    return compared(NAME, setting, asked, arms, ["wins", "race_days", "margin"], say)


def say(data: _presets.ComparedData) -> list[str]:
    arm = next(a for a in data["arms"] if a["name"] == "catchup_gap=99")
    part = 100 * (arm["games_that_differ"] or 0) / max(1, data["games_each"])
    return [
        f"Without catch-up cards {part:.1f} % of games have another winner, and "
        f"{told(change(data, 'catchup_gap=99', 'race_days'), 'the number of race days')}.",
    ]
