"""Hike's open readings HK-A1 to HK-A19, and the numbers a designer may turn: each changes play."""

from pathlib import Path
from typing import Any

import pytest

from analyzer import new_state
from analyzer.errors import UserError
from support.hike import hand, last_hand, make_state, play, sizes, statuses

SUITS = "Bird Bug Lake Light Peak Trail Tree"
TABLE = {
    "peak": ["bird", "light", "trail"], "bird": ["bird", "lake", "tree"],
    "bug": ["light", "peak", "tree"], "lake": ["bug", "light", "peak"],
    "light": ["bug", "trail", "tree"], "trail": ["bird", "bug", "lake"],
    "tree": ["lake", "peak", "trail"],
}  # fmt: skip


def write(path: Path, rows: dict[str, Any]) -> str:
    path.write_text("\n".join(f"{suit} = {row!r}" for suit, row in rows.items()))
    return str(path)


def follows(exposed: str, **rules: Any) -> list[str]:
    return make_state(f"{SUITS} | Bug | Bug", rules=rules, exposed=exposed).moves()


def test_a1_suit_tables(tmp_path: Path) -> None:
    """HK-A1: suits."""
    assert follows("Bug") == ["Light", "Peak", "Tree"]
    assert follows("Bug", suits="paley7") == ["Bird", "Peak", "Tree"]
    others = {tuple(follows("Bug", suits=f"random_regular:{seed}")) for seed in range(8)}
    assert len(others) > 1
    mine = write(tmp_path / "mine.toml", TABLE | {"bug": ["bug", "lake", "tree"]})
    assert follows("Bug", suits=mine) == ["Bug", "Lake", "Tree"]


def test_a2_symbols_by_card(tmp_path: Path) -> None:
    """HK-A2: suits_scope."""
    rows = {suit: [row] * 10 for suit, row in TABLE.items()}
    rows["bug"] = [TABLE["bug"]] * 6 + [["bird", "bug", "lake"]] * 4
    rules = {"suits": write(tmp_path / "cards.toml", rows), "suits_scope": "card"}
    hands = [["Bird 3", "Bird 1", "Light 2", "Tree 10", "The Wind"], ["Bug 3"], ["Bug 4"]]
    position = {"hands": hands, "exposed": "Bug 6"}
    light, wind = ["Light 2", "Tree 10"], "The Wind as "
    state = new_state("hike", rules=rules, position=position)
    assert state.moves() == [*light, wind + "Light", wind + "Peak", wind + "Tree"]
    state = new_state("hike", rules=rules, position=position | {"exposed": "Bug 7"})
    assert state.moves() == ["Bird 1", "Bird 3", wind + "Bird", wind + "Bug", wind + "Lake"]
    with pytest.raises(UserError, match="'suits_scope' of hike must be card"):
        new_state("hike", players=3, rules={"suits": rules["suits"]})


def test_a3_declining() -> None:
    """HK-A3: may_decline."""
    hands = "Trail Sun | Light | Lake"
    assert make_state(hands, exposed="Peak").moves() == ["Trail", "The Sun"]
    state = make_state(hands, rules={"may_decline": True}, exposed="Peak")
    assert state.moves() == ["Trail", "The Sun", "decline"]
    play(state, "1 decline")
    assert state.position()["causes"] == ["declined", "", ""]
    assert state.moves() == ["Light", "decline"]


def test_a4_lone_player() -> None:
    """HK-A4: solo_tail."""
    hands, moves = "Peak Light Tree | Bug | Bug", "1 Peak"
    assert make_state(hands, moves).moves() == ["Light"]
    assert last_hand(make_state(hands, moves, {"solo_tail": "stop"})) == ([2, 1, 1], [0, 2, 2])


def test_a5_peak_as_last_card() -> None:
    """HK-A5: avalanche_last_peak (HK-T9 too)."""
    more = {"exposed": "Avalanche", "in_force": ["Avalanche"], "stock": ["Bug"]}
    hands, moves = "Peak | Light Bug | Bug", "1 Peak"
    assert sizes(make_state(hands, moves, **more))[0] == 1
    state = make_state(hands, moves, {"avalanche_last_peak": "out"}, **more)
    assert state.position()["status"][0] == "finished"


