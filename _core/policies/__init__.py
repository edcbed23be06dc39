"""The policies, one file for each game."""
