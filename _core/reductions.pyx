"""Columns of playouts -> integers that add up: sums, squares, how many are not zero.

Small values are added up side by side in 32 bits, which compilers turn into instructions for four
of them: a third of a nanosecond a value, so that adding up never shows beside playing. Differences
of two arms on the same luck are added up without being written down.
"""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memset

from analyzer._core.contract cimport WHOLE_WIN

WIN = WHOLE_WIN     # a whole win in the unit of the column of wins

cdef enum:
    LANES = 32      # values side by side: those of as many playouts as there is room for
    ROWS = 512      # of them in a block
    SMALL = 2048    # ROWS squares of what is smaller are below 2 ** 31
    TOTALS = 4      # of a column and place: see add_value
    TABLES = 1024   # playouts whose seats are added up at once
    MOST_SEATS = 16
    SAFE = 22       # upper parts of squares below 2 ** 22: so MOST_SEATS values fit in 32 bits


cdef inline void add_value(int64_t value, int64_t* total) noexcept nogil:
    """Into the sum, the lower part of the squares, the number of values that are not zero, and the
    upper part of the squares."""
    cdef uint64_t size = <uint64_t>(value if value >= 0 else -value), square = size * size
    total[0] += value
    total[1] += <int64_t>(square & <uint64_t>0xFFFFFFFF)
    total[2] += value != 0
    total[3] += <int64_t>(square >> 32)


ctypedef struct columns_t:      # what is added up: a minus b, at `places` of each playout
    const int32_t* a
    const int32_t* b
    int64_t step_a              # from a playout to the next
    int64_t step_b              # likewise, or 0: always the same
    int places


cdef bint add_small(columns_t c, int64_t rows, int64_t* total) noexcept nogil:
    """Rows of as many playouts as fit in; False: a value is not small, and nothing was added."""
    cdef uint32_t sums[LANES]
    cdef uint32_t squares[LANES]
    cdef uint32_t nonzero[LANES]
    cdef uint32_t value, large = 0
    cdef int64_t _row
    cdef int i, width = LANES // c.places * c.places
    memset(sums, 0, sizeof(sums))
    memset(squares, 0, sizeof(squares))
    memset(nonzero, 0, sizeof(nonzero))
    for _row in range(rows):
        for i in range(width):
            value = <uint32_t>c.a[i] - <uint32_t>c.b[i]
            sums[i] += value
            squares[i] += value * value
            nonzero[i] += value != 0
            large |= (<uint32_t>c.a[i] + SMALL) | (value + SMALL)   # so b cannot be large either
        c.a += width
        c.b += LANES // c.places * c.step_b
    if large >= 2 * SMALL:
        return False
    for i in range(width):
        total[i % c.places * TOTALS] += <int32_t>sums[i]
        total[i % c.places * TOTALS + 1] += squares[i]
        total[i % c.places * TOTALS + 2] += nonzero[i]
    return True


cdef void add_any(columns_t c, int64_t n, int64_t* total) noexcept nogil:
    cdef int64_t _i
    cdef int place
    for _i in range(n):
        for place in range(c.places):
            add_value(<int64_t>c.a[place] - c.b[place], &total[place * TOTALS])
        c.a += c.step_a
        c.b += c.step_b


