"""Oh Hell: the fields of a state.

A hand may be given as a number: that many cards that the seat to move does not know. What follows
from other fields (turn, deciding, cards, tricks) may be given too, and must then agree.
"""

import random
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from analyzer.games.fields import (
    CardKind,
    Declaration,
    Field,
    Kind,
    NumberKind,
    Open,
    PileKind,
    SeatKind,
    SeatsKind,
    WordKind,
    view_field,
)
from analyzer.games.oh_hell.words import (
    CODES,
    END_REASONS,
    NONE,
    PHASES,
    SUIT_NAMES,
    SUITS,
    card_name,
    card_names,
    compiled_game,
)
from analyzer.games.parameters import encode
from analyzer.games.position_reader import Reader, Unnamed, unnamed_cards
from analyzer.games.spec import Given, Raw, Seen, Words

if TYPE_CHECKING:
    from analyzer.games.fields import LazyRaw
    from analyzer.games.oh_hell import Rules

_MOST_POINTS = 2**30


def _tricks(raw: Raw, complete: bool) -> list[list[tuple[int, str]]]:
    """The cards of each complete trick in order, each with its seat; or the one under way."""
    return [
        [(seat + 1, card_name(code)) for seat, code in zip(seats, codes, strict=True)]
        for seats, (_, codes) in zip(raw["laid_by"], raw["laid"], strict=True)
        if (len(codes) == len(raw["playing"])) == complete
    ]


def _last_hand(rules: "Rules", raw: Raw) -> Words | None:
    """The result of the hand before; None in the first."""
    if raw["last"]["hand_no"] == NONE:
        return None
    words = LAST.position(rules, raw["last"])
    del words["players"]
    return words


def _last_seen(rules: "Rules", raw: Raw) -> Words | None:
    last = _last_hand(rules, raw)
    if last and not rules.turnup_visible:
        last["turned"] = last["turned"][1]  # its suit is all that was ever shown
    return last


def _over(raw: Raw) -> bool:
    return bool(raw["phase"] == PHASES.index("over"))


