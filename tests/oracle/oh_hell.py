"""Oh Hell (MrPikes' house rules): a slow, literal reference to check a compiled game against.

Written from the rule sheet only; OH-.. are clauses of analyzer/games/oh_hell/rules.md. Cards are
strings ("TC" is the ten of clubs), seats are 0-based and run clockwise, k is the cards per player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

RANKS = "23456789TJQKA"  # OH-2: twos low, aces high
SUITS = "CDHS"
DECK = [rank + suit for suit in SUITS for rank in RANKS]  # also the fixed order of moves
PLACE = {card: place for place, card in enumerate(DECK)}
STRENGTH = {card: RANKS.index(card[0]) for card in DECK}
FIRST_HAND = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}  # OH-1, OH-3
NEEDED = {"hand", "hands", "turned", "bids", "seat"}  # of a position
OPTIONAL = {"dealer", "tricks", "trick", "scores", "pants_done", "in_play"}
SEAT_SUMS = "hands deals bids made missed_over missed_under tricks pants bid_zero zero_made_count"
SEAT_SUMS += " dealt_trumps dealt_aces points_dealt_trumps points_dealt_aces"
SEAT_ARRAYS = ("hands_by_cards", "made_by_cards", "points_by_cards")
GAME_SUMS = "hands tricks plays turns decisions extra_hands bids_minus_cards bids_off_cards"
SIZES = 11  # arrays by hand size have places 0..10; place 0 stays empty

CHOICES: dict[str, tuple[Any, ...]] = {  # the first value is the default
    "first_dealer": ("seat1", "random"),  # OH-A1
    "bid_max": ("cards", "five", "ten"),  # OH-A2
    "zero_bid_pays_always": (False, True),  # OH-A3
    "tie_scope": ("first", "any"),  # OH-A5
    "tie_players": ("all", "tied_only"),  # OH-A6
    "tie_hand_size": ("last", "one"),  # OH-A7
    "tie_dealer": ("rotate", "same", "random"),  # OH-A8
    "pants_once": ("event", "exposure"),  # OH-A10
    "bid_before_turnup": (False, True),  # OH-A12
    "turnup_visible": (True, False),  # OH-A13
    "bid_mode": ("simultaneous", "sequential"),
    "bid_order": ("dealer_last", "dealer_first"),
    "hook": (False, True),
    "leader": ("dealer", "left_of_dealer"),
    "schedule": ("down_up", "up_down", "down_only"),
}
NUMBERS: dict[str, tuple[int, int, int]] = {  # default, lowest, highest
    "zero_made": (10, -1000, 1000),  # OH-A4
    "max_extra_hands": (1000, 0, 100000),  # OH-A15
    "made_bonus": (10, -1000, 1000),
    "points_per_trick_made": (1, -1000, 1000),
    "miss_base": (10, -1000, 1000),
    "miss_per_trick": (1, -1000, 1000),
    "pants_threshold": (5, 0, 11),
}


class OracleError(AssertionError):
    """A setting, a position, a chance event or a move that the rules do not allow."""


class Chance(Protocol):
    """Where the oracle gets its luck from. Hands are numbered from 0, extra hands included."""

    def first_dealer(self, players: int) -> int:
        """The seat that deals hand 0; asked only for first_dealer="random"."""

    def deal(self, hand: int, order: list[int], cards: int) -> list[str]:
        """The whole deck, top card first; `order` says who gets his first card before whom."""

    def tie_dealer(self, hand: int, seats: list[int]) -> int:
        """The seat that deals this extra hand; asked only for tie_dealer="random"."""


def resolve_rules(changes: Mapping[str, Any]) -> dict[str, Any]:
    """All switches, with refusal of unknown names, bad values and impossible combinations."""
    rules: dict[str, Any] = {name: values[0] for name, values in CHOICES.items()}
    rules |= {name: numbers[0] for name, numbers in NUMBERS.items()}
    for name, value in changes.items():
        if name not in rules:
            raise OracleError(f"unknown rule: {name}")
        if type(value) is not type(rules[name]):
            raise OracleError(f"{name}: wrong kind of value {value!r}")
        if name in CHOICES and value not in CHOICES[name]:
            raise OracleError(f"{name}: {value!r} is not one of {CHOICES[name]}")
        if name in NUMBERS and not NUMBERS[name][1] <= value <= NUMBERS[name][2]:
            raise OracleError(f"{name}: {value} is out of range")
        rules[name] = value
    if rules["bid_mode"] == "simultaneous":
        if rules["hook"]:
            raise OracleError('hook needs bid_mode = "sequential"')
        if rules["bid_order"] != "dealer_last":
            raise OracleError('bid_order needs bid_mode = "sequential"')
    if rules["tie_scope"] == "any" and rules["tie_players"] == "tied_only":
        raise OracleError('tie_scope = "any" does not go with tie_players = "tied_only"')
    return rules


def hand_sizes(players: int, schedule: str = "down_up") -> list[int]:
    """OH-3, OH-4: cards per player of every scheduled hand."""
    most = FIRST_HAND[players]
    down, up = list(range(most, 0, -1)), list(range(1, most + 1))
    if schedule == "down_only":
        return down
    if schedule == "up_down":
        return up + down[1:]
    return down + up[1:]


def legal_cards(hand: Sequence[str], trick: Sequence[tuple[int, str]]) -> list[str]:
    """OH-18: the leader plays anything. OH-20: follow suit if able. OH-21: else anything."""
    if trick:
        suit_led = trick[0][1][1]
        following = [card for card in hand if card[1] == suit_led]
        if following:
            return following
    return list(hand)


def trick_winner(trick: Sequence[tuple[int, str]], trump: str) -> int:
    """OH-10, OH-22: the highest trump wins, without trump the highest card of the suit led."""
    suit_led = trick[0][1][1]
    suits = [card[1] for _, card in trick]
    winning_suit = trump if trump in suits else suit_led
    best_seat, best_strength = -1, -1
    for seat, card in trick:
        if card[1] == winning_suit and STRENGTH[card] > best_strength:
            best_seat, best_strength = seat, STRENGTH[card]
    return best_seat


def hand_points(rules: Mapping[str, Any], bid: int, taken: int) -> int:
    """OH-25 to OH-28."""
    if bid == 0 and (taken == 0 or rules["zero_bid_pays_always"]):  # OH-26, OH-A3
        return int(rules["zero_made"])
    if taken == bid:
        return int(rules["made_bonus"] + rules["points_per_trick_made"] * bid)  # OH-25
    return -int(rules["miss_base"] + rules["miss_per_trick"] * abs(taken - bid))  # OH-27, OH-28


class Game:
    """One game, moved forward by play(). Everything not starting with _ may be compared."""

    def __init__(self, players: int, rules: Mapping[str, Any], chance: Chance) -> None:
        self._set_up(players, rules, chance)
        if self.rules["first_dealer"] == "random":  # OH-6
            self.dealer = self._taking_part(chance.first_dealer(players))
        self._deal()

    def _set_up(self, players: int, rules: Mapping[str, Any], chance: Chance | None) -> None:
        if players not in FIRST_HAND:  # OH-1
            raise OracleError(f"Oh Hell is for 3 to 7 players, not {players}")
        self.players = players
        self.rules = resolve_rules(rules)
        self.chance = chance
        self.schedule = hand_sizes(players, self.rules["schedule"])
        self.scores = [0] * players  # OH-29
        self.pants_done = [False] * players  # OH-31
        self.in_play = list(range(players))  # seats taking part, in seat order (OH-35)
        self.dealer = 0
        self.seat: Any = None  # who is to act; None when the game is over
        self.hand = 0
        self.over = False
        self.winners: list[int] = []
        self.last_hand: dict[str, Any] = {}
        self.last_trick: list[tuple[int, str]] = []
        self.counters: list[dict[str, Any]] = [
            dict.fromkeys(SEAT_SUMS.split(), 0) | {name: [0] * SIZES for name in SEAT_ARRAYS}
            for _ in range(players)
        ]
        self.totals: dict[str, Any] = dict.fromkeys(GAME_SUMS.split(), 0) | {"end_reason": ""}
        self._clear_hand()

    def _clear_hand(self) -> None:
        self.cards = self._hand_size()
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.bids: list[int | None] = [None] * self.players
        self.tricks = [0] * self.players
        self.trick: list[tuple[int, str]] = []
        self.dealt_trumps = [0] * self.players
        self.dealt_aces = [0] * self.players
        self.bidding = True

    @classmethod
    def from_position(
        cls, players: int, rules: Mapping[str, Any], chance: Chance | None = None, **given: Any
    ) -> Game:
        """A game in the middle of a hand; counters and totals start at 0 there.

        Required: hand (its number, fixes k), hands (cards still held, by seat), turned, bids
        (None: not yet), seat (to act). Optional: dealer (seat 0 dealt hand 0), tricks (taken in
        this hand), trick ((seat, card), ...), scores, pants_done, in_play.
        """
        if not NEEDED <= set(given) <= NEEDED | OPTIONAL:
            raise OracleError(f"position: {NEEDED} are needed, {OPTIONAL} are optional")
        game = cls.__new__(cls)
        game._set_up(players, rules, chance)
        game.hand = given["hand"]
        game._clear_hand()
        game.dealer = game.hand % players
        game.totals["extra_hands"] = max(0, game.hand + 1 - len(game.schedule))
        for name, value in given.items():
            setattr(game, name, list(value) if isinstance(value, (list, tuple)) else value)
        game.hands = [sorted(cards, key=PLACE.__getitem__) for cards in game.hands]
        game.bidding = any(game.bids[seat] is None for seat in game.in_play)
        game._check_position()
        game._turn_up()
        game._moves = game._list_moves()
        return game

    def _check_position(self) -> None:
        seen = [card for held in self.hands for card in held] + [c for _, c in self.trick]
        seen.append(self.turned)
        if len(set(seen)) < len(seen) or not set(seen) <= set(DECK):
            raise OracleError("position: a card twice, or no card")
        self._taking_part(self.dealer)
        turns = [seat for seat, _ in self.trick] + [self.seat]
        if turns != self._clockwise_from(turns[0])[: len(turns)]:
            raise OracleError("position: the turns are not in clockwise order")
        for seat in self.in_play:
            if len(self.hands[seat]) + (seat in turns[:-1]) + sum(self.tricks) != self.cards:
                raise OracleError(f"position: seat {seat} must have had {self.cards} cards")
        if self.bidding and (self.trick or sum(self.tricks) or self.bids[turns[-1]] is not None):
            raise OracleError("position: cards were played, or a bid made, too early")

    # Seats

    def _taking_part(self, seat: int) -> int:
        if seat not in self.in_play:
            raise OracleError(f"seat {seat} takes no part")
        return seat

    def next_seat(self, seat: int) -> int:
        """The next seat clockwise that takes part (OH-19)."""
        seat = (seat + 1) % self.players
        while seat not in self.in_play:
            seat = (seat + 1) % self.players
        return seat

    def _clockwise_from(self, seat: int) -> list[int]:
        order = [seat]
        while len(order) < len(self.in_play):
            order.append(self.next_seat(order[-1]))
        return order

    def seen_bids(self, seat: int) -> list[int | None]:
        """What this seat may know of the bids: OH-11, OH-13, OH-16."""
        if self.bidding and self.rules["bid_mode"] == "simultaneous":
            return [bid if s == seat else None for s, bid in enumerate(self.bids)]
        return list(self.bids)

    # Deal, turn-up and bids

    def _hand_size(self) -> int:
        if self.hand < len(self.schedule):
            return self.schedule[self.hand]
        return 1 if self.rules["tie_hand_size"] == "one" else self.schedule[-1]  # OH-34

    def _deal(self) -> None:
        if self.chance is None:
            raise OracleError("the position has no further deal")
        self._clear_hand()
        order = self._clockwise_from(self.next_seat(self.dealer))
        deck = self.chance.deal(self.hand, order, self.cards)  # OH-5
        if sorted(deck) != sorted(DECK):
            raise OracleError("the deal is not the whole deck")
        dealt = len(order) * self.cards
        for j in range(dealt):
            self.hands[order[j % len(order)]].append(deck[j])
        for held in self.hands:
            held.sort(key=PLACE.__getitem__)
        self.turned = deck[dealt]  # OH-8, OH-9
        self.dealt_trumps = [sum(c[1] == self.turned[1] for c in hand) for hand in self.hands]
        self.dealt_aces = [sum(c[0] == "A" for c in hand) for hand in self.hands]
        self._turn_up()
        self.seat = self._first_bidder()
        self._moves = self._list_moves()

    def _turn_up(self) -> None:
        """OH-8: trump is the suit of the turned card; OH-15, OH-A12: known to the bidders?"""
        hidden = self.bidding and self.rules["bid_before_turnup"]
        self.trump = None if hidden else self.turned[1]

    def _first_bidder(self) -> int:
        if self.rules["bid_mode"] == "simultaneous" or self.rules["bid_order"] == "dealer_first":
            return self.dealer
        return self.next_seat(self.dealer)

    def _legal_bids(self) -> list[int]:
        """OH-12, OH-A2: zero up to the largest bid. OH-14: any sum, unless hook is on."""
        largest = {"cards": self.cards, "five": 5, "ten": 10}[self.rules["bid_max"]]
        bids = list(range(largest + 1))
        others = [bid for bid in self.bids if bid is not None]
        if self.rules["hook"] and len(others) == len(self.in_play) - 1:
            bids = [bid for bid in bids if sum(others) + bid != self.cards]
        return bids

    def _bid(self, seat: int, bid: int) -> None:
        self.bids[seat] = bid  # OH-11, OH-16
        self.seat = self.next_seat(seat)
        if self.bids[self.seat] is not None:  # everybody has bid
            self.bidding = False
            self._turn_up()
            self.seat = self._first_leader()

    # Play

    def _first_leader(self) -> int:
        if self.rules["leader"] == "dealer":
            return self.dealer  # OH-17
        return self.next_seat(self.dealer)

    def moves(self) -> list[str]:
        """Legal moves of the seat to act, in the fixed order; empty when the game is over."""
        return list(self._moves)

    def _list_moves(self) -> list[str]:
        if self.seat is None:
            return []
        if self.bidding:
            return [f"bid {bid}" for bid in self._legal_bids()]
        return ["play " + card for card in legal_cards(self.hands[self.seat], self.trick)]

    def play(self, move: str) -> None:
        if self.seat is None or move not in self._moves:  # OH-A16
            raise OracleError(f"not legal: {move!r}; legal are {self._moves}")
        self.totals["turns"] += 1
        self.totals["decisions"] += len(self._moves) > 1
        word, what = move.split()
        if word == "bid":
            self._bid(self.seat, int(what))
        else:
            self._play_card(self.seat, what)
        self._moves = self._list_moves()

    def _play_card(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.totals["plays"] += 1
        self.seat = self.next_seat(seat)  # OH-19
        if len(self.trick) == len(self.in_play):
            self._end_trick()

    def _end_trick(self) -> None:
        assert self.trump is not None
        winner = trick_winner(self.trick, self.trump)
        self.tricks[winner] += 1
        self.totals["tricks"] += 1
        self.last_trick, self.trick = self.trick, []
        self.seat = winner  # OH-23
        if not self.hands[winner]:  # OH-24: all cards have been played
            self._end_hand()

    # Score and end

    def _end_hand(self) -> None:
        if sum(self.tricks) != self.cards or any(self.hands):
            raise OracleError("tricks taken do not add up to the cards")  # OH-24
        points: list[int | None] = [None] * self.players
        pants = []
        for seat in self.in_play:
            bid, taken = self.bids[seat], self.tricks[seat]
            assert bid is not None
            gain = points[seat] = hand_points(self.rules, bid, taken)
            self.scores[seat] += gain  # OH-29
            if self._pants(seat, bid, taken):
                pants.append(seat)
            self._count(seat, bid, taken, gain)
        excess = sum(bid for bid in self.bids if bid is not None) - self.cards
        self.counters[self.dealer]["deals"] += 1
        self.totals["hands"] += 1
        self.totals["bids_minus_cards"] += excess
        self.totals["bids_off_cards"] += abs(excess)
        self.last_hand = {"hand": self.hand, "cards": self.cards, "dealer": self.dealer}
        self.last_hand |= {"turned": self.turned, "bids": self.bids, "tricks": self.tricks}
        self.last_hand |= {"points": points, "pants": pants}
        self._next_hand()

    def _pants(self, seat: int, bid: int, taken: int) -> bool:
        """OH-30 to OH-32: no effect on the score."""
        if bid < self.rules["pants_threshold"] or self.pants_done[seat]:
            return False
        missed = taken != bid
        self.pants_done[seat] = missed or self.rules["pants_once"] == "exposure"  # OH-A10
        self.counters[seat]["pants"] += missed
        return missed

    def _count(self, seat: int, bid: int, taken: int, gain: int) -> None:
        mine = self.counters[seat]
        mine["hands"] += 1
        mine["bids"] += bid
        mine["tricks"] += taken
        mine["made"] += taken == bid
        mine["missed_over"] += taken > bid
        mine["missed_under"] += taken < bid
        mine["bid_zero"] += bid == 0
        mine["zero_made_count"] += bid == 0 and taken == 0
        mine["hands_by_cards"][self.cards] += 1
        mine["made_by_cards"][self.cards] += taken == bid
        mine["points_by_cards"][self.cards] += gain
        mine["dealt_trumps"] += self.dealt_trumps[seat]
        mine["dealt_aces"] += self.dealt_aces[seat]
        mine["points_dealt_trumps"] += gain * self.dealt_trumps[seat]
        mine["points_dealt_aces"] += gain * self.dealt_aces[seat]

    def _leaders(self) -> list[int]:
        """Seats with the highest total, of those that can still win."""
        best = max(self.scores[seat] for seat in self.in_play)
        return [seat for seat in self.in_play if self.scores[seat] == best]

    def _tied(self) -> list[int]:
        """The seats whose tie calls for another hand (OH-34, OH-A5)."""
        if self.rules["tie_scope"] == "any":
            return [s for s in self.in_play if self.scores.count(self.scores[s]) > 1]
        leaders = self._leaders()
        return leaders if len(leaders) > 1 else []

    def _next_hand(self) -> None:
        if self.hand + 1 < len(self.schedule):
            self.hand += 1
            self.dealer = self.next_seat(self.dealer)  # OH-7
            self._deal()
            return
        tied = self._tied()
        if not tied:
            self._finish("highest total")  # OH-33, OH-36
        elif self.totals["extra_hands"] >= self.rules["max_extra_hands"]:
            self._finish("unresolved")  # OH-A15
        else:
            self._extra_hand(tied)

    def _extra_hand(self, tied: list[int]) -> None:
        """OH-34 to OH-36."""
        self.totals["extra_hands"] += 1
        self.hand += 1
        if self.rules["tie_players"] == "tied_only":  # OH-A6
            self.in_play = tied
        if self.rules["tie_dealer"] == "random" and self.chance is not None:  # OH-A8
            self.dealer = self._taking_part(self.chance.tie_dealer(self.hand, self.in_play))
        elif self.rules["tie_dealer"] == "rotate" or self.dealer not in self.in_play:
            self.dealer = self.next_seat(self.dealer)
        self._deal()

    def _finish(self, reason: str) -> None:
        self.winners = self._leaders()
        self.totals["end_reason"] = reason
        self.over = True
        self.seat = None
