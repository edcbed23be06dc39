"""Hike! with sleds in rulebook words: cards, spots, moves, decks.

The core speaks in codes (see _core/games/hike_sled.pxd); the lists here are in the order of those
codes.
"""

from collections import Counter
from typing import TYPE_CHECKING

from analyzer.checks import shown
from analyzer.errors import UserError
from analyzer.games._hike_sled_cards import CardTable, table_of
from analyzer.games._position import read_decks
from analyzer.games._spec import Raw

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.games._spec import Script
    from analyzer.games.hike_sled import Rules

SPOTS = tuple("ABCDEFGH")
TERRAINS = ("snow", "ice", "powder")
LOOSE = ("Husky swap", "Husky runaways", "Crazy husky swap", "Sled huskies on the loose")
YOUNGSTER, EQUIPMENT, CARE, DOUBLE_CARE = "youngster", "equipment", "care", "double care"
CARE_KINDS = ("", CARE, DOUBLE_CARE)
PHASES = (
    "declare early",
    "mentor",
    "action",
    "spot",
    "put in",
    "bonus",
    "declare",
    "upgrade",
    "swap with",
    "give",
    "receive",
    "run away",
    "lose",
    "race",
    "equipment field",
    "rest",
    "go on",
    "over",
)
ENDS = ("finish", "walkover", "deadlock", "race cap", "nobody ready")
EQUIPMENT_CODE, CARE_CODE, LOOSE_CODE = 64, 65, 66  # cards of the deck
DECK_CODES = {
    EQUIPMENT: EQUIPMENT_CODE,
    CARE: CARE_CODE,
    **{card: LOOSE_CODE + i for i, card in enumerate(LOOSE)},
}
FIELDS = ("S", "I", "P", "S*", "I*", "P*")
NO_SPOT = 8
SINGLES_APART, DOUBLES_APART = 6, 12  # care that is not in the husky deck (HS-5)
NO_LOOSE = len(LOOSE)
_YOUNGSTER, _KIND, _CUSTOM = 64, 256, 16  # of moves
_LANDSCAPES, _DECK, _CARE_PILE = 16, 17, 20  # purposes of chance

# By the kind of a move; {card}, {spot}, {seat}, {n}, {use}, {column} stand for what it is about.
_MOVES = (
    "reveal no more",
    "use a mentor",
    "{mentors}",
    "to sled {card}",
    "to hand {card}",
    "place {card}",
    "swap from {spot}",
    "pass",
    "spot {spot}",
    "put in {card}",
    "no bonus",
    "bonus from centre on {spot}",
    "bonus from hand on {spot}",
    "wait",
    "declare",
    "upgrade no more",
    "upgrade {spot}",
    "swap with seat {seat}",
    "give from sled {spot}",
    "give from hand {card}",
    "to hand",
    "run away {card}",
    "lose from sled {spot}",
    "stop",
    "use {use}",
    "care on {spot}",
    "double care on {column}",
    "pay equipment",
    "enter and rest",
    "do not enter",
    "rest {spot}",
    "go on",
    "stop here",
)


def move_name(rules: "Rules", code: int) -> str:
    """A move in rulebook words."""
    kind, what = divmod(code, _KIND)
    words = _MOVES[kind]
    if "{card}" in words:
        return words.format(card=_card_of_move(what))
    if "{spot}" in words:
        return words.format(spot=SPOTS[what])
    if "{column}" in words:
        return words.format(column=f"{SPOTS[what]}/{SPOTS[what + rules.columns]}")
    return words.format(mentors=_mentors(what), seat=what + 1, use=_use(what))


def _card_of_move(what: int) -> str:
    if what < _YOUNGSTER:
        return f"H{what + 1}"
    return (YOUNGSTER, EQUIPMENT, CARE)[what - _YOUNGSTER]


def _mentors(n: int) -> str:
    return {0: "use no mentor", 1: "use 1 mentor"}.get(n, f"use {n} mentors")


def _use(what: int) -> str:
    custom, spot = divmod(what, _CUSTOM)
    as_terrain = f" as {TERRAINS[custom - 1]}" if custom else ""
    return SPOTS[spot % len(SPOTS)] + as_terrain


def husky_name(rules: "Rules", husky: int) -> str:
    """A husky by its number: those beyond the experienced ones are youngsters, all alike."""
    return f"H{husky + 1}" if husky < len(table_of(rules).huskies) else YOUNGSTER


def husky_names(rules: "Rules", huskies: "Sequence[int]") -> list[str]:
    return [husky_name(rules, husky) for husky in huskies]


def card_name(rules: "Rules", code: int) -> str:
    """A card of the husky deck."""
    if code >= LOOSE_CODE:
        return LOOSE[code - LOOSE_CODE]
    return {EQUIPMENT_CODE: EQUIPMENT, CARE_CODE: CARE}.get(code) or husky_name(rules, code)


