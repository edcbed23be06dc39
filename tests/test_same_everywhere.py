"""Choices rest on nothing that may differ from one processor or library to the next."""

import subprocess
from decimal import Context, Decimal
from importlib.util import find_spec
from math import ulp
from pathlib import Path

import pytest

from analyzer._core.curves import values

# What C's mathematical library computes, and rounds as it likes; square roots too, since compilers
# call the library for them where an argument may be negative.
LIBRARY = (
    *("exp", "exp2", "expm1", "exp10", "log", "log2", "log10", "log1p", "pow", "sqrt", "cbrt"),
    *("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "hypot"),
    *("erf", "erfc", "lgamma", "tgamma", "fma", "ldexp", "fmod", "remainder"),
)
CORE = Path(find_spec("analyzer._core._cyutil").origin).parent
MODULES = sorted(CORE.rglob("*.so"))
ANSWERS_ALONE = {"laws"}  # it has no .pxd: nothing that is compiled can call it


def wanted_from_elsewhere(path):
    """The functions that a compiled module takes from other libraries."""
    done = subprocess.run(
        ["nm", "--dynamic", "--undefined-only", path], capture_output=True, text=True, check=True
    )
    return {line.split()[-1].partition("@")[0] for line in done.stdout.splitlines()}


def test_there_is_something_to_look_at():
    assert len(MODULES) > 30
    assert all("PyModuleDef_Init" in wanted_from_elsewhere(path) for path in MODULES)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name.split(".")[0])
def test_no_compiled_module_calls_the_mathematical_library(path):
    kinds = {name for function in LIBRARY for name in (function, f"{function}f", f"{function}l")}
    name = path.name.split(".")[0]
    assert bool(wanted_from_elsewhere(path) & kinds) == (name in ANSWERS_ALONE)
    assert name not in ANSWERS_ALONE or not (path.parent / f"{name}.pxd").exists()


def test_curve_is_right_to_the_last_bit():
    """Against decimals of twice as many digits."""
    rise = values()
    exact = Context(prec=80)
    for place in range(0, len(rise), 7):
        x = exact.divide(Decimal(place), 32)
        here = exact.divide(1, exact.add(1, exact.exp(exact.subtract(16, x))))
        assert abs(Decimal(rise[place]) - here) <= Decimal(ulp(rise[place])) / 2
    assert rise == sorted(rise)
