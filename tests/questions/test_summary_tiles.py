"""The four answers of a report's first screen: from claims alone, so that no tile says more."""

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest

from analyzer import stats
from analyzer.estimates import fairness, length, seats
from analyzer.questions.report import compose, summary_tiles
from analyzer.questions.shared.card_strengths import CardResult
from analyzer.request import setting
from analyzer.stats import Family, Interval
from support import fake_totals
from support.fix_search import BASE, changed, search_answer
from support.small_report import SmallReport


def answer(**fields):
    """An answer whose result has these fields."""
    return SimpleNamespace(
        result=lambda _: SimpleNamespace(**fields), finding=lambda _: SimpleNamespace(unit="hands")
    )


def finding(wins, n, policies=("expert",) * 2, **more):
    table = seats.standings(fake_totals.totals(wins, n, **more), policies)
    return fairness.fairness_finding(table, 0.01)


UNFAIR, FAIR, OPEN = (
    finding((600, 400), 1000),
    finding((50_000,) * 2, 100_000),
    finding((500, 500), 1000),
)


def differing(low, high, size=3, of="seat 1"):
    found = Interval((low + high) / 2, low, high)
    return stats.differs(found, Family("wins", size), 1000, 0.01, of)


# --- what would mend it --------------------------------------------------------------------------


def fix_tile(left, **asked):
    made, _ = search_answer(left, **asked)
    tile = summary_tiles._fourth({"mend": made}, UNFAIR)
    assert (tile.question, tile.section) == ("What would mend it?", "mend")
    return made, tile


def test_a_change_that_mends_is_told_by_its_section_and_its_tile():
    made, tile = fix_tile(lambda rules: 0.001 if changed(rules) == {"cube_3"} else BASE)
    assert tile.big == made.data["mended_by"]
    assert tile.big in made.title
    assert (
        tile.words.removeprefix("leaves ").removesuffix(", on fresh luck")
        in made.data["sentences"][1]
    )


def test_a_tile_says_none_only_if_all_are_refuted():
    made, tile = fix_tile(lambda _: BASE)
    assert tile.big == "none of 72"
    assert tile.words == "no change or pair that was tried makes it fair"
    assert made.title.startswith("None of 72")

    def left(rules):
        return 0.0099 if changed(rules) & {"cube_2", "cube_3"} else BASE

    made, tile = fix_tile(left, n=20_000)
    may = len(made.data["may"])
    assert tile.big == "not known"
    assert tile.words == f"{may} of 72 single changes and pairs tried may do it"
    assert f"{may} of 72 single changes and pairs may" in made.title


def test_a_search_that_cannot_decide_the_table_says_so():
    _, tile = fix_tile(lambda _: 0.0099, n=2000)
    assert (tile.big, tile.words) == ("not known", "the search needs more games")


# --- the others ----------------------------------------------------------------------------------


def test_an_open_verdict_is_told_with_the_games_to_plan_for():
    tile = summary_tiles._fourth({}, OPEN)
    assert tile.question == "What would decide it?"
    assert tile.big == f"{OPEN.claim.needs:,} games"
    assert tile.words == "to plan for, with --until-decided; 1,000 were played"


def card(label, claim):
    worth = Interval(1.0, 0.5, 1.5)
    return CardResult(label, label, 10, worth, worth, None, None, claim, None)


def test_a_card_is_strong_only_if_that_is_shown():
    rules = answer(variants=[])
    shown, open_ = differing(0.5, 1.5), differing(-0.5, 1.5)
    told = {"cards": answer(cards=[card("Sun", shown), card("Wind", open_)]), "rules": rules}
    assert summary_tiles._fourth(told, FAIR).big == "Sun"
    assert "Wind" not in summary_tiles._fourth(told, FAIR).words
    told["cards"] = answer(cards=[card("Sun", open_), card("Wind", open_)])
    assert summary_tiles._fourth(told, FAIR).big == "no rule"


@pytest.mark.parametrize(
    ("claims", "big", "words"),
    [
        ([(0.02, 0.04), (0.01, 0.03)], "b=1", "seat 1 wins +3"),
        ([(-0.02, 0.04), (-0.01, 0.03)], "not known", "whether one of 2 rules changes who wins"),
        ([(-0.001, 0.002), (-0.01, 0.03)], "not known", "whether one of 2 rules changes who wins"),
        ([(-0.001, 0.002), (0.0, 0.003)], "no single rule", "of 2 changes who wins"),
    ],
)
def test_a_rule_matters_or_none_does_only_by_claims(claims, big, words):
    variants = [
        SimpleNamespace(rule=rule, claim=differing(*ends))
        for rule, ends in zip(("b=1", "c=2"), claims, strict=True)
    ]
    tile = summary_tiles._fourth(
        {"cards": answer(cards=[]), "rules": answer(variants=variants)}, FAIR
    )
    assert tile.big == big
    assert tile.words.startswith(words)
    assert bool(tile.small) == (big == "b=1")


