"""The points of a sweep in the user's words: `target=20..50:5`, `dealer=left,fixed`, `3..8`."""

import re
from collections.abc import Sequence

from analyzer.errors import UserError
from analyzer.request.parse import parse_value

MOST = 1000  # points of one range
_MEANT = re.compile(r"[^/\\]*\.\.[^/\\]*")  # dots as of a range, and no folder above
_RANGE = re.compile(r"(?P<low>-?\d{1,12})\.\.(?P<high>-?\d{1,12})(:(?P<step>\d{1,12}))?", re.ASCII)


def parse_range(text: str, option: str) -> list[object]:
    """A range, or values with commas between."""
    found: list[object] = []
    for part in text.split(","):
        word = part.strip()
        if not word:
            raise UserError(f"{option} must be values such as 20..50:5 or 1,2,4; got {text!r}.")
        match = _RANGE.fullmatch(word)
        if not match and _MEANT.fullmatch(word):
            raise UserError(
                f"{option} has {word!r}, which is not a range; write low..high or low..high:step, "
                "in whole numbers."
            )
        found += _range(match, word, option) if match else [parse_value(word)]
    if len(set(map(repr, found))) < len(found):
        raise UserError(f"{option} names a value twice: {text!r}; keep one.")
    return found


def _range(match: re.Match[str], word: str, option: str) -> list[object]:
    low, high, step = int(match["low"]), int(match["high"]), int(match["step"] or 1)
    if step == 0 or low > high:
        raise UserError(f"{option} has a range without points: {word!r}; write low..high:step.")
    count = (high - low) // step + 1
    if count > MOST:
        raise UserError(f"{option} has {count:,} points; a range may have {MOST:,} at most.")
    return list(range(low, high + 1, step))


def parse_rule_ranges(pairs: Sequence[str]) -> dict[str, list[object]]:
    """The --rule options of a sweep: a name and its values."""
    found: dict[str, list[object]] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        name = name.strip()
        if not (name and equals and text.strip()):
            raise UserError(f"Option --rule must be written name=values; got {pair!r}.")
        if name in found:
            raise UserError(f"Rule {name!r} is given twice; keep one --rule {name}=...")
        found[name] = parse_range(text, f"--rule {name}")
    return found
