"""Compiled policies that only the tools use: made below `build/`, known as those of a package."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path

import analyzer
from analyzer.games import plugins

BUILD = Path(__file__).resolve().parents[1] / "build"
SETUP = """\
from Cython.Build import cythonize
from pathlib import Path
from setuptools import Extension, setup

FLAGS = ["-O3", "-g0", "-w", "-ffp-contract=off"]
DIRECTIVES = {{
    "language_level": 3, "boundscheck": False, "wraparound": False, "cdivision": True,
    "initializedcheck": False,
}}
setup(name="{package}", ext_modules=cythonize(
    [Extension(".".join(path.with_suffix("").parts), [str(path)], extra_compile_args=FLAGS)
     for path in sorted(Path("{package}").rglob("*.pyx"))],
    include_path=[{include!r}, "."], compiler_directives=DIRECTIVES, quiet=True))
"""


def install(
    package: str, version: str, policies: Mapping[str, str], put: Callable[[Path], None]
) -> None:
    """Make policies known, by `game.name`. `put` puts their sources into a folder; they are
    compiled if their version or what they are compiled against has changed."""
    site = BUILD / package
    stamp = site / "made-of"
    made_of = _digest(version, policies)
    if not stamp.exists() or stamp.read_text("utf-8") != made_of:
        shutil.rmtree(site, ignore_errors=True)
        put(site / package)
        _name(site / f"{package}.dist-info", package, policies)
        _compile(site, package)
        stamp.write_text(made_of, "utf-8")
    sys.path.append(str(site))
    plugins.find_entry_points.cache_clear()


def _digest(version: str, policies: Mapping[str, str]) -> str:
    told = sha256(f"{version}{sorted(policies.items())}{SETUP}".encode())
    core = Path(analyzer.get_include()) / "analyzer" / "_core"
    for file in sorted(core.rglob("*.pxd")):
        if "policies" not in file.parts:  # those of today are none of their business
            told.update(file.read_bytes())
    return told.hexdigest()


def _name(about: Path, package: str, policies: Mapping[str, str]) -> None:
    about.mkdir()
    lines = [f"{name} = {package}.{where}" for name, where in policies.items()]
    text = "\n".join([f"[{plugins.POLICIES}]", *lines, ""])
    about.joinpath("entry_points.txt").write_text(text, "utf-8")
    about.joinpath("METADATA").write_text(f"Name: {package}\nVersion: 0\n", "utf-8")


def _compile(site: Path, package: str) -> None:
    print(f"Compiling {package} ...", file=sys.stderr)
    text = SETUP.format(package=package, include=analyzer.get_include())
    site.joinpath("setup.py").write_text(text, "utf-8")
    words = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run([*words, "-j", str(os.cpu_count() or 1)], cwd=site, check=True)
