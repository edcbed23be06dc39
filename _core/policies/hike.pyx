"""Policies for Hike. They read of a state only what their seat can see:
the own hand, sizes, the pile, what lies face up.

`expert` adds up what a move is worth, in hundredths of a card in hand. Chances are of 4096, so a
weight times a chance needs no division and the sum is the same on every machine. The weights W_...
were fitted: every seat of some ten million games (3 to 8 players, expert and greedy mixed) played
with weights moved at random, and the share of wins was regressed on the moves.
"""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from analyzer._core.contract cimport MAX_SEATS, move_t, native, view_t
from analyzer._core.games.hike cimport (
    ALL_SPECIALTIES, ANYTHING, AVALANCHE, BIRD, BUG, DROUGHT, DROUGHT_WANT, EARTHQUAKE,
    FIRST_SPECIALTY, LAKE, LIGHT, LITTER, LOST, MOVE_CARD, MOVE_DECLINE, MOVE_NO_BIRD, MOVE_WIND,
    N_SPECIALTIES, N_SUITS, NO_BOUND, PEAK, PHASE_CAPTURE, PHASE_DROUGHT, PHASE_WORM_BIRD, POOP,
    SPRING, SUIT_FIELDS, SUIT_TOPS, SUN, SUN_WANT, TRAIL, TREE, WIND, WORM, WORM_CAPTURED,
    HikeRules, HikeState, ctz, held, next_of, playable, rules_of, specialty_bit, suit_move,
)
from analyzer._core.rng cimport rng_t

cdef extern from *:
    int popcount "__builtin_popcountll"(uint64_t) noexcept nogil

cdef extern from *:
    """
    #define HIKE_EVERY_SUIT UINT64_C(0x1041041041)      /* 1 in every field */
    #define HIKE_EVERY_BYTE UINT64_C(0x0101010101010101)
    """
    uint64_t EVERY_SUIT "HIKE_EVERY_SUIT"
    uint64_t EVERY_BYTE "HIKE_EVERY_BYTE"

cdef enum:
    SURE = 4096             # a chance of 1
    STEPS = 127             # ... as an index
    LONGEST_HAND = 15       # bigger hands count as this
    OWN_DROUGHT = 2300      # how much a Lake is worth to who holds the Drought, and
    OWN_SUN = 1850          # a Light to who holds The Sun, against one that is sure to come
    TAIL_NODES = 200        # most positions looked at for each move of the lone tail

cdef enum:                  # weights, in hundredths of a card
    W_OPTIONS = 205         # being able to play when the turn comes back
    W_SPARE = 70            # ... and without using up a specialty
    W_KIND = 33             # holding a suit at all: doubles go first
    W_KILL = 220            # driving out one of two others (of more: less, in proportion)
    W_OWN_ROW = 224         # everybody else out, and no answer to one's own card
    W_LIGHT = 60            # a Light while The Sun is somewhere among the hidden cards
    W_LAKE = 138            # a Lake while a Drought may come
    W_BUG = 15              # each Bug while Poop may come
    W_BIRD_WORM = 46        # a Bird to capture one's own Worm with
    W_TREE = 22             # a Tree while Spring may come, or is in hand
    W_PEAK = -30            # drawing a card by a Peak: it is one more chance to follow
    W_AGAIN = 80            # having the next turn too
    W_DEAD = 630            # driving oneself out
    W_OUT = 950            # the last card
    W_EXTRA = 98           # a second card gone in one turn
    W_POINT = 29            # a point for a Tree or a Bird
    W_WILD = 97             # keeping a specialty for need; and more for
    W_LAST_WILD = -53       # the last of them: W_OPTIONS counts it too
    W_AVALANCHE = 14
    W_EARTHQUAKE = 50
    W_SUN = 27
    W_WIND = 50
    W_WORM = 10
    W_SPRING = 8
    W_POOP = -36
    W_DROUGHT_ON = 50       # a Lake more gone in the own Drought
    W_SNOW = 50             # playing Avalanche,
    W_SNOW_CARD = 20        # ... less for each card that is left
    W_POOP_OTHERS = 100      # each Bug that Poop costs each of the others
    W_POOP_OWN = 100        # ... and oneself
    W_SPRING_OTHERS = 33    # each Tree that the others plant
    W_QUAKE_CARD = 50       # each card more or less by an Earthquake
    W_QUAKE_LITTER = 55     # passing Litter on


