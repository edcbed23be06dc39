"""Horrible Mountain's expert.

It asks a small net how likely it is to win after each move, and takes the best. What the net sees
is in feature_index.pxd, what it has learnt in weights.pyx, and how is told
there. A move that surely ends the game is judged exactly, by what is known of the other hand.

A swap of cards that brings no suit closer together is this game's way to wait. It is made where it
is best, but not after LAST_WAIT turns, so that no game goes on for ever.
"""
from libc.stdint cimport int16_t, int32_t, uint32_t, uint64_t

from analyzer._core.contract cimport move_t, native, view_t
from analyzer._core.games.horrible_mountain.state cimport PLACE, kind_of
from analyzer._core.nn.network cimport FULL, answer, cut_off, row_of, row_sum, sum_t, with_row
from analyzer._core.nn.sigmoid cimport sigmoid_at, sigmoid_t, sigmoid_table
from analyzer._core.policies.horrible_mountain.evaluation cimport (
    UNJUDGED, foresee, gather_knowledge, judge_exactly, knowledge_t, outcome_t,
)
from analyzer._core.policies.horrible_mountain.feature_index cimport (
    ALL_ROWS, COMMON_ROWS, CUBE_ROWS, OWN_ROWS, SUIT_ROWS, cubes_t, features_t, is_late, key_of,
    read_cube_features, read_features, read_hand_features, read_suits,
)
from analyzer._core.policies.horrible_mountain.weights cimport (
    LOGIT_UNIT, ROW_BASE, ROW_LEVEL, ROW_WINS, table_of_net,
)
from analyzer._core.rng cimport rng_below, rng_t
from analyzer._core.ties cimport takes_over

cdef const int16_t* TABLE = table_of_net()
cdef const sigmoid_t* SIGMOID = sigmoid_table()


ctypedef struct expert_t:       # parameters, in the order of the policy's table
    double memory


ctypedef struct net_input_t:    # what it sees, and what its net has made of that so far
    features_t features
    cubes_t cubes               # after the move looked at last
    sum_t common[2]             # by cards taken off the Draw Pile: what all moves share,
    sum_t with_cubes[2]         # ... with `cubes`


cdef inline sum_t with_rows(sum_t total, const int32_t* rows, int32_t n) noexcept nogil:
    cdef int32_t i
    for i in range(n):
        total = with_row(total, row_of(TABLE, rows[i]))
    return total


cdef inline void prepare_inputs(const knowledge_t* knowledge, net_input_t* inputs) noexcept nogil:
    cdef int32_t off
    read_features(knowledge, &inputs.features)
    inputs.cubes.key = 0        # no places are like that: each cube has its own
    for off in range(2):
        inputs.common[off] = with_rows(
            row_sum(row_of(TABLE, ALL_ROWS + ROW_BASE)), inputs.features.common[off], COMMON_ROWS)


cdef double ask_net(net_input_t* inputs, const outcome_t* out, move_t move) noexcept nogil:
    cdef const int16_t* end = row_of(TABLE, ALL_ROWS)
    cdef int32_t rows[OWN_ROWS]
    cdef int32_t suits[SUIT_ROWS]
    cdef bint late = is_late(&inputs.features, out)
    cdef uint64_t key = key_of(out, late)
    cdef sum_t total
    cdef int32_t i
    if key != inputs.cubes.key:
        read_cube_features(&inputs.features, out, late, &inputs.cubes)
        inputs.cubes.key = key
        for i in range(2):
            inputs.with_cubes[i] = with_rows(inputs.common[i], inputs.cubes.rows, CUBE_ROWS)
    read_hand_features(&inputs.features, &inputs.cubes, out, move, rows)
    total = with_rows(inputs.with_cubes[out.off_pile], rows, OWN_ROWS)
    total = with_rows(total, suits, read_suits(
        &inputs.features, &inputs.cubes, out, suits))
    i = answer(cut_off(total, FULL), row_of(end, ROW_WINS)) + row_of(end, ROW_LEVEL)[0]
    return sigmoid_at(SIGMOID, i * (1.0 / LOGIT_UNIT))


cdef double chance_of(net_input_t* inputs, move_t move) noexcept nogil:
    cdef const knowledge_t* m = inputs.features.m
    cdef outcome_t out
    cdef double chance
    foresee(m.s, m.me, move, &out)
    chance = judge_exactly(m, &out, move)
    return ask_net(inputs, &out, move) if chance == UNJUDGED else chance


cdef int32_t choose_expert(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    """The coin decides between equal cards, slots and cubes. Of different actions that are as good,
    for instance if all win, it takes the first: to draw a card costs nothing."""
    cdef knowledge_t knowledge
    cdef net_input_t inputs
    cdef double chance, best = -2
    cdef int32_t i, chosen = 0, equal = 0
    if kind_of(moves[0]) == PLACE:
        return <int32_t>rng_below(rng, <uint32_t>n_moves)
    gather_knowledge(view, (<const expert_t*>params).memory != 0, &knowledge)
    prepare_inputs(&knowledge, &inputs)
    for i in range(n_moves):
        chance = chance_of(&inputs, moves[i])
        if takes_over(chance > best,
                      chance == best and kind_of(moves[i]) == kind_of(moves[chosen]), &equal, rng):
            best, chosen = chance, i
    return chosen


EXPERT = native(
    "expert", "Has learnt from games against itself how likely it is to win, and forgets no card.",
    choose_expert, {"memory": (1, 0, 1, "1 remembers every discard, 0 knows the top one only.")})
