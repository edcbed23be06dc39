"""Every open reading of hike-sled: switching it changes play."""

from itertools import permutations

import pytest

from analyzer import new_state
from analyzer.errors import UserError
from analyzer.games.hike_sled.cards import load
from support.hike_sled import (
    EMPTY,
    FACE,
    GAME,
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

TWO = ["S - - - / - - - -", "S - - - / - - - -"]
LONG = " ".join("S" * 30)


def test_the_blank_huskies():
    """HS-A1: they are not part of the 48."""
    assert len(load("reconstruction").huskies) == 48


def test_the_cards():
    """HS-A2: cards, strict, deck_seed and colours; the start has no field and the finish one."""
    table_ = load("reconstruction")
    assert (table_.landscapes["start"], table_.landscapes["finish"]) == ((), ("S",))
    one = new_game(2, deck_seed=1).position()
    other = new_game(2, deck_seed=1, colours=3).position()
    assert one["landscapes"] != new_game(2).position()["landscapes"]
    hashes = {
        FACE.provenance(FACE.resolve_rules(2, rules))["cards"]["hash"]
        for rules in ({}, {"deck_seed": 1}, {"deck_seed": 2}, {"deck_seed": 1, "colours": 5})
    }
    assert len(hashes) == 4
    assert other["rules"] == {"deck_seed": 1, "colours": 3}
    assert FACE.resolve_rules(2, {"strict": True}).strict  # ours has every published total


def test_several_pawns_on_one_field():
    """HS-A3."""
    state = race(TWO, "S S S", fields=[0, 1])
    play(state, "1 use A")
    assert state.position()["fields"] == [1, 1]


THREE = ["S - - - / - - - -", "S - - - / - - - -", "S SS SI SP / SSS SSI - -"]


def order_after(fields, order, seed=0, **rules):
    state = race(
        THREE, LONG, fields=fields, race_day=3, order=order, rules=rules or None, seed=seed
    )
    for _ in range(3):
        state.play("stop")
    return state.position()["order"]


def test_equal_places():
    """HS-A4: race_tie_order clockwise, as the day before, or by chance."""
    assert order_after([5, 5, 5], [3, 1, 2]) == [1, 2, 3]
    assert order_after([5, 5, 5], [3, 1, 2], race_tie_order="previous") == [3, 1, 2]
    drawn = {
        tuple(order_after([5, 5, 5], [3, 1, 2], seed, race_tie_order="random"))
        for seed in range(60)
    }
    assert len(drawn) == 6
    assert order_after([5, 4, 5], [3, 1, 2], race_tie_order="random")[0] == 2


def test_a_use_moves():
    """HS-A5: a husky that would stay where it is cannot be used."""
    assert race("I - - - / - - - -", "S I").moves() == ["stop"]


def test_points_that_could_be_spent():
    """HS-A6: partial_spend asks after every field, also before an equipment field."""
    state = play(race("SS - - - / - - - -", "S S S"), "1 use A")
    assert field(state) == 2
    state = race("SS - - - / - - - -", "S S S", rules={"partial_spend": "allowed"})
    play(state, "1 use A")
    assert (field(state), state.moves()) == (1, ["go on", "stop here"])
    assert field(play(state.copy(), "1 stop here")) == 1
    assert field(play(state, "1 go on")) == 2
    state = race("SI - - - / - - - -", "S I* S", rules={"partial_spend": "allowed"})
    play(state, "1 use A", "1 go on")
    assert state.moves() == ["enter and rest", "do not enter"]


def test_stopping_while_a_husky_could_be_used():
    """HS-A6: voluntary_stop = false, but nobody has to enter an equipment field."""
    rules = {"voluntary_stop": False}
    assert race("S - - - / - - - -", "S S").moves() == ["stop", "use A"]
    assert race("S - - - / - - - -", "S S", rules=rules).moves() == ["use A"]
    assert race("S - - - / - - - -", "S* S", rules=rules).moves() == ["stop", "use A"]
    assert race("I - - - / - - - -", "S S", rules=rules).moves() == ["stop"]


def customs(sled, rules=None, **words):
    state = race(sled, "I I I", upgraded=[words.pop("upgraded", ["G"]), []], rules=rules, **words)
    return [move.split()[-1] for move in state.moves() if move.startswith("use G as")]


def test_custom_points_and_resting_neighbours():
    """HS-A7: custom_resting."""
    sled = "- - P - / - - I S"
    assert customs(sled, resting=[["C"], []]) == ["snow"]
    rules = {"custom_resting": True}
    assert customs(sled, rules, resting=[["C"], []]) == ["snow", "powder"]


def test_custom_points_and_upgraded_neighbours():
    """HS-A7: custom_chain gives the terrains around an upgraded neighbour, one step far."""
    sled = "- P - - / - S I -"
    assert customs(sled, upgraded=["F", "G"]) == ["snow"]
    chain = customs(sled, {"custom_chain": True}, upgraded=["F", "G"])
    assert chain == ["snow", "ice", "powder"]
    assert customs(sled, {"custom_chain": True}, upgraded=["G"]) == ["snow"]


@pytest.mark.parametrize("middle", "ABCDEFGH")
def test_custom_points_by_way_of_any_spot(middle):
    """HS-A7: custom_chain, whichever neighbour is upgraded."""
    spots = {spot: divmod(place, 4) for place, spot in enumerate("ABCDEFGH")}

    def beside(one, other):
        return sum(abs(a - b) for a, b in zip(spots[one], spots[other], strict=True)) == 1

    for own, far in permutations([spot for spot in spots if beside(spot, middle)], 2):
        huskies = [{own: "I", middle: "S", far: "P"}.get(spot, "-") for spot in spots]
        sled = f"{' '.join(huskies[:4])} / {' '.join(huskies[4:])}"
        words = {"upgraded": [[own, middle], []], "rules": {"custom_chain": True}}
        moves = race(sled, "I I I", **words).moves()
        as_what = [move.split()[-1] for move in moves if move.startswith(f"use {own} as")]
        assert as_what == ["snow", "ice", "powder"]


def test_custom_points_of_the_own_kind():
    """HS-A7: custom_own, also without a neighbour."""
    assert customs("- - - - / - - I -", {"custom_own": True}) == ["ice"]
    assert customs("- - S - / - - I -", {"custom_own": True}) == ["snow", "ice"]


def test_youngsters_at_rest():
    """HS-A8: youngster_ready = false lets them rest among the tired ones."""
    moves = {}
    for ready in (True, False):
        state = race("I S S - / - - - -", "I* S", rules={"youngster_ready": ready})
        play(state, "1 use A", "1 enter and rest")
        moves[ready] = state.moves()
    assert moves[True] == [f"rest {spot}" for spot in "BCDEFGH"]
    assert moves[False] == ["rest B", "rest C"]


def test_youngsters_in_a_tie():
    """HS-A8: youngster_ready decides it."""
    sleds = ["S - - - / - - - -", "S S S S / S - - -"]
    for ready, winner in ((True, 1), (False, 2)):
        state = race(
            sleds, "S", rules={"youngster_ready": ready}, tired=[[], ["B"]], resting=[[], ["F"]]
        )
        play(state, "1 use A", "2 use A")
        assert state.winners == [winner]


def test_care_before_an_equipment_field():
    """HS-A9: penalty_blocks_care = false allows it where every use would begin with a penalty."""
    words = {"tired": [["B"], []]}
    assert race("I S - - / - - - -", "I* S", "care", **words).moves() == ["stop", "use A"]
    rules = {"penalty_blocks_care": False}
    state = race("I S - - / - - - -", "I* S", "care", rules, **words)
    assert state.moves() == ["stop", "use A", "care on B"]
    paying = race("I S - - / - - - -", "I* S", "care equipment", rules, **words)
    assert paying.moves() == ["stop", "use A"]


@pytest.mark.parametrize(
    ("rule", "open_care", "cards"),
    [("stay", "care", ["care"]), ("lapse", "", ["care"]), ("discard", "", [])],
)
def test_an_open_card_that_could_not_be_used(rule, open_care, cards):
    """HS-A10: forced_care; the racer is stuck, and nobody is tired."""
    words = {"open_care": ["care", ""], "fields": [0, 1], "order": [1, 2], "race_day": 2}
    sleds = ["I - - - / - - - -", "S - - - / - - - -"]
    state = race(sleds, "S S S S S", ["care", ""], {"forced_care": rule}, **words)
    play(state, "1 stop", "2 use A", "2 stop")
    assert state.position()["open_care"][0] == open_care
    assert hand_of(state, 1) == cards
    assert state.position()["care_discards"] == ([] if cards else ["care"])


@pytest.mark.parametrize(("proxy", "cards"), [("single", {"care"}), ("double", {"double care"})])
def test_substitutes(proxy, cards):
    """HS-A11: care_proxy."""
    words = {"fields": [9, 0], "race_day": 2, "care_pile": []}
    state = race(TWO, LONG, rules={"care_proxy": proxy}, **words)
    play(state, "2 stop", "1 stop")
    assert set(hand_of(state, 2)) == cards
    assert state.counters["game"]["care_substitutes"] == 1


def test_substitutes_by_chance():
    """HS-A11: care_proxy = random gives both."""
    words = {"fields": [9, 0], "race_day": 2, "care_pile": []}
    seen = set()
    for seed in range(40):
        state = race(TWO, LONG, rules={"care_proxy": "random"}, seed=seed, **words)
        play(state, "2 stop", "1 stop")
        seen |= set(hand_of(state, 2))
    assert seen == {"care", "double care"}


def tied(seed=0, **rules):
    state = race(TWO, "S", rules=rules, order=[2, 1], seed=seed)
    return play(state, "2 use A", "1 use A")


def test_everything_equal():
    """HS-A12: final_tie shared, by chance, or by the order of arrival."""
    assert tied().winners == [1, 2]
    assert tied().counters["game"]["won_final"] == 1
    assert tied(final_tie="order").winners == [2]
    winners = [tuple(tied(seed, final_tie="random").winners) for seed in range(40)]
    assert set(winners) == {(1,), (2,)}


def test_nobody_declares():
    """HS-A13: max_prep_days; nobody wins. Without a possible action a player passes."""
    state = new_game(2, max_prep_days=2)
    draft_day(state)
    draft_day(state)
    assert state.over
    assert state.winners == []
    assert state.counters["end_reason"] == "nobody ready"
    state = make_state([EMPTY, EMPTY], ["equipment", ""])
    assert state.moves() == ["pass"]
    play(state, "1 pass")
    assert state.counters["seats"][0]["passes"] == 1


def test_the_cap_is_off_after_a_declaration():
    """HS-A13: max_prep_days."""
    state = make_state([YOUNG, EMPTY], day=2, centre="care care", rules={"max_prep_days": 2})
    play(state, "1 to hand care", "1 declare")
    while not state.over and state.position()["day"] == 2:
        state.play(first(state, "reveal no more", "to hand", "no bonus"))
    assert not state.over


@pytest.mark.parametrize(("rule", "reason"), [("wins", "walkover"), ("runs", "finish")])
def test_a_single_racer(rule, reason):
    """HS-A14: single_racer."""
    words = {"declared": [1, 0], "day": 4, "turn": 2, "mentors": [0, 0], "care_taken": [3, 0]}
    state = make_state(
        ["SSI SSP SSS SSI / SSP III PPP SSS", EMPTY], rules={"single_racer": rule}, **words
    )
    play(state, "2 pass")
    while not state.over:
        state.play(state.moves()[-1])
    assert state.winners == [1]
    assert state.counters["end_reason"] == reason


@pytest.mark.parametrize(("rule", "winners"), [("furthest", [1, 2]), ("void", [])])
def test_a_deadlock(rule, winners):
    """HS-A15: deadlock; the furthest win, both by the same distance, or nobody does."""
    state = race(TWO, "S S I I", fields=[1, 2], rules={"deadlock": rule}, race_day=2)
    play(state, "1 use A", "1 stop", "2 stop")
    assert state.over
    assert state.counters["end_reason"] == "deadlock"
    assert state.scores == [2, 2]
    assert state.winners == winners


def test_the_cap_of_a_race():
    """HS-A15: max_race_days; the furthest wins, ready huskies counted at dawn."""
    state = race(TWO, "S S S S", fields=[1, 2], rules={"max_race_days": 3}, race_day=3)
    play(state, "1 stop", "2 stop")
    assert state.over
    assert state.winners == [2]
    assert state.counters["end_reason"] == "race cap"
    void = race(TWO, "S S S", rules={"max_race_days": 1, "deadlock": "void"})
    play(void, "1 stop", "2 stop")
    assert void.winners == []


@pytest.mark.parametrize("both", [True, False])
def test_a_bonus_and_a_declaration(both):
    """HS-A16: bonus_then_declare."""
    sled = "SS SS SS SS / SS SS . ."
    state = make_state([sled, EMPTY], ["young", ""], {"bonus_then_declare": both}, centre="H14")
    play(state, "1 to sled H14", "1 spot G", "1 bonus from hand on H")
    assert ("declare" in state.moves()) == both
    state = make_state(
        [sled, EMPTY], ["young", ""], {"bonus_then_declare": both}, centre="H14 young"
    )
    play(state, "1 to sled H14", "1 spot G", "1 no bonus")
    assert state.seat == 2  # a spot is free


@pytest.mark.parametrize("needed", [True, False])
def test_declaring_without_an_action(needed):
    """HS-A17: declare_needs_action."""
    rules = {"declare_needs_action": needed}
    state = make_state([EMPTY, YOUNG], rules=rules, mentors=[0, 0])
    play(state, "1 pass")
    if needed:
        assert state.position()["deciding"] == "action"
    else:
        assert state.moves() == ["wait", "declare"]
        deck = len(state.position()["deck"])
        play(state, "2 declare")
        assert state.position()["declared"] == [0, 1]
        assert deck - len(state.position()["deck"]) == 2  # seat 1 reveals on day 2


def test_mentors_announced_together():
    """HS-A18: mentor_timing."""
    assert new_game(3).moves() == ["reveal no more", "use a mentor"]
    state = new_game(3, mentor_timing="batch")
    assert state.moves() == ["use no mentor", "use 1 mentor", "use 2 mentors"]
    deck = len(state.position()["deck"])
    state.play("use 2 mentors")
    assert len(state.position()["deck"]) == deck - 2
    assert state.position()["deciding"] == "action"


@pytest.mark.parametrize(("time", "winner"), [("before_reset", 2), ("after_reset", 1)])
def test_when_ready_huskies_are_counted(time, winner):
    """HS-A19: tiebreak_time; seat 1 has more huskies, but most of them are tired."""
    words = {"resting": [[], ["H"]], "tired": [["B", "C", "D"], []]}
    sleds = ["S S S S / - - - -", "S - - - / - - - -"]
    state = race(sleds, "S", rules={"tiebreak_time": time}, **words)
    play(state, "1 use A", "2 use A")
    assert state.winners == [winner]


def test_loose_cards_that_are_dealt():
    """HS-A20: loose_insert; the same cards are dealt, the deck is another."""
    found = set()
    for rule in ("after_deal", "redraw"):
        words = new_game(6, 3, loose=True, loose_insert=rule, early_reveal=0).position()
        assert [len(hand) for hand in words["hands"]] == [2] * 6
        assert sum(card in words["deck"] for card in ("Husky swap", "Husky runaways")) >= 1
        found.add(str(words["deck"]))
    assert len(found) == 2


def swapping(**rules):
    state = make_state(
        ["H4 . . . / . . . .", "H14 . . . / . . . .", EMPTY],
        ["", "H9", ""],
        {"loose": True, **rules},
        deck=["Husky swap", "H48", "H47"],
        deciding="mentor",
    )
    return play(state, "1 use a mentor", "1 swap with seat 2")


def test_open_picks():
    """HS-A21: loose_pick; only the open ones are seen by the others."""
    for rule, seen in (("secret", {}), ("open", {1: "A"})):
        state = play(swapping(loose_pick=rule), "1 give from sled A")
        assert state.view(2).loose["picks"] == seen
        assert state.view(1).loose["picks"] == {1: "A"}


def test_a_received_card_may_be_kept():
    """HS-A21: loose_place."""
    moves = [f"spot {spot}" for spot in "ABCDEFGH"]
    for rule, more in (("must", []), ("may", ["to hand"])):
        state = swapping(loose_place=rule)
        play(state, "1 give from sled A", "2 give from hand H9")
        assert state.moves() == moves + more
    play(state, "1 to hand")
    assert hand_of(state, 1) == ["H9"]


def test_hand_limit():
    """HS-A22: hand_limit; mentors do not count."""
    words = {"centre": "H4 care", "hands": ["H9 equipment", ""]}
    free = make_state([EMPTY, EMPTY], **words)
    assert "to hand H4" in free.moves()
    limited = make_state([EMPTY, EMPTY], **words, rules={"hand_limit": 2})
    assert limited.moves() == ["to sled H4", "place H9"]
    wider = make_state([EMPTY, EMPTY], **words, rules={"hand_limit": 3})
    assert "to hand care" in wider.moves()


def test_fewer_than_two_to_rest():
    """HS-A23: as many as there are."""
    state = race("I - - - / - - - -", "I* S", resting=[list("BCDEFGH"), []])
    play(state, "1 use A", "1 enter and rest")
    assert state.moves() == ["rest A"]
    play(state, "1 rest A")
    assert state.moves() == ["stop"]


def test_the_first_player():
    """HS-A24: prep_first = rotate moves it one seat a day, into the race."""
    for rule, seat in (("fixed", 1), ("rotate", 2)):
        state = new_game(3, prep_first=rule)
        draft_day(state)
        assert state.seat == seat
    state = make_state([YOUNG, YOUNG], rules={"prep_first": "rotate"}, centre="care care")
    play(state, "1 to hand care", "1 declare")
    state.play(first(state, "reveal no more"))
    play(state, "2 to hand care", "2 declare")
    assert state.position()["first_player"] == 2


def test_cards_of_players_who_are_out():
    """HS-A25: care in their hands does not come back."""
    words = {"declared": [1, 0], "day": 4, "turn": 2, "mentors": [0, 0], "care_taken": [3, 0]}
    state = make_state(["S - - - / - - - -", EMPTY], ["", "care"], **words)
    play(state, "2 pass")
    assert sorted(state.position()["care_pile"]) == ["care"] * 5 + ["double care"] * 10


def test_who_draws_first():
    """HS-A26: catchup_order; seats 1 and 2 are both far behind."""
    words = {"fields": [0, 1, 9], "order": [2, 1, 3], "race_day": 2, "first_player": 1}
    words["care_pile"] = ["care", "double care"]
    drawn = {"first_player": ["care", "double care"], "race_order": ["double care", "care"]}
    for rule, cards in drawn.items():
        state = race(THREE, LONG, rules={"catchup_order": rule}, **words)
        play(state, "2 stop", "1 stop", "3 stop")
        assert hand_of(state, 1) + hand_of(state, 2) == cards


def test_stopping_with_an_open_card():
    """HS-A27: forced_care_blocks_stop; when no husky can be used, the card is forced anyway."""
    words = {"open_care": ["care", ""], "tired": [["B"], []]}
    rules = {"forced_care_blocks_stop": False}
    assert race("S S - - / - - - -", "S I", "care", **words).moves() == ["use A"]
    state = race("S S - - / - - - -", "S I", "care", rules, **words)
    assert state.moves() == ["stop", "use A"]
    play(state, "1 use A")
    assert state.moves() == ["care on A", "care on B"]


def test_a_penalty_that_an_open_card_forces():
    """HS-A6, HS-A27: with only a use that begins with an equipment field, stopping is forbidden
    (forced_care_blocks_stop), although voluntary_stop allows it."""
    state = race("I S - - / - - - -", "I* S", "care", open_care=["care", ""])
    assert state.moves() == ["use A"]
    play(state, "1 use A")
    assert state.moves() == ["enter and rest"]


def test_rules_that_do_not_fit_each_other():
    """HS-A2: one sentence each."""
    for rules, text in (
        ({"colours": 3}, "'colours' of hike-sled is for invented decks; give deck_seed as well"),
        (
            {"deck_seed": 1, "cards": "x.toml"},
            "'cards' and 'deck_seed' of hike-sled cannot be combined",
        ),
        ({"landscapes": 19}, "'landscapes' of hike-sled must be at most 18"),
        ({"landscapes": 3, "rotated": 4}, "'rotated' of hike-sled must be at most 3"),
    ):
        with pytest.raises(UserError, match=text):
            new_state(GAME, players=6, rules=rules)
