"""Oh Hell: hands played at random, without lists of moves.

There are two ways to find the k-th legal card: where the processor is good at it, in the word of
the hand itself; elsewhere in the hand as a sorted row of cards, of which a mask of 10 bits says
what is left, and a table where its k-th bit is. Both make the same moves.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memset

from analyzer._core.bits cimport ctz, pdep, popcnt
from analyzer._core.contract cimport MAX_SEATS, seat_t, table_t, turns_t
from analyzer._core.games.oh_hell cimport (
    MOST_CARDS, N_SUITS, ONE_SUIT, PHASE_BID, SUIT_SHIFT, OhHellRules, OhHellState, beat,
    lead_with, most_bid, rules_of, trick_t, winner,
)
from analyzer._core.games.oh_hell_hand cimport end_hand
from analyzer._core.rng cimport rng_below, rng_below_if, rng_t
from analyzer._core.ways cimport in_the_word

cdef enum:
    PLACE_SETS = 1 << MOST_CARDS
    EVERY_PLACE = PLACE_SETS - 1

# By the places that are left: which they are, in order, 4 bits each, and from bit 56 on how many.
cdef uint64_t PLACES[PLACE_SETS]


ctypedef struct chair_t         # below

ctypedef struct chair_t:        # who plays a hand, with all that it takes side by side
    rng_t coin
    uint64_t held               # the cards, or the places of those in the row
    int64_t seat
    chair_t* next               # clockwise
    # the row
    uint64_t of_suit[N_SUITS]   # the places of each suit
    uint64_t card[MOST_CARDS + 11]  # in order; 11 more make a chair 256 bytes, quickly found


cdef void fill_places():
    cdef uint64_t places, rest, n
    for places in range(<uint64_t>PLACE_SETS):
        rest, n = places, 0
        while rest:
            PLACES[places] |= <uint64_t>ctz(rest) << 4 * n
            rest &= rest - 1
            n += 1
        PLACES[places] |= n << 56


cdef inline void sort_hand(const OhHellRules* r, int64_t n, chair_t* at) noexcept nogil:
    cdef uint64_t before = 0, up_to, hand = at.held
    cdef int64_t i, suit
    at.held = EVERY_PLACE >> (MOST_CARDS - n)
    for suit in range(N_SUITS):
        up_to = before + r.size[hand >> (suit << SUIT_SHIFT) & ONE_SUIT]
        at.of_suit[suit] = (<uint64_t>1 << up_to) - (<uint64_t>1 << before)
        before = up_to
    for i in range(n):
        at.card[i] = hand & (0 - hand)
        hand &= hand - 1


cdef inline uint64_t from_word(chair_t* at, uint64_t follow, uint64_t* in_vain) noexcept nogil:
    """OH-20, OH-21: a card of those to `follow`, if there is one; any other if not."""
    cdef uint64_t legal = at.held & follow, card
    legal = legal if legal else at.held
    card = pdep(<uint64_t>1 << rng_below_if(&at.coin, popcnt(legal), in_vain), legal)
    at.held ^= card
    return card


cdef inline uint64_t from_row(chair_t* at, uint64_t follow, uint64_t* in_vain) noexcept nogil:
    """The same; `follow` are places."""
    cdef uint64_t legal = at.held & follow, places, place
    places = PLACES[legal if legal else at.held]
    place = places >> 4 * rng_below_if(&at.coin, places >> 56, in_vain) & 15
    at.held ^= <uint64_t>1 << place
    return at.card[place]


# What changes card by card is kept in registers, and what was played is not written down: nobody
# asks for it once the hand is over. Nor for the coins: another hand has others.

cdef uint64_t rush_words(const OhHellRules* r, OhHellState* s, chair_t* chairs) noexcept nogil:
    """All tricks, of which the last is no choice; returns how many words were drawn in vain."""
    cdef trick_t t = s.trick
    cdef chair_t* at = &chairs[s.first_leader]      # OH-17
    cdef uint64_t in_vain = 0
    cdef int32_t _trick, _i
    for _trick in range(s.cards - 1):
        lead_with(&t, at.seat, from_word(at, at.held, &in_vain))
        for _i in range(s.n_playing - 1):
            at = at.next
            beat(&t, at.seat, from_word(at, t.follow, &in_vain))
        at = &chairs[winner(&t)]        # OH-23
        s.tricks[winner(&t)] += 1
    lead_with(&t, at.seat, at.held)
    for _i in range(s.n_playing - 1):
        at = at.next
        beat(&t, at.seat, at.held)
    s.tricks[winner(&t)] += 1
    return in_vain


cdef uint64_t rush_rows(const OhHellRules* r, OhHellState* s, chair_t* chairs) noexcept nogil:
    """The same."""
    cdef trick_t t = s.trick
    cdef chair_t* at = &chairs[s.first_leader]
    cdef uint64_t in_vain = 0
    cdef uint64_t card
    cdef int64_t suit
    cdef int32_t _trick, _i
    for _i in range(s.n_playing):
        sort_hand(r, s.held, at)
        at = at.next
    for _trick in range(s.cards - 1):
        card = from_row(at, at.held, &in_vain)
        lead_with(&t, at.seat, card)
        suit = ctz(card) >> SUIT_SHIFT
        for _i in range(s.n_playing - 1):
            at = at.next
            beat(&t, at.seat, from_row(at, at.of_suit[suit], &in_vain))
        at = &chairs[winner(&t)]
        s.tricks[winner(&t)] += 1
    lead_with(&t, at.seat, at.card[ctz(at.held)])
    for _i in range(s.n_playing - 1):
        at = at.next
        beat(&t, at.seat, at.card[ctz(at.held)])
    s.tricks[winner(&t)] += 1
    return in_vain


cdef inline uint64_t sit_down(const OhHellRules* r, OhHellState* s, const seat_t* seats,
                              chair_t* chairs) noexcept nogil:
    """With a bid, of which there are always two or more; returns the sum of the coins' counters."""
    cdef uint32_t n = <uint32_t>most_bid(r, s) + 1
    cdef uint64_t counted = 0
    cdef int64_t seat = s.head.seat
    cdef chair_t* at
    cdef int32_t _i
    for _i in range(s.n_playing):
        at = &chairs[seat]
        at.coin, at.held, at.seat = seats[seat].rng, s.hand[seat], seat
        s.bid[seat] = <int8_t>rng_below(&at.coin, n)
        counted += at.coin.counter
        seat = s.next[seat]
        at.next = &chairs[seat]
    return counted


