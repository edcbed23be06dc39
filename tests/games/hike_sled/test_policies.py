"""The players of hike-sled: better is shown to be better, and race days are searched exactly."""

import random

import pytest

from analyzer import new_state
from analyzer._core.policies.hike_sled import POLICIES
from analyzer.games.hike_sled.words import PHASES
from support.hike_sled import EMPTY, FACE, GAME, YOUNG, first, make_state, play, race
from support.ladder import STEPS, share_of_one
from support.playouts import by_seat, cell, totals

SIGMAS = 6.0  # a right program fails one of the tests less than once in a hundred million runs
EXPERT, GREEDY = POLICIES
OVER = PHASES.index("over")


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize(("better", "worse"), STEPS)
def test_a_lone_better_player_wins_more_than_its_share(better, worse, players):
    share, error = share_of_one(GAME, better, worse, players, 2400)
    assert share - SIGMAS * error > 1 / players


@pytest.mark.parametrize("players", [3, 5])
def test_a_lone_greedy_player_wins_less_than_its_share(players):
    share, error = share_of_one(GAME, "greedy", "expert", players, 2400)
    assert share + SIGMAS * error < 1 / players


def cannot_finish(policy, players):
    """Share of racers whose sled lacks a terrain of the track."""
    found = totals(cell(GAME, players, (policy,) * players), 1500)
    racers = players * 1500 - sum(by_seat(found, "out"))
    return sum(by_seat(found, "cannot_finish")) / racers


@pytest.mark.parametrize("players", range(2, 7))
def test_sleds_that_cannot_finish(players):
    """HS-38: at most 2 % of the expert's sleds, and more than 10 % of a terrain-blind player's."""
    assert cannot_finish("expert", players) < 0.02
    assert cannot_finish("greedy", players) > 0.10


# --- race days ------------------------------------------------------------------------------------


def chosen(state, policy=EXPERT):
    return state._stepper.choose(policy, state._stepper.coin(0))


def follow(state, policy=EXPERT):
    """The rest of the turn as the policy plays it."""
    while not state.over and state.position()["race_day"] == 1 and state.seat == 1:
        state.play(chosen(state, policy))
    return state


def ends(state):
    """Every way in which a turn can end: where, and what breaks a tie there."""
    seen, found, todo = set(), set(), [state._stepper.copy()]
    while todo:
        stepper = todo.pop()
        for code in stepper.moves():
            after = stepper.copy()
            after.apply(code)
            raw = after.describe()
            if raw["phase"] == OVER or raw["race_day"] > 1:
                found.add((raw["field"][0], _strength(raw)))
                continue
            key = str([raw[name] for name in ("phase", "field", "tired", "resting", "single")])
            key += str([raw[name] for name in ("double", "equipment", "left", "moved", "to_rest")])
            if key not in seen:
                seen.add(key)
                todo.append(after)
    return found


def _strength(raw):
    """HS-60 at the end of a game; nothing where the race goes on."""
    if raw["phase"] != OVER or raw["field"][0] < len(raw["track"]):
        return 0
    tired = set(raw["tired"][0]) | set(raw["resting"][0])
    return 8 - len(tired) + raw["single"][0] + 2 * raw["double"][0]


def some_day(seed, cards="", fields=14, stars=0):
    rng = random.Random(seed)
    kinds = ["S", "I", "P", "SS", "SI", "SP", "SSI", "SSS", "IIP", "II", "-", "-"]
    picked: list[str] = []
    while len(picked) < 8:
        kind = rng.choice(kinds)
        if kind == "-" or picked.count(kind) < 1:
            picked.append(kind)
    sled = " ".join(picked[:4]) + " / " + " ".join(picked[4:])
    track = [rng.choice("SSSIIP") for _ in range(fields)]
    for _ in range(stars):
        track[rng.randrange(1, fields)] += "*"
    track = [field[:2] for field in track]
    ones = ["ABCDEFGH"[i] for i, kind in enumerate(picked) if len(kind) == 1 and kind != "-"]
    words = {"upgraded": [ones[: rng.randint(0, 2)], []]}
    return race(sled, " ".join(track), cards, **words)


@pytest.mark.parametrize("seed", range(25))
def test_without_cards_the_expert_gets_as_far_as_can_be(seed):
    """HS-39, HS-44: every order of the huskies and every custom terrain was tried."""
    state = some_day(seed, fields=24)
    furthest = max(field for field, _ in ends(state))
    assert follow(state).position()["fields"][0] == furthest


