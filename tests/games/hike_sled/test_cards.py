"""The cards of hike-sled: our reconstruction, files of owners, invented decks."""

import re
from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

from analyzer import new_state
from analyzer.errors import UserError
from analyzer.games.hike_sled import GAME as FACE
from analyzer.games.hike_sled import cards
from analyzer.games.hike_sled.words import deck_names
from support.hike_sled import GAME, new_game, play

OURS = cards.SHIPPED.read_text(encoding="utf-8")


@pytest.fixture
def box(tmp_path):
    """A file with one line of ours replaced."""

    def write(old="", new=""):
        assert old in OURS
        file = tmp_path / "box.toml"
        file.write_text(OURS.replace(old, new, 1), encoding="utf-8")
        return str(file)

    return write


def line_of(text):
    return next(n for n, line in enumerate(OURS.splitlines(), start=1) if text in line)


def test_the_reconstruction_has_every_published_total():
    """HS-2, HS-4, HS-A2."""
    table = cards.load("reconstruction")
    assert len(table.huskies) == 48
    assert [table.points_of(t) for t in "SIP"] == [52, 24, 16]
    assert len(table.landscapes) == 20
    assert [table.fields_of(t) for t in "SIP"] == [55, 25, 11]
    assert table.equipment_fields == 2
    assert table.departures == table.oddities == ()
    assert Counter(len(husky.points) for husky in table.huskies) == {1: 16, 2: 20, 3: 12}


def test_the_reconstruction_is_even():
    """Every colour twelve times on every side, every pair of colours on every pair of sides three
    times, and no two huskies with the same edges."""
    huskies = cards.load("reconstruction").huskies
    for side in range(1, 5):
        assert set(Counter(husky[side] for husky in huskies).values()) == {12}
    for one, other in combinations(range(1, 5), 2):
        pairs = Counter((husky[one], husky[other]) for husky in huskies)
        assert set(pairs.values()) == {3}
        assert len(pairs) == 16
    assert len({husky[1:] for husky in huskies}) == 48


@pytest.mark.parametrize(("players", "share"), [(4, 0.294), (6, 0.431)])
def test_tracks_without_an_equipment_field(players, share):
    """HS-2, HS-36: exactly C(16, k) / C(18, k); counted over 2,000 tracks, five standard errors."""
    laid = 8 if players <= 4 else 6
    exact = comb(16, laid) / comb(18, laid)
    assert round(exact, 3) == share
    table = cards.load("reconstruction")
    n = 2000
    none = sum(
        not any(
            "*" in field
            for name in printed_track(players, seed)
            for field in table.landscapes[name]
        )
        for seed in range(n)
    )
    assert abs(none - n * exact) < 5 * (n * exact * (1 - exact)) ** 0.5


def printed_track(players, index):
    state = new_state(GAME, players=players, rules={}, seed=11, index=index)
    return state.position()["landscapes"][: state.rules.landscapes]


# --- files ----------------------------------------------------------------------------------------


def test_an_owner_plays_with_the_box(box):
    """HS-A2: cards; what the file says of itself goes into every result."""
    file = box('provenance = "reconstruction"', 'provenance = "box"')
    rules = FACE.resolve_rules(4, {"cards": file, "strict": True})
    for table in FACE.provenance(rules).values():
        assert table["provenance"].endswith('; the file says of itself: "box"')
    assert FACE.warnings(rules) == []
    ours = FACE.provenance(FACE.resolve_rules(4, {}))
    assert [table["provenance"] for table in ours.values()] == ["reconstruction"] * 2


def test_other_totals_are_told_or_refused(box):
    """HS-A2: strict."""
    file = box('["I", "red", "red", "red", "red"],  ', '["S", "red", "red", "red", "red"],  ')
    (one, two) = FACE.warnings(FACE.resolve_rules(4, {"cards": file}))
    assert "53 snow points on huskies instead of 52" in one
    assert "23 ice points on huskies instead of 24" in two
    with pytest.raises(UserError, match="must have the published totals: 53 snow points"):
        FACE.resolve_rules(4, {"cards": file, "strict": True})


