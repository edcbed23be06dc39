"""Horrible Mountain's expert.

It asks a small net how likely it is to win after each move, and takes the best. What the net sees
is in horrible_mountain_rows.pxd, what it has learnt in horrible_mountain_table.pyx, and how is told
there. A move that surely ends the game is judged exactly, by what is known of the other hand.

A swap of cards that brings no suit closer together is this game's way to wait. It is made where it
is best, but not after LAST_WAIT turns, so that no game goes on for ever.
"""
from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t

from analyzer._core.contract cimport move_t, view_t
from analyzer._core.curves cimport curve_t, read_off, rising
from analyzer._core.games.horrible_mountain cimport (
    DISCARD, PLACE, STRAIGHT_FLUSH, SWAP_CARD, hand_index, kind_of,
)
from analyzer._core.nets cimport FULL, answer, cut_off, row_of, row_sum, sum_t, with_row
from analyzer._core.policies.horrible_mountain_mind cimport (
    SUIT, end_value, ends_game, foresee, knows_all, make_up_mind, mind_t, outcome_t, popcount, won,
)
from analyzer._core.policies.horrible_mountain_rows cimport (
    ALL_ROWS, LAST_WAIT, MOVE_ROWS, list_rows,
)
from analyzer._core.policies.horrible_mountain_table cimport (
    LOGIT_UNIT, ROW_BASE, ROW_LEVEL, ROW_WINS, table_of_net,
)
from analyzer._core.rng cimport rng_below, rng_t

cdef const int16_t* TABLE = table_of_net()
cdef const curve_t* RISE = rising()


ctypedef struct expert_t:       # parameters, in the order of the policy's table
    double memory


cdef bint waits(const mind_t* m, const outcome_t* out) noexcept nogil:
    """A swap that brings no suit closer together."""
    cdef int32_t suit, most = 0, before = 0
    for suit in range(4):
        most = max(most, popcount(out.hand & SUIT << suit))
        before = max(before, popcount(m.s.hand[m.me] & SUIT << suit))
    return most <= before


cdef bint makes_flush(const mind_t* m, const outcome_t* out) noexcept nogil:
    """A straight flush, and there was none."""
    cdef const uint8_t* line = m.r.hands.line
    return (line[hand_index(m.r, out.hand)] == STRAIGHT_FLUSH
            and line[hand_index(m.r, m.s.hand[m.me])] != STRAIGHT_FLUSH)


cdef double ask_net(const mind_t* m, const outcome_t* out, move_t move) noexcept nogil:
    cdef int32_t rows[MOVE_ROWS]
    cdef const int16_t* end = row_of(TABLE, ALL_ROWS)
    cdef sum_t total = row_sum(row_of(end, ROW_BASE))
    cdef int32_t i
    for i in range(list_rows(m, out, move, rows)):
        total = with_row(total, row_of(TABLE, rows[i]))
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


cdef double chance_of(const mind_t* m, move_t move) noexcept nogil:
    cdef outcome_t out
    cdef double chance
    foresee(m.s, m.me, move, &out)
    chance = judge_exactly(m, &out, move)
    return ask_net(m, &out, move) if chance == UNJUDGED else chance


cdef int32_t choose_expert(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    cdef mind_t mind
    cdef double chance, best = -2
    cdef int32_t i, chosen = 0
    if kind_of(moves[0]) == PLACE:
        return <int32_t>rng_below(rng, <uint32_t>n_moves)
    make_up_mind(view, (<const expert_t*>params).memory != 0, &mind)
    for i in range(n_moves):
        chance = chance_of(&mind, moves[i])
        if chance > best:
            best, chosen = chance, i
    return chosen
