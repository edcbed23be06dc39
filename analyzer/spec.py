"""The user's words as data: counts, numbers, rule pairs, policies by seat. Knows no game."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from analyzer.checks import shown
from analyzer.errors import UserError

MAX_COUNT = 10**12
MAX_SEED = 2**64 - 1
_LARGEST = 10**30  # larger than any limit, and quickly written out
DEFAULT_POLICY = "expert"

_SUFFIXES = {"k": 10**3, "M": 10**6, "G": 10**9}
_SUFFIX_OF = {"k": "k", "K": "k", "m": "M", "M": "M", "g": "G", "G": "G"}
_DIGITS = r"(\d{1,3}(,\d{3})+|\d+(_\d+)*)"
_NUMBER = re.compile(rf"[+-]?{_DIGITS}?(\.\d+)?([eE][+-]?\d{{1,3}})?", re.ASCII)
_PLAIN = re.compile(r"[+-]?[\d.]*\.\d*", re.ASCII)  # 3.0: nobody writes a whole number this way
_SEATS = re.compile(
    r"(?P<seats>\s*\d+(\s*-\s*\d+)?(\s*,\s*\d+(\s*-\s*\d+)?)*\s*)=(?P<policy>.*)",
    re.DOTALL | re.ASCII,
)
_FILE = re.compile(r"(?P<name>.+\.pyx?:[^:]*)(:(?P<params>.*))?", re.DOTALL)
_NAMED = re.compile(r"[A-Za-z][\w-]*:\s*[A-Za-z_]\w*=.*", re.DOTALL)  # a name, then parameters
_PARAM = re.compile(r"(?P<key>[A-Za-z_]\w*)=(?P<value>.+)", re.DOTALL)


def count(text: str, option: str = "-n", low: int = 1, high: int = MAX_COUNT) -> int:
    """A whole number written 1000, 1,000, 1_000, 250k, 3M or 1e6."""
    value = whole(text)
    if value is None:
        example = "a whole number such as 1000, 250k, 3M or 1e6"
        raise UserError(f"Option {option} must be {example}; got {said(text)}.")
    if not low <= value <= high:
        most = "1e12" if high == MAX_COUNT else str(high)
        raise UserError(
            f"Option {option} must be a whole number from {low} to {most}; got {said(text)}."
        )
    return value


def integer(text: str, option: str, low: int, high: int) -> int:
    """A whole number within limits, written as a count is."""
    value = whole(text)
    if value is None or not low <= value <= high:
        limits = f"a whole number from {low} to {high}"
        raise UserError(f"Option {option} must be {limits}; got {said(text)}.")
    return value


def whole(text: str) -> int | None:
    """The whole number that a text stands for, or None: 30, 1,000, 3e1 and 2k, but not 30.0."""
    value = None if _PLAIN.fullmatch(text.strip()) else _decimal(text)
    if value is None or value != value.to_integral_value() or abs(value) > _LARGEST:
        return None
    return int(value)


def number(text: str, option: str, low: float, high: float, unit: str = "") -> float:
    """A number strictly between two limits."""
    value = _decimal(text)
    if value is None or not low < value < high:
        raise UserError(
            f"Option {option} must be a number between {low:g} and {high:g}{unit}; "
            f"got {said(text)}."
        )
    return float(value)


def said(text: str) -> str:
    """What the user wrote, in quotes unless it is a number."""
    return text if text and _NUMBER.fullmatch(text) else repr(text)


def _decimal(text: str) -> Decimal | None:
    text = text.strip()
    factor = 1
    if text[-1:] in _SUFFIX_OF:
        factor = _SUFFIXES[_SUFFIX_OF[text[-1]]]
        text = text[:-1]
    if not _NUMBER.fullmatch(text):
        return None
    try:
        return Decimal(text.replace("_", "").replace(",", "")) * factor
    except InvalidOperation:
        return None


def rule_pairs(pairs: Sequence[str]) -> dict[str, object]:
    """The --rule options as names and values; numbers, true and false lose their quotes."""
    rules: dict[str, object] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        key, value = key.strip(), value.strip()
        if not (key and equals and value):
            raise UserError(f"Option --rule must be written name=value; got {pair!r}.")
        if key in rules:
            raise UserError(f"Rule {key!r} is given twice; keep one --rule {key}=...")
        rules[key] = scalar(value)
    return rules


def scalar(text: str) -> object:
    """A value as a user types it: numbers, true and false lose their quotes."""
    number = whole(text)
    if number is not None:
        return number
    try:
        value = json.loads(text, parse_constant=lambda name: name)
    except ValueError:
        return text
    return value if isinstance(value, int | float | str) else text


@dataclass(frozen=True)
class PolicySpec:
    """A policy as the user named it; `str()` gives back the canonical text."""

    name: str  # "expert", "./mine.py:Cautious" for a class in a file, "./mine.pyx:cautious"
    params: tuple[tuple[str, str], ...] = ()  # sorted by name, values as typed
    copy: str | None = None  # on a worker: where the text of the user's file was put
    copies: tuple[tuple[str, str], ...] = ()  # the same for files of policies that it names

    @property
    def path(self) -> str | None:
        """The user's file, or None for a policy that ships with the game."""
        return self.copy or self.name.rpartition(":")[0] or None

    @property
    def files(self) -> tuple[str, ...]:
        """Every file of the user's that it is made of: its own, and those of policies that its
        parameters name."""
        own = (self.path,) if self.path else ()
        named = (_within_brackets(value) for _, value in self.params)
        inner = (policy(value).files for value in named if ".py" in value and ":" in value)
        return sum(inner, own)

    def carried(self, copies: Mapping[str, str]) -> "PolicySpec":
        """The same policy where its files, and those of policies that it names, lie elsewhere."""
        named = tuple((path, copies[path]) for path in self.files if path in copies)
        return replace(self, copy=copies[self.path] if self.path else None, copies=named)

    def __str__(self) -> str:
        if not self.params:
            return self.name
        return self.name + ":" + ",".join(f"{key}={value}" for key, value in self.params)


