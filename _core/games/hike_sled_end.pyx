"""Hike! (sleds): how a game ends, and who wins (HS-59 to HS-61)."""
from libc.stdint cimport int16_t, int32_t, uint32_t, uint8_t

from analyzer._core.contract cimport MAX_SEATS, table_t
from analyzer._core.games.hike_sled cimport (
    COUNT_FINISHED, COUNT_OUT, COUNT_RESTED, COUNT_SNOW, END_FINISH, END_NOBODY_READY, END_WALKOVER,
    N_TERRAINS, PHASE_OVER, PURPOSE_FINAL_TIE, TALLY_FINISHERS, TALLY_WON_ALONE, TALLY_WON_FINAL,
    SledRules, SledState, all_spots, bit, has, popcount, rules_of, youngsters_in,
)
from analyzer._core.rng cimport rng_below, rng_stream, rng_t


cdef int32_t ready_count(const SledRules* r, const SledState* s, int32_t seat) noexcept nogil:
    """HS-60: ready huskies, and what care in hand counts. HS-A19: with the cubes on or off; HS-A8:
    with the youngsters or without."""
    cdef uint8_t ready = all_spots(r) & ~s.free[seat] & ~s.resting[seat]
    if r.tiebreak_time == 0:
        ready &= ~s.tired[seat]
    if not r.youngster_ready:
        ready &= ~youngsters_in(r, s, seat)
    return popcount(ready) + s.single[seat] + 2 * s.double_[seat]


cdef int32_t printed_points(const SledRules* r, const SledState* s, int32_t seat) noexcept nogil:
    """HS-61: resting huskies included, equipment not."""
    cdef int32_t spot, points = 0
    for spot in range(r.spots):
        points += r.points[s.sled[seat][spot]][N_TERRAINS]
    return points


cdef void count_sleds(const table_t* table, SledState* s) noexcept nogil:
    cdef const SledRules* r = rules_of(table)
    cdef int32_t seat, spot, terrain
    for seat in range(table.n_seats):
        s.seat_counters[COUNT_RESTED][seat] = popcount(s.resting[seat])
        for spot in range(r.spots):
            for terrain in range(N_TERRAINS):
                s.seat_counters[COUNT_SNOW + terrain][seat] += (
                    r.points[s.sled[seat][spot]][terrain])


cdef void finish(const table_t* table, SledState* s, int32_t reason) noexcept nogil:
    s.phase = PHASE_OVER
    s.end_reason = <int16_t>reason
    count_sleds(table, s)


cdef void end_nobody_ready(const table_t* table, SledState* s) noexcept nogil:
    """HS-A13: nobody wins."""
    cdef int32_t seat
    for seat in range(table.n_seats):
        s.seat_counters[COUNT_OUT][seat] = 1
    finish(table, s, END_NOBODY_READY)


cdef void end_walkover(const table_t* table, SledState* s) noexcept nogil:
    """HS-A14."""
    s.winners = s.racing
    finish(table, s, END_WALKOVER)


cdef uint8_t best_of(uint32_t seats, const int32_t* merit) noexcept nogil:
    """Those of some seats with the highest merit."""
    cdef uint8_t best = 0
    cdef int32_t seat, most = -2147483647
    for seat in range(MAX_SEATS):
        if not has(seats, seat) or merit[seat] < most:
            continue
        if merit[seat] > most:
            best = 0
        most = merit[seat]
        best |= bit(seat)
    return best


cdef uint8_t break_final_tie(const table_t* table, const SledState* s, uint8_t tied,
                             int32_t reason) noexcept nogil:
    """HS-A12."""
    cdef const SledRules* r = rules_of(table)
    cdef int32_t merit[MAX_SEATS]
    cdef int32_t seat, n
    cdef rng_t rng
    if r.final_tie == 1:
        rng_stream(&rng, &s.head.luck, PURPOSE_FINAL_TIE, 0)
        n = <int32_t>rng_below(&rng, <uint32_t>popcount(tied))
        for seat in range(MAX_SEATS):
            if has(tied, seat):
                if n == 0:
                    return bit(seat)
                n -= 1
    if r.final_tie == 2 and reason == END_FINISH:
        for seat in range(MAX_SEATS):
            merit[seat] = -<int32_t>s.reached[seat]
        return best_of(tied, merit)
    return tied


cdef void find_winners(const table_t* table, SledState* s, int32_t reason) noexcept nogil:
    """The furthest (those on the last field, HS-59), then HS-60, HS-61, HS-A12."""
    cdef const SledRules* r = rules_of(table)
    cdef int32_t merit[MAX_SEATS]
    cdef int32_t seat, step
    cdef uint8_t left = s.racing
    for step in range(3):
        for seat in range(table.n_seats):
            if step == 0:
                merit[seat] = s.field[seat]
            elif step == 1:
                merit[seat] = ready_count(r, s, seat)
            else:
                merit[seat] = -printed_points(r, s, seat)
        left = best_of(left, merit)
        if left & (left - 1) == 0:
            s.game_counters[TALLY_WON_ALONE + step] = 1
            s.winners = left
            return
    s.game_counters[TALLY_WON_FINAL] = 1
    s.winners = break_final_tie(table, s, left, reason)


cdef void end_race(const table_t* table, SledState* s, int32_t reason) noexcept nogil:
    """HS-53, HS-59 to HS-61; HS-A15 for a deadlock and for the cap."""
    cdef int32_t seat
    for seat in range(table.n_seats):
        if has(s.racing, seat) and s.field[seat] == s.last:
            s.seat_counters[COUNT_FINISHED][seat] = 1
            s.game_counters[TALLY_FINISHERS] += 1
    if reason == END_FINISH or rules_of(table).deadlock == 0:
        find_winners(table, s, reason)
    finish(table, s, reason)
