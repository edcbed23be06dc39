"""States as dicts of numbers from outside: what is not possible is refused in one sentence, before
it leads outside an array. Each function raises a ValueError that names the entry."""
from libc.stdint cimport int64_t


cdef int need_number(str name, object value, int64_t least, int64_t most) except -1
cdef int need_list(str name, object value, int64_t fewest, int64_t most) except -1
# of every entry named: a number, as many numbers, a set of numbers below `most`, sets by seat
cdef int need_numbers(dict raw, tuple names, int64_t least, int64_t most) except -1
cdef int need_lists(dict raw, tuple names, int64_t length, int64_t least, int64_t most) except -1
cdef int need_sets(dict raw, tuple names, int64_t most) except -1
cdef int need_sets_by_seat(dict raw, tuple names, int64_t n_seats, int64_t most) except -1
cdef int need_once(str name, list numbers) except -1     # no number twice
