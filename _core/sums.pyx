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
