"""Hike! (sleds): the module "Husky on the loose"."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport move_t, table_t
from analyzer._core.games.hike_sled.state cimport SledState

cdef void begin_loose(const table_t* table, SledState* s, int32_t card) noexcept nogil
cdef void apply_loose(const table_t* table, SledState* s, move_t move) noexcept nogil
