"""Columns of playouts -> integers that add up: sums, squares, how many are not zero.

One pass over a column costs about a nanosecond a value, so that adding up never shows beside
playing. Differences of two arms on the same luck are added up without being written down.
"""
from libc.stdint cimport int32_t, int64_t

from analyzer._core.contract cimport WHOLE_WIN

WIN = WHOLE_WIN     # a whole win in the unit of the column of wins


cdef inline void add_value(int64_t value, int64_t* total) noexcept nogil:
    """Into sum, sum of squares, number of values that are not zero."""
    total[0] += value
    total[1] += value * value
    total[2] += value != 0


def add_up(const int32_t[:, ::1] columns, int64_t n, int places):
    """Of every column and place (seat): sum, squares, non-zero; int64 (columns, places, 3)."""
    import numpy
    cdef Py_ssize_t c
    cdef int64_t i
    cdef int place
    if n < 0 or places < 1 or columns.shape[1] // places < n:
        raise ValueError("fewer values than playouts")
    totals = numpy.zeros((columns.shape[0], places, 3), numpy.int64)
    cdef int64_t[:, :, ::1] total = totals
    with nogil:
        for c in range(columns.shape[0]):
            for i in range(n):
                for place in range(places):
                    add_value(columns[c, i * places + place], &total[c, place, 0])
    return totals


def add_up_differences(const int32_t[:, ::1] a, const int32_t[:, ::1] b, int64_t n,
                       int places_a, int places_b):
    """The same of a minus b, playout by playout, over the places that both have."""
    import numpy
    cdef Py_ssize_t c
    cdef int64_t i
    cdef int place, places = min(places_a, places_b)
    if a.shape[0] != b.shape[0]:
        raise ValueError("the arms have different columns")
    if (n < 0 or places < 1 or a.shape[1] // places_a < n or b.shape[1] // places_b < n):
        raise ValueError("fewer values than playouts")
    totals = numpy.zeros((a.shape[0], places, 3), numpy.int64)
    cdef int64_t[:, :, ::1] total = totals
    with nogil:
        for c in range(a.shape[0]):
            for i in range(n):
                for place in range(places):
                    add_value(<int64_t>a[c, i * places_a + place] - b[c, i * places_b + place],
                              &total[c, place, 0])
    return totals
