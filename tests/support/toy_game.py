"""The game Toy of tests/toy_package: built, and put where analyzer finds games of others."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scipy.stats import t as student

import analyzer
from analyzer import games
from analyzer.games import plugins
from analyzer.policies import registry
from support.paths import TESTS

SOURCE = TESTS / "toy_package" / "analyzer_toy"
DIRECTIVES = {"language_level": 3, "cdivision": True, "wraparound": False}


def build(folder: Path) -> None:
    """Compile the game into a folder, as an installed package with its entry point."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension

    package = folder / "analyzer_toy"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    extension = Extension(
        "analyzer_toy.core", [str(package / "core.pyx")], extra_compile_args=["-O1", "-w"]
    )
    built = cythonize(
        [extension],
        include_path=[analyzer.get_include()],
        compiler_directives=DIRECTIVES,
        quiet=True,
    )
    command = Distribution({"ext_modules": built}).get_command_obj("build_ext")
    command.build_lib, command.build_temp = str(folder), str(folder / "temp")
    command.ensure_finalized()
    command.run()
    info = folder / "analyzer_toy-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: analyzer-toy\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text(f"[{plugins.GAMES}]\ntoy = analyzer_toy:GAME\n")


@contextmanager
def install(folder: Path) -> Iterator[None]:
    """The game is known; afterwards it is not, so that other tests meet our own games alone."""
    caches = (plugins.find_entry_points, games._load, registry._find_once)
    sys.path.append(str(folder))
    for cache in caches:
        cache.cache_clear()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for cache in caches:
            cache.cache_clear()


# --- what is known of it --------------------------------------------------------------------------

LOTS = 60
RESTS = {"expert": 0.0, "greedy": 0.25, "random": 0.5}  # chance to rest in the first round
EDGE, STAR, BONUS = 3, 2, 3  # lots, as printed


def lots_of(who: str, others: list[str]) -> float:
    """Mean lots of a seat: who rests loses three to every other seat (TOY-4)."""
    lost = EDGE * len(others) * RESTS[who]
    return LOTS / (1 + len(others)) - lost + sum(EDGE * RESTS[other] for other in others)


# --- what is asked of an interval -----------------------------------------------------------------

CHANCE = 1e-8  # of a false alarm about one number; a test has fewer than a hundred


def is_covered(
    found: dict[str, float], truth: float, level: float = 0.95, freedom: float = 1e9
) -> bool:
    """Does an interval hold the truth, if it is as many times wider as a chance of 1e-8 needs?

    Its level is what was printed, and `freedom` that of Student's t behind it: 19 for the jackknife
    over twenty blocks.
    """
    wider = student.isf(CHANCE / 2, freedom) / student.isf((1 - level) / 2, freedom)
    low, estimate, high = (found[name] for name in ("low", "estimate", "high"))
    assert low <= estimate <= high
    hair = 1e-12  # of sums of floats
    return bool(
        estimate - wider * (estimate - low) - hair
        <= truth
        <= estimate + wider * (high - estimate) + hair
    )


def level_of_each(size: int) -> float:
    """The level of one of `size` intervals that hold together, by Bonferroni."""
    return 1 - 0.05 / size
