"""The race day of hike-sled's expert: an exact search, and the plan that comes of it.

A day is searched over what a racer can do with huskies, care and equipment. States are grouped into
layers by what cannot come back (resting huskies, care and equipment spent); in a layer there is one
state for each set of tired huskies, of which only the furthest field is kept: whoever is further on
with the same huskies ready, and the same cards, can do from there whatever is still of use of what
the other can do. So a day has some hundred states instead of thousands.
"""
from libc.stdint cimport int32_t, uint32_t, uint8_t
from libc.string cimport memset

from analyzer._core.bits cimport ctz

from analyzer._core.games.hike_sled.state cimport (
    CUSTOM, MOST_SPOTS, NEEDS_EQUIPMENT, NO_CARE, N_TERRAINS, TERRAIN, SledRules, SledState,
    all_spots, bit, custom_terrains, has, popcount, youngsters_in,
)

cdef enum:
    MOST_LAYERS = 96            # beyond that the day is searched among those met first
    MOST_VARIANTS = 3           # of a use: the custom terrains
    FINISH = 10000000           # worth more than anything else
    NEVER = -2147483647

# What is worth how much, in hundredths of a field; fitted in play from seat 1 against greedy and
# against earlier versions, four players.
cdef enum:
    FIELD = 100
    SINGLE_KEPT = 300
    DOUBLE_KEPT = 500
    EQUIPMENT_KEPT = 60         # for each equipment field ahead
    CATCH_UP = 190              # a card that will be drawn tonight
    POINT_RESTED = 8            # for each field ahead
    TERRAIN_LOST = 100000       # the last source of a terrain that is still ahead
    STANDS_STILL = 200000       # but who can move and does not, never will
    TOMORROW = 40               # for each field that tomorrow allows
    NEARLY_THERE = 300          # the last field can be reached tomorrow

ctypedef struct from_t:         # how a state was reached
    uint8_t layer
    uint8_t tired
    uint8_t kind
    uint8_t what
    uint8_t meets[2]
    uint8_t victims

ctypedef struct layer_t:
    uint8_t resting
    uint8_t single
    uint8_t double_
    uint8_t equipment
    uint8_t best[256]           # by tired huskies: the furthest field + 1, 0 = not reached
    from_t come[256]

ctypedef struct uses_t:         # what huskies can do while some rest
    uint8_t able                # spots of huskies with points that do not rest
    uint8_t n[MOST_SPOTS]
    uint8_t custom[MOST_SPOTS][MOST_VARIANTS]       # custom terrain + 1, 0 = none
    uint32_t points[MOST_SPOTS][MOST_VARIANTS]      # one byte a terrain

ctypedef struct day_t:
    const SledRules* r
    const uint8_t* track
    const uint8_t* sled
    uint8_t start               # where the day begins
    uint8_t last
    uint8_t upgraded
    uint8_t young               # spots of youngsters
    uint8_t open_card
    uint8_t n
    uint8_t cards               # care cards at the start
    int32_t leader              # the field of the leader, as far as can be seen
    layer_t layers[MOST_LAYERS]
    uint8_t after_layers


# --- huskies ------------------------------------------------------------------------------------

cdef inline uint32_t packed(const uint8_t* points) noexcept nogil:
    return points[0] | <uint32_t>points[1] << 8 | <uint32_t>points[2] << 16


cdef inline bint covers(uint32_t points, int32_t field) noexcept nogil:
    """Is there a point for a field?"""
    return (points >> (8 * (field & TERRAIN)) & 255) != 0


cdef inline uint32_t less(uint32_t points, int32_t field) noexcept nogil:
    return points - (<uint32_t>1 << (8 * (field & TERRAIN)))


