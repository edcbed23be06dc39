"""What Horrible Mountain's expert learns from: moves, and who won."""
from libc.stdint cimport int32_t, uint16_t

from analyzer._core.contract cimport MAX_MOVES, WHOLE_WIN, move_t, result_t, table_t, view_t
from analyzer._core.games.horrible_mountain cimport PLACE, kind_of
from analyzer._core.lessons cimport Lesson
from analyzer._core.policies.horrible_mountain_expert cimport UNJUDGED, judge_exactly
from analyzer._core.policies.horrible_mountain_mind cimport (
    foresee, make_up_mind, mind_t, outcome_t,
)
from analyzer._core.policies.horrible_mountain_rows cimport ALL_ROWS, MOVE_ROWS, list_rows
from analyzer._core.policies.horrible_mountain_table cimport END_ROWS, table_of_net


cdef int32_t see(const view_t* view, move_t move, int32_t* net, uint16_t* rows) noexcept nogil:
    cdef int32_t listed[MOVE_ROWS]
    cdef outcome_t out
    cdef mind_t mind
    cdef int32_t i, n
    net[0] = 0
    if kind_of(move) == PLACE:
        return 0
    make_up_mind(view, True, &mind)
    foresee(mind.s, mind.me, move, &out)
    if judge_exactly(&mind, &out, move) != UNJUDGED:
        return 0
    n = list_rows(&mind, &out, move, listed)
    for i in range(n):
        rows[i] = <uint16_t>listed[i]
    return n


cdef void tell(const table_t* table, const void* state, int32_t seat, float* told) noexcept nogil:
    """1 for a win; shared ones are parts of it."""
    cdef result_t result
    table.game.scores(table, state, &result)
    told[0] = <float>result.win[seat] / WHOLE_WIN


cdef Lesson make_lesson():
    cdef Lesson lesson = Lesson()
    lesson.c.n_nets = 1
    lesson.c.tables[0] = table_of_net()
    lesson.c.n_rows[0], lesson.c.end_rows[0] = ALL_ROWS, END_ROWS
    lesson.c.reach[0] = MAX_MOVES
    lesson.c.see, lesson.c.tell = see, tell
    return lesson


LESSON = make_lesson()
