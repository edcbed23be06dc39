"""The questions of a designer that only hike is asked.

Each part begins with the question in words. QUESTIONS at the end lists all of them.
"""

from typing import TYPE_CHECKING

from analyzer.games.hike.questions_wording import (
    dealer_findings,
    drought_findings,
    litter_findings,
    worm_findings,
)
from analyzer.questions.designer import Definition, QuestionOptions
from analyzer.questions.shared import presets, statements
from analyzer.questions.shared.presets import ComparisonResult, compare_question
from analyzer.questions.shared.statements import Statement
from analyzer.questions.shared.verdict_changes import verdict_statements

if TYPE_CHECKING:
    from analyzer.request.setting import Setting

GAMES = ("hike",)

# --- bonus ----------------------------------------------------------------------------------------
#
# How much of all points is the bonus, and what would another one do?

BONUS_CLAUSES = {
    "What part of all points is the bonus": ("bonus", "pot", "trees", "worm", "empty"),
    "what would no bonus": ("none.hands", "none.margin"),
    "twice as much change": ("twice.hands", "twice.margin"),
}


def build_bonus_question(setting: "Setting", asked: QuestionOptions) -> presets.CompareQuestion:
    arms = [{"bonus": 0}, {"bonus": 2 * setting.rules.bonus}]
    tree = setting.rules.tree_points

    def build_statements(data: ComparisonResult) -> list[Statement]:
        return [*_bonus_parts(data, tree), *_bonus_changes(data)]

    return compare_question(
        "bonus",
        setting,
        asked,
        arms,
        ["hands", "margin"],
        build_statements,
        BONUS_CLAUSES,
        ["counts"],
    )


def _bonus_parts(data: ComparisonResult, tree: int) -> list[Statement]:
    counted = data.counters()
    parts = {n: counted.part([n], ["seats.score"]) for n in ("bonus", "pot", "trees", "worm")}
    parts["trees"] = type(parts["trees"])(*(tree * end for end in parts["trees"]))
    words = {name: statements.format_part(found) for name, found in parts.items()}
    sentence = (
        f"The bonus is {words['bonus']} of all points; the pot is {words['pot']}, Trees are "
        f"{words['trees']}, and The Worm is {words['worm']}."
    )
    return [
        statements.share_statement("bonus", parts["bonus"], sentence, "bonus"),
        statements.share_statement("pot", parts["pot"], label="pot"),
        statements.share_statement("trees", parts["trees"], label="Trees"),
        statements.share_statement("worm", parts["worm"], label="The Worm"),
        statements.amount_statement(
            "empty",
            counted.part(["empty_hands"], ["hands"]),
            "In a hand of the game {amount} players get rid of all their cards.",
        ),
    ]


def _bonus_changes(data: ComparisonResult) -> list[Statement]:
    return [
        statements.effect_statement("none.hands", "Without a bonus", data.effect(1, "hands")),
        statements.effect_statement("none.margin", "Without a bonus", data.effect(1, "margin")),
        statements.effect_statement("twice.hands", "With twice the bonus", data.effect(2, "hands")),
        statements.effect_statement(
            "twice.margin", "With twice the bonus", data.effect(2, "margin")
        ),
    ]


# --- dealer ---------------------------------------------------------------------------------------
#
# What if the deal did not move on?

DEALER_CLAUSES = {"Does the moving deal keep seats fair": ("fair.1", "fair.2", "fixed", "winner")}


def build_dealer_question(setting: "Setting", asked: QuestionOptions) -> presets.CompareQuestion:
    arms = [{"dealer": "fixed"}, {"dealer": "winner"}]
    return compare_question(
        "dealer", setting, asked, arms, ["wins"], dealer_findings, DEALER_CLAUSES
    )


# --- drought --------------------------------------------------------------------------------------
#
# What does the card Drought do?

DROUGHT_CLAUSES = {
    "How many players does Drought put out": ("out", "played"),
    "what does it do to the game": ("hands", "margin", "wins", "winner"),
}


