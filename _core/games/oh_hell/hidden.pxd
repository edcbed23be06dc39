"""Oh Hell: what is behind a state: its description, its restoration, and what a seat cannot see."""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from analyzer._core.contract cimport move_t, table_t
from analyzer._core.games.oh_hell.state cimport OhHellRules, OhHellState
from analyzer._core.rng cimport rng_t

cdef dict describe_state(const table_t* table, const OhHellState* s)
cdef int restore_state(const table_t* table, OhHellState* s, dict raw) except -1
cdef bint turned_known(const OhHellRules* r, const OhHellState* s) noexcept nogil
cdef bint trump_known(const OhHellRules* r, const OhHellState* s) noexcept nogil
cdef uint64_t possible_suits(const OhHellState* s, uint64_t* allowed) noexcept nogil
cdef bint redeal_hidden(const table_t* table, void* state, int32_t seat, rng_t* rng) noexcept nogil
cdef bint redeal_rest(const table_t* table, void* state, int32_t seat, uint32_t kept,
                      rng_t* rng) noexcept nogil
cdef void ask_hidden(const table_t* table, void* state, int32_t seat) noexcept nogil
cdef move_t first_choice(const table_t* table, const void* state, int32_t seat,
                         void* again) noexcept nogil
