"""Hike: every move that does more than change the exposed card."""
from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from analyzer._core.contract cimport move_t, table_t
from analyzer._core.games.hike cimport (
    AVALANCHE, BIRD, COUNT_PLAYED, DROUGHT, EARTHQUAKE, FIRST_SPECIALTY, FIRST_SPECIALTY_CODE,
    LOST, MOVE_CAPTURE, MOVE_CARD, MOVE_DECLINE, MOVE_NO_BIRD, MOVE_WIND, OUT_DECLINED, PEAK,
    PHASE_CAPTURE, PHASE_DROUGHT, PHASE_PLAY, PHASE_SPRING, PHASE_WORM_BIRD, POOP, PURPOSE_FORGET,
    SPRING, TRAIL, WIND, WORM, WORM_LAPSED, WORM_WAITING, HikeRules, HikeState, eliminate, finish,
    held, lay, may_plant, next_of, offer_cards, one_at_most, rules_of, specialty_bit, suit_move,
)
from analyzer._core.games.hike_effects cimport avalanche, capture, draw, earthquake, plant, poop
from analyzer._core.games.hike_turns cimport finish_turn, give_up, pass_on, play_again
from analyzer._core.rng cimport rng_stream, rng_t, rng_unit


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
    """HK-33 to HK-38: between two players whoever reversed plays again, if he can."""
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
        s.birds += 1
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
    if r.rule.worm_bird:             # he must have played one: everybody knows that he has none
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
    s.hand[seat] += r.played[move]
    lay(s, seat, code, move, r.want[move])
    if move < FIRST_SPECIALTY:
        play_suit(table, s, seat, code // 10, False)
    else:
        play_specialty(table, s, seat, move - FIRST_SPECIALTY)


cdef void play_copy(const table_t* table, HikeState* s, int32_t seat, move_t move) noexcept nogil:
    """One particular suited card."""
    cdef const HikeRules* r = rules_of(table)
    cdef uint8_t code = <uint8_t>(move - MOVE_CARD)
    s.hand[seat] -= r.unit[code]
    s.copies[seat][code // 10] &= <uint16_t>~(1 << (code % 10))
    lay(s, seat, code, move, r.card_want[code])
    play_suit(table, s, seat, code // 10, False)


cdef void play_wind(const table_t* table, HikeState* s, int32_t seat, move_t move) noexcept nogil:
    """HK-43: The Wind is any suit that may be played."""
    cdef int32_t suit = move - MOVE_WIND
    s.hand[seat] -= specialty_bit(WIND)
    lay(s, seat, FIRST_SPECIALTY_CODE + WIND, move, rules_of(table).want[suit_move(suit)])
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
