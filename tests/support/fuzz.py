"""Damaged input for the fuzzers: real things with something wrong in them."""

import copy
from typing import Any

from hypothesis import strategies as st

from analyzer.errors import UserError


class Odd:
    """Cannot even be looked at."""

    __repr__ = None  # type: ignore[assignment]


WORDS = st.sampled_from(
    ["", "Bird", "The Wind as Light", "The Wind as", "2C", "red", "card", "over", "capture",
     "plant", "active", "out", "captured", "1", "true", "\0", "ä", "a\nb", "x" * 500]
)  # fmt: skip
NUMBERS = st.sampled_from(
    [-1, 0, 1, 2, 3, 7, 8, 10, 31, 32, 63, 64, 255, 256, 32_000, 2**31, 2**63, 2**64, 10**30]
)
SCALARS = st.one_of(
    NUMBERS, WORDS, st.none(), st.booleans(), st.floats(), st.binary(max_size=2),
    st.builds(Odd), st.just(...), st.just({1, 2}),
)  # fmt: skip
KEYS = st.one_of(
    WORDS, st.sampled_from(["hands", "by", "state", "points", "rules"]), st.integers(-1, 1)
)
JUNK = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.tuples(inner, inner),
        st.dictionaries(KEYS, inner, max_size=3),
    ),
    max_leaves=6,
)


def _spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place inside a nested value."""
    found = [path] if path else []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += _spots(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            found += _spots(inner, (*path, place))
    return found


def _value_at(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


@st.composite
def damaged(draw: st.DrawFn, whole: dict[str, Any]) -> dict[str, Any]:
    """A nested dict with up to three things replaced, removed, doubled or taken from elsewhere."""
    value = copy.deepcopy(whole)
    for _ in range(draw(st.integers(1, 3))):
        spots = _spots(value)
        if not spots:
            return value
        path = draw(st.sampled_from(spots))
        home, last = _value_at(value, path[:-1]), path[-1]
        kind = draw(
            st.sampled_from(
                ["junk", "junk", "number", "number", "remove", "other", "double", "add"]
            )
        )
        if kind == "remove":
            del home[last]
        elif kind == "other":
            home[last] = copy.deepcopy(_value_at(value, draw(st.sampled_from(spots))))
        elif kind == "double" and isinstance(home, list):
            home.insert(0, copy.deepcopy(home[last]))
        elif kind == "add" and isinstance(home, dict):
            home[draw(KEYS)] = draw(JUNK)
        else:
            home[last] = draw(NUMBERS if kind == "number" else JUNK)
    return value


@st.composite
def twisted(draw: st.DrawFn, reals: list[dict[str, Any]]) -> dict[str, Any]:
    """A position that may well be: parts of two real ones, cards changed places, other numbers."""
    base = draw(st.sampled_from(reals))
    value = copy.deepcopy(base)
    twins = [other for other in reals if other["players"] == base["players"]]
    for _ in range(draw(st.integers(1, 4))):
        spots = [path for path in _spots(value) if path[0] not in ("game", "rules", "players")]
        words = [path for path in spots if isinstance(_value_at(value, path), str)]
        numbers = [path for path in spots if type(_value_at(value, path)) is int]
        kind = draw(st.sampled_from(["other", "other", "remove", "swap", "swap", "number"]))
        if kind == "other":
            other = draw(st.sampled_from(twins))
            key = draw(st.sampled_from([key for key in other if key not in ("game", "rules")]))
            value[key] = copy.deepcopy(other[key])
        elif kind == "remove":
            del value[draw(st.sampled_from(spots))[0]]
        elif kind == "swap" and words:
            one, two = draw(st.sampled_from(words)), draw(st.sampled_from(words))
            first, second = _value_at(value, one), _value_at(value, two)
            _value_at(value, one[:-1])[one[-1]], _value_at(value, two[:-1])[two[-1]] = second, first
        elif numbers:
            path = draw(st.sampled_from(numbers))
            _value_at(value, path[:-1])[path[-1]] = draw(
                st.sampled_from([0, 1, 2, 3, 5, 9, 31, 254])
            )
    return value


def is_sentence(error: UserError) -> None:
    """One line for a person."""
    text = str(error)
    assert "\n" not in text
    assert text.rstrip()[-1] in ".?", text
    assert len(text) < 1500, text
