"""The screen of any answer: widths, columns that leave, words that stay whole.

To make the goldens anew after a deliberate change: ANALYZER_GOLDEN=write pytest <this file>
"""

import io
import os
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from analyzer.answer.blocks import Axis, Column, Command, Paragraph, Table, Value
from analyzer.render import screen as render_screen
from analyzer.render import screen_table
from analyzer.render.text import command_parts, shorten, strip_controls
from support import fake_answers
from support.answer_strategies import answers, tables, texts
from support.paths import GOLDEN
from support.settings import examples


def screen(answer, width=100, made=render_screen.print_answer, **more):
    text = io.StringIO()
    made(answer, Console(file=text, width=width, force_terminal=True, color_system=None, **more))
    return text.getvalue()


def written(answer, width):
    return [line.plain for line in render_screen.answer_lines(answer, width)]


@pytest.mark.parametrize("name", ["simulate", "compare"])
@pytest.mark.parametrize("width", [60, 80, 100])
def test_the_screen_is_the_one_we_want(name, width):
    path = GOLDEN / f"answer-{name}-{width}.txt"
    found = screen(getattr(fake_answers, name)(), width)
    if os.environ.get("ANALYZER_GOLDEN") == "write":
        path.write_text(found, "utf-8")
    assert found == path.read_text("utf-8")


@pytest.mark.parametrize("width", [*range(40, 121), 160, 200])
@pytest.mark.parametrize("name", ["simulate", "compare"])
def test_lines_fit_and_words_stay_whole(name, width):
    answer = getattr(fake_answers, name)()
    words = set(re.findall(r"\w+", "No room here for: " + " ".join(written(answer, 200))))
    for line in written(answer, width):
        assert cell_len(line) <= width or "analyze " in line
        assert line == line.rstrip()
        assert set(re.findall(r"\w+", line)) <= words


@pytest.mark.full
@examples(150)
@given(answers(drawn=False), st.integers(40, 200))
def test_any_answer_keeps_within_the_screen(answer, width):
    commands = {"".join(command_parts(part)).strip() for part in answer.commands()}
    for line in render_screen.answer_lines(answer, width):
        assert "\x1b" not in line.plain
        assert "\n" not in line.plain
        whole = line.plain.strip() in commands or re.search("analyzer? .", line.plain)
        assert line.cell_len <= width or whole


@examples(150)
@given(tables(), st.integers(20, 200))
def test_the_lines_of_a_table_are_as_wide_as_the_screen_at_most(table, width):
    assert all(line.cell_len <= width for line in screen_table.table_lines(table, width))


@examples(150)
@given(tables(), st.integers(20, 200))
def test_a_column_without_room_is_named(table, width):
    """Whatever a screen leaves out it says; bars and ranges only draw what numbers say."""
    kept = {place.column.name for place in screen_table._layout(table, width)}
    gone = [c.head for c in table.columns if c.name not in kept and c.kind not in ("bar", "range")]
    said = " ".join(line.plain.strip() for line in screen_table.table_lines(table, width))
    assert ("No room here for:" in said) is any(gone)


def printed_table(width, *columns):
    """The heads that are left of these columns on a screen of this width."""
    row = tuple(Value("12345678", 1.0) for _ in columns)
    lines = screen_table.table_lines(Table("t", columns, (row,)), width)
    return lines[0].plain.split()


def test_columns_leave_in_their_order():
    label, first = Column("a", "label", "label"), Column("b", "first")
    others = [Column("c", "second"), Column("d", "third", drop=1), Column("e", "fourth")]
    seen = [printed_table(width, label, first, *others) for width in (52, 40, 32, 22)]
    assert seen == [
        ["label", "first", "second", "third", "fourth"],
        ["label", "first", "second", "fourth"],
        ["label", "first", "second"],
        ["label", "first"],
    ]


def test_bars_leave_before_ranges():
    answer = fake_answers.simulate()
    has = {width: "\n".join(written(answer, width)) for width in (60, 80, 100)}
    assert "█" in has[100]
    assert "━●" in has[100]
    assert "█" not in has[80]
    assert "━●" in has[80]
    assert "━●" not in has[60]


def drawn_range(value, low, high):
    axis = Axis(0.0, 1.0, 0.5)
    return screen_table._range(axis, Value("", value, low, high), 21).plain


def test_a_range_shows_interval_centre_and_band():
    assert drawn_range(0.5, 0.3, 0.7) == "     ┊    │  ━━●━━   "
    assert drawn_range(0.0, None, None) == "     ┊    ●    ┊     "
    assert drawn_range(None, None, None) == "     ┊    │    ┊     "


