"""What a page says beside an answer: the game, the question, and the rules in words.

Sentences and tables name a change of rules as a user types it, for that is what a user can use
again. Pages and pictures tell it in words, which the answer carries with it.
"""

import re
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from analyzer.answer.blocks import Answer, Command
from analyzer.games.parameters import parameters
from analyzer.games.rule_words import rule_phrase, rule_title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analyzer.answer import figures
    from analyzer.games.spec import AnyGame

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

_CODE = re.compile(r"(?<!--rule )(?<!--vs )\b([a-z][a-z0-9_]*)=([^\s,;()'\"“”]+)")
_END = ".:…"  # of a sentence, not of a value


def for_pages(answer: Answer, game: "AnyGame", players: int | None, asked: str) -> Answer:
    """The answer with what pages and pictures say beside it."""
    about = game.title if players is None else table_title(game, players)
    return replace(answer, words=rule_words(answer, game), about=about, asked=asked)


def table_title(game: "AnyGame", players: int) -> str:
    """Hike with five players."""
    return f"{game.title} with {NUMBERS[players]} player{'s' * (players != 1)}"


def rule_words(answer: Answer, game: "AnyGame") -> dict[str, str]:
    """A phrase for every value of a rule that an answer names, a title for every rule that is an
    axis."""
    rules: type = game.rules_type
    known = {parameter.name for parameter in parameters(rules)}
    words = {
        f"{name}={typed}": rule_phrase(game.rule_words, rules, name, typed)
        for name, typed in _named_codes(answer)
        if name in known
    }
    axes = {name: rule_title(rules, name) for name in _axes(answer) if name in known}
    return words | axes


def _named_codes(answer: Answer) -> "Iterator[tuple[str, str]]":
    told = [block for block in answer.blocks if not isinstance(block, Command)]
    for found in _CODE.finditer(repr((answer.title, answer.changed, told, answer.findings))):
        yield found[1], found[2].rstrip(_END)


def _axes(answer: Answer) -> "Iterator[str]":
    """Rules over whose values something is drawn."""
    for figure in answer.figures():
        data = dict(figure.data)
        if figure.kind == "sweep":
            yield str(data.get("axis") or "")
        if figure.kind == "grid":
            yield from (str(dict(cast("figures.Side", data[side]))["label"]) for side in "xy")
