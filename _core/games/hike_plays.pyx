"""Hike: moves that are more than a card which only changes the exposed card: which there are, and
what they do."""
from libc.stdint cimport int32_t, int8_t, uint16_t, uint32_t, uint64_t, uint8_t

from analyzer._core.contract cimport move_t, table_t
from analyzer._core.games.hike cimport (
    ALL_SPECIALTIES, AVALANCHE, BIRD, COUNT_PLAYED, DROUGHT, EARTHQUAKE, FIRST_SPECIALTY,
    FIRST_SPECIALTY_CODE, LOST, MOVE_CAPTURE, MOVE_CARD, MOVE_DECLINE, MOVE_LEAVE, MOVE_NO_BIRD,
    MOVE_PLANT, MOVE_WIND, OUT_DECLINED, PEAK, PHASE_CAPTURE, PHASE_DROUGHT, PHASE_OVER, PHASE_PLAY,
    PHASE_SPRING, PHASE_WORM_BIRD, PLANT_WIND, POOP, PURPOSE_FORGET, SPRING, SUIT_TOPS, TRAIL, TREE,
    WIND, WORM, WORM_LAPSED, WORM_WAITING, HikeRules, HikeState, ctz, demand, eliminate, finish,
    held, lay, list_bits, may_plant, next_of, offer_cards, one_at_most, rules_of, specialty_bit,
    suit_move,
)
from analyzer._core.games.hike_effects cimport avalanche, capture, draw, earthquake, plant, poop
from analyzer._core.games.hike_turns cimport finish_turn, give_up, pass_on, play_again
from analyzer._core.rng cimport rng_stream, rng_t, rng_unit


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
