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
    from analyzer.setting import Setting

THREADS = 1024


Game = Annotated[
    str,
    typer.Argument(metavar="GAME", help="Its name, as analyze games lists it."),
]
Players = Annotated[
    list[str] | None,
    typer.Option("--players", "-p", metavar="N", help="Seats at the table.", show_default=False),
]
Policies = Annotated[
    list[str] | None,
    typer.Option(
        "--policy",
        metavar="[SEAT=]POLICY",
        help="Who decides: a policy for all seats, or for some (1=random, 2,4=greedy); "
        "a class of your own is ./mine.py:Cautious; see analyze policies GAME. "
        f"[default: {spec.DEFAULT_POLICY}]",
        show_default=False,
    ),
]
RulePairs = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="NAME=VALUE",
        help="Play by another rule, as in target=30; see analyze rules GAME.",
        show_default=False,
    ),
]
Seed = Annotated[
    list[str] | None,
    typer.Option(
        "--seed",
        metavar="N",
        help="Equal seeds deal equal games. [default: 1]",
        show_default=False,
    ),
]
CoinSeed = Annotated[
    list[str] | None,
    typer.Option(
        "--coin-seed",
        metavar="N",
        help="Seed of the policies' own coins: another one changes no deal. [default: the seed]",
        show_default=False,
    ),
]
Count = Annotated[
    list[str] | None,
    typer.Option(
        "-n",
        metavar="COUNT",
        help="Games to play: 1e6, 250k, 1_000_000.",
        show_default=False,
    ),
]
First = Annotated[
    list[str] | None,
    typer.Option(
        "--first",
        metavar="INDEX",
        help="Number of the first game, to go on after a stop. [default: 0]",
        show_default=False,
    ),
]
Tolerance = Annotated[
    list[str] | None,
    typer.Option(
        "--tolerance",
        metavar="PP",
        help="Percentage points by which a seat may depart from its fair share and still be "
        "called fair. [default: 1]",
        show_default=False,
    ),
]
Measures = Annotated[
    list[str] | None,
    typer.Option(
        "--measure",
        metavar="NAME[:SEAT]",
        help="Measure this: wins, score, hands or any counter; see analyze fields GAME.",
        show_default=False,
    ),
]
MinutesPerDecision = Annotated[
    list[str] | None,
    typer.Option(metavar="MIN", help="Tell the length in minutes, too.", show_default=False),
]
SecondsPerDecision = Annotated[
    list[str] | None,
    typer.Option(metavar="S", help="The same, in seconds a decision.", show_default=False),
]
Plot = Annotated[
    list[str] | None,
    typer.Option(
        "--plot", metavar="FILE", help="Draw the chart: FILE.png, .svg or .pdf.", show_default=False
    ),
]
Out = Annotated[
    list[str] | None,
    typer.Option(
        "--out",
        metavar="DIR",
        help="Keep everything in a new folder: the answer as JSON, Markdown, page and pictures.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object for programs.")]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="Print the answer alone, and no progress.")
]
Threads = Annotated[
    list[str] | None,
    typer.Option(
        "--threads",
        metavar="N",
        help="Threads; results never depend on it. [default: all cores]",
        show_default=False,
    ),
]
Cluster = Annotated[
    list[str] | None,
    typer.Option(
        "--cluster",
        metavar="WHERE",
        help="Play on workers instead: local:4, tcp://host:8786 or file:scheduler.json; results "
        "never depend on it.",
        show_default=False,
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
    """Percentage points as a share: 0.5, 0.5pp and 0.5% mean the same."""
    text = one(values, option, default)
    if text is None:
        return None
    plain = text.strip().removesuffix("%").strip().removesuffix("pp").strip()
    return spec.number(plain or text, option, 0, 100, " percentage points") / 100


def threads(values: Sequence[str] | None) -> int | None:
    text = one(values, "--threads")
    return None if text is None else spec.integer(text, "--threads", 1, THREADS)


def cluster(values: Sequence[str] | None, threads: Sequence[str] | None) -> str | None:
    """Where workers are, if not in this process."""
    text = one(values, "--cluster")
    if text is not None and threads:
        raise UserError(
            "Options --threads and --cluster exclude each other: workers have threads of their own."
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
