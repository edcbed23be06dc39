"""A user's own policy from a file: seated, checked, and never trusted."""

import pytest

from analyzer import games
from analyzer._core.runner import Stepper
from analyzer.errors import RunError, UserError
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import make_table, new_state
from analyzer.policies import python_file, registry
from support.playouts import cell, totals

FILE = '''
class Cautious:
    """Keeps specialties back, and takes the first suited card."""

    def __init__(self, hold=1.0):
        self.hold = hold

    def choose(self, view, moves, rng):
        suited = [i for i, move in enumerate(moves) if move in view.calls_for]
        return suited[0] if suited and rng.random() < self.hold else rng.below(len(moves))


class ByName:
    def choose(self, view, moves, rng):
        return moves[-1]


class Nosy:
    seen = []

    def choose(self, view, moves, rng):
        self.seen.append(view)
        return 0


class Counting:
    """Would depend on earlier playouts if one object played them all."""

    def __init__(self):
        self.asked = 0

    def choose(self, view, moves, rng):
        self.asked += 1
        return self.asked % len(moves)


def plain(view, moves, rng):
    return 0


class Raises:
    def choose(self, view, moves, rng):
        return 1 // 0


class Illegal:
    def choose(self, view, moves, rng):
        return len(moves)


class Nothing:
    def choose(self, view, moves, rng):
        pass


class True_:
    def choose(self, view, moves, rng):
        return True


class Hangs:
    def choose(self, view, moves, rng):
        import time

        while True:
            time.sleep(0.01)


class Mute:
    pass


class Fussy:
    def __init__(self, must):
        pass

    def choose(self, view, moves, rng):
        return 0


number = 3
'''


@pytest.fixture
def mine(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(FILE)
    return str(file)


def play(*seats, n=4, first=0, **options):
    return totals(cell("hike", len(seats), seats, seed=5), n, first, **options)


@pytest.mark.parametrize("name", ["Cautious", "Cautious:hold=0.5", "ByName", "Counting", "plain"])
def test_a_policy_of_ones_own_plays(mine, name):
    assert play(f"{mine}:{name}", "random", "random", n=20, threads=2).n == 20


def test_memory_does_not_cross_playouts(mine):
    seats = [f"{mine}:Counting"] * 3
    assert play(*seats, n=10) == play(*seats, n=4).add(play(*seats, n=6, first=4))


def test_a_policy_sees_its_own_hand_and_no_other(mine):
    asked = cell("hike", 3, ("random", f"{mine}:Nosy", "random"), seed=5)
    table = make_table(games.load("hike"), 3, asked.rules)
    seated = registry.seat_policies(asked, table)
    stepper = Stepper(table, seed_key(5), 0)
    stepper.apply(stepper.moves()[0])
    stepper.choose(seated[1], stepper.coin(1))
    (view,) = python_file.read_file(mine).module.Nosy.seen
    hands = new_state("hike", players=3, seed=5).position()["hands"]
    assert (view.seat, view.hand, view.hand_sizes) == (2, hands[1], [6, 7, 7])
    assert not {"hands", "stock", "seed"} & set(vars(view))


BAD_SEATS = {
    "Raises": "raised ZeroDivisionError: integer division or modulo by zero in line 43 at seat 1 "
    "of hike --players 3 --seed 5 --game 0.",
    "Illegal": "must return one of its moves or a number from 0 to",
    "Nothing": "got None at seat 1 of hike --players 3 --seed 5 --game 0.",
    "True_": "got True at seat 1",
}


@pytest.mark.parametrize("name", BAD_SEATS)
def test_a_failing_policy_stops_the_run_with_the_address(mine, name):
    with pytest.raises(RunError) as error:
        play(f"{mine}:{name}", "random", "random")
    assert BAD_SEATS[name] in str(error.value)
    assert "\n" not in str(error.value)


def test_a_policy_that_never_answers_is_given_up(mine):
    with pytest.raises(RunError, match=r"has not answered for 0\.3 seconds"):
        play(f"{mine}:Hangs", "random", "random", patience=0.3)


BAD_FILES = {
    "mine.py:Cautius": "has no 'Cautius'; did you mean Cautious?",
    "mine.py:number": "must be a class with a method choose(self, view, moves, rng)",
    "mine.py:Mute": "must be a class with a method choose",
    "mine.py:Fussy": "cannot be made: TypeError: Fussy.__init__() missing 1 required",
    "mine.py:Cautious:hald=2": "cannot be made: TypeError",
    "none.py:Cautious": "does not exist",
    "syntax.py:A": "has an error in line 2: SyntaxError: ",
    "raises.py:A": "has an error in line 1: NameError: name 'undefined' is not defined.",
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_file_that_cannot_be_used_is_a_users_mistake(tmp_path, name):
    (tmp_path / "mine.py").write_text(FILE)
    (tmp_path / "syntax.py").write_text("a = 1\nclass A\n")
    (tmp_path / "raises.py").write_text("undefined\n")
    with pytest.raises(UserError) as error:
        play(f"{tmp_path}/{name}", "random", "random")
    assert BAD_FILES[name] in str(error.value)
    assert "\n" not in str(error.value)


BAD_NATIVE = {
    "experd": "hike has no policy 'experd'; did you mean expert?",
    "random:hold=1": "Policy random of hike has no parameter 'hold'",
}


@pytest.mark.parametrize("name", BAD_NATIVE)
def test_unknown_policies_and_parameters_are_refused(name):
    with pytest.raises(UserError) as error:
        play(name, "random", "random")
    assert BAD_NATIVE[name] in str(error.value)
