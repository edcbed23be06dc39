"""Hike: what everybody can deduce, and redealing what a seat cannot see."""
from libc.stdint cimport int32_t, uint8_t, uint64_t

from analyzer._core.contract cimport table_t
from analyzer._core.games.hike.state cimport HikeState
from analyzer._core.rng cimport rng_t

cdef uint64_t known_now(const HikeState* s, int32_t seat) noexcept nogil
cdef uint8_t bugs_shown(const HikeState* s) noexcept nogil
cdef void learn_the_other_hands(HikeState* s) noexcept nogil
cdef void keep_copies(HikeState* s) noexcept nogil
cdef void forget_copies(HikeState* s) noexcept nogil
cdef void learn_from_earthquake(HikeState* s, const uint64_t* knew) noexcept nogil

cdef bint redeal_hidden(const table_t* table, void* state, int32_t seat, rng_t* rng) noexcept nogil
