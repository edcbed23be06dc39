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

from analyzer import cli
from analyzer.store.folder import CHUNKS
from support.lanes import few_then_many
from support.paths import TESTS
from support.stored_runs import analyze, analyze_refused, change_manifest, sign_manifest

pytestmark = pytest.mark.usefixtures("plain_answers")
MINE = "class Mine:\n    def choose(self, view, moves, rng):\n        return 0\n"
SIMULATE = "simulate hike --players 3 -n 100 --rule target=5"

BASE = {"kind": "simulate", "game": "hike", "options": {"players": 3, "n": 100}}


def asking(**options):
    return {**BASE, "options": {**BASE["options"], "rules": {"target": 5}, **options}}


def other(kind, **options):
    return {"kind": kind, "game": "hike", "options": {"players": 3, **options}}


# Requests that would read code, write or connect, and some that are none. EVIL is a folder.
FORGED = {
    "a policy file": asking(policy=["EVIL/mine.py:Mine"]),
    "one at a seat": asking(policy=["expert", "1=EVIL/mine.py:Mine"]),
    "one with parameters": asking(policy=["EVIL/mine.py:Mine:a=1,b=2"]),
    "a compiled one": asking(policy=["EVIL/mine.pyx:mine"]),
    "one in another": asking(policy=["noise:e=0.2,of=EVIL/mine.py:Mine"]),
    "one in brackets": asking(policy=["search:worlds=2,rollout=(EVIL/mine.py:Mine:a=1)"]),
    "one of a variant": other("compare", vs=[{"policy": ["EVIL/mine.py:Mine"]}]),
    "one in quotes": other("compare", vs=["'pol'icy=1=EVIL/mine'.'p'y':Mine"]),
    "one of a tournament": other("tournament", policies=["expert", "EVIL/mine.py:Mine"]),
    "one of a question": other("ask", question="seats", policy=["EVIL/mine.py:Mine"]),
    "one of a sweep": other("sweep", rule={"target": [5, 6]}, policy=["EVIL/mine.py:Mine"]),
    "one that is tuned": other("tune", over={"a": [1, 2]}, policy=["EVIL/mine.py:Mine"]),
    "a game file": {**BASE, "game": "EVIL/game.py"},
    "a question in a file": other("ask", question="EVIL/mine.py:Mine"),
    "a plot": asking(plot="EVIL/new.png"),
    "a folder": asking(out="EVIL/new"),
    "rows": asking(out="EVIL/new", rows=5),
    "a cluster": asking(cluster="tcp://127.0.0.1:9"),
    "a report": other("report", out="EVIL/new"),
    "a position": {"kind": "advise", "game": "hike", "options": {"position": "EVIL/position.toml"}},
    "another question": other("ask", question="length", n=100),
    "no question": other("ask", n=100),
    "another game": {**BASE, "game": "oh-hell", "options": {"players": 4, "n": 100}},
    "an unknown game": {**BASE, "game": "../../evil"},
    "an unknown rule": asking(rules={"targte": 5}),
    "more players": asking(players=8),
    "a number of another kind": asking(players="three"),
    "a list for a number": asking(n=[1]),
    "words": ["simulate", "hike", "--policy", "EVIL/mine.py:Mine"],
    "nothing": {},
}
COMMANDS = ["show run", "show run other", "show other run", "resume run", "extend run -n 200",
            "merge run other --out new", "merge other run --out new", "again run",
            "open run"]  # fmt: skip


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
    (evil / "game.py").write_text(f"open({str(evil / 'ran')!r}, 'w')\n")
    (evil / "position.toml").write_text("")
    shutil.copytree(desk / "other", evil / "run")
    return desk


