"""The questions of a designer that only hike-sled is asked.

Each part begins with the question in words. QUESTIONS at the end lists all of them.
"""

from typing import TYPE_CHECKING, cast

from analyzer.estimates import cards
from analyzer.estimates.cards import Strength
from analyzer.games.hike_sled.questions_wording import (
    catch_up_findings,
    declare_early_findings,
    left_behind_findings,
    loose_findings,
    tie_break_findings,
    unfinishable_findings,
)
from analyzer.questions.designer import Definition, QuestionOptions
from analyzer.questions.shared import card_strengths, presets, question_base
from analyzer.questions.shared.presets import ComparisonResult, compare_question, count_question
from analyzer.questions.shared.statements import Statement
from analyzer.simulation.plan import Group, Plan, Reduction

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.block_sums import BlockSums
    from analyzer.simulation.run import GroupResult

GAMES = ("hike-sled",)

# --- cards ----------------------------------------------------------------------------------------
#
# Which cards of the opening hand help: huskies by points and terrain, youngsters, equipment?

CARDS_CLAUSES = {
    "Which cards of the opening hand help": ("*",),
    "huskies by terrain": ("*",),
    "points": ("*",),
    "other cards": ("*",),
}

TERRAINS = {"S": "snow", "I": "ice", "P": "powder"}
COUNTED = {  # what one would count at the table
    "snow huskies": "snow", "ice huskies": "ice", "powder huskies": "powder",
    "youngsters": "youngsters_placed", "equipment": "equipment_drafted", "care": "care_drafted",
}  # fmt: skip


def build_cards_question(setting: "Setting", asked: QuestionOptions) -> "Cards":
    return Cards("cards", setting, asked)


def kinds_of(card: str) -> list[str]:
    """The kinds that a card of an opening hand belongs to: "H6 SSI" is one of three points."""
    name, _, points = card.partition(" ")
    if not name.startswith("H"):
        return [{"youngster": "youngsters"}.get(card, card)]
    terrains = [f"{word} huskies" for letter, word in TERRAINS.items() if letter in points]
    return [f"huskies of {len(points)} point{'s' * (len(points) != 1)}", *terrains]


class Cards(card_strengths.CardQuestion):
    """Two cards each are dealt before the first day."""

    noun = "kind of card"
    how = "a seat whose opening hand has one"
    against = "another card in its place"
    remark = (
        "The cards dealt before the first day; most huskies are drafted later. Counting is for "
        "each point in the sled at the end, or each card drafted or placed."
    )

    def plan(self) -> Plan:
        n = question_base.games_per_cell(self.setting, self.asked, 1, 0.7)
        reductions = tuple(
            Reduction(name, (0,)) for name in ("openings", "cards", "notable", "totals")
        )
        return Plan((Group((self.setting.cell,), reductions, n),))

    def strengths(self, ran: "GroupResult") -> list[Strength]:
        hands = cast("BlockSums", ran.part("openings", 0))
        counters = cast("BlockSums", ran.part("cards", 0))
        kinds: dict[str, list[str]] = {}
        for card in hands.rows:
            for kind in kinds_of(card):
                kinds.setdefault(kind, []).append(card)
        return [
            card_strengths.with_counting(
                cards.strength_by_names(hands, kind, names), counters, COUNTED.get(kind)
            )
            for kind, names in kinds.items()
        ]


# --- catch-up -------------------------------------------------------------------------------------
#
# What does the catch-up card do?

CATCH_UP_CLAUSES = {
    "Do catch-up cards change who wins": ("without.winner", "without.wins"),
    "what would a gap of five": ("five.winner", "five.days"),
    "nine fields do": ("nine.winner", "nine.days"),
}
NEVER = 99  # fields; no race is so far apart


def build_catch_up_question(setting: "Setting", asked: QuestionOptions) -> presets.CompareQuestion:
    arms = [{"catchup_gap": 5}, {"catchup_gap": 9}, {"catchup_gap": NEVER}]
    return compare_question(
        "catch-up",
        setting,
        asked,
        arms,
        ["wins", "race_days", "margin"],
        catch_up_findings,
        CATCH_UP_CLAUSES,
    )


# --- declare-early --------------------------------------------------------------------------------
#
# When are players ready, and what becomes of care?

DECLARE_EARLY_CLAUSES = {
    "When do players declare": ("first", "last"),
    "how many care cards do they collect": ("collected",),
    "use": ("used", "double"),
}
DECLARE_EARLY_COUNTERS = (
    *("first_declaration", "prep_days", "race_days", "declared_day", "care_collected"),
    *("care_used", "double_care_used", "catch_up"),
)


def build_declare_early_question(
    setting: "Setting", asked: QuestionOptions
) -> presets.CountQuestion:
    return count_question(
        "declare-early",
        setting,
        asked,
        DECLARE_EARLY_COUNTERS,
        declare_early_findings,
        DECLARE_EARLY_CLAUSES,
    )


