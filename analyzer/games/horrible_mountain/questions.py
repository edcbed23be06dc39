"""The questions of a designer that only horrible-mountain is asked.

Each part begins with the question in words. QUESTIONS at the end lists all of them.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from analyzer.estimates import cards
from analyzer.games.horrible_mountain.questions_wording import (
    KINDS,
    LINES,
    actions_findings,
    hand_limit_findings,
    hands_findings,
    run_outs_findings,
    tie_break_findings,
    variant_findings,
)
from analyzer.games.horrible_mountain.reducers.given_cubes import WORLDS
from analyzer.questions.designer import Definition, QuestionOptions
from analyzer.questions.shared import card_strengths, presets, question_base
from analyzer.questions.shared.counted_cards import CountedCards as CountedCards
from analyzer.questions.shared.presets import compare_question, count_question

if TYPE_CHECKING:
    from analyzer.estimates.cards import Strength
    from analyzer.request.setting import Setting
    from analyzer.simulation.block_sums import BlockSums
    from analyzer.simulation.run import GroupResult

GAMES = ("horrible-mountain",)

# --- actions --------------------------------------------------------------------------------------
#
# Which actions are used?

ACTIONS_CLAUSES = {
    "Which actions do good players use most": ("most",),
    "which least": ("least",),
}
ACTIONS_COUNTERS = (*KINDS, "limit_discards", "player_turns")


def build_actions_question(setting: "Setting", asked: QuestionOptions) -> presets.CountQuestion:
    return count_question(
        "actions", setting, asked, ACTIONS_COUNTERS, actions_findings, ACTIONS_CLAUSES
    )


# --- cards ----------------------------------------------------------------------------------------
#
# How strong is each rank of the first hand, and each Control Cube?

CARDS_CLAUSES = {
    "How strong is each rank of the first hand": ("2", "3", "4", "5", "6"),
    "each Control Cube": (
        "cube on a 2",
        "cube on a 3",
        "cube on a 4",
        "cube on a 5",
        "cube on a 6",
    ),
}
WALKED = 2000  # microseconds for the cubes of a playout
CUBE = "cube on a "


def build_cards_question(setting: "Setting", asked: QuestionOptions) -> "Pieces":
    return Pieces("cards", setting, asked)


class Pieces(CountedCards):
    """Ranks as they are dealt, and cubes that are given: both told by wins."""

    noun = "piece"
    wants = ("cards", "cubes", "notable")
    how = "a seat that has it"
    against = "another card in its place, or the cube in the pile"
    remark = (
        "Chance decides who is dealt a rank. A cube is given to a seat at the first turn, or lies "
        "in the pile, on the same luck; its rank is that of the card under its twin then."
    )

    def games(self) -> int:
        cost = 1 + WALKED // self.setting.game.microseconds
        return question_base.games_per_cell(self.setting, self.asked, cost)

    def strengths(self, ran: "GroupResult") -> "list[Strength]":
        ranks = [replace(one, points=None) for one in super().strengths(ran)]
        cubes, counters = (cast("BlockSums", ran.part(name, 0)) for name in ("cubes", "cards"))
        given = [
            cards.strength_by_pairs(cubes, rank, f"{CUBE}{rank}", WORLDS) for rank in cubes.rows
        ]
        return ranks + [card_strengths.with_counting(one, counters, "cubes") for one in given]


# --- hand-limit -----------------------------------------------------------------------------------
#
# What does the hand limit do?

HAND_LIMIT_CLAUSES = {
    "What would a hand limit of four": ("four.wins", "four.margin", "four.turns"),
    "six do": ("six.wins", "six.margin", "six.turns"),
}


def build_hand_limit_question(
    setting: "Setting", asked: QuestionOptions
) -> presets.CompareQuestion:
    arms = [{"hand_limit": 4}, {"hand_limit": 6}]
    return compare_question(
        "hand-limit",
        setting,
        asked,
        arms,
        ["wins", "player_turns", "margin"],
        hand_limit_findings,
        HAND_LIMIT_CLAUSES,
    )


# --- hands ----------------------------------------------------------------------------------------
#
# Are the values of hands balanced?

HANDS_CLAUSES = {
    "How often is each hand reached": LINES,
    "what do hands": ("hand_points",),
    "cubes bring": ("cube_points",),
}
HANDS_COUNTERS = (*(f"hand_{line}" for line in LINES), "hand_points", "cube_points")


def build_hands_question(setting: "Setting", asked: QuestionOptions) -> presets.CountQuestion:
    return count_question("hands", setting, asked, HANDS_COUNTERS, hands_findings, HANDS_CLAUSES)


# --- run-outs -------------------------------------------------------------------------------------
#
# How many run-outs should a game have?

RUN_OUTS_CLAUSES = {
    "What if the game ended after two": ("two.wins", "two.turns"),
    "four run-outs": ("four.wins", "four.turns"),
}


def build_run_outs_question(setting: "Setting", asked: QuestionOptions) -> presets.CompareQuestion:
    arms = [{"run_outs": 2}, {"run_outs": 4}]
    return compare_question(
        "run-outs",
        setting,
        asked,
        arms,
        ["wins", "player_turns"],
        run_outs_findings,
        RUN_OUTS_CLAUSES,
    )


# --- tie-break ------------------------------------------------------------------------------------
#
# What decides a game?

TIE_BREAK_CLAUSES = {
    "How often do tie-breaks decide": ("decided_points", "decided_hand", "decided_cubes"),
    "does everybody ever lose": ("everybody_loses",),
}
TIE_BREAK_COUNTERS = ("decided_points", "decided_hand", "decided_cubes", "everybody_loses")


def build_tie_break_question(setting: "Setting", asked: QuestionOptions) -> presets.CountQuestion:
    return count_question(
        "tie-break", setting, asked, TIE_BREAK_COUNTERS, tie_break_findings, TIE_BREAK_CLAUSES
    )


# --- variant --------------------------------------------------------------------------------------
#
# Whom does the optional variant help?

VARIANT_CLAUSES = {"Does the optional variant help one role": ("helps", "turns")}


def build_variant_question(setting: "Setting", asked: QuestionOptions) -> presets.CompareQuestion:
    measures = ["wins", "player_turns"]
    return compare_question(
        "variant", setting, asked, [{"variant": True}], measures, variant_findings, VARIANT_CLAUSES
    )


# --------------------------------------------------------------------------------------------------

QUESTIONS = (
    Definition(
        "actions",
        "Which actions do good players use most, and which least?",
        build_actions_question,
        presets.COUNTED,
        GAMES,
        clauses=ACTIONS_CLAUSES,
    ),
    Definition(
        "cards",
        "How strong is each rank of the first hand, and each Control Cube?",
        build_cards_question,
        card_strengths.RESULTS,
        GAMES,
        other_names=("components",),
        clauses=CARDS_CLAUSES,
    ),
    Definition(
        "hand-limit",
        "What would a hand limit of four or six do?",
        build_hand_limit_question,
        presets.COMPARED,
        GAMES,
        clauses=HAND_LIMIT_CLAUSES,
    ),
    Definition(
        "hands",
        "How often is each hand reached, and what do hands and cubes bring?",
        build_hands_question,
        presets.COUNTED,
        GAMES,
        clauses=HANDS_CLAUSES,
    ),
    Definition(
        "run-outs",
        "What if the game ended after two or four run-outs?",
        build_run_outs_question,
        presets.COMPARED,
        GAMES,
        clauses=RUN_OUTS_CLAUSES,
    ),
    Definition(
        "tie-break",
        "How often do tie-breaks decide, and does everybody ever lose?",
        build_tie_break_question,
        presets.COUNTED,
        GAMES,
        clauses=TIE_BREAK_CLAUSES,
    ),
    Definition(
        "variant",
        "Does the optional variant help one role?",
        build_variant_question,
        presets.COMPARED,
        GAMES,
        clauses=VARIANT_CLAUSES,
    ),
)
