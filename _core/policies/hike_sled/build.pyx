"""What a sled under construction is worth to hike-sled's expert: whole numbers only, so that
every machine decides the same.

The worth of a full sled is the days it will need: for each terrain the fields to come, known or
expected, divided by the points per day. The slowest terrain counts fully, the others in part. A
free spot counts as the husky that can be expected there, which is more likely if more huskies fit,
and costs the turns it takes to fill the spot.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport table_t
from analyzer._core.games.hike_sled.state cimport (
    N_TERRAINS, TALLY_FIRST_DECLARATION, SledRules, SledState, fitting, one, popcount, rules_of,
)

cdef enum:
    DAY = 256                   # a race day
    NO_SUPPLY = 5               # points of a terrain that is missing, in 64ths
    OTHER_TERRAINS = 8          # sixteenths of their days that count beside the slowest
    MANY = 16                   # huskies that fit: more make no difference

# Fitted in play from seat 1 against greedy and against earlier versions, four players.
cdef enum:
    A_TURN = 250                # a day of Preparations
    TOO_LATE = 540              # a turn that will probably come too late
    MISSING = 1000 * DAY        # a spot that cannot be filled on the days left: out of the race
    PACE = 12                   # sixteenths of a turn in which another player fills a spot
    AT_HAND = 3                 # a husky in the centre counts as so many unseen ones
    IN_HAND = 8


cdef void expect_fields(const SledRules* r, const SledState* s, outlook_t* look) noexcept nogil:
    """The landscapes face up, start and finish, and of the others their mean."""
    cdef int32_t i, t, card, hidden, rest = r.n_landscapes - s.face_up
    for t in range(4):
        hidden = 0
        for i in range(s.face_up, r.n_landscapes):
            hidden += r.n_fields[s.order[i]][t]
        hidden = 64 * hidden * (r.landscapes - s.face_up) // rest if rest else 0
        for i in range(s.face_up):
            card = s.order[i]
            hidden += 64 * r.n_fields[card][t]
        hidden += 64 * (r.n_fields[r.n_landscapes][t] + r.n_fields[r.n_landscapes + 1][t])
        if t < N_TERRAINS:
            look.need[t] = hidden
        else:
            look.equipment_fields = hidden


cdef uint64_t seen_elsewhere(const table_t* table, const SledState* s,
                             int32_t seat) noexcept nogil:
    """Huskies that will not turn up: in sleds, out of the game, or known in another hand."""
    cdef const SledRules* r = rules_of(table)
    cdef uint64_t seen = s.gone, hand
    cdef int32_t other, spot
    for other in range(table.n_seats):
        for spot in range(r.spots):
            if s.sled[other][spot]:
                seen |= one(s.sled[other][spot] - 1)
        hand = s.hand[other] if other != seat else 0
        while hand:
            if s.may[ctz(hand)] >> (8 * seat) & 255 == one(other):
                seen |= hand & (0 - hand)
            hand &= hand - 1
    return seen


cdef int32_t turns_to_come(const table_t* table, const SledState* s,
                           int32_t seat) noexcept nogil:
    """HS-32: own turns after this one, in 16ths. Before anybody has declared: as if the player with
    the fullest sled did so as soon as possible."""
    cdef const SledRules* r = rules_of(table)
    cdef int32_t other, fewest = r.spots, declared = s.game_counters[TALLY_FIRST_DECLARATION]
    if declared:
        return 16 * (declared + r.last_days - s.day)
    for other in range(table.n_seats):
        if other != seat:
            fewest = min(fewest, popcount(s.free[other]))
    return fewest * PACE + 16 * r.last_days


cdef void look_ahead(const table_t* table, const SledState* s, int32_t seat,
                     outlook_t* look) noexcept nogil:
    cdef const SledRules* r = rules_of(table)
    cdef int32_t t
    look.r = r
    expect_fields(r, s, look)
    for t in range(N_TERRAINS):
        look.mean[t] = 64 * r.all_points[t] // r.n_huskies
    look.centre = s.centre
    look.hand = s.hand[seat]
    look.unseen = r.experienced & ~seen_elsewhere(table, s, seat) & ~s.centre & ~s.hand[seat]
    look.declared = s.declared != 0
    look.turns_left = turns_to_come(table, s, seat)


cdef void supply_of(const SledRules* r, const sled_t* sled, int32_t* supply) noexcept nogil:
    """Points by terrain, in 64ths."""
    cdef int32_t spot, t
    for t in range(N_TERRAINS):
        supply[t] = 0
    for spot in range(r.spots):
        for t in range(N_TERRAINS):
            supply[t] += 64 * r.points[sled.spot[spot]][t]


cdef int32_t days_by_terrain(const outlook_t* look, const int32_t* supply,
                             int32_t* days) noexcept nogil:
    """Race days (DAY each) that each terrain asks for, and all together."""
    cdef int32_t t, slowest = 0, others = 0
    for t in range(N_TERRAINS):
        days[t] = DAY * look.need[t] // max(supply[t], NO_SUPPLY)
        others += days[t]
        slowest = max(slowest, days[t])
    return slowest + (others - slowest) * OTHER_TERRAINS // 16


cdef inline int32_t fit_count(const outlook_t* look, const sled_t* sled,
                              int32_t spot) noexcept nogil:
    """Huskies that may come to a spot; those at hand count more."""
    cdef uint64_t fits = fitting(look.r, sled.spot, spot)
    cdef int32_t n = popcount(fits & look.unseen) + AT_HAND * popcount(
        fits & look.centre & look.r.experienced)
    if fits & look.hand & look.r.experienced:
        n += IN_HAND
    return min(n, MANY)


# For a spot that n huskies fit: turns that it takes to fill it, in 16ths, and the chance that an
# experienced one comes there, in 64ths. Tables, because divisions cost time.
cdef int32_t turns_for[MANY + 1]
cdef int32_t chance_for[MANY + 1]


cdef void fill():
    cdef int32_t n
    for n in range(MANY + 1):
        turns_for[n] = 16 + 32 // (n + 2)
        chance_for[n] = 64 * n // (n + 5)


fill()


cdef int32_t sled_worth(const outlook_t* look, const sled_t* sled) noexcept nogil:
    """The more the better; always negative."""
    cdef int32_t supply[N_TERRAINS]
    cdef int32_t days[N_TERRAINS]
    cdef int32_t t, n, turns = 0, free = 0, value
    cdef uint32_t spots = sled.free
    supply_of(look.r, sled, supply)
    while spots:
        n = fit_count(look, sled, ctz(spots))
        spots &= spots - 1
        free += 1
        turns += turns_for[n]
        for t in range(N_TERRAINS):
            supply[t] += look.mean[t] * chance_for[n] >> 6
    value = -days_by_terrain(look, supply, days) - A_TURN * turns // 16
    if turns > look.turns_left:
        value -= TOO_LATE * (turns - look.turns_left) // 16
    if look.declared and 16 * free > look.turns_left:
        value -= MISSING * (free - look.turns_left // 16)
    return value
