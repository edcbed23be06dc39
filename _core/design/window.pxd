"""Windows onto a state, for the module that opens them."""
from libc.stdint cimport int32_t, int64_t, uint32_t

from analyzer._core.contract cimport move_t, table_t
from analyzer._core.design.own cimport own_t
from analyzer._core.design.piles cimport own_place


cdef class Ints:
    cdef Window w
    cdef int at, n, place       # the place that hides it; -1: open
    cdef str name
    cdef int index(self, object given) except -1


cdef class Pile:
    cdef Window w
    cdef int at, place, owner
    cdef readonly str name
    cdef tuple cards            # the kinds
    cdef int32_t* p(self)
    cdef own_place* declared(self)
    cdef int32_t saw(self)
    cdef int32_t look(self, int i) except -1
    cdef int look_at_all(self) except -1
    cdef int32_t kind(self, object card) except -1
    cdef int done(self, int rc, Pile to, object n, object card) except -1
    cdef int fits_with(self, Pile to) except -1


cdef class Move:
    cdef readonly object function
    cdef readonly int base
    cdef readonly tuple sizes
    cdef readonly tuple makers      # by argument: the cards it may be; None: a number
    cdef readonly str name
    cdef object worth               # a function, or None
    cdef int code(self, tuple given) except -1


cdef class Window:
    cdef int32_t* base
    cdef const table_t* table
    cdef own_t* own
    cdef const int32_t* rules
    cdef readonly int players
    cdef readonly object seats
    cdef int32_t everyone
    cdef move_t* list
    cdef int32_t n
    cdef int viewer             # whose expert is looking; -1: the rules
    cdef bint holding           # is it not an expert, but may_hold?
    cdef bint reading           # nothing may change
    cdef int64_t serial
    cdef unsigned long thread
    cdef dict purposes
    cdef set drawn              # chances of this game so far; None: nobody asks
    cdef int writable(self, str name) except -1
    cdef int look_at(self, int place, int owner, str name) except -1
    cdef int refuse_look(self, str pile) except -1
    cdef int seat_of(self, object seat) except -1
    cdef uint32_t purpose(self, str name) except? 0
    cdef int draw(self, str purpose, object occasion, int k) except -1