def policy(text: str | PolicySpec) -> PolicySpec:
    """One policy: `expert`, `careful:hold=0.7,depth=2`, `./mine.py:Cautious:hold=0.7`.

    A parameter may name a policy, in brackets if that has more than one parameter itself:
    `search:rollout=(expert:hold=2,save=1),worlds=8`.
    """
    if isinstance(text, PolicySpec):
        return text
    if not isinstance(text, str):
        raise UserError(f"A policy must be a text such as {DEFAULT_POLICY}; got {shown(text)}.")
    text = text.strip()
    if text.endswith((".py", ".pyx")):
        what, name = ("class", "MyPolicy") if text.endswith(".py") else ("function", "my_policy")
        raise UserError(f"Policy {text!r} must name a {what} in its file, as in {text}:{name}.")
    in_file = None if _NAMED.fullmatch(text) else _FILE.fullmatch(text)
    name, params = (in_file["name"], in_file["params"]) if in_file else _split(text)
    if not name or name.endswith(":"):
        raise UserError(
            f"Option --policy must be a name such as {DEFAULT_POLICY}, or file.py:Class; "
            f"got {text!r}."
        )
    return PolicySpec(name, _params(text, params))


def policy_names(text: str, name: str = "Option --policies") -> list[str]:
    """Names with commas between; `b=2` after a comma is a parameter of the name before it."""
    found: list[str] = []
    for part in text.split(","):
        if not part.strip():
            raise UserError(
                f"{name} must be names with commas between, as in greedy,expert; got {text!r}."
            )
        parameter, equals, _ = part.partition("=")
        if found and ":" in found[-1] and equals and ":" not in parameter:
            found[-1] += f",{part}"
        else:
            found.append(part)
    return found


