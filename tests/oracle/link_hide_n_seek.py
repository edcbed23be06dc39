"""What connects the compiled Hide N Seek with its oracle: names, and what to compare.

The oracle draws its own chance; nothing of the compiled game is given to it.
"""

import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from analyzer._core.runner import Stepper
from analyzer.games import hide_n_seek
from analyzer.games.parameters import parameters
from oracle import hide_n_seek as oracle
from oracle.hide_n_seek_luck import Luck

COST = 6  # hundreds of moves
_EVERY = 5  # moves between two looks at everything


def names(rules: Any) -> Callable[[int], str]:
    return cache(lambda code: hide_n_seek.GAME.move_name(rules, code))


def oracle_rules(_rules: Any, given: dict[str, Any]) -> dict[str, Any]:
    return given


class Link(Luck):
    """The oracle's own luck, and a look at both games."""

    game: oracle.Game

    def __init__(self, experiment: Any, index: int, stepper: Stepper) -> None:
        super().__init__(experiment.seed, index)
        self.stepper = stepper
        self.n_moves = 0

    def moved(self, _move: int) -> None:
        self.n_moves += 1

    def pick(self, names: list[str], rng: random.Random) -> int:
        """Seldom a move that leads nowhere: with each as likely no playout would end."""
        onward = [name for name in names if name not in ("tidy", "end turn")]
        return names.index(rng.choice(onward if onward and rng.random() < 0.9 else names))

    # -- what is compared --

    def differences(self) -> Iterator[str]:
        game = self.game
        if not game.over and self.n_moves % _EVERY:
            return iter(())
        raw = self.stepper.describe()
        pairs = self._turn(raw) + self._maps(raw) + self._cards(raw)
        return (f"{what}: compiled {a}, oracle {b}" for what, a, b in pairs if a != b)

    def _turn(self, raw: dict[str, Any]) -> list[tuple[str, Any, Any]]:
        game = self.game
        pairs = [
            ("round", raw["round"], game.round),
            ("first player", raw["first"], game.first),
            ("winner", raw["winner"], game.winners[0] if game.winners else -1),
        ]
        if game.round and not game.over:
            still_held = set(game.won_now) & set(game.hands[game.seat])
            pairs += [
                ("in turn", raw["in_turn"], game.seat),
                ("actions", raw["actions"], game.actions),
                ("rolls made", raw["rolls_made"], game.rolls),
                ("won in this turn", self._numbers(raw["won"]), sorted(still_held)),
                ("rolled", raw["rolled"], _by_face(game.rolled, len(raw["rolled"]))),
            ]
        return pairs

    def _maps(self, raw: dict[str, Any]) -> list[tuple[str, Any, Any]]:
        game = self.game
        pawns = [[one.pawns[seat] for seat in range(game.players)] for one in game.maps]
        fixed = [int(one.hider is None and one.pile is not None) for one in game.maps]
        return [
            ("hiding places", raw["hide"], game.own_map),
            ("pawns", raw["pawns"], pawns),
            ("piles", raw["piles"], [-1 if m.pile is None else m.pile for m in game.maps]),
            ("fixed piles", raw["fixed"], fixed),
        ]

    def _numbers(self, codes: list[int]) -> list[int | None]:
        cards = sorted(self.game.cards)
        return [None if code < 0 else cards[code] for code in codes]

    def _cards(self, raw: dict[str, Any]) -> list[tuple[str, Any, Any]]:
        game = self.game
        faces = len(raw["rolled"])
        laid = [[_by_face(dice, faces) for dice in places] for places in game.laid]
        return [
            ("row", self._numbers(raw["row"]), game.row),
            ("hands", [self._numbers(hand) for hand in raw["hands"]], game.hands),
            ("deck", self._numbers(raw["deck"]), game.deck),
            ("cards never seen", raw["unseen"], len(set(game.deck) - game.seen)),
            ("dice on cards", raw["dice"], laid),
        ]

    def result(self) -> dict[str, Any]:
        game = self.game
        by_game = game.totals | {"rounds": game.round}
        by_seat = [
            counts | {"goals": game.goals(seat)} for seat, counts in enumerate(game.counters)
        ]
        reason = hide_n_seek.GAME.end_reasons.index(game.totals["end_reason"])
        return {
            "scores": game.scores,
            "win840": [840 * (seat in game.winners) for seat in range(game.players)],
            "roles": [0] * game.players,
            "end_reason": reason,
            "capped": reason > 0,
            "game_counters": [by_game[name] for name in hide_n_seek.GAME.game_counters],
            "seat_counters": [
                [c[name] for name in hide_n_seek.GAME.seat_counters] for c in by_seat
            ],
        }


def _by_face(dice: list[int], faces: int) -> list[int]:
    return [dice.count(face) for face in range(1, faces + 1)]


# --- rules worth comparing -----------------------------------------------------------------------

