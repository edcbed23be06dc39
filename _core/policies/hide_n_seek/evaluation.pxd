"""Hide N Seek, for `expert`: what pawns still need, what cards are worth to them, and which to wait
for."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport move_t, view_t
from analyzer._core.games.hide_n_seek.state cimport (
    MOST_PLAYERS, N_SYMBOLS, SeekRules, SeekState, first_of, third_of,
)
from analyzer._core.policies.hide_n_seek.weights cimport weights_t

cdef enum:
    STEP = 12                   # the unit of all weights is a twelfth of a step


ctypedef struct need_t:         # of all seeking pawns of a seat together
    int32_t steps
    int32_t holes
    int32_t piles
    int32_t cost


ctypedef struct worth_t:        # lies in the scratch of a turn
    int32_t changes             # what it was worked out for; 0 = not yet
    int32_t cards
    int32_t searched            # 1: no plays of this turn win, nor would fewer
    int32_t compared            # 1: `play` and `score` are known
    move_t play                 # the best one, NONE without one
    int32_t score               # what it gains, less what the card might still do later
    weights_t k
    int32_t seat
    int32_t opponents
    need_t need                 # of the seat
    int32_t weight[MOST_PLAYERS]    # of a cost to each opponent, in 64ths; own: minus 64
    int32_t jump                # what a FWD would save now
    int32_t back                # 1: two steps back would help an own pawn
    int32_t holes               # cards in hand with HOLE
    int32_t overs               # cards in hand with OVERTRUNK
    int32_t steps               # steps that the hand gives beside the crossings that are needed
    int32_t symbol[N_SYMBOLS]   # what a symbol of one more card would be worth


ctypedef struct wait_t:         # the cards to wait for
    int32_t first               # places, equal if it is one card; NONE: the row is empty
    int32_t second
    int32_t off                 # 1: dice on other cards are better taken off
    int32_t gain                # in 65535ths of the unit of worth: what the next roll adds


cdef int32_t cost_at(const SeekRules* r, const SeekState* s, const weights_t* k, int32_t where,
                     int32_t position) noexcept nogil
cdef worth_t* weigh(const view_t* view, const void* params) noexcept nogil
cdef int32_t card_worth(const SeekRules* r, const worth_t* w, int32_t card) noexcept nogil
cdef int32_t kept_worth(const SeekRules* r, const worth_t* w, int32_t card) noexcept nogil
cdef void choose_cards(const view_t* view, const worth_t* w, wait_t* wait) noexcept nogil


cdef inline bint is_before(move_t move, move_t other) noexcept nogil:
    """Of two equally good dice, to lay or to take off: the lower face, then the lower card. Not the
    first place: the row has no order."""
    if first_of(move) != first_of(other):
        return first_of(move) < first_of(other)
    return third_of(move) < third_of(other)
