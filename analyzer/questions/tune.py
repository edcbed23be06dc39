"""`tune`: is there a better setting of a policy's parameters, and by how much is it better?

`_tune_space` says what may be tried, `_tune_search` what is played, `_tune_wording` what it found.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from analyzer.errors import UserError
from analyzer.questions._tune_estimates import TuneResult
from analyzer.questions._tune_search import Course, Search, fewest_games
from analyzer.questions._tune_space import Space, make_space
from analyzer.questions._tune_wording import AnswerBuilder
from analyzer.questions.shared import common, question_base
from analyzer.simulation.plan import Group, Plan
from analyzer.system.faces import option_subject

if TYPE_CHECKING:
    from analyzer.answer.blocks import Answer
    from analyzer.request.request import Request
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import GroupResult, Outcome

__all__ = ["KIND", "RESULTS", "Tune", "make_space"]

KIND = "tune"
RESULTS = (TuneResult,)
SECONDS = 60.0  # on two cores
MOST = 1_000_000  # games, if nobody says how many


@dataclass
class _UnderWay:
    """A search that waits for the games of the group it has asked for."""

    search: Search
    course: Course
    wanted: Group
    fed: int = 0  # groups that it has taken


@dataclass(frozen=True)
class Tune:
    """Search, then confirm."""

    setting: "Setting"  # the incumbent at every seat
    space: Space
    n: int | None  # games in all
    seconds: float | None
    tolerance: float
    request: "Request | None" = None  # that asks it
    _live: list[_UnderWay] = field(default_factory=list, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.setting.players < 2:
            raise UserError(
                "tune seats one player among others, so it needs a table of two or more; "
                f"{self.setting.game.name} has {self.setting.players} here."
            )
        least = fewest_games(self.space, self.setting.players)
        if self.n is not None and self.n < least:
            raise UserError(
                f"{option_subject('n')} must be at least {least:,} for so many settings at "
                f"{self.setting.players} seats; got {self.n:,}."
            )

    @property
    def command(self) -> str:
        return common.command_of(self.request)

    @property
    def games(self) -> int:
        """Games in all: what the user says, or as many as fit into the time."""
        if self.n is not None:
            return self.n
        each = self.setting.game.microseconds * question_base.slowness(self.setting)
        seconds = SECONDS if self.seconds is None else self.seconds
        most = question_base.round_down(max(1.0, seconds * question_base.CORES * 1e6 / each))
        return max(fewest_games(self.space, self.setting.players), min(MOST, most))

    def _begin(self) -> _UnderWay:
        search = Search(self.setting, self.space, self.games, self.tolerance)
        course = search.course()
        return _UnderWay(search, course, next(course))

    def plan(self) -> Plan:
        self._live[:] = [self._begin()]
        return Plan((self._live[0].wanted,))

    def next_round(self, outcome: "Outcome") -> Plan | None:
        """The search goes on where it waits; it begins again if these are other games."""
        if not self._live or self._live[0].fed != len(outcome.groups) - 1:
            self._live[:] = [self._begin()]
        live = self._live[0]
        wanted = _feed(live, outcome.groups[live.fed :])
        return Plan((wanted,)) if wanted else None

    def is_decided(self, ran: "GroupResult", look: int) -> bool:  # noqa: ARG002 - it is known to `ran`
        return self._live[0].search.is_settled(ran)

    def progress_text(self, ran: "GroupResult") -> str:
        many = len(ran.group.cells) // self.setting.players
        what = "confirmation" if ran.group.looks else common.format_count(many, "setting")
        return f"{what} · {ran.n:,} of {ran.group.n:,} deals each"

    def has_result(self, outcome: "Outcome") -> bool:
        return outcome.groups[0].n > 0

    def answer(self, outcome: "Outcome") -> "Answer":
        told = self._begin()
        _feed(told, outcome.groups)
        return AnswerBuilder(self, told.search, outcome).answer()


def _feed(under_way: _UnderWay, groups: "list[GroupResult]") -> Group | None:
    """What the search asks for after these games; None: nothing more."""
    for ran in groups:
        if not ran.n:  # it was stopped here
            break
        under_way.fed += 1
        try:
            under_way.wanted = under_way.course.send(ran)
        except StopIteration:
            return None
    return under_way.wanted
