"""Hide N Seek's maps and cards: our reconstruction, its profiles, or a user's file (HN-A1).

The top of tables.toml says what a file must hold. A mistake in a file is refused with its
line; `warnings` reports what is odd, but possible.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer._core.games import hide_n_seek as core
from analyzer.errors import UserError
from analyzer.games import tables
from analyzer.system.values import checked_integer, short_repr

if TYPE_CHECKING:
    from analyzer.games.hide_n_seek import Rules

SYMBOLS = {f"MOVE{n}": n for n in range(1, core.MOST_STEPS + 1)} | {
    "HOLE": core.HOLE,
    "TRUNK": core.TRUNK,
    "OVERTRUNK": core.OVERTRUNK,
    "FWD": core.FWD,
    "BACK": core.BACK,
    "BACK2": core.BACK2,
}
COMPONENTS = {  # name -> as printed, least, most
    "dice_per_player": (6, 1, core.MOST_DICE),
    "dice_faces": (6, 2, core.MOST_FACES),
    "row_size": (4, 1, core.MOST_PLACES),
    "hand_limit": (6, 1, core.MOST_HAND - 1),
    "actions_per_turn": (3, 1, 6),
}
N_MAPS, MOST_SPOTS, MOST_CARDS = core.N_MAPS, core.MOST_SPOTS, core.MOST_CARDS
MOST_ID, MOST_NAME = 9999, 30
SHIPPED = Path(__file__).with_name("tables.toml")
PROFILES = ("uniform6", "short4", "long9", "varied")
FILE = tables.FileRule(
    "hide-n-seek",
    "maps",
    "file",
    f"{', '.join(PROFILES)}, or a TOML file",
    "four parts [[map]] and one [[card]] for each card",
)


@dataclass(frozen=True)
class Map:
    """One map: arrow k joins the positions k and k + 1."""

    name: str
    spots: int
    hole_arrows: tuple[int, ...]
    trunk_arrows: tuple[int, ...]


@dataclass(frozen=True)
class Card:
    """One card: the faces it asks for and its two symbols."""

    id: int
    need: tuple[int, ...]
    symbols: tuple[str, str]


@dataclass(frozen=True)
class Box:
    """Everything in a box of the game; cards by rising number."""

    name: str
    provenance: str  # "" if a user's file does not say
    components: Mapping[str, int]
    maps: tuple[Map, ...]
    cards: tuple[Card, ...]
    by_user: bool = False


def box_of(rules: "Rules") -> Box:
    """The maps and cards that these rules are played with."""
    return tables.cached_table(rules, rules.maps, lambda: load(rules.maps))


def load(name: str) -> Box:
    """The box that a rule value names: one of our profiles, or a user's file."""
    return _shipped(name) if name in PROFILES else _parse(name, FILE.read_text(name))


@cache
def _shipped(name: str) -> Box:
    text = SHIPPED.read_text(encoding="utf-8")
    data = tomllib.loads(text)
    profiles = data.pop("profile")
    data["map"] = profiles.get(name, data["map"])
    return _Reader(name, text, data).box()


@cache
def _parse(name: str, text: str) -> Box:
    return replace(_Reader(name, text, FILE.parse(name, text)).box(), by_user=True)


def _line_numbers(text: str) -> dict[tuple[str, int, str], int]:
    """Where each key stands: (part, how many such parts before, key) -> line."""
    found: dict[tuple[str, int, str], int] = {}
    part, number, seen = "", 0, dict[str, int]()
    for line, words in enumerate(text.splitlines(), start=1):
        if head := re.match(r"\s*\[\[?\s*([\w.]+)\s*\]", words):
            part = head[1]
            number = seen.get(part, 0)
            seen[part] = number + 1
            found[part, number, ""] = line
        elif key := re.match(r"\s*(\w+)\s*=", words):
            found[part, number, key[1]] = line
    return found


