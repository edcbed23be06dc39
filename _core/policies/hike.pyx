"""Policies of hike."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport move_t, native, view_t
from analyzer._core.rng cimport rng_t


cdef int32_t choose_first(const view_t* view, const move_t* moves, int32_t n_moves,
                          const void* params, rng_t* rng) noexcept nogil:
    return 0


POLICIES = (native("expert", "First move.", choose_first),)
