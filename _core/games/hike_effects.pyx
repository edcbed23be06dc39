"""Hike: what specialties and triggered suits do to the cards, and what everybody learns from it."""
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport MAX_SEATS, table_t
from analyzer._core.games.hike cimport (
    BIRD, BUG, FIRST_SPECIALTY, FIRST_SPECIALTY_CODE, MOVE_PLANT, N_CODES, N_SUITS, NO_BOUND, PEAK,
    PLANT_WIND, PURPOSE_EARTHQUAKE, PURPOSE_RESHUFFLE, SUIT_FIELDS, SUIT_TOPS, TREE, WIND, WORM,
    WORM_CAPTURED, COUNT_TREES, HikeRules, HikeState, birds_in, deal_out, finish, held, how_many,
    next_of, note_copy, rules_of, show, specialty_bit, suit_move,
)
from analyzer._core.games.hike_turns cimport pass_on
from analyzer._core.rng cimport rng_deal, rng_pick_next, rng_stream, rng_t


# --- what everybody can deduce (written here, read by hike_hidden) -------------------------------

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


# --- the stock ----------------------------------------------------------------------------------

cdef void reshuffle(const HikeRules* r, HikeState* s) noexcept nogil:
    """HK-A12: the pile without the exposed card becomes the stock; The Worm stays in the pile."""
    cdef rng_t rng
    cdef int32_t i, kept = 0, n = 0
    for i in range(s.n_pile):
        if i == s.n_pile - 1 or s.pile[i] == FIRST_SPECIALTY_CODE + WORM:
            s.pile[kept] = s.pile[i]
            kept += 1
        else:
            s.deck[n] = s.pile[i]
            s.laid -= r.unit[s.pile[i]]
            s.more_birds += s.pile[i] // 10 == BIRD
            n += 1
    s.n_pile = kept
    rng_stream(&rng, &s.head.luck, PURPOSE_RESHUFFLE, <uint32_t>(s.hand_no * 256 + s.occasion))
    s.occasion += 1
    rng_deal(&rng, s.deck, n, n)
    s.next_card = 0
    s.n_fixed = s.n_deck = <int16_t>n
    learn_the_other_hands(s)


cdef void note_drawn(const HikeRules* r, HikeState* s, int32_t seat, uint8_t code) noexcept nogil:
    """A drawn card may be a Bug or a Bird."""
    if s.bug_allow_all != NO_BOUND:
        s.bug_allow_all += 1
        s.bug_allow[seat] += 1
        s.bug_had[seat] += code // 10 == BUG
    if s.bird_allow[seat] != NO_BOUND:
        s.bird_allow[seat] += 1
        s.bird_had[seat] += birds_in(r, r.unit[code])


cdef void draw(const HikeRules* r, HikeState* s, int32_t seat) noexcept nogil:
    """HK-19, HK-21: one card from the stock, if there is one (HK-A12)."""
    cdef uint8_t code
    if s.next_card == s.n_deck:
        if r.rule.deck_exhausted:
            reshuffle(r, s)
        if s.next_card == s.n_deck:
            return
    if s.next_card == s.n_fixed:
        rng_pick_next(&s.stock_rng, s.deck, s.next_card, s.n_deck)
        s.n_fixed += 1
    code = s.deck[s.next_card]
    s.next_card += 1
    s.size[seat] += 1
    s.hand[seat] += r.unit[code]
    s.base[seat] += r.unit[code]
    if r.rule.suits_scope:
        note_copy(s.copies[seat], code)
    if s.bug_allow_all != NO_BOUND or s.bird_allow[seat] != NO_BOUND:
        note_drawn(r, s, seat, code)


