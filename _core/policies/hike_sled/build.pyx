"""What can be expected of a sled under construction: whole numbers only, so that every machine
decides the same.

A sled will need race days: for each terrain the fields to come, known or expected, divided by the
points per day. The slowest terrain counts fully, the others in part. A free spot counts as the
husky that can be expected there, which is more likely if more huskies fit.
"""
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport table_t
from analyzer._core.games.hike_sled.state cimport (
    N_SPOTS, N_TERRAINS, TALLY_FIRST_DECLARATION, SledRules, SledState, one, popcount, rules_of,
)

cdef enum:
    NO_SUPPLY = 5               # points of a terrain that is missing, in 64ths
    OTHER_TERRAINS = 8          # sixteenths of their days that count beside the slowest

# Fitted in play from seat 1 against greedy and against earlier versions, four players.
cdef enum:
    PACE = 12                   # sixteenths of a turn in which another player fills a spot


cdef void copy_sled(const SledState* s, int32_t seat, sled_t* sled) noexcept nogil:
    memcpy(sled.spot, s.sled[seat], N_SPOTS)
    sled.free = s.free[seat]


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


cdef void fill():
    cdef int32_t n
    for n in range(MANY + 1):
        CHANCES[n] = 64 * n // (n + 5)


fill()
