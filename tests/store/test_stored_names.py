"""Names that stand in kept runs outlive the files and classes that they were once named after."""

import json

import pytest

from analyzer.simulation import reducers
from support.stored_runs import analyze

# Every reducer that a run on disk may name, with the version of its JSON. A name never changes. A
# version rises with the JSON, and then old runs are refused in words.
NAMES = {
    "cards": 1,
    "changed": 1,
    "counts": 1,
    "dealt": 1,
    "cubes": 1,
    "extra": 1,
    "gifts": 1,
    "kings": 2,
    "luck": 1,
    "moments": 1,
    "moves": 1,
    "notable": 1,
    "openings": 1,
    "pairs": 1,
    "policies": 1,
    "rotation": 1,
    "spread": 1,
    "totals": 2,
    "traces": 2,
}
PARTS = {"totals:0", "totals:1", "pairs:1,0"}  # of a comparison: the reducer and its cells


def test_every_stored_name_is_still_read():
    known = {name: reducers.load(name).version for name in reducers.names()}
    assert known == NAMES
    assert {name: reducers.load(name).name for name in NAMES} == {name: name for name in NAMES}


@pytest.mark.usefixtures("plain_answers")
def test_a_manifest_and_the_lines_of_chunks_hold_these_names(tmp_path, capsys):
    line = "compare hike -p 3 -n 40 -q --policy random --rule target=5 --vs target=6"
    analyze(f"{line} --out {tmp_path}/run", capsys)
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text("utf-8"))
    assert manifest["reducers"] == {"pairs": 1, "totals": 2}
    chunks = (tmp_path / "run" / "chunks.txt").read_text("utf-8").splitlines()
    assert chunks
    assert [set(group["wants"]) for group in manifest["plan"]] == [PARTS]
    for chunk in chunks:
        _, _, held = chunk.partition(" ")
        assert set(json.loads(held)["parts"]) == PARTS
