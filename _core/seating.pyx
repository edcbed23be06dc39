"""The seats of a table: memory for what policies keep, and for the worlds of policies that look
ahead."""
from libc.stdlib cimport calloc, free, malloc

from analyzer._core.contract cimport MAX_MOVES, Policy, Table, move_t, seat_t


cdef int refuse_unfinished(Policy policy) except -1:
    if policy.policies and policy.inner is None:
        raise ValueError(f"{policy.name} must be told which policy its parameter names")
    return 0


cdef class Seat:
    def __cinit__(self, Table table not None, int seat, Policy policy not None):
        cdef size_t state_size = table.game.c.state_size
        refuse_unfinished(policy)
        own = getattr(policy, "table", None)        # of a policy written in Python
        if own is not None and (<Table?>own).game is not table.game:
            raise ValueError(f"{policy.name} was made for another game")
        self.policy = policy
        self.view.table, self.view.seat = &table.c, seat
        if policy.scratch_size:
            self.view.scratch = calloc(1, policy.scratch_size)
        if policy.scratch_states:
            self.view.states = calloc(policy.scratch_states, state_size)
        if (policy.scratch_size and self.view.scratch == NULL
                or policy.scratch_states and self.view.states == NULL):
            raise MemoryError
        if policy.rollout is not None:
            self.inner = SeatTable(table, [policy.rollout] * table.c.n_seats)
            self.worlds.seats, self.worlds.state = self.inner.seats, self.inner.state
            self.worlds.moves = self.inner.moves
            self.view.worlds = &self.worlds

    def __dealloc__(self):
        free(self.view.scratch)
        free(self.view.states)


cdef class SeatTable:
    def __cinit__(self, Table table not None, list policies not None):
        cdef Seat one
        cdef seat_t* seat
        if len(policies) != table.c.n_seats:
            raise ValueError(f"{table.c.n_seats} seats need as many policies; got {len(policies)}")
        self.moves = <move_t*>malloc(MAX_MOVES * sizeof(move_t))
        self.state = calloc(1, table.game.c.state_size)
        if self.moves == NULL or self.state == NULL:
            raise MemoryError
        self.occupants = [Seat(table, i, policy) for i, policy in enumerate(policies)]
        for one in self.occupants:
            one.view.state = self.state
            seat = &self.seats[one.view.seat]
            seat.choose, seat.fast_path = one.policy.choose, one.policy.fast_path
            seat.params = one.policy.params
            seat.scratch_size, seat.view = one.policy.scratch_size, &one.view
            self.slow |= one.inner is not None

    def __dealloc__(self):
        free(self.moves)
        free(self.state)

    cdef void set_stop_flag(self, const volatile int* stop) noexcept:
        """Policies that look ahead, in any world, end when this is no longer 0."""
        cdef Seat one
        for one in self.occupants:
            if one.inner is not None:
                one.worlds.stop = stop
                one.inner.set_stop_flag(stop)
