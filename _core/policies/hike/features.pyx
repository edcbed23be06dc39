"""What Hike's expert sees of a hand: tables of chances, worked out once."""

cdef chances_t CHANCES


cdef const chances_t* all_chances() noexcept:
    return &CHANCES


cdef int fill_chances() except -1:
    """In whole numbers of Python, so exact on every machine."""
    cdef object f, n, some
    for f in range(STEPS + 1):
        for n in range(LONGEST_HAND + 1):
            CHANCES.fails[<int>n][<int>f] = STEPS * (STEPS - f) ** n // STEPS ** n
        for n in range(1, MAX_SEATS):
            some = sum([f ** i * STEPS ** (n - i) for i in range(1, n + 1)])
            CHANCES.tolls[<int>n][<int>f].part = SURE * some // (n * STEPS ** n)
            CHANCES.tolls[<int>n][<int>f].whole = SURE * f ** n // STEPS ** n
    for n in range(1, N_CODES + 1):
        CHANCES.share[<int>n] = (STEPS << 16) // n
    for f in range(256):
        CHANCES.how_many[<int>f] = f.bit_count()
    return 0


fill_chances()
