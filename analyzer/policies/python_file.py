"""A policy written in Python: its file is read once, and the policy is never trusted.

Whatever a user's code raises, prints or answers ends in a sentence. An exception of any kind stops
the run with the place of the mistake. What is printed goes to standard error, so standard output
holds only the result.
"""

import hashlib
import inspect
import math
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple, cast

from analyzer.errors import RunError, UserError, describe_read_error, first_line
from analyzer.games.stored_game import kept_digest
from analyzer.policies import cython_file
from analyzer.system import input_files, local_imports, user_modules
from analyzer.system.redirected_output import redirected_output
from analyzer.system.signals import is_interrupt
from analyzer.system.values import checked_integer, short_repr

if TYPE_CHECKING:
    from analyzer._core.runner import Coin, Stepper
    from analyzer.games import AnyGame
    from analyzer.games.parameters import GameRules
    from analyzer.policies.spec import PolicySpec

SIGNATURE = (
    "must be a class with a method choose(self, view, moves, rng), or a function "
    "choose(view, moves, rng)"
)
POLICY = "Policy"  # what is in a file, in messages
MOST_SIDES = 2**32 - 1  # of a coin
MOST_NAMES = 10_000  # of moves that are kept; the mountain has some thousands


# --- the file -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PolicyFile:
    """A user's file as it was read."""

    path: Path
    digest: str  # a hash of its text, and of the files beside it that it imports; for provenance
    module: ModuleType
    texts: Mapping[str, bytes]  # those files by their names in its folder, its own first


_files: dict[Path, PolicyFile] = {}
_places: dict[str, Path] = {}  # of files as they were typed; a policy may change the folder later
_reading = threading.Lock()


def read_file(path: str, fresh: bool = False, what: str = POLICY) -> PolicyFile:
    """A user's file, imported once; `fresh`: again if its text has changed since. `what` is in it,
    for messages."""
    file = _place_of(path, fresh)
    with _reading:
        known = _files.get(file)
        if known is not None and not fresh:
            return known
        try:
            source = input_files.read_bytes(file)
        except FileNotFoundError:
            got = f"; got --policy {path}:..." if what == POLICY else "."
            raise UserError(f"{what} file {path} does not exist{got}") from None
        except (OSError, ValueError) as error:  # a ValueError: no name of a file, "mine\0.py"
            raise UserError(
                f"{what} file {path} cannot be read: {describe_read_error(error)}."
            ) from None
        texts = {file.name: source, **local_imports.find_local_imports(file.parent, source)}
        digest = local_imports.digest(texts)
        if known is None or known.digest != digest:
            _files[file] = PolicyFile(file, digest, _import(path, file, what, texts), texts)
        return _files[file]


def digest(path: str) -> str:
    """A hash of a policy file's text as it was played."""
    known = kept_digest(path)
    if known is not None:
        return known
    return cython_file.digest(path) if path.endswith(".pyx") else read_file(path).digest


def source_texts(path: str) -> Mapping[str, bytes]:
    """A policy file and those beside it that it needs, by name, its own first."""
    if path.endswith(".pyx"):
        return {Path(path).name: cython_file.source_text(path).encode()}
    return read_file(path).texts


def _place_of(path: str, fresh: bool = False) -> Path:
    try:
        if fresh or path not in _places:
            _places[path] = Path(path).expanduser().absolute()
        return _places[path]
    except RuntimeError as error:  # ~nobody/mine.py
        raise UserError(f"Policy file {path} cannot be read: {first_line(error)}.") from None


def _import(path: str, file: Path, what: str, texts: Mapping[str, bytes]) -> ModuleType:
    name = f"policy_{file.stem}_{hashlib.sha256(bytes(file)).hexdigest()[:8]}"
    if file.suffix != ".py":
        raise UserError(f"{what} file {path} must be a Python file, as in mine.py:Cautious.")
    try:
        return user_modules.import_file(name, file, texts)
    except BaseException as error:
        if is_interrupt(error):
            raise
        line = _line_in(error, file)
        raise UserError(f"{what} file {path} has an error{line}: {first_line(error)}.") from None


def _line_in(error: BaseException, file: Path) -> str:
    """Where in the user's own file an error happened, however deep it was raised."""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename) == file:
        return f" in line {error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename) == file]
    return f" in line {lines[-1]}" if lines else ""


def line_in_file(error: BaseException, path: str) -> str:
    """The same of a file as the user typed it."""
    return _line_in(error, _place_of(path))


# --- asking ---------------------------------------------------------------------------------------


Choose = Callable[[object, list[str], "PolicyCoin"], object]  # view, moves and coin to an answer
PlayerFactory = Callable[
    [], object
]  # gives a user's player: a function, or an object with `choose`


@contextmanager
def as_mistakes(policy: object, what: str = POLICY) -> Iterator[None]:
    """Whatever a user's class raises while it is looked at or made is a mistake in it."""
    try:
        with redirected_output():
            yield
    except UserError:
        raise
    except BaseException as error:
        if is_interrupt(error):
            raise
        raise UserError(f"{what} {policy} cannot be made: {first_line(error)}.") from None


def make_player_factory(
    asked: "PolicySpec", found: object, params: Mapping[str, object]
) -> PlayerFactory:
    """Makes a new player for every playout, so that none remembers the one before."""
    if why := policy_flaw(found):
        raise UserError(f"Policy {asked.name} {why}.")
    made = found if inspect.isclass(found) else None
    if made is None:
        if params:
            raise UserError(f"Policy {asked} is a function, which takes no parameters.")
        return lambda: found

    def make() -> object:
        with as_mistakes(asked):
            return made(**params)

    return make


