"""Hike: what everybody can deduce, and redealing what a seat cannot see.

The cards that a seat cannot see are sorted, so that nothing shows where they truly lie. Then they
are dealt to the places where they may be: the hands of the others still in, and the stock. A deal
must respect what the seat can know. Cards that it gave away in an Earthquake are in the other
hands. After Poop (The Worm, with worm_bird = "must") a hand holds no more Bugs (Birds) than it may
have drawn since. If another seat is to move, it has a card to move with.
"""
from libc.stdint cimport int32_t, int8_t, uint16_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memcpy, memset

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport MAX_SEATS, NO_SEAT, table_t
from analyzer._core.games.hike.state cimport (
    BUG, FIRST_SPECIALTY, FIRST_SPECIALTY_CODE, NO_BOUND, N_CODES, N_SPECIALTIES, N_SUITS,
    PHASE_CAPTURE, PHASE_DROUGHT, PHASE_OVER, PHASE_SPRING, PHASE_WORM_BIRD, SUIT_FIELDS, SUIT_TOPS,
    TREE, WIND, HikeRules, HikeState, birds_in, codes_of, demand, held, may_plant, next_of,
    note_copy, offer_cards, playable, rules_of, specialty_bit,
)
from analyzer._core.rng cimport rng_below, rng_deal, rng_next, rng_seed, rng_t


# --- what everybody can deduce --------------------------------------------------------------------

cdef uint64_t without(uint64_t known, uint64_t seen) noexcept nogil:
    """Field by field max(0, known - seen)."""
    cdef uint64_t difference = (known & SUIT_FIELDS | SUIT_TOPS) - (seen & SUIT_FIELDS)
    cdef uint64_t positive = difference & SUIT_TOPS     # the lent bit is still there
    return difference & (positive - (positive >> 5)) | known & ~seen & ~SUIT_FIELDS


cdef uint64_t known_now(const HikeState* s, int32_t seat) noexcept nogil:
    """Cards that `seat` knows to be in the other active hands: less those shown since."""
    cdef uint64_t shown = 0
    cdef int32_t other
    if s.known[seat] == 0:
        return 0
    for other in range(MAX_SEATS):
        if other != seat:
            shown += s.base[other] - (s.hand[other] if s.active >> other & 1 else 0)
    return without(s.known[seat], shown)


cdef void learn_the_other_hands(HikeState* s) noexcept nogil:
    """An empty stock: every card that is not seen is in one of the other active hands."""
    cdef int32_t seat, other, suit
    memset(s.known_copies, 0, sizeof(s.known_copies))
    for seat in range(MAX_SEATS):
        s.known[seat] = 0
        for other in range(MAX_SEATS):
            if other != seat and s.active >> other & 1:
                s.known[seat] += s.hand[other]
                for suit in range(N_SUITS):
                    s.known_copies[seat][suit] |= s.copies[other][suit]
        s.base[seat] = s.hand[seat] if s.active >> seat & 1 else 0


cdef void keep_copies(HikeState* s) noexcept nogil:
    """Before an Earthquake (suits_scope = "card"): each seat knows the cards it gives away."""
    cdef int32_t seat, suit
    for seat in range(MAX_SEATS):
        for suit in range(N_SUITS):
            s.known_copies[seat][suit] |= s.copies[seat][suit]


cdef void forget_copies(HikeState* s) noexcept nogil:
    """After it: those that came back are in no other hand."""
    cdef int32_t seat, suit
    for seat in range(MAX_SEATS):
        for suit in range(N_SUITS):
            s.known_copies[seat][suit] &= ~s.copies[seat][suit]


