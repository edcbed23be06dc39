"""The tests for a broken file: the nearest first, and no more after the first that fails."""

import os
import re
import resource
import signal
import sys
import traceback
from contextlib import suppress
from pathlib import Path

import hypothesis  # noqa: F401 - so that every fork has it
import pytest
import scipy.stats  # noqa: F401
from mutate.checkout import Copy, MutateError

# Tests of every game: of these the game's own, by the words of their names.
SHARED = (
    *("golden", "conformance", "codes", "deals", "trace", "rng", "hidden_worlds", "borders"),
    *("fuzz_positions", "batch", "field_ranges", "symmetries"),
)
# In the order of what they cost; what is not named comes last.
ORDER = (
    *("golden", "batch", "field_ranges", "codes", "scoring", "hands", "scenarios", "rules"),
    *("readings", "positions", "cards", "exact", "loose", "symmetries", "reducers", "deals"),
    *("trace", "policies", "hidden", "borders", "rng", "oracle", "conformance", "hidden_worlds"),
    *("properties", "fuzz"),
)
# They set up environments of their own, or look at documents and pages alone.
LEFT_OUT = ("docs", "environment", "browser", "rooms", "tree", "words", "charts", "pages")
# Folders of tests that run commands, which name policies and start processes: near to no compiled
# module.
COMMANDS = ("cli", "render", "store")
# Tests of answers that run in this process and take seconds.
QUICK = ("questions", "estimates", "stats", "simulation", "store", "api")
PROCESSES = ("killed", "cluster", "cluster_cli", "tls", "deaths", "fuzz_runs")  # they start many
SAMPLES = ("calibration", "coverage", "fix_search", "contract_planted")  # many answers each
SENTENCES = ("sentences", "questions", "phrases", "summary_tiles")
BY_HAND = ("by_hand", "toy_")
PARTS_OF_QUESTIONS = {
    "questions",
    "estimates",
    "wording",
    "sentences",
    "figures",
    "cells",
    "figure",
    "answer",
}
EVERY_DAY = ("-m", "not full")
ALL = 5  # what --stages says of all of them
OPTIONS = (
    *("-x", "-q", "--tb=no", "--no-header", "--assert=plain"),
    *("-p", "no:cacheprovider", "-p", "mutate.watch"),
)
BEFORE = "before any test"  # the program cannot even be imported
MEMORY = 6 * 2**30  # a mutant may ask for all there is


