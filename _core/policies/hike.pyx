"""Policies for Hike. They read of a state what their seat can see (section 5 of the digest): the
own hand, the sizes of the others, the pile and whatever lies face up.

`expert` adds up what a move is worth, in hundredths of a card; chances are of 4096, so that all is
whole numbers, the same on every machine. The weights were fitted: each seat of 60 million games (3
to 8 players, greedy among them) played with weights moved at random, its share of wins was
regressed on the moves, and the weights followed the slopes until none was left.
"""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport MAX_SEATS, move_t, native, view_t
from analyzer._core.games.hike cimport (
    ALL_SPECIALTIES, ANYTHING, AVALANCHE, BIRD, BUG, DROUGHT, DROUGHT_WANT, EARTHQUAKE,
    FIRST_SPECIALTY, LAKE, LIGHT, LITTER, LOST, MOVE_CARD, MOVE_DECLINE, MOVE_NO_BIRD, MOVE_WIND,
    N_SPECIALTIES, N_SUITS, PEAK, PHASE_CAPTURE, PHASE_WORM_BIRD, POOP, SPRING, SUIT_FIELDS,
    SUIT_TOPS, SUN, SUN_WANT, TRAIL, TREE, WIND, WORM, WORM_CAPTURED, HikeRules, HikeState,
    birds_played, held, next_of, playable, rules_of, specialty_bit, suit_move, suit_set,
)
from analyzer._core.rng cimport rng_t

cdef extern from *:
    """
    #define HIKE_EVERY_SUIT UINT64_C(0x1041041041)      /* 1 in every field of a hand word */
    #define HIKE_EVERY_BYTE UINT64_C(0x0101010101010101)
    """
    uint64_t EVERY_SUIT "HIKE_EVERY_SUIT"
    uint64_t EVERY_BYTE "HIKE_EVERY_BYTE"

cdef enum:
    SURE = 4096             # a chance of 1
    STEPS = 127             # ... as an index of a table
    STEP = SURE // STEPS
    LONGEST_HAND = 15       # bigger hands count as this
    OWN_DROUGHT = 2000      # how sure it seems to its holder that he will play Drought,
    OWN_SUN = 1850          # ... and The Sun
    TAIL_NODES = 200        # most positions to look at for a move of the lone tail
    NEVER = -1000000000

cdef enum:                  # weights, in hundredths of a card
    W_OPTIONS = 205         # being able to play when the turn comes back
    W_KIND = 33             # holding a suit at all: doubles go first
    W_KILL = 220            # driving out all the others at once, in proportion for some of them
    W_OWN_ROW = 225         # all the others out, and no answer to one's own card
    W_LAKE = 160            # a Lake if a Drought is sure to come,
    W_LIGHT = 60            # a Light if The Sun is,
    W_TREE = 23             # a Tree if Spring is,
    W_BIRD = 47             # a Bird for the Worm in one's own hand
    W_BUG = 15              # being rid of a Bug before Poop comes
    W_DRAW = 32             # the card that a Peak brings after Avalanche: more to choose from
    W_AGAIN = 80            # having the next turn too
    W_DEAD = 630            # driving oneself out
    W_OUT = 950             # the last cards
    W_EXTRA = 93            # a second card gone in one turn
    W_POINT = 30            # a point for a Tree or a Bird
    W_WILD = 96             # keeping a specialty for need, and more for
    W_WIND = 51
    W_EARTHQUAKE = 50
    W_SUN = 27
    W_AVALANCHE = 36        # playing Avalanche,
    W_AVALANCHE_CARD = 18   # ... less for each card left in hand
    W_DROUGHT = 50          # playing Drought with a Lake: two cards gone
    W_POOP = 36             # playing Poop,
    W_POOP_OTHERS = 96      # ... more for each Bug it costs one of the others
    W_POOP_OWN = 102        # ... less for each of one's own
    W_SPRING_OTHERS = 33    # each Tree that the others plant in one's Spring
    W_QUAKE_CARD = 48       # each card more or less by an Earthquake
    W_QUAKE_LITTER = 55     # passing Litter on


# --- hands as words -----------------------------------------------------------------------------

cdef inline int32_t yes(bint is_so) noexcept nogil:
    """All bits or none: a choice that a processor could not foresee costs more than a mask."""
    return -<int32_t>is_so


