"""Arguments and options that several commands share: the words of their help, and their meaning.

Values arrive as the user typed them and are read by analyzer.spec, whose messages name the
option; typer only splits the line.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer import spec
from analyzer.errors import UserError

if TYPE_CHECKING:
    from analyzer.advice import By
    from analyzer.setting import Setting

THREADS = 1024

Texts = list[str] | None  # all that were typed; `one` is for options that are given once


def option(metavar: str, sentence: str, *names: str) -> object:
    """An option with a value. Its sentence says what holds without it, in our own words."""
    return typer.Option(*names, metavar=metavar, help=sentence, show_default=False)


Game = Annotated[
    str,
    typer.Argument(metavar="GAME", help="Name of the game; analyze games lists them."),
]
Players = Annotated[Texts, option("N", "Seats at the table.", "--players", "-p")]
Policies = Annotated[
    Texts,
    option(
        "[SEAT=]POLICY",
        "Who decides: a policy for all seats, or for some (1=random, 2,4=greedy). "
        "Your own class is ./mine.py:Cautious. See analyze policies GAME. "
        f"[default: {spec.DEFAULT_POLICY}]",
        "--policy",
    ),
]
RulePairs = Annotated[
    Texts,
    option(
        "NAME=VALUE", "Play by another rule, as in target=30; see analyze rules GAME.", "--rule"
    ),
]
Seed = Annotated[Texts, option("N", "The same seed deals the same games. [default: 1]", "--seed")]
CoinSeed = Annotated[
    Texts,
    option(
        "N",
        "Seed of the policies' random choices; it changes no deal. [default: the seed]",
        "--coin-seed",
    ),
]
Count = Annotated[Texts, option("COUNT", "Games to play: 1e6, 250k, 1_000_000.", "-n")]
First = Annotated[
    Texts,
    option("INDEX", "Number of the first game, to continue after a stop. [default: 0]", "--first"),
]
Tolerance = Annotated[
    Texts,
    option(
        "PP",
        "How many percentage points a seat may be away from its fair share and still be "
        "called fair. [default: 1]",
        "--tolerance",
    ),
]
Measures = Annotated[
    Texts,
    option(
        "NAME[:SEAT]",
        "Measure this: wins, score, hands or any counter; see analyze fields GAME.",
        "--measure",
    ),
]
MinutesPerDecision = Annotated[Texts, option("MIN", "Also show the length of a game in minutes.")]
SecondsPerDecision = Annotated[Texts, option("S", "The same, in seconds per decision.")]
Plot = Annotated[Texts, option("FILE", "Draw the chart: FILE.png, .svg or .pdf.", "--plot")]
Out = Annotated[
    Texts,
    option(
        "DIR",
        "Keep everything in a new folder: the answer as JSON, Markdown, page and pictures.",
        "--out",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object for programs.")]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="Print only the answer, without progress.")
]
Threads = Annotated[
    Texts,
    option("N", "Threads to use; results never depend on it. [default: all cores]", "--threads"),
]
Cluster = Annotated[
    Texts,
    option(
        "WHERE",
        "Play on the workers of a Dask cluster: local:4, tcp://host:8786 or "
        "file:scheduler.json; results never depend on it.",
        "--cluster",
    ),
]


def one(values: Sequence[str] | None, option: str, default: str | None = None) -> str | None:
    """The value of an option that may be given once; an empty one is refused, not ignored."""
    if not values:
        return default
    if len(values) > 1:
        raise UserError(
            f"Option {option} is given {len(values)} times, with {' and '.join(values)}; keep one."
        )
    if not values[0].strip():
        raise UserError(f"Option {option} must not be empty; leave it out instead.")
    return values[0]


def count(values: Sequence[str] | None, option: str, default: str, low: int = 1) -> int:
    return spec.count(one(values, option, default) or default, option, low=low)


def first(values: Sequence[str] | None) -> int:
    return count(values, "--first", "0", low=0)


def points(values: Sequence[str] | None, option: str, default: str | None) -> float | None:
    """Percentage points as a share."""
    text = one(values, option, default)
    if text is None:
        return None
    return spec.number(_bare(text), option, 0, 100, " percentage points") / 100


def amount(values: Sequence[str] | None, option: str) -> float | None:
    """Percentage points, or points of a game."""
    text = one(values, option)
    return None if text is None else spec.number(_bare(text), option, 0, 1000)


def _bare(text: str) -> str:
    """0.5, 0.5pp and 0.5% mean the same."""
    return text.strip().removesuffix("%").strip().removesuffix("pp").strip() or text


def by(values: Sequence[str] | None, default: "By | None" = None) -> "By | None":
    """How moves are compared."""
    text = one(values, "--by")
    if text is None:
        return default
    if text == "win":
        return "win"
    if text == "margin":
        return "margin"
    raise UserError(f"Option --by must be win or margin; got {text!r}.")


def threads(values: Sequence[str] | None) -> int | None:
    text = one(values, "--threads")
    return None if text is None else spec.integer(text, "--threads", 1, THREADS)


def cluster(values: Sequence[str] | None, threads: Sequence[str] | None) -> str | None:
    """Where workers are, if not in this process."""
    text = one(values, "--cluster")
    if text is not None and threads:
        raise UserError(
            "Options --threads and --cluster cannot be combined: workers have their own threads."
        )
    return text


def minutes(by_minutes: Sequence[str] | None, by_seconds: Sequence[str] | None) -> float | None:
    """The time of one decision, from either option."""
    told = {
        "--minutes-per-decision": one(by_minutes, "--minutes-per-decision"),
        "--seconds-per-decision": one(by_seconds, "--seconds-per-decision"),
    }
    given = {option: text for option, text in told.items() if text is not None}
    if len(given) > 1:
        raise UserError(f"Options {' and '.join(given)} say the same; keep one.")
    for option, text in given.items():
        if option.startswith("--minutes"):
            return spec.number(text, option, 0, 1440, " minutes")
        return spec.number(text, option, 0, 86400, " seconds") / 60
    return None


def setting(
    game: str,
    players: Sequence[str] | None,
    policies: Sequence[str] | None,
    rules: Sequence[str] | None,
    seed: Sequence[str] | None,
    coin_seed: Sequence[str] | None = None,
) -> "Setting":
    """Read the options that say who plays what, each checked."""
    from analyzer import games
    from analyzer import setting as settings

    found = games.load(game)
    coins = one(coin_seed, "--coin-seed")
    return settings.make(
        game,
        seats(found.name, found.players, one(players, "--players")),
        list(policies or []),
        spec.rule_pairs(rules or []),
        spec.integer(one(seed, "--seed", "1") or "", "--seed", 0, spec.MAX_SEED),
        None if coins is None else spec.integer(coins, "--coin-seed", 0, spec.MAX_SEED),
    )


def seats(game: str, limits: tuple[int, int], text: str | None) -> int:
    """The number of players, in the words of the command line."""
    low, high = limits
    if text is None:
        if low == high:
            return low
        raise UserError(
            f"Option --players must be given for {game}: a whole number from {low} to {high}."
        )
    try:
        return spec.integer(text, "--players", low, high)
    except UserError:
        between = f"{low}" if low == high else f"a whole number from {low} to {high}"
        raise UserError(
            f"Option --players of {game} must be {between}; got {spec.said(text)}."
        ) from None
