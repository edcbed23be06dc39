"""The two ways a run can fail without a bug of ours, and how a message suggests a word.

A message says which setting, of what, must be what, got what; then the remedy. It is one sentence
for a person, so it never shows a traceback.
"""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from unicodedata import category

LONGEST = 1200  # characters of a sentence


class _OneLineError(Exception):
    """One line for a person, whatever the user's words contain: line ends and control characters
    are shown as escapes, and a very long text loses its middle."""

    def __init__(self, sentence: str) -> None:
        if len(sentence) > LONGEST:
            sentence = f"{sentence[: LONGEST // 2]} ... {sentence[-LONGEST // 2 :]}"
        super().__init__("".join(_visible(letter) for letter in sentence))


def _visible(letter: str) -> str:
    if category(letter) in ("Cc", "Cs", "Zl", "Zp"):
        return letter.encode("unicode_escape").decode("ascii")
    return letter


class UserError(_OneLineError, ValueError):
    """A user's mistake: the command line prints the sentence and exits with 2.

    The text is one sentence for a person, with the remedy.

    Parameters
    ----------
    sentence : str
        The sentence; control characters in it are shown as escapes.
    """


class RunError(_OneLineError):
    """A run that failed (a policy raised, the disk is full): the sentence, and exit code 1.

    The text is one sentence for a person, with the address of the game that failed.

    Parameters
    ----------
    sentence : str
        The sentence; control characters in it are shown as escapes.
    """


class RuleError(RunError):
    """A rule of a game file failed."""


class LineError(RuleError):
    """A rule failed in compiled code: only its line is known, and the game says more if it is
    played again by its Python text."""


def nearest_word(word: str, known: Iterable[str]) -> str | None:
    """The known word that a user most likely meant, if one is near."""
    by_key = {name.casefold(): name for name in known}
    found = get_close_matches(word.casefold(), by_key, n=1, cutoff=0.6)
    return by_key[found[0]] if found else None


FEW = 12  # a longer list of known words is only shown if none of them is near


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown word: the nearest known word, then all of them.

    "hike has no policy 'experd'" + "; did you mean expert? Known: expert, greedy, random."
    """
    names = list(known)
    meant = nearest_word(word, names)
    listed = f" Known: {', '.join(names)}." if names else " None is known."
    if not meant:
        return f".{listed}"
    return f"; did you mean {meant}?" + (listed if len(names) <= FEW else "")


def refuse_broken_text(text: str, what: str) -> None:
    """Names of files may have bytes that are no letters. We could not write them into an answer."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise UserError(
            f"{what} must be text in UTF-8; got {text!r}: give the file or folder another name."
        ) from None


def first_line(error: BaseException) -> str:
    """Somebody else's exception in one line: its type, and its text if it has any."""
    try:
        text = str(error.msg if isinstance(error, SyntaxError) else error)
    except BaseException:  # noqa: BLE001 - whatever a stranger's exception does when it is looked at
        text = ""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "").rstrip(".")
    name = type.__dict__["__name__"].__get__(type(error))  # no text of a stranger's class is run
    return f"{name}: {line}" if line else str(name)


def system_message(error: BaseException) -> str | None:
    """What the system said, in words; None if it was not the system that failed."""
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    # polars tells a full disk as "... IO error: No space left on device (os error 28)"
    told = re.search(r"(?:.*: )?(.+) \(os error \d+\)", str(error))
    if told is None and "transport error" in str(error):  # polars, if a footer finds no room
        return "there is no room for more"
    return told[1].lower() if told else None


def describe_read_error(error: BaseException) -> str:
    """Why a file cannot be read, in words."""
    if isinstance(error, UnicodeDecodeError):
        return "it is no text"
    return system_message(error) or first_line(error)
