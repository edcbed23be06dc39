"""Hands of Hike as words (see the game's own .pxd), for its policies. Header only."""
from libc.stdint cimport int32_t, uint64_t

from analyzer._core.contract cimport move_t, view_t
from analyzer._core.games.hike.state cimport (
    ALL_SPECIALTIES, ANYTHING, FIRST_SPECIALTY, MOVE_CARD, MOVE_WIND, SUIT_FIELDS, SUIT_TOPS, TREE,
    WIND, HikeRules, HikeState, held, playable, specialty_bit, suit_move, suit_set,
)

cdef extern from *:
    """
    #define HIKE_EVERY_SUIT UINT64_C(0x1041041041)      /* 1 in every field of a hand word */
    """
    uint64_t EVERY_SUIT "HIKE_EVERY_SUIT"
    # A condition that does not often hold: Cython's own macro. What follows from it is put aside.
    bint seldom "unlikely"(bint is_so) noexcept nogil


cdef inline int32_t yes(bint is_so) noexcept nogil:
    """All bits or none: a choice that a processor could not foresee costs more than a mask."""
    return -<int32_t>is_so


cdef inline uint64_t suits_of(uint64_t hand) noexcept nogil:
    """The suits held, as top bits."""
    return playable(hand, SUIT_TOPS)


cdef inline uint64_t wilds_of(uint64_t hand) noexcept nogil:
    """The specialties that follow nearly everything (HK-9, HK-11)."""
    return hand & ANYTHING & ALL_SPECIALTIES


cdef inline int32_t suited_cards(uint64_t cards) noexcept nogil:
    """How many suited cards, modulo 64."""
    return <int32_t>((cards & SUIT_FIELDS) * EVERY_SUIT >> 36 & 63)


cdef inline uint64_t unit_of(const HikeRules* r, move_t move) noexcept nogil:
    """The card of a move, as a hand word."""
    if move >= MOVE_CARD:
        return r.unit[move - MOVE_CARD]
    if move >= MOVE_WIND:
        return specialty_bit(WIND)
    return <uint64_t>1 << (move - 5 if move < FIRST_SPECIALTY else move)


cdef inline uint64_t want_of(const HikeRules* r, move_t move) noexcept nogil:
    """What may follow the card of a move."""
    if move >= MOVE_CARD:
        return r.card_want[move - MOVE_CARD]
    return r.want[move if move < MOVE_WIND else suit_move(move - MOVE_WIND)]


cdef inline int32_t closed_to(const HikeRules* r, uint64_t tops, uint64_t cards) noexcept nogil:
    """How many of the suited `cards` none of the suits `tops` can follow."""
    return suited_cards(cards & r.closed[suit_set(tops)])


cdef inline int32_t plant_all(const view_t* view, int32_t n_moves) noexcept nogil:
    """Every Tree is a card gone and a point (HK-42); The Wind too if that empties the hand, if it
    will not be played any more (HK-A9: an eliminated seat), or if its point reaches the target."""
    cdef const HikeState* s = <const HikeState*>view.state
    cdef const HikeRules* r = <const HikeRules*>view.table.rules
    cdef int32_t trees = held(s.hand[view.seat], TREE)
    cdef int32_t short_of = r.rule.target - s.points[view.seat] - r.rule.tree_points * (
        s.trees[view.seat] + trees)
    if n_moves > trees + 1 and (
            s.size[view.seat] == trees + 1 or not s.active >> view.seat & 1
            or 0 < short_of <= r.rule.tree_points):
        return n_moves - 1
    return trees
