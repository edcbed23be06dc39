"""The questions of Hike a second way, from rows."""

from oracle.answers.compared import (
    check_change,
    check_compare,
    check_verdicts,
    check_winner,
)
from oracle.answers.formulas import jackknife_interval, ratio_interval
from oracle.answers.ledger import Ledger
from oracle.answers.rows import Rows


def part_of_points(rows: Rows, column: str):
    return ratio_interval(rows.seat(column).sum(1), rows.seat("score").sum(1))


def check_bonus(ledger: Ledger, n: int) -> None:
    """What part of all points is the bonus, and what would no bonus or twice as much change?"""
    rows = check_compare(ledger, [{}, {"bonus": 0}, {"bonus": 6}], n)[0]
    for column in ("bonus", "pot", "trees", "worm"):
        ledger.finding(column, part_of_points(rows, column), n)
    empty = ratio_interval(rows.seat("empty_hands").sum(1), rows.game("hands"))
    ledger.finding("empty", empty, n)
    for key, arm in (("none", "bonus=0"), ("twice", "bonus=6")):
        for measure in ("hands", "margin"):
            check_change(ledger, f"{key}.{measure}", arm, measure)


def check_dealer(ledger: Ledger, n: int) -> None:
    """Does the moving deal keep seats fair?"""
    arms = check_compare(ledger, [{}, {"dealer": "fixed"}, {"dealer": "winner"}], n)
    check_verdicts(ledger, arms, ["fair.1", "fair.2"])
    check_change(ledger, "fixed", "dealer=fixed", "wins")
    check_change(ledger, "winner", "dealer=winner", "wins")


def check_drought(ledger: Ledger, n: int) -> None:
    """How many players does Drought put out, and what does it do to the game?"""
    rows, without = check_compare(ledger, [{}, {"drought": 0}], n)
    played = rows.seat("played_drought").sum(1)
    ledger.finding("out", ratio_interval(rows.seat("out_drought").sum(1), played), n)
    ledger.finding("played", ratio_interval(played, rows.game("hands")), n)
    for measure in ("hands", "margin", "wins"):
        check_change(ledger, measure, "drought=0", measure)
    check_winner(ledger, "winner", rows, without)


def check_litter(ledger: Ledger, n: int) -> None:
    """How much does Litter cost, and what would the game be without it?"""
    rows, without = check_compare(ledger, [{}, {"litter": 0}], n, beside=1)
    ledger.finding("cost", worth_of_a_deal(rows, "litter", 0.05 / 3), n)
    stuck = ratio_interval(rows.seat("held_litter").sum(1), rows.game("hands"))
    ledger.finding("stuck", stuck, n)
    for measure in ("hands", "margin"):
        check_change(ledger, measure, "litter=0", measure)
    check_winner(ledger, "winner", rows, without)


def worth_of_a_deal(rows: Rows, card: str, alpha: float = 0.05):
    """Points of a hand dealt with the card, minus those of a hand without it."""
    dealt, points = rows.seat(f"dealt_{card}").sum(1), rows.seat(f"points_dealt_{card}").sum(1)
    hands, score = rows.game("hands") * rows.players, rows.seat("score").sum(1)

    def worth(kept):
        with_it = points[kept].sum() / dealt[kept].sum()
        others = (score - points)[kept].sum() / (hands - dealt)[kept].sum()
        return with_it - others

    return jackknife_interval(worth, rows.n, alpha)


def check_targets(ledger: Ledger, n: int) -> None:
    """How much does another target shorten or lengthen a game, and do seats stay fair?"""
    arms = check_compare(ledger, [{}, {"target": 25}, {"target": 45}], n)
    check_verdicts(ledger, arms, ["fair.1", "fair.2"])
    check_change(ledger, "lower.hands", "target=25", "hands")
    check_change(ledger, "higher.hands", "target=45", "hands")


def check_worm(ledger: Ledger, n: int) -> None:
    """What does The Worm do, and does it matter that it may be forgotten?"""
    rules = [{}, {"worm": 0}, {"worm_capture": "forget:0.2"}]
    rows, without, forgotten = check_compare(ledger, rules, n)
    ledger.finding("points", part_of_points(rows, "worm"), n)
    for measure in ("hands", "margin"):
        check_change(ledger, measure, "worm=0", measure)
    check_winner(ledger, "winner", rows, without)
    check_change(ledger, "forgotten.hands", "worm_capture=forget:0.2", "hands")
    check_winner(ledger, "forgotten.winner", rows, forgotten)


SECOND_WAYS = {
    "bonus": check_bonus,
    "dealer": check_dealer,
    "drought": check_drought,
    "litter": check_litter,
    "targets": check_targets,
    "worm": check_worm,
}
