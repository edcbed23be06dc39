"""What a seat knows when cards move, and the worlds it may be in: all that fit, equally likely.

The expected worlds are enumerated here, from what was seen, without the code under test.
"""

import json
import random
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from analyzer import new_state
from analyzer.errors import RunError
from support.own_games import HEAD, example, surprise, written

LIMIT = 5.2  # standard deviations: a fair redeal exceeds it less than once in ten million

TABLE = (
    HEAD
    + '''
CARDS = suited("a", "12345")
class Table(Game, players=2, most_moves=1_000_000):
    """Cards go wherever a test wants them."""
    deck = pile(CARDS, seen_by="nobody")
    open = pile(CARDS, seen_by="all")
    hand = piles(CARDS, seen_by="owner")
    shuffles = number()
    def deal(self):
        self.deck.fill()
        self.deck.shuffle("deal", 0)
    def moves(self):
        for what in range(9):
            self.may(self.do, what)
    @move("do {what}", what=range(9))
    def do(self, what):
        if what < 2:
            if self.deck:
                self.deck.deal(self.hand[what])
        elif what == 2:
            if self.deck:
                self.deck.deal(self.open)
        elif what == 3:
            self.open.move_all(self.deck)
        elif what == 4:
            self.shuffles += 1
            self.deck.shuffle("again", self.shuffles)
        elif what == 5:
            self.hand[1].show(0)
        elif what == 6:
            self.hand[1].move_all(self.deck)
        elif what == 7:
            self.hand[0].swap(self.hand[1])
        else:
            if self.hand[1]:
                self.hand[1].deal(self.open)
    def score(self, seat):
        return 0
'''
)
World = tuple[tuple[str, ...], ...]  # the deck, the open cards, both hands


def _plain(card: object) -> str:
    return str(card).partition(" (")[0]


def _world(position: dict[str, object]) -> World:
    piles = [position["deck"], position["open"], *position["hand"]]  # type: ignore[misc]
    return tuple(tuple(_plain(card) for card in pile) for pile in piles)  # type: ignore[union-attr]


def _done(world: World, what: int) -> list[World]:
    """Everything that may become of a world."""
    deck, opened, *hands = (list(pile) for pile in world)
    if what < 2 and deck:
        hands[what].append(deck.pop())
    elif what == 2 and deck:
        opened.append(deck.pop())
    elif what == 3:
        deck, opened = deck + opened, []
    elif what == 4:
        return [(order, *world[1:]) for order in permutations(deck)]
    elif what == 6:
        deck, hands[1] = deck + hands[1], []
    elif what == 7:
        hands.reverse()
    elif what == 8 and hands[1]:
        opened.append(hands[1].pop())
    return [(tuple(deck), tuple(opened), *map(tuple, hands))]


class Observer:
    """Seat 1, which reasons by brute force: every deal that agrees with all it has seen."""

    def __init__(self, cards: list[str]) -> None:
        self.worlds = Counter({(order, (), (), ()): 1 for order in permutations(cards)})

    def sees(self, what: int, true: World) -> None:
        """The sum of all chances that lead from a world it holds possible to one it sees."""
        after: Counter[World] = Counter()
        for world, n in self.worlds.items():
            after.update(dict.fromkeys(_done(world, what), n))
        shown = (1, 2, 3) if what == 5 else (1, 2)  # the open cards and its own hand
        sizes = [len(pile) for pile in true]
        self.worlds = Counter(
            {
                world: n
                for world, n in after.items()
                if all(world[k] == true[k] for k in shown)
                and [len(pile) for pile in world] == sizes
            }
        )


def _step(state: object, observer: Observer, what: int) -> None:
    state.play(f"do {what}")  # type: ignore[attr-defined]
    observer.sees(what, _world(state.position()))  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", range(12))
def test_a_seat_knows_what_its_eyes_have_seen(tmp_path: Path, seed: int) -> None:
    """Random moves of cards, against brute force. Its own cards never go back into the deck: what
    it alone knew is forgotten in a shuffle, which the page on games says."""
    game = written(tmp_path, TABLE)
    luck = random.Random(seed)
    state = new_state(game, 2, seed=seed)
    observer = Observer([f"a{k}" for k in "12345"])
    for _ in range(14):
        allowed = [what for what in range(9) if what != 7]
        what = luck.choice([*allowed, 4, 4])
        if what == 3 and state.position()["open"] and luck.random() < 0.3:
            _step(state, observer, 3)
            what = 4  # open cards on the deck are usually shuffled in
        _step(state, observer, what)
        assert _world(state.position()) in observer.worlds
        if len(observer.worlds) <= 24 and len(set(observer.worlds.values())) == 1:
            _compare(state, observer, 200)


def _compare(state: object, observer: Observer, draws: int) -> None:
    found = []
    for occasion in range(draws):
        other = state.copy()  # type: ignore[attr-defined]
        assert other.redeal_hidden(1, occasion)
        found.append(_world(other.position()))
    assert surprise(found, observer.worlds) < LIMIT
    assert len(set(found)) == len(observer.worlds)


