"""The formats: screen, object, picture, folder."""

import errno
import io
import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import polars as pl
import pytest
from rich.console import Console

from analyzer.errors import RunError, UserError
from analyzer.report import folder, plots
from analyzer.report import json_summary as jsonout
from analyzer.report import replay as replay_text
from analyzer.report import terminal_summary as terminal
from analyzer.report.folder import Picture, ResultFolder
from analyzer.report.summary import rules_in_words, table_of_policies
from analyzer.report.warnings import warnings
from fake_summary import summary
from fake_totals import totals

GOLDEN = Path(__file__).parent / "golden"


def screen(found, width=100, **more):
    text = io.StringIO()
    console = Console(file=text, width=width, **more)
    terminal.show(found, console)
    return text.getvalue()


def test_the_screen_is_the_one_we_want():
    assert screen(summary()) == (GOLDEN / "screen.txt").read_text("utf-8")


@pytest.mark.parametrize("width", [40, 60, 66, 72, 80, 100, 120, 200])
@pytest.mark.parametrize("players", [2, 5, 8])
def test_tables_fit_their_screen(width, players):
    found = summary(totals([1000 // players] * players, 1000, unfinished=0))
    lines = terminal.lines(found, width)
    table = [line.plain for line in lines if re.match(r"\s+(seat|\d)\s", line.plain)]
    assert len(table) == players + 1
    assert max(map(len, table)) <= max(width, 62)
    assert len(set(map(len, table))) == 1
    assert not any(line.plain != line.plain.rstrip() for line in lines if line.plain.strip())


def test_colour_only_on_a_terminal_that_wants_it(monkeypatch):
    assert "\x1b" not in screen(summary())
    assert "\x1b[" in screen(summary(), force_terminal=True, color_system="standard")
    monkeypatch.setenv("NO_COLOR", "1")
    coded = screen(summary(), force_terminal=True, color_system="standard")
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", coded)


def test_a_terminal_without_unicode_gets_plain_letters():
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    terminal.show(summary(), Console(file=stream, width=100))
    stream.flush()
    text = raw.getvalue().decode("ascii")
    assert "20.9 %  ############" in text
    assert "?" not in text


def test_roles_and_games_nobody_wins():
    text = screen(summary(totals((480, 490), 1000, roles=("Evil Master", "Adventurer"))))
    assert re.search(r"^ +role +wins", text, re.MULTILINE)
    assert re.search(r"^ Evil Master +48 %", text, re.MULTILINE)
    assert " Evil Master wins 48 ± 4 %, Adventurer 49, everybody loses 3." in text
    assert "Nobody wins" not in text
    assert "Nobody wins 3 % of games." in screen(summary(totals((480, 490), 1000)))


def test_changed_rules_interruption_and_warnings_are_shown():
    found = summary(changed={"target": 30, "may_decline": True}, asked=2 * 10**6)
    text = screen(found)
    assert "with target=30, may_decline=true" in text
    assert "stopped after 1,000,000 of 2,000,000 games" in text
    text = screen(summary(warnings=("the moon is full.",)))
    assert " Mind: the moon is full." in text


@pytest.mark.parametrize(
    ("policies", "words"),
    [
        (("expert",) * 3, "expert at every seat"),
        (("random", "expert", "expert"), "expert, but random at seat 1"),
        (("a", "b", "a", "b", "c"), "a, but b at seats 2 and 4, c at seat 5"),
    ],
)
def test_who_sits_where(policies, words):
    assert table_of_policies(policies) == words


def test_rules_are_said_as_they_are_typed():
    assert rules_in_words({"a": True, "b": 3, "c": "stop"}) == "a=true, b=3, c=stop"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.04, "0.0 s"), (9.94, "9.9 s"), (9.96, "10 s"), (59.7, "1 min 0 s"), (7260, "2 h 1 min")],
)
def test_durations(seconds, words):
    assert terminal.duration(seconds) == words


@pytest.mark.parametrize(
    ("games", "words"),
    [(0.5, "0.5 games/s"), (999.7, "1000 games/s"), (4761, "4.76 k games/s"),
     (476_190, "476 k games/s"), (2.5e6, "2.5 M games/s")],
)  # fmt: skip
def test_rates(games, words):
    assert terminal.rate(games) == words


def test_warnings():
    calm = totals()
    assert warnings("hike", ["expert", "expert"], calm) == []
    assert "at random" in warnings("hike", ["random", "random"], calm)[0]
    assert "different policies" in warnings("hike", ["expert", "random"], calm)[0]
    assert "one thread" in warnings("hike", ["./m.py:C"] * 2, calm)[0]
    capped = totals((500, 490), 1000, unfinished=10)
    assert warnings("hike", ["expert"] * 2, capped)[0].startswith("1.0 % of games hit a cap")