def hand_names(rules: "Rules", raw: Raw, seat: int) -> list[str]:
    """The cards a seat (from 0) holds, mentors apart."""
    return [
        *husky_names(rules, raw["huskies"][seat]),
        *[EQUIPMENT] * raw["equipment"][seat],
        *[CARE] * raw["single"][seat],
        *[DOUBLE_CARE] * raw["double"][seat],
    ]


def hand_of(rules: "Rules", raw: Raw, seat: int) -> list[str]:
    """The same for a replay, huskies with their points."""
    table = table_of(rules)
    named = hand_names(rules, raw, seat)
    return [with_points(table, name) for name in named]


def with_points(table: CardTable, name: str) -> str:
    """H6 SSI for H6; other cards as they are."""
    if name[1:].isdigit():
        return f"{name} {table.huskies[int(name[1:]) - 1].points or '-'}"
    return name


def field_name(code: int) -> str:
    """A field of the track: its terrain, with * if it needs equipment."""
    return "SIP"[code & 3] + ("*" if code & 4 else "")


def deck_names(rules: "Rules") -> list[str]:
    """The husky deck before it is shuffled, loose cards apart."""
    return [
        *husky_names(rules, range(len(table_of(rules).huskies))),
        *[YOUNGSTER] * rules.youngsters,
        *[EQUIPMENT] * rules.equipment,
        *[CARE] * rules.deck_care,
    ]


# --- decks written down beforehand ---------------------------------------------------------------


def scripts(rules: "Rules", players: int, deals: "Sequence[Sequence[str]]") -> "list[Script]":
    """Chance written down beforehand, as the core takes it: the husky deck from the top (with three
    loose cards below the deal if they are in play), then the landscapes from the start (all of
    them, the unused ones last), then the care piles, each an order of all care cards, of which what
    is not there is passed over."""
    written: list[Script] = []
    for number, cards in enumerate(deals):
        _check_deal(number, cards)
        if number == 0:
            written.append((_DECK, 0, _deck_script(rules, players, list(cards))))
        elif number == 1:
            written.append((_LANDSCAPES, 0, _landscape_script(rules, list(cards))))
        else:
            written.append((_CARE_PILE, number - 2, _care_script(rules, number, list(cards))))
    return written


def _check_deal(number: int, cards: object) -> None:
    if not isinstance(cards, list | tuple):
        raise UserError(
            f"deals[{number}] of hike-sled must be a list of names; got {shown(cards)}."
        )
    for card in cards:
        if not isinstance(card, str):
            raise UserError(f"deals[{number}] of hike-sled holds {shown(card)}, which is no name.")


def _deck_script(rules: "Rules", players: int, cards: list[str]) -> bytes:
    plain = [card for card in cards if card not in LOOSE]
    wanted = Counter(deck_names(rules))
    codes = dict.fromkeys(wanted, 0)
    read_decks("hike-sled", [plain], codes, wanted)
    loose = [card for card in cards if card in LOOSE]
    dealt = players * rules.dealt + rules.centre
    if len(set(loose)) != 3 * rules.loose or len(loose) > 3 or set(loose) & set(cards[:dealt]):
        raise UserError(
            f"deals[0] of hike-sled must hold {'three different' if rules.loose else 'no'} loose "
            f"cards, none among the first {dealt}; got {', '.join(loose) or 'none'}."
        )
    return bytes(codes_of(rules, cards))


def codes_of(rules: "Rules", cards: "Sequence[str]") -> list[int]:
    """Cards of the husky deck as codes; each youngster gets the next number."""
    young = len(table_of(rules).huskies)
    codes = []
    for card in cards:
        if card == YOUNGSTER:
            codes.append(young)
            young += 1
        else:
            codes.append(DECK_CODES.get(card) or int(card[1:]) - 1)
    return codes


def _landscape_script(rules: "Rules", cards: list[str]) -> bytes:
    known = table_of(rules).laid
    if sorted(cards) != sorted(known):
        raise UserError(
            f"deals[1] of hike-sled must name each of the {len(known)} landscapes once, start and "
            f"finish apart; got {shown(cards)}."
        )
    return bytes(known.index(card) for card in cards)


def _care_script(rules: "Rules", number: int, cards: list[str]) -> bytes:
    singles, doubles = SINGLES_APART + rules.deck_care, DOUBLES_APART
    if sorted(cards) != [CARE] * singles + [DOUBLE_CARE] * doubles:
        raise UserError(
            f"deals[{number}] of hike-sled must be an order of {singles} {CARE} and {doubles} "
            f"{DOUBLE_CARE}; got {shown(cards)}."
        )
    return bytes(CARE_KINDS.index(card) for card in cards)
