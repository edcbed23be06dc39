"""The face of a game in a designer's Python file, derived from what it declares."""

import random
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, make_dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from analyzer.design import failures, files
from analyzer.design.declare import Counter, Rule
from analyzer.design.layout import COLUMNS
from analyzer.errors import UserError
from analyzer.games.own_words import OwnView, OwnWords
from analyzer.games.parameters import GameRules, choice, encode, flag, integer
from analyzer.games.spec import CONTRACT, AnyGame, Base, Given, Raw, Script, Words

if TYPE_CHECKING:
    from analyzer._core.contract import Game, Policy
    from analyzer.design.files import OwnFile
    from analyzer.design.layout import Layout

NO_COUNTERS = frozenset(COLUMNS)  # names that no counter can have


class OwnFace(Base[GameRules]):
    """What the rest of the program may ask of a game file."""

    contract = CONTRACT
    publisher = "a game file of your own"
    end_reasons = ("end", "given up")

    def __init__(self, file: "OwnFile") -> None:
        layout = file.layout
        self.file, self.layout = file, layout
        self.name, self.title = file.name, layout.name
        self.version = layout.said["version"]
        self.players = layout.players
        self.main_rule, self.main_steps = layout.said["main_rule"], layout.said["main_steps"]
        self.summary = " ".join(layout.summary.split())
        self.game_counters, self.seat_counters = layout.game_counters, layout.seat_counters
        self.units = layout.units
        self.clauses = _clauses(layout)
        self.rules_type = make_dataclass(
            f"{layout.name}Rules",
            [
                (name, object, _field(rule, self.clauses[name]))
                for name, rule in layout.rules.items()
            ],
            frozen=True,
            namespace={"__reduce__": _packed, "__deepcopy__": _itself},
        )
        self.dealt_cards = layout.dealt_cards
        self.deals_every_stage = layout.said["contest"] and not file.text.scores_hands
        self.words = OwnWords(file.name, layout)
        file.core.explain = partial(
            failures.exception, file.path, layout.most_turns, self.words.position
        )

    @property
    def mode(self) -> str:  # type: ignore[override]
        return str(self.file.core.mode)

    @property
    def is_building(self) -> bool:  # type: ignore[override]
        return bool(self.file.builds)

    @property
    def microseconds(self) -> int:  # type: ignore[override]
        """By the text, not by how it plays now: both ways must answer with the same games."""
        return 100 if self.file.can_compile else 1000

    def main_values(self, rules: GameRules) -> list[int]:
        rule = self.layout.rules[self.main_rule]
        now = super().main_values(rules)
        return [value for value in now if rule.low <= value <= rule.high]

    def encode_rules(self, rules: GameRules) -> Mapping[str, object]:
        return encode(rules)

    def provenance(self, rules: GameRules) -> dict[str, dict[str, str]]:  # noqa: ARG002
        about = f"a game file with the hash {self.file.digest}"
        told = {"name": self.file.path.name, "provenance": about, "hash": self.file.digest}
        return {"rules": {**told, "what": "rules"}}

    def rulebook(self) -> str:
        """Every rule is a clause, or an open reading if its sentence is a question."""
        clauses, readings = [], []
        for name, rule in self.layout.rules.items():
            number, sentence = self.clauses[name], " ".join(rule.sentence.split())
            if not _is_reading(rule):
                clauses.append(f"- {number} {sentence} `{name}`")
                continue
            words = rule.words or _FLAGS[bool(rule.default)]
            readings.append(
                f"### {number} {sentence}\n\n- Readings: {'; '.join(words)}.\n"
                f"- Default: {words[0]}.\n- Parameter: `{name} = {' | '.join(words)}`\n"
            )
        parts = (f"# {self.title}\n", "## Rules\n", *clauses, "\n## Open\n", *readings)
        return "\n".join(parts)

    def compiled(self) -> "Game":
        return self.file.prepare()

    def telling(self) -> AbstractContextManager[None]:
        """Its Python methods play meanwhile: they say what failed."""
        return self.file.telling()

    def warnings(self, rules: GameRules) -> list[str]:  # noqa: ARG002
        if self.file.prepare().mode == "compiled" or not self.file.refusals:
            return []
        return [f"It plays interpreted, which is slow: {self.file.refusals[0]}."]

    def policies(self) -> "Sequence[Policy]":
        if not any(name.startswith("worth_") for name in self.layout.methods):
            return ()
        weights = {name: one.row for name, one in self.layout.weights.items()}
        sentence = "The move of the highest worth, as the game file judges it."
        return (self.file.core.expert(sentence, weights),)

    def move_name(self, rules: GameRules, code: int) -> str:  # noqa: ARG002
        form = self.layout.move_of(code)
        left, told = code - form.base, {}
        for place in reversed(range(len(form.sizes))):
            left, value = divmod(left, form.sizes[place])
            cards = form.cards[place]
            word = f"seat {value + 1}" if form.seats[place] else str(value)
            told[form.arguments[place]] = word if cards is None else cards.names[value]
        return form.words.format(**told)

    def hand_of(self, rules: GameRules, raw: Raw, seat: int) -> list[str]:  # noqa: ARG002
        return self.words.hand(raw, seat)

    def events(self, rules: GameRules, before: Raw | None, move: str, after: Raw) -> list[str]:  # noqa: ARG002
        return self.words.events(encode(rules), before, after)

    def on_table(self, rules: GameRules, raw: Raw) -> list[str]:
        return self.words.on_table(encode(rules), raw)

    def view(self, rules: GameRules, raw: Raw, seat: int) -> OwnView:
        return self.words.view(rules, encode(rules), raw, seat)

    def position(self, rules: GameRules, raw: Raw) -> Words:  # noqa: ARG002
        return self.words.position(raw)

    def from_position(
        self, rules: GameRules, players: int, words: Given, luck: random.Random
    ) -> Raw:
        return self.words.raw(encode(rules), players, words, luck)

    def scripts(
        self,
        rules: GameRules,  # noqa: ARG002
        players: int,  # noqa: ARG002
        deals: Sequence[Sequence[str]],
    ) -> Sequence[Script]:
        if deals:
            raise UserError(f"{self.name} takes no written decks, so deals must be left out.")
        return []


