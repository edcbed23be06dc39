"""Who decides: the policies of a game by name, and a user's own from a file.

A policy is named once, by a text, and passed on as a `PolicySpec`. Names stand for the compiled
policies of the game, for those that play any game, and for those of other packages.
"""

import inspect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint
from typing import Protocol

from analyzer import compiled, games, players, plugins, spec
from analyzer._core.contract import Policy, Table
from analyzer._core.playout import PythonPolicy
from analyzer.errors import RunError, UserError, did_you_mean
from analyzer.players import Player, longest_wait
from analyzer.rules import GameRules
from analyzer.spec import PolicySpec

__all__ = [
    "Known",
    "Parameter",
    "Seating",
    "check",
    "explain_choice",
    "in_python",
    "known",
    "longest_wait",
    "looks_ahead",
    "make",
    "seat",
]


class Seating(Protocol):
    """What this file needs of a table; a cell of a plan has it."""

    @property
    def game(self) -> str: ...
    @property
    def players(self) -> int: ...
    @property
    def policies(self) -> tuple[PolicySpec, ...]: ...
    @property
    def rules(self) -> GameRules: ...
    @property
    def seed(self) -> int: ...


@dataclass(frozen=True)
class Parameter:
    """A number that changes how a policy plays."""

    name: str
    default: float
    low: float
    high: float
    sentence: str
    whole: bool = False


@dataclass(frozen=True)
class PolicyParameter:
    """A parameter that names another policy."""

    name: str
    default: str
    sentence: str


@dataclass(frozen=True)
class Known:
    """A policy that has a name, as `analyze policies` shows it."""

    name: str
    sentence: str
    parameters: tuple[Parameter | PolicyParameter, ...]
    package: str | None  # the distribution that brings it; None: analyzer or the game itself


@dataclass(frozen=True)
class _Named:
    """A policy behind a name: a compiled one, or a class of another package."""

    known: Known
    native: Policy | None = None
    written: object = None


def known(game: str) -> list[Known]:
    """The policies that can be named at a table of this game."""
    names = sorted({*_compiled(game), *_of_others(game)})
    return [_find(game, name).known for name in names]


def _compiled(game: str) -> dict[str, Policy]:
    from analyzer._core.policies.common import POLICIES
    from analyzer._core.policies.noise import NOISE
    from analyzer._core.policies.search import SEARCH

    # A game's own comes last: it may replace `random` if equally likely moves end no game.
    every = (*POLICIES, NOISE, SEARCH, *games.load(game).policies())
    return {policy.name: policy for policy in every}


def _of_others(game: str) -> dict[str, tuple[EntryPoint, ...]]:
    """Entry points of other packages: `hike.stubborn` is the policy `stubborn` of hike."""
    ours = {
        name.partition(".")[::2]: found for name, found in plugins.found(plugins.POLICIES).items()
    }
    return {name: found for (whose, name), found in ours.items() if whose == game and name}


@cache
def _find(game: str, name: str) -> _Named:
    compiled, others = _compiled(game), _of_others(game)
    if name in others:
        what = f"policy {name!r} of {game}"
        found = plugins.load(what, others[name], taken=name in compiled)
        return _checked(what, name, found, others[name][0])
    if name not in compiled:
        names = sorted({*compiled, *others})
        raise UserError(f"{game} has no policy {name!r}{did_you_mean(name, names)}")
    policy = compiled[name]
    return _Named(Known(name, policy.sentence, _all_parameters(policy), None), policy)


def _checked(what: str, name: str, found: object, entry: EntryPoint) -> _Named:
    """A policy of another package, if it is what it must be."""
    package = plugins.package(entry)
    if isinstance(found, Policy):
        if not found.sentence:
            form = "must be made by native of analyzer._core.contract, with a sentence"
            raise plugins.refusal(what, entry, form)
        known = Known(name, found.sentence, _all_parameters(found), package)
        return _Named(known, found)
    sentence = (inspect.getdoc(found) or "").partition("\n")[0]
    why = players.flaw(found) or (None if inspect.isclass(found) else players.SIGNATURE)
    if why or not sentence:
        raise plugins.refusal(what, entry, why or "must have a docstring that says how it plays")
    try:
        parameters = _parameters(getattr(found, "parameters", {}))
    except (AttributeError, TypeError, ValueError):
        form = "name: (default, least, most, sentence)"
        raise plugins.refusal(what, entry, f"must give its parameters as {{{form}}}") from None
    return _Named(Known(name, sentence, parameters, package), written=found)


