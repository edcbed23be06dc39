"""Hike! (sleds): what everybody knows of the hands, kept up to date by those who move cards.

`may` has a byte for each observer: the hands, and the deck, where a husky may be that this seat
cannot see. If a byte has only one bit, the seat knows the place. The bytes of huskies that lie
open, and of a seat's own hand, mean nothing. Equipment and care are all alike and never change
hands secretly, so counts are enough: `open_equipment` and `open_single` are known to be there.
"""
from libc.stdint cimport int32_t, uint64_t, uint8_t

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport MAX_SEATS
from analyzer._core.games.hike_sled cimport (
    SledRules, SledState, bit, for_all, is_young, one, popcount,
)


cdef inline uint64_t byte_of(uint64_t word, int32_t observer) noexcept nogil:
    return word >> (8 * observer) & 255


cdef inline void set_byte(SledState* s, int32_t husky, int32_t observer,
                          uint64_t byte) noexcept nogil:
    s.may[husky] &= ~(<uint64_t>255 << (8 * observer))
    s.may[husky] |= byte << (8 * observer)


cdef inline void enter_hand(SledState* s, int32_t seat, int32_t husky) noexcept nogil:
    """A husky comes to a hand, and everybody sees it."""
    s.hand[seat] |= one(husky)
    s.may[husky] = for_all(bit(seat))
    s.floor[seat] += 1


cdef inline void forget_youngster(SledState* s, int32_t husky, uint64_t others) noexcept nogil:
    """Youngsters are all alike. Whoever knew of one in a hand now sees it: so each observer sees
    the one it knew best, and the others keep what was known of this one."""
    cdef int32_t observer, other, best
    cdef uint64_t rest, mine, theirs
    for observer in range(MAX_SEATS):
        best = husky
        rest = others
        while rest:
            other = ctz(rest)
            rest &= rest - 1
            if popcount(byte_of(s.may[other], observer)) < popcount(
                    byte_of(s.may[best], observer)):
                best = other
        if best != husky:
            mine, theirs = byte_of(s.may[husky], observer), byte_of(s.may[best], observer)
            set_byte(s, best, observer, mine)
            set_byte(s, husky, observer, theirs)


cdef inline int32_t best_known(const SledState* s, uint64_t huskies) noexcept nogil:
    """Of huskies that are alike (not none) the one of which the others know most."""
    cdef int32_t best = ctz(huskies), other
    while huskies:
        other = ctz(huskies)
        huskies &= huskies - 1
        if popcount(s.may[other]) < popcount(s.may[best]):
            best = other
    return best


cdef inline void show_in_hand(const SledRules* r, SledState* s, int32_t seat,
                              int32_t husky) noexcept nogil:
    """A husky of a hand is named, and everybody hears it."""
    cdef uint64_t others = s.hand[seat] & r.young & ~one(husky)
    if is_young(r, husky) and others:
        forget_youngster(s, husky, others)
    s.may[husky] = for_all(bit(seat))


cdef inline void leave_hand(SledState* s, int32_t seat, int32_t husky) noexcept nogil:
    """A husky that everybody knows leaves a hand."""
    s.hand[seat] &= ~one(husky)
    if s.floor[seat]:
        s.floor[seat] -= 1


cdef inline void spend_equipment(SledState* s, int32_t seat) noexcept nogil:
    """Cards known to be there go first: what is left of the others is then as unknown as before."""
    s.equipment[seat] -= 1
    if s.open_equipment[seat]:
        s.open_equipment[seat] -= 1
    elif s.bare[seat]:
        s.bare[seat] -= 1


cdef inline void spend_single(SledState* s, int32_t seat) noexcept nogil:
    s.single[seat] -= 1
    if s.open_single[seat]:
        s.open_single[seat] -= 1
        return
    s.some_care &= <uint8_t>~bit(seat)
    if s.bare[seat]:
        s.bare[seat] -= 1


cdef inline int32_t plain_hidden(const SledState* s, int32_t seat) noexcept nogil:
    """Equipment and care that nobody but the owner knows of."""
    return (s.equipment[seat] - s.open_equipment[seat]) + (s.single[seat] - s.open_single[seat])


cdef inline void shows_no_husky(SledState* s, int32_t seat) noexcept nogil:
    """HS-26, HS-65, HS-67: everybody learns that a hand holds no husky."""
    s.floor[seat] = 0
    s.bare[seat] = <uint8_t>plain_hidden(s, seat)
