"""What a sweep says of its cells, from made-up totals: no sentence says more than its claims."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import analyzer
from analyzer import stats
from analyzer.estimates import fairness, seats
from analyzer.estimates.measures import Measure
from analyzer.questions import _sweep_sentences as words
from analyzer.questions._sweep_cells import CellResult, PolicySurplus, rank_cells
from analyzer.render import charts
from analyzer.stats import Interval, Truth
from support.fake_totals import totals

HANDS = Measure("hands", "hands", None, "hands")
WINS = Measure("wins", "win840", 0, "seat 1 wins")
FAMILY = stats.Family("hands", 9)
VERDICTS = {Truth.SHOWN: "FAIR", Truth.REFUTED: "UNFAIR", Truth.OPEN: "UNDECIDED"}
N = 1_000_000
# Seats that win so often in a million games: all within 1 pp, one far beyond, one at 1 pp.
TABLES = {
    "fair": totals((250_500, 249_500, 250_000, 250_000), N),
    "unfair": totals((300_000, 240_000, 230_000, 230_000), N),
    "open": totals((260_000, 247_000, 247_000, 246_000), N),
    "capped": totals((200_000, 200_000, 200_000, 200_000), N, unfinished=200_000),
    "nobody": totals((0, 0, 0, 0), N),
}


def row(name, kind="fair", cells=4, policies=("expert",) * 4, **more):
    found = TABLES[kind]
    table = seats.standings(found, policies, 1 - stats.ALPHA / cells)
    parts = {
        "point": SimpleNamespace(name=name, setting=SimpleNamespace(players=4)),
        "printed": False,
        "reference": False,
        "totals": found,
        "table": table,
        "fair": fairness.fairness_finding(table, 0.01, family=stats.Family("tables", cells)),
        "surpluses": {},
        "levels": {},
        "changes": {},
    }
    return CellResult(**{**parts, **more})


def rows_of(*kinds, **more):
    return [row(f"target={i}", kind, len(kinds), **more) for i, kind in enumerate(kinds)]


# --- verdicts ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        (["fair", "fair"], "FAIR within 1 percentage point in every cell."),
        (["unfair", "unfair"], "UNFAIR by more than 1 percentage point in every cell."),
        (
            ["fair", "unfair", "nobody"],
            "FAIR within 1 percentage point with target=0; UNFAIR by more than 1 percentage point "
            "with target=1; no winner to judge by with target=2.",
        ),
        (
            ["fair", "capped"],
            "FAIR within 1 percentage point with target=0; no verdict with target=1, since more "
            "than 5 % of games hit a cap on their length.",
        ),
        (["nobody", "nobody"], "No winner to judge by in every cell."),
    ],
)
def test_verdicts_by_hand(kinds, said):
    assert words.verdict_sentences(rows_of(*kinds), 0.01) == [said]


def test_open_cells_are_not_told_as_agreeing():
    """All are open: the sentence has a bound, and how many games to plan for."""
    found = rows_of("open", "open")
    text, advice = words.verdict_sentences(found, 0.01)
    # 26 % of a million at 99.375 %: 1.0 + 2.73 * 0.0439 = 1.12, told as 1.2 pp at most.
    assert text == (
        "UNDECIDED at 1 percentage point in every cell (no seat there is further than 1.2 pp from "
        "its fair share)."
    )
    needs = max(one.fair.claim.needs for one in found)
    assert needs > N
    assert advice == (
        f"To decide what is open, plan for about {needs:,} games per cell (-n {needs} with another "
        "--seed)."
    )


def test_random_players_are_named():
    (text,) = words.verdict_sentences(rows_of("fair", "fair", policies=("random",) * 4), 0.01)
    assert text == (
        "Between players who choose at random: FAIR within 1 percentage point in every cell."
    )


@given(st.lists(st.sampled_from(list(TABLES)), min_size=1, max_size=6))
def test_every_verdict_is_told_of_the_cells_that_have_it(kinds):
    found = rows_of(*kinds)
    text = words.verdict_sentences(found, 0.01)[0]
    parts = text.rstrip(".").split("; ")
    claims = [one.fair.claim for one in found if one.fair]
    for truth, word in VERDICTS.items():
        having = [one for one in found if one.fair and one.fair.claim.value is truth
                  and not one.fair.claim.barred]  # fmt: skip
        told = [part for part in parts if part.startswith(f"{word} ")]
        assert len(told) == bool(having)
        if told and len(having) <= 3 and len(having) < len(found):
            assert all(one.name in told[0] for one in having)
    assert ("no verdict" in text.lower()) == any(claim.barred for claim in claims)
    if "every cell" in text and len(kinds) > 1:
        assert len(set(kinds)) == 1


# --- where a measure is least and most -----------------------------------------------------------


def between(low, high):
    return Interval((low + high) / 2, low, high)


def levels(*ends, measure=HANDS):
    return [row(f"target={i}", levels={measure: between(*each)}) for i, each in enumerate(ends)]


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        (
            [(3, 4), (5, 6), (7, 8)],
            "The mean of hands is least with target=0, 3.5 (3.0 – 4.0), and most with target=2, "
            "7.5 (7.0 – 8.0).",
        ),
        (
            [(3, 5), (4, 6), (7, 8)],
            "The mean of hands is least in one of 2 cells that are not told apart (target=0; "
            "target=1), and most with target=2, 7.5 (7.0 – 8.0).",
        ),
        (
            [(3, 6), (4, 7), (5, 8)],
            "The cells are not told apart in hands: any two differ by at most 5.",
        ),
        (
            [(4.99, 5.01), (4.98, 5.02)],
            "The mean of hands is the same in all cells within 2 %: any two differ by at most "
            "0.04.",
        ),
    ],
)
def test_least_and_most_by_hand(ends, said):
    found = levels(*ends)
    assert words.measure_sentence(found, rank_cells(found, HANDS, FAMILY)) == said


def test_shares_are_told_in_points():
    found = levels((0.2, 0.22), (0.3, 0.32), measure=WINS)
    assert words.measure_sentence(found, rank_cells(found, WINS, FAMILY)) == (
        "The share of games that seat 1 wins is least with target=0, 21 % (20 – 22), and most with "
        "target=1, 31 % (30 – 32)."
    )


def changed(name, level, change, reference=False):
    """A cell with its own interval, and that of its change on the same luck."""
    made = stats.differs(between(*change), FAMILY, N)
    changes = {} if reference else {HANDS: SimpleNamespace(change=made.found, claim=made)}
    return row(name, levels={HANDS: between(*level)}, changes=changes, reference=reference)


def test_changes_tell_apart_what_levels_do_not():
    found = [
        changed("target=0", (4, 6), (0, 0), reference=True),
        changed("target=1", (4.5, 6.5), (0.4, 0.6)),
    ]
    text = words.measure_sentence(found, rank_cells(found, HANDS, FAMILY))
    assert "least with target=0" in text
    assert "most with target=1" in text


def test_a_change_is_told_where_least_and_most_are_not():
    """The cell with the star lies below one whose change is wide."""
    found = [
        changed("target=0", (4, 6), (0, 0), reference=True),
        changed("target=1", (4.2, 6.2), (0.1, 0.3)),
        changed("target=2", (4.5, 6.5), (-0.2, 1.2)),
    ]
    assert words.measure_sentence(found, rank_cells(found, HANDS, FAMILY)) == (
        "A change of hands is shown with target=1; which cell has least and which has most is not "
        "known."
    )


@st.composite
def held(draw):
    """Cells with a true mean each, and intervals of level and change that hold it."""
    truth = [draw(st.floats(1, 9)) for _ in range(draw(st.integers(2, 5)))]
    found = []
    for place, value in enumerate(truth):
        off = [draw(st.floats(0, 2)) for _ in range(4)]
        level = (value - off[0], value + off[1])
        change = (value - truth[0] - off[2], value - truth[0] + off[3])
        found.append(changed(str(place), level, change, reference=place == 0))
    return found, truth


@given(held())
def test_no_rank_is_false_while_the_intervals_hold(case):
    """Up to the rounding of sums: true values that are a hair apart are taken as equal."""
    found, truth = case
    made = rank_cells(found, HANDS, FAMILY)
    hair, span = 1e-9, max(truth) - min(truth)
    assert not made.differ.shown or span > -hair
    assert not made.differ.refuted or span <= made.differ.tolerance + hair
    assert span <= made.differ.bound + hair
    for claim, best in ((made.least, min(truth)), (made.most, max(truth))):
        assert not claim.refuted
        tops = [i for i, value in enumerate(truth) if abs(value - best) <= hair]
        assert any(str(i) in claim.names for i in tops)
    text = words.measure_sentence(found, made)
    assert ("is least" in text) == made.differ.shown
    assert ("the same" in text) == made.differ.refuted


# --- several policies ----------------------------------------------------------------------------


def surplus(*ends, capped=False):
    claim = stats.differs(between(*ends), FAMILY, N, 0.01, of="expert")
    if capped:
        claim = stats.barred("differs", "unfinished", FAMILY, N, 0.01)
    return {"expert": PolicySurplus("expert", between(*ends), 0.25, claim)}


def test_the_shares_of_a_policy_by_hand():
    found = [
        row("a=0", surpluses=surplus(0.02, 0.04), fair=None),
        row("a=1", surpluses=surplus(-0.04, -0.02), fair=None),
        row("a=2", surpluses=surplus(-0.001, 0.001), fair=None),
        row("a=3", surpluses=surplus(-0.04, 0.04), fair=None),
        row("a=4", surpluses=surplus(0.02, 0.04, capped=True), fair=None),
    ]
    text, more = words.surplus_sentences(found)
    assert text == (
        "expert wins more than an equal share with a=0; less than an equal share with a=1; an "
        "equal share within 1 percentage point with a=2; a share that is not told apart from an "
        "equal one with a=3; a share that is not known with a=4, since more than 5 % of games hit "
        "a cap on their length."
    )
    assert more == "Seats differ too: a tournament seats each policy everywhere."


def test_mixed_tables_have_no_verdict_of_fairness():
    found = analyzer.sweep(
        "hike", 4, n=400, rule={"target": [20, 30]}, policy=["greedy", "1=expert"]
    )
    assert all(cell["verdict"] is None for cell in found.data["cells"])
    assert "FAIR" not in found.to_json()
    assert [one["policy"] for one in found.data["cells"][0]["policies"]] == ["expert"]
    assert found.title == "expert wins more than an equal share in every cell"
    heads = [column.head for column in found.answer.tables()[0].columns]
    assert "expert wins" in heads
    assert "verdict" not in heads


@pytest.mark.parametrize(
    "rule",
    [{"target": [20, 30]}, {"target": [20, 30], "max_hands": [6, 30]}, {"max_hands": [3, 6, 5000]}],
)
@pytest.mark.parametrize("policy", [[], ["greedy", "1=expert"], ["random"]])
@pytest.mark.parametrize("n", [1, 40])
def test_every_sweep_is_drawn(rule, policy, n):
    """One game each, tables that nobody wins, several policies: the picture is there."""
    found = analyzer.sweep("hike", 3, n=n, rule=rule, policy=policy or None)
    for figure in found.answer.figures():
        for theme in ("light", "dark"):
            charts.draw(figure, theme)
    for table in found.answer.tables():
        assert all(column.head for column in table.columns)
        assert not [c.head for c in table.columns if c.head.endswith(("_stands", "_shown"))]
