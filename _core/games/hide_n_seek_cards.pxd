"""Hide N Seek: dice, the row, the hands and the deck."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport table_t
from analyzer._core.games.hide_n_seek cimport (
    LATE_NO_REFILL, MOST_FACES, NONE, SeekRules, SeekState,
)

cdef bint can_lay(const SeekRules* r, const SeekState* s, int32_t seat) noexcept nogil
cdef void throw_dice(const table_t* table, SeekState* s, int32_t seat, int32_t n) noexcept nogil
cdef bint lay_die(const SeekRules* r, SeekState* s, int32_t n_seats, int32_t seat, int32_t face,
                  int32_t place) noexcept nogil
cdef void take_off(SeekState* s, int32_t seat, int32_t face, int32_t place) noexcept nogil
cdef void give_away(const SeekRules* r, SeekState* s, int32_t seat, int32_t card) noexcept nogil
cdef void refill(const SeekRules* r, SeekState* s) noexcept nogil
cdef void shuffle_deck(const table_t* table, SeekState* s) noexcept nogil
cdef void take_in_hand(SeekState* s, int32_t seat, int32_t card) noexcept nogil


cdef inline int32_t dice_on(const SeekState* s, int32_t seat, int32_t place) noexcept nogil:
    """How many dice of a seat lie on a card."""
    cdef int32_t face, n = 0
    for face in range(MOST_FACES):
        n += s.dice[seat][place][face]
    return n


cdef inline bint may_lay(const SeekRules* r, const SeekState* s, int32_t seat, int32_t face,
                         int32_t place) noexcept nogil:
    """HN-13, HN-15, HN-20: what the card still lacks of this face from this player."""
    cdef int32_t card = s.row[place]
    if card == NONE or s.dice[seat][place][face] >= r.card[card].need[face]:
        return False
    if r.late_placing == LATE_NO_REFILL and s.laid_out >> place & 1:        # HN-A9
        return False
    if r.overflow and s.n_hand[seat] >= r.hand_limit:                       # HN-A12
        return dice_on(s, seat, place) + 1 < r.card[card].n_need
    return True
