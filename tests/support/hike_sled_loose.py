"""Loose cards of hike-sled revealed in a position, for tests."""

from support.hike_sled import first, make_state

REST = ["H48", "H47", "H46", "H45", "H44", "H43"]  # what comes after it


def revealing(card, sleds, hands=None, rules=None, **words):
    """Seat 1 uses a mentor, and reveals that card."""
    words.setdefault("centre", "")
    deck = [card, *words.pop("deck", REST)]
    seats = range(len(sleds))
    mentors = [int(seat == 0) for seat in seats]
    rules = {"loose": True, **(rules or {})}
    state = make_state(sleds, hands, rules, deck=deck, deciding="mentor", mentors=mentors, **words)
    state.play(first(state, "use a mentor"))
    return state
