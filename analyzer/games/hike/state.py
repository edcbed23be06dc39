"""Hike: the fields of a state, and how a position says and reads those that are more than a number.

`hands`: of an eliminated seat its face-up leftovers; a number is so many cards that the seat to
move does not know. `pile` and `stock`: one of them left out holds all cards not named elsewhere (a
stock in random order by the seed); both: the pile is only the exposed card.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from analyzer._core.games import hike as core
from analyzer.games.fields import (
    Declaration,
    Field,
    FlagKind,
    Kind,
    NumberKind,
    Open,
    PileKind,
    SeatKind,
    SeatsKind,
    WordKind,
    view_field,
)
from analyzer.games.hike.words import (
    CAUSES,
    END_REASONS,
    PHASES,
    SPECIALTIES,
    SUITS,
    WORM,
    card_codes,
    card_name,
    deck,
    exposed_name,
    kind_codes,
    kind_name,
)
from analyzer.games.position_reader import Reader, nested_texts, unnamed_cards
from analyzer.games.spec import Given, Raw, Seen

if TYPE_CHECKING:
    from analyzer.games.fields import LazyRaw
    from analyzer.games.hike import Rules

_FORCES = ("Avalanche", "Lost", "Spring")
_IN_FORCE = ("avalanche", "lost", "spring")
_STATUS = ("active", "finished", "eliminated", "out")
_WORM: int = core.FIRST_SPECIALTY_CODE + core.WORM
_WIND: int = core.FIRST_SPECIALTY_CODE + core.WIND
_WIND_AS = "The Wind as "


def _status(raw: Raw, seat: int) -> str:
    if seat not in raw["playing"]:
        return "out"
    if seat in raw["active"]:
        return "active"
    return "finished" if raw["out"][seat] == core.OUT_FINISHED else "eliminated"


def _statuses(_rules: "Rules", raw: Raw) -> list[str]:
    return [_status(raw, seat) for seat in range(len(raw["out"]))]


def _laid(_rules: "Rules", raw: Raw, _seat: int) -> Raw:
    """The leftovers of who is eliminated lie open."""
    return {
        "laid": [
            hand if _status(raw, seat) == "eliminated" else []
            for seat, hand in enumerate(raw["hands"])
        ]
    }


def _ran_out(_rules: "Rules", raw: Raw) -> list[int]:
    return [seat + 1 for _, seat in sorted((n, s) for s, n in enumerate(raw["out_order"]) if n)]


def _ranged(name: str, first: int = 0) -> NumberKind:
    """A number with the range that the compiled game declares."""
    low, high = core.FIELDS.ranges(8)[name]
    return NumberKind(low, high, first)


def _check_laid(reader: Reader, raw: "LazyRaw") -> None:
    """Bugs are Bugs, planted Trees are Trees or The Wind."""
    for word, key, name, suit, also in (
        ("bugs", "bugs", "Bug", core.BUG, -1),
        ("planted", "trees", "Tree", core.TREE, _WIND),
    ):
        for code in chain.from_iterable(raw[key]):
            if code // 10 != suit and code != also:
                card = card_name(raw.rules, code)
                raise reader.error(f"{word} holds {card}, which is no {name}")


def _exposed_code(reader: Reader, rules: "Rules", name: object) -> tuple[int, int]:
    """The move code of an exposed card, and the card's own."""
    if isinstance(name, str) and name.startswith(_WIND_AS):
        suit = reader.one_of(name.removeprefix(_WIND_AS), SUITS, "the suit of The Wind")
        return core.MOVE_WIND + suit, _WIND
    code = reader.card_of(name, card_codes(rules), "exposed")
    if code == _WIND:
        raise reader.error('an exposed Wind must say its suit, as in "The Wind as Light"')
    if name == "Litter":
        raise reader.error("Litter is exposed, and can never be played")
    return core.exposed_move(code, rules.suits_scope == "card"), code


def _read_piles(reader: Reader, raw: "LazyRaw") -> Raw:
    rules, words, codes = raw.rules, reader.words, card_codes(raw.rules)
    _check_laid(reader, raw)
    pile = reader.cards("pile", codes) if "pile" in words else None
    stock = reader.cards("stock", codes) if "stock" in words else None
    top = words["exposed"] if "exposed" in words else card_name(rules, pile[-1]) if pile else None
    exposed, code = (-1, -1) if top is None else _exposed_code(reader, rules, top)
    card = [] if top is None else [code]
    if pile is not None and pile[-1:] != card:
        raise reader.error("exposed must be the top card of the pile")
    state = WORM[raw["worm"]]
    if state in ("waiting", "left"):
        if pile is not None and _WORM not in pile:
            raise reader.error(f"The Worm is {state}, but is not in the pile")
        if pile is None and card not in ([], [_WORM]):
            card = [_WORM, *card]
    loose = (card if pile is None else pile) + (stock or []) + [_WORM] * (state == "captured")
    lying = chain(*raw["hands"], *raw["bugs"], *raw["trees"], loose)
    rest = reader.count_cards([card_name(rules, code) for code in lying], deck(rules))
    left = [codes[name] for name in rest]
    if pile is None and stock is not None:
        pile, left = left + card, []
    elif stock is None:
        pile, stock, left = card if pile is None else pile, left, []
        raw.luck.shuffle(stock)
    if left:
        raise reader.error(
            f"{len(left)} cards of the deck are nowhere, {rest[0]} among them; "
            "leave out stock or pile to put them there"
        )
    if pile and not card:
        raise reader.error("cards were played, so one of them must be exposed")
    return {"exposed": exposed, "pile": pile, "stock": stock}


