"""How strong is each card: dealt against not dealt, beside what counting would say?"""

from typing import TYPE_CHECKING

from analyzer.asks import Asked, _cards
from analyzer.asks._counted_cards import Counted

if TYPE_CHECKING:
    from analyzer.setting import Setting

NAME = "cards"
OTHER_NAMES = ("components",)
LINE = "How strong is each card or piece: dealt against not dealt, and what would counting say?"
GAMES = ()
FIELDS = _cards.FIELDS


def make(setting: "Setting", asked: Asked) -> Counted:
    return Counted(NAME, setting, asked)
