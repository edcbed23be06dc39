"""What Hike's expert sees of a hand, and how likely the cards it does not see are where.

Chances are of SURE, or as indexes of tables of STEPS, so that all is whole numbers.
"""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from analyzer._core.contract cimport MAX_SEATS, view_t
from analyzer._core.games.hike.state cimport (
    ALL_SPECIALTIES, ANYTHING, FIRST_SPECIALTY, LITTER, N_CODES, N_SPECIALTIES, N_SUITS, WIND,
    HikeRules, HikeState, next_of, rules_of,
)
from analyzer._core.games.hike.hidden cimport known_now
from analyzer._core.policies.hike.hands cimport EVERY_SUIT, seldom, suited_cards

cdef enum:
    SURE = 4096             # a chance of 1
    STEPS = 127             # ... as an index of a table
    STEP = SURE // STEPS
    LONGEST_HAND = 15       # bigger hands count as this


ctypedef struct toll_t:     # both of SURE
    uint16_t part           # the part of them that is out
    uint16_t whole          # the chance that all are

ctypedef struct chances_t:  # worked out once
    # The chance (of STEPS) that a hand of n cards has none of a share f (of STEPS) of the cards.
    uint8_t fails[LONGEST_HAND + 1][STEPS + 1]
    # What comes of it if n seats in turn fail with a chance f each, until one does not (HK-15).
    toll_t tolls[MAX_SEATS][STEPS + 1]
    int32_t share[N_CODES + 1]      # of one card among n, of STEPS << 16
    uint8_t how_many[256]           # bits in a set of seats

ctypedef struct features_t:
    const view_t* view
    const HikeRules* r
    const HikeState* s
    const chances_t* chances
    int32_t others          # other active seats
    int32_t their_cards     # in all their hands
    int32_t n_unseen        # ... and in the stock
    int32_t share           # of one unseen card among those in their hands, of STEPS << 16,
    int32_t more            # ... and how much more of one that is known to be there
    int32_t wilds           # unseen specialties that can be played,
    int32_t wind            # ... and whether The Wind is one of them
    uint64_t hand
    uint64_t unseen         # cards neither in the own hand nor ever shown, as a hand word
    uint64_t known          # those of them that are known to be in their hands
    uint64_t answers        # specialties that are an answer to a card, if held
    int32_t keep[FIRST_SPECIALTY]   # worth of holding a suit at all, by its top bit
    int32_t bug             # worth of being rid of a Bug
    int32_t spite           # worth of driving out all the others
    int32_t hold            # weight of saving specialties, of SURE
    const uint8_t* fails    # rows of the tables: for the size of the next hand,
    const toll_t* tolls     # ... and for the number of others

cdef const chances_t* all_chances() noexcept


cdef inline int32_t has(uint64_t cards, int32_t specialty) noexcept nogil:
    return <int32_t>(cards >> (FIRST_SPECIALTY + specialty) & 1)


cdef inline void find_unseen(features_t* e) noexcept nogil:
    """All cards but those in the own hand, in the pile or face up."""
    cdef const HikeRules* r = e.r
    cdef const HikeState* s = e.s
    cdef uint64_t left = <uint64_t>10 * EVERY_SUIT + ALL_SPECIALTIES - e.hand - s.laid - s.shown
    cdef int32_t n = r.n_cards - s.n_pile - s.n_shown - s.size[e.view.seat], i
    if seldom(r.n_cards < 10 * N_SUITS + N_SPECIALTIES):    # some specialties are not in the box
        left -= ALL_SPECIALTIES
        for i in range(10 * N_SUITS, r.n_cards):
            left += r.unit[r.deck[i]]
    e.unseen = left
    e.their_cards = n - s.n_deck + s.next_card
    e.n_unseen = max(1, n)


cdef inline const uint8_t* fails_of_next(const features_t* e, int32_t direction) noexcept nogil:
    """The row of `fails` for the next active seat."""
    cdef int32_t seat = next_of(e.r, e.s.active, e.view.seat, direction)
    return e.chances.fails[min(e.s.size[seat], LONGEST_HAND)]


cdef inline int32_t count(uint64_t cards) noexcept nogil:
    cdef uint64_t specialties = cards & ALL_SPECIALTIES
    cdef int32_t n = suited_cards(cards)
    while specialties:
        specialties &= specialties - 1
        n += 1
    return n


cdef inline void recall_earthquake(features_t* e) noexcept nogil:
    """Cards that this seat gave into the pool and did not get back are in the other hands, so all
    the others are less likely to be (HK-28)."""
    cdef int32_t n
    e.known = known_now(e.s, e.view.seat)
    n = count(e.known)
    if n:
        e.share = 0
        if n < e.n_unseen and n < e.their_cards:
            e.share = e.chances.share[e.n_unseen - n] * (e.their_cards - n) // e.their_cards
        e.more = e.chances.share[e.their_cards] - e.share


cdef inline int32_t place(const features_t* e, int32_t unseen, int32_t known) noexcept nogil:
    """In `fails`: the share of some cards in the other hands, by how many are unseen and known."""
    return min(unseen * e.share + known * e.more, STEPS << 16) >> 16


cdef inline void read_features(features_t* e, const view_t* view,
                               const chances_t* chances) noexcept nogil:
    cdef const HikeState* s = <const HikeState*>view.state
    e.view, e.r, e.s, e.chances = view, rules_of(view.table), s, chances
    e.hand = s.hand[view.seat]
    e.others = chances.how_many[s.active & ~(<uint32_t>1 << view.seat)]
    if seldom(e.others == 0):           # the solo endgame needs no more
        return
    find_unseen(e)
    e.share, e.more, e.known = chances.share[e.n_unseen], 0, 0
    if seldom(s.known[view.seat] != 0):
        recall_earthquake(e)
    e.wilds = (e.n_unseen - suited_cards(e.unseen) - has(e.unseen, LITTER)) & 63
    e.wind = has(e.unseen, WIND)
    e.answers = ANYTHING & ALL_SPECIALTIES
    e.fails = fails_of_next(e, s.direction)
    e.tolls = chances.tolls[e.others]
