"""Oh Hell: hands played at random, without lists of moves."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport seat_t, table_t, turns_t
from analyzer._core.games.oh_hell cimport (
    ALL_OF_SUIT, MOST_CARDS, ONE_SUIT_SIZE, PHASE_BID, OhHellRules, OhHellState, end_trick,
    lay_lead, lay_next, make_bid, most_bid, rules_of, trick_t,
)
from analyzer._core.games.oh_hell_end cimport end_hand
from analyzer._core.rng cimport rng_below, rng_below_if

# By the cards held of one suit: their ranks in order, 4 bits each, and from bit 56 on how many.
cdef uint64_t RANKS[ONE_SUIT_SIZE]


cdef void fill_ranks():
    cdef uint64_t cards, rest, n
    for cards in range(<uint64_t>ONE_SUIT_SIZE):
        rest, n = cards, 0
        while rest:
            RANKS[cards] |= <uint64_t>ctz(rest) << 4 * n
            rest &= rest - 1
            n += 1
        RANKS[cards] |= n << 56


cdef inline int64_t any_card(const OhHellState* s, seat_t* seats, int64_t seat) noexcept nogil:
    """All are listed: where a loop ends must not depend on the coin, or processors guess wrong."""
    cdef uint8_t cards[MOST_CARDS]
    cdef uint64_t hand = s.hand[seat]
    cdef int64_t i
    for i in range(s.held):
        cards[i] = <uint8_t>ctz(hand)
        hand &= hand - 1
    return cards[rng_below(&seats[seat].rng, <uint32_t>s.held)]


cdef inline void rush_trick(const OhHellRules* r, OhHellState* s, seat_t* seats,
                            int32_t* forced) noexcept nogil:
    """A trick of two cards in hand or more; what changes card by card is kept in registers.
    `forced` counts those who had but one card of the suit led, and so no choice."""
    cdef trick_t t = s.trick
    cdef int64_t seat = s.head.seat, card = any_card(s, seats, seat), suit = card & ALL_OF_SUIT, _i
    cdef uint64_t mine, ranks, n
    lay_lead(r, s, &t, seat, card)
    for _i in range(s.n_playing - 1):
        seat = s.next[seat]
        mine = s.hand[seat] & t.follow
        if mine:
            ranks = RANKS[mine >> suit]
            n = ranks >> 56
            forced[0] += n < 2
            card = suit + <int64_t>(ranks >> 4 * rng_below_if(&seats[seat].rng, n) & 15)
        else:
            card = any_card(s, seats, seat)
        lay_next(r, s, &t, seat, card)
    s.trick = t


cdef inline void rush_last(const OhHellRules* r, OhHellState* s) noexcept nogil:
    """The last trick: nobody has a choice."""
    cdef trick_t t = s.trick
    cdef int64_t seat = s.head.seat, _i
    lay_lead(r, s, &t, seat, ctz(s.hand[seat]))
    for _i in range(s.n_playing - 1):
        seat = s.next[seat]
        lay_next(r, s, &t, seat, ctz(s.hand[seat]))
    s.trick = t


cdef inline void rush_bids(const OhHellRules* r, OhHellState* s, seat_t* seats) noexcept nogil:
    cdef uint64_t n = <uint64_t>most_bid(r, s) + 1
    while s.phase == PHASE_BID:
        make_bid(s, <int32_t>rng_below(&seats[s.head.seat].rng, <uint32_t>n))


cdef bint rush(const table_t* table, void* state, seat_t* seats, turns_t* done) noexcept nogil:
    """A whole hand, unless `hook` makes the last bid a special one."""
    cdef const OhHellRules* r = rules_of(table)
    cdef OhHellState* s = <OhHellState*>state
    cdef int32_t forced = s.n_playing
    if s.phase != PHASE_BID or s.to_bid != s.n_playing or r.rule.hook:
        return False
    rush_bids(r, s, seats)
    while s.held > 1:
        rush_trick(r, s, seats, &forced)
        end_trick(s)
    rush_last(r, s)
    end_trick(s)
    done.turns += s.n_playing + <int32_t>s.n_cards
    done.decisions += s.n_playing + <int32_t>s.n_cards - forced
    end_hand(table, s)
    return True


fill_ranks()
