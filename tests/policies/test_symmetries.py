"""Nothing is preferred by its number: with seats, maps or suits permuted, policies choose alike.

The kit shows it for every policy by the usual rules (test_conformance.py). Here are other rules,
what each game declares, and that the kit finds whoever has favourites.
"""

import random

import pytest

from analyzer import games
from analyzer.games import Seats
from analyzer.games.hike_sled import symmetry as hike_sled_symmetry
from analyzer.games.symmetry import permute, random_permutation, rotate, shift_seat
from analyzer.policies import registry
from analyzer.testing import conformance
from analyzer.testing.symmetry import SymmetryCheck
from oracle import harness
from support.hide_n_seek import road
from support.hike_sled import EMPTY
from support.hike_sled_loose import revealing
from support.policy_choices import policy_at, positions

DECLARED = {
    "hide-n-seek": {"seats", "maps", "places of the row"},
    "hike": {"seats"},
    "hike-sled": {"seats"},
    "horrible-mountain": {"seats", "suits", "colours", "slots of the table"},
    "oh-hell": {"seats", "suits"},
}
TABLES = [
    ("hike", 5, {"spring_duration": "rest_of_hand"}),
    ("oh-hell", 6, {"bid_mode": "sequential", "hook": True}),
    ("oh-hell", 3, {"bid_before_turnup": True, "turnup_visible": False}),
    ("horrible-mountain", 2, {"variant": True, "hand_limit": 6}),  # two suits three times
    ("horrible-mountain", 2, {"two_card_order": "random"}),
    ("hide-n-seek", 3, {"move_back": True, "goal_safe": False}),
    ("hide-n-seek", 4, {"maps": "varied", "obstacle_any_pawn": True}),
    ("hide-n-seek", 2, {"trunk_at_start": True, "fixed_trunks": True, "finish_empty_maps": False}),
    ("hike-sled", 4, {"loose": True}),
]


def permuted_names(game, players, given):
    """The symmetries of a playout, and how often each did change something."""
    case, luck, found = conformance._Case(games.load(game), players, 1, given), random.Random(1), {}
    for state, _ in case.played("greedy"):
        raw = state._stepper.describe()
        for symmetry in case.permuted(state, luck):
            changed = any(symmetry.raw[name] != raw[name] for name in raw)
            found[symmetry.name] = found.get(symmetry.name, 0) + changed
    return found


@pytest.mark.parametrize("game", games.names())
def test_what_a_game_declares(game):
    found = permuted_names(game, games.load(game).usual_players, {})
    assert set(found) == DECLARED.get(game, {"seats"})
    assert min(found.values()) > 5


def test_maps_that_differ_change_no_places():
    """HN-A1: of the maps `varied` no two are equal."""
    found = permuted_names("hide-n-seek", 4, {"maps": "varied"})
    assert found["maps"] == 0
    assert found["seats"] > 5


@pytest.mark.full
@pytest.mark.parametrize(("game", "players", "rules"), TABLES)
def test_permuted_states_are_played_alike(game, players, rules):
    case = conformance._Case(games.load(game), players, 12, rules)
    conformance.permuting_permutes_the_moves(case)
    for policy in registry.named_policies(game):
        if policy.name != "search":
            conformance.equal_things_are_chosen_alike(case, policy.name)


@pytest.mark.full
@pytest.mark.parametrize("players", [2, 3])
def test_equal_seats_win_equally_at_smaller_tables(players):
    """HN-A5: expert of version 1 won 27.7, 25.5, 23.9 and 23.0 % at the usual table."""
    case = conformance._Case(games.load("hide-n-seek"), players, 20, {})
    for policy in ("greedy", "expert"):
        conformance.equal_seats_win_equally(case, policy)


def test_even_rules_make_seats_equal_and_nothing_else():
    """They are known, and change who begins or who has which role."""
    found = {name: games.load(name).even_rules(games.load(name).usual_players) for name in DECLARED}
    assert {name for name, given in found.items() if given is None} == {"hike", "hike-sled"}
    for name, given in found.items():
        face = games.load(name)
        rules = face.resolve_rules(face.usual_players, given or {})
        assert face.first_seat(rules) == ("" if given else face.first_seat(rules))


def test_preparations_of_sleds_know_no_seat_by_its_number():
    """HS-8: seat 1 has the first turn of a day, so the rules tell seats apart. The game's own
    policies do not look at that."""
    luck, asked = random.Random(1), 0
    own = [harness.policies_of("hike-sled")[name] for name in ("greedy", "expert")]
    for index in range(4):
        for state in positions("hike-sled", 4, "expert", 1, index=index, given={"loose": True}):
            stepper = state._stepper
            raw = stepper.describe()
            if "swap with" in state.moves()[0]:
                continue  # the coin decides: see below
            other = stepper.copy()
            other.restore(hike_sled_symmetry.rotate_seats(raw, 4, luck.randrange(1, 4)))
            for policy in own:
                chosen = stepper.choose(policy, stepper.coin(0))
                assert other.choose(policy, other.coin(0)) == chosen, raw
                asked += 1
    assert asked > 500


# --- ties -----------------------------------------------------------------------------------------


def often(state, text, n=400):
    """How often each move is chosen, with one coin after another."""
    found, policy, coin = dict.fromkeys(state.moves(), 0), policy_at(state, text), None
    coin = state._stepper.coin(0)
    for _ in range(n):
        found[state.moves()[state._stepper.choose(policy, coin)]] += 1
    return found


# Of 400 fair coins 140 to 260 show heads: six standard errors (10 each), less than 1 in 10^8.


