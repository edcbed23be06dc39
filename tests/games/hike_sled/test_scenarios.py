"""Cases at the table of hike-sled, by position; sled letters A B C D above E F G H."""

import pytest

from analyzer import new_state
from analyzer._core.runner import Control, Stepper, run_batch
from analyzer.games.hike_sled.words import ENDS
from analyzer.playout.seeds import seed_key
from analyzer.playout.state import make_table
from support.hike_sled import (
    EMPTY,
    FACE,
    GAME,
    HUSKIES,
    YOUNG,
    draft_day,
    field,
    first,
    hand_of,
    make_state,
    new_game,
    play,
    race,
)
from support.playouts import empty_batch, seat_policies

# --- set-up and days -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "deck", "laid", "rotated", "spots", "aside"),
    [(4, 64, 8, 4, 8, (2, 4)), (6, 60, 6, 3, 6, (0, 0)), (2, 68, 8, 4, 8, (4, 8))],
)
def test_the_set_up(players, deck, laid, rotated, spots, aside):
    """HS-1, HS-2, HS-3, HS-4, HS-5, HS-6, HS-7, HS-8: what everybody begins with."""
    state = new_game(players, early_reveal=0, mentors=2)
    words = state.position()
    assert len(words["deck"]) == deck
    assert len(words["centre"]) == 2
    assert [len(hand) for hand in words["hands"]] == [2] * players
    assert words["mentors"] == [2] * players
    assert [len(sled) for sled in words["sleds"]] == [spots] * players
    assert (state.rules.landscapes, state.rules.rotated) == (laid, rotated)
    assert len(set(words["landscapes"])) == 18
    assert state.seat == 1
    assert (6 - players, 12 - 2 * players) == aside


def test_the_number_of_cards_revealed():
    """HS-9, HS-10, HS-11: two cards on days 1 to 3, one from the turned landscape on; 3 players."""
    state = new_game(3)
    for day in range(1, 5):
        assert state.position()["face_up"] == day
        draft_day(state)
    assert len(state.position()["deck"]) == 66 - 18 - 3 - 1  # seat 1 has begun day 5


def test_a_mentor_takes_one_card_more():
    """HS-12, HS-13: each mentor reveals one card."""
    state = new_game(3)
    deck = len(state.position()["deck"])
    state.play("use a mentor")
    assert len(state.position()["deck"]) == deck - 1
    assert state.moves() == ["reveal no more", "use a mentor"]
    state.play("use a mentor")
    assert len(state.position()["deck"]) == deck - 2
    assert state.position()["deciding"] == "action"


def test_the_centre_grows_by_what_is_not_drafted():
    """HS-11, HS-15: 2 + 18 - 9 after three days with three players, and then as many come as go."""
    state = new_game(3)
    for _ in range(3):
        draft_day(state)
    assert len(state.position()["centre"]) - 1 == 2 + 18 - 9
    for _ in range(4):
        draft_day(state)
    assert len(state.position()["centre"]) - 1 == 11


def test_the_deck_of_six_players_is_empty_after_day_8():
    """HS-13: 60 = 2 x 12 + 6 x 6, and no card is revealed on day 9, nor can a mentor be used."""
    state = new_game(6)
    for _ in range(8):
        draft_day(state)
    words = state.position()
    assert (words["day"], words["deck"], words["deciding"]) == (9, [], "action")
    assert state.counters["game"]["deck_exhausted"] == 1


# --- placing --------------------------------------------------------------------------------------


def test_where_a_husky_fits(tmp_path):
    """HS-14, HS-19, HS-20, HS-21: the rulebook's own example; A, B and D, but neither E nor G."""
    new = ["S", "yellow", "red", "green", "blue"]
    on_c = ["S", "green", "blue", "red", "red"]
    on_f = ["S", "green", "blue", "red", "yellow"]
    rows = [new, on_c, on_f, *[["SS", "red", "red", "red", "red"]] * 45]
    file = tmp_path / "example.toml"
    text = "huskies = [\n" + "".join(f"{row},\n" for row in rows).replace("'", '"') + "]\n"
    landscapes = "".join(f'l{n} = "S"\n' for n in range(18))
    file.write_text(f'{text}[landscapes]\nstart = ""\nfinish = "S"\n{landscapes}')
    sled = ["", "", "H2", "", "", "H3", "", "youngster"]
    state = new_state(
        GAME,
        rules={"cards": str(file)},
        position={"sleds": [sled, [""] * 8], "hands": [[], []], "centre": ["H1"], "players": 2},
    )
    state.play("to sled H1")
    assert state.moves() == ["spot A", "spot B", "spot D"]