cdef void learn_from_earthquake(HikeState* s, const uint64_t* knew) noexcept nogil:
    """`knew`: by active seat, what it knew or held of the cards that were pooled. It holds some of
    them again; the others are in the other hands. Of Bugs only the total is known any more."""
    cdef uint32_t rest = s.active
    cdef int32_t seat
    memset(s.known, 0, sizeof(s.known))
    memset(s.base, 0, sizeof(s.base))
    memset(s.bug_had, 0, sizeof(s.bug_had))
    memset(s.bird_allow, NO_BOUND, sizeof(s.bird_allow))
    while rest:
        seat = ctz(rest)
        rest &= rest - 1
        s.known[seat] = without(knew[seat], s.hand[seat])
        s.base[seat] = s.hand[seat]
        if s.bug_allow_all != NO_BOUND:
            s.bug_allow[seat] = min(s.bug_allow_all, s.size[seat])
            s.bug_had[seat] = <uint8_t>held(s.hand[seat], BUG)


cdef uint8_t bugs_shown(const HikeState* s) noexcept nogil:
    """Bugs that left the hands for all to see since they were last counted."""
    cdef int32_t seat, n = 0
    for seat in range(MAX_SEATS):
        n += s.bug_had[seat] - (held(s.hand[seat], BUG) if s.active >> seat & 1 else 0)
    return <uint8_t>n


# --- redealing ------------------------------------------------------------------------------------

cdef enum:
    DEALS = 16              # tries before a deal is mended card by card
    MENDING = 2000          # exchanges per card before that is given up
    MIXING = 30             # ... once it is mended; a shuffle by exchanges of 50 cards needs 4


ctypedef struct deal_t:     # what the seat cannot see, place by place: first the other hands
    int32_t n
    int32_t n_hands
    int32_t n_known
    int32_t n_any           # cards that may lie in a hand; those behind them are in the stock
    uint8_t card[N_CODES]
    uint8_t known[N_CODES]  # 1: the card is known to be in one of the other hands
    int8_t owner[N_CODES]   # whose hand the place is in; NO_SEAT: the stock
    # what the hands may hold, and do hold
    int32_t bug_limit[MAX_SEATS]
    int32_t bird_limit[MAX_SEATS]
    int32_t all_bugs_limit
    bint bounded            # there are such limits, or a mover; else any deal will do
    int32_t bugs[MAX_SEATS]
    int32_t birds[MAX_SEATS]
    int32_t all_bugs
    int32_t mover           # must hold one of the cards that count as `fitting`; NO_SEAT: nobody
    int32_t n_fitting       # of them in the mover's hand
    uint8_t is_fitting[N_CODES]     # by card code
    const HikeRules* r


# --- what the seat knows ------------------------------------------------------------------------

cdef void gather(const HikeRules* r, const HikeState* s, int32_t seat, deal_t* d) noexcept nogil:
    """All cards that `seat` cannot see, in order of their codes. They are added up as one hand: a
    search does this for every world."""
    cdef uint16_t copies[N_SUITS]
    cdef uint64_t unseen = 0
    cdef int32_t other, i, suit
    memset(copies, 0, sizeof(copies))
    d.r = r
    d.n_hands = d.n_known = 0
    for i in range(s.next_card, s.n_deck):
        unseen += r.unit[s.deck[i]]
    for i in range(s.next_card, s.n_deck if r.rule.suits_scope else 0):
        note_copy(copies, s.deck[i])
    for other in range(MAX_SEATS):
        if other != seat and s.active >> other & 1:
            unseen += s.hand[other]
            d.n_hands += s.size[other]
            for suit in range(N_SUITS if r.rule.suits_scope else 0):
                copies[suit] |= s.copies[other][suit]
    d.n = codes_of(unseen, copies if r.rule.suits_scope else NULL, d.card)


