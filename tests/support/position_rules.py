"""Rules under which the games come to more kinds of positions than under the usual ones."""

from typing import Any

RULES: dict[str, list[dict[str, Any]]] = {
    "hike": [
        {},
        {"worm_capture": "policy", "worm_bird": "must", "may_decline": True},
        {"spring_duration": "rest_of_hand", "poop_empty": "active_until_turn"},
        {"deck_exhausted": "reshuffle", "earthquake_deal": "same_size", "tie_play": "tied"},
    ],
    "hike-sled": [
        {},
        {"loose": True, "early_reveal": 6, "loose_place": "may"},
        {"columns": 1, "last_days": 8, "single_racer": "runs", "youngsters": 16},
        {"columns": 2, "partial_spend": "allowed", "custom_own": True, "prep_first": "rotate"},
    ],
    "horrible-mountain": [{}, {"variant": True, "see_first_card": False}, {"roles": "random"}],
    "oh-hell": [
        {"schedule": "up_down"},
        {"bid_mode": "sequential", "bid_before_turnup": True},
        {"schedule": "down_only", "tie_players": "tied_only", "zero_made": 0, "made_bonus": 0},
    ],
}
