"""What connects the compiled hike-sled with its oracle: names, and what to compare.

The oracle makes its own chance, so nothing of the compiled game's is fed to it: that both meet the
same cards is compared like everything else.
"""

import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from analyzer import games
from analyzer._core.runner import Stepper
from analyzer.games.hike_sled import Rules, words
from analyzer.games.hike_sled import cards as card_tables
from analyzer.games.parameters import parameters
from oracle import hike_sled as oracle
from oracle import streams
from oracle.hike_sled_table import (
    CARE,
    DOUBLE,
    END_REASONS,
    GAME_COUNTERS,
    LOOSE,
    SEAT_COUNTERS,
    UNFINISHED,
    Cards,
)

COST = 2  # a playout has some 160 moves, and its lists are long
FACE = games.load("hike-sled")
_CARD_RULES = ("cards", "strict", "deck_seed", "colours")
_EVERY = 9  # moves between two looks at everything
# A card is on its way: the two need not agree where it is.
_ON_THE_WAY = {words.PHASES.index(name) for name in ("spot", "put in", "receive")}


def names(rules: Any) -> Callable[[int], str]:
    return cache(partial(FACE.move_name, rules))


def oracle_rules(rules: Any, given: dict[str, Any]) -> dict[str, Any]:
    """What was given, and other cards as a table. The oracle reads the usual cards itself."""
    taken: dict[str, Any] = {name: v for name, v in given.items() if name not in _CARD_RULES}
    if "cards" in given or "deck_seed" in given:
        table = card_tables.table_of(rules)
        landscapes = {name: " ".join(fields) for name, fields in table.landscapes.items()}
        taken["cards"] = Cards(table.huskies, landscapes)
    return taken


@cache
def _card_names(rules: Any) -> list[str]:
    """By the code of a card; the oracle has words of its own for loose ones."""
    return [words.card_name(rules, code) for code in range(words.LOOSE_CODE)] + list(LOOSE)


class Link:
    """One playout in both."""

    game: oracle.Game

    def __init__(self, experiment: Any, index: int, stepper: Stepper) -> None:
        self.of, self.index, self.stepper = experiment, index, stepper
        self.rules = experiment.rules
        self.n_moves = 0

    def stream(self, purpose: int, occasion: int) -> streams.Stream:
        """The oracle's Chance."""
        return streams.stream(self.of.seed, self.index, purpose, occasion)

    def moved(self, _move: int) -> None:
        self.n_moves += 1

    # -- what is compared --

    def differences(self) -> Iterator[str]:
        if self.n_moves % _EVERY and not self.game.over:
            return iter(())
        raw = self.stepper.describe()
        pairs = self._track(raw) + self._race(raw)
        if raw["phase"] not in _ON_THE_WAY:
            pairs += self._cards(raw)
        return (f"{what}: compiled {a}, oracle {b}" for what, a, b in pairs if a != b)

    def _track(self, raw: dict[str, Any]) -> list[tuple[str, Any, Any]]:
        game, laid = self.game, card_tables.table_of(self.rules).laid
        return [
            ("landscapes", [laid[code] for code in raw["landscapes"]], game.landscapes),
            ("face up", raw["face_up"], game.turned_up),
            ("track", [words.field_name(code) for code in raw["track"]], game.track),
            ("declared", raw["declared"], [player.declared_on for player in game.players]),
            ("racers", raw["racing"], game.racers),
        ]

    def _race(self, raw: dict[str, Any]) -> list[tuple[str, Any, Any]]:
        game, players = self.game, self.game.players
        kinds = [words.CARE_KINDS[code] for code in raw["care_pile"]]
        gone = [raw["gone_single"], raw["gone_double"]]
        owed = [player.care()[0] if player.open_care else "" for player in players]
        return [
            ("fields", raw["field"], [player.place for player in players]),
            ("tired", raw["tired"], [sorted(player.tired) for player in players]),
            ("resting", raw["resting"], [sorted(player.resting) for player in players]),
            ("upgraded", raw["upgraded"], [sorted(player.upgraded) for player in players]),
            ("care pile", kinds, game.care_pile),
            ("discards", gone, [game.care_discards.count(kind) for kind in (CARE, DOUBLE)]),
            ("open cards", [words.CARE_KINDS[code] for code in raw["open_card"]], owed),
            ("winners", raw["winners"], sorted(game.winners)),
        ]

    def _cards(self, raw: dict[str, Any]) -> list[tuple[str, Any, Any]]:
        game, rules, players = self.game, self.rules, self.game.players
        name_of = _card_names(rules)
        hands = [sorted(words.hand_names(rules, raw, seat)) for seat in range(game.n)]
        centre = [name_of[code] for code in raw["centre"]]
        centre += ["equipment"] * raw["centre_equipment"] + [CARE] * raw["centre_care"]
        sleds = [[None if code < 0 else name_of[code] for code in sled] for sled in raw["sleds"]]
        deck = [] if raw["racing"] else raw["deck"]  # the core lets lie what nobody needs any more
        return [
            ("hands", hands, [sorted(player.hand) for player in players]),
            ("mentors", raw["mentors"], [player.mentors for player in players]),
            ("sleds", sleds, [player.sled for player in players]),
            ("centre", sorted(centre), sorted(game.centre)),
            ("deck", [name_of[code] for code in deck], game.deck),
        ]

    def result(self) -> dict[str, Any]:
        game = self.game
        share = 840 // max(1, len(game.winners))
        return {
            "scores": game.scores,
            "win840": [share * (seat in game.winners) for seat in range(game.n)],
            "roles": [0] * game.n,
            "end_reason": END_REASONS.index(game.end_reason),
            "capped": game.end_reason in UNFINISHED,
            "game_counters": [game.totals[name] for name in GAME_COUNTERS],
            "seat_counters": [[row[name] for name in SEAT_COUNTERS] for row in game.counters],
        }


