"""Oh Hell: a state as a position in words and back.

A position is a dict (TOML on disk). Seats are numbered from 1, lists by seat begin with seat 1.

    hands        the cards each seat holds now; a number is so many cards that the seat to move does
                 not know
    turned       the turned card; left out: one of the cards named nowhere, by the seed
    bids         of this hand, by seat; "" where none is made yet, "?" where one lies hidden from
                 the seat to move. Left out: none is made
    played       the tricks of this hand in order, each a list of cards in the order they were laid;
                 the last one may be incomplete. Who laid which follows from the rules
    hand         number of the hand from 1; left out: the first with that many cards
    dealer       the seat that deals it; left out: as if seat 1 had dealt the first hand
    points       totals before this hand
    taking_part  the seats that play this hand; left out: all
    pants_used   seats to which the pants rule no longer applies
    last_hand    what became of the hand before: {hand, cards, dealer, turned, taking_part, bids,
                 tricks, points, pants}
    winners, end_reason     of a game that is over

What follows from these may be given too, and must then agree: turn (the seat that decides),
deciding ("bid", "card", "over"), cards (dealt to each seat), tricks (taken so far, by seat).
"""

import random
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from analyzer.games._oh_hell_view import from_one, last_hand, or_blank
from analyzer.games._oh_hell_words import (
    CODES,
    END_REASONS,
    NONE,
    PHASES,
    SUIT_NAMES,
    card_name,
    cards,
    compiled,
    next_seat,
)
from analyzer.games._position import Reader, Unnamed, without_place
from analyzer.games._spec import Given, Raw, Words
from analyzer.rules import encode

if TYPE_CHECKING:
    from analyzer.games.oh_hell import Rules

_KEYS = (
    *("hands", "turned", "bids", "played", "hand", "dealer", "points", "taking_part"),
    *("pants_used", "last_hand", "winners", "end_reason"),
    *("turn", "deciding", "cards", "tricks", "players"),
)
_LAST_KEYS = (
    *("hand", "cards", "dealer", "turned", "taking_part"),
    *("bids", "tricks", "points", "pants"),
)
_MOST_BID = {"five": 5, "ten": 10}
_MOST_POINTS = 2**30


def position(_rules: "Rules", raw: Raw) -> Words:
    """A state in words, complete."""
    words = {
        "players": len(raw["hands"]),
        "hand": raw["hand_no"] + 1,
        "cards": raw["cards"],
        "dealer": raw["dealer"] + 1,
        "taking_part": from_one(raw["playing"]),
        "turn": raw["seat"] + 1,
        "deciding": PHASES[raw["phase"]],
        "hands": [cards(hand) for hand in raw["hands"]],
        "turned": card_name(raw["turned"]),
        "bids": or_blank(raw["bids"]),
        "played": [cards(codes) for _, codes in raw["laid"]],
        "tricks": list(raw["tricks"]),
        "points": list(raw["points"]),
        "pants_used": from_one(raw["pants_used"]),
    }
    last = last_hand(raw)
    if last:
        words["last_hand"] = last
    if PHASES[raw["phase"]] == "over":
        words["winners"] = from_one(raw["winners"])
        words["end_reason"] = END_REASONS[raw["end_reason"]]
    return words


def unplaced(rules: "Rules", words: Given) -> list[str]:  # noqa: ARG001
    """The cards that a position names nowhere."""
    return without_place(dict.fromkeys(CODES, 1), words, "hands", "played", "turned")


def from_position(rules: "Rules", players: int, words: Given, luck: random.Random) -> Raw:
    """What the core restores; a position that cannot be is refused in one sentence."""
    reader = Reader("oh-hell", players, _hidden_bids(rules, words), _KEYS)
    reader.need("hands")
    raw: Raw = {
        "hands": reader.piles("hands", CODES),
        "played": reader.rows("played", CODES),
    }
    _which_hand(reader, rules, raw)
    _turn_up(reader, raw, luck)
    _bid(reader, rules, raw)
    _replay(reader, rules, raw)
    _finish(reader, raw)
    raw["points"] = reader.numbers("points", -_MOST_POINTS, _MOST_POINTS, 0)
    raw["pants_used"] = reader.seats("pants_used")
    raw["last"] = _last_hand(reader.part("last_hand", _LAST_KEYS))
    return raw