cdef void add_column(columns_t c, int64_t n, int64_t* total) noexcept nogil:
    """The values of n playouts."""
    cdef int64_t together = 0, rows, played
    if c.step_a == c.places and (c.step_b == c.places or c.step_b == 0):
        together = LANES // c.places
    while n:
        rows = min(<int64_t>ROWS, n // together) if together else 0
        played = rows * together if rows else n
        if rows == 0 or not add_small(c, rows, total):
            add_any(c, played, total)
        c.a += played * c.step_a
        c.b += played * c.step_b
        n -= played


cdef object joined(object totals):
    """Both parts of the squares as one number. Where int64 has no room, numbers of Python."""
    upper = totals[:, :, 3]
    if upper.any() and upper.max() >= 1 << 30:
        totals, upper = totals.astype(object), upper.astype(object)
    totals[:, :, 1] += upper << 32
    return totals[:, :, :3]


def add_up(const int32_t[:, ::1] columns, int64_t n, int places):
    """Of every column and place (seat): sum, squares, non-zero, as (columns, places, 3)."""
    import numpy
    cdef Py_ssize_t c
    if n < 0 or places < 1 or columns.shape[1] // places < n:
        raise ValueError("fewer values than playouts")
    cdef const int32_t[::1] zeros = numpy.zeros(max(LANES, places), numpy.int32)
    totals = numpy.zeros((columns.shape[0], places, TOTALS), numpy.int64)
    cdef int64_t[:, :, ::1] total = totals
    with nogil:
        for c in range(columns.shape[0] if n else 0):
            add_column(columns_t(&columns[c, 0], &zeros[0], places, 0, places), n, &total[c, 0, 0])
    return joined(totals)


def add_up_differences(const int32_t[:, ::1] a, const int32_t[:, ::1] b, int64_t n,
                       int places_a, int places_b):
    """The same of a minus b, playout by playout, over the places that both have."""
    import numpy
    cdef Py_ssize_t c
    cdef int places = min(places_a, places_b)
    if a.shape[0] != b.shape[0]:
        raise ValueError("the arms have different columns")
    if (n < 0 or places < 1 or a.shape[1] // places_a < n or b.shape[1] // places_b < n):
        raise ValueError("fewer values than playouts")
    totals = numpy.zeros((a.shape[0], places, TOTALS), numpy.int64)
    cdef int64_t[:, :, ::1] total = totals
    with nogil:
        for c in range(a.shape[0] if n else 0):
            add_column(columns_t(&a[c, 0], &b[c, 0], places_a, places_b, places), n,
                       &total[c, 0, 0])
    return joined(totals)


cdef inline void join_seats(const int32_t* a, int64_t n, int places, int32_t* sums) noexcept nogil:
    """The sum over the seats of each of n playouts."""
    cdef int64_t i
    cdef int place
    cdef uint32_t together
    for i in range(n):
        together = 0
        for place in range(places):
            together += <uint32_t>a[i * places + place]
        sums[i] = <int32_t>together


cdef void join_column(const int32_t* a, int64_t n, int places, int32_t* sums) noexcept nogil:
    # with a number of seats that the compiler knows, a playout takes half the time
    if places == 2:
        join_seats(a, n, 2, sums)
    elif places == 3:
        join_seats(a, n, 3, sums)
    elif places == 4:
        join_seats(a, n, 4, sums)
    elif places == 5:
        join_seats(a, n, 5, sums)
    elif places == 6:
        join_seats(a, n, 6, sums)
    else:
        join_seats(a, n, places, sums)


cdef bint add_table(const int32_t* a, int64_t n, int places, const int32_t* zeros,
                    const int64_t* seats, int64_t* total) noexcept nogil:
    """`seats` are the sums of the seats; False: a value is too large for its playout's sum."""
    cdef int32_t sums[TABLES]
    cdef int64_t some
    cdef int place
    for place in range(places):
        if places > MOST_SEATS or seats[place * TOTALS + 3] >= 1 << SAFE:
            return False
    while n:
        some = min(<int64_t>TABLES, n)
        join_column(a, some, places, &sums[0])
        add_column(columns_t(&sums[0], zeros, 1, 0, 1), some, total)
        a += some * places
        n -= some
    return True


cdef object exactly(object column, Py_ssize_t n, int places):
    """The same in numbers of Python, for values of any size."""
    sums = [sum(row) for row in column[:n * places].reshape(n, places).tolist()]
    return [sum(sums), sum(value * value for value in sums), sum(value != 0 for value in sums)]


def add_up_seats(const int32_t[:, ::1] columns, int64_t n, int places):
    """What `add_up` returns, and the same of every column added up over the seats of each playout
    first, as (columns, 1, 3). Seats of one playout depend on each other, so their own squares do
    not tell how far their sum varies."""
    import numpy
    cdef Py_ssize_t c
    if n < 0 or places < 1 or columns.shape[1] // places < n:
        raise ValueError("fewer values than playouts")
    cdef const int32_t[::1] zeros = numpy.zeros(max(LANES, places), numpy.int32)
    seats = numpy.zeros((columns.shape[0], places, TOTALS), numpy.int64)
    tables = numpy.zeros((columns.shape[0], 1, TOTALS), numpy.int64)
    fits = numpy.ones(columns.shape[0], numpy.int32)
    cdef int64_t[:, :, ::1] seat = seats, table = tables
    cdef int32_t[::1] fit = fits
    with nogil:
        for c in range(columns.shape[0] if n else 0):
            add_column(columns_t(&columns[c, 0], &zeros[0], places, 0, places), n, &seat[c, 0, 0])
            fit[c] = add_table(&columns[c, 0], n, places, &zeros[0], &seat[c, 0, 0],
                               &table[c, 0, 0])
    found = joined(tables)
    if not fits.all():
        found = found.astype(object)
        for c in range(columns.shape[0]):
            if not fit[c]:
                found[c, 0] = exactly(numpy.asarray(columns[c]), n, places)
    return joined(seats), found
