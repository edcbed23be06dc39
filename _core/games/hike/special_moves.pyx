"""Hike: moves that are more than a card which only changes the exposed card: which there are, and
what they do to the cards."""
from libc.stdint cimport int16_t, int32_t, int8_t, uint16_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memcpy

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport MAX_SEATS, move_t, table_t
from analyzer._core.games.hike.hidden cimport (
    bugs_shown, forget_copies, keep_copies, known_now, learn_from_earthquake, learn_the_other_hands,
)
from analyzer._core.games.hike.play cimport finish_turn, give_up, pass_on, play_again
from analyzer._core.games.hike.state cimport (
    ALL_SPECIALTIES, AVALANCHE, BIRD, BUG, COUNT_PLAYED, COUNT_TREES, DROUGHT, EARTHQUAKE,
    FIRST_SPECIALTY, FIRST_SPECIALTY_CODE, LOST, MOVE_CAPTURE, MOVE_CARD, MOVE_DECLINE, MOVE_LEAVE,
    MOVE_NO_BIRD, MOVE_PLANT, MOVE_WIND, NO_BOUND, N_CODES, N_SUITS, OUT_DECLINED, PEAK,
    PHASE_CAPTURE, PHASE_DROUGHT, PHASE_OVER, PHASE_PLAY, PHASE_SPRING, PHASE_WORM_BIRD, PLANT_WIND,
    POOP, PURPOSE_EARTHQUAKE, PURPOSE_FORGET, PURPOSE_RESHUFFLE, SPRING, SUIT_TOPS, TRAIL, TREE,
    WIND, WORM, WORM_CAPTURED, WORM_LAPSED, WORM_WAITING, HikeRules, HikeState, birds_in, ctz,
    deal_out, demand, eliminate, finish, held, how_many, lay, list_bits, may_plant, next_of,
    note_copy, offer_cards, one_at_most, rules_of, show, specialty_bit, suit_move,
)
from analyzer._core.rng cimport rng_deal, rng_pick_next, rng_stream, rng_t, rng_unit


# --- which there are ----------------------------------------------------------------------------

cdef int32_t list_copies(uint16_t copies, int32_t suit, move_t* moves) noexcept nogil:
    cdef int32_t n = list_bits(copies, moves), i
    for i in range(n):
        moves[i] += MOVE_CARD + suit * 10
    return n