@pytest.mark.parametrize("seed", range(25))
def test_the_expert_finishes_if_it_can(seed):
    """HS-45, HS-47, HS-50, HS-51, HS-60: with care, equipment and rest, and as much as possible
    left for a tie."""
    rng = random.Random(seed)
    cards = rng.choice(["care", "double", "care double", "equipment care", "care care"])
    state = some_day(seed, cards, fields=rng.randint(7, 11), stars=rng.randint(0, 1))
    best = max(ends(state))
    follow(state)
    if best[0] == len(state.position()["track"]):
        assert state.over
        assert state.winners == [1]
        raw = state._stepper.describe()
        assert (raw["field"][0], _strength(raw)) == best


def test_an_open_card_is_planned_for():
    """HS-55: the expert uses it."""
    state = race("SS S - - / - - - -", "S S S I S", "care", open_care=["care", ""])
    follow(state)
    assert state.position()["hands"][0] == []


def test_a_plan_that_was_left_is_made_anew():
    """Somebody else has played the first use; the expert goes on from there as best it can."""
    state = race("SSI I S - / - - - -", "I S S S S")
    play(state, "1 use B")
    follow(state)
    assert state.position()["fields"][0] == 4


def test_the_last_racer_of_a_day_may_be_the_first_of_the_next():
    """A plan belongs to one day, also if nobody else moves between two turns: batches and single
    steps agree."""
    found = totals(cell(GAME, 3, ("expert",) * 3, seed=7), 60)
    turns = 0
    for index in range(60):
        state = new_state(GAME, players=3, seed=7, index=index)
        coins = state._stepper.coins()
        while codes := state._stepper.moves():
            turns += 1
            state._stepper.apply(codes[state._stepper.choose(EXPERT, coins[state._stepper.seat])])
    assert found.games.at("turns").total == turns


# --- Preparations ---------------------------------------------------------------------------------


def test_the_missing_terrain_comes_first():
    """HS-38: seven huskies without powder; the one with powder is drafted, not the one with more
    points."""
    sled = "SSS SSS SS I / II SI . ."
    state = make_state([sled, EMPTY], centre="H5 H27", day=5)
    assert state.moves()[chosen(state)] == "to sled H5"


def test_the_expert_declares_and_upgrades():
    """HS-24, HS-27: an upgrade next to a terrain it lacks."""
    state = make_state(
        ["S P I SS / - SS SS SS", EMPTY], ["equipment equipment", ""], centre="care", day=7
    )
    play(state, "1 to hand care")
    assert state.moves()[chosen(state)] == "declare"
    play(state, "1 declare")
    assert state.moves()[chosen(state)].startswith("upgrade ")
    assert state.moves()[chosen(state)] != "upgrade no more"


def test_time_is_short():
    """HS-32, HS-34: on the last day a youngster fills the last spot."""
    sled = "SS SS SS SS / SS SS SS ."
    words = {"declared": [0, 1], "day": 4, "care_taken": [0, 3]}
    state = make_state([sled, YOUNG], centre="young equipment", **words)
    state.play(chosen(state))
    if state.position()["deciding"] != "spot":
        assert state.moves()[chosen(state)].startswith("bonus")
    while state.position()["deciding"] in ("spot", "bonus"):
        state.play(chosen(state))
    assert state.moves()[chosen(state)] == "declare"


@pytest.mark.parametrize("card", ["equipment", "care"])
def test_a_youngster_can_wait_for_the_bonus(card):
    """HS-23: the action takes what the centre has besides, the bonus then fills the last spot."""
    sled = "SS SS SS SS / SS SS SS ."
    words = {"declared": [0, 1], "day": 4, "care_taken": [0, 3]}
    state = make_state([sled, YOUNG], centre=f"young {card}", **words)
    assert state.moves()[chosen(state)] == f"to hand {card}"
    state.play(chosen(state))
    assert state.moves()[chosen(state)].startswith("bonus")


def test_greedy_fills_and_runs():
    """HS-14, HS-23, HS-24, HS-41."""
    state = make_state([EMPTY, EMPTY], centre="H4 H1 young")
    assert state.moves()[chosen(state, GREEDY)] == "to sled H4"
    play(state, "1 to sled H4", "1 spot A")
    assert state.moves()[chosen(state, GREEDY)].startswith("bonus")
    day = race("SSS S - - / - - - -", "S S S S")
    assert day.moves()[chosen(day, GREEDY)] == "use A"
    ready = make_state([YOUNG, EMPTY], centre="care")
    play(ready, "1 to hand care")
    assert first(ready, ready.moves()[chosen(ready, GREEDY)]) == "declare"


def test_every_policy_says_who_it_is():
    assert [policy.name for policy in FACE.policies()] == ["expert", "greedy"]
