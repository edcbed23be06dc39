"""The questions of Hide N Seek a second way, from rows."""

from oracle.answers.compared import check_change, check_compare, check_winner
from oracle.answers.formulas import mean_interval, ratio_interval, share_interval
from oracle.answers.ledger import Ledger
from oracle.answers.simulated import check_counter_table, check_simulate

PLAYED = tuple(
    f"played_{name}" for name in ("move", "hole", "trunk", "overtrunk", "fwd", "back", "back2")
)


def check_bottleneck(ledger: Ledger, n: int) -> None:
    """What part of actions are rolls, how many are in vain, and would one more die help?

    An action is a roll or the play of a card (HN-9).
    """
    rows = check_compare(ledger, [{}, {"dice_per_player": 7}], n)[0]
    rolls = rows.seat("rolls").sum(1)
    actions = rolls + sum(rows.seat(name).sum(1) for name in PLAYED)
    ledger.finding("rolls", ratio_interval(rolls, actions), n)
    ledger.finding("barren", ratio_interval(rows.seat("barren_rolls").sum(1), rolls), n)
    ledger.finding("won", ratio_interval(rows.seat("cards_won").sum(1), rolls), n)
    check_change(ledger, "die.rounds", "dice_per_player=7", "rounds")


def check_dice_lost(ledger: Ledger, n: int) -> None:
    """How often are dice on cards lost to another player?"""
    rows = check_simulate(ledger, n)
    check_counter_table(ledger, rows)
    laid, home = rows.seat("dice_laid").sum(1), rows.seat("dice_sent_home").sum(1)
    ledger.finding("home", ratio_interval(home, laid), n)
    ledger.finding("own", ratio_interval(rows.seat("dice_taken_off").sum(1), laid), n)
    ledger.finding("dice", mean_interval(home), n)


def check_hand_limit(ledger: Ledger, n: int) -> None:
    """Is the hand limit ever binding, and what would four do?"""
    rows = check_compare(ledger, [{}, {"hand_limit": 4}, {"hand_limit": 5}], n)
    cards = rows[0].seat("limit_discards").sum(1)
    ledger.finding("games", share_interval(int((cards > 0).sum()), n), n)
    ledger.finding("cards", mean_interval(cards), n)
    check_change(ledger, "four.rounds", "hand_limit=4", "rounds")
    check_winner(ledger, "four.winner", rows[0], rows[1])


def check_hinder(ledger: Ledger, n: int) -> None:
    """How often is a pawn thrown back, and do other readings of that change the length?"""
    rules = [{}, {"back2_chain": "jump"}, {"back_over_start": True}]
    rows = check_compare(ledger, rules, n)[0]
    back = rows.seat("pawns_sent_back").sum(1)
    assert (back == rows.seat("own_sent_back").sum(1)).all()
    ledger.finding("pawns", mean_interval(back), n)
    ledger.finding("each", ratio_interval(back, rows.game("rounds")), n)
    check_change(ledger, "chain.rounds", "back2_chain=jump", "rounds")
    check_change(ledger, "start.rounds", "back_over_start=true", "rounds")


def check_symbols(ledger: Ledger, n: int) -> None:
    """Which symbols are used most and least, and which are dead weight?"""
    rows = check_simulate(ledger, n)
    check_counter_table(ledger, rows)
    played = sum(rows.seat(name).sum(1) for name in PLAYED)
    found = {
        name: ratio_interval(rows.seat(name).sum(1), played, 0.05 / len(PLAYED)) for name in PLAYED
    }
    for name, mine in found.items():
        ledger.finding(name, mine, n)
    ledger.finding("most", max(found.values()), n)
    ledger.finding("least", min(found.values()), n)
    ledger.triples += [
        mine.__class__(1 - mine[0], 1 - mine[2], 1 - mine[1]) for mine in found.values()
    ]


def check_trunks(ledger: Ledger, n: int) -> None:
    """How often do trunks slow seekers, and are trunks worth a card?"""
    rows = check_simulate(ledger, n)
    check_counter_table(ledger, rows)
    played = rows.seat("played_trunk").sum(1)
    ledger.finding("played", mean_interval(played), n)
    over = ratio_interval(rows.seat("played_overtrunk").sum(1), played)
    ledger.finding("over", over, n)


SECOND_WAYS = {
    "bottleneck": check_bottleneck,
    "dice-lost": check_dice_lost,
    "hand-limit": check_hand_limit,
    "hinder": check_hinder,
    "symbols": check_symbols,
    "trunks": check_trunks,
}
