"""Every question has a case computed by hand, and one on a game whose answer is known.

The game is the toy of tests/toy_package for general questions. A question of one game counts what
no other game has, so it cannot be asked there. It is asked at that game's smallest table, and where
its numbers are parts of one whole, mathematics knows their sum.
"""

import ast
from functools import cache
from pathlib import Path
from runpy import run_path

import pytest

import analyzer
from analyzer import games, questions
from analyzer.questions import designer
from support.paths import TESTS
from support.question_cases import BY_HAND, TOY, on_toy

COMMANDS = [path.stem for path in Path(questions.__file__).parent.glob("[a-z]*.py")]

# Cases by hand that stand with the other tests of their question.
ELSEWHERE = {
    "ask kingmaking": "test_kingmaking.py::test_a_made_up_table_is_told_as_computed_by_hand",
    "ask luck": "test_luck.py::test_made_up_parts_are_told_with_skill_first_and_without_a_sum",
    "ask mend": "test_fix_search.py::test_the_one_single_change_that_mends_is_found",
    "ask skill": "test_skill.py::test_a_step_by_hand",
}
# Of one game: what is counted has no whole, or nobody knows what another rule would do.
ONLY_BY_HAND = {
    "ask hide-n-seek bottleneck": "dice that are laid, and what one die more does",
    "ask hide-n-seek cards": "what a card is worth to players of this game",
    "ask hide-n-seek dice-lost": "dice lost in its fights",
    "ask hide-n-seek hand-limit": "cards beyond its limit, and what another one does",
    "ask hide-n-seek hinder": "pawns thrown back, and other readings of that",
    "ask hide-n-seek trunks": "what its trunks are worth",
    "ask hike dealer": "what another dealer does",
    "ask hike drought": "what its card does",
    "ask hike litter": "what its card does",
    "ask hike targets": "what another target does",
    "ask hike worm": "what its card does",
    "ask hike-sled cards": "what a card is worth to players of this game",
    "ask hike-sled catch-up": "what another gap does",
    "ask hike-sled declare-early": "days and care cards of its players",
    "ask hike-sled left-behind": "what other last days do",
    "ask hike-sled loose": "what its module does",
    "ask hike-sled unfinishable": "points of its sleds",
    "ask horrible-mountain cards": "what a piece is worth to players of this game",
    "ask horrible-mountain hand-limit": "what another limit does",
    "ask horrible-mountain run-outs": "what other run-outs do",
    "ask horrible-mountain variant": "what its variant does",
    "ask oh-hell bidding": "what other ways to bid do",
    "ask oh-hell dealer": "what another leader does",
    "ask oh-hell penalty": "what another penalty does",
    "ask oh-hell ties": "who overtakes in its extra hands",
    "ask oh-hell zero-bid": "what a player who always bids zero wins",
    "ask oh-hell zero-points": "what another worth of zero does",
}


def every_question():
    general = [f"ask {name}" for name in designer._general()]
    own = [f"ask {game} {name}" for game in games.built_in_names() for name in designer._own(game)]
    return [*COMMANDS, *general, *own]


@cache
def declared():
    """The tests that say so, from all files of the two kinds."""
    for path in [*TESTS.rglob("test_*by_hand*.py"), *TESTS.rglob("test_toy_*.py")]:
        if path.name != Path(__file__).name:
            run_path(str(path))


@pytest.mark.parametrize("question", every_question())
def test_every_question_has_a_case_by_hand(question):
    declared()
    assert question in BY_HAND or question in ELSEWHERE, question


@pytest.mark.parametrize("question", every_question())
def test_every_question_is_asked_where_the_answer_is_known(question):
    declared()
    assert (question in TOY) != (question in ONLY_BY_HAND), question


def test_no_case_is_of_a_question_that_there_is_not():
    declared()
    known = set(every_question())
    assert {*BY_HAND, *TOY, *ELSEWHERE, *ONLY_BY_HAND} <= known
    commands = {"simulate", "compare", "sweep", "tournament", "tune", "plan", "contract", "advise"}
    assert set(COMMANDS) == commands


@pytest.mark.parametrize("test", ELSEWHERE.values())
def test_cases_that_stand_elsewhere_are_there(test):
    file, _, name = test.partition("::")
    tree = ast.parse((TESTS / "questions" / file).read_text(encoding="utf-8"))
    assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


# --- parts of a whole ----------------------------------------------------------------------------

WHOLES = {  # of a question of one game: findings that are all of something
    "hide-n-seek symbols": [
        "played_move", "played_hole", "played_trunk", "played_overtrunk", "played_fwd",
        "played_back", "played_back2",
    ],
    "hike bonus": ["bonus", "pot", "trees", "worm"],
    "hike-sled tie-break": ["won_alone", "won_ready", "won_points", "won_final", "no_race"],
    "horrible-mountain actions": [
        "draws", "card_swaps", "table_takes", "discard_takes", "cube_swaps", "claims",
    ],
    "horrible-mountain hands": [
        "straight_flush", "four_of_a_kind", "full_house", "straight", "three_of_a_kind",
        "two_pair", "one_pair", "nothing",
    ],
    "horrible-mountain tie-break": [
        "decided_points", "decided_hand", "decided_cubes", "everybody_loses",
    ],
    "oh-hell pants": ["made", "over", "under"],
}  # fmt: skip


@on_toy(*(f"ask {question}" for question in WHOLES))
@pytest.mark.parametrize("question", WHOLES)
def test_parts_are_the_whole(question):
    """Exactly: they are sums of whole numbers over the same games."""
    game, name = question.split()
    found = analyzer.ask(game, name, games.load(game).players[0], n=designer.FEWEST, threads=1)
    parts = {one.key: one.estimate for one in found.findings}
    assert sum(parts[key] for key in WHOLES[question]) == pytest.approx(1, abs=1e-12)
