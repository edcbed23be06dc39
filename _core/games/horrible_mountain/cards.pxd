"""Horrible Mountain: cards that change their place, and what that tells players who remember
everything. Header only, so that it is inlined; read by redeal_hidden and by policies."""
from libc.stdint cimport int32_t, uint8_t

from analyzer._core.games.horrible_mountain.state cimport (
    NONE, MountainRules, MountainState, bit,
)


# --- what players who remember everything can deduce ---------------------------------------

cdef inline void settle(MountainState* s) noexcept nogil:
    """The card of the adventurer's special is known, or nothing is known about it any more."""
    s.suspects = 0
    s.taken = NONE


cdef inline void not_taken(MountainState* s, int32_t card) noexcept nogil:
    """The Evil Master sees a card elsewhere, so that the special did not take it."""
    s.suspects &= ~bit(card)
    if s.taken != NONE and s.suspects & (s.suspects - 1) == 0:
        s.known[1 - s.evil_master] |= s.suspects
        settle(s)


cdef inline void saw(MountainState* s, int32_t card) noexcept nogil:
    if s.suspects:
        not_taken(s, card)


cdef inline void see_top(MountainState* s) noexcept nogil:
    """HM-25: the top of the Discard Pile is open."""
    if s.buried and s.buried >= s.n_discard:
        s.buried = s.n_discard
        if s.n_discard:
            s.buried -= 1
            saw(s, s.discard[s.n_discard - 1])


cdef inline void learn_all(MountainState* s) noexcept nogil:
    """An empty Draw Pile: what is not seen is in the other hand. Only the card of the special may
    still be one of those that are buried."""
    s.known[0] = s.hand[0]
    s.known[1] = s.hand[1]
    if s.taken != NONE:
        if s.buried:
            s.known[1 - s.evil_master] &= ~bit(s.taken)
        else:
            settle(s)


# --- cards moving -------------------------------------------------------------------------------

cdef inline void gain(MountainState* s, int32_t seat, int32_t card) noexcept nogil:
    s.hand[seat] |= bit(card)
    s.size[seat] += 1


cdef inline void gain_openly(MountainState* s, int32_t seat, int32_t card) noexcept nogil:
    """HM-A19: the other player sees which card is taken."""
    gain(s, seat, card)
    s.known[seat] |= bit(card)


cdef inline void lose(MountainState* s, int32_t seat, int32_t card) noexcept nogil:
    """A card leaves a hand for all to see."""
    s.hand[seat] &= ~bit(card)
    s.known[seat] &= ~bit(card)
    s.size[seat] -= 1
    if s.suspects & bit(card):
        # Unless the pile was shuffled since, this is the card of the special itself; else it may
        # have been drawn as well, and nothing is certain of the special any more.
        settle(s)


cdef inline void lay(MountainState* s, int32_t card) noexcept nogil:
    """HM-25: on top of the Discard Pile."""
    s.discard[s.n_discard] = <uint8_t>card
    s.n_discard += 1


cdef inline void put_in_slot(const MountainRules* r, MountainState* s, int32_t slot,
                             int32_t card) noexcept nogil:
    s.card[slot] = <uint8_t>card
    s.worth[s.cube[slot]] = r.worth[card]
    s.table |= bit(card)


cdef inline void put_cube(const MountainRules* r, MountainState* s, int32_t colour,
                          int32_t slot) noexcept nogil:
    """On a card."""
    s.cube[slot] = <uint8_t>colour
    s.place[colour] = <uint8_t>slot
    s.worth[colour] = r.worth[s.card[slot]]