def test_swap():
    """HS-17: the lifted husky comes to hand, another one anywhere; the number stays the same."""
    state = make_state(["SSI SS S - / I . . .", EMPTY], ["H14", ""])
    before = state.position()["sleds"][0]
    play(state, "1 swap from B", "1 put in H14", "1 spot F")
    sled = state.position()["sleds"][0]
    assert (sled[1], sled[5]) == ("", "H14")
    assert sum(card != "" for card in sled) == 5
    assert hand_of(state) == [before[1]]


def test_the_same_husky_may_be_put_back():
    """HS-17."""
    state = make_state(["SSI . . . / . . . .", EMPTY])
    card = state.position()["sleds"][0][0]
    play(state, "1 swap from A")
    assert state.moves() == [f"put in {card}"]
    play(state, f"1 put in {card}", "1 spot A")
    assert state.position()["sleds"][0][0] == card


def test_actions():
    """HS-14, HS-15, HS-16, HS-18, HS-22: youngsters are huskies in all actions."""
    words = {"centre": "H4 young equipment care"}
    moves = make_state(["SS . . . / . . . .", EMPTY], ["H9 young", ""], **words).moves()
    assert moves == [
        *("to sled H4", "to sled youngster", "to hand H4", "to hand youngster"),
        *("to hand equipment", "to hand care", "place H9", "place youngster", "swap from A"),
    ]
    state = make_state(["SS . . . / . . . .", EMPTY], ["H9 young", ""], **words)
    play(state, "1 place H9", "1 spot B")
    assert state.position()["sleds"][0][1] == "H9"
    assert hand_of(state) == ["youngster"]


# --- bonus and declaration ------------------------------------------------------------------------


def test_bonus():
    """HS-23: one plus two sources times two spots; none without a free spot."""
    full = "SS SS SS SS / SS SS . ."
    state = make_state([full, EMPTY], ["young", ""], centre="young equipment")
    state.play("to hand equipment")
    assert state.moves() == [
        "no bonus",
        *("bonus from centre on G", "bonus from centre on H"),
        *("bonus from hand on G", "bonus from hand on H"),
    ]
    state = make_state(["SS SS SS SS / SS SS SS .", EMPTY], ["young", ""], centre="young H14")
    play(state, "1 to sled H14", "1 spot H")
    assert state.position()["deciding"] == "declare"


def test_a_second_youngster_by_bonus():
    """HS-23: after an action that placed one."""
    state = make_state(["SS SS SS SS / SS SS . .", EMPTY], ["young", ""], centre="young")
    play(state, "1 to sled youngster", "1 spot G", "1 bonus from hand on H", "1 declare")
    assert state.counters["seats"][0]["youngsters_placed"] == 2
    assert state.counters["seats"][0]["declared_day"] == 1


def test_a_declaration_puts_huskies_in_the_centre():
    """HS-24, HS-25, HS-26, HS-30: the next player may take them the same day."""
    full = "SS SS SS SS / SS SS SS -"
    state = make_state(
        [full, EMPTY], ["H27 young equipment care", ""], centre="H14", mentors=[1, 2]
    )
    play(state, "1 to hand H14", "1 declare")
    words = state.position()
    assert hand_of(state) == ["equipment", "care"]
    assert words["mentors"][0] == 1
    assert {"H27", "H14", "youngster"} <= set(words["centre"])
    state.play("reveal no more")
    assert {"to sled H27", "to sled youngster"} <= set(state.moves())


def test_waiting():
    """HS-24."""
    state = make_state(["SS SS SS SS / SS SS SS -", EMPTY], ["", ""], centre="care")
    play(state, "1 to hand care", "1 wait")
    assert state.position()["declared"] == [0, 0]


def test_upgrades():
    """HS-27, HS-28, HS-29: huskies with exactly one point, not B, and then nothing for fields."""
    sled = "S SS - - / - - - I"
    state = make_state([sled, EMPTY], ["equipment equipment", ""], centre="care")
    play(state, "1 to hand care", "1 declare")
    assert state.moves() == ["upgrade no more", "upgrade A", "upgrade H"]
    play(state, "1 upgrade A")
    assert state.moves() == ["upgrade no more", "upgrade H"]
    play(state, "1 upgrade H")
    assert state.position()["upgraded"][0] == ["A", "H"]
    assert hand_of(state) == ["care"]


