"""Kinds of values that say what is played: rules, policies by seat, variants, ranges of a sweep."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from analyzer.errors import UserError
from analyzer.games.parameters import format_value
from analyzer.policies import spec
from analyzer.request.kinds import MOST, Integer, Plain, check_list, got, plain_scalar
from analyzer.request.parse import parse_value
from analyzer.request.ranges import parse_range
from analyzer.system.faces import option_flag
from analyzer.system.values import checked_integer, short_repr

MANY_SEATS = 99  # more than any table has; the game knows how many its tables have
_PLAYERS = Integer(1, MANY_SEATS, "4")


@dataclass(frozen=True)
class Repeated:
    """What kinds share whose options may be given several times."""

    @property
    def repeats(self) -> bool:
        return True


@dataclass(frozen=True)
class Policies(Repeated):
    """Who decides: a policy for all seats, several texts such as 1=random, or a policy by seat."""

    @property
    def allowed(self) -> str:
        return "a name, a list of texts such as '1=random', or a mapping of seats to names"

    def read(self, value: object, name: str) -> Plain:
        if isinstance(value, str):
            return [value]
        if isinstance(value, Mapping) and all(_is_place(*item) for item in value.items()):
            return [f"{seat}={who}" for seat, who in value.items()]
        if isinstance(value, list | tuple) and all(isinstance(text, str) for text in value):
            return list(value)
        raise UserError(f"{name} must be {self.allowed}; got {short_repr(value)}.")

    def to_words(self, value: Plain) -> list[str]:
        return [str(text) for text in value] if isinstance(value, list) else []


def _is_place(seat: object, who: object) -> bool:
    """A seat, or seats in words, and a policy's name."""
    return isinstance(who, str) and (
        isinstance(seat, str) or checked_integer(seat, 1, MANY_SEATS) is not None
    )


@dataclass(frozen=True)
class Contestants:
    """The policies of a tournament, with commas between or as a list."""

    @property
    def repeats(self) -> bool:
        return True

    @property
    def allowed(self) -> str:
        return "names with commas between, as in greedy,expert"

    def read(self, value: object, name: str) -> Plain:
        listed = [value] if isinstance(value, str) else check_list(value, name, "names")
        found: list[Plain] = []
        for text in listed:
            if not isinstance(text, str):
                raise UserError(f"{name} must be a list of names; got {short_repr(text)} in it.")
            names = spec.split_policy_names(text, name)
            found += [str(spec.parse_policy(one)) for one in names]
        return found

    def to_words(self, value: Plain) -> list[str]:
        return [",".join(map(str, value))] if isinstance(value, list) else []


