"""Ties between moves, for all policies: the seat's coin decides. Header only.

Whoever takes the first of equal moves prefers a map, a seat or a suit by its number, and the seats
of a symmetric game no longer win equally often.
"""
from libc.stdint cimport int32_t, uint32_t

from analyzer._core.rng cimport rng_below, rng_t


cdef inline bint takes_over(bint better, bint equal, int32_t* n_equal, rng_t* rng) noexcept nogil:
    """Is this move the choice from now on? Of n equal ones each is, at last, with a chance of 1/n;
    the coin is used for ties alone."""
    if better:
        n_equal[0] = 1
        return True
    if not equal:
        return False
    n_equal[0] += 1
    return rng_below(rng, <uint32_t>n_equal[0]) == 0