def test_care_is_collected_until_the_last_day():
    """HS-31, HS-32: the first to declare takes single, double, double; then the race begins."""
    state = make_state([YOUNG, EMPTY], ["", ""], day=7, centre="care", mentors=[0, 0])
    play(state, "1 to hand care", "1 declare")
    taken = []
    while not state.over:
        words = state.position()
        taken.append((words["day"], words["care_taken"][0]))
        state.play(first(state, "no bonus", "wait", "to hand", "swap", "put in", "spot"))
    assert sorted(set(taken)) == [(7, 0), (8, 1), (9, 2), (10, 3)]
    assert state.counters["end_reason"] == "walkover"


def test_preparations_end_when_all_have_declared():
    """HS-33, HS-35: declarations on days 7 and 8; one single is taken, 5 and 12 are left."""
    state = make_state([YOUNG, YOUNG], ["", ""], day=7, centre="care equipment", mentors=[0, 0])
    play(state, "1 to hand care", "1 declare", "2 to hand equipment", "2 wait")
    play(state, "2 " + first(state, "to hand", "swap"))
    while state.position()["deciding"] != "declare":
        state.play(first(state, "no bonus", "put in", "spot"))
    play(state, "2 declare")
    words = state.position()
    assert words["racers"] == [1, 2]
    assert hand_of(state).count("care") == 2  # the one drafted, and the top of the pile
    assert sorted(words["care_pile"]) == ["care"] * 5 + ["double care"] * 12
    assert (words["centre"], words["mentors"], words["face_up"]) == ([], [0, 0], 8)


def test_both_on_the_same_day():
    """HS-31, HS-33: nobody takes any care."""
    state = make_state([YOUNG, YOUNG], ["", ""], day=7, centre="care equipment", mentors=[0, 0])
    play(state, "1 to hand care", "1 declare", "2 to hand equipment", "2 declare")
    assert state.position()["care_taken"] == [0, 0]
    assert len(state.position()["care_pile"]) == 18


def test_who_is_not_ready_is_out():
    """HS-34, HS-35: with the hand, but the care pile comes back."""
    state = make_state(
        [YOUNG, YOUNG, EMPTY],
        ["", "", "care equipment"],
        day=4,
        declared=[1, 1, 0],
        turn=3,
        care_taken=[3, 3, 0],
    )
    while not state.position()["racers"]:
        state.play(first(state, "reveal no more", "to hand", "no bonus", "wait", "pass"))
    words = state.position()
    assert words["racers"] == [1, 2]
    assert hand_of(state, 3) == []
    assert sorted(words["care_pile"]) == ["care"] * 4 + ["double care"] * 8
    assert state.counters["seats"][2]["out"] == 1


# --- moving ---------------------------------------------------------------------------------------


def test_points_are_spent_together_and_the_rest_is_lost():
    """HS-36, HS-38, HS-39: SSI on S S S I moves two fields; the ice point is lost."""
    state = race("SSI - - - / - - - -", "S S S I S")
    play(state, "1 use A")
    assert field(state) == 2
    assert state.moves() == ["stop"]


def test_points_in_any_order():
    """HS-39: SI on I S S moves two."""
    assert field(play(race("SI - - - / - - - -", "I S S S"), "1 use A")) == 2


def test_ready_huskies_only_and_only_if_they_move():
    """HS-40, HS-41: no youngster, no tired one, none that stays where it is; stopping is free."""
    state = race("S I - S / - - - -", "S S S S", tired=[["D"], []])
    assert state.moves() == ["stop", "use A"]
    play(state, "1 use A")
    assert state.position()["tired"][0] == ["A", "D"]
    assert state.moves() == ["stop"]


def test_the_last_field_ends_the_movement():
    """HS-42, HS-53: at 39 of 41 SSS moves two; the racer later in the order still moves, then the
    game ends and no catch-up card is drawn."""
    track = " ".join("S" * 41)
    state = race(
        ["SSS - - - / - - - -", "S - - - / - - - -"],
        track,
        fields=[39, 3],
        order=[1, 2],
        race_day=4,
    )
    play(state, "1 use A")
    assert (state.seat, field(state)) == (2, 41)
    play(state, "2 use A", "2 stop")
    assert state.over
    assert state.winners == [1]
    assert state.counters["seats"][1]["catch_up"] == 0


