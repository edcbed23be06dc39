"""The questions of a designer that only oh-hell is asked.

Each part begins with the question in words. QUESTIONS at the end lists all of them.
"""

from typing import TYPE_CHECKING

from analyzer import stats
from analyzer.estimates.counters import change_of_part
from analyzer.estimates.phrases import Phrase, claim_sentence
from analyzer.games.oh_hell import questions_zero_bid
from analyzer.games.oh_hell.questions_wording import (
    TIES_CLAUSES,
    bidding_findings,
    dealer_findings,
    pants_findings,
    penalty_findings,
    ties_findings,
)
from analyzer.questions.designer import Definition, QuestionOptions, definition_of
from analyzer.questions.shared import presets, statements
from analyzer.questions.shared.presets import ComparisonResult, compare_question, count_question
from analyzer.questions.shared.statements import Statement

if TYPE_CHECKING:
    from analyzer.request.setting import Setting

GAMES = ("oh-hell",)

# --- bidding --------------------------------------------------------------------------------------
#
# How do the ways of bidding compare?

BIDDING_CLAUSES = {
    "Bids at once": ("at_once",),
    "in turn": ("open.bids_off", "open.wins", "open.margin"),
    "in turn with the hook": ("hook.bids_off", "hook.wins", "hook.margin"),
    "what changes": ("open.winner", "hook.winner"),
}


def build_bidding_question(setting: "Setting", asked: QuestionOptions) -> presets.CompareQuestion:
    arms: list[dict[str, object]] = [
        {"bid_mode": "sequential"},
        {"bid_mode": "sequential", "hook": True},
    ]
    measures = ["bids_off_cards", "wins", "margin"]
    return compare_question(
        "bidding", setting, asked, arms, measures, bidding_findings, BIDDING_CLAUSES, ["counts"]
    )


# --- dealer ---------------------------------------------------------------------------------------
#
# What if the seat left of the dealer led?

DEALER_CLAUSES = {
    "Does it matter whether the dealer leads": ("wins", "winner"),
    "the seat to the left": ("score", "margin"),
}


def build_dealer_question(setting: "Setting", asked: QuestionOptions) -> presets.CompareQuestion:
    measures = ["wins", "score", "margin"]
    return compare_question(
        "dealer",
        setting,
        asked,
        [{"leader": "left_of_dealer"}],
        measures,
        dealer_findings,
        DEALER_CLAUSES,
    )


# --- pants ----------------------------------------------------------------------------------------
#
# How often are high bids missed?

PANTS_CLAUSES = {
    "How often does somebody lose the pants": ("games", "pants"),
    "how often are bids missed": ("made", "over", "under"),
}
COUNTERS = ("pants", "missed_over", "missed_under", "made", "bids", "bid_zero")


def build_pants_question(setting: "Setting", asked: QuestionOptions) -> presets.CountQuestion:
    return count_question("pants", setting, asked, COUNTERS, pants_findings, PANTS_CLAUSES)


# --- penalty --------------------------------------------------------------------------------------
#
# What if a miss cost less, or more?

PENALTY_CLAUSES = {
    "What would another penalty for a miss do to the margin": ("none.margin", "steep.margin"),
    "to bids": ("none.made", "steep.made"),
    "to who wins": ("none.winner", "steep.winner"),
}


def build_penalty_question(setting: "Setting", asked: QuestionOptions) -> presets.CompareQuestion:
    arms = [{"miss_base": 0}, {"miss_base": 5}, {"miss_per_trick": 3}]
    measures = ["margin", "wins"]
    return compare_question(
        "penalty",
        setting,
        asked,
        arms,
        measures,
        penalty_findings,
        PENALTY_CLAUSES,
        ["counts"],
        beside=2,
    )


# --- ties -----------------------------------------------------------------------------------------
#
# How often is a game tied, and who wins the extra hands?

COST = 2  # a playout, with the tied ones walked through again


def build_ties_question(setting: "Setting", asked: QuestionOptions) -> presets.CountQuestion:
    counters = ("extra_hands", "hands", "tricks")
    return count_question(
        "ties", setting, asked, counters, ties_findings, TIES_CLAUSES, ["extra"], COST
    )


