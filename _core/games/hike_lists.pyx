"""Hike: lists of moves that are more than the bits of the legal cards."""
from libc.stdint cimport int32_t, uint16_t, uint64_t

from analyzer._core.contract cimport move_t
from analyzer._core.games.hike cimport (
    ALL_SPECIALTIES, BIRD, MOVE_CAPTURE, MOVE_CARD, MOVE_DECLINE, MOVE_LEAVE, MOVE_NO_BIRD,
    MOVE_PLANT, MOVE_WIND, PHASE_CAPTURE, PHASE_DROUGHT, PHASE_OVER, PHASE_WORM_BIRD, PLANT_WIND,
    SUIT_TOPS, TREE, WIND, HikeRules, HikeState, ctz, held, list_bits, specialty_bit, suit_move,
)


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
        suits = s.demand & SUIT_TOPS
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