def names_of(value, prefix=""):
    """Every field of an object, as jsonout.FIELDS writes it."""
    own = {"counters", "length", "end_reasons"}
    opaque = {"rules", "rules_changed", "data", "provenance"}
    if prefix in opaque:
        return set()
    if isinstance(value, dict):
        if set(value) == {"estimate", "low", "high"}:
            return set()
        star = prefix.rpartition(".")[2] in own and bool(prefix)
        dot = f"{prefix}." if prefix else ""
        parts = {f"{dot}{'*' if star else key}": item for key, item in value.items()}
        return set(parts).union(*(names_of(item, name) for name, item in parts.items()))
    if isinstance(value, list):
        return set().union(*(names_of(item, f"{prefix}[]") for item in value))
    return set()


def test_every_field_of_the_object_is_documented():
    found = json.loads(jsonout.text(summary()))
    assert names_of(found) == set(jsonout.FIELDS)


def test_the_object_is_strict_json():
    text = jsonout.text(summary(totals((1, 0, 0), 1)))
    found = json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))
    assert found["seats"][0]["score"] == {"estimate": 19.0, "low": None, "high": None}
    assert found["fairness"]["verdict"] == "UNDECIDED"


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_equal_results_give_equal_pictures(tmp_path, kind):
    for name in "ab":
        plots.save_wins(summary(), tmp_path / name, kind)
    first, second = ((tmp_path / name).read_bytes() for name in "ab")
    assert first == second
    starts = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}
    assert first.startswith(starts[kind])


def test_the_chart_says_what_it_shows(tmp_path):
    figure = plots.wins(summary(policies=("random", *("expert",) * 4), changed={"target": 30}))
    axes = figure.axes[0]
    texts = [axes.get_title(loc="left"), figure.get_suptitle(), figure.get_supxlabel()]
    texts += [axes.get_xlabel(), axes.get_ylabel(), *(text.get_text() for text in axes.texts)]
    said = " ".join(texts)
    for word in ("hike", "5 players", "expert, but random at seat 1", "1,000,000 games", "Seat",
                 "Games won", "20.9 %", "fair", "target=30", "evidence7", "± 1 point"):  # fmt: skip
        assert word in said
    assert axes.get_xticklabels()[0].get_text() == "1\nrandom"
    plots.save_wins(summary(totals((5, 5), 10, roles=("a", "b"))), tmp_path / "roles.svg", "svg")
    ElementTree.parse(tmp_path / "roles.svg")


@pytest.mark.parametrize(
    ("wins", "n", "roles"),
    [((1, 0, 0), 1, None), ((0, 0, 0), 1, None), ((4, 6, 6), 10, ("villain", "hero", "hero"))],
)
def test_odd_results_can_be_drawn(wins, n, roles):
    assert plots.wins(summary(totals(wins, n, roles=roles))).axes


def frames(first, n):
    games = pl.DataFrame({"game": range(first, first + n), "turns": [9] * n})
    return games, pl.DataFrame({"game": [game for game in games["game"] for _ in "12"]})


def keep(path):
    with ResultFolder(str(path)) as out:
        out.write(0, *frames(0, 5))
        out.finish(summary())


def test_a_folder_holds_everything_in_order(tmp_path):
    with ResultFolder(str(tmp_path / "new" / "result")) as out:
        out.write(3, *frames(3, 2))
        out.write(0, *frames(0, 3))
        out.finish(summary())
    names = sorted(path.name for path in out.path.iterdir())
    assert names == ["games.parquet", "provenance.json", "seats.parquet", "summary.json",
                     "wins.png", "wins.svg"]  # fmt: skip
    assert pl.read_parquet(out.path / "games.parquet")["game"].to_list() == [0, 1, 2, 3, 4]
    assert pl.read_parquet(out.path / "seats.parquet").height == 10
    assert json.loads((out.path / "summary.json").read_text("utf-8"))["game"] == "hike"
    assert [path.name for path in tmp_path.rglob("*.part")] == []


def test_a_stopped_run_keeps_the_rows_it_counted(tmp_path):
    with ResultFolder(str(tmp_path / "result")) as out:
        out.write(0, *frames(0, 5))
        out.finish(summary(totals((2, 1), 3), asked=100))
    assert pl.read_parquet(out.path / "games.parquet")["game"].to_list() == [0, 1, 2]


