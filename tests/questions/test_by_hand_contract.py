"""Contracts of made-up games: every number is computed by hand, as support/made_up_games.py says.

Where four seats win in turn each has a quarter. The looks at 2,000 games are at 1,000 and 2,000,
with 0.025 each; a look that decides ends the games.
"""

import pytest

from analyzer.answer.blocks import Finding
from analyzer.questions.clauses import ContractClause
from analyzer.questions.contract import Contract
from analyzer.request import setting
from analyzer.simulation.run import GroupResult, Outcome
from analyzer.stats import clopper_pearson
from support.made_up_games import outcome_of
from support.question_cases import by_hand

TABLE = setting.build_setting("hike", 4)
N = 2000


def answered(clauses, rows, n=N, table=TABLE):
    """The answer after all planned games."""
    asked = Contract(table, tuple(clauses), n)
    found = outcome_of(asked, lambda *_: rows)
    last = len(asked.looks) - 1
    groups = [GroupResult(ran.group, ran.n, ran.parts, last) for ran in found.groups]
    return asked.answer(Outcome(found.plan, groups, 0.0, 0.0, 1))


def clause(key, high, low=None, **more):
    return ContractClause(key, low, high, players=(4,), **more)


def words(answer):
    return {one["key"]: one["verdict"] for one in answer.data["clauses"]}


def found(answer, key) -> Finding:
    return next(one for one in answer.findings if one.key.endswith(key))


@by_hand("contract")
def test_clauses_hold_by_intervals_that_hold_together():
    """A quarter each, by Clopper and Pearson at 0.025 over six numbers: four seats, the hands, and
    the unfinished games. A game has 4 or 6 hands."""
    clauses = [
        clause("seats.within", 5.0),
        clause("length.hands", 6.0, 4.5),
        clause("unfinished.most", 0.01),
    ]
    answer = answered(clauses, {"hands": (4, 6)})
    assert words(answer) == dict.fromkeys(words(answer), "HOLDS")
    assert answer.data["exit_code"] == 0
    level = 1 - 0.025 / 6
    exact = clopper_pearson(500, N, level)
    made = found(answer, "seats.within")
    assert (made.low, made.high) == pytest.approx((exact.low - 0.25, exact.high - 0.25), abs=1e-9)
    none = clopper_pearson(0, N, level)
    assert found(answer, "unfinished.most").high == pytest.approx(none.high, abs=1e-12)
    mean = found(answer, "length.hands")
    assert (mean.estimate, mean.high - 5) == pytest.approx((5, 2.87 / N**0.5), rel=2e-3)
    assert answer.title == "The contract HOLDS: all 3 clauses are met"


@by_hand("contract")
def test_a_broken_clause_breaks_the_contract():
    """Seat 1 also wins the games of seat 2: it is 25 pp from its fair share."""
    rows = {"hands": 5, "winner": lambda i: 1 if i % 4 == 1 else i % 4 + 1}
    clauses = [clause("seats.within", 5.0), clause("length.hands", 8.0, 3.0)]
    answer = answered(clauses, rows)
    assert words(answer) == {"seats.within": "BROKEN", "length.hands": "HOLDS"}
    assert answer.data["exit_code"] == 3
    assert answer.title == "The contract is BROKEN: seats.within; 1 of 2 clauses holds"
    told = [text.text for text in answer.paragraphs("plain")]
    assert "seats.within is BROKEN: seat 1, +25 pp (22 – 28); allowed is ± 5 pp." in told


@by_hand("contract")
def test_a_clause_that_is_a_warning_breaks_nothing():
    rows = {"hands": 5, "winner": lambda i: 1 if i % 4 == 1 else i % 4 + 1}
    clauses = [clause("seats.within", 5.0, level="warn"), clause("length.hands", 8.0, 3.0)]
    answer = answered(clauses, rows)
    assert (answer.data["verdict"], answer.data["exit_code"]) == ("HOLDS", 0)
    assert words(answer)["seats.within"] == "BROKEN"
    assert any("Only a warning: seats.within." in text.text for text in answer.paragraphs("plain"))


@by_hand("contract")
def test_an_open_clause_says_what_it_would_take():
    """A quarter is known to 3 pp: whether it is within 2 pp is open. In the middle of what is
    allowed, (2.734 + 0.842)² · 0.1875 / 0.02² = 5,994 games would show it."""
    answer = answered([clause("seats.within", 2.0)], {"hands": 5})
    (made,) = answer.data["clauses"]
    assert (made["verdict"], answer.data["exit_code"]) == ("OPEN", 4)
    assert made["needs"] == pytest.approx(5994, rel=0.05)
    assert f"about {made['needs']:,} games would decide it" in found(answer, "within").sentence


@by_hand("contract")
def test_nothing_holds_between_players_who_choose_at_random():
    table = TABLE.with_policies(["random"])
    clauses = [clause("seats.within", 5.0), clause("length.hands", 8.0, 3.0)]
    answer = answered(clauses, {"hands": 5}, table=table)
    assert words(answer) == {"seats.within": "OPEN", "length.hands": "OPEN"}
    assert answer.data["exit_code"] == 4
    assert {one["why"] for one in answer.data["clauses"]} == {"random"}
    told = [one.sentence for one in answer.findings]
    assert all("between players who choose at random say nothing of people" in one for one in told)


@by_hand("contract")
def test_games_that_are_given_up_say_nothing_of_who_wins():
    """A tenth of the games is unfinished: whether seats are equal is open whatever is played."""
    rows = {"hands": 5, "capped": lambda i: int(i % 10 == 0)}
    answer = answered([clause("seats.within", 5.0), clause("unfinished.most", 0.05)], rows)
    assert words(answer) == {"seats.within": "OPEN", "unfinished.most": "BROKEN"}
    assert answer.data["clauses"][0]["why"] == "unfinished"
