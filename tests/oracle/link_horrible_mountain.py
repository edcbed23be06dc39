"""What connects the compiled Horrible Mountain with its oracle: chance, names, what to compare."""

import random
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

from analyzer._core.playout import Stepper
from analyzer.games import horrible_mountain
from analyzer.rules import parameters
from oracle import horrible_mountain as oracle

_EVERY = 3  # moves between two looks at every card
_CARDS, _COLOURS = oracle.DECK, oracle.COLOURS


def names(rules: Any) -> Callable[[int], str]:
    return cache(lambda code: horrible_mountain.GAME.move_name(rules, code))


def oracle_rules(rules: Any, _given: dict[str, Any]) -> dict[str, Any]:
    return {entry.name: getattr(rules, entry.name) for entry in fields(rules)}


def cards(codes: list[int]) -> list[str]:
    return ["" if code < 0 else _CARDS[code] for code in codes]


def colours(codes: list[int]) -> list[str]:
    return ["" if code < 0 else _COLOURS[code] for code in codes]


class Link:
    """The oracle's Chance: what fell is read off the compiled state after the move."""

    game: oracle.Game

    def __init__(self, _experiment: Any, _index: int, stepper: Stepper) -> None:
        self.stepper = stepper
        self.raw = stepper.describe()
        self.move, self.n_moves = 0, 0

    def moved(self, move: int) -> None:
        self.raw = self.stepper.describe()
        self.move = move
        self.n_moves += 1

    # -- Chance --

    def roles(self) -> int:
        return self.raw["evil_master"]

    def table_deck(self) -> list[str]:
        table = cards(self.raw["table"])
        return table + [card for card in _CARDS if card not in table]

    def loose(self) -> list[str]:
        evil = self.raw["evil_master"]
        first = [*self.raw["hands"][evil], *self.raw["hands"][1 - evil]]
        return cards(first + self.raw["draw"])

    def reshuffle(self, k: int, pile: list[str]) -> list[str]:
        """With run_out="needed_while_empty" the top of the new pile is taken off at once."""
        assert self.raw["runs"] == k, f"run-out {self.raw['runs']}, not {k}"
        new = cards(self.raw["draw"])
        return [card for card in pile if card not in new] + new

    def coin(self) -> bool:
        return self.raw["discard"][-1] == self.move & 31

    # -- what is compared --

    def differences(self) -> Iterator[str]:
        raw, game = self.raw, self.game
        pairs = [
            ("runs", raw["runs"], game.runs),
            ("turns", raw["turn_no"], game.totals["player_turns"]),
            ("control", [colours(cubes) for cubes in raw["control"]], game.control),
        ]
        if self.n_moves % _EVERY == 0 or game.over:
            pairs += self._cards()
        return (f"{what}: compiled {a}, oracle {b}" for what, a, b in pairs if a != b)

    def _cards(self) -> list[tuple[str, Any, Any]]:
        raw, game = self.raw, self.game
        known = [set(cards(codes)) for codes in raw["known"]]
        return [
            ("hands", [cards(codes) for codes in raw["hands"]], game.hands),
            ("table", cards(raw["table"]), game.table),
            ("cubes", colours(raw["cubes"]), game.cubes),
            ("cube pile", colours(raw["cube_pile"]), game.pile),
            ("draw", cards(raw["draw"]), game.draw),
            ("discard", cards(raw["discard"]), game.discard),
            ("aside", cards([raw["aside"]]), [game.aside]),
            ("used", [seat in raw["used"] for seat in range(2)], game.used),
            # what was seen is known; elimination adds to it
            ("seen", [known[seat] >= game.known[seat] for seat in range(2)], [True, True]),
            ("held", [known[seat] <= set(game.hands[seat]) for seat in range(2)], [True, True]),
        ]

    def result(self) -> dict[str, Any]:
        game, totals = self.game, self.game.totals
        decided = {
            "decided_points": totals["decided_by"] == "points",
            "decided_hand": totals["decided_by"] == "hand",
            "decided_cubes": totals["decided_by"] == "cubes",
        }
        return {
            "scores": game.scores,
            "win840": [840 * (seat in game.winners) for seat in range(2)],
            "roles": [int(seat != game.em) for seat in range(2)],
            "end_reason": horrible_mountain.GAME.end_reasons.index(totals["end_reason"]),
            "capped": totals["end_reason"] == "stalled",
            "game_counters": [
                int((decided | totals)[name]) for name in horrible_mountain.GAME.game_counters
            ],
            "seat_counters": [
                [counts[name] for name in horrible_mountain.GAME.seat_counters]
                for counts in game.counters
            ],
        }


# --- rules worth comparing -----------------------------------------------------------------------

_NUMBERS = {
    "hand_limit": (3, 4, 5, 6),
    "run_outs": (1, 2, 3, 5),
    "max_turns": (1, 17, 40, 1000),
}
_POINTS = (-100, -3, 0, 4, 6, 9, 100)  # some meet the printed values, so that lines tie


def values() -> dict[str, tuple[Any, ...]]:
    """Values of every rule that are worth comparing."""
    known = {p.name: p.values or _POINTS for p in parameters(horrible_mountain.Rules)}
    return known | _NUMBERS


def rules_to_compare(_folder: Path, _players: int) -> list[dict[str, Any]]:
    """The default rules, every value of every rule on its own, and readings of the variant."""
    default = {p.name: p.default for p in parameters(horrible_mountain.Rules)}
    single = [
        {name: value}
        for name, options in values().items()
        for value in options
        if str(value).lower() != default[name]
    ]
    pairs = [
        {"variant": True, "special_overflow": "in_reorder"},
        {"variant": True, "run_out": "needed_while_empty", "hand_limit": 6},
        {"overflow_in_reshuffle": True, "run_out": "needed_while_empty"},
        {"max_turns": 40, "on_cap": "score", "tiebreak_hand": "category"},
        {"max_turns": 40, "on_cap": "score", "tiebreak_short": "tie"},
    ]
    return [{}, *single, *pairs]


def random_rules(_folder: Path, _players: int, rng: random.Random) -> dict[str, Any]:
    """Any combination: each rule is left alone or takes one of its values."""
    loud = rng.random()
    rules = {name: rng.choice(options) for name, options in values().items() if rng.random() < loud}
    if rng.random() < 0.8:  # the cap ends most games early: seldom
        rules.pop("max_turns", None)
    return rules