def test_a6_drought_when_reversed() -> None:
    """HK-A6: drought_next."""
    hands = "Drought Lake Bug | Lake Light | Lake Bug | Lake Peak"
    moves, right = "1 Drought, 4 Lake, 3 Lake, 2 Lake, 1 Lake, 4 Peak", {"direction": "right"}
    make_state(hands, moves, **right)
    moves = "1 Drought, 2 Lake, 3 Lake, 4 Lake, 1 Lake, 2 Light"
    state = make_state(hands, moves, {"drought_next": "left"}, **right)
    assert (state.seat, state.position()["direction"]) == (1, "right")


def test_a6_first_lake_of_a_drought() -> None:
    """HK-A6: drought_order."""
    hands = "Drought Lake Bug | Lake Light | Lake Bug"
    make_state(hands, "1 Drought, 2 Lake, 3 Lake, 1 Lake, 2 Light")
    make_state(
        hands, "1 Drought, 1 Lake, 2 Lake, 3 Lake, 2 Light", {"drought_order": "player_first"}
    )


def test_a7_hand_emptied_by_poop() -> None:
    """HK-A7: poop_empty."""
    hands, moves = "Poop Avalanche Light | Light Peak | Bug", "1 Poop, 2 Peak"
    state = make_state(hands, moves)
    assert state.position()["status"] == ["active", "active", "finished"]
    waits = {"poop_empty": "active_until_turn"}
    state = make_state(hands, moves, waits)
    assert state.position()["status"] == ["active", "active", "eliminated"]
    hands, moves = "Poop Light | Avalanche Peak | Bug | Bug", "1 Poop, 2 Avalanche"
    assert sizes(make_state(hands, moves))[2:] == [0, 0]
    assert sizes(make_state(hands, moves, waits))[2:] == [2, 2]


def test_a8_bonus_for_planting() -> None:
    """HK-A8: spring_empty_bonus (HK-T19 too)."""
    hands, moves = "Spring Light | Tree | Bug", "1 Spring, 2 plant 1 Tree, 3 Bug, 1 Light"
    assert last_hand(make_state(hands, moves)) == ([0, 0, 0], [3, 4, 3])
    assert last_hand(make_state(hands, moves, {"spring_empty_bonus": False})) == (
        [0, 0, 0],
        [3, 1, 3],
    )


def test_a9_who_plants() -> None:
    """HK-A9: spring_scope."""
    more = {"exposed": "Peak", **statuses("a e a")}
    hands = "Spring Light | Tree | Bug"
    assert make_state(hands, "1 Spring", **more).seat == 3
    state = make_state(
        hands, "1 Spring, 2 plant 1 Tree, 3 Bug, 1 Light", {"spring_scope": "all"}, **more
    )
    assert last_hand(state) == ([0, 0, 0], [3, 4, 3])


def test_a9_how_long() -> None:
    """HK-A9: spring_duration."""
    more = {"exposed": "Peak", "in_force": ["Spring"]}
    hands = "Trail Tree | Bug Tree | Bug"
    assert make_state(hands, **more).moves() == ["Trail"]
    long = {"spring_duration": "rest_of_hand"}
    state = make_state(hands, rules=long, **more)
    assert state.moves() == ["plant nothing", "plant 1 Tree"]
    play(state, "1 plant nothing, 1 Trail, 2 plant 1 Tree, 2 Bug")
    assert state.position()["planted"] == [[], ["Tree"], []]


def test_a10_wind_as_bird() -> None:
    """HK-A10: wind_bird."""
    more = {"pile": ["The Worm", "Peak"], "worm": {"state": "waiting", "by": 2}}
    hands, moves = "Wind Bug | Lake Bug | Bird", "1 Wind as Bird"
    assert make_state(hands, moves, **more).position()["birds"] == 1
    position = make_state(hands, moves, {"wind_bird": False}, **more).position()
    assert (position["birds"], position["worm"]["state"]) == (0, "waiting")
    assert make_state("Worm Wind | Bug | Bug", "1 Worm", {"wind_bird": False}).seat == 2


def test_a10_wind_planted() -> None:
    """HK-A10: wind_plants."""
    hands = "Spring Wind Tree | Bug | Bug"
    assert len(make_state(hands, "1 Spring").moves()) == 4
    assert len(make_state(hands, "1 Spring", {"wind_plants": False}).moves()) == 2


