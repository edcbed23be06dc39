"""What hike-sled's expert sees of a sled under construction: points by terrain, the race days that
they make, spots still free and who fits them, the time that is left, and how far others are."""
from libc.stdint cimport int32_t, uint32_t, uint64_t, uint8_t

from analyzer._core.bits cimport ctz
from analyzer._core.games.hike_sled.state cimport (
    N_SPOTS, N_TERRAINS, TO_HAND_CARE, TO_HAND_EQUIPMENT, SledRules, SledState, fitting, has, one,
    popcount,
)
from analyzer._core.policies.hike_sled.build cimport (
    CHANCES, copy_sled, days_by_terrain, fit_count, look_ahead, supply_of,
)

cdef enum:
    EXPECTED = 40               # chance, in 64ths, that others fill a spot with a strong husky
    QUARTER_SHIFT = 6           # of a DAY


cdef inline int32_t at_most(int32_t value, int32_t most) noexcept nogil:
    return value if value < most else most


cdef int32_t points_in(const SledRules* r, const SledState* s, int32_t seat) noexcept nogil:
    cdef int32_t spot, total = 0
    for spot in range(r.spots):
        total += r.points[s.sled[seat][spot]][N_TERRAINS]
    return total


cdef int32_t pace_of(const outlook_t* look, const SledState* s, int32_t seat) noexcept nogil:
    """Race days that the sled of another seat will need, as far as can be seen."""
    cdef int32_t supply[N_TERRAINS]
    cdef int32_t days[N_TERRAINS]
    cdef sled_t sled
    cdef int32_t t, free
    copy_sled(s, seat, &sled)
    free = popcount(sled.free)
    supply_of(look.r, &sled, supply)
    for t in range(N_TERRAINS):
        supply[t] += free * look.mean[t] * EXPECTED >> 6
    return days_by_terrain(look, supply, days)


cdef void find_strong(const prospects_t* p, int32_t seat, uint64_t* strong) noexcept nogil:
    """Huskies with 2 and with 3 points or more that may lie in the centre or in the hand."""
    cdef uint64_t huskies = (p.s.centre | p.s.hand[seat]) & p.look.r.experienced
    cdef int32_t spot, points
    for spot in range(p.look.r.spots):
        if p.s.sled[seat][spot]:
            huskies |= one(p.s.sled[seat][spot] - 1)
    strong[1] = strong[2] = 0
    while huskies:
        points = p.look.r.points[ctz(huskies) + 1][N_TERRAINS]
        if points >= 2:
            strong[min(points, 3) - 1] |= huskies & (0 - huskies)
        huskies &= huskies - 1


