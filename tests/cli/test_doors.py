"""Files of users that are no files, names that are no text, settings of libraries, other folders.

Every door through which something comes in is tried with everything of its kind.
"""

import os
import shutil
import signal
import socket
import stat
from pathlib import Path

import pytest

from analyzer import cli
from analyzer.errors import UserError
from analyzer.system import environment, input_files
from analyzer.system.files import parse_path
from support.lanes import each_then_all
from support.own_games import nim
from support.stored_runs import analyze, change_manifest

FINE = "class Fine:\n    def choose(self, view, moves, rng):\n        return 0\n"
SMALL = "simulate hike -p 3 -n 4 --threads 1 -q"
KINDS = {
    "pipe": "it is a pipe, not a file",
    "socket": "it is a socket, not a file",
    "device": "it is a device, not a file",
    "folder": "is a directory",
    "huge": "it is larger than 64 megabytes",
}
READ = {  # a command, and the file that it reads
    "a policy": (f"{SMALL} --policy ./odd.py:Fine", "odd.py"),
    "a compiled policy": (f"{SMALL} --policy ./odd.pyx:fine", "odd.pyx"),
    "a game": ("simulate ./odd.py -p 2 -n 4", "odd.py"),
    "suits": (f"{SMALL} --rule suits=./odd.toml", "odd.toml"),
    "cards": ("simulate hike-sled -p 3 -n 4 --rule cards=./odd.toml", "odd.toml"),
    "maps": ("simulate hide-n-seek -p 3 -n 4 --rule maps=./odd.toml", "odd.toml"),
    "a position": ("advise hike --position ./odd.toml", "odd.toml"),
    "a scheduler": ("simulate hike -p 3 -n 4 --cluster file:odd.json", "odd.json"),
    "a table of cards": ("simulate ./cards.py -p 2 -n 4", "odd.csv"),
}


@pytest.fixture(autouse=True)
def never_waits(monkeypatch, tmp_path):
    """A door that waits for ever fails here."""
    monkeypatch.chdir(tmp_path)
    before = signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(30)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def _too_long(*_):
    raise AssertionError("it waits for ever")


def make_odd(path: Path, kind: str) -> None:
    """Something at a place where a file should be."""
    if path.is_file():
        path.unlink()
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(path.name)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "folder":
        path.mkdir()
    else:
        path.touch()
        os.truncate(path, 1 << 40)  # it takes no room on the disk


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("door", READ)
def test_what_is_no_file_is_one_sentence(door, kind, capsys):
    line, name = READ[door]
    Path("cards.py").write_text(
        nim("pass").replace("class", "CARDS = table('odd.csv')\n\nclass", 1)
    )
    make_odd(Path(name), kind)
    told = analyze(line, capsys, code=2)
    assert told.count("\n") == 1
    assert KINDS[kind] in told.lower()


@pytest.mark.parametrize(
    "kind", sorted(set(KINDS) - {"folder"})
)  # the folder of a run has its answer
def test_what_is_no_file_holds_no_answer(kind, capsys):
    make_odd(Path("odd.json"), kind)
    assert KINDS[kind] in analyze("again odd.json", capsys, code=2).lower()


@pytest.mark.parametrize("kind", ["pipe", "socket", "device", "huge"])
def test_what_a_policy_would_import_is_not_waited_for(kind, capsys):
    """A file of a package beside it, which it never imports."""
    Path("box").mkdir()
    Path("box/__init__.py").touch()
    with pytest.MonkeyPatch.context() as there:
        there.chdir("box")
        make_odd(Path("odd.py"), kind)
    Path("mine.py").write_text(f"import box\n{FINE}")
    analyze(f"{SMALL} --policy ./mine.py:Fine", capsys)


KEPT = ["manifest.json", "chunks.txt", "answer.json", ".lock"]


@pytest.mark.parametrize(("kind", "name"), each_then_all(KINDS, KEPT))
def test_what_is_no_file_in_a_kept_run(name, kind, capsys):
    analyze(f"{SMALL} --out run", capsys)
    if name == "chunks.txt":
        change_manifest(Path("run"), status="started")
    with pytest.MonkeyPatch.context() as there:
        there.chdir("run")
        make_odd(Path(name), kind)
    for line in ("show run", "resume run", "merge run --out new", "runs ."):
        shutil.rmtree("new", ignore_errors=True)
        code = cli.run(line.split())
        told = capsys.readouterr().err
        assert code in (0, 1, 2)
        assert told.count("\n") <= 1, told
        assert "Traceback" not in told