def _itself(rules: object, memo: object) -> object:  # noqa: ARG001
    return rules


@dataclass(frozen=True)
class PackedRules:
    """The rules of a game file on their way to another process, which has yet to read the file."""

    values: dict[str, object]

    def unpacked(self, game: str, players: int) -> GameRules:
        return load(game).resolve_rules(players, self.values)


def _packed(rules: GameRules) -> tuple[type[PackedRules], tuple[dict[str, object]]]:
    return PackedRules, (asdict(rules),)


def texts_of(game: str) -> Mapping[str, bytes] | None:
    """The files of a game file, its own first; None if it is no file that could be sent."""
    return files.read(game).texts if files.is_name(game) else None


def digest_of(game: str) -> str:
    """A hash of what a game file or a class was read from."""
    found = files.known(game) or (files.read(game) if files.is_name(game) else None)
    return found.digest if found else ""


_FLAGS = {True: ("true", "false"), False: ("false", "true")}


def _is_reading(rule: Rule) -> bool:
    """Is it a question that a rulebook leaves open? A number is none, whatever its sentence."""
    choice = rule.words is not None or isinstance(rule.default, bool)
    return choice and rule.sentence.rstrip().endswith("?")


def _clauses(layout: "Layout") -> dict[str, str]:
    """The number of every rule: its own, or one after the other, PIG-1 and PIG-A1 for readings."""
    prefix = "".join(sign for sign in layout.name.upper() if "A" <= sign <= "Z") or "GAME"
    found: dict[str, str] = {}
    many = {True: 0, False: 0}
    for name, rule in layout.rules.items():
        is_open = _is_reading(rule)
        many[is_open] += 1
        found[name] = rule.clause or f"{prefix}-{'A' if is_open else ''}{many[is_open]}"
    return found


def _field(rule: Rule, clause: str) -> object:
    if rule.words is not None:
        return choice(rule.words, rule.sentence, clause)
    if isinstance(rule.default, bool):
        return flag(rule.default, rule.sentence, clause)
    return integer(int(rule.default), rule.low, rule.high, rule.sentence, clause)


@cache
def _face(name: str) -> OwnFace:
    return OwnFace(files.known(name) or files.read(name))


def forget(name: str) -> None:
    """Read this file anew when it is asked for next: somebody has changed it."""
    files.forget(name)
    _face.cache_clear()


def is_file(name: str) -> bool:
    """A file, or a class in a file?"""
    return files.is_name(name)


def is_own(name: object) -> bool:
    """A file, a class in a file, or a class itself?"""
    if isinstance(name, str):
        return files.is_name(name) or files.known(name) is not None
    return isinstance(name, type)


def counters_of(cls: type) -> tuple[dict[str, str], dict[str, str]]:
    """What a class declares by per_game and per_seat: of the game, and of the seats."""
    marks = {
        name: mark
        for base in reversed(cls.__mro__)
        for name, mark in vars(base).items()
        if isinstance(mark, Counter)
    }
    return (
        {name: one.sentence for name, one in marks.items() if not one.by_seat},
        {name: one.sentence for name, one in marks.items() if one.by_seat},
    )


def refresh(name: object) -> None:
    if isinstance(name, str) and files.has_changed(name):
        forget(name)


def load(name: object) -> AnyGame:
    """The face of a game file or of a class."""
    if isinstance(name, type):
        name = files.of_class(name).name
    return _face(str(name))
