"""Horrible Mountain: what a hand is worth, worked out once for every set of rules."""
from analyzer._core.games.horrible_mountain cimport MountainRules, pick_t

cdef int derive_hands(MountainRules* r) except -1
cdef void derive_pick(pick_t* p) noexcept