cdef void known_first(const HikeRules* r, const HikeState* s, int32_t seat,
                      deal_t* d) noexcept nogil:
    """Cards that must be in the other hands come to the front."""
    cdef uint64_t known = known_now(s, seat)
    cdef int32_t front = 0, i, kind
    cdef int32_t need[N_SUITS + N_SPECIALTIES]
    cdef uint8_t code
    memset(d.known, 0, sizeof(d.known))
    for kind in range(N_SUITS):
        need[kind] = held(known, kind)
    for kind in range(N_SPECIALTIES):
        need[N_SUITS + kind] = (known & specialty_bit(kind)) != 0
    for i in range(d.n):
        code = d.card[i]
        kind = code // 10 if code < FIRST_SPECIALTY_CODE else (
            N_SUITS + code - FIRST_SPECIALTY_CODE)
        if (r.rule.suits_scope and kind < N_SUITS
                and not s.known_copies[seat][kind] >> code % 10 & 1):
            continue
        if need[kind] > 0 and front < d.n_hands:
            need[kind] -= 1
            d.card[i] = d.card[front]
            d.card[front] = code
            d.known[front] = 1
            front += 1
    d.n_known = front


cdef bint has_limits(const HikeState* s) noexcept nogil:
    cdef int32_t other
    if s.bug_allow_all != NO_BOUND:
        return True
    for other in range(MAX_SEATS):
        if s.bird_allow[other] != NO_BOUND:
            return True
    return False


cdef void limit_hands(const HikeRules* r, const HikeState* s, int32_t seat,
                      deal_t* d) noexcept nogil:
    """Whose hand a place is in; and what Poop and The Worm have shown: what a hand was allowed,
    less what it has shown since."""
    cdef int32_t other, n = 0
    memset(d.owner, NO_SEAT, sizeof(d.owner))
    d.all_bugs_limit = N_CODES
    if s.bug_allow_all != NO_BOUND:
        d.all_bugs_limit = s.bug_allow_all - bugs_shown(s)
        if s.active >> seat & 1:
            d.all_bugs_limit -= held(s.hand[seat], BUG)
    for other in range(MAX_SEATS):
        if other != seat and s.active >> other & 1:
            memset(&d.owner[n], other, s.size[other])
            n += s.size[other]
        d.bug_limit[other] = d.bird_limit[other] = N_CODES
        if s.bug_allow_all != NO_BOUND:
            d.bug_limit[other] = s.bug_allow[other] - s.bug_had[other] + held(s.hand[other], BUG)
        if s.bird_allow[other] != NO_BOUND:
            d.bird_limit[other] = s.bird_allow[other] - s.bird_had[other] + (
                birds_in(r, s.hand[other]))


cdef void keep_bugs_out(deal_t* d) noexcept nogil:
    """The usual case after Poop: no other hand may hold a Bug, so all of them are in the stock.
    Without this, hardly any shuffle would fit."""
    cdef int32_t place
    cdef bint none = True
    for place in range(d.n_hands):
        none &= d.bug_limit[d.owner[place]] == 0
    place = d.n - 1
    while (none or d.all_bugs_limit == 0) and place >= d.n_known and d.n_any > d.n_hands:
        if d.card[place] // 10 == BUG:
            d.n_any -= 1
            d.card[place], d.card[d.n_any] = d.card[d.n_any], d.card[place]
        place -= 1


cdef inline bint is_bird(const HikeRules* r, int32_t code) noexcept nogil:
    return birds_in(r, r.unit[code]) > 0


cdef void ask_of_mover(const HikeRules* r, const HikeState* s, int32_t seat,
                       deal_t* d) noexcept nogil:
    """Another seat is to move: it holds a card for that."""
    cdef uint64_t wanted = specialty_bit(WIND)
    cdef int32_t mover = s.head.seat, code
    d.mover = NO_SEAT
    if mover == seat or not s.active >> mover & 1 or s.phase == PHASE_CAPTURE:
        return
    d.mover = mover
    for code in range(N_CODES):
        if s.phase <= PHASE_DROUGHT:
            d.is_fitting[code] = playable(r.unit[code], demand(s)) != 0
        elif s.phase == PHASE_WORM_BIRD:
            d.is_fitting[code] = is_bird(r, code)
        else:                   # a planting
            d.is_fitting[code] = code // 10 == TREE or (
                r.rule.wind_plants and r.unit[code] == wanted)


# --- a deal that respects it --------------------------------------------------------------------

