"""Horrible Mountain's expert."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport move_t, view_t
from analyzer._core.policies.horrible_mountain_mind cimport mind_t, outcome_t
from analyzer._core.rng cimport rng_t

cdef enum:
    UNJUDGED = -3               # what judge_exactly says of a move that only the net can judge

cdef double judge_exactly(const mind_t* m, const outcome_t* out, move_t move) noexcept nogil
cdef int32_t choose_expert(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil
