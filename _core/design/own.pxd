"""A game that a designer wrote in one Python file, as the contract sees it.

A state is the head and then whole numbers of 32 bits: four of our own, the declared fields, the
counters, the piles. The rules of such a game are functions of one of two makers: Python methods
(window.pyx), or the same text translated to C (analyzer/design/). Both work on the same bytes, so
one may take over from the other at any move.
"""
from libc.stdint cimport int32_t, int64_t, uint32_t

from analyzer._core.contract cimport Game, apply_t, legal_moves_t, table_t
from analyzer._core.design.declared cimport *


cdef void fail(const table_t* table, const void* state, int32_t why) noexcept nogil
cdef void fail_with(const table_t* table, const void* state, int32_t why, object error) noexcept
cdef int fill(const table_t* table, void* state, int32_t place, int32_t owner) noexcept nogil
cdef void shuffle(const table_t* table, void* state, int32_t place, int32_t owner,
                  uint32_t purpose, uint32_t occasion) noexcept nogil
cdef int32_t roll(const void* state, int32_t sides, uint32_t purpose, uint32_t occasion,
                  int32_t k) noexcept nogil


cdef class OwnGame(Game):
    cdef own_t own
    cdef readonly list fields           # (name, shape, place in the state)
    cdef readonly list places           # (field, family or None): where cards lie
    cdef readonly list rule_names
    cdef readonly str mode              # "interpreted" or "compiled"
    cdef dict errors                    # by thread: what a rule has raised
    cdef public object explain          # makes an exception of a failure
    cdef object _counts
    cdef int64_t _serial
    cdef object library                 # of a translated game, which must stay loaded
    cdef object maker                   # of the windows of an interpreted one
    cdef int use(self, legal_moves_t legal_moves, apply_t apply) except -1
    cdef int check_cards(self, const table_t* table, int32_t* numbers) except -1
