"""What oh-hell's expert sees: how finely, worked out once."""

cdef places_t PLACES


cdef const places_t* all_places() noexcept:
    return &PLACES


cdef void fill_places() noexcept:
    cdef int32_t scale, n, width, need
    for scale in range(FULL_SCALE + 1):
        for n in range(N_RANKS + 1):
            width = n * scale
            PLACES.above[scale][n] = <uint8_t>at_most((n > 0) + (width >> 6), N_ABOVE - 1)
            PLACES.thin[scale][n] = <uint8_t>(
                (width > 0) + (width >= 96) + (width >= 192) + (width >= 352))
    for need in range(-MOST_CARDS, MOST_BID + 1):
        PLACES.need[MOST_CARDS + need] = (
            (within(need, -1, N_NEEDS - 2) + 1) * N_LEFTS
            + (within(need, 0, MOST_BID) << WANTED_SHIFT) + ((need > 0) << EAGER_SHIFT))


fill_places()