@pytest.mark.parametrize(
    "moves",
    [
        (0, 1, 2, 2, 3, 4),  # open cards shuffled into what is left: none of them is in a hand
        (1, 2, 2, 2, 2, 3, 4, 1),  # a deck of open cards only
        (1, 1, 5, 6, 4),  # shown cards go back and are forgotten
        (1, 1, 5, 0, 8),  # of a shown hand, one card is laid open
        (0, 1, 1, 7, 2),  # hands change owners: both know what they gave
        (1, 2, 3, 4, 1, 2, 3, 4),  # twice
    ],
)
def test_worlds_after_a_shuffle_are_those_that_can_be(
    tmp_path: Path, moves: tuple[int, ...]
) -> None:
    state = new_state(written(tmp_path, TABLE), 2, seed=5)
    observer = Observer([f"a{k}" for k in "12345"])
    for what in moves:
        _step(state, observer, what)
    assert len(set(observer.worlds.values())) == 1
    _compare(state, observer, 1200)


# --- the examples ---------------------------------------------------------------------------------


def _redeals(state: object, seat: int, draws: int, *names: str) -> list[tuple[object, ...]]:
    found = []
    for occasion in range(draws):
        other = state.copy()  # type: ignore[attr-defined]
        assert other.redeal_hidden(seat, occasion)
        position = other.position()
        found.append(tuple(_frozen(position[name]) for name in names))
    return found


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(_frozen(one) for one in value)
    return _plain(value) if isinstance(value, str) else value


def test_court_uniform() -> None:
    """Three players; it is known that seat 2 has no Knight, and seat 3 the card of seat 2."""
    out = ["Page", "Jester", "Chaplain", "Chaplain", "Marshal", "Marshal"]
    cannot = [[0] * 8 for _ in range(8)]
    cannot[1][2] = 1
    state = new_state(
        example("court"),
        3,
        {"pages": 2},
        position={
            "turn": 1,
            "hand": [["Countess", "Page"], ["Jester"], ["Duke"]],
            "out": out,
            "aside": ["Knight"],
            "deck": ["Knight", "Queen"],
            "cannot": cannot,
            "players": 3,
        },
    )
    hidden = ["Jester", "Duke", "Knight", "Knight", "Queen"]
    worlds = {
        ((("Countess", "Page"), (a,), (b,)), (c,), (d, e))
        for a, b, c, d, e in permutations(hidden)
        if a != "Knight"
    }
    found = _redeals(state, 1, 3000, "hand", "aside", "deck")
    assert len(worlds) == 36
    assert surprise(found, worlds) < LIMIT


def test_tricks_uniform() -> None:
    """Seat 2 has shown that it has no clubs."""
    void = [[0] * 4 for _ in range(8)]
    void[1][0] = 1
    open_cards = [s + r for s in "♣♦♥♠" for r in "6789TJQKA"]
    hands = [["♠A"], ["♦6", "♥6"], ["♣6"]]
    rest = [card for hand in hands for card in hand] + ["♣7", "♠6"]
    played = [card for card in open_cards if card not in rest]
    state = new_state(
        example("tricks"),
        3,
        position={
            "players": 3,
            "turn": 1,
            "hand": hands,
            "turned": ["♠6"],
            "deck": ["♣7"],
            "played": played,
            "void": void,
        },
    )
    worlds = {
        ((("♠A",), (a, b), (c,)), (d,))
        for a, b, c, d in permutations(["♦6", "♥6", "♣6", "♣7"])
        if "♣" not in a + b
    }
    assert len(worlds) == 4
    assert surprise(_redeals(state, 1, 2000, "hand", "deck"), worlds) < LIMIT


def test_auction_uniform() -> None:
    """Where the coals lie, and how the chips of the others are divided."""
    taken = [str(k) for k in range(3, 33)]
    state = new_state(
        example("auction"),
        4,
        position={
            "players": 4,
            "turn": 2,
            "offer": ["33"],
            "deck": ["34"],
            "out": ["35"],
            "taken": [taken, [], [], []],
            "chips": [1, 4, 2, 0],
            "pot": 1,
        },
    )
    chips = [(a, 4, b, 3 - a - b) for a in range(4) for b in range(4 - a)]
    orders = permutations(["34", "35"])
    worlds = {((a,), (b,), c) for a, b in orders for c in chips}
    assert len(worlds) == 20
    assert surprise(_redeals(state, 2, 3000, "deck", "out", "chips"), worlds) < LIMIT


def test_refusing_fits_is_one_sentence(tmp_path: Path) -> None:
    text = TABLE + "    def fits(self, seat):\n        return False\n"
    state = new_state(written(tmp_path, text), 2)
    said = r"mine.py: fits has refused 100,000 worlds in a row for seat 1, .* position \{.*\}"
    with pytest.raises(RunError, match=said) as refused:
        state.redeal_hidden(1)
    position = json.loads("{" + str(refused.value).partition("{")[2].rstrip("."))
    assert position.items() <= json.loads(json.dumps(state.position())).items()
    assert len(position["hand"]) == 2


def test_times_are_numbered_anew(tmp_path: Path) -> None:
    """More mixings than a card has numbers for; an old hand still holds no card seen since."""
    state = new_state(written(tmp_path, TABLE), 2, seed=3)
    state.play("do 1")
    for _ in range(200):
        for what in (2, 3, 4):
            state.play(f"do {what}")
    state.play("do 2")
    (seen,) = state.position()["open"]
    for what in (3, 4):
        state.play(f"do {what}")
    held = {hand[1] for (hand,) in _redeals(state, 1, 100, "hand")}
    assert all(_plain(seen) not in hand for hand in held)
