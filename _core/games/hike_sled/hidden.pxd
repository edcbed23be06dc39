"""Hike! (sleds): what everybody knows of the hands, kept up to date by those who move cards; and
redealing what a seat cannot see.

`may` has a byte for each observer: the hands, and the deck, where a husky may be that this seat
cannot see. If a byte has only one bit, the seat knows the place. The bytes of huskies that lie
open, and of a seat's own hand, mean nothing. Equipment and care are all alike and never change
hands secretly, so counts are enough: `open_equipment` and `open_single` are known to be there.

In a secret swap of two, each hand gives one husky. A husky that was known in one of them may now be
in the other, but no two of them: so its byte keeps which hand it was in, its home. One that was
seen when it went into a crazy swap is the card that one of the hands received.
"""
from libc.stdint cimport int32_t, uint64_t, uint8_t

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport MAX_SEATS, NO_SEAT, table_t
from analyzer._core.games.hike_sled.state cimport (
    ANYWHERE, HANDS, HOME_FIRST, HOME_SECOND, MOST_HUSKIES, RECEIVED, SledRules, SledState, bit,
    for_all, is_young, one, popcount,
)
from analyzer._core.rng cimport rng_t


cdef bint redeal_hidden(const table_t* table, void* state, int32_t seat,
                        rng_t* rng) noexcept nogil
cdef void ask_hidden(const table_t* table, void* state, int32_t seat) noexcept nogil


cdef inline uint64_t byte_of(uint64_t word, int32_t observer) noexcept nogil:
    return word >> (8 * observer) & 255


cdef inline void set_byte(SledState* s, int32_t husky, int32_t observer,
                          uint64_t byte) noexcept nogil:
    s.may[husky] &= ~(<uint64_t>255 << (8 * observer))
    s.may[husky] |= byte << (8 * observer)


cdef inline int32_t home_of(uint64_t byte) noexcept nogil:
    """The hand that a husky was in before a swap of two; NO_SEAT: nothing is known of that."""
    if byte == ANYWHERE or byte <= HANDS or byte >= RECEIVED:
        return NO_SEAT
    return ctz(byte & HANDS if byte & HOME_FIRST else byte & HANDS & ((byte & HANDS) - 1))


cdef inline void blur_swap(SledState* s, int32_t observer, int32_t a, int32_t b) noexcept nogil:
    """Two hands have given each other a husky. One that `observer` knew in either may be in both,
    and has a home if it was known there."""
    cdef uint64_t byte, both = bit(a) | bit(b)
    cdef int32_t husky
    for husky in range(MOST_HUSKIES):
        byte = byte_of(s.may[husky], observer)
        if byte == ANYWHERE or not byte & both:
            continue
        if byte == bit(min(a, b)):
            set_byte(s, husky, observer, both | HOME_FIRST)
        elif byte == bit(max(a, b)):
            set_byte(s, husky, observer, both | HOME_SECOND)
        else:
            set_byte(s, husky, observer, byte & HANDS | both)


cdef inline void set_received(SledState* s, int32_t husky, int32_t observer,
                              uint64_t hands) noexcept nogil:
    """A husky that was seen is now what one of these hands received."""
    set_byte(s, husky, observer, hands | RECEIVED if popcount(hands) > 1 else hands)


cdef inline void learn_stayed(SledState* s, int32_t seat, int32_t husky) noexcept nogil:
    """A husky shows up in a hand. If its home is the other one, it was the one that left: all those
    that were known there with it have stayed."""
    cdef uint64_t byte
    cdef int32_t observer, other, home
    for observer in range(MAX_SEATS):
        byte = byte_of(s.may[husky], observer)
        home = home_of(byte)
        if home == NO_SEAT or home == seat:
            continue
        for other in range(MOST_HUSKIES):
            if byte_of(s.may[other], observer) == byte:
                set_byte(s, other, observer, bit(home))


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
    learn_stayed(s, seat, husky)
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