def test_custom_points():
    """HS-43, HS-44: G = I with equipment, C = SP, F a youngster, H = S: snow or powder."""
    for track, best in (("I P S", 2), ("P I S", 2), ("I I S", 1)):
        state = race("- - SP - / - - I S", track, upgraded=[["G"], []])
        state.play("use G as powder")
        assert field(state) == best, track
    state = race("- - SP - / - - I S", "I P S", upgraded=[["G"], []])
    assert state.moves() == ["stop", "use G as snow", "use G as powder"]
    state = race("- - SP - / - - I S", "P I S", upgraded=[["G"], []])
    assert state.moves() == ["stop", "use C", "use G as powder"]


def test_no_neighbour_with_points_no_custom_point():
    """HS-44."""
    state = race("- - - - / - - I -", "I S", upgraded=[["G"], []])
    assert state.moves() == ["stop", "use G"]
    assert field(play(state, "1 use G")) == 1


def test_resting_neighbours_offer_nothing_and_tired_ones_do():
    """HS-44, HS-48."""
    words = {"upgraded": [["G"], []]}
    tired = race("- - P - / - - I -", "I P S", tired=[["C"], []], **words)
    assert "use G as powder" in tired.moves()
    resting = race("- - P - / - - I -", "I P S", resting=[["C"], []], **words)
    assert resting.moves() == ["stop", "use G"]


# --- equipment fields -----------------------------------------------------------------------------


def equipment_case(hand="equipment"):
    return play(race("SSI - - - / - - - -", "S I* S S", hand), "1 use A")


def test_an_equipment_field_has_three_outcomes():
    """HS-45, HS-46, HS-49: pay and go on; enter, stop and rest two; do not enter."""
    assert equipment_case().moves() == ["pay equipment", "enter and rest", "do not enter"]
    paid = play(equipment_case(), "1 pay equipment")
    assert (field(paid), hand_of(paid), paid.position()["resting"][0]) == (3, [], [])
    rested = play(equipment_case(), "1 enter and rest", "1 rest B", "1 rest C")
    assert (field(rested), hand_of(rested)) == (2, ["equipment"])
    assert rested.position()["resting"][0] == ["B", "C"]
    assert rested.moves() == ["stop"]
    refused = play(equipment_case(), "1 do not enter")
    assert (field(refused), hand_of(refused)) == (1, ["equipment"])


def test_not_entering_needs_a_field_of_this_use():
    """HS-46: A = I before I*, no equipment: only entering is left, but one may stop instead."""
    state = race("I - - - / - - - -", "I* S S")
    assert state.moves() == ["stop", "use A"]
    play(state, "1 use A")
    assert state.moves() == ["enter and rest"]


def test_ready_huskies_rest_first():
    """HS-47: with one ready husky that one rests, and then a tired one, the used one too."""
    state = race("I S S - / - - - -", "I* S S", tired=[["B"], []], resting=[list("DEFGH"), []])
    play(state, "1 use A", "1 enter and rest")
    assert state.moves() == ["rest C"]
    play(state, "1 rest C")
    assert state.moves() == ["rest A", "rest B"]
    play(state, "1 rest A")
    assert state.position()["resting"][0] == list("ACDEFGH")
    assert state.position()["tired"][0] == ["B"]


def test_going_on_after_resting():
    """HS-49: with other ready huskies, or with care."""
    state = race("I S - - / - - - -", "I* S S", "care")
    play(state, "1 use A", "1 enter and rest", "1 rest C", "1 rest D", "1 use B")
    assert field(state) == 2
    assert state.moves() == ["stop", "care on A", "care on B"]


def test_an_equipment_field_at_the_end():
    """HS-42, HS-46: the last field may need equipment, too."""
    state = play(race("SI - - - / - - - -", "S I*"), "1 use A", "1 enter and rest")
    assert state.moves()[0] == "rest B"
    play(state, "1 rest B", "1 rest C")
    assert state.over
    assert state.winners == [1]


# --- care -----------------------------------------------------------------------------------------


