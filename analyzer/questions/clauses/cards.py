"""`cards.most`: how much a card may change the wins of whoever is dealt it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from analyzer.errors import UserError
from analyzer.questions import designer
from analyzer.questions.clauses import ClauseKind, ContractClause, Played
from analyzer.questions.designer import QuestionOptions
from analyzer.questions.shared.card_strengths import CardQuestion
from analyzer.questions.shared.counted_cards import CountedCards
from analyzer.simulation.plan import Reduction
from analyzer.simulation.reducers.cards import card_kinds
from analyzer.stats import Interval

if TYPE_CHECKING:
    from analyzer.request.setting import Setting
    from analyzer.simulation.run import GroupResult

NAME = "cards"
MANY = 40  # cards, where only the games played tell how many there are


def _question(setting: "Setting") -> CardQuestion:
    found = designer.build_question(setting, NAME, QuestionOptions(n=designer.FEWEST))
    return cast("CardQuestion", found)


def _played(setting: "Setting", _clause: ContractClause) -> Played:
    """What the question about cards plays, with totals to see whether games end."""
    (group, *_) = _question(setting).plan().groups
    totals = tuple(Reduction("totals", (place,)) for place in range(len(group.cells)))
    return Played(group.cells, tuple(dict.fromkeys((*totals, *group.reductions))))


def _strengths(
    setting: "Setting", clause: ContractClause, ran: "GroupResult", level: float
) -> Mapping[str, Interval]:
    question = _question(setting)
    found = question.strengths(ran)
    each = 1 - (1 - level) * min(1.0, _most_cards(setting, clause) / max(1, len(found)))
    return {question.label(one.name): one.at(each).wins for one in found}


def _most_cards(setting: "Setting", _clause: ContractClause) -> int:
    """How many cards share the level; known before a game is played."""
    question = _question(setting)
    if isinstance(question, CountedCards):
        return len(card_kinds(question.layout))
    return len(setting.game.dealt_cards) or MANY


def _check(setting: "Setting", clause: ContractClause) -> None:
    question = _question(setting)
    groups = question.plan().groups if isinstance(question, CardQuestion) else ()
    if not groups:
        raise UserError(
            f"The clause {clause.key} needs cards that are dealt, and {setting.game.name} counts "
            "none."
        )


CLAUSE = ClauseKind(
    key="cards.most",
    sentence="No card changes the wins of whoever is dealt it by more than {high}.",
    unit="pp",
    shape="within",
    example="cards.most = 6.0",
    names=None,
    played=_played,
    members=_strengths,
    size=_most_cards,
    check=_check,
    compares=True,
)
