"""A kept run that somebody else made: its words import, write and connect to nothing.

Whoever made a folder wrote its manifest. What the user does not name is neither imported, nor
written, nor called.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from analyzer.cli._judge import Named, judged
from analyzer.errors import UserError
from analyzer.kept.folder import CHUNKS
from kept_runs import analyze, change, refused

pytestmark = pytest.mark.usefixtures("plain_answers")
HERE = Path(__file__).parent
MINE = "class Mine:\n    def choose(self, view, moves, rng):\n        return 0\n"
SIMULATE = "simulate hike --players 3 -n 100 --rule target=5"

# Words that would read code, write, or connect: as analyze writes them, and in other forms.
FORGED = {
    "a policy file": f"{SIMULATE} --policy EVIL/mine.py:Mine",
    "one at a seat": f"{SIMULATE} --policy expert --policy 1=EVIL/mine.py:Mine",
    "one with parameters": f"{SIMULATE} --policy EVIL/mine.py:Mine:a=1,b=2",
    "a compiled one": f"{SIMULATE} --policy EVIL/mine.pyx:mine",
    "one in another": f"{SIMULATE} --policy noise:e=0.2,of=EVIL/mine.py:Mine",
    "one in brackets": f"{SIMULATE} --policy 'search:worlds=2,rollout=(EVIL/mine.py:Mine:a=1)'",
    "one of a variant": "compare hike --players 3 -n 9 --vs policy=EVIL/mine.py:Mine",
    "one in quotes": """compare hike --players 3 --vs "'pol'icy=1=EVIL/mine'.'p'y':Mine" """,
    "one of a tournament": "tournament hike --players 3 --policies expert,EVIL/mine.py:Mine",
    "one of a question": "ask hike seats --policy EVIL/mine.py:Mine",
    "one of a sweep": "sweep hike --players 3 --rule target=5..6 --policy EVIL/mine.py:Mine",
    "in one word": f"{SIMULATE} --policy=EVIL/mine.py:Mine",
    "a plot": f"{SIMULATE} --plot EVIL/new.png",
    "a plot in one word": f"{SIMULATE} --plot=EVIL/new.png",
    "a folder": f"{SIMULATE} --out EVIL/new",
    "rows": f"{SIMULATE} --out EVIL/new --rows 5",
    "a cluster": f"{SIMULATE} --cluster tcp://127.0.0.1:9",
    "a cluster's file": f"{SIMULATE} --cluster file:EVIL/scheduler.json",
    "a cluster here": f"{SIMULATE} --cluster local:1",
    "a cluster in one word": f"{SIMULATE} --cluster=local:1",
    "screens": f"{SIMULATE} --json",
    "help": f"{SIMULATE} --help",
    "a report": "report hike --out EVIL/new",
    "a position": "advise hike --position EVIL/position.toml",
    "a shell": "--install-completion",
    "a shell, later": "simulate --install-completion hike",
    "another run": "resume EVIL/run",
    "too many arguments": "simulate hike EVIL/mine.py --players 3",
    "an option without a value": f"{SIMULATE} --policy",
    "nothing": "",
}
COMMANDS = ["show run", "show run other", "show other run", "resume run", "extend run -n 200",
            "merge run other --out new", "merge other run --out new"]  # fmt: skip


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """Two kept runs, and a folder that nobody may touch."""
    desk = tmp_path_factory.mktemp("desk")
    for name, more in (("run", ""), ("other", " --seed 2")):
        words = shlex.split(f"{SIMULATE}{more} -q --out {desk}/{name}")
        subprocess.run([sys.executable, "-P", "-m", "analyzer", *words], check=True)
    evil = desk / "evil"
    evil.mkdir()
    (evil / "mine.py").write_text(f"open({str(evil / 'ran')!r}, 'w')\n{MINE}")
    (evil / "mine.pyx").write_text("cdef int mine() noexcept nogil:\n    return 0\n")
    (evil / "scheduler.json").write_text('{"address": "tcp://127.0.0.1:9"}')
    (evil / "position.toml").write_text("")
    shutil.copytree(desk / "other", evil / "run")
    return desk


def watched(desk, lines):
    """What every line did, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-P", HERE / "watched.py"],
        input=json.dumps(lines),
        capture_output=True,
        text=True,
        check=True,
        cwd=desk,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "XDG_CACHE_HOME": str(desk / "cache")},
    )
    return json.loads(done.stdout)


