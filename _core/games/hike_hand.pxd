"""Hike: how a hand begins, how it is scored, and whether another one follows."""
from analyzer._core.contract cimport table_t
from analyzer._core.games.hike cimport HikeState

cdef void deal(const table_t* table, HikeState* s) noexcept nogil
cdef void end_hand(const table_t* table, HikeState* s) noexcept nogil
