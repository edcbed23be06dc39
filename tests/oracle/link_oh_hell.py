"""What connects the compiled Oh Hell with its oracle: chance, names, and what to compare.

Chance is drawn here from streams of our own: what fell in the compiled game is only compared.
"""

import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from analyzer._core.runner import Stepper
from analyzer.games import oh_hell
from analyzer.games.oh_hell.words import card_names
from analyzer.games.parameters import parameters
from oracle import oh_hell as oracle
from oracle.streams import Stream, stream

_BID, _OVER, _NONE = 0, 2, -1
_DEAL, _FIRST_DEALER, _TIE_DEALER = range(16, 19)  # purposes
_EVERY = 5  # moves between two looks at every card


def names(rules: Any) -> Callable[[int], str]:
    return cache(partial(oh_hell.GAME.move_name, rules))


def oracle_rules(_rules: Any, given: dict[str, Any]) -> dict[str, Any]:
    return given


class Link:
    """The oracle's Chance, and a look at both games."""

    game: oracle.Game

    def __init__(self, experiment: Any, index: int, stepper: Stepper) -> None:
        self.of, self.index, self.stepper = experiment, index, stepper
        self.raw = self.last = stepper.describe()
        self.n_moves = 0

    def moved(self, _move: int) -> None:
        self.last, self.raw = self.raw, self.stepper.describe()
        self.n_moves += 1

    # -- Chance --

    def _stream(self, purpose: int, occasion: int = 0) -> Stream:
        return stream(self.of.seed, self.index, purpose, occasion)

    def first_dealer(self, players: int) -> int:
        return self._stream(_FIRST_DEALER).below(players)

    def tie_dealer(self, hand: int, seats: list[int]) -> int:
        return seats[self._stream(_TIE_DEALER, hand).below(len(seats))]

    def deal(self, hand: int, order: list[int], n: int) -> list[str]:
        """Whole hands in the order of seats, each from one word; the last cards of the deck fill
        the gaps they leave."""
        luck, deck = self._stream(_DEAL, hand), list(oracle.DECK)
        hands = {}
        for seat in sorted(order):
            drawn = luck.several([len(deck) - i for i in range(n)])
            hands[seat] = [_take(deck, place) for place in drawn]
        turned = _take(deck, luck.below(len(deck)))
        dealt = [hands[seat][round_] for round_ in range(n) for seat in order]
        return [*dealt, turned, *deck]

    # -- what is compared --

    def differences(self) -> Iterator[str]:
        pairs = self._table()
        if self.raw["last"]["hand_no"] != self.last["last"]["hand_no"]:
            pairs += self._last_hand()
        if self.n_moves % _EVERY == 0 and self.raw["phase"] != _OVER:
            pairs += self._cards()
        return (f"{what}: compiled {a}, oracle {b}" for what, a, b in pairs if a != b)

    def _table(self) -> list[tuple[str, Any, Any]]:
        raw, game = self.raw, self.game
        used = [seat in raw["pants_used"] for seat in range(game.players)]
        return [
            ("points", raw["points"], game.scores),
            ("bids", _or_none(raw["bids"]), game.bids),
            ("tricks", raw["tricks"], game.tricks),
            ("dealer", raw["dealer"], game.dealer),
            ("hand", raw["hand_no"], game.hand),
            ("taking part", raw["playing"], game.in_play),
            ("bidding", raw["phase"] == _BID, game.bidding),
            ("pants used", used, game.pants_done),
        ]

    def _last_hand(self) -> list[tuple[str, Any, Any]]:
        raw, last = self.raw["last"], self.game.last_hand
        points = [p if seat in raw["playing"] else None for seat, p in enumerate(raw["points"])]
        return [
            ("number of the last hand", raw["hand_no"], last["hand"]),
            ("cards of the last hand", raw["cards"], last["cards"]),
            ("dealer of the last hand", raw["dealer"], last["dealer"]),
            ("turned in the last hand", card_names([raw["turned"]]), [last["turned"]]),
            ("bids of the last hand", _or_none(raw["bids"]), last["bids"]),
            ("tricks of the last hand", raw["tricks"], last["tricks"]),
            ("points of the last hand", points, last["points"]),
            ("pants in the last hand", raw["pants"], last["pants"]),
        ]

    def _cards(self) -> list[tuple[str, Any, Any]]:
        """The cards, and what the seat to move is shown."""
        game = self.game
        seen = oh_hell.GAME.view(self.of.rules, self.raw, game.seat)
        return [
            ("hands", [card_names(hand) for hand in self.raw["hands"]], game.hands),
            ("turned", card_names([self.raw["turned"]]), [game.turned]),
            ("trick", [(seat - 1, card) for seat, card in seen.trick], game.trick),
            ("trump seen", seen.trump, game.trump),
            ("bids seen", seen.bids, game.seen_bids(game.seat)),
        ]

    def result(self) -> dict[str, Any]:
        game = self.game
        reason = oh_hell.GAME.end_reasons.index(game.totals["end_reason"])
        share = 840 // len(game.winners)
        return {
            "scores": game.scores,
            "win840": [share * (seat in game.winners) for seat in range(game.players)],
            "roles": [0] * game.players,
            "end_reason": reason,
            "capped": reason > 0,
            "game_counters": [game.totals[name] for name in oh_hell.GAME.game_counters],
            "seat_counters": [
                [_counter(mine, name) for name in oh_hell.GAME.seat_counters]
                for mine in game.counters
            ],
        }


