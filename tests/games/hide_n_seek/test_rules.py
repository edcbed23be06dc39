"""Rules of hide-n-seek that the scenarios do not show, and the tables it is played with."""

import pytest

from analyzer import games, new_state
from analyzer.errors import UserError
from analyzer.games.hide_n_seek.maps import PROFILES, load
from support.hide_n_seek import (
    CARD,
    NOTHING_NEAR,
    at,
    legal,
    make_state,
    play,
    road,
    use,
    with_rolls,
    write_box,
)

GAME = games.load("hide-n-seek")


def test_setup():
    """HN-3, HN-4, HN-5, HN-6: four cards face up, the rest a deck, nothing in hand."""
    state = new_state("hide-n-seek", 4, seed=3)
    view = state.view(2)
    assert len(set(view.row)) == 4
    assert (view.deck_size, view.hand_sizes, view.hides) == (
        32, [0, 0, 0, 0], ["house", "paddock", "wagon", "campsite"],
    )  # fmt: skip
    cards = [*view.row, *state.position()["deck"]]
    assert sorted(cards) == sorted(f"card {n}" for n in range(1, 37))


def test_a_deck_that_is_written_down():
    """HN-5: the first four are laid out."""
    deck = [f"card {n}" for n in range(36, 0, -1)]
    state = new_state("hide-n-seek", 2, deals=[deck])
    assert state.view(1).row == deck[:4]
    assert state.position()["deck"] == deck[4:]
    for wrong, why in (
        (deck[1:], "must hold card 36 once"),
        ([*deck[1:], "card 99"], "that is not one"),
        ("x", "must be a list of cards"),
    ):
        with pytest.raises(UserError, match=why):
            new_state("hide-n-seek", 2, deals=[wrong])
    for roll in (["7"] * 6, ["1"] * 5, [1] * 6, [["1"]] * 6, "111111", 6, None):
        with pytest.raises(UserError, match=r"is a roll and must be a list of 6 faces from \"1\""):
            new_state("hide-n-seek", 2, deals=[[], roll])


@pytest.mark.parametrize("plays", range(4))
def test_splits_of_three_actions(plays):
    """HN-9, HN-10: three, two, one or no rolls."""
    hand = ["card 1", "card 2", "card 4"]
    state = make_state(players=2, hands=[hand, []], **NOTHING_NEAR)
    for card, steps in zip(hand[:plays], ("0 0 2", "0 1 1", "2 0 0"), strict=False):
        play(state, f"1 play MOVE2 of {card}, 1 steps {steps}")
    for _ in range(3 - plays):
        state.play("roll")
    if state.seat == 1:
        assert not any(move.startswith(("roll", "play")) for move in state.moves())
        state.play("end turn")
    assert state.seat == 2
    assert state.counters["seats"][0]["rolls"] == 3 - plays
    assert state.counters["seats"][0]["actions_unused"] == 0


def test_an_effect_comes_before_the_next_action():
    """HN-11: the steps are made before anything else is asked."""
    state = road(0, hand="MOVE4", others=0)
    use(state, "MOVE4")
    assert all(move.startswith("steps") for move in state.moves())


def test_dice_stay_between_turns():
    """HN-16, HN-22: on their card; free dice are not rolled when the turn comes again."""
    state = with_rolls(("6 6",), players=2, row=["card 35", "card 25", "card 33", "card 27"])
    play(state, "1 roll, 1 lay 6 on card 35, 1 lay 6 on card 35, 1 end turn, 2 end turn")
    view = state.view(1)
    assert (view.dice[0][0], view.rolled) == ([6, 6], [])
    assert legal(state, "lay ") == []


def test_the_hand_limit():
    """HN-24: hand_limit."""
    row = ["card 3", "card 35", "card 33", "card 36"]
    for limit in (1, 2):
        dice = [[[2], [], [], []], [[], [], [], []]]
        state = with_rolls(
            ("2",), {"hand_limit": limit}, players=2, row=row, dice=dice, hands=[["card 1"], []]
        )
        play(state, "1 roll, 1 lay 2 on card 3")
        assert (state.view(1).deciding == "discard") == (limit == 1)


def test_discards_are_free_and_go_under_the_deck():
    """HN-25, HN-26: before, between and after the actions."""
    state = make_state(
        players=2, hands=[["card 1", "card 2", "card 4"], []], actions=1, **NOTHING_NEAR
    )
    play(state, "1 tidy, 1 discard card 2")
    assert state.view(1).actions == 1
    play(state, "1 play MOVE2 of card 1, 1 steps 0 0 2, 1 tidy, 1 discard card 4")
    assert state.position()["deck"][-3:] == ["card 2", "card 1", "card 4"]
    assert state.seat == 2


