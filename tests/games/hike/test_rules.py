"""Hike's clauses HK-1 to HK-53, each by a small position: deal, turns, specialties.

Scenarios that show a clause too are in test_scenarios.py, scoring is in test_scoring.py, what
the rulebook leaves open in test_readings.py.
"""

from collections import Counter

import pytest

from analyzer import new_state
from analyzer.errors import UserError
from support.hike import cards, hand, last_hand, make_state, play, sizes, statuses

SUITS = "Bird Bug Lake Light Peak Trail Tree"
SPECIALTIES = "Avalanche Drought Earthquake Lost Poop Spring Sun Worm"
ROWS = {  # evidence7
    "Peak": "Bird Light Trail",
    "Bird": "Bird Lake Tree",
    "Bug": "Light Peak Tree",
    "Lake": "Bug Light Peak",
    "Light": "Bug Trail Tree",
    "Trail": "Bird Bug Lake",
    "Tree": "Lake Peak Trail",
}


def test_three_to_eight_players() -> None:
    """HK-1."""
    for players in (2, 9):
        with pytest.raises(UserError, match="must be a whole number from 3 to 8"):
            new_state("hike", players=players)
    assert [len(new_state("hike", players=n).scores) for n in range(3, 9)] == [3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize("players", range(3, 9))
def test_deck_and_deal(players: int) -> None:
    """HK-2, HK-3: 80 cards, 7 to each, the rest is the stock; anew for every hand."""
    deck = Counter(dict.fromkeys(SUITS.split(), 10))
    deck += Counter([*cards(SPECIALTIES), "Litter", "The Wind"])
    state = new_state("hike", players=players, seed=players)
    for number in (1, 2):
        while state.position()["hand"] < number:
            state.play(0)
        position = state.position()
        assert sizes(state) == [7] * players
        assert position["pile"] == []
        assert Counter(sum(position["hands"], position["stock"])) == deck


def test_cards_are_dealt_one_by_one() -> None:
    """HK-3, HK-4: from the dealer's left, who leads."""
    deck = SUITS.split() * 10 + [*cards(SPECIALTIES), "Litter", "The Wind"]
    state = new_state("hike", players=3, deals=[deck])
    assert hand(state, 1) == sorted(deck[0:21:3])
    assert hand(state, 2) == sorted(deck[1:21:3])
    assert state.position()["stock"] == deck[21:]
    assert (state.position()["dealer"], state.seat) == (3, 1)


def test_lead() -> None:
    """HK-4, HK-11: anything but Litter, a Wind as any suit, a specialty with its effect."""
    state = make_state("Litter Wind Peak Avalanche | Bug | Bug")
    winds = [f"The Wind as {suit}" for suit in SUITS.split()]
    assert state.moves() == ["Peak", "Avalanche", *winds]
    assert sizes(play(state, "1 Avalanche")) == [3, 3, 3]


def test_turns_pass_to_the_left() -> None:
    """HK-5."""
    hands = "Peak Peak | Trail Trail | Bug Bug | Light Light"
    make_state(hands, "1 Peak, 2 Trail, 3 Bug, 4 Light")
    hands = "Peak Peak | Light Light | Bug Bug | Trail Trail"
    make_state(hands, "1 Peak, 4 Trail, 3 Bug, 2 Light", direction="right")


def test_who_is_out_is_skipped() -> None:
    """HK-6."""
    make_state("Peak Bug | Light | | Trail", "1 Peak, 4 Trail, 1 Bug", **statuses("a e f a"))


@pytest.mark.parametrize("exposed", ROWS)
def test_what_may_follow(exposed: str) -> None:
    """HK-7, HK-8, HK-9, HK-44: the three suits, every specialty, a Wind as one of the three."""
    state = make_state(f"{SUITS} {SPECIALTIES} Litter Wind | Bug | Bug", exposed=exposed)
    follow = ROWS[exposed].split()
    assert state.moves() == follow + cards(SPECIALTIES) + [f"The Wind as {s}" for s in follow]


@pytest.mark.parametrize("suit", ROWS)
def test_wind_is_the_suit_it_was_named(suit: str) -> None:
    """HK-43, HK-12: no card but those of the suit's row."""
    state = make_state(f"Wind Bug | {SUITS} | Bug", f"1 Wind as {suit}", exposed="Poop")
    assert state.moves() == ROWS[suit].split()


def test_on_the_sun() -> None:
    """HK-10, HK-44: Light, or a Wind as Light."""
    state = make_state(
        f"{SUITS} {SPECIALTIES.replace('Sun', '')} Litter Wind | Bug | Bug", exposed="The Sun"
    )
    assert state.moves() == ["Light", "The Wind as Light"]


@pytest.mark.parametrize("exposed", cards(SPECIALTIES.replace("Sun", "")))
def test_on_a_specialty(exposed: str) -> None:
    """HK-12, HK-11, HK-44: anything but Litter."""
    worm = {"worm": {"state": "waiting", "by": 3}} if exposed == "The Worm" else {}
    state = make_state(f"{SUITS} Sun Litter Wind | Bug | Bug", exposed=exposed, **worm)
    winds = [f"The Wind as {suit}" for suit in SUITS.split()]
    assert state.moves() == [*SUITS.split(), "The Sun", *winds]


def test_one_must_play() -> None:
    """HK-13: the only card that fits is the only move."""
    assert make_state("Trail Bug Litter | Bug | Bug", exposed="Peak").moves() == ["Trail"]


def test_no_legal_card() -> None:
    """HK-14, HK-15, HK-6: out, the cards face up; the next faces the same card."""
    state = make_state("Trail Bug | Bug Tree | Light Tree", "1 Trail", exposed="Peak")
    assert (state.seat, sizes(state)) == (2, [1, 2, 2])
    state = make_state("Light Bug | Lake Bird | Trail Tree", "1 Light", exposed="Peak")
    assert state.view(1).laid == [[], ["Bird", "Lake"], []]
    assert state.position()["causes"] == ["", "no follow", ""]
    assert (state.seat, state.moves()) == (3, ["Trail", "Tree"])


def test_finished() -> None:
    """HK-16: no further turn, no later effect."""
    state = make_state("Peak | Light Avalanche Bug | Trail Bug Bug", "1 Peak, 2 Light")
    assert state.position()["status"] == ["finished", "active", "active"]
    play(state, "3 Trail, 2 Avalanche")
    assert sizes(state) == [0, 1, 4]


def test_lone_player_goes_on() -> None:
    """HK-17."""
    state = make_state("Peak Light Tree Bug | Bug | Bug", "1 Peak, 1 Light, 1 Tree")
    assert last_hand(state) == ([1, 1, 1], [1, 1, 1])


def test_order_inside_a_play() -> None:
    """HK-18: a Bird captures before its player is finished."""
    worm = {"pile": ["The Worm", "Peak"], "worm": {"state": "waiting", "by": 3}}
    state = make_state("Bird | Bug Bug | Bug", "1 Bird", birds=2, **worm)
    assert last_hand(state) == ([0, 2, 1], [3 + 3 + 3, 0, 0])


# --- Avalanche, Drought, Earthquake --------------------------------------------------------------


def test_avalanche() -> None:
    """HK-19, HK-20: two for everybody else who is active."""
    state = make_state(
        "Avalanche Bug | Bug | Bug | Bug |", "1 Avalanche", exposed="Peak", **statuses("a a e a f")
    )
    assert sizes(state) == [1, 3, 1, 3, 0]


def test_peaks_after_avalanche() -> None:
    """HK-21, HK-22: they draw one, the player of Avalanche too; not before it."""
    pile = {"exposed": "Poop", "stock": ["Lake"] * 6}
    hands = "Peak Avalanche Light Bug | Light Bug Bug | Tree Bug Peak"
    state = make_state(hands, "1 Peak, 2 Light, 3 Tree", **pile)
    assert sizes(state) == [3, 2, 2]
    assert sizes(play(state, "1 Avalanche, 2 Bug, 3 Peak")) == [2, 3, 4]
    state = make_state(
        "Avalanche Peak Bug | Bug Trail | Tree Bug", "1 Avalanche, 2 Bug, 3 Tree", **pile
    )
    assert sizes(play(state, "1 Peak")) == [2, 3, 3]


def test_drought_order_of_running_out() -> None:
    """HK-26, HK-27, HK-23: the player of Drought is the last to lay a Lake."""
    hands = "Drought Lake | Lake | Lake | Bug Bug Bug Bug"
    state = make_state(
        hands, "1 Drought, 2 Lake, 3 Lake, 1 Lake", exposed="Peak", **statuses("a a a e")
    )
    assert last_hand(state) == ([0, 0, 0, 4], [4, 5, 4, 0])


def test_drought_ignores_the_rows() -> None:
    """HK-23, HK-24: Lake on Lake, nothing else; then Lake's row must be followed."""
    state = make_state("Drought Lake Bug | Lake Sun Peak | Wind Lake Tree", "1 Drought")
    assert state.moves() == ["Lake"]
    play(state, "2 Lake")
    assert state.moves() == ["Lake", "The Wind as Lake"]
    play(state, "3 Lake, 1 Lake")
    assert (state.seat, state.moves()) == (2, ["Peak", "The Sun"])


def test_drought_eliminates_its_own_player() -> None:
    """HK-24: he owes a Lake too."""
    state = make_state("Drought Bug | Lake Peak | Lake Bug", "1 Drought, 2 Lake, 3 Lake")
    assert state.position()["causes"] == ["drought", "", ""]
    assert state.seat == 2


def test_earthquake_as_last_card() -> None:
    """HK-29, HK-28: its player is finished and gets nothing."""
    state = make_state(
        "Earthquake | Bug Bug Bug | Tree | Lake",
        "1 Earthquake",
        exposed="Peak",
        **statuses("a a a e"),
    )
    assert sizes(state) == [0, 2, 2, 1]
    assert state.position()["status"][0] == "finished"


def test_earthquake_moves_only_hands() -> None:
    """HK-30: trees, Bugs, a captured Worm stay; Litter may change its owner."""
    lying = {"planted": [[], ["Tree"], []], "bugs": [["Bug"], [], []]}
    lying["worm"] = {"state": "captured", "by": 1, "to": 2}
    owners = set()
    for seed in range(20):
        state = make_state("Earthquake Litter | Peak | Lake", "1 Earthquake", seed=seed, **lying)
        position = state.position()
        assert {key: position[key] for key in lying} == lying
        owners |= {seat for seat in (1, 2, 3) if "Litter" in position["hands"][seat - 1]}
    assert owners == {1, 2, 3}


@pytest.mark.parametrize("more", [1, 2, 3, 4])
def test_earthquake_sizes(more: int) -> None:
    """HK-31, HK-28: who sits next to the left gets the odd cards."""
    state = make_state(f"Earthquake {'Bug ' * more} | Tree | Lake", "1 Earthquake")
    assert sizes(state) == [(more + 2) // 3, (more + 4) // 3, (more + 3) // 3]


def test_litter_alone() -> None:
    """HK-32, HK-11: out on its next turn, with one card."""
    state = make_state("Peak Bug | Litter | Light Lake", "1 Peak")
    assert state.position()["status"][1] == "eliminated"
    assert sizes(state)[1] == 1


# --- Lost, Poop, Spring --------------------------------------------------------------------------


def test_lost_and_trails() -> None:
    """HK-33, HK-34, HK-35, HK-36: a Trail turns the direction only after Lost, then each time."""
    make_state("Peak Bug | Trail Bug | Bug Bug | Bug", "1 Peak, 2 Trail, 3 Bug")
    state = make_state("Lost Peak | Bird | Trail Bug | Tree Wind", "1 Lost, 4 Tree, 3 Trail")
    assert (state.seat, state.position()["direction"]) == (4, "left")
    make_state("Lost Bug | Bird | Light Bug | Wind Bug", "1 Lost, 4 Wind as Trail, 1 Bug")


def test_reversing_trail_with_two_left() -> None:
    """HK-37, HK-38: the same player again, if he has a card left."""
    lost = {"exposed": "Peak", "in_force": ["Lost"], **statuses("a a e")}
    make_state("Trail Bird Bug | Bird Bug | Bug", "1 Trail, 1 Bird, 2 Bird", **lost)
    make_state("Trail | Bird Bug | Bug", "1 Trail, 2 Bird", **lost)
    make_state(
        "Trail Tree | Bird Bug | Bug", "1 Trail, 2 Bird", exposed="Peak", **statuses("a a e")
    )


def test_poop() -> None:
    """HK-39, HK-40: all Bugs of active hands, its player's too; their owners play on."""
    hands = "Poop Bug Peak | Bug Bug Light | Bug Bug | Tree"
    state = make_state(hands, "1 Poop", exposed="Peak", **statuses("a a e a"))
    assert [len(bugs) for bugs in state.position()["bugs"]] == [1, 2, 0, 0]
    assert sizes(state) == [1, 1, 2, 1]
    assert (state.seat, state.moves()) == (2, ["Light"])


def test_bugs_drawn_after_poop() -> None:
    """HK-40: are cards like all others."""
    drawn = {"exposed": "Poop", "in_force": ["Avalanche"], "stock": ["Bug"]}
    state = make_state("Peak Tree | Trail Tree | Lake Lake", "1 Peak, 2 Trail, 3 Lake", **drawn)
    assert state.moves() == ["Bug"]


def test_hand_of_bugs() -> None:
    """HK-41: finished, the Bugs are left over, no bonus."""
    state = make_state("Poop Peak | Bug Bug | Lake", "1 Poop")
    assert state.position()["status"] == ["active", "finished", "active"]
    assert last_hand(play(state, "3 Lake, 1 Peak")) == ([0, 2, 0], [4, 0, 4])


def test_spring() -> None:
    """HK-42: any number of Trees, in the direction from its player; not the eliminated."""
    hands = "Spring Peak | Tree Tree Bug | Tree Tree | Tree"
    state = make_state(hands, "1 Spring", exposed="Peak", direction="right", **statuses("a a e a"))
    assert (state.seat, state.moves()) == (4, ["plant nothing", "plant 1 Tree"])
    play(state, "4 plant 1 Tree")
    assert state.position()["status"] == ["active", "active", "eliminated", "finished"]
    assert state.moves() == ["plant nothing", "plant 1 Tree", "plant 2 Trees"]
    play(state, "2 plant 2 Trees")
    assert (state.seat, state.moves()) == (2, ["Bug"])


# --- The Wind, The Worm, The Sun -----------------------------------------------------------------


def test_wind_triggers() -> None:
    """HK-45: as Trail it turns the direction, as Bird it captures; it is no Bug for Poop."""
    lost = {"exposed": "Peak", "in_force": ["Lost"]}
    assert make_state("Wind Bug | Bird | Bird", "1 Wind as Trail", **lost).seat == 3
    worm = {"pile": ["The Worm", "Peak"], "worm": {"state": "waiting", "by": 2}}
    state = make_state("Wind Bug | Lake Bug | Bird", "1 Wind as Bird", **worm)
    assert state.position()["worm"] == {"state": "captured", "by": 2, "to": 1}
    assert state.position()["birds"] == 1
    assert hand(make_state("Poop Wind | Bug Lake | Lake", "1 Poop"), 1) == ["The Wind"]


def test_worm_stays_in_the_pile() -> None:
    """HK-46, HK-47, HK-50: "no Bird" leaves it to the first Bird; it is captured once."""
    hands = "Worm Bird Lake | Peak Tree | Bird Peak | Bird Bird"
    state = make_state(hands, "1 Worm, 1 no Bird, 2 Peak, 3 Bird, 4 Bird")
    position = state.position()
    assert position["worm"] == {"state": "captured", "by": 1, "to": 3}
    assert "The Worm" not in position["pile"]
    assert (position["birds"], state.seat) == (2, 1)


def test_worm_pays_for_all_birds() -> None:
    """HK-48, HK-61: before and after the capture, to a captor who need not win."""
    hands = "Worm Bird Lake | Bird Tree | Bird Peak Peak"
    state = make_state(hands, "1 Worm, 1 Bird, 2 Bird, 3 Bird, 1 Lake, 3 Peak", birds=4)
    assert last_hand(state) == ([0, 1, 1], [2 + 3 + 7, 0, 0])


def test_worm_falls_to_its_player() -> None:
    """HK-49, HK-50: even if he is out; an unplayed Worm scores nobody."""
    last = {"turn": 3, "birds": 5, **statuses("e e a")}
    worm = {"pile": ["The Worm", "Peak"], "worm": {"state": "waiting", "by": 2}}
    state = make_state("Bug | Bug | Lake", **worm, **last)
    assert last_hand(state) == ([1, 1, 1], [1, 6, 1])
    state = make_state("Worm | Bug | Lake", exposed="Peak", **last)
    assert last_hand(state) == ([1, 1, 1], [1, 1, 1])


def test_sun_goes_round() -> None:
    """HK-51, HK-53, HK-15: who has no Light is out until somebody has; then normal play."""
    state = make_state("Sun Bug | Peak Wind | Tree | Bug Light Trail", "1 Sun")
    assert (state.seat, state.moves()) == (2, ["The Wind as Light"])
    state = make_state("Sun Bug Tree | Peak | Tree | Peak Light Trail", "1 Sun, 4 Light")
    assert state.position()["causes"] == ["", "sun", "sun", ""]
    assert (state.seat, state.moves()) == (1, ["Bug", "Tree"])


def test_sun_comes_back() -> None:
    """HK-52: its own player needs Light; finished with it, the hand ends."""
    assert last_hand(make_state("Sun Bug | Peak | Tree", "1 Sun")) == ([1, 1, 1], [1, 1, 1])
    assert last_hand(make_state("Sun | Peak | Tree", "1 Sun")) == ([0, 1, 1], [5, 0, 0])
    assert make_state("Sun Light | Peak | Tree", "1 Sun").moves() == ["Light"]
