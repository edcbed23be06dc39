"""Hide N Seek: dice, the row, the hands and the deck."""
from libc.stdint cimport int32_t, uint64_t

from analyzer._core.bits cimport six_bytes
from analyzer._core.contract cimport table_t
from analyzer._core.games.hide_n_seek.state cimport (
    LATE_NO_REFILL, MOST_FACES, NONE, SeekRules, SeekState,
)

cdef extern from *:
    """
    #define SEEK_EACH_FACE UINT64_C(0x010101010101)
    #define SEEK_TOP_OF_FACES UINT64_C(0x808080808080)
    """
    uint64_t EACH_FACE "SEEK_EACH_FACE"             # 1 in the byte of every face
    uint64_t TOP_OF_FACES "SEEK_TOP_OF_FACES"       # the top bits of these bytes

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


cdef inline bint takes_dice(const SeekRules* r, const SeekState* s, int32_t seat,
                            int32_t place) noexcept nogil:
    """May this player lay a die on this card, if it lacks one?"""
    if s.row[place] == NONE:
        return False
    if r.late_placing == LATE_NO_REFILL and s.laid_out >> place & 1:        # HN-A9
        return False
    if r.overflow and s.n_hand[seat] >= r.hand_limit:                       # HN-A12
        return dice_on(s, seat, place) + 1 < r.card[s.row[place]].n_need
    return True


cdef inline uint64_t lays_of(const SeekRules* r, const SeekState* s, int32_t seat) noexcept nogil:
    """HN-13, HN-15, HN-20: what the cards still lack of the rolled dice, bit 8 * face + place.

    All faces at once, a byte each. No number of dice comes near 128, so that the top bit of a byte
    can tell whether one is greater than another.
    """
    cdef uint64_t rolled = six_bytes(s.rolled) + (TOP_OF_FACES - EACH_FACE)
    cdef uint64_t need, lays = 0
    cdef int32_t place
    for place in range(r.row_size):
        if takes_dice(r, s, seat, place):
            need = six_bytes(r.card[s.row[place]].need) + (TOP_OF_FACES - EACH_FACE)
            need -= six_bytes(s.dice[seat][place])
            lays |= (need & rolled & TOP_OF_FACES) >> 7 << place
    return lays
