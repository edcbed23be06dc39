"""The questions of a designer that only hide-n-seek is asked.

Each part begins with the question in words. QUESTIONS at the end lists all of them.
"""

from typing import TYPE_CHECKING, cast

from analyzer.estimates import cards
from analyzer.estimates.cards import Strength
from analyzer.games.hide_n_seek.questions_wording import (
    KINDS,
    SYMBOLS,
    bottleneck_findings,
    dice_lost_findings,
    hand_limit_findings,
    hinder_findings,
    symbols_findings,
    trunks_findings,
)
from analyzer.questions.designer import Definition, QuestionOptions
from analyzer.questions.shared import card_strengths, presets, question_base
from analyzer.questions.shared.presets import compare_question, count_question
from analyzer.simulation.plan import Group, Plan, Reduction

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.block_sums import BlockSums
    from analyzer.simulation.run import GroupResult

GAMES = ("hide-n-seek",)

WORTH_COST = 30  # a playout with its gifts takes as long as this many

# --- bottleneck -----------------------------------------------------------------------------------
#
# Where do the actions go?

BOTTLENECK_CLAUSES = {
    "What part of actions are rolls": ("rolls",),
    "how many are in vain": ("barren", "won"),
    "would one more die help": ("die.rounds",),
}


def build_bottleneck_question(
    setting: "Setting", asked: QuestionOptions
) -> presets.CompareQuestion:
    arms = [{"dice_per_player": setting.rules.dice_per_player + 1}]
    return compare_question(
        "bottleneck",
        setting,
        asked,
        arms,
        ["rounds"],
        bottleneck_findings,
        BOTTLENECK_CLAUSES,
        ["counts"],
    )


# --- cards ----------------------------------------------------------------------------------------
#
# How strong is each symbol: a card given before the first turn, against another one?

CARDS_CLAUSES = {
    "How strong is each symbol": ("HOLE", "MOVE4", "OVERTRUNK", "BACK"),
    "a card given at the start": ("HOLE",),
    "what would counting say": ("counting.HOLE",),
}
CARDS_COST = 30  # a playout with its gifts takes as long as this many


def build_cards_question(setting: "Setting", asked: QuestionOptions) -> "Cards":
    return Cards("cards", setting, asked)


class Cards(card_strengths.CardQuestion):
    """Nothing is dealt in this game, so one card is given."""

    noun = "symbol"
    how = "a seat that is given a card with it before the first turn"
    against = "a card without it"
    remark = (
        "Cards are won by play, and who wins them is ahead already. So each seat in turn is given "
        "a card of the deck, chosen by chance; counting is for each card played for the symbol."
    )

    def plan(self) -> Plan:
        n = question_base.games_per_cell(self.setting, self.asked, CARDS_COST)
        reductions = tuple(
            Reduction(name, (0,)) for name in ("gifts", "cards", "notable", "totals")
        )
        return Plan((Group((self.setting.cell,), reductions, n),))

    def strengths(self, ran: "GroupResult") -> list[Strength]:
        gifts = cast("BlockSums", ran.part("gifts", 0))
        counters = cast("BlockSums", ran.part("cards", 0))
        symbols: dict[str, list[str]] = {}
        for card in gifts.rows:  # such as "35 MOVE4/HOLE"
            for symbol in dict.fromkeys(card.partition(" ")[2].split("/")):
                symbols.setdefault(symbol, []).append(card)
        return [
            card_strengths.with_counting(
                cards.strength_by_names(gifts, symbol, names), counters, _cards_played(symbol)
            )
            for symbol, names in symbols.items()
        ]


def _cards_played(symbol: str) -> str:
    """The counter of cards played for it: all steps are one."""
    return "played_move" if symbol.startswith("MOVE") else f"played_{symbol.lower()}"


# --- dice-lost ------------------------------------------------------------------------------------
#
# What becomes of dice on cards?

DICE_LOST_CLAUSES = {"How often are dice on cards lost to another player": ("home", "own", "dice")}
DICE_LOST_COUNTERS = ("dice_laid", "dice_sent_home", "dice_taken_off", "cards_won", "rolls")


def build_dice_lost_question(setting: "Setting", asked: QuestionOptions) -> presets.CountQuestion:
    return count_question(
        "dice-lost", setting, asked, DICE_LOST_COUNTERS, dice_lost_findings, DICE_LOST_CLAUSES
    )


# --- hand-limit -----------------------------------------------------------------------------------
#
# What does the hand limit do?

