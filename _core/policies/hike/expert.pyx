"""Hike's expert: adds up what a move is worth, in hundredths of a card.

What it sees is in features.pxd, what it goes by in weights.pxd. All is whole numbers, the
same on every machine.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t, uint8_t

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport (
    move_t, native, seat_t, table_t, turns_t, view_t, with_fast_path,
)
from analyzer._core.games.hike.fast cimport fast_path_by
from analyzer._core.games.hike.state cimport (
    ALL_SPECIALTIES, ANYTHING, AVALANCHE, BIRD, BUG, DROUGHT, DROUGHT_WANT, EARTHQUAKE,
    FIRST_SPECIALTY, LAKE, LIGHT, LITTER, LOST, MOVE_CARD, MOVE_DECLINE, MOVE_NO_BIRD, MOVE_WIND,
    N_SPECIALTIES, N_SUITS, PEAK, PHASE_CAPTURE, PHASE_WORM_BIRD, POOP, SPRING, SUIT_FIELDS,
    SUIT_TOPS, SUN, SUN_WANT, TRAIL, TREE, WIND, WORM, HikeRules, HikeState, birds_played, held,
    list_bits, specialty_bit, suit_move,
)
from analyzer._core.policies.hike.features cimport (
    STEP, STEPS, SURE, all_chances, chances_t, count, fails_of_next, features_t, has, place,
    read_features, toll_t,
)
from analyzer._core.policies.hike.hands cimport (
    closed_to, plant_all, seldom, suited_cards, suits_of, unit_of, want_of, wilds_of, yes,
)
from analyzer._core.policies.hike.weights cimport (
    OWN_DROUGHT, OWN_SUN, W_AGAIN, W_AVALANCHE, W_AVALANCHE_CARD, W_BIRD, W_BUG, W_DEAD, W_DRAW,
    W_DROUGHT, W_EARTHQUAKE, W_EXTRA, W_KILL, W_KIND, W_LAKE, W_LIGHT, W_OPTIONS, W_OUT, W_OWN_LAKE,
    W_OWN_ROW, W_POINT, W_POOP, W_POOP_OTHERS, W_POOP_OWN, W_QUAKE_CARD, W_QUAKE_LITTER,
    W_SPRING_OTHERS, W_SUN, W_TREE, W_WILD, W_WIND, W_WORM, W_WORM_TAKEN,
)
from analyzer._core.rng cimport rng_t

cdef enum:
    NEVER = -1000000000

cdef const chances_t* CHANCES = all_chances()


# --- what cards are for -------------------------------------------------------------------------

cdef inline int32_t need(const features_t* e, int32_t specialty, int32_t own) noexcept nogil:
    """How sure is it that this specialty will be played? In the own hand it counts as `own`."""
    cdef int32_t theirs = (e.their_cards * e.share >> 16) * STEP
    if seldom(e.known != 0) and has(e.known, specialty):
        return SURE
    return theirs & yes(has(e.unseen, specialty)) | own & yes(has(e.hand, specialty))


cdef inline void weigh(features_t* e, const double* params) noexcept nogil:
    """What it is worth to hold a suit at all: some specialties ask for one. Drought is an answer
    only for those who have a Lake for it, or whose last card it is (HK-23, HK-25)."""
    cdef int32_t save = <int32_t>(params[2] * SURE), suit
    e.spite = <int32_t>(params[0] * W_KILL)
    e.hold = <int32_t>(params[1] * SURE)
    for suit in range(N_SUITS):
        e.keep[suit_move(suit)] = W_KIND * SURE
    e.keep[suit_move(LAKE)] += W_LAKE * (need(e, DROUGHT, OWN_DROUGHT) * save >> 12)
    e.keep[suit_move(LIGHT)] += W_LIGHT * (need(e, SUN, OWN_SUN) * save >> 12)
    e.keep[suit_move(TREE)] += W_TREE * need(e, SPRING, SURE)
    e.keep[suit_move(BIRD)] += W_BIRD * SURE & yes(has(e.hand, WORM))
    e.bug = W_BUG * SURE & yes(has(e.unseen, POOP))
    if seldom(has(e.hand, DROUGHT)) and not has(e.hand, WIND):
        if held(e.hand, LAKE):
            e.keep[suit_move(LAKE)] = W_KIND * SURE + W_OWN_LAKE * save
        elif e.s.size[e.view.seat] > 2:
            e.answers &= ~specialty_bit(DROUGHT)


# --- what a move is worth -----------------------------------------------------------------------

cdef int32_t closed_part(const features_t* e, uint64_t tops, uint64_t row,
                         int32_t among) noexcept nogil:
    """By what is known of the other hands: the part (of STEPS) of the cards to come that `tops`
    cannot follow. They are those of `row`, of which there are `among`, as shares; 0: all cards."""
    cdef int32_t closed = closed_to(e.r, tops, e.unseen & row) * e.share + (
        closed_to(e.r, tops, e.known & row) * e.more)
    closed = min(closed, STEPS << 16)
    return closed * STEPS // max(among, closed) if among else closed >> 16


cdef inline int32_t after(const features_t* e, uint64_t want, uint64_t hand,
                          const uint8_t* fails_row, int32_t wilds_unseen) noexcept nogil:
    """The worth of leaving a card that asks for `want` to the next hand, with `hand` kept: a seat
    that cannot follow is out, then the next is asked (HK-15), and at last the own seat."""
    cdef uint64_t wilds = hand & e.answers, tops
    cdef uint64_t back = SUIT_FIELDS    # the card that one will have to follow is one of these
    cdef uint64_t row = ((want & SUIT_TOPS) >> 5) * 63
    cdef int32_t share = e.share, v = 0, closed, part, asked, known = 0, among = 0
    cdef toll_t toll
    if row != SUIT_FIELDS:
        asked = suited_cards(e.unseen & row) + wilds_unseen
        part = asked * share >> 16
        if seldom(e.known != 0):
            known = count(e.known & (row | want & ALL_SPECIALTIES))
            part = place(e, asked, known)
        toll = e.tolls[fails_row[part]]
        v = e.spite * toll.part
    if wilds & want:
        return v + W_OPTIONS * SURE
    tops = suits_of(hand)
    if row != SUIT_FIELDS:
        v -= W_OWN_ROW * toll.whole & yes(tops & want == 0)
        if seldom(e.others == 1) and asked:     # the next player must answer this very card
            back = row
            share = e.chances.share[asked]
            if e.known:
                among = asked * e.share + known * e.more
    if wilds:
        return v + W_OPTIONS * SURE
    if seldom(e.known != 0):
        closed = closed_part(e, tops, back, among)
    else:
        closed = closed_to(e.r, tops, e.unseen & back) * share >> 16
    return v + W_OPTIONS * STEP * (STEPS - closed)


cdef int32_t turned(const features_t* e, uint64_t want, uint64_t hand) noexcept nogil:
    """The same when the direction is reversed; of two it is one's own turn again (HK-37)."""
    if e.others > 1 or hand == 0:
        return after(e, want, hand, fails_of_next(e, -e.s.direction), e.wilds)
    if (suits_of(hand) | hand & e.answers) & want == 0:
        return -W_DEAD * SURE
    return after(e, ANYTHING, hand, e.fails, e.wilds) + W_AGAIN * SURE


