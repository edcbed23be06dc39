"""The fields of a state, as rows of name, place, size and range: one description and one restore
for all games. And checks of what comes from outside: what is not possible is refused in one
sentence, before it leads outside an array. Each function raises a ValueError that names the entry.
"""
from libc.stddef cimport size_t
from libc.stdint cimport int64_t


cdef class Fields:
    """The members of a state struct that are plain numbers, or sets of seats as bits.

    A member is named by where it lies in an example of the struct, `origin`. The least value of a
    number says whether it has a sign.
    """
    cdef const char* origin
    cdef list rows

    cdef int add(self, str name, const void* member, size_t size, int shape, int64_t least,
                 int64_t most) except -1
    cdef int number(self, str name, const void* member, size_t size, int64_t least,
                    int64_t most) except -1
    cdef int by_seat(self, str name, const void* member, size_t size, int64_t least,
                     int64_t most) except -1
    cdef int seat(self, str name, const void* member, size_t size, int64_t least=*) except -1
    cdef int seats(self, str name, const void* member, size_t size) except -1
    cdef dict describe(self, int n_seats, const void* state)
    # refuses with a ValueError what is missing or out of range
    cdef int restore(self, int n_seats, void* state, dict raw) except -1


cdef Fields fields_of(const void* origin)


cdef int need_number(str name, object value, int64_t least, int64_t most) except -1
cdef int need_list(str name, object value, int64_t fewest, int64_t most) except -1
# of every entry named: a number, as many numbers, a set of numbers below `most`, sets by seat
cdef int need_numbers(dict raw, tuple names, int64_t least, int64_t most) except -1
cdef int need_lists(dict raw, tuple names, int64_t length, int64_t least, int64_t most) except -1
cdef int need_sets(dict raw, tuple names, int64_t most) except -1
cdef int need_sets_by_seat(dict raw, tuple names, int64_t n_seats, int64_t most) except -1
cdef int need_once(str name, list numbers) except -1     # no number twice
cdef int need_words(str name, object value, int n) except -1
cdef int need_counters(str name, object value, int n) except -1