HAND_LIMIT_CLAUSES = {
    "Is the hand limit ever binding": ("games", "cards"),
    "what would four do": ("four.rounds", "four.winner"),
}


def build_hand_limit_question(
    setting: "Setting", asked: QuestionOptions
) -> presets.CompareQuestion:
    arms = [{"hand_limit": 4}, {"hand_limit": 5}]
    return compare_question(
        "hand-limit",
        setting,
        asked,
        arms,
        ["rounds"],
        hand_limit_findings,
        HAND_LIMIT_CLAUSES,
        ["counts"],
    )


# --- hinder ---------------------------------------------------------------------------------------
#
# How much do pawns hinder each other?

HINDER_CLAUSES = {
    "How often is a pawn thrown back": ("pawns", "each"),
    "do other readings of that change the length": ("chain.rounds", "start.rounds"),
}


def build_hinder_question(setting: "Setting", asked: QuestionOptions) -> presets.CompareQuestion:
    arms: list[dict[str, object]] = [{"back2_chain": "jump"}, {"back_over_start": True}]
    return compare_question(
        "hinder",
        setting,
        asked,
        arms,
        ["rounds", "wins"],
        hinder_findings,
        HINDER_CLAUSES,
        ["counts"],
    )


# --- symbols --------------------------------------------------------------------------------------
#
# Which symbols are used, and which are worth less than another card?

SYMBOLS_CLAUSES = {
    "Which symbols are used most": ("most",),
    "least": ("least",),
    "which are dead weight": ("dead", *(f"worth.{symbol}" for symbol in SYMBOLS)),
}


def build_symbols_question(setting: "Setting", asked: QuestionOptions) -> presets.CountQuestion:
    return count_question(
        "symbols",
        setting,
        asked,
        tuple(KINDS),
        symbols_findings,
        SYMBOLS_CLAUSES,
        ["gifts"],
        WORTH_COST,
    )


# --- trunks ---------------------------------------------------------------------------------------
#
# Are trunks worth a card?

TRUNKS_CLAUSES = {
    "How often do trunks slow seekers": ("over", "played"),
    "are trunks worth a card": ("worth",),
}
TRUNKS_COUNTERS = (
    *("played_trunk", "played_overtrunk", "trunks_placed", "trunks_moved", "played_back"),
    *("played_back2", "pawns_sent_back"),
)


def build_trunks_question(setting: "Setting", asked: QuestionOptions) -> presets.CountQuestion:
    return count_question(
        "trunks",
        setting,
        asked,
        TRUNKS_COUNTERS,
        trunks_findings,
        TRUNKS_CLAUSES,
        ["gifts"],
        WORTH_COST,
    )


# --------------------------------------------------------------------------------------------------

QUESTIONS = (
    Definition(
        "bottleneck",
        "What part of actions are rolls, how many are in vain, and would one more die help?",
        build_bottleneck_question,
        presets.COMPARED,
        GAMES,
        clauses=BOTTLENECK_CLAUSES,
    ),
    Definition(
        "cards",
        "How strong is each symbol: a card given at the start, and what would counting say?",
        build_cards_question,
        card_strengths.RESULTS,
        GAMES,
        other_names=("components",),
        clauses=CARDS_CLAUSES,
    ),
    Definition(
        "dice-lost",
        "How often are dice on cards lost to another player?",
        build_dice_lost_question,
        presets.COUNTED,
        GAMES,
        clauses=DICE_LOST_CLAUSES,
    ),
    Definition(
        "hand-limit",
        "Is the hand limit ever binding, and what would four do?",
        build_hand_limit_question,
        presets.COMPARED,
        GAMES,
        clauses=HAND_LIMIT_CLAUSES,
    ),
    Definition(
        "hinder",
        "How often is a pawn thrown back, and do other readings of that change the length?",
        build_hinder_question,
        presets.COMPARED,
        GAMES,
        clauses=HINDER_CLAUSES,
    ),
    Definition(
        "symbols",
        "Which symbols are used most and least, and which are dead weight?",
        build_symbols_question,
        presets.COUNTED,
        GAMES,
        clauses=SYMBOLS_CLAUSES,
    ),
    Definition(
        "trunks",
        "How often do trunks slow seekers, and are trunks worth a card?",
        build_trunks_question,
        presets.COUNTED,
        GAMES,
        clauses=TRUNKS_CLAUSES,
    ),
)
