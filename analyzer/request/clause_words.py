"""Clauses of a contract as plain data: from text on a command line, from Python, from a file.

On a command line a clause is a text of words: 'skill.share=0.3..0.8 of=expert among=greedy'. What
its key means, and whether its limit has the right shape, is checked when its table is known.
"""

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from analyzer.errors import UserError, did_you_mean
from analyzer.request.kinds import Plain, check_list, format_number, got
from analyzer.request.parse import text_to_number
from analyzer.request.setting_kinds import Sizes
from analyzer.system.values import short_repr

LEVELS = ("error", "warn")
WORDS = ("limit", "level", "players", "of", "among")  # what a clause may say beside its key
LARGEST = 10**12  # limit
KEY = re.compile(r"[a-z_]+\.[\w-]+")


@dataclass(frozen=True)
class Clauses:
    """What must hold: each clause with its limit."""

    @property
    def repeats(self) -> bool:
        return True

    @property
    def allowed(self) -> str:
        return "a key with its limit, such as seats.within=1.0"

    def read(self, value: object, name: str) -> Plain:
        if isinstance(value, Mapping) and "key" not in value:
            value = [{"key": key, **_as_words(limit)} for key, limit in value.items()]
        elif isinstance(value, str | Mapping):
            value = [value]
        found = [self._clause(one, name) for one in check_list(value, name, "clauses")]
        return list(found)

    def _clause(self, value: object, name: str) -> dict[str, Plain]:
        if isinstance(value, str):
            value = _typed(value, name)
        if not isinstance(value, Mapping):
            raise UserError(f"{name} must be {self.allowed}; got {short_repr(value)}.")
        key = value.get("key")
        if not isinstance(key, str) or not KEY.fullmatch(key):
            raise UserError(f"{name} must be {self.allowed}; got {short_repr(key)}.")
        return {"key": key, **read_clause_words(key, value)}

    def to_words(self, value: Plain) -> list[str]:
        return [clause_text(one) for one in value] if isinstance(value, list) else []


def _as_words(limit: object) -> Mapping[str, object]:
    return limit if isinstance(limit, Mapping) else {"limit": limit}


def read_clause_words(key: str, value: Mapping[str, object]) -> dict[str, Plain]:
    """What a clause says, checked; the key stands in every sentence."""
    for word in value:
        if word not in (*WORDS, "key"):
            raise UserError(
                f"The clause {key} says {short_repr(word)}{did_you_mean(str(word), WORDS)}"
            )
    if value.get("limit") is None:
        raise UserError(f"The clause {key} must have a limit, such as {key} = 1.0.")
    found: dict[str, Plain] = {"limit": _limit(key, value["limit"])}
    if (level := value.get("level")) is not None:
        if level not in LEVELS:
            raise UserError(f"The level of {key} must be error or warn; got {got(level)}.")
        found["level"] = str(level)
    if (players := value.get("players")) is not None:
        found["players"] = Sizes().read(players, f"The clause {key}: players")
    for word in ("of", "among"):
        if (who := value.get(word)) is not None:
            if not isinstance(who, str) or not who.strip():
                raise UserError(
                    f"The clause {key}: {word} must be the name of a policy; got {got(who)}."
                )
            found[word] = who
    return found


def _limit(key: str, value: object) -> Plain:
    """One number, or the two ends of a range."""
    if isinstance(value, str):
        parts = value.split("..") if ".." in value else value.split(",")
        value = parts[0] if len(parts) == 1 else parts
    ends = list(value) if isinstance(value, list | tuple) else [value]
    numbers = [_number(end) for end in ends]
    if not 1 <= len(numbers) <= 2 or None in numbers:
        raise UserError(
            f"The limit of {key} must be a number, or two such as [20, 45]; got {got(value)}."
        )
    return list(numbers) if isinstance(value, list | tuple) else numbers[0]


def _number(value: object) -> float | None:
    found = text_to_number(value.strip()) if isinstance(value, str) else value
    if isinstance(found, bool) or not isinstance(found, int | float | Decimal):
        return None
    try:
        number = float(found)
    except OverflowError:
        return None
    return number if abs(number) < LARGEST else None


def _typed(text: str, name: str) -> dict[str, object]:
    """'seats.within=1.0 level=warn' as data."""
    try:
        words = shlex.split(text)
    except ValueError:
        raise UserError(f"{name} opens a quote and does not close it; got {text!r}.") from None
    found: dict[str, object] = {}
    for place, word in enumerate(words):
        key, equals, item = word.partition("=")
        if not (key and equals and item):
            raise UserError(f"{name} must be written key=limit; got {word!r}.")
        if place == 0:
            found |= {"key": key, "limit": item}
        elif key in found:
            raise UserError(f"{name} says {key!r} twice; keep one.")
        else:
            found[key] = item
    return found


def clause_text(clause: object) -> str:
    """A clause as one text: 'length.hands=3..8 level=warn'."""
    if not isinstance(clause, Mapping):
        return ""
    limit = clause["limit"]
    ends = limit if isinstance(limit, list) else [limit]
    words = [f"{clause['key']}={'..'.join(format_number(float(end)) for end in ends)}"]
    for word in WORDS[1:]:
        if word in clause:
            told = clause[word]
            text = ",".join(map(str, told)) if isinstance(told, list) else str(told)
            words.append(f"{word}={text}")
    return shlex.join(words)
