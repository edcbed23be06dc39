"""Hike! (sleds): the set-up, and shuffling."""
from libc.stdint cimport int32_t, uint8_t

from analyzer._core.contract cimport table_t
from analyzer._core.games.hike_sled.state cimport SledState
from analyzer._core.rng cimport rng_t

cdef void set_up(const table_t* table, SledState* s) noexcept nogil
cdef void shuffle(rng_t* rng, uint8_t* cards, int32_t n) noexcept nogil
cdef void shuffle_care(const table_t* table, SledState* s, int32_t singles,
                       int32_t doubles) noexcept nogil
