"""What pyproject.toml cannot say: where the packages are and how `_core/` is compiled.

Every `.pyx` below `_core/` becomes a module below `analyzer._core`; there is no list to edit.

Environment variables choose another flavour, for tests (scripts/test sets them):

    ANALYZER_CHECKS=1                      bounds, None and overflow checks, assertions
    ANALYZER_SANITIZE=address,undefined    gcc's sanitizers
    ANALYZER_OPTIMIZE=0                    the release flavour with another level than 3
    ANALYZER_ABI3=1                        the release flavour for every Python from 3.12 on

`python setup.py build` puts a flavour below its own `build/<flavour>`; only the release
flavour is ever built in place.
"""

import filecmp
import hashlib
import os
import shutil
import sys
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.errors import SetupError

os.chdir(Path(__file__).resolve().parent)

CHECKS = os.environ.get("ANALYZER_CHECKS", "") not in ("", "0")
SANITIZERS = os.environ.get("ANALYZER_SANITIZE", "")
if CHECKS and SANITIZERS:
    sys.exit("ANALYZER_CHECKS and ANALYZER_SANITIZE choose different builds: set one of them")
LEVEL = os.environ.get("ANALYZER_OPTIMIZE", "3")
FLAVOUR = "checked" if CHECKS else "sanitized" if SANITIZERS else "release"

CORE = Path("_core")
# Modules for every Python from this one on, by its limited interface; that of 3.11 lacks too much.
ABI3 = "cp312" if os.environ.get("ANALYZER_ABI3", "") not in ("", "0") else ""
if ABI3 and FLAVOUR != "release":
    sys.exit("ANALYZER_ABI3 is for the release build: unset ANALYZER_CHECKS and ANALYZER_SANITIZE")
BUILD = Path("build", "abi3" if ABI3 else FLAVOUR)
STAGE = Path("build", "cyinc")
SHARED = "analyzer._core._cyutil"  # Cython's own helpers, compiled once instead of per module
JOBS = os.cpu_count() or 1

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": CHECKS,
    "wraparound": False,
    "cdivision": True,  # as in C: the remainder of a negative number is negative
    "initializedcheck": CHECKS,
    "nonecheck": CHECKS,
    "embedsignature": True,
    "freethreading_compatible": True,
}

WARNINGS = ["-Wall"]
# A product and a sum are rounded one by one, also where the processor could do both at once: the
# choices of policies must be the same everywhere. gcc and clang reassociate nothing by themselves.
SAME_EVERYWHERE = ["-ffp-contract=off"]
# Tests must meet assertions, Python's own flags switch C's off.
DEBUG = {"undef_macros": ["NDEBUG"]}
FLAVOURS = {
    # No -march: it gains nothing here and ties a wheel to the processor it was built on.
    "release": {
        "extra_compile_args": [f"-O{LEVEL}", "-g0", *WARNINGS, *SAME_EVERYWHERE],
        "define_macros": [
            ("CYTHON_WITHOUT_ASSERTIONS", "1"),
            *([("Py_LIMITED_API", "0x030c0000")] if ABI3 else []),
        ],
        "py_limited_api": bool(ABI3),
    },
    # Cython checks memoryviews but not C arrays: here the compiler traps those, and bad shifts.
    # gcc takes an array at the end of a struct for one of unknown length: put something after it.
    "checked": {
        "extra_compile_args": [
            *("-O1", "-g", *WARNINGS, *SAME_EVERYWHERE),
            *("-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"),
        ],
        **DEBUG,
    },
    "sanitized": {
        "extra_compile_args": [
            *("-O1", "-g", "-fno-omit-frame-pointer", *WARNINGS, *SAME_EVERYWHERE),
            *(f"-fsanitize={SANITIZERS}", "-fno-sanitize-recover=undefined"),
        ],
        "extra_link_args": [f"-fsanitize={SANITIZERS}"],
        **DEBUG,
    },
}


def dotted(path):
    """The module that a file or folder below `_core/` becomes."""
    return ".".join(["analyzer", *path.with_suffix("").parts])


def core_packages():
    """`_core/` and every folder of Cython or Python files below it."""
    sources = [path for kind in ("*.py", "*.pyx", "*.pxd") for path in CORE.rglob(kind)]
    return sorted({path.parent for path in sources})


def extensions():
    modules = [
        Extension(dotted(path), [str(path)], **FLAVOURS[FLAVOUR])
        for path in sorted(CORE.rglob("*.pyx"))
    ]
    shared = Extension(SHARED, [str(CORE / "_cyutil.c")], **FLAVOURS[FLAVOUR])
    return [*modules, shared]