def parameter_rows(written: object) -> dict[str, tuple[float, float, float, str]]:
    """The numbers that a user's class takes: default, least, most and a sentence.

    A class may declare them as `parameters`, as one of another package does. Otherwise they are the
    arguments of its constructor with a number as default (nan: none), without limits.
    """
    declared = getattr(written, "parameters", None)
    if isinstance(declared, Mapping):
        return {
            str(name): (float(row[0]), float(row[1]), float(row[2]), str(row[3]))
            for name, row in declared.items()
        }
    if not inspect.isclass(written) or written.__init__ is object.__init__:
        return {}
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    found = {}
    for name, one in inspect.signature(written).parameters.items():
        default = math.nan if one.default is one.empty else one.default
        if one.kind in named and isinstance(default, int | float):
            found[name] = (float(default), -math.inf, math.inf, "")
    return found


def policy_flaw(found: object) -> str | None:
    """Why something cannot be a policy, as the end of a sentence; None if it can."""
    is_class = inspect.isclass(found)
    choose = getattr(found, "choose", None) if is_class else found
    static = isinstance(inspect.getattr_static(found, "choose", None), staticmethod | classmethod)
    if not callable(choose) or not _takes(choose, 4 if is_class and not static else 3):
        return SIGNATURE
    if inspect.iscoroutinefunction(choose) or inspect.isasyncgenfunction(choose):
        return "must answer at once: choose cannot be async"
    return None


def _takes(function: Callable[..., object], n: int) -> bool:
    """Can it be called with n positional arguments?"""
    try:
        inspect.signature(function).bind(*range(n))
    except (TypeError, ValueError):
        return False
    return True


class PolicyCoin:
    """The private coin of a policy: equal seeds, equal numbers."""

    __slots__ = ("_coin",)

    def __init__(self, coin: "Coin") -> None:
        self._coin = coin

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        sides = checked_integer(n, 1, MOST_SIDES)
        if sides is None:
            raise ValueError(
                f"rng.below must be given a whole number from 1 on; got {short_repr(n)}"
            )
        return int(self._coin.below(sides))

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""
        return float(self._coin.random())


class PendingQuestion(NamedTuple):
    """A question that a policy has not yet answered."""

    policy: str
    asked_at: float  # of time.monotonic

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.asked_at


_waiting: dict[int, PendingQuestion] = {}  # by thread


def longest_wait(since: float) -> PendingQuestion | None:
    """The question that has waited longest among those asked after `since`, by time.monotonic."""
    waits = [wait for wait in list(_waiting.values()) if wait.asked_at >= since]
    return min(waits, key=lambda wait: wait.asked_at, default=None)


class PythonPolicy:
    """Connects the core with a user's policy: builds the view, checks the answer."""

    def __init__(
        self, face: "AnyGame", rules: "GameRules", asked: "PolicySpec", make: PlayerFactory
    ) -> None:
        self.face, self.rules, self.make = face, rules, make
        self.text = str(asked)
        self.file = _place_of(asked.path) if asked.path else None
        self._game: int | None = None
        self._players: dict[int, object] = {}  # by seat: in a world of others it may sit at several
        self._names: dict[int, str] = {}  # of moves, by code: the same few come again and again

    def decide(
        self, stepper: "Stepper", seat: int, codes: list[int], coin: "Coin", game: int
    ) -> int:
        """The core's question: which of these moves?"""
        if game != self._game:
            self._game, self._players = game, {}
        if seat not in self._players:
            self._players[seat] = self._fresh()
        names = [self._names.get(code) or self._name(code) for code in codes]
        view = self.face.view(self.rules, stepper.describe(), seat)
        found = self._ask(seat, view, list(names), PolicyCoin(coin))
        if isinstance(found, int):
            return found
        raise RunError(
            f"Policy {self.text} must return one of its moves or a number from 0 to "
            f"{len(names) - 1}; got {found}"
        )

    def _name(self, code: int) -> str:
        if len(self._names) == MOST_NAMES:
            self._names.clear()
        return self._names.setdefault(code, self.face.move_name(self.rules, code))

    def _fresh(self) -> object:
        try:
            return self.make()
        except UserError as error:  # it could be made before: the run fails
            raise RunError(str(error).rstrip(".")) from error

    def _ask(self, seat: int, view: object, moves: list[str], coin: PolicyCoin) -> int | str:
        """The place of the answer, or in words what it is instead. The answer is looked at here
        too, because that may run the user's code: `__index__`, `__repr__`."""
        names = tuple(moves)  # the list is the policy's, which may change it
        me = threading.get_ident()
        _waiting[me] = PendingQuestion(self.text, time.monotonic())
        try:
            with redirected_output():
                player = self._players[seat]
                choose = cast("Choose", getattr(player, "choose", player))
                return _place_of_answer(choose(view, moves, coin), names)
        except BaseException as error:
            if is_interrupt(error) and me == threading.main_thread().ident:
                raise  # only the main thread receives signals
            line = _line_in(error, self.file) if self.file else ""
            raise RunError(f"Policy {self.text} raised {first_line(error)}{line}") from error
        finally:
            del _waiting[me]


def _place_of_answer(answer: object, names: tuple[str, ...]) -> int | str:
    if isinstance(answer, str) and (text := str.__str__(answer)) in names:
        return names.index(text)
    index = checked_integer(answer, 0, len(names) - 1)
    if index is not None:
        return index
    if inspect.iscoroutine(answer):
        answer.close()  # or Python would warn that nobody awaits it
    return short_repr(answer)
