"""Hike! (sleds): states as dicts of numbers."""
from analyzer._core.contract cimport table_t
from analyzer._core.games.hike_sled cimport SledState

cdef dict describe_state(const table_t* table, const SledState* s)
cdef int restore_state(const table_t* table, SledState* s, dict raw) except -1
