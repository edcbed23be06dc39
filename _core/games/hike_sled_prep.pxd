"""Hike! (sleds): Preparations."""
from analyzer._core.contract cimport move_t, table_t
from analyzer._core.games.hike_sled cimport SledState

cdef void begin_day(const table_t* table, SledState* s) noexcept nogil
cdef void reveal(const table_t* table, SledState* s) noexcept nogil
cdef void apply_prep(const table_t* table, SledState* s, move_t move) noexcept nogil