# --- zero-points ----------------------------------------------------------------------------------
#
# How often is zero bid, by what it is worth?

ZERO_POINTS_CLAUSES = {
    "How often is zero bid if it is worth 0, 5, 10 or 15 points": ("0", "5", "10", "15", "more"),
    "what else changes": ("margin.0", "margin.15"),
}
VALUES = (0, 5, 10, 15)
MORE = Phrase(
    shown="From {first} to {last} points the part changes by {size}.",
    refuted="From {first} to {last} points the part stays the same within {tolerance}: {size}.",
    open="No change of that part from {first} to {last} points is shown, {size}.",
)


def build_zero_points_question(
    setting: "Setting", asked: QuestionOptions
) -> presets.CompareQuestion:
    now = setting.rules.zero_made
    others = [value for value in VALUES if value != now]
    places = {now: 0} | {value: arm for arm, value in enumerate(others, start=1)}

    def build_statements(data: ComparisonResult) -> list[Statement]:
        return [*_zero_points_bids(data, places), *_zero_points_margins(data, places)]

    arms = [{"zero_made": value} for value in others]
    return compare_question(
        "zero-points",
        setting,
        asked,
        arms,
        ["margin", "wins"],
        build_statements,
        ZERO_POINTS_CLAUSES,
        ["counts"],
        beside=1,
    )


def _zero_points_bids(data: ComparisonResult, places: dict[int, int]) -> list[Statement]:
    counted = {value: data.counters(places[value]) for value in VALUES}
    told = []
    for value, found in counted.items():
        part = found.part(["bid_zero"], ["seats.hands"])
        sentence = f"Worth {value} points, zero is {{part}} of all bids."
        told.append(
            statements.share_statement(str(value), part, sentence, f"{value} points for zero")
        )
    family = data.family
    first, last = VALUES[0], VALUES[-1]
    change = change_of_part(
        counted[first], counted[last], ["bid_zero"], ["seats.hands"], family.each
    )
    claim = stats.differs(change, family, data.n, 0.01, "bids of zero")
    return [
        *told,
        statements.claim_statement(
            "more", claim, claim_sentence(MORE, claim, first=first, last=last)
        ),
    ]


def _zero_points_margins(data: ComparisonResult, places: dict[int, int]) -> list[Statement]:
    return [
        statements.effect_statement(
            f"margin.{value}", f"Worth {value} points,", data.effect(places[value], "margin")
        )
        for value in (VALUES[0], VALUES[-1])
        if places[value]
    ]


# --------------------------------------------------------------------------------------------------

QUESTIONS = (
    Definition(
        "bidding",
        "Bids at once, in turn, or in turn with the hook: what changes?",
        build_bidding_question,
        presets.COMPARED,
        GAMES,
        clauses=BIDDING_CLAUSES,
    ),
    Definition(
        "dealer",
        "Does it matter whether the dealer leads, or the seat to the left?",
        build_dealer_question,
        presets.COMPARED,
        GAMES,
        clauses=DEALER_CLAUSES,
    ),
    Definition(
        "pants",
        "How often does somebody lose the pants, and how often are bids missed?",
        build_pants_question,
        presets.COUNTED,
        GAMES,
        clauses=PANTS_CLAUSES,
    ),
    Definition(
        "penalty",
        "What would another penalty for a miss do to the margin, to bids and to who wins?",
        build_penalty_question,
        presets.COMPARED,
        GAMES,
        clauses=PENALTY_CLAUSES,
    ),
    Definition(
        "ties",
        "How often does a game end tied for first, and who wins the extra hands?",
        build_ties_question,
        presets.COUNTED,
        GAMES,
        clauses=TIES_CLAUSES,
    ),
    definition_of(questions_zero_bid),
    Definition(
        "zero-points",
        "How often is zero bid if it is worth 0, 5, 10 or 15 points, and what else changes?",
        build_zero_points_question,
        presets.COMPARED,
        GAMES,
        clauses=ZERO_POINTS_CLAUSES,
    ),
)
