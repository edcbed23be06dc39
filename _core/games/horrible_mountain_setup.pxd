"""Horrible Mountain: how a game begins, and the order of the Draw Pile."""
from libc.stdint cimport uint32_t

from analyzer._core.contract cimport table_t
from analyzer._core.games.horrible_mountain cimport MountainState

cdef void shuffle(const table_t* table, MountainState* s, uint32_t purpose,
                  uint32_t occasion) noexcept nogil
cdef void init(const table_t* table, void* state) noexcept nogil