class _Reader:
    """One file being read; every method refuses what cannot be."""

    def __init__(self, name: str, text: str, data: dict[str, object]) -> None:
        self.name, self.data, self.lines = name, data, _line_numbers(text)
        self.part, self.number = "", 0  # what is being read

    def error(self, what: str, key: str = "") -> UserError:
        """The refusal, with the line of the mistake if that is known."""
        place = (self.part, self.number)
        line = self.lines.get((*place, key), self.lines.get((*place, "")))
        return FILE.error(self.name, what, line)

    def box(self) -> Box:
        self.known(self.data, ("meta", "components", "map", "card"), "part")
        meta = self.part_of("meta", ("provenance", "profile"))
        origin = FILE.origin(self.name, meta, self.lines.get(("meta", 0, "provenance")))
        components = self.components()
        maps: list[Map] = []
        for words in self.parts("map"):
            maps.append(self.map(words, [other.name for other in maps]))
        self.part = ""
        if len(maps) != N_MAPS:
            raise self.error(f"must have {N_MAPS} parts [[map]]; got {len(maps)}")
        return Box(self.name, origin, components, tuple(maps), self.cards(components))

    def known(self, words: Mapping[str, object], keys: Sequence[str], what: str) -> None:
        for key in words:
            if key not in keys:
                raise self.error(
                    f"has a {what} {short_repr(key)}; it can have {', '.join(keys)}", key
                )

    def part_of(self, part: str, keys: Sequence[str]) -> Mapping[str, object]:
        self.part, self.number = part, 0
        words = self.data.get(part, {})
        if not isinstance(words, dict):
            raise self.error(f"must have {part} as a part [{part}]; got {short_repr(words)}")
        self.known(words, keys, f"key of [{part}]")
        return words

    def parts(self, part: str) -> Iterator[Mapping[str, object]]:
        """Each [[map]] or [[card]] in turn."""
        self.part, self.number = "", 0
        listed = self.data.get(part, [])
        if not isinstance(listed, list) or not all(isinstance(words, dict) for words in listed):
            raise self.error(
                f"must have {part} as parts [[{part}]]; got {short_repr(listed)}", part
            )
        for number, words in enumerate(listed):
            self.part, self.number = part, number
            yield words

    def components(self) -> dict[str, int]:
        words = self.part_of("components", tuple(COMPONENTS))
        return {
            key: self.checked_integer(words.get(key, printed), low, high, key)
            for key, (printed, low, high) in COMPONENTS.items()
        }

    def checked_integer(self, value: object, low: int, high: int, key: str) -> int:
        number = checked_integer(value, low, high)
        if number is None:
            limits = f"a whole number from {low} to {high}"
            raise self.error(f"must give {key} as {limits}; got {short_repr(value)}", key)
        return number

    def wholes(self, value: object, low: int, high: int, key: str) -> tuple[int, ...]:
        if not isinstance(value, list) or None in [
            checked_integer(number, low, high) for number in value
        ]:
            limits = f"whole numbers from {low} to {high}"
            raise self.error(f"must give {key} as a list of {limits}; got {short_repr(value)}", key)
        return tuple(sorted(value))

    def map(self, words: Mapping[str, object], before: Sequence[str]) -> Map:
        self.known(words, ("name", "spots", "hole_arrows", "trunk_arrows"), "key of [[map]]")
        name = words.get("name")
        if not isinstance(name, str) or not 0 < len(name) <= MOST_NAME or not name.isprintable():
            most = f"a name of at most {MOST_NAME} letters"
            raise self.error(f"must give each map {most}; got {short_repr(name)}", "name")
        if name in before:
            raise self.error(
                f"must give each map a name of its own; got {short_repr(name)} twice", "name"
            )
        spots = self.checked_integer(words.get("spots"), 1, MOST_SPOTS, "spots")
        holes = self.wholes(words.get("hole_arrows", []), 0, spots, "hole_arrows")
        trunks = self.wholes(words.get("trunk_arrows", []), 0, spots, "trunk_arrows")
        for arrow in trunks:
            if arrow in holes:
                raise self.error(f"puts a pile on arrow {arrow}, where the hole is", "trunk_arrows")
        return Map(name, spots, tuple(sorted(set(holes))), tuple(sorted(set(trunks))))

    def cards(self, components: Mapping[str, int]) -> tuple[Card, ...]:
        cards: dict[int, Card] = {}
        for words in self.parts("card"):
            self.known(words, ("id", "need", "symbols", "copies"), "key of [[card]]")
            first = self.checked_integer(
                words.get("id", max(cards, default=0) + 1), 1, MOST_ID, "id"
            )
            copies = self.checked_integer(words.get("copies", 1), 1, MOST_CARDS, "copies")
            need, symbols = self.need(words, components), self.symbols(words)
            for number in range(first, first + copies):
                if number in cards:
                    raise self.error(f"has two cards {number}", "id")
                cards[number] = Card(number, need, symbols)
        self.part = ""
        least = components["row_size"] + 1
        if not least <= len(cards) <= MOST_CARDS:
            raise self.error(f"must have {least} to {MOST_CARDS} cards; got {len(cards)}")
        return tuple(cards[number] for number in sorted(cards))

    def need(self, words: Mapping[str, object], components: Mapping[str, int]) -> tuple[int, ...]:
        """HN-A4, HN-A41."""
        need = self.wholes(words.get("need"), 1, components["dice_faces"], "need")
        most = components["dice_per_player"]
        if not 1 <= len(need) <= most:
            raise self.error(
                f"must ask for 1 to {most} dice, as many as a player has; got {len(need)}", "need"
            )
        return need

    def symbols(self, words: Mapping[str, object]) -> tuple[str, str]:
        """HN-27."""
        symbols = words.get("symbols")
        if not isinstance(symbols, list) or len(symbols) != 2:
            raise self.error(f"must give a card two symbols; got {short_repr(symbols)}", "symbols")
        for symbol in symbols:
            if not isinstance(symbol, str) or symbol not in SYMBOLS:
                known = ", ".join(SYMBOLS)
                raise self.error(f"has a symbol {short_repr(symbol)}; there are {known}", "symbols")
        return symbols[0], symbols[1]


