"""What does one step up or down of a number of the rulebook do?"""

from typing import TYPE_CHECKING

from analyzer.questions.designer import QuestionOptions, _variants

if TYPE_CHECKING:
    from analyzer.request.setting import Setting

NAME = "rules"
LINE = "What does one step up or down of each rule of the rulebook do?"
OTHER_NAMES = ("variants", "changes")
GAMES = ()
CLAUSES = {"What does one step up or down of each rule of the rulebook do": ("*=*",)}
RESULTS = _variants.RESULTS


class RulesQuestion(_variants.VariantsQuestion):
    """Every rule that is no open reading."""

    readings = False


def build_question(setting: "Setting", asked: QuestionOptions) -> RulesQuestion:
    return RulesQuestion(NAME, setting, asked)
