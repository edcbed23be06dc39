"""What a seat cannot see, in every game and under every rule: the kit that catches a peek.

A world is made from a state for a seat: hidden things redealt, all chance to come another. It must
depend on nothing but what the seat can see and on the random stream; a policy must choose the same
in the true world and in any other; and whoever is to move, play must go on in it.
"""

import random
from dataclasses import replace
from itertools import islice

import pytest

import analyzer
from analyzer import games
from analyzer._core.runner import Stepper
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import State, make_table
from analyzer.testing import conformance
from oracle import harness
from support.lanes import few_then_many
from support.settings import FLAVOUR

pytestmark = pytest.mark.kit

QUICK = FLAVOUR != "release"
GAMES = games.names()
POLICIES = [(game, name) for game in GAMES for name in harness.policies_of(game)]
ELSEWHERE = seed_key(777)


def tables(game, folder):
    """The default rules, every value of every rule on its own, and some together."""
    face = games.load(game)
    low, high = face.players
    for players in sorted({low, min(5, high)}):
        for number, given in enumerate(harness.link_of(game).rules_to_compare(folder, players)):
            if QUICK and number % 7:
                continue
            rules = face.resolve_rules(players, given)
            yield given, rules, make_table(face, players, rules)


def positions(table, policy, index, every=1):
    """The states of a playout, one policy at every seat; and every so often."""
    stepper = Stepper(table, seed_key(11), index)
    coins, number = stepper.coins(), 0
    while codes := stepper.moves():
        if number % every == 0:
            yield stepper
        number += 1
        stepper.apply(codes[stepper.choose(policy, coins[stepper.seat])])


def choice(stepper, policy):
    """What a policy chooses, and what its coin shows afterwards."""
    coin = stepper.coin(0)
    return stepper.choose(policy, coin), coin.below(2**31)


def differs(stepper, policy, occasion):
    """Does the policy choose otherwise where it sees the same?"""
    other = stepper.copy()
    assert other.redeal_hidden(stepper.seat, occasion)
    other.rekey(ELSEWHERE, game=999_999)
    assert other.moves() == stepper.moves()
    return choice(other, policy) != choice(stepper, policy)


def random_policy(game):
    return next(p for p in harness.policies_of(game).values() if p.name == "random")


@pytest.mark.parametrize(("game", "name"), POLICIES)
def test_no_policy_sees_what_its_seat_cannot(game, name, tmp_path):
    policy = harness.policies_of(game)[name]
    for given, _, table in tables(game, tmp_path):
        for index in range(3):
            for number, stepper in enumerate(positions(table, policy, index)):
                assert not differs(stepper, policy, number), given


@pytest.mark.parametrize("game", GAMES)
def test_a_world_depends_on_what_is_seen_alone(game, tmp_path):
    """The truth is replaced by another one first: the same world comes out, to the last byte."""
    for given, _, table in tables(game, tmp_path):
        for number, stepper in enumerate(positions(table, random_policy(game), 1, every=3)):
            for seat in range(table.players):
                one, other = stepper.copy(), stepper.copy()
                assert other.redeal_hidden(seat, 1000 + number), given
                assert one.determinize(seat, number), given
                assert other.determinize(seat, number), given
                assert one.raw_bytes() == other.raw_bytes(), given


@pytest.mark.parametrize("share", few_then_many(7))
@pytest.mark.parametrize("game", GAMES)
def test_a_world_looks_the_same_and_can_be_played(game, share, tmp_path):
    """For every seat, also for those not to move: the seat sees the same, and play goes on."""
    rng = random.Random(5)
    for given, rules, table in islice(tables(game, tmp_path), None, None, share):
        for number, stepper in enumerate(positions(table, random_policy(game), 2, every=9)):
            seat = rng.randrange(table.players)
            state = State(games.load(game), rules, stepper.copy(), 11, 2)
            assert_reads_back(state, given)
            seen, moves = state.view(seat + 1), state.moves()
            assert state.determinize(seat + 1, number), given
            assert state.view(seat + 1) == seen, given
            assert state.moves(), given
            assert seat != stepper.seat or state.moves() == moves
            assert_reads_back(state, given)
            while codes := state._stepper.moves():
                state._stepper.apply(rng.choice(codes))


def assert_reads_back(state, given):
    """A state, true or made up, is what its position says."""
    again = analyzer.new_state(position=state.position())
    assert again.position() == state.position(), given
    assert again.moves() == state.moves(), given


@pytest.mark.parametrize("game", GAMES)
def test_worlds_differ_and_so_does_what_comes(game, tmp_path):
    _, _, table = next(tables(game, tmp_path))
    stepper = next(positions(table, random_policy(game), 3))
    worlds, ends = set(), set()
    for occasion in range(20):
        world = stepper.copy()
        assert world.determinize(stepper.seat, occasion)
        worlds.add(world.raw_bytes())
        rng = random.Random(0)  # the same answers to whatever comes
        while codes := world.moves():
            world.apply(rng.choice(codes))
        ends.add(str(world.result()["scores"]))
    assert len(worlds) == 20
    assert len(ends) > 5


def test_decks_that_were_written_down_are_not_known():
    """A script is the future: a world must not follow it."""
    deck = [
        card
        for suit in ("Bird", "Bug", "Lake", "Light", "Peak", "Trail", "Tree")
        for card in [suit] * 10
    ]
    deck += ["Avalanche", "Drought", "Earthquake", "Lost", "Poop", "Spring", "The Sun", "The Worm"]
    deck += ["Litter", "The Wind"]
    state = analyzer.new_state("hike", players=3, deals=[deck[::-1], deck], seed=1)
    hands = set()
    for occasion in range(5):
        world = state.copy()
        assert world.determinize(1, occasion)
        while world._stepper.stage == 0:
            world.play(0)
        hands.add(str(world.position()["hands"]))
    assert len(hands) == 5


# --- cheats ---------------------------------------------------------------------------------------


def caught(game, given, cheat, tmp_path):
    face = games.load(game)
    players = min(4, face.players[1])
    if given == "card":
        given = {"suits": harness.link_of(game).write_card_table(tmp_path), "suits_scope": "card"}
    table = make_table(face, players, face.resolve_rules(players, given))
    return any(
        differs(stepper, cheat, number)
        for index in range(3)
        for number, stepper in enumerate(positions(table, cheat, index))
    )


def test_the_kit_catches_who_peeks_by_one_reading_alone(cheats, monkeypatch):
    """By the usual rules trump is open. What is said names the reading."""
    cheat = next(one for _, _, one in cheats.CHEATS if one.name == "trump")
    monkeypatch.setattr(conformance.registry, "make_policy", lambda *_: cheat)
    usual = conformance._Case(games.load("oh-hell"), 4, 10, {})
    conformance.secrets_change_no_choice(usual, "trump")
    with pytest.raises(
        conformance.ConformanceError, match="with bid_before_turnup=True: the choice of trump"
    ):
        conformance.no_reading_shows_more(usual, "trump")
    with pytest.raises(conformance.ConformanceError, match=r"^the choice of trump"):
        conformance.secrets_change_no_choice(
            replace(usual, given={"bid_before_turnup": True}), "trump"
        )


def test_who_peeks_is_caught(cheats, tmp_path):
    for game in GAMES:
        for cheat in cheats.ANY:
            assert caught(game, {}, cheat, tmp_path), (game, cheat.name)
        assert not caught(game, {}, cheats.HONEST, tmp_path)
    for game, given, cheat in cheats.CHEATS:
        assert caught(game, given, cheat, tmp_path), (game, given, cheat.name)
