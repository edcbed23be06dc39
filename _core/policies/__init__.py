"""The compiled policies: a package for each game, and those that play any game."""
