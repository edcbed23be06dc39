"""`search` and `noise`: they see what their seat sees, repeat themselves, and stop when told to."""

import threading
import time
from collections import Counter
from random import Random

import pytest

from analyzer import games, new_state
from analyzer._core.runner import Control, PythonPolicy, run_batch
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import make_table
from analyzer.policies import registry, spec
from oracle import harness
from support.bid_worlds import bid_trumps, counts_trumps, fitted_worlds, trumps_dealt
from support.lanes import rest_full
from support.playouts import cell, empty_batch, seat_policies, totals
from support.policy_choices import choice, policy_at, positions

GAMES = games.names()
BY_LENGTH = sorted(GAMES, key=lambda game: game == "hide-n-seek")
ELSEWHERE = seed_key(777)


# --- what it sees -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_no_secret_changes_a_choice(game, tmp_path):
    """Under every rule: what the seat cannot see is redealt, and all luck is another."""
    face = games.load(game)
    players = min(4, face.players[1])
    every = {"hike-sled": 23, "hide-n-seek": 97}.get(game, 7)
    for given in list(harness.link_of(game).rules_to_compare(tmp_path, players))[::6]:
        for number, state in enumerate(positions(game, players, "random", every, given=given)):
            if number == 8:
                break
            other = state.copy()
            assert other.redeal_hidden(state.seat, number)
            other._stepper.rekey(ELSEWHERE, game=999_999)
            text = "search:worlds=4,guard=0,rounds=2"
            assert choice(other, text) == choice(state, text), given


def sorted_pools(game, words, seat, reverse):
    """A position in which everything hidden from the seat lies in order; None: it cannot."""
    words = dict(words)
    pile = {"hike": "stock", "oh-hell": None, "horrible-mountain": "draw"}[game]
    others = [i for i in range(len(words["hands"])) if i != seat - 1]
    pool = sorted(
        [card for i in others for card in words["hands"][i]] + words.get(pile, []), reverse=reverse
    )
    hands = list(words["hands"])
    for i in others:
        hands[i], pool = pool[: len(hands[i])], pool[len(hands[i]) :]
    words["hands"] = hands
    return words | ({pile: pool} if pile else {})


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("game", ["hike", "oh-hell", "horrible-mountain"])
def test_the_order_of_what_is_hidden_changes_no_choice(game, reverse):
    """Pools sorted up and down, wherever such a deal looks the same to the seat."""
    met = 0
    text = "search:worlds=6,guard=0,rounds=2"
    for index in range(3):
        for state in positions(game, min(3, games.load(game).players[1]), "expert", 3, index=index):
            words = state.position()
            words.pop("deduced", None)
            words.pop("known", None)
            try:
                plain = new_state(position=words)
                other = new_state(position=sorted_pools(game, words, state.seat, reverse))
            except Exception:  # noqa: BLE001 - such a deal cannot be
                continue
            if other.moves() != plain.moves() or other.view(state.seat) != plain.view(state.seat):
                continue
            met += other.position()["hands"] != plain.position()["hands"]
            assert choice(other, text) == choice(plain, text)
    assert met > 10


# --- how it repeats -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", rest_full(BY_LENGTH, len(GAMES) - 1))
def test_threads_change_nothing(game):
    players = games.load(game).players[0]
    table = cell(game, players, ("search:worlds=2", *["expert"] * (players - 1)))
    n = 4 if game in ("hike-sled", "hide-n-seek") else 10
    found = [totals(table, n, threads=threads, chunk=1) for threads in (1, 2, 7)]
    assert found[0] == found[1] == found[2]


def seen_worlds(state, worlds, rounds=1):
    """The worlds that the rollout policy meets after the first move of the list, one by one."""
    table, seen = state._stepper.table, {}

    def decide(stepper, _seat, _moves, _coin, game):
        seen.setdefault(game, stepper.raw_bytes())
        return 0

    rollout = PythonPolicy(table, decide, "looks")
    asked = {"worlds": worlds, "rounds": rounds, "guard": 0}
    policy = registry._find(state.game, "search").native.with_values(asked, rollout)
    state._stepper.choose(policy, state._stepper.coin(0))
    return list(seen.values())[1:]  # the first is the true state, in which it is asked itself


def test_few_worlds_are_the_first_of_many():
    state = new_state("hike", 3, seed=4)
    few, many = seen_worlds(state, 4), seen_worlds(state, 16)
    assert 1 < len(few) < len(many)
    assert len(set(many)) == len(many)
    assert many[: len(few)] == few


def test_freed_rollouts_are_spent_on_the_moves_left():
    """A move that is dropped leaves more worlds to the others: two that are close are tried in up
    to three times the budget."""
    state, asked = new_state("hike", 3, seed=4), 8
    n = len(state.moves())
    assert n > 4
    assert asked < len(seen_worlds(state, asked)) <= 3 * asked * n // 2


def test_a_decision_takes_one_word_of_the_coin():
    state = new_state("hike", 3, seed=4)
    after = set()
    for text in ("search:worlds=2", "search:worlds=9,rollout=random", "search:rollout=greedy"):
        coin = state._stepper.coin(0)
        state._stepper.choose(policy_at(state, text), coin)
        after.add(coin.below(2**31))
    coin = state._stepper.coin(0)
    coin.random()
    assert after == {coin.below(2**31)}