@pytest.mark.parametrize("kind", ["pipe", "socket", "device", "folder"])
def test_places_that_are_no_files_are_not_written(kind, capsys):
    for name, option in (("odd.png", "--plot"), ("odd", "--out")):
        make_odd(Path(name), kind)
        before = stat.S_IFMT(os.lstat(name).st_mode)
        if (kind, option) != ("folder", "--out"):
            assert option in analyze(f"{SMALL} {option} {name}", capsys, code=2)
        assert stat.S_IFMT(os.lstat(name).st_mode) == before


def test_a_file_that_grows_while_it_is_read_is_refused(monkeypatch):
    monkeypatch.setattr(input_files, "LARGEST", 10)
    Path("a").write_bytes(b"0123456789")
    assert input_files.read_bytes(Path("a")) == b"0123456789"
    monkeypatch.setattr(input_files, "_size", lambda _: 0)
    Path("a").write_bytes(b"0123456789x")
    with pytest.raises(OSError, match="it is larger than"):
        input_files.read_bytes(Path("a"))


# --- names that are no text -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        f"{SMALL} --out NAME", f"{SMALL} --plot NAME.png", f"{SMALL} --policy ./NAME.py:Fine",
        f"{SMALL} --rule suits=./NAME.toml", "simulate NAME.py", "show NAME", "runs NAME",
        "report hike --out NAME", "advise hike --position NAME", f"{SMALL} --cluster file:NAME",
        "new NAME", "NAME", "ask hike NAME", f"{SMALL} --seed NAME",
    ],
)  # fmt: skip
def test_bytes_that_are_no_text_are_one_sentence(line, capsys):
    before = sorted(Path().iterdir())
    told = analyze_words([w.replace("NAME", "a\udcffb") for w in line.split()], capsys)
    assert "must be text in UTF-8; got " in told
    assert sorted(Path().iterdir()) == before
    with pytest.raises(UserError, match="must be text in UTF-8"):
        parse_path("a\udcffb", "out")


def analyze_words(words, capsys) -> str:
    assert cli.run(words) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    return told


def test_a_folder_whose_name_is_no_text(capsys, monkeypatch):
    Path("a\udcffb").mkdir()
    monkeypatch.chdir("a\udcffb")
    Path("mine.py").write_text(FINE)
    analyze(f"{SMALL} --policy ./mine.py:Fine --out run --plot wins.png", capsys)
    analyze("show run", capsys)
    assert Path("wins.png").exists()


# --- settings of libraries ------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["0", "-1", "x", "", "1e3", "²", "9" * 30, "1025"])
def test_a_number_of_threads_that_is_none(value, capsys, monkeypatch):
    monkeypatch.setenv(environment.THREADS, value)
    told = analyze(f"{SMALL} --out run", capsys, code=2)
    assert told.startswith("The environment variable POLARS_MAX_THREADS must be a whole number ")
    assert not Path("run").exists()


def test_other_settings_of_libraries_are_forgotten(capsys, monkeypatch):
    for name in ("POLARS_VERBOSE", "POLARS_WARN_UNSTABLE", "NUMPY_MADVISE_HUGEPAGE"):
        monkeypatch.setenv(name, "x")
    monkeypatch.setenv("MATPLOTLIBRC", "/dev/zero")
    monkeypatch.setenv(environment.THREADS, "3")
    analyze(SMALL, capsys)
    assert os.environ[environment.THREADS] == "3"
    assert not [name for name in os.environ if name in ("POLARS_VERBOSE", "MATPLOTLIBRC")]


# --- a policy that goes elsewhere -----------------------------------------------------------------


@pytest.mark.parametrize("when", ["when it is imported", "when it is made", "at a choice"])
def test_a_policy_that_changes_the_folder_changes_no_place(when, capsys):
    go = "import os; os.chdir('/')"
    lines = {
        "when it is imported": f"{go}\n{FINE}",
        "when it is made": f"{FINE}    def __init__(self):\n        {go}\n",
        "at a choice": FINE.replace("return", f"{go}\n        return"),
    }
    Path("mine.py").write_text(lines[when])
    here = Path.cwd()
    line = "simulate hike -p 3 -n 40 --threads 1 --policy ./mine.py:Fine --out run --plot a.svg"
    told = analyze(line, capsys)
    os.chdir(here)
    assert " Kept: run\n" in told
    assert {path.name for path in here.iterdir()} >= {"run", "a.svg"}
    assert {path.name for path in Path("run").iterdir()} >= {"manifest.json", "answer.json"}
    assert len(list(Path("run/games").iterdir())) == 1
    assert "40 games" in analyze("show run", capsys)
