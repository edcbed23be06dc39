"""If a seat or role is favoured: which is the smallest change of the rules that makes it fair?

`_fix_search` searches, and `_fix_answer` says what it found. This file decides how much is played.
"""

from typing import TYPE_CHECKING

from analyzer.questions.designer import QuestionOptions, _fix_answer, _fix_estimates, _fix_search
from analyzer.questions.shared import common, question_base
from analyzer.simulation.plan import Plan

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import GroupResult, Outcome

NAME = "mend"
LINE = "If a seat or role is favoured: which smallest rule change makes it fair?"
OTHER_NAMES = ("fix", "repair")
GAMES = ()
CLAUSES = {
    "If a seat or role is favoured": ("as it is",),
    "which smallest rule change makes it fair": ("*=*?",),
}
SECONDS = 60.0  # on two cores
PARTS = 10  # the most games of one table, of all games: see `_fix_search`

RESULTS = (question_base.DesignerResult, _fix_estimates.MendResult)


def build_question(setting: "Setting", asked: QuestionOptions) -> "FixQuestion":
    return FixQuestion(NAME, setting, asked)


class FixQuestion(question_base.DesignerQuestion):
    """Decide, search, confirm."""

    @property
    def games(self) -> int:
        """The most games of the rules as they are, and of each change that is confirmed."""
        if self.asked.n is not None or self.asked.precision is not None:
            return question_base.games_per_cell(self.setting, self.asked, 1)
        each = self.setting.game.microseconds * question_base.slowness(self.setting) * PARTS
        most = int(
            question_base.time_budget(self.asked, SECONDS) * question_base.CORES * 1e6 / each
        )
        return max(question_base.LEAST, min(question_base.MOST, most // 1000 * 1000))

    def search(self) -> _fix_search.Search:
        return _fix_search.Search(self.setting, self.games, self.asked.tolerance)

    def plan(self) -> Plan:
        group = _fix_search.next_group(self.search(), [])
        assert group is not None
        return Plan((group,))

    def next_round(self, outcome: "Outcome") -> Plan | None:
        group = _fix_search.next_group(self.search(), outcome.groups)
        return Plan((group,)) if group else None

    def is_decided(self, ran: "GroupResult", look: int) -> bool:  # noqa: ARG002 - it is known to `ran`
        n, tolerance = self.games, self.asked.tolerance
        if len(ran.group.cells) == 1:
            made = _fix_search.base_row(self.setting, ran, tolerance, n).claim
            return made is not None and not made.open
        return _fix_search.is_settled(self.setting, ran, tolerance, n)

    def progress_text(self, ran: "GroupResult") -> str:
        changes = len(ran.group.cells) - 1
        what = common.format_count(changes, "change") if changes else "the rules as they are"
        return f"{what} · {super().progress_text(ran)}"

    def has_result(self, outcome: "Outcome") -> bool:
        return outcome.groups[0].n > 0

    def build_content(self, outcome: "Outcome") -> question_base.AnswerContent:
        search = self.search()
        _fix_search.next_group(search, outcome.groups)
        return _fix_answer.FixAnswerBuilder(search).build_content()
