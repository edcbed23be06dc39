"""How do the ways of bidding compare?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _presets
from analyzer.asks._presets import change, compared, told

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "bidding"
LINE = "Bids at once, in turn, or in turn with the hook: what changes?"
GAMES = ("oh-hell",)
FIELDS = _presets.COMPARED


def make(setting: "Setting", asked: Asked) -> _presets.Preset:
    arms: list[dict[str, object]] = [
        {"bid_mode": "sequential"},
        {"bid_mode": "sequential", "hook": True},
    ]
    return compared(NAME, setting, asked, arms, ["bids_off_cards", "wins", "margin"], say)


def say(data: _presets.ComparedData) -> list[str]:
    open_, hook = "bid_mode=sequential", "bid_mode=sequential, hook=true"
    what = "the sum over a game of how far bids are off"
    return [
        f"With open bids {told(change(data, open_, 'bids_off_cards'), what)}.",
        f"With the hook as well {told(change(data, hook, 'bids_off_cards'), what)}.",
    ]