def _split(text: str) -> tuple[str, str | None]:
    name, colon, params = text.partition(":")
    return name, params if colon else None


def _params(text: str, params: str | None) -> tuple[tuple[str, str], ...]:
    if params is None:
        return ()
    found: dict[str, str] = {}
    for part in _parts(params):
        pair = _PARAM.fullmatch(part.strip())
        if not pair:
            raise UserError(
                f"The parameters of policy {text!r} must be written name=value, "
                f"with commas between; got {part!r}."
            )
        if pair["key"] in found:
            raise UserError(f"Policy {text!r} gives its parameter {pair['key']!r} twice; keep one.")
        found[pair["key"]] = pair["value"]
    return tuple(sorted(found.items()))


def _parts(params: str) -> list[str]:
    """What commas part, but for those in brackets."""
    parts, depth = [""], 0
    for letter in params:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _within_brackets(text: str) -> str:
    bare = text.strip()
    return bare[1:-1] if bare.startswith("(") and bare.endswith(")") else bare


def inner_policy(text: str, copies: Mapping[str, str]) -> PolicySpec:
    """The policy that a parameter names, with or without brackets around it; `copies` says where
    files lie on a worker."""
    found = policy(_within_brackets(text))
    return found.carried(copies) if copies else found


def table(texts: Sequence[str], players: int) -> tuple[PolicySpec, ...]:
    """One policy per seat: a bare policy sits everywhere, `2,4=greedy` and `1-3=greedy` at some."""
    everywhere: PolicySpec | None = None
    seated: dict[int, PolicySpec] = {}
    for text in texts:
        match = _SEATS.fullmatch(text)
        if match:
            who = policy(match["policy"])
            for seat in _seats(match["seats"], text, players):
                _sit(seated, seat, who)
        elif everywhere is not None:
            raise UserError(
                f"Option --policy names two policies for every seat, {everywhere} and {text}; "
                f"write SEAT=policy for one of them, as in --policy 1={text}."
            )
        else:
            everywhere = policy(text)
    default = everywhere or policy(DEFAULT_POLICY)
    return tuple(seated.get(seat, default) for seat in range(1, players + 1))


def without_seats(text: str) -> str:
    """The policy of `2,4=greedy`."""
    match = _SEATS.fullmatch(text)
    return (match["policy"] if match else text).strip()


def reseated(before: Sequence[str], texts: Sequence[str], players: int) -> tuple[str, ...]:
    """The words of a table at which some seats, or all, change hands."""
    found = [_SEATS.fullmatch(text) for text in texts]
    if not all(found):  # one of them is for every seat
        return tuple(texts)
    named = {seat for match in found if match for seat in _seats(match["seats"], match[0], players)}
    kept: list[str] = []
    for text in before:
        if match := _SEATS.fullmatch(text):
            seats = _seats(match["seats"], text, players)
            kept += [f"{seat}={match['policy']}" for seat in seats if seat not in named]
        else:
            kept.append(text)
    return (*kept, *texts)


def _seats(words: str, text: str, players: int) -> Iterator[int]:
    """The seats of `2,4` or `1-3`."""
    for part in words.split(","):
        first, _, last = part.partition("-")
        low = _seat(first, text, players)
        high = _seat(last, text, players) if last else low
        if high < low:
            raise UserError(
                f"The seats in --policy {text} must go up, as in 1-3=greedy; got {part.strip()}."
            )
        yield from range(low, high + 1)


def _seat(digits: str, text: str, players: int) -> int:
    digits = digits.strip()
    seat = int(digits[:9])
    if not 1 <= seat <= players:
        raise UserError(f"The seat in --policy {text} must be from 1 to {players}; got {digits}.")
    return seat


def _sit(seated: dict[int, PolicySpec], seat: int, who: PolicySpec) -> None:
    if seat in seated:
        raise UserError(
            f"Option --policy puts two policies at seat {seat}, {seated[seat]} and {who}; keep one."
        )
    seated[seat] = who
