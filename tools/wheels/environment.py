"""An environment of Python with nothing in it, and no compiler on its path."""

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@cache
def version_of(python: Path) -> tuple[int, int]:
    """Its major and minor version; (0, 0) of what is not CPython, or does not start."""
    ask = "import sys; print(*sys.version_info[:2], sys.implementation.name)"
    told = subprocess.run([python, "-c", ask], capture_output=True, text=True, check=False)
    major, minor, name = told.stdout.split() if told.returncode == 0 else ("0", "0", "")
    return (int(major), int(minor)) if name == "cpython" else (0, 0)


@dataclass(frozen=True)
class Environment:
    """An environment in a folder of its own."""

    folder: Path

    @classmethod
    def make(cls, python: Path, folder: Path) -> "Environment":
        subprocess.run([python, "-m", "venv", folder / "venv"], check=True)
        return cls(folder)

    @property
    def python(self) -> Path:
        return self.folder / "venv" / "bin" / "python"

    def install(self, *packages: str) -> None:
        self.run("-m", "pip", "install", "--quiet", *packages)

    def run(
        self, *words: str, settings: Mapping[str, str] | None = None, compiler: bool = False
    ) -> str:
        """What a process of this environment says; only if told so, it may find a compiler."""
        path = os.environ["PATH"] if compiler else ""
        kept = {name: os.environ[name] for name in os.environ if name.startswith("PIP_")}
        own = {"PATH": f"{self.python.parent}:{path}", "HOME": str(self.folder), "LANG": "C.UTF-8"}
        done = subprocess.run(
            [self.python, *words],
            cwd=self.folder,
            env={**kept, **own, **(settings or {})},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise SystemExit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
        return done.stdout
