"""What connects the compiled Horrible Mountain with its oracle: chance, names, what to compare.

Chance is drawn here from streams of our own: what fell in the compiled game is only compared.
"""

import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from analyzer._core.runner import Stepper
from analyzer.games import horrible_mountain
from analyzer.games.parameters import parameters
from oracle import horrible_mountain as oracle
from oracle.streams import Stream, stream

_EVERY = 3  # moves between two looks at every card
_CARDS, _COLOURS = oracle.DECK, oracle.COLOURS
_TABLE, _LOOSE, _RESHUFFLE, _COIN, _ROLES = range(16, 21)  # purposes


def names(rules: Any) -> Callable[[int], str]:
    return cache(lambda code: horrible_mountain.GAME.move_name(rules, code))


def oracle_rules(_rules: Any, given: dict[str, Any]) -> dict[str, Any]:
    return given


def cards(codes: list[int]) -> list[str]:
    return ["" if code < 0 else _CARDS[code] for code in codes]


def colours(codes: list[int]) -> list[str]:
    return ["" if code < 0 else _COLOURS[code] for code in codes]


class Link:
    """The oracle's Chance, and a look at both games."""

    game: oracle.Game

    def __init__(self, experiment: Any, index: int, stepper: Stepper) -> None:
        self.seed, self.index, self.stepper = experiment.seed, index, stepper
        self.n_moves = 0

    def moved(self, _move: int) -> None:
        self.raw = self.stepper.describe()
        self.n_moves += 1

    # -- Chance --

    def _stream(self, purpose: int, occasion: int = 0) -> Stream:
        return stream(self.seed, self.index, purpose, occasion)

    def roles(self) -> int:
        return self._stream(_ROLES).below(2)

    def table_deck(self) -> list[str]:
        """HM-5: two bits a rank say which suit comes first; what comes later lies beside."""
        word = self._stream(_TABLE).word()
        self.table = [_CARDS[4 * rank + (word >> 2 * rank) % 4] for rank in range(5)]
        return self.table + [card for card in _CARDS if card not in self.table]

    def loose(self) -> list[str]:
        beside = [card for card in _CARDS if card not in self.table]
        return self._shuffled(beside, self._stream(_LOOSE))

    def reshuffle(self, k: int, pile: list[str]) -> list[str]:
        return self._shuffled(pile, self._stream(_RESHUFFLE, k))

    def _shuffled(self, pile: list[str], luck: Stream) -> list[str]:
        """Top first: the card that chance names last."""
        luck.deal(pile, len(pile) - 1)
        return pile[::-1]

    def coin(self) -> bool:
        return self._stream(_COIN, self.game.totals["player_turns"]).below(2) == 1

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
