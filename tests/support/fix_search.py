"""A table with one unfair seat, and changes of its rules, made up for tests of `mend`."""

from dataclasses import fields
from typing import Any

from analyzer.questions.designer import QuestionOptions, mend
from analyzer.request import setting
from analyzer.simulation.plan import Plan, Reduction
from analyzer.simulation.reducers.changed import Changed
from analyzer.simulation.run import GroupResult, Outcome
from support import fake_totals

ROLES = ("Evil Master", "adventurer")
MOUNTAIN = setting.build_setting("horrible-mountain", 2)
BASE = 0.09  # what the rules as they are favour the Evil Master by, in the made-up games below


def totals(share, n):
    return fake_totals.totals((round(share * n), n - round(share * n)), n, roles=ROLES)


def group_result(question, group, left):
    """A group whose Evil Master wins exactly as often as `left` says of its rules; by looks."""
    for look, n in enumerate(group.looks or (group.n,)):
        parts: dict[Reduction, Any] = {
            reduction: Changed(n, ())
            if reduction.reducer == "changed"
            else totals(0.5 + left(group.cells[reduction.cells[0]].rules), n)
            for reduction in group.reductions
        }
        ran = GroupResult(group, n, parts, look if group.looks else None)
        if group.looks and question.is_decided(ran, look):
            break
    return ran


def search_answer(left, n=200_000, **asked):
    """The answer of a search in which every table departs as `left` says, without any noise."""
    question = mend.build_question(MOUNTAIN, QuestionOptions(n=n, players_given=True, **asked))
    plan: Plan | None = question.plan()
    groups: list[GroupResult] = []
    while plan:
        groups += [group_result(question, group, left) for group in plan.groups]
        outcome = Outcome(Plan(tuple(ran.group for ran in groups)), groups, 0.0, 0.0, 1)
        plan = question.next_round(outcome)
    return question.answer(outcome), groups


def changed(rules):
    """The rules that differ, by name."""
    usual = MOUNTAIN.rules
    names = (entry.name for entry in fields(usual))
    return {name for name in names if getattr(rules, name) != getattr(usual, name)}
