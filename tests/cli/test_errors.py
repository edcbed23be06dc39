"""Every mistake a user can make at the command line: one sentence, the right exit code.

The texts are in golden/errors.txt, a transcript. To make it anew after a deliberate change:
ANALYZER_GOLDEN=write pytest tests/cli/test_errors.py
"""

import os
import shlex
import sys

import pytest

from analyzer import cli
from analyzer.errors import RunError
from support.paths import TESTS

GOLDEN = TESTS / "golden" / "errors.txt"

SIMULATE = "analyze simulate hike -p 3 -n 10"
CASES = [
    # the words of the line
    "analyze simulat hike",
    "analyze fly",
    "analyze simulate",
    "analyze simulate hike -p 3 --player 5",
    "analyze simulate hike -p 3 --seeed 5",
    "analyze simulate hike -p 3 --frobnicate",
    "analyze simulate hike -p 3 -x",
    "analyze simulate hike -p 3 --seed",
    "analyze simulate hike -p 3 --json=yes",
    "analyze simulate hike 5",
    "analyze --frobnicate",
    # game and players
    "analyze simulate hikr -p 3",
    "analyze simulate chess -p 2",
    "analyze rules hikr",
    "analyze policies hikr",
    "analyze replay hikr",
    "analyze simulate hike -p 2",
    "analyze simulate hike -p 9",
    "analyze simulate hike -p five",
    "analyze simulate hike -p 3.0",
    # counts and numbers
    "analyze simulate hike -p 3 -n 0",
    "analyze simulate hike -p 3 -n -5",
    "analyze simulate hike -p 3 -n 1e30",
    "analyze simulate hike -p 3 -n abc",
    "analyze simulate hike -p 3 -n 1.5",
    "analyze simulate hike -p 3 -n ''",
    "analyze simulate hike -p 3 -n 1,00",
    "analyze simulate hike -p 3 -n 3.0",
    f"{SIMULATE} --seed -1",
    f"{SIMULATE} --seed one",
    f"{SIMULATE} --seed 18446744073709551616",
    f"{SIMULATE} --threads 0",
    f"{SIMULATE} --threads two",
    f"{SIMULATE} --tolerance 0",
    f"{SIMULATE} --tolerance 100",
    f"{SIMULATE} --tolerance much",
    f"{SIMULATE} --first -1",
    f"{SIMULATE} --rows 10",
    f"{SIMULATE} --out new --rows -1",
    f"{SIMULATE} --out new --rows some",
    "analyze replay hike -p 3 --game -1",
    "analyze replay hike -p 3 --game first",
    "analyze replay hike -p 3 --until -3",
    "analyze replay hike -p 3 --until 0",
    "analyze replay hike -p 3 --from 9 --until 3",
    "analyze replay hike -p 3 --from 1e6",
    "analyze replay hike -p 3 --hand 99",
    "analyze replay hike -p 3 --hand 2 --until 4",
    "analyze plan",
    "analyze plan hike -n 10",
    "analyze plan hike --difference 0",
    "analyze plan hike --vs target=hike",
    "analyze plan hike --vs target=35",
    "analyze contract",
    "analyze contract none.toml",
    "analyze contract malformed.toml",
    "analyze contract hike",
    "analyze contract hike --clause seats.withn=1",
    "analyze contract hike --clause seats.within",
    "analyze contract hike --clause 'seats.within=1 lvl=warn'",
    "analyze contract hike --clause length.hands=3",
    "analyze contract hike --clause wins.seat-9=0..1",
    "analyze contract hike --clause seats.within=1 --game ./pig.py",
    "analyze contract hike --clause seats.within=1 -n 10",
    "analyze contract hike --clause seats.within=1 --open shut",
    # said twice, or said without a word
    "analyze simulate hike -p 3 -n 10 -n 20",
    f"{SIMULATE} --seed 1 --seed 2",
    f"{SIMULATE} --coin-seed 1 --coin-seed 2",
    f"{SIMULATE} --out a --out b",
    f"{SIMULATE} --plot a.png --plot b.png",
    f"{SIMULATE} --threads 1 --threads 2",
    f"{SIMULATE} --tolerance 1 --tolerance 2",
    f"{SIMULATE} --first 1 --first 2",
    f"{SIMULATE} --out new --rows 1 --rows 2",
    f"{SIMULATE} --precision 1 --precision 2",
    f"{SIMULATE} --minutes-per-decision 1 --minutes-per-decision 2",
    "analyze replay hike -p 3 --game 1 --game 2",
    "analyze replay hike -p 3 --until 1 --until 2",
    f"{SIMULATE} --out ''",
    f"{SIMULATE} --plot ''",
    f"{SIMULATE} --threads ''",
    f"{SIMULATE} --seed ' '",
    f"{SIMULATE} --policy ''",
    f"{SIMULATE} --rule ''",
    "analyze simulate hike -p ''",
    "analyze simulate ''",
    "analyze compare hike -p 3 --vs ''",
    "analyze sweep hike -p 3 --rule target=",
    "analyze tournament hike -p 3 --policies ''",
    "analyze compare hike -p 3 --vs sun=0 --measure ''",
    "analyze show ''",
    # too much
    "analyze sweep hike -p 3 --rule target=1..1000 --rule hand_size=1..1001",
    "analyze sweep hike -p 3 --rule target=1..2000",
    # contradictions
    f"{SIMULATE} --json --quiet",
    f"{SIMULATE} --precision 1 --until-decided",
    f"{SIMULATE} --minutes-per-decision 1 --seconds-per-decision 5",
    f"{SIMULATE} --plot same.png --out same.png",
    "analyze show full --json --markdown",
    "analyze compare hike -p 3",
    "analyze compare hike -p 3 --vs target=25",
    'analyze compare hike -p 3 --vs "target=\'5"',
    "analyze sweep hike -p 3",
    "analyze tournament hike -p 3",
    "analyze tournament hike -p 3 --policies random",
    "analyze extend full",
    "analyze merge full",
    "analyze merge full full",
    "analyze rules hike --clauses --open",
    # tune
    "analyze tune hike -p 3",
    "analyze tune hike -p 3 --over hold",
    "analyze tune hike -p 3 --over hold=",
    "analyze tune hike -p 3 --over hold=1..0",
    "analyze tune hike -p 3 --over hold=0..1:0",
    "analyze tune hike -p 3 --over hold=much",
    "analyze tune hike -p 3 --over hold=0,0",
    "analyze tune hike -p 3 --over hold=0..5000",
    "analyze tune hike -p 3 --over hold=0 --over hold=1",
    "analyze tune hike -p 3 --over hodl=0,1",
    "analyze tune hike -p 3 --over hold=0..6",
    "analyze tune hike -p 3 --over hold=1",
    "analyze tune hike -p 3 --policy greedy --over hold=0,1",
    "analyze tune hike -p 3 --policy family --over e=0.1,0.2",
    "analyze tune hike -p 3 --policy experd --over hold=0,1",
    "analyze tune hike -p 3 --policy 1=expert --over hold=0,1",
    "analyze tune hike -p 3 --policy search --over rollout=1,2",
    "analyze tune hike -p 3 --over hold=0,1 -n 50",
    "analyze tune hike -p 3 --over hold=0,1 -n 1e5 --seconds 5",
    "analyze tune hike -p 3 --over hold=0,1 --tolerance 0",
    "analyze tune hike -p 3 --policy mine.py:late --over keep=0..6",
    "analyze tune hike -p 3 --policy mine.py:Raises --over keep=0..6",
    # policies
    f"{SIMULATE} --policy experd",
    "analyze replay hike -p 3 --policy experd",
    f"{SIMULATE} --policy greedy --policy random",
    f"{SIMULATE} --policy 1=greedy --policy 1=random",
    f"{SIMULATE} --policy 4=greedy",
    f"{SIMULATE} --policy 0=greedy",
    f"{SIMULATE} --policy 1=",
    f"{SIMULATE} --policy 1-4=greedy",
    f"{SIMULATE} --policy 3-1=greedy",
    f"{SIMULATE} --policy 1-2=greedy --policy 2=random",
    f"{SIMULATE} --policy mine.py",
    f"{SIMULATE} --policy expert:hold",
    f"{SIMULATE} --policy expert:hold=1,hold=2",
    f"{SIMULATE} --policy random:hold=1",
    f"{SIMULATE} --policy expert:hold=5",
    f"{SIMULATE} --policy expert:hold=much",
    f"{SIMULATE} --policy missing.py:Mine",
    f"{SIMULATE} --policy broken.py:Mine",
    f"{SIMULATE} --policy mine.py:Rises",
    f"{SIMULATE} --policy mine.py:Raises:boldness=3",
    f"{SIMULATE} --policy mine.py:late",
    f"{SIMULATE} --policy mine.py:few",
    f"{SIMULATE} --policy mine.py:Leaves",
    f"{SIMULATE} --policy exits.py:Mine",
    f"{SIMULATE} --policy silent.py:Mine",
    # rules
    f"{SIMULATE} --rule target",
    f"{SIMULATE} --rule target=30 --rule target=40",
    f"{SIMULATE} --rule targt=30",
    f"{SIMULATE} --rule target=0",
    f"{SIMULATE} --rule target=many",
    f"{SIMULATE} --rule solo_tail=maybe",
    f"{SIMULATE} --rule may_decline=3",
    f"{SIMULATE} --rule hand_size=26 -p 8",
    "analyze simulate hike -p 8 --rule hand_size=26",
    f"{SIMULATE} --rule suits=evidence8",
    f"{SIMULATE} --rule suits=missing.toml",
    f"{SIMULATE} --rule suits=malformed.toml",
    f"{SIMULATE} --rule suits=illegal.toml",
    f"{SIMULATE} --rule worm_capture=forget:2",
    # files
    f"{SIMULATE} --plot wins.jpg",
    f"{SIMULATE} --plot wins",
    f"{SIMULATE} --plot missing/wins.png",
    f"{SIMULATE} --plot folder.png",
    f"{SIMULATE} --plot afile/wins.png",
    f"{SIMULATE} --out afile",
    f"{SIMULATE} --out full",
    f"{SIMULATE} --out afile/result",
    # questions and reports
    "analyze ask hikr seats",
    "analyze ask hike seat",
    "analyze ask hike fly",
    "analyze ask hike zero-bid",
    "analyze ask hike luck -p 8",
    "analyze ask hike seats -p 9",
    "analyze ask hike seats -n 0",
    "analyze ask hike seats --json --quiet",
    "analyze ask hike seats -n 100 --precision 1",
    "analyze ask hike seats --precision 0",
    "analyze ask hike skill -p 3 --policy 1=random",
    "analyze ask hike luck -p 3 --policy expert --policy 1=random",
    "analyze report hikr",
    "analyze report hike -p 9",
    "analyze report hike --tolerance 0",
    "analyze report hike --out afile",
    "analyze report hike --policy experd",
]
FAILING = [
    f"{SIMULATE} --policy 2=mine.py:Raises",
    f"{SIMULATE} --policy mine.py:Illegal",
    f"{SIMULATE} --policy mine.py:Vague",
    f"{SIMULATE} --policy mine.py:Exits",
    f"{SIMULATE} --policy mine.py:Speechless",
    f"{SIMULATE} --policy mine.py:Deep",
    f"{SIMULATE} --policy mine.py:Halves",
    "analyze replay hike -p 3 --policy mine.py:Speechless --json",
]

