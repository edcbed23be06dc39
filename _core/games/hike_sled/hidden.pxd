"""Hike! (sleds): redealing what a seat cannot see."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport table_t
from analyzer._core.rng cimport rng_t

cdef bint redeal_hidden(const table_t* table, void* state, int32_t seat,
                        rng_t* rng) noexcept nogil
cdef void ask_hidden(const table_t* table, void* state, int32_t seat) noexcept nogil
