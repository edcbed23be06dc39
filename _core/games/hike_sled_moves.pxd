"""Hike! (sleds): the legal moves."""
from libc.stdint cimport int32_t, uint8_t

from analyzer._core.contract cimport move_t, table_t
from analyzer._core.games.hike_sled cimport SledRules, SledState

cdef int32_t legal_moves(const table_t* table, const void* state, move_t* moves) noexcept nogil
cdef uint8_t may_rest(const SledRules* r, const SledState* s, int32_t seat) noexcept nogil