cdef inline uint64_t counted_now(const OhHellState* s, const chair_t* chairs) noexcept nogil:
    cdef const chair_t* at = &chairs[s.first_leader]
    cdef uint64_t counted = 0
    cdef int32_t _i
    for _i in range(s.n_playing):
        counted += at.coin.counter
        at = at.next
    return counted


cdef bint rush(const table_t* table, void* state, seat_t* seats, turns_t* done) noexcept nogil:
    """A whole hand, unless `hook` makes the last bid a special one."""
    cdef const OhHellRules* r = rules_of(table)
    cdef OhHellState* s = <OhHellState*>state
    cdef chair_t chairs[MAX_SEATS]
    cdef uint64_t before, in_vain
    if s.phase != PHASE_BID or s.to_bid != s.n_playing or r.rule.hook:
        return False
    before = sit_down(r, s, seats, chairs)
    in_vain = (rush_words if in_the_word else rush_rows)(r, s, chairs)
    done.turns += s.n_playing + <int32_t>s.n_cards
    # A card is a choice if a word was drawn for it.
    done.decisions += s.n_playing + <int32_t>(counted_now(s, chairs) - before - in_vain)
    s.held = 0
    s.trick.n_played = s.n_cards
    memset(s.hand, 0, sizeof(s.hand))
    end_hand(table, s)
    return True


fill_places()
