"""Horrible Mountain: the legal moves, in the order of the actions in the rulebook."""
from libc.stdint cimport int32_t, uint32_t

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport move_t, table_t
from analyzer._core.games.horrible_mountain.state cimport (
    BLUE, CLAIM, DISCARD, DRAW, MOVE_COLOUR, MOVE_EITHER, MOVE_KIND, MOVE_OTHER, MOVE_SECOND,
    MOVE_TABLE, NONE, PHASE_LIMIT, PHASE_ORDER, PHASE_OVER, PHASE_TAKE, PHASE_TURN, PLACE, PUT_NEXT,
    PUT_ON_TOP, SPECIAL, SWAP_CARD, SWAP_CUBES, TAKE, TAKE_DISCARD, TAKE_TABLE, MountainRules,
    MountainState, bit, has_special, rank_mask, rules_of,
)

cdef inline move_t move_of(int32_t kind, int32_t first) noexcept nogil:
    return kind << MOVE_KIND | first


cdef inline int32_t list_cards(uint32_t cards, int32_t kind, move_t* moves) noexcept nogil:
    """One move for each card, in card order."""
    cdef int32_t n = 0
    while cards:
        moves[n] = move_of(kind, ctz(cards))
        cards &= cards - 1
        n += 1
    return n


cdef int32_t list_places(const MountainState* s, move_t* moves) noexcept nogil:
    """HM-9, HM-10: 2 and 6 or 3 and 5, whichever is free, in either assignment."""
    cdef int32_t low, n = 0
    cdef move_t base = move_of(PLACE, 0)
    if s.head.seat != s.evil_master:
        base |= BLUE << MOVE_COLOUR
    for low in range(2):
        if s.cube[low] == NONE:
            moves[n] = base | low | (4 - low) << MOVE_SECOND
            moves[n + 1] = base | (4 - low) | low << MOVE_SECOND
            n += 2
    return n


cdef inline int32_t list_orders(move_t base, int32_t x, int32_t y, move_t either,
                                move_t* moves) noexcept nogil:
    """The two orders of discarding two cards, or one move if a coin decides (HM-A6)."""
    moves[0] = base | x | y << MOVE_SECOND | either
    moves[1] = base | y | x << MOVE_SECOND
    return 1 if either else 2


cdef inline uint32_t all_of_ranks(uint32_t cards) noexcept nogil:
    """Every card whose rank is among these."""
    return ((cards | cards >> 1 | cards >> 2 | cards >> 3) & 0x11111) * 15


cdef inline uint32_t pairs_in(uint32_t cards) noexcept nogil:
    """Not 0 if two of the cards have the same rank."""
    return cards & (cards >> 1 & 0x77777 | cards >> 2 & 0x33333 | cards >> 3 & 0x11111)


cdef inline int32_t list_card_swaps(uint32_t hand, uint32_t table, move_t* moves) noexcept nogil:
    """HM-17: `hand` as for list_cube_swaps."""
    cdef uint32_t fitting
    cdef int32_t card, n = 0
    while hand:
        card = ctz(hand)
        hand &= hand - 1
        fitting = table & rank_mask(card)
        while fitting:
            moves[n] = move_of(SWAP_CARD, card) | ctz(fitting) << MOVE_TABLE
            fitting &= fitting - 1
            n += 1
    return n


cdef inline int32_t list_takes(const MountainState* s, uint32_t cubes,
                               move_t* moves) noexcept nogil:
    """HM-18, and HM-20 if there is a discard (HM-15)."""
    cdef uint32_t left = cubes
    cdef int32_t n = 0
    cdef move_t take_top
    while left:
        moves[n] = move_of(TAKE_TABLE, 0) | ctz(left) << MOVE_COLOUR
        left &= left - 1
        n += 1
    if s.n_discard == 0:
        return n
    take_top = move_of(TAKE_DISCARD, s.discard[s.n_discard - 1])
    while cubes:
        moves[n] = take_top | ctz(cubes) << MOVE_COLOUR
        cubes &= cubes - 1
        n += 1
    return n