def trunk_arrows(place: Map, end_arrows: bool) -> list[int]:
    """The arrows a pile may lie on; with `end_arrows` also the first and the last one (HN-A27)."""
    ends = {0, place.spots} - set(place.hole_arrows) if end_arrows else set()
    return sorted({*place.trunk_arrows, *ends})


def describe_provenance(box: Box) -> dict[str, dict[str, str]]:
    """What results say of the maps and of the cards, which nobody published (HN-A1, HN-A2)."""
    of_maps = of_cards = box.provenance
    if box.by_user:
        ours = {name: _shipped(name) for name in PROFILES}
        maps = {name: _plain_maps(known) for name, known in ours.items()}
        cards = {name: _plain_cards(known) for name, known in ours.items()}
        of_maps = tables.describe_user_table(box.provenance, "maps", _plain_maps(box), maps)
        of_cards = tables.describe_user_table(box.provenance, "cards", _plain_cards(box), cards)
    words = [dict(box.components), *map(asdict, box.cards)]
    return {
        "maps": tables.provenance_entry("maps", box.name, of_maps, list(map(asdict, box.maps))),
        "cards": tables.provenance_entry("cards", box.name, of_cards, words),
    }


def _plain_maps(box: Box) -> list[tuple[object, ...]]:
    return [(each.spots, each.hole_arrows, each.trunk_arrows) for each in box.maps]


def _plain_cards(box: Box) -> list[tuple[object, ...]]:
    return [(card.need, card.symbols) for card in box.cards]


def warnings(box: Box, rules: "Rules") -> list[str]:
    """What is odd about a box under these rules, but possible."""
    said = [
        f"The map {place.name} of {box.name} has its hole at an end (arrow {arrow}), not between "
        "two spots."
        for place in box.maps
        for arrow in place.hole_arrows
        if not 1 <= arrow < place.spots
    ]
    if any(place.hole_arrows for place in box.maps) and not any(
        "HOLE" in card.symbols for card in box.cards
    ):
        said.append(f"No card of {box.name} crosses a hole: such a game may never end.")
    if rules.exact_goal and not any("MOVE1" in card.symbols for card in box.cards):
        said.append(
            "With exact_goal and no card for a single step, a last pawn directly before its goal "
            "may never get in: some games do not end."
        )
    players = (len(box.cards) - rules.row_size - 1) // rules.hand_limit + 1
    if players <= 4:
        said.append(
            f"The {len(box.cards)} cards of {box.name} are too few for {max(players, 2)} players "
            "with full hands: places of the row may stay empty."
        )
    return said
