"""The games, compiled: a package for each."""
