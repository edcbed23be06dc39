"""The oracle of Hide N Seek alone: the scenarios, and what must be true in every position.

An oracle is code, too: these cases were written for people, before either version of the game.
"""

import random
from collections import Counter
from itertools import chain

import pytest

from oracle.hide_n_seek import Game
from oracle.hide_n_seek_luck import Luck
from oracle.hide_n_seek_map import START, Map
from oracle.hide_n_seek_symbols import effects
from oracle.hide_n_seek_tables import CHOICES, PROFILES, resolve_rules

A, B, C, HIDER = range(4)
GOAL = 8


def t7(pile=None, rules=None, **pawns):
    """The map of the scenarios: 7 spots, a hole between 3 and 4, three seekers and a hider."""
    one = Map("test", 7, [3], [1, 2, 4, 5, 6], resolve_rules(rules or {}))
    one.set_up(4, HIDER)
    one.pile = pile
    one.pawns |= {"ABC".index(name): position for name, position in pawns.items()}
    return one


def offers(one, symbol, seat=A):
    return dict(effects(symbol, seat, [one], one.rules))


def pawns(one, symbol, seat=A):
    """Whose pawns a symbol can move."""
    return ["ABC"[int(name.split()[3]) - 1] for name in offers(one, symbol, seat)]


def after(one, symbol, name, seat=A):
    """Where A, B and C are after the only walk, or after the pawn `name` was moved."""
    found = offers(one, symbol, seat)
    ((_, effect),) = [
        (offer, effect)
        for offer, effect in found.items()
        if offer.startswith("steps") or "ABC"[int(offer.split()[3]) - 1] == name
    ]
    effect()
    return [one.pawns[seat] for seat in (A, B, C)]


@pytest.mark.parametrize(
    ("one", "symbol", "name", "expected"),
    [
        (t7(), "MOVE3", "A", [3, 0, 0]),  # HN-T1
        (t7(), "MOVE4", "A", [3, 0, 0]),
        (t7(A=4), "MOVE4", "A", [GOAL, 0, 0]),  # HN-T2
        (t7(A=6), "MOVE4", "A", [GOAL, 0, 0]),
        (t7(A=4, B=7), "MOVE4", "A", [6, 7, 0]),  # HN-T3
        (t7(5, A=4), "MOVE4", "A", [5, 0, 0]),  # HN-T4
        (t7(A=3), "HOLE", "A", [4, 0, 0]),  # HN-T6
        (t7(A=3, B=4), "HOLE", "A", [5, 4, 0]),
        (t7(A=3, B=4, C=5), "HOLE", "A", [6, 4, 5]),
        (t7(A=2, B=3), "FWD", "A", [4, 3, 0]),  # HN-T7
        (t7(A=1, B=2), "FWD", "A", [3, 2, 0]),  # HN-T9
        (t7(5, A=4, B=5), "FWD", "A", [6, 5, 0]),  # HN-T11
        (t7(A=6, B=7), "FWD", "A", [GOAL, 7, 0]),  # HN-T12
        (t7(A=5, B=4), "BACK2", "A", [3, 4, 0]),  # HN-T15
        (t7(A=5, B=3, C=2), "BACK2", "A", [3, 2, 1]),
        (t7(A=6, B=4, C=3), "BACK2", "A", [4, 3, 2]),
        (t7(A=3, B=1), "BACK2", "A", [1, 0, 0]),
        (t7(A=2, B=5), "BACK2", "A", [0, 5, 0]),
        (t7(A=1), "FWD", "B", [1, 2, 0]),  # HN-T17
        (t7(A=1, C=2), "FWD", "B", [1, 3, 2]),
        (t7(A=2, B=1, C=5), "BACK", "A", [0, 1, 5]),  # HN-T36
        (t7(4, A=3, B=4), "HOLE", "A", [5, 4, 0]),  # HN-T37
        (t7(4, A=3), "HOLE", "A", [4, 0, 0]),
        (t7(2, A=5, B=3, C=2), "BACK2", "A", [3, 2, 1]),  # HN-T38
        (t7(5, A=5), "OVERTRUNK", "A", [6, 0, 0]),  # HN-T28
        (t7(rules={"back2_chain": "jump"}, A=5, B=3, C=2), "BACK2", "A", [3, 1, 2]),
        (t7(rules={"goal_safe": False}, A=GOAL, B=6, C=5), "BACK2", "A", [6, 5, 4]),
        (t7(rules={"back_over_start": True}, A=1), "BACK", "A", [0, 0, 0]),
    ],
)
def test_where_pawns_land(one, symbol, name, expected):
    assert after(one, symbol, name) == expected