cdef void find_uses(const day_t* day, uint8_t resting, uses_t* uses) noexcept nogil:
    """HS-39, HS-43, HS-44: every husky once for each custom terrain."""
    cdef int32_t spot, terrain
    cdef uint32_t plain
    cdef uint8_t customs
    uses.able = 0
    for spot in range(day.r.spots):
        uses.n[spot] = 0
        plain = packed(day.r.points[day.sled[spot]])
        if plain == 0 or has(resting, spot):
            continue
        uses.able |= bit(spot)
        customs = 0
        if has(day.upgraded, spot):
            customs = custom_terrains(day.r, day.sled, day.upgraded, resting, spot)
        if customs == 0:
            uses.custom[spot][0] = 0
            uses.points[spot][0] = plain
            uses.n[spot] = 1
        for terrain in range(N_TERRAINS):
            if has(customs, terrain):
                uses.custom[spot][uses.n[spot]] = <uint8_t>(terrain + 1)
                uses.points[spot][uses.n[spot]] = plain + (<uint32_t>1 << (8 * terrain))
                uses.n[spot] += 1


cdef inline int32_t walk(const day_t* day, int32_t field, uint32_t* points) noexcept nogil:
    """As far as the points go, up to an equipment field."""
    while field < day.last and not day.track[field] & NEEDS_EQUIPMENT and covers(
            points[0], day.track[field]):
        points[0] = less(points[0], day.track[field])
        field += 1
    return field


cdef inline bint meets_field(const day_t* day, int32_t field, uint32_t points) noexcept nogil:
    """Does the walk end before an equipment field that could be entered?"""
    return (field < day.last and day.track[field] & NEEDS_EQUIPMENT
            and covers(points, day.track[field]))


# --- layers -------------------------------------------------------------------------------------

cdef int32_t layer_of(day_t* day, uint8_t resting, int32_t single, int32_t double_,
                      int32_t equipment) noexcept nogil:
    """The layer with these cards left; -1 if there is no room."""
    cdef int32_t i
    cdef layer_t* layer
    for i in range(day.n - 1, -1, -1):
        layer = &day.layers[i]
        if (layer.resting == resting and layer.single == single and layer.double_ == double_
                and layer.equipment == equipment):
            return i
    if day.n == MOST_LAYERS:
        return -1
    layer = &day.layers[day.n]
    layer.resting, layer.single, layer.double_ = resting, <uint8_t>single, <uint8_t>double_
    layer.equipment = <uint8_t>equipment
    memset(layer.best, 0, sizeof(layer.best))
    day.n += 1
    return day.n - 1


cdef inline void reach(day_t* day, int32_t number, int32_t tired, int32_t field,
                       from_t come) noexcept nogil:
    """A state is reached; it is kept if it is further than what is known."""
    cdef layer_t* layer
    if number < 0:
        return
    layer = &day.layers[number]
    if field + 1 > layer.best[tired]:
        layer.best[tired] = <uint8_t>(field + 1)
        layer.come[tired] = come


# --- uses ---------------------------------------------------------------------------------------

cdef void come_to_rest(day_t* day, const layer_t* layer, int32_t tired, int32_t field, from_t come,
                       uint32_t victims) noexcept nogil:
    """Huskies come to rest, and lose their cubes."""
    cdef uint8_t resting = layer.resting | <uint8_t>victims
    come.victims = <uint8_t>victims
    reach(day, layer_of(day, resting, layer.single, layer.double_, layer.equipment),
          tired & ~resting, field, come)