def forge(desk, status):
    """A copy of the run for each forged line; the words are not those that were played."""
    for name, line in FORGED.items():
        folder = desk / f"{status} {name}"
        shutil.copytree(desk / "run", folder)
        change(folder, arguments=shlex.split(line.replace("EVIL", str(desk / "evil"))))
        change(folder, status=status)
        yield name, folder


def is_installed(path):
    """The standard library, installed packages, and us."""
    homes = {sys.prefix, sys.base_prefix, str(HERE.parent / "analyzer"), "/proc", "/dev/null"}
    homes |= {*sysconfig.get_paths().values(), str(HERE.parent / "build")}
    return any(Path(path).is_relative_to(Path(home).resolve()) for home in homes)


@pytest.mark.parametrize("status", ["started", "done"])
def test_forged_words_touch_nothing(desk, status):
    folders = dict(forge(desk, status))
    before = sorted(map(str, (desk / "evil").rglob("*")))
    lines, names = [], []
    for name, folder in folders.items():
        for command in COMMANDS:
            lines.append([str(folder) if w == "run" else w for w in shlex.split(command)])
            names.append(name)
    for name, line, told in zip(names, lines, watched(desk, lines), strict=True):
        code, said, read, wrote, reached = told
        case = (name, line, said)
        assert code == 2, case
        assert said.count("\n") == 1, case
        assert wrote == reached == [], (case, wrote, reached)
        places = (folders[name].resolve(), (desk / "other").resolve())
        strange = [p for p in read if not is_installed(p) and Path(p).parent not in places]
        assert strange == [], case
    assert sorted(map(str, (desk / "evil").rglob("*"))) == before
    assert not (desk / "new").exists()


def test_listing_forged_runs_touches_nothing(desk):
    place = desk / "listed"
    place.mkdir()
    for _, folder in forge(desk, "stopped"):
        folder.rename(place / folder.name)
    [[code, _, read, wrote, reached]] = watched(desk, [["runs", str(place)]])
    assert (code, wrote, reached) == (0, [], [])
    assert [p for p in read if not is_installed(p) and not Path(p).is_relative_to(place)] == []


def test_the_watch_notices(desk):
    """Named by the user, the same words do read, write and call."""
    evil = desk / "evil"
    for folder in ("code", "plot"):
        shutil.copytree(desk / "run", desk / folder)
    words = shlex.split(SIMULATE)
    change(desk / "code", arguments=[*words, "--policy", f"{evil}/mine.py:Mine"])
    change(desk / "plot", arguments=[*words, "--plot", f"{desk}/new.png"], status="started")
    told = watched(desk, [
        ["resume", "code", "--policy", f"{evil}/mine.py:Mine", "-q"],
        ["resume", "plot", "--plot", f"{desk}/new.png", "-q"],
        ["simulate", "hike", "-p", "3", "-n", "9", "--cluster", "tcp://127.0.0.1:9", "-q"],
    ])  # fmt: skip
    assert str((evil / "ran").resolve()) in told[0][3]
    (evil / "ran").unlink()
    assert told[1][0] == 0
    assert any("new.png" in name for name in told[1][3])
    assert told[2][4]


# --- what the user names is called up -------------------------------------------------------------


