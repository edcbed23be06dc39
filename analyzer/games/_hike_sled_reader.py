"""Hike! with sleds: a position in words becomes what the core restores, or is refused in one
sentence. The words are described in `_hike_sled_position.py`."""

import random
from collections.abc import Mapping
from typing import Any

from analyzer.errors import UserError, did_you_mean
from analyzer.games._hike_sled_cards import CardTable, field_code, table_of
from analyzer.games._hike_sled_words import (
    CARE,
    CARE_CODE,
    CARE_KINDS,
    DOUBLE_CARE,
    DOUBLES_APART,
    ENDS,
    EQUIPMENT,
    EQUIPMENT_CODE,
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
)

_KEYS = [
    *("players", "hands", "sleds", "upgraded", "tired", "resting", "centre", "mentors"),
    *("care_taken", "declared", "deck", "landscapes", "face_up", "turn", "player", "deciding"),
    *("day", "placing", "placing_from", "owed", "loose", "racers", "track", "fields", "race_day"),
    *("order", "first_player", "care_pile", "care_discards", "open_care", "use", "to_rest"),
    *("knowledge", "mentors_asked", "bonus_used", "upgrade_from", "arrived", "substitutes"),
    *("care_shuffles", "substitutes_given", "winners", "end_reason"),
]
_RACE_KEYS = (
    *("track", "fields", "order", "care_pile", "open_care", "arrived", "substitutes"),
    "first_player",
)
_RACE_PHASES = ("race", "equipment field", "rest", "go on")
_LOOSE_PHASES = ("swap with", "give", "receive", "run away", "lose")
_ANYWHERE = 127
_FACING = ((0, 2), (1, 3))  # bottom of the upper card with top of the lower, right with left


def _no(sentence: str) -> UserError:
    return UserError(f"This position of hike-sled is not possible: {sentence}.")


