"""What is calibrated: every question of every game, the commands beside `ask`, and tiles."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from unittest.mock import patch

from calibrate import mending, summary_tiles
from calibrate.observations import Observation, observe_answer
from calibrate.sizes import COSTLY, TIMES, TRUTH_SEED, USUAL

import analyzer
from analyzer import games
from analyzer.questions import designer
from analyzer.questions.designer import length

PLAY_ON = {"decisions", "drama", "kingmaking"}  # from many moments of each game
QUICK_GAME, QUICK_TIMES = 50, 5  # microseconds a game, below which a truth is so much longer
SLOW = 100  # microseconds a game, from which on a short run has fewer games


@dataclass(frozen=True)
class Case:
    """One question at one table."""

    question: str  # "ask hike seats"
    table: str  # how it is asked
    n: int  # games of a short run
    read: Callable[[int, int], Observation]  # (games, seed)
    truth: Callable[[], Observation]
    grow: Callable[[Observation, Observation], None] | None = (
        None  # the truth of what a short run named
    )
    weight: float = 1.0  # how long a game takes, in microseconds and cells, before it was measured

    @property
    def name(self) -> str:
        return f"{self.question} {self.table}".strip()

    @property
    def key(self) -> str:
        """Names what is kept of it: another version of its game plays other games."""
        return f"{self.name} v{games.load(self.question.split()[1]).version}"


def case(
    question: str, table: str, n: int, ask: Callable[[int, int], str], weight: float = 1.0
) -> Case:
    """`ask` gives an answer in JSON, from a number of games and a seed."""
    return Case(
        question,
        table,
        n,
        lambda n, seed: observe_answer(ask(n, seed)),
        lambda: observe_answer(ask(TIMES * n, TRUTH_SEED)),
        weight=weight * games.load(question.split()[1]).microseconds,
    )


def usual(game: str) -> int:
    """Games of a short run."""
    return COSTLY if games.load(game).microseconds > SLOW else USUAL


def every_case() -> Iterator[Case]:
    yield from commands()
    for game in games.built_in_names():
        for one in designer.questions_of(game):
            if one.name == "mend":
                yield mend(game)
            elif plays(game, one.name):
                yield asked(game, one.name)
    for game in games.built_in_names():
        yield Case(
            f"tiles {game}",
            "",
            usual(game),
            lambda n, seed, game=game: summary_tiles.observe_tiles(game, n, seed),
            lambda game=game: summary_tiles.observe_truth(game, TIMES * usual(game), TRUTH_SEED),
            weight=40 * games.load(game).microseconds,
        )


def nothing_to_play() -> list[str]:
    """Questions that say so: no table of theirs was reconstructed, or two sit at it."""
    return [
        f"ask {game} {one.name}"
        for game in games.built_in_names()
        for one in designer.questions_of(game)
        if not plays(game, one.name)
    ]


def plays(game: str, name: str) -> bool:
    loaded = games.load(game)
    if name == "data":
        return bool(loaded.alternatives(loaded.resolve_rules(loaded.usual_players, {})))
    return name != "kingmaking" or loaded.usual_players > 2


def asked(game: str, name: str) -> Case:
    n = COSTLY if name in PLAY_ON else usual(game)
    made = case(
        f"ask {game} {name}",
        "",
        n,
        lambda n, seed: analyzer.ask(game, name, n=n, seed=seed, threads=1).to_json(),
        weight=300 if name in PLAY_ON else 20 if name in ("readings", "rules") else 4,
    )
    return (
        replace(made, truth=lambda: followed_for_longer(made.truth))
        if name == length.NAME
        else made
    )


def followed_for_longer(truth: Callable[[], Observation]) -> Observation:
    """Waits are measured in a number of games that does not grow with n; in the truth it does."""
    with patch.object(length, "STEPPED", TIMES * length.STEPPED):
        return truth()


def mend(game: str) -> Case:
    """With a wide tolerance, since otherwise so few games decide nothing."""
    asking = mending.Mending(game, n=2000, tolerance=5)
    return Case(
        f"ask {game} mend",
        "tolerance 5",
        2000,
        asking.read,
        asking.truth,
        asking.grow,
        20 * games.load(game).microseconds,
    )


def commands() -> Iterator[Case]:
    """Every command at a table of each game."""
    for game in games.built_in_names():
        for n in (100, 1000):
            yield simulate(game, f"n={n}", n)
        yield simulate(game, "random", usual(game), policy="random")
        yield simulate(game, "greedy and expert", usual(game), policy=["greedy", "1=expert"])
        yield simulate(game, "until decided", 2000, tolerance=8, until_decided=True)
        yield tournament(game)
        yield advise(game)
    for game, rules, values in (
        ("hike", {"target": 30}, {"target": [25, 35]}),
        ("oh-hell", {"made_bonus": 5}, {"made_bonus": [5, 10]}),
        ("horrible-mountain", {"hand_limit": 6}, {"hand_limit": [4, 5, 6]}),
        ("hide-n-seek", {"hand_limit": 4}, {"hand_limit": [4, 5]}),
        ("hike-sled", {"last_days": 2}, {"last_days": [2, 3]}),
    ):
        yield compare(game, rules)
        yield sweep(game, values)


def simulate(game: str, table: str, n: int, **words: object) -> Case:
    def ask(n: int, seed: int, **more: object) -> str:
        return analyzer.simulate(game, n=n, seed=seed, threads=1, **words | more).to_json()

    made = case(f"simulate {game}", table, n, ask)
    # A truth that stops at its first verdict would not be long. Of hundreds of counters the error
    # of the truth itself makes one look bad, so it is longer where games are quick.
    whole = {"until_decided": False} if words.get("until_decided") else {}
    times = TIMES * (QUICK_TIMES if games.load(game).microseconds < QUICK_GAME else 1)
    return replace(made, truth=lambda: observe_answer(ask(times * n, TRUTH_SEED, **whole)))


def compare(game: str, rules: dict[str, object]) -> Case:
    return case(
        f"compare {game}",
        " ".join(f"{name}={value}" for name, value in rules.items()),
        usual(game),
        lambda n, seed: analyzer.compare(game, n=n, seed=seed, vs=rules, threads=1).to_json(),
    )


def sweep(game: str, rule: dict[str, list]) -> Case:
    return case(
        f"sweep {game}",
        " ".join(rule),
        usual(game),
        lambda n, seed: analyzer.sweep(game, n=n, seed=seed, rule=rule, threads=1).to_json(),
    )


def tournament(game: str) -> Case:
    players = games.load(game).players[0]
    return case(
        f"tournament {game}",
        f"{players} players",
        COSTLY,
        lambda n, seed: analyzer.tournament(
            game, players, policies=["greedy", "expert"], n=n, seed=seed, threads=1
        ).to_json(),
    )


def advise(game: str) -> Case:
    """The luck of the worlds comes from the seed of the game, so the position is given."""
    players = games.load(game).players[0]

    def ask(n: int, seed: int) -> str:
        state = analyzer.new_state(game, players, seed=3)
        for _ in range(5):
            state.play(0)
        position = state.position()
        again = analyzer.new_state(game, players, seed=seed, position=position)
        return again.advise(worlds=n, threads=1).to_json()

    return case(f"advise {game}", "move 6 of a game", COSTLY, ask)
