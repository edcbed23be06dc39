"""What completion offers for the value of an option or an argument, from the table of options."""

from collections.abc import Callable, Iterable
from pathlib import Path

import typer

from analyzer.errors import UserError
from analyzer.request.kinds import Choice
from analyzer.request.option import Option

Candidates = Callable[[typer.Context, str], list[str]]


def candidates_of(row: Option) -> Candidates | None:
    """A function from which typer takes the values of an option; None: the shell offers files."""
    kind = row.kind
    if not row.completes and not isinstance(kind, Choice):
        return None

    def candidates(ctx: typer.Context, incomplete: str) -> list[str]:
        if isinstance(kind, Choice):
            return [*kind.words]
        try:
            if row.completes in _OF_NOTHING:
                return sorted(_OF_NOTHING[row.completes]())
            game = _game(ctx)
            return sorted(_OF_A_GAME[row.completes](game, incomplete)) if game else []
        except UserError:  # no such game, or a game file with a mistake
            return []

    return candidates


def _game(ctx: typer.Context) -> str:
    """The game on the line: an option without its value keeps typer from reading arguments."""
    given = ctx.params.get("game") or [*ctx.args, ""][0]
    return str(given)


def _games() -> Iterable[str]:
    from analyzer import games

    return games.names()


def _runs() -> Iterable[str]:
    return (str(path.parent) for path in Path().glob("*/manifest.json"))


def _questions(game: str, _incomplete: str) -> Iterable[str]:
    from analyzer.questions import designer

    return (one.name for one in designer.offered_questions(game))


def _rules(game: str, incomplete: str) -> Iterable[str]:
    """Names of rules, then their values where they are words."""
    from analyzer import games
    from analyzer.games import parameters

    kind: type = games.load(game).rules_type
    known = {rule.name: rule for rule in parameters.parameters(kind)}
    name, equals, _ = incomplete.partition("=")
    if not equals:
        return [f"{name}=" for name in known]
    values = known[name].values if name in known else None
    return [f"{name}={parameters.format_value(value)}" for value in values or ()]


def _variants(game: str, incomplete: str) -> Iterable[str]:
    return [*_rules(game, incomplete), "policy=", "players="]


def _policies(game: str, incomplete: str) -> Iterable[str]:
    from analyzer.policies import registry

    seat, equals, _ = incomplete.rpartition("=")
    return [f"{seat}{equals}{name}" for name in registry.policy_names(game)]


def _contestants(game: str, incomplete: str) -> Iterable[str]:
    from analyzer.policies import registry

    done, comma, _ = incomplete.rpartition(",")
    return [f"{done}{comma}{name}" for name in registry.policy_names(game)]


def _measures(game: str, _incomplete: str) -> Iterable[str]:
    from analyzer import games

    found = games.load(game)
    return ["wins", "score", "rank", "turns", *found.game_counters, *found.seat_counters]


def _tuned(game: str, _incomplete: str) -> Iterable[str]:
    """The numbers of whoever plays if nobody is named."""
    from analyzer.policies import registry, spec

    named = registry.usual(game) or (spec.DEFAULT_POLICY,)
    found = registry.number_parameters(game, spec.parse_policy(named[0]))
    return [f"{one.name}=" for one in found]


def _players(game: str, _incomplete: str) -> Iterable[str]:
    from analyzer import games

    low, high = games.load(game).players
    return [str(number) for number in range(low, high + 1)]


_OF_NOTHING: dict[str, Callable[[], Iterable[str]]] = {"games": _games, "runs": _runs}
_OF_A_GAME: dict[str, Callable[[str, str], Iterable[str]]] = {
    "questions": _questions,
    "rules": _rules,
    "variants": _variants,
    "policies": _policies,
    "contestants": _contestants,
    "measures": _measures,
    "players": _players,
    "tuned": _tuned,
}
