"""The standard streams, whatever the caller has done to them: closed, or without our letters."""

import codecs
import logging
import os
import sys

import typer

# What a stream that knows only ASCII, or Latin letters, gets instead.
PLAIN = {
    "·": "-", "–": "-", "—": "-", "−": "-", "±": "+/-", "×": "x", "…": "...", "’": "'",
    "“": '"', "”": '"', "→": "->", "≥": ">=", "≤": "<=", "½": "1/2", "\xa0": " ",
    "█": "#", "│": "|", "┊": ":", "━": "-", "●": "o",
}  # fmt: skip
HANDLER = "analyzer.system.json_types"


def prepare_streams() -> None:
    """Make sure that there is something to print to, and that no letter can stop us."""
    _open_closed()
    codecs.register_error(HANDLER, _in_plain_letters)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=HANDLER)
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it complains where HOME is missing


def _open_closed() -> None:
    """A stream that the caller closed (`>&-`) prints into nothing.

    Without this, the next file that is opened would get its number, and we would print into that
    file.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def _in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(_plain(letter) for letter in text), error.end


def _plain(letter: str) -> str:
    return PLAIN.get(letter) or letter.encode("ascii", "backslashreplace").decode()


def encodable_json(stream: object, text: str) -> str:
    """JSON that a stream can print: unknown letters are escaped, so none changes."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(letter if letter.isascii() else _escaped(letter) for letter in text)
    return text


def _escaped(letter: str) -> str:
    """As JSON writes a letter in ASCII: outside of the first plane, by two halves."""
    data = letter.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{data[at : at + 4]}" for at in range(0, len(data), 4))


def print_line(text: str, err: bool = False) -> None:
    """A line that may hold names of files and folders; none of them controls the terminal."""
    from analyzer.render.text import strip_controls

    typer.echo(strip_controls(text), err=err)
