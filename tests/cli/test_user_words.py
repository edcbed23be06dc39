"""Small words that people look for: again, about, --csv, --debug, other names of questions."""

import csv
import io
import json

import pytest

from analyzer import cli
from analyzer.questions import designer
from support.stored_runs import analyze, analyze_refused

SIMULATE = "simulate hike -p 3 -n 60 --rule target=5"


def test_an_answer_is_played_again(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    analyze(f"{SIMULATE} -q --out run", capsys)
    for words in ("again run -q", "again run/answer.json -q --threads 1"):
        assert analyze(words, capsys) == "The same, byte by byte.\n"
    text = (tmp_path / "run" / "answer.json").read_text()
    found = json.loads(text)
    found["run"]["seconds"] = 99
    found["seats"][1]["score"]["estimate"] += 1
    (tmp_path / "other.json").write_text(json.dumps(found))
    told = analyze("again other.json -q", capsys, code=1)
    assert told.startswith("Not the same: seats[1].score.estimate was ")
    assert "either the file was changed" in told
    found["analyzer"] = "0.0.1"
    (tmp_path / "other.json").write_text(json.dumps(found))
    assert "it was made by analyzer 0.0.1, and" in analyze("again other.json -q", capsys, code=1)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"schema": 3}', '{"schema": 3, "request": 7}']
)
def test_what_is_no_answer_cannot_be_played_again(text, tmp_path, capsys) -> None:
    (tmp_path / "x.json").write_text(text)
    analyze_refused(f"again {tmp_path}/x.json", capsys)
    analyze_refused(f"again {tmp_path}/nothing.json", capsys)


def test_a_table_as_csv(capsys) -> None:
    rows = list(csv.DictReader(io.StringIO(analyze(f"{SIMULATE} --csv", capsys))))
    assert [row["seat"] for row in rows] == ["1", "2", "3"]
    assert float(rows[0]["wins_low"]) < float(rows[0]["wins"]) < float(rows[0]["wins_high"])
    assert "cannot be combined" in analyze_refused(f"{SIMULATE} --csv --json", capsys)


def test_debug_shows_where_a_mistake_was_found(capsys) -> None:
    assert cli.run(["simulate", "hike", "-n", "0", "--debug"]) == 2
    told = capsys.readouterr().err
    assert "Traceback" in told
    assert told.endswith("Option -n must be a whole number from 1 to 1e12; got 0.\n")


def test_about_tells_of_caches_that_cannot_be_used(capsys, monkeypatch, tmp_path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    text = analyze("about", capsys)
    assert "caches     Compiled games cannot be kept in" in text
    assert "python     3." in text


def test_about_tells_what_a_bug_report_needs(capsys) -> None:
    text = analyze("about", capsys)
    names = [line.split()[0] for line in text.splitlines()]
    assert names == ["analyzer", "python", "system", "compiler", "processor", "libraries", "games",
                     "policies", "caches"]  # fmt: skip


def test_questions_have_other_names() -> None:
    for name, known in {
        "fairness": "seats",
        "duration": "length",
        "fix": "mend",
        "fun": "drama",
        "first-player": "seats",
        "downtime": "length",
    }.items():
        assert designer.find_question("hike", name).name == known
    every = [n for one in designer.questions_of("hike") for n in (one.name, *one.other_names)]
    assert len(every) == len(set(every))


def test_questions_that_cannot_apply_are_not_offered() -> None:
    two = {one.name for one in designer.offered_questions("horrible-mountain")}
    assert "kingmaking" not in two
    assert "data" not in {one.name for one in designer.offered_questions("oh-hell")}
    assert {"kingmaking", "data"} <= {one.name for one in designer.offered_questions("hike")}


def test_rules_stand_in_three_groups(capsys) -> None:
    text = analyze("rules hike", capsys)
    places = [text.index(part) for part in ("Rules of the rulebook", "hand_size",
              "How we read what", "solo_tail", "Limits that end a game", "max_hands")]  # fmt: skip
    assert places == sorted(places)


def test_a_comparison_shows_wins_length_and_margin(capsys) -> None:
    found = json.loads(analyze("compare hike -p 3 -n 60 --vs target=5 --json", capsys))
    assert [row["measure"] for row in found["differences"]] == [*["wins"] * 3, "hands", "margin"]


def test_again_tells_values_from_bytes(tmp_path, capsys):
    file = tmp_path / "answer.json"
    file.write_text(analyze("simulate hike -n 200 --json", capsys))
    assert analyze(f"again {file}", capsys) == "The same, byte by byte.\n"
    file.write_text(json.dumps(json.loads(file.read_text())))
    assert "The same in every value, but" in analyze(f"again {file}", capsys)