def watched(desk, lines):
    """What every line did, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-P", TESTS / "support" / "watch_files.py"],
        input=json.dumps(lines),
        capture_output=True,
        text=True,
        check=True,
        cwd=desk,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "XDG_CACHE_HOME": str(desk / "cache")},
    )
    return json.loads(done.stdout)


def forge(desk, status):
    """A copy of the run for each forged request, with a checksum that fits."""
    for name, request in FORGED.items():
        folder = desk / f"{status} {name}"
        shutil.copytree(desk / "run", folder)
        text = json.dumps(request).replace("EVIL", str(desk / "evil"))
        sign_manifest(folder, request=json.loads(text), status=status)
        yield name, folder


def is_installed(path):
    """The standard library, installed packages, and us."""
    homes = {sys.prefix, sys.base_prefix, "/proc", "/dev/null", *sysconfig.get_paths().values()}
    homes |= {str(TESTS.parent / name) for name in ("analyzer", "_core", "build")}
    hook = Path(path).name.startswith("__editable__.")  # where an editable install looks
    return hook or any(Path(path).is_relative_to(Path(home).resolve()) for home in homes)


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
        if code != 0:
            assert code == 2, case
            assert said.count("\n") == 1, case
            assert "--debug" not in said, case
        reached = [call for call in reached if "('uname'" not in call]  # what machine is it?
        outside = [path for path in wrote if not path.startswith(f"{folders[name].resolve()}/")]
        assert {*outside} <= {"/dev/null"}, (case, outside)
        assert reached == [], (case, reached)
        places = (folders[name].resolve(), (desk / "other").resolve())
        strange = [p for p in read if not is_installed(p) and Path(p).parent not in places]
        assert not strange, (case, *strange)
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


@pytest.mark.parametrize("part", ["game", "plan", "reducers", "policy_files", "rows", "game_files"])
@pytest.mark.parametrize("share", few_then_many(8))
def test_a_manifest_with_other_parts_is_refused_or_harmless(desk, part, share, capsys):
    """Each field that a run keeps to speak of its game is taken away, and made another."""
    told = json.loads((desk / "run" / "manifest.json").read_text())[part]
    bent = [None, [], {}, "x", 7, [told], {"x": told}]
    if isinstance(told, dict):
        bent += [{**told, name: worse} for name in told for worse in (None, [], {}, "x", -1)]
        bent += [{k: v for k, v in told.items() if k != name} for name in told]
    for place, value in enumerate(bent[::share]):
        folder = desk / f"{part} {place}"
        shutil.copytree(desk / "run", folder)
        sign_manifest(folder, **{part: value}, status="started")
        for line in (["show", str(folder)], ["runs", str(folder)], ["resume", str(folder), "-q"]):
            code = cli.run(line)
            said = capsys.readouterr().err
            assert code in (0, 2), (line, value, said)
            assert "Traceback" not in said
        shutil.rmtree(folder)


def spoilt(value, words):
    """Every text in it with these words at its end."""
    if isinstance(value, dict):
        return {name: spoilt(one, words) for name, one in value.items()}
    if isinstance(value, list):
        return [spoilt(one, words) for one in value]
    return value + words if isinstance(value, str) else value


@pytest.mark.parametrize("part", ["answer", "game", "plan", "policy_files", "status", "folder"])
def test_no_text_of_a_folder_controls_the_terminal(desk, part, capsys):
    words = "\x1b]0;EVIL\x07\x1b[2J\x9b1m"
    place = desk / f"letters {part}"
    folder = place / ("run" + words * (part == "folder"))
    shutil.copytree(desk / "run", folder)
    told = json.loads((folder / "manifest.json").read_text())
    if part in told:
        sign_manifest(folder, **{part: spoilt(told[part], words)})
    answer = folder / "answer.json"
    answer.write_text(json.dumps(spoilt(json.loads(answer.read_text()), words)))
    run = str(folder)
    for line in (["runs", str(place)], ["show", run], ["show", run, "--markdown"],
                 ["show", run, run], ["resume", run], ["again", run]):  # fmt: skip
        cli.run(line)
        said = "".join(capsys.readouterr())
        assert not {"\x1b", "\x07", "\x9b"} & set(said), line


def test_the_watch_notices(desk):
    """Named by the user, the same files are read, written and called."""
    evil = desk / "evil"
    shutil.copytree(desk / "run", desk / "code")
    sign_manifest(desk / "code", request=asking(policy=[f"{evil}/mine.py:Mine"]))
    told = watched(desk, [
        ["resume", "code", "--policy", f"{evil}/mine.py:Mine", "-q"],
        ["resume", "run", "--plot", f"{desk}/new.png", "-q"],
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


NAMED = "--policy ./mine.py:Mine"


@pytest.mark.parametrize("line", ["resume run -q", "extend run -n 40 -q", "again run -q"])
@pytest.mark.usefixtures("coded")
def test_a_policy_file_is_used_if_it_is_named_again(capsys, line) -> None:
    told = analyze_refused(line, capsys)
    assert "names code in a file, ./mine.py:Mine, and whoever made the " in told
    assert told.endswith(f"add {NAMED}\n")
    analyze(f"{line} {NAMED}", capsys)


def test_a_run_is_told_without_its_policy_file(coded, capsys) -> None:
    """The same answer, to the letter, from the chunks of a run that was killed."""
    whole = analyze("show run", capsys)
    change_manifest(coded / "run", status="started")
    (coded / "mine.py").unlink()
    clock = len(whole.splitlines()[0])
    assert analyze("show run", capsys)[clock:] == whole[clock:]
    analyze("merge run next --out m -q", capsys)
    analyze("simulate hike -p 3 -n 20 --policy greedy -q --out greedy", capsys)
    assert "./mine.py:Mine" in analyze("show greedy run", capsys)
    assert "./mine.py:Mine" in analyze("runs", capsys)


def test_another_policy_is_not_the_same(coded, capsys) -> None:
    (coded / "other.py").write_text(MINE)
    for named in ("./other.py:Mine", "./mine.py:Other", "./mine.py:Mine:a=1", "greedy"):
        analyze_refused(f"resume run --policy {named}", capsys)
    told = analyze_refused(f"resume run {NAMED} --policy greedy", capsys)
    assert "must be a policy file that the folder names; got 'greedy'" in told
    (coded / "mine.py").write_text(f"{MINE}\n# changed\n")
    told = analyze_refused(f"resume run {NAMED}", capsys)
    assert "the policy file ./mine.py has changed since" in told


def test_a_game_file_is_named_again_and_compared(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    analyze("new pig --from dice", capsys)
    analyze("--interpreted simulate ./pig.py -n 20 -q --out run", capsys)
    whole = analyze("show run", capsys)
    change_manifest(tmp_path / "run", status="started")
    told = analyze_refused("resume run", capsys)
    assert told.endswith("add --game ./pig.py\n")
    analyze("--interpreted resume run --game ./pig.py -q", capsys)
    text = (tmp_path / "pig.py").read_text()
    (tmp_path / "pig.py").unlink()
    change_manifest(tmp_path / "run", status="started")
    assert analyze("show run", capsys).splitlines()[2:] == whole.splitlines()[2:]
    (tmp_path / "pig.py").write_text(text)
    change_manifest(tmp_path / "run", game_files={"./pig.py": "0" * 16})
    assert "game file ./pig.py has changed" in analyze_refused("resume run --game ./pig.py", capsys)


def test_the_command_that_goes_on_names_the_policy(coded, capsys) -> None:
    (coded / "run" / CHUNKS).write_bytes(b"")
    change_manifest(coded / "run", status="started")
    told = analyze_refused("show run", capsys)
    assert told.endswith(f"continue: analyze resume run {NAMED}\n")


# --- tables are data ------------------------------------------------------------------------------


def test_a_table_is_read_and_compared_with_what_was_played(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (TESTS.parent / "docs" / "numbers.md").read_text("utf-8").partition("```toml\n")[2]
    text = text.partition("```")[0]
    (tmp_path / "box.toml").write_text(text)
    for name, more in (("run", ""), ("next", " --first 20")):
        line = f"simulate hike -p 3 -n 20 --rule suits=./box.toml{more}"
        analyze(f"{line} -q --out {name}", capsys)
    change_manifest(tmp_path / "run", status="started")
    whole = analyze("show run", capsys)
    (tmp_path / "box.toml").write_text(text.replace('"lake", "tree"]', '"light", "tree"]', 1))
    assert analyze("show run", capsys) == whole
    analyze("merge run next --out m -q", capsys)
    for line in ("resume run", "extend run -n 40"):
        assert "its table suits is " in analyze_refused(line, capsys)
    (tmp_path / "box.toml").unlink()
    os.mkfifo(tmp_path / "box.toml")  # nobody would ever write to it
    assert "it is a pipe, not a file" in analyze_refused("resume run", capsys)


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
        assert "is a link" in analyze_refused(line.format(tmp_path / "run"), capsys)
    assert before == (sorted(outside.iterdir()) if outside.is_dir() else outside.read_bytes())
