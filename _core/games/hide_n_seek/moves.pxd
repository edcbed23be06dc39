"""Hide N Seek: the legal moves; what a symbol can do with pawns and piles, and doing it."""
from libc.stdint cimport int32_t, uint32_t

from analyzer._core.contract cimport move_t, table_t
from analyzer._core.games.hide_n_seek.state cimport SeekRules, SeekState

cdef int32_t legal_moves(const table_t* table, const void* state, move_t* moves) noexcept nogil
cdef int32_t next_group(const SeekRules* r, const SeekState* s, int32_t group) noexcept nogil
cdef uint32_t effects_of(const SeekRules* r, const SeekState* s, int32_t n_seats,
                         int32_t seat) noexcept nogil
cdef int32_t list_steps(const SeekRules* r, const SeekState* s, int32_t seat, int32_t n,
                        move_t* moves) noexcept nogil
cdef int32_t list_pawns(const SeekRules* r, const SeekState* s, int32_t n_seats, int32_t seat,
                        int32_t symbol, move_t* moves) noexcept nogil
cdef int32_t list_arrows(const SeekRules* r, const SeekState* s, int32_t seat,
                         move_t* moves) noexcept nogil
cdef int32_t landing(const SeekState* s, int32_t where, int32_t position) noexcept nogil
cdef void make_steps(const SeekRules* r, SeekState* s, int32_t seat, move_t move) noexcept nogil
cdef void move_pawn(const SeekRules* r, SeekState* s, int32_t n_seats, int32_t where,
                    int32_t owner) noexcept nogil
cdef void place_pile(SeekState* s, int32_t seat, int32_t arrow) noexcept nogil
cdef void stand(const SeekRules* r, SeekState* s, int32_t where, int32_t seat,
                int32_t position) noexcept nogil
