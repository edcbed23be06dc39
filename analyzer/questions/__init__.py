"""One question per file: it declares the cells it needs, and makes an answer of their numbers."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from analyzer.answer.blocks import Answer
    from analyzer.simulation.plan import Plan
    from analyzer.simulation.run import GroupResult, Outcome


class Question(Protocol):
    """What the command line, Python and a report need of a question."""

    @property
    def command(self) -> str:
        """Asks it again."""

    def plan(self) -> "Plan":
        """The cells to play, and what to reduce."""

    def is_decided(self, ran: "GroupResult", look: int) -> bool:
        """At a planned look: is it decided?"""

    def next_round(self, outcome: "Outcome") -> "Plan | None":
        """What to play next, after seeing what was played; None: nothing."""

    def progress_text(self, ran: "GroupResult") -> str:
        """A few words for the progress bar: the estimate, the distance to a decision."""

    def has_result(self, outcome: "Outcome") -> bool:
        """Is there enough for an answer, if somebody stopped the run?"""

    def answer(self, outcome: "Outcome") -> "Answer":
        """What the numbers say."""