def _pairs(value: object, name: str, form: str) -> Iterator[tuple[str, object]]:
    """Names and values, from a mapping or from texts name=value; a name twice is refused."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            if not isinstance(key, str):
                raise UserError(f"{name} must have names of rules; got {short_repr(key)}.")
            yield key, item
        return
    seen: set[str] = set()
    for pair in [value] if isinstance(value, str) else check_list(value, name, "names and values"):
        key, equals, text = pair.partition("=") if isinstance(pair, str) else ("", "", "")
        key = key.strip()
        if not (key and equals and text.strip()):
            raise UserError(f"{name} must be written {form}; got {short_repr(pair)}.")
        if key in seen:
            raise UserError(f"{name} gives {key!r} twice; keep one.")
        seen.add(key)
        yield key, _Typed(text.strip())


class _Typed(str):
    """A value as a user typed it: numbers, true and false have no quotes."""


def _scalar(key: str, value: object, name: str) -> Plain:
    try:
        return plain_scalar(parse_value(value) if isinstance(value, _Typed) else value)
    except TypeError:
        raise UserError(
            f"{name} must have a number, a text, true or false for {key!r}; got "
            f"{short_repr(value)}."
        ) from None


@dataclass(frozen=True)
class RulePairs(Repeated):
    """RulePairs by name, each with one value."""

    @property
    def allowed(self) -> str:
        return "a dict of names and values, or texts such as target=30"

    def read(self, value: object, name: str) -> Plain:
        pairs = _pairs(value, name, "name=value")
        return {key: _scalar(key, item, name) for key, item in pairs}

    def to_words(self, value: Plain) -> list[str]:
        found = value if isinstance(value, dict) else {}
        return [f"{key}={format_value(item)}" for key, item in found.items()]


@dataclass(frozen=True)
class RuleValues(Repeated):
    """RulePairs by name, each with the values that a sweep tries: 20..50:5, or 1,2,4, or a list."""

    @property
    def allowed(self) -> str:
        return "a dict of names and values such as '20..50:5', or texts such as target=20..50:5"

    def read(self, value: object, name: str) -> Plain:
        pairs = _pairs(value, name, "name=values")
        return {key: self._values(key, item, name) for key, item in pairs}

    def _values(self, key: str, item: object, name: str) -> Plain:
        if isinstance(item, str):
            found: Sequence[object] = parse_range(item, f"{name} {key}")
        elif isinstance(item, Sequence) and not isinstance(item, bytes):
            found = item
        else:
            found = [item]
        if not 1 <= len(found) <= MOST:
            raise UserError(
                f"{name} {key} must be values such as 20..50:5, {MOST} at most; got "
                f"{short_repr(item)}."
            )
        return [_scalar(key, one, name) for one in found]

    def to_words(self, value: Plain) -> list[str]:
        found = value if isinstance(value, dict) else {}
        return [
            f"{key}={','.join(map(format_value, items if isinstance(items, list) else [items]))}"
            for key, items in found.items()
        ]


@dataclass(frozen=True)
class Sizes:
    """One number of players, or several: 3..8, or 3,5, or a list."""

    @property
    def repeats(self) -> bool:
        return False

    @property
    def allowed(self) -> str:
        return "numbers such as 5, '3..8' or [3, 4]"

    def read(self, value: object, name: str) -> Plain:
        if isinstance(value, str):
            found: Sequence[object] = parse_range(value, name)
        elif isinstance(value, list | tuple) and 1 <= len(value) <= MANY_SEATS:
            found = value
        else:
            found = [value]
        sizes = [checked_integer(one, 1, MANY_SEATS) for one in found]
        if None in sizes:
            raise UserError(f"{name} must be {self.allowed}; got {got(value)}.")
        return list(sizes)

    def to_words(self, value: Plain) -> list[str]:
        return [",".join(map(str, value))] if isinstance(value, list) else []


@dataclass(frozen=True)
class Variants(Repeated):
    """What each variant of a comparison changes: rules by name, policy, players."""

    @property
    def allowed(self) -> str:
        return "a variant such as target=35, or a list of variants"

    def read(self, value: object, name: str) -> Plain:
        if isinstance(value, str | Mapping):
            value = [value]
        found = [self._variant(one, name) for one in check_list(value, name, "variants")]
        if not found:
            raise UserError(f"{name} must say what to compare with, such as target=35.")
        return list(found)

    def _variant(self, value: object, name: str) -> dict[str, Plain]:
        if isinstance(value, str):
            pairs = list(self._words(value, name))
        elif isinstance(value, Mapping):
            pairs = list(_pairs(value, name, "name=value"))
        else:
            raise UserError(f"{name} must be a mapping of what differs; got {short_repr(value)}.")
        found: dict[str, Plain] = {}
        for key, item in pairs:
            if key == "policy":
                known = found.get(key)
                more = Policies().read(str(item) if isinstance(item, _Typed) else item, name)
                found[key] = [*(known if isinstance(known, list) else []), *_listed(more)]
            elif key in found:
                raise UserError(f"{name} names {key!r} twice; keep one.")
            elif key == "players":
                found[key] = _PLAYERS.read(str(item) if isinstance(item, _Typed) else item, name)
            else:
                found[key] = _scalar(key, item, name)
        if not found:
            raise UserError(f"{name} must say what differs, such as target=35.")
        return found

    def _words(self, text: str, name: str) -> Iterator[tuple[str, object]]:
        """Words with spaces between; a word that contains spaces has its own quotes."""
        try:
            words = shlex.split(text)
        except ValueError:
            raise UserError(f"{name} opens a quote and does not close it; got {text!r}.") from None
        for word in words:
            key, equals, item = word.partition("=")
            if not (key and equals and item):
                raise UserError(f"{name} must be written name=value; got {word!r}.")
            yield key, _Typed(item)

    def to_words(self, value: Plain) -> list[str]:
        return [variant_text(one) for one in value] if isinstance(value, list) else []


def _listed(value: Plain) -> list[Plain]:
    return value if isinstance(value, list) else [value]


def variant_text(variant: object) -> str:
    """A variant as one text: 'target=35 policy=1=random'."""
    found: list[str] = []
    for key, item in variant.items() if isinstance(variant, Mapping) else ():
        found += [f"{key}={format_value(one)}" for one in _listed(item)]
    return shlex.join(found)


def needs_something_to_vary(limits: tuple[int, int]) -> UserError:
    """The refusal of a sweep in which nothing varies."""
    low, high = limits
    rule, players = option_flag("rule"), option_flag("players")
    several = f", or {players} {low}..{high}" if low < high else ""
    return UserError(
        f"sweep needs something to vary: a rule such as {rule} target=20..50:5{several}."
    )
