"""Hike! (sleds): which described states can be."""
from analyzer._core.contract cimport table_t

# ValueError: what would lead outside of arrays, or into play that has no end
cdef int check_raw(const table_t* table, dict raw) except -1