cdef inline uint64_t suits_of(uint64_t hand) noexcept nogil:
    """The suits held, as top bits."""
    return playable(hand, SUIT_TOPS)


cdef inline uint64_t wilds_of(uint64_t hand) noexcept nogil:
    """The specialties that follow nearly everything (HK-9, HK-11)."""
    return hand & ANYTHING & ALL_SPECIALTIES


cdef inline int32_t suited_cards(uint64_t cards) noexcept nogil:
    """How many suited cards, modulo 64."""
    return <int32_t>((cards & SUIT_FIELDS) * EVERY_SUIT >> 36 & 63)


cdef inline uint64_t sum_of_bytes(const uint8_t* seats) noexcept nogil:
    cdef uint64_t word
    memcpy(&word, seats, MAX_SEATS)
    return word * EVERY_BYTE >> 56


cdef inline uint64_t unit_of(const HikeRules* r, move_t move) noexcept nogil:
    """The card of a move, as a hand word."""
    if move >= MOVE_CARD:
        return r.unit[move - MOVE_CARD]
    if move >= MOVE_WIND:
        return specialty_bit(WIND)
    return <uint64_t>1 << (move - 5 if move < FIRST_SPECIALTY else move)


cdef inline uint64_t want_of(const HikeRules* r, move_t move) noexcept nogil:
    """What may follow the card of a move."""
    if move >= MOVE_CARD:
        return r.card_want[move - MOVE_CARD]
    return r.want[move if move < MOVE_WIND else suit_move(move - MOVE_WIND)]


cdef inline int32_t closed_to(const HikeRules* r, uint64_t tops, uint64_t cards) noexcept nogil:
    """How many of the suited `cards` none of the suits `tops` can follow."""
    return suited_cards(cards & r.closed[suit_set(tops)])


cdef int32_t plant_all(const view_t* view, int32_t n_moves) noexcept nogil:
    """Every Tree is a card gone and a point (HK-42); The Wind too if that empties the hand, or if
    it will not be played any more (HK-A9: an eliminated seat)."""
    cdef const HikeState* s = <const HikeState*>view.state
    cdef int32_t trees = held(s.hand[view.seat], TREE)
    if n_moves > trees + 1 and (s.size[view.seat] == trees + 1 or not s.active >> view.seat & 1):
        return n_moves - 1
    return trees


# --- greedy -------------------------------------------------------------------------------------

