"""Makes sure that the tests meet the analyzer that was built, and say which."""

import gc
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support import drawings
from support.settings import FLAVOUR

pytest_plugins = ["support.lanes"]
ROOT = Path(__file__).resolve().parent.parent

# `python -m pytest` puts the checkout first, whose analyzer/ has no _core in it.
sys.path[:] = [path for path in sys.path if Path(path or ".").resolve() != ROOT]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Ten thousand tests stay until the end. A third of the time to collect them was Python's look
    for what could be freed, and later, with its usual threshold, one second of fifteen."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


@pytest.fixture(autouse=True)
def no_studio(monkeypatch) -> None:
    """A command line of a test must not serve a page until somebody presses Ctrl-C."""
    monkeypatch.setattr("analyzer.studio.serve.serve", lambda *_, **__: None)


@pytest.fixture
def plain_answers(monkeypatch) -> None:
    """Pictures and pages take most of the time of a small run, and have tests of their own."""
    from analyzer.render import json_text

    def write(path, answer) -> None:
        (path / "answer.json").write_text(json_text.to_json_text(answer) + "\n")

    monkeypatch.setattr("analyzer.render.files.write_answer", write)


@pytest.fixture(scope="session")
def draw_once() -> Callable[..., bytes]:
    from analyzer.render import pictures

    return drawings.draw_once(pictures._raw)


@pytest.fixture
def drawn_once(draw_once, monkeypatch) -> None:
    """A page draws each chart for wide and for narrow screens: most of the time of many tests."""
    monkeypatch.setattr("analyzer.render.pictures._raw", draw_once)


@pytest.fixture
def kept(plain_answers, tmp_path, capsys) -> Path:  # noqa: ARG001
    """A small run of one game, with rows."""
    from support.stored_runs import analyze

    analyze(f"simulate hike -p 3 -n 100 -q --rule target=5 --out {tmp_path}/run", capsys)
    return tmp_path / "run"


@pytest.fixture(scope="session")
def cheats(tmp_path_factory):
    """The policies of cheats.pyx, compiled without optimisation."""
    from importlib.util import module_from_spec, spec_from_file_location

    from Cython.Build import cythonize
    from setuptools import Distribution, Extension

    import analyzer

    folder = tmp_path_factory.mktemp("cheats")
    source = folder / "cheats.pyx"
    source.write_text((ROOT / "tests" / "support" / "cheats.pyx").read_text())
    module = Extension("cheats", [str(source)], extra_compile_args=["-O0", "-w"])
    directives = {"language_level": 3, "cdivision": True, "wraparound": False}
    built = cythonize(
        [module],
        include_path=[analyzer.get_include()],
        compiler_directives=directives,
        quiet=True,
    )
    command = Distribution({"ext_modules": built}).get_command_obj("build_ext")
    command.build_lib, command.build_temp = str(folder), str(folder / "temp")
    command.ensure_finalized()
    command.run()
    found = spec_from_file_location("cheats", next(folder.glob("cheats.*.so")))
    loaded = module_from_spec(found)
    sys.modules["cheats"] = loaded
    found.loader.exec_module(loaded)
    return loaded


def pytest_report_header() -> str:
    import analyzer

    home = Path(analyzer.__file__).resolve().parent
    if FLAVOUR != "release" and (ROOT / "build" / FLAVOUR) not in home.parents:
        raise pytest.UsageError(f"the {FLAVOUR} build is asked for, but {home} is imported")
    return f"analyzer {analyzer.__version__}: the {FLAVOUR} build, from {home}"


@pytest.fixture(autouse=True)
def forget_modules_of_a_test(tmp_path_factory):
    """A module that a test has written must not be found by the next test that writes its like."""
    before, path = set(sys.modules), list(sys.path)
    yield
    sys.path[:] = path
    made = str(tmp_path_factory.getbasetemp())
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", None) or "").startswith(made):
            del sys.modules[name]


@pytest.fixture(scope="session")
def toy_folder(tmp_path_factory) -> Path:
    """The game Toy, compiled; see tests/toy_package."""
    from support import toy_game

    folder = tmp_path_factory.mktemp("toy")
    toy_game.build(folder)
    with toy_game.install(folder):
        from analyzer import games

        games.load("toy").policies()  # imported before any test, which would forget it
    return folder


@pytest.fixture(scope="module")
def toy(toy_folder):
    """The tests of a module know the game `toy`."""
    from support import toy_game

    with toy_game.install(toy_folder):
        yield