def _behind(rules: "Rules", raw: Raw, seat: int) -> Raw:
    """What is not shown is not seen."""
    last, suit = raw["last"], raw["turned"] // 16
    return {
        "turned": [raw["turned"]] if raw["turned_known"] else None,
        "trump": [suit] if raw["trump_known"] else None,
        "bids": [
            None if bid == NONE or (raw["bids_hidden"] and other != seat) else bid
            for other, bid in enumerate(raw["bids"])
        ],
        "last": last if rules.turnup_visible else last | {"turned": last["turned"] // 16 * 16},
    }


def _read_hand(reader: Reader, raw: "LazyRaw") -> Raw:
    """Which hand of the schedule, and how many cards."""
    playing, rules = raw["playing"], raw.rules
    if len(playing) < 2:
        raise reader.error("a hand needs at least two seats that take part")
    n_cards = sum(map(len, raw["hands"])) + sum(len(trick) for _, trick in raw["laid"])
    cards, odd = divmod(n_cards, len(playing))
    if odd or not cards:
        raise reader.error(f"{n_cards} cards are not equally many for {len(playing)} seats")
    sizes, _ = compiled_game().schedule(reader.players, encode(rules))
    if "hand" not in reader.words and cards not in sizes:
        raise reader.error(f"no hand of {cards} cards is on the schedule")
    usual = sizes.index(cards) + 1 if cards in sizes else 1
    hand = reader.number("hand", 1, len(sizes) + rules.max_extra_hands, usual)
    return {"hand_no": hand - 1, "cards": cards}


def _read_turned(reader: Reader, raw: "LazyRaw") -> int:
    """The turned card; and no card is in two places."""
    lying = [*chain(*raw["hands"]), *chain(*(trick for _, trick in raw["laid"]))]
    given = [reader.card("turned", CODES)] if "turned" in reader.words else []
    rest = reader.count_cards(card_names([*lying, *given]), dict.fromkeys(CODES, 1))
    return given[0] if given else CODES[raw.luck.choice(rest)]


def _read_bids(reader: Reader, raw: "LazyRaw") -> list[int]:
    try:
        most = compiled_game().most_bid(reader.players, encode(raw.rules), raw["cards"])
    except ValueError as error:
        raise reader.error(str(error)) from error
    return reader.numbers("bids", 0, most, NONE, blank=NONE)


def _read_last_hand(reader: Reader, raw: "LazyRaw") -> Raw:
    """The result of the hand before; it has no effect on play."""
    last = reader.part("last_hand", [field.word for field in LAST.fields])
    return LAST.read(last, raw.rules)


_KNOWN = (lambda _, code: card_name(code), lambda _: CODES)
_CARD, _CARDS = CardKind(*_KNOWN), PileKind(*_KNOWN)
_TRICKS, _BIDS = NumberKind(0, 10), NumberKind(0, 10, blank=NONE)
_POINTS = NumberKind(-_MOST_POINTS, _MOST_POINTS)

LAST = Declaration(
    "oh-hell",
    (
        Field("hand", NumberKind(-1, _MOST_POINTS, 1), "Its number", "hand_no", default=NONE),
        Field("cards", _TRICKS, "Dealt to each seat"),
        Field("dealer", SeatKind(), "Who dealt"),
        Field("turned", _CARD, "The turned card"),
        Field("taking_part", SeatsKind(), "The seats that played it", "playing"),
        Field("bids", _BIDS, "The bids", by_seat=True),
        Field("tricks", _TRICKS, "Tricks taken", by_seat=True),
        Field("points", _POINTS, "Points of that hand", by_seat=True),
        Field("pants", SeatsKind(), "To whom the pants rule applied"),
    ),
)
DECLARED = Declaration(
    "oh-hell",
    (
        Open("hand", NumberKind(first=1), "The number of the hand, from 1; left out: the first "
             "with that many cards", "hand_no", parse=_read_hand, gives=("hand_no", "cards"),
             view="hand_number"),
        Open("cards", Kind(), "Dealt to each seat"),
        Open("dealer", SeatKind(), "Who deals; left out: as if seat 1 had dealt the first hand",
             default=lambda _, raw: raw["hand_no"] % len(raw["hands"])),
        Open("taking_part", SeatsKind(), "The seats that play this hand; left out: all",
             "playing", default=lambda _, raw: range(len(raw["hands"]))),
        Field("turn", SeatKind(), "The seat that decides", computed=lambda _, raw: raw["seat"] + 1,
              parse=lambda reader, raw: reader.seat("turn", raw["dealer"])),
        Open("deciding", WordKind(PHASES), "What it decides", "phase"),
        Field("hands", _CARDS,
              "What each seat holds now", view="hand", seen_by="owner", by_seat=True),
        Field("turned", _CARD, "The turned card; left out: one of the cards named nowhere",
              parse=_read_turned),
        Field("bids", _BIDS, "Of this hand; \"\": none yet, \"?\": hidden from the seat to move",
              parse=_read_bids, by_seat=True),
        Field("played", Kind(), "The tricks of this hand, each a list of cards in the order they "
              "were laid; the last may be incomplete",
              computed=lambda _, raw: [card_names(codes) for _, codes in raw["laid"]],
              parse=lambda reader, _: [[0, trick] for trick in reader.rows("played", CODES)],
              name="laid"),
        Open("tricks", _TRICKS, "Taken so far", by_seat=True),
        Open("points", _POINTS, "The totals before this hand", by_seat=True),
        Open("pants_used", SeatsKind(), "To whom the pants rule no longer applies"),
        Field("last_hand", Kind(), "The hand before: {hand, cards, dealer, turned, taking_part, "
              "bids, tricks, points, pants}", "last", computed=_last_hand, parse=_read_last_hand),
        Field("winners", SeatsKind(), "Of a game that is over", when=_over),
        Field("end_reason", WordKind(END_REASONS), "Why a game is over", when=_over),
        view_field("turned", "None while it is not shown",
                   lambda _, raw: raw["turned"] and card_name(raw["turned"][0]), "turned"),
        view_field("trump", "Its suit, a letter",
                   lambda _, raw: raw["trump"] and SUITS[raw["trump"][0]], "trump"),
        view_field("bids", "None: not made, or not revealed",
                   lambda _, raw: list(raw["bids"]), "bids"),
        view_field("trick", "Seat and card, in order",
                   lambda _, raw: [*chain(*_tricks(raw, False))], "laid", "laid_by"),
        view_field("played", "The complete tricks", lambda _, raw: _tricks(raw, True),
                   "laid", "laid_by"),
        view_field("voids", "Suits that a seat has shown not to hold",
                   lambda _, raw: [[SUITS[suit] for suit in suits] for suits in raw["voids"]],
                   "voids"),
        view_field("last_hand", "The hand before", _last_seen, "last"),
    ),
    _behind,
)  # fmt: skip


def unplayable(view: Seen, moves: Sequence[str]) -> dict[str, str]:
    """Why a card does not follow the suit that was led."""
    if view.deciding != "card" or not view.trick:
        return {}
    led = view.trick[0][1][-1]
    suit = SUIT_NAMES[SUITS.index(led)]
    said = f"You hold a card of the suit led, {suit}, and must play one (OH-20)."
    return {card: said for card in view.hand if card[-1] != led and f"play {card}" not in moves}


def unplaced(rules: "Rules", words: Given) -> list[str]:  # noqa: ARG001
    """The cards that a position names nowhere."""
    return unnamed_cards(dict.fromkeys(CODES, 1), words, "hands", "played", "turned")


def from_position(rules: "Rules", players: int, words: Given, luck: random.Random) -> Raw:
    """What the core restores; a position that cannot be is refused in one sentence."""
    reader = DECLARED.reader(players, _hidden_bids(rules, words))
    reader.need("hands")
    hands = reader.listed("hands", players)
    unnamed = [seat for seat in range(players) if isinstance(hands[seat], Unnamed)]
    raw = DECLARED.read(reader, rules, luck) | {"unnamed": unnamed}
    found: Raw = reader.restored(compiled_game(), encode(rules), raw).describe()
    for word in ("cards", "turn", "deciding", "tricks"):
        reader.agrees(word, DECLARED.position(rules, found)[word])
    return found | {"unnamed": unnamed}


def _hidden_bids(rules: "Rules", words: Given) -> Given:
    """A hidden bid may be anything: a policy that looks ahead has it made again."""
    bids = words.get("bids") if isinstance(words, Mapping) else None
    if rules.bid_mode != "simultaneous" or not isinstance(bids, list) or "?" not in bids:
        return words
    return dict(words) | {"bids": [0 if bid == "?" else bid for bid in bids]}