def test_bids_that_lie_hidden_are_asked_of_the_rollout_policy():
    """Whoever bids last sees worlds in which the others have not bid by dice: `zero` bids zero."""
    state = new_state("oh-hell", 3, seed=2)
    for _ in range(2):
        state.play("bid 3")
    table, bids = state._stepper.table, []
    zero = registry.make_policy("oh-hell", spec.parse_policy("zero"), table, state.rules)

    def decide(stepper, _seat, _moves, coin, game):
        raw = stepper.describe()
        if game and raw["laid"] == [] and min(raw["bids"]) >= 0:
            bids.append(tuple(bid for other, bid in enumerate(raw["bids"]) if other != 2))
        return stepper.choose(zero, coin)

    rollout = PythonPolicy(table, decide, "looks")
    search = registry._find("oh-hell", "search").native.with_values({"worlds": 5}, rollout)
    assert state._stepper.seat == 2
    state._stepper.choose(search, state._stepper.coin(2))
    assert set(bids) == {(0, 0)}


@pytest.mark.full
def test_worlds_fit_what_others_have_bid():
    """All bid their trumps, so with some deals for each most have as many in the worlds of a
    search; with one deal there is no reason why."""
    state, wrong = bid_trumps(3), {}
    bids = state._stepper.describe()["bids"]
    for deals in (1, 8):
        worlds = fitted_worlds(state, {"worlds": 60, "deals": deals, "rounds": 1})[:60]
        assert len(worlds) == 60
        wrong[deals] = [
            sum(trumps_dealt(raw, seat) != bids[seat] for raw in worlds) for seat in (1, 2)
        ]
    # Found: 49 and 45 of 60, and 22 and 12
    assert min(wrong[1]) > 40
    assert max(wrong[8]) < 30


def test_few_fitting_worlds_are_the_first_of_many():
    """They are chosen by what was bid, and not by what the budget is."""
    state = bid_trumps(4)
    few, many = (fitted_worlds(state, {"worlds": n}) for n in (3, 12))
    assert 3 <= len(few) < len(many)
    assert many[: len(few)] == few


def test_fitting_worlds_costs_little_beside_the_rollouts():
    """However many deals are allowed, and though none fits: nobody has ten trumps."""
    state, seen = new_state("oh-hell", 4, seed=5), []
    for _ in range(4):
        state.play("bid 10")
    native = registry._find("oh-hell", "search").native
    search = native.with_values(
        {"worlds": 20, "deals": 1000}, counts_trumps(state._stepper.table, seen)
    )
    state._stepper.choose(search, state._stepper.coin(state._stepper.seat))
    about_bids = sum(min(raw["bids"]) < 0 for _, _, raw in seen)
    assert 0 < about_bids < len(seen) / 3


@pytest.mark.parametrize("bid_mode", ["simultaneous", "sequential"])
def test_a_bid_is_asked_for_again_as_it_was(bid_mode):
    """Whoever is asked what it would have bid sees what lay open then."""
    state = new_state("oh-hell", 4, seed=8, rules={"bid_mode": bid_mode})
    table, before = state._stepper.table, []
    coin = Random(3)
    for _ in range(4 + 4 * 4 + 2):
        raw = state._stepper.describe()
        before.append((state._stepper.seat, raw["laid"], raw["bids"], raw["tricks"]))
        state.play(coin.choice(state.moves()))
    seen = []
    native = registry._find("oh-hell", "search").native
    search = native.with_values({"worlds": 8}, counts_trumps(table, seen))
    state._stepper.choose(search, state._stepper.coin(state._stepper.seat))
    told = [
        (seat, raw["laid"], raw["bids"], raw["tricks"])
        for game, seat, raw in seen
        if game and min(raw["bids"]) < 0
    ]
    assert len(told) > 20
    assert all(one in before for one in told)
    assert {one[0] for one in told} == set(range(4)) - {state._stepper.seat}


@pytest.mark.parametrize("text", ["search:worlds=1000000", "noise:e=0,of=search:worlds=1000000"])
def test_a_search_ends_soon_after_a_stop(text):
    """Within one decision: a single one of these would take minutes."""
    rules = games.load("hike").resolve_rules(3, {})
    table = make_table(games.load("hike"), 3, rules)
    who = seat_policies("hike", (text, "random", "random"), table, rules)
    batch, control, done = empty_batch("hike", 3, 5), Control(), []

    def play():
        done.append(run_batch(table, who, seed_key(1), 0, 5, batch.games, batch.seats, control))

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    time.sleep(0.05)
    control.stop()
    thread.join(60)
    assert done == [0]


