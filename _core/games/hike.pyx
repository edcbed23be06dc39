"""Hike: every clause of the rules, once. Clause ids are cited where they are implemented."""
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from analyzer._core.contract cimport (
    MAX_SEATS, WHOLE_WIN, Game, find_script, game_t, head_t, move_t, result_t, script_t, table_t,
)
from analyzer._core.games.hike_hidden cimport describe_state, redeal_hidden, restore_state
from analyzer._core.rng cimport (
    rng_below, rng_deal, rng_pick_next, rng_stream, rng_t, rng_unit,
)

cdef extern from *:
    int ctz "__builtin_ctzll"(uint64_t) noexcept nogil
    int clz "__builtin_clzll"(uint64_t) noexcept nogil


# --- cards moving -------------------------------------------------------------------------------

cdef inline void gain(const HikeRules* r, HikeState* s, int32_t seat, uint8_t code) noexcept nogil:
    s.hand[seat] += r.unit[code]
    s.size[seat] += 1
    if r.suits_scope and code < FIRST_SPECIALTY_CODE:
        s.copies[seat][code // 10] |= <uint16_t>(1 << (code % 10))


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
            n += 1
    s.n_pile = <int16_t>kept
    rng_stream(&rng, &s.head.luck, PURPOSE_RESHUFFLE, <uint32_t>(s.hand_no * 256 + s.occasion))
    s.occasion += 1
    rng_deal(&rng, s.deck, n, n)
    s.next_card = 0
    s.n_fixed = s.n_deck = <int16_t>n
    learn_the_other_hands(s)


cdef void draw(const HikeRules* r, HikeState* s, int32_t seat) noexcept nogil:
    """HK-19, HK-21: one card from the stock, if there is one (HK-A12)."""
    cdef uint8_t code
    if s.next_card == s.n_deck and r.deck_exhausted:
        reshuffle(r, s)
    if s.next_card == s.n_deck:
        return
    if s.next_card == s.n_fixed:
        rng_pick_next(&s.stock_rng, s.deck, s.next_card, s.n_deck)
        s.n_fixed += 1
    code = s.deck[s.next_card]
    s.next_card += 1
    gain(r, s, seat, code)
    s.base[seat] += r.unit[code]
    if s.bug_allow_all != NO_BOUND:
        s.bug_allow_all += 1
        s.bug_allow[seat] += 1
        s.bug_had[seat] += code // 10 == BUG
    if s.bird_allow[seat] != NO_BOUND:
        s.bird_allow[seat] += 1
        s.bird_had[seat] += code // 10 == BIRD or code == FIRST_SPECIALTY_CODE + WIND


# --- what everybody can deduce (written here, read by hike_hidden) -------------------------------

cdef uint64_t without(uint64_t known, uint64_t seen) noexcept nogil:
    """Field by field max(0, known - seen)."""
    cdef uint64_t rest = known & ~seen & ~SUIT_FIELDS
    cdef int32_t suit, n
    for suit in range(N_SUITS):
        n = held(known, suit) - held(seen, suit)
        if n > 0:
            rest |= <uint64_t>n << (6 * suit)
    return rest


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


cdef void remember_hands(HikeState* s) noexcept nogil:
    cdef int32_t seat
    for seat in range(MAX_SEATS):
        s.base[seat] = s.hand[seat] if s.active >> seat & 1 else 0


cdef void learn_the_other_hands(HikeState* s) noexcept nogil:
    """An empty stock: every card that is not seen is in one of the other active hands."""
    cdef int32_t seat, other
    for seat in range(MAX_SEATS):
        s.known[seat] = 0
        for other in range(MAX_SEATS):
            if other != seat and s.active >> other & 1:
                s.known[seat] += s.hand[other]
    remember_hands(s)


cdef void learn_from_earthquake(HikeState* s, const uint64_t* knew) noexcept nogil:
    """`knew`: by seat, what it knew or held of the cards that were pooled. It holds some of them
    again; the others are in the other hands. Of Bugs only the total is known any more."""
    cdef int32_t seat
    for seat in range(MAX_SEATS):
        s.known[seat] = without(knew[seat], s.hand[seat]) if s.active >> seat & 1 else 0
        if s.bug_allow_all != NO_BOUND:
            s.bug_allow[seat] = min(s.bug_allow_all, s.size[seat])
            s.bug_had[seat] = <uint8_t>held(s.hand[seat], BUG)
        s.bird_allow[seat] = NO_BOUND
    remember_hands(s)


cdef uint8_t bugs_shown(const HikeState* s) noexcept nogil:
    """Bugs that left the hands for all to see since they were last counted."""
    cdef int32_t seat, n = 0
    for seat in range(MAX_SEATS):
        n += s.bug_had[seat] - (held(s.hand[seat], BUG) if s.active >> seat & 1 else 0)
    return <uint8_t>n


# --- seats --------------------------------------------------------------------------------------

cdef inline int32_t next_of(uint32_t seats, int32_t seat, int32_t direction,
                            int32_t n) noexcept nogil:
    """The nearest of `seats` (not empty) after `seat`; `seat` itself comes last."""
    cdef uint64_t ring = <uint64_t>seats | <uint64_t>seats << n
    cdef int32_t found
    if direction > 0:
        found = seat + 1 + ctz(ring >> (seat + 1))
    else:
        found = 63 - clz(ring & ((<uint64_t>1 << (seat + n)) - 1))
    return found - n if found >= n else found


cdef inline bint one_at_most(uint32_t seats) noexcept nogil:
    return (seats & (seats - 1)) == 0


cdef inline void finish(HikeState* s, int32_t seat) noexcept nogil:
    """HK-16: an empty hand is out of all that follows."""
    s.active &= ~(<uint32_t>1 << seat)
    s.out[seat] = OUT_FINISHED
    s.n_out += 1
    s.out_order[seat] = s.n_out


cdef void eliminate(HikeState* s, int32_t seat, uint8_t cause) noexcept nogil:
    """HK-14: the cards are face up from now on; they stay in `hand` as leftovers."""
    s.active &= ~(<uint32_t>1 << seat)
    s.out[seat] = cause
    s.seat_counters[seat][COUNT_OUT_FOLLOW + cause - OUT_FOLLOW] += 1


cdef inline uint64_t playable(uint64_t hand) noexcept nogil:
    """The suits held as top bits, and the specialties held."""
    return (((hand & SUIT_FIELDS) + ALL_31) & SUIT_TOPS) | (hand & ~SUIT_FIELDS)


cdef inline bint offer_cards(HikeState* s, int32_t seat) noexcept nogil:
    """What `seat` may play now; False: nothing."""
    s.demand = DROUGHT_WANT if s.phase == PHASE_DROUGHT else s.want
    s.legal = playable(s.hand[seat]) & s.demand
    return s.legal != 0


cdef inline bint may_plant(const HikeRules* r, const HikeState* s, int32_t seat) noexcept nogil:
    return held(s.hand[seat], TREE) > 0 or (
        r.wind_plants and (s.hand[seat] & specialty_bit(WIND)) != 0)


cdef void drop_out(HikeState* s, int32_t seat) noexcept nogil:
    """HK-14, HK-24, HK-51: nothing legal in hand. HK-15: pile and demand stay as they are."""
    if s.phase == PHASE_DROUGHT:
        eliminate(s, seat, OUT_DROUGHT)
    elif s.exposed == FIRST_SPECIALTY + SUN:
        eliminate(s, seat, OUT_SUN)
    else:
        eliminate(s, seat, OUT_FOLLOW)


cdef int32_t next_in_drought(const table_t* table, HikeState* s) noexcept nogil:
    """HK-23, HK-A6: who owes a Lake next; after the round, whoever plays on (HK-24)."""
    cdef const HikeRules* r = rules_of(table)
    cdef int32_t direction = 1 if r.drought_next else s.direction
    cdef uint32_t self_bit = <uint32_t>1 << s.round_by
    s.pending &= s.active
    if s.pending & self_bit and (r.drought_order or s.pending == self_bit):
        s.pending &= ~self_bit
        return s.round_by
    if s.pending:
        s.round_at = <int8_t>next_of(s.pending & ~self_bit, s.round_at, direction, table.n_seats)
        s.pending &= ~(<uint32_t>1 << s.round_at)
        return s.round_at
    s.phase = PHASE_PLAY
    return next_of(s.active, s.round_by, direction, table.n_seats)


cdef void pass_on(const table_t* table, HikeState* s, int32_t seat, bint again) noexcept nogil:
    """HK-5, HK-6: find who decides next after `seat` (or `seat` again); those who cannot play drop
    out on the way, and the hand may end."""
    cdef const HikeRules* r = rules_of(table)
    if s.play_no >= r.max_turns:
        s.game_counters[COUNT_ALL_PLAYS] += s.play_no
        s.end_reason = END_TURN_CAP
        s.phase = PHASE_OVER
        return
    while True:
        if s.active == 0 or (r.solo_tail and one_at_most(s.active)):     # HK-17, HK-A4
            end_hand(table, s)
            return
        if again:
            pass
        elif s.phase == PHASE_DROUGHT:
            seat = next_in_drought(table, s)
        else:
            seat = next_of(s.active, seat, s.direction, table.n_seats)
        again = False
        s.head.seat = seat
        if r.spring_duration and s.spring and may_plant(r, s, seat):    # HK-A9
            s.round_phase = s.phase
            s.phase = PHASE_TURN_PLANT
            return
        if offer_cards(s, seat):
            return
        drop_out(s, seat)


# --- a card is played ---------------------------------------------------------------------------

cdef void reverse(HikeState* s) noexcept nogil:
    s.direction = -s.direction


cdef void capture(HikeState* s, int32_t seat) noexcept nogil:
    """HK-46, HK-47: The Worm leaves the pile."""
    cdef int32_t i = 0
    s.worm = WORM_CAPTURED
    s.worm_to = <int8_t>seat
    while s.pile[i] != FIRST_SPECIALTY_CODE + WORM:
        i += 1
    s.n_pile -= 1
    while i < s.n_pile:
        s.pile[i] = s.pile[i + 1]
        i += 1
    s.triggers &= ~(<uint64_t>1 << suit_move(BIRD))


cdef void leave_worm(HikeState* s) noexcept nogil:
    """HK-A11: only the first Bird had the right."""
    s.worm = WORM_LAPSED
    s.triggers &= ~(<uint64_t>1 << suit_move(BIRD))


cdef bint bird_on_worm(const HikeRules* r, HikeState* s, int32_t seat) noexcept nogil:
    """A Bird while The Worm waits in the pile. True: its player must decide first."""
    cdef rng_t rng
    if r.worm_capture == 0:
        capture(s, seat)
    elif r.worm_capture == 1:
        s.phase = PHASE_CAPTURE
        return True
    else:
        rng_stream(&rng, &s.head.luck, PURPOSE_FORGET, <uint32_t>s.hand_no)
        if rng_unit(&rng) < r.forget:
            leave_worm(s)
        else:
            capture(s, seat)
    return False


cdef void avalanche(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    """HK-19 to HK-21."""
    cdef const HikeRules* r = rules_of(table)
    cdef uint32_t others = s.active & ~(<uint32_t>1 << seat)
    cdef uint32_t left
    cdef int32_t at, rounds = 2 if r.avalanche_draw else 1
    cdef int32_t each = 1 if r.avalanche_draw else 2, i, k
    for i in range(rounds):
        at = seat
        left = others
        while left:
            at = next_of(left, at, s.direction, table.n_seats)
            left &= ~(<uint32_t>1 << at)
            for k in range(each):
                draw(r, s, at)
    s.avalanche = 1
    s.triggers |= <uint64_t>1 << suit_move(PEAK)


cdef void pool_hand(const HikeRules* r, HikeState* s, int32_t seat, uint8_t* pool,
                    int32_t* n) noexcept nogil:
    """The codes of the cards of a hand go to `pool`; the hand is empty afterwards."""
    cdef uint64_t hand = s.hand[seat]
    cdef int32_t suit, i
    for suit in range(N_SUITS):
        if r.suits_scope:
            for i in range(10):
                if s.copies[seat][suit] >> i & 1:
                    pool[n[0]] = <uint8_t>(suit * 10 + i)
                    n[0] += 1
            s.copies[seat][suit] = 0
        else:
            for i in range(held(hand, suit)):
                pool[n[0]] = <uint8_t>(suit * 10)
                n[0] += 1
    for i in range(N_SPECIALTIES):
        if hand & specialty_bit(i):
            pool[n[0]] = <uint8_t>(FIRST_SPECIALTY_CODE + i)
            n[0] += 1
    s.hand[seat] = 0
    s.size[seat] = 0


cdef void earthquake(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    """HK-28 to HK-31, HK-A17."""
    cdef const HikeRules* r = rules_of(table)
    cdef uint8_t pool[N_CODES]
    cdef uint8_t room[MAX_SEATS]
    cdef uint8_t had[MAX_SEATS]
    cdef uint64_t knew[MAX_SEATS]
    cdef rng_t rng
    cdef int32_t n = 0, at, i, direction = s.direction if r.earthquake_dir else 1
    if s.active == 0:
        return
    if s.bug_allow_all != NO_BOUND:
        s.bug_allow_all -= bugs_shown(s)
    for at in range(MAX_SEATS):
        knew[at] = known_now(s, at) + s.hand[at]
        had[at] = s.size[at]
        room[at] = s.size[at] if r.earthquake_deal else 255
    for at in range(table.n_seats):
        if s.active >> at & 1:
            pool_hand(r, s, at, pool, &n)
    rng_stream(&rng, &s.head.luck, PURPOSE_EARTHQUAKE, <uint32_t>(s.hand_no * 256 + s.occasion))
    s.occasion += 1
    rng_deal(&rng, pool, n, n)
    at = seat
    for i in range(n):
        at = next_of(s.active, at, direction, table.n_seats)
        while s.size[at] == room[at]:
            at = next_of(s.active, at, direction, table.n_seats)
        gain(r, s, at, pool[i])
    for i in range(table.n_seats):      # HK-31: none gets 0, unless Poop left active hands empty
        at = (seat + i * s.direction + table.n_seats) % table.n_seats
        if s.active >> at & 1 and s.size[at] == 0 and had[at]:
            finish(s, at)
    learn_from_earthquake(s, knew)


cdef void poop(const HikeRules* r, HikeState* s) noexcept nogil:
    """HK-39 to HK-41."""
    cdef int32_t seat, n
    for seat in range(MAX_SEATS):
        if not s.active >> seat & 1:
            continue
        n = held(s.hand[seat], BUG)
        s.hand[seat] -= <uint64_t>n << (6 * BUG)
        s.size[seat] -= <uint8_t>n
        s.bugs[seat] += <uint8_t>n
        s.bug_copies[seat] |= s.copies[seat][BUG]
        s.copies[seat][BUG] = 0
        s.bug_allow[seat] = s.bug_had[seat] = 0
        if s.size[seat] == 0 and r.poop_empty == 0:     # HK-A7
            finish(s, seat)
    s.bug_allow_all = 0


cdef bint next_planter(const table_t* table, HikeState* s) noexcept nogil:
    """HK-42: the player of Spring first, then on in the direction."""
    cdef uint32_t self_bit = <uint32_t>1 << s.round_by
    if s.pending == 0:
        return False
    if s.pending & self_bit:
        s.head.seat = s.round_by
    else:
        s.head.seat = next_of(s.pending, s.round_at, s.direction, table.n_seats)
    s.round_at = <int8_t>s.head.seat
    s.pending &= ~(<uint32_t>1 << s.head.seat)
    return True


cdef void spring(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    cdef const HikeRules* r = rules_of(table)
    cdef int32_t at
    s.spring = 1
    s.pending = 0
    for at in range(table.n_seats):
        if may_plant(r, s, at) and (s.active >> at & 1 or r.spring_scope):    # HK-A9
            s.pending |= <uint32_t>1 << at
    s.round_by = s.round_at = <int8_t>seat
    if next_planter(table, s):
        s.phase = PHASE_SPRING
    else:
        pass_on(table, s, seat, False)


cdef void worm(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    """HK-46, HK-47."""
    cdef const HikeRules* r = rules_of(table)
    s.worm_by = <int8_t>seat
    s.worm = WORM_WAITING
    s.triggers |= <uint64_t>1 << suit_move(BIRD)
    if held(s.hand[seat], BIRD) or (r.wind_bird and s.hand[seat] & specialty_bit(WIND)):
        s.phase = PHASE_WORM_BIRD
        return
    if r.worm_bird:             # he must have played one: everybody knows that he has none
        s.bird_allow[seat] = s.bird_had[seat] = 0
    pass_on(table, s, seat, False)


cdef void play_specialty(const table_t* table, HikeState* s, int32_t seat,
                         int32_t specialty) noexcept nogil:
    cdef bint two = one_at_most(s.active & (s.active - 1)) and not one_at_most(s.active)
    s.seat_counters[seat][COUNT_PLAYED + specialty] += 1
    if s.size[seat] == 0:       # HK-25, HK-29, HK-38, HK-52: no specialty gives its player a card
        finish(s, seat)
    if specialty == SPRING:
        spring(table, s, seat)
        return
    if specialty == WORM:
        worm(table, s, seat)
        return
    if specialty == AVALANCHE:
        avalanche(table, s, seat)
    elif specialty == DROUGHT:  # HK-23
        s.phase = PHASE_DROUGHT
        s.pending = s.active
        s.round_by = s.round_at = <int8_t>seat
    elif specialty == EARTHQUAKE:
        earthquake(table, s, seat)
    elif specialty == LOST:     # HK-33, HK-34
        s.lost = 1
        s.triggers |= <uint64_t>1 << suit_move(TRAIL)
        reverse(s)
        pass_on(table, s, seat, two and s.size[seat] > 0)    # HK-37, HK-38
        return
    elif specialty == POOP:
        poop(rules_of(table), s)
    pass_on(table, s, seat, False)      # HK-51: the demand of The Sun is in `want`


cdef void play_suit(const table_t* table, HikeState* s, int32_t seat, int32_t suit,
                    bint wind) noexcept nogil:
    """HK-18: the triggers of a suited card (or of The Wind as one, HK-45), in order."""
    cdef const HikeRules* r = rules_of(table)
    cdef bint two = one_at_most(s.active & (s.active - 1)) and not one_at_most(s.active)
    cdef bint again = False
    if suit == BIRD and (r.wind_bird or not wind):
        s.birds += 1
        if s.phase == PHASE_WORM_BIRD:
            s.phase = PHASE_PLAY
            capture(s, seat)
        elif s.worm == WORM_WAITING and bird_on_worm(r, s, seat):
            return
    elif suit == PEAK and s.avalanche and not (r.avalanche_last_peak and s.size[seat] == 0):
        draw(r, s, seat)                # HK-21, HK-22, HK-A5
    elif suit == TRAIL and s.lost:      # HK-34, HK-36
        reverse(s)
        again = two and s.size[seat] > 0
    if s.size[seat] == 0:
        finish(s, seat)
    pass_on(table, s, seat, again)


cdef inline void lay(HikeState* s, int32_t seat, uint8_t code, int32_t exposed,
                     uint64_t want) noexcept nogil:
    """HK-18 (1): the card is on the pile and exposed."""
    s.pile[s.n_pile] = code
    s.n_pile += 1
    s.exposed = <int16_t>exposed
    s.want = want
    s.size[seat] -= 1
    s.play_no += 1
    s.last_play[seat] = s.play_no
    s.seat_counters[seat][COUNT_PLAYS] += 1


cdef void play_card(const table_t* table, HikeState* s, int32_t seat, move_t move) noexcept nogil:
    cdef const HikeRules* r = rules_of(table)
    cdef uint8_t code
    cdef uint64_t want
    cdef int32_t suit = -1
    if move >= MOVE_CARD:
        code = <uint8_t>(move - MOVE_CARD)
        suit = code // 10
        want = r.card_want[code]
        s.copies[seat][suit] &= <uint16_t>~(1 << (code % 10))
    elif move >= MOVE_WIND:
        code = FIRST_SPECIALTY_CODE + WIND
        suit = move - MOVE_WIND
        want = r.want[suit_move(suit)]      # HK-43
        s.seat_counters[seat][COUNT_PLAYED + WIND] += 1
    else:
        code = r.code[move]
        want = r.want[move]
        if move < FIRST_SPECIALTY:
            suit = code // 10
    s.hand[seat] -= r.unit[code]
    lay(s, seat, code, move, want)
    if suit >= 0:
        play_suit(table, s, seat, suit, code >= FIRST_SPECIALTY_CODE)
    else:
        play_specialty(table, s, seat, code - FIRST_SPECIALTY_CODE)


# --- the other decisions ------------------------------------------------------------------------

cdef void plant(const HikeRules* r, HikeState* s, int32_t seat, move_t move) noexcept nogil:
    """HK-42: Trees, and The Wind as one, leave the hand and score."""
    cdef int32_t trees = (move - MOVE_PLANT) % PLANT_WIND, i
    cdef uint64_t cards = <uint64_t>trees << (6 * TREE)
    cdef uint16_t lowest
    for i in range(trees if r.suits_scope else 0):
        lowest = <uint16_t>(s.copies[seat][TREE] & -<int32_t>s.copies[seat][TREE])
        s.copies[seat][TREE] ^= lowest
        s.tree_copies[seat] |= lowest
    if move - MOVE_PLANT >= PLANT_WIND:
        cards |= specialty_bit(WIND)
        s.wind_planter = <int8_t>seat
        trees += 1
    if trees == 0:
        return
    s.hand[seat] -= cards
    s.size[seat] -= <uint8_t>trees
    s.trees[seat] += <uint8_t>trees
    s.seat_counters[seat][COUNT_TREES] += trees
    if s.size[seat] == 0:
        s.planted_out |= <uint32_t>1 << seat
        if s.active >> seat & 1:
            finish(s, seat)
        else:                   # HK-A9: an eliminated seat that is rid of its last card
            s.n_out += 1
            s.out_order[seat] = s.n_out


cdef void decide(const table_t* table, HikeState* s, int32_t seat, move_t move) noexcept nogil:
    """Every move that is no card, and the Bird on one's own Worm."""
    cdef const HikeRules* r = rules_of(table)
    if move == MOVE_DECLINE:    # HK-A3
        eliminate(s, seat, OUT_DECLINED)
    elif move == MOVE_NO_BIRD:
        s.phase = PHASE_PLAY
    elif s.phase == PHASE_WORM_BIRD:
        play_card(table, s, seat, move)
        return
    elif s.phase == PHASE_CAPTURE:
        s.phase = PHASE_PLAY
        if move == MOVE_CAPTURE:
            capture(s, seat)
        else:
            leave_worm(s)
        if s.size[seat] == 0:
            finish(s, seat)
    elif s.phase == PHASE_SPRING:
        plant(r, s, seat, move)
        if next_planter(table, s):
            return
        s.phase = PHASE_PLAY
        seat = s.round_by
    else:                       # PHASE_TURN_PLANT: then the turn itself
        s.phase = s.round_phase
        plant(r, s, seat, move)
        if s.active >> seat & 1:
            if offer_cards(s, seat):
                return
            drop_out(s, seat)
    pass_on(table, s, seat, False)


# --- the end of a hand --------------------------------------------------------------------------

cdef bint before_in_line(const HikeState* s, int32_t n, int32_t left, int32_t a,
                         int32_t b) noexcept nogil:
    """Of two winners of a hand: does `a` come before `b` for the points that cannot be shared?"""
    if left == 0:               # HK-59
        return s.out_order[a] < s.out_order[b]
    if s.last_play[a] != s.last_play[b]:    # HK-58
        return s.last_play[a] > s.last_play[b]
    return (a - s.dealer - 1 + n) % n < (b - s.dealer - 1 + n) % n    # HK-A18


cdef int32_t share_pot(const table_t* table, HikeState* s, const int32_t* leftovers,
                       int32_t* points) noexcept nogil:
    """HK-55 to HK-59; returns the winner who is first in line."""
    cdef const HikeRules* r = rules_of(table)
    cdef int32_t line[MAX_SEATS]
    cdef int32_t n = 0, pot = 0, fewest = 255, seat, i, extra
    for seat in range(table.n_seats):
        if s.playing >> seat & 1:
            pot += leftovers[seat]
            fewest = min(fewest, leftovers[seat])
    for seat in range(table.n_seats):
        if s.playing >> seat & 1 and leftovers[seat] == fewest:
            i = n
            while i > 0 and before_in_line(s, table.n_seats, fewest, seat, line[i - 1]):
                line[i] = line[i - 1]
                i -= 1
            line[i] = seat
            n += 1
    extra = pot % n
    for i in range(n):
        points[line[i]] = pot // n
        if r.extra_points:      # HK-A15
            points[line[i]] += i < extra
        elif i == 0:
            points[line[i]] += extra
        s.seat_counters[line[i]][COUNT_HANDS_WON] += 1
    return line[0]


cdef void score_seat(const HikeRules* r, HikeState* s, int32_t seat, int32_t left,
                     int32_t pot) noexcept nogil:
    """HK-60 to HK-62, and what is counted."""
    cdef int32_t* count = s.seat_counters[seat]
    cdef int32_t worm_points = 0, bonus = 0, i
    cdef uint64_t specialties = s.hand[seat] >> FIRST_SPECIALTY
    if s.worm == WORM_CAPTURED:
        worm_points = s.birds if s.worm_to == seat else 0    # HK-48
    elif s.worm != WORM_UNPLAYED:
        worm_points = s.birds if s.worm_by == seat else 0    # HK-49
    if left == 0 and (r.spring_empty_bonus or not s.planted_out >> seat & 1):    # HK-A8
        bonus = r.bonus
    s.hand_points[seat] = pot + bonus + r.tree_points * s.trees[seat] + worm_points
    s.hand_leftovers[seat] = left
    s.points[seat] += s.hand_points[seat]
    count[COUNT_LEFTOVERS] += left
    count[COUNT_EMPTY_HANDS] += left == 0
    count[COUNT_BONUS] += bonus
    count[COUNT_POT] += pot
    count[COUNT_WORM] += worm_points
    while specialties:
        i = ctz(specialties)
        count[COUNT_HELD + i] += 1
        specialties &= specialties - 1


cdef int32_t winner_of_game(const table_t* table, HikeState* s) noexcept nogil:
    """HK-63, HK-64: the winner, or -1 to play on."""
    cdef const HikeRules* r = rules_of(table)
    cdef int32_t seat, best = -1, most = -1
    cdef uint32_t leaders = 0
    for seat in range(table.n_seats):
        if r.over_target and s.points[seat] >= r.target:    # HK-A13
            return seat
        if s.points[seat] > most:
            best, most, leaders = seat, s.points[seat], 0
        if s.points[seat] == most:
            leaders |= <uint32_t>1 << seat
    if most < r.target:
        return -1
    if one_at_most(leaders):
        return best
    s.tied = 1
    if r.tie_play and s.hand_no < r.max_hands:      # HK-A14
        s.playing = leaders
    return -1


cdef void end_hand(const table_t* table, HikeState* s) noexcept nogil:
    cdef const HikeRules* r = rules_of(table)
    cdef int32_t leftovers[MAX_SEATS]
    cdef int32_t pot[MAX_SEATS]
    cdef int32_t seat, first
    memset(pot, 0, sizeof(pot))
    for seat in range(table.n_seats):
        leftovers[seat] = s.size[seat] + s.bugs[seat]    # HK-54
        s.hand_leftovers[seat] = s.hand_points[seat] = 0
    memcpy(s.hand_out, s.out, sizeof(s.out))
    first = share_pot(table, s, leftovers, pot)
    for seat in range(table.n_seats):
        if s.playing >> seat & 1:
            score_seat(r, s, seat, leftovers[seat], pot[seat])
    s.game_counters[COUNT_HANDS] += 1
    s.game_counters[COUNT_ALL_PLAYS] += s.play_no
    s.game_counters[COUNT_TIE_HANDS] += s.tied
    s.hand_no += 1
    s.winner = winner_of_game(table, s)
    if s.winner >= 0 or s.hand_no >= r.max_hands:
        s.end_reason = END_TARGET if s.winner >= 0 else END_HAND_CAP
        s.phase = PHASE_OVER
        return
    if r.dealer == 0:           # HK-A16
        s.dealer = next_of(s.playing, s.dealer, 1, table.n_seats)
    elif r.dealer == 2:
        s.dealer = first
    deal(table, s)


cdef void deal(const table_t* table, HikeState* s) noexcept nogil:
    """HK-3, HK-4: all cards anew; the seat on the dealer's left leads on an empty pile."""
    cdef const HikeRules* r = rules_of(table)
    cdef uint32_t playing = s.playing
    cdef int32_t seat = s.dealer, m = 0, i, j
    cdef uint32_t left = playing
    cdef uint64_t hand
    cdef const script_t* script = find_script(table, PURPOSE_DEAL, <uint32_t>s.hand_no)
    memset(s.hand, 0, <size_t>(<char*>s.points - <char*>s.hand))
    s.playing = s.active = playing
    s.n_deck = <int16_t>r.n_cards
    memcpy(s.deck, script.values if script != NULL else r.deck, <size_t>r.n_cards)
    while left:
        left &= left - 1
        m += 1
    s.next_card = s.n_fixed = <int16_t>(m * r.hand_size)
    if script != NULL:
        s.n_fixed = s.n_deck
    else:
        rng_stream(&s.stock_rng, &s.head.luck, PURPOSE_DEAL, <uint32_t>s.hand_no)
        rng_deal(&s.stock_rng, s.deck, s.next_card, s.n_deck)
    for i in range(m):
        seat = next_of(playing, seat, 1, table.n_seats)
        hand = 0
        for j in range(r.hand_size):
            hand += r.unit[s.deck[j * m + i]]
        s.hand[seat] = hand
        s.size[seat] = <uint8_t>r.hand_size
        for j in range(r.hand_size if r.suits_scope else 0):
            if s.deck[j * m + i] < FIRST_SPECIALTY_CODE:
                s.copies[seat][s.deck[j * m + i] // 10] |= <uint16_t>(
                    1 << (s.deck[j * m + i] % 10))
    memset(s.bird_allow, NO_BOUND, sizeof(s.bird_allow))
    s.bug_allow_all = NO_BOUND
    s.direction = 1
    s.exposed = s.wind_planter = s.worm_by = s.worm_to = -1
    s.want = ANYTHING
    s.triggers = ALL_SPECIALTIES
    pass_on(table, s, s.dealer, False)


# --- the contract -------------------------------------------------------------------------------

cdef void init(const table_t* table, void* state) noexcept nogil:
    cdef HikeState* s = <HikeState*>state
    memset(<char*>state + sizeof(head_t), 0, sizeof(HikeState) - sizeof(head_t))
    s.playing = (<uint32_t>1 << table.n_seats) - 1
    s.dealer = table.n_seats - 1        # so that seat 0 leads the first hand
    s.winner = -1
    deal(table, s)


cdef int32_t list_cards(const HikeRules* r, const HikeState* s, move_t* moves) noexcept nogil:
    cdef uint64_t rest = s.legal & ~specialty_bit(WIND)
    cdef uint64_t suits
    cdef int32_t n = 0, bit, i
    while rest:
        bit = ctz(rest)
        rest &= rest - 1
        if r.suits_scope and bit < FIRST_SPECIALTY:
            for i in range(10):
                if s.copies[s.head.seat][bit // 6] >> i & 1:
                    moves[n] = MOVE_CARD + bit // 6 * 10 + i
                    n += 1
        else:
            moves[n] = bit
            n += 1
    if s.legal & specialty_bit(WIND):   # HK-44
        suits = s.demand & SUIT_TOPS
        while suits:
            moves[n] = MOVE_WIND + ctz(suits) // 6
            suits &= suits - 1
            n += 1
    if r.may_decline:
        moves[n] = MOVE_DECLINE
        n += 1
    return n


cdef int32_t list_birds(const HikeRules* r, const HikeState* s, move_t* moves) noexcept nogil:
    """HK-46, HK-A11."""
    cdef int32_t n = 0, i
    if r.suits_scope:
        for i in range(10):
            if s.copies[s.head.seat][BIRD] >> i & 1:
                moves[n] = MOVE_CARD + i
                n += 1
    elif held(s.hand[s.head.seat], BIRD):
        moves[n] = suit_move(BIRD)
        n += 1
    if r.wind_bird and s.hand[s.head.seat] & specialty_bit(WIND):
        moves[n] = MOVE_WIND + BIRD
        n += 1
    if r.worm_bird == 0:
        moves[n] = MOVE_NO_BIRD
        n += 1
    return n


cdef int32_t legal_moves(const table_t* table, const void* state, move_t* moves) noexcept nogil:
    cdef const HikeRules* r = rules_of(table)
    cdef const HikeState* s = <const HikeState*>state
    cdef int32_t trees, winds, w, t, n = 0
    if s.phase <= PHASE_DROUGHT:
        return list_cards(r, s, moves)
    if s.phase == PHASE_WORM_BIRD:
        return list_birds(r, s, moves)
    if s.phase == PHASE_CAPTURE:
        moves[0] = MOVE_CAPTURE
        moves[1] = MOVE_LEAVE
        return 2
    if s.phase == PHASE_OVER:
        return 0
    trees = held(s.hand[s.head.seat], TREE)
    winds = r.wind_plants and (s.hand[s.head.seat] & specialty_bit(WIND)) != 0
    for w in range(2 if winds else 1):
        for t in range(trees + 1):
            moves[n] = MOVE_PLANT + t + w * PLANT_WIND
            n += 1
    return n


cdef void apply(const table_t* table, void* state, move_t move) noexcept nogil:
    cdef const HikeRules* r = rules_of(table)
    cdef HikeState* s = <HikeState*>state
    cdef int32_t seat = s.head.seat
    if s.phase == PHASE_PLAY and move < FIRST_SPECIALTY and not s.triggers >> move & 1:
        # the common case: a suited card that only changes the exposed card
        s.hand[seat] -= <uint64_t>1 << (move - 5)
        lay(s, seat, r.code[move], move, r.want[move])
        s.birds += move == suit_move(BIRD)
        if s.size[seat] == 0:
            finish(s, seat)
        elif r.plain and s.play_no < r.max_turns:
            # pass_on, where nothing but the next seat's cards has to be looked at
            seat = next_of(s.active, seat, s.direction, table.n_seats)
            s.head.seat = seat
            s.demand = s.want
            s.legal = playable(s.hand[seat]) & s.want
            if s.legal:
                return
            drop_out(s, seat)
        pass_on(table, s, seat, False)
    elif s.phase <= PHASE_DROUGHT and move != MOVE_DECLINE:
        play_card(table, s, seat, move)
    else:
        decide(table, s, seat, move)


cdef void scores(const table_t* table, const void* state, result_t* result) noexcept nogil:
    cdef const HikeState* s = <const HikeState*>state
    cdef int32_t seat
    for seat in range(table.n_seats):
        result.score[seat] = s.points[seat]
        result.win[seat] = WHOLE_WIN if seat == s.winner else 0
        result.role[seat] = 0
    result.end_reason = s.end_reason
    result.capped = s.end_reason != END_TARGET
    result.game_counters = &s.game_counters[0]
    result.seat_counters = &s.seat_counters[0][0]


cdef uint64_t wanted(object suits):
    """The suits of a row as top bits, with all specialties but Litter (HK-7, HK-9, HK-11)."""
    cdef uint64_t want = ANYTHING & ~SUIT_TOPS
    for suit in suits:
        want |= <uint64_t>1 << suit_move(suit)
    return want


cdef void derive(HikeRules* r, dict rules):
    """The tables that make a play a matter of look-ups."""
    cdef int32_t suit, copy, i
    for suit in range(N_SUITS):
        for copy in range(10):
            i = suit * 10 + copy
            r.unit[i] = <uint64_t>1 << (6 * suit)
            r.card_want[i] = wanted(rules["rows"][suit][copy if r.suits_scope else 0])
            r.deck[r.n_cards] = <uint8_t>(i if r.suits_scope else suit * 10)
            r.n_cards += 1
        r.want[suit_move(suit)] = r.card_want[suit * 10]
        r.code[suit_move(suit)] = <uint8_t>(suit * 10)
    for i in range(N_SPECIALTIES):
        r.unit[FIRST_SPECIALTY_CODE + i] = specialty_bit(i)
        r.code[FIRST_SPECIALTY + i] = <uint8_t>(FIRST_SPECIALTY_CODE + i)
        r.want[FIRST_SPECIALTY + i] = SUN_WANT if i == SUN else ANYTHING
        if rules["copies"][i]:
            r.deck[r.n_cards] = <uint8_t>(FIRST_SPECIALTY_CODE + i)
            r.n_cards += 1


cdef class Hike(Game):
    def __cinit__(self):
        self.c = game_t(
            state_size=sizeof(HikeState), n_game_counters=N_GAME_COUNTERS,
            n_seat_counters=N_SEAT_COUNTERS, init=init, legal_moves=legal_moves, apply=apply,
            scores=scores, redeal_hidden=redeal_hidden)

    cdef bytes pack_rules(self, int players, dict rules):
        """`rules`: the parameters by name (a choice as its index), "forget" (a chance), "copies" of
        each specialty, and "rows": for each suit its row, or ten rows (suits_scope = "card")."""
        cdef HikeRules r
        memset(&r, 0, sizeof(r))
        r.target = rules["target"]
        r.hand_size = rules["hand_size"]
        r.bonus = rules["bonus"]
        r.tree_points = rules["tree_points"]
        r.max_turns = rules["max_turns"]
        r.max_hands = rules["max_hands"]
        r.suits_scope = rules["suits_scope"]
        r.may_decline = rules["may_decline"]
        r.solo_tail = rules["solo_tail"]
        r.avalanche_last_peak = rules["avalanche_last_peak"]
        r.drought_next = rules["drought_next"]
        r.drought_order = rules["drought_order"]
        r.poop_empty = rules["poop_empty"]
        r.spring_empty_bonus = rules["spring_empty_bonus"]
        r.spring_scope = rules["spring_scope"]
        r.spring_duration = rules["spring_duration"]
        r.wind_bird = rules["wind_bird"]
        r.wind_plants = rules["wind_plants"]
        r.worm_capture = rules["worm_capture"]
        r.forget = rules["forget"]
        r.worm_bird = rules["worm_bird"]
        r.deck_exhausted = rules["deck_exhausted"]
        r.over_target = rules["over_target"]
        r.tie_play = rules["tie_play"]
        r.extra_points = rules["extra_points"]
        r.dealer = rules["dealer"]
        r.earthquake_deal = rules["earthquake_deal"]
        r.earthquake_dir = rules["earthquake_dir"]
        r.avalanche_draw = rules["avalanche_draw"]
        r.plain = not (r.solo_tail or r.spring_duration)
        derive(&r, rules)
        return (<const char*>&r)[:sizeof(r)]

    cdef dict describe(self, const table_t* table, const void* state):
        return describe_state(table, <const HikeState*>state)

    cdef int restore(self, const table_t* table, void* state, dict raw) except -1:
        cdef HikeState* s = <HikeState*>state
        memset(<char*>state + sizeof(head_t), 0, sizeof(HikeState) - sizeof(head_t))
        restore_state(table, s, raw)
        s.want = want_of(rules_of(table), s)
        s.triggers = triggers_of(s)
        if s.phase > PHASE_DROUGHT:
            return 0
        if raw["turn_begins"]:  # whoever cannot play drops out, as in a game
            pass_on(table, s, s.head.seat, True)
        else:
            offer_cards(s, s.head.seat)
        return 0


cdef uint64_t want_of(const HikeRules* r, const HikeState* s):
    """What may follow the exposed card of a position."""
    if s.exposed < 0:
        return ANYTHING
    if s.exposed >= MOVE_CARD:
        return r.card_want[s.exposed - MOVE_CARD]
    if s.exposed >= MOVE_WIND:
        return r.want[suit_move(s.exposed - MOVE_WIND)]
    return r.want[s.exposed]


cdef uint64_t triggers_of(const HikeState* s):
    """The moves of a position that do more than change the exposed card."""
    cdef uint64_t triggers = ALL_SPECIALTIES
    if s.avalanche:
        triggers |= <uint64_t>1 << suit_move(PEAK)
    if s.lost:
        triggers |= <uint64_t>1 << suit_move(TRAIL)
    if s.worm == WORM_WAITING:
        triggers |= <uint64_t>1 << suit_move(BIRD)
    return triggers


GAME = Hike()