class Suite:
    """Runs the tests of the copy."""

    def __init__(self, copy: Copy, stages: int, without: list[str]) -> None:
        self.copy, self.most = copy, stages
        self.files = sorted((copy.home / "tests").rglob("test_*.py"), key=rank)
        self.files = [path for path in self.files if topic(path) not in (*LEFT_OUT, *without)]
        rulebooks = (copy.home / "analyzer/games").glob("*/rules.md")
        self.games = sorted(path.parent.name for path in rulebooks)
        self.current = copy.home.parent / "current"  # the test under way
        self.heard = copy.home.parent / "heard"  # what pytest said
        self.in_python = False
        self.sound: set[str] = set()

    def run(self, path: str) -> tuple[str, str]:
        """What becomes of the program that is in place: the outcome, and the test that failed."""
        self.in_python = path.endswith(".py")  # whose bytecode must not be met again
        for words in self.answer_stages(path) if self.in_python else self.stages(path):
            outcome = self.pytest(words)
            if outcome != "survived":
                return outcome, self.current.read_text("utf-8")
        return "survived", ""

    def check(self, test: str) -> None:
        """A test counts only if it passes without a mutant."""
        words = ("--collect-only",) if test == BEFORE else (test,)
        if test not in self.sound and self.pytest(words) != "survived":
            raise MutateError(f"Without any mutant this test fails, too: {test}")
        self.sound.add(test)

    def stages(self, path: str) -> list[tuple[str, ...]]:
        """The words for pytest: checksums, near tests, tests of every game, oracles, all others.

        An oracle takes minutes, and what changes a game's play was noticed by checksums before.
        """
        game = self.game_of(path)
        only = ("-k", self.only_of(game)) if game else ()
        sums = [p for p in self.files if topic(p) == "checksums"]
        shared = [p for p in self.files if topic(p) in SHARED]
        near = [p for p in self.files if self.is_near(p, path) and p not in shared]
        near.sort(key=lambda p: topic(p).startswith("policies") != ("/policies/" in path))
        near.sort(key=lambda p: not topic(p).startswith(Path(path).stem))  # its own come first
        oracles = [p for p in self.files if topic(p) == "oracle" and p not in near]
        others = [p for p in self.files if p not in (*sums, *near)]
        stages = [(*self.words(sums), *only), self.words(near)]
        stages += [(*self.words(paths), *only) for paths in (shared, oracles)]
        stages.append(self.words(others))
        return [words for words in stages[: self.most] if words and words != only]

    def answer_stages(self, path: str) -> list[tuple[str, ...]]:
        """The words for pytest, for a file in Python: tests named like it, then those that name it,
        then questions by hand and on the toy game, every number a second way, and sentences.

        Of those by hand the questions that are named like it come first. What is kept has tests of
        its own.
        """
        stem, game = Path(path).stem.strip("_"), self.game_of(path)
        mine = set(stem.split("_")) - PARTS_OF_QUESTIONS
        quick = [p for p in self.files if p.parent.name in QUICK and topic(p) not in PROCESSES]
        quick.sort(key=lambda p: topic(p) in SAMPLES)
        named = [p for p in quick if mine & set(topic(p).split("_"))]
        module = re.compile(rf"\b_?{stem}\b" if "_" in stem else rf"\b(import|from) .*\b{stem}\b")
        naming = [p for p in quick if module.search(p.read_text("utf-8")) and p not in named]
        naming = [p for p in naming if topic(p) not in SAMPLES]
        if "/store/" in path:
            store = [p for p in quick if p.parent.name == "store"]
            found = [named, [p for p in store if p not in named]]
        else:
            by_hand = [p for p in self.files if any(word in topic(p) for word in BY_HAND)]
            of_game = [p for p in by_hand if game and game in p.parts]
            known = (*named, *naming)
            found = [named, naming, [p for p in of_game or by_hand if p not in known]]
            found.append([p for p in quick if topic(p) in SENTENCES and p not in known])
        stages = [(*self.words(paths), *EVERY_DAY) for paths in found if paths]
        only = self.only_of(game) if game else " or ".join(sorted(mine))
        if only and "/store/" not in path:
            twice = [p for p in quick if topic(p).startswith("second_way")]
            stages.insert(-1, (*self.words(twice), *EVERY_DAY, "-k", only))
            if not game:
                stages.insert(bool(named), (*self.words(by_hand), *EVERY_DAY, "-k", only))
        return stages if self.most == ALL else stages[: self.most]

    def is_near(self, test: Path, path: str) -> bool:
        """Is the test about the same game, or is it named like the module, or does it name it?"""
        game, of_test = self.game_of(path), self.game_of(str(test.relative_to(self.copy.home)))
        if game:
            return of_test == game
        return (not of_test and topic(test) == Path(path).stem) or is_about(test, Path(path))

    def game_of(self, path: str) -> str | None:
        """The game in whose folder a file lies."""
        return next((game for game in self.games if game in Path(path).parts), None)

    def only_of(self, game: str) -> str:
        """For pytest's -k: this game, and not the one whose name begins with its name."""
        longer = [other for other in self.games if other != game and other.startswith(game)]
        unwanted = [f" and not {name.replace('_', '-')}" for name in longer]
        return game.replace("_", "-") + "".join(unwanted)

    def words(self, paths: list[Path]) -> tuple[str, ...]:
        return tuple(str(path.relative_to(self.copy.home)) for path in paths)

    def pytest(self, words: tuple[str, ...]) -> str:
        """In a fork, which has the libraries of the tests already, and leaves nothing behind."""
        self.current.write_text(BEFORE, "utf-8")
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            self.run_in_child(words)
        try:
            _, status = os.waitpid(child, 0)
        finally:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(child, signal.SIGKILL)
        return judge_run(
            os.waitstatus_to_exitcode(status), self.heard.read_text("utf-8", "replace")
        )

    def run_in_child(self, words: tuple[str, ...]) -> None:
        """pytest in this process, which then ends."""
        status = 1
        try:
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            heard = os.open(self.heard, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(heard, 1)
            os.dup2(heard, 2)
            os.chdir(self.copy.home)
            sys.path.insert(0, str(self.copy.lib))
            sys.dont_write_bytecode = self.in_python
            os.environ |= {"PYTHONPATH": str(self.copy.lib), "MUTATE_CURRENT": str(self.current)}
            status = int(pytest.main([*OPTIONS, *words]))
        finally:
            if sys.exc_info()[0]:
                traceback.print_exc()
            sys.stdout.flush()
            os._exit(status)


def judge_run(status: int, heard: str) -> str:
    if status in (0, 5):  # 5: there was nothing to run
        return "survived"
    if re.search(r"^(FAILED|ERROR) ", heard, re.MULTILINE):
        return "killed"
    return "timeout" if re.search(r"^Timeout \(", heard, re.MULTILINE) else "crash"


def topic(path: Path) -> str:
    return path.stem.removeprefix("test_")


def rank(path: Path) -> tuple[int, str]:
    """Where a file stands in ORDER."""
    places = [i for i, word in enumerate(ORDER) if topic(path).startswith(word)]
    return (max(places) if places else len(ORDER), path.name)


def is_about(test: Path, path: Path) -> bool:
    """Whether a test speaks of a module: of a policy by its name, of Python's by their room too."""
    module, room = path.stem, path.parent.name
    words = rf"\b{room}(\.| import .*){module}\b"
    if room == "policies" and test.parent.name not in COMMANDS:
        words += rf"|\b{module}\b"
    elif path.suffix == ".py" and room != "analyzer":  # every test speaks of that
        words += rf"|\b{room}\b"
    return bool(re.search(words, test.read_text("utf-8")))
