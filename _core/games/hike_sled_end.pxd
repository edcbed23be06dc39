"""Hike! (sleds): how a game ends, and who wins."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport table_t
from analyzer._core.games.hike_sled cimport SledRules, SledState

cdef void end_nobody_ready(const table_t* table, SledState* s) noexcept nogil
cdef void end_race(const table_t* table, SledState* s, int32_t reason) noexcept nogil
cdef void end_walkover(const table_t* table, SledState* s) noexcept nogil
cdef int32_t ready_count(const SledRules* r, const SledState* s, int32_t seat) noexcept nogil
cdef int32_t printed_points(const SledRules* r, const SledState* s, int32_t seat) noexcept nogil