cdef void rest_any(day_t* day, const layer_t* layer, int32_t tired, int32_t field, from_t come,
                   uint32_t chosen, uint32_t after, bint was_ready, int32_t left) noexcept nogil:
    """HS-47: every choice of huskies to rest, ready ones first; two of them in one order only, so
    that the next one comes `after` the last, and youngsters, which are alike, first. They have no
    points to lose, so that without care nobody else needs to be tried; with care it may pay to rest
    another one, as care is allowed only where nobody can run."""
    cdef uint32_t awake = all_spots(day.r) & ~(layer.resting | chosen)
    cdef uint32_t ready = awake & ~tired, spots, spot, young
    if left == 0 or awake == 0:
        come_to_rest(day, layer, tired, field, come, chosen)
        return
    if not day.r.youngster_ready:
        ready &= ~<uint32_t>day.young
    spots = ready if ready else awake
    young = spots & day.young
    spots = spots & ~young | young & (0 - young)
    if was_ready == (ready != 0) and after:
        spots &= ~(2 * after - 1) & ~young
    elif young and not layer.single and not layer.double_:
        spots &= young
    while spots:
        spot = spots & (0 - spots)
        spots &= spots - 1
        rest_any(day, layer, tired, field, come, chosen | spot, after if spot & young else spot,
                 ready != 0, left - 1)


cdef void enter(day_t* day, const layer_t* layer, int32_t tired, int32_t field,
                from_t come) noexcept nogil:
    """HS-46: on to the field, and stop there."""
    rest_any(day, layer, tired, field + 1, come, 0, 0, True, day.r.rest)


cdef void meet(day_t* day, int32_t number, int32_t tired, int32_t field, uint32_t points,
               from_t come, int32_t which, bint moved) noexcept nogil:
    """HS-45, HS-46: an equipment field in the way of a use, the first or the second."""
    cdef const layer_t* layer = &day.layers[number]
    cdef int32_t paid
    if moved:
        come.meets[which] = MEETS_REFUSE
        reach(day, number, tired, field, come)
    come.meets[which] = MEETS_ENTER
    enter(day, layer, tired, field, come)
    if layer.equipment == 0:
        return
    come.meets[which] = MEETS_PAY
    paid = layer_of(day, layer.resting, layer.single, layer.double_, layer.equipment - 1)
    if paid < 0:
        return
    points = less(points, day.track[field])
    field = walk(day, field + 1, &points)
    if meets_field(day, field, points) and which == 0:
        meet(day, paid, tired, field, points, come, 1, True)
    else:
        reach(day, paid, tired, field, come)


cdef inline bint use_all(day_t* day, int32_t number, const uses_t* uses, int32_t tired,
                         int32_t field) noexcept nogil:
    """Every ready husky is used, each in its own way. False: none can be."""
    cdef uint32_t ready = uses.able & ~tired, points
    cdef int32_t spot, i, to
    cdef bint any_use = False
    cdef from_t come
    memset(&come, 0, sizeof(come))
    come.layer, come.tired, come.kind = <uint8_t>number, <uint8_t>tired, STEP_USE
    while ready:
        spot = ctz(ready)
        ready &= ready - 1
        for i in range(uses.n[spot]):
            points = uses.points[spot][i]
            if not covers(points, day.track[field]):
                continue
            any_use = True
            come.what = <uint8_t>(spot + CUSTOM * uses.custom[spot][i])
            to = walk(day, field, &points)
            if meets_field(day, to, points):
                meet(day, number, tired | bit(spot), to, points, come, 0, to > field)
            else:
                reach(day, number, tired | bit(spot), to, come)
    return any_use


cdef void care_all(day_t* day, int32_t number, int32_t tired, int32_t field) noexcept nogil:
    """HS-50, HS-51: every care card on every husky or column."""
    cdef layer_t* layer = &day.layers[number]
    cdef from_t come
    cdef uint32_t spots = <uint32_t>tired
    cdef int32_t to, column, fresh
    if tired == 0:
        return
    memset(&come, 0, sizeof(come))
    come.layer, come.tired = <uint8_t>number, <uint8_t>tired
    if layer.single:
        to = layer_of(day, layer.resting, layer.single - 1, layer.double_, layer.equipment)
        come.kind = STEP_CARE
        while spots:
            come.what = <uint8_t>ctz(spots)
            spots &= spots - 1
            reach(day, to, tired & ~bit(come.what), field, come)
    if layer.double_:
        to = layer_of(day, layer.resting, layer.single, layer.double_ - 1, layer.equipment)
        come.kind = STEP_DOUBLE_CARE
        for column in range(day.r.columns):
            fresh = bit(column) | bit(column + day.r.columns)
            if tired & fresh:
                come.what = <uint8_t>column
                reach(day, to, tired & ~fresh, field, come)


