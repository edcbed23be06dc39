"""How strong is each symbol: a card given before the first turn, against another one?"""

from typing import TYPE_CHECKING, cast

from analyzer.asks import Asked, _base, _cards
from analyzer.balance import cards
from analyzer.balance.cards import Strength
from analyzer.plan import Group, Plan, Want

if TYPE_CHECKING:
    from analyzer.reduce._blocks import ByBlock
    from analyzer.run import Ran
    from analyzer.setting import Setting

NAME = "cards"
OTHER_NAMES = ("components",)
LINE = "How strong is each symbol: a card given at the start, and what would counting say?"
GAMES = ("hide-n-seek",)
FIELDS = _cards.FIELDS
COST = 30  # a playout with its gifts takes as long as this many


def make(setting: "Setting", asked: Asked) -> "Cards":
    return Cards(NAME, setting, asked)


class Cards(_cards.Cards):
    """Nothing is dealt in this game, so one card is given."""

    noun = "symbol"
    how = "a seat that is given a card with it before the first turn"
    against = "a card without it"
    remark = (
        "Cards are won by play, and who wins them is ahead already. So each seat in turn is given "
        "a card of the deck, chosen by chance; counting is for each card played for the symbol."
    )

    def plan(self) -> Plan:
        n = _base.size(self.setting, self.asked, COST)
        wants = tuple(Want(name, (0,)) for name in ("gifts", "cards", "notable"))
        return Plan((Group((self.setting.cell,), wants, n),))

    def strengths(self, ran: "Ran") -> list[Strength]:
        gifts = cast("ByBlock", ran.part("gifts", 0))
        counters = cast("ByBlock", ran.part("cards", 0))
        symbols: dict[str, list[str]] = {}
        for card in gifts.rows:  # such as "35 MOVE4/HOLE"
            for symbol in dict.fromkeys(card.partition(" ")[2].split("/")):
                symbols.setdefault(symbol, []).append(card)
        return [
            _cards.counting(cards.of_names(gifts, symbol, names), counters, _played(symbol))
            for symbol, names in symbols.items()
        ]


def _played(symbol: str) -> str:
    """The counter of cards played for it: all steps are one."""
    return "played_move" if symbol.startswith("MOVE") else f"played_{symbol.lower()}"
