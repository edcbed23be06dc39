"""Policies for Hike. They read only what their seat can see: the own hand, the sizes of the others,
the pile and whatever lies face up. `expert` has its own file."""
from libc.stdint cimport int32_t, uint64_t

from analyzer._core.contract cimport move_t, native, view_t
from analyzer._core.games.hike.state cimport (
    FIRST_SPECIALTY, MOVE_CARD, MOVE_DECLINE, N_SUITS, PHASE_CAPTURE, PHASE_WORM_BIRD, HikeRules,
    HikeState, rules_of,
)
from analyzer._core.policies.hike.expert import EXPERT
from analyzer._core.policies.hike.hands cimport (
    EVERY_SUIT, closed_to, plant_all, suited_cards, suits_of, unit_of,
)
from analyzer._core.rng cimport rng_t

cdef enum:
    NEVER = -1000000000


cdef int32_t choose_greedy(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    """Of the cards kept, a specialty counts 7, a suit 1, each exposed suit they can follow 1."""
    cdef const HikeRules* r = rules_of(view.table)
    cdef const HikeState* s = <const HikeState*>view.state
    cdef uint64_t hand, tops
    cdef int32_t i, options, best = 0, most = NEVER
    if s.phase == PHASE_CAPTURE or s.phase == PHASE_WORM_BIRD:
        return 0                # the first move captures The Worm, with a Bird if there is one
    if s.phase > PHASE_CAPTURE:
        return plant_all(view, n_moves)
    for i in range(n_moves):
        if moves[i] == MOVE_DECLINE:
            break
        hand = s.hand[view.seat] - unit_of(r, moves[i])
        tops = suits_of(hand)
        options = N_SUITS - closed_to(r, tops, EVERY_SUIT) + suited_cards(tops >> 5)
        if moves[i] >= FIRST_SPECIALTY and moves[i] < MOVE_CARD:
            options -= N_SUITS  # one specialty less than by a suited card
        if options > most:
            best, most = i, options
    return best


POLICIES = (
    native("greedy", "Keeps specialties and as many suits as it can, so doubles go first.",
           choose_greedy),
    EXPERT,
)
