"""What each value of a rule means, in words for pages and pictures: "the last player stops".

A game declares a phrase for every value of its rules: under the value as a user types it, or under
"*" for every other value, with {} for the value. A game that declares none, such as a file of your
own, is told in the sentences of its rules.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from analyzer.games.parameters import format_value, parameters

if TYPE_CHECKING:
    from analyzer.games.parameters import Parameter

RuleWords = Mapping[str, Mapping[str, str]]  # rule -> value as it is typed -> phrase

ANY = "*"
_FLAGS = {"true": "yes", "false": "no"}


def rule_phrase(words: RuleWords, rules: type, name: str, value: object) -> str:
    """The phrase of one value of a rule."""
    typed = format_value(value)
    known = words.get(name, {})
    if typed in known:
        return known[typed]
    kind, colon, rest = typed.partition(":")
    if colon and f"{kind}:{ANY}" in known:
        return known[f"{kind}:{ANY}"].format(rest)
    if ANY in known:
        return known[ANY].format(typed)
    return _from_sentence(next(one for one in parameters(rules) if one.name == name), typed)


def _from_sentence(parameter: "Parameter", typed: str) -> str:
    """The declared sentence of a rule, and the value: "Tokens that win the game: 5"."""
    sentence = " ".join(parameter.sentence.split())
    value = _FLAGS.get(typed, typed.replace("_", " "))
    if sentence.endswith("?"):
        return f"{sentence} {value.capitalize()}"
    return f"{sentence.rstrip('.')}: {value}"


def rules_phrase(words: RuleWords, rules: type, values: Mapping[str, object]) -> str:
    """The phrases of several rules, one after the other."""
    return "; ".join(rule_phrase(words, rules, name, value) for name, value in values.items())


def rule_title(rules: type, name: str) -> str:
    """What a rule is about, for an axis: its sentence without the full stop."""
    found = next(one for one in parameters(rules) if one.name == name)
    return " ".join(found.sentence.split()).rstrip(".")
