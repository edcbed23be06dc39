"""Hike! with sleds: a position in words becomes what the core restores, or is refused in one
sentence. The words are described in `_hike_sled_position.py`."""

import random
from collections.abc import Mapping
from typing import Any

from analyzer.checks import shown
from analyzer.games._hike_sled_cards import CardTable, field_code, table_of
from analyzer.games._hike_sled_words import (
    CARE,
    CARE_KINDS,
    DECK_CODES,
    DOUBLE_CARE,
    DOUBLES_APART,
    ENDS,
    EQUIPMENT,
    FIELDS,
    LOOSE,
    LOOSE_CODE,
    NO_LOOSE,
    NO_SPOT,
    PHASES,
    SINGLES_APART,
    SPOTS,
    TERRAINS,
    YOUNGSTER,
    deck_names,
    husky_name,
)
from analyzer.games._position import Reader

_KEYS = (
    *("players", "hands", "sleds", "upgraded", "tired", "resting", "centre", "gone"),
    *("mentors", "care_taken", "declared", "deck", "landscapes", "face_up", "turn", "player"),
    "deciding",
    *("day", "placing", "placing_from", "owed", "loose", "racers", "track", "fields", "race_day"),
    *("order", "first_player", "care_pile", "care_discards", "open_care", "use", "to_rest"),
    *("knowledge", "mentors_asked", "bonus_used", "upgrade_from", "arrived", "substitutes"),
    *("care_shuffles", "substitutes_given", "winners", "end_reason"),
)
_LOOSE_KEYS = (
    *("met", "removed", "card", "partner", "taking_part", "pending", "picks", "gave_from_hand"),
    *("received", "runaways"),
)
_USE_KEYS = (
    *("husky", "left", "moved", "from_field", "from_resting", EQUIPMENT, CARE, DOUBLE_CARE),
    "open_care",
)
_KNOWLEDGE_KEYS = (
    *("huskies", "equipment", "care", "no_huskies", "least_huskies", "no_care", "some_care"),
)
_RACE_KEYS = ("track", "order", "care_pile", "substitutes", "first_player")
_RACE_PHASES = ("race", "equipment field", "rest", "go on")
_LOOSE_PHASES = ("swap with", "give", "receive", "run away", "lose")
_ANYWHERE = 127
_LONG = 10_000  # more days than any rule allows
_MANY = 60_000  # more shuffles than any race has
_RIGHT, _BOTTOM, _TOP, _LEFT = 2, 3, 1, 4  # edges of a Husky


class Cards:
    """The cards of a table, each with its number; youngsters are alike, and get the next one."""

    def __init__(self, rules: Any) -> None:
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


def from_position(
    rules: Any, players: int, words: Mapping[str, Any], luck: random.Random
) -> dict[str, Any]:
    """What the core restores; a position that cannot be is refused in one sentence."""
    reader = Reader("hike-sled", players, words, _KEYS)
    cards = Cards(rules)
    raw: dict[str, Any] = {}
    _read_phase(reader, raw)
    _read_sleds(reader, rules, cards, raw)
    _read_hands(reader, rules, cards, raw)
    _read_landscapes(reader, rules, cards, luck, raw)
    _read_race(reader, rules, cards, raw)
    _read_turn(reader, rules, raw)
    _read_placing(reader, rules, raw)
    _read_loose(reader, rules, cards, raw)
    _read_deck(reader, rules, cards, luck, raw)
    _read_care(reader, luck, raw)
    _read_knowledge(reader, raw)
    return raw


def _given(reader: Reader, key: str, default: Any) -> list[Any]:
    """An entry for each seat; left out: the same for all."""
    return reader.listed(key, reader.players) if key in reader.words else [default] * reader.players


# --- what lies on the table ----------------------------------------------------------------------


def _read_phase(reader: Reader, raw: dict[str, Any]) -> None:
    raw["racing"] = sorted(reader.seats("racers"))
    raw["day"] = reader.number("day", 1, _LONG, 1)
    raw["declared"] = reader.numbers("declared", 0, raw["day"], 0)
    for seat in raw["racing"]:
        raw["declared"][seat] = raw["declared"][seat] or raw["day"]
    raw["first_declaration"] = min((day for day in raw["declared"] if day), default=0)
    raw["phase"] = reader.word("deciding", PHASES, "race" if raw["racing"] else "action")
    phase = PHASES[raw["phase"]]
    if phase != "over" and (phase in _RACE_PHASES) != bool(raw["racing"]):
        raise reader.no(f"{phase!r} is {'not ' if raw['racing'] else ''}decided in the race")
    for key in _RACE_KEYS:
        if reader.words.get(key) and not raw["racing"]:
            raise reader.no(f"{key} is for the race, and there are no racers")