def test_where_no_rule_is_known_to_matter_choices_do_if_that_is_shown():
    open_, told = differing(-0.02, 0.04), differing(0.078, 0.092, of="the mover")
    answers = {"rules": answer(variants=[SimpleNamespace(rule="b=1", claim=open_)])}
    tile = summary_tiles._fourth({**answers, "decisions": answer(claim=told)}, FAIR)
    assert (tile.question, tile.big, tile.section) == ("Do choices matter?", "yes", "decisions")
    assert tile.words == "another legal move would cost the mover 8.5 pp of winning"
    for claim in (None, open_):
        tile = summary_tiles._fourth({**answers, "decisions": answer(claim=claim)}, FAIR)
        assert tile.big == "not known"


def length_tile(low, high, kinds=(), drags=(0.0, 0.0, 0.036)):
    lengths = {"hands": length.Length(Interval(19, 19, 19), 19, low, high)}
    told = answer(lengths=lengths, kinds=kinds, drags=Interval(*drags))
    return summary_tiles._length(told, fake_totals.UNITS)


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [(3, 9, "9 games in 10 take 3 to 9"), (19, 19, "in at least 9 games of 10")],
)
def test_a_length_that_hardly_varies_is_no_range(low, high, words):
    tile = length_tile(low, high)
    assert (tile.big, tile.words) == ("19 hands", words)


def test_what_never_drags_is_told_as_a_bound():
    assert length_tile(3, 9).small == "at most 3.6 % drag"
    assert length_tile(3, 9, drags=(0.02, 0.01, 0.03)).small == "2 % (1 – 3) drag"


def test_games_of_two_kinds_are_told_as_two():
    lengths = Counter({30: 8000, 31: 50, 40: 5, 52: 50, 53: 2000})
    found = fake_totals.totals((5000, 5105), 10_105, hands=lengths)
    (kinds,) = length.find_kinds(found, fake_totals.UNITS).values()
    tile = length_tile(30, 53, [kinds])
    assert tile.big == "30 or 53 hands"
    assert tile.words == "games of two kinds: 80 % and 20 %"
    other = replace(kinds, unit="plays")
    assert length_tile(3, 9, [other]).big == "19 hands"


def test_skill_is_told_with_its_interval():
    step = SimpleNamespace(
        win_share=Interval(0.35, 0.33, 0.38), better="expert", among="greedy", fair_share=0.2
    )
    tile = summary_tiles._skill(answer(steps=[step]))
    assert tile.big == "35 wins in 100"
    assert tile.small == "33 – 38; equal skill: 20"


# --- the page ------------------------------------------------------------------------------------


def titled(fair, policies=("expert",) * 2):
    headline = answer(policies=policies)
    headline.title = "How it ends"
    return compose._title("Hike with two players", fair, headline)


def test_the_title_of_a_page_is_that_of_its_claim():
    assert titled(FAIR) == "Hike with two players is FAIR"
    assert titled(UNFAIR) == "Hike with two players is UNFAIR"
    assert titled(OPEN) == "It is UNDECIDED whether Hike with two players is fair"
    barred = finding((100, 100), 1000, unfinished=800)
    assert "no verdict" in titled(barred)
    assert titled(None) == "How it ends"
    assert titled(FAIR, ("random",) * 2).endswith("FAIR between players who choose at random")


@pytest.mark.parametrize(("share", "asked"), [(0.6, True), (0.5, False)])
def test_a_page_asks_what_mends_only_what_is_shown_to_be_unfair(share, asked, monkeypatch):
    """The headline is made up; every other question is left out."""
    report = SmallReport(setting.build_setting("horrible-mountain", 2))
    found = finding((round(1000 * share), round(1000 * (1 - share))), 1000)
    fair = SimpleNamespace(findings=[found], blocks=(), title="")
    headline = SimpleNamespace(answer=lambda _: fair, length=SimpleNamespace(answer=lambda _: fair))
    monkeypatch.setattr(SmallReport, "headline", lambda _: headline)
    monkeypatch.setattr(SmallReport, "parts", lambda _: [])
    monkeypatch.setattr(compose, "_as_section", lambda _, answer: answer)
    names = []
    monkeypatch.setattr(compose, "_played", lambda _, parts, *_more: names.extend(parts) or [])
    list(compose.build_sections(report, lambda *_: None))
    assert ("mend" in names) == asked


def test_a_report_gives_mending_time_enough_to_be_decided():
    """The mountain needs about 21,000 games of each change; a full report plays that many."""
    report = compose.Report(setting.build_setting("horrible-mountain", 2))
    part = report.fix_search()
    question = part.build(part.seconds)
    least = stats.least_to_decide(2, 0.01, 1 - stats.ALPHA / 6)
    assert question.games > 2 * least
