"""The user's words: counts, numbers, rules and policies by seat."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import UserError, did_you_mean
from analyzer.policies import spec
from analyzer.request import kinds
from analyzer.request.setting_kinds import RulePairs
from analyzer.simulation import plan


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ("1000", 1000),
        ("1_000_000", 10**6),
        ("1e6", 10**6),
        ("1E6", 10**6),
        ("2.5e3", 2500),
        ("250k", 250_000),
        ("1.5k", 1500),
        ("3M", 3 * 10**6),
        ("1G", 10**9),
        ("1e12", 10**12),
        (" 7 ", 7),
        ("1,000", 1000),
        ("1,234,567", 1_234_567),
        ("12,000k", 12 * 10**6),
    ],
)
def test_counts(text, value):
    assert kinds.Count().read(text, "-n") == value


@pytest.mark.parametrize(
    "text",
    ["", "0", "-5", "1.5", "abc", "1e30", "1e999", "1e-3", "1__0",
     "1,00", "1,0000", ",100", "1,000,", "1,000_000", "1.0", "_1", "k", "nan",
     "inf", "0x10", "٣", "1e6 games", "1e13", "--"],
)  # fmt: skip
def test_counts_refused(text):
    with pytest.raises(UserError, match=r"^-n must be "):
        kinds.Count().read(text, "-n")


@given(st.text(max_size=12))
def test_a_count_is_a_whole_number_or_a_sentence(text):
    try:
        value = kinds.Count().read(text, "-n")
    except UserError:
        return
    assert 1 <= value <= plan.MAX_GAMES


@pytest.mark.parametrize("text", ["", "1.0", "2e1", "-1", "11", "x", "9" * 5000, "1e999"])
def test_integers_refused(text):
    with pytest.raises(UserError, match="from 0 to 10; got"):
        kinds.Integer(0, 10).read(text, "--seed")


@pytest.mark.parametrize(("text", "value"), [("7", 7), ("1e1", 10), ("0", 0)])
def test_integers_are_written_as_counts_are(text, value):
    assert kinds.Integer(0, 10).read(text, "--seed") == value


@pytest.mark.parametrize("text", ["0", "100", "-1", "nan", "1%%", ""])
def test_tolerances_refused(text):
    with pytest.raises(UserError, match="between 0 and 100"):
        kinds.Number(0, 100).read(text, "--tolerance")


def test_rule_values_keep_their_type():
    pairs = ["a=3", "b=true", "c=0.5", "d=stop", "e=random_regular:7", "f=x=y", 'g="3"', "h=NaN"]
    pairs += ["i=3e1", "j=1,000", "k=2k", "l=30.0", "m=-5"]
    assert RulePairs().read(pairs, "--rule") == {
        "a": 3, "b": True, "c": 0.5, "d": "stop", "e": "random_regular:7", "f": "x=y", "g": "3",
        "h": "NaN", "i": 30, "j": 1000, "k": 2000, "l": 30.0, "m": -5,
    }  # fmt: skip


@pytest.mark.parametrize("pairs", [["target"], ["=3"], ["target="], [""], ["a=1", "a=2"]])
def test_rule_pairs_refused(pairs):
    with pytest.raises(UserError, match=r"[Rr]ule"):
        RulePairs().read(pairs, "--rule")


@pytest.mark.parametrize(
    ("text", "name", "params", "path"),
    [
        ("expert", "expert", (), None),
        ("careful:hold=0.7", "careful", (("hold", "0.7"),), None),
        ("careful:b=1,a=2", "careful", (("a", "2"), ("b", "1")), None),
        ("./mine.py:Cautious", "./mine.py:Cautious", (), "./mine.py"),
        ("C:/my.py:X:hold=1", "C:/my.py:X", (("hold", "1"),), "C:/my.py"),
    ],
)
def test_policies(text, name, params, path):
    found = spec.parse_policy(text)
    assert (found.name, found.params, found.path) == (name, params, path)
    assert spec.parse_policy(str(found)) == found


@pytest.mark.parametrize(
    "text", ["", ":", ":a=1", "x:", "x:a", "x:a=", "x:a=1,a=2", "m.py", "m.py:"]
)
def test_policies_refused(text):
    with pytest.raises(UserError, match=r"[Pp]olicy"):
        spec.parse_policy(text)


@pytest.mark.parametrize(
    ("texts", "table"),
    [
        ([], "expert expert expert"),
        (["greedy"], "greedy greedy greedy"),
        (["1=random"], "random expert expert"),
        (["1=random", "greedy"], "random greedy greedy"),
        (["expert", "2,3=greedy:x=1"], "expert greedy:x=1 greedy:x=1"),
        (["3=./m.py:C"], "expert expert ./m.py:C"),
        (["1-2=random"], "random random expert"),
        (["1-1, 3 = random"], "random expert random"),
        (["2-3=greedy", "1=random"], "random greedy greedy"),
    ],
)
def test_tables(texts, table):
    assert " ".join(map(str, spec.policies_by_seat(texts, 3))) == table


@pytest.mark.parametrize(
    ("before", "texts", "after"),
    [
        (["greedy"], ["1=expert"], ["expert", "greedy", "greedy"]),
        (["greedy", "1-2=random"], ["2=expert"], ["random", "expert", "greedy"]),
        (["1=greedy"], ["1=random"], ["random", "expert", "expert"]),
        ([], ["2,3=random"], ["expert", "random", "random"]),
        (["greedy", "1=random"], ["expert"], ["expert", "expert", "expert"]),
        (["1=random"], ["greedy", "2=expert"], ["greedy", "expert", "greedy"]),
    ],
)
def test_seats_that_change_hands(before, texts, after):
    words = spec.reseat(before, texts, 3)
    assert [str(who) for who in spec.policies_by_seat(words, 3)] == after


@pytest.mark.parametrize(
    "texts",
    [
        ["a", "b"],
        ["0=a"],
        ["4=a"],
        ["1=a", "1=b"],
        ["1,1=a"],
        ["1="],
        ["99999999999999999999=a"],
        ["3-1=a"],
        ["1-4=a"],
        ["1-2=a", "2=b"],
        ["0-2=a"],
    ],
)
def test_tables_refused(texts):
    with pytest.raises(UserError, match="policy"):
        spec.policies_by_seat(texts, 3)


@pytest.mark.parametrize(
    ("word", "known", "text"),
    [
        ("experd", ["expert", "random"], "; did you mean expert? Known: expert, random."),
        ("Hike", ["hike"], "; did you mean hike? Known: hike."),
        ("zzz", ["expert", "random"], ". Known: expert, random."),
        ("zzz", [], ". None is known."),
        ("x17", [f"x{i}y" for i in range(20)], "; did you mean x17y?"),
    ],
)
def test_did_you_mean(word, known, text):
    assert did_you_mean(word, known) == text