def _read_sleds(reader: Reader, rules: Any, cards: Cards, raw: dict[str, Any]) -> None:
    n = 2 * rules.columns
    raw["sleds"] = [[-1] * n for _ in range(reader.players)]
    for seat, row in enumerate(_given(reader, "sleds", [""] * n)):
        what = f"sleds of seat {seat + 1}"
        if not isinstance(row, list | tuple) or len(row) != n:
            raise reader.no(f"{what} must be a list of {n}, one entry a spot")
        for spot, card in enumerate(row):
            if card != "":
                reader.card_of(card, cards.huskies, what)
                raw["sleds"][seat][spot] = cards.number(card)
        _check_edges(reader, rules, cards, seat, raw["sleds"][seat])
    for key in ("upgraded", "tired", "resting"):
        raw[key] = reader.choices_by_seat(key, SPOTS[:n])
    for seat, spots in enumerate(raw["upgraded"]):
        for spot in spots:
            if len(_points(cards, raw["sleds"][seat][spot])) != 1:
                raise reader.no(f"seat {seat + 1} cannot have upgraded {SPOTS[spot]} (HS-27)")


def _points(cards: Cards, husky: int) -> str:
    """What is printed on a husky; on a youngster, or a free spot, nothing."""
    return cards.table.huskies[husky].points if 0 <= husky < len(cards.table.huskies) else ""


def _check_edges(reader: Reader, rules: Any, cards: Cards, seat: int, sled: list[int]) -> None:
    """HS-20."""
    huskies, columns = cards.table.huskies, rules.columns
    pairs = [(spot, spot + columns, _BOTTOM, _TOP) for spot in range(columns)]
    pairs += [(s, s + 1, _RIGHT, _LEFT) for s in range(2 * columns) if (s + 1) % columns]
    for one, other, side, facing in pairs:
        both = [sled[one], sled[other]]
        if min(both) < 0 or max(both) >= len(huskies):
            continue
        if huskies[both[0]][side] != huskies[both[1]][facing]:
            raise reader.no(
                f"in the sled of seat {seat + 1} the edges of {SPOTS[one]} and {SPOTS[other]} do "
                "not match (HS-20)"
            )


def _read_hands(reader: Reader, rules: Any, cards: Cards, raw: dict[str, Any]) -> None:
    raw |= {"huskies": [], "equipment": [], "single": [], "double": []}
    known = dict.fromkeys([*cards.huskies, EQUIPMENT, CARE, DOUBLE_CARE], 0)
    reader.piles("hands", known)
    for hand in _given(reader, "hands", []):
        huskies, others = cards.split(list(hand))
        raw["huskies"].append(huskies)
        for key, card in (("equipment", EQUIPMENT), ("single", CARE), ("double", DOUBLE_CARE)):
            raw[key].append(others.count(card))
    del known[DOUBLE_CARE]  # it never lies in the centre
    reader.cards("centre", known)
    raw["centre"], others = cards.split(reader.listed("centre"))
    reader.cards("gone", cards.huskies)
    raw["gone"] = [cards.number(name) for name in reader.listed("gone")]
    raw["centre_equipment"], raw["centre_care"] = others.count(EQUIPMENT), others.count(CARE)
    raw["mentors"] = reader.numbers("mentors", 0, 255, 0 if raw["racing"] else rules.mentors)
    raw["taken"] = reader.numbers("care_taken", 0, 3, 0)


def _read_landscapes(
    reader: Reader, rules: Any, cards: Cards, luck: random.Random, raw: dict[str, Any]
) -> None:
    laid = cards.table.laid
    named = reader.choices("landscapes", laid)
    rest = [number for number in range(len(laid)) if number not in named]
    luck.shuffle(rest)
    raw["landscapes"] = named + rest
    n = rules.landscapes
    raw["face_up"] = reader.number("face_up", 0, n, n if raw["racing"] else min(n, raw["day"]))