# default, least, most, a sentence, and perhaps whether it is a whole number
_Row = tuple[float, float, float, str, *tuple[bool, ...]]


def _parameters(rows: Mapping[str, _Row]) -> tuple[Parameter, ...]:
    found = tuple(
        Parameter(name, float(default), float(low), float(high), sentence, *whole)
        for name, (default, low, high, sentence, *whole) in rows.items()
    )
    for one in found:
        if not one.low <= one.default <= one.high:
            raise ValueError(one.name)
    return found


def _all_parameters(policy: Policy) -> tuple[Parameter | PolicyParameter, ...]:
    named = (PolicyParameter(name, *row) for name, row in policy.policies.items())
    return (*_parameters(policy.defaults), *named)


# --- seating --------------------------------------------------------------------------------------


def in_python(game: str, asked: PolicySpec) -> bool:
    """Is this policy, or one that it asks, written in Python, so that it runs in one thread?"""
    inner = _inner(game, asked)
    return not _is_native(game, asked) or bool(inner and in_python(game, inner))


def looks_ahead(game: str, asked: PolicySpec) -> bool:
    """Does this policy, or one that it asks, take milliseconds for a decision?"""
    inner = _inner(game, asked)
    return inner is not None and (_has_worlds(game, asked) or looks_ahead(game, inner))


def _has_worlds(game: str, asked: PolicySpec) -> bool:
    parameters = _found(game, asked).known.parameters
    return any(parameter.name == "worlds" for parameter in parameters)


def check(game: str, asked: Iterable[PolicySpec]) -> None:
    """Refuse a policy that cannot be seated, before anything is played."""
    for policy in dict.fromkeys(asked):
        if policy.path is not None:
            _read(game, policy.path, fresh=True)
        if (inner := _inner(game, policy)) is not None:
            _check_inner(game, policy, inner)
        if _is_native(game, policy):
            _values(game, policy, _found(game, policy).known)
        else:
            _maker(game, policy)()


def _check_inner(game: str, asked: PolicySpec, inner: PolicySpec) -> None:
    """The policy that another one asks. A search in every turn of a search would take days."""
    check(game, [inner])
    if _has_worlds(game, asked) and looks_ahead(game, inner):
        parameter = _naming(game, asked)[0]
        raise UserError(
            f"Parameter {parameter.name!r} of policy {asked.name} of {game} must be a policy that "
            f"does not think ahead itself; got '{inner}'."
        )


def seat(cell: Seating, table: Table) -> list[Policy]:
    """One policy per seat, ready for the core."""
    if len(cell.policies) != cell.players:
        raise UserError(
            f"A table of {cell.players} players must have {cell.players} policies, one a seat; "
            f"got {len(cell.policies)}."
        )
    return [make(cell.game, asked, table, cell.rules) for asked in cell.policies]


def make(game: str, asked: PolicySpec, table: Table, rules: GameRules) -> Policy:
    """One policy, ready for the core."""
    if not _is_native(game, asked):
        player = Player(games.load(game), rules, asked, _maker(game, asked))
        return PythonPolicy(table, player.decide, player.text)
    found = _found(game, asked)
    inner = _inner(game, asked)
    policy: Policy = found.native
    return policy.with_values(
        _values(game, asked, found.known),
        None if inner is None else make(game, inner, table, rules),
    )


def _is_native(game: str, asked: PolicySpec) -> bool:
    if asked.path is not None:
        return asked.path.endswith(".pyx")
    return _find(game, asked.name).native is not None


def _read(game: str, path: str, fresh: bool) -> None:
    if path.endswith(".pyx"):
        compiled.read_file(path, game, games.load(game).version, fresh)
    else:
        players.read_file(path, fresh)


