"""Plays board and card games millions of times and answers questions about their balance."""

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analyzer.api.advise import advise as advise
    from analyzer.api.functions import ask as ask
    from analyzer.api.functions import compare as compare
    from analyzer.api.functions import contract as contract
    from analyzer.api.functions import plan as plan
    from analyzer.api.functions import simulate as simulate
    from analyzer.api.functions import sweep as sweep
    from analyzer.api.functions import tournament as tournament
    from analyzer.api.functions import tune as tune
    from analyzer.api.lists import games as games
    from analyzer.api.lists import policies as policies
    from analyzer.api.lists import questions as questions
    from analyzer.api.lists import rules as rules
    from analyzer.api.replay import replay as replay
    from analyzer.api.report import report as report
    from analyzer.api.result import Result as Result
    from analyzer.api.stored import open_run as open  # noqa: A004 - analyzer.open("folder")
    from analyzer.errors import RunError as RunError
    from analyzer.errors import UserError as UserError
    from analyzer.playout.state import State as State
    from analyzer.playout.state import new_state as new_state
    from analyzer.questions.shared.experiments import Experiment as Experiment

__version__ = "0.2.0"

__all__ = [
    "Experiment",
    "Result",
    "RunError",
    "State",
    "UserError",
    "__version__",
    "advise",
    "ask",
    "compare",
    "contract",
    "games",
    "get_include",
    "new_state",
    "open",
    "plan",
    "policies",
    "questions",
    "replay",
    "report",
    "rules",
    "simulate",
    "sweep",
    "tournament",
    "tune",
]

# Imported when first asked for: `analyze --help` must not wait for numpy.
_HOMES = {
    **dict.fromkeys(
        ("simulate", "compare", "sweep", "tournament", "ask", "plan", "tune", "contract"),
        "analyzer.api.functions",
    ),
    "Experiment": "analyzer.questions.shared.experiments",
    "Result": "analyzer.api.result",
    "RunError": "analyzer.errors",
    "State": "analyzer.playout.state",
    "UserError": "analyzer.errors",
    "advise": "analyzer.api.advise",
    "new_state": "analyzer.playout.state",
    "open": "analyzer.api.stored",
    "replay": "analyzer.api.replay",
    "report": "analyzer.api.report",
    "rules": "analyzer.api.lists",
}
_OTHER_NAMES = {"open": "open_run"}
# Packages that are also functions: analyzer.games() lists the games.
_LISTED = ("games", "policies", "questions")


class _Package(ModuleType):
    """This package: where Python puts a package into it, that package may become a function too."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in _LISTED and isinstance(value, ModuleType):
            value.__class__ = _ListedPackage
        super().__setattr__(name, value)


class _ListedPackage(ModuleType):
    """A package that lists what it holds when it is called."""

    def __call__(self, *args: object, **words: object) -> object:
        lists = import_module("analyzer.api.lists")
        return lists.LISTS[self.__name__.rpartition(".")[2]](*args, **words)


def __getattr__(name: str) -> Any:
    if name in _LISTED:
        return import_module(f"{__name__}.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), _OTHER_NAMES.get(name, name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


def get_include() -> str:
    """Give the folder for Cython's include_path, for code that cimports from analyzer._core.

    Returns
    -------
    str
        The folder that holds the package with its `.pxd` files.
    """
    package = Path(__file__).resolve().parent
    if (package / "_core").is_dir():
        return str(package.parent)
    return str(package.parent / "build" / "cyinc")  # an editable install: setup.py puts it there


def _require_compiled_core() -> None:
    try:
        found = find_spec("analyzer._core._cyutil")
    except ModuleNotFoundError:
        found = None
    if found is None:
        raise ImportError(
            "analyzer is not built for this Python: run 'pip install -e .' in its checkout,"
            " or use scripts/analyze, which does so by itself"
        )


sys.modules[__name__].__class__ = _Package
_require_compiled_core()
