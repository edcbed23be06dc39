"""Numbers of 32 bits and loops that end, for the interpreted game."""
from libc.stdint cimport int32_t

cdef void begin() noexcept
cdef int32_t checked_int32(object value, str what) except? -1