cdef int32_t list_cards(const HikeRules* r, const HikeState* s, move_t* moves) noexcept nogil:
    cdef uint64_t suits = s.legal & SUIT_TOPS
    cdef int32_t n = 0
    while r.rule.suits_scope and suits:
        n += list_copies(s.copies[s.head.seat][ctz(suits) // 6], ctz(suits) // 6, moves + n)
        suits &= suits - 1
    suits |= s.legal & ALL_SPECIALTIES & ~specialty_bit(WIND)
    if suits:
        n += list_bits(suits, moves + n)
    if s.legal & specialty_bit(WIND):   # HK-44
        suits = demand(s) & SUIT_TOPS
        while suits:
            moves[n] = MOVE_WIND + ctz(suits) // 6
            suits &= suits - 1
            n += 1
    if r.rule.may_decline:
        moves[n] = MOVE_DECLINE
        n += 1
    return n


cdef int32_t list_birds(const HikeRules* r, const HikeState* s, move_t* moves) noexcept nogil:
    """HK-46, HK-A11."""
    cdef uint64_t hand = s.hand[s.head.seat]
    cdef int32_t n = 0
    if r.rule.suits_scope:
        n = list_copies(s.copies[s.head.seat][BIRD], BIRD, moves)
    elif held(hand, BIRD):
        moves[n] = suit_move(BIRD)
        n += 1
    if r.rule.wind_bird and hand & specialty_bit(WIND):
        moves[n] = MOVE_WIND + BIRD
        n += 1
    if r.rule.worm_bird == 0:
        moves[n] = MOVE_NO_BIRD
        n += 1
    return n


cdef int32_t list_plantings(const HikeRules* r, const HikeState* s, move_t* moves) noexcept nogil:
    cdef uint64_t hand = s.hand[s.head.seat]
    cdef int32_t trees = held(hand, TREE), t, w, n = 0
    cdef int32_t winds = r.rule.wind_plants and (hand & specialty_bit(WIND)) != 0
    for w in range(2 if winds else 1):
        for t in range(trees + 1):
            moves[n] = MOVE_PLANT + t + w * PLANT_WIND
            n += 1
    return n


cdef int32_t list_other(const HikeRules* r, const HikeState* s, move_t* moves) noexcept nogil:
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
    return list_plantings(r, s, moves)


# --- a suited card is played --------------------------------------------------------------------

cdef void leave_worm(HikeState* s) noexcept nogil:
    """HK-A11: only the first Bird had the right."""
    s.worm = WORM_LAPSED
    s.triggers &= ~(<uint64_t>1 << suit_move(BIRD))


cdef bint bird_on_worm(const HikeRules* r, HikeState* s, int32_t seat) noexcept nogil:
    """A Bird while The Worm waits in the pile. True: its player must decide first."""
    cdef rng_t rng
    if r.rule.worm_capture == 0:
        capture(s, seat)
    elif r.rule.worm_capture == 1:
        s.phase = PHASE_CAPTURE
        return True
    else:
        rng_stream(&rng, &s.head.luck, PURPOSE_FORGET, <uint32_t>s.hand_no)
        if rng_unit(&rng) < r.rule.forget:
            leave_worm(s)
        else:
            capture(s, seat)
    return False


cdef void reverse(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    """HK-33 to HK-38: between two players, the one who reversed plays again if possible."""
    cdef uint32_t others = s.active & ~(<uint32_t>1 << seat)
    s.direction = -s.direction
    if s.size[seat] and others and one_at_most(others):
        play_again(table, s, seat)
    else:
        finish_turn(table, s, seat)


cdef void play_suit(const table_t* table, HikeState* s, int32_t seat, int32_t suit,
                    bint wind) noexcept nogil:
    """HK-18: the triggers of a suited card (or of The Wind as one, HK-45), in order."""
    cdef const HikeRules* r = rules_of(table)
    if suit == BIRD and (r.rule.wind_bird or not wind):
        s.more_birds += wind
        if s.phase == PHASE_WORM_BIRD:
            s.phase = PHASE_PLAY
            capture(s, seat)
        elif s.worm == WORM_WAITING and bird_on_worm(r, s, seat):
            return
    elif suit == PEAK and s.avalanche and not (r.rule.avalanche_last_peak and s.size[seat] == 0):
        draw(r, s, seat)                # HK-21, HK-22, HK-A5
    elif suit == TRAIL and s.lost:      # HK-34, HK-36
        reverse(table, s, seat)
        return
    finish_turn(table, s, seat)


# --- a specialty is played ----------------------------------------------------------------------

cdef bint next_planter(const HikeRules* r, HikeState* s) noexcept nogil:
    """HK-42: the player of Spring first, then on in the direction."""
    if s.pending == 0:
        return False
    if s.pending >> s.round_by & 1:
        s.head.seat = s.round_by
    else:
        s.head.seat = next_of(r, s.pending, s.round_at, s.direction)
    s.round_at = <int8_t>s.head.seat
    s.pending &= ~(<uint32_t>1 << s.head.seat)
    return True


cdef void spring(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    cdef const HikeRules* r = rules_of(table)
    cdef int32_t at
    s.spring = 1
    s.pending = 0
    for at in range(table.n_seats):
        if may_plant(r, s, at) and (s.active >> at & 1 or r.rule.spring_scope):    # HK-A9
            s.pending |= <uint32_t>1 << at
    s.round_by = s.round_at = <int8_t>seat
    if next_planter(r, s):
        s.phase = PHASE_SPRING
    else:
        pass_on(table, s, seat)


cdef void worm(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    """HK-46, HK-47."""
    cdef const HikeRules* r = rules_of(table)
    s.worm_by = <int8_t>seat
    s.worm = WORM_WAITING
    s.triggers |= <uint64_t>1 << suit_move(BIRD)
    if held(s.hand[seat], BIRD) or (r.rule.wind_bird and s.hand[seat] & specialty_bit(WIND)):
        s.phase = PHASE_WORM_BIRD
        return
    if r.rule.worm_bird:             # it was due, so everybody knows that there is none
        s.bird_allow[seat] = s.bird_had[seat] = 0
    pass_on(table, s, seat)


cdef void lose(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    """HK-33, HK-34."""
    s.lost = 1
    s.triggers |= <uint64_t>1 << suit_move(TRAIL)
    reverse(table, s, seat)


cdef void drought(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    """HK-23."""
    s.phase = PHASE_DROUGHT
    s.pending = s.active
    s.round_by = s.round_at = <int8_t>seat
    pass_on(table, s, seat)


cdef inline void play_specialty(const table_t* table, HikeState* s, int32_t seat,
                                int32_t specialty) noexcept nogil:
    s.seat_counters[COUNT_PLAYED + specialty][seat] += 1
    if s.size[seat] == 0 and specialty != LOST:     # HK-25, HK-29, HK-52: none gives a card
        finish(s, seat)
    if specialty == AVALANCHE:
        avalanche(table, s, seat)
    elif specialty == DROUGHT:
        drought(table, s, seat)
    elif specialty == EARTHQUAKE:
        earthquake(table, s, seat)
    elif specialty == LOST:
        lose(table, s, seat)
    elif specialty == POOP:
        poop(table, s, seat)
    elif specialty == SPRING:
        spring(table, s, seat)
    elif specialty == WORM:
        worm(table, s, seat)
    else:                       # HK-51: the demand of The Sun is in `want`
        pass_on(table, s, seat)


# --- every move ---------------------------------------------------------------------------------

cdef void play_card(const table_t* table, HikeState* s, int32_t seat, move_t move) noexcept nogil:
    cdef const HikeRules* r = rules_of(table)
    cdef uint8_t code = r.code[move]
    lay(s, seat, code, r.card[move], move, r.want[move])
    if move < FIRST_SPECIALTY:
        play_suit(table, s, seat, code // 10, False)
    else:
        play_specialty(table, s, seat, move - FIRST_SPECIALTY)


cdef void play_copy(const table_t* table, HikeState* s, int32_t seat, move_t move) noexcept nogil:
    """One particular suited card."""
    cdef const HikeRules* r = rules_of(table)
    cdef uint8_t code = <uint8_t>(move - MOVE_CARD)
    s.copies[seat][code // 10] &= <uint16_t>~(1 << (code % 10))
    lay(s, seat, code, r.unit[code], move, r.card_want[code])
    play_suit(table, s, seat, code // 10, False)


cdef void play_wind(const table_t* table, HikeState* s, int32_t seat, move_t move) noexcept nogil:
    """HK-43: The Wind is any suit that may be played."""
    cdef int32_t suit = move - MOVE_WIND
    lay(s, seat, FIRST_SPECIALTY_CODE + WIND, specialty_bit(WIND), move,
        rules_of(table).want[suit_move(suit)])
    s.seat_counters[COUNT_PLAYED + WIND][seat] += 1
    play_suit(table, s, seat, suit, True)


cdef void decide(const table_t* table, HikeState* s, int32_t seat, move_t move) noexcept nogil:
    """Every move that is no card."""
    cdef const HikeRules* r = rules_of(table)
    if move == MOVE_DECLINE:    # HK-A3
        eliminate(s, seat, OUT_DECLINED)
    elif move == MOVE_NO_BIRD:
        s.phase = PHASE_PLAY
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
        if next_planter(r, s):
            return
        s.phase = PHASE_PLAY
        seat = s.round_by
    else:                       # PHASE_TURN_PLANT: then the turn itself
        s.phase = s.round_phase
        plant(r, s, seat, move)
        if s.active >> seat & 1:
            if not offer_cards(s, seat):
                give_up(table, s, seat)
            return
    pass_on(table, s, seat)


cdef void apply_other(const table_t* table, HikeState* s, int32_t seat,
                      move_t move) noexcept nogil:
    """Every move that is not simply a card: its code is MOVE_WIND or above."""
    if move < MOVE_DECLINE:
        play_wind(table, s, seat, move)
    elif move >= MOVE_CARD:
        play_copy(table, s, seat, move)
    else:
        decide(table, s, seat, move)


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
