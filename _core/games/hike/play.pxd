"""Hike: how a hand begins, and whose turn it is."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport table_t
from analyzer._core.games.hike.state cimport HikeState

cdef void deal(const table_t* table, HikeState* s) noexcept nogil
cdef void look_further(const table_t* table, HikeState* s, int32_t seat) noexcept nogil
cdef void pass_on(const table_t* table, HikeState* s, int32_t seat) noexcept nogil
cdef void give_up(const table_t* table, HikeState* s, int32_t seat) noexcept nogil
cdef void finish_turn(const table_t* table, HikeState* s, int32_t seat) noexcept nogil
cdef void play_again(const table_t* table, HikeState* s, int32_t seat) noexcept nogil