# --- hands as words -----------------------------------------------------------------------------

cdef inline uint64_t suits_of(uint64_t hand) noexcept nogil:
    """The suits held, as top bits."""
    return playable(hand, SUIT_TOPS)


cdef inline uint64_t wilds_of(uint64_t hand) noexcept nogil:
    """The specialties that can be played on nearly everything (HK-9, HK-11)."""
    return hand & ANYTHING & ALL_SPECIALTIES


cdef inline uint64_t all_of(int32_t suit) noexcept nogil:
    return <uint64_t>63 << (6 * suit)


cdef inline int32_t yes(bint is_so) noexcept nogil:
    """All bits or none: for choices that a processor could not foresee."""
    return -<int32_t>is_so


cdef inline uint64_t fields_of(uint64_t tops) noexcept nogil:
    return (tops >> 5) * 63


cdef inline int32_t suited_cards(uint64_t cards) noexcept nogil:
    """How many suited cards, modulo 64."""
    return <int32_t>(((cards & SUIT_FIELDS) * EVERY_SUIT) >> 36 & 63)


cdef inline uint64_t unit_of(const HikeRules* r, move_t move) noexcept nogil:
    """What the card of a move adds to a hand word."""
    if move >= MOVE_CARD:
        return r.unit[move - MOVE_CARD]
    if move >= MOVE_WIND:
        return specialty_bit(WIND)
    return 0 - r.played[move]


cdef inline uint64_t want_of(const HikeRules* r, move_t move) noexcept nogil:
    """What may follow the card of a move."""
    if move >= MOVE_CARD:
        return r.card_want[move - MOVE_CARD]
    if move >= MOVE_WIND:
        return r.want[suit_move(move - MOVE_WIND)]
    return r.want[move]


cdef inline int32_t closed_to(const HikeRules* r, uint64_t tops, uint64_t cards) noexcept nogil:
    """How many of the suited `cards` cannot be followed by any of the suits `tops`, modulo 64."""
    cdef uint64_t closed = 0
    cdef int32_t x
    for x in range(N_SUITS):
        closed = closed << 6 | (tops & r.want[suit_move(N_SUITS - 1 - x)] == 0)
    return suited_cards(cards & closed * 63)


cdef int32_t plant_all(const view_t* view, int32_t n_moves) noexcept nogil:
    """Every Tree is a card gone and a point; The Wind too if that empties the hand (HK-42), or if
    it will not be played any more (HK-A9: an eliminated seat)."""
    cdef const HikeState* s = <const HikeState*>view.state
    cdef int32_t trees = held(s.hand[view.seat], TREE)
    if n_moves > trees + 1 and (s.size[view.seat] == trees + 1 or not s.active >> view.seat & 1):
        return n_moves - 1
    return trees


# --- greedy -------------------------------------------------------------------------------------

