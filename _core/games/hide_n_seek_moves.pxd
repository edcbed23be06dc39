"""Hide N Seek: the legal moves, in a fixed order."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport move_t, table_t
from analyzer._core.games.hide_n_seek cimport SeekRules, SeekState

cdef int32_t legal_moves(const table_t* table, const void* state, move_t* moves) noexcept nogil
cdef int32_t next_group(const SeekRules* r, const SeekState* s, int32_t group) noexcept nogil
