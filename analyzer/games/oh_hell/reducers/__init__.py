"""Reducers for questions that only this game is asked."""

STORED = {"extra_hands": "extra"}  # file -> its name in kept runs
