"""A table of a user's is read once and kept with the rules, and told as what it is."""

import pickle
import re
from pathlib import Path

import pytest

import analyzer
from analyzer import games, new_state
from analyzer.errors import UserError
from analyzer.games.hide_n_seek import maps
from analyzer.games.hike import suits
from analyzer.games.hike_sled import cards
from analyzer.playout.replay import replay
from analyzer.questions.shared import provenance
from analyzer.request import setting
from analyzer.simulation.executors import payload
from analyzer.system import input_files
from support.playouts import cell, totals

SUITS = Path(suits.__file__).with_name("tables.toml").read_text("utf-8").partition("[evidence7]")[2]
SUITS = SUITS.partition("[paley7]")[0]
SLED = cards.SHIPPED.read_text("utf-8")
SEEK = maps.SHIPPED.read_text("utf-8").partition("# Other maps")[0]
# game -> the rule that names a file, its usual text, and a change of it that is legal
FILES = {
    "hike": ("suits", SUITS, ('["light", "peak", "tree"]', '["lake", "bug", "bird"]')),
    "hike-sled": ("cards", SLED, ('["I", "red", "red"', '["I", "red", "blue"')),
    "hide-n-seek": ("maps", SEEK, ("need = [1, 1]", "need = [2, 2]")),
}  # fmt: skip


@pytest.fixture(params=FILES)
def owned(request, tmp_path):
    """A game, its rules with a file, and what changes the file."""
    rule, text, (old, new) = FILES[request.param]
    assert old in text
    file = tmp_path / "box.toml"
    file.write_text(text)
    return request.param, {rule: str(file)}, lambda: file.write_text(text.replace(old, new, 1))


@pytest.fixture
def reads(monkeypatch):
    """How often a user's file is read."""
    found = []
    read = input_files.read_bytes

    def counting(path, *args, **options):
        found.append(Path(path))
        return read(path, *args, **options)

    monkeypatch.setattr(input_files, "read_bytes", counting)
    return found


def box_reads(reads):
    return len([path for path in reads if path.name == "box.toml"])


def test_a_table_is_read_once(owned, reads):
    """For a whole game in words, its position and its views."""
    game, rules, _ = owned
    state = new_state(game, 3, rules)
    for _ in range(60):
        if not state.over:
            state.play(0)
            state.moves()
            state.view(state.seat or 1)
    state.position()
    assert box_reads(reads) == 1
    list(replay(cell(game, 3, ["greedy"] * 3, rules), 0))
    assert box_reads(reads) == 2


def test_a_file_that_changes_later_changes_nothing(owned):
    """What a state says, what is played, and the hash that is told are of one table."""
    game, rules, change = owned
    state, table = new_state(game, 3, rules, 5), cell(game, 3, ["greedy"] * 3, rules)
    before = games.load(game).provenance(table.rules)
    words, told = state.position(), [step["events"] for step in replay(table, 0)]
    played = totals(table, 50)
    change()
    state.moves()
    assert state.position() == words
    assert [step["events"] for step in replay(table, 0)] == told
    assert totals(table, 50) == played
    assert games.load(game).provenance(table.rules) == before
    again = cell(game, 3, ["greedy"] * 3, rules)
    assert games.load(game).provenance(again.rules) != before
    assert again.key != table.key


def test_a_changed_file_is_played_by_the_next_run(owned):
    """In one process, as in a notebook: the numbers belong to the hash beside them."""
    game, rules, change = owned
    first = totals(cell(game, 3, ["greedy"] * 3, rules), 300)
    change()
    assert totals(cell(game, 3, ["greedy"] * 3, rules), 300) != first


def test_all_arms_of_an_experiment_have_one_table(owned):
    """Other rules, other sizes and advice on a state, though the file is another one by then."""
    game, rules, change = owned
    base = setting.build_setting(game, 3, rules=rules)
    state = new_state(game, 3, rules)
    face = base.game
    before = face.provenance(base.rules)
    change()
    changed = {face.main_rule: face.main_values(base.rules)[0]}
    for other in (base.with_rules(changed), base.with_players(4)):
        assert face.provenance(other.rules) == before
    assert analyzer.advise(state, worlds=2).answer.provenance["tables"] == before
    assert face.provenance(setting.build_setting(game, 3, rules=rules).rules) != before


