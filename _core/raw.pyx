"""States as dicts of numbers: what is not possible is refused in one sentence."""
from libc.stdint cimport int64_t


cdef int need_number(str name, object value, int64_t least, int64_t most) except -1:
    if not isinstance(value, int) or not least <= value <= most:
        raise ValueError(
            f"{name} of a state must be a whole number from {least} to {most}, got {value!r}")
    return 0


cdef int need_list(str name, object value, int64_t fewest, int64_t most) except -1:
    if type(value) is not list or not fewest <= len(value) <= most:
        size = f"{most}" if fewest == most else f"{fewest} to {most}"
        got = f"{len(value)}" if type(value) is list else f"{value!r}"
        raise ValueError(f"{name} of a state must be a list of {size} entries, got {got}")
    return 0


cdef int need_numbers(dict raw, tuple names, int64_t least, int64_t most) except -1:
    for name in names:
        need_number(name, raw[name], least, most)
    return 0


cdef int need_all(str name, object numbers, int64_t least, int64_t most) except -1:
    for number in numbers:
        need_number(name, number, least, most)
    return 0


cdef int need_lists(dict raw, tuple names, int64_t length, int64_t least, int64_t most) except -1:
    for name in names:
        need_list(name, raw[name], length, length)
        need_all(name, raw[name], least, most)
    return 0


cdef int need_once(str name, list numbers) except -1:
    if len(set(numbers)) < len(numbers):
        raise ValueError(f"{name} of a state must name nothing twice, got {numbers!r}")
    return 0


cdef int need_set(str name, object value, int64_t most) except -1:
    need_list(name, value, 0, most)
    need_all(name, value, 0, most - 1)
    return need_once(name, value)


cdef int need_sets(dict raw, tuple names, int64_t most) except -1:
    for name in names:
        need_set(name, raw[name], most)
    return 0


cdef int need_sets_by_seat(dict raw, tuple names, int64_t n_seats, int64_t most) except -1:
    for name in names:
        need_list(name, raw[name], n_seats, n_seats)
        for one in raw[name]:
            need_set(name, one, most)
    return 0
