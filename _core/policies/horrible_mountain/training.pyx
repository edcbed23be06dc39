"""What Horrible Mountain's expert learns from: moves, and who won."""
from libc.stdint cimport int32_t, uint16_t

from analyzer._core.contract cimport MAX_MOVES, WHOLE_WIN, move_t, result_t, table_t, view_t
from analyzer._core.games.horrible_mountain.state cimport PLACE, kind_of
from analyzer._core.nn.training cimport TrainingTask
from analyzer._core.policies.horrible_mountain.evaluation cimport (
    UNJUDGED, foresee, gather_knowledge, judge_exactly, knowledge_t, outcome_t,
)
from analyzer._core.policies.horrible_mountain.feature_index cimport (
    ALL_ROWS, COMMON_ROWS, CUBE_ROWS, MOVE_ROWS, OWN_ROWS, SUIT_ROWS, cubes_t, features_t,
    is_late, read_cube_features, read_features, read_hand_features, read_suits,
)
from analyzer._core.policies.horrible_mountain.weights cimport END_ROWS, table_of_net


cdef int32_t see(const view_t* view, move_t move, int32_t* net, uint16_t* rows) noexcept nogil:
    cdef int32_t own[OWN_ROWS]
    cdef int32_t suits[SUIT_ROWS]
    cdef cubes_t cubes
    cdef features_t features
    cdef outcome_t out
    cdef knowledge_t knowledge
    cdef int32_t i, n_suits
    net[0] = 0
    if kind_of(move) == PLACE:
        return 0
    gather_knowledge(view, True, &knowledge)
    foresee(knowledge.s, knowledge.me, move, &out)
    if judge_exactly(&knowledge, &out, move) != UNJUDGED:
        return 0
    read_features(&knowledge, &features)
    read_cube_features(&features, &out, is_late(&features, &out), &cubes)
    read_hand_features(&features, &cubes, &out, move, own)
    for i in range(COMMON_ROWS):
        rows[i] = <uint16_t>features.common[out.off_pile][i]
    for i in range(CUBE_ROWS):
        rows[COMMON_ROWS + i] = <uint16_t>cubes.rows[i]
    for i in range(OWN_ROWS):
        rows[COMMON_ROWS + CUBE_ROWS + i] = <uint16_t>own[i]
    n_suits = read_suits(&features, &cubes, &out, suits)
    for i in range(n_suits):
        rows[MOVE_ROWS + i] = <uint16_t>suits[i]
    return MOVE_ROWS + n_suits


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