@pytest.mark.parametrize("policy", ["greedy", "expert"])
def test_a_coin_says_with_whom_huskies_are_swapped(policy):
    """HS-65: seats 2 and 3 have as much to lose."""
    sleds = ["H4 - . . / . . . .", EMPTY, EMPTY]
    found = often(revealing("Husky swap", sleds, ["", "H9", ""]), policy)
    assert set(found) == {"swap with seat 2", "swap with seat 3"}
    assert all(140 <= n <= 260 for n in found.values()), found


@pytest.mark.parametrize("policy", ["expert", "search:worlds=20,guard=0,rollout=random"])
def test_of_two_ways_to_win_the_coin_takes_one(policy):
    """HN-8: with one step to go either card wins, and seat 2 is about to. `search` used to take the
    first in the list unless its rollout policy would have made the other move."""
    pawns = {
        "house": ["goal", 6, 0, 0],
        "paddock": ["goal", "goal", 0, 0],
        "wagon": ["goal", 6, "goal", 0],
        "campsite": [6, 5, 0, "goal"],
    }
    hands = [["card 1", "card 13"], ["card 27", "card 31"], [], []]
    found = often(road(6, actions=1, pawns=pawns, hands=hands), policy)
    ways = [n for move, n in found.items() if "MOVE" in move]
    assert len(ways) == 2
    assert sum(ways) > 350
    assert all(140 <= n <= 260 for n in ways), found


def test_oh_hell_throws_any_of_equal_suits():
    """OH-20: nothing can be won, and the lowest card is there twice."""
    for state in positions("oh-hell", 4, "greedy", 1):
        found = often(state, "greedy", 60)
        chosen = [move for move, n in found.items() if n]
        if len(chosen) > 1:
            ranks = {move.split()[1][0] for move in chosen}
            assert len(ranks) == 1, chosen
            return
    raise AssertionError("no tie in a whole playout")


# --- who has favourites ---------------------------------------------------------------------------


def cheating_case(monkeypatch, cheat):
    monkeypatch.setattr(conformance.registry, "make_policy", lambda *_: cheat)
    return conformance._Case(games.load("oh-hell"), 4, 12, {})


def test_the_kit_finds_favourites(cheats, monkeypatch):
    """By the place in a list, with or without a look at the coin, and by the own seat."""
    said = [
        r"^the choice of first with permuted suits: play .. is not play ..$",
        "^tossing prefers some of the suits by their numbers$",
        "^low-seat prefers some of the seats by their numbers$",
    ]
    for cheat, sentence in zip(cheats.FAVOURITES, said, strict=True):
        case = cheating_case(monkeypatch, cheat)
        with pytest.raises(conformance.ConformanceError, match=sentence):
            conformance.equal_things_are_chosen_alike(case, cheat.name)
    for cheat in cheats.EVEN:
        conformance.equal_things_are_chosen_alike(cheating_case(monkeypatch, cheat), cheat.name)


def test_the_kit_sees_that_a_seat_wins_more(monkeypatch):
    """By the printed rules the roles of Horrible Mountain do not win equally often (HM-A9)."""
    face = games.load("horrible-mountain")
    case = conformance._Case(face, 2, 10, {})
    conformance.equal_seats_win_equally(case, "expert")
    monkeypatch.setattr(type(face), "even_rules", staticmethod(lambda _players: {}))
    with pytest.raises(
        conformance.ConformanceError, match=r"^seat 1 wins \d+\.\d% of the games of expert$"
    ):
        conformance.equal_seats_win_equally(case, "expert")


def test_the_limit_of_an_excess():
    """Hoeffding: sqrt(2 * 800 * ln(10^9)) = 182.1."""
    tally = SymmetryCheck(None, (None, None), pairs=800, excess=182)
    assert not tally.has_favourites
    tally.excess = 183
    assert tally.has_favourites
    tally.excess = -800
    assert not tally.has_favourites


def test_a_false_symmetry_is_refused(monkeypatch):
    """A game that calls things equal must treat them so, and give states that can be."""
    face = games.load("oh-hell")
    case = conformance._Case(face, 4, 1, {})
    honest = face.symmetries

    def swapped(rules, raw, luck):
        return [conformance.replace(one, move=lambda _: 64) for one in honest(rules, raw, luck)]

    def broken(rules, raw, luck):
        return [
            conformance.replace(one, raw=one.raw | {"turned": 99})
            for one in honest(rules, raw, luck)
        ]

    monkeypatch.setattr(type(face), "symmetries", staticmethod(swapped))
    with pytest.raises(conformance.ConformanceError, match="moves with permuted seats"):
        conformance.permuting_permutes_the_moves(case)
    monkeypatch.setattr(type(face), "symmetries", staticmethod(broken))
    with pytest.raises(conformance.ConformanceError, match="a state with permuted seats: "):
        conformance.permuting_permutes_the_moves(case)


# --- how things are permuted ----------------------------------------------------------------------


def test_a_turned_table():
    seats = Seats(("seat", "nobody"), ("some",), ("points",))
    raw = {"seat": 2, "nobody": -1, "some": [0, 2], "points": [5, 6, 7], "other": 4}
    assert seats.turned(raw, 3, 2) == {
        "seat": 1, "nobody": -1, "some": [1, 2], "points": [6, 7, 5], "other": 4,
    }  # fmt: skip
    assert [shift_seat(seat, 3, 2) for seat in (-1, 0, 1, 2)] == [-1, 2, 0, 1]
    assert rotate("abcd", 1) == list("dabc")


def test_only_equal_things_change_places():
    luck = random.Random(3)
    found = {tuple(random_permutation(list("abcab"), luck)) for _ in range(200)}
    assert found == {(0, 1, 2, 3, 4), (3, 1, 2, 0, 4), (0, 4, 2, 3, 1), (3, 4, 2, 0, 1)}
    assert permute("abc", [2, 0, 1]) == list("bca")
