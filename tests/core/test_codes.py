"""What the core calls by numbers and Python by words: both mean the same."""

from importlib import import_module

import pytest

from analyzer import games
from analyzer.games.code_words import words_by_code

GAMES = games.names()
# Families with several words: the actions of the mountain, what decided it, and terrains.
MIXED = ("draws", "decided", "snow")


def codes(game, prefix):
    """The exported numbers whose names begin so, by the rest of the name in small letters."""
    core = import_module(f"analyzer._core.games.{game.replace('-', '_')}")
    return {
        name.removeprefix(prefix).lower(): getattr(core, name)
        for name in dir(core)
        if name.startswith(prefix)
    }


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("prefix", "counters"), [("TALLY_", "game_counters"), ("COUNT_", "seat_counters")]
)
def test_counters_have_the_names_of_the_core(game, prefix, counters):
    """A counter, or the first of a family: played stands for played_avalanche and so on."""
    names = list(getattr(games.load(game), counters))
    found = codes(game, prefix)
    assert 0 in found.values()
    for name, code in found.items():
        assert names[code] == name or names[code].startswith(f"{name}_"), (name, names[code])
    families = sorted(found.values())
    for first, last in zip(families, [*families[1:], len(names)], strict=True):
        (family,) = [name for name, code in found.items() if code == first]
        if family not in MIXED:
            stem = family.rstrip("0123456789").rstrip("_")
            assert all(name.startswith(stem) for name in names[first:last])


def test_words_need_a_code_each_and_codes_a_word():
    assert words_by_code({1: "b", 0: "a"}) == ("a", "b")
    for wrong in ({0: "a", 2: "c"}, {1: "b"}):
        with pytest.raises(ValueError, match="without"):
            words_by_code(wrong)
