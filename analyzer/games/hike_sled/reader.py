"""Hike! with sleds: the fields of a position that follow from others; the others are read as
`state.py` declares them. Whether the whole can be is for the core to say."""

import random
from collections import Counter
from typing import TYPE_CHECKING

from analyzer._core.games import hike_sled as core
from analyzer.games.hike_sled.cards import CardTable, encode_cards, table_of
from analyzer.games.hike_sled.knowledge import read_knowledge
from analyzer.games.hike_sled.loose_reader import read_loose
from analyzer.games.hike_sled.race_reader import read_care, read_race
from analyzer.games.hike_sled.state import DECLARED
from analyzer.games.hike_sled.words import (
    CARE,
    DECK_CODES,
    DOUBLE_CARE,
    EQUIPMENT,
    LOOSE,
    LOOSE_CODE,
    NO_LOOSE,
    PHASES,
    SINGLES_APART,
    YOUNGSTER,
    deck_names,
    husky_name,
)
from analyzer.games.parameters import encode
from analyzer.games.position_reader import Reader, unnamed_cards
from analyzer.games.spec import Given, Raw
from analyzer.system.values import short_repr

if TYPE_CHECKING:
    from analyzer.games.hike_sled import Rules

_RACE_KEYS = ("track", "order", "care_pile", "substitutes", "first_player")
_NAMED = {"loose": LOOSE, "phase": PHASES}  # what the core names by number
_RACE_PHASES = ("race", "equipment field", "rest", "go on")


class Cards:
    """The cards of a table, each with its number; youngsters are alike, and get the next one."""

    def __init__(self, rules: "Rules") -> None:
        self.table: CardTable = table_of(rules)
        self.wanted = deck_names(rules)
        experienced = {f"H{n + 1}": n for n in range(len(self.table.huskies))}
        self.huskies = experienced | {YOUNGSTER: len(experienced)}
        self.young = len(experienced)
        self.used: list[str] = []

    def number(self, name: str) -> int:
        """A husky that gets a place."""
        self.used.append(name)
        if name != YOUNGSTER:
            return self.huskies[name]
        self.young += 1
        return self.young - 1

    def split(self, names: list[str]) -> tuple[list[int], list[str]]:
        """The huskies of some cards, and the other cards by name."""
        huskies = [self.number(name) for name in names if name in self.huskies]
        others = [name for name in names if name not in self.huskies]
        self.used += [name for name in others if name != DOUBLE_CARE]
        return huskies, others

    def rest(self) -> list[str]:
        """What has no place yet."""
        rest = list(self.wanted)
        for card in self.used:
            if card in rest:
                rest.remove(card)
        return rest


def unplaced(rules: "Rules", words: Given) -> list[str]:
    """The cards that a position names nowhere."""
    deck = Counter(deck_names(rules))
    return unnamed_cards(deck, words, "hands", "sleds", "centre", "gone", "deck", "placing")


def from_position(rules: "Rules", players: int, words: Given, luck: random.Random) -> Raw:
    """What the core restores; a position that cannot be is refused in one sentence."""
    reader = DECLARED.reader(players, words)
    loose, use, known = (DECLARED.part(reader, name) for name in ("loose", "use", "knowledge"))
    cards = Cards(rules)
    raw = DECLARED.read(reader, rules)
    _read_phase(reader, raw)
    _read_sleds(reader, rules, cards, raw)
    _read_hands(reader, rules, cards, raw)
    _read_landscapes(reader, rules, cards, luck, raw)
    read_race(reader, use, rules, cards.table, raw)
    _read_turn(reader, rules, raw)
    _read_placing(reader, rules, raw)
    read_loose(loose, rules, cards, raw)
    _read_deck(reader, loose, rules, cards, luck, raw)
    read_care(reader, rules, luck, raw)
    read_knowledge(reader, known, raw)
    encoded = {**encode(rules), **encode_cards(cards.table)}
    reader.restored(core.GAME, encoded, raw, _NAMED)
    return raw


def _read_by_seat(reader: Reader, key: str, default: object) -> list[object]:
    """An entry for each seat; if it is left out, every seat has the default."""
    return reader.listed(key, reader.players) if key in reader.words else [default] * reader.players


# --- what lies on the table ----------------------------------------------------------------------


def _read_phase(reader: Reader, raw: Raw) -> None:
    raw["declared"] = reader.numbers("declared", 0, raw["day"], 0)
    for seat in raw["racing"]:
        raw["declared"][seat] = raw["declared"][seat] or raw["day"]
    raw["first_declaration"] = min((day for day in raw["declared"] if day), default=0)
    raw["phase"] = reader.word("deciding", PHASES, "race" if raw["racing"] else "action")
    phase = PHASES[raw["phase"]]
    if phase != "over" and (phase in _RACE_PHASES) != bool(raw["racing"]):
        raise reader.error(f"{phase!r} is {'not ' if raw['racing'] else ''}decided in the race")
    for key in _RACE_KEYS:
        if reader.words.get(key) and not raw["racing"]:
            raise reader.error(f"{key} is for the race, and there are no racers")


def _read_sleds(reader: Reader, rules: "Rules", cards: Cards, raw: Raw) -> None:
    n = 2 * rules.columns
    raw["sleds"] = [[-1] * n for _ in range(reader.players)]
    for seat, row in enumerate(_read_by_seat(reader, "sleds", [""] * n)):
        what = f"sleds of seat {seat + 1}"
        if not isinstance(row, list | tuple) or len(row) != n:
            raise reader.error(f"{what} must be a list of {n}, one entry a spot")
        for spot, card in enumerate(row):
            if card != "":
                husky = reader.name_of(card, cards.huskies, what)
                raw["sleds"][seat][spot] = cards.number(husky)
    for key in ("upgraded", "tired", "resting"):
        raw[key] = [sorted(spots) for spots in raw[key]]


