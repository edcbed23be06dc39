"""Who decides: the policies of a game by name, and a user's own from a file.

A policy is named once, by a text, and passed on as a `PolicySpec`. Names stand for the compiled
policies of the game, for those that play any game, and for those of other packages.
"""

import inspect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import EntryPoint
from math import isfinite
from typing import Protocol

from analyzer import games
from analyzer._core.contract import Policy, Table
from analyzer._core.runner import BadChoice, PythonPolicy
from analyzer.errors import RunError, UserError, did_you_mean
from analyzer.games import plugins
from analyzer.games.parameters import GameRules
from analyzer.games.stored_game import kept_game
from analyzer.policies import cython_file, python_file, spec
from analyzer.policies.levels import Level, levels_of
from analyzer.policies.python_file import PythonPolicy as PythonPolicy_of_python_file
from analyzer.policies.python_file import longest_wait
from analyzer.policies.spec import PolicySpec
from analyzer.system import user_code

__all__ = [
    "NamedPolicy",
    "NumberParameter",
    "Seating",
    "check_policy",
    "explain_choice",
    "is_in_python",
    "levels",
    "longest_wait",
    "looks_ahead",
    "make_policy",
    "named_policies",
    "number_parameters",
    "policy_names",
    "seat_policies",
    "usual",
    "without_level",
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
class NumberParameter:
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
class NamedPolicy:
    """A policy that has a name, as `analyze policies` shows it."""

    name: str
    sentence: str
    parameters: tuple[NumberParameter | PolicyParameter, ...]
    package: str | None  # the distribution that brings it; None: analyzer or the game itself


@dataclass(frozen=True)
class _Named:
    """A policy behind a name: a compiled one, a class of another package, or a level of skill."""

    known: NamedPolicy
    native: Policy | None = None
    written: object = None
    level: PolicySpec | None = None  # what a level of skill is a name for


def named_policies(game: str) -> list[NamedPolicy]:
    """The policies that can be named at a table of this game."""
    if told := kept_game(game):
        return [NamedPolicy(one.name, "", (), None) for one in told.named]
    names = sorted({*_compiled(game), *_of_others(game)})
    return [_find(game, name).known for name in names]


def describe_policies(game: str, used: Iterable[PolicySpec]) -> list[dict[str, object]]:
    """What a kept run remembers of the policies of its game."""
    if told := kept_game(game):
        return [{"name": one.name, "in_python": one.in_python} for one in told.named]
    names = {*_compiled(game), *(one.name for one in used if one.path is None)}
    return [{"name": name, "in_python": _find(game, name).native is None} for name in sorted(names)]


def usual(game: str) -> tuple[str, ...]:
    """Who plays if nobody is named: the expert, which is not said, or who plays a game that has
    none."""
    if told := kept_game(game):
        return told.usual_policies
    return () if spec.DEFAULT_POLICY in {*_compiled(game), *_of_others(game)} else ("random",)


def policy_names(game: str) -> list[str]:
    """All names that --policy takes at a table of this game: policies, and levels of skill."""
    return sorted({*_compiled(game), *_of_others(game), *_levels(game)})


def _compiled(game: str) -> dict[str, Policy]:
    from analyzer._core.nn.network import WeightsError
    from analyzer._core.policies.common import POLICIES
    from analyzer._core.policies.noise import NOISE
    from analyzer._core.policies.search import SEARCH

    try:
        own = games.load(game).policies()
    except WeightsError as error:
        raise RunError(str(error)) from None
    # A game's own comes last: it may replace `random` if equally likely moves end no game.
    every = (*POLICIES, NOISE, SEARCH, *own)
    return {policy.name: policy for policy in every}


def levels(game: str) -> tuple[Level, ...]:
    """Levels of skill, from the weakest to the strongest; none if the game has no expert."""
    return () if usual(game) else levels_of(games.load(game))


def _levels(game: str) -> dict[str, Level]:
    named = levels(game)
    return {level.name: level for level in named if level.name != level.policy}


def _of_others(game: str) -> dict[str, tuple[EntryPoint, ...]]:
    """Entry points of other packages: `hike.stubborn` is the policy `stubborn` of hike."""
    ours = {
        name.partition(".")[::2]: found
        for name, found in plugins.find_entry_points(plugins.POLICIES).items()
    }
    return {name: found for (whose, name), found in ours.items() if whose == game and name}


def _find(game: str, name: str) -> _Named:
    return _find_once(game, name, games.digest_of(game))


@cache
def _find_once(game: str, name: str, digest: str) -> _Named:  # noqa: ARG001 - a key
    """The digest tells a game file apart from itself before somebody changed it."""
    compiled, others, by_level = _compiled(game), _of_others(game), _levels(game)
    if name in others:
        what = f"policy {name!r} of {game}"
        found = plugins.load(what, others[name], taken=name in compiled or name in by_level)
        return _checked(what, name, found, others[name][0])
    if name in by_level:
        known = NamedPolicy(name, by_level[name].sentence, (), None)
        return _Named(known, level=spec.parse_policy(by_level[name].policy))
    if name not in compiled:
        raise UserError(f"{game} has no policy {name!r}{did_you_mean(name, policy_names(game))}")
    policy = compiled[name]
    return _Named(NamedPolicy(name, policy.sentence, _all_parameters(policy), None), policy)


def _checked(what: str, name: str, found: object, entry: EntryPoint) -> _Named:
    """A policy of another package, if it is what it must be."""
    package = plugins.package_of(entry)
    if isinstance(found, Policy):
        if not found.sentence:
            form = "must be made by native of analyzer._core.contract, with a sentence"
            raise plugins.refusal(what, entry, form)
        known = NamedPolicy(name, found.sentence, _all_parameters(found), package)
        return _Named(known, found)
    sentence = (inspect.getdoc(found) or "").partition("\n")[0]
    why = python_file.policy_flaw(found) or (
        None if inspect.isclass(found) else python_file.SIGNATURE
    )
    if why or not sentence:
        raise plugins.refusal(what, entry, why or "must have a docstring that says how it plays")
    try:
        parameters = _parameters(getattr(found, "parameters", {}))
    except (AttributeError, TypeError, ValueError):
        form = "name: (default, least, most, sentence)"
        raise plugins.refusal(what, entry, f"must give its parameters as {{{form}}}") from None
    return _Named(NamedPolicy(name, sentence, parameters, package), written=found)


# default, least, most, a sentence, and perhaps whether it is a whole number
_Row = tuple[float, float, float, str, *tuple[bool, ...]]


def _parameters(rows: Mapping[str, _Row]) -> tuple[NumberParameter, ...]:
    found = tuple(
        NumberParameter(name, float(default), float(low), float(high), sentence, *whole)
        for name, (default, low, high, sentence, *whole) in rows.items()
    )
    for one in found:
        if not one.low <= one.default <= one.high:
            raise ValueError(one.name)
    return found


def _all_parameters(policy: Policy) -> tuple[NumberParameter | PolicyParameter, ...]:
    named = (PolicyParameter(name, *row) for name, row in policy.policies.items())
    return (*_parameters(policy.defaults), *named)


def number_parameters(game: str, asked: PolicySpec) -> tuple[NumberParameter, ...]:
    """The numbers that change how a policy plays, each with the value that it has here."""
    if told := kept_game(game):
        return tuple(NumberParameter(*row) for row in told.tuned)
    check_policy(game, [asked])
    if asked.path is None or asked.path.endswith(".pyx"):
        known = _found(game, asked).known.parameters
        found = tuple(one for one in known if isinstance(one, NumberParameter))
    else:
        with python_file.as_mistakes(asked.name), user_code.run_apart():
            written = getattr(python_file.read_file(asked.path).module, _in_file(asked))
            rows = python_file.parameter_rows(written)
        found = tuple(NumberParameter(name, *row) for name, row in rows.items())
    given = {name: _number(text) for name, text in asked.params}
    values = {one.name: given.get(one.name, one.default) for one in found}
    return tuple(
        replace(one, default=float(value))
        for one in found
        if isinstance(value := values[one.name], int | float) and isfinite(value)
    )


def describe_numbers(game: str, asked: PolicySpec) -> list[list[object]]:
    """What a kept run remembers of the numbers of a policy that is tuned: name, value, least, most,
    whether it is whole."""
    return [
        [
            one.name,
            one.default,
            *(end if isfinite(end) else None for end in (one.low, one.high)),
            one.whole,
        ]
        for one in number_parameters(game, asked)
    ]


def _in_file(asked: PolicySpec) -> str:
    return asked.name.rpartition(":")[2]


# --- seating --------------------------------------------------------------------------------------


def is_in_python(game: str, asked: PolicySpec) -> bool:
    """Is this policy, or one that it asks, written in Python, so that it runs in one thread?"""
    if told := kept_game(game):
        files = any(path.endswith(".py") for path in asked.files)
        return files or any(one.name == asked.name and one.in_python for one in told.named)
    inner = _inner(game, asked)
    return not _is_native(game, asked) or bool(inner and is_in_python(game, inner))


def looks_ahead(game: str, asked: PolicySpec) -> bool:
    """Does this policy, or one that it asks, take milliseconds for a decision?"""
    inner = _inner(game, asked)
    return inner is not None and (_has_worlds(game, asked) or looks_ahead(game, inner))


def _has_worlds(game: str, asked: PolicySpec) -> bool:
    parameters = _found(game, asked).known.parameters
    return any(parameter.name == "worlds" for parameter in parameters)


def check_policy(game: str, asked: Iterable[PolicySpec]) -> None:
    """Refuse a policy that cannot be seated, before anything is played."""
    if kept_game(game):
        return  # nothing is played
    for policy in dict.fromkeys(asked):
        if policy.path is not None:
            _read(game, policy.path, fresh=True)
        if (inner := _inner(game, policy)) is not None:
            _check_inner(game, policy, inner)
        if _is_native(game, policy):
            _values(game, policy, _found(game, policy).known)
        else:
            with user_code.run_apart():
                _maker(game, policy)()


def _check_inner(game: str, asked: PolicySpec, inner: PolicySpec) -> None:
    """The policy that another one asks. A search in every turn of a search would take days."""
    check_policy(game, [inner])
    if _has_worlds(game, asked) and looks_ahead(game, inner):
        parameter = _naming(game, asked)[0]
        raise UserError(
            f"Parameter {parameter.name!r} of policy {asked.name} of {game} must be a policy that "
            f"does not think ahead itself; got '{inner}'."
        )


def seat_policies(cell: Seating, table: Table) -> list[Policy]:
    """One policy per seat, ready for the core."""
    if len(cell.policies) != cell.players:
        raise UserError(
            f"A table of {cell.players} players must have {cell.players} policies, one a seat; "
            f"got {len(cell.policies)}."
        )
    return [make_policy(cell.game, asked, table, cell.rules) for asked in cell.policies]


def make_policy(game: str, asked: PolicySpec, table: Table, rules: GameRules) -> Policy:
    """One policy, ready for the core."""
    if (level := _level(game, asked)) is not None:
        return make_policy(game, level, table, rules)
    if not _is_native(game, asked):
        player = PythonPolicy_of_python_file(games.load(game), rules, asked, _maker(game, asked))
        return PythonPolicy(table, player.decide, player.text)
    found = _found(game, asked)
    inner = _inner(game, asked)
    policy: Policy = found.native
    return policy.with_values(
        _values(game, asked, found.known),
        None if inner is None else make_policy(game, inner, table, rules),
    )


def without_level(game: str, asked: PolicySpec) -> PolicySpec:
    """What a level of skill is a name for; any other policy itself."""
    return _level(game, asked) or asked


def _level(game: str, asked: PolicySpec) -> PolicySpec | None:
    return None if asked.path is not None else _find(game, asked.name).level


def _is_native(game: str, asked: PolicySpec) -> bool:
    if asked.path is not None:
        return asked.path.endswith(".pyx")
    found = _find(game, asked.name)
    return found.native is not None or found.level is not None


def _read(game: str, path: str, fresh: bool) -> None:
    if path.endswith(".pyx"):
        cython_file.read_file(path, game, games.load(game).version, fresh)
    else:
        python_file.read_file(path, fresh)


def _found(game: str, asked: PolicySpec) -> _Named:
    """A compiled policy: one that has a name, or one of a user's file."""
    if asked.path is None:
        return _find(game, asked.name)
    file = cython_file.read_file(asked.path, game, games.load(game).version)
    policy: Policy = file.policy(asked.name.rpartition(":")[2])
    try:
        return _Named(
            NamedPolicy(asked.name, policy.sentence, _all_parameters(policy), None), policy
        )
    except (AttributeError, TypeError, ValueError):
        form = cython_file.PARAMETERS_FORM
        raise UserError(f"Policy file {asked.path} must give PARAMETERS as {form}.") from None


def _inner(game: str, asked: PolicySpec) -> PolicySpec | None:
    """The policy that a parameter of this one names, or the one that a level is a name for."""
    if (level := _level(game, asked)) is not None:
        return level
    for parameter in _naming(game, asked):
        text = dict(asked.params).get(parameter.name, parameter.default)
        return spec.parse_inner_policy(text, dict(asked.copies))
    return None


def _naming(game: str, asked: PolicySpec) -> list[PolicyParameter]:
    """The parameters that name another policy: one at most."""
    if asked.path is not None:
        return []
    known = _find(game, asked.name).known
    return [each for each in known.parameters if isinstance(each, PolicyParameter)]


def _values(game: str, asked: PolicySpec, known: NamedPolicy) -> dict[str, float]:
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
        if isinstance(parameter, NumberParameter):
            values[key] = _within(game, asked.name, text, parameter)
    return values


def _within(game: str, policy: str, text: str, parameter: NumberParameter) -> float:
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


def _maker(game: str, asked: PolicySpec) -> python_file.PlayerFactory:
    """What makes the players of a policy written in Python."""
    if asked.path is None:
        found = _find(game, asked.name)
        return python_file.make_player_factory(
            asked, found.written, _values(game, asked, found.known)
        )
    name = _in_file(asked)
    params = {key: _number(value) for key, value in asked.params}
    with python_file.as_mistakes(asked.name):
        module = python_file.read_file(asked.path).module
        if not hasattr(module, name):
            mine = [
                key
                for key, value in vars(module).items()
                if callable(value) and getattr(value, "__module__", None) == module.__name__
            ]
            raise UserError(f"Policy file {asked.path} has no {name!r}{did_you_mean(name, mine)}")
        return python_file.make_player_factory(asked, getattr(module, name), params)


def _number(text: str) -> object:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def explain_choice(
    cell: Seating,
    seated: list[Policy],
    game: int,
    seat: int,
    choice: int,
    n_moves: int,
    failed: tuple[BaseException, int] | None = None,
) -> BaseException:
    """The sentence for a policy that gave no legal choice, or for a game that `failed` after some
    moves, with the address of the game."""
    where = (
        f" at seat {seat + 1} of {cell.game} --players {cell.players} --seed {cell.seed} "
        f"--game {game}"
    )
    if failed is not None:
        return explain_failure(cell, game, *failed)
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


def explain_bad_choice(
    cell: Seating, seated: list[Policy], bad: BadChoice, game: int | None = None
) -> BaseException:
    """The same of what the core has raised; `game` if it counted worlds, not playouts."""
    playout, seat, choice, n_moves = bad.args
    where = playout if game is None else game
    return explain_choice(cell, seated, where, seat, choice, n_moves, bad.failed)


def explain_failure(cell: Seating, game: int, error: BaseException, turns: int) -> BaseException:
    """The sentence about the rules of a game themselves, with the address."""
    if not isinstance(error, RunError):
        return error
    where = f"{cell.game} --players {cell.players} --seed {cell.seed} --game {game}"
    made = "1 move" if turns == 1 else f"{turns} moves"
    return RunError(f"{str(error).rstrip('.')}; after {made} of {where}.")


def _error_of(policy: Policy | None) -> BaseException | None:
    """What a policy written in Python has raised, however deep it was asked."""
    while policy is not None:
        error: BaseException | None = getattr(policy, "error", None)
        if error is not None:
            return error
        policy = policy.inner
    return None