cdef void avalanche(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    """HK-19 to HK-21."""
    cdef const HikeRules* r = rules_of(table)
    cdef uint32_t others = s.active & ~(<uint32_t>1 << seat)
    cdef uint32_t left
    cdef int32_t at, rounds = 2 if r.rule.avalanche_draw else 1
    cdef int32_t each = 1 if r.rule.avalanche_draw else 2, _i, _k
    for _i in range(rounds):
        at = seat
        left = others
        while left:
            at = next_of(r, left, at, s.direction)
            left &= ~(<uint32_t>1 << at)
            for _k in range(each):
                draw(r, s, at)
    s.avalanche = 1
    s.triggers |= <uint64_t>1 << suit_move(PEAK)
    pass_on(table, s, seat)


# --- the pool of an Earthquake ------------------------------------------------------------------

cdef int32_t pool_copies(HikeState* s, int32_t seat, uint8_t* pool) noexcept nogil:
    """The codes of the suited cards of a hand (suits_scope = "card"); returns how many."""
    cdef int32_t suit, i, n = 0
    for suit in range(N_SUITS):
        for i in range(10):
            if s.copies[seat][suit] >> i & 1:
                pool[n] = <uint8_t>(suit * 10 + i)
                n += 1
        s.copies[seat][suit] = 0
    return n


cdef int32_t pool_hand(const HikeRules* r, HikeState* s, int32_t seat,
                       uint8_t* pool) noexcept nogil:
    """The codes of the cards of a hand, in order; returns how many. Writes up to 16 bytes more."""
    cdef uint64_t hand = s.hand[seat], specialties = hand >> FIRST_SPECIALTY
    cdef int32_t n = 0, suit
    if r.rule.suits_scope:
        n = pool_copies(s, seat, pool)
    else:
        for suit in range(N_SUITS):     # all of them: which are held cannot be guessed
            memcpy(pool + n, r.codes[suit], 16)     # at most 10 of them count
            n += held(hand, suit)
    while specialties:
        pool[n] = <uint8_t>(FIRST_SPECIALTY_CODE + ctz(specialties))
        specialties &= specialties - 1
        n += 1
    s.hand[seat] = 0
    s.size[seat] = 0
    return n


cdef void deal_same_sizes(const HikeRules* r, HikeState* s, int32_t seat, int32_t direction,
                          const uint8_t* room, const uint8_t* pool, int32_t n) noexcept nogil:
    """HK-A17: every hand becomes as large as it was."""
    cdef int32_t i
    for i in range(n):
        seat = next_of(r, s.active, seat, direction)
        while s.size[seat] == room[seat]:
            seat = next_of(r, s.active, seat, direction)
        s.hand[seat] += r.unit[pool[i]]
        s.size[seat] += 1
        if r.rule.suits_scope:
            note_copy(s.copies[seat], pool[i])


cdef void finish_empty(const table_t* table, HikeState* s, int32_t seat,
                       const uint8_t* had) noexcept nogil:
    """HK-31: whoever gets no card has finished, unless Poop had left the hand empty before."""
    cdef int32_t i, at
    for i in range(table.n_seats):
        at = (seat + i * s.direction + table.n_seats) % table.n_seats
        if s.active >> at & 1 and s.size[at] == 0 and had[at]:
            finish(s, at)


cdef void pool_and_deal(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    """HK-28 to HK-31, HK-A17."""
    cdef const HikeRules* r = rules_of(table)
    cdef uint8_t pool[N_CODES + 16]
    cdef uint8_t had[MAX_SEATS]
    cdef uint64_t knew[MAX_SEATS]
    cdef rng_t rng
    cdef uint32_t rest = s.active
    cdef int32_t n = 0, at, direction = s.direction if r.rule.earthquake_dir else 1
    if s.bug_allow_all != NO_BOUND:
        s.bug_allow_all -= bugs_shown(s)
    memcpy(had, s.size, sizeof(had))
    while rest:
        at = ctz(rest)
        rest &= rest - 1
        knew[at] = known_now(s, at) + s.hand[at]
    if r.rule.suits_scope:
        keep_copies(s)
    rest = s.active
    while rest:
        n += pool_hand(r, s, ctz(rest), pool + n)
        rest &= rest - 1
    rng_stream(&rng, &s.head.luck, PURPOSE_EARTHQUAKE, <uint32_t>(s.hand_no * 256 + s.occasion))
    s.occasion += 1
    rng_deal(&rng, pool, n, n)
    if r.rule.earthquake_deal:
        deal_same_sizes(r, s, seat, direction, had, pool, n)
    else:
        deal_out(r, s, s.active, how_many(s.active), seat, direction, pool, n)
    if n < table.n_seats:
        finish_empty(table, s, seat, had)
    if r.rule.suits_scope:
        forget_copies(s)
    learn_from_earthquake(s, knew)


cdef void earthquake(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    if s.active:
        pool_and_deal(table, s, seat)
    pass_on(table, s, seat)


# --- cards leaving hands and pile ----------------------------------------------------------------

cdef void poop(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    """HK-39 to HK-41."""
    cdef const HikeRules* r = rules_of(table)
    cdef uint32_t rest = s.active
    cdef int32_t at, n
    while rest:
        at = ctz(rest)
        rest &= rest - 1
        n = held(s.hand[at], BUG)
        s.hand[at] -= <uint64_t>n << (6 * BUG)
        show(s, <uint64_t>n << (6 * BUG), n)
        s.size[at] -= <uint8_t>n
        s.bugs[at] += <uint8_t>n
        s.bug_copies[at] |= s.copies[at][BUG]
        s.copies[at][BUG] = 0
        s.bug_allow[at] = s.bug_had[at] = 0
        if s.size[at] == 0 and r.rule.poop_empty == 0:       # HK-A7
            finish(s, at)
    s.bug_allow_all = 0
    pass_on(table, s, seat)


cdef void capture(HikeState* s, int32_t seat) noexcept nogil:
    """HK-46, HK-47: The Worm leaves the pile."""
    cdef int32_t i = 0
    s.worm = WORM_CAPTURED
    s.worm_to = <int8_t>seat
    while s.pile[i] != FIRST_SPECIALTY_CODE + WORM:
        i += 1
    s.n_pile -= 1
    s.laid -= specialty_bit(WORM)
    show(s, specialty_bit(WORM), 1)
    while i < s.n_pile:
        s.pile[i] = s.pile[i + 1]
        i += 1
    s.triggers &= ~(<uint64_t>1 << suit_move(BIRD))


cdef void plant_copies(HikeState* s, int32_t seat, int32_t trees) noexcept nogil:
    """The lowest copies go first (suits_scope = "card")."""
    cdef int32_t _i
    cdef uint16_t lowest
    for _i in range(trees):
        lowest = <uint16_t>(s.copies[seat][TREE] & -<int32_t>s.copies[seat][TREE])
        s.copies[seat][TREE] ^= lowest
        s.tree_copies[seat] |= lowest


cdef void plant(const HikeRules* r, HikeState* s, int32_t seat, int32_t move) noexcept nogil:
    """HK-42: Trees, and The Wind as one, leave the hand and score."""
    cdef int32_t trees = (move - MOVE_PLANT) % PLANT_WIND
    cdef uint64_t cards = <uint64_t>trees << (6 * TREE)
    if r.rule.suits_scope:
        plant_copies(s, seat, trees)
    if move - MOVE_PLANT >= PLANT_WIND:
        cards |= specialty_bit(WIND)
        s.wind_planter = <int8_t>seat
        trees += 1
    if trees == 0:
        return
    if s.active >> seat & 1:    # the cards of the others are face up anyway
        show(s, cards, trees)
    s.hand[seat] -= cards
    s.size[seat] -= <uint8_t>trees
    s.trees[seat] += <uint8_t>trees
    s.seat_counters[COUNT_TREES][seat] += trees
    if s.size[seat] == 0:
        s.planted_out |= <uint32_t>1 << seat
        if s.active >> seat & 1:
            finish(s, seat)
        else:                   # HK-A9: an eliminated seat that is rid of its last card
            s.n_out += 1
            s.out_order[seat] = s.n_out