def test_a11_capture() -> None:
    """HK-A11: worm_capture."""
    more = {"pile": ["The Worm", "Peak"], "worm": {"state": "waiting", "by": 3}}
    hands, moves = "Bird Bug | Bird Bug | Tree Bug", "1 Bird"
    assert make_state(hands, moves, **more).position()["worm"]["to"] == 1
    state = make_state(hands, moves, {"worm_capture": "policy"}, **more)
    assert state.moves() == ["capture The Worm", "leave The Worm"]
    left = play(state.copy(), "1 leave The Worm, 2 Bird").position()["worm"]
    assert left == {"state": "left", "by": 3}
    assert play(state, "1 capture The Worm").position()["worm"]["to"] == 1
    state = make_state(hands, "1 Bird, 2 Bird", {"worm_capture": "forget:1"}, **more)
    assert state.position()["worm"] == {"state": "left", "by": 3}
    half = {"worm_capture": "forget:0.5"}
    seen = {
        make_state(hands, moves, half, seed=n, **more).position()["worm"]["state"]
        for n in range(30)
    }
    assert seen == {"left", "captured"}


def test_a11_bird_on_own_worm() -> None:
    """HK-A11: worm_bird."""
    hands = "Worm Bird Wind | Bug | Bug"
    assert make_state(hands, "1 Worm").moves() == ["Bird", "The Wind as Bird", "no Bird"]
    must = {"worm_bird": "must"}
    assert make_state(hands, "1 Worm", must).moves() == ["Bird", "The Wind as Bird"]
    assert make_state("Worm Tree | Bug | Bug", "1 Worm", must).seat == 2


def test_a12_empty_stock() -> None:
    """HK-A12: deck_exhausted; the exposed card and The Worm stay in the pile."""
    more = {"exposed": "Avalanche", "in_force": ["Avalanche"], "stock": []}
    more["worm"] = {"state": "waiting", "by": 3}
    hands, moves = "Peak Bug | Light Bug | Bug", "1 Peak"
    assert sizes(make_state(hands, moves, **more))[0] == 1
    state = make_state(hands, moves, {"deck_exhausted": "reshuffle"}, **more)
    assert sizes(state)[0] == 2
    assert state.position()["pile"] == ["The Worm", "Peak"]
    assert len(state.position()["stock"]) == 80 - 5 - 2


def over_target(points: list[int], **rules: Any) -> Any:
    more = {"exposed": "Peak", "turn": 3, **statuses("f f a")}
    return make_state("| | Bug Bug", points=points, rules=rules, **more)


def test_a13_two_over_the_target() -> None:
    """HK-A13: over_target."""
    assert over_target([24, 28, 0]).winners == [2]
    assert over_target([24, 28, 0], over_target="seat").winners == [1]


def test_a14_who_plays_on() -> None:
    """HK-A14: tie_play."""
    assert sizes(over_target([24, 24, 0])) == [7, 7, 7]
    state = over_target([24, 24, 0], tie_play="tied")
    assert sizes(state) == [7, 7, 0]
    assert state.position()["status"] == ["active", "active", "out"]


def test_a15_remainder() -> None:
    """HK-A15: extra_points."""
    more = {"exposed": "Peak", "turn": 4, "ran_out": [3, 1, 2], **statuses("f f f a")}
    hands = "| | | Bug Bug Bug Bug Bug Lake Lake Lake Lake Lake Lake"
    assert last_hand(make_state(hands, **more))[1] == [6, 6, 8, 0]
    assert last_hand(make_state(hands, rules={"extra_points": "spread"}, **more))[1] == [7, 6, 7, 0]


def test_a16_dealer() -> None:
    """HK-A16: dealer."""
    dealers = {}
    for dealer in ("left", "fixed", "winner"):
        rules, more = {"dealer": dealer}, {"exposed": "Peak", **statuses("a f e")}
        state = make_state("Bug | | Bug", rules=rules, dealer=3, **more)
        dealers[dealer] = (state.position()["dealer"], state.seat)
    assert dealers == {"left": (1, 2), "fixed": (3, 1), "winner": (2, 3)}


