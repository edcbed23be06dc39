"""Hike: what specialties and triggered suits do to the cards, and what everybody learns from it."""
from libc.stdint cimport int32_t, uint8_t, uint64_t

from analyzer._core.contract cimport table_t
from analyzer._core.games.hike cimport HikeRules, HikeState

cdef void draw(const HikeRules* r, HikeState* s, int32_t seat) noexcept nogil
cdef void avalanche(const table_t* table, HikeState* s, int32_t seat) noexcept nogil
cdef void earthquake(const table_t* table, HikeState* s, int32_t seat) noexcept nogil
cdef void poop(const table_t* table, HikeState* s, int32_t seat) noexcept nogil
cdef void capture(HikeState* s, int32_t seat) noexcept nogil
cdef void plant(const HikeRules* r, HikeState* s, int32_t seat, int32_t move) noexcept nogil

cdef uint64_t known_now(const HikeState* s, int32_t seat) noexcept nogil
cdef uint8_t bugs_shown(const HikeState* s) noexcept nogil