def test_what_does_not_fit_a_range_is_marked_at_its_edge():
    assert drawn_range(0.9, 0.5, 3.0)[-1] == "▸"
    assert drawn_range(-5, -6, -0.9)[0] == "◂"
    assert drawn_range(-5, -6, -4) == "◂    ┊    │    ┊     "
    assert drawn_range(0.9, 0.5, float("inf"))[-1] == "▸"


def test_text_that_may_be_broken_is_broken_before_numbers_go():
    words = Column("w", "words", "text", wrap=True)
    row = (Value("x"), Value("42"), Value("all the words of a long sentence in a table"))
    table = Table("t", (Column("l", "name", "label"), Column("n", "number"), words), (row,))
    lines = [line.plain for line in screen_table.table_lines(table, 40)]
    assert len(lines) == 3
    assert all("42" in line or n != 1 for n, line in enumerate(lines))


def test_an_answer_without_a_sentence_says_its_title():
    answer = fake_answers.simulate(blocks=(fake_answers.seats_table(),))
    assert f" {answer.title}" in written(answer, 100)
    assert answer.title not in "\n".join(written(fake_answers.simulate(), 100))


def test_brief_carries_verdict_notes_and_warnings_alone():
    blocks = (*fake_answers.simulate().blocks, Paragraph("the moon is full.", "warning"))
    lines = screen(
        fake_answers.simulate(blocks=blocks), made=render_screen.print_brief
    ).splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("UNDECIDED at 1 point")
    assert lines[1] == fake_answers.NOTE
    assert lines[2] == "Note: the moon is full."
    bare = fake_answers.simulate(blocks=(), notes=())
    assert screen(bare, made=render_screen.print_brief) == f"{bare.title}\n"


@pytest.mark.parametrize(
    "program", ["analyze", "scripts/analyze", "/x/bin/python3 -P -m analyzer", "python -m analyzer"]
)
def test_commands_are_never_broken(program, monkeypatch):
    monkeypatch.setattr("analyzer.system.invocation.program_name", lambda: program)
    argv = ("replay", "hike", *("--rule", "target=30") * 9, "--policy", "./mine.py:Odd")
    command = f"{program} {' '.join(argv)}"
    note = f"Rests on a table, a reconstruction: {command}"
    answer = fake_answers.simulate(blocks=(Command("Look: ", argv), Paragraph(note, "note")))
    for width in (40, 80):
        lines = written(answer, width)
        assert f" Look: {command}" in lines
        assert f"   {command}" in lines


def test_intervals_are_not_broken():
    answer = fake_answers.simulate()
    for width in range(40, 100):
        assert not any(re.search(r"(–|±)$|^\s*(–|%)", line) for line in written(answer, width))


def test_colour_only_on_a_terminal_that_wants_it(monkeypatch):
    def coded(**more):
        text = io.StringIO()
        render_screen.print_answer(fake_answers.simulate(), Console(file=text, width=100, **more))
        return text.getvalue()

    assert "\x1b" not in coded()
    assert "\x1b[1;33mUNDECIDED" in coded(force_terminal=True, color_system="standard")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", coded(force_terminal=True))


def test_a_terminal_without_unicode_gets_plain_letters_in_straight_columns():
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    row = fake_answers.compare().tables()[0]
    render_screen.print_answer(fake_answers.simulate(), Console(file=stream, width=100))
    render_screen.print_answer(fake_answers.compare(blocks=(row,)), Console(file=stream, width=100))
    stream.flush()
    text = raw.getvalue().decode("ascii")
    assert "20.9 %  ############" in text
    assert "+/- 0.4" in text
    assert "?" not in text


@examples(200)
@given(texts, st.integers(1, 40))
def test_shortening_keeps_within_the_room(text, room):
    short = shorten(strip_controls(text), room)
    assert len(short) <= room
    assert len(strip_controls(text)) > room or short == strip_controls(text)


def test_shortening_keeps_both_ends():
    assert shorten("./a/very/long/way/to/mine.py:Cautious", 21) == "./a/very/l…y:Cautious"


@examples(200)
@given(st.text())
def test_clean_text_steers_no_terminal(text):
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", strip_controls(text))
    assert strip_controls(strip_controls(text)) == strip_controls(text)
    strip_controls(text).encode("utf-8")  # no half of a pair is left


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.04, "0.0 s"), (9.94, "9.9 s"), (9.96, "10 s"), (59.7, "1 min 0 s"), (7260, "2 h 1 min")],
)
def test_durations(seconds, words):
    assert render_screen.format_duration(seconds) == words


@pytest.mark.parametrize(
    ("games", "words"),
    [(0.5, "0.5 games/s"), (999.7, "1000 games/s"), (4761, "4.76 k games/s"),
     (476_190, "476 k games/s"), (2.5e6, "2.5 M games/s")],
)  # fmt: skip
def test_rates(games, words):
    assert render_screen.format_rate(games) == words
