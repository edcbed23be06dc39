"""What `scripts/calibrate` calls covered and false, and a sample of what it asks."""

import json
import sys
from types import SimpleNamespace

import pytest

import analyzer
from analyzer import stats
from analyzer.questions import designer
from analyzer.stats import Family, Interval
from support.paths import ROOT

sys.path.append(str(ROOT / "tools"))
from calibrate import cases, judging, mending, page
from calibrate.kinds import by_kind, name_of
from calibrate.observations import Observation, observe_answer
from calibrate.records import Folder, Record, Row

FAMILY = Family("seats", 2)


def differs(low, high, of="seat 1", tolerance=0.01):
    return stats.differs(Interval((low + high) / 2, low, high), FAMILY, 9, tolerance, of)


@pytest.mark.parametrize(
    ("claim", "truth", "false"),
    [
        (differs(0.02, 0.04), differs(0.01, 0.02), False),
        (differs(0.02, 0.04), differs(-0.02, -0.01), True),  # the other way round
        (differs(0.02, 0.04), differs(-0.001, 0.001), True),  # nothing, and far below
        (differs(0.02, 0.04), differs(-0.01, 0.03), None),  # not known at 99.9 %
        (differs(0.02, 0.04), differs(-0.02, -0.01, of="seat 2"), None),  # of another seat
        (differs(-0.005, 0.005), differs(0.02, 0.03), True),  # called the same
        (differs(-0.005, 0.005), differs(0.001, 0.003), False),
    ],
)
def test_false_differences(claim, truth, false):
    assert judging.is_false(claim, truth) is false


def fair(low, high):
    return stats.within({"seat 1": Interval((low + high) / 2, low, high)}, 0.01, FAMILY, 9)


@pytest.mark.parametrize(
    ("claim", "truth", "false"),
    [
        (fair(-0.005, 0.005), fair(0.02, 0.03), True),
        (fair(-0.005, 0.005), fair(-0.002, 0.002), False),
        (fair(-0.005, 0.005), fair(0.009, 0.012), None),
        (fair(0.02, 0.04), fair(-0.002, 0.002), True),
        (fair(0.02, 0.04), fair(0.02, 0.03), False),
    ],
)
def test_false_verdicts(claim, truth, false):
    assert judging.is_false(claim, truth) is false


def test_combined_claims_are_judged_by_the_parts_that_carry_them():
    shown, same, open_ = differs(0.02, 0.04), differs(-0.005, 0.005), differs(-0.02, 0.03)
    nothing, large = differs(-0.001, 0.001), differs(0.05, 0.06)

    def judged(combine, claims, truths):
        return judging.is_false(combine(dict(enumerate(claims))), combine(dict(enumerate(truths))))

    assert judged(stats.any_of, (shown, open_), (nothing, nothing)) is True
    assert judged(stats.any_of, (shown, open_), (large, nothing)) is False
    assert judged(stats.none_of, (same, same), (nothing, large)) is True
    assert judged(stats.none_of, (same, same), (nothing, nothing)) is False
    assert judged(stats.none_of, (shown, same), (nothing, nothing)) is True
    assert judged(stats.all_of, (shown, shown), (large, nothing)) is True


def test_a_row_fails_if_it_is_shown_to_cover_too_little():
    assert Row("a", [0.5] * 85 + [2.0] * 15).too_low
    assert not Row("a", [0.5] * 92 + [2.0] * 8).too_low  # by chance
    wide = Row("a", [0.1 * (place % 5) for place in range(200)])
    assert wide.coverage == 1
    assert wide.width == pytest.approx(2.5)
    assert wide.too_wide


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        ("seats[2].win_share", "simulate: seats.win_share"),
        ("seats[2].counters.bids_off_cards", "simulate: seats.counters"),
        ("length.hands.mean", "simulate: length.mean"),
        ("profiles.expert.points_10", "simulate: profiles"),
        ("cells[5 {'target': [1]}].measures.hands.change", "simulate: cells.measures.change"),
        ("variants[a.b].wins[1]: seat 2", "simulate: variants.wins"),
    ],
)
def test_a_kind_is_a_field_whatever_the_seat_or_the_counter(row, kind):
    assert name_of("simulate hike", row, "alone") == kind
    assert name_of("ask hike mend", row, "alone") == kind.replace("simulate", "ask mend")


