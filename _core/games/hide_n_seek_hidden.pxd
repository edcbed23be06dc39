"""Hide N Seek: states as dicts of numbers, and redealing what a seat cannot see."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport table_t
from analyzer._core.games.hide_n_seek cimport SeekState
from analyzer._core.rng cimport rng_t

cdef dict describe_state(const table_t* table, const SeekState* s)
cdef int restore_state(const table_t* table, SeekState* s, dict raw) except -1
cdef bint redeal_hidden(const table_t* table, void* state, int32_t seat, rng_t* rng) noexcept nogil
