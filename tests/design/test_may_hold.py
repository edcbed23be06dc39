"""Cards that only some seats may hold are dealt at once: every world that fits, each as likely."""

import random
from itertools import permutations

import pytest

from analyzer import new_state
from analyzer.errors import RunError, UserError
from support.own_games import HEAD, surprise, written

LIMIT = 5.2  # standard deviations of a chi-square: less than once in ten million
TABLE = """
class Held(Game, players=(2, 8)):
    \"\"\"Cards go round; some seats cannot have some of them.\"\"\"
    deck = pile(CARDS, seen_by="nobody")
    open = pile(CARDS, seen_by="all")
    hand = piles(CARDS, seen_by="owner", most=4)
    no = grid(8, %d)
    def deal(self):
        self.deck.fill()
        self.deck.shuffle("deal", 0)
        for seat in self.seats:
            self.deck.deal(self.hand[seat])
    def moves(self):
        self.may(self.draw)
        self.may(self.lay)
        self.may(self.mix)
    @move("draw")
    def draw(self):
        if self.deck:
            self.deck.deal(self.hand[self.seat])
        self.seat = self.after(self.seat)
    @move("lay open")
    def lay(self):
        if self.deck:
            self.deck.deal(self.open)
    @move("mix")
    def mix(self):
        self.open.move_all(self.deck)
        self.deck.shuffle("mix", self.stage)
        self.stage += 1
    def score(self, seat):
        return len(self.hand[seat])
    def may_hold(self, seat, card):
        return not self.no[seat][card]
"""
FEW = 'CARDS = table("""\nname count\nA 2\nB 2\nC 1\nD 1\n""")\n'


@pytest.fixture(params=["interpreted", "compiled"], autouse=True)
def mode(request, monkeypatch):
    monkeypatch.setenv("ANALYZER_GAME_FILES", request.param)
    return request.param


def plain(cards):
    return tuple(str(card).partition(" (")[0] for card in cards)


def world_of(position):
    return plain(position["deck"]), tuple(map(plain, position["hand"]))


def redeals(state, seat, draws):
    for occasion in range(draws):
        other = state.copy()
        assert other.redeal_hidden(seat, occasion)
        yield world_of(other.position())


@pytest.mark.parametrize("case", range(6))
def test_worlds_are_those_that_may_be_and_equally_likely(tmp_path, case):
    """Against every order of the hidden cards, with two cards of a kind."""
    luck = random.Random(case)
    game = written(tmp_path, HEAD + FEW + TABLE % 4)
    deck, hands = ["C"], [["A"], ["A", "B"], ["B", "D"]]
    held = {(seat, "ABCD".index(card)) for seat, hand in enumerate(hands) for card in hand}
    no = [[0] * 4 for _ in range(8)]
    for seat in (1, 2):
        for kind in range(4):
            no[seat][kind] = int((seat, kind) not in held and luck.random() < 0.6)
    state = new_state(game, 3, position={"players": 3, "deck": deck, "hand": hands, "no": no})
    hidden = [*deck, *hands[1], *hands[2]]
    worlds = {
        ((a,), (("A",), (b, c), (d, e)))
        for a, b, c, d, e in permutations(hidden)
        if not any(no[1]["ABCD".index(one)] for one in (b, c))
        if not any(no[2]["ABCD".index(one)] for one in (d, e))
    }
    assert surprise(redeals(state, 1, max(600, 40 * len(worlds))), worlds) < LIMIT


def test_with_cards_that_lay_open_before_a_shuffle(tmp_path):
    """What was open after a hand was dealt is not in it, whoever may hold it."""
    game = written(tmp_path, HEAD + "CARDS = numbered(1, 6)\n" + TABLE % 7)
    state = new_state(game, 2, seed=4)
    for move in ("lay open", "lay open", "mix", "draw", "draw"):
        state.play(move)
    words = state.position()
    theirs = plain(words["hand"][1])
    before = list(redeals(state, 1, 400))
    bar = next(card for world in before for card in world[1][1] if card not in theirs)
    words["no"][1][int(bar)] = 1
    state = new_state(position=words, game=game, players=2)
    worlds = {world for world in before if bar not in world[1][1]}
    assert worlds < set(before)
    assert surprise(redeals(state, 1, 60 * len(worlds)), worlds) < LIMIT


