"""What all policies of oh-hell ask of a state."""
from libc.stdint cimport int32_t, int64_t

from analyzer._core.games.oh_hell cimport LED_ROW, SUIT_SHIFT, OhHellRules, OhHellState
from analyzer._core.games.oh_hell_hidden cimport trump_known

cdef enum:
    NO_TRUMP = 4


cdef inline int32_t rank_of(int32_t card) noexcept nogil:
    return card & 15

cdef inline int32_t worth(const OhHellRules* r, const OhHellState* s, int32_t card) noexcept nogil:
    """In the trick as it stands, or if it is led; 0 if it cannot win."""
    cdef int64_t row = s.trick.row
    if s.trick.follow == 0:
        row = s.trump_row + LED_ROW * (card >> SUIT_SHIFT)
    return r.worth[row + card]

cdef inline bint would_win(const OhHellRules* r, const OhHellState* s, int32_t card) noexcept nogil:
    """If the trick ended with it."""
    return s.trick.follow == 0 or worth(r, s, card) > s.trick.best

cdef inline int32_t trump_of(const OhHellRules* r, const OhHellState* s) noexcept nogil:
    return s.trump if trump_known(r, s) else NO_TRUMP