def _read_status(reader: Reader, raw: "LazyRaw") -> Raw:
    """Who is in, who is out and why."""
    usual = ["active" if hand else "finished" for hand in raw["hands"]]
    status = [_STATUS[place] for place in reader.words_by_seat("status", _STATUS, usual)]
    causes = reader.words_by_seat("causes", CAUSES[:5], [""] * reader.players)
    why = [{"finished": core.OUT_FINISHED, "eliminated": cause or 1} for cause in causes]
    return {
        "active": [seat for seat, word in enumerate(status) if word == "active"],
        "playing": [seat for seat, word in enumerate(status) if word != "out"],
        "out": [why[seat].get(word, 0) for seat, word in enumerate(status)],
    }


def _read_in_force(reader: Reader, _raw: "LazyRaw") -> Raw:
    found = reader.choices("in_force", _FORCES)
    return {name: int(place in found) for place, name in enumerate(_IN_FORCE)}


def _read_ran_out(reader: Reader, raw: "LazyRaw") -> Raw:
    """Who is finished ran out after those that are named."""
    seats, named = range(reader.players), reader.seats("ran_out")
    order = named + [s for s in seats if raw["out"][s] == core.OUT_FINISHED and s not in named]
    return {"out_order": [order.index(s) + 1 if s in order else 0 for s in seats]}


def _base(_rules: "Rules", raw: Raw) -> list[list[int]]:
    """Nothing has left the hands since the last Earthquake."""
    shuffled = raw["occasion"] or any(raw["known"])
    hands = enumerate(raw["hands"])
    return [list(hand) if shuffled and s in raw["active"] else [] for s, hand in hands]


_CARDS = PileKind(card_name, card_codes)

