"""Horrible Mountain's expert.

It asks a small net how likely it is to win after each move, and takes the best. What the net sees
is in horrible_mountain_rows.pxd, what it has learnt in horrible_mountain_table.pyx, and how is told
there. A move that surely ends the game is judged exactly, by what is known of the other hand.

A swap of cards that brings no suit closer together is this game's way to wait. It is made where it
is best, but not after LAST_WAIT turns, so that no game goes on for ever.
"""
from libc.stdint cimport int16_t, int32_t, uint32_t, uint64_t

from analyzer._core.contract cimport move_t, view_t
from analyzer._core.curves cimport curve_t, read_off, rising
from analyzer._core.games.horrible_mountain cimport (
    DISCARD, PLACE, STRAIGHT_FLUSH, SWAP_CARD, MountainRules, hand_index, kind_of,
)
from analyzer._core.nets cimport FULL, answer, cut_off, row_of, row_sum, sum_t, with_row
from analyzer._core.policies.horrible_mountain_mind cimport (
    SUIT, end_value, ends_game, foresee, knows_all, make_up_mind, mind_t, outcome_t, popcount, won,
)
from analyzer._core.policies.horrible_mountain_rows cimport (
    ALL_ROWS, COMMON_ROWS, CUBE_ROWS, LAST_WAIT, OWN_ROWS, cubes_t, is_late, key_of, look,
    look_at_cubes, look_at_hand, sight_t,
)
from analyzer._core.policies.horrible_mountain_table cimport (
    LOGIT_UNIT, ROW_BASE, ROW_LEVEL, ROW_WINS, table_of_net,
)
from analyzer._core.rng cimport rng_below, rng_t

cdef const int16_t* TABLE = table_of_net()
cdef const curve_t* RISE = rising()


ctypedef struct expert_t:       # parameters, in the order of the policy's table
    double memory


ctypedef struct eyes_t:         # what it sees, and what its net has made of that so far
    sight_t sight
    cubes_t cubes               # after the move looked at last
    sum_t common[2]             # by cards taken off the Draw Pile: what all moves share,
    sum_t with_cubes[2]         # ... with `cubes`


cdef bint waits(const mind_t* m, const outcome_t* out) noexcept nogil:
    """A swap that brings no suit closer together."""
    cdef int32_t suit, most = 0, before = 0
    for suit in range(4):
        most = max(most, popcount(out.hand & SUIT << suit))
        before = max(before, popcount(m.s.hand[m.me] & SUIT << suit))
    return most <= before


cdef bint makes_flush(const mind_t* m, const outcome_t* out) noexcept nogil:
    """A straight flush, and there was none."""
    cdef const MountainRules* r = m.r
    return (r.hands.line[hand_index(r, out.hand)] == STRAIGHT_FLUSH
            and r.hands.line[hand_index(r, m.s.hand[m.me])] != STRAIGHT_FLUSH)


cdef inline sum_t with_rows(sum_t total, const int32_t* rows, int32_t n) noexcept nogil:
    cdef int32_t i
    for i in range(n):
        total = with_row(total, row_of(TABLE, rows[i]))
    return total


cdef inline void open_eyes(const mind_t* mind, eyes_t* eyes) noexcept nogil:
    cdef int32_t off
    look(mind, &eyes.sight)
    eyes.cubes.key = 0          # no places are like that: each cube has its own
    for off in range(2):
        eyes.common[off] = with_rows(
            row_sum(row_of(TABLE, ALL_ROWS + ROW_BASE)), eyes.sight.common[off], COMMON_ROWS)


cdef double ask_net(eyes_t* eyes, const outcome_t* out, move_t move) noexcept nogil:
    cdef const int16_t* end = row_of(TABLE, ALL_ROWS)
    cdef int32_t rows[OWN_ROWS]
    cdef bint late = is_late(&eyes.sight, out)
    cdef uint64_t key = key_of(out, late)
    cdef sum_t total
    cdef int32_t i
    if key != eyes.cubes.key:
        look_at_cubes(&eyes.sight, out, late, &eyes.cubes)
        eyes.cubes.key = key
        for i in range(2):
            eyes.with_cubes[i] = with_rows(eyes.common[i], eyes.cubes.rows, CUBE_ROWS)
    look_at_hand(&eyes.sight, &eyes.cubes, out, move, rows)
    total = with_rows(eyes.with_cubes[out.off_pile], rows, OWN_ROWS)
    i = answer(cut_off(total, FULL), row_of(end, ROW_WINS)) + row_of(end, ROW_LEVEL)[0]
    return read_off(RISE, i * (1.0 / LOGIT_UNIT))


cdef double judge_exactly(const mind_t* m, const outcome_t* out, move_t move) noexcept nogil:
    """The chance to win where it is known: below 0 if the move must not be made, above 1 if nothing
    is better. UNJUDGED: ask the net."""
    cdef int32_t kind = kind_of(move)
    if kind == SWAP_CARD:
        if makes_flush(m, out):
            return 2
        if m.s.turn_no >= LAST_WAIT and waits(m, out):
            return -1
    if ends_game(m, out):
        return end_value(m, out)
    if kind == DISCARD and m.s.runs >= m.r.rule.run_outs and knows_all(m):
        return won(m, out, out.hand, m.s.known[1 - m.me])
    return UNJUDGED


cdef double chance_of(eyes_t* eyes, move_t move) noexcept nogil:
    cdef const mind_t* m = eyes.sight.m
    cdef outcome_t out
    cdef double chance
    foresee(m.s, m.me, move, &out)
    chance = judge_exactly(m, &out, move)
    return ask_net(eyes, &out, move) if chance == UNJUDGED else chance


cdef int32_t choose_expert(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    cdef mind_t mind
    cdef eyes_t eyes
    cdef double chance, best = -2
    cdef int32_t i, chosen = 0
    if kind_of(moves[0]) == PLACE:
        return <int32_t>rng_below(rng, <uint32_t>n_moves)
    make_up_mind(view, (<const expert_t*>params).memory != 0, &mind)
    open_eyes(&mind, &eyes)
    for i in range(n_moves):
        chance = chance_of(&eyes, moves[i])
        if chance > best:
            best, chosen = chance, i
    return chosen