# --- what the end of a day is worth --------------------------------------------------------------

cdef int32_t tomorrow(const day_t* day, uint8_t resting, int32_t field) noexcept nogil:
    """Fields that the points of the sled would allow from there if they could be spent freely."""
    cdef int32_t left[4]
    cdef int32_t spot, i, start = field
    for i in range(N_TERRAINS):
        left[i] = 0
    for spot in range(day.r.spots):
        if not has(resting, spot):
            for i in range(N_TERRAINS):
                left[i] += day.r.points[day.sled[spot]][i]
    while field < day.last and left[day.track[field] & TERRAIN]:
        left[day.track[field] & TERRAIN] -= 1
        field += 1
    return field - start


cdef int32_t rest_loss(const day_t* day, uint8_t resting, int32_t field) noexcept nogil:
    """What resting huskies will be missed for, and terrains that are gone for good."""
    cdef uint32_t able = 0, ahead = 0
    cdef int32_t spot, i, points = 0
    for spot in range(day.r.spots):
        if has(resting, spot):
            points += day.r.points[day.sled[spot]][N_TERRAINS]
        else:
            able |= day.r.terrains[day.sled[spot]]
            if has(day.upgraded, spot):
                able |= custom_terrains(day.r, day.sled, day.upgraded, resting, spot)
    for i in range(field, day.last):
        ahead |= bit(day.track[i] & TERRAIN)
    return POINT_RESTED * points * (day.last - field) + (TERRAIN_LOST if ahead & ~able else 0)


cdef int32_t fields_with_equipment(const day_t* day, int32_t field) noexcept nogil:
    cdef int32_t i, n = 0
    for i in range(field, day.last):
        n += (day.track[i] & NEEDS_EQUIPMENT) != 0
    return n


cdef int32_t worth(const day_t* day, const layer_t* layer, int32_t tired,
                   int32_t field) noexcept nogil:
    """Of stopping in a state. On the last field what breaks a tie (HS-60), else how far it is and
    what is kept."""
    cdef int32_t value, ready
    if field == day.last:
        ready = all_spots(day.r) & ~layer.resting
        if day.r.tiebreak_time == 0:
            ready &= ~tired
        if not day.r.youngster_ready:
            ready &= ~day.young
        return FINISH + FIELD * (popcount(<uint32_t>ready) + layer.single + 2 * layer.double_)
    value = FIELD * field + SINGLE_KEPT * layer.single + DOUBLE_KEPT * layer.double_
    value += EQUIPMENT_KEPT * min(<int32_t>layer.equipment, fields_with_equipment(day, field))
    ready = tomorrow(day, layer.resting, field)
    value += TOMORROW * ready
    if 8 * (day.last - field) <= 7 * ready + 12 * (layer.single + 2 * layer.double_):
        value += NEARLY_THERE
    if layer.resting:
        value -= rest_loss(day, layer.resting, field)
    if (layer.single | layer.double_) == 0 and day.leader - field >= day.r.catchup_gap:
        value += CATCH_UP
    return value


cdef bint may_stop(const day_t* day, const layer_t* layer, int32_t tired, int32_t field,
                   bint any_use) noexcept nogil:
    """HS-41, HS-55, HS-A6, HS-A27."""
    cdef bint free_stop = day.r.voluntary_stop or day.track[field] & NEEDS_EQUIPMENT
    if day.open_card != NO_CARE and layer.single + layer.double_ == day.cards:
        if any_use:
            return not day.r.forced_care_blocks_stop and free_stop
        return tired == 0
    return not any_use or free_stop


