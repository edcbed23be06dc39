"""A game as a kept run remembers it: what is needed to speak of it, and nothing to play it.

Whoever reads the folder of a run need not have the game, its plug-in or its tables. While a run is
told (`told_from`), `games.load` gives this game instead, and hashes of files are those that were
kept. A game of this package still lends its own words; nothing else is loaded.
"""

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field, fields, make_dataclass, replace
from typing import TYPE_CHECKING, TypeVar, cast

from analyzer.errors import UserError
from analyzer.games.parameters import (
    GameRules,
    given_of,
    parameters,
    players_of,
    remember_players,
)
from analyzer.games.spec import AnyGame, Base, CountedCards

if TYPE_CHECKING:
    from analyzer.system.json_types import Json

T = TypeVar("T")
_TEXTS = ("name", "title", "publisher", "mode", "main_rule", "summary")
_NUMBERS = ("version", "usual_players", "microseconds", "world_cost", "gap_step")
_LISTS = ("players", "roles", "end_reasons", "dealt_cards", "watched")
_SAID = (*_TEXTS, *_NUMBERS, *_LISTS, "game_counters", "seat_counters", "deals_every_stage")


def describe_game(game: AnyGame, tables: "Iterable[tuple[int, GameRules]]") -> "Json":
    """What a run must remember of its game: its words, its rules, and what each table rests on."""
    rules: type = game.rules_type
    said: Json = {name: getattr(game, name) for name in _SAID}
    seen: dict[tuple[int, str], Json] = {}
    for players, found in tables:
        key = (players, _key([asdict(found), given_of(found)]))
        if key not in seen:
            seen[key] = {
                "players": players,
                "rules": asdict(found),
                "given": given_of(found),
                "tables": game.provenance(found),
                "warnings": game.warnings(found),
                "first_seat": game.first_seat(found),
                "alternatives": game.alternatives(found),
            }
    sizes = sorted({players for players, _ in seen})
    return said | {
        "units": dict(game.units),
        "counted_cards": asdict(_plain(game.counted_cards)),
        "parameters": [asdict(one) for one in parameters(rules)],
        "rule_words": {name: dict(words) for name, words in game.rule_words.items()},
        "defaults": {entry.name: entry.default for entry in fields(rules)},
        "usual_rules": {str(size): asdict(game.resolve_rules(size, {})) for size in sizes},
        "even_rules": {str(size): game.even_rules(size) for size in sizes},
        "cells": list(seen.values()),
    }


def _key(value: object) -> str:
    return json.dumps(value, sort_keys=True)


class KeptGame(Base[GameRules]):
    """The game of one or several kept runs; anything that is not as analyze writes it is refused
    with a TypeError, LookupError or ValueError."""

    contract = 0

    def __init__(self, descriptions: "list[Json]", own: AnyGame | None) -> None:
        said = descriptions[0]
        for name in _TEXTS:
            setattr(self, name, _of_type(said[name], str))
        for name in _NUMBERS[:1] + _NUMBERS[2:]:
            setattr(self, name, _of_type(said[name], int))
        self._usual = _of_type(said["usual_players"], int)
        low, high = said["players"]
        self.players = (_of_type(low, int), _of_type(high, int))
        self.roles = None if said["roles"] is None else _texts(said["roles"])
        self.end_reasons, self.dealt_cards = (
            _texts(said["end_reasons"]),
            _texts(said["dealt_cards"]),
        )
        self.game_counters = _words(said["game_counters"])
        self.seat_counters = _words(said["seat_counters"])
        self.units, self.counted_cards = _units(said, own), _counted_cards(said, own)
        self.rule_words = {
            _of_type(name, str): _words(words) for name, words in said.get("rule_words", {}).items()
        }
        self.deals_every_stage = bool(said["deals_every_stage"])
        self.watched = _texts(said.get("watched", []))
        self.rules_type = _rules_type(said)
        self._own = own
        self._cells = [cell for one in descriptions for cell in one["cells"]]
        self._usual_rules = {k: v for one in descriptions for k, v in one["usual_rules"].items()}
        self._even = {k: v for one in descriptions for k, v in one["even_rules"].items()}
        self.named = [
            KeptPolicy(_of_type(row["name"], str), bool(row["in_python"]))
            for row in said["policies"]
        ]
        self.usual_policies = _texts(said["usual_policies"])
        self.tuned = [_number_row(row) for row in said.get("tuned", [])]
        self._given = {
            (cell["players"], _key(cell["given"])): cell["rules"] for cell in self._cells
        }
        self._by_rules = {(cell["players"], _key(cell["rules"])): cell for cell in self._cells}

    def __getattr__(self, name: str) -> object:
        """A game of this package lends what only it can say."""
        own = self.__dict__.get("_own")
        if own is None or name.startswith("_"):
            raise AttributeError(name)
        return getattr(own, name)

    @property
    def usual_players(self) -> int:
        return int(self._usual)

    def resolve_rules(self, players: int, given: object) -> GameRules:
        """The rules of a kept cell of which a user said just that; else the usual ones with it."""
        usual = self._usual_rules.get(str(players)) or self._usual_rules[min(self._usual_rules)]
        asked = dict(cast("Mapping[str, object]", given))
        unknown = set(asked) - set(usual)
        if unknown:
            raise UserError(f"{self.name} has no rule {min(unknown)!r} in this run.")
        found = self._given.get((players, _key(asked)), {**usual, **asked})
        return self._rules(players, found)

    def _rules(self, players: int, values: Mapping[str, object]) -> GameRules:
        return remember_players(self.rules_type(**values), players)

    def check_rules(self, players: int, rules: object) -> GameRules:  # noqa: ARG002
        return rules

    def _kept(self, rules: GameRules) -> "Json":
        found: Json = self._by_rules.get((players_of(rules) or 0, _key(asdict(rules))), {})
        return found

    def provenance(self, rules: GameRules) -> dict[str, dict[str, str]]:
        return cast("dict[str, dict[str, str]]", self._kept(rules).get("tables", {}))

    def warnings(self, rules: GameRules) -> list[str]:
        return list(_texts(self._kept(rules).get("warnings", [])))

    def first_seat(self, rules: GameRules) -> str:
        return str(self._kept(rules).get("first_seat", ""))

    def alternatives(self, rules: GameRules) -> list[dict[str, object]]:
        return list(self._kept(rules).get("alternatives", []))

    def even_rules(self, players: int) -> Mapping[str, object] | None:
        found: Mapping[str, object] | None = self._even.get(str(players))
        return found

    def main_values(self, rules: GameRules) -> list[int]:
        return self._own.main_values(rules) if self._own else []


