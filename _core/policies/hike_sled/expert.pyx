"""hike-sled's expert. In Preparations it asks a small net how likely it is to win with each sled
that an action and a bonus could make. What the net sees is in prospects.pyx, what it has learnt in
weights.pyx, and how is told there. In the race it follows the plan of its turn (day.pyx).

The plan depends only on the state at the beginning of the turn, which any state of the turn still
shows. So the plan can be kept in the scratch for one turn, or made again: the choices are the same.
"""
from libc.stdint cimport int16_t, int32_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memcmp

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport move_t, native, table_t, view_t
from analyzer._core.games.hike_sled.state cimport (
    CUSTOM, KIND, MOVE_BONUS_HAND, MOVE_CARE, MOVE_DOUBLE_CARE, MOVE_ENTER, MOVE_GIVE_HAND,
    MOVE_GO_ON, MOVE_KEEP, MOVE_PAY, MOVE_PLACE, MOVE_REFUSE, MOVE_REST, MOVE_STOP,
    MOVE_SWAP, MOVE_TO_HAND, MOVE_TO_SLED, MOVE_USE, NO_SPOT, N_SPOTS, N_TERRAINS, PHASE_ACTION,
    PHASE_BONUS, PHASE_EQUIPMENT_FIELD, PHASE_GIVE, PHASE_GO_ON, PHASE_LOSE, PHASE_MENTOR,
    PHASE_PUT_IN, PHASE_RACE, PHASE_RECEIVE, PHASE_RUN_AWAY, PHASE_SPOT, PHASE_SWAP_WITH,
    PHASE_UPGRADE, SledRules, SledState, bit,
    custom_terrains, fitting, has, one, popcount, rules_of, youngsters_in,
)
from analyzer._core.nn.network cimport FULL, answer, cut_off, row_of, row_sum, sum_t, with_row
from analyzer._core.policies.hike_sled.build cimport (
    copy_sled, days_by_terrain, outlook_t, sled_t, supply_of,
)
from analyzer._core.policies.hike_sled.day cimport (
    MEETS_PAY, MEETS_REFUSE, STEP_CARE, STEP_DOUBLE_CARE, STEP_USE, plan_day, plan_t, step_t,
    where_t,
)
from analyzer._core.policies.hike_sled.prospects cimport (
    ALL_ROWS, CARD_ROWS, SLED_ROWS, any_of, lift, look_around, may_add_youngster, prospects_t, put,
    read_cards, read_sled, take_to_hand, use_husky,
)
from analyzer._core.policies.hike_sled.weights cimport ROW_BASE, ROW_LEVEL, ROW_WINS, table_of_net
from analyzer._core.rng cimport rng_t
from analyzer._core.ties cimport takes_over


# --- Preparations --------------------------------------------------------------------------------

cdef const int16_t* TABLE = table_of_net()

cdef enum:
    NEVER = -2147483647


cdef void prepare(const table_t* table, const SledState* s, int32_t seat,
                  prospects_t* p) noexcept nogil:
    cdef int32_t i
    look_around(table, s, seat, p)
    p.base = row_sum(row_of(TABLE, ALL_ROWS + ROW_BASE))
    for i in range(p.n_common):
        p.base = with_row(p.base, row_of(TABLE, p.common[i]))
    p.free, p.young_at = -1, NO_SPOT


cdef void add_cards(prospects_t* p, int32_t free) noexcept nogil:
    cdef int32_t rows[CARD_ROWS]
    cdef int32_t i
    p.free, p.with_cards = free, p.base
    for i in range(read_cards(p, free, rows)):
        p.with_cards = with_row(p.with_cards, row_of(TABLE, rows[i]))


cdef int32_t worth(prospects_t* p, const sled_t* sled) noexcept nogil:
    """The more the better: how likely it is to win with this sled, as a logit."""
    cdef const int16_t* end = row_of(TABLE, ALL_ROWS)
    cdef sum_t total
    cdef int32_t rows[SLED_ROWS]
    cdef int32_t i, free = popcount(sled.free)
    if p.free != free:
        add_cards(p, free)
    total = p.with_cards
    for i in range(read_sled(p, sled, rows)):
        total = with_row(total, row_of(TABLE, rows[i]))
    return answer(cut_off(total, FULL), row_of(end, ROW_WINS)) + row_of(end, ROW_LEVEL)[0]


