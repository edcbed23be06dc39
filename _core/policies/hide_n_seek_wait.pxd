"""Hide N Seek, for `expert`: the one or two cards to wait for."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport view_t
from analyzer._core.policies.hide_n_seek_worth cimport worth_t


ctypedef struct wait_t:         # the cards to wait for
    int32_t first               # places, equal if it is one card; NONE: the row is empty
    int32_t second
    int32_t off                 # 1: dice on other cards are better taken off
    int32_t gain                # in 65535ths of the unit of worth: what the next roll adds


cdef void choose_cards(const view_t* view, const worth_t* w, wait_t* wait) noexcept nogil