def test_both_modes_deal_the_same_worlds(tmp_path, monkeypatch):
    game = written(tmp_path, HEAD + FEW + TABLE % 4)
    no = [[0, 0, 0, 0], [0, 0, 1, 1], [1, 0, 0, 0], *([0] * 4 for _ in range(5))]
    words = {"players": 3, "deck": ["C"], "hand": [["A"], ["A", "B"], ["B", "D"]], "no": no}
    found = []
    for way in ("interpreted", "compiled"):
        monkeypatch.setenv("ANALYZER_GAME_FILES", way)
        found.append(list(redeals(new_state(game, 3, position=words), 1, 50)))
    assert found[0] == found[1]


def test_many_sorts_of_cards_are_tried_one_world_after_the_other(tmp_path):
    """Twenty kinds that seven hidden hands forbid in twenty ways: no table is made for them."""
    game = written(tmp_path, HEAD + "CARDS = numbered(1, 20)\n" + TABLE % 21)
    luck = random.Random(1)
    state = new_state(game, 8, seed=2)
    words = state.position()
    hands = [plain(hand) for hand in words["hand"]]
    words["no"] = [
        [int(str(kind) not in hands[seat] and luck.random() < 0.3) for kind in range(21)]
        for seat in range(8)
    ]
    state = new_state(position=words, game=game, players=8)
    for _, dealt in redeals(state, 1, 60):
        for seat in range(1, 8):
            assert not any(words["no"][seat][int(card)] for card in dealt[seat])


def test_nobody_may_hold_what_somebody_holds(tmp_path):
    """The state itself breaks the rule, and no deal keeps it."""
    game = written(tmp_path, HEAD + FEW + TABLE.replace("not self.no[seat][card]", "False") % 4)
    state = new_state(game, 3)
    with pytest.raises(RunError, match=r"mine.py: may_hold allows no world for seat 1, .*\{"):
        state.redeal_hidden(1)


def test_an_error_in_it_is_told_with_its_line(tmp_path):
    text = HEAD + FEW + TABLE.replace("not self.no[seat][card]", "self.no[seat][card + 9] == 0") % 4
    state = new_state(written(tmp_path, text), 3)
    with pytest.raises(RunError, match=r"mine.py, line \d+"):
        state.redeal_hidden(1)


def test_it_is_about_hands_of_one_table(tmp_path):
    text = HEAD + FEW + TABLE.replace('seen_by="owner", most=4', 'seen_by="all", most=4') % 4
    with pytest.raises(UserError, match="may_hold is about piles of one table of cards"):
        new_state(written(tmp_path, text), 3)
    text = (
        HEAD + FEW + TABLE.replace("def may_hold(self, seat, card)", "def may_hold(self, me)") % 4
    )
    with pytest.raises(UserError, match=r"may_hold must be written may_hold\(self, seat, card\)"):
        new_state(written(tmp_path, text, "other"), 3)


BIDS = """
CARDS = suited("ABC", "0123")
class Sealed(Game, players=3):
    \"\"\"All lay a card of their own colour, face down.\"\"\"
    store = pile(CARDS, seen_by="all")
    hand = piles(CARDS, seen_by="owner", most=4)
    laid = piles(CARDS, seen_by="owner", most=1)
    def deal(self):
        self.store.fill()
        for card in CARDS:
            self.store.move(card, self.hand[card.suit])
    def moves(self):
        for card in self.hand[self.seat]:
            self.may(self.lay, card)
    @move("lay {card}", card=CARDS)
    def lay(self, card):
        self.hand[self.seat].move(card, self.laid[self.seat])
        self.seat = self.after(self.seat)
        if self.laid[self.seat]:
            self.end()
    def score(self, seat):
        return self.laid[seat][0].rank
    def may_hold(self, seat, card):
        return card.suit == seat
"""


def test_a_secret_bid_may_be_any_card_that_its_seat_still_has(tmp_path):
    """Also where the cards of two others are hidden together."""
    state = new_state(written(tmp_path, HEAD + BIDS), 3)
    state.play("lay A2")
    state.play("lay B0")
    found = []
    for occasion in range(1600):
        other = state.copy()
        assert other.redeal_hidden(3, occasion)
        laid = other.position()["laid"]
        found.append((plain(laid[0]), plain(laid[1])))
    worlds = {((f"A{a}",), (f"B{b}",)) for a in range(4) for b in range(4)}
    assert surprise(found, worlds) < LIMIT
