"""hike-sled's expert. In Preparations it weighs every possible sled (build.pyx): terrain first,
then edges and tempo. In the race it follows the plan of its turn (day.pyx).

The plan depends only on the state at the beginning of the turn, which any state of the turn still
shows. So the plan can be kept in the scratch for one turn, or made again: the choices are the same.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memcmp, memcpy

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport move_t, native, view_t
from analyzer._core.games.hike_sled.state cimport (
    CUSTOM, KIND, MOVE_BONUS_CENTRE, MOVE_CARE, MOVE_DOUBLE_CARE, MOVE_ENTER, MOVE_GIVE_HAND,
    MOVE_GO_ON, MOVE_KEEP, MOVE_PASS, MOVE_PAY, MOVE_PLACE, MOVE_REFUSE, MOVE_REST, MOVE_STOP,
    MOVE_SWAP, MOVE_TO_HAND, MOVE_TO_SLED, MOVE_USE, N_SPOTS, N_TERRAINS, PHASE_ACTION,
    PHASE_BONUS, PHASE_EQUIPMENT_FIELD, PHASE_GIVE, PHASE_GO_ON, PHASE_LOSE, PHASE_MENTOR,
    PHASE_PUT_IN, PHASE_RACE, PHASE_RECEIVE, PHASE_RUN_AWAY, PHASE_SPOT, PHASE_SWAP_WITH,
    PHASE_UPGRADE, TO_HAND_CARE, TO_HAND_EQUIPMENT, YOUNGSTER, SledRules, SledState, bit,
    custom_terrains, fitting, has, one, popcount, rules_of, youngsters_in,
)
from analyzer._core.policies.hike_sled.build cimport (
    days_by_terrain, look_ahead, outlook_t, sled_t, sled_worth, supply_of,
)
from analyzer._core.policies.hike_sled.day cimport (
    MEETS_PAY, MEETS_REFUSE, STEP_CARE, STEP_DOUBLE_CARE, STEP_USE, plan_day, plan_t, step_t,
    where_t,
)
from analyzer._core.rng cimport rng_t
from analyzer._core.ties cimport takes_over


# --- Preparations --------------------------------------------------------------------------------

cdef enum:
    NEVER = -2147483647
    EQUIPMENT_WORTH = 430       # in the unit of sled_worth: the next equipment card
    CARE_WORTH = 85
    ENOUGH = 250                # gain of an action for which no mentor is used
    SAFE = 4                    # what is in hand cannot be taken by others


cdef void copy_sled(const SledState* s, int32_t seat, sled_t* sled) noexcept nogil:
    memcpy(sled.spot, s.sled[seat], N_SPOTS)
    sled.free = s.free[seat]


cdef int32_t with_husky(const outlook_t* look, sled_t* sled, int32_t husky,
                        int32_t spot) noexcept nogil:
    """What the sled is worth with a husky on a free spot."""
    cdef int32_t value
    sled.spot[spot] = <uint8_t>(husky + 1)
    sled.free &= <uint8_t>~bit(spot)
    value = sled_worth(look, sled)
    sled.spot[spot] = 0
    sled.free |= bit(spot)
    return value


cdef int32_t without(const outlook_t* look, sled_t* sled, int32_t spot) noexcept nogil:
    """What the sled is worth without the husky of a spot."""
    cdef uint8_t husky = sled.spot[spot]
    cdef int32_t value
    sled.spot[spot] = 0
    sled.free |= bit(spot)
    value = sled_worth(look, sled)
    sled.spot[spot] = husky
    sled.free &= <uint8_t>~bit(spot)
    return value


cdef int32_t with_youngster(const outlook_t* look, sled_t* sled) noexcept nogil:
    """HS-23: what the sled is worth with a youngster on its best spot; it fits anywhere."""
    cdef uint32_t free = sled.free
    cdef int32_t best = NEVER
    while free:
        best = max(best, with_husky(look, sled, look.r.n_huskies, ctz(free)))
        free &= free - 1
    return best


cdef int32_t best_with(const outlook_t* look, sled_t* sled, int32_t husky,
                       bint young) noexcept nogil:
    """What the sled is worth with a husky on its best spot, and perhaps a youngster after it; NEVER
    if it fits nowhere."""
    cdef uint32_t free = sled.free
    cdef int32_t spot, value, best = NEVER, at = 0
    while free:
        spot = ctz(free)
        free &= free - 1
        if fitting(look.r, sled.spot, spot) & one(husky):
            value = with_husky(look, sled, husky, spot)
            if value > best:
                best, at = value, spot
    if young and best > NEVER:
        sled.spot[at] = <uint8_t>(husky + 1)
        sled.free &= <uint8_t>~bit(at)
        best = max(best, with_youngster(look, sled))
        sled.spot[at] = 0
        sled.free |= bit(at)
    return best


cdef inline int32_t any_of(const SledRules* r, int32_t name) noexcept nogil:
    """The husky that a move names; any youngster is as good as another."""
    return r.n_huskies if name == YOUNGSTER else name


cdef int32_t best_swap(const outlook_t* look, sled_t* sled, uint64_t hand,
                       int32_t spot) noexcept nogil:
    """A husky of the hand in place of another; NEVER if none fits there."""
    cdef uint8_t lifted = sled.spot[spot]
    cdef int32_t best = NEVER
    sled.spot[spot] = 0
    sled.free |= bit(spot)
    hand &= fitting(look.r, sled.spot, spot)
    while hand:
        best = max(best, with_husky(look, sled, ctz(hand), spot))
        hand &= hand - 1
    sled.spot[spot] = lifted
    sled.free &= <uint8_t>~bit(spot)
    return best


# --- actions ------------------------------------------------------------------------------------

cdef int32_t equipment_worth(const outlook_t* look, const SledState* s,
                             int32_t seat) noexcept nogil:
    """Of one card more: for huskies with one point, and for fields that youngsters cannot pay."""
    cdef int32_t spot, ones = 0, held = s.equipment[seat]
    for spot in range(look.r.spots):
        ones += look.r.points[s.sled[seat][spot]][N_TERRAINS] == 1
    if held < ones:
        return EQUIPMENT_WORTH
    return EQUIPMENT_WORTH * min(look.equipment_fields, 64) // 128 if held == ones else 0


cdef int32_t action_worth(const outlook_t* look, const SledState* s, int32_t seat, sled_t* sled,
                          move_t move, int32_t bonus) noexcept nogil:
    """What the sled is worth after an action, with what comes to the hand; `bonus`: what a
    youngster adds that may follow."""
    cdef int32_t what = move % KIND, kind = move - what
    cdef outlook_t other
    cdef bint young = popcount((s.centre | s.hand[seat]) & look.r.young) > (
        what == YOUNGSTER and kind != MOVE_TO_HAND)
    if kind == MOVE_TO_SLED:
        return best_with(look, sled, any_of(look.r, what), young)
    if kind == MOVE_PLACE:
        return best_with(look, sled, any_of(look.r, what), young) - SAFE
    if kind == MOVE_SWAP:
        return best_swap(look, sled, s.hand[seat], what) + bonus
    if kind == MOVE_PASS:
        return 0
    if what == TO_HAND_EQUIPMENT:
        return sled_worth(look, sled) + bonus + equipment_worth(look, s, seat)
    if what == TO_HAND_CARE:
        return sled_worth(look, sled) + bonus + CARE_WORTH
    other = look[0]
    other.hand |= one(any_of(look.r, what))
    other.centre &= ~one(any_of(look.r, what))
    return sled_worth(&other, sled) + bonus


cdef int32_t best_action(const outlook_t* look, const SledState* s, int32_t seat, sled_t* sled,
                         const move_t* moves, int32_t n_moves) noexcept nogil:
    cdef int32_t i, value, best = 0, most = NEVER, bonus = 0
    if (s.centre | s.hand[seat]) & look.r.young and sled.free:
        bonus = max(0, with_youngster(look, sled) - sled_worth(look, sled))
    for i in range(n_moves):
        value = action_worth(look, s, seat, sled, moves[i], bonus)
        if value > most:
            best, most = i, value
    return best


cdef int32_t best_gain(const outlook_t* look, const SledState* s, int32_t seat,
                       sled_t* sled) noexcept nogil:
    """What the best husky at hand would add."""
    cdef uint64_t huskies = (s.centre | s.hand[seat]) & look.r.experienced
    cdef int32_t most = NEVER, now = sled_worth(look, sled)
    while huskies:
        most = max(most, best_with(look, sled, ctz(huskies), False))
        huskies &= huskies - 1
    return most - now if most > NEVER else NEVER


cdef int32_t choose_mentor(const outlook_t* look, const SledState* s, int32_t seat, sled_t* sled,
                           const move_t* moves, int32_t n_moves) noexcept nogil:
    """More cards if nothing at hand is good enough, or time is short: one by one, or all that may
    be announced."""
    if look.declared and popcount(sled.free) > 1:
        return n_moves - 1
    return 0 if best_gain(look, s, seat, sled) >= ENOUGH else n_moves - 1


cdef int32_t choose_spot(const outlook_t* look, sled_t* sled, int32_t husky, const move_t* moves,
                         int32_t n_moves) noexcept nogil:
    """The best of some spots; to hand (loose_place = "may") if none is."""
    cdef int32_t i, value, best = 0, most = NEVER
    for i in range(n_moves):
        if moves[i] == MOVE_KEEP:
            value = sled_worth(look, sled)
        else:
            value = with_husky(look, sled, husky, moves[i] % KIND)
        if value > most:
            best, most = i, value
    return best


cdef int32_t choose_put_in(const outlook_t* look, sled_t* sled, const move_t* moves,
                           int32_t n_moves) noexcept nogil:
    cdef int32_t i, value, best = 0, most = NEVER
    for i in range(n_moves):
        value = best_with(look, sled, any_of(look.r, moves[i] % KIND), False)
        if value > most:
            best, most = i, value
    return best


cdef int32_t choose_bonus(const outlook_t* look, sled_t* sled, const move_t* moves,
                          int32_t n_moves) noexcept nogil:
    """A youngster on the spot that is hardest to fill, if it is worth it."""
    cdef int32_t i, value, best = 0, most = sled_worth(look, sled)
    for i in range(1, n_moves):
        value = with_husky(look, sled, look.r.n_huskies, moves[i] % KIND)
        value -= SAFE if moves[i] >= MOVE_BONUS_CENTRE + KIND else 0
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


cdef int32_t choose_declaration(const outlook_t* look, const SledState* s,
                                int32_t seat) noexcept nogil:
    """As soon as it may, unless the centre has equipment for a husky and there is time to take it:
    such a card runs every day, the care card that the day costs only once."""
    if s.centre_equipment and equipment_worth(look, s, seat) == EQUIPMENT_WORTH and (
            not look.declared or look.turns_left >= 16):
        return 0
    return 1


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


cdef int32_t choose_gift(const outlook_t* look, const SledState* s, int32_t seat, sled_t* sled,
                         const move_t* moves, int32_t n_moves) noexcept nogil:
    """What will be missed least; a husky of the hand by its points."""
    cdef int32_t i, value, what, best = 0, most = NEVER
    for i in range(n_moves):
        what = moves[i] % KIND
        if moves[i] - what == MOVE_GIVE_HAND:
            value = sled_worth(look, sled) - (
                120 if what == YOUNGSTER else 40 * look.r.points[what + 1][N_TERRAINS])
        else:
            value = without(look, sled, what)
        if value > most:
            best, most = i, value
    return best


cdef int32_t choose_runaway(const outlook_t* look, const SledState* s, int32_t seat, sled_t* sled,
                            const move_t* moves, int32_t n_moves) noexcept nogil:
    """Strong huskies that are of no use here."""
    cdef int32_t i, value, husky, now = sled_worth(look, sled), best = 0, most = NEVER
    for i in range(n_moves):
        husky = any_of(look.r, moves[i] % KIND)
        value = 60 * look.r.points[husky + 1][N_TERRAINS] if husky < look.r.n_huskies else 100
        value -= max(0, best_with(look, sled, husky, False) - now)
        if value > most:
            best, most = i, value
    return best


cdef int32_t choose_preparations(const view_t* view, const move_t* moves, int32_t n_moves,
                                 rng_t* rng) noexcept nogil:
    cdef const SledState* s = <const SledState*>view.state
    cdef int32_t seat = view.seat
    cdef outlook_t look
    cdef sled_t sled
    look_ahead(view.table, s, seat, &look)
    copy_sled(s, seat, &sled)
    if s.phase == PHASE_ACTION:
        return best_action(&look, s, seat, &sled, moves, n_moves)
    if s.phase == PHASE_SPOT:
        return choose_spot(&look, &sled, s.card, moves, n_moves)
    if s.phase == PHASE_MENTOR:
        return choose_mentor(&look, s, seat, &sled, moves, n_moves)
    if s.phase == PHASE_BONUS:
        return choose_bonus(&look, &sled, moves, n_moves)
    if s.phase == PHASE_PUT_IN:
        return choose_put_in(&look, &sled, moves, n_moves)
    if s.phase == PHASE_UPGRADE:
        return choose_upgrade(&look, s, seat, &sled, moves, n_moves)
    if s.phase == PHASE_SWAP_WITH:
        return choose_partner(s, moves, n_moves, rng)
    if s.phase == PHASE_RUN_AWAY:
        return choose_runaway(&look, s, seat, &sled, moves, n_moves)
    if s.phase == PHASE_RECEIVE:
        return choose_spot(&look, &sled, s.received[seat], moves, n_moves)
    if s.phase == PHASE_GIVE or s.phase == PHASE_LOSE:
        return choose_gift(&look, s, seat, &sled, moves, n_moves)
    return choose_declaration(&look, s, seat)


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
    "Weighs every sled it could build by the terrains of the track, open edges and the days left, "
    "and searches its race days exactly.", choose_expert, None, sizeof(plan_t))
