"""A copy of the checkout with its own quick build, in which one file at a time is broken."""

import hashlib
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from mutate.mutants import Mutant

# Compiled in a third of the time of a release, and still without needless instructions, so that
# mutants which change nothing are seen to.
QUICK = ("-O1", "-g0", "-w", "-ffp-contract=off", "-DCYTHON_WITHOUT_ASSERTIONS=1", "-fPIC")
LINKED = ("-shared", "-s", "-Wl,--build-id=none")  # nothing in it but what runs
COMMENTS = re.compile(r"/\*.*?\*/", re.DOTALL)
CIMPORTED = re.compile(r"^\s*from\s+analyzer\.(_core[\w.]*)\s+cimport\s+(\(?[^\n]*)", re.MULTILINE)


class Built(NamedTuple):
    """A compiled module: the file in which it is kept, and a hash of its bytes."""

    file: str
    code: str


class MutateError(Exception):
    """What keeps the whole work from being done."""


class Copy:
    """`home` is the copied checkout, `lib` the folder to import analyzer from.

    If only Python is to be broken, the machine code of the checkout serves.
    """

    def __init__(self, root: Path, work: Path, in_python: bool = False) -> None:
        self.root, self.home = root, work.resolve() / "copy"
        self.lib, self.objects = work.resolve() / "lib", work.resolve() / "objects"
        if root in self.home.parents:
            raise MutateError(f"--work must be a folder outside of the checkout, got '{work}'.")
        self.copy_files()
        self.link_packages()
        self.setup = self.load_setup()
        self.modules = {ext.name: Path(ext.sources[0]) for ext in self.setup.extensions()}
        self.plain = self.copy_machine_code() if in_python else self.build(list(self.modules))

    def copy_files(self) -> None:
        """What git would commit, as it is now."""
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard", "-z"],
            cwd=self.root,
            capture_output=True,
            text=True,
            check=True,
        )
        wanted = {name for name in listed.stdout.split("\0") if (self.root / name).is_file()}
        for name in sorted(wanted):
            source, target = self.root / name, self.home / name
            if not (target.exists() and target.read_bytes() == source.read_bytes()):
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)
        for path in list(self.home.rglob("*.p[yx]*")):
            name = path.relative_to(self.home)
            if name.parts[0] != "build" and path.suffix != ".pyc" and str(name) not in wanted:
                path.unlink()

    def copy_machine_code(self) -> dict[str, Built]:
        """What the checkout has built; nothing is built again."""
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        for name in self.modules:
            source = self.root / Path(*name.split(".")[1:]).with_suffix("")
            source = source.with_name(source.name + suffix)
            if not source.exists():
                raise MutateError(f"'{source}' is missing: build the checkout first.")
            target = self.home / source.relative_to(self.root)
            if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
                half = target.with_suffix(".half")
                shutil.copyfile(source, half)
                half.rename(target)
        # What game files and policies are compiled with.
        headers = Path("build", "cyinc")
        shutil.copytree(self.root / headers, self.home / headers, dirs_exist_ok=True)
        return {}

    def link_packages(self) -> None:
        """analyzer with its compiled part in it, as if it were installed."""
        package = self.lib / "analyzer"
        shutil.rmtree(self.lib, ignore_errors=True)
        package.mkdir(parents=True)
        for path in (self.home / "analyzer").iterdir():
            (package / path.name).symlink_to(path)
        (package / "_core").symlink_to(self.home / "_core")

    def load_setup(self) -> ModuleType:
        """The copy's setup.py, which knows the extensions and Cython's directives."""
        spec = importlib.util.spec_from_file_location("setup", self.home / "setup.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)  # goes to the folder of the copy
        return module

    # --- Breaking -----------------------------------------------------------------------------

    @contextmanager
    def broken(self, mutant: Mutant) -> Iterator[bool | None]:
        """Puts the mutant in place; returns whether it changes anything, None if it cannot be
        built."""
        path = self.home / mutant.path
        source = path.read_text("utf-8")
        path.write_text(mutant.apply(source), "utf-8")
        touched = self.dependents(path) if path.suffix != ".py" else []
        try:
            if path.suffix == ".py":
                yield True
            else:
                made = self.build(touched, keep_going=True)
                yield made and any(made[n].code != self.plain[n].code for n in touched)
        finally:
            path.write_text(source, "utf-8")
            if touched:
                self.install(self.plain, touched)
                self.remove_strangers()

    def source_hash(self, name: str) -> str:
        """The hash of a file as it is; a result holds as long as the hash is the same."""
        return hashlib.sha256((self.home / name).read_bytes()).hexdigest()[:16]

    # --- Building -----------------------------------------------------------------------------

    def dependents(self, path: Path) -> list[str]:
        """The modules into which a source is compiled."""
        if path.suffix == ".pyx":
            return [self.setup.dotted(path.relative_to(self.home))]
        wanted, reached = {self.setup.dotted(path.relative_to(self.home))}, set()
        uses = {}
        for source in (self.home / "_core").rglob("*.p[yx][xd]"):
            own = self.setup.dotted(source.relative_to(self.home))
            uses.setdefault(own, set()).update(cimports(source.read_text("utf-8")))
        while wanted - reached:
            reached |= wanted
            wanted = {name for name, used in uses.items() if used & reached} | reached
        return sorted(name for name in reached if name in self.modules)

    def build(self, names: list[str], keep_going: bool = False) -> dict[str, Built] | None:
        """Compiles modules in place."""
        try:
            sources = self.to_c(names, force=keep_going)
            with ThreadPoolExecutor(1 if keep_going else 2) as pool:
                made = dict(zip(names, pool.map(self.to_object, sources), strict=True))
        except subprocess.CalledProcessError as error:
            if keep_going:
                return None
            raise MutateError(f"The copy cannot be built: {error.stderr[-2000:]}") from None
        self.install(made, names)
        return made

    def to_c(self, names: list[str], force: bool) -> list[Path]:
        self.setup.stage_declarations()
        heard = StringIO()
        with redirect_stdout(heard), redirect_stderr(heard):
            extensions = self.cythonize(
                [e for e in self.setup.extensions() if e.name in names], force
            )
        if extensions is None:
            raise subprocess.CalledProcessError(1, "cython", stderr=heard.getvalue())
        by_name = {extension.name: Path(extension.sources[0]) for extension in extensions}
        return [by_name[name] for name in names]

    def cythonize(self, extensions: list, force: bool) -> list | None:
        from Cython.Build import cythonize
        from Cython.Compiler.Errors import CompileError

        try:
            return cythonize(
                extensions,
                include_path=[str(self.setup.STAGE)],
                build_dir="build/quick",
                compiler_directives=self.setup.DIRECTIVES,
                shared_utility_qualified_name=self.setup.SHARED,
                force=force,
                quiet=True,
            )
        except CompileError:
            return None

    def to_object(self, source: Path) -> Built:
        """The compiled module of a C file, kept under the hash of its text without comments."""
        code = COMMENTS.sub("", source.read_text("utf-8"))
        kept = self.objects / f"{hashlib.sha256(code.encode()).hexdigest()[:24]}.so"
        if not kept.exists():
            self.objects.mkdir(exist_ok=True)
            config = sysconfig.get_config_vars()
            compiler = [*shlex.split(config["CC"]), *shlex.split(config["CFLAGS"]), *QUICK]
            paths = sysconfig.get_paths()
            half = kept.with_suffix(f".{os.getpid()}")
            subprocess.run(
                [*compiler, f"-I{paths['include']}", *LINKED, str(source), "-o", str(half)],
                check=True,
                capture_output=True,
                text=True,
            )
            half.rename(kept)
        return Built(kept.name, hashlib.sha256(kept.read_bytes()).hexdigest())

    def install(self, made: dict[str, Built], names: list[str]) -> None:
        """Puts machine code in place; by rename, for a process may still have the old one open."""
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        for name in names:
            target = self.home / Path(*name.split(".")[1:]).with_suffix("")
            target = target.with_name(target.name + suffix)
            half = target.with_suffix(".half")
            shutil.copyfile(self.objects / made[name].file, half)
            half.rename(target)

    def remove_strangers(self) -> None:
        """Machine code of mutants is not kept."""
        wanted = {built.file for built in self.plain.values()}
        for path in self.objects.iterdir():
            if path.name not in wanted:
                path.unlink()


def cimports(text: str) -> set[str]:
    """The modules of the core that a source takes declarations from."""
    found = set()
    for module, names in CIMPORTED.findall(text):
        found.add(f"analyzer.{module}")
        found |= {f"analyzer.{module}.{name}" for name in re.findall(r"\w+", names)}
    return found