def test_points_beyond_three_are_only_told(box):
    """A review tells of 1 to 3 points, not the rulebook."""
    file = box('"PPP", "yellow"', '"PPPP", "yellow"')
    text = Path(file).read_text().replace('["P", "blue", "red"', '["", "blue", "red"')
    Path(file).write_text(text)
    (told,) = FACE.warnings(FACE.resolve_rules(4, {"cards": file, "strict": True}))
    assert "huskies without 1 to 3 points: H5, H14" in told


def test_any_number_of_colours(box):
    """Also without a list of them."""
    file = box('colours = ["red", "blue", "green", "yellow"]\n')
    text = Path(file).read_text()
    for number in range(48):
        text = text.replace('"yellow"', f'"yellow{number}"', 4)
    Path(file).write_text(text)
    state = new_state(GAME, players=3, rules={"cards": file})
    assert state.moves()


WRONG = [
    ('["SSS", "red", "yellow", "yellow", "blue"]', '["SXS", "red", "red", "red", "red"]',
     "the points of husky 4 must be up to 9 letters S, I or P; got 'SXS'"),
    ('["SSS", "red", "yellow", "yellow", "blue"]', '["SSS", "red", "yellow", "blue"]',
     "husky 4 must be"),
    ('["SSS", "red", "yellow", "yellow", "blue"]', '["SSS", "red", "yellow", "yelow", "blue"]',
     "an edge of husky 4 must be one of the colours red, blue, green, yellow; got 'yelow'"),
    ('forest3   = "S S S I S"', 'forest3   = "S S D I S"',
     "a field of landscape forest3 must be S, I or P, with * if it needs equipment; got 'D'"),
    ('forest3   = "S S S I S"', 'forest3   = ""', "landscape forest3 must have at least one field"),
    ('forest3   = "S S S I S"', "forest3   = 5", "landscape forest3 must be a text"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "text"), WRONG, ids=[text for *_, text in WRONG])
def test_a_wrong_line_is_named(box, old, new, text):
    with pytest.raises(UserError) as refused:
        FACE.resolve_rules(4, {"cards": box(old, new)})
    assert f"is wrong in line {line_of(old)}: {text}" in str(refused.value)


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ('finish    = "S"', "", r"must have a table \[landscapes\] with start, finish"),
        ("huskies = [", "dogs = [", "must have a list huskies of 1 to 54 rows"),
        (
            'provenance = "reconstruction"',
            "provenance = 5",
            "must say its provenance as a text; got 5",
        ),
        ('colours = ["red"', "colours = [1", "must give colours as a list of names"),
        ("huskies = [", "huskies = [[", "is not TOML"),
        ('forest3   = "S S S I S"', f'forest3 = "{"S " * 200}"', "at most 255 fields"),
    ],
)
def test_files_that_cannot_be(box, old, new, text):
    with pytest.raises(UserError, match=text):
        FACE.resolve_rules(4, {"cards": box(old, new)})


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(UserError, match="must be reconstruction, or a TOML file; got 'deck'"):
        FACE.resolve_rules(4, {"cards": "deck"})
    with pytest.raises(UserError, match="cannot be read: No such file"):
        FACE.resolve_rules(4, {"cards": str(tmp_path / "none.toml")})


def test_too_few_cards(tmp_path):
    """A deck that is dealt out is refused."""
    file = tmp_path / "small.toml"
    rows = '["S", "red", "red", "red", "red"],\n' * 12
    file.write_text(f'huskies = [\n{rows}]\n[landscapes]\nstart = ""\nfinish = "S"\nl = "S"\n')
    rules = {"cards": str(file), "landscapes": 1, "equipment": 0, "deck_care": 0, "youngsters": 0}
    assert new_state(GAME, players=2, rules=rules).moves()
    with pytest.raises(UserError, match="'dealt' of hike-sled must be small enough to leave"):
        new_state(GAME, players=5, rules=rules)


# --- invented decks -------------------------------------------------------------------------------


