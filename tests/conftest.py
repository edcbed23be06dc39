"""Makes sure that the tests meet the analyzer that was built, and say which."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

# `python -m pytest` puts the checkout first, whose analyzer/ has no _core in it.
sys.path[:] = [path for path in sys.path if Path(path or ".").resolve() != ROOT]

FLAVOUR = os.environ.get("ANALYZER_FLAVOUR", "release")


FUZZ = int(os.environ.get("ANALYZER_FUZZ", "1"))  # 100: a hundred times as many, and always others


def often(times: int, slow: int = 6) -> settings:
    """How hypothesis tries a property: the same examples every time, and few in a slow build."""
    return settings(
        max_examples=(times if FLAVOUR == "release" else slow) * FUZZ,
        deadline=None,
        derandomize=FUZZ == 1,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )


settings.register_profile("analyzer", often(100))  # for tests that do not say how often
settings.load_profile("analyzer")


@pytest.fixture
def plain_answers(monkeypatch) -> None:
    """Pictures and pages take most of the time of a small run, and have tests of their own."""
    from analyzer.report import jsonout

    def write(path, answer) -> None:
        (path / "answer.json").write_text(jsonout.text(answer) + "\n")

    monkeypatch.setattr("analyzer.report.files.write_answer", write)


@pytest.fixture
def kept(plain_answers, tmp_path, capsys) -> Path:  # noqa: ARG001
    """A small run of one game, with rows."""
    from kept_runs import analyze

    analyze(f"simulate hike -p 3 -n 100 -q --rule target=5 --out {tmp_path}/run", capsys)
    return tmp_path / "run"


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