cdef int32_t choose_greedy(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    """Of the cards kept, a specialty counts 7, a suit 1, each exposed suit they can follow 1."""
    cdef const HikeRules* r = rules_of(view.table)
    cdef const HikeState* s = <const HikeState*>view.state
    cdef uint64_t hand, tops
    cdef int32_t i, options, best = 0, most = NEVER
    if s.phase == PHASE_CAPTURE or s.phase == PHASE_WORM_BIRD:
        return 0                # the first move captures The Worm, with a Bird if there is one
    if s.phase > PHASE_CAPTURE:
        return plant_all(view, n_moves)
    for i in range(n_moves):
        if moves[i] == MOVE_DECLINE:
            break
        hand = s.hand[view.seat] - unit_of(r, moves[i])
        tops = suits_of(hand)
        options = N_SUITS - closed_to(r, tops, EVERY_SUIT) + suited_cards(tops >> 5)
        if moves[i] >= FIRST_SPECIALTY and moves[i] < MOVE_CARD:
            options -= N_SUITS  # one specialty less than by a suited card
        if options > most:
            best, most = i, options
    return best


# --- expert: what a seat sees -------------------------------------------------------------------

ctypedef struct toll_t:     # both of SURE
    uint16_t part           # the part of them that is out
    uint16_t whole          # the chance that all are

ctypedef struct sight_t:
    const view_t* view
    const HikeRules* r
    const HikeState* s
    int32_t others          # other active seats
    int32_t their_cards     # in all their hands
    int32_t n_unseen        # ... and in the stock
    int32_t share           # of one unseen card among all, of STEPS << 16
    int32_t wilds           # unseen specialties that can be played,
    int32_t wind            # ... and whether The Wind is one of them
    uint64_t hand
    uint64_t unseen         # cards neither in the own hand nor ever shown, as a hand word
    int32_t keep[FIRST_SPECIALTY]   # worth of holding a suit at all, by its top bit
    int32_t bug             # worth of being rid of a Bug
    int32_t spite           # worth of driving out all the others
    int32_t hold            # weight of saving specialties, of SURE
    const uint8_t* fails    # rows of the tables below: for the size of the next hand,
    const toll_t* tolls     # and for the number of others

# The chance (of STEPS) that a hand of n cards has none of a share f (of STEPS) of the unseen cards.
cdef uint8_t fails[LONGEST_HAND + 1][STEPS + 1]
# What comes of it if n seats in turn fail with a chance f each, until one does not (HK-15).
cdef toll_t tolls[MAX_SEATS][STEPS + 1]
cdef uint8_t bytes_of[256][8]       # a byte of ones for each bit


cdef int fill_tables() except -1:
    """In whole numbers of Python, so exact on every machine."""
    cdef object f, n, some
    for f in range(STEPS + 1):
        for n in range(LONGEST_HAND + 1):
            fails[<int>n][<int>f] = STEPS * (STEPS - f) ** n // STEPS ** n
        for n in range(1, MAX_SEATS):
            some = sum([f ** i * STEPS ** (n - i) for i in range(1, n + 1)])
            tolls[<int>n][<int>f].part = SURE * some // (n * STEPS ** n)
            tolls[<int>n][<int>f].whole = SURE * f ** n // STEPS ** n
    for f in range(256):
        for n in range(8):
            bytes_of[<int>f][<int>n] = 255 * (f >> n & 1)
    return 0


fill_tables()


cdef uint64_t unseen_cards(const sight_t* e) noexcept nogil:
    """All cards but those in the own hand, in the pile or face up."""
    cdef const HikeRules* r = e.r
    cdef const HikeState* s = e.s
    cdef uint64_t left = <uint64_t>10 * EVERY_SUIT + ALL_SPECIALTIES - e.hand - s.laid
    cdef uint32_t out = s.playing & ~s.active & ~(<uint32_t>1 << e.view.seat)
    cdef int32_t i
    if r.n_cards < 10 * N_SUITS + N_SPECIALTIES:    # some specialties are not in the box
        left -= ALL_SPECIALTIES
        for i in range(10 * N_SUITS, r.n_cards):
            left += r.unit[r.deck[i]]
    while out:
        left -= s.hand[ctz(out)]
        out &= out - 1
    left -= (sum_of_bytes(s.bugs) << (6 * BUG)) + (sum_of_bytes(s.trees) << (6 * TREE))
    if s.wind_planter >= 0:
        left += (<uint64_t>1 << (6 * TREE)) - specialty_bit(WIND)
    if s.worm == WORM_CAPTURED:
        left -= specialty_bit(WORM)
    return left


cdef inline const uint8_t* fails_of_next(const view_t* view, int32_t direction) noexcept nogil:
    """The row of `fails` for the next active seat."""
    cdef const HikeState* s = <const HikeState*>view.state
    cdef int32_t seat = next_of(rules_of(view.table), s.active, view.seat, direction)
    return fails[min(s.size[seat], LONGEST_HAND)]


cdef inline int32_t need(const sight_t* e, int32_t specialty, int32_t own) noexcept nogil:
    """How sure is it that this specialty will be played? In the own hand it counts as `own`."""
    if e.unseen & specialty_bit(specialty):
        return (e.their_cards * e.share >> 16) * STEP
    return own if e.hand & specialty_bit(specialty) else 0


cdef inline void weigh_suits(sight_t* e, int32_t save) noexcept nogil:
    """What it is worth to hold a suit at all: some specialties ask for one."""
    cdef int32_t suit
    for suit in range(N_SUITS):
        e.keep[suit_move(suit)] = W_KIND * SURE
    e.keep[suit_move(LAKE)] += W_LAKE * (need(e, DROUGHT, OWN_DROUGHT) * save >> 12)
    e.keep[suit_move(LIGHT)] += W_LIGHT * (need(e, SUN, OWN_SUN) * save >> 12)
    e.keep[suit_move(TREE)] += W_TREE * need(e, SPRING, SURE)
    if e.hand & specialty_bit(WORM):
        e.keep[suit_move(BIRD)] += W_BIRD * SURE
    e.bug = W_BUG * SURE if e.unseen & specialty_bit(POOP) else 0


cdef inline void look(sight_t* e, const view_t* view, const double* params) noexcept nogil:
    cdef const HikeState* s = <const HikeState*>view.state
    cdef uint64_t mask, sizes       # a byte a seat
    e.view, e.r, e.s = view, rules_of(view.table), s
    e.hand = s.hand[view.seat]
    memcpy(&mask, bytes_of[s.active & ~(<uint32_t>1 << view.seat)], 8)
    memcpy(&sizes, s.size, 8)
    e.others = <int32_t>((mask & EVERY_BYTE) * EVERY_BYTE >> 56)
    e.their_cards = <int32_t>((mask & sizes) * EVERY_BYTE >> 56)
    if e.others == 0:           # the lone tail needs no more
        return
    e.n_unseen = max(1, e.their_cards + s.n_deck - s.next_card)
    e.share = (STEPS << 16) // e.n_unseen
    e.unseen = unseen_cards(e)
    e.wilds = (e.n_unseen - suited_cards(e.unseen)
               - <int32_t>(e.unseen >> (FIRST_SPECIALTY + LITTER) & 1)) & 63
    e.wind = <int32_t>(e.unseen >> (FIRST_SPECIALTY + WIND) & 1)
    e.spite = <int32_t>(params[0] * W_KILL)
    e.hold = <int32_t>(params[1] * SURE)
    weigh_suits(e, <int32_t>(params[2] * SURE))
    e.fails = fails_of_next(view, s.direction)
    e.tolls = tolls[e.others]


# --- expert: what a move is worth ---------------------------------------------------------------

cdef inline int32_t after(const sight_t* e, uint64_t want, uint64_t hand, const uint8_t* fails_row,
                          int32_t wilds_unseen) noexcept nogil:
    """The worth of leaving a card that asks for `want` to the next hand, with `hand` kept: whoever
    cannot follow is out, then the next is asked (HK-15), at last oneself."""
    cdef uint64_t tops = suits_of(hand), wilds = wilds_of(hand)
    cdef uint64_t back = e.unseen       # the card that one will have to follow is one of these
    cdef uint64_t row = ((want & SUIT_TOPS) >> 5) * 63
    cdef int32_t share = e.share, v = 0, asked
    cdef toll_t toll
    if row != SUIT_FIELDS:
        asked = suited_cards(e.unseen & row) + wilds_unseen
        toll = e.tolls[fails_row[asked * share >> 16]]
        v = e.spite * toll.part - (W_OWN_ROW * toll.whole & yes((tops | wilds) & want == 0))
        if e.others == 1 and asked:     # he has to answer this very card
            back &= row
            share = (STEPS << 16) // asked
    if wilds:
        return v + W_OPTIONS * SURE
    return v + W_OPTIONS * STEP * (STEPS - (closed_to(e.r, tops, back) * share >> 16))


cdef int32_t turned(const sight_t* e, uint64_t want, uint64_t hand) noexcept nogil:
    """The same when the direction is reversed; of two it is one's own turn again (HK-37)."""
    if e.others > 1 or hand == 0:
        return after(e, want, hand, fails_of_next(e.view, -e.s.direction), e.wilds)
    if (suits_of(hand) | wilds_of(hand)) & want == 0:
        return -W_DEAD * SURE
    return after(e, ANYTHING, hand, e.fails, e.wilds) + W_AGAIN * SURE


cdef inline int32_t suited(const sight_t* e, uint64_t want, int32_t top,
                           uint64_t hand) noexcept nogil:
    """A suited card, or The Wind as one: its triggers (HK-18), then what it asks for."""
    cdef int32_t v = e.bug & yes(top == suit_move(BUG))
    if e.s.triggers >> top & 1:
        if top == suit_move(TRAIL):
            return turned(e, want, hand)
        if top == suit_move(PEAK):
            v += W_DRAW * SURE
        else:                   # The Worm waits (HK-47), perhaps for a second card (HK-46)
            v += W_POINT * SURE * (birds_played(e.s) + 1)
            if e.s.phase == PHASE_WORM_BIRD:
                v += W_EXTRA * SURE
    return v + after(e, want, hand, e.fails, e.wilds)


cdef int32_t drop(const sight_t* e, uint64_t* hand, int32_t suit, int32_t n) noexcept nogil:
    """n cards of a suit leave the hand besides the one played; the worth of what they were for."""
    hand[0] -= <uint64_t>n << (6 * suit)
    return e.keep[suit_move(suit)] if n and held(hand[0], suit) == 0 else 0


cdef int32_t drought(const sight_t* e, uint64_t hand) noexcept nogil:
    """HK-23, HK-25: each of the others needs a Lake, and so does its player, unless he is out."""
    cdef int32_t lakes = held(e.unseen, LAKE) + e.wind
    cdef int32_t v = e.spite * STEP * e.fails[lakes * e.share >> 16]
    if hand == 0:
        return v + W_OUT * SURE
    if held(hand, LAKE):
        v -= drop(e, &hand, LAKE, 1)
    elif hand & specialty_bit(WIND):
        hand -= specialty_bit(WIND)
        v -= (W_WILD + W_WIND) * e.hold
    else:
        return v - W_DEAD * SURE
    v += (W_DROUGHT if hand else W_OUT) * SURE
    return v + after(e, e.r.want[suit_move(LAKE)], hand, e.fails, e.wilds)


cdef int32_t special(const sight_t* e, int32_t which, uint64_t hand) noexcept nogil:
    """A specialty other than The Wind: what it does, and what it leaves to the others."""
    cdef uint64_t want = ANYTHING
    cdef int32_t size = e.s.size[e.view.seat] - 1, v = 0, n
    if which == DROUGHT:
        return drought(e, hand)
    if which == LOST:           # HK-33
        return turned(e, want, hand)
    if which == SUN:            # HK-51
        return after(e, SUN_WANT, hand, e.fails, e.wind) - W_SUN * e.hold
    if which == AVALANCHE:      # HK-19: best when nearly out
        v = (W_AVALANCHE - W_AVALANCHE_CARD * size) * SURE
    elif which == POOP:         # HK-39
        n = held(hand, BUG)
        v = (W_POOP - W_POOP_OWN * n + W_POOP_OTHERS * held(e.unseen, BUG) * e.their_cards
             // (e.n_unseen * e.others)) * SURE - drop(e, &hand, BUG, n)
        if n and hand == 0:
            v -= W_OUT * SURE   # HK-41: finished, but with leftovers
    elif which == SPRING:       # HK-42: the others plant too
        n = held(hand, TREE)
        v = ((W_EXTRA + W_POINT) * n - W_SPRING_OTHERS * held(e.unseen, TREE) * e.their_cards
             // e.n_unseen) * SURE - drop(e, &hand, TREE, n)
    elif which == EARTHQUAKE:   # HK-28: hands become equal; HK-29
        v = -W_EARTHQUAKE * e.hold
        if size:
            v += W_QUAKE_CARD * (size * e.others - e.their_cards) // (e.others + 1) * SURE
        if hand & specialty_bit(LITTER):
            v += W_QUAKE_LITTER * SURE
    elif which == WORM and held(hand, BIRD):    # HK-46: with a Bird at once
        v = (W_EXTRA + W_POINT * (birds_played(e.s) + 1)) * SURE - drop(e, &hand, BIRD, 1)
        want = e.r.want[suit_move(BIRD)]
    return v + after(e, want, hand, e.fails, e.wilds) + (W_OUT * SURE & yes(hand == 0))


cdef int32_t worth_of_other(const sight_t* e, move_t move) noexcept nogil:
    """The worth of a move that is no plain suited card."""
    cdef uint64_t hand = e.hand
    cdef int32_t suit
    if move == MOVE_NO_BIRD:
        return after(e, ANYTHING, hand, e.fails, e.wilds)
    hand -= unit_of(e.r, move)
    if move < MOVE_WIND:
        return special(e, move - FIRST_SPECIALTY, hand) - W_WILD * e.hold
    if move >= MOVE_CARD:       # HK-A2
        suit = (move - MOVE_CARD) // 10
        return suited(e, want_of(e.r, move), suit_move(suit), hand) - (
            e.keep[suit_move(suit)] & yes(held(hand, suit) == 0))
    if held(hand, move - MOVE_WIND):
        return NEVER            # the card itself does the same
    return suited(e, want_of(e.r, move), suit_move(move - MOVE_WIND), hand) - (
        W_WILD + W_WIND) * e.hold


cdef inline int32_t worth(const sight_t* e, move_t move) noexcept nogil:
    cdef uint64_t hand
    if move >= FIRST_SPECIALTY:
        return worth_of_other(e, move)
    hand = e.hand - (<uint64_t>1 << (move - 5))
    return suited(e, e.r.want[move], move, hand) - (
        e.keep[move] & yes(hand & <uint64_t>63 << (move - 5) == 0))


# --- expert: the lone tail ----------------------------------------------------------------------

cdef int32_t tail_of(const HikeRules* r, uint64_t hand, move_t move, bint avalanche,
                     int32_t* nodes) noexcept nogil:
    """The most cards that leave the hand by `move` and what can follow it, all alone (HK-17)."""
    cdef uint64_t want = want_of(r, move)
    cdef int32_t gone = 1
    hand -= unit_of(r, move)
    if move == suit_move(PEAK) and avalanche:
        gone = 0                # HK-21: another card comes
    elif move == FIRST_SPECIALTY + AVALANCHE:
        avalanche = True
    elif move == FIRST_SPECIALTY + DROUGHT:
        want = DROUGHT_WANT     # HK-23
    elif move == FIRST_SPECIALTY + SPRING:
        gone += held(hand, TREE)
        hand -= <uint64_t>held(hand, TREE) << (6 * TREE)
    elif move == FIRST_SPECIALTY + POOP:
        hand -= <uint64_t>held(hand, BUG) << (6 * BUG)      # HK-39: they are leftovers
    return gone + longest_tail(r, hand, want, avalanche, nodes)


cdef int32_t longest_tail(const HikeRules* r, uint64_t hand, uint64_t want, bint avalanche,
                          int32_t* nodes) noexcept nogil:
    cdef uint64_t rest = (suits_of(hand) | wilds_of(hand)) & want, named
    cdef int32_t best = 0
    nodes[0] -= 1
    while rest and nodes[0] > 0:
        if rest == specialty_bit(WIND):     # it is the highest bit, so it comes last
            named = want & SUIT_TOPS        # HK-44
            while named:
                best = max(best, tail_of(r, hand, MOVE_WIND + ctz(named) // 6, avalanche, nodes))
                named &= named - 1
        else:
            best = max(best, tail_of(r, hand, ctz(rest), avalanche, nodes))
        rest &= rest - 1
    return best


cdef int32_t choose_tail(const sight_t* e, const move_t* moves, int32_t n_moves) noexcept nogil:
    cdef int32_t i, gone, nodes, best = 0, most = -1
    for i in range(n_moves):
        nodes = TAIL_NODES
        gone = tail_of(e.r, e.hand, moves[i], e.s.avalanche, &nodes)
        if gone > most:
            best, most = i, gone
    return best


cdef int32_t choose_expert(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    cdef uint8_t phase = (<const HikeState*>view.state).phase
    cdef sight_t e
    cdef int32_t i, v, best = 0, most = NEVER
    if phase >= PHASE_CAPTURE:  # The Worm is always captured
        return 0 if phase == PHASE_CAPTURE else plant_all(view, n_moves)
    if moves[n_moves - 1] == MOVE_DECLINE:      # HK-A3: no card is worse
        n_moves -= 1
    look(&e, view, <const double*>params)
    if e.others == 0:           # a Bird on one's own Worm is one more card gone
        return 0 if phase == PHASE_WORM_BIRD else choose_tail(&e, moves, n_moves)
    for i in range(n_moves):
        v = worth(&e, moves[i])
        if v > most:
            best, most = i, v
    return best


POLICIES = (
    native("greedy", "Keeps specialties and as many suits as it can, so doubles go first.",
           choose_greedy),
    native("expert", "Counts cards, saves Lakes, Lights and specialties for need, and asks the"
           " next player for what he is likely to lack.", choose_expert,
           {"spite": (1.0, 0.0, 4.0, "How much it likes to drive others out of the hand."),
            "hold": (1.0, 0.0, 4.0, "How much a specialty is worth to it in the hand."),
            "save": (1.0, 0.0, 4.0, "How much a Lake or a Light is worth to it in the hand.")}),
)
