"""Policies of horrible-mountain. `expert` has its own file."""
from libc.stdint cimport int32_t, uint32_t

from analyzer._core.contract cimport move_t, native, view_t
from analyzer._core.games.horrible_mountain.state cimport (
    PLACE, PUT_NEXT, PUT_ON_TOP, SPECIAL, MountainRules, MountainState, hand_index, kind_of,
    rules_of,
)
from analyzer._core.policies.horrible_mountain.evaluation cimport (
    cube_worth, foresee, outcome_t, popcount,
)
from analyzer._core.policies.horrible_mountain.expert import EXPERT
from analyzer._core.rng cimport rng_t
from analyzer._core.ties cimport takes_over


cdef int32_t best_points(const MountainRules* r, uint32_t hand) noexcept nogil:
    """Of a hand, or of the best that is left of one over the limit."""
    cdef uint32_t rest = hand
    cdef int32_t best = -1000
    if popcount(hand) <= r.rule.hand_limit:
        return r.hands.points[hand_index(r, hand)]
    while rest:
        best = max(best, r.hands.points[hand_index(r, hand & ~(rest & (0 - rest)))])
        rest &= rest - 1
    return best


cdef double greedy_value(const MountainRules* r, const MountainState* s, int32_t me,
                         move_t move) noexcept nogil:
    cdef outcome_t out
    cdef double worth
    cdef int32_t kind = kind_of(move)
    if kind == PLACE or kind == PUT_ON_TOP or kind == PUT_NEXT:
        return 0
    foresee(s, me, move, &out)
    worth = best_points(r, out.hand) + cube_worth(r, s, &out, 0)
    # Half a point for a card to come: it decides between moves that gain nothing.
    if out.unknown or (kind == SPECIAL and me != s.evil_master):
        worth += 0.5
    return worth


cdef int32_t choose_greedy(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    cdef const MountainRules* r = rules_of(view.table)
    cdef const MountainState* s = <const MountainState*>view.state
    cdef double value, best = -1e9
    cdef int32_t i, chosen = 0, equal = 0
    for i in range(n_moves):
        value = greedy_value(r, s, view.seat, moves[i])
        if takes_over(value > best, value == best, &equal, rng):
            best, chosen = value, i
    return chosen


POLICIES = (
    native("greedy", "The action that leaves it with the most points at once, or else a draw.",
           choose_greedy),
    EXPERT,
)
