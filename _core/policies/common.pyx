"""Policies that play any game."""
from analyzer._core.contract cimport native

POLICIES = (
    native("random", "Any legal move, each as likely as the others.", NULL),
)