def _read_deck(
    reader: Reader, rules: Any, cards: Cards, luck: random.Random, raw: dict[str, Any]
) -> None:
    """Every card once; a deck that is left out holds what is named nowhere."""
    loose = reader.part("loose", _LOOSE_KEYS)
    met = loose.choices("met", LOOSE)
    removed = loose.word("removed", (*LOOSE, ""), "")
    known = {**cards.huskies, **DECK_CODES}
    if "deck" in reader.words:
        reader.cards("deck", known)
        deck = reader.listed("deck")
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
    raw["deck"] = [_deck_code(cards, card) for card in deck]
    _check_cards(reader, cards)


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
            raise reader.no(f"{card} is there {cards.used.count(card)} times instead of {most}")


# --- who decides what ---------------------------------------------------------------------------


def _read_turn(reader: Reader, rules: Any, raw: dict[str, Any]) -> None:
    usual = raw["day_order"][raw["at"]] if raw["racing"] else 0
    raw["seat"] = reader.seat("turn", usual)
    raw["player"] = reader.seat("player", raw["seat"])
    first = (raw["day"] - 1) % reader.players if rules.prep_first == "rotate" else 0
    raw["turn"] = (raw["player"] - first) % reader.players
    raw["owed"] = reader.number("owed", 0, 255, 0)
    raw["asked"] = reader.flag("mentors_asked")
    raw["bonus_used"] = reader.flag("bonus_used")
    raw["upgrade_from"] = reader.number("upgrade_from", 0, NO_SPOT, 0)
    _check_decision(reader, raw)


def _check_decision(reader: Reader, raw: dict[str, Any]) -> None:
    """Somebody must be able to decide what is said to be decided."""
    phase, seat = PHASES[raw["phase"]], raw["seat"]
    who = f"seat {seat + 1}"
    if phase == "over":
        return
    if raw["racing"]:
        if any(-1 in raw["sleds"][racer] for racer in raw["racing"]):
            raise reader.no("a racer has a full sled")
        return
    if raw["declared"][seat] and phase != "upgrade":
        raise reader.no(f"{who} has declared and decides nothing in Preparations")
    if phase in ("declare", "declare early") and -1 in raw["sleds"][seat]:
        raise reader.no(f"{who} cannot declare with a free spot")
    if phase == "put in" and not raw["huskies"][seat]:
        raise reader.no(f"{who} has no husky to put in")


def _read_placing(reader: Reader, rules: Any, raw: dict[str, Any]) -> None:
    raw |= {"card": 0, "from_centre": 0}
    if PHASES[raw["phase"]] != "spot":
        return
    raw["from_centre"] = reader.word("placing_from", ("hand", "centre"), "hand")
    there = raw["centre"] if raw["from_centre"] else raw["huskies"][raw["seat"]]
    raw["card"] = _among(reader, rules, reader.words.get("placing"), there, "placing")


def _among(reader: Reader, rules: Any, name: object, huskies: list[int], what: str) -> int:
    for husky in huskies:
        if name == husky_name(rules, husky):
            return husky
    raise reader.no(f"{what} names {name!r}, which is not there")


def _read_loose(reader: Reader, rules: Any, cards: Cards, raw: dict[str, Any]) -> None:
    n, loose = reader.players, reader.part("loose", _LOOSE_KEYS)
    raw |= {"loose_card": NO_LOOSE, "partner": 0, "pending": [], "taking_part": []}
    raw |= {"pick_card": [0] * n, "pick_spot": [0] * n, "received": [0] * n, "runaways": 0}
    phase = PHASES[raw["phase"]]
    if phase not in _LOOSE_PHASES:
        return
    loose.need("card")
    raw["loose_card"] = loose.word("card", LOOSE, "")
    raw["partner"] = loose.seat("partner", 0)
    raw["taking_part"] = sorted(loose.seats("taking_part"))
    raw["pending"] = sorted(loose.seats("pending"))
    raw["runaways"] = loose.number("runaways", 0, 2, 0)
    _check_loose(reader, phase, raw)
    for seat in loose.seats("gave_from_hand"):
        raw["pick_spot"][seat] = NO_SPOT
    for seat, name in enumerate(_given(loose, "picks", "")):
        if name != "":
            _read_pick(reader, rules, raw, seat, name)
    for seat, name in enumerate(_given(loose, "received", "")):
        if name != "":
            loose.card_of(name, cards.huskies, "loose.received")
            raw["received"][seat] = cards.number(name)


def _check_loose(reader: Reader, phase: str, raw: dict[str, Any]) -> None:
    if phase in ("give", "receive", "lose") and raw["seat"] not in raw["pending"]:
        raise reader.no(f"loose.pending must name seat {raw['seat'] + 1}, which decides")
    if phase == "run away" and not 1 <= raw["runaways"] <= len(raw["centre"]):
        raise reader.no("loose.runaways must be 1 or 2, and not more than huskies in the centre")


