"""Claims: three values, Kleene's tables, families, and that no claim is false while intervals hold.

The heart is one property: whatever the truth is, as long as every interval of a family holds it, no
claim made from that family says the opposite.
"""

import itertools
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import stats
from analyzer.answer.results import describe_fields
from analyzer.render import json_text
from analyzer.stats import Claim, Family, Interval, Truth, claims

TOLERANCE = 0.01
FAMILY = Family("seats", 3)
SHOWN, REFUTED, OPEN = Truth.SHOWN, Truth.REFUTED, Truth.OPEN


def between(low, high):
    return Interval((low + high) / 2, low, high)


def claim_of(value, family=FAMILY):
    ends = {SHOWN: (0.0, 0.005), REFUTED: (0.02, 0.03), OPEN: (0.0, 0.02)}[value]
    made = stats.within({"seat 1": between(*ends)}, TOLERANCE, family, 1000)
    assert made.value is value
    return made


# --- by hand -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ends", "value", "of"),
    [
        ([(-0.005, 0.004), (0.001, 0.01)], SHOWN, "b"),  # the tolerance itself is within
        ([(-0.005, 0.004), (0.001, 0.0101)], OPEN, "b"),
        ([(0.0, 0.04), (0.0101, 0.012)], REFUTED, "b"),  # the one outside, not the farthest
        ([(-0.03, -0.0101), (0.0, 0.001)], REFUTED, "a"),
        ([(-0.03, 0.03)], OPEN, "a"),
    ],
)
def test_within_by_hand(ends, value, of):
    found = dict(zip("ab", itertools.starmap(between, ends), strict=False))
    made = stats.within(found, TOLERANCE, FAMILY, 500)
    assert (made.value, made.of, made.games, made.family) == (value, of, 500, FAMILY)
    assert made.found == found[of]


@pytest.mark.parametrize(
    ("ends", "value", "of"),
    [
        ([(3.0, 4.0), (5.0, 8.0)], SHOWN, "a"),  # the limits are allowed; 3.5 is nearer to one
        ([(3.0, 4.0), (5.0, 8.1)], OPEN, "b"),
        ([(3.0, 4.0), (8.1, 9.0)], REFUTED, "b"),
        ([(1.0, 2.9), (5.0, 9.0)], REFUTED, "a"),  # the one outside, not the nearest
        ([(-math.inf, math.inf)], OPEN, "a"),
    ],
)
def test_holds_by_hand(ends, value, of):
    found = dict(zip("ab", itertools.starmap(between, ends), strict=False))
    made = stats.holds(found, 3.0, 8.0, FAMILY, 500)
    assert (made.value, made.of, made.games, made.family) == (value, of, 500, FAMILY)
    above = stats.holds(found, -math.inf, 8.0, FAMILY, 500)  # a limit above alone
    assert above.refuted == any(low > 8 for low, _ in ends)


@given(
    st.lists(
        st.tuples(st.floats(-9, 9), st.floats(0, 3), st.floats(-1, 1)), min_size=1, max_size=5
    ),
    st.floats(-5, 0),
    st.floats(0.1, 5),
)
def test_holds_is_never_false_while_the_intervals_hold(members, low, high):
    """Each interval holds its true number; then what is said of all of them is true."""
    true = {f"{i}": centre + part * half for i, (centre, half, part) in enumerate(members)}
    found = {f"{i}": Interval(c, c - h, c + h) for i, (c, h, _) in enumerate(members)}
    made = stats.holds(found, low, high, FAMILY, 9)
    near = 1e-9
    if made.shown:
        assert all(low - near <= one <= high + near for one in true.values())
    if made.refuted:
        assert not all(low <= one <= high for one in true.values())
    assert claims.from_json(json.loads(json.dumps(made.as_json()))) == made


def test_a_bound_is_the_farthest_end_and_always_shown():
    found = {"a": between(-0.019, 0.001), "b": between(0.0, 0.018)}
    made = stats.bounded(found, FAMILY, 10)
    assert (made.value, made.bound, made.of) == (SHOWN, 0.019, "a")
    assert stats.within(found, TOLERANCE, FAMILY, 10).bound == 0.019


