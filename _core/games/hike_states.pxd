"""Hike: states as dicts of numbers."""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t

from analyzer._core.contract cimport table_t
from analyzer._core.games.hike cimport HikeRules, HikeState

cdef int32_t codes_of(uint64_t hand, const uint16_t* copies, uint8_t* codes) noexcept nogil
cdef const uint16_t* copies_of(const HikeRules* r, const HikeState* s, int32_t seat) noexcept nogil
cdef dict describe_state(const table_t* table, const HikeState* s)
cdef int restore_state(const table_t* table, HikeState* s, dict raw) except -1
