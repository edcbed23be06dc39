"""Which open reading of the rulebook matters?"""

from typing import TYPE_CHECKING

from analyzer.questions.designer import QuestionOptions, _variants

if TYPE_CHECKING:
    from analyzer.request.setting import Setting

NAME = "readings"
LINE = "Which open question of the rulebook matters: every reading against ours, on the same luck?"
OTHER_NAMES = ("ambiguities", "open-questions")
GAMES = ()
CLAUSES = {
    "Which open question of the rulebook matters": ("*=*",),
    "every reading against ours, on the same luck": ("*=*",),
}
RESULTS = _variants.RESULTS


class ReadingsQuestion(_variants.VariantsQuestion):
    """Every ambiguity switch."""

    readings = True


def build_question(setting: "Setting", asked: QuestionOptions) -> ReadingsQuestion:
    return ReadingsQuestion(NAME, setting, asked)