@pytest.mark.parametrize(
    ("ends", "tolerance", "value"),
    [
        ((0.001, 0.002), None, SHOWN),
        ((0.001, 0.002), 0.01, SHOWN),  # small, but it differs
        ((-0.002, 0.002), None, OPEN),  # no tolerance: nothing is ever refuted
        ((-0.002, 0.002), 0.01, REFUTED),
        ((-0.002, 0.02), 0.01, OPEN),
        ((-0.02, -0.001), 0.01, SHOWN),
        ((0.0, 0.0), 0.01, REFUTED),
    ],
)
def test_differs_by_hand(ends, tolerance, value):
    assert stats.differs(between(*ends), FAMILY, 9, tolerance).value is value


@pytest.mark.parametrize(
    ("ends", "value"), [((0.1, 0.2), SHOWN), ((-0.1, 0.0), REFUTED), ((-0.1, 0.1), OPEN)]
)
def test_exceeds_by_hand(ends, value):
    assert stats.exceeds(between(*ends), FAMILY, 9).value is value


@pytest.mark.parametrize(
    ("ends", "value", "bound"),
    [
        ((0.001, 0.002), SHOWN, 0.002),  # small, but a gain
        ((-0.03, 0.01), REFUTED, 0.01),  # the tolerance itself is too small to matter
        ((0.0, 0.005), REFUTED, 0.005),  # it may be none at all
        ((-0.03, 0.0101), OPEN, 0.0101),
        ((-0.03, -0.02), REFUTED, 0.0),  # a loss is no gain
    ],
)
def test_better_by_hand(ends, value, bound):
    made = stats.better(between(*ends), FAMILY, 9, TOLERANCE, "a")
    assert (made.value, made.bound, made.of, made.games) == (value, bound, "a", 9)


def test_of_gains_the_largest_is_told_and_not_the_farthest_from_zero():
    found = {"a": (-0.2, -0.1), "b": (-0.01, 0.02), "c": (-0.01, 0.005)}
    each = {
        name: stats.better(between(*ends), FAMILY, 9, TOLERANCE, name)
        for name, ends in found.items()
    }
    none = stats.none_of(each)
    assert (none.value, none.of, none.bound) == (OPEN, "b", 0.02)
    assert stats.none_of({name: each[name] for name in "ac"}).shown


@pytest.mark.parametrize(
    ("gains", "value", "of", "names"),
    [
        ({"a": (0.03, 0.04), "b": (0.01, 0.02)}, SHOWN, "a", ("a",)),
        ({"a": (0.03, 0.04), "b": (0.01, 0.035)}, OPEN, "a", ("a", "b")),
        ({"a": (-0.02, -0.01), "b": (-0.3, 0.0)}, REFUTED, "a", ()),
        ({"a": (-0.02, 0.01), "b": (-0.3, -0.2)}, OPEN, "a", ("a",)),  # b cannot be best
        ({"a": (-0.8, 0.2), "b": (-0.4, -0.1)}, OPEN, "b", ("a",)),  # nor here, but it is largest
        ({"a": (0.01, 0.02)}, SHOWN, "a", ("a",)),
    ],
)
def test_best_by_hand(gains, value, of, names):
    made = stats.best({name: between(*ends) for name, ends in gains.items()}, FAMILY, 9)
    assert (made.value, made.of, made.names) == (value, of, names)


@pytest.mark.parametrize(
    ("ahead", "value", "of", "names"),
    [
        ({"a": {"b": (0.01, 0.02), "c": (0.1, 0.2)}}, SHOWN, "a", ("a",)),
        ({"a": {"b": (-0.01, 0.02), "c": (0.1, 0.2)}}, OPEN, "a", ("a", "b")),
        ({"a": {"b": (-0.02, -0.01)}}, SHOWN, "b", ("b",)),  # told the other way round
        ({"a": {"b": (0.1, 0.2)}, "b": {"c": (0.1, 0.2)}}, OPEN, "a", ("a",)),  # a and c: not known
        ({"a": {"b": (1, 2)}, "b": {"c": (1, 2)}, "c": {"a": (1, 2)}}, REFUTED, "a", ()),
        ({"a": {}}, SHOWN, "a", ("a",)),
    ],
)
def test_leads_by_hand(ahead, value, of, names):
    found = {one: {name: between(*ends) for name, ends in rivals.items()}
             for one, rivals in ahead.items()}  # fmt: skip
    made = stats.leads(found, FAMILY, 9)
    assert (made.value, made.of, made.names) == (value, of, names)


