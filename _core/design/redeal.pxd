"""Another world for a seat: what it does not know, dealt again, every world that fits as likely."""
from libc.stdint cimport int8_t, int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from analyzer._core.contract cimport MAX_SEATS, table_t
from analyzer._core.design.declared cimport (
    FAILED, MAX_CARDS, MAX_FAMILIES, MAX_SORTS, MOST_TRIES, MOST_WAYS, NO_HOLDER, NO_WORLD, own_of,
    own_t, rules_of,
)
from analyzer._core.design.piles cimport (
    OWN_FORGOT, OWN_KIND, OWN_KNOWN, OWN_MIXED, OWN_TIMES, own_place, own_sees, own_time,
)
from analyzer._core.rng cimport rng_below, rng_t, rng_unit


ctypedef struct pool_t:         # the places of one family that a seat does not know
    int32_t n
    int32_t where[MAX_CARDS]    # in the state; those mixed first come first
    int32_t owner[MAX_CARDS]    # whose place it is; -1: nobody's
    int32_t cards[MAX_CARDS]    # those forgotten first come first


cdef inline int32_t before(int32_t card) noexcept nogil:
    """The order of cards in a pool: it tells nothing about where they lay."""
    return own_time(card, OWN_FORGOT) << 10 | (card & OWN_KIND)


cdef inline void open_pool(const table_t* table, int32_t* state, int32_t family, int32_t seat,
                           pool_t* pool) noexcept nogil:
    cdef own_t* own = own_of(table)
    cdef own_place* place
    cdef int32_t k, owner, i, j, at, card
    pool.n = 0
    for k in range(own.n_places):
        place = &own.places[k]
        if place.family != family:
            continue
        for owner in range(table.n_seats if place.many > 1 else 1):
            if own_sees(place, rules_of(table), owner) >> seat & 1:
                continue
            at = place.at + owner * place.stride
            for i in range(at + 1, at + 1 + state[at]):
                card = state[i]
                if card >> (OWN_KNOWN + seat) & 1 or pool.n == MAX_CARDS:
                    continue
                j = pool.n
                while j and own_time(state[pool.where[j - 1]], OWN_MIXED) > own_time(card,
                                                                                     OWN_MIXED):
                    pool.where[j], pool.owner[j] = pool.where[j - 1], pool.owner[j - 1]
                    j -= 1
                pool.where[j], pool.owner[j] = i, owner if place.many > 1 else -1
                j = pool.n
                while j and before(pool.cards[j - 1]) > before(card):
                    pool.cards[j] = pool.cards[j - 1]
                    j -= 1
                pool.cards[j] = card
                pool.n += 1


cdef inline void deal_pool(int32_t* state, pool_t* pool, rng_t* rng) noexcept nogil:
    """Each place, from those mixed first on, gets a card that was forgotten before it was mixed.

    However the first are dealt, the later ones have as many to choose from: all worlds are equally
    likely.
    """
    cdef int32_t i, j, card, mixed, end = 0
    cdef int32_t kept = OWN_KIND | OWN_TIMES << OWN_FORGOT      # what goes with the card
    for i in range(1, pool.n):      # a former deal has left them in another order
        card = pool.cards[i]
        j = i
        while j and own_time(pool.cards[j - 1], OWN_FORGOT) > own_time(card, OWN_FORGOT):
            pool.cards[j] = pool.cards[j - 1]
            j -= 1
        pool.cards[j] = card
    for i in range(pool.n):
        mixed = own_time(state[pool.where[i]], OWN_MIXED)
        while end < pool.n and own_time(pool.cards[end], OWN_FORGOT) <= mixed:
            end += 1
        j = i + <int32_t>rng_below(rng, <uint32_t>(end - i)) if end - i > 1 else i
        card = pool.cards[i]
        pool.cards[i] = pool.cards[j]
        pool.cards[j] = card
        state[pool.where[i]] = (state[pool.where[i]] & ~kept) | (pool.cards[i] & kept)


# --- cards that only some may hold: drawn at once ------------------------------------------------

# How the cards of a pool may lie, by sorts of cards. `ways` has, by cards left of each sort, the
# chance that a random deal of them into the places that are left is allowed.
ctypedef struct direct_t:
    double* ways
    int32_t n_sorts
    int32_t many[MAX_SORTS]     # cards of a sort
    int32_t stride[MAX_SORTS]   # in `ways`
    uint64_t allowed[MAX_SORTS]     # sorts of places where they may lie
    int32_t n_bound             # places that some card may not lie in; they come first
    int32_t place[MAX_CARDS]    # of the pool
    int32_t sort[MAX_CARDS]     # of that place
    int32_t cards[MAX_CARDS]    # by sort


cdef inline bint holds(const table_t* table, const void* state, int8_t* known, int32_t viewer,
                       int32_t seat, int32_t kind) noexcept nogil:
    """may_hold, asked once."""
    cdef int8_t* found = &known[seat * (OWN_KIND + 1) + kind]
    if found[0] < 0:
        found[0] = own_of(table).may_hold(table, state, viewer, seat, kind) != 0
    return found[0]