def _found(game: str, asked: PolicySpec) -> _Named:
    """A compiled policy: one that has a name, or one of a user's file."""
    if asked.path is None:
        return _find(game, asked.name)
    file = compiled.read_file(asked.path, game, games.load(game).version)
    policy: Policy = file.policy(asked.name.rpartition(":")[2])
    try:
        return _Named(Known(asked.name, policy.sentence, _all_parameters(policy), None), policy)
    except (AttributeError, TypeError, ValueError):
        form = compiled.PARAMETERS_FORM
        raise UserError(f"Policy file {asked.path} must give PARAMETERS as {form}.") from None


def _inner(game: str, asked: PolicySpec) -> PolicySpec | None:
    """The policy that a parameter of this one names."""
    for parameter in _naming(game, asked):
        text = dict(asked.params).get(parameter.name, parameter.default)
        return spec.inner_policy(text, dict(asked.copies))
    return None


def _naming(game: str, asked: PolicySpec) -> list[PolicyParameter]:
    """The parameters that name another policy: one at most."""
    if asked.path is not None:
        return []
    known = _find(game, asked.name).known
    return [each for each in known.parameters if isinstance(each, PolicyParameter)]


def _values(game: str, asked: PolicySpec, known: Known) -> dict[str, float]:
    """The numbers among its parameters."""
    parameters = {parameter.name: parameter for parameter in known.parameters}
    values = {}
    for key, text in asked.params:
        if key not in parameters:
            raise UserError(
                f"Policy {asked.name} of {game} has no parameter {key!r}"
                f"{did_you_mean(key, parameters)}"
            )
        parameter = parameters[key]
        if isinstance(parameter, Parameter):
            values[key] = _within(game, asked.name, text, parameter)
    return values


def _within(game: str, policy: str, text: str, parameter: Parameter) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    fine = parameter.low <= value <= parameter.high
    if not fine or (parameter.whole and value != int(value)):
        kind = "whole number" if parameter.whole else "number"
        raise UserError(
            f"Parameter {parameter.name!r} of policy {policy} of {game} must be a {kind} from "
            f"{parameter.low:g} to {parameter.high:g}; got {text!r}."
        )
    return value


def _maker(game: str, asked: PolicySpec) -> players.Maker:
    """What makes the players of a policy written in Python."""
    if asked.path is None:
        found = _find(game, asked.name)
        return players.maker(asked, found.written, _values(game, asked, found.known))
    name = asked.name.rpartition(":")[2]
    module = players.read_file(asked.path).module
    if not hasattr(module, name):
        mine = [
            key
            for key, value in vars(module).items()
            if callable(value) and getattr(value, "__module__", None) == module.__name__
        ]
        raise UserError(f"Policy file {asked.path} has no {name!r}{did_you_mean(name, mine)}")
    params = {key: _number(value) for key, value in asked.params}
    return players.maker(asked, getattr(module, name), params)


def _number(text: str) -> object:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def explain_choice(
    cell: Seating, seated: list[Policy], game: int, seat: int, choice: int, n_moves: int
) -> BaseException:
    """The sentence for a policy that gave no legal choice, with the address of the game."""
    where = (
        f" at seat {seat + 1} of {cell.game} --players {cell.players} --seed {cell.seed} "
        f"--game {game}"
    )
    error = _error_of(seated[seat])
    if isinstance(error, RunError):
        return RunError(f"{error}{where}.")
    if error is not None:
        return error
    who = cell.policies[seat]
    if who.files:
        return RunError(
            f"Policy {who} must return a number from 0 to {n_moves - 1}; got {choice}{where}."
        )
    return RunError(f"Policy {who} chose move {choice} of {n_moves}{where}: please report it.")


def _error_of(policy: Policy | None) -> BaseException | None:
    """What a policy written in Python has raised, however deep it was asked."""
    while policy is not None:
        error: BaseException | None = getattr(policy, "error", None)
        if error is not None:
            return error
        policy = policy.inner
    return None
