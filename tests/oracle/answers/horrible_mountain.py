"""The questions of Escape From Horrible Mountain 2 a second way, from rows."""

import numpy as np

from oracle.answers.cards import check_pieces
from oracle.answers.compared import check_change, check_compare
from oracle.answers.formulas import Interval, mean_interval, ratio_interval, share_interval
from oracle.answers.ledger import Ledger
from oracle.answers.simulated import check_counter_table, check_simulate

ACTIONS = {
    "draws": "drawing a card",
    "card_swaps": "swapping a card",
    "cube_swaps": "swapping cubes",
    "claims": "claiming a cube",
    "discard_takes": "taking a discard",
    "table_takes": "taking a table card",
}
HANDS = (
    *("straight_flush", "four_of_a_kind", "full_house", "straight", "three_of_a_kind"),
    *("two_pair", "one_pair", "nothing"),
)


def check_actions(ledger: Ledger, n: int) -> None:
    """Which actions do good players use most, and which least?"""
    rows = check_simulate(ledger, n)
    check_counter_table(ledger, rows)
    turns = rows.game("player_turns")
    assert (rows.seat("player_turns").sum(1) == turns).all()
    found = {
        name: ratio_interval(rows.seat(name).sum(1), turns, 0.05 / len(ACTIONS)) for name in ACTIONS
    }
    for name, mine in found.items():
        ledger.finding(name, mine, n)
    ledger.finding("most", max(found.values()), n)
    ledger.finding("least", min(found.values()), n)
    ledger.triples += [Interval(1 - a, 1 - c, 1 - b) for a, b, c, _ in found.values()]


def check_hand_limit(ledger: Ledger, n: int) -> None:
    """What would a hand limit of four or six do?"""
    check_compare(ledger, [{}, {"hand_limit": 4}, {"hand_limit": 6}], n)
    for key, arm in (("four", "hand_limit=4"), ("six", "hand_limit=6")):
        check_change(ledger, f"{key}.wins", arm, "wins", seat=1)
        check_change(ledger, f"{key}.margin", arm, "margin")
        check_change(ledger, f"{key}.turns", arm, "player_turns")


def check_hands(ledger: Ledger, n: int) -> None:
    """How often is each hand reached, and what do hands and cubes bring?"""
    rows = check_simulate(ledger, n)
    check_counter_table(ledger, rows)
    assert (sum(rows.seat(f"hand_{hand}") for hand in HANDS) == 1).all()
    for hand in HANDS:
        reached = rows.seat(f"hand_{hand}").sum(1)
        mine = mean_interval(reached)
        half = Interval(*(end / 2 for end in mine[:3]), at_least=mine.at_least)
        ledger.finding(hand, half, n)
    ledger.finding("hand_points", mean_interval(rows.seat("hand_points").sum(1)), n)
    ledger.finding("cube_points", mean_interval(rows.seat("cube_points").sum(1)), n)


def check_run_outs(ledger: Ledger, n: int) -> None:
    """What if the game ended after two or four run-outs?"""
    check_compare(ledger, [{}, {"run_outs": 2}, {"run_outs": 4}], n)
    for key, arm in (("two", "run_outs=2"), ("four", "run_outs=4")):
        check_change(ledger, f"{key}.wins", arm, "wins", seat=1)
        check_change(ledger, f"{key}.turns", arm, "player_turns")


def check_tie_break(ledger: Ledger, n: int) -> None:
    """How often do tie-breaks decide, and does everybody ever lose?"""
    rows = check_simulate(ledger, n)
    check_counter_table(ledger, rows)
    names = ("decided_points", "decided_hand", "decided_cubes", "everybody_loses")
    assert (np.sum([rows.game(name) for name in names], axis=0) == 1).all()
    for name in names:
        ledger.finding(name, share_interval(int(rows.game(name).sum()), n), n)


def check_variant(ledger: Ledger, n: int) -> None:
    """Does the optional variant help one role?"""
    check_compare(ledger, [{}, {"variant": True}], n)
    check_change(ledger, "helps", "variant=true", "wins", seat=1)
    check_change(ledger, "turns", "variant=true", "player_turns")


SECOND_WAYS = {
    "cards": check_pieces,
    "actions": check_actions,
    "hand-limit": check_hand_limit,
    "hands": check_hands,
    "run-outs": check_run_outs,
    "tie-break": check_tie_break,
    "variant": check_variant,
}
