"""Hike: every move that is more than a card which only changes the exposed card."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport move_t, table_t
from analyzer._core.games.hike.state cimport HikeRules, HikeState

cdef void apply_other(const table_t* table, HikeState* s, int32_t seat,
                      move_t move) noexcept nogil
cdef void play_card(const table_t* table, HikeState* s, int32_t seat, move_t move) noexcept nogil
cdef int32_t list_other(const HikeRules* r, const HikeState* s, move_t* moves) noexcept nogil
