"""How strong is each card: dealt against not dealt, beside what counting would say?"""

from typing import TYPE_CHECKING

from analyzer.questions.designer import QuestionOptions
from analyzer.questions.shared import card_strengths
from analyzer.questions.shared.counted_cards import CountedCards
from analyzer.questions.shared.dealt_cards import Dealt

if TYPE_CHECKING:
    from analyzer.request.setting import Setting

NAME = "cards"
OTHER_NAMES = ("components", "card-strength")
LINE = "How strong is each card or piece: dealt against not dealt, and what would counting say?"
GAMES = ()
CLAUSES = {
    "How strong is each card or piece": ("[!.]*",),
    "dealt against not dealt": ("[!.]*",),
    "what would counting say": ("counting.*?",),
}
RESULTS = card_strengths.RESULTS


def build_question(setting: "Setting", asked: QuestionOptions) -> card_strengths.CardQuestion:
    kind = Dealt if setting.game.dealt_cards else CountedCards
    return kind(NAME, setting, asked)
