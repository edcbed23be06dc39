"""Hike! (sleds): the contract. Preparations, the loose cards, the race and the end are in the
modules beside this one.
"""
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from analyzer._core.contract cimport (
    WHOLE_WIN, Game, game_t, head_t, move_t, result_t, seat_t, table_t, turn_loop, turns_t,
)
from analyzer._core.games.hike_sled_states cimport describe_state, restore_state
from analyzer._core.games.hike_sled_end cimport printed_points, ready_count
from analyzer._core.games.hike_sled_hidden cimport ask_hidden, redeal_hidden
from analyzer._core.games.hike_sled_loose cimport apply_loose
from analyzer._core.games.hike_sled_moves cimport (
    N_OFFERS, legal_moves, make_offers, move_at, offer_t,
)
from analyzer._core.games.hike_sled_prep cimport apply_prep, begin_day, reveal
from analyzer._core.games.hike_sled_race cimport apply_race
from analyzer._core.games.hike_sled_rules import packed_rules
from analyzer._core.games.hike_sled_setup cimport set_up
from analyzer._core.rng cimport rng_below_if


cdef void clear(void* state) noexcept nogil:
    """Everything but the head."""
    memset(<char*>state + sizeof(head_t), 0, sizeof(SledState) - sizeof(head_t))


cdef void go_on(const table_t* table, SledState* s) noexcept nogil:
    """A loose card that needs no decision, or is done, lets the reveal go on (HS-63)."""
    while s.phase == PHASE_REVEAL:
        reveal(table, s)


cdef void init(const table_t* table, void* state) noexcept nogil:
    cdef SledState* s = <SledState*>state
    clear(state)
    set_up(table, s)
    begin_day(table, s)


cdef void apply(const table_t* table, void* state, move_t move) noexcept nogil:
    cdef SledState* s = <SledState*>state
    if s.phase < PHASE_SWAP_WITH:
        apply_prep(table, s, move)
    elif s.phase < PHASE_RACE:
        apply_loose(table, s, move)
        go_on(table, s)
    else:
        apply_race(table, s, move)


cdef int32_t standing(const table_t* table, const SledState* s, int32_t seat) noexcept nogil:
    """Who comes first on the same field: on the last one by HS-60 and HS-61; whoever is out comes
    after all racers."""
    if s.phase != PHASE_OVER or not has(s.racing, seat):
        return -(s.racing != 0)
    if s.end_reason != END_FINISH or s.field[seat] < s.last:
        return 0
    return 128 * ready_count(rules_of(table), s, seat) - printed_points(rules_of(table), s, seat)


cdef void points(const table_t* table, const void* state, int32_t* score) noexcept nogil:
    cdef const SledState* s = <const SledState*>state
    cdef int32_t seat
    for seat in range(table.n_seats):
        score[seat] = s.field[seat]


cdef void scores(const table_t* table, const void* state, result_t* result) noexcept nogil:
    cdef const SledState* s = <const SledState*>state
    cdef int32_t seat, sharers = popcount(s.winners)
    points(table, state, result.score)
    for seat in range(table.n_seats):
        result.win[seat] = WHOLE_WIN // sharers if has(s.winners, seat) else 0
        result.role[seat] = 0
        result.standing[seat] = standing(table, s, seat)
    result.end_reason = s.end_reason
    result.capped = s.phase == PHASE_OVER and (
        s.end_reason == END_RACE_CAP or s.end_reason == END_NOBODY_READY)
    result.game_counters = &s.game_counters[0]
    result.seat_counters = &s.seat_counters[0][0]


cdef bint rush(const table_t* table, void* state, seat_t* seats, turns_t* done) noexcept nogil:
    """An action of the preparations, or its spot: no other lists are so long."""
    cdef SledState* s = <SledState*>state
    cdef offer_t offers[N_OFFERS]
    cdef int32_t seat = s.head.seat, n = make_offers(rules_of(table), s, seat, offers)
    if n == 0:
        return False
    done.turns += 1
    done.decisions += n > 1
    apply_prep(table, s, move_at(offers, <int32_t>rng_below_if(
        &seats[seat].rng, <uint64_t>n, NULL)))
    return True


cdef void play_out(const table_t* table, void* state, seat_t* seats, move_t* moves,
                   turns_t* done) noexcept nogil:
    turn_loop(legal_moves, apply, rush, NULL, table, state, seats, moves, done)


cdef class HikeSled(Game):
    def __cinit__(self):
        self.c = game_t(
            fewest_seats=2, most_seats=6, state_size=sizeof(SledState),
            n_game_counters=N_GAME_COUNTERS, n_seat_counters=N_SEAT_COUNTERS, init=init,
            legal_moves=legal_moves, apply=apply, play_out=play_out, points=points,
            scores=scores, redeal_hidden=redeal_hidden, stage_is_contest=0, ask_hidden=ask_hidden,
            first_choice=NULL, redeal_rest=NULL)

    cdef bytes pack_rules(self, int players, dict rules):
        return packed_rules(players, rules)

    cdef dict describe(self, const table_t* table, const void* state):
        return describe_state(table, <const SledState*>state)

    cdef int restore(self, const table_t* table, void* state, dict raw) except -1:
        clear(state)
        return restore_state(table, <SledState*>state, raw)


GAME = HikeSled()