def test_rules_that_name_another_table_get_it(tmp_path):
    base = setting.build_setting(
        "hike-sled", 3, rules={"cards": _file(tmp_path / "box.toml", SLED)}
    )
    other = _file(tmp_path / "other.toml", SLED.replace('["I", "red"', '["S", "red"', 1))
    face = base.game
    told = [
        face.provenance(each.rules)["cards"]["name"]
        for each in (base, base.with_rules({"cards": other}))
    ]
    assert told == [str(tmp_path / "box.toml"), other]
    ours = setting.build_setting("hike-sled", 3)
    seeded = ours.with_rules({"deck_seed": 2})
    assert face.provenance(seeded.rules)["cards"]["name"] == "deck_seed 2, 4 colours"


def test_a_table_travels_in_the_rules(owned):
    """To a worker, which needs no file: not even if it is gone, or another one."""
    game, rules, change = owned
    table = cell(game, 3, ["greedy"] * 3, rules)
    parcels = payload.pack([table])
    change()
    assert parcels == {}
    sent = payload.unpack(pickle.loads(pickle.dumps(table)), parcels, Path("nowhere"))
    assert totals(sent, 50) == totals(table, 50)
    assert sent.key == table.key


# --- what is said of a user's table --------------------------------------------------------------


def notes(game, **rules):
    return provenance.table_notes([cell(game, 3, ["greedy"] * 3, rules)])


def _file(path, text):
    path.write_text(text)
    return str(path)


def marked(text, said):
    return re.sub('provenance = "[^"]*"', f'provenance = "{said}"' if said else "", text)


def test_a_copy_of_our_table_is_told_as_one(tmp_path):
    """Whatever it says of itself."""
    for game, counts in {
        "hike": ["all 7 rows are those of our reconstruction evidence7"],
        "hike-sled": [
            "all 48 huskies are those of our reconstruction",
            "all 20 landscapes are those of our reconstruction",
        ],
        "hide-n-seek": [
            "all 4 maps are those of our reconstruction uniform6",
            "all 36 cards are those of our reconstruction uniform6",
        ],
    }.items():
        rule, text, _ = FILES[game]
        file = _file(tmp_path / "box.toml", marked(text, "box"))
        found = notes(game, **{rule: file})
        for note, count in zip(found, counts, strict=True):
            middle = f' in {file}, given by the user; {count}; the file says of itself: "box".'
            assert note.endswith(middle)


def test_a_copy_with_little_changed_is_still_told(tmp_path):
    text = marked(SLED, "box").replace('["I", "red"', '["S", "red"', 1)
    huskies, landscapes = notes("hike-sled", cards=_file(tmp_path / "box.toml", text))
    assert "; 47 of 48 huskies are those of our reconstruction; " in huskies
    assert "; all 20 landscapes " in landscapes


def test_a_table_of_its_own_is_only_said_to_be_the_users(tmp_path):
    rows = {"peak": "bird light trail", "bird": "lake bug peak", "bug": "bug bird trail",
            "lake": "lake tree bird", "light": "light peak bug", "trail": "tree trail lake",
            "tree": "light tree peak"}  # fmt: skip
    lines = [f"{suit} = {row.split()}" for suit, row in rows.items()]
    file = _file(tmp_path / "box.toml", "\n".join(lines))
    silent = (f"Rests on the suit table in {file}, given by the user; the file says no origin.",)
    assert notes("hike", suits=file) == silent
    _file(tmp_path / "box.toml", "\n".join([*lines, 'provenance = "reconstruction"']))
    (said,) = notes("hike", suits=file)
    assert said.endswith('given by the user; the file says of itself: "reconstruction".')


def test_a_long_story_is_cut(tmp_path):
    text = marked(SLED, "very " * 200)
    file = _file(tmp_path / "box.toml", text)
    for note in notes("hike-sled", cards=file):
        assert len(note.replace(str(file), "")) < 450
        assert "\n" not in note


@pytest.mark.parametrize("game", FILES)
@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"x = {'[' * 5000}{']' * 5000}", "is not TOML: it is nested too deeply"),
        ("x = ", "is not TOML: Invalid value (at end of document)"),
        ("x = \0", "is not TOML: Invalid value (at line 1, column 5)"),
        ("provenance = [1]", "must say its provenance as a text; got [1]"),
    ],
)
def test_a_file_that_is_no_table_is_refused_in_one_way(tmp_path, game, text, why):
    rule = FILES[game][0]
    file = tmp_path / "box.toml"
    if game == "hide-n-seek" and "provenance" in text:
        text = f"[meta]\n{text}"
    file.write_text(text)
    with pytest.raises(UserError) as refused:
        new_state(game, 4, {rule: str(file)})
    assert why in str(refused.value)
    assert f"(rule {rule!r} of {game})" in str(refused.value)
