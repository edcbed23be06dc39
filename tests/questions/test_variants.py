"""Which rules matter, told by claims: by hand, on toys, and over many simulated answers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from analyzer import stats
from analyzer.estimates.differences import SAME_SHARE, Difference
from analyzer.estimates.measures import Measure
from analyzer.games.parameters import parameters
from analyzer.questions import designer
from analyzer.questions.designer import QuestionOptions, _variant_effects, _variants
from analyzer.questions.designer._variant_effects import Effect, Variant
from analyzer.questions.designer._variant_sentences import (
    VariantSentences,
    games_needed,
    largest_claim,
)
from analyzer.request import setting
from analyzer.simulation.run import run_question
from analyzer.stats import Family, Interval

RUNS, SEED = 300, 20261118
TABLE = setting.build_setting("hike", 4)
RULES = {rule.name: rule for rule in parameters(TABLE.game.rules_type)}
WORDS = VariantSentences("rule", "seat", "hands")
SEATS = 4


def difference(name, label, found, family, n, tolerance, other=1):
    claim = stats.differs(found, family, n, tolerance, of=label)
    level = Interval(0.25, 0.2, 0.3)
    return Difference(Measure(name, name, None, label), n, level, level, claim, other, 1.0)


def effect(target, wins, family, n=1000, other=100, length=(0.0, -0.01, 0.01), **more):
    """A rule with these intervals of win shares, by seat."""
    seats = tuple(
        difference("wins", f"seat {i}", Interval(*one), family, n, SAME_SHARE)
        for i, one in enumerate(wins, start=1)
    )
    length, spread = (
        difference("hands", "hands", Interval(*one), family, n, 0.1)
        for one in (length, (0, -0.01, 0.01))
    )
    fields = {"none": not other, "unused": False} | more
    variant = Variant(RULES["target"], target, TABLE)
    return Effect(variant, family, n, other, wins=seats, length=length, spread=spread, **fields)


def family_of(many):
    return Family("changes", many * (SEATS + _variants.ASIDE))


def same(width=0.005):
    return [(0.0, -width, width)] * SEATS


def sentences_of(*found):
    return WORDS.sentences(found, 1)


# --- by hand -------------------------------------------------------------------------------------


def test_none_changes_only_if_every_seat_of_each_is_within_the_tolerance():
    family = family_of(2)
    two = [effect(i, same(), family) for i in (30, 40)]
    assert sentences_of(*two)[0] == (
        "Not one of 2 rules changes how often a seat wins by more than 1 percentage point, for "
        "players who do not adapt."
    )
    wide = effect(50, [*same()[:3], (0.0, -0.011, 0.005)], family)  # one seat of one rule is open
    assert sentences_of(two[0], wide)[:2] == [
        "How often a seat wins: of 2 rules, 1 is the same within 1 percentage point and 1 "
        "changes it by at most 1.1 pp, if at all, for players who do not adapt.",
        "No win share of a seat changes by more than 1.1 pp with any of them, for players who do "
        "not adapt.",
    ]


def test_the_largest_change_is_named_only_if_it_is_the_largest():
    family = family_of(3)
    one = effect(30, [(0.05, 0.04, 0.06), *same()[1:]], family)
    other = effect(40, [*same()[1:], (-0.03, -0.035, -0.025)], family)
    close = effect(40, [*same()[1:], (-0.04, -0.045, -0.035)], family)
    third = effect(50, same(), family)
    assert sentences_of(one, other, third)[:2] == [
        "How often a seat wins: of 3 rules, 2 are shown to change it and 1 is the same within 1 "
        "percentage point, for players who do not adapt.",
        "The largest change is that of target=30: seat 1 wins +5 pp (4 – 6).",
    ]
    assert sentences_of(one, close, third)[1] == (
        "Which changes it most is not told apart: target=30 and target=40 may; the largest change "
        "that is shown is that of target=30: seat 1 wins +5 pp (4 – 6)."
    )
    assert largest_claim([one, other, third]).shown
    assert largest_claim([one, close, third]).names == ("target=30", "target=40")


def test_the_seat_that_is_told_is_one_that_is_shown():
    """A larger number with a wider interval is not what the star stands for."""
    found = effect(30, [(0.05, -0.01, 0.11), (0.02, 0.01, 0.03), *same()[2:]], family_of(1))
    assert found.claim.shown
    assert (found.claim.of, found.claim.found.estimate) == ("seat 2", 0.02)
    (table, _) = _variant_effects.effect_tables([found])
    assert [cell.text for cell in table.rows[0][4:]] == ["+2 pp*", "1 – 3", "seat 2"]
    (row,) = _variant_effects.effects_figure([found], "", TABLE, 1).data["rows"]
    assert (row["low"], row["high"], row["tone"]) == (0.01, 0.03, "")


def test_other_winners_and_equal_shares_do_not_contradict_each_other():
    """Two games in three have another winner, and every seat wins as often as before."""
    often, seldom = (
        effect(target, same(), family_of(1), n=100_000, other=other)
        for target, other in ((30, 65_000), (40, 1))
    )
    text = " ".join(sentences_of(often, seldom))
    assert "Not one of 2 rules changes how often a seat wins" in text
    assert "Game by game, target=30 changes the winner most often: 35.0 % (34.6 – 35.4)" in text
    assert "who wins" not in text


def test_a_single_one_is_told_by_its_name():
    """There is nothing to count, and nothing that it could be told apart from."""
    found = effect(30, same(), family_of(1), n=100_000, other=65_000)
    one, among = "target=30", ", for players who do not adapt."
    assert sentences_of(found)[:3] == [
        f"How often a seat wins does not change by more than 1 percentage point with {one}{among}",
        "Game by game, 35.0 % (34.6 – 35.4) of games keep their winner with target=30.",
        f"The mean of hands does not change by more than 2 % with {one}{among}",
    ]
    (told, *_) = sentences_of(effect(30, same(0.02), family_of(1)))
    assert told == f"How often a seat wins changes by at most 2 pp, if at all, with {one}{among}"
    shown = effect(30, [(0.05, 0.04, 0.06), *same()[1:]], family_of(1))
    assert sentences_of(shown)[:2] == [
        f"How often a seat wins is shown to change with {one}{among}",
        "The largest change is that of target=30: seat 1 wins +5 pp (4 – 6).",
    ]
    far = float("inf")
    found = effect(30, same(), family_of(1), length=(0.0, -far, far))
    assert f"Whether the mean of hands changes with {one} is not known." in sentences_of(found)


def test_games_that_hardly_end_are_told_first_and_not_as_a_length():
    """At least (0.05 / 18 / 2) ** (1 / 20) of games, 71.9 %."""
    family = family_of(2)
    endless = effect(
        30, same(0.4), family, n=20, other=20, length=(900.0, 800.0, 1000.0), capped=20, drags=True
    )
    usual = effect(40, same(), family)
    sentences = sentences_of(usual, effect(50, same(), family), endless)
    assert sentences[0] == (
        "Games hardly end with target=30: at least 71 % of them hit a cap on their length, so who "
        "wins is not known."
    )
    assert not any("target=30" in text for text in sentences[1:])
    assert "of the other 2 rules" in sentences[1].lower()
    assert endless.claim.word == endless.length_claim.word == "NO VERDICT"
    slow = effect(30, same(0.4), family, n=20, drags=True, slower=7.2)
    assert sentences_of(usual, slow)[0] == (
        "With target=30 the first 20 games took 7 times as many moves, so no more of them were "
        "played."
    )


def test_rules_as_they_are_that_do_not_end_are_told_once():
    family = family_of(2)
    found = [effect(i, same(), family, capped=i, base_capped=900) for i in (30, 40)]
    assert sentences_of(*found) == [
        "Games hardly end with the rules as they are: 90 % (87 – 93) of them hit a cap on "
        "their length, so who wins is not known."
    ]


def test_no_game_differs_is_an_upper_bound():
    """Clopper and Pearson: 1 - (0.05 / 18 / 2) ** (1 / 1000) is 0.66 %."""
    family = family_of(2)
    assert 1 - ((1 - family.each) / 2) ** (1 / 1000) == pytest.approx(0.00656, abs=1e-5)
    found = [effect(30, same(), family, other=0), effect(40, same(), family, other=0, unused=True)]
    assert sentences_of(*found)[-2:] == [
        "Not one of 1,000 games differs with target=40 between these players, so at most 0.66 % of "
        "games do; between players who choose at random, games do differ.",
        "Not one of 1,000 games differs with target=30, so at most 0.66 % of games do, for players "
        "who do not adapt.",
    ]


def test_games_to_plan_for():
    """An interval of ± 4 pp must fit into ± 1 pp: 16 times the games. Zero or 1 pp: the nearer."""
    family = family_of(1)
    found = effect(30, [(0.0, -0.04, 0.04), *same()[1:]], family)
    assert games_needed(found.claim) == pytest.approx(16_000)
    assert sentences_of(found)[-1] == (
        "To decide about the rest, plan for about 16,000 games each: -n 16000 --seed 2."
    )
    far = effect(30, [(0.04, -0.01, 0.09), *same()[1:]], family)
    assert games_needed(far.claim) == pytest.approx(1000 * (5 / 4) ** 2)


# --- sentences -----------------------------------------------------------------------------------


@st.composite
def answers(draw):
    """Up to four rules, whose intervals hold some truth."""
    many = draw(st.integers(1, 4))
    family, found, truths = family_of(many), [], {}
    for i in range(many):
        truth = [draw(st.floats(-0.05, 0.05)) for _ in range(SEATS)]
        half = draw(st.floats(0.001, 0.05))
        off = [draw(st.floats(-1, 1)) * half for _ in truth]
        wins = [(t + o, t + o - half, t + o + half) for t, o in zip(truth, off, strict=True)]
        n, other = draw(st.integers(100, 10_000)), draw(st.integers(0, 100))
        found.append(effect(30 + i, wins, family, n=n, other=other))
        truths[found[-1].name] = max(map(abs, truth))
    return found, truths


@given(answers())
def test_no_sentence_is_false_while_its_intervals_hold(case):
    found, truths = case
    sentences = sentences_of(*found)
    who = sentences[0]
    if who.startswith("Not one"):
        assert max(truths.values()) <= SAME_SHARE + 1e-12
    top = max(truths, key=truths.get)
    for text in sentences[:2]:
        if text.startswith("The largest change is that of"):
            assert text.removeprefix("The largest change is that of ").partition(":")[0] == top
        if text.startswith("Which changes it most"):
            assert top in text or "any of the" in text
    for one in found:
        claim = one.claim
        assert claim.shown == any(part.found.low > 0 or part.found.high < 0 for part in claim.parts)
        low, high = claim.found.low, claim.found.high
        assert claim.shown == (low > 0 or high < 0)  # the star, and the drawn interval
        (row,) = _variant_effects.effects_figure([one], "", TABLE, 1).data["rows"]
        assert (row["tone"] == "") == claim.shown


# --- many answers --------------------------------------------------------------------------------


def simulated(rng, shifts, n=2000, agree=0.5):
    """Rules whose games have another winner half the time; `shifts` of seat 1's share."""
    family, found = family_of(len(shifts)), []
    for i, shift in enumerate(shifts):
        free = np.full(SEATS, 1 / SEATS) + np.array([shift, *[-shift / 3] * 3]) / (1 - agree)
        chance = agree * np.eye(SEATS) / SEATS + (1 - agree) * np.outer([1 / SEATS] * SEATS, free)
        games = rng.multinomial(n, chance.ravel()).reshape(SEATS, SEATS)
        won, lost = games.sum(axis=0) - games.diagonal(), games.sum(axis=1) - games.diagonal()
        wins = [
            stats.tango(n, int(up - down), int(up + down), family.each)
            for up, down in zip(won, lost, strict=True)
        ]
        found.append(effect(30 + i, wins, family, n, int(n - games.diagonal().sum())))
    return found