def _read_pick(reader: Reader, rules: Any, raw: dict[str, Any], seat: int, name: object) -> None:
    sled = raw["sleds"][seat]
    spot = SPOTS[: len(sled)].find(name) if isinstance(name, str) else -1
    if spot >= 0 and len(str(name)) == 1:
        raw["pick_spot"][seat], raw["pick_card"][seat] = spot, max(sled[spot], 0)
        return
    raw["pick_spot"][seat] = NO_SPOT
    raw["pick_card"][seat] = _among(reader, rules, name, raw["huskies"][seat], "loose.picks")


# --- the race -----------------------------------------------------------------------------------


def _read_race(reader: Reader, rules: Any, cards: Cards, raw: dict[str, Any]) -> None:
    racing = bool(raw["racing"])
    raw["track"] = _track(reader, rules, cards, raw)
    raw["field"] = reader.numbers("fields", 0, len(raw["track"]), 0)
    raw["race_day"] = reader.number("race_day", 0, _LONG, int(racing))
    raw["first_player"] = reader.seat("first_player", 0)
    raw["day_order"] = _order(reader, raw)
    raw["at"] = _place_in_order(reader, raw)
    raw["reached"] = _arrived(reader, raw)
    raw["open_card"] = reader.words_by_seat("open_care", CARE_KINDS, [""] * reader.players)
    raw["substitute"] = reader.seats("substitutes")
    _read_use(reader, raw)
    raw["to_rest"] = reader.number("to_rest", 0, NO_SPOT, 0)
    raw["shuffles"] = reader.number("care_shuffles", 0, _MANY, int(racing))
    raw["substitutes"] = reader.number("substitutes_given", 0, _MANY, 0)
    raw["winners"] = reader.seats("winners")
    raw["end_reason"] = reader.word("end_reason", ENDS, ENDS[0])


def _track(reader: Reader, rules: Any, cards: Cards, raw: dict[str, Any]) -> list[int]:
    if not raw["racing"]:
        return []
    table = cards.table
    laid = [table.laid[number] for number in raw["landscapes"][: rules.landscapes]]
    fields = [field for name in ("start", *laid, "finish") for field in table.landscapes[name]]
    if "track" in reader.words:
        fields = reader.listed("track")
        if not 1 <= len(fields) <= 255:
            raise reader.no("track must have 1 to 255 fields")
        for field in fields:
            reader.one_of(field, FIELDS, "a field of track")
    return [field_code(field) for field in fields]


def _read_use(reader: Reader, raw: dict[str, Any]) -> None:
    """The husky in use; left out: the turn begins with the position."""
    use = reader.part("use", _USE_KEYS)
    left = use.part("left", TERRAINS)
    seat = raw["day_order"][raw["at"]] if raw["racing"] else 0
    raw["using"] = use.word("husky", SPOTS, SPOTS[0])
    raw["left"] = [left.number(terrain, 0, 10, 0) for terrain in TERRAINS]
    raw["moved"] = use.number("moved", 0, 255, 0)
    raw["turn_field"] = use.number("from_field", 0, 255, raw["field"][seat])
    resting = [SPOTS[spot] for spot in raw["resting"][seat]]
    raw["turn_resting"] = use.choices("from_resting", SPOTS, resting)
    open_card = CARE_KINDS[raw["open_card"][seat]]
    raw["turn_open"] = use.word("open_care", CARE_KINDS, open_card)
    for key, word in (("equipment", EQUIPMENT), ("single", CARE), ("double", DOUBLE_CARE)):
        raw[f"turn_{key}"] = use.number(word, 0, 255, 0)


def _order(reader: Reader, raw: dict[str, Any]) -> list[int]:
    """HS-37: on the first day clockwise, then from the last on the track on."""
    first, field = raw["first_player"], raw["field"]
    usual = sorted(raw["racing"], key=lambda seat: (seat - first) % reader.players)
    if raw["race_day"] > 1:
        usual.sort(key=lambda seat: field[seat])
    order = reader.seats("order", usual)
    over = PHASES[raw["phase"]] == "over"  # the race may have lost a racer since
    if sorted(order) != raw["racing"] and not (over and order):
        raise reader.no("order must name every racer once")
    return order


def _place_in_order(reader: Reader, raw: dict[str, Any]) -> int:
    if not raw["racing"] or PHASES[raw["phase"]] == "over":
        return 0
    seat = reader.seat("turn", raw["day_order"][0])
    if seat not in raw["day_order"]:
        raise reader.no(f"seat {seat + 1} is no racer")
    return raw["day_order"].index(seat)


