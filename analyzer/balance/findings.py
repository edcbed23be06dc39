"""What an answer is: an estimate, its interval, the count behind it and a verdict in words."""

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["FAIR", "UNFAIR", "UNDECIDED", ""]


@dataclass(frozen=True)
class Finding:
    """The answer to one question."""

    question: str
    estimate: float
    low: float
    high: float
    n: int  # playouts behind the estimate
    verdict: Verdict  # "" where the question asks for a number only
    sentence: str
    more: int | None = None  # playouts that would about decide it; None if decided or hopeless