POLICIES = """
class Raises:
    def choose(self, view, moves, rng):
        return moves[len(moves)]

class Illegal:
    def choose(self, view, moves, rng):
        return "Litter"

class Vague:
    def choose(self, view, moves, rng):
        return None

class Exits:
    def choose(self, view, moves, rng):
        import sys
        sys.exit(0)

class Speechless:
    def choose(self, view, moves, rng):
        raise ValueError

class Deep:
    def choose(self, view, moves, rng):
        import json
        return json.loads("{")

class Halves:
    def choose(self, view, moves, rng):
        return rng.below(2.5)

async def late(view, moves, rng):
    return 0

def few(view, moves):
    return 0

class Leaves:
    def __init__(self):
        raise SystemExit

    def choose(self, view, moves, rng):
        return 0
"""
SIX = ("bird", "bug", "lake", "light", "peak", "trail")
SUITS = "\n".join(f'{suit} = ["bird", "bug", "lake"]' for suit in SIX)


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A working folder with the files that the cases stumble over."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "afile").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "mine.py").write_text(POLICIES)
    (tmp_path / "broken.py").write_text("class Mine\n")
    (tmp_path / "exits.py").write_text("import sys\nsys.exit(0)\n")
    (tmp_path / "silent.py").write_text("\nraise KeyError\n")
    (tmp_path / "malformed.toml").write_text("bird = [")
    (tmp_path / "illegal.toml").write_text(SUITS + '\ntree = ["bird", "bird", "lake"]\n')
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return tmp_path


