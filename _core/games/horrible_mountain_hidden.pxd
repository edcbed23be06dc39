"""Horrible Mountain: what is behind a state: its description, its restoration, and what a seat
cannot see."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport table_t
from analyzer._core.games.horrible_mountain cimport MountainState
from analyzer._core.rng cimport rng_t

cdef dict describe_state(const table_t* table, const MountainState* s)
cdef int restore_state(const table_t* table, MountainState* s, dict raw) except -1
cdef bint redeal_hidden(const table_t* table, void* state, int32_t seat, rng_t* rng) noexcept nogil