def test_care_needs_huskies_that_cannot_be_used():
    """HS-50, HS-51, HS-52: first A, B and F run; then double care on B/F, although it helps nobody;
    the racer is stuck for good."""
    state = race("SS I - - / - I - -", "S S I I P S", "care double")
    assert state.moves() == ["stop", "use A"]
    play(state, "1 use A", "1 use B", "1 use F")
    assert field(state) == 4
    assert state.moves() == [
        *("stop", "care on A", "care on B", "care on F"),
        *("double care on A/E", "double care on B/F"),
    ]
    play(state, "1 double care on B/F")
    assert state.position()["tired"][0] == ["A"]
    assert state.moves() == ["stop", "care on A"]
    play(state, "1 stop")
    assert state.over
    assert state.counters["end_reason"] == "deadlock"


def test_a_column_with_one_tired_husky():
    """HS-51: A and B are no column; on A/E, with E not tired, one cube comes off."""
    state = race("S S - - / I - - -", "P S S", "double", tired=[["A", "B"], []])
    assert state.moves() == ["stop", "double care on A/E", "double care on B/F"]
    play(state, "1 double care on A/E")
    assert state.position()["tired"][0] == ["B"]
    assert state.position()["care_discards"] == ["double care"]


def test_the_same_husky_again_and_again():
    """HS-50."""
    state = race("S - - - / - - - -", "S S S S", "care care")
    play(state, "1 use A", "1 care on A", "1 use A", "1 care on A", "1 use A")
    assert field(state) == 3
    assert hand_of(state) == []


# --- the end of a day -----------------------------------------------------------------------------


def by_order(fields, first_player=1):
    """The order of the day after one in which nobody moves."""
    state = race(
        ["S - - - / - - - -", "S - - - / - - - -", "S SS SI SP / SSS SSI - -"],
        " ".join("S" * 30),
        fields=fields,
        race_day=3,
        first_player=first_player,
    )
    for _ in range(3):
        state.play("stop")
    return state.position()["order"]


def test_the_order_of_a_race_day():
    """HS-37: the last on the track moves first; equal places clockwise."""
    assert by_order([12, 7, 9]) == [2, 3, 1]
    assert by_order([9, 9, 4]) == [3, 1, 2]
    assert by_order([9, 9, 4], first_player=2) == [3, 2, 1]


def test_the_first_race_day():
    """HS-37: clockwise from the first player, or the next racer if that one is out."""
    sleds = [EMPTY, "S SS - - / - - - -", "S SS - - / - - - -"]
    state = make_state(sleds, day=4, declared=[0, 1, 1], care_taken=[0, 3, 3], mentors=[0, 0, 0])
    state.play("pass")
    words = state.position()
    assert (words["racers"], words["order"], words["race_day"]) == ([2, 3], [2, 3], 1)


def test_catching_up():
    """HS-54: leader on 7, the other on the start: six fields between, so without care a draw."""
    sleds = ["S - - - / - - - -", "S - - - / - - - -"]
    for leader, draws in ((7, 1), (6, 0)):
        state = race(sleds, " ".join("S" * 20), fields=[leader, 0], order=[2, 1], race_day=2)
        play(state, "2 stop", "1 stop")
        assert state.counters["seats"][1]["catch_up"] == draws
        assert len(hand_of(state, 2)) == draws
        assert (state.position()["open_care"][1] != "") == bool(draws)


def test_who_holds_care_draws_none():
    """HS-54."""
    sleds = ["S - - - / - - - -", "S - - - / - - - -"]
    state = race(sleds, " ".join("S" * 20), ["", "care"], fields=[9, 0], race_day=2)
    play(state, "2 stop", "1 stop")
    assert hand_of(state, 2) == ["care"]
    assert state.position()["open_care"] == ["", ""]


def test_an_empty_care_pile():
    """HS-56: the discards become the new pile; without any a single is given as substitute."""
    sleds = ["S - - - / - - - -", "S - - - / - - - -"]
    words = {"fields": [9, 0], "race_day": 2, "care_pile": []}
    gone = ["care", "double care", "double care"]
    state = race(sleds, " ".join("S" * 20), care_discards=gone, **words)
    play(state, "2 stop", "1 stop")
    assert len(state.position()["care_pile"]) == 2
    assert state.position()["care_discards"] == []
    assert state.counters["game"]["care_shuffles"] == 1
    state = race(sleds, " ".join("S" * 20), **words)
    play(state, "2 stop", "1 stop")
    assert hand_of(state, 2) == ["care"]
    assert state.position()["substitutes"] == [2]
    play(state, "2 use A", "2 care on A")
    assert state.position()["care_discards"] == []  # it has vanished


