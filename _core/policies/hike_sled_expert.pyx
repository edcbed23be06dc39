"""hike-sled's expert in Preparations: every possible sled is weighed (hike_sled_build.pyx), terrain
first, then edges and tempo. The race is in hike_sled_day.pyx and hike_sled_follow.pyx."""
from libc.stdint cimport int32_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memcpy

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport move_t, view_t
from analyzer._core.games.hike_sled cimport (
    KIND, MOVE_BONUS_CENTRE, MOVE_GIVE_HAND, MOVE_KEEP, MOVE_PASS, MOVE_PLACE, MOVE_SWAP,
    MOVE_TO_SLED, N_SPOTS, N_TERRAINS, PHASE_ACTION, PHASE_BONUS, PHASE_GIVE, PHASE_LOSE,
    PHASE_MENTOR, PHASE_PUT_IN, PHASE_RACE, PHASE_RECEIVE, PHASE_RUN_AWAY, PHASE_SPOT,
    PHASE_SWAP_WITH, PHASE_UPGRADE, TO_HAND_CARE, TO_HAND_EQUIPMENT, YOUNGSTER, SledRules,
    SledState, bit, custom_terrains, fitting, has, one, popcount, youngsters_in,
)
from analyzer._core.policies.hike_sled_build cimport (
    days_by_terrain, look_ahead, outlook_t, sled_t, sled_worth, supply_of,
)
from analyzer._core.policies.hike_sled_follow cimport choose_race
from analyzer._core.rng cimport rng_t

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


cdef int32_t best_with(const outlook_t* look, sled_t* sled, int32_t husky) noexcept nogil:
    """The same on its best spot; NEVER if it fits nowhere."""
    cdef uint32_t free = sled.free
    cdef int32_t spot, best = NEVER
    while free:
        spot = ctz(free)
        free &= free - 1
        if fitting(look.r, sled.spot, spot) & one(husky):
            best = max(best, with_husky(look, sled, husky, spot))
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
                          move_t move) noexcept nogil:
    """What the sled is worth after an action, with what comes to the hand."""
    cdef int32_t what = move % KIND, kind = move - what
    cdef outlook_t other
    if kind == MOVE_TO_SLED:
        return best_with(look, sled, any_of(look.r, what))
    if kind == MOVE_PLACE:
        return best_with(look, sled, any_of(look.r, what)) - SAFE
    if kind == MOVE_SWAP:
        return best_swap(look, sled, s.hand[seat], what)
    if kind == MOVE_PASS:
        return 0
    if what == TO_HAND_EQUIPMENT:
        return sled_worth(look, sled) + equipment_worth(look, s, seat)
    if what == TO_HAND_CARE:
        return sled_worth(look, sled) + CARE_WORTH
    other = look[0]
    other.hand |= one(any_of(look.r, what))
    other.centre &= ~one(any_of(look.r, what))
    return sled_worth(&other, sled)


cdef int32_t best_action(const outlook_t* look, const SledState* s, int32_t seat, sled_t* sled,
                         const move_t* moves, int32_t n_moves) noexcept nogil:
    cdef int32_t i, value, best = 0, most = NEVER
    for i in range(n_moves):
        value = action_worth(look, s, seat, sled, moves[i])
        if value > most:
            best, most = i, value
    return best


cdef int32_t best_gain(const outlook_t* look, const SledState* s, int32_t seat,
                       sled_t* sled) noexcept nogil:
    """What the best husky at hand would add."""
    cdef uint64_t huskies = (s.centre | s.hand[seat]) & look.r.experienced
    cdef int32_t most = NEVER, now = sled_worth(look, sled)
    while huskies:
        most = max(most, best_with(look, sled, ctz(huskies)))
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
        value = best_with(look, sled, any_of(look.r, moves[i] % KIND))
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

cdef int32_t choose_partner(const SledState* s, const move_t* moves,
                            int32_t n_moves) noexcept nogil:
    """Who is nearest to a full sled has most to lose."""
    cdef int32_t i, best = 0
    for i in range(1, n_moves):
        if popcount(s.free[moves[i] % KIND]) < popcount(s.free[moves[best] % KIND]):
            best = i
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
        value -= max(0, best_with(look, sled, husky) - now)
        if value > most:
            best, most = i, value
    return best


cdef int32_t choose_preparations(const view_t* view, const move_t* moves,
                                 int32_t n_moves) noexcept nogil:
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
        return choose_partner(s, moves, n_moves)
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
        return choose_preparations(view, moves, n_moves)
    return choose_race(view, moves, n_moves)
