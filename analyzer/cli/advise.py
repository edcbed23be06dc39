"""`analyze advise`: which move is best, from what the seat to move can see."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli import _ask, _options
from analyzer.errors import UserError, first_line, unreadable

if TYPE_CHECKING:
    from analyzer.setting import Setting
    from analyzer.state import State

PLACE = 9
EXAMPLES = """\
\b
Examples:
  analyze advise oh-hell -p 4 --seed 1 --game 7 --move 42
  analyze advise hike --position table.toml --worlds 5000
  analyze advise horrible-mountain --move 12 --precision 2

A position may leave out what the seat does not know: a number in place of a hand is so many cards.
"""


def command(
    game: _options.Game,
    players: _options.Players = None,
    position: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE.toml", help="The position, in words.", show_default=False),
    ] = None,
    index: Annotated[
        list[str] | None,
        typer.Option(
            "--game", metavar="INDEX", help="Or: which game of the seed.", show_default=False
        ),
    ] = None,
    move: Annotated[
        list[str] | None,
        typer.Option(
            metavar="N", help="Before which of its moves. [default: 1]", show_default=False
        ),
    ] = None,
    policy: _options.Policies = None,
    rule: _options.RulePairs = None,
    seed: _options.Seed = None,
    worlds: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COUNT",
            help="Worlds in which every move is tried. [default: 1000]",
            show_default=False,
        ),
    ] = None,
    precision: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PP",
            help="Stop when every value is known so well: percentage points, or points.",
            show_default=False,
        ),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="VALUE",
            help="win: the chance to win; margin: points at the end of the hand or day. "
            "[default: margin where a game has hands]",
            show_default=False,
        ),
    ] = None,
    plot: _options.Plot = None,
    json: _options.Json = False,
    quiet: _options.Quiet = False,
    threads: _options.Threads = None,
) -> None:
    """Say which move is best, and by how much."""
    from analyzer import advice, advising, spec
    from analyzer.report.files import Picture

    if json and quiet:
        raise UserError(
            "Options --json and --quiet exclude each other: --json prints the object alone already."
        )
    picture = _options.one(plot, "--plot")
    drawn = Picture(picture) if picture else None
    asked: list[object] = []
    text = _options.one(worlds, "--worlds", str(advice.WORLDS)) or ""
    number = spec.count(text, "--worlds", high=advice.MOST_WORLDS)
    if worlds:
        asked += ["--worlds", number]
    known = _options.one(by, "--by")
    if known not in (None, "win", "margin"):
        raise UserError(f"Option --by must be win or margin; got {known!r}.")
    if known is not None:
        asked += ["--by", known]
    near = _precision(precision)
    if near is not None:
        asked += ["--precision", f"{near:g}"]
    file = _options.one(position, "--position")
    if file is not None:
        if index or move or players:
            raise UserError("Option --position excludes --players, --game and --move; keep one.")
        state, table = _from_file(game, file, policy, rule, seed)
        where, words = file, ["--position", file]
    else:
        table = _options.setting(game, players, policy, rule, seed)
        at = _options.count(index, "--game", "0", low=0)
        before = _options.count(move, "--move", "1")
        state = _played(table, at, before)
        where = f"seed {table.seed}, game {at:,}, move {before:,}"
        words = ["--game", str(at), "--move", str(before)]
    answer = advising.answer(
        *(state, table, table.command("advise", *words, *asked), where),
        *(number, near, known, _options.threads(threads)),
    )
    _ask.show_answer(answer, json, quiet)
    if drawn:
        drawn.finish(answer)


def _precision(values: list[str] | None) -> float | None:
    text = _options.one(values, "--precision")
    if text is None:
        return None
    from analyzer import spec

    plain = text.strip().removesuffix("%").strip().removesuffix("pp").strip()
    return spec.number(plain or text, "--precision", 0, 1000, "")


def _from_file(
    game: str,
    file: str,
    policy: list[str] | None,
    rule: list[str] | None,
    seed: list[str] | None,
) -> "tuple[State, Setting]":
    from analyzer import advising, games, new_state, spec

    face = games.load(game)
    words = _read(file)
    if words.get("game", face.name) != face.name:
        raise UserError(f"The position in {file} is one of {words['game']}, not of {face.name}.")
    text = _options.one(seed, "--seed")
    state = new_state(
        face.name,
        position=words,
        rules=spec.rule_pairs(rule) if rule else None,
        seed=None if text is None else spec.integer(text, "--seed", 0, spec.MAX_SEED),
    )
    return state, advising.setting_of(state, policy)


def _read(file: str) -> dict[str, Any]:
    import tomllib

    from analyzer import places

    path = places.typed(file, "Option --position")
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UserError(f"Position file {file} does not exist; got --position {file}.") from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"Position file {file} is no TOML: {first_line(error)}.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"Position file {file} cannot be read: {unreadable(error)}.") from None


def _played(table: "Setting", index: int, before: int) -> "State":
    """The game of this address, just before a move."""
    from analyzer.replay import state_before

    return state_before(table.cell, index, before)
