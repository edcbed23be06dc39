"""Words of bits: sets of seats, cards, cubes or moves. Header only."""
from libc.stdint cimport uint64_t


cdef extern from *:
    int ctz "__builtin_ctzll"(uint64_t) noexcept nogil      # the lowest bit; not of 0


cdef inline list places_of(uint64_t word):
    """The places of its bits."""
    cdef list places = []
    while word:
        places.append(ctz(word))
        word &= word - 1
    return places


cdef inline uint64_t word_of(object places) except? 0:
    """The word with bits in these places; others hand them in."""
    cdef uint64_t word = 0
    for place in places:
        if not 0 <= place < 64:
            raise ValueError(f"a place must be a whole number from 0 to 63, got {place!r}")
        word |= <uint64_t>1 << <int>place
    return word
