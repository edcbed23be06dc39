"""Hide N Seek, for `expert`: what pawns still need, and what cards are worth to them."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport move_t, view_t
from analyzer._core.games.hide_n_seek cimport MOST_PLAYERS, N_SYMBOLS, SeekRules, SeekState

cdef enum:                      # costs of what lies before a pawn
    STEP = 12
    CROSS_HOLE = 40
    CROSS_PILE = 34
    SOME_CARD = 4               # worth of any card: the row must not stand still


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
    int32_t seat
    need_t need                 # of the seat
    int32_t weight[MOST_PLAYERS]    # of a cost to each opponent, in 64ths; own: minus 64
    int32_t jump                # what a FWD would save now
    int32_t back                # 1: two steps back would help an own pawn
    int32_t nearest             # cost of the opponent who is nearest to winning
    int32_t holes               # cards in hand with HOLE
    int32_t overs               # cards in hand with OVERTRUNK
    int32_t steps               # steps that the hand gives beside the crossings that are needed
    int32_t symbol[N_SYMBOLS]   # what a symbol of one more card would be worth


cdef int32_t cost_at(const SeekRules* r, const SeekState* s, int32_t where,
                     int32_t position) noexcept nogil
cdef worth_t* weigh(const view_t* view) noexcept nogil
cdef int32_t card_worth(const SeekRules* r, const worth_t* w, int32_t card) noexcept nogil
cdef int32_t kept_worth(const SeekRules* r, const worth_t* w, int32_t card) noexcept nogil
