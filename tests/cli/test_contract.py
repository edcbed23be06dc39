"""`analyze contract` on the command line: exit codes, kept answers, formats, trust."""

import json
import re
from pathlib import Path

import pytest

from analyzer import cli, games
from analyzer.store import kept_verdicts
from support.paths import ROOT
from support.stored_runs import analyze, analyze_refused

HOLDS = "seats.within = 12\nunfinished.most = 0.1\n"
BROKEN = "length.hands = [1, 2]\n"
OPEN = "wins.seat-2 = [0.33, 0.34]\n"


@pytest.fixture(autouse=True)
def desk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    games.forget("./pig.py")  # another test has one in another folder
    return tmp_path


class ReachedError(Exception):
    """Somebody was about to play."""


@pytest.fixture
def unplayed(monkeypatch):
    """From now on, whoever plays a game fails."""

    def forbid():
        def play(*_, **__):
            raise ReachedError

        monkeypatch.setattr("analyzer.simulation.run.run", play)

    return forbid


def write(clauses, name="balance.toml", more="", game="hike"):
    Path(name).write_text(f'game = "{game}"\nplayers = 3\ngames = 2000\n{more}{clauses}', "utf-8")
    return name


def told(line, capsys) -> str:
    """What a contract that is broken prints."""
    assert cli.run(line.split()) == 3
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("clauses", "code"),
    [
        (HOLDS, 0),
        (BROKEN + HOLDS, 3),
        (OPEN + HOLDS, 4),
        (OPEN + BROKEN, 3),
        ("open = 'pass'\n" + OPEN, 0),
        ("open = 'pass'\n" + BROKEN, 3),
        ("level = 'warn'\n" + BROKEN + OPEN, 0),
        (HOLDS + "length.hands = {limit = [1, 2], level = 'warn'}\n", 0),
        ("policy = 'random'\n" + HOLDS, 4),
        ("seats.withn = 1\n", 2),
    ],
)
def test_the_exit_code_tells_what_came_out(clauses, code, capsys) -> None:
    assert cli.run(["contract", write(clauses), "-q"]) == code
    assert bool(capsys.readouterr().err) == (code == 2)
    line = ["contract", "hike", "-p", "3", "-n", "2000", "--clause", "seats.within=12", "-q"]
    assert cli.run(line) == 0


def test_a_run_that_fails_leaves_with_1(capsys) -> None:
    Path("mine.py").write_text(
        "class Mine:\n    def choose(self, view, moves, rng):\n        raise ValueError\n", "utf-8"
    )
    write(HOLDS, more="policy = './mine.py:Mine'\n")
    assert cli.run(["contract", "balance.toml", "--policy", "./mine.py:Mine", "-q"]) == 1
    assert "raised ValueError" in capsys.readouterr().err
    assert not kept_verdicts.kept_files()


# --- kept answers --------------------------------------------------------------------------------


def test_what_has_not_changed_is_not_played_again(unplayed, capsys) -> None:
    write(BROKEN + HOLDS)
    first = told("contract balance.toml", capsys)
    unplayed()
    second = told("contract balance.toml", capsys)
    assert "Nothing has changed since this was played" in second
    table = re.compile(r"^ (HOLDS|BROKEN|OPEN).*", re.MULTILINE)
    assert table.findall(first) == table.findall(second)
    assert json.loads(told("contract balance.toml --json", capsys))["verdict"] == "BROKEN"
    with pytest.raises(ReachedError):
        cli.invoke(["contract", "balance.toml", "--fresh"])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (HOLDS, HOLDS.replace("12", "13")),
        (HOLDS, "seed = 2\n" + HOLDS),
        (HOLDS, HOLDS + "[rules]\ntarget = 30\n"),
        (HOLDS, "policy = 'greedy'\n" + HOLDS),
        (HOLDS, "open = 'pass'\n" + HOLDS),
    ],
)
def test_what_has_changed_is_played_again(before, after, unplayed, capsys) -> None:
    analyze(f"contract {write(before)} -q", capsys)
    write(after)
    unplayed()
    with pytest.raises(ReachedError):
        cli.invoke(["contract", "balance.toml", "-q"])


