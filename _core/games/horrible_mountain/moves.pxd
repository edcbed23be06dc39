"""Horrible Mountain: the legal moves, and the k-th of the legal actions without a list of them.

How many there are follows from how many cards of each rank are in the hand and on the table, looked
up for two ranks at a time; the k-th is then found in the order of `legal_moves`. Loops
that end nobody knows when cost more than they seem to: a rank is found by sums of bytes.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport move_t, table_t
from analyzer._core.games.horrible_mountain.state cimport (
    CLAIM, MOVE_COLOUR, MOVE_EITHER, MOVE_KIND, MOVE_OTHER, MOVE_SECOND, MOVE_TABLE, SWAP_CARD,
    SWAP_CUBES, TAKE_DISCARD, TAKE_TABLE, MountainRules, MountainState, choices_t, has_special,
    nth_move_t,
)

cdef int32_t legal_moves(const table_t* table, const void* state, move_t* moves) noexcept nogil


cdef extern from *:
    """
    #define MOUNTAIN_EACH_RANK UINT64_C(0x0101010101)
    #define MOUNTAIN_TOPS UINT64_C(0x8080808080)
    """
    uint64_t EACH_RANK "MOUNTAIN_EACH_RANK"     # 1 in the byte of every rank
    uint64_t TOPS "MOUNTAIN_TOPS"               # the top bits of those bytes


cdef inline uint64_t ways_at(const nth_move_t* p, uint64_t hand, uint64_t table) noexcept nogil:
    """Of the two lowest ranks."""
    return p.ways[<uint64_t>p.of_hand[hand & 255] + p.of_table[table & 255]]


cdef inline void count_actions(const MountainRules* r, const MountainState* s, int32_t seat,
                               choices_t* c) noexcept nogil:
    """HM-14 to HM-24."""
    cdef const nth_move_t* p = &r.nth_move
    cdef uint32_t hand = s.hand[seat], table = s.table
    cdef uint64_t all_ways
    c.nth_move, c.hand = p, hand
    c.ways[0] = ways_at(p, hand, table)
    c.ways[1] = ways_at(p, hand >> 8, table >> 8)
    c.ways[2] = ways_at(p, hand >> 16, table >> 16)
    all_ways = c.ways[0] + c.ways[1] + c.ways[2]
    c.swaps = all_ways >> 8 & 255
    c.pairs = all_ways >> 24 & 255
    c.takes = <uint32_t>p.size[s.control[seat]] << (s.n_discard > 0)
    c.cube_swaps = (c.swaps * c.swaps - <uint32_t>(all_ways >> 32)) >> 1 << p.two
    c.claims = p.size[s.cube_pile] * c.pairs << p.two
    c.all = 1 + c.swaps + c.takes + c.cube_swaps + c.claims
    if r.rule.variant and has_special(s, seat):
        c.all += 1


cdef inline uint64_t up_to(const choices_t* c, int32_t shift) noexcept nogil:
    """By rank, a byte each, with those of all lower ranks: the ways that begin at bit `shift`."""
    cdef uint64_t low = c.ways[0] >> shift & 0xFFFF, middle = c.ways[1] >> shift & 0xFFFF
    cdef uint64_t high = c.ways[2] >> shift & 0xFFFF
    return low + (middle << 16) + (high << 32) + (
        (low >> 8) * (EACH_RANK << 16) + (middle >> 8) * (EACH_RANK << 32))


cdef inline int32_t rank_at(uint64_t sums, uint32_t* k) noexcept nogil:
    """The rank among whose ways the k-th of all is; then k counts within it."""
    cdef uint64_t beyond = ~((TOPS | EACH_RANK * k[0]) - sums) & TOPS   # ranks whose sum is above k
    cdef int32_t shift = ctz(beyond) & 56
    k[0] -= <uint32_t>(sums << 8 >> shift) & 255
    return shift >> 3


cdef inline uint32_t suits_at(uint32_t cards, int32_t rank) noexcept nogil:
    """The cards of a rank."""
    return cards >> 4 * rank & 15


cdef inline move_t card_at(const choices_t* c, uint32_t cards, int32_t rank,
                           uint32_t i) noexcept nogil:
    """The i-th card of a rank."""
    return 4 * rank + c.nth_move.nth[suits_at(cards, rank)][i]


cdef inline uint32_t how_many(const choices_t* c, uint32_t cards, int32_t rank) noexcept nogil:
    return c.nth_move.size[suits_at(cards, rank)]


cdef inline move_t two_cards(const choices_t* c, move_t base, move_t x, move_t y,
                             uint32_t order) noexcept nogil:
    cdef move_t change = (x ^ y) & -<move_t>order
    x, y = x ^ change, y ^ change
    return base | x | y << MOVE_SECOND | (0 if c.nth_move.two else MOVE_EITHER)


cdef inline move_t swap_at(const MountainState* s, const choices_t* c, uint32_t k) noexcept nogil:
    """HM-17."""
    cdef int32_t rank = rank_at(up_to(c, 0), &k)
    cdef move_t suits = (
        c.nth_move.swap[suits_at(c.hand, rank)][suits_at(s.table, rank)] >> 4 * k & 15)
    return (SWAP_CARD << MOVE_KIND | 4 * rank + (suits & 3)
            | (4 * rank + (suits >> 2)) << MOVE_TABLE)


cdef inline move_t take_at(const MountainState* s, const choices_t* c, int32_t seat,
                           uint32_t k) noexcept nogil:
    """HM-18, HM-20."""
    cdef uint32_t n = c.nth_move.size[s.control[seat]]
    if k < n:
        return TAKE_TABLE << MOVE_KIND | c.nth_move.nth[s.control[seat]][k] << MOVE_COLOUR
    return (TAKE_DISCARD << MOVE_KIND | s.discard[s.n_discard - 1]
            | c.nth_move.nth[s.control[seat]][k - n] << MOVE_COLOUR)


cdef inline move_t cube_swap_at(const MountainState* s, const choices_t* c,
                                uint32_t k) noexcept nogil:
    """HM-21 to HM-23: by the first card, then by the second one, then by the two slots."""
    cdef uint32_t order = k & c.nth_move.two, above = c.swaps, i = 0
    cdef uint32_t h, t, alike, here, of_first, t2, pair
    cdef int32_t rank = 0, other
    cdef move_t slots
    k >>= c.nth_move.two
    while True:                 # the rank of the first card, of which there are h
        h, t = how_many(c, c.hand, rank), how_many(c, s.table, rank)
        above -= h * t          # pairs of cards in hand and on the table, of higher ranks
        alike = t * (t - 1) // 2
        here = h * (h - 1) // 2 * alike + h * t * above
        if k < here:
            break
        k -= here
        rank += 1
    of_first = (h - 1) * alike + t * above
    while k >= of_first:        # which of them it is
        k -= of_first
        of_first -= alike
        i += 1
    if k < (h - 1 - i) * alike:
        pair = c.nth_move.pair[suits_at(s.table, rank)] >> 4 * (k % alike)
        slots = (4 * rank + <move_t>(pair & 3)) << MOVE_TABLE | (
            4 * rank + <move_t>(pair >> 2 & 3)) << MOVE_OTHER
        return two_cards(c, SWAP_CUBES << MOVE_KIND | slots, card_at(c, c.hand, rank, i),
                         card_at(c, c.hand, rank, i + 1 + k // alike), order)
    k -= (h - 1 - i) * alike
    other = rank + 1
    while k >= t * how_many(c, c.hand, other) * how_many(c, s.table, other):
        k -= t * how_many(c, c.hand, other) * how_many(c, s.table, other)
        other += 1
    t2 = how_many(c, s.table, other)
    slots = card_at(c, s.table, rank, k % (t * t2) // t2) << MOVE_TABLE | (
        card_at(c, s.table, other, k % t2) << MOVE_OTHER)
    return two_cards(c, SWAP_CUBES << MOVE_KIND | slots, card_at(c, c.hand, rank, i),
                     card_at(c, c.hand, other, k // (t * t2)), order)


cdef inline move_t claim_at(const MountainState* s, const choices_t* c, uint32_t k) noexcept nogil:
    """HM-24: all pairs for the first cube, then again for each other."""
    cdef uint32_t each = c.pairs << c.nth_move.two, cube = k // each, order, suits
    cdef move_t base = CLAIM << MOVE_KIND | c.nth_move.nth[s.cube_pile][cube] << MOVE_COLOUR
    cdef int32_t rank
    k -= cube * each
    order = k & c.nth_move.two
    k >>= c.nth_move.two
    rank = rank_at(up_to(c, 16), &k)
    suits = c.nth_move.pair[suits_at(c.hand, rank)] >> 4 * k
    return two_cards(c, base, 4 * rank + <move_t>(suits & 3), 4 * rank + <move_t>(suits >> 2 & 3),
                     order)