cdef inline int open_direct(const table_t* table, const void* state, int32_t viewer, pool_t* pool,
                            direct_t* direct) noexcept nogil:
    """1: the pool is dealt directly; 0: it need not be; 2: it has too many sorts; -1: a failure."""
    cdef int32_t owner[MAX_SORTS]
    cdef int32_t mixed[MAX_SORTS]
    cdef int32_t sort_of[MAX_CARDS]
    cdef uint64_t bits[MAX_CARDS]
    cdef int8_t known[MAX_SEATS * (OWN_KIND + 1)]
    cdef uint64_t bound = 0, every
    cdef int32_t i, j, k, n_places = 0, time, size = 1
    cdef bint forbids = False
    memset(known, -1, sizeof(known))
    for i in range(pool.n):
        time = own_time((<const int32_t*>state)[pool.where[i]], OWN_MIXED)
        for j in range(n_places):
            if owner[j] == pool.owner[i] and mixed[j] == time:
                break
        else:
            j = n_places
            if j == MAX_SORTS:
                return 2
            owner[j], mixed[j] = pool.owner[i], time
            n_places += 1
        sort_of[i] = j
    every = ~<uint64_t>0 >> (MAX_SORTS - n_places) if n_places else 0
    for i in range(pool.n):
        bits[i] = 0
        for j in range(n_places):
            if own_time(pool.cards[i], OWN_FORGOT) > mixed[j]:
                continue
            if owner[j] < 0 or holds(table, state, known, viewer, owner[j],
                                     pool.cards[i] & OWN_KIND):
                bits[i] |= <uint64_t>1 << j
            else:
                forbids = True
        bound |= every & ~bits[i]
    if (<const int32_t*>state)[FAILED]:
        return -1
    if not forbids:
        return 0
    direct.n_sorts = 0
    for i in range(pool.n):
        bits[i] &= bound
        for k in range(direct.n_sorts):
            if direct.allowed[k] == bits[i]:
                break
        else:
            k = direct.n_sorts
            if k == MAX_SORTS:
                return 2
            direct.allowed[k], direct.many[k] = bits[i], 0
            direct.n_sorts += 1
        direct.many[k] += 1
    k = 0
    for j in range(direct.n_sorts):
        direct.stride[j] = size
        if size * (direct.many[j] + 1) > MOST_WAYS:
            return 2
        size *= direct.many[j] + 1
        for i in range(pool.n):
            if bits[i] == direct.allowed[j]:
                direct.cards[k] = pool.cards[i]
                k += 1
    k = 0
    for i in range(pool.n):
        if bound >> sort_of[i] & 1:
            direct.place[k], direct.sort[k] = i, sort_of[i]
            k += 1
    direct.n_bound = k
    for i in range(pool.n):
        if not bound >> sort_of[i] & 1:
            direct.place[k] = i
            k += 1
    direct.ways = <double*>calloc(size, sizeof(double))
    if direct.ways == NULL:
        return 2
    count_ways(direct, pool.n, size)
    return 1 if direct.ways[size - 1] > 0 else -1


cdef inline void count_ways(direct_t* direct, int32_t n, int32_t size) noexcept nogil:
    cdef int32_t at, k, left, here
    cdef int32_t some[MAX_SORTS]
    memset(some, 0, sizeof(some))
    for at in range(size):
        left = 0
        for k in range(direct.n_sorts):
            left += some[k]
        if n - left >= direct.n_bound:
            direct.ways[at] = 1
        else:
            here = direct.sort[n - left]
            for k in range(direct.n_sorts):
                if some[k] and direct.allowed[k] >> here & 1:
                    direct.ways[at] += some[k] * direct.ways[at - direct.stride[k]]
            direct.ways[at] /= left
        for k in range(direct.n_sorts):     # the next number of this system
            some[k] += 1
            if some[k] <= direct.many[k]:
                break
            some[k] = 0


