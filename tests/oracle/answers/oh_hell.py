"""The questions of Oh Hell a second way, from rows."""

import numpy as np

from oracle.answers.compared import check_change, check_compare, check_winner, paired
from oracle.answers.formulas import (
    Interval,
    jackknife_interval,
    mean_interval,
    ratio_interval,
    share_interval,
)
from oracle.answers.ledger import Ledger
from oracle.answers.rows import Rows, play_rows
from oracle.answers.simulated import check_counter_table, check_simulate
from oracle.answers.walk import milestones


def check_bidding(ledger: Ledger, n: int) -> None:
    """Bids at once, in turn, or in turn with the hook: what changes?"""
    rules = [{}, {"bid_mode": "sequential"}, {"bid_mode": "sequential", "hook": True}]
    rows = check_compare(ledger, rules, n)
    off = ratio_interval(rows[0].game("bids_off_cards"), rows[0].game("hands"))
    ledger.finding("at_once", off, n)
    arms = [arm["name"] for arm in ledger.answer["arms"]]
    for place, key in ((1, "open"), (2, "hook")):
        check_change(ledger, f"{key}.bids_off", arms[place], "bids_off_cards")
        check_change(ledger, f"{key}.wins", arms[place], "wins")
        check_change(ledger, f"{key}.margin", arms[place], "margin")
        check_winner(ledger, f"{key}.winner", rows[0], rows[place])


def check_dealer(ledger: Ledger, n: int) -> None:
    """Does it matter whether the dealer leads, or the seat to the left?"""
    rows = check_compare(ledger, [{}, {"leader": "left_of_dealer"}], n)
    for measure in ("wins", "score", "margin"):
        check_change(ledger, measure, "leader=left_of_dealer", measure)
    check_winner(ledger, "winner", *rows)


def check_pants(ledger: Ledger, n: int) -> None:
    """How often does somebody lose the pants, and how often are bids missed?"""
    rows = check_simulate(ledger, n)
    check_counter_table(ledger, rows)
    pants, hands = rows.seat("pants").sum(1), rows.seat("hands").sum(1)
    ledger.finding("games", share_interval(int((pants > 0).sum()), n), n)
    ledger.finding("pants", mean_interval(pants), n)
    for key, column in (("made", "made"), ("over", "missed_over"), ("under", "missed_under")):
        ledger.finding(key, ratio_interval(rows.seat(column).sum(1), hands), n)


def made_part(rows: Rows):
    return rows.seat("made").sum(1), rows.seat("hands").sum(1)


def ratio_gap(a: tuple[np.ndarray, np.ndarray], b: tuple[np.ndarray, np.ndarray], alpha: float):
    """The difference of two ratios over the same games."""

    def gap(kept):
        return a[0][kept].sum() / a[1][kept].sum() - b[0][kept].sum() / b[1][kept].sum()

    return jackknife_interval(gap, len(a[0]), alpha)


def check_penalty(ledger: Ledger, n: int) -> None:
    """What would another penalty for a miss do to the margin, to bids and to who wins?"""
    rules = [{}, {"miss_base": 0}, {"miss_base": 5}, {"miss_per_trick": 3}]
    rows = check_compare(ledger, rules, n, beside=2)
    alpha = 0.05 / (len(ledger.answer["differences"]) + 2)
    for place, key, arm in ((1, "none", "miss_base=0"), (3, "steep", "miss_per_trick=3")):
        check_change(ledger, f"{key}.margin", arm, "margin")
        made = ratio_gap(made_part(rows[place]), made_part(rows[0]), alpha)
        ledger.finding(f"{key}.made", made, n)
        check_winner(ledger, f"{key}.winner", rows[0], rows[place])


