"""Is always bidding zero competitive?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import change, policies_compared, told

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "zero-bid"
LINE = "Does it pay always to bid zero, and what would a bid of zero have to be worth?"
GAMES = ("oh-hell",)
FIELDS = _presets.COMPARED


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    arms = {"expert": ["expert"], "zero at seat 1": ["expert", "1=zero"]}
    return policies_compared(NAME, setting, asked, arms, ["wins:1", "score:1"], say)


def say(data: _presets.ComparedData) -> list[str]:
    wins, score = (change(data, "zero at seat 1", name) for name in ("wins", "score"))
    word = "does not pay" if wins["difference"]["high"] < 0 else "may pay"
    if wins["difference"]["low"] > 0:
        word = "pays"
    return [
        f"Always bidding zero {word}: the seat wins {100 * wins['variant']['estimate']:.1f} % of "
        f"games instead of {100 * wins['reference']['estimate']:.1f} %.",
        f"With zero bids {told(score, 'the mean score')}.",
    ]
