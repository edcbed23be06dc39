"""The reference for Python: every public name, from its docstring."""

import inspect
from pathlib import Path

import analyzer


def write(page: Path) -> None:
    """Functions first, then classes."""
    names = [name for name in analyzer.__all__ if not name.startswith("__")]
    classes = [name for name in names if inspect.isclass(getattr(analyzer, name))]
    functions = [name for name in names if name not in classes]
    lines = ["# Python reference", "", "`import analyzer` gives these names and no others.", ""]
    for title, listed, how in (
        ("Functions", functions, "autofunction"),
        ("Classes", classes, "autoclass"),
    ):
        lines += [f"## {title}", "", "```{eval-rst}"]
        for name in listed:
            lines += [f".. {how}:: analyzer.{name}"]
            lines += ["   :members:", ""] if how == "autoclass" else [""]
        lines += ["```", ""]
    page.write_text("\n".join(lines), "utf-8")