@dataclass(frozen=True)
class KeptPolicy:
    """A policy that the game of a kept run had."""

    name: str
    in_python: bool


def _rules_type(said: "Json") -> type:
    """The dataclass of the rules, with what each of them may be."""
    entries = []
    for one in said["parameters"]:
        name, limits, values = _of_type(one["name"], str), one["limits"], one["values"]
        meta = {
            "sentence": _of_type(one["sentence"], str),
            "clause": one["clause"],
            "allowed": _of_type(one["allowed"], str),
            "words": _of_type(one["default"], str),
            **({"limits": tuple(limits)} if limits else {}),
            **({"values": tuple(values)} if values else {}),
        }
        entries.append((name, object, field(default=said["defaults"][name], metadata=meta)))
    return make_dataclass("Rules", entries, frozen=True)


def _of_type(value: object, kind: type[T]) -> T:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(value)
    return value


def _number_row(row: object) -> tuple[str, float, float, float, str, bool]:
    """A parameter of a policy that was tuned; what has no limit is null."""
    name, default, low, high, whole = _of_type(row, list)
    ends = (-math.inf if low is None else float(low), math.inf if high is None else float(high))
    return _of_type(name, str), float(default), *ends, "", bool(whole)


def _plain(cards: CountedCards) -> CountedCards:
    """With a dict, which JSON can write."""
    return replace(cards, names=dict(cards.names))


def _units(said: "Json", own: AnyGame | None) -> Mapping[str, str]:
    """Runs of before 0.3 did not keep them; a game of this package lends its own."""
    return _words(said["units"]) if "units" in said else own.units if own else {}


def _counted_cards(said: "Json", own: AnyGame | None) -> CountedCards:
    if "counted_cards" not in said:
        return own.counted_cards if own else CountedCards()
    found = said["counted_cards"]
    sizes = tuple(_of_type(size, int) for size in _of_type(found["sizes"], list))
    return CountedCards(_words(found["names"]), _of_type(found["hands"], str), sizes)


def _texts(value: object) -> tuple[str, ...]:
    return tuple(_of_type(text, str) for text in _of_type(value, list))


def _words(value: object) -> dict[str, str]:
    return {name: _of_type(text, str) for name, text in _of_type(value, dict).items()}


# --- while a run is told --------------------------------------------------------------------------


@dataclass(frozen=True)
class _Told:
    game: KeptGame
    name: str  # as the request has it
    files: Mapping[str, str]  # hashes of policy files, as they were played


_told: ContextVar[_Told | None] = ContextVar("told", default=None)


@contextmanager
def told_from(game: KeptGame, name: str, files: Mapping[str, str]) -> Iterator[None]:
    """Speak of a game and of files as a run has kept them."""
    token = _told.set(_Told(game, name, files))
    try:
        yield
    finally:
        _told.reset(token)


def kept_game(name: object) -> KeptGame | None:
    """The game that is told from a kept run; None: games are as they are."""
    told = _told.get()
    if told is None:
        return None
    if name not in (told.name, told.game.name):
        raise UserError(f"This run is one of {told.name}, not of {name}.")
    return told.game


def kept_digest(path: str) -> str | None:
    """The hash of a policy file in the run that is told; None: no run is told."""
    told = _told.get()
    return None if told is None else told.files.get(path, "")
