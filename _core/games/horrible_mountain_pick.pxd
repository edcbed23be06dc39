"""Horrible Mountain: the k-th of the legal actions, without a list of them. Header only.

How many there are follows from how many cards of each rank are in the hand and on the table; the
k-th is then counted off, in the order of horrible_mountain_moves.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from analyzer._core.contract cimport move_t
from analyzer._core.games.horrible_mountain cimport (
    CLAIM, MOVE_COLOUR, MOVE_EITHER, MOVE_KIND, MOVE_OTHER, MOVE_SECOND, MOVE_TABLE, SWAP_CARD,
    SWAP_CUBES, TAKE_DISCARD, TAKE_TABLE, MountainRules, MountainState, choices_t, has_special,
)


cdef inline uint64_t of_rank(const choices_t* c, uint32_t table, int32_t rank) noexcept nogil:
    """What a rank adds to the counts: see pick_t."""
    return c.pick.counts[c.hand >> 4 * rank & 15][table >> 4 * rank & 15]


cdef inline void count_actions(const MountainRules* r, const MountainState* s, int32_t seat,
                               choices_t* c) noexcept nogil:
    """HM-14 to HM-24."""
    cdef uint64_t counts = 0
    cdef uint32_t both
    cdef int32_t rank
    c.pick, c.hand, c.two = &r.pick, s.hand[seat], r.rule.two_card_order == 0
    for rank in range(5):
        counts += of_rank(c, s.table, rank)
    both = counts & 0xFFFF
    c.swaps = both
    c.takes = r.pick.size[s.control[seat]] * (2 if s.n_discard else 1)
    c.cube_swaps = (both * both - <uint32_t>(counts >> 16 & 0xFFFF)) // 2 << c.two
    c.claims = r.pick.size[s.cube_pile] * <uint32_t>(counts >> 32) << c.two
    c.all = 1 + c.swaps + c.takes + c.cube_swaps + c.claims
    if r.rule.variant and has_special(s, seat):
        c.all += 1


cdef inline move_t card_at(const choices_t* c, uint32_t cards, int32_t rank,
                           uint32_t i) noexcept nogil:
    """The i-th card of a rank."""
    return 4 * rank + c.pick.nth[cards >> 4 * rank & 15][i]


cdef inline uint32_t how_many(const choices_t* c, uint32_t cards, int32_t rank) noexcept nogil:
    return c.pick.size[cards >> 4 * rank & 15]


cdef inline move_t two_cards(const choices_t* c, move_t base, move_t x, move_t y,
                             uint32_t order) noexcept nogil:
    if order:
        return base | y | x << MOVE_SECOND
    return base | x | y << MOVE_SECOND | (0 if c.two else MOVE_EITHER)


cdef inline move_t swap_at(const MountainState* s, const choices_t* c, uint32_t k) noexcept nogil:
    """HM-17."""
    cdef int32_t rank = 0
    cdef uint32_t t
    while k >= of_rank(c, s.table, rank) & 0xFFFF:
        k -= of_rank(c, s.table, rank) & 0xFFFF
        rank += 1
    t = how_many(c, s.table, rank)
    return (SWAP_CARD << MOVE_KIND | card_at(c, c.hand, rank, k // t)
            | card_at(c, s.table, rank, k % t) << MOVE_TABLE)


cdef inline move_t take_at(const MountainState* s, const choices_t* c, int32_t seat,
                           uint32_t k) noexcept nogil:
    """HM-18, HM-20."""
    cdef uint32_t n = c.pick.size[s.control[seat]]
    if k < n:
        return TAKE_TABLE << MOVE_KIND | c.pick.nth[s.control[seat]][k] << MOVE_COLOUR
    return (TAKE_DISCARD << MOVE_KIND | s.discard[s.n_discard - 1]
            | c.pick.nth[s.control[seat]][k - n] << MOVE_COLOUR)


cdef inline move_t cube_swap_at(const MountainState* s, const choices_t* c,
                                uint32_t k) noexcept nogil:
    """HM-21 to HM-23: by the first card, then by the second one, then by the two slots."""
    cdef uint32_t order = k & c.two, above = c.swaps, i, h, t, alike, of_first, t2
    cdef int32_t rank = -1, other
    cdef move_t slots
    k >>= c.two
    h = i = t = alike = of_first = 0
    while i == h:               # the first card: the i-th of h cards of a rank
        rank += 1
        h, t = how_many(c, c.hand, rank), how_many(c, s.table, rank)
        above -= h * t          # pairs of cards in hand and on the table, of higher ranks
        alike = t * (t - 1) // 2
        i = 0
        while i < h:
            of_first = (h - 1 - i) * alike + t * above
            if k < of_first:
                break
            k -= of_first
            i += 1
    if k < (h - 1 - i) * alike:
        other = c.pick.pair[t][k % alike]
        slots = card_at(c, s.table, rank, other & 3) << MOVE_TABLE | (
            card_at(c, s.table, rank, other >> 2) << MOVE_OTHER)
        return two_cards(c, SWAP_CUBES << MOVE_KIND | slots, card_at(c, c.hand, rank, i),
                         card_at(c, c.hand, rank, i + 1 + k // alike), order)
    k -= (h - 1 - i) * alike
    other = rank + 1
    while k >= t * (of_rank(c, s.table, other) & 0xFFFF):
        k -= t * (of_rank(c, s.table, other) & 0xFFFF)
        other += 1
    t2 = how_many(c, s.table, other)
    slots = card_at(c, s.table, rank, k % (t * t2) // t2) << MOVE_TABLE | (
        card_at(c, s.table, other, k % t2) << MOVE_OTHER)
    return two_cards(c, SWAP_CUBES << MOVE_KIND | slots, card_at(c, c.hand, rank, i),
                     card_at(c, c.hand, other, k // (t * t2)), order)


cdef inline move_t claim_at(const MountainState* s, const choices_t* c, uint32_t k) noexcept nogil:
    """HM-24: all pairs for the first cube, then again for each other."""
    cdef uint32_t n = c.pick.size[s.cube_pile], each = c.claims // n, order
    cdef move_t base = CLAIM << MOVE_KIND | c.pick.nth[s.cube_pile][k // each] << MOVE_COLOUR
    cdef int32_t rank = 0, pair
    k %= each
    order = k & c.two
    k >>= c.two
    while k >= of_rank(c, 0, rank) >> 32:
        k -= of_rank(c, 0, rank) >> 32
        rank += 1
    pair = c.pick.pair[how_many(c, c.hand, rank)][k]
    return two_cards(c, base, card_at(c, c.hand, rank, pair & 3),
                     card_at(c, c.hand, rank, pair >> 2), order)
