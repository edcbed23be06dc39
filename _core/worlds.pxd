"""Worlds that a seat cannot tell from the true one, and that fit what the others chose openly."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport move_t, seat_t, table_t
from analyzer._core.rng cimport rng_t

cdef enum:
    DEALS = 8               # hands to try for a seat in each world, unless something else is asked
    # For one choice that is asked about a deal, this many choices in the rollouts of a world (two
    # rollouts at least). So making worlds costs a sixth of their rollouts or a little more
    CHOICES_A_DEAL = 5


ctypedef struct fit_t:      # what makes the worlds of one decision
    const table_t* table
    int32_t seat            # whose worlds they are
    const seat_t* seats     # who is asked what it would have chosen
    void* root              # the world
    void* other             # room for another one
    int32_t deals           # to try for what a seat holds; 1: any deal
    int32_t bad             # a policy gave no choice: its seat, what it said, and of how many
    int32_t bad_seat
    int32_t choice
    int32_t n_moves
    move_t* moves           # room for a list of them


cdef bint deal_world(fit_t* fit, rng_t* rng) noexcept nogil
cdef bint can_fit(const table_t* table) noexcept nogil
cdef int32_t affordable(const table_t* table, int32_t decisions, int32_t deals) noexcept nogil