cdef inline void deal_direct(int32_t* state, pool_t* pool, direct_t* direct,
                             rng_t* rng) noexcept nogil:
    """All deals that may_hold and the times allow are equally likely.

    Place by place, a sort of cards is drawn by the number of ways to go on with it, and then one of
    its cards. The places that are left take the rest in any order.
    """
    cdef int32_t cards[MAX_CARDS]
    cdef int32_t left[MAX_SORTS]
    cdef int32_t first[MAX_SORTS]
    cdef int32_t i, j, k, found, at = 0, n = 0
    cdef int32_t kept = OWN_KIND | OWN_TIMES << OWN_FORGOT
    cdef double point, weight
    for k in range(direct.n_sorts):
        left[k], first[k] = direct.many[k], n
        at += direct.many[k] * direct.stride[k]
        n += direct.many[k]
    memcpy(cards, direct.cards, sizeof(int32_t) * n)
    for i in range(direct.n_bound):
        point = rng_unit(rng) * direct.ways[at] * (n - i)
        found = -1
        for k in range(direct.n_sorts):
            if left[k] and direct.allowed[k] >> direct.sort[i] & 1:
                weight = left[k] * direct.ways[at - direct.stride[k]]
                if weight > 0:
                    found = k
                    point -= weight
                    if point < 0:
                        break
        j = first[found] + <int32_t>rng_below(rng, <uint32_t>left[found])
        put_card(state + pool.where[direct.place[i]], cards[j], kept)
        left[found] -= 1
        at -= direct.stride[found]
        cards[j] = cards[first[found] + left[found]]
    j = 0
    for k in range(direct.n_sorts):
        for i in range(left[k]):
            cards[j] = cards[first[k] + i]
            j += 1
    for i in range(direct.n_bound, n):
        k = <int32_t>rng_below(rng, <uint32_t>j) if j > 1 else 0
        put_card(state + pool.where[direct.place[i]], cards[k], kept)
        j -= 1
        cards[k] = cards[j]


cdef inline void put_card(int32_t* place, int32_t card, int32_t kept) noexcept nogil:
    place[0] = (place[0] & ~kept) | (card & kept)


cdef inline bint is_held_well(const table_t* table, const void* state, int32_t seat) noexcept nogil:
    """Does may_hold allow every card where it lies, as far as this seat does not see it?"""
    cdef own_t* own = own_of(table)
    cdef pool_t pool
    cdef int32_t i
    if own.may_hold == NULL:
        return True
    open_pool(table, <int32_t*>state, own.held, seat, &pool)
    for i in range(pool.n):
        if pool.owner[i] >= 0 and not own.may_hold(
                table, state, seat, pool.owner[i],
                (<const int32_t*>state)[pool.where[i]] & OWN_KIND):
            return False
    return True


cdef inline void deal_numbers(const table_t* table, int32_t* state, int32_t seat,
                              rng_t* rng) noexcept nogil:
    """Hidden numbers: what the others have together, in any division, each as likely."""
    cdef own_t* own = own_of(table)
    cdef int32_t k, i, j, bar, n, total, last
    cdef int32_t who[MAX_SEATS]
    cdef int32_t bars[MAX_SEATS]
    for k in range(own.n_places):
        if own.places[k].family >= 0:
            continue
        n = total = 0
        for i in range(table.n_seats):
            if not own_sees(&own.places[k], rules_of(table), i) >> seat & 1:
                who[n] = own.places[k].at + i
                total += state[who[n]]
                n += 1
        if n < 2 or total <= 0:
            continue
        # n - 1 bars among total + n - 1 places, any set of places as likely (Floyd's way)
        for i in range(n - 1):
            bar = <int32_t>rng_below(rng, <uint32_t>(total + i + 1))
            for j in range(i):
                if bars[j] == bar:
                    bar = total + i
            j = i
            while j and bars[j - 1] > bar:
                bars[j] = bars[j - 1]
                j -= 1
            bars[j] = bar
        last = -1
        for i in range(n - 1):
            state[who[i]] = bars[i] - last - 1
            last = bars[i]
        state[who[n - 1]] = total + n - 1 - last - 1


cdef inline int deal_world(const table_t* table, int32_t* numbers, int32_t seat,
                           rng_t* rng) noexcept nogil:
    """0, or why there is none; a rule that fails writes that into the state."""
    cdef own_t* own = own_of(table)
    cdef pool_t pools[MAX_FAMILIES]
    cdef int32_t family, _i
    cdef int way = 0
    cdef direct_t direct
    cdef void* old
    old = calloc(1, table.game.state_size)
    if old == NULL:
        return NO_WORLD
    memcpy(old, numbers, table.game.state_size)
    for family in range(own.n_families):
        open_pool(table, numbers, family, seat, &pools[family])
    direct.ways = NULL
    if own.may_hold != NULL:
        way = open_direct(table, numbers, seat, &pools[own.held], &direct)
    for _i in range(MOST_TRIES if way >= 0 else 0):
        own.tries += 1
        for family in range(own.n_families):
            if way == 1 and family == own.held:
                deal_direct(numbers, &pools[family], &direct, rng)
            else:
                deal_pool(numbers, &pools[family], rng)
        deal_numbers(table, numbers, seat, rng)
        if (own.fits == NULL or own.fits(table, numbers, seat)) and (
                way < 2 or is_held_well(table, numbers, seat)):
            own.worlds += 1
            free(direct.ways)
            free(old)
            return 0
        if numbers[FAILED]:
            break
    family = numbers[FAILED]
    memcpy(numbers, old, table.game.state_size)
    numbers[FAILED] = family
    free(direct.ways)
    free(old)
    return NO_WORLD if way >= 0 else NO_HOLDER