def tell_progress(sentence):
    """For whoever waits for a build: ANALYZER_PROGRESS is the number of an open file."""
    if told := os.environ.get("ANALYZER_PROGRESS"):
        os.write(int(told), f"{sentence}\n".encode())


def stage_declarations():
    """Copy the `.pxd` files to where Cython looks for them.

    Cython does not know setuptools' package_dir: it wants analyzer/_core/rng.pxd. A copy is touched
    only if its text changes, since Cython decides by times what to compile again.
    """
    wanted = set()
    for folder in core_packages():
        target = STAGE / "analyzer" / folder
        target.mkdir(parents=True, exist_ok=True)
        for source in [*folder.glob("*.pxd"), *folder.glob("__init__.py*")]:
            copy = target / source.name
            wanted.add(copy)
            if not (copy.exists() and filecmp.cmp(source, copy, shallow=False)):
                shutil.copyfile(source, copy)
    remove_others(STAGE, wanted)


def remove_others(folder, wanted):
    """Remove every file below `folder` that is not wanted."""
    for path in folder.rglob("*"):
        if path.is_file() and path not in wanted:
            path.unlink()


class BuildExtensions(build_ext):
    """Cythonize when a build begins, not before: an sdist or its metadata need no Cython."""

    def build_extension(self, ext):
        super().build_extension(ext)
        self.built = getattr(self, "built", 0) + 1
        tell_progress(f"{self.built} of {len(self.extensions)} modules are built")

    def run(self):
        if self.inplace:
            self.check_flavour()
            self.remove_stale_modules()
            self.adopt_modules_in_place()
        self.cythonize()
        super().run()

    def check_flavour(self):
        if FLAVOUR != "release":
            raise SetupError(f"the {FLAVOUR} build is not made in place: python setup.py build")

    def remove_stale_modules(self):
        """Remove compiled modules whose source is gone."""
        names = {ext.name for ext in self.extensions}
        for path in [*CORE.rglob("*.so"), *CORE.rglob("*.pyd")]:
            if dotted(path.with_name(path.name.split(".")[0])) not in names:
                path.unlink()

    def adopt_modules_in_place(self):
        """Let the modules in place count as built: whether to compile is decided by their times."""
        for ext in self.extensions:
            relative = Path(self.get_ext_filename(ext.name))
            in_place = Path(*relative.parts[1:])
            built = Path(self.build_lib, relative)
            if in_place.exists() and not built.exists():
                built.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(in_place, built)

    def cythonize(self):
        # Not at the top: Cython may be missing when only the metadata are asked for.
        from Cython.Build import cythonize
        from Cython.Compiler.Errors import CompileError

        stage_declarations()
        # Cython compares times, not directives: each set of directives has its own folder.
        tell_progress("translating to C")
        directives = hashlib.sha256(repr(DIRECTIVES).encode()).hexdigest()[:8]
        try:
            compiled = cythonize(
                self.extensions,
                include_path=[str(STAGE)],
                build_dir=str(BUILD / f"cython-{directives}"),
                compiler_directives=DIRECTIVES,
                shared_utility_qualified_name=SHARED,
                emit_linenums=FLAVOUR != "release",
                nthreads=JOBS,
                quiet=not self.verbose,
            )
        except CompileError as error:
            raise SetupError(f"Cython cannot compile {error}: see its message above") from None
        sources = {ext.name: ext.sources for ext in compiled}
        for ext in self.extensions:
            ext.sources = sources[ext.name]
            ext.depends = ["setup.py"]


class Build(build):
    """A build folder is used again and again: what is no longer made must not be shipped."""

    def run(self):
        super().run()
        outputs = {Path(path) for path in self.get_finalized_command("build_py").get_outputs()}
        outputs |= {Path(path) for path in self.get_finalized_command("build_ext").get_outputs()}
        remove_others(Path(self.build_lib), outputs)


if __name__ == "__main__":
    setup(
        packages=[
            *find_packages(include=["analyzer", "analyzer.*"]),
            *(dotted(folder) for folder in core_packages()),
        ],
        package_dir={"analyzer._core": str(CORE)},
        ext_modules=extensions(),
        cmdclass={"build": Build, "build_ext": BuildExtensions},
        options={
            "build": {"build_base": str(BUILD), "build_lib": str(BUILD / "lib")},
            "build_ext": {"parallel": JOBS},
            **({"bdist_wheel": {"py_limited_api": ABI3}} if ABI3 else {}),
        },
        zip_safe=False,
    )
