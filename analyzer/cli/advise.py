"""`analyze advise`: which move is best, from what the seat to move can see."""

from typing import TYPE_CHECKING

from analyzer.cli import _run
from analyzer.cli._parameters import How, asks
from analyzer.errors import UserError, describe_read_error, first_line
from analyzer.request.request import Request

if TYPE_CHECKING:
    from analyzer.playout.state import State
    from analyzer.request.setting import Setting

HELP_ORDER = 9
EXAMPLES = """\
\b
Examples:
  analyze advise oh-hell -p 4 --seed 1 --game 7 --move 42
  analyze advise hike --position table.toml --worlds 5000
  analyze advise horrible-mountain --move 12 --precision 2

A position may leave out what the seat does not know. A number instead of a hand means that many
unknown cards.
"""


@asks("advise")
def command(request: Request, how: How) -> None:
    """Say which move is best, and by how much."""
    from analyzer.api import advise
    from analyzer.render.files import PlotFile
    from analyzer.simulation.executors import cluster as clusters

    drawn = PlotFile(how.plot) if how.plot else None
    file = request["position"]
    if file is not None:
        state, table = _from_file(request, file)
        where = file
    else:
        state, table, where = _played(request)
    with clusters.open_cluster(how.cluster) as workers:
        answer = advise.build_advice(state, table, request, where, how.threads, workers)
    _run.show_answer(answer, how)
    if drawn:
        drawn.finish(answer)


def _from_file(request: Request, file: str) -> "tuple[State, Setting]":
    from analyzer import games, new_state
    from analyzer.api import advise

    face = games.load(request.game)
    words = _read(file)
    if words.get("game", face.name) != face.name:
        raise UserError(f"The position in {file} is one of {words['game']}, not of {face.name}.")
    state = new_state(face.name, position=words, rules=request["rules"], seed=request["seed"])
    return state, advise.setting_of_state(state, request["policy"])


def _read(file: str) -> dict[str, object]:
    import tomllib

    from analyzer.system import files, input_files

    path = files.parse_path(file, "Option --position")
    try:
        return tomllib.loads(input_files.read_text(path))
    except FileNotFoundError:
        raise UserError(f"Position file {file} does not exist; got --position {file}.") from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"Position file {file} is no TOML: {first_line(error)}.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(
            f"Position file {file} cannot be read: {describe_read_error(error)}."
        ) from None


def _played(request: Request) -> "tuple[State, Setting, str]":
    """The game of this address, just before a move."""
    from analyzer.playout.replay import state_before
    from analyzer.request.setting import setting_of

    table, at, move = setting_of(request), request["index"] or 0, request["move"] or 1
    where = f"seed {table.seed}, game {at:,}, move {move:,}"
    return state_before(table.cell, at, move), table, where