def check_ties(ledger: Ledger, n: int) -> None:
    """How often does a game end tied for first, and who wins the extra hands?"""
    rows = check_simulate(ledger, n)
    check_counter_table(ledger, rows)
    tied = rows.game("extra_hands") > 0
    ledger.finding("tied", share_interval(int(tied.sum()), n), n)
    ledger.finding("hands", mean_interval(rows.game("extra_hands")), n)
    if tied.any():
        won = rows.wins()[tied].sum(0)
        found = [share_interval(float(each), int(tied.sum()), 0.05 / rows.players) for each in won]
        fair = 1 / rows.players
        gaps = [Interval(*(end - fair for end in each[:3])) for each in found]
        ledger.triples += gaps
        told = ledger.at(ledger.place("seats"))
        most = max(abs(gap.estimate) for gap in gaps)
        alike = [gap for gap in gaps if np.isclose(abs(gap.estimate), most)]
        mine = next((gap for gap in alike if np.isclose(gap.estimate, told["estimate"])), alike[0])
        ledger.finding("seats", mine, n)
        kept = [won_by_a_tied_seat(rows, int(game)) for game in rows.game("game")[tied]]
        ledger.finding("among", share_interval(sum(kept), len(kept)), n)


def won_by_a_tied_seat(rows: Rows, game: int) -> bool:
    """Whether the winner of the extra hands was among those who were tied for first before."""
    regular = int(rows.game("hands")[game] - rows.game("extra_hands")[game])
    scores = milestones(rows.cell, game)[regular - 1]
    tied = {seat for seat, score in enumerate(scores, start=1) if score == max(scores)}
    assert len(tied) > 1
    return set(map(int, rows.games["winners"][game].split(","))) <= tied


def check_zero_bid(ledger: Ledger, n: int) -> None:
    """Does it pay always to bid zero, and what would a bid of zero have to be worth?"""
    worths = ledger.answer["worths"]
    ledger.same(("games_each",), n)
    for place, told in enumerate(worths):
        points = told["points"]
        ledger.same(("worths", place, "points"), points)
        rules = {} if points == 10 else {"zero_made": points}
        expert = play_rows("oh-hell", 4, n, rules=rules)
        zero = play_rows("oh-hell", 4, n, ["zero", *["expert"] * 3], rules)
        before, after = expert.wins()[:, 0], zero.wins()[:, 0]
        ledger.interval(("worths", place, "expert"), share_interval(float(before.sum()), n))
        ledger.interval(("worths", place, "zero"), share_interval(float(after.sum()), n))
        change = paired("wins", after, before, 0.05 / (len(worths) + 1))
        ledger.interval(("worths", place, "change"), change)
        if points == 10:
            ledger.finding("pays", change, n)
            score = paired("score", zero.seat("score")[:, 0], expert.seat("score")[:, 0], 0.05 / 6)
            ledger.finding("score", score, n)
    place = ledger.place("worth")
    changes = {told["points"]: told["change"] for told in worths}
    losing = [points for points, change in changes.items() if change["high"] < 0]
    gaining = [points for points, change in changes.items() if change["low"] > 0]
    ledger.same((*place, "low"), max(losing, default=None))
    ledger.same((*place, "high"), min(gaining, default=None))
    ledger.same((*place, "n"), n)


def check_zero_points(ledger: Ledger, n: int) -> None:
    """How often is zero bid if it is worth 0, 5, 10 or 15 points, and what else changes?"""
    rules = [{}, {"zero_made": 0}, {"zero_made": 5}, {"zero_made": 15}]
    found = check_compare(ledger, rules, n, beside=1)
    rows = dict(zip((10, 0, 5, 15), found, strict=True))
    alpha = 0.05 / (len(ledger.answer["differences"]) + 1)
    parts = {
        points: (found.seat("bid_zero").sum(1), found.seat("hands").sum(1))
        for points, found in rows.items()
    }
    for points, part in parts.items():
        ledger.finding(str(points), ratio_interval(*part), n)
    ledger.finding("more", ratio_gap(parts[15], parts[0], alpha), n)
    for points in (0, 15):
        check_change(ledger, f"margin.{points}", f"zero_made={points}", "margin")


SECOND_WAYS = {
    "bidding": check_bidding,
    "dealer": check_dealer,
    "pants": check_pants,
    "penalty": check_penalty,
    "ties": check_ties,
    "zero-bid": check_zero_bid,
    "zero-points": check_zero_points,
}