cdef inline int32_t list_cube_swaps(uint32_t hand, uint32_t table, move_t either,
                                    move_t* moves) noexcept nogil:
    """HM-21 to HM-23: `hand` without the cards whose rank does not lie on the table. Cards are in
    order of rank, so that the lower card names the lower table card."""
    cdef uint32_t rest, low, high
    cdef int32_t x, y, n = 0
    cdef move_t base
    while hand & (hand - 1):
        x = ctz(hand)
        hand &= hand - 1
        rest = hand
        while rest:
            y = ctz(rest)
            rest &= rest - 1
            low = table & rank_mask(x)
            while low:
                base = move_of(SWAP_CUBES, 0) | ctz(low) << MOVE_TABLE
                high = table & rank_mask(y) & ~(low ^ (low - 1))    # another slot, each pair once
                low &= low - 1
                while high:
                    n += list_orders(base | ctz(high) << MOVE_OTHER, x, y, either, &moves[n])
                    high &= high - 1
    return n


cdef inline int32_t list_claims(uint32_t hand, uint32_t cubes, move_t either,
                                move_t* moves) noexcept nogil:
    """HM-24: once for the first cube, and again for each other."""
    cdef uint32_t same
    cdef int32_t x, i, n = 0, one
    cdef move_t base = move_of(CLAIM, 0) | ctz(cubes) << MOVE_COLOUR, change
    while hand & (hand - 1):
        x = ctz(hand)
        hand &= hand - 1
        same = hand & rank_mask(x)
        while same:
            n += list_orders(base, x, ctz(same), either, &moves[n])
            same &= same - 1
    one = n
    cubes &= cubes - 1
    while cubes:
        change = base ^ (move_of(CLAIM, 0) | ctz(cubes) << MOVE_COLOUR)
        cubes &= cubes - 1
        for i in range(one):
            moves[n + i] = moves[i] ^ change
        n += one
    return n


cdef int32_t list_actions(const MountainRules* r, const MountainState* s,
                          move_t* moves) noexcept nogil:
    """HM-14 to HM-24: a turn is exactly one action, and there is no pass."""
    cdef int32_t seat = s.head.seat, n = 1
    cdef uint32_t hand = s.hand[seat], fitting = hand & all_of_ranks(s.table)
    cdef move_t either = MOVE_EITHER if r.rule.two_card_order else 0
    moves[0] = move_of(DRAW, 0)
    n += list_card_swaps(fitting, s.table, &moves[n])
    if s.control[seat]:
        n += list_takes(s, s.control[seat], &moves[n])
    n += list_cube_swaps(fitting, s.table, either, &moves[n])
    if s.cube_pile and pairs_in(hand):
        n += list_claims(hand, s.cube_pile, either, &moves[n])
    if r.rule.variant and has_special(s, seat):
        moves[n] = move_of(SPECIAL, seat != s.evil_master)
        n += 1
    return n


cdef int32_t list_discards(const MountainState* s, int32_t kind, move_t* moves) noexcept nogil:
    """HM-44: any card of the Discard Pile that has not found its place, in card order."""
    cdef uint32_t cards = 0
    cdef int32_t i
    for i in range(s.n_discard - s.ordered):
        cards |= bit(s.discard[i])
    return list_cards(cards, kind, moves)


cdef int32_t legal_moves(const table_t* table, const void* state, move_t* moves) noexcept nogil:
    cdef const MountainState* s = <const MountainState*>state
    if s.phase == PHASE_TURN:
        return list_actions(rules_of(table), s, moves)
    if s.phase == PHASE_LIMIT:
        return list_cards(s.hand[s.head.seat], DISCARD, moves)
    if s.phase == PHASE_TAKE:
        return list_discards(s, TAKE, moves)
    if s.phase == PHASE_ORDER:
        return list_discards(s, PUT_NEXT if s.ordered else PUT_ON_TOP, moves)
    if s.phase == PHASE_OVER:
        return 0
    return list_places(s, moves)
