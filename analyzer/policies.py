"""Who decides: the compiled policies of a game, and a user's own from a Python file."""

import importlib.util
import inspect
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from analyzer import games, spec
from analyzer._core.contract import Policy, Table
from analyzer._core.playout import Coin, PythonPolicy, Stepper
from analyzer.errors import RunError, UserError, did_you_mean

if TYPE_CHECKING:
    from analyzer.simulate import Experiment


@dataclass(frozen=True)
class Known:
    """A compiled policy as `analyze policies` shows it."""

    name: str
    sentence: str
    params: dict[str, float]  # name -> default


def _compiled(game: str) -> dict[str, Policy]:
    own = import_module(f"analyzer._core.policies.{game.replace('-', '_')}")
    common = import_module("analyzer._core.policies.common")
    # A game's own policy comes last: it may define `random` otherwise, if any move is no measure.
    return {policy.name: policy for policy in (*common.POLICIES, *own.POLICIES)}


def known(game: str) -> list[Known]:
    """The policies that ship with a game."""
    return [
        Known(p.name, p.sentence, {key: limits[0] for key, limits in p.defaults.items()})
        for _, p in sorted(_compiled(game).items())
    ]


def is_python(text: str) -> bool:
    """Does this policy come from a user's file?"""
    return spec.policy(text).path is not None


def check(game: str, texts: tuple[str, ...]) -> None:
    """Refuse a policy that cannot be seated, before anything is played."""
    for text in dict.fromkeys(texts):
        if is_python(text):
            _maker(game, spec.policy(text))()
        else:
            _native(game, spec.policy(text))


def seat(game: str, texts: tuple[str, ...], table: Table, rules: Any) -> list[Policy]:
    """One policy a seat, ready for the core."""
    module = games.load(game)
    seated = []
    for text in texts:
        asked = spec.policy(text)
        if asked.path is None:
            seated.append(_native(game, asked))
        else:
            player = PythonPlayer(module, rules, text, _maker(game, asked))
            seated.append(PythonPolicy(table, player.decide, text))
    return seated


def _native(game: str, asked: spec.PolicySpec) -> Policy:
    compiled = _compiled(game)
    if asked.name not in compiled:
        names = sorted(compiled)
        raise UserError(f"{game} has no policy {asked.name!r}{did_you_mean(asked.name, names)}")
    policy = compiled[asked.name]
    values = {}
    for key, value in asked.params:
        if key not in policy.defaults:
            raise UserError(
                f"Policy {asked.name} of {game} has no parameter {key!r}"
                f"{did_you_mean(key, policy.defaults)}"
            )
        values[key] = _within(game, asked.name, key, value, policy.defaults[key])
    return policy.with_values(values)


def _within(
    game: str, policy: str, key: str, text: str, limits: tuple[float, float, float]
) -> float:
    _, low, high = limits
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise UserError(
            f"Parameter {key!r} of policy {policy} of {game} must be a number from {low:g} to "
            f"{high:g}; got {text!r}."
        )
    return value


# --- a user's own ---------------------------------------------------------------------------------


def _maker(game: str, asked: spec.PolicySpec) -> Callable[[], Any]:
    """Makes a fresh player for every playout, so that none remembers the one before."""
    path, _, name = asked.name.rpartition(":")
    module = _load_file(path)
    found = getattr(module, name, None)
    if found is None:
        names = [key for key, value in vars(module).items() if _could_play(value, module)]
        raise UserError(f"Policy file {path} has no {name!r}{did_you_mean(name, names)}")
    if not inspect.isclass(found):
        return _check_player(game, asked, lambda: found, callable(found))
    params = {key: _number(value) for key, value in asked.params}

    def make() -> Any:
        try:
            return found(**params)
        except Exception as error:  # noqa: BLE001 - whatever a user's constructor raises
            raise UserError(
                f"Policy {asked} cannot be made: {type(error).__name__}: {error}."
            ) from None

    return _check_player(game, asked, make, callable(getattr(found, "choose", None)))