cdef inline int32_t suited(const features_t* e, uint64_t want, int32_t top,
                           uint64_t hand) noexcept nogil:
    """A suited card, or The Wind as one: its triggers (HK-18), then what it asks for."""
    cdef int32_t v = e.bug & yes(top == suit_move(BUG))
    if seldom(e.s.triggers >> top & 1):
        if top == suit_move(TRAIL):
            return turned(e, want, hand)
        if top == suit_move(PEAK):      # HK-21: with the last card one would be out
            v += W_DRAW * SURE if hand else -W_OUT * SURE
        else:                   # The Worm waits (HK-47), perhaps for a second card (HK-46)
            v += W_POINT * SURE * (birds_played(e.s) + 1)
            if e.s.phase == PHASE_WORM_BIRD:
                v += W_EXTRA * SURE
    return v + after(e, want, hand, e.fails, e.wilds)


cdef int32_t drop(const features_t* e, uint64_t* hand, int32_t suit, int32_t n) noexcept nogil:
    """n cards of a suit leave the hand besides the one played; the worth of what they were for."""
    hand[0] -= <uint64_t>n << (6 * suit)
    return e.keep[suit_move(suit)] if n and held(hand[0], suit) == 0 else 0


cdef int32_t drought(const features_t* e, uint64_t hand) noexcept nogil:
    """HK-23, HK-25: each of the others needs a Lake, and so does its player, unless out."""
    cdef int32_t v = e.spite * STEP * e.fails[place(
        e, held(e.unseen, LAKE) + e.wind, held(e.known, LAKE) + has(e.known, WIND))]
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


