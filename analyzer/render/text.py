"""Small words that several formats share: cleaning, shortening, durations, rates."""

import re
import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING

from analyzer.system.invocation import command_line

if TYPE_CHECKING:
    from analyzer.answer.blocks import Command

GLUE = "\ue000"  # a letter without meaning: clean() lets none through
_TOGETHER = re.compile(r"(?<=\d) (?=[–%±])|(?<=[–±]) (?=\d)")
_FOLDERS = r"""(?:\S*/|'(?:[^']|'"'"')*/)?"""  # as shlex.quote writes them, with a blank or a quote
_PROGRAM = re.compile(rf"{_FOLDERS}(?:analyze'?|python[^\s/']*'?(?: -\S+)* -m analyzer)(?= |$)")
COMMAND_AT_END = re.compile(rf"(?<=: ){_PROGRAM.pattern} (?!.*[.;] )\S.*(?<![.;])$")
_BLANK = {"\t", "\n", "\v", "\f", "\r", "\x85", "\u2028", "\u2029"}
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn")  # control, direction marks, surrogates, without meaning


def strip_controls(text: str) -> str:
    """One line without control characters, so that no name can control a terminal."""
    return "".join(map(_seen, text))


def _seen(letter: str) -> str:
    if letter in _BLANK:
        return " "
    return "\ufffd" if unicodedata.category(letter) in _UNSEEN else letter


def shorten(text: str, room: float, measure: Callable[[str], float] = len) -> str:
    """The text, or its beginning and end with an ellipsis between, if it needs more room."""
    if measure(text) <= room:
        return text
    for kept in range(len(text) - 1, 0, -1):
        end = (kept + 1) // 2  # the end tells more: of a path it is the name
        short = f"{text[: kept - end].rstrip()}…{text[len(text) - end :].lstrip()}"
        if measure(short) <= room:
            return short
    return "…"


def glue_numbers(text: str) -> str:
    """The text with glue instead of the spaces inside numbers: "0.8 – 1.0" is one word."""
    return _TOGETHER.sub(GLUE, text)


def format_duration(seconds: float) -> str:
    """A time in words: 0.4 s, 12 s, 3 min 5 s, 2 h 10 min."""
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def format_rate(games: float) -> str:
    """A rate in words: 476 k games/s."""
    for unit, factor in (("M ", 1e6), ("k ", 1e3)):
        if games >= factor:
            return f"{_three(games / factor)} {unit}games/s"
    return f"{_three(games)} games/s"


def _three(value: float) -> str:
    return f"{value:.0f}" if value >= 99.95 else f"{value:.3g}"


def command_parts(block: "Command") -> tuple[str, str]:
    """The words before a command, and its line for a shell, as the user calls the program."""
    return strip_controls(block.label), strip_controls(command_line(*block.argv))
