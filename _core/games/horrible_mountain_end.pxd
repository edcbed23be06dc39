"""Horrible Mountain: who wins, and why."""
from libc.stdint cimport int32_t

from analyzer._core.games.horrible_mountain cimport MountainRules, MountainState

cdef void end_game(const MountainRules* r, MountainState* s, int32_t reason) noexcept nogil
