"""The race as hike-sled's expert plays it."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport move_t, view_t

cdef int32_t choose_race(const view_t* view, const move_t* moves, int32_t n_moves) noexcept nogil