@pytest.mark.parametrize("colours", [3, 4, 5])
@pytest.mark.parametrize("seed", [1, 2, 77])
def test_invented_decks_have_the_published_totals(seed, colours):
    """HS-A2: deck_seed, colours."""
    rules = FACE.resolve_rules(4, {"deck_seed": seed, "colours": colours, "strict": True})
    table = cards.table_of(rules)
    ours = cards.load("reconstruction")
    for terrain in "SIP":
        assert table.points_of(terrain) == ours.points_of(terrain)
        assert table.fields_of(terrain) == ours.fields_of(terrain)
    assert (len(table.huskies), len(table.landscapes)) == (48, 20)
    assert {len(husky.points) for husky in table.huskies} == {1, 2, 3}
    stars = [name for name, row in table.landscapes.items() if any("*" in f for f in row)]
    assert len(stars) == table.equipment_fields == 2
    for side in range(1, 5):
        counts = Counter(husky[side] for husky in table.huskies)
        assert len(counts) == colours
        assert max(counts.values()) - min(counts.values()) <= 1
    assert FACE.provenance(rules)["cards"]["provenance"] == "reconstruction"


def test_an_invented_deck_is_always_the_same():
    """Its numbers come from the deck seed alone."""
    told = FACE.provenance(FACE.resolve_rules(4, {"deck_seed": 1}))
    cards._random_cards.cache_clear()
    assert FACE.provenance(FACE.resolve_rules(2, {"deck_seed": 1})) == told
    hashes = {table["hash"] for table in told.values()}
    assert len(hashes) == 2
    assert all(re.fullmatch("[0-9a-f]{16}", digest) for digest in hashes)


def test_how_an_owner_types_the_cards_in():
    """The summary that `analyze rules` prints says it, and so does the clause file."""
    for text in (FACE.summary, FACE.rulebook()):
        for word in ("tables.toml", "provenance", "deck_seed", "strict"):
            assert word in text


def test_decks_written_down():
    """HS-4: the order of the deck, the landscapes and the care pile."""
    deck = [f"H{n}" for n in range(1, 49)] + ["youngster"] * 8 + ["equipment"] * 12 + ["care"] * 6
    laid = list(cards.load("reconstruction").laid)
    state = new_state(GAME, players=2, deals=[deck, laid])
    words = state.position()
    assert words["hands"] == [["H1", "H2"], ["H3", "H4"]]
    assert words["centre"] == ["H5", "H6", "H7", "H8"]  # two laid, two revealed by seat 1
    assert words["landscapes"] == laid
    for deals, text in (
        ([deck[1:]], "must hold H1 once"),
        ([["H99", *deck[1:]]], "names a card 'H99'"),
        ([deck, laid[1:]], "each of the 18 landscapes once"),
        ([deck, laid, ["care"]], "must be an order of 12 care and 12 double care"),
        ([[*deck, "Husky swap"]], "must hold no loose cards"),
    ):
        with pytest.raises(UserError, match=text):
            new_state(GAME, players=2, deals=deals)


def test_loose_cards_written_down():
    """HS-62: three of them, below the deal."""
    deck = [f"H{n}" for n in range(1, 49)] + ["youngster"] * 8 + ["equipment"] * 12 + ["care"] * 6
    deck[20:20] = ["Husky swap", "Husky runaways", "Crazy husky swap"]
    state = new_state(GAME, players=2, rules={"loose": True}, deals=[deck])
    assert state.position()["loose"]["removed"] == "Sled huskies on the loose"
    assert new_game(2).position()["loose"] == {"met": []}


def test_a_care_pile_written_down():
    """HS-35: two sleds of two youngsters are ready at once; what lies elsewhere is passed over."""
    rules = FACE.resolve_rules(2, {})
    deck = sorted(deck_names(rules), key=lambda card: card != "youngster")
    pile = ["double care"] * 12 + ["care"] * 12
    deals = [deck, list(cards.load("reconstruction").laid), pile]
    state = new_state(GAME, players=2, rules={"columns": 1, "mentors": 0}, deals=deals)
    for seat in (1, 2):
        play(state, f"{seat} place youngster", f"{seat} spot A", f"{seat} bonus from hand on B")
        play(state, f"{seat} declare")
    assert state.position()["care_pile"] == ["double care"] * 12 + ["care"] * 6
