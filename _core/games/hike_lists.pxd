"""Hike: lists of moves that are more than the bits of the legal cards."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport move_t
from analyzer._core.games.hike cimport HikeRules, HikeState

cdef int32_t list_other(const HikeRules* r, const HikeState* s, move_t* moves) noexcept nogil
