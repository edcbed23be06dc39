"""Oh Hell: hands played at random, without lists of moves."""
from analyzer._core.contract cimport seat_t, table_t, turns_t

cdef bint rush(const table_t* table, void* state, seat_t* seats, turns_t* done) noexcept nogil
