"""Plays board and card games millions of times and answers questions about their balance."""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

__version__ = "0.2.0"

__all__ = [
    "Experiment",
    "__version__",
    "advise",
    "ask",
    "compare",
    "contract",
    "get_include",
    "new_state",
    "plan",
    "simulate",
    "sweep",
    "tournament",
    "tune",
]

# Imported when first asked for: `analyze --help` must not wait for numpy.
_HOMES = {
    "advise": "analyzer.api.advise",
    "new_state": "analyzer.playout.state",
    "Experiment": "analyzer.questions.shared.experiments",
    **dict.fromkeys(
        ("simulate", "compare", "sweep", "tournament", "ask", "plan", "tune", "contract"),
        "analyzer.api.functions",
    ),
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})


def get_include() -> str:
    """The folder to give Cython as include_path, for code that cimports from analyzer._core."""
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


_require_compiled_core()