def test_equal_symbols_and_equal_cards_are_one_move():
    """HN-27: two equal symbols do not double; cards 33 and 34 are alike."""
    state = road(0, hand="MOVE4", others=0)
    assert legal(state, "play ") == ["MOVE4 of card 27"]
    assert max(sum(map(int, move.split()[1:])) for move in use(state, "MOVE4").moves()) == 4
    hands = [["card 33", "card 34"], []]
    state = make_state(players=2, hands=hands, row=["card 1", "card 2", "card 3", "card 4"])
    assert legal(state, "play ") == ["MOVE4 of card 33"]
    play(state, "1 tidy")
    assert state.moves() == ["discard card 33"]


def test_the_start_and_the_goal_hold_any_number():
    """HN-29, HN-30."""
    state = use(road(6, 7, 7), "MOVE4", "steps 0 0 1")
    assert at(state) == [7, 7, 7]
    state = use(road(2, 1, 1 - 1, hand="BACK2"), "BACK2", "1")
    assert at(state) == [0, 1, 0]


def test_a_step_passes_nobody():
    """HN-36: three pawns in a row."""
    assert use(road(4, 6, hand="MOVE3"), "MOVE3").moves() == ["steps 0 0 1"]


def test_a_pile_directly_at_a_pawn():
    """HN-46: before and behind one."""
    pawns = {"house": ["goal", 2, 4, 0]}
    state = use(road(0, hand="TRUNK", pawns=pawns), "TRUNK")
    assert legal(state, "trunks on arrow ") == ["1", "2", "4", "5"]


def test_no_pile_where_nobody_hides():
    """HN-45, HN-47: TRUNK asks for an arrow of the own map alone."""
    state = make_state(players=2, hands=[[CARD["TRUNK"]], []])
    use(state, "TRUNK")
    play(state, "1 trunks on arrow 2")
    assert state.view(1).piles == {"house": 2}


def test_the_cap_and_the_standing():
    """HN-8: the score is a hundred for a goal, and the positions, at any moment."""
    pawns = {"paddock": [7, 7, 2, 1], "wagon": [3, 0, 7, 0], "campsite": [0, 4, 5, 7]}
    assert make_state(pawns=pawns).scores == [110, 4, 7, 1]


@pytest.mark.parametrize("name", PROFILES)
def test_what_is_printed_can_happen(name):
    """HN-A2: the reconstructed deck, under every profile."""
    box = load(name)
    symbols = [symbol for card in box.cards for symbol in card.symbols]
    assert len(box.cards) == 36
    assert {symbol: symbols.count(symbol) for symbol in symbols} == {
        "HOLE": 12, "MOVE4": 11, "MOVE2": 9, "MOVE3": 9, "FWD": 9, "OVERTRUNK": 8, "TRUNK": 6,
        "BACK": 4, "BACK2": 4,
    }  # fmt: skip
    needs = sorted(card.need for card in box.cards)
    assert needs == sorted((face,) * n for face in range(1, 7) for n in (2, 3, 4) for _ in range(2))
    assert [card.id for card in box.cards if len(set(card.symbols)) == 1] == [8, 12, 18, 27]
    for place in box.maps:
        assert set(place.trunk_arrows) | set(place.hole_arrows) == set(range(1, place.spots))


def test_results_say_what_they_rest_on():
    """HN-A1, HN-A2: neither maps nor cards are published."""
    told = GAME.provenance(GAME.resolve_rules(4, {}))
    assert [table["what"] for table in told.values()] == ["maps", "cards"]
    assert {table["provenance"] for table in told.values()} == {"reconstruction"}
    assert told["maps"]["hash"] != told["cards"]["hash"]


def test_rules_stay_with_the_table_they_were_made_for(tmp_path):
    """A file that is changed later changes nothing for rules that were resolved before."""
    path = write_box(tmp_path / "box.toml", "a 5 2\nb 5 2\nc 5 2\nd 5 2")
    state = new_state("hide-n-seek", 2, {"maps": path})
    write_box(tmp_path / "box.toml", "e 5 2\nf 5 2\ng 5 2\nh 5 2")
    assert state.view(1).hides == ["a", "b"]
    assert new_state("hide-n-seek", 2, {"maps": path}).view(1).hides == ["e", "f"]


