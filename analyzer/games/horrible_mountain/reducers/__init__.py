"""Reducers for questions that only this game is asked."""

STORED = {"given_cubes": "cubes"}  # file -> its name in kept runs