@pytest.fixture
def coded(tmp_path, capsys, monkeypatch):
    """Two kept runs with a policy file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE)
    for name, more in (("run", ""), ("next", " --first 20")):
        line = f"simulate hike -p 3 -n 20 --policy 1=./mine.py:Mine{more}"
        analyze(f"{line} -q --out {name}", capsys)
    return tmp_path


def test_a_policy_that_is_named_again_is_called_up(coded, capsys) -> None:
    named = "--policy ./mine.py:Mine"
    lines = ("show run", "resume run -q", "extend run -n 20 -q", "merge run next --out m -q")
    for line in lines:
        told = refused(line, capsys)
        assert "names code in a file, ./mine.py:Mine, and whoever made the folder chose" in told
        assert told.endswith(f"add {named}\n")
        analyze(f"{line} {named}", capsys)
    change(coded / "run", status="started")
    analyze(f"show run {named}", capsys)
    analyze("simulate hike -p 3 -n 20 --policy greedy -q --out greedy", capsys)
    refused("show run greedy", capsys)
    analyze(f"show run greedy {named}", capsys)


def test_another_policy_is_not_the_same(coded, capsys) -> None:
    (coded / "other.py").write_text(MINE)
    for named in ("./other.py:Mine", "./mine.py:Other", "./mine.py:Mine:a=1", "greedy"):
        refused(f"show run --policy {named}", capsys)
    told = refused("show run --policy ./mine.py:Mine --policy greedy", capsys)
    assert "must be a policy file that the run 'run' names; got 'greedy'" in told


def test_the_command_that_goes_on_names_the_policy(coded, capsys) -> None:
    (coded / "run" / CHUNKS).write_bytes(b"")
    change(coded / "run", status="started")
    told = refused("show run --policy ./mine.py:Mine", capsys)
    assert told.endswith("continue: analyze resume run --policy ./mine.py:Mine\n")


def test_a_plot_or_a_cluster_counts_if_it_is_named_again() -> None:
    words = shlex.split(f"{SIMULATE} --plot a.png --cluster local:2")
    mine = Named(plot="a.png", cluster="local:2")
    assert judged("run", words, mine) == shlex.split(SIMULATE)
    for other, told in (
        (Named(plot="b.png", cluster="local:2"), "add --plot a.png to show, resume or extend"),
        (Named(plot="a.png"), "add --cluster local:2 to resume or extend"),
    ):
        with pytest.raises(UserError, match=told):
            judged("run", words, other)


def test_what_analyze_writes_is_called_up() -> None:
    for line in (
        f"{SIMULATE} --until-decided --seed 3 --policy expert --policy 1=random --first 7",
        "compare hike --players 3 --vs 'target=5 bonus=0' --vs policy=1=greedy --measure hands",
        "ask hike seats --tolerance 2",
        "simulate hike --players 3 --rule suits=./box.toml",
    ):
        assert judged("run", shlex.split(line), Named()) == shlex.split(line)


# --- tables are data ------------------------------------------------------------------------------


def test_a_table_is_read_and_compared_with_what_was_played(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (HERE.parent / "README.md").read_text("utf-8").partition("```toml\n")[2]
    text = text.partition("```")[0]
    (tmp_path / "box.toml").write_text(text)
    for name, more in (("run", ""), ("next", " --first 20")):
        line = f"simulate hike -p 3 -n 20 --rule suits=./box.toml{more}"
        analyze(f"{line} -q --out {name}", capsys)
    change(tmp_path / "run", status="started")
    analyze("show run", capsys)
    (tmp_path / "box.toml").write_text(text.replace('"lake", "tree"]', '"light", "tree"]', 1))
    for line in ("show run", "resume run", "extend run -n 40", "merge run next --out m"):
        assert "its table suits is " in refused(line, capsys)
    (tmp_path / "box.toml").unlink()
    os.mkfifo(tmp_path / "box.toml")  # nobody would ever write to it
    assert "it is no file but a device or a pipe" in refused("resume run", capsys)


# --- links ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["chunks.txt", ".lock", "games", "answer.md", "games/x.parquet"])
def test_nothing_is_written_through_a_link(tmp_path, capsys, name) -> None:
    analyze(f"{SIMULATE} -q --out {tmp_path}/run", capsys)
    outside, place = tmp_path / "outside", tmp_path / "run" / name
    if place.is_dir():
        place.rename(outside)
    elif place.exists():
        shutil.move(place, outside)
    else:
        outside.write_text("mine")
    place.symlink_to(outside)
    before = sorted(outside.iterdir()) if outside.is_dir() else outside.read_bytes()
    for line in ("resume {}", "extend {} -n 200"):
        assert "is a link" in refused(line.format(tmp_path / "run"), capsys)
    assert before == (sorted(outside.iterdir()) if outside.is_dir() else outside.read_bytes())
