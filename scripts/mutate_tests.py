"""The tests for a broken file: the nearest first, and no more after the first that fails."""

import os
import re
import resource
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from mutate_copy import Copy, CopyError

# Tests of every game: of these the game's own, by the words of their names.
SHARED = (
    *("golden", "conformance", "codes", "deals", "trace", "rng", "hidden_worlds", "core_borders"),
    *("fuzz_positions", "oracle", "checksums"),
)
# In the order of what they cost; what is not named comes last.
ORDER = (
    *("golden", "codes", "scoring", "scenarios", "rules", "readings", "positions"),
    *("cards", "exact", "loose", "reducers", "sums", "deals", "trace", "policies", "hidden"),
    *("core_borders", "rng", "oracle", "conformance", "hidden_worlds", "properties", "fuzz"),
    "checksums",  # says that something changed, and not what: of rules better tests come first
)
# They set up environments of their own, or look at documents and pages alone.
LEFT_OUT = ("docs", "cli_surroundings", "browser", "architecture", "charts", "pages")
BEFORE = "before any test"  # the program cannot even be imported
MEMORY = 6 * 2**30  # a mutant may ask for all there is


class Suite:
    """Runs the tests of the copy."""

    def __init__(self, copy: Copy, near_only: bool) -> None:
        self.copy, self.near_only = copy, near_only
        self.files = sorted((copy.home / "tests").glob("test_*.py"), key=rank)
        self.files = [path for path in self.files if topic(path) not in LEFT_OUT]
        self.games = sorted(
            (path.stem for path in (copy.home / "analyzer/games/rules").glob("*.md")), key=len
        )
        self.current = copy.home.parent / "current"  # the test under way
        self.sound: set[str] = set()

    def run(self, path: str) -> tuple[str, str]:
        """What becomes of the program that is in place: the outcome, and the test that failed."""
        for words in self.stages(path):
            outcome = self.pytest(words)
            if outcome != "survived":
                return outcome, self.current.read_text("utf-8")
        return "survived", ""

    def check(self, test: str) -> None:
        """A test counts only if it passes without a mutant."""
        words = ("--collect-only",) if test == BEFORE else (test,)
        if test not in self.sound and self.pytest(words) != "survived":
            raise CopyError(f"Without any mutant this test fails, too: {test}")
        self.sound.add(test)

    def stages(self, path: str) -> list[tuple[str, ...]]:
        """The words for pytest: near tests, then all others."""
        game = self.game_of(path)
        if game:
            own = [p for p in self.files if self.game_of(p.name.partition("_")[2]) == game]
            shared = [p for p in self.files if topic(p) in SHARED]
            stages = [self.words(own), (*self.words(shared), "-k", self.only_of(game))]
            if "policies" in path:
                sums = [p for p in self.files if topic(p) == "checksums"]
                stages.insert(0, (*self.words(sums), "-k", self.only_of(game)))
        else:
            own = [p for p in self.files if topic(p) in SHARED or names(p, Path(path))]
            stages = [self.words(own)]
        others = [p for p in self.files if p not in own]
        if not self.near_only:
            stages.append(self.words(others))
        return [words for words in stages if words and words[0] != "-k"]

    def game_of(self, path: str) -> str | None:
        """The game whose name stands in the name of a file."""
        found = [
            game for game in self.games if re.search(rf"(^|_|\b){game}(_|\b)", Path(path).stem)
        ]
        return found[-1] if found else None

    def only_of(self, game: str) -> str:
        """For pytest's -k: this game, and not the one whose name begins with its name."""
        longer = [other for other in self.games if other != game and other.startswith(game)]
        unwanted = [f" and not {name.replace('_', '-')}" for name in longer]
        return game.replace("_", "-") + "".join(unwanted)

    def words(self, paths: list[Path]) -> tuple[str, ...]:
        return tuple(str(path.relative_to(self.copy.home)) for path in paths)

    def pytest(self, words: tuple[str, ...]) -> str:
        """In a process group of its own, of which nothing is left behind."""
        self.current.write_text(BEFORE, "utf-8")
        command = [sys.executable, "-P", "-m", "pytest", "-x", "-q", "--tb=no", "--no-header"]
        process = subprocess.Popen(
            [*command, "-p", "no:cacheprovider", "-p", "mutate_watch", *words],
            cwd=self.copy.home,
            env={
                **os.environ,
                "PYTHONPATH": f"{self.copy.lib}{os.pathsep}{Path(__file__).parent}",
                "PYTHONDONTWRITEBYTECODE": "1",
                "MUTATE_CURRENT": str(self.current),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=limit_memory,
        )
        try:
            heard, _ = process.communicate()
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        return judged(process.returncode, heard)


def judged(status: int, heard: str) -> str:
    if status in (0, 5):  # 5: there was nothing to run
        return "survived"
    if re.search(r"^(FAILED|ERROR) ", heard, re.MULTILINE):
        return "killed"
    return "timeout" if re.search(r"^Timeout \(", heard, re.MULTILINE) else "crash"


def limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def topic(path: Path) -> str:
    return path.stem.removeprefix("test_")


def rank(path: Path) -> tuple[int, str]:
    """Where a file stands in ORDER."""
    places = [i for i, word in enumerate(ORDER) if topic(path).startswith(word)]
    return (max(places) if places else len(ORDER), path.name)


def names(test: Path, path: Path) -> bool:
    """Whether a test speaks of a module, or of its room."""
    module, room = path.stem, path.parent.name
    words = rf"\b{room}(\.| import .*){module}\b" + ("" if room == "_core" else rf"|\b{room}\b")
    return bool(re.search(words, test.read_text("utf-8")))
