"""Hike! with sleds in rulebook words: cards, spots, moves, decks.

The core speaks in codes (see _core/games/hike_sled/state.pxd) and says which they are.
"""

from collections import Counter
from typing import TYPE_CHECKING

from analyzer._core.games import hike_sled as core
from analyzer.errors import UserError
from analyzer.games.code_words import words_by_code, words_of
from analyzer.games.hike_sled.cards import CardTable, table_of
from analyzer.games.position_reader import read_decks
from analyzer.games.spec import Raw
from analyzer.system.values import short_repr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyzer.games.hike_sled import Rules
    from analyzer.games.spec import Script

SPOTS = tuple("ABCDEFGH")
TERRAINS = words_by_code({core.SNOW: "snow", core.ICE: "ice", core.POWDER: "powder"})
LOOSE = words_by_code(
    {
        core.LOOSE_SWAP: "Husky swap",
        core.LOOSE_RUNAWAYS: "Husky runaways",
        core.LOOSE_CRAZY: "Crazy husky swap",
        core.LOOSE_SLED: "Sled huskies on the loose",
    }
)
YOUNGSTER, EQUIPMENT, CARE, DOUBLE_CARE = "youngster", "equipment", "care", "double care"
CARE_KINDS = words_by_code({core.NO_CARE: "", core.SINGLE: CARE, core.DOUBLE: DOUBLE_CARE})
PHASES = words_of(core, "PHASE_", {"EARLY_DECLARE": "declare early", "REVEAL": None})
ENDS = words_of(core, "END_")
EQUIPMENT_CODE: int = core.CARD_EQUIPMENT
CARE_CODE: int = core.CARD_CARE
LOOSE_CODE: int = core.CARD_LOOSE
DECK_CODES = {
    EQUIPMENT: EQUIPMENT_CODE,
    CARE: CARE_CODE,
    **{card: LOOSE_CODE + i for i, card in enumerate(LOOSE)},
}
FIELDS = ("S", "I", "P", "S*", "I*", "P*")
NO_SPOT: int = core.NO_SPOT
NO_LOOSE: int = core.NO_LOOSE
SINGLES_APART: int = core.SINGLES_APART  # care that is not in the husky deck (HS-5)
DOUBLES_APART: int = core.DOUBLES_APART

# By the kind of a move; {card}, {spot}, {seat}, {n}, {use}, {column} stand for what it is about.
_MOVES: dict[int, str] = {
    core.MOVE_REVEAL_NO_MORE: "reveal no more",
    core.MOVE_MENTOR: "use a mentor",
    core.MOVE_MENTORS: "{mentors}",
    core.MOVE_TO_SLED: "to sled {card}",
    core.MOVE_TO_HAND: "to hand {card}",
    core.MOVE_PLACE: "place {card}",
    core.MOVE_SWAP: "swap from {spot}",
    core.MOVE_PASS: "pass",
    core.MOVE_SPOT: "spot {spot}",
    core.MOVE_PUT_IN: "put in {card}",
    core.MOVE_NO_BONUS: "no bonus",
    core.MOVE_BONUS_CENTRE: "bonus from centre on {spot}",
    core.MOVE_BONUS_HAND: "bonus from hand on {spot}",
    core.MOVE_WAIT: "wait",
    core.MOVE_DECLARE: "declare",
    core.MOVE_UPGRADE_NO_MORE: "upgrade no more",
    core.MOVE_UPGRADE: "upgrade {spot}",
    core.MOVE_SWAP_WITH: "swap with seat {seat}",
    core.MOVE_GIVE_SLED: "give from sled {spot}",
    core.MOVE_GIVE_HAND: "give from hand {card}",
    core.MOVE_KEEP: "to hand",
    core.MOVE_RUN_AWAY: "run away {card}",
    core.MOVE_LOSE: "lose from sled {spot}",
    core.MOVE_STOP: "stop",
    core.MOVE_USE: "use {use}",
    core.MOVE_CARE: "care on {spot}",
    core.MOVE_DOUBLE_CARE: "double care on {column}",
    core.MOVE_PAY: "pay equipment",
    core.MOVE_ENTER: "enter and rest",
    core.MOVE_REFUSE: "do not enter",
    core.MOVE_REST: "rest {spot}",
    core.MOVE_GO_ON: "go on",
    core.MOVE_STOP_HERE: "stop here",
}


