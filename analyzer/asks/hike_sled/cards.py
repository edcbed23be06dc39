"""Which cards of the opening hand help: huskies by points and terrain, youngsters, equipment?"""

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
LINE = "Which cards of the opening hand help: huskies by terrain and points, or other cards?"
GAMES = ("hike-sled",)
FIELDS = _cards.FIELDS

TERRAINS = {"S": "snow", "I": "ice", "P": "powder"}
COUNTED = {  # what one would count at the table
    "snow huskies": "snow", "ice huskies": "ice", "powder huskies": "powder",
    "youngsters": "youngsters_placed", "equipment": "equipment_drafted", "care": "care_drafted",
}  # fmt: skip


def make(setting: "Setting", asked: Asked) -> "Cards":
    return Cards(NAME, setting, asked)


def kinds_of(card: str) -> list[str]:
    """The kinds that a card of an opening hand belongs to: "H6 SSI" is one of three points."""
    name, _, points = card.partition(" ")
    if not name.startswith("H"):
        return [{"youngster": "youngsters"}.get(card, card)]
    terrains = [f"{word} huskies" for letter, word in TERRAINS.items() if letter in points]
    return [f"huskies of {len(points)} point{'s' * (len(points) != 1)}", *terrains]


class Cards(_cards.Cards):
    """Two cards each are dealt before the first day."""

    noun = "kind of card"
    how = "a seat whose opening hand has one"
    against = "another card in its place"
    remark = (
        "The cards dealt before the first day; most huskies are drafted later. Counting is for "
        "each point in the sled at the end, or each card drafted or placed."
    )

    def plan(self) -> Plan:
        n = _base.size(self.setting, self.asked, 1, 0.7)
        wants = tuple(Want(name, (0,)) for name in ("openings", "cards", "notable"))
        return Plan((Group((self.setting.cell,), wants, n),))

    def strengths(self, ran: "Ran") -> list[Strength]:
        hands = cast("ByBlock", ran.part("openings", 0))
        counters = cast("ByBlock", ran.part("cards", 0))
        kinds: dict[str, list[str]] = {}
        for card in hands.rows:
            for kind in kinds_of(card):
                kinds.setdefault(kind, []).append(card)
        return [
            _cards.counting(cards.of_names(hands, kind, names), counters, COUNTED.get(kind))
            for kind, names in kinds.items()
        ]
