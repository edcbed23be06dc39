"""States as dicts of numbers: what is not possible is refused in one sentence."""
from libc.stddef cimport size_t
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t

from analyzer._core.bits cimport places_of, word_of


cdef enum:                      # shapes of a field
    ONCE
    BY_SEAT
    SEAT                        # a number whose most is the last seat
    SEATS


cdef int64_t read(const char* at, size_t size, bint signed_) noexcept:
    if signed_:
        if size == 1:
            return (<const int8_t*>at)[0]
        return (<const int16_t*>at)[0] if size == 2 else (<const int32_t*>at)[0]
    if size == 1:
        return (<const uint8_t*>at)[0]
    return (<const uint16_t*>at)[0] if size == 2 else (<const uint32_t*>at)[0]


cdef void write(char* at, size_t size, int64_t value) noexcept:
    if size == 1:
        (<uint8_t*>at)[0] = <uint8_t>value
    elif size == 2:
        (<uint16_t*>at)[0] = <uint16_t>value
    else:
        (<uint32_t*>at)[0] = <uint32_t>value


cdef Fields fields_of(const void* origin):
    """No fields yet, of the struct of which an example lies at `origin`."""
    cdef Fields fields = Fields()
    fields.origin = <const char*>origin
    fields.rows = []
    return fields


cdef class Fields:
    cdef int add(self, str name, const void* member, size_t size, int shape, int64_t least,
                 int64_t most) except -1:
        if size not in (1, 2, 4):
            raise ValueError(f"{name} is a field of {size} bytes instead of 1, 2 or 4")
        offset = <const char*>member - self.origin
        self.rows.append((name, offset, size, shape, least, most))
        return 0

    cdef int number(self, str name, const void* member, size_t size, int64_t least,
                    int64_t most) except -1:
        return self.add(name, member, size, ONCE, least, most)

    cdef int by_seat(self, str name, const void* member, size_t size, int64_t least,
                     int64_t most) except -1:
        return self.add(name, member, size, BY_SEAT, least, most)

    cdef int seat(self, str name, const void* member, size_t size, int64_t least=0) except -1:
        return self.add(name, member, size, SEAT, least, 0)

    cdef int seats(self, str name, const void* member, size_t size) except -1:
        return self.add(name, member, size, SEATS, 0, 0)

    def shapes(self):
        """"once", "by seat", "seat" or "seats" for every field."""
        words = {ONCE: "once", BY_SEAT: "by seat", SEAT: "seat", SEATS: "seats"}
        return {name: words[shape] for name, _, _, shape, _, _ in self.rows}

    def ranges(self, int n_seats):
        """The least and the most value of every field that is a number, or one for each seat."""
        return {name: (least, n_seats - 1 if shape == SEAT else most)
                for name, _, _, shape, least, most in self.rows if shape != SEATS}

    cdef dict describe(self, int n_seats, const void* state):
        cdef const char* at
        cdef size_t offset, size
        cdef int shape, i
        cdef int64_t least
        cdef dict raw = {}
        for name, offset, size, shape, least, _ in self.rows:
            at = <const char*>state + offset
            if shape == BY_SEAT:
                raw[name] = [read(at + <size_t>i * size, size, least < 0) for i in range(n_seats)]
            elif shape == SEATS:
                raw[name] = places_of(<uint32_t>read(at, size, False))
            else:
                raw[name] = read(at, size, least < 0)
        return raw

    cdef int restore(self, int n_seats, void* state, dict raw) except -1:
        cdef char* at
        cdef size_t offset, size
        cdef int shape, i
        cdef int64_t least, most
        for name, offset, size, shape, least, most in self.rows:
            at = <char*>state + offset
            value = raw[name]
            if shape == BY_SEAT:
                need_list(name, value, n_seats, n_seats)
                need_all(name, value, least, most)
                for i in range(n_seats):
                    write(at + <size_t>i * size, size, value[i])
            elif shape == SEATS:
                need_set(name, value, n_seats)
                write(at, size, <int64_t>word_of(value))
            else:
                need_number(name, value, least, n_seats - 1 if shape == SEAT else most)
                write(at, size, value)
        return 0


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


cdef enum:
    MOST_COUNTED = 1 << 30      # a forged count must not overflow in the games still to come


cdef int need_words(str name, object value, int n) except -1:
    """A list of n numbers of 64 bits each."""
    need_list(name, value, n, n)
    for word in value:
        if type(word) is not int or not 0 <= word < 1 << 64:
            raise ValueError(f"{name} of a state must be whole numbers below 2**64, got {word!r}")
    return 0


cdef int need_counters(str name, object value, int n) except -1:
    need_list(name, value, n, n)
    for counted in value:
        need_number(name, counted, -MOST_COUNTED, MOST_COUNTED)
    return 0