cdef int32_t choose_greedy(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    """What counts of the cards kept: a specialty 7, a suit 1, an exposed suit that one could follow
    1."""
    cdef const HikeRules* r = rules_of(view.table)
    cdef const HikeState* s = <const HikeState*>view.state
    cdef uint64_t hand, tops
    cdef int32_t i, options, best = 0, most = -1
    if s.phase == PHASE_CAPTURE or s.phase == PHASE_WORM_BIRD:
        return 0                # the first move takes The Worm, with a Bird if there is one
    if s.phase > PHASE_DROUGHT:
        return plant_all(view, n_moves)
    for i in range(n_moves):
        if moves[i] == MOVE_DECLINE:
            break
        hand = s.hand[view.seat] - unit_of(r, moves[i])
        tops = suits_of(hand)
        options = (N_SUITS * popcount(hand & ALL_SPECIALTIES) + popcount(tops)
                   + N_SUITS - closed_to(r, tops, EVERY_SUIT))
        if options > most:
            best, most = i, options
    return best


# --- expert: what a seat sees -------------------------------------------------------------------

ctypedef struct sight_t:
    const view_t* view
    const HikeRules* r
    const HikeState* s
    int32_t others          # other active seats
    int32_t their_cards     # in all their hands
    int32_t n_unseen        # ... and in the stock
    int32_t share           # of one unseen card among all, of STEPS << 16
    int32_t wilds           # unseen specialties that can be played
    uint64_t hand
    uint64_t unseen         # cards neither in the own hand nor ever shown, as a hand word
    int32_t spite           # worth of driving out all the others
    int32_t hold            # weight of saving specialties, of SURE
    int32_t keep[N_SUITS]   # worth of holding a suit at all
    int32_t bug             # worth of being rid of a Bug
    const uint8_t* fails    # rows of the tables below: for the size of the next hand,
    const uint16_t* part_out    # and for the number of others
    const uint16_t* all_out

# The chance (of STEPS) that a hand of m cards has none of a share f (of STEPS) of the unseen cards.
cdef uint8_t fails[LONGEST_HAND + 1][STEPS + 1]
# If n seats in turn fail with that chance each, until one does not (HK-15):
cdef uint16_t part_out[MAX_SEATS][STEPS + 1]    # the part of them that is out (of SURE)
cdef uint16_t all_out[MAX_SEATS][STEPS + 1]     # the chance that all are


# All bits of the bytes of these seats.
cdef uint8_t seat_bytes[1 << MAX_SEATS][MAX_SEATS]


cdef void fill_tables():
    cdef int32_t n, f, seats
    cdef double q
    for f in range(STEPS + 1):
        q = <double>(STEPS - f) / STEPS
        for n in range(LONGEST_HAND + 1):
            fails[n][f] = <uint8_t>(q ** n * STEPS + 0.5)
        q = <double>f / STEPS
        for n in range(1, MAX_SEATS):
            all_out[n][f] = <uint16_t>(q ** n * SURE + 0.5)
            part_out[n][f] = <uint16_t>(
                (n if f == STEPS else q * (1 - q ** n) / (1 - q)) / n * SURE + 0.5)
    for seats in range(1 << MAX_SEATS):
        for n in range(MAX_SEATS):
            seat_bytes[seats][n] = 255 if seats >> n & 1 else 0


fill_tables()


cdef uint64_t unseen_cards(const sight_t* e) noexcept nogil:
    """All cards but those in the own hand, in the pile or face up."""
    cdef const HikeRules* r = e.r
    cdef const HikeState* s = e.s
    cdef uint64_t left = <uint64_t>10 * EVERY_SUIT + ALL_SPECIALTIES - e.hand
    cdef uint32_t out = s.playing & ~s.active & ~(<uint32_t>1 << e.view.seat)
    cdef int32_t i
    if r.n_cards < 10 * N_SUITS + N_SPECIALTIES:    # without some specialties
        left -= ALL_SPECIALTIES
        for i in range(10 * N_SUITS, r.n_cards):
            left += r.unit[r.deck[i]]
    for i in range(s.n_pile):
        left -= r.unit[s.pile[i]]
    while out:
        left -= s.hand[ctz(out)]
        out &= out - 1
    if s.bug_allow_all != NO_BOUND or s.spring:     # after Poop or Spring
        for i in range(e.view.table.n_seats):
            left -= (<uint64_t>s.bugs[i] << (6 * BUG)) + (<uint64_t>s.trees[i] << (6 * TREE))
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
    """How likely is it that this specialty will be played? In the own hand it counts as `own`."""
    if e.unseen & specialty_bit(specialty):
        return (e.their_cards * e.share >> 16) * (SURE // STEPS)
    return own if e.hand & specialty_bit(specialty) else 0


cdef inline void weigh_suits(sight_t* e, int32_t save) noexcept nogil:
    """What it is worth to hold a suit at all: some specialties ask for one."""
    cdef int32_t suit
    for suit in range(N_SUITS):
        e.keep[suit] = W_KIND * SURE
    e.keep[LAKE] += W_LAKE * (need(e, DROUGHT, OWN_DROUGHT) * save >> 12)
    e.keep[LIGHT] += W_LIGHT * (need(e, SUN, OWN_SUN) * save >> 12)
    e.keep[TREE] += W_TREE * need(e, SPRING, SURE)
    if e.hand & specialty_bit(WORM):
        e.keep[BIRD] += W_BIRD_WORM * SURE
    e.bug = W_BUG * SURE if e.unseen & specialty_bit(POOP) else 0


cdef inline void look(sight_t* e, const view_t* view, const double* params) noexcept nogil:
    cdef const HikeState* s = <const HikeState*>view.state
    cdef uint32_t others = s.active & ~(<uint32_t>1 << view.seat)
    cdef uint64_t mask, sizes       # a byte a seat
    e.view = view
    e.r = rules_of(view.table)
    e.s = s
    e.hand = s.hand[view.seat]
    memcpy(&mask, seat_bytes[others], MAX_SEATS)
    memcpy(&sizes, s.size, MAX_SEATS)
    e.others = <int32_t>((mask & EVERY_BYTE) * EVERY_BYTE >> 56)
    e.their_cards = <int32_t>((mask & sizes) * EVERY_BYTE >> 56)
    if e.others == 0:           # the lone tail needs no more
        return
    e.n_unseen = max(1, e.their_cards + s.n_deck - s.next_card)
    e.share = (STEPS << 16) // e.n_unseen
    e.unseen = unseen_cards(e)
    e.wilds = (e.n_unseen - suited_cards(e.unseen)
               - <int32_t>(e.unseen >> (FIRST_SPECIALTY + LITTER) & 1)) & 63
    e.spite = <int32_t>(params[0] * W_KILL)
    e.hold = <int32_t>(params[1] * SURE)
    weigh_suits(e, <int32_t>(params[2] * SURE))
    e.fails = fails_of_next(view, s.direction)
    e.part_out = part_out[e.others]
    e.all_out = all_out[e.others]


# --- expert: what a move is worth ---------------------------------------------------------------

cdef inline int32_t wind_unseen(const sight_t* e) noexcept nogil:
    return <int32_t>(e.unseen >> (FIRST_SPECIALTY + WIND) & 1)


cdef inline int32_t after(const sight_t* e, uint64_t want, uint64_t hand, const uint8_t* fails,
                          int32_t wilds_unseen) noexcept nogil:
    """The worth of leaving a card that asks for `want` to the next hand, with `hand` kept: whoever
    cannot follow is out, then the next is asked (HK-15), at last oneself."""
    cdef uint64_t tops = suits_of(hand), wilds = wilds_of(hand)
    cdef uint64_t back = e.unseen       # the card that one will have to follow is one of these
    cdef int32_t asked, failing, chance, share = e.share, v = 0
    if want & SUIT_TOPS != SUIT_TOPS:
        asked = suited_cards(e.unseen & fields_of(want & SUIT_TOPS)) + wilds_unseen
        failing = fails[asked * share >> 16]
        v = e.spite * e.part_out[failing]
        v -= W_OWN_ROW * e.all_out[failing] & yes(((tops | wilds) & want) == 0)
        if e.others == 1 and asked:     # he has to answer this very card
            back &= fields_of(want & SUIT_TOPS)
            share = (STEPS << 16) // asked
    if hand == 0:
        return v + W_OUT * SURE
    chance = STEPS - (closed_to(e.r, tops, back) * share >> 16)
    if wilds:
        return v + W_OPTIONS * SURE + W_SPARE * (SURE // STEPS) * chance
    return v + W_OPTIONS * (SURE // STEPS) * chance


cdef int32_t turned(const sight_t* e, uint64_t want, uint64_t hand) noexcept nogil:
    """The same when the direction is reversed; of two it is one's own turn again (HK-37)."""
    if e.others > 1 or hand == 0:
        return after(e, want, hand, fails_of_next(e.view, -e.s.direction), e.wilds)
    if not (suits_of(hand) | wilds_of(hand)) & want:
        return after(e, ANYTHING, hand, e.fails, e.wilds) - W_DEAD * SURE
    return after(e, ANYTHING, hand, e.fails, e.wilds) + W_AGAIN * SURE


cdef inline int32_t suited(const sight_t* e, uint64_t want, int32_t suit,
                           uint64_t hand) noexcept nogil:
    """A suited card, or The Wind as one: its triggers (HK-18), then what it asks for."""
    cdef const HikeState* s = e.s
    cdef int32_t v = e.bug & yes(suit == BUG)
    if s.triggers >> suit_move(suit) & 1:
        if suit == TRAIL:
            return turned(e, want, hand)
        if suit == PEAK:
            v -= W_PEAK * SURE
        else:                   # The Worm waits: HK-47, or HK-46, a second card
            v += W_POINT * SURE * (s.birds + 1)
            if s.phase == PHASE_WORM_BIRD:
                v += W_EXTRA * SURE
    return v + after(e, want, hand, e.fails, e.wilds)


cdef int32_t drop(const sight_t* e, uint64_t* hand, int32_t suit, int32_t n) noexcept nogil:
    """n cards of a suit leave the hand besides the one played; the worth of what was kept."""
    hand[0] -= <uint64_t>n << (6 * suit)
    return e.keep[suit] if n and held(hand[0], suit) == 0 else 0


cdef int32_t drought(const sight_t* e, uint64_t hand) noexcept nogil:
    """HK-23 to HK-25: each of the others needs a Lake, and so does its player, unless it was his
    last card."""
    cdef int32_t v = (SURE // STEPS) * e.spite * e.fails[
        (held(e.unseen, LAKE) + wind_unseen(e)) * e.share >> 16]
    if hand == 0:
        return v + W_OUT * SURE
    if held(hand, LAKE):
        v -= drop(e, &hand, LAKE, 1)
    elif hand & specialty_bit(WIND):
        hand -= specialty_bit(WIND)
        v -= (W_WILD + W_WIND) * e.hold
    else:
        return v - W_DEAD * SURE
    return v + W_DROUGHT_ON * SURE + after(e, e.r.want[suit_move(LAKE)], hand, e.fails, e.wilds)


cdef int32_t special(const sight_t* e, int32_t which, uint64_t hand) noexcept nogil:
    """A specialty other than The Wind: what it does, less what it was held for."""
    cdef const HikeState* s = e.s
    cdef uint64_t want = ANYTHING
    cdef int32_t v = 0, n, size = s.size[e.view.seat] - 1, seats = e.others + 1
    if which == DROUGHT:
        return drought(e, hand)
    if which == LOST:           # HK-33
        return turned(e, want, hand)
    if which == SUN:            # HK-51
        return after(e, SUN_WANT, hand, e.fails, wind_unseen(e)) - W_SUN * e.hold
    if which == AVALANCHE:    # HK-19: best with few cards left
        v = (W_SNOW - W_SNOW_CARD * size) * SURE - W_AVALANCHE * e.hold
    elif which == POOP:         # HK-39
        n = held(hand, BUG)
        v = (W_POOP_OTHERS * held(e.unseen, BUG) * e.their_cards // (e.n_unseen * e.others)
             - W_POOP_OWN * n) * SURE - drop(e, &hand, BUG, n) - W_POOP * e.hold
    elif which == SPRING:       # HK-42: the others plant too
        n = held(hand, TREE)
        v = ((W_EXTRA + W_POINT) * n - W_SPRING_OTHERS * held(e.unseen, TREE) * e.their_cards
             // e.n_unseen) * SURE - drop(e, &hand, TREE, n) - W_SPRING * e.hold
    elif which == EARTHQUAKE:   # HK-28, HK-29
        v = -W_EARTHQUAKE * e.hold
        if size:
            v += W_QUAKE_CARD * (size * e.others - e.their_cards) // seats * SURE
            if hand & specialty_bit(LITTER):
                v += W_QUAKE_LITTER * SURE
    elif which == WORM:         # HK-46: with a Bird at once
        v = -W_WORM * e.hold
        if held(hand, BIRD):
            v += (W_EXTRA + W_POINT * (s.birds + 1)) * SURE - drop(e, &hand, BIRD, 1)
            want = e.r.want[suit_move(BIRD)]
    return v + after(e, want, hand, e.fails, e.wilds)


cdef inline int32_t worth(const sight_t* e, move_t move) noexcept nogil:
    cdef const HikeRules* r = e.r
    cdef uint64_t hand = e.hand
    cdef int32_t suit, lost = 0
    if move == MOVE_NO_BIRD:
        return after(e, ANYTHING, hand, e.fails, e.wilds)
    hand -= unit_of(r, move)
    if move >= FIRST_SPECIALTY and move < MOVE_CARD:
        lost = W_WILD * e.hold
        if wilds_of(hand) == 0:
            lost += W_LAST_WILD * e.hold
        if move < MOVE_WIND:
            return special(e, move - FIRST_SPECIALTY, hand) - lost
        lost += W_WIND * e.hold
        suit = move - MOVE_WIND
    else:
        suit = move // 6 if move < FIRST_SPECIALTY else (move - MOVE_CARD) // 10
        lost = e.keep[suit] & yes(held(hand, suit) == 0)
    return suited(e, want_of(r, move), suit, hand) - lost


# --- expert: the lone tail ----------------------------------------------------------------------

cdef int32_t tail_of(const sight_t* e, uint64_t hand, move_t move, bint avalanche,
                     int32_t* nodes) noexcept nogil:
    """The most cards that leave the hand by `move` and what can follow it, all alone (HK-17)."""
    cdef uint64_t want = want_of(e.r, move)
    cdef int32_t gone = 1
    hand -= unit_of(e.r, move)
    if move == suit_move(PEAK) and avalanche:
        gone = 0                # HK-21: another card comes
    elif move == FIRST_SPECIALTY + AVALANCHE:
        avalanche = True
    elif move == FIRST_SPECIALTY + DROUGHT:
        want = DROUGHT_WANT
    elif move == FIRST_SPECIALTY + SPRING:
        gone += held(hand, TREE)
        hand &= ~all_of(TREE)
    elif move == FIRST_SPECIALTY + POOP:
        hand &= ~all_of(BUG)    # they are leftovers
    return gone + longest_tail(e, hand, want, avalanche, nodes)


cdef int32_t longest_tail(const sight_t* e, uint64_t hand, uint64_t want, bint avalanche,
                          int32_t* nodes) noexcept nogil:
    cdef uint64_t rest = (suits_of(hand) | wilds_of(hand)) & want, named
    cdef int32_t best = 0
    nodes[0] -= 1
    while rest and nodes[0] > 0:
        if rest == specialty_bit(WIND):     # the highest bit: it comes last
            named = want & SUIT_TOPS
            while named:
                best = max(best, tail_of(e, hand, MOVE_WIND + ctz(named) // 6, avalanche, nodes))
                named &= named - 1
        else:
            best = max(best, tail_of(e, hand, ctz(rest), avalanche, nodes))
        rest &= rest - 1
    return best


cdef int32_t choose_tail(const sight_t* e, const move_t* moves, int32_t n_moves) noexcept nogil:
    cdef int32_t i, gone, nodes, best = 0, most = -1
    for i in range(n_moves):
        if moves[i] == MOVE_DECLINE:
            break
        nodes = TAIL_NODES
        gone = tail_of(e, e.hand, moves[i], e.s.avalanche, &nodes)
        if gone > most:
            best, most = i, gone
    return best


cdef int32_t choose_expert(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    cdef const HikeState* s = <const HikeState*>view.state
    cdef sight_t e
    cdef int32_t i, v, best = 0, most = -2147483647
    if s.phase == PHASE_CAPTURE:
        return 0
    if s.phase > PHASE_CAPTURE:
        return plant_all(view, n_moves)
    look(&e, view, <const double*>params)
    if e.others == 0:
        return 0 if s.phase == PHASE_WORM_BIRD else choose_tail(&e, moves, n_moves)
    if moves[n_moves - 1] == MOVE_DECLINE:      # HK-A3: no card is worse
        n_moves -= 1
    for i in range(n_moves):
        v = worth(&e, moves[i])
        if v > most:
            best, most = i, v
    return best


POLICIES = (
    native("greedy", "Keeps specialties and as many suits as it can: doubles go first.",
           choose_greedy),
    native("expert", "Counts cards, saves Lakes, Lights and specialties for need, and asks the next"
           " player for what he is likely to lack.", choose_expert,
           {"spite": (1.0, 0.0, 4.0), "hold": (1.0, 0.0, 4.0), "save": (1.0, 0.0, 4.0)}),
)