def test_an_open_card_must_be_used():
    """HS-55: no stop while A can run; then the card, on A or B, although it does not help."""
    state = race("SS S - - / - - - -", "S S I S", "care", tired=[["B"], []], open_care=["care", ""])
    assert state.moves() == ["use A"]
    play(state, "1 use A")
    assert state.moves() == ["care on A", "care on B"]
    play(state, "1 care on B")
    assert state.moves() == ["stop"]


def test_cubes_come_off_and_resting_huskies_stay():
    """HS-48, HS-57, HS-58: overnight; racers move one after the other."""
    sleds = ["S S - - / - - - -", "S - - - / - - - -"]
    state = race(sleds, "S S S S S", resting=[["C"], []])
    play(state, "1 use A", "1 stop", "2 use A", "2 stop")
    words = state.position()
    assert words["race_day"] == 2
    assert words["tired"] == [[], []]
    assert words["resting"] == [["C"], []]


# --- the winner -----------------------------------------------------------------------------------


def test_alone_on_the_last_field():
    """HS-59."""
    sleds = ["SS - - - / - - - -", "S - - - / - - - -"]
    state = play(race(sleds, "S S"), "1 use A", "2 use A", "2 stop")
    assert state.winners == [1]
    assert state.counters["game"]["won_alone"] == 1


def test_ready_huskies_and_care_break_a_tie():
    """HS-60: 1 ready and a double against 2 ready; resting huskies do not count."""
    rest = [list("CDEFGH"), list("DEFGH")]
    sleds = ["S S - - / - - - -", "S S S - / - - - -"]
    state = race(sleds, "S", ["double", ""], resting=rest)
    play(state, "1 use A", "2 use A")
    assert state.over
    assert state.winners == [1]
    assert state.counters["game"]["won_ready"] == 1


def test_fewer_points_break_a_tie():
    """HS-61: printed points, resting huskies included."""
    sleds = ["S SSS - - / - - - -", "S SS - - / - - - -"]
    state = race(sleds, "S", resting=[["B"], []], upgraded=[[], ["A"]], tired=[[], ["B"]])
    play(state, "1 use A", "2 " + first_use(state, "A"))
    assert state.winners == [2]
    assert state.counters["game"]["won_points"] == 1


def test_ranks():
    """HS-60, HS-61: winners, other finishers by what breaks ties, other racers by their field, and
    last, equal, those who are out."""
    face, n, players = FACE, 400, 4
    rules = face.resolve_rules(players, {})
    made = make_table(face, players, rules)
    seats = seat_policies(GAME, ["expert", "greedy", "expert", "greedy"], made, rules)
    rows = empty_batch(GAME, players, n)
    run_batch(made, seats, seed_key(3), 0, n, rows.games, rows.seats, Control())
    ranks = rows.seat_column("rank2").reshape(n, players)
    wins = rows.seat_column("win840").reshape(n, players)
    met = set()
    for index in range(n):
        stepper = Stepper(made, seed_key(3), index)
        coins = stepper.coins()
        while codes := stepper.moves():
            stepper.apply(codes[stepper.choose(seats[stepper.seat], coins[stepper.seat])])
        raw = stepper.describe()
        order = [merit(raw, wins[index][seat], seat) for seat in range(players)]
        better = [sum(other > mine for other in order) for mine in order]
        equal = [order.count(mine) for mine in order]
        twice = [2 * b + e + 1 for b, e in zip(better, equal, strict=True)]
        assert ranks[index].tolist() == twice
        met |= {(len(set(order)), max(equal))}
    assert len(met) >= 3


def merit(raw, win, seat):
    """A second way to say who comes before whom."""
    if seat not in raw["racing"]:
        return (win, -1, 0, 0)
    field = raw["field"][seat]
    if field < len(raw["track"]) or ENDS[raw["end_reason"]] != "finish":
        return (win, field, 0, 0)
    gone = {*raw["tired"][seat], *raw["resting"][seat]}
    ready = 8 - len(gone) + raw["single"][seat] + 2 * raw["double"][seat]
    points = sum(len(HUSKIES[h]) for h in raw["sleds"][seat] if h < len(HUSKIES))
    return (win, field, ready, -points)


def first_use(state, spot):
    """Under which name the other seat may use an upgraded husky."""
    twin = state.copy()
    twin.play("use A")
    return first(twin, f"use {spot}")
