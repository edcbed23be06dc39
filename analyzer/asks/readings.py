"""Which open reading of the rulebook matters?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _variants

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "readings"
LINE = "Which open question of the rulebook matters: every reading against ours, on the same luck?"
GAMES = ()
FIELDS = _variants.FIELDS


class Readings(_variants.Variants):
    """Every ambiguity switch."""

    readings = True


def make(setting: "Setting", asked: Asked) -> Readings:
    return Readings(NAME, setting, asked)