# --- rules worth comparing -----------------------------------------------------------------------

_VALUES: dict[str, tuple[int, ...]] = {  # of the rules that are no choice between words
    "landscapes": (4, 18),
    "rotated": (1, 5),
    "columns": (1, 2, 3, 4),
    "dealt": (0, 6),
    "centre": (0, 10),
    "mentors": (0, 5),
    "early_reveal": (0, 4),
    "late_reveal": (0, 3),
    "last_days": (0, 1, 12),
    "catchup_gap": (1, 3, 250),
    "rest": (0, 1, 8),
    "youngsters": (0, 16),
    "equipment": (0, 24),
    "deck_care": (0, 12),
    "hand_limit": (1, 3),
    "max_prep_days": (1, 6),
    "max_race_days": (1, 4),
    "deck_seed": (1, 77),
}
# Sleds that are soon full, so that there is a race even among players who choose at random.
_SHORT = {"columns": 2, "youngsters": 16, "last_days": 12}
_TOGETHER: tuple[dict[str, Any], ...] = (  # rules that show little on their own
    {"deck_seed": 5, "colours": 3},
    {"deck_seed": 5, "colours": 5},
    {"dealt": 0, "centre": 0, "early_reveal": 0, "late_reveal": 0, "mentors": 0},
    {"columns": 1, "youngsters": 0, "equipment": 24, "single_racer": "runs"},
    {"catchup_gap": 1, "deck_care": 0, **_SHORT},
    {"loose": True, "mentors": 9, **_SHORT},
)


def write_cards(folder: Path, seed: int) -> str:
    """A file of other cards with many equipment fields. Those of an even seed have the published
    totals of points and fields; those of an odd one have mostly huskies that can be upgraded."""
    rng = random.Random(seed)
    table = card_tables.table_of(FACE.resolve_rules(2, {}))
    colours = ("red", "blue", "green", "yellow")[: rng.randint(1, 4)]
    points = [husky.points for husky in table.huskies]
    if seed % 2:
        points = rng.choices(("S", "I", "P", "SI", "IIPP", ""), (3, 2, 2, 1, 1, 1), k=len(points))
    rng.shuffle(points)
    rows = [[letters, *rng.choices(colours, k=4)] for letters in points]
    text = ["provenance = 'made by chance'", "huskies = [", *(f"  {row!r}," for row in rows), "]"]
    text += ["[landscapes]", *_landscape_lines(table, rng)]
    path = folder / f"cards_{seed}.toml"
    path.write_text("\n".join(text) + "\n", encoding="utf-8")
    return str(path)


def _landscape_lines(table: card_tables.CardTable, rng: random.Random) -> Iterator[str]:
    """The table's fields in other places, start and finish among them; one in four needs
    equipment."""
    fields = [field[0] for row in table.landscapes.values() for field in row]
    rng.shuffle(fields)
    fields = [field + "*" * (rng.random() < 0.25) for field in fields]
    cuts = sorted(rng.sample(range(1, len(fields)), len(table.landscapes) - 1))
    for name, low, high in zip(table.landscapes, [0, *cuts], [*cuts, None], strict=True):
        yield f'{name} = "{" ".join(fields[low:high])}"'


@cache
def _values() -> dict[str, tuple[Any, ...]]:
    """Every rule but those of cards, with what it may be."""
    known = {p.name: p.values for p in parameters(Rules) if p.values}
    known = {name: options for name, options in known.items() if name not in _CARD_RULES}
    return known | _VALUES


def _fitting(rules: dict[str, Any], players: int) -> dict[str, Any]:
    """The rules with a rotated landscape that is on the track."""
    laid = rules.get("landscapes", 8 if players < 5 else 6)
    rotated = rules.get("rotated", 4 if players < 5 else 3)
    return rules if rotated <= laid else rules | {"rotated": laid}


def _single_values(cards: str) -> Iterator[dict[str, Any]]:
    """Every value on its own; words and flags also where there is much to be seen of them."""
    default = {p.name: p.default for p in parameters(Rules)}
    for name, options in _values().items():
        for value in options:
            if str(value).lower() != default[name]:
                yield {name: value}
                if name not in _VALUES:
                    yield {"loose": True, "cards": cards, **_SHORT, name: value}


def rules_to_compare(folder: Path, players: int) -> Iterator[dict[str, Any]]:
    """The default rules; every value of every rule with one number of players or another."""
    yield {}
    every = [*_TOGETHER, *_single_values(write_cards(folder, players))]
    for place, rules in enumerate(every):
        if place % 5 == players % 5:
            yield _fitting(rules, players)


def random_rules(folder: Path, players: int, rng: random.Random) -> dict[str, Any]:
    """Any combination: each rule is left alone or takes one of its values."""
    loud = rng.random()
    rules = {n: rng.choice(options) for n, options in _values().items() if rng.random() < loud}
    if rng.random() < 0.85:  # the caps end most games early
        rules = {name: value for name, value in rules.items() if not name.startswith("max_")}
    if rng.random() < 0.5:
        rules |= _SHORT
    if rng.random() < 0.5:
        rules["cards"] = write_cards(folder, rng.randrange(20))
        rules.pop("deck_seed", None)
    elif "deck_seed" in rules:
        rules["colours"] = rng.randint(3, 5)
    return _fitting(rules, players)
