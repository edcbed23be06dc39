"""Hike! with sleds: how those fields of a position are read that are more than a number; state.py
declares them. Whether the whole can be is for the core to say."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from analyzer.games.hike_sled.cards import CardTable, field_code, table_of
from analyzer.games.hike_sled.words import (
    CARE,
    DECK_CODES,
    DOUBLE_CARE,
    DOUBLES_APART,
    EQUIPMENT,
    FIELDS,
    LOOSE,
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
from analyzer.games.position_reader import Reader, unnamed_cards
from analyzer.games.spec import Given, Raw
from analyzer.system.values import short_repr

if TYPE_CHECKING:
    from analyzer.games.fields import LazyRaw
    from analyzer.games.hike_sled import Rules

_RACE_KEYS = ("track", "order", "care_pile", "substitutes", "first_player")
_RACE_PHASES = ("race", "equipment field", "rest", "go on")
_ASKING = ("swap with", "give", "receive", "run away", "lose")
_NOTHING: Raw = {"loose_card": NO_LOOSE, "partner": 0, "taking_part": [], "pending": [],
                 "runaways": 0}  # fmt: skip


class Cards:
    """The cards of a table, each with its number; youngsters are alike, and get the next one."""

    def __init__(self, rules: "Rules") -> None:
        self.table: CardTable = table_of(rules)
        self.wanted = deck_names(rules)
        experienced = {f"H{n + 1}": n for n in range(len(self.table.huskies))}
        self.huskies = experienced | {YOUNGSTER: len(experienced)}
        self.young = len(experienced)
        self.used: Counter[str] = Counter()

    def number(self, name: str) -> int:
        """A husky that gets a place."""
        self.used[name] += 1
        if name != YOUNGSTER:
            return self.huskies[name]
        self.young += 1
        return self.young - 1

    def split(self, names: list[str]) -> tuple[list[int], list[str]]:
        """The huskies of some cards, and the other cards by name."""
        huskies = [self.number(name) for name in names if name in self.huskies]
        others = [name for name in names if name not in self.huskies]
        self.used.update(others)
        return huskies, others


def unplaced(rules: "Rules", words: Given) -> list[str]:
    """The cards that a position names nowhere."""
    deck = Counter(deck_names(rules))
    return unnamed_cards(deck, words, "hands", "sleds", "centre", "gone", "deck", "placing")


def _by_seat(reader: Reader, key: str, default: object) -> list[object]:
    """An entry for each seat; if it is left out, every seat has the default."""
    return reader.listed(key, reader.players) if key in reader.words else [default] * reader.players


# --- what lies on the table ----------------------------------------------------------------------


def sleds(reader: Reader, raw: "LazyRaw") -> list[list[int]]:
    n = 2 * raw.rules.columns
    found = []
    for seat, row in enumerate(_by_seat(reader, "sleds", [""] * n), start=1):
        what = f"sleds of seat {seat}"
        if not isinstance(row, list | tuple) or len(row) != n:
            raise reader.error(f"{what} must be a list of {n}, one entry a spot")
        huskies = raw["cards"].huskies
        named = [card != "" and reader.name_of(card, huskies, what) for card in row]
        found.append([raw["cards"].number(name) if name else -1 for name in named])
    return found


def hands(reader: Reader, raw: "LazyRaw") -> Raw:
    for name in ("track", "sleds"):
        raw[name]  # is it the race; then the youngsters of the sleds come first
    known = dict.fromkeys([*raw["cards"].huskies, EQUIPMENT, CARE, DOUBLE_CARE], 0)
    held = [
        raw["cards"].split(reader.names_of(hand, known, f"hands of seat {seat}"))
        for seat, hand in enumerate(_by_seat(reader, "hands", []), start=1)
    ]
    kinds = (("equipment", EQUIPMENT), ("single", CARE), ("double", DOUBLE_CARE))
    return {"huskies": [huskies for huskies, _ in held]} | {
        key: [others.count(card) for _, others in held] for key, card in kinds
    }


def centre(reader: Reader, raw: "LazyRaw") -> Raw:
    known = dict.fromkeys([*raw["cards"].huskies, EQUIPMENT, CARE], 0)
    huskies, others = raw["cards"].split(reader.names("centre", known))
    plain = {"centre_equipment": others.count(EQUIPMENT), "centre_care": others.count(CARE)}
    return {"centre": huskies} | plain


def gone(reader: Reader, raw: "LazyRaw") -> list[int]:
    return [raw["cards"].number(name) for name in reader.names("gone", raw["cards"].huskies)]


def landscapes(reader: Reader, raw: "LazyRaw") -> list[int]:
    laid = raw["cards"].table.laid
    named = reader.choices("landscapes", laid)
    rest = [number for number in range(len(laid)) if number not in named]
    raw.luck.shuffle(rest)
    return named + rest


def deck(reader: Reader, raw: "LazyRaw") -> Raw:
    """Every card once; a deck that is left out holds what is named nowhere. HS-62: of the loose
    cards those not met but one, anywhere in it."""
    for name in ("landscapes", "huskies", "centre", "gone", "received"):
        raw[name]  # what has a place, and the luck that comes before
    cards, met, loose = raw["cards"], raw["loose_met"], raw.rules.loose
    removed = raw.part("loose").word("removed", (*LOOSE, ""), "")
    if "deck" in reader.words:
        names = reader.names("deck", {**cards.huskies, **DECK_CODES})
    else:
        names = list((Counter(cards.wanted) - cards.used).elements())
        raw.luck.shuffle(names)
        if loose and not raw["racing"]:
            unseen = [card for card in range(NO_LOOSE) if card not in met and card != removed]
            if removed == NO_LOOSE and unseen:
                removed = unseen.pop(raw.luck.randrange(len(unseen)))
            for card in unseen:
                names.insert(raw.luck.randint(0, len(names)), LOOSE[card])
    there = [LOOSE.index(card) for card in names if card in LOOSE]
    out = [card for card in range(NO_LOOSE) if card not in met and card not in there]
    if removed == NO_LOOSE and loose and out:
        removed = out[0]
    placed = [*there, *met, removed]
    if not loose and placed != [NO_LOOSE]:
        raise reader.error("there are no loose cards without the rule loose=true")
    if len(set(placed)) < len(placed):
        raise reader.error("a loose card is twice in the deck, loose.met and loose.removed")
    cards.used.update(card for card in names if card in (EQUIPMENT, CARE))
    codes = [DECK_CODES[card] if card in DECK_CODES else cards.number(card) for card in names]
    return {"deck": codes, "loose_removed": removed}


# --- who decides what ---------------------------------------------------------------------------


def placing(reader: Reader, raw: "LazyRaw") -> Raw:
    if PHASES[raw["phase"]] != "spot":
        return {"card": 0, "from_centre": 0}
    there = reader.word("placing_from", ("hand", "centre"), "hand")
    huskies = raw["centre"] if there else raw["huskies"][raw["seat"]]
    husky = _find(raw.rules, reader.words.get("placing"), huskies)
    if husky is None:
        name = short_repr(reader.words.get("placing"))
        raise reader.error(f"placing names {name}, which is not there")
    return {"card": husky, "from_centre": there}


def _find(rules: "Rules", name: object, huskies: list[int]) -> int | None:
    """The husky of this name among these."""
    return next((husky for husky in huskies if name == husky_name(rules, husky)), None)


def _due(loose: Reader, key: str, seats: set[int]) -> Iterator[tuple[int, object]]:
    """The entries of these seats; those of all others must be left out."""
    for seat, name in enumerate(_by_seat(loose, key, "")):
        due = seat in seats
        if due != (name != ""):
            what = "name" if due else "leave out"
            raise loose.error(f"loose.{key} must {what} that of seat {seat + 1}")
        if due:
            yield seat, name


def picks(loose: Reader, raw: "LazyRaw") -> Raw:
    phase = PHASES[raw["phase"]]
    found: Raw = {key: [0] * loose.players for key in ("pick_spot", "pick_card")}
    for seat in loose.seats("gave_from_hand"):
        found["pick_spot"][seat] = NO_SPOT if phase in _ASKING else 0
    picking = phase in ("give", "lose")
    seats = set(raw["taking_part"]) - set(raw["pending"]) if picking else set()
    for seat, name in _due(loose, "picks", seats):
        sled = dict(zip(SPOTS, raw["sleds"][seat], strict=False))
        spot, husky = NO_SPOT, sled.get(name, -1) if isinstance(name, str) else -1
        if husky >= 0:
            spot = SPOTS.index(name)
        elif phase == "give":
            husky = _find(raw.rules, name, raw["huskies"][seat])
        if husky is None or husky < 0:
            raise loose.error(f"loose.picks names {short_repr(name)}, which is not there")
        found["pick_spot"][seat], found["pick_card"][seat] = spot, husky
    return found


def received(loose: Reader, raw: "LazyRaw") -> list[int]:
    found = [0] * loose.players
    seats = set(raw["pending"]) if PHASES[raw["phase"]] == "receive" else set()
    for seat, name in _due(loose, "received", seats):
        husky = loose.name_of(name, raw["cards"].huskies, "loose.received")
        found[seat] = raw["cards"].number(husky)
        if raw["pick_spot"][seat] == NO_SPOT:
            raise loose.error(f"seat {seat + 1} gave from the hand and places nothing")
    return found


# --- the race -------------------------------------------------------------------------------------


def track(reader: Reader, raw: "LazyRaw") -> list[int]:
    phase, racing = PHASES[raw["phase"]], raw["racing"]
    if phase != "over" and (phase in _RACE_PHASES) != bool(racing):
        raise reader.error(f"{phase!r} is {'not ' if racing else ''}decided in the race")
    for key in _RACE_KEYS:
        if reader.words.get(key) and not racing:
            raise reader.error(f"{key} is for the race, and there are no racers")
    if not racing:
        return []
    if "track" in reader.words:
        given = reader.listed("track")
        if not 1 <= len(given) <= 255:
            raise reader.error("track must have 1 to 255 fields")
        fields = [FIELDS[reader.one_of(field, FIELDS, "a field of track")] for field in given]
    else:
        table = raw["cards"].table
        laid = [table.laid[number] for number in raw["landscapes"][: raw.rules.landscapes]]
        fields = [field for name in ("start", *laid, "finish") for field in table.landscapes[name]]
    return [field_code(field) for field in fields]


def order(reader: Reader, raw: "LazyRaw") -> list[int]:
    """HS-37: on the first day clockwise, then from the last on the track on."""
    first, field = raw["first_player"], raw["field"]
    usual = sorted(raw["racing"], key=lambda seat: (seat - first) % reader.players)
    if raw["race_day"] > 1:
        usual.sort(key=lambda seat: field[seat])
    return reader.seats("order", usual)


def left(use: Reader, _raw: "LazyRaw") -> list[int]:
    points = use.part("left", TERRAINS)
    return [points.number(terrain, 0, 10, 0) for terrain in TERRAINS]


def from_resting(use: Reader, raw: "LazyRaw") -> list[int]:
    resting = tuple(SPOTS[spot] for spot in raw["resting"][raw["seat"]])
    over = PHASES[raw["phase"]] == "over"  # it was the turn of another
    known = SPOTS[: 2 * raw.rules.columns] if over else resting
    named = use.choices("from_resting", known, resting)
    return sorted(SPOTS.index(known[place]) for place in named)


def care_discards(reader: Reader, _raw: "LazyRaw") -> Raw:
    out = reader.cards("care_discards", {CARE: 1, DOUBLE_CARE: 2})
    return {"gone_single": out.count(1), "gone_double": out.count(2)}


def care_pile(reader: Reader, raw: "LazyRaw") -> list[int]:
    raw["deck"]  # its luck comes first
    pile = reader.cards("care_pile", {CARE: 1, DOUBLE_CARE: 2})
    if raw["racing"] and "care_pile" not in reader.words:
        singles = max(0, SINGLES_APART - sum(raw["single"]) - raw["gone_single"])
        doubles = max(0, DOUBLES_APART - sum(raw["double"]) - raw["gone_double"])
        pile = [1] * singles + [2] * doubles
        raw.luck.shuffle(pile)
    return pile


# --- all together ---------------------------------------------------------------------------------


def check(reader: Reader, rules: "Rules", cards: Cards, raw: Raw) -> None:
    """What follows from several fields, and what contradicts another."""
    phase, racing = PHASES[raw["phase"]], raw["racing"]
    if phase not in _ASKING:
        raw |= _NOTHING
    elif "card" not in reader.words.get("loose", ()):  # type: ignore[operator]
        raise reader.error("loose.card must be given")
    raw["declared"] = [
        day or raw["day"] * (seat in racing) for seat, day in enumerate(raw["declared"])
    ]
    raw["first_declaration"] = min((day for day in raw["declared"] if day), default=0)
    first = (raw["day"] - 1) % reader.players if rules.prep_first == "rotate" else 0
    raw["turn"], raw["at"] = (raw["player"] - first) % reader.players, 0
    if phase != "over" and raw["seat"] in raw["day_order"]:
        raw["at"] = raw["day_order"].index(raw["seat"])
    for card, n in cards.used.items():
        most = cards.wanted.count(card) + (SINGLES_APART if card == CARE else 0)
        if n > most and card != DOUBLE_CARE:
            raise reader.error(f"{card} is there {n} times instead of {most}")