cdef int32_t lone_worm(const features_t* e) noexcept nogil:
    """HK-47: The Worm without a Bird waits for whoever has one, the next player first."""
    cdef int32_t without = e.fails[place(
        e, held(e.unseen, BIRD) + e.wind, held(e.known, BIRD) + has(e.known, WIND))]
    return -W_WORM * SURE - W_WORM_TAKEN * (SURE - STEP * without)


cdef int32_t special(const features_t* e, int32_t which, uint64_t hand) noexcept nogil:
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
    elif which == WORM and not held(hand, BIRD):
        v = lone_worm(e)
    elif which == WORM:         # HK-46: with a Bird at once
        v = (W_EXTRA + W_POINT * (birds_played(e.s) + 1)) * SURE - drop(e, &hand, BIRD, 1)
        want = e.r.want[suit_move(BIRD)]
    return v + after(e, want, hand, e.fails, e.wilds) + (W_OUT * SURE & yes(hand == 0))


cdef int32_t worth_of_other(const features_t* e, move_t move) noexcept nogil:
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


cdef inline int32_t most_of_wind(const features_t* e, move_t move) noexcept nogil:
    """No suit that The Wind can be is worth more: as if nothing but specialties could follow it."""
    if move >= MOVE_DECLINE or e.s.triggers & SUIT_TOPS:
        return -NEVER
    return e.spite * e.tolls[e.fails[e.wilds * e.share >> 16]].part + e.bug + (
        W_OPTIONS * SURE - (W_WILD + W_WIND) * e.hold)


cdef inline uint64_t if_so(bint is_so, int32_t specialty) noexcept nogil:
    return <uint64_t>is_so << (FIRST_SPECIALTY + specialty)


cdef inline uint64_t idle_ones(const features_t* e) noexcept nogil:
    """Specialties that do little as things stand; see most_of_idle."""
    cdef int32_t size = e.s.size[e.view.seat] - 1
    return (specialty_bit(AVALANCHE) | if_so(e.others > 1, LOST)
            | if_so(held(e.hand, TREE) == 0, SPRING) | if_so(held(e.hand, BIRD) == 0, WORM)
            | if_so(size * e.others <= e.their_cards and not has(e.hand, LITTER), EARTHQUAKE))


cdef inline int32_t most_of_idle(const features_t* e) noexcept nogil:
    """None of them is worth more, if it is not the last card: at best it is Avalanche with one card
    left, and an answer to whatever comes back."""
    return (W_OPTIONS + W_AVALANCHE - W_AVALANCHE_CARD) * SURE - W_WILD * e.hold


cdef inline int32_t worth_of_suit(const features_t* e, int32_t top) noexcept nogil:
    cdef uint64_t hand = e.hand - (<uint64_t>1 << (top - 5))
    return suited(e, e.r.want[top], top, hand) - (
        e.keep[top] & yes(hand & <uint64_t>63 << (top - 5) == 0))


cdef inline int32_t worth(const features_t* e, move_t move) noexcept nogil:
    if seldom(move >= FIRST_SPECIALTY):
        return worth_of_other(e, move)
    return worth_of_suit(e, move)


