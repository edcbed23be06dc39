"""Hide N Seek: states as dicts of numbers."""
from analyzer._core.contract cimport table_t
from analyzer._core.games.hide_n_seek cimport SeekState

cdef dict describe_state(const table_t* table, const SeekState* s)
cdef int restore_state(const table_t* table, SeekState* s, dict raw) except -1
