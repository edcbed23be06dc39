"""Which verdicts of a page stronger players have had a say in: its last note."""

from analyzer.answer.blocks import Answer
from analyzer.estimates.phrases import Phrase, claim_sentence
from analyzer.questions.designer.length import LengthResult

_AGAIN = "Who wins and how long a game is were asked again with players who think ahead"
_OTHERS = "All other verdicts on this page hold for players who do not adapt."
ASKED = Phrase(
    shown=f"{_AGAIN}: {{who}} then wins {{size}}. {_OTHERS}",
    refuted=f"{_AGAIN}: no win share changes by more than {{tolerance}}. {_OTHERS}",
    open=f"{_AGAIN}: whether a win share changes is not known. {_OTHERS}",
    barred=f"{_AGAIN}: too many of their games are unfinished. {_OTHERS}",
)
NOT_ASKED = (
    "Stronger players were not found in the time that there was, so they were not asked. "
    "All verdicts on this page hold for players who do not adapt."
)


def asked_again(length: Answer) -> str:
    """The note; `length` is the answer about the length of games, which asks stronger players."""
    told = length.result(LengthResult).again
    return NOT_ASKED if told is None else claim_sentence(ASKED, told)