def _read_hands(reader: Reader, rules: "Rules", cards: Cards, raw: Raw) -> None:
    raw |= {"huskies": [], "equipment": [], "single": [], "double": []}
    known = dict.fromkeys([*cards.huskies, EQUIPMENT, CARE, DOUBLE_CARE], 0)
    for seat, hand in enumerate(_read_by_seat(reader, "hands", []), start=1):
        names = reader.names_of(hand, known, f"hands of seat {seat}")
        huskies, others = cards.split(names)
        raw["huskies"].append(huskies)
        for key, card in (("equipment", EQUIPMENT), ("single", CARE), ("double", DOUBLE_CARE)):
            raw[key].append(others.count(card))
    del known[DOUBLE_CARE]  # it never lies in the centre
    raw["centre"], others = cards.split(reader.names("centre", known))
    raw["gone"] = [cards.number(name) for name in reader.names("gone", cards.huskies)]
    raw["centre_equipment"], raw["centre_care"] = others.count(EQUIPMENT), others.count(CARE)
    most = 0 if raw["racing"] else rules.mentors
    raw["mentors"] = reader.numbers("mentors", 0, most, most)


def _read_landscapes(
    reader: Reader, rules: "Rules", cards: Cards, luck: random.Random, raw: Raw
) -> None:
    laid = cards.table.laid
    named = reader.choices("landscapes", laid)
    rest = [number for number in range(len(laid)) if number not in named]
    luck.shuffle(rest)
    raw["landscapes"] = named + rest
    n = rules.landscapes
    raw["face_up"] = reader.number("face_up", 0, n, n if raw["racing"] else min(n, raw["day"]))


def _read_deck(
    reader: Reader, loose: Reader, rules: "Rules", cards: Cards, luck: random.Random, raw: Raw
) -> None:
    """Every card once; a deck that is left out holds what is named nowhere."""
    met = sorted(raw["loose_met"])
    removed = loose.word("removed", (*LOOSE, ""), "")
    known = {**cards.huskies, **DECK_CODES}
    if "deck" in reader.words:
        deck = reader.names("deck", known)
    else:
        deck = cards.rest()
        luck.shuffle(deck)
        if rules.loose and not raw["racing"]:
            removed = _add_loose(deck, met, removed, luck)
    there = [LOOSE.index(card) for card in deck if card in LOOSE]
    out = [card for card in range(NO_LOOSE) if card not in met and card not in there]
    if removed == NO_LOOSE and rules.loose and out:
        removed = out[0]
    raw |= {"loose_met": met, "loose_removed": removed}
    _check_loose(reader, rules, there, raw)
    raw["deck"] = [_deck_code(cards, card) for card in deck]
    _check_cards(reader, cards)


def _check_loose(reader: Reader, rules: "Rules", there: list[int], raw: Raw) -> None:
    """HS-62: none twice."""
    cards = [*there, *raw["loose_met"], raw["loose_removed"]]
    if not rules.loose and cards != [NO_LOOSE]:
        raise reader.error("there are no loose cards without the rule loose=true")
    if len(set(cards)) < len(cards):
        raise reader.error("a loose card is twice in the deck, loose.met and loose.removed")


def _add_loose(deck: list[str], met: list[int], removed: int, luck: random.Random) -> int:
    """HS-62: those not met but one, anywhere in the deck; returns the one."""
    unseen = [card for card in range(NO_LOOSE) if card not in met and card != removed]
    if removed == NO_LOOSE and unseen:
        removed = unseen.pop(luck.randrange(len(unseen)))
    for card in unseen:
        deck.insert(luck.randint(0, len(deck)), LOOSE[card])
    return removed


def _deck_code(cards: Cards, card: str) -> int:
    if card in LOOSE:
        return LOOSE_CODE + LOOSE.index(card)
    if card in DECK_CODES:
        cards.used.append(card)
        return DECK_CODES[card]
    return cards.number(card)


def _check_cards(reader: Reader, cards: Cards) -> None:
    """No card twice."""
    for card in dict.fromkeys(cards.used):
        most = cards.wanted.count(card) + (SINGLES_APART if card == CARE else 0)
        if cards.used.count(card) > most:
            raise reader.error(f"{card} is there {cards.used.count(card)} times instead of {most}")


# --- who decides what ---------------------------------------------------------------------------


def _read_turn(reader: Reader, rules: "Rules", raw: Raw) -> None:
    usual = raw["day_order"][raw["at"]] if raw["racing"] else 0
    raw["seat"] = reader.seat("turn", usual)
    raw["player"] = reader.seat("player", raw["seat"])
    first = (raw["day"] - 1) % reader.players if rules.prep_first == "rotate" else 0
    raw["turn"] = (raw["player"] - first) % reader.players


def _read_placing(reader: Reader, rules: "Rules", raw: Raw) -> None:
    raw |= {"card": 0, "from_centre": 0}
    if PHASES[raw["phase"]] != "spot":
        return
    raw["from_centre"] = reader.word("placing_from", ("hand", "centre"), "hand")
    there = raw["centre"] if raw["from_centre"] else raw["huskies"][raw["seat"]]
    raw["card"] = _find_husky(reader, rules, reader.words.get("placing"), there, "placing")


def _find_husky(reader: Reader, rules: "Rules", name: object, huskies: list[int], what: str) -> int:
    for husky in huskies:
        if name == husky_name(rules, husky):
            return husky
    raise reader.error(f"{what} names {short_repr(name)}, which is not there")