def test_at_the_edge_is_a_phrase_of_open_with_a_narrow_interval_about_the_tolerance():
    def edge(low, high):
        return stats.within({"a": between(low, high)}, TOLERANCE, FAMILY, 9).at_edge

    assert edge(0.008, 0.013)  # half the tolerance wide
    assert not edge(0.008, 0.0131)
    assert not edge(0.002, 0.006)  # shown
    assert edge(-0.012, -0.009)
    assert not edge(0.0101, 0.0102)  # refuted


# --- Kleene --------------------------------------------------------------------------------------

COMBINED = {stats.any_of: any, stats.all_of: all, stats.none_of: lambda parts: not any(parts)}


@pytest.mark.parametrize("combine", COMBINED)
@pytest.mark.parametrize("many", [1, 2, 3])
def test_combinators_say_what_holds_however_the_open_parts_turn_out(combine, many):
    for values in itertools.product(Truth, repeat=many):
        turns = [[True, False] if value is OPEN else [value is SHOWN] for value in values]
        outcomes = {COMBINED[combine](turn) for turn in itertools.product(*turns)}
        expected = OPEN if len(outcomes) == 2 else SHOWN if outcomes == {True} else REFUTED
        made = combine({str(i): claim_of(value) for i, value in enumerate(values)})
        assert made.value is expected, values
        assert made.names == tuple(str(i) for i, v in enumerate(values) if v is SHOWN)


def test_none_is_never_shown_with_an_open_part():
    parts = {"a": claim_of(REFUTED), "b": claim_of(OPEN)}
    assert stats.none_of(parts).value is OPEN


@pytest.mark.parametrize("a", Truth)
@pytest.mark.parametrize("b", Truth)
def test_a_verdict_changes_only_between_two_verdicts(a, b):
    made = stats.verdict_changes(claim_of(a), claim_of(b))
    if OPEN in (a, b):
        assert made.value is OPEN
    else:
        assert made.value is (REFUTED if a is b else SHOWN)


def test_claims_of_different_families_are_not_combined():
    """Two tables with 95 % each do not hold together with 95 %."""
    a, b = claim_of(SHOWN), claim_of(SHOWN, Family("seats", 6))
    for combine in (*COMBINED, lambda found: stats.verdict_changes(*found.values())):
        with pytest.raises(ValueError, match="different families"):
            combine({"a": a, "b": b})


def test_a_family_shares_its_error_among_its_members():
    family = Family("tables", 20)
    assert family.each == pytest.approx(0.9975)
    assert family.level == pytest.approx(0.95)


# --- truth ---------------------------------------------------------------------------------------

numbers = st.floats(-0.05, 0.05)


@st.composite
def held(draw):
    """Members with a true value each, and an interval that holds it."""
    found, truth = {}, {}
    for i in range(draw(st.integers(1, 5))):
        truth[str(i)] = value = draw(numbers)
        below, above = draw(st.floats(0, 0.03)), draw(st.floats(0, 0.03))
        low, high = value - below, value + above
        found[str(i)] = Interval(draw(st.floats(low, high)), low, high)
    return found, truth


def not_false(made: Claim, truth: bool):
    assert made.value is not (REFUTED if truth else SHOWN)


