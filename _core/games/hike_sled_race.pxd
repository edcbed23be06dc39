"""Hike! (sleds): the race."""
from analyzer._core.contract cimport move_t, table_t
from analyzer._core.games.hike_sled cimport SledState

cdef void start_race(const table_t* table, SledState* s) noexcept nogil
cdef void apply_race(const table_t* table, SledState* s, move_t move) noexcept nogil