class Reader:
    """One position being read; every method refuses what cannot be."""

    def __init__(self, rules: Any, players: int, words: Mapping[str, Any], seed: int) -> None:
        self.rules, self.players, self.words = rules, players, words
        self.table: CardTable = table_of(rules)
        self.seats = range(players)
        self.spots = SPOTS[: 2 * rules.columns]
        self.random = random.Random(seed)
        self.young = len(self.table.huskies)  # number of the next youngster
        self.used: list[str] = []  # cards of the husky deck that have a place
        self.raw: dict[str, Any] = {}

    # -- words --

    def number(self, value: object, what: str, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= high:
            raise _no(f"{what} must be a whole number from 0 to {high}, not {value!r}")
        return value

    def seat(self, value: object, what: str) -> int:
        if isinstance(value, bool) or value not in range(1, self.players + 1):
            raise _no(f"{what} must be a seat, 1 to {self.players}, not {value!r}")
        return value - 1

    def seats_in(self, value: object, what: str) -> list[int]:
        found = [self.seat(seat, what) for seat in self.listed(value, what)]
        if len(set(found)) < len(found):
            raise _no(f"{what} names a seat twice")
        return sorted(found)

    def listed(self, value: object, what: str) -> list:
        if not isinstance(value, list | tuple):
            raise _no(f"{what} must be a list, not {value!r}")
        return list(value)

    def one_of(self, value: object, words: "tuple[str, ...]", what: str) -> int:
        if value not in words:
            hint = did_you_mean(str(value), [word for word in words if word]).rstrip(".")
            raise _no(f"{what} is {value!r}, which it cannot be{hint}")
        return words.index(value)

    def by_seat(self, key: str, default: object) -> list:
        """One entry a seat; left out: the same for all."""
        value = self.words.get(key)
        if value is None:
            return [default for _ in self.seats]
        if not isinstance(value, list | tuple) or len(value) != self.players:
            raise _no(f"{key} must be a list of {self.players}, one entry a seat")
        return list(value)

    def numbers(self, key: str, default: int, high: int) -> list[int]:
        return [
            self.number(value, f"{key} of seat {seat}", high)
            for seat, value in enumerate(self.by_seat(key, default), start=1)
        ]

    def table_in(self, key: str) -> Mapping[str, Any]:
        value = self.words.get(key, {})
        if not isinstance(value, Mapping):
            raise _no(f"{key} must be a table, not {value!r}")
        return value

    # -- cards --

    def husky(self, name: object, what: str) -> int:
        """A husky that gets a place; a youngster gets a number of its own."""
        known = [f"H{n}" for n in range(1, len(self.table.huskies) + 1)]
        if name == YOUNGSTER:
            self.used.append(YOUNGSTER)
            self.young += 1
            return self.young - 1
        if name not in known:
            hint = did_you_mean(str(name), [*known, YOUNGSTER]).rstrip(".")
            raise _no(f"{what} names {name!r}, which is no husky{hint}")
        self.used.append(name)
        return known.index(name)

    def cards(self, value: object, what: str) -> tuple[list[int], list[str]]:
        """Huskies, and the other cards by name."""
        huskies, others = [], []
        for card in self.listed(value, what):
            if card in (EQUIPMENT, CARE, DOUBLE_CARE):
                others.append(card)
            else:
                huskies.append(self.husky(card, what))
        self.used += [card for card in others if card != DOUBLE_CARE]
        return huskies, others

    def spots_of(self, key: str) -> list[list[int]]:
        return [
            [self.one_of(spot, tuple(self.spots), f"{key} of seat {seat}") for spot in
             self.listed(value, f"{key} of seat {seat}")]
            for seat, value in enumerate(self.by_seat(key, []), start=1)
        ]  # fmt: skip


# --- what lies on the table ----------------------------------------------------------------------


def _read_sleds(reader: Reader) -> None:
    raw, n = reader.raw, len(reader.spots)
    raw["sleds"] = []
    for seat, row in enumerate(reader.by_seat("sleds", [""] * n), start=1):
        cards = reader.listed(row, f"the sled of seat {seat}")
        if len(cards) != n:
            raise _no(f"the sled of seat {seat} must have {n} spots, not {len(cards)}")
        what = f"the sled of seat {seat}"
        raw["sleds"].append([-1 if card == "" else reader.husky(card, what) for card in cards])
        _check_edges(reader, seat, raw["sleds"][-1])
    for key in ("upgraded", "tired", "resting"):
        raw[key] = reader.spots_of(key)
    for seat, spots in enumerate(raw["upgraded"]):
        for spot in spots:
            husky = raw["sleds"][seat][spot]
            if not 0 <= husky < len(reader.table.huskies) or (
                len(reader.table.huskies[husky].points) != 1
            ):
                raise _no(f"seat {seat + 1} cannot have upgraded {SPOTS[spot]} (HS-27)")


def _check_edges(reader: Reader, seat: int, sled: list[int]) -> None:
    """HS-20."""
    columns, cards = reader.rules.columns, reader.table.huskies
    for spot, husky in enumerate(sled):
        below = spot + columns if spot < columns else None
        right = spot + 1 if (spot + 1) % columns else None
        for other, (side, facing) in ((below, (3, 1)), (right, (2, 4))):
            if other is None or not 0 <= husky < len(cards) or not 0 <= sled[other] < len(cards):
                continue
            if cards[husky][side] != cards[sled[other]][facing]:
                raise _no(
                    f"in the sled of seat {seat} the edges of {SPOTS[spot]} and {SPOTS[other]} "
                    "do not match (HS-20)"
                )


def _read_hands(reader: Reader) -> None:
    raw = reader.raw
    raw["huskies"], raw["equipment"], raw["single"], raw["double"] = [], [], [], []
    for seat, hand in enumerate(reader.by_seat("hands", []), start=1):
        huskies, others = reader.cards(hand, f"the hand of seat {seat}")
        raw["huskies"].append(huskies)
        for key, card in (("equipment", EQUIPMENT), ("single", CARE), ("double", DOUBLE_CARE)):
            raw[key].append(others.count(card))
    huskies, others = reader.cards(reader.words.get("centre", []), "the centre")
    if DOUBLE_CARE in others:
        raise _no("double care never lies in the centre")
    raw["centre"] = huskies
    raw["centre_equipment"], raw["centre_care"] = others.count(EQUIPMENT), others.count(CARE)
    usual = 0 if raw["racing"] else reader.rules.mentors
    raw["mentors"] = reader.numbers("mentors", usual, 255)
    raw["taken"] = reader.numbers("care_taken", 0, 3)


def _read_deck(reader: Reader) -> None:
    """Every card once; a deck that is left out holds what is named nowhere."""
    raw, words = reader.raw, reader.words
    loose = reader.table_in("loose")
    met = [LOOSE[reader.one_of(c, LOOSE, "loose.met")] for c in reader.listed(loose.get("met", []), "loose.met")]  # fmt: skip
    rest = _without(deck_names(reader.rules), reader.used)
    if "deck" in words:
        cards = reader.listed(words["deck"], "the deck")
    else:
        reader.random.shuffle(rest)
        cards = rest
        if reader.rules.loose and not raw["racing"]:
            cards = _with_loose(reader, cards, met, loose.get("removed"))
    raw["deck"] = [_deck_code(reader, card) for card in cards]
    raw["loose_met"] = [LOOSE.index(card) for card in met]
    out = [card for card in LOOSE if card not in met and card not in cards]
    removed = loose.get("removed", out[0] if reader.rules.loose and out else None)
    raw["loose_removed"] = NO_LOOSE if removed is None else reader.one_of(removed, LOOSE, "loose.removed")  # fmt: skip


def _without(cards: list[str], gone: list[str]) -> list[str]:
    rest = list(cards)
    for card in gone:
        if card in rest:
            rest.remove(card)
    return rest


def _with_loose(reader: Reader, cards: list[str], met: list[str], removed: object) -> list[str]:
    """HS-62: those not met but one, anywhere in the deck."""
    unseen = [card for card in LOOSE if card not in met and card != removed]
    if removed is None and unseen:
        unseen.remove(reader.random.choice(unseen))
    for card in unseen:
        cards.insert(reader.random.randint(0, len(cards)), card)
    return cards


def _deck_code(reader: Reader, card: object) -> int:
    if card in LOOSE:
        return LOOSE_CODE + LOOSE.index(card)
    if card in (EQUIPMENT, CARE):
        reader.used.append(card)
        return EQUIPMENT_CODE if card == EQUIPMENT else CARE_CODE
    return reader.husky(card, "the deck")


def _check_cards(reader: Reader) -> None:
    """No card twice."""
    wanted = deck_names(reader.rules)
    counted = {card: reader.used.count(card) for card in reader.used}
    spare = {CARE: SINGLES_APART}  # single care that is not in the husky deck
    for card, n in counted.items():
        if n > wanted.count(card) + spare.get(card, 0):
            raise _no(f"{card} is there {n} times instead of {wanted.count(card)}")


def _read_landscapes(reader: Reader) -> None:
    raw, laid = reader.raw, reader.table.laid
    named = [
        reader.one_of(name, laid, "landscapes")
        for name in reader.listed(reader.words.get("landscapes", []), "landscapes")
    ]
    if len(set(named)) < len(named):
        raise _no("landscapes names something twice")
    rest = [number for number in range(len(laid)) if number not in named]
    reader.random.shuffle(rest)
    raw["landscapes"] = named + rest
    n = reader.rules.landscapes
    usual = n if raw["racing"] else min(n, raw["day"])
    raw["face_up"] = reader.number(reader.words.get("face_up", usual), "face_up", n)


# --- who decides what ---------------------------------------------------------------------------


def _read_turn(reader: Reader) -> None:
    raw, words = reader.raw, reader.words
    raw["racing"] = reader.seats_in(words.get("racers", []), "racers")
    raw["day"] = reader.number(words.get("day", 1), "day", 10_000)
    raw["declared"] = reader.numbers("declared", 0, raw["day"])
    for seat in raw["racing"]:
        raw["declared"][seat] = raw["declared"][seat] or raw["day"]
    days = [day for day in raw["declared"] if day]
    raw["first_declaration"] = min(days, default=0)
    usual = "race" if raw["racing"] else "action"
    raw["phase"] = reader.one_of(words.get("deciding", usual), PHASES, "deciding")
    phase = PHASES[raw["phase"]]
    if phase != "over" and (phase in _RACE_PHASES) != bool(raw["racing"]):
        raise _no(f"{phase!r} is {'not ' if raw['racing'] else ''}decided in the race")
    for key in _RACE_KEYS:
        if key in words and not raw["racing"] and any(words[key] or ()):
            raise _no(f"{key} is for the race, and there are no racers")


def _read_registers(reader: Reader) -> None:
    raw, words, rules = reader.raw, reader.words, reader.rules
    if raw["day"] < 1:
        raise _no("day must be at least 1")
    raw["seat"] = reader.seat(words.get("turn", _first_seat(raw)), "turn")
    raw["player"] = reader.seat(words.get("player", raw["seat"] + 1), "player")
    first = (raw["day"] - 1) % reader.players if rules.prep_first == "rotate" else 0
    raw["turn"] = (raw["player"] - first) % reader.players
    raw["owed"] = reader.number(words.get("owed", 0), "owed", 255)
    raw["asked"] = bool(words.get("mentors_asked", False))
    raw["bonus_used"] = bool(words.get("bonus_used", False))
    raw["upgrade_from"] = reader.number(words.get("upgrade_from", 0), "upgrade_from", NO_SPOT)
    raw["card"], raw["from_centre"] = _placing(reader)
    _check_decision(reader)


def _first_seat(raw: dict[str, Any]) -> int:
    """Who decides if nothing is said: seat 1, or the first of the race day."""
    return raw["day_order"][raw["at"]] + 1 if raw["racing"] else 1


def _placing(reader: Reader) -> tuple[int, bool]:
    words, raw = reader.words, reader.raw
    if PHASES[raw["phase"]] != "spot":
        return 0, False
    source = words.get("placing_from", "hand")
    if source not in ("centre", "hand"):
        raise _no(f"placing_from must be centre or hand, not {source!r}")
    there = raw["centre"] if source == "centre" else raw["huskies"][raw["seat"]]
    return _husky_among(reader, words.get("placing"), there, "placing"), source == "centre"


def _husky_among(reader: Reader, name: object, huskies: list[int], what: str) -> int:
    n = len(reader.table.huskies)
    for husky in huskies:
        if name == (f"H{husky + 1}" if husky < n else YOUNGSTER):
            return husky
    raise _no(f"{what} names {name!r}, which is not there")


def _check_decision(reader: Reader) -> None:
    """Somebody must be able to decide what is said to be decided."""
    raw, phase = reader.raw, PHASES[reader.raw["phase"]]
    seat, sled = raw["seat"], raw["sleds"][raw["seat"]]
    if phase == "over":
        return
    if raw["racing"]:
        if any(-1 in raw["sleds"][racer] for racer in raw["racing"]):
            raise _no("a racer has a full sled")
        return
    if raw["declared"][seat] and phase != "upgrade":
        raise _no(f"seat {seat + 1} has declared and decides nothing in Preparations")
    if phase in ("declare", "declare early") and -1 in sled:
        raise _no(f"seat {seat + 1} cannot declare with a free spot")
    if phase == "put in" and not raw["huskies"][seat]:
        raise _no(f"seat {seat + 1} has no husky to put in")


def _read_loose(reader: Reader) -> None:
    raw, loose = reader.raw, reader.table_in("loose")
    n = reader.players
    raw |= {"loose_card": NO_LOOSE, "partner": 0, "pending": [], "taking_part": []}
    raw |= {"pick_card": [0] * n, "pick_spot": [0] * n, "received": [0] * n, "runaways": 0}
    phase = PHASES[raw["phase"]]
    if phase not in _LOOSE_PHASES:
        return
    raw["loose_card"] = reader.one_of(loose.get("card"), LOOSE, "loose.card")
    raw["partner"] = reader.number(loose.get("partner", 1), "loose.partner", n) - 1
    raw["taking_part"] = reader.seats_in(loose.get("taking_part", []), "loose.taking_part")
    raw["pending"] = reader.seats_in(loose.get("pending", []), "loose.pending")
    raw["runaways"] = reader.number(loose.get("runaways", 0), "loose.runaways", 2)
    _check_loose(reader, phase)
    for seat in reader.seats_in(loose.get("gave_from_hand", []), "loose.gave_from_hand"):
        raw["pick_spot"][seat] = NO_SPOT
    for seat, name in enumerate(loose.get("picks", [""] * n)):
        if name:
            _read_pick(reader, seat, name)
    for seat, name in enumerate(loose.get("received", [""] * n)):
        if name:
            raw["received"][seat] = reader.husky(name, "loose.received")


def _check_loose(reader: Reader, phase: str) -> None:
    raw = reader.raw
    if phase in ("give", "receive", "lose") and raw["seat"] not in raw["pending"]:
        raise _no(f"loose.pending must name seat {raw['seat'] + 1}, which decides")
    if phase == "run away" and not 1 <= raw["runaways"] <= len(raw["centre"]):
        raise _no("loose.runaways must be 1 or 2, and not more than huskies in the centre")


def _read_pick(reader: Reader, seat: int, name: object) -> None:
    raw = reader.raw
    if name in tuple(reader.spots):
        spot = reader.spots.index(name)
        raw["pick_spot"][seat], raw["pick_card"][seat] = spot, raw["sleds"][seat][spot]
    else:
        raw["pick_spot"][seat] = NO_SPOT
        raw["pick_card"][seat] = _husky_among(reader, name, raw["huskies"][seat], "loose.picks")


# --- the race -----------------------------------------------------------------------------------


def _read_race(reader: Reader) -> None:
    raw, words = reader.raw, reader.words
    raw["track"] = _track(reader)
    last = len(raw["track"])
    raw["field"] = reader.numbers("fields", 0, last)
    raw["race_day"] = reader.number(
        words.get("race_day", 1 if raw["racing"] else 0), "race_day", 10_000
    )
    raw["first_player"] = reader.seat(words.get("first_player", 1), "first_player")
    raw["day_order"] = _order(reader)
    raw["at"] = _place_in_order(reader)
    raw["reached"] = _arrived(reader, last)
    raw["open_card"] = [
        reader.one_of(kind, CARE_KINDS, f"open_care of seat {seat}")
        for seat, kind in enumerate(reader.by_seat("open_care", ""), start=1)
    ]
    raw["substitute"] = reader.seats_in(words.get("substitutes", []), "substitutes")
    _read_use(reader)
    raw["to_rest"] = reader.number(words.get("to_rest", 0), "to_rest", NO_SPOT)
    raw["shuffles"] = reader.number(
        words.get("care_shuffles", 1 if raw["racing"] else 0), "care_shuffles", 60_000
    )
    raw["substitutes"] = reader.number(
        words.get("substitutes_given", 0), "substitutes_given", 60_000
    )
    raw["winners"] = reader.seats_in(words.get("winners", []), "winners")
    raw["end_reason"] = reader.one_of(words.get("end_reason", ENDS[0]), ENDS, "end_reason")


def _read_use(reader: Reader) -> None:
    """The husky in use; left out: the turn begins with the position."""
    raw, use = reader.raw, reader.table_in("use")
    seat = raw["day_order"][raw["at"]] if raw["racing"] else 0
    left = use.get("left", {})
    raw["using"] = reader.one_of(use.get("husky", "A"), tuple(SPOTS), "use.husky")
    raw["left"] = [reader.number(left.get(t, 0), f"use.left.{t}", 10) for t in TERRAINS]
    raw["moved"] = reader.number(use.get("moved", 0), "use.moved", 255)
    field = use.get("from_field", raw["field"][seat])
    raw["turn_field"] = reader.number(field, "use.from_field", 255)
    resting = use.get("from_resting", [SPOTS[spot] for spot in raw["resting"][seat]])
    raw["turn_resting"] = [
        reader.one_of(spot, tuple(SPOTS), "use.from_resting")
        for spot in reader.listed(resting, "use.from_resting")
    ]
    for key, word in (("equipment", EQUIPMENT), ("single", CARE), ("double", DOUBLE_CARE)):
        raw[f"turn_{key}"] = reader.number(use.get(word, 0), f"use.{word}", 255)


def _track(reader: Reader) -> list[int]:
    raw, table = reader.raw, reader.table
    if not raw["racing"]:
        return []
    laid = [table.laid[number] for number in raw["landscapes"][: reader.rules.landscapes]]
    usual = [field for name in ("start", *laid, "finish") for field in table.landscapes[name]]
    fields = reader.listed(reader.words.get("track", usual), "track")
    known = tuple(letter + star for letter in "SIP" for star in ("", "*"))
    if not 1 <= len(fields) <= 255:
        raise _no("track must have 1 to 255 fields")
    return [field_code(known[reader.one_of(field, known, "a field of track")]) for field in fields]


def _order(reader: Reader) -> list[int]:
    """HS-37: on the first day clockwise, then from the last on the track on."""
    raw, words = reader.raw, reader.words
    first = raw["first_player"]
    clockwise = sorted(raw["racing"], key=lambda seat: (seat - first) % reader.players)
    if "order" not in words or not raw["racing"]:
        days = raw["race_day"] > 1
        return sorted(clockwise, key=lambda seat: raw["field"][seat] if days else 0)
    order = [reader.seat(seat, "order") for seat in reader.listed(words["order"], "order")]
    if sorted(order) != raw["racing"]:
        raise _no("order must name every racer once")
    return order


def _place_in_order(reader: Reader) -> int:
    raw = reader.raw
    if not raw["racing"] or PHASES[raw["phase"]] == "over" or "turn" not in reader.words:
        return 0
    seat = reader.seat(reader.words["turn"], "turn")
    if seat not in raw["day_order"]:
        raise _no(f"seat {seat + 1} is no racer")
    return raw["day_order"].index(seat)


def _arrived(reader: Reader, last: int) -> list[int]:
    """The order of arrival; left out: the order of the day."""
    raw = reader.raw
    if "arrived" in reader.words:
        return reader.numbers("arrived", 0, reader.players)
    there = [seat for seat in raw["day_order"] if raw["field"][seat] == last]
    return [there.index(seat) + 1 if seat in there else 0 for seat in reader.seats]


def _read_care(reader: Reader) -> None:
    raw, words = reader.raw, reader.words
    kinds = [
        reader.one_of(kind, CARE_KINDS[1:], "care_discards")
        for kind in reader.listed(words.get("care_discards", []), "care_discards")
    ]
    raw["gone_single"], raw["gone_double"] = kinds.count(0), kinds.count(1)
    for seat, kind in enumerate(raw["open_card"]):
        if kind and not raw[("single", "double")[kind - 1]][seat]:
            raise _no(f"seat {seat + 1} does not hold its open care card")
    if not raw["racing"]:
        raw["care_pile"] = []
    elif "care_pile" in words:
        raw["care_pile"] = [
            reader.one_of(kind, CARE_KINDS[1:], "care_pile") + 1
            for kind in reader.listed(words["care_pile"], "care_pile")
        ]
    else:
        singles = max(0, SINGLES_APART - sum(raw["single"]) - raw["gone_single"])
        doubles = max(0, DOUBLES_APART - sum(raw["double"]) - raw["gone_double"])
        raw["care_pile"] = [1] * singles + [2] * doubles
        reader.random.shuffle(raw["care_pile"])


# --- what is known ------------------------------------------------------------------------------


def _read_knowledge(reader: Reader) -> None:
    """Left out: nobody knows anything of another hand, but that declared players hold no husky."""
    raw, known = reader.raw, reader.table_in("knowledge")
    n = reader.players

    def numbers(key: str, default: list[int]) -> list[int]:
        value = known.get(key, default)
        if not isinstance(value, list | tuple) or len(value) != n:
            raise _no(f"knowledge.{key} must be a list of {n}, one entry a seat")
        return [reader.number(v, f"knowledge.{key}", 255) for v in value]

    raw["open_equipment"] = numbers("equipment", [0] * n)
    raw["open_single"] = numbers("care", [int(kind == 1) for kind in raw["open_card"]])
    hidden = [
        raw["equipment"][s] - raw["open_equipment"][s] + raw["single"][s] - raw["open_single"][s]
        for s in reader.seats
    ]
    if min(hidden) < 0:
        raise _no(f"seat {hidden.index(min(hidden)) + 1} is known to hold cards that it does not")
    raw["bare"] = numbers("no_huskies", [h if d else 0 for h, d in zip(hidden, raw["declared"], strict=True)])  # fmt: skip
    raw["floor"] = numbers("least_huskies", [0] * n)
    raw["no_care"] = reader.seats_in(known.get("no_care", []), "knowledge.no_care")
    raw["some_care"] = reader.seats_in(known.get("some_care", []), "knowledge.some_care")
    _read_patterns(reader, known.get("huskies", [["hidden"] * len(h) for h in raw["huskies"]]))


def _read_patterns(reader: Reader, patterns: object) -> None:
    raw = reader.raw
    raw["may"] = {}
    lists = reader.listed(patterns, "knowledge.huskies")
    if [len(reader.listed(p, "knowledge.huskies")) for p in lists] != [
        len(h) for h in raw["huskies"]
    ]:
        raise _no("knowledge.huskies must have an entry for every husky of every hand")
    for seat, hand in enumerate(raw["huskies"]):
        for husky, pattern in zip(hand, lists[seat], strict=True):
            raw["may"][husky] = [
                0 if observer == seat else _places(reader, pattern, seat, observer)
                for observer in reader.seats
            ]


def _places(reader: Reader, pattern: object, seat: int, observer: int) -> int:
    if pattern in ("hidden", "open"):
        return _ANYWHERE if pattern == "hidden" else 1 << seat
    entry = reader.listed(pattern, "knowledge.huskies")[observer]
    if entry == "anywhere":
        return _ANYWHERE
    return sum(1 << other for other in reader.seats_in(entry, "knowledge.huskies"))


def from_position(rules: Any, players: int, words: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """What the core restores; a position that cannot be is refused in one sentence."""
    for key in words:
        if key not in _KEYS:
            raise _no(f"it has no {key!r}{did_you_mean(key, _KEYS).rstrip('.')}")
    reader = Reader(rules, players, words, seed)
    _read_turn(reader)
    _read_sleds(reader)
    _read_hands(reader)
    _read_landscapes(reader)
    _read_race(reader)
    _read_registers(reader)
    _read_loose(reader)
    _read_deck(reader)
    _check_cards(reader)
    _read_care(reader)
    _read_knowledge(reader)
    return reader.raw