def test_a_game_file_that_has_changed_is_played_again(unplayed, capsys) -> None:
    text = (ROOT / "examples" / "pig.py").read_text("utf-8")
    Path("pig.py").write_text(text, "utf-8")
    Path("balance.toml").write_text(
        'game = "./pig.py"\ngames = 1000\nunfinished.most = 0.1\n', "utf-8"
    )
    assert "names code in a file" in analyze_refused("contract balance.toml", capsys)
    line = "contract balance.toml --game ./pig.py -q"
    analyze(line, capsys)
    Path("pig.py").write_text(f"{text}\n# another text\n", "utf-8")
    games.forget("./pig.py")
    unplayed()
    with pytest.raises(ReachedError):
        cli.invoke(line.split())


def test_a_comment_in_a_contract_is_no_change(unplayed, capsys) -> None:
    analyze(f"contract {write(HOLDS)} -q", capsys)
    write("# why\n" + HOLDS)
    unplayed()
    analyze("contract balance.toml -q", capsys)


def test_a_kept_answer_that_somebody_has_broken_is_played_again(capsys) -> None:
    analyze(f"contract {write(HOLDS)} -q", capsys)
    (kept,) = kept_verdicts.kept_files()
    kept.write_text("{", "utf-8")
    assert "Nothing has changed" not in analyze("contract balance.toml", capsys)
    assert "1 answer to a contract, " in analyze("cache", capsys)
    assert "1 answer to a contract removed" in analyze("cache --empty", capsys)
    assert not kept_verdicts.kept_files()


def test_without_a_folder_for_them_answers_are_not_kept(monkeypatch, capsys) -> None:
    Path("file").write_text("", "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", "file")
    for _ in range(2):
        assert "Nothing has changed" not in analyze(f"contract {write(HOLDS)}", capsys)


# --- formats -------------------------------------------------------------------------------------


def test_markdown_for_a_pull_request_has_the_picture_and_a_game(capsys) -> None:
    text = told(f"contract {write(BROKEN + HOLDS)} --markdown --plot clauses.png", capsys)
    assert text.startswith("# The contract is BROKEN: length.hands; 2 of 3 clauses hold")
    assert "](clauses.png)" in text
    assert "analyze replay hike --players 3" in text
    assert "| BROKEN | length.hands |" in text
    assert Path("clauses.png").stat().st_size > 10_000


def test_a_kept_run_is_shown_and_played_again(capsys) -> None:
    analyze(f"contract {write(BROKEN + HOLDS)} -q --out kept", capsys, code=3)
    assert "length.hands" in analyze("show kept", capsys)
    assert analyze("again kept -q", capsys) == "The same, byte by byte.\n"
    assert "contract" in analyze("runs .", capsys)
    csv = analyze("show kept --csv", capsys).splitlines()
    assert csv[0].startswith("verdict,clause,allowed,found,found_low,found_high,interval,of,games")
    assert [row.split(",")[0] for row in csv[1:]] == ["BROKEN", "HOLDS", "HOLDS"]


def test_every_kind_of_clause_is_listed_with_its_sentence(capsys) -> None:
    text = " ".join(analyze("contract --clauses", capsys).split())
    for words in (
        "seats.within = 1.0 No seat or role is further than LIMIT from its fair share.",
        "unfinished.most = 0.001 At most LIMIT of games are unfinished.",
        "skill.share = {of = 'expert', among = 'greedy', limit = [0.3, 0.8]}",
    ):
        assert words in text


def test_plan_of_a_contract_names_its_games(capsys) -> None:
    text = analyze(f"plan {write(HOLDS)} -n 1000", capsys)
    assert "games of each table: with a chance of 99.9 % they decide every clause" in text
    assert analyze("contract balance.toml --plan -n 1000 -q", capsys).startswith("Plan for ")
    assert "change it there" in analyze_refused("plan balance.toml --difference 2", capsys)


# --- a contract of what holds today --------------------------------------------------------------


