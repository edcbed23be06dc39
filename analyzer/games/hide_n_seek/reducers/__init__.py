"""Reducers for questions that only this game is asked."""

STORED = {"given_cards": "gifts"}  # file -> its name in kept runs
