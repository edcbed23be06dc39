"""Horrible Mountain: how a game begins and ends, and what is behind a state: the order of the Draw
Pile, its description, its restoration, and what a seat cannot see."""
from libc.stdint cimport int32_t, uint32_t

from analyzer._core.contract cimport table_t
from analyzer._core.games.horrible_mountain.state cimport MountainRules, MountainState
from analyzer._core.rng cimport rng_t

cdef void init(const table_t* table, void* state) noexcept nogil
cdef void shuffle(const table_t* table, MountainState* s, uint32_t purpose,
                  uint32_t occasion) noexcept nogil
# Not in game.pyx: the compiler would put it into every action, which costs 1 % of a random playout.
cdef void end_game(const MountainRules* r, MountainState* s, int32_t reason) noexcept nogil

cdef dict describe_state(const table_t* table, const MountainState* s)
cdef int restore_state(const table_t* table, MountainState* s, dict raw) except -1
cdef bint redeal_hidden(const table_t* table, void* state, int32_t seat, rng_t* rng) noexcept nogil
