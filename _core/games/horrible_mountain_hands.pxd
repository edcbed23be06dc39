"""Horrible Mountain: what a hand is worth, worked out once for every set of rules."""
from analyzer._core.games.horrible_mountain cimport MountainRules

cdef int derive_worth(MountainRules* r) except -1
cdef int derive_hands(MountainRules* r) except -1
cdef void derive_pick(MountainRules* r) noexcept
