"""hike for Cython: its state, its rules and what reads them, from state.pxd."""
from analyzer._core.games.hike.state cimport *
