"""Choices rest on nothing that may differ from one processor or library to the next."""

import json
import platform
import re
import subprocess
import sys
from decimal import Context, Decimal
from importlib.util import find_spec
from math import ulp
from pathlib import Path

import pytest

from analyzer import compiled
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
ROOT = Path(__file__).parent.parent
# A product and a sum in one instruction, rounded once: of x86-64, of ARM with 64 and 32 bits, and
# of POWER.
FUSED = re.compile(r"v?fn?m(add|sub|la|ls)|vfn?m[as]\b|xsn?m(add|sub)")
LOOSE = (
    *("-ffast-math", "-Ofast", "-funsafe-math", "-fassociative-math", "-freciprocal-math"),
    *("-march", "-mcpu", "-mfma", "-mavx", "-ffp-contract=fast", "-ffp-contract=on"),
)


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


def fused(path):
    """The fused instructions in the machine code of a file."""
    listed = ["objdump", "--disassemble", "--no-show-raw-insn", path]
    done = subprocess.run(listed, capture_output=True, text=True, check=True)
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    words = [fields[1].split()[0] for fields in lines if len(fields) > 1 and fields[1].strip()]
    assert "ret" in words, "this is no machine code"
    return {word for word in words if FUSED.match(word)}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name.split(".")[0])
def test_no_compiled_module_fuses_a_product_and_a_sum(path):
    assert fused(path) == set()


def test_fused_instructions_are_found_where_there_are_some(tmp_path):
    """The same lines, once as a processor with such instructions would have them."""
    (tmp_path / "sum.c").write_text(
        "double sum(double a, double b, double c) { return a * b + c; }"
    )
    x86 = ["-mfma"] if platform.machine() in ("x86_64", "AMD64") else []
    for kind, flags in (("fast", x86), ("off", x86)):
        made = [*("cc", "-O2", *flags, f"-ffp-contract={kind}", "-c", "sum.c", "-o"), f"{kind}.o"]
        subprocess.run(made, cwd=tmp_path, check=True)
    assert len(fused(tmp_path / "fast.o")) == 1
    assert fused(tmp_path / "off.o") == set()


def test_every_build_asks_for_plain_arithmetic():
    """All flavours of setup.py, and policies in the Cython files of users."""
    ask = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import json, setup; "
    ask += "print(json.dumps([one['extra_compile_args'] for one in setup.FLAVOURS.values()]))"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    found = [*json.loads(done.stdout), compiled._FLAGS]
    assert len(found) == 4
    for flags in found:
        assert "-ffp-contract=off" in flags
        assert not [flag for flag in flags if flag.startswith(LOOSE)]


def test_curve_is_right_to_the_last_bit():
    """Against decimals of twice as many digits."""
    rise = values()
    exact = Context(prec=80)
    for place in range(0, len(rise), 7):
        x = exact.divide(Decimal(place), 32)
        here = exact.divide(1, exact.add(1, exact.exp(exact.subtract(16, x))))
        assert abs(Decimal(rise[place]) - here) <= Decimal(ulp(rise[place])) / 2
    assert rise == sorted(rise)
