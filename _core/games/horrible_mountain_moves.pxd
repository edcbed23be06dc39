"""Horrible Mountain: the legal moves."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport move_t, table_t

cdef int32_t legal_moves(const table_t* table, const void* state, move_t* moves) noexcept nogil
