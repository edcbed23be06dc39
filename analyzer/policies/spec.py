"""A policy as the user named it, and who sits where. Knows no game."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from analyzer.errors import UserError
from analyzer.system.faces import option_flag, option_subject
from analyzer.system.values import short_repr

DEFAULT_POLICY = "expert"


_SEATS = re.compile(
    r"(?P<seats>\s*\d+(\s*-\s*\d+)?(\s*,\s*\d+(\s*-\s*\d+)?)*\s*)=(?P<policy>.*)",
    re.DOTALL | re.ASCII,
)


_FILE = re.compile(r"(?P<name>.+\.pyx?:[^:]*)(:(?P<params>.*))?", re.DOTALL)


_NAMED = re.compile(r"[A-Za-z][\w-]*:\s*[A-Za-z_]\w*=.*", re.DOTALL)  # a name, then parameters


_PARAM = re.compile(r"(?P<key>[A-Za-z_]\w*)=(?P<value>.+)", re.DOTALL)


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
        inner = (parse_policy(value).files for value in named if ".py" in value and ":" in value)
        return sum(inner, own)

    def carried(self, copies: Mapping[str, str]) -> "PolicySpec":
        """The same policy where its files, and those of policies that it names, lie elsewhere."""
        named = tuple((path, copies[path]) for path in self.files if path in copies)
        return replace(self, copy=copies[self.path] if self.path else None, copies=named)

    def __str__(self) -> str:
        if not self.params:
            return self.name
        return self.name + ":" + ",".join(f"{key}={value}" for key, value in self.params)


def parse_policy(text: str | PolicySpec) -> PolicySpec:
    """One policy: `expert`, `careful:hold=0.7,depth=2`, `./mine.py:Cautious:hold=0.7`.

    A parameter may name a policy, in brackets if that has more than one parameter itself:
    `search:rollout=(expert:hold=2,save=1),worlds=8`.
    """
    if isinstance(text, PolicySpec):
        return text
    if not isinstance(text, str):
        raise UserError(
            f"A policy must be a text such as {DEFAULT_POLICY}; got {short_repr(text)}."
        )
    text = text.strip()
    if text.endswith((".py", ".pyx")):
        what, name = ("class", "MyPolicy") if text.endswith(".py") else ("function", "my_policy")
        raise UserError(f"Policy {text!r} must name a {what} in its file, as in {text}:{name}.")
    in_file = None if _NAMED.fullmatch(text) else _FILE.fullmatch(text)
    name, params = (in_file["name"], in_file["params"]) if in_file else _split(text)
    if not name or name.endswith(":"):
        raise UserError(
            f"{option_subject('policy')} must be a name such as {DEFAULT_POLICY}, or "
            f"file.py:Class; got {text!r}."
        )
    return PolicySpec(name, _params(text, params))


def split_policy_names(text: str, name: str) -> list[str]:
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


def parse_inner_policy(text: str, copies: Mapping[str, str]) -> PolicySpec:
    """The policy that a parameter names, with or without brackets around it; `copies` says where
    files lie on a worker."""
    found = parse_policy(_within_brackets(text))
    return found.carried(copies) if copies else found


def policies_by_seat(texts: Sequence[str], players: int) -> tuple[PolicySpec, ...]:
    """One policy per seat: a bare policy sits everywhere, `2,4=greedy` and `1-3=greedy` at some."""
    everywhere: PolicySpec | None = None
    seated: dict[int, PolicySpec] = {}
    for text in texts:
        match = _SEATS.fullmatch(text)
        if match:
            who = parse_policy(match["policy"])
            for seat in _seats(match["seats"], text, players):
                _sit(seated, seat, who)
        elif everywhere is not None:
            raise UserError(
                f"{option_subject('policy')} names two policies for every seat, {everywhere} and "
                f"{text}; write SEAT=policy for one of them, as in {option_flag('policy')} "
                f"1={text}."
            )
        else:
            everywhere = parse_policy(text)
    default = everywhere or parse_policy(DEFAULT_POLICY)
    return tuple(seated.get(seat, default) for seat in range(1, players + 1))


def without_seats(text: str) -> str:
    """The policy of `2,4=greedy`."""
    match = _SEATS.fullmatch(text)
    return (match["policy"] if match else text).strip()


def reseat(before: Sequence[str], texts: Sequence[str], players: int) -> tuple[str, ...]:
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
                f"The seats in {option_flag('policy')} {text} must go up, as in 1-3=greedy; got "
                f"{part.strip()}."
            )
        yield from range(low, high + 1)


def _seat(digits: str, text: str, players: int) -> int:
    digits = digits.strip()
    seat = int(digits[:9])
    if not 1 <= seat <= players:
        raise UserError(
            f"The seat in {option_flag('policy')} {text} must be from 1 to {players}; got {digits}."
        )
    return seat


def _sit(seated: dict[int, PolicySpec], seat: int, who: PolicySpec) -> None:
    if seat in seated:
        raise UserError(
            f"{option_subject('policy')} puts two policies at seat {seat}, {seated[seat]} and "
            f"{who}; keep one."
        )
    seated[seat] = who
