"""Hide N Seek's maps and cards: our reconstruction, its profiles, or a file of the user's (HN-A1).

What a file must hold is said at the top of data/hide_n_seek.toml. A mistake in it is refused with
its line; `warnings` tells of what is odd, but possible.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from analyzer.errors import UserError, did_you_mean

SYMBOLS = {f"MOVE{n}": n for n in range(1, 7)} | {
    name: code
    for code, name in enumerate(("HOLE", "TRUNK", "OVERTRUNK", "FWD", "BACK", "BACK2"), start=7)
}
COMPONENTS = {  # name -> least, most
    "dice_per_player": (1, 8),
    "dice_faces": (2, 6),
    "row_size": (1, 6),
    "hand_limit": (1, 8),
    "actions_per_turn": (1, 6),
}
MOST_SPOTS, MOST_CARDS, N_MAPS = 30, 128, 4
SHIPPED = Path(__file__).parent / "data" / "hide_n_seek.toml"
PROFILES = ("uniform6", "short4", "long9", "varied")
ALLOWED = f"{', '.join(PROFILES)}, or a TOML file"


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
    """All that a box of the game holds; cards by rising number."""

    name: str
    provenance: str
    components: Mapping[str, int]
    maps: tuple[Map, ...]
    cards: tuple[Card, ...]

    @property
    def digest(self) -> str:
        """A hash of maps, cards and components, for provenance."""
        words = [dict(self.components), *map(asdict, self.maps), *map(asdict, self.cards)]
        return hashlib.sha256(json.dumps(words, sort_keys=True).encode()).hexdigest()[:16]


@cache
def load(name: str) -> Box:
    """The box a rule value names: a profile of ours, or a file."""
    if name in PROFILES:
        text = SHIPPED.read_text(encoding="utf-8")
        data = tomllib.loads(text)
        profiles = data.pop("profile")
        data["map"] = profiles.get(name, data["map"])
        return _Reader(name, text, data).box()
    path = Path(name).expanduser()
    if path.suffix != ".toml":
        raise UserError(f"Rule 'maps' of hide-n-seek must be {ALLOWED}; got {name!r}.")
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except OSError as error:
        raise UserError(
            f"The file {name!r} (rule 'maps' of hide-n-seek) cannot be read: {error.strerror}."
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(
            f"The file {name!r} (rule 'maps' of hide-n-seek) is not TOML: {error}; it needs four "
            "parts [[map]] and one [[card]] for each card."
        ) from None
    return _Reader(name, text, data).box()


def _lines(text: str) -> dict[tuple[str, int, str], int]:
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

    def __init__(self, name: str, text: str, data: dict[str, Any]) -> None:
        self.name, self.data, self.lines = name, data, _lines(text)
        self.part, self.number = "", 0  # what is being read

    def refuse(self, what: str, key: str = "") -> NoReturn:
        place = (self.part, self.number)
        line = self.lines.get((*place, key), self.lines.get((*place, "")))
        where = f", line {line}" if line else ""
        raise UserError(f"The file {self.name!r}{where} (rule 'maps' of hide-n-seek): {what}.")

    def box(self) -> Box:
        self.known(self.data, ("meta", "components", "map", "card"), "part")
        meta = self.part_of("meta", ("provenance", "profile"))
        self.part = "meta"
        provenance = meta.get("provenance", "user's file")
        if not isinstance(provenance, str):
            self.refuse(f"provenance must be a text, not {provenance!r}", "provenance")
        components = self.components()
        maps = tuple(self.map(words) for words in self.parts("map"))
        self.part = ""
        if len(maps) != N_MAPS:
            self.refuse(f"it must have {N_MAPS} parts [[map]], and has {len(maps)}")
        return Box(self.name, provenance, components, maps, self.cards(components))

    def known(self, words: Mapping[str, Any], keys: tuple[str, ...], what: str) -> None:
        for key in words:
            if key not in keys:
                hint = did_you_mean(key, keys).rstrip(".")
                self.refuse(f"there is no {what} {key!r}{hint}", key)

    def part_of(self, part: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
        self.part, self.number = part, 0
        words = self.data.get(part, {})
        if not isinstance(words, dict):
            self.refuse(f"{part} must be a part [{part}]")
        self.known(words, keys, "key")
        return words

    def parts(self, part: str) -> Any:
        """Each [[map]] or [[card]] in turn."""
        self.part, self.number = "", 0
        listed = self.data.get(part, [])
        if not isinstance(listed, list) or not all(isinstance(words, dict) for words in listed):
            self.refuse(f"{part} must be parts [[{part}]]")
        for number, words in enumerate(listed):
            self.part, self.number = part, number
            yield words

    def components(self) -> dict[str, int]:
        words = self.part_of("components", tuple(COMPONENTS))
        usual = {"dice_per_player": 6, "dice_faces": 6, "row_size": 4}
        usual |= {"hand_limit": 6, "actions_per_turn": 3}
        return {
            key: self.whole(words.get(key, usual[key]), low, high, key)
            for key, (low, high) in COMPONENTS.items()
        }

    def whole(self, value: object, low: int, high: int, key: str) -> int:
        if type(value) is not int or not low <= value <= high:
            self.refuse(f"{key} must be a whole number from {low} to {high}, not {value!r}", key)
        return value

    def wholes(self, value: object, low: int, high: int, key: str) -> tuple[int, ...]:
        fine = isinstance(value, list) and all(type(n) is int and low <= n <= high for n in value)
        if not fine:
            self.refuse(f"{key} must list whole numbers from {low} to {high}, not {value!r}", key)
        return tuple(value)

    def map(self, words: Mapping[str, Any]) -> Map:
        self.known(words, ("name", "spots", "hole_arrows", "trunk_arrows"), "key of a map")
        name = words.get("name")
        names = [other.get("name") for other in self.data["map"]]
        if not isinstance(name, str) or not name or names.count(name) > 1:
            self.refuse(f"name must be a text of its own for each map, not {name!r}", "name")
        spots = self.whole(words.get("spots"), 1, MOST_SPOTS, "spots")
        holes = self.wholes(words.get("hole_arrows", []), 0, spots, "hole_arrows")
        trunks = self.wholes(words.get("trunk_arrows", []), 0, spots, "trunk_arrows")
        for arrow in trunks:
            if arrow in holes:
                self.refuse(f"arrow {arrow} has a hole, and no pile can lie there", "trunk_arrows")
        return Map(name, spots, tuple(sorted(set(holes))), tuple(sorted(set(trunks))))

    def cards(self, components: Mapping[str, int]) -> tuple[Card, ...]:
        cards: dict[int, Card] = {}
        for words in self.parts("card"):
            self.known(words, ("id", "need", "symbols", "copies"), "key of a card")
            first = self.whole(words.get("id", max(cards, default=0) + 1), 1, 9999, "id")
            copies = self.whole(words.get("copies", 1), 1, MOST_CARDS, "copies")
            need, symbols = self.need(words, components), self.symbols(words)
            for number in range(first, first + copies):
                if number in cards:
                    self.refuse(f"there are two cards {number}", "id")
                cards[number] = Card(number, need, symbols)
        self.part = ""
        least = components["row_size"] + 1
        if not least <= len(cards) <= MOST_CARDS:
            self.refuse(f"it must have {least} to {MOST_CARDS} cards, and has {len(cards)}")
        return tuple(cards[number] for number in sorted(cards))

    def need(self, words: Mapping[str, Any], components: Mapping[str, int]) -> tuple[int, ...]:
        need = self.wholes(words.get("need"), 1, components["dice_faces"], "need")
        most = components["dice_per_player"]
        if not 1 <= len(need) <= most:
            self.refuse(f"need must list 1 to {most} dice, as many as a player has", "need")
        return tuple(sorted(need))

    def symbols(self, words: Mapping[str, Any]) -> tuple[str, str]:
        symbols = words.get("symbols")
        if not isinstance(symbols, list) or len(symbols) != 2:
            self.refuse(f"symbols must list exactly two, not {symbols!r}", "symbols")
        for symbol in symbols:
            if symbol not in SYMBOLS:
                hint = did_you_mean(str(symbol), SYMBOLS).rstrip(".")
                self.refuse(f"there is no symbol {symbol!r}{hint}", "symbols")
        return symbols[0], symbols[1]


def trunk_arrows(place: Map, end_arrows: bool) -> list[int]:
    """The arrows a pile may lie on; with `end_arrows` the first and the last one, too (HN-A27)."""
    ends = {0, place.spots} - set(place.hole_arrows) if end_arrows else set()
    return sorted({*place.trunk_arrows, *ends})


def warnings(box: Box, row_size: int, hand_limit: int) -> list[str]:
    """What is odd about a box, but possible."""
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
    players = (len(box.cards) - row_size - 1) // hand_limit + 1
    if players <= 4:
        said.append(
            f"The {len(box.cards)} cards of {box.name} are too few for {max(players, 2)} players "
            "with full hands: places of the row may stay empty."
        )
    return said