def test_rules_without_effect_show_one_in_five_per_cent_of_answers_at_most():
    """So many that a right program would have them once in a million runs: no."""
    rng = np.random.default_rng(SEED)
    shown = sum(any(one.claim.shown for one in simulated(rng, [0.0] * 6)) for _ in range(RUNS))
    assert binom.sf(shown - 1, RUNS, 0.05) > 1e-6


def test_the_largest_of_many_changes_is_told_with_an_interval_that_covers():
    """With the interval of a given one it covered 79 %. Six rules, small effects, four seats."""
    rng = np.random.default_rng(SEED)
    shifts = [0.0, 0.0, 0.005, 0.01, -0.01, 0.015]
    missed = 0
    for _ in range(RUNS):
        found = simulated(rng, shifts)
        top = max(found, key=lambda one: abs(one.claim.found.estimate))
        shift = shifts[found.index(top)]
        truth = shift if top.claim.of == "seat 1" else -shift / 3
        missed += not top.claim.found.low <= truth <= top.claim.found.high
    assert binom.sf(missed - 1, RUNS, 0.05) > 1e-6


def test_the_one_rule_that_matters_is_named():
    found = simulated(np.random.default_rng(SEED), [0.0, 0.2, 0.0])
    assert largest_claim(found).shown
    assert largest_claim(found).of == "target=31"
    assert [one.claim.shown for one in found] == [False, True, False]


# --- a real question -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def answer():
    """One of these readings lets games run into the cap."""
    question = designer.build_question(
        setting.build_setting("oh-hell", 4), "readings", QuestionOptions(n=100)
    )
    return question.answer(run_question(question, threads=1))


def test_the_reading_with_which_games_hardly_end_is_told_first(answer):
    assert answer.title.startswith("Games hardly end with zero_bid_pays_always=true")
    last = answer.data["variants"][-1]
    assert (last["rule"], last["games"]) == ("zero_bid_pays_always=true", _variants.GLANCE)
    assert last["claim"]["barred"] == "unfinished"


def test_all_rows_are_of_one_family(answer):
    rows = answer.data["variants"]
    claims = [row[key] for row in rows for key in ("claim", "length_claim", "spread_claim")]
    sizes = {claim["family"]["size"] for claim in claims}
    assert sizes == {len(rows) * (4 + _variants.ASIDE)}
    assert "significant" not in rows[0]
    assert answer.data["largest"]["kind"] == "best"