cdef int32_t choose_expert(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    cdef uint8_t phase = (<const HikeState*>view.state).phase
    cdef features_t e
    cdef int32_t i, v, best = 0, most = NEVER
    if seldom(phase >= PHASE_CAPTURE):  # The Worm is always captured
        return 0 if phase == PHASE_CAPTURE else plant_all(view, n_moves)
    if moves[n_moves - 1] == MOVE_DECLINE:      # HK-A3: no card is worse
        n_moves -= 1
    read_features(&e, view, CHANCES)
    if seldom(e.others == 0):           # a Bird on one's own Worm is one more card gone
        return 0 if phase == PHASE_WORM_BIRD else choose_solo_endgame(
            e.r, e.hand, e.s.avalanche, moves, n_moves)
    weigh(&e, <const double*>params)
    for i in range(n_moves):
        if seldom(moves[i] >= MOVE_WIND) and most >= most_of_wind(&e, moves[i]):
            break               # it comes last
        v = worth(&e, moves[i])
        if v > most:
            best, most = i, v
    return best


# --- everybody is an expert ---------------------------------------------------------------------

cdef inline int64_t rated(int32_t v, int32_t move) noexcept nogil:
    """A worth and its move as one number, of equals the first one the highest. So the best is found
    without a branch, which no processor could foresee."""
    return <int64_t>v * 64 + 63 - move


cdef uint64_t best_of(uint64_t legal, const seat_t* who) noexcept nogil:
    """What choose_expert chooses from a list of these cards."""
    cdef uint64_t suits = legal & SUIT_TOPS, others = legal ^ suits
    cdef int64_t best = <int64_t>NEVER * 64
    cdef move_t moves[N_SUITS + N_SPECIALTIES]
    cdef features_t e
    cdef int32_t n
    read_features(&e, who.view, CHANCES)
    if seldom(e.others == 0):
        n = list_bits(legal, moves)
        return <uint64_t>moves[choose_solo_endgame(e.r, e.hand, e.s.avalanche, moves, n)]
    weigh(&e, <const double*>who.params)
    while suits:
        best = max(best, rated(worth_of_suit(&e, ctz(suits)), ctz(suits)))
        suits &= suits - 1
    if others and best >> 6 >= most_of_idle(&e):
        others &= ~idle_ones(&e)
    while others:
        best = max(best, rated(worth_of_other(&e, ctz(others)), ctz(others)))
        others &= others - 1
    return <uint64_t>(63 - (best & 63))


cdef inline uint64_t best_card(uint64_t legal, seat_t* who, int32_t* forced) noexcept nogil:
    if legal & (legal - 1) == 0:
        forced[0] += 1
        return <uint64_t>ctz(legal)
    return best_of(legal, who)


cdef bint fast_path_of_experts(const table_t* table, void* state, seat_t* seats,
                               turns_t* done) noexcept nogil:
    return fast_path_by(best_card, table, <HikeState*>state, seats, done)


# --- the solo endgame ----------------------------------------------------------------------------

cdef enum:
    SOLO_NODES = 200            # most positions to read_features at for a move


cdef int32_t solo_endgame_after(const HikeRules* r, uint64_t hand, move_t move, bint avalanche,
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
    return gone + longest_solo_endgame(r, hand, want, avalanche, nodes)


cdef int32_t longest_solo_endgame(const HikeRules* r, uint64_t hand, uint64_t want, bint avalanche,
                                  int32_t* nodes) noexcept nogil:
    cdef uint64_t rest = (suits_of(hand) | wilds_of(hand)) & want, named
    cdef int32_t best = 0
    nodes[0] -= 1
    while rest and nodes[0] > 0:
        if rest == specialty_bit(WIND):     # it is the highest bit, so it comes last
            named = want & SUIT_TOPS        # HK-44
            while named:
                best = max(best, solo_endgame_after(
                    r, hand, MOVE_WIND + ctz(named) // 6, avalanche, nodes))
                named &= named - 1
        else:
            best = max(best, solo_endgame_after(r, hand, ctz(rest), avalanche, nodes))
        rest &= rest - 1
    return best


cdef int32_t choose_solo_endgame(const HikeRules* r, uint64_t hand, bint avalanche,
                                 const move_t* moves, int32_t n_moves) noexcept nogil:
    cdef int32_t i, gone, nodes, best = 0, most = -1
    for i in range(n_moves):
        nodes = SOLO_NODES
        gone = solo_endgame_after(r, hand, moves[i], avalanche, &nodes)
        if gone > most:
            best, most = i, gone
    return best


EXPERT = with_fast_path(
    native("expert", "Counts cards, saves Lakes, Lights and specialties for need, and asks the next"
           " player for what that seat probably lacks.", choose_expert,
           {"spite": (1.0, 0.0, 4.0, "How much it likes to drive others out of the hand."),
            "hold": (1.0, 0.0, 4.0, "How much a specialty is worth to it in the hand."),
            "save": (1.0, 0.0, 4.0, "How much a Lake or a Light is worth to it in the hand.")}),
    fast_path_of_experts)
