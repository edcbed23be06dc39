"""What all policies of oh-hell ask of a state."""
from libc.stdint cimport int32_t, uint64_t

from analyzer._core.games.oh_hell.state cimport (
    N_RANKS, SUIT_SHIFT, OhHellRules, OhHellState, card_bit, worth,
)
from analyzer._core.games.oh_hell.hidden cimport trump_known

cdef enum:
    NO_TRUMP = 4


cdef inline int32_t rank_of(int32_t card) noexcept nogil:
    return card & 15

cdef inline int32_t height(const OhHellState* s, int32_t card) noexcept nogil:
    """Among all cards: trumps above all others."""
    return rank_of(card) + (N_RANKS if card >> SUIT_SHIFT == s.trump else 0)

cdef inline uint64_t worth_now(const OhHellState* s, int32_t card) noexcept nogil:
    """In the trick as it stands, or if it is led; 0 if it cannot win."""
    return worth(&s.trick, card_bit(card)) if s.trick.follow else 1 + height(s, card)

cdef inline bint would_win(const OhHellState* s, int32_t card) noexcept nogil:
    """If the trick ended with it; so does whatever is led."""
    return s.trick.follow == 0 or worth(&s.trick, card_bit(card)) > s.trick.best

cdef inline int32_t trump_of(const OhHellRules* r, const OhHellState* s) noexcept nogil:
    return s.trump if trump_known(r, s) else NO_TRUMP
