"""The user's words as checked data: numbers, ranges, and a setting to play."""
