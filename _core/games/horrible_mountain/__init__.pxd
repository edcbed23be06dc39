"""horrible-mountain for Cython: its state, its rules and what reads them, from state.pxd."""
from analyzer._core.games.horrible_mountain.state cimport *
