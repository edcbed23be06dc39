"""hide-n-seek for Cython: its state, its rules and what reads them, from state.pxd."""
from analyzer._core.games.hide_n_seek.state cimport *