def _hidden_bids(rules: "Rules", words: Given) -> Given:
    """A hidden bid may be anything: a policy that looks ahead has it made again."""
    bids = words.get("bids") if isinstance(words, Mapping) else None
    if rules.bid_mode != "simultaneous" or not isinstance(bids, list) or "?" not in bids:
        return words
    return dict(words) | {"bids": [0 if bid == "?" else bid for bid in bids]}


def _which_hand(reader: Reader, rules: "Rules", raw: Raw) -> None:
    """Who plays, how many cards, which hand of the schedule, who deals."""
    raw["playing"] = sorted(reader.seats("taking_part", range(reader.players)))
    sizes, extra = compiled().schedule(reader.players, encode(rules))
    n_cards = sum(map(len, raw["hands"] + raw["played"]))
    dealt, odd = divmod(n_cards, max(1, len(raw["playing"])))
    if odd or not dealt:
        raise reader.no(f"{n_cards} cards are not equally many for {len(raw['playing'])} seats")
    if "hand" not in reader.words and dealt not in sizes:
        raise reader.no(f"no hand of {dealt} cards is on the schedule")
    default = sizes.index(dealt) + 1 if dealt in sizes else 1
    raw["hand_no"] = reader.number("hand", 1, len(sizes) + rules.max_extra_hands, default) - 1
    is_extra = raw["hand_no"] >= len(sizes)
    raw["cards"] = extra if is_extra else sizes[raw["hand_no"]]
    if dealt != raw["cards"]:
        raise reader.no(
            f"hand {raw['hand_no'] + 1} has {raw['cards']} cards each, and {dealt} are there"
        )
    reader.agrees("cards", dealt)
    few = len(raw["playing"]) < reader.players
    if few and not (is_extra and rules.tie_players == "tied_only" and len(raw["playing"]) > 1):
        raise reader.no("all seats take part but in extra hands with tie_players=tied_only")
    raw["dealer"] = reader.seat("dealer", raw["hand_no"] % reader.players)
    if raw["dealer"] not in raw["playing"]:
        raise reader.no(f"seat {raw['dealer'] + 1} deals, and takes no part")


def _turn_up(reader: Reader, raw: Raw, luck: random.Random) -> None:
    """The turned card; and no card is in two places."""
    named = Counter(code for pile in raw["hands"] + raw["played"] for code in pile)
    if "turned" in reader.words:
        raw["turned"] = reader.card("turned", CODES)
        named[raw["turned"]] += 1
    for code, times in named.items():
        if times > 1:
            raise reader.no(f"{card_name(code)} is there {times} times")
    if "turned" not in raw:
        raw["turned"] = luck.choice([code for code in CODES.values() if code not in named])


def _bid(reader: Reader, rules: "Rules", raw: Raw) -> None:
    """Bids are made clockwise from the first bidder; who is next decides."""
    playing, dealer = raw["playing"], raw["dealer"]
    most = _MOST_BID[rules.bid_max] if rules.bid_max in _MOST_BID else raw["cards"]
    raw["bids"] = reader.numbers("bids", 0, most, NONE, blank=NONE)
    first = dealer
    if rules.bid_mode == "sequential" and rules.bid_order == "dealer_last":
        first = next_seat(playing, dealer)
    order = [first]
    while len(order) < len(playing):
        order.append(next_seat(playing, order[-1]))
    made = [seat for seat, bid in enumerate(raw["bids"]) if bid != NONE]
    if set(made) != set(order[: len(made)]):
        raise reader.no(
            f"bids are made in the order of seats {', '.join(str(s + 1) for s in order)}"
        )
    if rules.hook and len(made) == len(order) and sum(raw["bids"][s] for s in made) == raw["cards"]:
        raise reader.no("with hook the bids may not add up to the cards")
    if raw["played"] and len(made) < len(order):
        raise reader.no("cards are played before all bids are made")
    raw["phase"] = PHASES.index("bid" if len(made) < len(order) else "card")
    raw["seat"] = order[len(made)] if len(made) < len(order) else dealer


