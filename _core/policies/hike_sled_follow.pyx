"""hike-sled's expert in the race: it follows the plan of its turn (hike_sled_day.pyx).

The plan depends only on the state at the beginning of the turn, which any state of the turn still
shows. So the plan can be kept in the scratch for one turn, or made again: the choices are the same.
"""
from libc.stdint cimport int32_t
from libc.string cimport memcmp

from analyzer._core.contract cimport move_t, view_t
from analyzer._core.games.hike_sled cimport (
    CUSTOM, MOVE_CARE, MOVE_DOUBLE_CARE, MOVE_ENTER, MOVE_GO_ON, MOVE_PAY, MOVE_REFUSE, MOVE_REST,
    MOVE_STOP, MOVE_USE, N_TERRAINS, PHASE_EQUIPMENT_FIELD, PHASE_GO_ON, PHASE_RACE, SledRules,
    SledState, bit, has, rules_of,
)
from analyzer._core.policies.hike_sled_day cimport (
    MEETS_PAY, MEETS_REFUSE, STEP_CARE, STEP_DOUBLE_CARE, STEP_USE, plan_day, plan_t, step_t,
    where_t,
)


cdef where_t at_dawn(const SledState* s, int32_t seat) noexcept nogil:
    """The state in which the turn began."""
    return where_t(field=s.turn_field, tired=0, resting=s.turn_resting,
                   single=s.single[seat] + s.turn_single, double_=s.double_[seat] + s.turn_double,
                   equipment=s.equipment[seat] + s.turn_equipment)


cdef where_t at_present(const SledState* s, int32_t seat) noexcept nogil:
    return where_t(field=s.field[seat], tired=s.tired[seat], resting=s.resting[seat],
                   single=s.single[seat], double_=s.double_[seat], equipment=s.equipment[seat])


cdef inline bint same(const where_t* a, const where_t* b) noexcept nogil:
    return memcmp(a, b, sizeof(where_t)) == 0


cdef const step_t* step_at(const plan_t* plan, const where_t* now) noexcept nogil:
    """The step that leaves this state, or NULL."""
    cdef int32_t i
    for i in range(plan.n):
        if same(&plan.steps[i].before, now):
            return &plan.steps[i]
    return NULL


cdef const step_t* step_in_use(const plan_t* plan, const SledState* s, int32_t seat) noexcept nogil:
    """The use in which an equipment field was met, or NULL."""
    cdef int32_t i
    cdef const step_t* step
    for i in range(plan.n):
        step = &plan.steps[i]
        if (step.kind == STEP_USE and step.what % CUSTOM == s.using
                and step.before.tired & ~s.resting[seat] == s.tired[seat] & ~bit(s.using)
                and step.before.resting == s.resting[seat] & ~step.victims
                and step.before.single == s.single[seat]
                and step.before.double_ == s.double_[seat]):
            return step
    return NULL


cdef inline int32_t find(const move_t* moves, int32_t n_moves, move_t wanted) noexcept nogil:
    """The place of a move; 0 if it is not there."""
    cdef int32_t i
    for i in range(n_moves):
        if moves[i] == wanted:
            return i
    return 0


cdef move_t move_of(const step_t* step) noexcept nogil:
    if step.kind == STEP_USE:
        return MOVE_USE + step.what
    if step.kind == STEP_CARE:
        return MOVE_CARE + step.what
    if step.kind == STEP_DOUBLE_CARE:
        return MOVE_DOUBLE_CARE + step.what
    return MOVE_STOP


cdef move_t at_field(const SledState* s, int32_t seat, const step_t* step) noexcept nogil:
    """HS-45, HS-46: as planned; if nothing was planned, pay."""
    cdef int32_t met
    if step == NULL:
        return MOVE_PAY if s.equipment[seat] else MOVE_ENTER
    met = step.meets[1 if step.before.equipment > s.equipment[seat] else 0]
    return MOVE_PAY if met == MEETS_PAY else MOVE_REFUSE if met == MEETS_REFUSE else MOVE_ENTER


cdef int32_t victim(const SledRules* r, const SledState* s, int32_t seat, const step_t* step,
                    const move_t* moves, int32_t n_moves) noexcept nogil:
    """HS-47: as planned; if nothing was planned, the fewest points."""
    cdef int32_t i, best = 0
    for i in range(n_moves):
        if step != NULL and has(step.victims, moves[i] - MOVE_REST):
            return i
        if (r.points[s.sled[seat][moves[i] - MOVE_REST]][N_TERRAINS]
                < r.points[s.sled[seat][moves[best] - MOVE_REST]][N_TERRAINS]):
            best = i
    return best


cdef int32_t choose_race(const view_t* view, const move_t* moves, int32_t n_moves) noexcept nogil:
    """Follows the plan of the turn; where play has left it, a plan from there on."""
    cdef const SledRules* r = rules_of(view.table)
    cdef const SledState* s = <const SledState*>view.state
    cdef plan_t* plan = <plan_t*>view.scratch
    cdef plan_t other
    cdef where_t start = at_dawn(s, view.seat), now = at_present(s, view.seat)
    cdef const step_t* step
    if s.phase == PHASE_GO_ON:
        return find(moves, n_moves, MOVE_GO_ON)
    if plan.race_day != s.race_day:
        plan_day(r, s, view.seat, view.table.n_seats, &start, s.turn_open, plan)
        plan.race_day = s.race_day
    if s.phase == PHASE_RACE:
        step = step_at(plan, &now)
        if step == NULL:
            plan_day(r, s, view.seat, view.table.n_seats, &now, s.open_card[view.seat], &other)
            step = &other.steps[0]
        return find(moves, n_moves, move_of(step))
    step = step_in_use(plan, s, view.seat)
    if s.phase == PHASE_EQUIPMENT_FIELD:
        return find(moves, n_moves, at_field(s, view.seat, step))
    return victim(r, s, view.seat, step, moves, n_moves)