def _take(deck: list[str], place: int) -> str:
    """The card at this place, into which the last card goes."""
    deck[place], deck[-1] = deck[-1], deck[place]
    return deck.pop()


def _or_none(bids: list[int]) -> list[int | None]:
    return [None if bid == _NONE else bid for bid in bids]


def _counter(mine: dict[str, Any], name: str) -> int:
    """made_7 is place 7 of made_by_cards."""
    what, _, number = name.rpartition("_")
    return mine[f"{what}_by_cards"][int(number)] if number.isdigit() else mine[name]


# --- rules worth comparing -----------------------------------------------------------------------

_NUMBERS = {
    "zero_made": (-3, 0, 5, 1000),
    "made_bonus": (-1000, 0, 25),
    "points_per_trick_made": (-1, 0, 3),
    "miss_base": (-7, 0, 25),
    "miss_per_trick": (-1, 0, 3),
    "pants_threshold": (0, 1, 3, 11),
    "max_extra_hands": (0, 1, 2),
}
_SHORT = {"schedule": "down_only"}  # half as long: twice as many in the same time
# Rare turns of a game that one rule alone seldom brings about: ties above all.
_EVEN = {"made_bonus": 0, "points_per_trick_made": 0, "zero_made": 0, "miss_base": 1}
_TIES = _SHORT | _EVEN | {"miss_per_trick": 0}
_TOGETHER = (
    {"bid_mode": "sequential", "hook": True},
    {"bid_mode": "sequential", "hook": True, "bid_max": "ten"},
    {"bid_mode": "sequential", "hook": True, "bid_max": "five", "bid_order": "dealer_first"},
    {"bid_mode": "sequential", "bid_order": "dealer_first", "leader": "left_of_dealer"},
    {"bid_mode": "sequential", "bid_before_turnup": True},
    {"pants_once": "exposure", "pants_threshold": 1},
    _TIES,
    _TIES | {"tie_players": "tied_only"},
    _TIES | {"tie_players": "tied_only", "tie_dealer": "same", "tie_hand_size": "one"},
    _TIES | {"tie_players": "tied_only", "tie_dealer": "random", "leader": "left_of_dealer"},
    _TIES | {"tie_dealer": "same"},
    _TIES | {"tie_dealer": "random"},
    _TIES | {"tie_scope": "any", "max_extra_hands": 5},
    _TIES | {"tie_hand_size": "one", "schedule": "up_down"},
    _TIES | {"max_extra_hands": 0},
)


def _values() -> dict[str, tuple[Any, ...]]:
    """Values of every rule that are worth comparing."""
    return {p.name: p.values or p.limits for p in parameters(oh_hell.Rules)} | _NUMBERS


def _fitting(rules: dict[str, Any]) -> dict[str, Any]:
    """Rules that may stand together."""
    if rules.get("hook") or rules.get("bid_order") == "dealer_first":
        rules = rules | {"bid_mode": "sequential"}
    if rules.get("tie_scope") == "any":  # all totals differ only after many hands
        rules = rules | {"tie_players": "all", "max_extra_hands": 3}
    return rules


def rules_to_compare(_folder: Path, _players: int) -> Iterator[dict[str, Any]]:
    """The default rules, every value of every rule on its own, and ties of all kinds."""
    default = {p.name: p.default for p in parameters(oh_hell.Rules)}
    yield {}
    yield from _TOGETHER
    for name, options in _values().items():
        for value in options:
            if str(value).lower() != default[name]:
                yield _fitting(_SHORT | {name: value})


def random_rules(_folder: Path, _players: int, rng: random.Random) -> dict[str, Any]:
    """Any combination: each rule is left alone or takes one of its values."""
    loud = rng.random()
    rules = {n: rng.choice(options) for n, options in _values().items() if rng.random() < loud}
    if rng.random() < 0.3:
        rules |= rng.choice(_TOGETHER)
    if rng.random() < 0.6:
        rules |= _SHORT
    rules["max_extra_hands"] = rng.randint(0, 12)
    return _fitting(rules)
