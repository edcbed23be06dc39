"""Hide N Seek, for `expert`: a turn that can win, found by trying all plays."""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport move_t, table_t, view_t
from analyzer._core.games.hide_n_seek cimport (
    FWD, HOLE, MOST_HAND, MOST_STEPS, N_OWN, NONE, OVERTRUNK, PHASE_MENU, PHASE_OVER, PLAY,
    SeekRules, SeekState, apply, card_t, kind_of, own_map, rules_of,
)
from analyzer._core.games.hide_n_seek_moves cimport legal_moves

cdef enum:
    MOST_LISTED = 512           # moves of a turn without rolls
    JUMP = 3                    # positions that a pawn jumps at most: two others are in the way
    MOST_TRIED = 20000          # moves: with six actions and steps both ways a turn has no end


ctypedef struct way_t:          # what is still before the pawns of a seat
    int32_t far                 # positions
    int32_t behind              # pawns that wait behind an obstacle


cdef void measure(const SeekRules* r, const SeekState* s, int32_t seat, way_t* way) noexcept nogil:
    """Less what the symbol that is being played can do at most."""
    cdef int32_t i, where, position
    way.far = way.behind = 0
    for i in range(N_OWN):
        where = own_map(s, seat, i)
        position = s.pawn[where][seat]
        if s.wanted[seat] >> where & 1 and position < r.map[where].goal:
            way.far += r.map[where].goal - position
            way.behind += r.map[where].holes_ahead[position] > 0 or s.pile[where] >= position
    if s.phase != PHASE_MENU:
        if s.symbol <= MOST_STEPS:
            way.far -= s.symbol
        else:
            way.far -= JUMP
            way.behind -= 1


cdef int32_t reach_of(const card_t* card, bint* crosses) noexcept nogil:
    """How many positions a card brings own pawns on at most, and whether over an obstacle."""
    cdef int32_t k, symbol, reach = 0
    crosses[0] = False
    for k in range(2):
        symbol = card.symbol[k]
        if symbol <= MOST_STEPS:
            reach = max(reach, symbol)
        elif symbol == HOLE or symbol == OVERTRUNK or symbol == FWD:
            reach = max(reach, JUMP)
            crosses[0] = True
    return reach


cdef bint may_reach(const SeekRules* r, const SeekState* s, int32_t seat) noexcept nogil:
    """False if the hand, and the card being played, cannot possibly win with the actions left."""
    cdef int32_t reaches[MOST_HAND]
    cdef way_t way
    cdef int32_t i, k, reach, crossing = 0, n = s.n_hand[seat]
    cdef bint crosses
    measure(r, s, seat, &way)
    if way.far > s.actions * MOST_STEPS:
        return False
    for i in range(n):
        reach = reach_of(&r.card[s.hand[seat][i]], &crosses)
        crossing += crosses
        k = i                       # the longest first
        while k > 0 and reaches[k - 1] < reach:
            reaches[k] = reaches[k - 1]
            k -= 1
        reaches[k] = reach
    if way.behind > min(crossing, <int32_t>s.actions):
        return False
    for i in range(min(n, <int32_t>s.actions)):
        way.far -= reaches[i]
    return way.far <= 0


cdef bint wins(const table_t* table, const SeekState* s, int32_t seat,
               int32_t* left) noexcept nogil:
    """Can the seat in turn win from here by plays alone? No, if no try is left to find out."""
    cdef move_t moves[MOST_LISTED]
    cdef SeekState after
    cdef int32_t i, n
    if s.phase == PHASE_OVER:
        return s.winner == seat
    if s.in_turn != seat or not may_reach(rules_of(table), s, seat):
        return False
    n = legal_moves(table, s, moves)
    for i in range(n):
        if left[0] == 0:
            return False
        if s.phase != PHASE_MENU or kind_of(moves[i]) == PLAY:
            left[0] -= 1
            after = s[0]
            apply(table, &after, moves[i])
            if wins(table, &after, seat, left):
                return True
    return False


cdef int32_t winning_move(const view_t* view, const move_t* moves, int32_t n_moves,
                          int32_t* sure) noexcept nogil:
    """A move after which plays alone win this turn, or NONE; `sure`: 1 if everything was tried."""
    cdef const SeekState* s = <const SeekState*>view.state
    cdef SeekState after
    cdef int32_t i, left = MOST_TRIED
    sure[0] = 1
    if not may_reach(rules_of(view.table), s, view.seat):
        return NONE
    for i in range(n_moves):
        if s.phase != PHASE_MENU or kind_of(moves[i]) == PLAY:
            after = s[0]
            apply(view.table, &after, moves[i])
            if wins(view.table, &after, view.seat, &left):
                return i
    sure[0] = left > 0
    return NONE