def _arrived(reader: Reader, raw: dict[str, Any]) -> list[int]:
    """The order of arrival; left out: the order of the day."""
    if "arrived" in reader.words:
        return reader.numbers("arrived", 0, reader.players, 0)
    last = len(raw["track"])
    there = [seat for seat in raw["day_order"] if raw["field"][seat] == last]
    return [there.index(s) + 1 if s in there else 0 for s in range(reader.players)]


def _read_care(reader: Reader, luck: random.Random, raw: dict[str, Any]) -> None:
    kinds = {CARE: 1, DOUBLE_CARE: 2}
    gone = reader.cards("care_discards", kinds)
    raw["gone_single"], raw["gone_double"] = gone.count(1), gone.count(2)
    for seat, kind in enumerate(raw["open_card"]):
        if kind and not raw[("single", "double")[kind - 1]][seat]:
            raise reader.no(f"seat {seat + 1} does not hold its open care card")
    raw["care_pile"] = reader.cards("care_pile", kinds)
    if raw["racing"] and "care_pile" not in reader.words:
        singles = max(0, SINGLES_APART - sum(raw["single"]) - raw["gone_single"])
        doubles = max(0, DOUBLES_APART - sum(raw["double"]) - raw["gone_double"])
        raw["care_pile"] = [1] * singles + [2] * doubles
        luck.shuffle(raw["care_pile"])


# --- what is known ------------------------------------------------------------------------------


def _read_knowledge(reader: Reader, raw: dict[str, Any]) -> None:
    """Left out: nobody knows anything of another hand, but that declared players hold no husky, and
    an open care card."""
    known, seats = reader.part("knowledge", _KNOWLEDGE_KEYS), range(reader.players)
    raw["open_equipment"] = known.numbers("equipment", 0, 255, 0)
    raw["open_single"] = known.numbers("care", 0, 255, 0)
    if "care" not in known.words:
        raw["open_single"] = [int(kind == 1) for kind in raw["open_card"]]
    equipment = [raw["equipment"][s] - raw["open_equipment"][s] for s in seats]
    care = [raw["single"][s] - raw["open_single"][s] for s in seats]
    hidden = [equipment[s] + care[s] for s in seats]
    raw["bare"] = known.numbers("no_huskies", 0, 255, 0)
    if "no_huskies" not in known.words:
        raw["bare"] = [hidden[s] if raw["declared"][s] else 0 for s in seats]
    raw["floor"] = known.numbers("least_huskies", 0, 255, 0)
    raw["no_care"], raw["some_care"] = known.seats("no_care"), known.seats("some_care")
    for s in seats:
        huskies = len(raw["huskies"][s])
        more = raw["bare"][s] > hidden[s] or raw["floor"][s] > huskies
        if more or min(equipment[s], care[s]) < 0 or (s in raw["some_care"] and not care[s]):
            raise reader.no(f"seat {s + 1} is known to hold cards that it does not")
    _read_patterns(known, raw)


def _read_patterns(known: Reader, raw: dict[str, Any]) -> None:
    """What the others know of each husky of each hand, in the order of the hands."""
    raw["may"] = {}
    lists = _given(known, "huskies", None)
    for seat, hand in enumerate(raw["huskies"]):
        patterns = ["hidden"] * len(hand) if lists[seat] is None else lists[seat]
        if not isinstance(patterns, list | tuple) or len(patterns) != len(hand):
            raise known.no("knowledge.huskies must have an entry for every husky of every hand")
        for husky, pattern in zip(hand, patterns, strict=True):
            raw["may"][husky] = _places(known, pattern, seat)


def _places(known: Reader, pattern: object, seat: int) -> list[int]:
    if pattern in ("hidden", "open"):
        places = [_ANYWHERE if pattern == "hidden" else 1 << seat] * known.players
    else:
        if not isinstance(pattern, list | tuple) or len(pattern) != known.players:
            raise known.no(f"knowledge.huskies holds {shown(pattern)} instead of hidden or open")
        words = [{"seats": [] if entry == "anywhere" else entry} for entry in pattern]
        readers = [Reader(known.game, known.players, w, ("seats",), "knowledge") for w in words]
        places = [
            _ANYWHERE if entry == "anywhere" else sum(1 << s for s in reader.seats("seats"))
            for entry, reader in zip(pattern, readers, strict=True)
        ]
    places[seat] = 0
    return places
