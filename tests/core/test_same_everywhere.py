"""Choices rest on nothing that may differ from one processor or library to the next."""

import json
import platform
import re
import subprocess
import sys
from decimal import Context, Decimal
from functools import cache
from importlib.util import find_spec
from math import ulp
from pathlib import Path

from analyzer._core.nn.sigmoid import values
from analyzer.policies import cython_file
from support.findings import expect_none
from support.paths import ROOT

# What C's mathematical library computes, and rounds as it likes; square roots too, since compilers
# call the library for them where an argument may be negative.
LIBRARY = (
    *("exp", "exp2", "expm1", "exp10", "log", "log2", "log10", "log1p", "pow", "sqrt", "cbrt"),
    *("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "hypot"),
    *("erf", "erfc", "lgamma", "tgamma", "fma", "ldexp", "fmod", "remainder"),
)
CORE = Path(find_spec("analyzer._core._cyutil").origin).parent
MODULES = sorted(CORE.rglob("*.so"))
ANSWERS_ALONE = {"distributions"}  # it has no .pxd: nothing that is compiled can call it
# A product and a sum in one instruction, rounded once: of x86-64, of ARM with 64 and 32 bits, and
# of POWER.
FUSED = re.compile(r"v?fn?m(add|sub|la|ls)|vfn?m[as]\b|xsn?m(add|sub)")
LOOSE = (
    *("-ffast-math", "-Ofast", "-funsafe-math", "-fassociative-math", "-freciprocal-math"),
    *("-march", "-mcpu", "-mfma", "-mavx", "-ffp-contract=fast", "-ffp-contract=on"),
)


@cache
def wanted_from_elsewhere():
    """The functions that each compiled module takes from other libraries."""
    listed = ["nm", "--dynamic", "--undefined-only", "--print-file-name", *MODULES]
    done = subprocess.run(listed, capture_output=True, text=True, check=True)
    found = {path: set() for path in MODULES}
    for line in done.stdout.splitlines():
        path, _, words = line.partition(": ")
        found[Path(path)].add(words.split()[-1].partition("@")[0])
    return found


def test_there_is_something_to_look_at():
    assert len(MODULES) > 30
    assert all("PyModuleDef_Init" in wanted for wanted in wanted_from_elsewhere().values())


def test_no_compiled_module_calls_the_mathematical_library():
    kinds = {name for function in LIBRARY for name in (function, f"{function}f", f"{function}l")}
    callers = [path for path, wanted in wanted_from_elsewhere().items() if wanted & kinds]
    assert {path.name.split(".")[0] for path in callers} == ANSWERS_ALONE
    names = [path.with_name(path.name.split(".")[0] + ".pxd") for path in callers]
    assert [path for path in names if path.exists()] == []


def fused(path):
    """The fused instructions in the machine code of a file."""
    listed = ["objdump", "--disassemble", "--no-show-raw-insn", path]
    done = subprocess.run(listed, capture_output=True, text=True, check=True)
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    words = [fields[1].split()[0] for fields in lines if len(fields) > 1 and fields[1].strip()]
    assert "ret" in words, "this is no machine code"
    return {word for word in words if FUSED.match(word)}


def test_no_compiled_module_fuses_a_product_and_a_sum():
    expect_none(f"{path.name}: {found}" for path in MODULES if (found := fused(path)))


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
    found = [*json.loads(done.stdout), cython_file._FLAGS]
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