@given(held(), st.floats(0.001, 0.03))
def test_no_claim_is_false_while_its_intervals_hold(case, tolerance):
    found, truth = case
    sizes = [abs(value) for value in truth.values()]
    within = stats.within(found, tolerance, FAMILY, 1)
    not_false(within, max(sizes) <= tolerance)
    bound = stats.bounded(found, FAMILY, 1)
    assert max(sizes) <= bound.bound + 1e-15
    assert within.found == found[within.of]
    each = {name: stats.differs(one, FAMILY, 1, tolerance) for name, one in found.items()}
    for name, made in each.items():
        # Within the tolerance is "the same": a small difference may be called so, a large never.
        assert made.value is not SHOWN or truth[name] != 0
        assert made.value is not REFUTED or abs(truth[name]) <= tolerance
        not_false(stats.exceeds(found[name], FAMILY, 1), truth[name] > 0)
        gain = stats.better(found[name], FAMILY, 1, tolerance)
        assert gain.value is not SHOWN or truth[name] > 0
        assert gain.value is not REFUTED or truth[name] <= tolerance
        assert truth[name] <= gain.bound + 1e-15
    alone = {name: stats.within({name: one}, tolerance, FAMILY, 1) for name, one in found.items()}
    inside = [size <= tolerance for size in sizes]
    not_false(stats.all_of(alone), all(inside))
    not_false(stats.any_of(alone), any(inside))
    not_false(stats.none_of(alone), not any(inside))


@given(held())
def test_best_names_every_candidate_that_may_be_best(case):
    found, truth = case
    made = stats.best(found, FAMILY, 1)
    top = max(truth, key=lambda name: truth[name])
    if made.shown:
        assert truth[made.of] > 0
        assert all(truth[made.of] >= value for value in truth.values())
    elif made.refuted:
        assert truth[top] <= 0
    elif truth[top] > 0:
        assert top in made.names


@given(held())
def test_who_leads_is_never_false_and_who_may_lead_is_named(case):
    """Gaps from intervals that hold do so too, whichever of them are given."""
    found, truth = case
    ahead = {
        one: {
            other: Interval(0.0, a.low - b.high, a.high - b.low)
            for other, b in found.items()
            if int(other) > int(one) and (int(other) + int(one)) % 3
        }
        for one, a in found.items()
    }
    made = stats.leads(ahead, FAMILY, 1)
    assert not made.refuted  # numbers on a line have no circles
    top = max(truth.values())
    assert any(truth[name] == top for name in made.names)
    assert not made.shown or truth[made.of] == top


@given(held(), held(), st.floats(0.001, 0.03))
def test_a_change_of_verdict_is_never_false(one, two, tolerance):
    (a, true_a), (b, true_b) = one, two
    made = stats.verdict_changes(
        stats.within(a, tolerance, FAMILY, 1), stats.within(b, tolerance, FAMILY, 1)
    )
    fair = [max(map(abs, truth.values())) <= tolerance for truth in (true_a, true_b)]
    not_false(made, fair[0] != fair[1])


# --- the fewest games ----------------------------------------------------------------------------


@pytest.mark.parametrize("level", [0.95, 0.975, 1 - 0.05 / 6])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 8])
def test_below_the_least_number_of_games_fair_is_impossible(seats, level):
    """Equal shares have the narrowest largest interval, and even they do not fit then."""
    least = stats.least_to_decide(seats, TOLERANCE, level)
    each = 1 - (1 - level) / seats

    def fits(n):
        found = stats.clopper_pearson(n / seats, n, each)
        return found.low >= 1 / seats - TOLERANCE and found.high <= 1 / seats + TOLERANCE

    assert fits(least)
    assert not fits(least - 1)
    fair = 1 / seats
    rough = stats.games_for_error(math.sqrt(fair * (1 - fair)), TOLERANCE, seats, level)
    assert rough <= least <= 1.07 * rough  # the normal law is a little too narrow


# --- JSON ----------------------------------------------------------------------------------------


@given(held(), st.sampled_from(["within", "any", "changes", "barred"]))
def test_a_claim_comes_back_from_json(case, kind):
    found, _ = case
    made = stats.within(found, TOLERANCE, FAMILY, 77).planned(1000, 2000)
    if kind == "any":
        made = stats.any_of({"x": made, "y": made})
    elif kind == "changes":
        made = stats.verdict_changes(made, made)
    elif kind == "barred":
        made = stats.barred("within", "unfinished", FAMILY, 5, TOLERANCE)
    text = json.dumps(json_text.plain_value(made.as_json()))
    again = claims.from_json(json.loads(text))
    assert repr(again) == repr(made)  # repr: a claim without an estimate holds a NaN


def test_every_field_of_a_claim_is_documented():
    told = claim_of(SHOWN).as_json()
    inside = {f"family.{name}" for name in told["family"]}
    assert {*told, *inside} == set(describe_fields(claims.ClaimFields))
