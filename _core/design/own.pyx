"""What both modes of a game file share: the contract, derived from declared fields and piles."""
from libc.stdint cimport int8_t, int32_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from analyzer._core.contract cimport (
    GAME_FAILED, MAX_SEATS, WHOLE_WIN, Game, apply_t, game_t, head_t, legal_moves_t,
    move_t, native, refuse_unless, result_t, seat_t, table_t, turn_loop, turns_t, view_t,
    with_fast_path,
)
from analyzer._core.design.piles cimport (
    OWN_FORGOT, OWN_KIND, OWN_KNOWN, OWN_MIXED, OWN_TIMES, own_mix, own_place, own_sees, own_time,
)
from analyzer._core.rng cimport rng_below, rng_below_after, rng_stream, rng_t, rng_unit
from analyzer._core.runner cimport Stepper


cdef extern from *:
    """
    /* What has failed first in this thread, since it was last asked. */
    static __thread struct { void *own; int32_t why, turn; } trouble;
    """
    struct trouble_t:
        own_t* own
        int32_t why             # not 0: something has failed; a line, or a reason of own.pxd
        int32_t turn            # the moves made before that
    trouble_t trouble

cdef extern from "pythread.h":
    unsigned long PyThread_get_thread_ident() noexcept nogil


cdef inline bint has_failed(const own_t* own) noexcept nogil:
    return trouble.why != 0 and trouble.own == own


cdef void fail(const table_t* table, const void* state, int32_t why) noexcept nogil:
    (<int32_t*>state)[FAILED] = why
    if not has_failed(own_of(table)):
        trouble.own, trouble.why = own_of(table), why
        trouble.turn = (<const int32_t*>state)[TURNS]


cdef void fail_with(const table_t* table, const void* state, int32_t why, object error) noexcept:
    """The same, with what tells more."""
    cdef OwnGame game = <OwnGame>own_of(table).game
    if not has_failed(own_of(table)):
        game.errors[PyThread_get_thread_ident()] = error
    fail(table, state, why)


cdef void fail_without_world(const table_t* table, const void* state, int32_t seat,
                             int32_t why) noexcept with gil:
    cdef OwnGame game = <OwnGame>own_of(table).game
    fail_with(table, state, why, LookupError(seat, game.describe(table, state)))


# --- chance and cards -----------------------------------------------------------------------------

cdef int32_t* pile_of(const table_t* table, void* state, int32_t place,
                      int32_t owner) noexcept nogil:
    cdef own_place* found = &own_of(table).places[place]
    return <int32_t*>state + found.at + owner * found.stride


cdef int fill(const table_t* table, void* state, int32_t place, int32_t owner) noexcept nogil:
    """All cards of a table, wherever they lay; nobody knows any. 1: there is no room."""
    cdef own_t* own = own_of(table)
    cdef int32_t family = own.places[place].family, k, kind, many, _i
    cdef int32_t* pile = pile_of(table, state, place, owner)
    for k in range(own.n_places):
        if own.places[k].family == family:
            memset(<int32_t*>state + own.places[k].at, 0,
                   sizeof(int32_t) * own.places[k].stride * own.places[k].many)
    for kind in range(own.kinds[family]):
        many = own.counts[family][kind]
        if many < 0:
            many = rules_of(table)[-1 - many]
        if pile[0] + many > own.places[place].room:
            return 1
        for _i in range(many):
            pile[0] += 1
            pile[pile[0]] = kind
    return 0


cdef void shuffle(const table_t* table, void* state, int32_t place, int32_t owner,
                  uint32_t purpose, uint32_t occasion) noexcept nogil:
    cdef own_t* own = own_of(table)
    cdef int32_t* pile = pile_of(table, state, place, owner)
    cdef int32_t i, j, card, n = pile[0]
    cdef rng_t rng
    own_mix(pile, own_sees(&own.places[place], rules_of(table), owner), 0xFF, everyone(table),
            <int32_t*>state, CLOCK, own.places, own.n_places)
    rng_stream(&rng, &(<head_t*>state).luck, purpose, occasion)
    for i in range(1, n):
        j = i + <int32_t>rng_below(&rng, <uint32_t>(n - i + 1))
        card = pile[i]
        pile[i] = pile[j]
        pile[j] = card