# --- what may be asked ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("search:worlds=0", "Parameter 'worlds' of policy search of hike must be a whole number"),
        ("search:worlds=2.5", "must be a whole number from 1 to 1e+06; got '2.5'"),
        ("search:world=2", "has no parameter 'world'; did you mean worlds?"),
        ("search:rollout=expret", "hike has no policy 'expret'; did you mean expert?"),
        ("search:rollout=expert:hold=9", "Parameter 'hold' of policy expert of hike"),
        ("noise:of=(noise:e=2,of=random)", "Parameter 'e' of policy noise of hike"),
        ("search:rollout=./none.py:A", "Policy file ./none.py does not exist"),
        ("noise:of=", "must be written name=value"),
        (
            "search:rollout=search",
            "Parameter 'rollout' of policy search of hike must be a policy that does not think "
            "ahead itself; got 'search'.",
        ),
        ("search:rollout=noise:of=search:worlds=1", "got 'noise:of=search:worlds=1'"),
    ],
)
def test_mistakes_are_one_sentence(text, sentence):
    with pytest.raises(registry.UserError) as refused:
        totals(cell("hike", 3, (text, "random", "random")), 1)
    assert sentence in str(refused.value)


def test_policies_can_be_named_inside_each_other():
    """Brackets hold what has commas of its own."""
    texts = (
        "noise:e=0.5,of=(search:rollout=(expert:hold=2,save=0),worlds=2)",
        "search:rollout=noise:e=0.3,worlds=2",
        "noise:e=0.2,of=(search:rollout=random,worlds=2)",
    )
    found = totals(cell("hike", 3, texts), 2)
    assert found.n == 2


def test_a_policy_in_python_can_be_asked(tmp_path, monkeypatch):
    """At every seat of a world, a fresh one in each; whatever it raises is told with the game."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(
        "class First:\n    def __init__(self):\n        self.seats = set()\n"
        "    def choose(self, view, moves, rng):\n        self.seats.add(view.seat)\n"
        "        assert len(self.seats) == 1\n        return 0\n"
        "class Fails:\n    def choose(self, view, moves, rng):\n        raise ValueError('odd')\n"
    )
    table = cell("hike", 3, ("search:rollout=mine.py:First,worlds=2", "random", "random"))
    assert totals(table, 2).n == 2
    assert registry.is_in_python("hike", table.policies[0])
    for text in ("search:rollout=mine.py:Fails", "noise:of=mine.py:Fails"):
        with pytest.raises(Exception, match=r"ValueError: odd in line 10 at seat 1 of hike"):
            totals(cell("hike", 3, (text, "random", "random")), 2)


@pytest.mark.parametrize("answer", [-1, 3, 99, ValueError("odd")])
def test_a_policy_that_fails_in_a_world_makes_no_move(answer):
    """Even where its answer would be the place of a legal move of the seat that searches."""
    state = new_state("hike", 3, seed=4)
    table, n = state._stepper.table, len(state.moves())
    assert n > 4

    def decide(_stepper, _seat, moves, _coin, game):
        if game == 0:  # the true one, in which it is asked first
            return 0
        if isinstance(answer, ValueError):
            raise answer
        return answer if not 0 <= answer < len(moves) else 0

    rollout = PythonPolicy(table, decide, "fails")
    search = registry._find("hike", "search").native.with_values({"worlds": 8}, rollout)
    assert state._stepper.choose(search, state._stepper.coin(0)) == -1


def test_a_failure_in_a_world_stops_the_run_with_its_reason(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(
        "class Later:\n    asked = 0\n    def choose(self, view, moves, rng):\n"
        "        Later.asked += 1\n        if Later.asked > 1:\n"
        "            raise ValueError('odd')\n        return 0\n"
    )
    with pytest.raises(Exception, match=r"ValueError: odd in line 6 at seat 1 of hike"):
        totals(cell("hike", 3, ("search:rollout=mine.py:Later", "random", "random")), 2)


def test_noise_is_a_dial():
    """e = 0 is the policy itself, e = 1 any legal move; between them, so often."""
    table = ("expert",) * 3
    plain = totals(cell("oh-hell", 3, table), 30)
    without = totals(cell("oh-hell", 3, ("noise:e=0",) * 3), 30)
    assert without.seats == plain.seats
    state = new_state("hike", 3, seed=4)
    names, rates = state.moves(), Counter()
    own = names.index(choice(state, "expert"))
    coin = state._stepper.coin(0)
    noise = policy_at(state, "noise:e=0.4")
    n = 20_000
    for _ in range(n):
        rates[state._stepper.choose(noise, coin)] += 1
    for place in range(len(names)):
        share = 0.4 / len(names) + 0.6 * (place == own)
        assert abs(rates[place] - n * share) < 5.5 * (n * share * (1 - share)) ** 0.5  # p < 1e-6


def test_slow_games_come_in_small_chunks(monkeypatch):
    """So that no worker waits long for the last one."""
    sizes = []
    from analyzer.simulation.executors import threads

    play = threads.play_chunk
    monkeypatch.setattr(
        threads, "play_chunk", lambda chunk, *more: sizes.append(chunk.n) or play(chunk, *more)
    )
    totals(cell("hike", 3, ("noise:of=search:worlds=1", "random", "random")), 40, threads=1)
    assert max(sizes) == 2
    sizes.clear()
    totals(cell("hike", 3, ("noise", "random", "random")), 40, threads=1)
    assert sizes == [40]
