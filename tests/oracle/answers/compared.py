"""The part that all comparisons on the same luck share: arms and their differences, from rows."""

from collections.abc import Mapping, Sequence
from math import isclose

import numpy as np

from oracle.answers.formulas import (
    Interval,
    mean_interval,
    paired_interval,
    share_interval,
    tango_interval,
)
from oracle.answers.ledger import Ledger
from oracle.answers.rows import Rows, play_rows

Rules = Mapping[str, object]


def play_arms(ledger: Ledger, arms: Sequence[Rules], n: int) -> list[Rows]:
    """The rows of every arm, the reference first, once they are seen to be those expected."""
    told = ledger.answer["arms"]
    ledger.same(("games_each",), n)
    found = []
    for place, rules in enumerate(arms):
        arm = told[place]
        if arm["rules_changed"] != dict(rules):
            ledger.wrong.append(f"arm {place} is {arm['rules_changed']}, not {dict(rules)}")
        ledger.seen.add(("arms", place, "players"))
        found.append(play_rows(ledger.answer["game"], arm["players"], n, arm["policies"], rules))
    if len(told) != len(arms):
        ledger.wrong.append(f"{len(told)} arms, not {len(arms)}")
    return found


def check_compare(ledger: Ledger, arms: Sequence[Rules], n: int, beside: int = 0) -> list[Rows]:
    """Arms and all differences, of one family with what a question tells beside them."""
    rows = play_arms(ledger, arms, n)
    for place in range(1, len(rows)):
        ledger.same(("arms", place, "games_that_differ"), other_winners(rows[0], rows[place]))
        same = rows[0].games.equals(rows[place].games) and rows[0].seats.drop("policy").equals(
            rows[place].seats.drop("policy")
        )
        ledger.same(("arms", place, "no_difference"), same)
    names = {arm["name"]: rows[place] for place, arm in enumerate(ledger.answer["arms"])}
    told = ledger.answer["differences"]
    alpha = 0.05 / (len(told) + beside)
    for place, difference in enumerate(told):
        check_difference(ledger, place, rows[0], names[difference["arm"]], alpha)
    return rows


def other_winners(a: Rows, b: Rows) -> int:
    return int((a.games["winners"] != b.games["winners"]).sum())


def measured(rows: Rows, measure: str, seat: int | None, role: str | None) -> np.ndarray:
    """A measure of every game, of the whole table or of one seat."""
    name = "win_share" if measure == "wins" else measure
    if role is not None:
        return rows.by_role(name, role)
    return rows.game(name) if seat is None else rows.seat(name)[:, seat - 1]


def single(values: np.ndarray, measure: str, seat: int | None) -> Interval:
    """One measure of one arm, by itself."""
    if measure == "wins":
        return share_interval(float(values.sum()), len(values))
    return mean_interval(values, usual=None if seat is None else 0)


def paired(measure: str, variant: np.ndarray, reference: np.ndarray, alpha: float) -> Interval:
    gap = variant - reference
    return tango_interval(gap, alpha) if measure == "wins" else paired_interval(gap, alpha)


def check_difference(
    ledger: Ledger, place: int, reference: Rows, variant: Rows, alpha: float
) -> None:
    told = ledger.answer["differences"][place]
    path, what = ("differences", place), (told["measure"], told["seat"], told["role"])
    ledger.seen.add((*path, "seat"))
    a, b = measured(variant, *what), measured(reference, *what)
    at = told["seat"] or told["role"]
    ledger.interval((*path, "reference"), single(b, told["measure"], at))
    ledger.interval((*path, "variant"), single(a, told["measure"], at))
    ledger.interval((*path, "difference"), paired(told["measure"], a, b, alpha))
    ledger.same((*path, "games_that_differ"), int((a != b).sum()))
    ledger.numbers.append(float((a != b).sum() / len(a)))
    spread = np.var(a - b, ddof=1)
    ratio = (np.var(a, ddof=1) + np.var(b, ddof=1)) / spread if spread else None
    ledger.same((*path, "pairing"), None if ratio is None else float(ratio), 1e-9)
    part = told["seat"] or told["role"]
    key = f"{told['arm']}/{told['measure']}" + (f".{part}" if part else "")
    ledger.finding(key, paired(told["measure"], a, b, alpha), len(a))


def check_change(ledger: Ledger, key: str, arm: str, measure: str, seat: int | None = None) -> None:
    """A finding that an arm changes a measure: it rests on the differences of its seats."""
    told = [
        row["difference"] | {"claim": row["claim"]}
        for row in ledger.answer["differences"]
        if (row["arm"], row["measure"]) == (arm, measure) and seat in (None, row["seat"])
    ]
    shown = [row for row in told if row["claim"]["value"] == "shown"]
    farthest = max(shown or told, key=lambda row: abs(row["estimate"]))
    mine = Interval(*(farthest[name] for name in ("estimate", "low", "high")))
    n = ledger.answer["games_each"]
    ledger.finding(key, mine, n)


def check_winner(ledger: Ledger, key: str, reference: Rows, variant: Rows) -> None:
    """In how many games another seat wins."""
    ledger.finding(key, share_interval(other_winners(reference, variant), reference.n), reference.n)


def departures(rows: Rows, alpha: float) -> list[Interval]:
    """Of every seat or role from its fair share, all tables and seats together."""
    roles = rows.seats["role"].unique(maintain_order=True).drop_nulls().to_list()
    columns = [rows.by_role("win_share", role) for role in roles] or list(rows.wins().T)
    won, fair = int((rows.games["winners"] != "").sum()), 1 / rows.players
    found = [share_interval(float(column.sum()), won, alpha / rows.players) for column in columns]
    return [Interval(*(end - fair for end in each[:3])) for each in found]


def farthest(ledger: Ledger, key: str, found: Sequence[Interval]) -> Interval:
    """The departure farthest from zero; where two are as far, the one that is told."""
    most = max(abs(each.estimate) for each in found)
    alike = [each for each in found if isclose(abs(each.estimate), most)]
    told = ledger.at((*ledger.place(key), "estimate"))
    return next((each for each in alike if isclose(each.estimate, told)), alike[0])


def check_fair(ledger: Ledger, key: str, rows: Rows, alpha: float) -> None:
    """A claim that a table is fair: which seat is farthest, and how far any seat may be."""
    found = departures(rows, alpha)
    ledger.finding(key, farthest(ledger, key, found), rows.n)
    claim = (*ledger.place(key), "claim")
    bound = max(max(abs(each.low), abs(each.high)) for each in found)
    ledger.same((*claim, "bound"), bound, 1e-7)
    ledger.same((*claim, "games"), rows.n)


def check_same_verdict(ledger: Ledger, key: str, rows: Rows, alpha: float) -> None:
    """A claim that a verdict changes is told with the departure of the variant."""
    ledger.finding(key, farthest(ledger, key, departures(rows, alpha)), rows.n)


def check_verdicts(ledger: Ledger, arms: Sequence[Rows], keys: Sequence[str]) -> None:
    """Every arm's fairness, and for all but the first whether it is another verdict."""
    alpha = 0.05 / len(arms)
    for place, rows in enumerate(arms):
        check_fair(ledger, f"fair.table.{place}", rows, alpha)
    for key, rows in zip(keys, arms[1:], strict=True):
        check_same_verdict(ledger, key, rows, alpha)
