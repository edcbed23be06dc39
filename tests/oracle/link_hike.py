"""What connects the compiled Hike with its oracle: chance, names, and what to compare.

Chance is drawn here from streams of our own: what fell in the compiled game is only compared.
"""

import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from analyzer._core.runner import Stepper
from analyzer.games import hike
from analyzer.games.hike import suits as suit_tables
from analyzer.games.hike.words import CAUSES, card_name, exposed_name
from analyzer.games.parameters import parameters
from oracle import hike as oracle
from oracle.hike_set_up import ORDER
from oracle.streams import Stream, stream

_FINISHED, _OVER = 5, 6
_DEAL, _EARTHQUAKE, _RESHUFFLE, _FORGET = range(16, 20)  # purposes
_EVERY = 16  # moves between two looks at every card


def names(rules: Any) -> Callable[[int], str]:
    return cache(lambda code: hike.GAME.move_name(rules, code))


def oracle_rules(rules: Any, given: dict[str, Any]) -> dict[str, Any]:
    table = suit_tables.load(rules.suits)
    by_card = rules.suits_scope == "card"
    rows = {
        suit: [table.row(suit, copy) for copy in range(10)] if by_card else table.row(suit, 0)
        for suit in suit_tables.SUITS
    }
    return given | {"suits": rows}


def _sorted(piles: list[list[str]]) -> list[list[str]]:
    return [sorted(pile) for pile in piles]


@cache
def _card_names(rules: Any) -> list[str]:
    return [card_name(rules, code) for code in range(80)]


class Link:
    """The oracle's Chance, and a look at both games."""

    game: oracle.Game

    def __init__(self, experiment: Any, index: int, stepper: Stepper) -> None:
        self.of, self.index, self.stepper = experiment, index, stepper
        self.raw = self.last = stepper.describe()
        self.n_moves = 0
        self.names = _card_names(experiment.rules)

    def moved(self, _move: int) -> None:
        self.last, self.raw = self.raw, self.stepper.describe()
        self.n_moves += 1

    def cards(self, codes: list[int]) -> list[str]:
        return [self.names[code] for code in codes]

    @property
    def ended(self) -> bool:
        return self.raw["hand_no"] != self.last["hand_no"]

    # -- Chance --

    def _stream(self, purpose: int, occasion: int) -> Stream:
        return stream(self.of.seed, self.index, purpose, occasion)

    def deal(self, hand: int, deck: list[str], seats: list[int], each: int) -> list[str]:
        """The whole box is drawn from: first all hands in the order of seats, then the stock.

        What the table plays without is skipped in the stock; in a hand its place goes to the last
        card of the stock.
        """
        self.hand, self.shuffles = hand, 0
        luck, box, n = self._stream(_DEAL, hand), list(self.names), len(seats) * each
        luck.deal(box, n)
        stock = box[n:]
        luck.deal_one_by_one(stock, len(stock))
        absent = set(box) - set(deck)
        hands = box[:n]
        for place in range(n):
            while hands[place] in absent:
                hands[place] = stock.pop()
        by_seat = {seat: hands[k * each : (k + 1) * each] for k, seat in enumerate(sorted(seats))}
        dealt = [by_seat[seat][round_] for round_ in range(each) for seat in seats]
        return dealt + [card for card in stock if card not in absent]

    def _shuffled(self, cards: list[str], purpose: int) -> list[str]:
        """Shuffles of any kind are numbered within a hand."""
        luck = self._stream(purpose, self.hand * 256 + self.shuffles)
        self.shuffles += 1
        luck.shuffle(cards)
        return cards

    def earthquake(self, sizes: dict[int, int]) -> dict[int, list[str]]:
        """All cards in the order of seats, in a hand in the order of the box, are shuffled."""
        hands = [sorted(self.game.hands[seat], key=ORDER.__getitem__) for seat in sorted(sizes)]
        pool = self._shuffled([card for hand in hands for card in hand], _EARTHQUAKE)
        new: dict[int, list[str]] = {seat: [] for seat in sizes}
        while pool:
            for seat, size in sizes.items():
                if pool and len(new[seat]) < size:
                    new[seat].append(pool.pop(0))
        return new

    def reshuffle(self, cards: list[str]) -> list[str]:
        return self._shuffled(cards, _RESHUFFLE)

    def forget(self, chance: float) -> bool:
        """A number from 0 to 1 of 53 bits."""
        return (self._stream(_FORGET, self.hand).word() >> 11) / 2**53 < chance

    # -- what is compared --

    def differences(self) -> Iterator[str]:
        pairs = self._last_hand() if self.ended else []
        pairs += self._table()
        if self.n_moves % _EVERY == 0 or self.raw["phase"] == _OVER:
            pairs += self._cards()
        return (f"{what}: compiled {a}, oracle {b}" for what, a, b in pairs if a != b)

    def _table(self) -> list[tuple[str, Any, Any]]:
        raw, game = self.raw, self.game
        return [
            ("points", raw["points"], game.scores),
            ("direction", raw["direction"], game.direction),
            ("exposed", exposed_name(self.of.rules, raw["exposed"]), game.exposed),
            ("birds", raw["birds"], game.birds),
            ("plays", raw["play_no"], game.hand_plays),
            ("dealer", raw["dealer"], game.dealer),
        ]

    def _last_hand(self) -> list[tuple[str, Any, Any]]:
        raw, last = self.raw, self.game.last_hand
        assert last is not None, "the compiled hand is over, the oracle's is not"
        causes = [CAUSES[code] or None for code in raw["hand_out"]]
        return [
            ("leftovers", raw["hand_leftovers"], last["leftovers"]),
            ("points of the hand", raw["hand_points"], last["points"]),
            ("causes", causes, last["causes"]),
        ]

    def _cards(self) -> list[tuple[str, Any, Any]]:
        raw, game = self.raw, self.game
        held = [sorted(a + b) for a, b in zip(game.hands, game.laid, strict=True)]
        captor = -1 if game.worm_captor is None else game.worm_captor
        return [
            ("status", self._status(), game.status),
            ("hands", [sorted(self.cards(hand)) for hand in raw["hands"]], held),
            ("stock", self.cards(raw["stock"]), game.stock),
            ("pile", self.cards(raw["pile"]), game.pile),
            ("bugs", [sorted(self.cards(bugs)) for bugs in raw["bugs"]], _sorted(game.bugs)),
            ("planted", [sorted(self.cards(t)) for t in raw["trees"]], _sorted(game.planted)),
            ("captor", raw["worm_to"], captor),
        ]

    def _status(self) -> list[str]:
        raw = self.raw
        out = ["finished" if code == _FINISHED else "eliminated" for code in raw["out"]]
        words = ["active" if seat in raw["active"] else out[seat] for seat in range(len(out))]
        return [w if seat in raw["playing"] else "out" for seat, w in enumerate(words)]

    def result(self) -> dict[str, Any]:
        game = self.game
        reason = hike.GAME.end_reasons.index(game.totals["end_reason"])
        return {
            "scores": game.scores,
            "win840": [840 * (seat in game.winners) for seat in range(game.players)],
            "roles": [0] * game.players,
            "end_reason": reason,
            "capped": reason > 0,
            "game_counters": [game.totals[name] for name in hike.GAME.game_counters],
            "seat_counters": [[c[name] for name in hike.GAME.seat_counters] for c in game.counters],
        }