def test_a_contract_that_is_written_holds(capsys) -> None:
    line = "contract hike -p 3..4 --rule target=20 --policy greedy -n 4000 --write new.toml"
    assert "Written: new.toml." in analyze(line, capsys)
    text = Path("new.toml").read_text("utf-8")
    for words in ("seats.within = ", "length.hands = [", "skill.share = ", "unfinished.most = "):
        assert words in text
    assert cli.run(["contract", "new.toml", "-q"]) == 0
    for words in (["contract", "new.toml", "--seed", "2"], ["contract", "new.toml", "--seed", "3"]):
        assert cli.run([*words, "-q"]) in (0, 4)  # other games: near a limit, and not beyond
    capsys.readouterr()
    assert "already exists" in analyze_refused(line, capsys)
    assert Path("new.toml").read_text("utf-8") == text


def test_what_cannot_be_written_is_a_sentence(capsys) -> None:
    for words in (
        "hike --policy random --write new.toml",
        "hike --write new.txt",
        "hike --write none/new.toml",
        "hike --clause seats.within=1 --write new.toml",
        "balance.toml --write new.toml",
    ):
        analyze_refused(f"contract {words}", capsys)
    assert not list(Path().glob("*.toml"))


# --- what has changed ----------------------------------------------------------------------------


def test_a_change_of_rules_is_told_on_the_same_luck(capsys) -> None:
    analyze(f"contract {write(HOLDS)} -q --out kept", capsys)
    write(HOLDS + "[rules]\ntarget = 20\n")
    text = " ".join(analyze("contract balance.toml --against kept", capsys).split())
    assert "Since kept, 3 players on the same luck: With target=20 " in text
    assert "the mean of hands falls from " in text
    assert "seats.within HOLDS HOLDS" in text
    found = json.loads(analyze("contract balance.toml --against kept --json", capsys))
    assert {"clauses", "changes_3", "since"} <= set(found["tables"])
    (hands,) = [row for row in found["tables"]["changes_3"] if row["measure"] == "hands"]
    compare = "compare hike -p 3 -n 2000 --vs target=20 --json"
    other = json.loads(analyze(compare, capsys))["tables"]["differences"]
    assert hands["difference"] == next(r for r in other if r["measure"] == "hands")["difference"]
    write(HOLDS)
    same = analyze("contract balance.toml --against kept", capsys)
    assert "Since kept no rule and no player has changed." in same


def test_a_game_that_has_changed_is_set_beside_what_was_told(capsys) -> None:
    """Its old rules are gone, so its games cannot be played again."""
    text = (ROOT / "examples" / "pig.py").read_text("utf-8")
    Path("pig.py").write_text(text, "utf-8")
    Path("balance.toml").write_text(
        'game = "./pig.py"\ngames = 1000\nunfinished.most = 0.1\n', "utf-8"
    )
    analyze("contract balance.toml --game ./pig.py -q --out kept", capsys)
    Path("pig.py").write_text(f"{text}\n# another text\n", "utf-8")
    games.forget("./pig.py")
    told = analyze("contract balance.toml --game ./pig.py --against kept", capsys)
    assert "cannot be played again on the same luck (the game file ./pig.py has changed" in told
    assert "unfinished.most  HOLDS   HOLDS" in told


def test_against_what_is_no_run_of_this_contract_is_a_sentence(capsys) -> None:
    analyze("simulate hike -p 3 -n 10 -q --out simulated", capsys)
    analyze("contract horrible-mountain -n 1000 --clause unfinished.most=0.9 -q --out m", capsys)
    write(HOLDS)
    assert "holds one of simulate" in analyze_refused(
        "contract balance.toml --against simulated", capsys
    )
    assert "the same game" in analyze_refused("contract balance.toml --against m", capsys)
    analyze_refused("contract balance.toml --against none", capsys)


def test_a_kept_run_makes_nobody_load_its_code(capsys) -> None:
    """Whoever made the folder chose its files."""
    mine = "class Mine:\n    def choose(self, view, moves, rng):\n        return 0\n"
    Path("mine.py").write_text(mine, "utf-8")
    write(HOLDS, more="policy = './mine.py:Mine'\n")
    analyze("contract balance.toml --policy ./mine.py:Mine -n 1000 -q --out kept", capsys)
    Path("mine.py").write_text("raise SystemExit(3)\n", "utf-8")
    write(HOLDS)
    told = analyze_refused("contract balance.toml --against kept", capsys)
    assert "names this file of code, and this contract does not" in told
