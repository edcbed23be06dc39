"""`scripts/wheels`: a wheel for Python 3.11 and one for every Python from 3.12 on, with proof.

Each wheel is installed into an empty environment of every Python that it is for. There it plays
without a compiler, and its games and its speed are compared with those of this checkout. Then it
gets the extra `compile`, and the policies of docs/policies.md and the example package are compiled
against it.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from wheels.environment import Environment, version_of
from wheels.examples import compile_examples

ROOT = Path(__file__).resolve().parents[2]
LIMITED = (3, 12)  # from this Python on, one wheel is for all
LARGEST = 8_000_000  # bytes
SLOWEST = 0.97  # of the speed of this checkout
GAMES, ROUNDS = 1000, 9
PLAYER = Path(__file__).with_name("player.py")


@dataclass(frozen=True)
class Wheel:
    """A wheel, and the Pythons of this machine that it is for."""

    path: Path
    pythons: tuple[Path, ...]


def main() -> int:
    """Build, check and report; 1 if anything is not as it should be."""
    asked = _arguments()
    pythons = asked.python or _pythons()
    wheels = list(_build_all(pythons, asked.out))
    failures = [line for wheel in wheels for line in _check(wheel, asked.quick)]
    for line in failures:
        print(f"FAILED  {line}")
    return 1 if failures or not wheels else 0


def _arguments() -> argparse.Namespace:
    reader = argparse.ArgumentParser(prog="scripts/wheels", description=__doc__.partition("\n")[0])
    reader.add_argument("--out", type=Path, default=ROOT / "dist", help="where the wheels go")
    reader.add_argument(
        "--python", type=Path, action="append", help="instead of all that are found"
    )
    reader.add_argument("--quick", action="store_true", help="no comparison of speed")
    return reader.parse_args()


def _pythons() -> list[Path]:
    """This Python, and the later ones that are on the path or beside it under pyenv."""
    found = {version_of(Path(sys.executable)): Path(sys._base_executable)}
    beside = Path(sys._base_executable).parents[2].glob("3.*/bin/python3")
    named = (shutil.which(f"python3.{minor}") for minor in range(12, 20))
    for path in [*map(Path, filter(None, named)), *sorted(beside)]:
        version = version_of(path)
        if version and version >= (3, 11):
            found.setdefault(version, path)
    return [found[version] for version in sorted(found)]


def _build_all(pythons: list[Path], out: Path) -> list[Wheel]:
    limited = tuple(path for path in pythons if version_of(path) >= LIMITED)
    made = [Wheel(_build(path, out, {}), (path,)) for path in pythons if path not in limited]
    if limited:
        made.append(Wheel(_build(limited[0], out, {"ANALYZER_ABI3": "1"}), limited))
    return made


def _build(python: Path, out: Path, settings: dict[str, str]) -> Path:
    print(f"Building with {python} ...", flush=True)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as made:
        environment = Environment.make(python, Path(folder))
        environment.install("setuptools>=77", "Cython>=3.1,<4")
        words = ("-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps")
        environment.run(*words, "--wheel-dir", made, str(ROOT), settings=settings, compiler=True)
        (built,) = Path(made).glob("*.whl")
        out.mkdir(parents=True, exist_ok=True)
        shutil.copy2(built, out / built.name)
    return out / built.name


def _check(wheel: Wheel, quick: bool) -> list[str]:
    size = wheel.path.stat().st_size
    print(f"{wheel.path.name}  {size / 1e6:.1f} MB")
    failures = [] if size <= LARGEST else [f"{wheel.path.name} has {size} bytes, over {LARGEST}"]
    here = subprocess.check_output(_player(sys.executable, "sums", GAMES), text=True)
    for python in wheel.pythons:
        name = f"{wheel.path.name} in Python {'.'.join(map(str, version_of(python)))}"
        with tempfile.TemporaryDirectory() as folder:
            environment = Environment.make(python, Path(folder))
            environment.install(str(wheel.path))
            there = environment.run("-P", str(PLAYER), "sums", str(GAMES))
            tables = len(here.splitlines())
            if there != here:
                failures.append(f"{name}: other games than those of this checkout")
            print(f"  {name}: {tables} tables of {GAMES} games, without a compiler", flush=True)
            if not quick:
                ratio = _speed(environment)
                print(f"  {name}: {ratio:.3f} of the speed of this checkout", flush=True)
                if ratio < SLOWEST:
                    failures.append(f"{name}: {ratio:.3f} of the speed of this checkout")
            environment.install(f"{wheel.path}[compile]")
            print(f"  {name}: {compile_examples(environment, ROOT)}", flush=True)
    return failures


def _player(python: str, *words: object) -> list[str]:
    return [python, "-P", str(PLAYER), *map(str, words)]


def _speed(environment: Environment) -> float:
    """Both take turns on this machine, and each one's best round counts."""
    best: dict[str, float] = {}
    for _ in range(ROUNDS):
        for who, told in (
            ("here", subprocess.check_output(_player(sys.executable, "speed", GAMES), text=True)),
            ("there", environment.run("-P", str(PLAYER), "speed", str(GAMES))),
        ):
            best[who] = min(best.get(who, float("inf")), float(told))
    return best["here"] / best["there"]


if __name__ == "__main__":
    os.environ["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    sys.exit(main())