def test_a17_earthquake() -> None:
    """HK-A17: earthquake_deal, earthquake_dir."""
    hands, moves = "Earthquake Bug | Tree Tree Tree | Lake Lake Lake", "1 Earthquake"
    right = {"direction": "right"}
    assert sizes(make_state(hands, moves, **right)) == [2, 3, 2]
    assert sizes(make_state(hands, moves, {"earthquake_dir": "direction"}, **right)) == [2, 2, 3]
    state = make_state(hands, moves, {"earthquake_deal": "same_size"})
    assert sizes(state) == [1, 3, 3]


@pytest.mark.parametrize(("dealer", "points"), [(1, [1, 3, 0]), (3, [3, 1, 0]), (2, [3, 1, 0])])
def test_a18_nobody_played(dealer: int, points: list[int]) -> None:
    """HK-A18: the odd points go to the first from the dealer's left."""
    more = {"exposed": "Peak", "turn": 3, "last_play": [0, 0, 3], **statuses("e e a")}
    state = make_state("Bug | Bug | Lake Lake", dealer=dealer, **more)
    assert last_hand(state) == ([1, 1, 2], [2, 2, 0])
    state = make_state("Bug | Bug | Lake Lake Lake", dealer=dealer, **more)
    assert last_hand(state)[1] == [2 + (points[0] > 1), 2 + (points[1] > 1), 0]


def test_a19_avalanche_draw() -> None:
    """HK-A19: avalanche_draw matters when the stock is short."""
    hands, moves = "Avalanche Bug | Bug | Bug | Bug", "1 Avalanche"
    more = {"exposed": "Peak", "stock": ["Lake", "Light", "Tree"]}
    state = make_state(hands, moves, **more)
    assert [hand(state, seat) for seat in (2, 3, 4)] == [
        ["Bug", "Lake", "Light"], ["Bug", "Tree"], ["Bug"],
    ]  # fmt: skip
    state = make_state(hands, moves, {"avalanche_draw": "one_twice"}, **more)
    assert [hand(state, seat) for seat in (2, 3, 4)] == [
        ["Bug", "Lake"], ["Bug", "Light"], ["Bug", "Tree"],
    ]  # fmt: skip


# --- numbers -------------------------------------------------------------------------------------


def test_hand_size() -> None:
    """HK-3: hand_size."""
    assert sizes(new_state("hike", players=4, rules={"hand_size": 5})) == [5] * 4
    with pytest.raises(UserError, match="'hand_size' of hike must be at most 10 for 8 players"):
        new_state("hike", players=8, rules={"hand_size": 11})


def test_bonus_and_tree_points() -> None:
    """HK-60, HK-61: bonus, tree_points."""
    hands, moves = "Spring Light | Tree | Bug", "1 Spring, 2 plant 1 Tree, 3 Bug, 1 Light"
    assert last_hand(make_state(hands, moves, {"bonus": 0, "tree_points": 4}))[1] == [0, 4, 0]


def test_target() -> None:
    """HK-63: target; 25, 35 or 45 by the number of players."""
    targets = [new_state("hike", players=n).rules.target for n in range(3, 9)]
    assert targets == [25, 25, 35, 35, 45, 45]
    assert over_target([24, 28, 0], target=40).winners == []
    assert over_target([24, 28, 0], target=32).winners == [2]


@pytest.mark.parametrize(
    "name",
    [
        "avalanche",
        "drought",
        "earthquake",
        "litter",
        "lost",
        "poop",
        "spring",
        "sun",
        "wind",
        "worm",
    ],
)
def test_copies(name: str) -> None:
    """HK-2: a specialty can be left in the box."""
    position = new_state("hike", players=3, rules={name: 0}).position()
    deck = sum(position["hands"], position["stock"])
    assert len(deck) == 79
    assert name.capitalize() not in [card.removeprefix("The ") for card in deck]


@pytest.mark.parametrize(("rule", "reason"), [("max_turns", "turn cap"), ("max_hands", "hand cap")])
def test_caps(rule: str, reason: str) -> None:
    """HK-17, HK-64: a game that goes on too long is given up."""
    state = new_state("hike", players=3, rules={rule: 1, "target": 1000})
    while not state.over:
        state.play(0)
    assert (state.winners, state.counters["end_reason"]) == ([], reason)
