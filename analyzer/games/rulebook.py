"""The rules of a game in our words: the clauses and open readings of games/<game>/rules.md.

The paragraphs below `## In short` tell the game to somebody who does not know it (`summary`).
A clause is a list item, `- HK-7 On a suited card ...`, below a `## heading`. An open reading is a
block of its own; the first value of a parameter is the default:

    ### HK-A4 Does a lone active player go on?

    - Readings: yes; no, the hand stops.
    - Default: yes, since ...
    - Parameter: `solo_tail = play_on | stop`
"""

import re
from functools import cache
from typing import NamedTuple

from analyzer import games

_HEADING = re.compile(r"## (.+)")
_CLAUSE = re.compile(r"- ([A-Z]+-\d+) (.+)")
_OPEN = re.compile(r"### ([A-Z]+-A\d+) (.+)")
_ITEM = re.compile(r"- (Readings|Default|Parameter): (.+)")
_PARAMETER = re.compile(r"(\w+) = ([^;]+)")


class Clause(NamedTuple):
    """One rule."""

    id: str
    text: str
    section: str


class Reading(NamedTuple):
    """A place where the rulebook can be read in several ways."""

    id: str
    question: str
    readings: str
    default: str
    parameter: str  # "solo_tail = play_on | stop", several parted by "; "; "" without one


def clauses(game: str) -> list[Clause]:
    """Every numbered clause, in the order of the file."""
    found, section = [], ""
    for line in _lines(game):
        if heading := _HEADING.fullmatch(line):
            section = heading[1]
        elif clause := _CLAUSE.fullmatch(line):
            found.append(Clause(clause[1], clause[2], section))
    return found


def readings(game: str) -> list[Reading]:
    """Every open reading, in the order of the file."""
    found: list[Reading] = []
    for line in _lines(game):
        if opened := _OPEN.fullmatch(line):
            found.append(Reading(opened[1], opened[2], "", "", ""))
        elif found and (item := _ITEM.fullmatch(line)):
            text = "" if item[2] == "none" else item[2]
            found[-1] = found[-1]._replace(**{item[1].lower(): text})
    return found


def parameter_values(parameter: str) -> dict[str, list[str]]:
    """The rule parameters that a reading names, each with its values, the default first."""
    return {name: words.strip().split(" | ") for name, words in _PARAMETER.findall(parameter)}


def parameter_names(parameter: str) -> list[str]:
    """The rule parameters that a reading names."""
    return list(parameter_values(parameter))


@cache
def _lines(game: str) -> tuple[str, ...]:
    """The file without its code marks, an item's further (indented) lines joined to its first."""
    joined = re.sub(r"\n +(?=\S)", " ", games.load(game).rulebook())
    return tuple(joined.replace("`", "").splitlines())