WRONG = {
    "a pile on the hole": ("trunk_arrows = [1, 2, 4, 5]", "trunk_arrows = [3]", "pile on arrow 3"),
    "no such arrow": ("hole_arrows = [3]", "hole_arrows = [9]", "from 0 to 6; got"),
    "no spots": ("spots = 6", "spots = 0", "from 1 to 30; got 0"),
    "a name twice": ('name = "paddock"', 'name = "house"', "got 'house' twice"),
    "a symbol that is none": ('["MOVE2", "FWD"]', '["MOVE2", "FLY"]', "a symbol 'FLY'"),
    "one symbol": ('["MOVE2", "FWD"]', '["MOVE2"]', "two symbols"),
    "a face that is none": ("need = [6, 6]", "need = [7, 7]", "from 1 to 6; got"),
    "too many dice": ("need = [6, 6]", "need = [6, 6, 6, 6, 6, 6, 6]", "1 to 6 dice"),
    "no dice": ("need = [6, 6]", "need = []", "1 to 6 dice"),
    "a card twice": ("id = 2\n", "id = 1 # once more\n", "two cards 1"),
    "a key that is none": ("spots = 6", "dots = 6", "'dots'; it can have name"),
    "too many dice a player": ("dice_per_player = 6", "dice_per_player = 9", "from 1 to 8; got 9"),
    "no text": ('provenance = "reconstruction"', "provenance = 3", "as a text"),
    "a part that is none": ("[components]", "[compnents]", "a part 'compnents'"),
}


def changed(path, old, new):
    """The usual table with one thing changed; where that is."""
    write_box(path)
    text = path.read_text(encoding="utf-8")
    before = text.index(old)
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[:before].count("\n") + 1


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_table_is_refused_with_its_line(tmp_path, case):
    """HN-A1, HN-A4, HN-A41: what the loader checks."""
    old, new, why = WRONG[case]
    path = tmp_path / "box.toml"
    line = changed(path, old, new)
    with pytest.raises(UserError, match=why) as refused:
        new_state("hide-n-seek", 4, {"maps": str(path)})
    said = str(refused.value)
    assert "\n" not in said
    assert f"line {line}," in said or case == "a part that is none"


def test_a_table_that_is_no_table_is_refused(tmp_path):
    """HN-A1: three maps; no TOML; too few cards."""
    path = tmp_path / "box.toml"
    three = "house 5 2\npaddock 6 3\nwagon 7 4"
    one = '[[card]]\nneed = [1]\nsymbols = ["MOVE1", "HOLE"]\n'
    write_box(path, three)
    with pytest.raises(UserError, match=r"must have 4 parts .*; got 3"):
        load(str(path))
    changed(path, "[[map]]", "[[map")
    with pytest.raises(UserError, match="is not TOML"):
        load(str(path))
    write_box(path, cards=one * 4)
    with pytest.raises(UserError, match="must have 5 to 128 cards; got 4"):
        load(str(path))
    for words in ("map = 3", "card = [1]", "meta = 1", ""):
        path.write_text(words, encoding="utf-8")
        with pytest.raises(UserError, match="must have"):
            load(str(path))


def test_odd_tables_are_used_with_a_warning(tmp_path):
    """HN-A1, HN-A13: a hole at an end, no card for a hole, too few cards for full hands."""
    path = write_box(
        tmp_path / "odd.toml", "a 5 0\nb 5 2\nc 5 2\nd 5 2",
        '[[card]]\nneed = [1]\nsymbols = ["MOVE1", "FWD"]\ncopies = 20\n',
    )  # fmt: skip
    said = GAME.warnings(GAME.resolve_rules(4, {"maps": path}))
    assert len(said) == 3
    assert "hole at an end" in said[0]
    assert "may never end" in said[1]
    assert "too few for 3 players" in said[2]
    assert GAME.warnings(GAME.resolve_rules(4, {})) == []


@pytest.mark.parametrize("name", ["mine", "missing.toml", "~nobody-at-all/x.toml", "a\0.toml", ""])
def test_files_that_are_none(name):
    """HN-A1."""
    with pytest.raises(UserError, match="maps"):
        new_state("hide-n-seek", 2, {"maps": name})


def test_row_size_and_actions():
    """HN-5, HN-9: row_size, actions_per_turn; a row must leave a deck."""
    assert len(new_state("hide-n-seek", 2, {"row_size": 6}).view(1).row) == 6
    assert new_state("hide-n-seek", 2, {"actions_per_turn": 5}).view(1).actions == 5


def test_a_row_leaves_a_deck(tmp_path):
    """HN-5."""
    cards = '[[card]]\nneed = [1]\nsymbols = ["MOVE1", "HOLE"]\ncopies = 5\n'
    path = write_box(tmp_path / "few.toml", cards=cards)
    assert new_state("hide-n-seek", 2, {"maps": path}).view(1).deck_size == 1
    with pytest.raises(UserError, match="must be below the 5 cards"):
        new_state("hide-n-seek", 2, {"maps": path, "row_size": 5})
