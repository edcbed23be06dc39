"""Oh Hell: hands played at random, without lists of moves.

There are two ways to find the k-th legal card: where the processor is good at it, in the word of
the hand itself; elsewhere in the hand as a sorted row of cards, of which a mask of 10 bits says
what is left, and a table where its k-th bit is. Both make the same moves.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from analyzer._core.bits cimport ctz, good_at_bits, pdep, popcnt
from analyzer._core.contract cimport MAX_SEATS, seat_t, table_t, turns_t
from analyzer._core.games.oh_hell cimport (
    ALL_CARDS, MOST_CARDS, N_SUITS, ONE_SUIT, PHASE_BID, SUIT_SHIFT, OhHellRules, OhHellState, beat,
    lead_with, most_bid, rules_of, trick_t, winner,
)
from analyzer._core.games.oh_hell_hand cimport end_hand
from analyzer._core.rng cimport rng_below, rng_below_if, rng_t

cdef enum:
    PLACE_SETS = 1 << MOST_CARDS
    EVERY_PLACE = PLACE_SETS - 1

# By the places that are left: which they are, in order, 4 bits each, and from bit 56 on how many.
cdef uint64_t PLACES[PLACE_SETS]
cdef bint in_the_word = good_at_bits()


ctypedef struct row_t:          # a hand as a sorted row
    uint64_t left               # the places of the cards still held
    uint64_t of_suit[N_SUITS]   # the places of each suit
    uint8_t card[MOST_CARDS + 14]       # 64 bytes in all, like a seat_t


cdef void fill_places():
    cdef uint64_t places, rest, n
    for places in range(<uint64_t>PLACE_SETS):
        rest, n = places, 0
        while rest:
            PLACES[places] |= <uint64_t>ctz(rest) << 4 * n
            rest &= rest - 1
            n += 1
        PLACES[places] |= n << 56


def is_in_the_word():
    """Which way is taken."""
    return in_the_word


def find_in_the_word(bint yes):
    """Take one of the two ways, to compare them; False if the processor does not know it."""
    global in_the_word
    in_the_word = yes and good_at_bits()
    return in_the_word == yes


cdef inline void sort_hand(const OhHellRules* r, uint64_t hand, int64_t n,
                           row_t* row) noexcept nogil:
    cdef uint64_t before = 0, up_to
    cdef int64_t i, suit
    row.left = EVERY_PLACE >> (MOST_CARDS - n)
    for suit in range(N_SUITS):
        up_to = before + r.size[hand >> (suit << SUIT_SHIFT) & ONE_SUIT]
        row.of_suit[suit] = (<uint64_t>1 << up_to) - (<uint64_t>1 << before)
        before = up_to
    for i in range(n):
        row.card[i] = <uint8_t>ctz(hand)
        hand &= hand - 1


cdef inline int64_t from_word(uint64_t* hand, uint64_t follow, rng_t* coin,
                              int32_t* chosen) noexcept nogil:
    """OH-20, OH-21: a card of those to `follow`, if there is one; any other if not."""
    cdef uint64_t legal = hand[0] & follow, n, card
    legal = legal if legal else hand[0]
    n = popcnt(legal)
    chosen[0] += n > 1
    card = pdep(<uint64_t>1 << rng_below_if(coin, n), legal)
    hand[0] ^= card
    return ctz(card)


cdef inline int64_t from_row(row_t* row, uint64_t follow, rng_t* coin,
                             int32_t* chosen) noexcept nogil:
    """The same; `follow` are places."""
    cdef uint64_t legal = row.left & follow, places, n, place
    places = PLACES[legal if legal else row.left]
    n = places >> 56
    chosen[0] += n > 1
    place = places >> 4 * rng_below_if(coin, n) & 15
    row.left ^= <uint64_t>1 << place
    return row.card[place]


# What changes card by card is kept in registers, and what was played is not written down: nobody
# asks for it once the hand is over.

cdef int32_t rush_words(const OhHellRules* r, OhHellState* s, seat_t* seats) noexcept nogil:
    """All tricks, of which the last is no choice; returns how many cards were one."""
    cdef trick_t t = s.trick
    cdef int64_t seat = s.head.seat
    cdef int32_t chosen = 0, _trick, _i
    for _trick in range(s.cards - 1):
        lead_with(r, s, &t, seat, from_word(&s.hand[seat], ALL_CARDS, &seats[seat].rng, &chosen))
        for _i in range(s.n_playing - 1):
            seat = s.next[seat]
            beat(r, &t, seat, from_word(&s.hand[seat], t.follow, &seats[seat].rng, &chosen))
        seat = winner(&t)       # OH-23
        s.tricks[seat] += 1
    lead_with(r, s, &t, seat, ctz(s.hand[seat]))
    for _i in range(s.n_playing - 1):
        seat = s.next[seat]
        beat(r, &t, seat, ctz(s.hand[seat]))
    s.tricks[winner(&t)] += 1
    return chosen


cdef int32_t rush_rows(const OhHellRules* r, OhHellState* s, seat_t* seats) noexcept nogil:
    """The same."""
    cdef row_t rows[MAX_SEATS]
    cdef trick_t t = s.trick
    cdef int64_t seat = s.head.seat, card, suit
    cdef int32_t chosen = 0, _trick, _i
    for _i in range(s.n_playing):
        sort_hand(r, s.hand[seat], s.held, &rows[seat])
        seat = s.next[seat]
    for _trick in range(s.cards - 1):
        card = from_row(&rows[seat], EVERY_PLACE, &seats[seat].rng, &chosen)
        lead_with(r, s, &t, seat, card)
        suit = card >> SUIT_SHIFT
        for _i in range(s.n_playing - 1):
            seat = s.next[seat]
            card = from_row(&rows[seat], rows[seat].of_suit[suit], &seats[seat].rng, &chosen)
            beat(r, &t, seat, card)
        seat = winner(&t)
        s.tricks[seat] += 1
    lead_with(r, s, &t, seat, rows[seat].card[ctz(rows[seat].left)])
    for _i in range(s.n_playing - 1):
        seat = s.next[seat]
        beat(r, &t, seat, rows[seat].card[ctz(rows[seat].left)])
    s.tricks[winner(&t)] += 1
    return chosen


cdef inline void rush_bids(const OhHellRules* r, OhHellState* s, seat_t* seats) noexcept nogil:
    cdef uint32_t n = <uint32_t>most_bid(r, s) + 1
    cdef int64_t seat = s.head.seat
    cdef int32_t _i
    for _i in range(s.n_playing):
        s.bid[seat] = <int8_t>rng_below(&seats[seat].rng, n)
        seat = s.next[seat]


cdef bint rush(const table_t* table, void* state, seat_t* seats, turns_t* done) noexcept nogil:
    """A whole hand, unless `hook` makes the last bid a special one."""
    cdef const OhHellRules* r = rules_of(table)
    cdef OhHellState* s = <OhHellState*>state
    cdef int32_t moves = s.n_playing + <int32_t>s.n_cards
    if s.phase != PHASE_BID or s.to_bid != s.n_playing or r.rule.hook:
        return False
    rush_bids(r, s, seats)
    s.head.seat = s.first_leader        # OH-17
    done.turns += moves
    done.decisions += s.n_playing + (rush_words if in_the_word else rush_rows)(r, s, seats)
    s.held = 0
    s.trick.n_played = s.n_cards
    memset(s.hand, 0, sizeof(s.hand))
    end_hand(table, s)
    return True


fill_places()
