"""`analyze advise`: which move is best, from what the seat to move can see."""

from typing import TYPE_CHECKING, Annotated

from analyzer.cli import _ask, _options
from analyzer.cli._options import Texts, option
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

A position may leave out what the seat does not know. A number instead of a hand means that many
unknown cards.
"""


def command(
    game: _options.Game,
    players: _options.Players = None,
    position: Annotated[Texts, option("FILE.toml", "The position, in words.")] = None,
    index: Annotated[
        Texts,
        option("INDEX", "Or a game of the seed, by its number.", "--game"),
    ] = None,
    move: Annotated[Texts, option("N", "The move of that game to decide on. [default: 1]")] = None,
    policy: _options.Policies = None,
    rule: _options.RulePairs = None,
    seed: _options.Seed = None,
    worlds: Annotated[
        Texts,
        option("COUNT", "Worlds in which every move is tried. [default: 1000]"),
    ] = None,
    precision: Annotated[
        Texts,
        option("PP", "Stop when every value is known to this many percentage points (or points)."),
    ] = None,
    by: Annotated[
        Texts,
        option(
            "VALUE",
            "win: the chance to win; margin: points at the end of the hand or day. "
            "[default: margin where a game has hands]",
        ),
    ] = None,
    plot: _options.Plot = None,
    json: _options.Json = False,
    quiet: _options.Quiet = False,
    threads: _options.Threads = None,
) -> None:
    """Say which move is best, and by how much."""
    from analyzer import advice, advising, program, spec
    from analyzer.report.files import Picture

    if json and quiet:
        raise UserError(
            "Options --json and --quiet cannot be combined: --json already prints only the object."
        )
    picture = _options.one(plot, "--plot")
    drawn = Picture(picture) if picture else None
    asked: list[object] = []
    text = _options.one(worlds, "--worlds", str(advice.WORLDS)) or ""
    number = spec.count(text, "--worlds", high=advice.MOST_WORLDS)
    if worlds:
        asked += ["--worlds", number]
    known = _options.by(by)
    if known is not None:
        asked += ["--by", known]
    near = _options.amount(precision, "--precision")
    if near is not None:
        asked += ["--precision", f"{near:g}"]
    file = _options.one(position, "--position")
    if file is not None:
        if index or move or players:
            raise UserError(
                "Option --position cannot be combined with --players, --game or --move."
            )
        state, table = _from_file(game, file, policy, rule, seed)
        where, words = file, [*table.words[2:], "--position", file]  # it says how many play
    else:
        table = _options.setting(game, players, policy, rule, seed)
        at = _options.count(index, "--game", "0", low=0)
        before = _options.count(move, "--move", "1")
        state = _played(table, at, before)
        where = f"seed {table.seed}, game {at:,}, move {before:,}"
        words = [*table.words, "--game", str(at), "--move", str(before)]
    answer = advising.answer(
        *(state, table, program.command("advise", table.game.name, *words, *asked), where),
        *(number, near, known, _options.threads(threads)),
    )
    _ask.show_answer(answer, json, quiet)
    if drawn:
        drawn.finish(answer)


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


def _read(file: str) -> dict[str, object]:
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