# --- the search ---------------------------------------------------------------------------------

cdef int32_t search_layer(day_t* day, int32_t number, int32_t* best_tired) noexcept nogil:
    """All states of a layer, in an order in which none comes after one that it leads to; returns
    the worth of the best one to stop in."""
    cdef layer_t* layer = &day.layers[number]
    cdef uses_t uses
    cdef int32_t tired = 0, field, value, most = NEVER, furthest = -1
    cdef bint any_use
    find_uses(day, layer.resting, &uses)
    while True:
        if layer.best[tired]:
            field = layer.best[tired] - 1
            if field < day.last:
                any_use = use_all(day, number, &uses, tired, field)
                if not any_use or (not day.r.penalty_blocks_care and layer.equipment == 0
                                   and day.track[field] & NEEDS_EQUIPMENT):
                    care_all(day, number, tired, field)
                if field > furthest and may_stop(day, layer, tired, field, any_use):
                    furthest = field
                    value = worth(day, layer, tired, field)
                    if field == day.start and any_use:
                        value -= STANDS_STILL
                    if value > most:
                        most, best_tired[0] = value, tired
            else:
                value = worth(day, layer, tired, field)
                if value > most:
                    most, best_tired[0] = value, tired
        tired = (tired - uses.able) & uses.able
        if tired == 0:
            return most


cdef void write_plan(const day_t* day, int32_t number, int32_t tired, plan_t* plan) noexcept nogil:
    """From the end of the best way back to its beginning; a step tells how to leave its state."""
    cdef const layer_t* layer
    cdef from_t come = day.layers[number].come[tired]
    cdef step_t* step
    cdef int32_t n = 1, i
    while come.kind != STEP_STOP:
        come = day.layers[come.layer].come[come.tired]
        n += 1
    plan.n = min(n, MOST_STEPS)
    memset(&come, 0, sizeof(come))          # the last step is to stop
    for i in range(n - 1, -1, -1):
        layer = &day.layers[number]
        if i < MOST_STEPS:
            step = &plan.steps[i]
            step.before = where_t(field=<uint8_t>(layer.best[tired] - 1), tired=<uint8_t>tired,
                                  resting=layer.resting, single=layer.single,
                                  double_=layer.double_, equipment=layer.equipment)
            step.kind, step.what, step.victims = come.kind, come.what, come.victims
            step.meets[0], step.meets[1] = come.meets[0], come.meets[1]
        come = layer.come[tired]
        number, tired = come.layer, come.tired


cdef void plan_day(const SledRules* r, const SledState* s, int32_t seat, int32_t n_seats,
                   const where_t* start, int32_t open_card, plan_t* plan) noexcept nogil:
    """The best day from `start` on; an open card is still to be used."""
    cdef day_t day
    cdef int32_t number = 0, value, tired = 0, other
    cdef int32_t best = 0, best_tired = start.tired, most = NEVER
    day.r, day.start, day.last = r, start.field, s.last
    day.track, day.sled = <const uint8_t*>&s.track[0], <const uint8_t*>&s.sled[seat][0]
    day.upgraded, day.young = s.upgraded[seat], youngsters_in(r, s, seat)
    day.open_card = <uint8_t>open_card
    day.cards = start.single + start.double_
    day.n = 0
    day.leader = 0
    for other in range(n_seats):
        if other != seat:
            day.leader = max(day.leader, <int32_t>s.field[other])
    layer_of(&day, start.resting, start.single, start.double_, start.equipment)
    day.layers[0].best[start.tired] = start.field + 1
    memset(&day.layers[0].come[start.tired], 0, sizeof(from_t))
    while number < day.n:
        value = search_layer(&day, number, &tired)
        if value > most:
            most, best, best_tired = value, number, tired
        number += 1
    write_plan(&day, best, best_tired, plan)
    plan.value = most
