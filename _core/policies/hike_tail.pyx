"""Hike: the lone tail. Whoever is left alone goes on, following the own cards (HK-17); the expert
then looks for the order in which most of them leave the hand."""
from libc.stdint cimport int32_t, uint64_t

from analyzer._core.bits cimport ctz
from analyzer._core.games.hike cimport (
    AVALANCHE, BUG, DROUGHT, DROUGHT_WANT, FIRST_SPECIALTY, MOVE_WIND, PEAK, POOP, SPRING,
    SUIT_TOPS, TREE, WIND, HikeRules, held, specialty_bit, suit_move,
)
from analyzer._core.policies.hike_hands cimport suits_of, unit_of, want_of, wilds_of

cdef enum:
    TAIL_NODES = 200            # most positions to look at for a move


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


cdef int32_t choose_tail(const HikeRules* r, uint64_t hand, bint avalanche, const move_t* moves,
                         int32_t n_moves) noexcept nogil:
    cdef int32_t i, gone, nodes, best = 0, most = -1
    for i in range(n_moves):
        nodes = TAIL_NODES
        gone = tail_of(r, hand, moves[i], avalanche, &nodes)
        if gone > most:
            best, most = i, gone
    return best
