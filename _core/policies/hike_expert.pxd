"""Hike's expert."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport move_t, seat_t, table_t, turns_t, view_t
from analyzer._core.rng cimport rng_t

cdef int32_t plant_all(const view_t* view, int32_t n_moves) noexcept nogil
cdef int32_t choose_expert(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil
cdef bint rush_experts(const table_t* table, void* state, seat_t* seats,
                       turns_t* done) noexcept nogil
