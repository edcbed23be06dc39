"""The only turn loop, and stepping one playout move by move."""
from libc.stdint cimport int64_t

from analyzer._core.contract cimport Table


cdef class Control:
    """Shared by a running batch and whoever waits for it."""
    cdef volatile int stop_now
    cdef volatile int64_t n_done


cdef class Stepper:
    """One playout, stepped from Python; a copy is a copy of its bytes."""
    cdef readonly Table table
    cdef void* state
