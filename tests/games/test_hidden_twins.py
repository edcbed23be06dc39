"""Two true playouts that look the same to a seat become the same world, to the last byte.

The decks are written down; the second differs from the first in cards that the seat does not see.
Whatever of the truth a redeal leaves in a state would show: also what nobody redeals, such as what
other seats know, or a card of the hand before.
"""

import random

import pytest

from analyzer import games
from analyzer._core.runner import Stepper
from analyzer.errors import UserError
from analyzer.games.hide_n_seek import words
from analyzer.games.hike import words as hike_words
from analyzer.games.hike_sled import words as hike_sled_words
from analyzer.games.horrible_mountain.words import CARDS
from analyzer.games.oh_hell.words import CODES
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import State, make_table
from oracle import harness
from support.settings import FLAVOUR

pytestmark = pytest.mark.kit

ROUNDS = {"hike": 8, "oh-hell": 4} if FLAVOUR == "release" else {}  # of every table; else 1
LONGEST = 120  # moves
# Counters of hands that are over count what was dealt, too: past luck, which says nothing of what
# is to come. So hike is looked at in its first hand alone.
LAST_STAGE = {"hike": 0}


def decks(game, rules):
    """What is shuffled before the first move; youngsters are alike, so they stay where they are."""
    if game == "hike":
        return [[name for name, n in hike_words.deck(rules).items() for _ in range(n)]]
    if game == "hike-sled":
        return [hike_sled_words.deck_names(rules)]
    if game == "hide-n-seek":
        return [list(words.card_codes(rules))]
    return [list(CARDS), list(CARDS)] if game == "horrible-mountain" else [list(CODES)]


class Twin:
    def __init__(self, game, players, rules, written):
        face = games.load(game)
        table = make_table(face, players, rules, face.scripts(rules, players, written))
        self.stepper = Stepper(table, seed_key(4), 5)
        self.state = State(face, rules, self.stepper, 4, 5)


def other_truth(first, written, seat, make, rng):
    """A playout with other cards where the seat does not see them."""
    for _ in range(30):
        changed = [list(deck) for deck in written]
        for deck in changed:
            for _ in range(rng.choice((1, 2, 5, 30))):
                a, b = rng.randrange(len(deck)), rng.randrange(len(deck))
                if hike_sled_words.YOUNGSTER not in (deck[a], deck[b]):
                    deck[a], deck[b] = deck[b], deck[a]
        second = make(changed)
        if second.stepper.raw_bytes() != first.stepper.raw_bytes() and (
            second.state.view(seat + 1) == first.state.view(seat + 1)
        ):
            return second
    return None


def worlds(first, second, seat, last_stage, rng):
    """Both are played alike as long as the seat cannot tell them apart; worlds of each."""
    a, b = first.stepper, second.stepper
    for number in range(LONGEST):
        if first.state.view(seat + 1) != second.state.view(seat + 1) or a.stage > last_stage:
            return
        moves = [code for code in a.moves() if code in b.moves()]
        if not moves or a.seat != b.seat:
            return
        assert a.seat != seat or a.moves() == b.moves()
        one, other = a.copy(), b.copy()
        assert one.determinize(seat, number) == other.determinize(seat, number)
        yield one.raw_bytes(), other.raw_bytes()
        move = rng.choice(moves)
        a.apply(move)
        b.apply(move)


@pytest.mark.parametrize("game", games.names())
def test_a_world_holds_nothing_of_what_a_seat_cannot_see(game, tmp_path):
    rng, face, pairs = random.Random(f"twins/{game}"), games.load(game), 0
    sizes = sorted({face.players[0], min(5, face.players[1])})
    for players in sizes * ROUNDS.get(game, 1):
        for given in harness.link_of(game).rules_to_compare(tmp_path, players):
            rules = face.resolve_rules(players, given)
            written = decks(game, rules)
            for deck in written:
                rng.shuffle(deck)

            def make(written, players=players, rules=rules):
                return Twin(game, players, rules, written)

            try:
                first = make(written)
            except UserError:  # loose huskies lie in no deck that is dealt
                continue
            seat = rng.randrange(players)
            second = other_truth(first, written, seat, make, rng)
            if second is not None:
                for one, other in worlds(first, second, seat, LAST_STAGE.get(game, 1000), rng):
                    assert one == other, given
                    pairs += 1
    assert pairs > 200