def test_rows_that_come_too_late_are_left_out(tmp_path):
    with ResultFolder(str(tmp_path / "result")) as out:
        out.write(0, *frames(0, 3))
        out.finish(summary(totals((2, 1), 3)))
        out.write(3, *frames(3, 3))
    assert pl.read_parquet(out.path / "games.parquet").height == 3
    assert [path.name for path in tmp_path.iterdir()] == ["result"]


def test_an_empty_folder_may_be_filled(tmp_path):
    (tmp_path / "result").mkdir()
    with ResultFolder(str(tmp_path / "result")) as out:
        out.finish(summary())
    assert (tmp_path / "result" / "summary.json").exists()


@pytest.mark.parametrize("when", ["rows", "finish"])
def test_a_full_disk_leaves_nothing_behind(tmp_path, monkeypatch, when):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    target = pl.DataFrame if when == "rows" else plots
    monkeypatch.setattr(target, "write_parquet" if when == "rows" else "save_wins", full)
    with pytest.raises(RunError, match="failed: no space left on device; nothing is left of it"):
        keep(tmp_path / "a" / "b")
    assert list(tmp_path.iterdir()) == []


def test_polars_tells_a_full_disk_in_its_own_way():
    error = pl.exceptions.ComputeError(
        "parquet: File out of specification: underlying IO error: No space left on device"
        " (os error 28)"
    )
    assert folder._reason(error) == "no space left on device"
    assert folder._reason(ValueError("a bug")) is None


def test_a_bug_is_not_taken_for_a_full_disk(tmp_path, monkeypatch):
    monkeypatch.setattr(plots, "save_wins", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        keep(tmp_path / "a")
    assert list(tmp_path.iterdir()) == []


def test_a_picture_is_whole_or_not_there(tmp_path, monkeypatch):
    picture = Picture(str(tmp_path / "wins.SVG"))
    picture.finish(summary())
    whole = picture.path.read_bytes()

    def half(_, path, __):
        path.write_bytes(b"<svg")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(plots, "save_wins", half)
    with pytest.raises(RunError):
        picture.finish(summary())
    assert picture.path.read_bytes() == whole
    assert [path.name for path in tmp_path.iterdir()] == ["wins.SVG"]


@pytest.mark.parametrize("name", ["wins", "wins.jpg", "png", ".png", "a.png/"])
def test_pictures_refused(tmp_path, name):
    (tmp_path / "a.png").mkdir()
    with pytest.raises(UserError, match="--plot"):
        Picture(f"{tmp_path}/{name}")


STEPS = [
    {"number": 0, "seat": None, "policy": None, "move": None, "legal": [], "hand": [],
     "events": ["Hand 1: seat 3 deals."], "scores": [0, 0, 0]},
    {"number": 1, "seat": 1, "policy": "expert", "move": "Peak", "legal": ["Peak", "The Sun"],
     "hand": ["Peak", "The Sun"], "events": ["Seat 2 is out."], "scores": [0, 0, 0]},
    {"number": 2, "seat": 3, "policy": "random", "move": "Trail", "legal": ["Trail"],
     "hand": ["Trail"], "events": [], "scores": [0, 3, 9],
     "result": {"scores": [0, 3, 9], "winners": [3], "end_reason": "target"}},
]  # fmt: skip


def test_a_replay_reads_like_a_record():
    lines = [line.plain.rstrip() for line in replay_text.lines(STEPS, ["expert"] * 3)]
    assert lines == [
        "      Hand 1: seat 3 deals.",
        "   1  seat 1  Peak              from Peak, The Sun; or The Sun",
        "      Seat 2 is out.",
        "   2  seat 3  Trail             from Trail",
        "",
        "Seat 3 wins (ended by target): scores 0, 3, 9.",
    ]


def test_a_replay_cut_short_tells_the_scores():
    *_, last = replay_text.lines(STEPS[:2], ["expert", "expert", "random"])
    assert last.plain == "Stopped after move 1: scores 0, 0, 0."


@pytest.mark.parametrize(
    ("winners", "words"),
    [([], "Nobody wins"), ([2], "Seat 2 wins"), ([1, 2, 3], "Seats 1, 2 and 3 share the win")],
)
def test_winners_in_words(winners, words):
    result = {"scores": [1, 1, 1], "winners": winners, "end_reason": "hand cap"}
    *_, last = replay_text.lines([{**STEPS[2], "result": result}], ["expert"] * 3)
    assert last.plain.startswith(words + " (")