def move_name(rules: "Rules", code: int) -> str:
    """A move in rulebook words."""
    what = code % core.KIND
    words = _MOVES[code - what]
    if "{card}" in words:
        return words.format(card=_card_of_move(what))
    if "{spot}" in words:
        return words.format(spot=SPOTS[what])
    if "{column}" in words:
        return words.format(column=f"{SPOTS[what]}/{SPOTS[what + rules.columns]}")
    return words.format(mentors=_mentors(what), seat=what + 1, use=_use(what))


def _card_of_move(what: int) -> str:
    if what < core.YOUNGSTER:
        return f"H{what + 1}"
    others: dict[int, str] = {core.TO_HAND_EQUIPMENT: EQUIPMENT, core.TO_HAND_CARE: CARE}
    return others.get(what, YOUNGSTER)


def _mentors(n: int) -> str:
    return {0: "use no mentor", 1: "use 1 mentor"}.get(n, f"use {n} mentors")


def _use(what: int) -> str:
    custom, spot = divmod(what, int(core.CUSTOM))
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


def in_order(rules: "Rules", raw: Raw, seat: int) -> list[int]:
    """The huskies of a hand; youngsters are all alike, and are sorted by what is known of them."""
    n = len(table_of(rules).huskies)
    return sorted(raw["huskies"][seat], key=lambda h: (min(h, n), raw["may"][h]))


def hand_names(rules: "Rules", raw: Raw, seat: int) -> list[str]:
    """The cards a seat (from 0) holds, mentors apart."""
    return [
        *husky_names(rules, in_order(rules, raw, seat)),
        *[EQUIPMENT] * raw["equipment"][seat],
        *[CARE] * raw["single"][seat],
        *[DOUBLE_CARE] * raw["double"][seat],
    ]


def hand_of(rules: "Rules", raw: Raw, seat: int) -> list[str]:
    """The cards a seat (from 0) holds, for a replay: huskies with their points."""
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
    return "SIP"[code & core.TERRAIN] + ("*" if code & core.NEEDS_EQUIPMENT else "")


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
            written.append((core.PURPOSE_DECK, 0, _deck_script(rules, players, list(cards))))
        elif number == 1:
            written.append((core.PURPOSE_LANDSCAPES, 0, _landscape_script(rules, list(cards))))
        else:
            care = _care_script(rules, number, list(cards))
            written.append((core.PURPOSE_CARE, number - 2, care))
    return written


def _check_deal(number: int, cards: object) -> None:
    if not isinstance(cards, list | tuple):
        raise UserError(
            f"deals[{number}] of hike-sled must be a list of names; got {short_repr(cards)}."
        )
    for card in cards:
        if not isinstance(card, str):
            raise UserError(
                f"deals[{number}] of hike-sled holds {short_repr(card)}, which is no name."
            )


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
            f"finish apart; got {short_repr(cards)}."
        )
    return bytes(known.index(card) for card in cards)


def _care_script(rules: "Rules", number: int, cards: list[str]) -> bytes:
    singles, doubles = SINGLES_APART + rules.deck_care, DOUBLES_APART
    if sorted(cards) != [CARE] * singles + [DOUBLE_CARE] * doubles:
        raise UserError(
            f"deals[{number}] of hike-sled must be an order of {singles} {CARE} and {doubles} "
            f"{DOUBLE_CARE}; got {short_repr(cards)}."
        )
    return bytes(CARE_KINDS.index(card) for card in cards)
