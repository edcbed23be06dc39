"""Small kept runs, in few words, for tests of folders and of the commands about them."""

import json
import shlex

from analyzer import cli
from analyzer.request.request import Request
from analyzer.simulation.chunk import play_chunk
from analyzer.simulation.plan import Chunk, Group, Plan, totals_and_pairs
from analyzer.store import manifest
from support.playouts import cell

HIKE = cell("hike", 3, ("random",) * 3, {"target": 5}, seed=2)
OTHER = cell("hike", 3, ("random",) * 3, {"target": 6}, seed=2)
REQUEST = Request("simulate", "hike", {"players": 3, "n": 9})


def plan(n=9, first=0, looks=(), cells=(HIKE,)) -> Plan:
    return Plan((Group(cells, totals_and_pairs(cells), n, first, looks),))


def chunk(first: int, n: int, cells=(HIKE,)):
    return play_chunk(Chunk(cells, totals_and_pairs(cells), first, n))


def analyze(line: str, capsys, code: int = 0) -> str:
    assert cli.run(shlex.split(line)) == code
    told = capsys.readouterr()
    return told.err if code else told.out


def analyze_refused(line: str, capsys) -> str:
    text = analyze(line, capsys, code=2)
    assert text.count("\n") == 1
    return text


def same_answers(a, b) -> bool:
    """Equal answers in two folders, times aside."""
    told = []
    for folder in (a, b):
        found = json.loads((folder / "answer.json").read_text())
        found.pop("run")
        told.append(found)
    return told[0] == told[1]


def change_manifest(run_folder, **changes) -> None:
    file = run_folder / "manifest.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))


def sign_manifest(run_folder, **changes) -> None:
    """Change a manifest as somebody would who also knows how its checksum is made."""
    found = json.loads((run_folder / "manifest.json").read_text()) | changes
    manifest.write_manifest(run_folder, found)
