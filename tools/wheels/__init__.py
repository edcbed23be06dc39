"""Wheels: built, and played where there is nothing but Python."""