cdef int32_t with_husky(prospects_t* p, sled_t* sled, int32_t husky,
                        int32_t spot) noexcept nogil:
    """What the sled is worth with a husky on a free spot."""
    cdef int32_t value
    put(sled, husky, spot)
    value = worth(p, sled)
    lift(sled, spot)
    return value


cdef int32_t without(prospects_t* p, sled_t* sled, int32_t spot) noexcept nogil:
    """What the sled is worth without the husky of a spot."""
    cdef int32_t husky = sled.spot[spot] - 1, value
    lift(sled, spot)
    value = worth(p, sled)
    put(sled, husky, spot)
    return value


cdef int32_t with_youngster(prospects_t* p, sled_t* sled) noexcept nogil:
    """HS-23: what the sled is worth with a youngster, which fits anywhere, on its best spot."""
    cdef prospects_t other = p[0]
    cdef uint32_t free = sled.free
    cdef int32_t best = NEVER
    use_husky(&other, p.look.r.n_huskies, (p.look.centre & p.look.r.young) != 0)
    if p.young_at != NO_SPOT and has(free, p.young_at):
        free = bit(p.young_at)
    while free:
        best = max(best, with_husky(&other, sled, p.look.r.n_huskies, ctz(free)))
        free &= free - 1
    return best


cdef int32_t spot_for_youngster(prospects_t* p, sled_t* sled) noexcept nogil:
    """The best one for now. It hardly depends on the action before it, and so is asked for once."""
    cdef uint32_t free = sled.free
    cdef int32_t value, best = NEVER, at = NO_SPOT
    if not may_add_youngster(p, sled):
        return NO_SPOT
    while free:
        value = with_husky(p, sled, p.look.r.n_huskies, ctz(free))
        if value > best:
            best, at = value, ctz(free)
        free &= free - 1
    return at


cdef uint32_t fitting_spots(const prospects_t* p, const sled_t* sled,
                            int32_t husky) noexcept nogil:
    cdef uint32_t free = sled.free, spots = 0
    while free:
        if fitting(p.look.r, sled.spot, ctz(free)) & one(husky):
            spots |= free & (0 - free)
        free &= free - 1
    return spots


cdef int32_t best_with(prospects_t* p, sled_t* sled, int32_t husky, uint32_t forbidden,
                       bint bonus) noexcept nogil:
    """What the sled is worth with a husky on its best spot, and perhaps a youngster after it; NEVER
    if it fits nowhere."""
    cdef uint32_t spots = fitting_spots(p, sled, husky) & ~forbidden
    cdef int32_t value, best = NEVER, at = 0
    while spots:
        value = with_husky(p, sled, husky, ctz(spots))
        if value > best:
            best, at = value, ctz(spots)
        spots &= spots - 1
    if bonus and best > NEVER:
        put(sled, husky, at)
        if may_add_youngster(p, sled):
            best = max(best, with_youngster(p, sled))
        lift(sled, at)
    return best


cdef int32_t best_of_hand(prospects_t* p, sled_t* sled, int32_t husky,
                          bint bonus) noexcept nogil:
    """What the sled is worth with a husky of the hand on its best spot."""
    cdef prospects_t other = p[0]
    use_husky(&other, husky, False)
    return best_with(&other, sled, husky, 0, bonus)


cdef int32_t best_swap(prospects_t* p, sled_t* sled, int32_t spot) noexcept nogil:
    """A husky of the hand in place of another, or this one on another spot; NEVER if none fits."""
    cdef prospects_t other
    cdef int32_t lifted = sled.spot[spot] - 1, best
    cdef uint64_t hand
    lift(sled, spot)
    best = best_with(p, sled, lifted, bit(spot), False)
    hand = p.look.hand & fitting(p.look.r, sled.spot, spot)
    while hand:
        other = p[0]
        use_husky(&other, ctz(hand), False)
        other.look.hand |= one(lifted)
        best = max(best, with_husky(&other, sled, ctz(hand), spot))
        hand &= hand - 1
    put(sled, lifted, spot)
    return best


# --- actions ------------------------------------------------------------------------------------

