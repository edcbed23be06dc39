"""What does one step up or down of a number of the rulebook do?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _variants

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "rules"
LINE = "What does one step up or down of each rule of the rulebook do?"
GAMES = ()
FIELDS = _variants.FIELDS


class Rules(_variants.Variants):
    """Every rule that is no open reading."""

    readings = False


def make(setting: "Setting", asked: Asked) -> Rules:
    return Rules(NAME, setting, asked)