@pytest.mark.parametrize(
    ("one", "symbol", "movable"),
    [
        (t7(A=1, B=2), "MOVE4", []),  # HN-T3
        (t7(A=2, B=3), "HOLE", []),  # HN-T7
        (t7(A=3, B=4), "FWD", []),  # HN-T9
        (t7(A=4, B=3), "BACK", []),  # HN-T14
        (t7(A=1), "BACK", []),
        (t7(A=3, B=2), "BACK", ["A"]),
        (t7(A=1), "FWD", ["B", "C"]),  # HN-T17
        (t7(A=3), "HOLE", ["A"]),  # HN-T30
        (t7(B=3), "HOLE", []),
        (t7(A=GOAL, B=3), "BACK2", ["B"]),
        (t7(rules={"goal_safe": False}, A=GOAL, B=3), "BACK2", ["A", "B"]),
        (t7(rules={"obstacle_any_pawn": True}, B=3), "HOLE", ["B"]),
        (t7(rules={"jump_into_goal": False}, A=6, B=7), "FWD", []),
        (t7(7, {"jump_into_goal": False}, A=7), "OVERTRUNK", ["A"]),
    ],
)
def test_which_pawns_can_be_moved(one, symbol, movable):
    assert pawns(one, symbol) == movable


def test_piles():
    """HN-T26."""
    one = t7()
    assert one.arrows_for_a_pile() == [1, 2, 4, 5, 6]
    assert not offers(one, "TRUNK", A)
    offers(one, "TRUNK", HIDER)["trunks on arrow 5"]()
    assert one.arrows_for_a_pile() == [1, 2, 4, 6]
    one.rules["trunk_end_arrows"] = True
    assert one.arrows_for_a_pile() == [0, 1, 2, 4, 6, 7]


def test_divisions():
    """HN-34, HN-A15 to HN-A17."""

    def walks(rules, *positions):
        maps = [t7(rules=rules, A=position) for position in positions]
        found = effects("MOVE2", A, maps, maps[0].rules)
        return [name.removeprefix("steps ") for name, _ in found]

    assert walks({}, 0, 3, 4) == ["0 0 2", "1 0 1", "2 0 0"]
    assert walks({}, 2, 3, 7) == ["1 0 1"]
    assert walks({"move_stop_early": True}, 2, 3, 7) == ["0 0 1", "1 0 0", "1 0 1"]
    assert walks({"exact_goal": True}, 3, 3, 7) == []
    assert walks({"exact_goal": True}, 2, 7, 7) == ["1 0 1", "1 1 0"]
    assert walks({"move_back": True}, 3, GOAL, 4) == ["-2 0 0", "-1 0 1", "0 0 2"]
    assert walks({"exact_goal": True}, 3, 6, 7) == ["0 1 1", "0 2 0"]


class Scripted(Luck):
    """The dice of seat 1 and the first cards are written down."""

    def __init__(self, first_cards, rolls):
        super().__init__(1, 1)
        self.first_cards, self.rolls = first_cards, list(rolls)

    def deck(self, cards):
        return self.first_cards + [card for card in cards if card not in self.first_cards]

    def dice(self, seat, _turn, _roll, m, _faces):
        if seat != 0:
            return [1] * m
        rolled = self.rolls.pop(0)
        assert len(rolled) == m
        return rolled


def at_table(rolls, rules=None, row=(35, 7, 13, 22), deck=()):
    return Game(2, rules or {}, Scripted([*row, *deck], rolls))


def play(game, *moves):
    for move in moves:
        game.play(move)


def test_the_printed_dice_example():
    """HN-T18, HN-T23."""
    game = at_table([[2, 2, 3, 4, 6, 6], [2, 5, 5, 6], [2, 3, 5], [6, 1, 1]])
    lay = "lay 6 on card 35"
    play(game, "roll", lay, lay, "roll", lay, "roll")
    assert "roll" not in game.moves()
    play(game, "end turn", "end turn")
    assert game.laid[0] == [[6, 6, 6], [], [], []]
    play(game, "roll", lay)
    assert (game.hands[0], game.laid[0], game.actions) == ([35], [[], [], [], []], 2)
    assert game._free() == 6
    assert game.row == [1, 7, 13, 22]


