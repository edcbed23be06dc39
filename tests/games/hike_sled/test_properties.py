"""What holds in every playout of hike-sled, whatever the rules, the players and their choices."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import new_state
from analyzer.games import hike_sled
from analyzer.games.hike_sled.cards import table_of
from analyzer.games.hike_sled.words import deck_names
from analyzer.games.parameters import parameters
from analyzer.playout.state import State
from support.hike_sled import GAME
from support.settings import examples

pytestmark = pytest.mark.kit

MOST_MOVES = 60_000
CHOICES = {p.name: p.values for p in parameters(hike_sled.Rules) if p.values}
LOOSE = ("Husky swap", "Husky runaways", "Crazy husky swap", "Sled huskies on the loose")


@st.composite
def tables(draw: Any) -> State:
    """A playout before its first move, under any rules."""
    players = draw(st.integers(2, 6))
    optional = {name: st.sampled_from(values) for name, values in CHOICES.items()}
    optional |= {
        "columns": st.integers(1, 4),
        "landscapes": st.integers(1, 10),
        "last_days": st.integers(0, 8),
        "late_reveal": st.integers(0, 3),
        "rest": st.integers(0, 8),
        "catchup_gap": st.integers(1, 12),
        "mentors": st.integers(0, 4),
        "hand_limit": st.integers(0, 5),
        "equipment": st.integers(0, 24),
        "deck_care": st.integers(0, 12),
        "youngsters": st.integers(0, 16),
        "deck_seed": st.integers(0, 9),
        "max_prep_days": st.integers(1, 60),
        "max_race_days": st.integers(1, 60),
    }
    rules = draw(st.fixed_dictionaries({}, optional=optional))
    return new_state(GAME, players=players, rules=rules, seed=draw(st.integers(0, 2**32)))


def run(state: State, rng: random.Random) -> Any:
    """Every position of a playout, the last one too."""
    for _ in range(MOST_MOVES):
        yield state.position()
        if state.over:
            return
        moves = state.moves()
        assert len(moves) <= 140
        state.play(rng.randrange(len(moves)))
    raise AssertionError("a playout that does not end")


def cards_of(words: dict[str, Any]) -> Counter:
    """All cards of the husky deck that are somewhere."""
    places = [*words["hands"], *words["sleds"], words["centre"], words["gone"]]
    received = words["loose"].get("received", [])
    cards = [card for place in places for card in place if card] + [c for c in received if c]
    rest = [card for card in words["deck"] if card not in LOOSE]
    return Counter(cards + rest) - Counter({"double care": 99})


@examples(40)
@given(tables(), st.integers(0, 2**32))
def test_cards_are_conserved(state: State, seed: int) -> None:
    """HS-4, HS-15 to HS-17, HS-26, HS-63 to HS-68: no husky in two places, none from nowhere; in
    Preparations nothing is lost but what loose cards remove."""
    wanted = Counter(deck_names(state.rules))
    singles = wanted["care"]
    for words in run(state, random.Random(seed)):
        found = cards_of(words)
        found["equipment"] += sum(map(len, words["upgraded"]))
        for card, n in found.items():
            if card != "care":
                assert n <= wanted[card], card
        if not words["racers"]:
            piled = sum(min(taken, 1) for taken in words["care_taken"])
            assert found["care"] == singles + piled
            assert +found == +(wanted + Counter({"care": piled}))


@examples(40)
@given(tables(), st.integers(0, 2**32))
def test_edges_match_everywhere(state: State, seed: int) -> None:
    """HS-20, HS-21, HS-17, HS-65: in every sled, at every moment."""
    huskies, columns = table_of(state.rules).huskies, state.rules.columns
    for words in run(state, random.Random(seed)):
        for sled in words["sleds"]:
            for spot, card in enumerate(sled):
                for other, side, facing in ((spot + columns, 3, 1), (spot + 1, 2, 4)):
                    if (side == 3 and spot >= columns) or (side == 2 and (spot + 1) % columns == 0):
                        continue
                    pair = (card, sled[other])
                    if all(name.startswith("H") for name in pair):
                        one, two = (huskies[int(name[1:]) - 1] for name in pair)
                        assert one[side] == two[facing]


@examples(40)
@given(tables(), st.integers(0, 2**32))
def test_the_race(state: State, seed: int) -> None:
    """HS-36, HS-40, HS-42, HS-48, HS-57: pawns go forward and stay on the track; who rests never
    comes back, and is never tired; upgrades stay where they are."""
    before: dict[str, Any] = {}
    for words in run(state, random.Random(seed)):
        if not words["racers"]:
            continue
        last = len(words["track"])
        assert all(0 <= place <= last for place in words["fields"])
        if before:
            pairs = zip(before["fields"], words["fields"], strict=True)
            assert all(old <= new for old, new in pairs)
            for old, new in zip(before["resting"], words["resting"], strict=True):
                assert set(old) <= set(new)
            assert before["upgraded"] == words["upgraded"]
            assert before["sleds"] == words["sleds"]
        for tired, resting in zip(words["tired"], words["resting"], strict=True):
            assert not set(tired) & set(resting)
        before = words


@examples(40)
@given(tables(), st.integers(0, 2**32))
def test_care_is_conserved(state: State, seed: int) -> None:
    """HS-35, HS-50, HS-54, HS-56: in the race care is in hands, in the pile or discarded; only
    substitutes come and go."""
    total: Counter | None = None
    for words in run(state, random.Random(seed)):
        if not words["racers"]:
            continue
        place = [*words["hands"], words["care_pile"], words["care_discards"]]
        found = Counter(card for cards in place for card in cards if "care" in card)
        for seat in words["substitutes"]:
            found.subtract([card for card in words["hands"][seat - 1] if "care" in card])
        total = found if total is None else total
        assert +found == +total
        for seat, kind in enumerate(words["open_care"]):
            held = [card for card in words["hands"][seat] if "care" in card]
            assert not kind or held == [kind]  # an open card is the only one


@pytest.mark.full
@examples(40)
@given(tables(), st.integers(0, 2**32))
def test_ends_and_counters(state: State, seed: int) -> None:
    """HS-34, HS-53, HS-59, HS-A13, HS-A15: what a result says fits what happened."""
    *_, words = run(state, random.Random(seed))
    counters = state.counters
    game, seats = counters["game"], counters["seats"]
    decided = [game[name] for name in ("won_alone", "won_ready", "won_points", "won_final")]
    reason = counters["end_reason"]
    if reason in ("walkover", "nobody ready") or not state.winners:
        assert sum(decided) == 0
    else:
        assert sum(decided) == 1
    if reason == "finish":
        assert game["finishers"] == sum(seat["finished"] for seat in seats) > 0
        assert all(state.scores[w - 1] == len(words["track"]) for w in state.winners)
    if reason != "nobody ready":
        assert game["racers"] == len(seats) - sum(seat["out"] for seat in seats) > 0
    for seat in seats:
        assert (seat["declared_day"] == 0) == bool(seat["out"])
        turns = sum(seat[name] for name in ("sled_drafts", "hand_drafts", "places", "swaps"))
        assert turns + seat["passes"] <= game["prep_days"]
    days = game["prep_days"] + game["race_days"]
    assert days == words["day"] + words["race_day"]
