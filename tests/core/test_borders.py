"""Nothing that is passed to the core corrupts memory: it is refused with a ValueError."""

import subprocess
import sys
from importlib import import_module

import numpy as np
import pytest

from analyzer import games
from analyzer._core.contract import Table
from analyzer._core.nn.training import TrainingTask, widths
from analyzer._core.policies.noise import NOISE
from analyzer._core.policies.search import SEARCH
from analyzer._core.reductions import add_up
from analyzer._core.runner import (
    Control,
    PythonPolicy,
    Stepper,
    coin_stream,
    play_on,
    run_batch,
    stream,
)
from analyzer._core.trace import Traces
from analyzer.errors import UserError
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import make_table, new_state
from support.paths import TESTS
from support.playouts import empty_batch
from support.playouts import seat_policies as sit
from support.settings import FLAVOUR

pytestmark = pytest.mark.kit
GAMES = games.names()


def table_of(game):
    module = games.load(game)
    players = module.players[0]
    return make_table(module, players, module.resolve_rules(players, {}))


@pytest.mark.parametrize("game", GAMES)
def test_the_core_knows_how_many_may_sit_down(game):
    module = games.load(game)
    assert module.compiled().players == module.players
    encoded = module.encode_rules(module.resolve_rules(module.players[0], {}))
    for players in (-1, 0, module.players[0] - 1, module.players[1] + 1, 10**6):
        with pytest.raises(ValueError, match="players must be"):
            Table(module.compiled(), players, encoded)


@pytest.mark.parametrize("game", GAMES)
def test_seats_that_are_none_are_refused(game):
    stepper = Stepper(table_of(game))
    for seat in (-1, stepper.table.players, 10**6):
        for refuse in (stepper.redeal_hidden, stepper.determinize, stepper.coin):
            with pytest.raises(ValueError, match="seat must be"):
                refuse(seat)


@pytest.mark.parametrize("words", [(), (1,), (1, 2, 3), ("a", "b"), (-1, 0), (2**64, 0)])
def test_a_seed_has_two_words(words):
    table = table_of("hike")
    who, batch = sit("hike", ("random",) * 3, table, None), empty_batch("hike", 3, 1)
    for refuse in (
        lambda: Stepper(table, words),
        lambda: Stepper(table).rekey(words),
        lambda: stream(words, 1, 1, 1, 1),
        lambda: coin_stream(words, 1, 1, 1, 1),
        lambda: run_batch(table, who, words, 0, 1, batch.games, batch.seats, Control()),
    ):
        with pytest.raises((ValueError, TypeError, OverflowError)):
            refuse()


def test_a_stepper_keeps_its_table():
    stepper = Stepper(table_of("hike"), seed_key(1))
    for other in (None, table_of("oh-hell")):
        stepper.__init__(other, seed_key(1), 0)
        assert stepper.table.game is games.load("hike").compiled()
        assert stepper.same_as(Stepper(stepper.table, seed_key(1)))


@pytest.mark.parametrize("game", GAMES)
def test_only_a_move_of_its_own_is_made_in_the_worlds_of_a_seat(game):
    table = table_of(game)
    stepper = Stepper(table, seed_key(1))
    who = sit(game, ("random",) * table.players, table, None)
    other = (stepper.seat + 1) % table.players
    for move in stepper.moves():
        with pytest.raises(ValueError, match=f"no legal move of seat {other}"):
            play_on(stepper, who, other, 3, move=move)


def test_a_policy_in_python_has_no_parameters_in_the_core():
    policy = PythonPolicy(table_of("hike"), lambda *_: 0, "mine")
    with pytest.raises(TypeError, match="written in Python"):
        policy.with_values({})


@pytest.mark.parametrize(
    ("events", "won"),
    [([[]], [0] * 3), ([(1, 2)], [0] * 3), ([[1, 2, 3]], []), ([[1, 2, 3, 4]], [0] * 3)],
)
def test_a_written_course_has_a_score_for_every_seat(events, won):
    with pytest.raises(ValueError, match="those of 3 seats"):
        Traces(3, 1).of_scores(events, won)


@pytest.mark.parametrize("game", GAMES)
def test_moves_that_are_not_legal_are_refused(game):
    stepper = Stepper(table_of(game))
    before = stepper.copy()
    for move in {-1, 2**31 - 1, *range(300)} - set(stepper.moves()):
        with pytest.raises(ValueError, match="legal moves"):
            stepper.apply(move)
    assert stepper.same_as(before)
    while codes := stepper.moves():
        stepper.apply(codes[0])
    with pytest.raises(ValueError, match="0 legal moves"):
        stepper.apply(before.moves()[0])
    with pytest.raises(ValueError, match="over"):
        stepper.choose(next(iter(_policies(game))), stepper.coin(0))


