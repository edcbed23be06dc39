"""Contracts in files: what they say, what is refused with its line, and whom they make us trust."""

import os
from pathlib import Path

import pytest

from analyzer.errors import UserError
from analyzer.request.contract_file import contract_request, read_contract
from analyzer.request.request import Request
from support.paths import ROOT

WHOLE = """\
game = "hike"
players = "3..5"
policy = "greedy"
seed = 7
games = "20k"
open = "pass"
level = "warn"
seconds_per_decision = 10

seats.within = 2.0
length.minutes = { limit = [10, 45], level = "error" }
length.hands = [{ limit = [3, 8], players = 3 }, { limit = [2, 9], players = [4, 5] }]

[rules]
target = 30

[skill]
share = { of = "expert", among = "greedy", limit = [0.3, 0.8] }
"""


@pytest.fixture(autouse=True)
def desk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(text, name="balance.toml"):
    Path(name).write_text(text, "utf-8")
    return name


def refused(text, **more) -> str:
    with pytest.raises(UserError) as error:
        read_contract(write(text), **more)
    told = str(error.value)
    assert "\n" not in told
    return told


def test_a_file_is_a_request_and_a_request_is_a_line() -> None:
    found = read_contract(write(WHOLE))
    assert found.game == "hike"
    assert found.options == {
        "players": [3, 4, 5],
        "clause": [
            {"key": "seats.within", "limit": 2.0, "level": "warn"},
            {"key": "length.minutes", "limit": [10.0, 45.0], "level": "error"},
            {"key": "length.hands", "limit": [3.0, 8.0], "level": "warn", "players": [3]},
            {"key": "length.hands", "limit": [2.0, 9.0], "level": "warn", "players": [4, 5]},
            {"key": "skill.share", "limit": [0.3, 0.8], "level": "warn",
             "of": "expert", "among": "greedy"},
        ],
        "n": 20_000,
        "open": "pass",
        "plan": False,
        "policy": ["greedy"],
        "rules": {"target": 30},
        "seconds_per_decision": 10.0,
        "seed": 7,
    }  # fmt: skip
    assert Request.from_json(found.to_json()) == found
    assert "--clause 'length.hands=2..9 level=warn players=4,5'" in found.command()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("seats.withn = 1", "line 2: there is no clause 'seats.withn'; did you mean seats.within?"),
        ("seat.within = 1", "line 2: there is no clause 'seat.within'; did you mean seats.within?"),
        ("\n[seats]\nwithin = 1\nwithn = 2", "line 5: there is no clause 'seats.withn'; did you"),
        ("player = 3\nseats.within = 1", "line 2: there is no 'player'; did you mean players?"),
        ("seats.within = 0", "line 2: The limit of seats.within must be one number above 0"),
        ("seats.within = [1, 2]", "line 2: The limit of seats.within must be one number above 0"),
        ("seats.within = 'x'", "line 2: The limit of seats.within must be a number, or two"),
        ("seats.within = true", "line 2: The limit of seats.within must be a number, or two"),
        ("seats.within = {level = 'warn'}", "line 2: The clause seats.within must have a limit"),
        ("seats.within = {limit = 1, lvl = 'warn'}", "line 2: The clause seats.within says 'lvl'"),
        ("seats.within = {limit = 1, level = 'bad'}", "line 2: The level of seats.within must be"),
        ("seats.within = {limit = 1, players = 99}", "line 2: players of hike must be"),
        ("length.hands = 3", "line 2: The limit of length.hands must be two numbers, the"),
        ("length.hands = [8, 3]", "line 2: The limit of length.hands must be two numbers, the"),
        ("length.hnds = [3, 8]", "line 2: hike has no 'hnds' for the clause length.UNIT; did you"),
        ("length.minutes = [3, 8]", "line 2: The clause length.minutes needs the time of a"),
        ("wins.seat-9 = [0.1, 0.2]", "line 2: hike has no 'seat-9' for the clause wins.ROW; did"),
        ("skill.share = [0.1, 0.2]", "line 2: The clause skill.share needs of"),
        ("skill.share = {of='expert', among='expert', limit=[0, 1]}", "line 2: The clause"),
        ("skill.share = {of='experd', among='greedy', limit=[0, 1]}", "did you mean expert?"),
        ("seats.within = 1\nplayers = '3..99'", "line 3: "),
        ("seats.within = 1\nplayers = 'many'", "line 3: "),
        ("seats.within = 1\n[rules]\ntarget = 30\nsun = 9", "line 5: Rule 'sun' of hike must be"),
        ("seats.within = 1\nlevel = 'bad'", "line 3: level must be error or warn; got 'bad'."),
        ("seats.within = 1\nopen = 'shut'", "line 3: "),
        ("seats.within = 1\ngames = 'few'", "line 3: "),
        ("seats.within = 1\npolicy = ['expert', '1=random']", "line 2: The clause"),
        ("seats.within = 1\npolicy = 'experd'", "line 3: "),
        ("", "balance.toml: a contract must have a clause, such as seats.within = 1.0."),
        ("seats.within = ", "The contract 'balance.toml' is not TOML: "),
    ],
)  # fmt: skip
def test_a_mistake_is_one_sentence_with_its_line(text, told) -> None:
    assert told in refused(f'game = "hike"\n{text}')


