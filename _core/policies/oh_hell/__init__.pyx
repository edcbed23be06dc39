"""Policies of oh-hell. They read of a state only what their seat can see: its own cards, what was
played, the turned card if it is shown, and bids once they are public. `expert` has its own file."""
from libc.stdint cimport int32_t, uint64_t

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport move_t, native, view_t
from analyzer._core.games.oh_hell.state cimport (
    MOST_CARDS, MOVE_BID, PHASE_BID, SUIT_SHIFT, OhHellRules, OhHellState, rules_of,
)
from analyzer._core.policies.oh_hell.expert import EXPERT
from analyzer._core.policies.oh_hell.tricks cimport height, rank_of, trump_of, worth_now, would_win
from analyzer._core.rng cimport rng_t
from analyzer._core.ties cimport takes_over


cdef enum:
    TEN = 8                     # ranks
    ACE = 12


cdef int32_t bid_nearest(const move_t* moves, int32_t n_moves, int32_t bid) noexcept nogil:
    """A bid, or the next lower one that is legal, or else the lowest."""
    cdef int32_t i, best = 0
    for i in range(1, n_moves):
        if moves[i] - MOVE_BID <= bid:
            best = i
    return best


cdef int32_t count_high(const OhHellState* s, uint64_t hand, int32_t trump) noexcept nogil:
    """Aces, and trumps above the ten; of a single card any trump."""
    cdef int32_t card, n = 0, enough = TEN if s.cards > 1 else -1
    while hand:
        card = ctz(hand)
        hand &= hand - 1
        n += rank_of(card) == ACE or (card >> SUIT_SHIFT == trump and rank_of(card) > enough)
    return n


cdef int32_t take(const OhHellState* s, const move_t* moves, int32_t n_moves,
                  rng_t* rng) noexcept nogil:
    """The card worth most if it wins, else the lowest."""
    cdef uint64_t value, most = 0
    cdef int32_t i, best = 0, equal = 0
    for i in range(n_moves):
        value = worth_now(s, moves[i])
        if takes_over(value > most, value == most, &equal, rng):
            best, most = i, value
    return best if would_win(s, moves[best]) else throw(s, moves, n_moves, 1, rng)


cdef int32_t duck(const OhHellState* s, const move_t* moves, int32_t n_moves,
                  rng_t* rng) noexcept nogil:
    """The highest card that does not win; if all do, the one worth least."""
    cdef move_t losers[MOST_CARDS]
    cdef int32_t place[MOST_CARDS]
    cdef int32_t i, n = 0, least = 0, equal = 0
    for i in range(n_moves):
        if not would_win(s, moves[i]):
            losers[n] = moves[i]
            place[n] = i
            n += 1
    if n:
        return place[throw(s, losers, n, -1, rng)]
    for i in range(n_moves):
        if takes_over(worth_now(s, moves[i]) < worth_now(s, moves[least]),
                      worth_now(s, moves[i]) == worth_now(s, moves[least]), &equal, rng):
            least = i
    return least


cdef int32_t throw(const OhHellState* s, const move_t* moves, int32_t n_moves, int32_t sign,
                   rng_t* rng) noexcept nogil:
    """The lowest of some cards (sign 1) or the highest (-1), trumps above all others; of equal
    ranks any suit."""
    cdef int32_t i, value, least = 1000, best = 0, equal = 0
    for i in range(n_moves):
        value = sign * height(s, moves[i])
        if takes_over(value < least, value == least, &equal, rng):
            best, least = i, value
    return best


cdef int32_t choose_zero(const view_t* view, const move_t* moves, int32_t n_moves,
                         const void* params, rng_t* rng) noexcept nogil:
    cdef const OhHellState* s = <const OhHellState*>view.state
    if s.phase == PHASE_BID:
        return bid_nearest(moves, n_moves, 0)
    return duck(s, moves, n_moves, rng)


cdef int32_t choose_greedy(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    cdef const OhHellRules* r = rules_of(view.table)
    cdef const OhHellState* s = <const OhHellState*>view.state
    cdef int32_t seat = view.seat
    if s.phase == PHASE_BID:
        return bid_nearest(moves, n_moves, count_high(s, s.hand[seat], trump_of(r, s)))
    if s.tricks[seat] < s.bid[seat]:
        return take(s, moves, n_moves, rng)
    return duck(s, moves, n_moves, rng)


POLICIES = (
    EXPERT,
    native("greedy",
           "Bids its aces and high trumps, takes tricks with its best card until it has them, then "
           "ducks.", choose_greedy),
    native("zero", "Always bids zero, or the least it may, and ducks.", choose_zero),
)
