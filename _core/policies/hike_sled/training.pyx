"""What hike-sled's expert learns from: turns of Preparations, and who won."""
from libc.stdint cimport int32_t, uint16_t, uint32_t

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport MAX_MOVES, WHOLE_WIN, move_t, result_t, table_t, view_t
from analyzer._core.games.hike_sled.state cimport (
    KIND, MOVE_BONUS_HAND, MOVE_NO_BONUS, MOVE_PASS, MOVE_PLACE, MOVE_TO_HAND, MOVE_TO_SLED,
    PHASE_ACTION, PHASE_BONUS, PHASE_SPOT, SledState, bit, fitting, one, popcount,
)
from analyzer._core.nn.training cimport TrainingTask
from analyzer._core.policies.hike_sled.build cimport copy_sled, sled_t
from analyzer._core.policies.hike_sled.prospects cimport (
    ALL_ROWS, CARD_ROWS, SLED_ROWS, any_of, look_around, may_add_youngster, prospects_t, put,
    read_cards, read_sled, take_to_hand, use_husky,
)
from analyzer._core.policies.hike_sled.weights cimport END_ROWS, table_of_net


cdef bint act(prospects_t* p, sled_t* sled, move_t move) noexcept nogil:
    """An action. False: another decision comes of it."""
    cdef int32_t what = move % KIND, kind = move - what, husky = any_of(p.look.r, what), spot
    cdef uint32_t free = sled.free, spots = 0
    if kind == MOVE_TO_HAND:
        take_to_hand(p, what)
    if kind == MOVE_TO_HAND or kind == MOVE_PASS:
        return True
    if kind != MOVE_TO_SLED and kind != MOVE_PLACE:
        return False
    while free:
        spot = ctz(free)
        free &= free - 1
        if fitting(p.look.r, sled.spot, spot) & one(husky):
            spots |= bit(spot)
    if popcount(spots) != 1:
        return False
    use_husky(p, husky, kind == MOVE_TO_SLED)
    put(sled, husky, ctz(spots))
    return True


cdef bint ends_turn(prospects_t* p, sled_t* sled, move_t move) noexcept nogil:
    """Makes a move. False: what comes next is not a turn of others, or a declaration."""
    cdef const SledState* s = p.s
    if s.phase == PHASE_BONUS:
        if move != MOVE_NO_BONUS:
            use_husky(p, p.look.r.n_huskies, move < MOVE_BONUS_HAND)
            put(sled, p.look.r.n_huskies, move % KIND)
        return True
    if s.phase == PHASE_ACTION:
        if not act(p, sled, move):
            return False
    elif s.phase == PHASE_SPOT:
        use_husky(p, s.card, s.from_centre)
        put(sled, s.card, move % KIND)
    else:
        return False
    return not may_add_youngster(p, sled)


cdef int32_t see(const view_t* view, move_t move, int32_t* net, uint16_t* rows) noexcept nogil:
    cdef const SledState* s = <const SledState*>view.state
    cdef prospects_t prospects
    cdef sled_t sled
    cdef int32_t own[SLED_ROWS + CARD_ROWS]
    cdef int32_t i, n
    net[0] = 0
    if s.phase != PHASE_ACTION and s.phase != PHASE_SPOT and s.phase != PHASE_BONUS:
        return 0
    look_around(view.table, s, view.seat, &prospects)
    copy_sled(s, view.seat, &sled)
    if not ends_turn(&prospects, &sled, move):
        return 0
    n = read_sled(&prospects, &sled, own)
    n += read_cards(&prospects, popcount(sled.free), own + n)
    for i in range(n):
        rows[i] = <uint16_t>own[i]
    for i in range(prospects.n_common):
        rows[n + i] = <uint16_t>prospects.common[i]
    return n + prospects.n_common


cdef void tell(const table_t* table, const void* state, int32_t seat, float* told) noexcept nogil:
    """1 for a win; shared ones are parts of it."""
    cdef result_t result
    table.game.scores(table, state, &result)
    told[0] = <float>result.win[seat] / WHOLE_WIN


cdef TrainingTask make_task():
    cdef TrainingTask task = TrainingTask()
    task.c.n_nets = 1
    task.c.tables[0] = table_of_net()
    task.c.n_rows[0], task.c.end_rows[0] = ALL_ROWS, END_ROWS
    task.c.reach[0] = MAX_MOVES
    task.c.see, task.c.tell = see, tell
    return task


TASK = make_task()