def test_dice_of_others_and_deck_bottom():
    """HN-T20, HN-T21, HN-T24, HN-T33."""
    game = at_table([[6, 6, 4, 4, 4, 1]])
    game.laid[1] = [[6, 6], [4], [], []]
    play(game, "roll", "lay 6 on card 35", "lay 6 on card 35")
    assert game.hands[0] == []  # two and two are not four
    play(game, "lay 4 on card 7", "lay 4 on card 7")
    assert game.hands[0] == [7]
    assert game.laid == [[[6, 6], [], [], []], [[6, 6], [], [], []]]
    assert game.rolled == [1, 4]
    assert (game.row, game.deck[0]) == ([35, 1, 13, 22], 2)
    play(game, "play MOVE2 of card 7", "steps 0 0 2")
    assert game.deck[-1] == 7
    assert game.counters[1]["dice_sent_home"] == 1


def test_dice_taken_off():
    """HN-T22, HN-T34."""
    game = at_table([[6, 4, 1, 1, 5, 5], [2]])
    play(game, "roll", "lay 6 on card 35", "lay 4 on card 7", "lay 1 on card 13")
    play(game, "lay 1 on card 13", "lay 5 on card 22", "lay 5 on card 22")
    assert game.moves() == ["tidy", "end turn"]
    play(game, "tidy", "take 5 off card 22")
    assert game.moves() == ["roll", "tidy", "end turn"]
    play(game, "roll")
    assert game.rolled == [2]


def test_the_limit_of_the_hand():
    """HN-T35: laying late saves a discard, or it forces one now."""
    hand = [1, 2, 3, 4, 5, 6]
    game = at_table([[4, 4, 1, 2, 3, 6]])
    game.hands[0], game.deck = list(hand), [c for c in game.deck if c not in hand]
    play(game, "roll", "lay 4 on card 7", "lay 4 on card 7")
    assert game.row == [35, None, 13, 22]
    assert game.moves() == [f"discard card {card}" for card in [*hand, 7]]
    play(game, "discard card 7")
    assert (game.hands[0], game.row, game.deck[-1]) == (hand, [35, 8, 13, 22], 7)

    game = at_table([[4, 4, 1, 2, 3, 6]])
    game.hands[0], game.deck = list(hand), [c for c in game.deck if c not in hand]
    play(game, "roll", "lay 4 on card 7", "play MOVE2 of card 1", "steps 0 0 2", "lay 4 on card 7")
    assert game.hands[0] == [2, 3, 4, 5, 6, 7]


def test_pawns_of_every_table():
    """HN-T27."""
    for players, expected in ((2, [1, 1, 2, 2]), (3, [2, 2, 2, 3]), (4, [3, 3, 3, 3])):
        game = Game(players, {}, Luck(1, 1))
        waiting = [list(one.pawns.values()).count(START) for one in game.maps]
        assert waiting == expected


def sensible(game, rng):
    """Mostly forward, so that games end, and sometimes anything."""
    moves = game.moves()
    lays = [move for move in moves if move.startswith("lay")]
    acts = [move for move in moves if move.startswith(("roll", "play"))]
    if rng.random() < 0.05 or not (lays or acts):
        return rng.choice(moves)
    return rng.choice(lays or acts)


def look_at(game):
    """HN-T32."""
    full = game.ask == game._too_many
    held = Counter(chain(*game.hands, game.deck, game.row))
    held.pop(None, None)
    assert held == Counter(game.cards.keys())
    assert game.row.count(None) <= (full and game.rules["overflow_before_refill"])
    assert all(len(hand) <= 6 + full for hand in game.hands)
    for seat, laid in enumerate(game.laid):
        assert sum(map(len, laid)) + len(game.rolled) * (seat == game.seat) <= 6
    for one in game.maps:
        spots = [position for position in one.pawns.values() if 1 <= position <= one.spots]
        assert len(set(spots)) == len(spots)
        assert one.pile not in one.holes
        assert one.hider is None or one.home(one.hider)


SWITCHES = [{}, *({"maps": name} for name in PROFILES)]
SWITCHES += [{name: value} for name, values in CHOICES.items() for value in values[1:]]


@pytest.mark.parametrize("rules", SWITCHES, ids=str)
def test_whole_games_under_every_switch(rules):
    rng = random.Random(str(rules))
    ended = 0
    for index in range(3):
        game = Game(index + 2, rules | {"max_rounds": 200}, Luck(1, index))
        while game.moves():
            look_at(game)
            game.play(sensible(game, rng))
        ended += len(game.winners)
    assert ended