# --- left-behind ----------------------------------------------------------------------------------
#
# How many last days should there be?

LEFT_BEHIND_CLAUSES = {
    "How often is somebody left behind": ("games", "players"),
    "what would two": ("two.racers", "two.days"),
    "four last days do": ("four.racers", "four.days"),
}


def build_left_behind_question(
    setting: "Setting", asked: QuestionOptions
) -> presets.CompareQuestion:
    arms = [{"last_days": 2}, {"last_days": 4}]
    measures = ["racers", "prep_days", "race_days"]
    return compare_question(
        "left-behind",
        setting,
        asked,
        arms,
        measures,
        left_behind_findings,
        LEFT_BEHIND_CLAUSES,
        ["counts"],
    )


# --- loose ----------------------------------------------------------------------------------------
#
# What does the module Husky on the loose do?

LOOSE_CLAUSES = {
    "What do loose huskies do to wins": ("wins", "winner"),
    "to fairness": ("fair",),
    "to racers": ("racers",),
    "to the length": ("prep_days", "race_days", "decisions"),
}
MEASURES = ("wins", "prep_days", "race_days", "racers", "decisions", "margin")


def build_loose_question(setting: "Setting", asked: QuestionOptions) -> presets.CompareQuestion:
    def build_statements(data: ComparisonResult) -> list[Statement]:
        return loose_findings(data, asked.minutes)

    return compare_question(
        "loose", setting, asked, [{"loose": True}], MEASURES, build_statements, LOOSE_CLAUSES
    )


# --- tie-break ------------------------------------------------------------------------------------
#
# Which tie-break decides?

TIE_BREAK_CLAUSES = {
    "How often do several finish on the same day": ("several",),
    "what decides": ("won_alone", "won_ready", "won_points", "won_final", "no_race"),
}
TIE_BREAK_COUNTERS = ("finishers", "won_alone", "won_ready", "won_points", "won_final")


def build_tie_break_question(setting: "Setting", asked: QuestionOptions) -> presets.CountQuestion:
    return count_question(
        "tie-break", setting, asked, TIE_BREAK_COUNTERS, tie_break_findings, TIE_BREAK_CLAUSES
    )


# --- unfinishable ---------------------------------------------------------------------------------
#
# How often does a sled lack a terrain?

UNFINISHABLE_CLAUSES = {
    "How often can a sled not finish at all": ("cannot", "games"),
    "what points do sleds have": ("snow", "ice", "powder"),
}
UNFINISHABLE_COUNTERS = ("cannot_finish", "stuck", "racers", "snow", "ice", "powder")


def build_unfinishable_question(
    setting: "Setting", asked: QuestionOptions
) -> presets.CountQuestion:
    return count_question(
        "unfinishable",
        setting,
        asked,
        UNFINISHABLE_COUNTERS,
        unfinishable_findings,
        UNFINISHABLE_CLAUSES,
    )


# --------------------------------------------------------------------------------------------------

QUESTIONS = (
    Definition(
        "cards",
        "Which cards of the opening hand help: huskies by terrain and points, or other cards?",
        build_cards_question,
        card_strengths.RESULTS,
        GAMES,
        other_names=("components",),
        clauses=CARDS_CLAUSES,
    ),
    Definition(
        "catch-up",
        "Do catch-up cards change who wins, and what would a gap of five or nine fields do?",
        build_catch_up_question,
        presets.COMPARED,
        GAMES,
        clauses=CATCH_UP_CLAUSES,
    ),
    Definition(
        "declare-early",
        "When do players declare, and how many care cards do they collect and use?",
        build_declare_early_question,
        presets.COUNTED,
        GAMES,
        clauses=DECLARE_EARLY_CLAUSES,
    ),
    Definition(
        "left-behind",
        "How often is somebody left behind, and what would two or four last days do?",
        build_left_behind_question,
        presets.COMPARED,
        GAMES,
        clauses=LEFT_BEHIND_CLAUSES,
    ),
    Definition(
        "loose",
        "What do loose huskies do to wins, to fairness, to racers and to the length?",
        build_loose_question,
        presets.COMPARED,
        GAMES,
        clauses=LOOSE_CLAUSES,
    ),
    Definition(
        "tie-break",
        "How often do several finish on the same day, and what decides?",
        build_tie_break_question,
        presets.COUNTED,
        GAMES,
        clauses=TIE_BREAK_CLAUSES,
    ),
    Definition(
        "unfinishable",
        "How often can a sled not finish at all, and what points do sleds have?",
        build_unfinishable_question,
        presets.COUNTED,
        GAMES,
        clauses=UNFINISHABLE_CLAUSES,
    ),
)