def test_a_kind_fails_if_its_answers_are_shown_to_cover_too_little():
    """The intervals of one answer fail together, so twenty of each say no more than one."""
    record = Record()
    for seed in range(100):
        error = 2.0 if seed < 11 else 0.5
        rows = {f"seats[{place}].score": error for place in range(20)}
        line = {"seed": seed, "seconds": 0.0, "sizes": {}, "families": {}, "alone": rows}
        record.add(line | {"claims": {}, "false": []})
    (kind,) = by_kind([("simulate hike", record)], "alone")
    assert (kind.intervals, len(kind.answers)) == (2000, 100)
    assert kind.coverage == pytest.approx(0.89)
    assert kind.error == pytest.approx(0.0313, abs=1e-4)
    assert not kind.too_low
    (kind,) = by_kind([("simulate hike", record), ("simulate oh-hell", record)] * 10, "alone")
    assert kind.too_low


def test_errors_are_parts_of_the_interval_on_that_side():
    found = Interval(0.5, 0.4, 0.9)
    for true, error in ((0.4, 1), (0.45, 0.5), (0.7, 0.5), (1.3, 2), (0.5, 0)):
        assert judging.error_in_half_widths(found, Interval(true, true, true)) == pytest.approx(
            error
        )
    certain = Interval(0.0, 0.0, 0.0)
    assert judging.error_in_half_widths(certain, Interval(0.1, 0.1, 0.1)) > 1


def test_every_question_of_every_game_is_a_case_or_has_nothing_to_play():
    asked = {case.question for case in cases.every_case()} | set(cases.nothing_to_play())
    for game in cases.games.built_in_names():
        assert {f"ask {game} {one.name}" for one in designer.questions_of(game)} <= asked
        for command in ("simulate", "compare", "sweep", "tournament", "advise", "tiles"):
            assert f"{command} {game}" in asked
    names = [case.name for case in cases.every_case()]
    assert len(set(names)) == len(names)


def test_what_another_version_of_a_game_played_is_not_mixed_in(monkeypatch):
    case = next(cases.every_case())
    now = case.key
    assert now.startswith(case.name)
    loaded = cases.games.load(case.question.split()[1])
    monkeypatch.setattr(cases.games, "load", lambda _: SimpleNamespace(version=loaded.version + 1))
    assert case.key != now


def test_the_names_of_a_change_are_its_rules():
    told = mending.rules_of("variant=true, hand_limit=6, first_placer=evil_master")
    assert told == {"variant": True, "hand_limit": 6, "first_placer": "evil_master"}


def test_tiles_are_observed():
    """With few games a tile quotes little, but always whether the table is fair."""
    (case,) = (one for one in cases.every_case() if one.name == "tiles oh-hell")
    found = case.read(100, 1)
    assert set(found.claims) == {"fair"}
    assert set(found.families) >= {"skill"}


@pytest.mark.parametrize("name", ["seats", "bonus", "skill"])
def test_a_sample_is_true(name, tmp_path):
    """Ten short runs of a question: no row is shown to cover too little, and what is kept is what
    was judged."""
    (case,) = (one for one in cases.every_case() if one.question == f"ask hike {name}")
    truth = observe_answer(analyzer.ask("hike", name, n=5000, seed=9, threads=1).to_json())
    folder, record = Folder(tmp_path), Record()
    for seed in range(1, 11):
        judged = judging.judge(case.read(100, seed), truth).as_json()
        line = {"seed": seed, "seconds": 0.0, "sizes": {}, **judged}
        folder.add(case.name, line)
        record.add(line)
    assert record.alone
    assert record.families
    assert not record.fails
    kept = folder.record(case.name)
    assert (kept.seeds, kept.decided) == (record.seeds, record.decided)
    text = page.render_page([(case, kept)], None)
    assert f"| ask hike {name} |" in text
    assert "Fewer than 200 repetitions: " in text


def test_what_had_only_a_glance_is_not_observed():
    """A variant whose games hardly end is played 20 times, in the long run too."""
    end = {"estimate": 1.0, "low": 0.0, "high": 2.0}
    rows = [{"rule": name, "games": n, "length": end} for name, n in (("a", 200), ("b", 20))]
    told = json.dumps({"kind": "ask rules", "findings": [], "variants": rows})
    assert set(observe_answer(told).alone) == {"variants[a].length"}


def test_a_truth_that_is_kept_is_the_same(tmp_path):
    found = observe_answer(analyzer.simulate("hike", 3, n=100, threads=1).to_json())
    folder = Folder(tmp_path)
    folder.keep_truth("a case", found)
    again = folder.truth("a case")
    assert isinstance(again, Observation)
    assert (again.families, again.alone) == (found.families, found.alone)
    assert again.claims == found.claims