cdef int32_t action_worth(prospects_t* p, sled_t* sled, move_t move,
                          int32_t bonus) noexcept nogil:
    """What the sled is worth after an action, with what comes to the hand; `bonus`: what a
    youngster adds that may follow, where the action hardly changes that."""
    cdef prospects_t other
    cdef int32_t what = move % KIND, kind = move - what
    if kind == MOVE_PLACE:
        return best_of_hand(p, sled, any_of(p.look.r, what), True)
    if kind == MOVE_SWAP:
        return best_swap(p, sled, what) + bonus
    other = p[0]
    if kind == MOVE_TO_SLED:
        use_husky(&other, any_of(p.look.r, what), True)
        return best_with(&other, sled, any_of(p.look.r, what), 0, True)
    if kind == MOVE_TO_HAND:
        take_to_hand(&other, what)
    return worth(&other, sled) + bonus


cdef int32_t best_action(prospects_t* p, sled_t* sled, const move_t* moves,
                         int32_t n_moves) noexcept nogil:
    cdef int32_t i, value, best = 0, most = NEVER, bonus = 0, now = worth(p, sled)
    p.young_at = spot_for_youngster(p, sled)
    if p.young_at != NO_SPOT:
        bonus = max(0, with_youngster(p, sled) - now)
    for i in range(n_moves):
        value = action_worth(p, sled, moves[i], bonus)
        if value > most:
            best, most = i, value
    return best


cdef int32_t choose_mentor(const outlook_t* look, const SledState* s, int32_t seat,
                           int32_t n_moves) noexcept nogil:
    """More cards if time is short: one by one, or all that may be announced. Before that, whatever
    gain at hand was asked for, mentors brought nothing that could be shown."""
    return n_moves - 1 if look.declared and popcount(s.free[seat]) > 1 else 0


cdef int32_t choose_spot(prospects_t* p, sled_t* sled, int32_t husky, const move_t* moves,
                         int32_t n_moves) noexcept nogil:
    """The best of some spots; to hand (loose_place = "may") if none is."""
    cdef prospects_t other
    cdef int32_t i, value, best = 0, most = NEVER
    if p.s.phase == PHASE_SPOT:
        use_husky(p, husky, p.s.from_centre)
    for i in range(n_moves):
        if moves[i] == MOVE_KEEP:
            other = p[0]
            other.look.hand |= one(husky)
            other.free = -1
            value = worth(&other, sled)
        else:
            value = with_husky(p, sled, husky, moves[i] % KIND)
        if value > most:
            best, most = i, value
    return best


cdef int32_t choose_put_in(prospects_t* p, sled_t* sled, const move_t* moves,
                           int32_t n_moves) noexcept nogil:
    cdef int32_t i, value, best = 0, most = NEVER
    for i in range(n_moves):
        value = best_of_hand(p, sled, any_of(p.look.r, moves[i] % KIND), False)
        if value > most:
            best, most = i, value
    return best


cdef int32_t choose_bonus(prospects_t* p, sled_t* sled, const move_t* moves,
                          int32_t n_moves) noexcept nogil:
    """A youngster on the best spot, if it is worth it."""
    cdef prospects_t other
    cdef int32_t i, value, best = 0, most = worth(p, sled), young = p.look.r.n_huskies
    for i in range(1, n_moves):
        other = p[0]
        use_husky(&other, young, moves[i] < MOVE_BONUS_HAND)
        value = with_husky(&other, sled, young, moves[i] % KIND)
        if value > most:
            best, most = i, value
    return best


# --- declaring ----------------------------------------------------------------------------------

cdef int32_t upgrade_worth(const outlook_t* look, const SledState* s, int32_t seat,
                           const int32_t* days, int32_t spot) noexcept nogil:
    """By the slowest terrain that the custom point can be; 0 if it can be none."""
    cdef uint8_t customs = custom_terrains(look.r, s.sled[seat], s.upgraded[seat], 0, spot)
    cdef int32_t t, most = 0
    for t in range(N_TERRAINS):
        if has(customs, t):
            most = max(most, days[t])
    return most


