"""This machine: signals, files, values that come from outside, how we were called."""