def _check_player(
    game: str, asked: spec.PolicySpec, make: Callable[[], Any], fine: bool
) -> Callable[[], Any]:
    if not fine:
        raise UserError(
            f"Policy {asked.name} of {game} must be a class with a method "
            "choose(self, view, moves, rng), or a function choose(view, moves, rng)."
        )
    return make


def _could_play(value: object, module: ModuleType) -> bool:
    return callable(value) and getattr(value, "__module__", None) == module.__name__


def _number(text: str) -> object:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _load_file(path: str) -> ModuleType:
    file = Path(path).expanduser()
    if not file.is_file():
        raise UserError(f"Policy file {path} does not exist; got --policy {path}:...")
    found = importlib.util.spec_from_file_location(f"policy_{file.stem}", file)
    if found is None or found.loader is None:
        raise UserError(f"Policy file {path} cannot be read as Python.")
    module = importlib.util.module_from_spec(found)
    try:
        found.loader.exec_module(module)
    except Exception as error:  # noqa: BLE001 - whatever a user's file raises
        line = _line_in(error, file)
        raise UserError(
            f"Policy file {path} has an error{line}: {type(error).__name__}: {_first_line(error)}."
        ) from None
    return module


def _line_in(error: BaseException, file: Path | None = None) -> str:
    """Where in the user's own file an error happened, if it did there."""
    if isinstance(error, SyntaxError):
        return f" in line {error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    if file is not None:
        frames = [frame for frame in frames if Path(frame.filename) == file]
    return f" in line {frames[-1].lineno}" if frames else ""


def _first_line(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return error.msg
    return (str(error).splitlines() or [""])[0]


class PythonPlayer:
    """Stands between the core and a user's policy: builds the view, checks the answer."""

    def __init__(self, module: ModuleType, rules: Any, text: str, make: Callable[[], Any]) -> None:
        self.module, self.rules, self.text, self.make = module, rules, text, make
        self.asked_at: float | None = None  # when the question was put that is open now
        self._game: int | None = None
        self._player: Any = None

    def decide(self, stepper: Stepper, seat: int, codes: list[int], coin: Coin, game: int) -> int:
        if game != self._game:
            self._game, self._player = game, self.make()
        names = [self.module.move_name(self.rules, code) for code in codes]
        view = self.module.view(self.rules, stepper.describe(), seat)
        choose = getattr(self._player, "choose", self._player)
        self.asked_at = time.monotonic()
        try:
            answer = choose(view, list(names), coin)
        except Exception as error:
            raise RunError(
                f"Policy {self.text} raised {type(error).__name__}: {_first_line(error)}"
                f"{_line_in(error)}"
            ) from error
        finally:
            self.asked_at = None
        return self._index(answer, names)

    def _index(self, answer: object, names: list[str]) -> int:
        if isinstance(answer, str) and answer in names:
            return names.index(answer)
        if hasattr(answer, "__index__") and not isinstance(answer, bool):
            index = answer.__index__()
            if 0 <= index < len(names):
                return index
        raise RunError(
            f"Policy {self.text} must return one of its moves or a number from 0 to "
            f"{len(names) - 1}; got {answer!r}"
        )


def explain_choice(
    asked: "Experiment", seated: list[Policy], game: int, seat: int, choice: int, n_moves: int
) -> BaseException:
    """The sentence for a policy that gave no legal choice, with the address of the game."""
    where = (
        f" at seat {seat + 1} of {asked.game} --players {asked.players} --seed {asked.seed} "
        f"--game {game}"
    )
    error = getattr(seated[seat], "error", None)
    if isinstance(error, RunError):
        return RunError(f"{error}{where}.")
    if error is not None:
        return error
    return RunError(
        f"Policy {asked.policies[seat]} chose move {choice} of {n_moves}{where}: please report it."
    )