def build_drought_question(setting: "Setting", asked: QuestionOptions) -> presets.CompareQuestion:
    measures = ["hands", "margin", "wins"]
    return compare_question(
        "drought",
        setting,
        asked,
        [{"drought": 0}],
        measures,
        drought_findings,
        DROUGHT_CLAUSES,
        ["counts"],
    )


# --- litter ---------------------------------------------------------------------------------------
#
# What does the card Litter do?

LITTER_CLAUSES = {
    "How much does Litter cost": ("cost", "stuck"),
    "what would the game be without it": ("hands", "margin", "winner"),
}


def build_litter_question(setting: "Setting", asked: QuestionOptions) -> presets.CompareQuestion:
    wants = ["counts", "cards"]
    measures = ["hands", "margin"]
    return compare_question(
        "litter",
        setting,
        asked,
        [{"litter": 0}],
        measures,
        litter_findings,
        LITTER_CLAUSES,
        wants,
        beside=1,
    )


# --- targets --------------------------------------------------------------------------------------
#
# What does the target do to the length of a game?

TARGETS_CLAUSES = {
    "How much does another target shorten": ("lower.hands",),
    "lengthen a game": ("higher.hands",),
    "do seats stay fair": ("fair.1", "fair.2"),
}
STEP = 10  # points


def build_targets_question(setting: "Setting", asked: QuestionOptions) -> presets.CompareQuestion:
    now = setting.rules.target
    lower, higher = max(1, now - STEP), now + STEP

    def build_statements(data: ComparisonResult) -> list[Statement]:
        names = f"with a target of {lower}", f"with a target of {higher}"
        return [
            statements.effect_statement(
                "lower.hands", f"With a target of {lower}", data.effect(1, "hands")
            ),
            statements.effect_statement(
                "higher.hands", f"With a target of {higher}", data.effect(2, "hands")
            ),
            *verdict_statements(data, "fair", f"with {now}", *names),
        ]

    arms = [{"target": lower}, {"target": higher}]
    return compare_question(
        "targets", setting, asked, arms, ["hands", "wins"], build_statements, TARGETS_CLAUSES
    )


# --- worm -----------------------------------------------------------------------------------------
#
# What does The Worm do?

WORM_CLAUSES = {
    "What does The Worm do": ("points", "hands", "margin", "winner"),
    "does it matter that it may be forgotten": ("forgotten.hands", "forgotten.winner"),
}


def build_worm_question(setting: "Setting", asked: QuestionOptions) -> presets.CompareQuestion:
    arms: list[dict[str, object]] = [{"worm": 0}, {"worm_capture": "forget:0.2"}]
    return compare_question(
        "worm", setting, asked, arms, ["hands", "margin"], worm_findings, WORM_CLAUSES, ["counts"]
    )


# --------------------------------------------------------------------------------------------------

QUESTIONS = (
    Definition(
        "bonus",
        "What part of all points is the bonus, and what would no bonus or twice as much change?",
        build_bonus_question,
        presets.COMPARED,
        GAMES,
        clauses=BONUS_CLAUSES,
    ),
    Definition(
        "dealer",
        "Does the moving deal keep seats fair?",
        build_dealer_question,
        presets.COMPARED,
        GAMES,
        clauses=DEALER_CLAUSES,
    ),
    Definition(
        "drought",
        "How many players does Drought put out, and what does it do to the game?",
        build_drought_question,
        presets.COMPARED,
        GAMES,
        clauses=DROUGHT_CLAUSES,
    ),
    Definition(
        "litter",
        "How much does Litter cost, and what would the game be without it?",
        build_litter_question,
        presets.COMPARED,
        GAMES,
        clauses=LITTER_CLAUSES,
    ),
    Definition(
        "targets",
        "How much does another target shorten or lengthen a game, and do seats stay fair?",
        build_targets_question,
        presets.COMPARED,
        GAMES,
        clauses=TARGETS_CLAUSES,
    ),
    Definition(
        "worm",
        "What does The Worm do, and does it matter that it may be forgotten?",
        build_worm_question,
        presets.COMPARED,
        GAMES,
        clauses=WORM_CLAUSES,
    ),
)