def _policies(game):
    table = table_of(game)
    rules = games.load(game).resolve_rules(table.players, {})
    return sit(game, ("random",) * table.players, table, rules)


@pytest.mark.parametrize("game", GAMES)
def test_batches_that_do_not_fit_are_refused(game):
    table, seated = table_of(game), _policies(game)
    batch = empty_batch(game, table.players, 4)
    columns = (batch.games, batch.seats, Control())
    for first, n in ((0, -5), (-1, 4)):
        with pytest.raises(ValueError, match="0 or more"):
            run_batch(table, seated, seed_key(1), first, n, *columns)
    for n in (5, 2**40, 2**62):
        with pytest.raises(ValueError, match="columns do not fit"):
            run_batch(table, seated, seed_key(1), 0, n, *columns)
    for who in ([], seated[1:], seated * 9):
        with pytest.raises(ValueError, match="as many policies"):
            run_batch(table, who, seed_key(1), 0, 4, *columns)
    with pytest.raises(TypeError):
        run_batch(table, [None] * table.players, seed_key(1), 0, 4, *columns)
    for traces in (Traces(1, 4), Traces(table.players, 3)):
        with pytest.raises(ValueError, match="traces do not fit"):
            run_batch(table, seated, seed_key(1), 0, 4, *columns, traces=traces)
    assert run_batch(table, seated, seed_key(1), 0, 0, *columns) == 0


def test_sums_squares_and_what_is_not_zero():
    columns = np.array([[0, 1, -2, 0, 0, 5], [0, 0, 0, 0, 0, 0]], np.int32)
    sums, squares, nonzero = (add_up(columns, 3, 2)[:, :, i] for i in range(3))
    assert sums.tolist() == [[-2, 6], [0, 0]]
    assert squares.tolist() == [[4, 26], [0, 0]]
    assert nonzero.tolist() == [[1, 2], [0, 0]]
    for n, players in ((4, 2), (-1, 2), (1, 0), (2**62, 2)):
        with pytest.raises(ValueError, match="fewer values"):
            add_up(columns, n, players)


def test_a_redeal_for_nobody_is_refused_from_python_too():
    for seat in (0, -1, 10**6, True, 1.0, None):
        with pytest.raises(UserError, match="There is no seat"):
            new_state("hike", 3).redeal_hidden(seat)
        with pytest.raises(UserError, match="There is no seat"):
            new_state("hike", 3).determinize(seat)


