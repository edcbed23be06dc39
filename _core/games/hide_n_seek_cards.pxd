"""Hide N Seek: dice, the row, the hands and the deck."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport table_t
from analyzer._core.games.hide_n_seek cimport SeekRules, SeekState

cdef bint may_lay(const SeekRules* r, const SeekState* s, int32_t seat, int32_t face,
                  int32_t place) noexcept nogil
cdef bint can_lay(const SeekRules* r, const SeekState* s, int32_t seat) noexcept nogil
cdef void throw_dice(const table_t* table, SeekState* s, int32_t seat, int32_t n) noexcept nogil
cdef bint lay_die(const SeekRules* r, SeekState* s, int32_t n_seats, int32_t seat, int32_t face,
                  int32_t place) noexcept nogil
cdef void take_off(SeekState* s, int32_t seat, int32_t face, int32_t place) noexcept nogil
cdef void give_away(const SeekRules* r, SeekState* s, int32_t seat, int32_t card) noexcept nogil
cdef void refill(const SeekRules* r, SeekState* s) noexcept nogil
cdef void shuffle_deck(const table_t* table, SeekState* s) noexcept nogil
cdef void take_in_hand(SeekState* s, int32_t seat, int32_t card) noexcept nogil
