"""Which test shows what of which question: by hand, and on a game whose answers are known.

`tests/questions/test_every_question_has_cases.py` holds that every question has both.
"""

from collections.abc import Callable
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[..., None])

BY_HAND: dict[str, set[str]] = {}  # question -> tests
TOY: dict[str, set[str]] = {}


def by_hand(*questions: str) -> Callable[[Test], Test]:
    """This test compares what is told of made-up numbers with what was computed by hand.

    A question is named like "simulate", "ask cards", or "ask hike bonus" if one game has it.
    """
    return _mark(BY_HAND, questions)


def on_toy(*questions: str) -> Callable[[Test], Test]:
    """This test asks a game whose answer is known by mathematics."""
    return _mark(TOY, questions)


def _mark(where: dict[str, set[str]], questions: tuple[str, ...]) -> Callable[[Test], Test]:
    def note(test: Test) -> Test:
        for question in questions:
            where.setdefault(question, set()).add(f"{test.__module__}.{test.__name__}")
        return test

    return note
