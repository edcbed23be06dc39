"""The largest boxes that a user may give, against the oracle: numbers beyond one word of bits."""

import random
from pathlib import Path

import pytest

from oracle import harness

SYMBOLS = ("MOVE1", "MOVE2", "MOVE4", "MOVE6", "HOLE", "TRUNK", "OVERTRUNK", "FWD", "BACK", "BACK2")


def large_box(folder: Path) -> str:
    """128 cards, most of them for one die, so that many are won; 30 spots on a map."""
    rng = random.Random(1)
    lines = []
    for name, spots in (("north", 30), ("east", 3), ("south", 17), ("west", 1)):
        holes = [spots // 2] if spots > 1 else []
        piles = [arrow for arrow in range(1, spots) if arrow not in holes]
        lines += ["[[map]]", f'name = "{name}"', f"spots = {spots}"]
        lines += [f"hole_arrows = {holes}", f"trunk_arrows = {piles}"]
    for _ in range(128):
        need = [rng.randint(1, 6) for _ in range(rng.choice((1, 1, 1, 2)))]
        symbols = [rng.choice(SYMBOLS), rng.choice(SYMBOLS)]
        lines += ["[[card]]", f"need = {need}", f"symbols = {symbols}"]
    path = folder / "large.toml"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


@pytest.mark.parametrize("policy", ["random", "greedy", "expert"])
@pytest.mark.parametrize("rules", [{"play_won_same_turn": False}, {"hands": "hidden"}], ids=str)
def test_a_deck_of_128_cards(policy, rules, tmp_path):
    """HN-A32: which cards were won in this turn; HN-A33."""
    given = {"maps": large_box(tmp_path), "max_rounds": 30, "hand_limit": 8, **rules}
    policies = [harness.policies_of("hide-n-seek")[policy]] * 3
    harness.Experiment("hide-n-seek", 3, given, 5, policies).compare(0, 6)