cdef int32_t choose_upgrade(const outlook_t* look, const SledState* s, int32_t seat, sled_t* sled,
                            const move_t* moves, int32_t n_moves) noexcept nogil:
    """The huskies that gain most, as far as the cards go that no field will need; two youngsters
    can rest instead of a card."""
    cdef int32_t supply[N_TERRAINS]
    cdef int32_t days[N_TERRAINS]
    cdef int32_t i, k, better, worth
    cdef int32_t keep = (look.equipment_fields + 32) // 64
    cdef int32_t spare
    keep = max(0, keep - popcount(youngsters_in(look.r, s, seat)) // 2)
    spare = s.equipment[seat] - keep
    supply_of(look.r, sled, supply)
    days_by_terrain(look, supply, days)
    for i in range(1, n_moves):
        worth = upgrade_worth(look, s, seat, days, moves[i] % KIND)
        better = 0
        for k in range(1, n_moves):
            better += upgrade_worth(look, s, seat, days, moves[k] % KIND) > worth
        if worth and better < spare:
            return i
    return 0


# --- loose cards --------------------------------------------------------------------------------

cdef int32_t choose_partner(const SledState* s, const move_t* moves, int32_t n_moves,
                            rng_t* rng) noexcept nogil:
    """Who is nearest to a full sled has most to lose."""
    cdef int32_t i, free, fewest = N_SPOTS, best = 0, equal = 0
    for i in range(n_moves):
        free = popcount(s.free[moves[i] % KIND])
        if takes_over(free < fewest, free == fewest, &equal, rng):
            best, fewest = i, free
    return best


cdef int32_t choose_gift(prospects_t* p, sled_t* sled, const move_t* moves,
                         int32_t n_moves) noexcept nogil:
    """What will be missed least."""
    cdef prospects_t other
    cdef int32_t i, value, what, best = 0, most = NEVER
    for i in range(n_moves):
        what = moves[i] % KIND
        if moves[i] - what == MOVE_GIVE_HAND:
            other = p[0]
            use_husky(&other, any_of(p.look.r, what), False)
            value = worth(&other, sled)
        else:
            value = without(p, sled, what)
        if value > most:
            best, most = i, value
    return best


cdef int32_t choose_runaway(prospects_t* p, sled_t* sled, const move_t* moves,
                            int32_t n_moves) noexcept nogil:
    """Strong huskies that are of no use here."""
    cdef const SledRules* r = p.look.r
    cdef int32_t i, value, husky, now = worth(p, sled), best = 0, most = NEVER
    for i in range(n_moves):
        husky = any_of(r, moves[i] % KIND)
        value = 60 * r.points[husky + 1][N_TERRAINS] if husky < r.n_huskies else 100
        value -= max(0, best_with(p, sled, husky, 0, False) - now)
        if value > most:
            best, most = i, value
    return best


cdef int32_t choose_preparations(const view_t* view, const move_t* moves, int32_t n_moves,
                                 rng_t* rng) noexcept nogil:
    cdef const SledState* s = <const SledState*>view.state
    cdef int32_t seat = view.seat
    cdef prospects_t p
    cdef sled_t sled
    if s.phase == PHASE_SWAP_WITH:
        return choose_partner(s, moves, n_moves, rng)
    prepare(view.table, s, seat, &p)
    copy_sled(s, seat, &sled)
    if s.phase == PHASE_ACTION:
        return best_action(&p, &sled, moves, n_moves)
    if s.phase == PHASE_SPOT:
        return choose_spot(&p, &sled, s.card, moves, n_moves)
    if s.phase == PHASE_MENTOR:
        return choose_mentor(&p.look, s, seat, n_moves)
    if s.phase == PHASE_BONUS:
        return choose_bonus(&p, &sled, moves, n_moves)
    if s.phase == PHASE_PUT_IN:
        return choose_put_in(&p, &sled, moves, n_moves)
    if s.phase == PHASE_UPGRADE:
        return choose_upgrade(&p.look, s, seat, &sled, moves, n_moves)
    if s.phase == PHASE_RUN_AWAY:
        return choose_runaway(&p, &sled, moves, n_moves)
    if s.phase == PHASE_RECEIVE:
        return choose_spot(&p, &sled, s.received[seat], moves, n_moves)
    if s.phase == PHASE_GIVE or s.phase == PHASE_LOSE:
        return choose_gift(&p, &sled, moves, n_moves)
    return n_moves - 1          # to declare: to wait, even for equipment, costs 0.6 points


cdef int32_t choose_expert(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    if (<const SledState*>view.state).phase < PHASE_RACE:
        return choose_preparations(view, moves, n_moves, rng)
    return choose_race(view, moves, n_moves)


# --- the race ------------------------------------------------------------------------------------

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


EXPERT = native(
    "expert",
    "Has learnt from games against itself how likely each sled it could build is to win, and "
    "searches its race days exactly.", choose_expert, None, sizeof(plan_t))
