"""Questions of users: a class in a file, or one that another package brings."""

import json
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import analyzer
from analyzer import cli
from analyzer.games import plugins
from analyzer.questions.shared import experiments
from analyzer.request.request import Request
from support.stored_runs import analyze, analyze_refused, change_manifest

MINE = '''
from analyzer import Experiment

class Targets(Experiment):
    """Does a lower target shorten the game?"""
    games = ("hike",)
    arms = ({"target": 9}, {"target": 12, "policy": "random"})
    measures = ("hands", "wins")

class Hands(Experiment):
    """How many hands has a game?"""
    counters = ("hands",)

class Own(Targets):
    def write_sentences(self, found):
        return [f"It is {found.effect(1, 'hands').claim.found.estimate:.1f} hands.", "And\\nso on."]

class Raises(Targets):
    def write_sentences(self, found):
        raise SystemExit(0)

class Silent(Targets):
    def write_sentences(self, found):
        return [5]

class NoRule(Targets):
    arms = ({"targt": 9},)

class NoArm(Targets):
    arms = (9,)

class NotMade(Targets):
    def __init__(self):
        raise KeyError("x")

class Other:
    pass
'''


@pytest.fixture(autouse=True)
def desk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.setattr("analyzer.system.signals._State.caught", True)


def ask(name, capsys):
    return json.loads(analyze(f"ask hike {name} -p 3 -n 300 --json", capsys))


def test_arms_are_compared_as_compare_does(capsys):
    found = ask("./mine.py:Targets", capsys)
    assert found["question"] == "./mine.py:Targets"
    line = "compare hike -p 3 -n 300 --vs target=9 --vs 'target=12 policy=random'"
    same = json.loads(analyze(f"{line} --measure hands --measure wins --json", capsys))
    assert found["differences"] == same["differences"]
    assert len(found["sentences"]) == 2


def test_counters_are_told_and_the_text_is_part_of_the_provenance(capsys):
    found = ask("./mine.py:Hands", capsys)
    assert found["told"][0].startswith("The mean of hands is 6")
    first = found["provenance"]["question_file"]
    Path("mine.py").write_text(MINE + "# changed\n")
    assert ask("./mine.py:Hands", capsys)["provenance"]["question_file"] != first
    assert "ask hike ./mine.py:Hands" in found["command"]


def test_its_own_words(capsys):
    told = ask("./mine.py:Own", capsys)["told"]
    assert told[0].startswith("It is -")
    assert told[1] == "And so on."
    shown = analyze("ask hike ./mine.py:Own -p 3 -n 300", capsys)
    assert "And so on." in shown
    made = analyzer.ask("hike", "./mine.py:Own", players=3, n=300)
    assert made.data["told"] == told


@pytest.mark.parametrize(
    ("name", "sentence", "code"),
    [
        (
            "./mine.py:Raises",
            "Question ./mine.py:Raises raised SystemExit: 0 in write_sentences.",
            1,
        ),
        ("./mine.py:Silent", "Question ./mine.py:Silent must write sentences; got [5].", 1),
        ("./mine.py:NoRule", "'targt'", 2),
        ("./mine.py:NoArm", "must have arms such as {'target': 20}; got 9.", 2),
        ("./mine.py:NotMade", "Question ./mine.py:NotMade cannot be made: KeyError: 'x'.", 2),
        ("./mine.py:Other", "Question file ./mine.py has no question 'Other'", 2),
        ("./mine.py:Target", "did you mean Targets?", 2),
        ("./mine.py", "Question file ./mine.py has no question ''", 2),
        ("./none.py:A", "Question file ./none.py does not exist.", 2),
    ],
)
def test_mistakes_are_one_sentence(name, sentence, code, capsys):
    assert cli.run(["ask", "hike", name, "-p", "3", "-n", "200"]) == code
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert sentence in told


def test_a_question_about_another_game(capsys):
    told = analyze_refused("ask oh-hell ./mine.py:Targets", capsys)
    assert told == "Question ./mine.py:Targets can be asked about hike; got oh-hell.\n"


def test_a_folder_never_names_such_a_file(capsys):
    told = analyze_refused("ask hike ./mine.py:Hands -n 200 --out run", capsys)
    assert told.startswith("Option --out cannot keep a question that is in a file")
    analyze("ask hike length -n 200 -q --out run", capsys)
    Path("mine.py").write_text("open('ran', 'w')\n" + MINE)
    for status in ("started", "done"):
        request = Request("ask", "hike", {"question": "./mine.py:Hands", "n": 200}).to_json()
        change_manifest(Path("run"), request=request, status=status)
        if status == "done":  # its answer is shown as it was written; nothing is loaded
            analyze("show run", capsys)
        shown = ["show run"] if status == "started" else []
        for line in (*shown, "resume run", "extend run -n 300"):
            assert "names a question in a file" in analyze_refused(line, capsys)
    assert not Path("ran").exists()


def test_a_package_brings_one(capsys, monkeypatch):
    class Twice(experiments.Experiment):
        """What would twice the target do?"""

        arms = ({"target": 50},)

    entries = {
        "twice": (EntryPoint("twice", "m:Twice", experiments.GROUP),),
        "seats": (EntryPoint("seats", "m:Twice", experiments.GROUP),),
        "odd": (EntryPoint("odd", "m:odd", experiments.GROUP),),
    }
    monkeypatch.setattr(plugins, "find_entry_points", lambda group: entries if group else {})
    monkeypatch.setattr(EntryPoint, "load", lambda self: Twice if "Twice" in self.value else 5)
    assert ask("twice", capsys)["sentences"][0].startswith("With target=50 ")
    assert "Of the package an unnamed package." in analyze("ask hike", capsys)
    assert "which analyzer has itself" in analyze_refused("ask hike seats", capsys)
    assert experiments.FORM in analyze_refused("ask hike odd", capsys)