@pytest.mark.parametrize("game", GAMES)
def test_damaged_states_do_not_kill_the_process(game):
    """What the core restores it can play, however little sense it makes; the rest it refuses, and
    the state is as it was."""
    script = TESTS / "support" / "damage.py"
    done = subprocess.run(
        [sys.executable, "-P", script, game, "200" if FLAVOUR != "release" else "700", "1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 5


@pytest.mark.parametrize("game", GAMES)
def test_damaged_rules_do_not_kill_the_process(game):
    """Numbers for which a state has no room are refused; by all others a game can be played."""
    script = TESTS / "support" / "damage_rules.py"
    done = subprocess.run(
        [sys.executable, "-P", script, game], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 100


def test_tables_that_are_larger_than_the_room_are_refused():
    sled = encoded_rules("hike-sled")
    seek = encoded_rules("hide-n-seek")
    for game, wrong in (
        ("hike-sled", {"huskies": sled["huskies"] * 2}),
        ("hike-sled", {"fields": sled["fields"] * 2}),
        ("hike-sled", {"fields": [[0] * 200, *sled["fields"]]}),
        ("hide-n-seek", {"card_table": seek["card_table"] * 9}),
        ("hide-n-seek", {"card_table": seek["card_table"][:4]}),
        ("hide-n-seek", {"map_table": [entry | {"spots": 99} for entry in seek["map_table"]]}),
        *(
            ("hide-n-seek", {"card_table": [entry | bad for entry in seek["card_table"]]})
            for bad in ({"need": [7]}, {"need": [1] * 9}, {"need": [0]}, {"symbols": [1, 99]})
        ),
    ):
        face = games.load(game)
        with pytest.raises(ValueError, match="cannot be"):
            Table(face.compiled(), face.players[0], dict(encoded_rules(game)) | wrong)


def encoded_rules(game):
    face = games.load(game)
    return face.encode_rules(face.resolve_rules(face.players[0], {}))


@pytest.mark.parametrize("game", GAMES)
def test_a_policy_that_asks_nobody_is_refused(game):
    """Also where another policy would ask it."""
    table = table_of(game)
    batch = empty_batch(game, table.players, 1)
    for make in (
        lambda: NOISE,
        lambda: SEARCH,
        lambda: NOISE.with_values({}, SEARCH),
        lambda: NOISE.with_values({}, NOISE),
        lambda: SEARCH.with_values({}, NOISE),
    ):
        with pytest.raises(ValueError, match="must be told which policy"):
            run_batch(
                table,
                [make()] * table.players,
                seed_key(1),
                0,
                1,
                batch.games,
                batch.seats,
                Control(),
            )


def test_a_policy_in_python_sits_at_its_own_game():
    """It would look at a state of another size."""
    for game in GAMES:
        table, batch = table_of(game), empty_batch(game, table_of(game).players, 1)
        for other in GAMES:
            who = [PythonPolicy(table_of(other), lambda *_: 0, "mine")] * table.players
            given = (table, who, seed_key(1), 0, 1, batch.games, batch.seats, Control())
            if other == game:
                assert run_batch(*given) == 1
                continue
            with pytest.raises(ValueError, match="mine was made for another game"):
                run_batch(*given)
            with pytest.raises(ValueError, match="mine was made for another game"):
                Stepper(table).choose(who[0], Stepper(table).coin(0))


@pytest.mark.parametrize("game", ["hike-sled", "horrible-mountain", "oh-hell"])
def test_a_lesson_asks_only_who_can_choose(game):
    stem = game.replace("-", "_")
    task = import_module(f"analyzer._core.policies.{stem}.training").TASK
    table, n = table_of(game), 50
    n_rows, n_told, _ = widths()
    pages = (np.zeros((n, n_rows), np.uint16), np.zeros(n, np.uint8), np.zeros(n, np.uint8))
    pages = (*pages, np.zeros((n, n_told), np.float32))
    expert = sit(
        game, ("expert",) * table.players, table, games.load(game).resolve_rules(table.players, {})
    )[0]
    silent = PythonPolicy(table, lambda *_: 1 // 0, "silent")
    for who in (_policies(game)[0], NOISE, silent):
        with pytest.raises(ValueError, match=r"must choose by itself|no worlds of its own|no move"):
            task.examples(table, who, (1, 2), 0, 3, 0.1, *pages)
    for wrong in ((), (1,), (1, 2, 3)):
        with pytest.raises(ValueError, match="unpack"):
            task.examples(table, expert, wrong, 0, 3, 0.1, *pages)
    with pytest.raises(ValueError, match="that of a game"):
        TrainingTask().examples(table, expert, (1, 2), 0, 3, 0.1, *pages)
    assert task.examples(table, expert, (1, 2), 0, 1, 0.1, *pages)[1] == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_state_is_refused_in_one_sentence(game):
    """An entry that is missing, of another type or too large is named, whatever the entry."""
    stepper = Stepper(table_of(game))
    raw = stepper.describe() | {"turn_begins": False}  # hike asks for it
    stepper.restore(raw)
    before = stepper.copy()
    for wrong in ({}, raw | {"seat": 99}, raw | {"seat": None}, raw | {"phase": 2**70}):
        with pytest.raises(ValueError, match=r"^[^.\n]+$"):
            stepper.restore(wrong)
        assert stepper.same_as(before)
    with pytest.raises(ValueError, match="a state needs 'phase'"):
        stepper.restore({name: value for name, value in raw.items() if name != "phase"})


@pytest.mark.parametrize("game", ["hike", "horrible-mountain", "oh-hell"])
def test_decks_that_cannot_fall_are_refused(game):
    face = games.load(game)
    players = face.players[0]
    encoded = face.encode_rules(face.resolve_rules(players, {}))
    for values in (b"\xff" * 20, b"\x00" * 300):
        with pytest.raises(ValueError, match="a deck with other cards"):
            Table(face.compiled(), players, encoded, [(16, 0, values)])


def test_rules_of_another_table_are_refused():
    """Eight hands of 26 cards are not in the deck of hike."""
    face = games.load("hike")
    encoded = face.encode_rules(face.resolve_rules(3, {"hand_size": 26}))
    with pytest.raises(ValueError, match="hand_size cannot be"):
        Table(face.compiled(), 8, encoded)
    for size in (0, -1, 2**31 - 1):
        with pytest.raises(ValueError, match="hand_size cannot be"):
            Table(face.compiled(), 3, encoded | {"hand_size": size})
    with pytest.raises(ValueError, match="hand_size"):
        Table(face.compiled(), 3, {k: v for k, v in encoded.items() if k != "hand_size"})
