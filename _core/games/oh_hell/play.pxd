"""Oh Hell: how a hand begins, is played at random, is scored, and whether another one follows."""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from analyzer._core.contract cimport move_t, seat_t, table_t, turns_t
from analyzer._core.games.oh_hell.state cimport OhHellRules, OhHellState

cdef void set_playing(OhHellState* s, uint32_t playing, int32_t n_seats) noexcept nogil
cdef int32_t random_seat(const OhHellState* s, uint32_t purpose, uint32_t occasion) noexcept nogil
cdef void take_up(const OhHellState* s, uint64_t* hand) noexcept nogil
cdef void count_dealt_again(const OhHellRules* r, OhHellState* s) noexcept nogil
cdef void deal(const table_t* table, OhHellState* s) noexcept nogil
cdef void ask_bids(const OhHellRules* r, OhHellState* s) noexcept nogil
cdef int32_t list_bids(const OhHellRules* r, const OhHellState* s, move_t* moves) noexcept nogil
cdef void end_hand(const table_t* table, OhHellState* s) noexcept nogil
cdef bint fast_path(const table_t* table, void* state, seat_t* seats, turns_t* done) noexcept nogil