DECLARED = Declaration(
    "hike",
    (
        Open("hand", _ranged("hand_no", 1), "The number of the hand, from 1", "hand_no",
             view="hand_number"),
        Field("turn", SeatKind(), "The seat that decides", "seat"),
        Open("deciding", WordKind(PHASES), "What it decides", "phase"),
        Field("hands", _CARDS, "What each seat holds", view="hand", seen_by="owner", by_seat=True),
        Open("status", Kind(), "active, finished, eliminated, or out (takes no part in this hand);"
             " left out: active with cards, finished without", computed=_statuses,
             uses=("playing", "active", "out"), parse=_read_status,
             gives=("playing", "active", "out"), by_seat=True),
        Field("causes", Kind(), "Why a seat is eliminated: no follow, sun, drought or declined",
              computed=lambda _, raw: [CAUSES[code] for code in raw["out"]]),
        Open("exposed", Kind(), "The exposed card; left out: the top of the pile",
             computed=lambda rules, raw: exposed_name(rules, raw["exposed"]), uses=("exposed",),
             parse=_read_piles, gives=("exposed", "pile", "stock")),
        Open("pile", _CARDS, "From the bottom to the top"),
        Field("stock", _CARDS, "The next to be drawn first", seen_by="count"),
        Open("direction", WordKind(("left", "right"), (1, -1)), "Where play goes", default=1),
        Open("in_force", Kind(), "Any of Avalanche, Lost, Spring",
             computed=lambda _, raw: [force for force in _FORCES if raw[force.lower()]],
             uses=_IN_FORCE, gives=_IN_FORCE, parse=_read_in_force),
        Open("worm.state", WordKind(WORM), "What became of The Worm", "worm"),
        Open("worm.by", SeatKind(), "Who played it", "worm_by", default=-1,
             when=lambda raw: raw["worm_by"] >= 0),
        Open("worm.to", SeatKind(), "Who captured it", "worm_to", default=-1,
             when=lambda raw: raw["worm_to"] >= 0),
        Open("birds", NumberKind(0, 1000), "Birds played in this hand"),
        Open("bugs", _CARDS, "Bugs face up before each seat", by_seat=True),
        Open("planted", _CARDS, "Trees, and The Wind, planted by each seat", "trees",
             by_seat=True),
        Open("points", _ranged("points"), "The totals", by_seat=True),
        Open("dealer", SeatKind(), "Who deals; left out: the last seat",
             default=lambda _, raw: len(raw["hands"]) - 1),
        Field("round.by", SeatKind(), "Who played the Drought or the Spring under way", "round_by"),
        Field("round.at", SeatKind(), "Who acted last in it; left out: that seat", "round_at",
              default=lambda _, raw: raw["round_by"]),
        Field("round.owing", SeatsKind(), "Who is still to act in it", "pending"),
        Field("round.then", WordKind(PHASES[:2]), "What goes on after planting", "round_phase"),
        Field("last_play", _ranged("last_play"), "When each seat played last; 0: not yet",
              by_seat=True),
        Field("ran_out", SeatsKind(), "Who ran out of cards, in this order", computed=_ran_out,
              parse=_read_ran_out, gives=("out_order",)),
        Field("planted_out", SeatsKind(), "Whose last card left by planting"),
        Field("tied", FlagKind(), "Has there been a tie at the target?"),
        Field("turn_begun", FlagKind(),
              "Is the turn under way? Left out: whoever cannot play drops out"
              " first", computed=lambda _, __: True, gives=("turn_begins",),
              parse=lambda reader, _: {"turn_begins": not reader.flag("turn_begun")}),
        Field("winner", SeatKind(nobody=True), "Who has won"),
        Field("end_reason", WordKind(END_REASONS), "Why the game is over"),
        Field("plays", _ranged("play_no"), "Cards played in this hand; left out: the last of all",
              "play_no", default=lambda _, raw: max(raw["last_play"])),
        Field("chances", _ranged("occasion"),
              "Earthquakes and reshuffles in this hand", "occasion"),
        *(
            Field(f"last_hand.{word}", _ranged(f"hand_{word}"), f"The {word} of the hand before",
                  f"hand_{word}", by_seat=True)
            for word in ("leftovers", "points", "out")
        ),
        *(
            Field(f"deduced.{name}", _ranged(name), sentence, default=default, by_seat=True)
            for name, sentence, default in (
                ("bug_allow", "The most Bugs a hand could hold after Poop", 0),
                ("bug_had", "Bugs it then had, or drew since", 0),
                ("bird_allow", "The most Birds after The Worm; 255: not known", core.NO_BOUND),
                ("bird_had", "Birds it then had, or drew since", 0),
            )
        ),
        Field("deduced.bug_allow_all", _ranged("bug_allow_all"), "The most Bugs in all hands; 255: "
              "not known", default=core.NO_BOUND),
        Field("deduced.known", _CARDS, "Cards of the other hands that each seat knows of an "
              "Earthquake", by_seat=True),
        Field("deduced.had", _CARDS, "The specialties each seat was dealt", by_seat=True),
        Field("deduced.base", PileKind(lambda _, code: kind_name(code), kind_codes),
              "Each hand at the last Earthquake, and what came to it", default=_base, by_seat=True),
        view_field("calls_for", "Suits that may follow",
                   lambda _, raw: [SUITS[suit] for suit in raw["calls_for"]], "calls_for"),
        Open("laid", _CARDS, "Face-up leftovers", by_seat=True, in_position=False),
    ),
    _laid,
    need=("hands",),
    follows=lambda _: {"dealt": []},
)  # fmt: skip


def unplayable(view: Seen, moves: Sequence[str]) -> dict[str, str]:
    """Why a suited card, or Litter, cannot be played on the exposed card."""
    if view.deciding != "card":
        return {}
    *others, last = view.calls_for or [""]
    calls = f"{', '.join(others)} or {last}" if others else last
    found = {}
    for card in dict.fromkeys(view.hand):
        suit = card.partition(" ")[0]  # the cards of a suit may be numbered
        if card == SPECIALTIES["litter"]:
            found[card] = "Litter can never be played (HK-11)."
        elif card in moves or suit not in SUITS or suit in view.calls_for:
            continue
        elif view.exposed == SPECIALTIES["sun"]:
            found[card] = "On The Sun only a Light may be played (HK-10)."
        elif view.exposed:
            found[card] = f"{view.exposed} calls for {calls} (HK-7)."
    return found


def unplaced(rules: "Rules", words: Given) -> list[str]:
    """The cards that a position names nowhere."""
    named = dict(words)
    if "pile" not in words:
        exposed = str(words.get("exposed", ""))
        named["pile"] = ["The Wind" if exposed.startswith(_WIND_AS) else exposed]
    worm = words.get("worm", {})
    state = worm.get("state") if isinstance(worm, Mapping) else None
    if state == "captured" or (state in WORM[1:] and "The Worm" not in nested_texts(named["pile"])):
        named["gone"] = ["The Worm"]
    return unnamed_cards(deck(rules), named, "hands", "pile", "stock", "bugs", "planted", "gone")
