"""Hike: the lone tail."""
from libc.stdint cimport int32_t, uint64_t

from analyzer._core.contract cimport move_t
from analyzer._core.games.hike cimport HikeRules

cdef int32_t choose_tail(const HikeRules* r, uint64_t hand, bint avalanche, const move_t* moves,
                         int32_t n_moves) noexcept nogil
