"""What there is: games, rules, policies and questions as frames, a row each."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

    from analyzer.games.spec import AnyGame


def list_games() -> "pl.DataFrame":
    """List the games, those of other packages too.

    Returns
    -------
    polars.DataFrame
        A row per game: its name, title, publisher and numbers of players, and what it is like.
    """
    import polars as pl

    from analyzer import games

    faces = [games.load(name) for name in games.names()]
    return pl.DataFrame(
        [
            {
                "game": face.name,
                "title": face.title,
                "publisher": face.publisher,
                "players": list(range(face.players[0], face.players[1] + 1)),
                "usual_players": face.usual_players,
                "summary": " ".join(face.summary.split()),
            }
            for face in faces
        ]
    )


def rules(game: str) -> "pl.DataFrame":
    """List the rules of a game that can be changed.

    Parameters
    ----------
    game : str
        The name of a game, or the path of a game file.

    Returns
    -------
    polars.DataFrame
        A row per rule: its name, default and possible values, what it says, and its clause.

    Raises
    ------
    UserError
        If there is no such game.
    """
    import polars as pl

    from analyzer import games
    from analyzer.games.parameters import parameters

    kind: type = games.load(game).rules_type
    columns = ("rule", "default", "values", "sentence", "clause")
    rows = [
        (one.name, one.default, one.allowed, one.sentence, one.clause) for one in parameters(kind)
    ]
    return pl.DataFrame(rows, dict.fromkeys(columns, pl.String), orient="row")


def policies(game: str) -> "pl.DataFrame":
    """List who can decide at a table of a game.

    Parameters
    ----------
    game : str
        The name of a game, or the path of a game file.

    Returns
    -------
    polars.DataFrame
        A row per policy: its name, how it plays, and its parameters with their defaults.

    Raises
    ------
    UserError
        If there is no such game.
    """
    import polars as pl

    from analyzer import games
    from analyzer.policies import registry

    games.load(game)
    rows = [
        {
            "policy": one.name,
            "sentence": one.sentence,
            "parameters": [
                _shown(parameter.name, parameter.default) for parameter in one.parameters
            ],
        }
        for one in registry.named_policies(game)
    ]
    return pl.DataFrame(rows, schema_overrides={"parameters": pl.List(pl.String)})


def _shown(name: str, default: float | str) -> str:
    return f"{name}={default}" if isinstance(default, str) else f"{name}={default:g}"


def questions(game: str) -> "pl.DataFrame":
    """List what can be asked of a game.

    Parameters
    ----------
    game : str
        The name of a game, or the path of a game file.

    Returns
    -------
    polars.DataFrame
        A row per question: its name, and what it asks.

    Raises
    ------
    UserError
        If there is no such game.
    """
    import polars as pl

    from analyzer import games
    from analyzer.questions import designer
    from analyzer.questions.shared import experiments

    face = games.load(game)
    rows = [(one.name, one.line) for one in designer.offered_questions(face.name)]
    rows += [(name, f"Of the package {whose}.") for name, whose in experiments.packages().items()]
    return pl.DataFrame(rows, {"question": pl.String, "line": pl.String}, orient="row")


LISTS: dict[str, Callable[..., "pl.DataFrame"]] = {
    "games": list_games,
    "policies": policies,
    "questions": questions,
}


class Games(ModuleType):
    """The package `analyzer.games` as a type checker sees it: a list when it is called, and what
    its modules use of it."""

    __file__: str
    load: "Callable[[object], AnyGame]"
    names: Callable[[], list[str]]
    built_in_names: Callable[[], tuple[str, ...]]
    is_class: Callable[[str], bool]
    is_file: Callable[[str], bool]
    texts_of: Callable[[str], Mapping[str, bytes] | None]
    digest_of: Callable[[str], str]
    refresh: Callable[[object], None]
    forget: Callable[[str], None]
    holds_table: Callable[[object], bool]
    reuse_table: Callable[[object], AbstractContextManager[None]]

    def __call__(self) -> "pl.DataFrame":
        """List the games, those of other packages too.

        Returns
        -------
        polars.DataFrame
            A row per game: its name, title, publisher and numbers of players, and what it is like.
        """
        return list_games()


if TYPE_CHECKING:
    games: Games
