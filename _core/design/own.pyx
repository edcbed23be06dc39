"""What both modes of a game file share: the contract, derived from declared fields and piles."""
from libc.stdint cimport int32_t, uint32_t, uintptr_t
from libc.string cimport memset

from analyzer._core.contract cimport (
    GAME_FAILED, WHOLE_WIN, Game, apply_t, game_t, head_t, legal_moves_t,
    move_t, native, refuse_unless, result_t, seat_t, table_t, turn_loop, turns_t, view_t,
    with_fast_path,
)
from analyzer._core.design.piles cimport (
    OWN_FORGOT, OWN_KIND, OWN_MIXED, OWN_TIMES, own_mix, own_place, own_sees, own_time,
)
from analyzer._core.design.redeal cimport deal_world, is_held_well
from analyzer._core.rng cimport rng_below, rng_below_after, rng_stream, rng_t
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


# --- the contract ---------------------------------------------------------------------------------

cdef bint redeal_hidden(const table_t* table, void* state, int32_t seat,
                        rng_t* rng) noexcept nogil:
    cdef int32_t* numbers = <int32_t*>state
    cdef int why = 0
    if not numbers[OVER] and not numbers[FAILED]:
        why = deal_world(table, numbers, seat, rng)
    if why and not numbers[FAILED]:
        fail_without_world(table, state, seat, why)
    return why == 0


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
