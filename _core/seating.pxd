"""The seats of a table: a policy with its own memory, all seats together, and the worlds of
policies that look ahead."""
from analyzer._core.contract cimport MAX_SEATS, Policy, Table, move_t, seat_t, view_t, worlds_t


cdef int refuse_unfinished(Policy policy) except -1     # ValueError: it asks one that is not known


cdef class Seat:
    """A policy in a seat, with its own memory."""
    cdef view_t view
    cdef Policy policy      # whose parameters the seat points at
    cdef SeatTable inner    # who plays in its worlds; None: it has none
    cdef worlds_t worlds


cdef class SeatTable:
    """All seats of a table, and what a playout needs."""
    cdef seat_t seats[MAX_SEATS]
    cdef list occupants
    cdef move_t* moves
    cdef void* state
    cdef readonly bint slow             # somebody looks ahead: a decision may take milliseconds

    cdef void set_stop_flag(self, const volatile int* stop) noexcept
