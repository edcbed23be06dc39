"""What Horrible Mountain's expert learns from: moves, and who won."""
from libc.stdint cimport int32_t, uint16_t

from analyzer._core.contract cimport MAX_MOVES, WHOLE_WIN, move_t, result_t, table_t, view_t
from analyzer._core.games.horrible_mountain cimport PLACE, kind_of
from analyzer._core.lessons cimport Lesson
from analyzer._core.policies.horrible_mountain_expert cimport UNJUDGED, judge_exactly
from analyzer._core.policies.horrible_mountain_mind cimport (
    foresee, make_up_mind, mind_t, outcome_t,
)
from analyzer._core.policies.horrible_mountain_rows cimport (
    ALL_ROWS, COMMON_ROWS, CUBE_ROWS, MOVE_ROWS, OWN_ROWS, cubes_t, is_late, look, look_at_cubes,
    look_at_hand, sight_t,
)
from analyzer._core.policies.horrible_mountain_table cimport END_ROWS, table_of_net


cdef int32_t see(const view_t* view, move_t move, int32_t* net, uint16_t* rows) noexcept nogil:
    cdef int32_t own[OWN_ROWS]
    cdef cubes_t cubes
    cdef sight_t sight
    cdef outcome_t out
    cdef mind_t mind
    cdef int32_t i
    net[0] = 0
    if kind_of(move) == PLACE:
        return 0
    make_up_mind(view, True, &mind)
    foresee(mind.s, mind.me, move, &out)
    if judge_exactly(&mind, &out, move) != UNJUDGED:
        return 0
    look(&mind, &sight)
    look_at_cubes(&sight, &out, is_late(&sight, &out), &cubes)
    look_at_hand(&sight, &cubes, &out, move, own)
    for i in range(COMMON_ROWS):
        rows[i] = <uint16_t>sight.common[out.off_pile][i]
    for i in range(CUBE_ROWS):
        rows[COMMON_ROWS + i] = <uint16_t>cubes.rows[i]
    for i in range(OWN_ROWS):
        rows[COMMON_ROWS + CUBE_ROWS + i] = <uint16_t>own[i]
    return MOVE_ROWS


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