_NUMBERS = {
    "maps": ("uniform6", "short4", "long9", "varied"),
    "dice_per_player": (4, 5, 8),
    "row_size": (1, 3, 6),
    "hand_limit": (1, 2, 4, 8),
    "actions_per_turn": (1, 2, 6),
    "fixed_trunk_arrow": (1,),
    "max_rounds": (1, 7, 30),
}
_CAP = {"max_rounds": 60}  # under some readings, and with tables by chance, games need not end
_SHORT = _CAP | {"maps": "short4", "dice_per_player": 8}  # half as long: twice as many in time
# Readings that show little on their own.
_FULL_HANDS = {"hand_limit": 2, "actions_per_turn": 4}
# Pawns are often carried over a pile into the goal in the turn of another player.
_CARRIED_HOME = _SHORT | {"obstacle_any_pawn": True, "trunk_end_arrows": True}
_TOGETHER = (
    _FULL_HANDS | {"overflow": "block"},
    _FULL_HANDS | {"overflow_before_refill": False},
    _FULL_HANDS | {"late_placing": "roll_only"},
    {"fixed_trunks": True, "fixed_trunk_arrow": 1},
    {"fixed_trunks": True, "trunk_end_arrows": True, "hide_map": "random"},
    {"trunk_end_arrows": True, "jump_into_goal": False, "maps": "short4"},
    {"trunk_end_arrows": True, "back_over_start": True, "maps": "short4"},
    {"trunk_at_start": True, "first_player": "random", "hide_map": "random"},
    _CARRIED_HOME,
    _CARRIED_HOME | {"win_any_turn": False},
    _CARRIED_HOME | {"win_any_turn": False, "goal_safe": False},
    _CARRIED_HOME | {"win_any_turn": False, "max_rounds": 20},
    {"roll_subset": True, "late_placing": "roll_only"},
    {"roll_subset": True, "late_placing": "no_refill"},
    {"move_back": True, "exact_goal": True, "move_stop_early": True},
    {"move_back": True, "exact_goal": True},
    {"null_play": True, "may_pass": False, "play_won_same_turn": False},
)
_SYMBOLS = ("HOLE", "TRUNK", "OVERTRUNK", "FWD", "BACK", "BACK2", "MOVE1", "MOVE3", "MOVE6")


def write_tables(folder: Path, seed: int) -> str:
    """Maps and cards by chance, such as no profile has: several holes, mixed needs, few cards."""
    rng = random.Random(seed)
    lines = []
    for name in ("north", "east", "south", "west"):
        spots = rng.randint(3, 9)
        arrows = rng.sample(range(1, spots), spots - 1)
        holes, piles = arrows[: rng.choice((0, 1, 1, 2))], arrows[2:]
        lines += ["[[map]]", f'name = "{name}"', f"spots = {spots}"]
        lines += [f"hole_arrows = {sorted(holes)}", f"trunk_arrows = {sorted(piles)}"]
    for number in range(1, rng.choice((7, 12, 40)) + 1):
        need = [rng.randint(1, 6) for _ in range(rng.choice((1, 1, 2, 2, 3, 4)))]
        symbols = ["HOLE" if number % 3 == 0 else rng.choice(_SYMBOLS), rng.choice(_SYMBOLS)]
        lines += ["[[card]]", f"need = {need}", f"symbols = {symbols}"]
        lines += [f"copies = {rng.choice((1, 2))}"] if rng.random() < 0.5 else []
    path = folder / f"tables{seed}.toml"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def _values() -> dict[str, tuple[Any, ...]]:
    """Values of every rule that are worth comparing."""
    known = {p.name: p.values for p in parameters(hide_n_seek.Rules) if p.values}
    return known | _NUMBERS


def rules_to_compare(folder: Path, _players: int) -> Iterator[dict[str, Any]]:
    """The default rules, every value of every rule on its own, pairs, and tables by chance."""
    default = {p.name: p.default for p in parameters(hide_n_seek.Rules)}
    yield {}
    for rules in _TOGETHER:
        yield _CAP | rules
    for seed in range(3):
        yield _CAP | {"maps": write_tables(folder, seed)}
    for name, options in _values().items():
        for value in options:
            if str(value).lower() != default[name]:
                yield _SHORT | {name: value}


def random_rules(folder: Path, _players: int, rng: random.Random) -> dict[str, Any]:
    """Any combination: each rule is left alone or takes one of its values."""
    loud = rng.random()
    rules = {n: rng.choice(options) for n, options in _values().items() if rng.random() < loud}
    if rng.random() < 0.25:
        rules |= rng.choice(_TOGETHER)
    if rng.random() < 0.15:
        rules["maps"] = write_tables(folder, rng.randrange(50))
        rules.pop("fixed_trunk_arrow", None)  # it must be legal on every map
    rules["max_rounds"] = rng.choice((5, 30, 100))
    return rules
