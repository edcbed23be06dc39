"""Policies of hike-sled. They read of a state only what their seat can see. `greedy` is here;
`expert` has files of its own."""
from libc.stdint cimport int32_t, uint32_t, uint8_t

from analyzer._core.contract cimport move_t, native, view_t
from analyzer._core.games.hike_sled.state cimport (
    CUSTOM, KIND, MOVE_CARE, MOVE_DOUBLE_CARE, MOVE_ENTER, MOVE_GIVE_HAND, MOVE_GIVE_SLED,
    MOVE_LOSE, MOVE_MENTOR, MOVE_NO_BONUS, MOVE_PAY, MOVE_PLACE, MOVE_PUT_IN, MOVE_REFUSE,
    MOVE_REST, MOVE_REVEAL_NO_MORE, MOVE_RUN_AWAY, MOVE_STOP, MOVE_STOP_HERE, MOVE_SWAP,
    MOVE_TO_HAND, MOVE_TO_SLED, MOVE_UPGRADE_NO_MORE, MOVE_USE, MOVE_WAIT, NEEDS_EQUIPMENT,
    N_TERRAINS, PHASE_SWAP_WITH, TERRAIN, YOUNGSTER, SledRules, SledState, fitting_anywhere,
    rules_of,
)
from analyzer._core.policies.hike_sled.expert import EXPERT
from analyzer._core.rng cimport rng_below, rng_t


cdef int32_t points_named(const SledRules* r, int32_t name) noexcept nogil:
    """Points of the husky that a move names; of a youngster, or another card, none."""
    return r.points[name + 1][N_TERRAINS] if name < r.n_huskies else 0


cdef int32_t points_at(const SledRules* r, const SledState* s, int32_t seat,
                       int32_t spot) noexcept nogil:
    return r.points[s.sled[seat][spot]][N_TERRAINS]


cdef int32_t walk_of(const SledRules* r, const SledState* s, int32_t seat, int32_t spot,
                     int32_t custom) noexcept nogil:
    """Fields that a husky would move from here, up to a field that needs equipment."""
    cdef uint8_t left[N_TERRAINS]
    cdef int32_t i, field = s.field[seat]
    for i in range(N_TERRAINS):
        left[i] = r.points[s.sled[seat][spot]][i] + (i + 1 == custom)
    while field < s.last and left[s.track[field] & TERRAIN]:
        left[s.track[field] & TERRAIN] -= 1
        field += 1
        if s.track[field - 1] & NEEDS_EQUIPMENT:
            break
    return field - s.field[seat]


cdef int32_t wish(const SledRules* r, const SledState* s, int32_t seat,
                  move_t move) noexcept nogil:
    """How much greedy wants a move: it fills the sled with many points, declares, and runs."""
    cdef int32_t what = move % KIND, kind = move - what
    if kind == MOVE_TO_SLED or kind == MOVE_PUT_IN:
        return 200 + points_named(r, what)
    if kind == MOVE_PLACE:
        return 100 + points_named(r, what)
    if kind == MOVE_TO_HAND:
        return 50 if what > YOUNGSTER else points_named(r, what)
    if kind == MOVE_SWAP or kind == MOVE_NO_BONUS or kind == MOVE_WAIT or kind == MOVE_STOP:
        return -1
    if kind == MOVE_MENTOR:     # if nothing fits
        return -1 if fitting_anywhere(r, s, seat) & (s.centre | s.hand[seat]) else 1
    if kind == MOVE_GIVE_HAND:
        return 10 - points_named(r, what)
    if kind == MOVE_GIVE_SLED or kind == MOVE_LOSE or kind == MOVE_REST:
        return -points_at(r, s, seat, what)
    if kind == MOVE_RUN_AWAY:
        return points_named(r, what)
    if move >= MOVE_CARE and move < MOVE_DOUBLE_CARE:
        return walk_of(r, s, seat, what, 0)
    if move >= MOVE_DOUBLE_CARE and move < MOVE_PAY:
        return walk_of(r, s, seat, what, 0) + walk_of(r, s, seat, what + r.columns, 0)
    if kind == MOVE_PAY:
        return 2
    if kind == MOVE_ENTER:
        return 1
    if kind == MOVE_REFUSE or kind == MOVE_STOP_HERE or kind == MOVE_REVEAL_NO_MORE or (
            kind == MOVE_UPGRADE_NO_MORE):
        return 0
    if move >= MOVE_USE and move < MOVE_CARE:
        return 10 + walk_of(r, s, seat, what % CUSTOM, what // CUSTOM)
    return 1                    # a bonus, a declaration, an upgrade, the first of equal ones


cdef int32_t choose_greedy(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    cdef const SledRules* r = rules_of(view.table)
    cdef const SledState* s = <const SledState*>view.state
    cdef int32_t i, best = 0, most = -2147483647, value
    if s.phase == PHASE_SWAP_WITH:
        return <int32_t>rng_below(rng, <uint32_t>n_moves)   # no seat is better by its number
    for i in range(n_moves):
        value = wish(r, s, view.seat, moves[i])
        if value > most:
            best, most = i, value
    return best


POLICIES = (
    EXPERT,
    native("greedy",
           "Fills the sled with the huskies that carry most points, declares as soon as it can, "
           "and runs the husky that gets furthest.", choose_greedy),
)