cdef int32_t roll(const void* state, int32_t sides, uint32_t purpose, uint32_t occasion,
                  int32_t k) noexcept nogil:
    """The k-th number below `sides` of this chance."""
    cdef rng_t rng
    rng_stream(&rng, &(<const head_t*>state).luck, purpose, occasion)
    return <int32_t>rng_below_after(rng, <uint32_t>sides, k)


# --- another world for a seat ---------------------------------------------------------------------

ctypedef struct pool_t:         # the places of one family that a seat does not know
    int32_t n
    int32_t where[MAX_CARDS]    # in the state; those mixed first come first
    int32_t owner[MAX_CARDS]    # whose place it is; -1: nobody's
    int32_t cards[MAX_CARDS]    # those forgotten first come first


cdef inline int32_t before(int32_t card) noexcept nogil:
    """The order of cards in a pool: it tells nothing about where they lay."""
    return own_time(card, OWN_FORGOT) << 10 | (card & OWN_KIND)


cdef void open_pool(const table_t* table, int32_t* state, int32_t family, int32_t seat,
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


cdef void deal_pool(int32_t* state, pool_t* pool, rng_t* rng) noexcept nogil:
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

ctypedef struct direct_t:       # how the cards of a pool may lie, by sorts of cards
    double* ways                # by cards left of each sort: the chance that a random deal of them
                                # into the places that are left is allowed
    int32_t n_sorts
    int32_t many[MAX_SORTS]     # cards of a sort
    int32_t stride[MAX_SORTS]   # in `ways`
    uint64_t allowed[MAX_SORTS]     # sorts of places where they may lie
    int32_t n_bound             # places that some card may not lie in; they come first
    int32_t place[MAX_CARDS]    # of the pool
    int32_t sort[MAX_CARDS]     # of that place
    int32_t cards[MAX_CARDS]    # by sort


cdef bint holds(const table_t* table, const void* state, int8_t* known, int32_t viewer,
                int32_t seat, int32_t kind) noexcept nogil:
    """may_hold, asked once."""
    cdef int8_t* found = &known[seat * (OWN_KIND + 1) + kind]
    if found[0] < 0:
        found[0] = own_of(table).may_hold(table, state, viewer, seat, kind) != 0
    return found[0]


cdef int open_direct(const table_t* table, const void* state, int32_t viewer, pool_t* pool,
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


cdef void count_ways(direct_t* direct, int32_t n, int32_t size) noexcept nogil:
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


cdef void deal_direct(int32_t* state, pool_t* pool, direct_t* direct, rng_t* rng) noexcept nogil:
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


cdef bint is_held_well(const table_t* table, const void* state, int32_t seat) noexcept nogil:
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


cdef void deal_numbers(const table_t* table, int32_t* state, int32_t seat,
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


cdef bint redeal_hidden(const table_t* table, void* state, int32_t seat,
                        rng_t* rng) noexcept nogil:
    cdef own_t* own = own_of(table)
    cdef pool_t pools[MAX_FAMILIES]
    cdef int32_t* numbers = <int32_t*>state
    cdef int32_t family, _i
    cdef int way = 0
    cdef direct_t direct
    cdef void* old
    if numbers[OVER] or numbers[FAILED]:
        return True
    old = calloc(1, table.game.state_size)
    if old == NULL:
        return False
    memcpy(old, state, table.game.state_size)
    for family in range(own.n_families):
        open_pool(table, numbers, family, seat, &pools[family])
    direct.ways = NULL
    if own.may_hold != NULL:
        way = open_direct(table, state, seat, &pools[own.held], &direct)
    for _i in range(MOST_TRIES if way >= 0 else 0):
        own.tries += 1
        for family in range(own.n_families):
            if way == 1 and family == own.held:
                deal_direct(numbers, &pools[family], &direct, rng)
            else:
                deal_pool(numbers, &pools[family], rng)
        deal_numbers(table, numbers, seat, rng)
        if (own.fits == NULL or own.fits(table, state, seat)) and (
                way < 2 or is_held_well(table, state, seat)):
            own.worlds += 1
            free(direct.ways)
            free(old)
            return True
        if numbers[FAILED]:
            break
    family = numbers[FAILED]
    memcpy(state, old, table.game.state_size)
    numbers[FAILED] = family
    free(direct.ways)
    free(old)
    if not numbers[FAILED]:
        fail_without_world(table, state, seat, NO_WORLD if way >= 0 else NO_HOLDER)
    return False


# --- the contract ---------------------------------------------------------------------------------

cdef void init(const table_t* table, void* state) noexcept nogil:
    cdef int32_t* numbers = <int32_t*>state
    memset(numbers + HEAD, 0, table.game.state_size - sizeof(int32_t) * HEAD)
    numbers[0] = 0
    own_of(table).deal(table, state)
    if not numbers[FAILED] and not 0 <= numbers[0] < table.n_seats:
        fail(table, state, NO_SUCH_SEAT)
    elif numbers[1] < 0:
        fail(table, state, STAGE_FELL)


cdef bint at_random(const table_t* table, void* state, seat_t* seats,
                    turns_t* done) noexcept nogil:
    cdef stage_t play = own_of(table).at_random
    return play != NULL and play(table, state, seats, &done.turns, &done.decisions) != 0


cdef bint by_worth(const table_t* table, void* state, seat_t* seats,
                   turns_t* done) noexcept nogil:
    cdef stage_t play = own_of(table).by_worth
    return play != NULL and play(table, state, seats, &done.turns, &done.decisions) != 0


cdef void play_out(const table_t* table, void* state, seat_t* seats, move_t* moves,
                   turns_t* done) noexcept nogil:
    turn_loop(table.game.legal_moves, table.game.apply, at_random, NULL, table, state, seats, moves,
              done)
    if has_failed(own_of(table)):
        done.bad, done.seat, done.choice = 1, 0, GAME_FAILED
        done.n_moves = 0


cdef void points(const table_t* table, const void* state, int32_t* score) noexcept nogil:
    cdef int32_t seat
    for seat in range(table.n_seats):
        score[seat] = own_of(table).score(table, state, seat)


cdef void scores(const table_t* table, const void* state, result_t* result) noexcept nogil:
    cdef own_t* own = own_of(table)
    cdef int32_t seat, winners = 0, best
    cdef const int32_t* numbers = <const int32_t*>state
    points(table, state, result.score)
    best = result.score[0]
    for seat in range(1, table.n_seats):
        best = max(best, result.score[seat])
    for seat in range(table.n_seats):
        if own.wins == NULL:
            result.win[seat] = result.score[seat] == best
        else:
            result.win[seat] = own.wins(table, state, seat) != 0
        result.role[seat] = 0
        result.standing[seat] = 0
        winners += result.win[seat]
    for seat in range(table.n_seats):
        result.win[seat] = WHOLE_WIN // winners if result.win[seat] else 0
    result.end_reason = result.capped = numbers[OVER] == 2
    result.failed = numbers[FAILED]
    result.game_counters = numbers + own.counters
    result.seat_counters = numbers + own.counters + table.game.n_game_counters


cdef int32_t choose_best(const view_t* view, const move_t* moves, int32_t n_moves,
                         const void* params, rng_t* rng) noexcept nogil:
    return own_of(view.table).best(view.table, view.state, view.seat, moves, n_moves,
                                   <const double*>params, rng)


cdef int n_numbers(tuple shape):
    cdef int n = 1
    for length in shape:
        n *= length
    return n


cdef class OwnGame(Game):
    def __init__(self, plan):
        """`plan` has what a game file declares: analyzer/design/layout.py."""
        cdef int at = FIRST_FIELD, k, j
        cdef own_place* place
        self.fields, self.places, self.rule_names = [], [], list(plan.rule_names)
        self._counts, self.errors = [], {}
        for name, shape in plan.fields:
            self.fields.append((name, shape, at))
            at += n_numbers(shape)
        starts = {name: start for name, _, start in self.fields}
        self.own.game = <PyObject*>self
        self.own.counters = starts.get(plan.first_counter, FIRST_FIELD)
        self.own.most_turns = plan.most_turns
        self.own.n_places = len(plan.places)
        for k, found in enumerate(plan.places):
            place = &self.own.places[k]
            place.at, place.stride, place.many = starts[found.name], found.stride, found.many
            place.room, place.family, place.rule = found.room, found.family, found.rule
            for j, who in enumerate(found.sees):
                place.sees[j] = who
            self.places.append((found.name, found.family))
        self.own.held = plan.held
        self.own.n_families = len(plan.families)
        for k, counts in enumerate(plan.families):
            packed = b"".join((<int>count).to_bytes(4, "little", signed=True) for count in counts)
            self._counts.append(packed)
            self.own.kinds[k] = len(counts)
            self.own.counts[k] = <const int32_t*><const char*>packed
        low, high = plan.players
        self.c = game_t(
            fewest_seats=low, most_seats=high, state_size=4 * (at + 1),
            n_game_counters=plan.n_game_counters, n_seat_counters=plan.n_seat_counters, init=init,
            legal_moves=NULL, apply=NULL, play_out=play_out, points=points, scores=scores,
            redeal_hidden=redeal_hidden, stage_is_contest=plan.stage_is_contest, ask_hidden=NULL,
            first_choice=NULL, redeal_rest=NULL)

    cdef int use(self, legal_moves_t legal_moves, apply_t apply) except -1:
        self.c.legal_moves, self.c.apply = legal_moves, apply
        return 0

    def use_compiled(self, library, addresses):
        """Functions of a translated game take over; `library` keeps them loaded."""
        cdef uintptr_t legal_moves = addresses["legal_moves"], apply = addresses["apply"]
        cdef uintptr_t deal = addresses["deal"], score = addresses["score"]
        cdef uintptr_t wins = addresses["wins"], fits = addresses["fits"]
        cdef uintptr_t best = addresses["best"], may_hold = addresses["may_hold"]
        cdef uintptr_t worth = addresses["by_worth"], at_random = addresses["at_random"]
        self.library, self.mode = library, "compiled"
        self.own.deal, self.own.score = <deal_t>deal, <of_seat_t>score
        self.own.wins = <of_seat_t>wins
        self.own.fits, self.own.best = <of_seat_t>fits, <best_t>best
        self.own.may_hold = <may_hold_t>may_hold
        self.own.by_worth, self.own.at_random = <stage_t>worth, <stage_t>at_random
        self.use(<legal_moves_t>legal_moves, <apply_t>apply)

    def expert(self, sentence, weights):
        return with_fast_path(native("expert", sentence, choose_best, dict(weights)), by_worth)

    def failure(self):
        if not has_failed(&self.own):
            return None
        why, turn, error = trouble.why, trouble.turn, self.cause
        trouble.why = 0
        self.errors.pop(PyThread_get_thread_ident(), None)
        return self.explain(why, error), turn

    @property
    def failed(self):
        """Not 0: something has failed in this thread; `failure` says what."""
        return trouble.why if has_failed(&self.own) else 0

    @property
    def cause(self):
        """What tells more about that failure; None: nothing does."""
        return self.errors.get(PyThread_get_thread_ident()) if has_failed(&self.own) else None

    def forbids_what_is(self, Stepper stepper not None, int seat):
        """Which method forbids this seat the state as it is? None must: what a seat knows is so."""
        stepper.check_seat(seat)
        found = None
        if not is_held_well(&stepper.table.c, stepper.state, seat):
            found = "may_hold"
        elif self.own.fits != NULL and not self.own.fits(&stepper.table.c, stepper.state, seat):
            found = "fits"
        self.raise_failure()
        return found

    @property
    def tried(self):
        """Worlds that were tried, and those that fitted."""
        return self.own.tries, self.own.worlds

    cdef int raise_failure(self) except -1:
        if has_failed(&self.own):
            raise self.failure()[0]
        return 0

    cdef bytes pack_rules(self, int players, dict rules):
        cdef own_rules packed
        cdef int k
        memset(&packed, 0, sizeof(packed))
        self._serial += 1
        packed.own, packed.serial = &self.own, self._serial
        for k, name in enumerate(self.rule_names):
            packed.values[k] = rules[name]
        return (<char*>&packed)[:sizeof(packed)]

    cdef dict describe(self, const table_t* table, const void* state):
        cdef const int32_t* numbers = <const int32_t*>state
        cdef int at, i, j, wide
        raw = {"players": table.n_seats, "seat": numbers[0], "stage": numbers[1],
               "over": numbers[OVER], "turns": numbers[TURNS], "clock": numbers[CLOCK]}
        for name, shape, at in self.fields:
            if shape == ():
                raw[name] = numbers[at]
            elif len(shape) == 1:
                raw[name] = [numbers[i] for i in range(at, at + <int>shape[0])]
            else:
                wide = shape[1]
                raw[name] = [[numbers[at + i * wide + j] for j in range(wide)]
                             for i in range(shape[0])]
        return raw

    cdef int restore(self, const table_t* table, void* state, dict raw) except -1:
        cdef int32_t* numbers = <int32_t*>state
        cdef int at, i, n
        memset(numbers + HEAD, 0, table.game.state_size - 4 * HEAD)
        refuse_unless(raw["players"] == table.n_seats, f"a table of {raw['players']} players")
        refuse_unless(0 <= raw["seat"] < table.n_seats, f"seat {raw['seat']}")
        refuse_unless(0 <= raw["over"] <= 2, f"over {raw['over']}")
        refuse_unless(0 <= raw["clock"] <= OWN_TIMES, f"clock {raw['clock']}")
        numbers[0], numbers[1] = raw["seat"], raw["stage"]
        numbers[OVER], numbers[TURNS], numbers[CLOCK] = raw["over"], raw["turns"], raw["clock"]
        for name, shape, at in self.fields:
            given = raw[name]
            if len(shape) == 0:
                given = [given]
            elif len(shape) == 2:
                refuse_unless(len(given) == shape[0] and all(len(row) == shape[1]
                                                             for row in given), f"{name} so long")
                given = [one for row in given for one in row]
            n = n_numbers(shape)
            refuse_unless(len(given) == n, f"{name} of length {len(given)}")
            for i in range(n):
                numbers[at + i] = given[i]
        self.check_cards(table, numbers)
        return 0

    cdef int check_cards(self, const table_t* table, int32_t* numbers) except -1:
        """No more cards than there are, and no pile with more than its room."""
        cdef own_place* place
        cdef int k, owner, at, i, many
        found = [[0] * self.own.kinds[k] for k in range(self.own.n_families)]
        for k in range(self.own.n_places):
            place = &self.own.places[k]
            if place.family < 0:
                for i in range(place.many):
                    refuse_unless(numbers[place.at + i] >= 0, f"{self.places[k][0]} below 0")
                continue
            for owner in range(place.many):
                at = place.at + owner * place.stride
                many = numbers[at]
                refuse_unless(0 <= many <= place.room, f"{self.places[k][0]} with {many} cards")
                for i in range(at + 1, at + 1 + many):
                    refuse_unless(
                        numbers[i] >= 0
                        and (numbers[i] & OWN_KIND) < self.own.kinds[place.family]
                        and own_time(numbers[i], OWN_FORGOT) <= own_time(numbers[i], OWN_MIXED)
                        and numbers[i] >> 30 == 0, f"card {numbers[i]}")
                    found[place.family][numbers[i] & OWN_KIND] += 1
                for i in range(at + 1 + many, at + place.stride):
                    refuse_unless(numbers[i] == 0, f"card {numbers[i]} outside of its pile")
        for k in range(self.own.n_families):
            for i in range(self.own.kinds[k]):
                many = self.own.counts[k][i]
                many = rules_of(table)[-1 - many] if many < 0 else many
                refuse_unless(found[k][i] <= many, f"{found[k][i]} cards of kind {i}")
        return 0


# --- for translated games -------------------------------------------------------------------------

ADDRESSES = {
    "fail": <uintptr_t>&fail, "fill": <uintptr_t>&fill, "shuffle": <uintptr_t>&shuffle,
}


cdef size_t offset_of_rules() noexcept:
    cdef table_t table
    return <char*>&table.rules - <char*>&table


cdef size_t offset_of_coin() noexcept:
    cdef seat_t seat
    return <char*>&seat.rng - <char*>&seat


cdef size_t offset_of_seats() noexcept:
    cdef table_t table
    return <char*>&table.n_seats - <char*>&table


# What a translated game takes for granted; it is compared when one is loaded.
SIZES = {"head": sizeof(head_t), "n_seats": offset_of_seats(), "rules": offset_of_rules(),
         "seat": sizeof(seat_t), "rng": offset_of_coin()}
