"""Help that answers at once, and examples that are true."""

import re
import shlex
import shutil
import subprocess
import sys

import pytest

from analyzer import cli
from support.paths import ROOT

COMMANDS = [
    "games",
    "rules",
    "policies",
    "plan",
    "simulate",
    "compare",
    "sweep",
    "tournament",
    "tune",
    "ask",
    "replay",
    "contract",
    "advise",
    "report",
    "studio",
    "fields",
    "new",
    "check",
    "cache",
    "resume",
    "extend",
    "merge",
    "show",
    "runs",
    "again",
    "about",
]
WITHOUT_PLAY = {
    "studio",
    "games",
    "rules",
    "policies",
    "fields",
    "merge",
    "show",
    "runs",
    "new",
    "cache",
    "about",
}
HEAVY = {"matplotlib", "numpy", "pandas", "polars", "scipy"}


@pytest.mark.parametrize(
    "arguments", ["", "--help", "-h", "--version", "simulate --help", "replay --help", "fly"]
)
def test_nothing_heavy_is_imported_before_there_is_work(arguments):
    program = (
        "import sys; from analyzer import cli; cli.run(sys.argv[1:]);"
        f"print(sorted({HEAVY} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program, *arguments.split()],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stderr.splitlines()[-1] == "[]"


def help_of(command, capsys):
    assert cli.run([*command.split(), "--help"]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_fits_a_screen(command, capsys):
    text = help_of(command, capsys)
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) <= 80
    assert "..." not in re.sub(r"Usage: .*", "", text)  # no sentence is cut short
    assert len(text.splitlines()) <= 60


def test_commands_come_in_the_order_a_user_needs_them(capsys):
    text = help_of("", capsys)
    listed = re.findall(r"^  (\w+) ", text.split("Commands:")[1], re.MULTILINE)
    assert listed == COMMANDS


def test_no_arguments_show_the_help(capsys):
    assert cli.run([]) == 0
    assert capsys.readouterr().out.strip() == help_of("", capsys).strip()


def test_version(capsys):
    assert cli.run(["--version"]) == 0
    assert re.fullmatch(r"analyzer \d+\.\d+\.\d+\S*\n", capsys.readouterr().out)


class ReachedError(Exception):
    """An example got past every check and was about to play."""


MINE = """
class Cautious:
    def __init__(self, keep=2):
        self.keep = keep

    def choose(self, view, moves, rng):
        return 0
"""


@pytest.fixture(scope="module")
def kept_runs(tmp_path_factory):
    """The runs that the examples name, played once."""
    folder = tmp_path_factory.mktemp("kept")
    kept = {"result": "", "long": "", "other": "--rule target=40"}
    kept |= {"monday": "--seed 1", "tuesday": "--seed 2"}
    for name, differs in kept.items():
        line = f"simulate hike -p 5 -n 10 {differs} --quiet --out {folder / name}"
        assert cli.run(line.split()) == 0
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        line = "contract hike -n 1000 --clause unfinished.most=0.5 --quiet --out"
        assert cli.run([*line.split(), str(folder / "kept")]) == 0
    return folder


@pytest.fixture
def desk(kept_runs, tmp_path, monkeypatch):
    """A folder with what the examples name: a policy, and kept runs."""
    shutil.copytree(kept_runs, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "table.toml").write_text('hands = [["Bird", "Lake"], 2, 2]\nexposed = "Peak"\n')
    (tmp_path / "pig.py").write_text((ROOT / "examples" / "pig.py").read_text())
    (tmp_path / "results").mkdir()
    (tmp_path / "balance.toml").write_text('game = "hike"\nseats.within = 2\n')
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def examples(text):
    found = re.findall(r"^ +(analyze \w+.*?)(?:  .*)?$", text, re.MULTILINE)
    return [shlex.split(line)[1:] for line in found if "GAME" not in line]


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_examples_can_be_typed_as_they_stand(command, capsys, monkeypatch):
    def play(*_, **__):
        raise ReachedError

    text = help_of(command, capsys)
    monkeypatch.setattr("analyzer.simulation.run.run", play)
    monkeypatch.setattr("analyzer.playout.replay.replay", play)
    monkeypatch.setattr("analyzer.testing.check.checked", play)
    monkeypatch.setattr("analyzer.playout.move_values.evaluate_moves", play)
    for words in examples(text):
        if "--out" in words:  # that folder is there, for the commands that read it
            words[words.index("--out") + 1] = "another"
        code = cli.run(words)
        told = capsys.readouterr()
        assert code == 0 or "ReachedError" in told.err, words
        assert (code == 0) == (
            words[0] in WITHOUT_PLAY or words == ["ask", "hike"] or "--clauses" in words
        ), words
