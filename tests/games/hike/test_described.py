"""Hike: what a described state says of cards face up, and of who is still to plant in a Spring."""

import random
from collections import Counter

from analyzer import new_state
from analyzer._core.games import hike as core
from oracle import harness

CARDS = 80  # 10 of each of 7 suits, and 10 specialties


def played(players, rules, seeds):
    """Every state of some random playouts, with its description."""
    for seed in seeds:
        rng = random.Random(seed)
        stepper = new_state("hike", players, rules=rules, seed=seed)._stepper
        while moves := stepper.moves():
            yield stepper, stepper.describe()
            stepper.apply(rng.choice(moves))


def lying(raw):
    """All cards, wherever they are."""
    found = [*raw["pile"], *raw["stock"]]
    for name in ("hands", "bugs", "trees"):
        found += [card for cards in raw[name] for card in cards]
    return found


def test_every_card_is_somewhere_once(tmp_path):
    """With suits_scope = "card" copies are told apart, down to the last of a suit."""
    face_up = Counter()
    rules = {"suits": harness.link_of("hike").write_card_table(tmp_path), "suits_scope": "card"}
    for _, raw in played(4, rules, range(25)):
        counts = Counter(lying(raw))
        assert max(counts.values()) == 1, raw
        # The Worm is with whoever captured it.
        assert CARDS - len(counts) == (raw["worm_to"] >= 0), raw
        face_up.update(card for name in ("bugs", "trees") for row in raw[name] for card in row)
    assert {card % 10 for card in face_up if card < 70} == set(range(10))


def reached(raw, players):
    """Seats that the planting of a Spring has passed, or that asked for it."""
    left, at = set(range(players)), raw["round_at"]
    for _ in range(players):
        at = (at + raw["direction"]) % players
        if at not in raw["playing"]:
            continue
        if at in (raw["round_by"], raw["round_at"]):
            break
        left.discard(at)
    return left


def test_who_has_planted_is_not_asked_again_in_another_world():
    """HK-42: redealt hands change only who of the others is still to plant."""
    springs = changed = 0
    for stepper, raw in played(5, {"spring_scope": "active"}, range(60)):
        if raw["phase"] != core.PHASE_SPRING:
            continue
        springs += 1
        for seat in range(5):
            others = set(raw["active"]) - {seat} - reached(raw, 5)
            world = stepper.copy()
            if not world.redeal_hidden(seat, springs):
                continue
            now = world.describe()["pending"]
            assert set(now) - others == set(raw["pending"]) - others, (seat, raw)
            changed += now != raw["pending"]
    assert springs > 20
    assert changed > 20