# --- rules worth comparing -----------------------------------------------------------------------

_VALUES = {  # of the rules that are no choice between words
    "target": (1, 12, 60),
    "hand_size": (2, 5, 10, 26),
    "bonus": (0, 7),
    "tree_points": (0, 3),
    "max_turns": (1, 12, 30),
    "max_hands": (1, 3),
    "suits": ("evidence7", "paley7", "random_regular:1", "random_regular:77"),
    "worm_capture": ("auto", "policy", "forget:0", "forget:0.4", "forget:1"),
}
_TOGETHER = (  # rules that show little on their own
    {"hand_size": 26, "deck_exhausted": "reshuffle"},
    {"hand_size": 26, "deck_exhausted": "reshuffle", "avalanche_draw": "one_twice"},
    {"hand_size": 26, "avalanche_draw": "one_twice"},
    {"target": 5, "tie_play": "tied", "dealer": "fixed"},
    {"target": 5, "tie_play": "tied", "dealer": "winner"},
    {"spring_duration": "rest_of_hand", "spring_scope": "all", "may_decline": True},
)


def write_card_table(folder: Path) -> str:
    """A suit file with ten rows a suit, each of three suits by chance."""
    rng, suits = random.Random(2), suit_tables.SUITS
    rows = {suit: [rng.sample(suits, 3) for _ in range(10)] for suit in suits}
    path = folder / "cards.toml"
    path.write_text("".join(f"{suit} = {row!r}\n" for suit, row in rows.items()))
    return str(path)


def _values() -> dict[str, tuple[Any, ...]]:
    known = {p.name: p.values or p.limits for p in parameters(hike.Rules)} | _VALUES
    return {name: options for name, options in known.items() if name != "suits_scope"}


def _fitting(rules: dict[str, Any], players: int) -> dict[str, Any]:
    """The rules with a hand size that can be dealt."""
    if "hand_size" not in rules:
        return rules
    return rules | {"hand_size": min(rules["hand_size"], 70 // players)}


def rules_to_compare(folder: Path, players: int) -> Iterator[dict[str, Any]]:
    """The default rules, every value of every rule on its own, symbols by card."""
    default = {p.name: p.default for p in parameters(hike.Rules)}
    yield {}
    yield {"suits": write_card_table(folder), "suits_scope": "card"}
    for rules in _TOGETHER:
        yield _fitting(rules, players)
    for name, options in _values().items():
        for value in options:
            if str(value).lower() != default[name]:
                yield _fitting({name: value}, players)


def random_rules(folder: Path, players: int, rng: random.Random) -> dict[str, Any]:
    """Any combination: each rule is left alone or takes one of its values."""
    loud = rng.random()
    rules = {n: rng.choice(options) for n, options in _values().items() if rng.random() < loud}
    if rng.random() < 0.85:  # the caps end most games early
        rules = {name: value for name, value in rules.items() if not name.startswith("max_")}
    if rng.random() < 0.3:
        rules |= {"suits": write_card_table(folder), "suits_scope": "card"}
    if rng.random() < 0.3:  # the stock runs out only with big hands
        rules["hand_size"] = rng.randint(2, 26)
    return _fitting(rules, players)
