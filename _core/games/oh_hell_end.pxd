"""Oh Hell: how a hand is scored, and whether another one follows."""
from analyzer._core.contract cimport table_t
from analyzer._core.games.oh_hell cimport OhHellState

cdef void end_hand(const table_t* table, OhHellState* s) noexcept nogil