cdef void look_around(const table_t* table, const SledState* s, int32_t seat,
                      prospects_t* p) noexcept nogil:
    cdef const SledRules* r
    cdef int32_t other, i = 0, state, fewest = N_SPOTS
    look_ahead(table, s, seat, &p.look)
    r = p.look.r
    p.s, p.table = s, table.n_seats - 2
    find_strong(p, seat, p.strong)
    p.equipment, p.care, p.mentors = s.equipment[seat], s.single[seat], s.mentors[seat]
    for other in range(table.n_seats):
        if other == seat:
            continue
        fewest = min(fewest, popcount(s.free[other]))
        state = popcount(s.free[other])
        if has(s.declared, other):
            state = N_FREE + at_most(s.taken[other], N_STATES - N_FREE - 1)
        p.pace[i] = pace_of(&p.look, s, other)
        p.common[i] = ROW_RIVAL + state * N_STRENGTHS + at_most(
            points_in(r, s, other) // 2, N_STRENGTHS - 1)
        i += 1
    p.n_rivals = i
    p.time = N_FREE - 1 - fewest
    if p.look.declared:
        p.time = N_FREE + max(0, at_most(p.look.turns_left // 16, N_TIMES - N_FREE - 1))
    p.common[i] = ROW_DATE + at_most(s.day, N_DATES - 1) * N_TABLES + p.table
    p.common[i + 1] = ROW_FACES + at_most(s.face_up, N_FACES - 1) * 2 + (r.spots > 6)
    p.n_common = i + 2


cdef void use_husky(prospects_t* p, int32_t husky, bint from_centre) noexcept nogil:
    cdef uint64_t* cards = &p.look.centre if from_centre else &p.look.hand
    cdef uint64_t gone = one(husky)
    if husky >= p.look.r.n_huskies:
        gone = cards[0] & p.look.r.young
        gone &= 0 - gone
    cards[0] &= ~gone
    p.free = -1


cdef void take_to_hand(prospects_t* p, int32_t what) noexcept nogil:
    cdef uint64_t before = p.look.centre
    p.free = -1
    if what == TO_HAND_EQUIPMENT:
        p.equipment += 1
    elif what == TO_HAND_CARE:
        p.care += 1
    else:
        use_husky(p, any_of(p.look.r, what), True)
        p.look.hand |= before & ~p.look.centre


cdef bint may_add_youngster(const prospects_t* p, const sled_t* sled) noexcept nogil:
    """HS-23."""
    return sled.free != 0 and ((p.look.centre | p.look.hand) & p.look.r.young) != 0


cdef inline int32_t best_points(const prospects_t* p, uint64_t huskies) noexcept nogil:
    """Of the best of some huskies at hand."""
    if huskies & p.strong[2]:
        return 3
    if huskies & p.strong[1]:
        return 2
    return huskies != 0


cdef inline int32_t kind_of(const uint8_t* points) noexcept nogil:
    return (points[0] & 3) + 4 * (points[1] & 3) + 16 * (points[2] & 3)


cdef int32_t read_spots(const prospects_t* p, const sled_t* sled, int32_t* supply,
                        int32_t* rows) noexcept nogil:
    """Free spots: who fits there, and what may come of that."""
    cdef const outlook_t* look = &p.look
    cdef uint32_t spots = sled.free
    cdef uint64_t fits, all_fits = 0
    cdef int32_t free = popcount(sled.free), few = at_most(free, N_FEW - 1), n = 0, m, t
    cdef int32_t in_hand = 0
    while spots:
        fits = fitting(look.r, sled.spot, ctz(spots)) & look.r.experienced
        spots &= spots - 1
        m = fit_count(look, fits)
        all_fits |= fits
        in_hand += (fits & look.hand) != 0
        rows[n] = ROW_FITS + at_most(m, N_FITS - 1) * N_FEW + few
        n += 1
        for t in range(N_TERRAINS):
            supply[t] += look.mean[t] * CHANCES[m] >> 6
    rows[n] = ROW_HAND + at_most(in_hand, N_FEW - 1) * N_FREE + free
    rows[n + 1] = ROW_CENTRE + at_most(popcount(all_fits & look.centre),
                                       N_CENTRE - 1) * N_FREE + free
    rows[n + 2] = ROW_BEST + (best_points(p, all_fits & look.centre) * N_BEST
                              + best_points(p, all_fits & look.hand)) * N_FREE + free
    return n + 3


cdef int32_t read_huskies(const prospects_t* p, const sled_t* sled, int32_t free,
                          int32_t* supply, int32_t* rows) noexcept nogil:
    """Points by terrain; youngsters, huskies with one point, and equipment for these."""
    cdef const SledRules* r = p.look.r
    cdef const uint8_t* points
    cdef int32_t spot, husky, ones = 0, young = 0, mixed = 0, n = 3, t
    cdef uint32_t kinds
    for t in range(N_TERRAINS):
        supply[t] = 0
    for spot in range(r.spots):
        husky = sled.spot[spot]
        if husky == 0:
            continue
        points, kinds = <const uint8_t*>&r.points[husky][0], r.terrains[husky]
        for t in range(N_TERRAINS):
            supply[t] += points[t]
        ones += points[N_TERRAINS] == 1
        young += husky > r.n_huskies
        mixed += (kinds & (kinds - 1)) != 0
        rows[n] = ROW_KIND + kind_of(points)
        n += 1
    rows[0] = ROW_YOUNG_IN + young * N_FREE + free
    rows[1] = ROW_MIXED + mixed
    rows[2] = ROW_EQUIPMENT + ((free != 0) * N_EQUIPMENT + at_most(
        p.equipment, N_EQUIPMENT - 1)) * N_ONES + at_most(ones, N_ONES - 1)
    return n


cdef int32_t read_cards(const prospects_t* p, int32_t free, int32_t* rows) noexcept nogil:
    cdef const SledRules* r = p.look.r
    rows[0] = ROW_YOUNG + (
        at_most(popcount(p.look.hand & r.young), 2) * N_SMALL
        + at_most(popcount(p.look.centre & r.young), 2)) * N_FREE + free
    rows[1] = ROW_FIELDS + at_most(
        (p.look.equipment_fields + 32) // 64, 2) * N_EQUIPMENT + at_most(
        p.equipment, N_EQUIPMENT - 1)
    rows[2] = ROW_CARE + at_most(p.care, N_CARE - 1)
    rows[3] = ROW_MENTORS + at_most(p.mentors, 2) * N_FREE + free
    rows[4] = ROW_TABLE + p.table * N_FREE + free
    rows[5] = ROW_TIME + free * N_TIMES + p.time
    return 6


cdef int32_t read_sled(const prospects_t* p, const sled_t* sled, int32_t* rows) noexcept nogil:
    cdef int32_t supply[N_TERRAINS]
    cdef int32_t days[N_TERRAINS]
    cdef int32_t free = popcount(sled.free), few = at_most(free, N_FEW - 1), n, t, i, total, lead
    cdef int32_t leads = ROW_LEAD + ((p.look.declared != 0) * N_FEW + few) * N_LEADS
    n = N_TERRAINS + read_huskies(p, sled, free, supply, rows + N_TERRAINS)
    for t in range(N_TERRAINS):
        rows[t] = ROW_POINTS + (t * N_POINTS + at_most(supply[t], N_POINTS - 1)) * N_FREE + free
        supply[t] *= 64
    n += read_spots(p, sled, supply, rows + n)
    total = days_by_terrain(&p.look, supply, days)
    for t in range(N_TERRAINS):
        rows[n + t] = ROW_DAYS + t * N_DAYS + at_most(days[t] >> QUARTER_SHIFT, N_DAYS - 1)
    n += N_TERRAINS
    rows[n] = ROW_TOTAL + at_most(total >> QUARTER_SHIFT, N_TOTALS - 1) * N_FEW + few
    n += 1
    for i in range(p.n_rivals):
        lead = (p.pace[i] - total >> QUARTER_SHIFT) + N_LEADS // 2
        rows[n + i] = leads + at_most(max(lead, 0), N_LEADS - 1)
    return n + p.n_rivals