def listing(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def transcript(capsys):
    parts = []
    for line in CASES + FAILING:
        code = cli.run(shlex.split(line)[1:])
        told = capsys.readouterr()
        assert code == (1 if line in FAILING else 2), line
        assert told.out == "", line
        assert "Traceback" not in told.err, line
        assert told.err.count("\n") == 1, line
        parts.append(f"$ {line}\n[{code}] {told.err}")
    return "\n".join(parts)


def test_every_mistake_has_its_sentence(desk, capsys):
    before = listing(desk)
    found = transcript(capsys)
    if os.environ.get("ANALYZER_GOLDEN") == "write":
        GOLDEN.write_text(found, "utf-8")
    assert found == GOLDEN.read_text("utf-8")
    assert listing(desk) == before


def test_a_failed_run_leaves_with_1(monkeypatch, capsys):
    def fail(*_, **__):
        raise RunError("Policy mine.py:Cautious raised ValueError in hike --players 3 --game 4.")

    monkeypatch.setattr("analyzer.simulation.run.run", fail)
    assert cli.run(["simulate", "hike", "-p", "3", "-n", "10"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("Policy mine.py:Cautious raised")


def test_a_bug_shows_its_trace_and_asks_for_a_report(monkeypatch, capsys):
    monkeypatch.setattr("analyzer.simulation.run.run", lambda *_, **__: 1 / 0)
    assert cli.run(["simulate", "hike", "-p", "3", "-n", "10"]) == 1
    told = capsys.readouterr().err
    assert "ZeroDivisionError" in told
    assert told.endswith("This is a bug in analyzer; please report it with the text above.\n")


def test_the_answer_is_printed_before_a_full_disk_stops_the_files(desk, monkeypatch, capsys):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("analyzer.render.files.write_new", full)
    before = listing(desk)
    code = cli.run([*shlex.split(SIMULATE)[1:], "--plot", "wins.svg"])
    told = capsys.readouterr()
    assert code == 1
    assert "UNDECIDED" in told.out
    assert told.err == (
        "Writing --plot wins.svg failed: no space left on device; nothing is left of it. "
        "Make room or name another place, then run again.\n"
    )
    assert listing(desk) == before