def _replay(reader: Reader, rules: "Rules", raw: Raw) -> None:
    """Who laid which card: the winner of a trick leads the next (OH-23)."""
    playing, trump = raw["playing"], raw["turned"] // 16
    left_leads = rules.leader == "left_of_dealer"
    leader = next_seat(playing, raw["dealer"]) if left_leads else raw["dealer"]
    raw["laid"], raw["tricks"] = [], [0] * len(raw["hands"])
    by_seat: list[list[tuple[int, int]]] = [[] for _ in raw["hands"]]  # (suit led, card)
    for number, trick in enumerate(raw["played"], start=1):
        if len(trick) > len(playing) or (number < len(raw["played"]) and len(trick) < len(playing)):
            raise reader.no(f"trick {number} has {len(trick)} cards for {len(playing)} seats")
        if not trick:
            raise reader.no(f"trick {number} has no card; leave it out")
        raw["laid"].append([leader, trick])
        seats = [leader]
        for code in trick:
            by_seat[seats[-1]].append((trick[0] // 16, code))
            seats.append(next_seat(playing, seats[-1]))
        leader = seats[len(trick)]
        if len(trick) == len(playing):
            leader = seats[trick.index(_best(trick, trump))]
            raw["tricks"][leader] += 1
    if raw["phase"] == PHASES.index("card"):
        raw["seat"] = leader
    _check_play(reader, raw, by_seat)


def _best(trick: list[int], trump: int) -> int:
    """The card that takes a trick (OH-22)."""
    led = trick[0] // 16
    return max(trick, key=lambda code: (code // 16 == trump, code // 16 == led, code % 16))


def _check_play(reader: Reader, raw: Raw, by_seat: list[list[tuple[int, int]]]) -> None:
    """Everybody was dealt the same number of cards, and nobody revoked (OH-A16)."""
    for seat, (hand, laid) in enumerate(zip(raw["hands"], by_seat, strict=True)):
        dealt = raw["cards"] if seat in raw["playing"] else 0
        if len(hand) + len(laid) != dealt:
            raise reader.no(
                f"seat {seat + 1} holds {len(hand)} cards and has played {len(laid)}, of {dealt}"
            )
        for place, (led, code) in enumerate(laid):
            kept = [] if isinstance(reader.listed("hands")[seat], Unnamed) else hand
            later = [*kept, *(card for _, card in laid[place + 1 :])]
            if code // 16 != led and any(card // 16 == led for card in later):
                suit = SUIT_NAMES[led]
                raise reader.no(
                    f"seat {seat + 1} laid {card_name(code)} and held {suit}, which were led"
                )


def _finish(reader: Reader, raw: Raw) -> None:
    """Is the game over, and does what was given agree with what follows from it?"""
    raw["winners"] = sorted(reader.seats("winners"))
    raw["end_reason"] = reader.word("end_reason", END_REASONS, END_REASONS[0])
    done = not any(raw["hands"])
    if raw["winners"]:
        raw["phase"] = PHASES.index("over")
        raw["seat"] = reader.seat("turn", raw["dealer"])
    if done != bool(raw["winners"]):
        raise reader.no(
            "all cards are played, so winners must be named"
            if done
            else "there are winners, and cards still to be played"
        )
    reader.agrees("turn", raw["seat"] + 1)
    reader.agrees("deciding", PHASES[raw["phase"]])
    reader.agrees("tricks", raw["tricks"])


def _last_hand(reader: Reader) -> Raw:
    """What became of the hand before; it has no effect on play."""
    return {
        "hand_no": reader.number("hand", 0, 2**30, 0) - 1,
        "cards": reader.number("cards", 0, 10, 0),
        "dealer": reader.seat("dealer", 0),
        "turned": reader.card("turned", CODES) if "turned" in reader.words else 0,
        "playing": sorted(reader.seats("taking_part")),
        "bids": reader.numbers("bids", 0, 10, NONE, blank=NONE),
        "tricks": reader.numbers("tricks", 0, 10, 0),
        "points": reader.numbers("points", -_MOST_POINTS, _MOST_POINTS, 0),
        "pants": sorted(reader.seats("pants")),
    }
