"""Hide N Seek: what `expert` goes by, in twelfths of a step unless it is said otherwise."""
from libc.stdint cimport int32_t

ctypedef struct weights_t:      # in the order of WEIGHTS
    int32_t hole
    int32_t pile
    int32_t card
    int32_t other
    int32_t jump
    int32_t over
    int32_t trunk
    int32_t first_trunk
    int32_t back
    int32_t back2
    int32_t goal
    int32_t crossing
    int32_t exposed
    int32_t eager
    int32_t left
    int32_t at_once
    int32_t very_near
    int32_t near
    int32_t far
    int32_t later


cdef inline void read_weights(const void* params, weights_t* k) noexcept nogil:
    cdef int32_t i
    for i in range(<int32_t>(sizeof(weights_t) // sizeof(int32_t))):
        (<int32_t*>k)[i] = <int32_t>(<const double*>params)[i]
