"""Hike! (sleds): the race, how a game ends, and who wins."""
from libc.stdint cimport int32_t, uint8_t

from analyzer._core.contract cimport move_t, table_t
from analyzer._core.games.hike_sled.state cimport SledRules, SledState

cdef void start_race(const table_t* table, SledState* s) noexcept nogil
cdef void apply_race(const table_t* table, SledState* s, move_t move) noexcept nogil
cdef void end_nobody_ready(const table_t* table, SledState* s) noexcept nogil
cdef uint8_t ready_spots(const SledRules* r, const SledState* s, int32_t seat) noexcept nogil
cdef int32_t ready_count(const SledRules* r, const SledState* s, int32_t seat) noexcept nogil
cdef int32_t printed_points(const SledRules* r, const SledState* s, int32_t seat) noexcept nogil
