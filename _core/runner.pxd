"""Batches of playouts, and stepping one playout move by move."""
from libc.stdint cimport int64_t

from analyzer._core.contract cimport Table
from analyzer._core.rng cimport coins_t


cdef class Control:
    """Shared by a running batch and whoever waits for it."""
    cdef readonly volatile int stop_now
    cdef volatile int64_t n_done


cdef class Stepper:
    """One playout, stepped from Python; a copy is a copy of its bytes."""
    cdef readonly Table table
    cdef void* state
    cdef coins_t private    # where the coins of the policies come from

    cdef int check_seat(self, int seat) except -1
