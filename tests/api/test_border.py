"""Whatever Python hands in is checked at the border: one sentence, and the process lives on."""

import numpy as np
import pytest

import analyzer
from analyzer import games, new_state
from analyzer.errors import RunError, UserError
from analyzer.games import rulebook
from analyzer.playout.cell import Cell
from analyzer.playout.replay import replay
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import make_table
from analyzer.policies import spec
from analyzer.simulation.plan import Group, Plan, Reduction
from analyzer.simulation.run import run

RANDOM = spec.parse_policy("random")
HIKE = games.load("hike")


def played(n=5, first=0, **changes):
    """A plan of one cell, made by hand."""
    rules = HIKE.resolve_rules(3, {})
    given = {"game": "hike", "players": 3, "rules": rules, "policies": (RANDOM,) * 3, **changes}
    return run(Plan((Group((Cell(**given),), (Reduction("totals", (0,)),), n, first),)))


FOR_3 = HIKE.resolve_rules(3, {})
REFUSED = {
    "players of hike must be a whole number from 3 to 8; got 9.": lambda: new_state("hike", 9),
    "players of hike must be a whole number from 3 to 8; got 0.": lambda: new_state("hike", 0),
    "players of hike must be a whole number from 3 to 8; got True.": lambda: new_state(
        "hike", True
    ),
    "players of hike must be a whole number from 3 to 8; got 3.0.": lambda: new_state("hike", 3.0),
    "players of oh-hell must be a whole number from 3 to 7; got 9.": lambda: new_state(
        "oh-hell", 9
    ),
    "players of horrible-mountain must be 2; got 3.": lambda: new_state("horrible-mountain", 3),
    "A game must be named by a text such as hike; got True.": lambda: new_state(True),
    "A game must be named by a text such as hike; got ['hike'].": lambda: games.load(["hike"]),
    "There is no game ''. Known:": lambda: new_state(""),
    "There is no game 'Hike'; did you mean hike?": lambda: rulebook.clauses("Hike"),
    "seed must be a whole number from 0 to 2**64 - 1; got -1.": lambda: new_state(
        "hike", 3, seed=-1
    ),
    "seed must be a whole number from 0 to 2**64 - 1; got 0.5.": lambda: seed_key(0.5),
    "index must be a whole number": lambda: new_state("hike", 3, index=2**64),
    "The rules of hike must be a dict of names and values; got 3.": lambda: new_state("hike", 3, 3),
    "hike has no rule 5.": lambda: new_state("hike", 3, {5: 5}),
    "deals of hike must be a list of decks; got None.": lambda: new_state("hike", 3, deals=None),
    "deals[0] of hike must be a list of cards; got 7.": lambda: new_state("hike", 3, deals=[7]),
    "deals[0] of hike names a card [] that": lambda: new_state("hike", 3, deals=[[[]]]),
    "A position must be a dict; got [].": lambda: new_state("hike", 3, position=[]),
    "There is no seat 1000000 at this table": lambda: new_state("hike", 3).redeal_hidden(10**6),
    "There is no seat 0 at this table": lambda: new_state("hike", 3).view(0),
    "occasion must be a whole number": lambda: new_state("hike", 3).redeal_hidden(1, -1),
    "cannot make the move 99. Known:": lambda: new_state("hike", 3).play(99),
    "cannot make the move None. Known:": lambda: new_state("hike", 3).play(None),
    "were resolved for 3 players, and the table has 5": lambda: make_table(HIKE, 5, FOR_3),
    "must come from resolve_rules of that game; got {}.": lambda: make_table(HIKE, 3, {}),
    "These rules of hike were resolved for 3 players": lambda: played(players=5),
    "players of hike must be a whole number from 3 to 8; got 1.": lambda: played(players=1),
    "must have a tuple of 3 policies": lambda: played(policies=(RANDOM,) * 2),
    "as analyzer.policies.spec.policies_by_seat makes it; got ('random',": lambda: played(
        policies=("random",) * 3
    ),
    "n of a group must be a whole number from 0 to 1e12; got -5.": lambda: played(n=-5),
    "n of a group must be a whole number from 0 to 1e12; got 2.5.": lambda: played(n=2.5),
    "first of a group must be a whole number": lambda: played(first=-1),
    "coin_seed must be a whole number": lambda: played(coin_seed="x"),
    "n must be a whole number": lambda: analyzer.simulate("hike", players=3, n=-5),
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_refused(sentence):
    with pytest.raises(UserError) as refused:
        REFUSED[sentence]()
    assert sentence in str(refused.value)


def test_what_numpy_counts_is_a_whole_number():
    state = new_state("hike", np.int64(3), {"target": np.int32(30)}, np.uint64(7))
    assert state.position() == new_state("hike", 3, {"target": 30}, 7).position()
    state.play(np.int8(0))
    with pytest.raises(UserError, match=r"got np\.True_"):
        new_state("hike", 3, {"target": np.True_})


def test_rules_that_were_changed_are_checked_anew():
    """A copy with another value forgets for whom it was resolved, and must be possible."""
    from dataclasses import replace

    make_table(HIKE, 4, replace(FOR_3, bonus=5))
    for bad in ({"hand_size": 26, "target": 30}, {"bonus": -1}, {"suits": "none"}, {"sun": True}):
        with pytest.raises(UserError, match="of hike must be"):
            make_table(HIKE, 4, replace(FOR_3, **bad))


def test_a_replay_checks_its_address():
    cell = Cell("hike", 3, FOR_3, (RANDOM,) * 3)
    with pytest.raises(UserError, match="index must be a whole number"):
        next(replay(cell, -1))


def test_filling_up_a_position_heeds_the_index():
    """Game 7 of a seed deals another stock than game 8, and the same one every time."""
    hands = {"hands": [["Drought"], ["Lake", "Tree"], ["Bird", "Bug"]]}
    stocks = [
        new_state("hike", position=hands, index=index).position()["stock"] for index in (7, 7, 8)
    ]
    assert stocks[0] == stocks[1] != stocks[2]


def test_a_sentence_is_one_line():
    for kind in (UserError, RunError):
        assert str(kind("a\nb\x1b[31m\u2028")) == r"a\nb\x1b[31m\u2028"


def test_a_replay_heeds_the_coins_own_seed():
    """The deals stay, the choices do not."""
    cells = [Cell("hike", 3, FOR_3, (RANDOM,) * 3, 1, coin_seed) for coin_seed in (None, 1, 2)]
    usual, same, other = ([step["move"] for step in replay(cell, 0)] for cell in cells)
    assert usual == same != other
