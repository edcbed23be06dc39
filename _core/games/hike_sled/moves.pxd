"""Hike! (sleds): the legal moves."""
from libc.stdint cimport int32_t, uint32_t, uint64_t, uint8_t

from analyzer._core.contract cimport move_t, table_t
from analyzer._core.games.hike_sled.state cimport SledRules, SledState

cdef enum:
    N_OFFERS = 4


ctypedef struct offer_t:        # moves of one kind, by what is added to it, in their order
    move_t kind
    int32_t n_low
    int32_t n
    uint32_t high               # places from YOUNGSTER on
    uint64_t low                # places 0 to 63: huskies, or spots


cdef int32_t legal_moves(const table_t* table, const void* state, move_t* moves) noexcept nogil
cdef uint8_t may_rest(const SledRules* r, const SledState* s, int32_t seat) noexcept nogil
# Actions and spots without a list: what is offered, and the k-th of it.
cdef int32_t make_offers(const SledRules* r, const SledState* s, int32_t seat,
                         offer_t* offers) noexcept nogil
cdef move_t move_at(const offer_t* offers, int32_t k) noexcept nogil