cdef inline void count_card(deal_t* d, int32_t place, int32_t by) noexcept nogil:
    cdef int32_t owner = d.owner[place], bugs = by * (d.card[place] // 10 == BUG)
    if owner == NO_SEAT:
        return
    d.bugs[owner] += bugs
    d.all_bugs += bugs
    d.birds[owner] += by * is_bird(d.r, d.card[place])
    if owner == d.mover:
        d.n_fitting += by * d.is_fitting[d.card[place]]


cdef void count_all(deal_t* d) noexcept nogil:
    cdef int32_t place
    memset(d.bugs, 0, sizeof(d.bugs))
    memset(d.birds, 0, sizeof(d.birds))
    d.all_bugs = d.n_fitting = 0
    for place in range(d.n_hands):
        count_card(d, place, 1)


cdef inline int32_t excess(const deal_t* d) noexcept nogil:
    """By how many cards the deal is wrong."""
    cdef int32_t wrong = max(0, d.all_bugs - d.all_bugs_limit), seat
    for seat in range(MAX_SEATS):
        wrong += max(0, d.bugs[seat] - d.bug_limit[seat])
        wrong += max(0, d.birds[seat] - d.bird_limit[seat])
    return wrong + (d.mover != NO_SEAT and d.n_fitting == 0)


cdef inline void change_places(deal_t* d, int32_t a, int32_t b) noexcept nogil:
    cdef uint8_t card = d.card[a], known = d.known[a]
    count_card(d, a, -1)
    count_card(d, b, -1)
    d.card[a], d.known[a] = d.card[b], d.known[b]
    d.card[b], d.known[b] = card, known
    count_card(d, a, 1)
    count_card(d, b, 1)


cdef inline int32_t exchange(deal_t* d, rng_t* rng, int32_t wrong) noexcept nogil:
    """Two cards change places, unless that makes a deal worse; returns by how many it is wrong."""
    cdef int32_t a = <int32_t>rng_below(rng, <uint32_t>d.n)
    cdef int32_t b = <int32_t>rng_below(rng, <uint32_t>d.n), now
    if d.known[a] and b >= d.n_hands or d.known[b] and a >= d.n_hands:
        return wrong
    change_places(d, a, b)
    now = excess(d)
    if now <= wrong:
        return now
    change_places(d, a, b)
    return wrong


cdef void shuffle(deal_t* d, rng_t* rng) noexcept nogil:
    """Known cards stay in the hands, in any of them; the other places there get any cards. The rest
    is the stock, whose order is drawn when it is needed."""
    cdef int32_t place, i
    rng_deal(rng, d.card + d.n_known, d.n_hands - d.n_known, d.n_any - d.n_known)
    for place in range(d.n_hands - 1 if d.n_known else 0):
        i = place + <int32_t>rng_below(rng, <uint32_t>(d.n_hands - place))
        d.card[place], d.card[i] = d.card[i], d.card[place]
        d.known[place], d.known[i] = d.known[i], d.known[place]


cdef bint mix(deal_t* d, rng_t* rng) noexcept nogil:
    """Any possible deal, each as likely as the others: a shuffle that fits by chance, or otherwise
    one that exchanges repair and then mix. False: it cannot be repaired."""
    cdef deal_t ordered
    cdef int32_t wrong = 0, i, _i
    if d.n_known:
        ordered = d[0]
    for i in range(DEALS):
        if i and d.n_known:     # known cards are in front again
            d[0] = ordered
        shuffle(d, rng)
        if not d.bounded:
            return True
        count_all(d)
        wrong = excess(d)
        if wrong == 0:
            return True
    for _i in range(MENDING * d.n):
        wrong = exchange(d, rng, wrong)
        if wrong == 0:
            break
    for _i in range(MIXING * d.n if wrong == 0 else 0):
        exchange(d, rng, 0)
    return wrong == 0


# --- the new world ------------------------------------------------------------------------------

cdef void give_hand(const HikeRules* r, HikeState* s, int32_t other,
                    const uint8_t* cards) noexcept nogil:
    """What a hand has shown since the last Earthquake, Poop or Worm, it has shown in this world
    too."""
    cdef uint64_t hand = 0
    cdef int32_t i
    memset(s.copies[other], 0, sizeof(s.copies[other]))
    for i in range(s.size[other]):
        hand += r.unit[cards[i]]
        if r.rule.suits_scope:
            note_copy(s.copies[other], cards[i])
    s.base[other] += hand - s.hand[other]
    if s.bug_allow_all != NO_BOUND:
        s.bug_had[other] += <uint8_t>(held(hand, BUG) - held(s.hand[other], BUG))
    if s.bird_allow[other] != NO_BOUND:
        s.bird_had[other] += <uint8_t>(birds_in(r, hand) - birds_in(r, s.hand[other]))
    s.hand[other] = hand


cdef void forget(HikeState* s, int32_t seat, int32_t other) noexcept nogil:
    """What another seat knows, or knew when it was still in, and which of its cards it drew."""
    s.dealt[other] = <uint16_t>(s.hand[other] >> FIRST_SPECIALTY)   # as good a guess as any
    s.known[other] = 0
    memset(s.known_copies[other], 0, sizeof(s.known_copies[other]))
    if not s.occasion and s.known[seat] == 0:
        s.base[other] = 0


cdef void give_stock(HikeState* s, const deal_t* d, rng_t* rng) noexcept nogil:
    """How the cards came out of the box is forgotten. Their order is drawn card by card if it is
    needed; most worlds end before."""
    cdef uint64_t k0 = rng_next(rng), k1 = rng_next(rng)
    memset(s.deck, 0, sizeof(s.deck))
    memcpy(&s.deck[s.next_card], &d.card[d.n_hands], <size_t>(d.n - d.n_hands))
    rng_seed(&s.stock_rng, k0, k1, rng_next(rng))
    s.n_fixed = s.next_card


cdef void ask_planters(const HikeRules* r, HikeState* s, int32_t seat) noexcept nogil:
    """HK-42: of those not yet reached in a Spring, whoever holds a Tree now is still to plant."""
    cdef int32_t at = s.round_at, last = s.round_by, _i
    cdef uint32_t rest = s.active & ~(<uint32_t>1 << seat)
    for _i in range(MAX_SEATS):
        at = next_of(r, s.playing, at, s.direction)
        if at == last or at == s.round_at:
            return
        if rest >> at & 1:
            s.pending &= ~(<uint32_t>1 << at)
            s.pending |= <uint32_t>may_plant(r, s, at) << at


cdef void offer(const HikeRules* r, HikeState* s, int32_t seat) noexcept nogil:
    """What the seat to move may do with its new cards."""
    if s.phase <= PHASE_DROUGHT:
        offer_cards(s, s.head.seat)
        return
    s.legal = 0
    if s.phase == PHASE_SPRING:
        ask_planters(r, s, seat)


cdef bint redeal_hidden(const table_t* table, void* state, int32_t seat,
                        rng_t* rng) noexcept nogil:
    cdef const HikeRules* r = rules_of(table)
    cdef HikeState* s = <HikeState*>state
    cdef deal_t d
    cdef int32_t other, at = 0
    if s.phase == PHASE_OVER:
        return True
    gather(r, s, seat, &d)
    ask_of_mover(r, s, seat, &d)
    d.bounded = has_limits(s) or d.mover != NO_SEAT
    d.n_any = d.n
    if known_now(s, seat) or d.bounded:
        known_first(r, s, seat, &d)
    if d.bounded:
        limit_hands(r, s, seat, &d)
        keep_bugs_out(&d)
    if not mix(&d, rng):
        return False
    for other in range(MAX_SEATS):
        if other == seat:
            continue
        if s.active >> other & 1:
            give_hand(r, s, other, &d.card[at])
            at += s.size[other]
        forget(s, seat, other)
    give_stock(s, &d, rng)
    offer(r, s, seat)
    return True
