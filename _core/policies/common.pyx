"""Policies that play any game."""
from libc.stdint cimport int32_t, uint32_t

from analyzer._core.contract cimport move_t, native, view_t
from analyzer._core.rng cimport rng_below, rng_t


cdef int32_t choose_random(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    return <int32_t>rng_below(rng, <uint32_t>n_moves)


POLICIES = (
    native("random", "Any legal move, each as likely as the others.", choose_random),
)