def test_what_is_no_contract() -> None:
    assert refused("seats.within = 1") == (
        "balance.toml: a contract must say its game, as in game = 'hike'."
    )
    assert "line 1: " in refused("game = 7\nseats.within = 1")
    assert "did you mean hike?" in refused("game = 'hikr'\nseats.within = 1")
    with pytest.raises(UserError, match=r"There is no contract 'none\.toml'"):
        read_contract("none.toml")
    os.mkfifo("pipe.toml")
    with pytest.raises(UserError, match="cannot be read: it is a pipe"):
        read_contract("pipe.toml")
    Path("bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(UserError, match="cannot be read: it is no text"):
        read_contract("bytes.toml")


# --- trust ---------------------------------------------------------------------------------------

BAD = "open('ran', 'w').close()\n"


def test_a_contract_imports_nothing_that_the_user_does_not_name(desk) -> None:
    (desk / "pig.py").write_text(BAD)
    (desk / "mine.py").write_text(BAD)
    told = refused("game = './pig.py'\nseats.within = 1")
    assert told.startswith("balance.toml, line 1: it names code in a file, ./pig.py, and whoever")
    assert told.endswith("add game_file ./pig.py")
    for text in (
        "game = 'hike'\npolicy = './mine.py:Mine'\nseats.within = 1",
        "game = 'hike'\npolicy = {1 = './mine.py:Mine'}\nseats.within = 1",
        "game = 'hike'\npolicy = ['1=./mine.py:Mine']\nseats.within = 1",
        "game = 'hike'\npolicy = 'noise:of=./mine.py:Mine'\nseats.within = 1",
        "game='hike'\nskill.share={of='./mine.py:Mine', among='greedy', limit=[0, 1]}",
    ):
        assert "names code in a file" in refused(text)
        assert "names code in a file" in refused(text, named_policies=["./other.py:Mine"])
    assert not (desk / "ran").exists()


def test_the_file_that_is_named_is_the_file_of_the_contract(desk) -> None:
    """A path in a contract begins in its folder; that of the user begins where the user is."""
    (desk / "games").mkdir()
    (desk / "games" / "pig.py").write_text((ROOT / "examples" / "pig.py").read_text())
    name = write("game = './pig.py'\nseats.within = 1", "games/balance.toml")
    found = contract_request(name, {}, "games/pig.py")
    assert found.game == "games/pig.py"
    (desk / "pig.py").write_text(BAD)  # another one
    with pytest.raises(UserError, match=r"add game_file games/pig\.py"):
        contract_request(name, {}, "./pig.py")
    assert not (desk / "ran").exists()


def test_a_named_file_that_the_contract_does_not_name_is_refused() -> None:
    write("game = 'hike'\nseats.within = 1")
    with pytest.raises(UserError, match="game_file must be a game file that the contract names"):
        contract_request("balance.toml", {}, "./pig.py")
    with pytest.raises(UserError, match="policy must be a policy file that the contract names"):
        contract_request("balance.toml", {"policy": "./mine.py:Mine"}, None)
    with pytest.raises(UserError, match="players is said by the contract; change it there"):
        contract_request("balance.toml", {"players": 3}, None)
    assert contract_request("balance.toml", {"n": 5000, "seed": 3}, None)["n"] == 5000
