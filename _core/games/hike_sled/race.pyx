"""Hike! (sleds): the end of Preparations (HS-34, HS-35), the race (HS-36 to HS-57), how a game
ends, and who wins (HS-59 to HS-61)."""
from libc.stdint cimport int16_t, int32_t, int8_t, uint32_t, uint64_t, uint8_t

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport MAX_SEATS, move_t, table_t
from analyzer._core.games.hike_sled.hidden cimport spend_equipment, spend_single
from analyzer._core.games.hike_sled.set_up cimport shuffle_care
from analyzer._core.games.hike_sled.state cimport (
    ANYWHERE, CARD_CARE, CARD_EQUIPMENT, COUNT_CANNOT_FINISH, COUNT_CARE_USED, COUNT_CATCH_UP,
    COUNT_DOUBLE_CARE_USED, COUNT_EQUIPMENT_ON_FIELDS, COUNT_FINISHED, COUNT_OUT, COUNT_PENALTIES,
    COUNT_RESTED, COUNT_SNOW, COUNT_STUCK, COUNT_USES, CUSTOM, DOUBLE, DOUBLES_APART, END_DEADLOCK,
    END_FINISH, END_NOBODY_READY, END_RACE_CAP, END_WALKOVER, KIND, MOVE_CARE, MOVE_DOUBLE_CARE,
    MOVE_GO_ON, MOVE_PAY, MOVE_REFUSE, MOVE_STOP, MOVE_USE, NEEDS_EQUIPMENT, NO_CARE, N_TERRAINS,
    PHASE_EQUIPMENT_FIELD, PHASE_GO_ON, PHASE_OVER, PHASE_RACE, PHASE_REST, PILE_SINGLES,
    PURPOSE_FINAL_TIE, PURPOSE_RACE_TIES, PURPOSE_SUBSTITUTE, SINGLE, SINGLES_APART,
    TALLY_CARE_SHUFFLES, TALLY_CARE_SUBSTITUTES, TALLY_EQUIPMENT_FIELDS, TALLY_FINISHERS,
    TALLY_RACERS, TALLY_RACE_DAYS, TALLY_WON_ALONE, TALLY_WON_FINAL, TERRAIN, SledRules, SledState,
    all_spots, bit, for_all, has, next_clockwise, popcount, rules_of, terrains_of, usable,
    youngsters_in,
)
from analyzer._core.rng cimport rng_below, rng_next, rng_stream, rng_t


# --- the end of Preparations --------------------------------------------------------------------

cdef void leave_game(SledState* s, int32_t seat) noexcept nogil:
    """HS-34, HS-35, HS-A25: the hand of a player who is out. What nobody else has seen of it joins
    the rest of the deck, where it stays unseen; huskies no longer matter to anybody."""
    cdef int32_t _i
    cdef uint64_t huskies = s.hand[seat]
    while huskies:
        s.may[ctz(huskies)] = for_all(ANYWHERE)
        bury(s, ctz(huskies))
        huskies &= huskies - 1
    for _i in range(s.equipment[seat] - s.open_equipment[seat]):
        bury(s, CARD_EQUIPMENT)
    for _i in range(s.single[seat] - s.open_single[seat]):
        bury(s, CARD_CARE)
    s.hand[seat] = 0
    s.equipment[seat] = s.open_equipment[seat] = 0
    s.single[seat] = s.open_single[seat] = s.double_[seat] = 0
    s.bare[seat] = s.floor[seat] = 0


cdef void bury(SledState* s, int32_t card) noexcept nogil:
    """Only cards that came out of the deck: there is room for them where they lay."""
    s.deck_at -= 1
    s.deck[s.deck_at] = <uint8_t>card


cdef void add_fields(const SledRules* r, SledState* s, int32_t landscape) noexcept nogil:
    cdef int32_t at
    for at in range(r.first_field[landscape], r.first_field[landscape + 1]):
        s.track[s.last] = r.fields[at]
        s.last += 1
        s.game_counters[TALLY_EQUIPMENT_FIELDS] += r.fields[at] & NEEDS_EQUIPMENT != 0


cdef void lay_track(const SledRules* r, SledState* s) noexcept nogil:
    """HS-36: start, the landscapes laid, finish. HS-35: all are turned up."""
    cdef int32_t i
    s.face_up = <uint8_t>r.landscapes
    add_fields(r, s, r.n_landscapes)
    for i in range(r.landscapes):
        add_fields(r, s, s.order[i])
    add_fields(r, s, r.n_landscapes + 1)


cdef void pile_up_care(const table_t* table, SledState* s) noexcept nogil:
    """HS-35: the care aside, and what nobody took from the piles."""
    cdef int32_t seat, singles = SINGLES_APART, doubles = DOUBLES_APART
    for seat in range(table.n_seats):
        singles -= min(<int32_t>s.taken[seat], PILE_SINGLES)
        doubles -= max(<int32_t>s.taken[seat] - PILE_SINGLES, 0)
    shuffle_care(table, s, singles, doubles)


cdef void count_racer(const SledRules* r, SledState* s, int32_t seat) noexcept nogil:
    """Is there a point, printed or custom, for every terrain of the track?"""
    cdef uint32_t able = 0
    cdef int32_t i
    for i in range(r.spots):
        able |= terrains_of(r, s.sled[seat], s.upgraded[seat], 0, i)
    for i in range(s.last):
        if not has(able, s.track[i] & TERRAIN):
            s.seat_counters[COUNT_CANNOT_FINISH][seat] = 1


cdef void start_race(const table_t* table, SledState* s) noexcept nogil:
    """HS-34 to HS-37."""
    cdef const SledRules* r = rules_of(table)
    cdef int32_t seat
    s.racing = s.declared
    s.n_racers = <uint8_t>popcount(s.racing)
    s.game_counters[TALLY_RACERS] = s.n_racers
    s.first_player = <int8_t>(s.day % table.n_seats if r.prep_first else 0)
    s.centre = 0
    s.centre_equipment = s.centre_care = 0
    lay_track(r, s)
    pile_up_care(table, s)
    for seat in range(table.n_seats):
        s.mentors[seat] = 0
        if has(s.racing, seat):
            count_racer(r, s, seat)
        else:
            s.seat_counters[COUNT_OUT][seat] = 1
            leave_game(s, seat)
    order_clockwise(table, s)
    if s.n_racers == 1 and r.single_racer == 0:
        end_walkover(table, s)
    else:
        dawn(table, s)


# --- days ---------------------------------------------------------------------------------------

cdef void order_clockwise(const table_t* table, SledState* s) noexcept nogil:
    """From the first player on, racers only."""
    cdef uint32_t left = s.racing
    cdef int32_t i, seat = s.first_player
    for i in range(s.n_racers):
        seat = next_clockwise(table, left, seat)
        left &= ~<uint32_t>bit(seat)
        s.day_order[i] = <uint8_t>seat


cdef void order_day(const table_t* table, SledState* s) noexcept nogil:
    """HS-37, HS-A4: from the second day on the last on the track moves first. A stable sort of the
    order that breaks ties: clockwise, that of the day before, or random keys."""
    cdef const SledRules* r = rules_of(table)
    cdef uint64_t keys[MAX_SEATS]
    cdef rng_t rng
    cdef int32_t i, at
    cdef uint8_t seat
    for i in range(MAX_SEATS):
        keys[i] = 0
    if s.race_day == 1:
        return
    if r.race_tie_order != 1:
        order_clockwise(table, s)
    if r.race_tie_order == 2:
        rng_stream(&rng, &s.head.luck, PURPOSE_RACE_TIES, <uint32_t>s.race_day)
        for i in range(6):
            keys[i] = rng_next(&rng)
    for i in range(1, s.n_racers):
        seat = s.day_order[i]
        at = i
        while at and moves_before(s, keys, seat, s.day_order[at - 1]):
            s.day_order[at] = s.day_order[at - 1]
            at -= 1
        s.day_order[at] = seat


cdef inline bint moves_before(const SledState* s, const uint64_t* keys, int32_t seat,
                              int32_t other) noexcept nogil:
    if s.field[seat] != s.field[other]:
        return s.field[seat] < s.field[other]
    return keys[seat] < keys[other]


cdef bint all_stuck(const table_t* table, const SledState* s) noexcept nogil:
    cdef int32_t seat
    for seat in range(table.n_seats):
        if has(s.racing, seat) and usable(rules_of(table), s, seat):
            return False
    return True


cdef void dawn(const table_t* table, SledState* s) noexcept nogil:
    """HS-A15: a deadlock, or the cap; else a new day."""
    if all_stuck(table, s):
        end_race(table, s, END_DEADLOCK)
    elif s.race_day >= rules_of(table).max_race_days:
        end_race(table, s, END_RACE_CAP)
    else:
        s.race_day += 1
        s.game_counters[TALLY_RACE_DAYS] = s.race_day
        order_day(table, s)
        s.at = 0
        begin_turn(table, s)


cdef void begin_turn(const table_t* table, SledState* s) noexcept nogil:
    cdef int32_t seat = s.day_order[s.at]
    s.phase = PHASE_RACE
    s.player = <int8_t>seat
    s.head.seat = seat
    s.turn_field, s.turn_resting = s.field[seat], s.resting[seat]
    s.turn_equipment = s.turn_single = s.turn_double = 0
    s.turn_open = s.open_card[seat]
    if usable(rules_of(table), s, seat) == 0:
        s.seat_counters[COUNT_STUCK][seat] = 1


cdef void end_turn(const table_t* table, SledState* s) noexcept nogil:
    s.at += 1
    if s.at < s.n_racers:
        begin_turn(table, s)
        return
    if s.n_reached:                     # HS-53
        s.head.stage += 1
        end_race(table, s, END_FINISH)
        return
    evening(table, s)
    s.head.stage += 1
    dawn(table, s)


# --- evening ------------------------------------------------------------------------------------

cdef void evening(const table_t* table, SledState* s) noexcept nogil:
    """HS-54, HS-57."""
    cdef const SledRules* r = rules_of(table)
    cdef uint8_t drawing[MAX_SEATS]
    cdef int32_t i, seat, leader = 0
    for i in range(s.n_racers):
        seat = s.day_order[i]
        leader = max(leader, <int32_t>s.field[seat])
        if s.open_card[seat] != NO_CARE:
            let_lapse(r, s, seat)
        drawing[i] = <uint8_t>seat
    if r.catchup_order == 0:            # HS-A26
        seat = s.first_player
        for i in range(s.n_racers):
            seat = next_clockwise(table, s.racing, seat)
            drawing[i] = <uint8_t>seat
            seat = (seat + 1) % table.n_seats
    for i in range(s.n_racers):
        seat = drawing[i]
        if leader - s.field[seat] >= r.catchup_gap:
            catch_up(table, s, seat)
    for seat in range(table.n_seats):
        s.tired[seat] = 0


cdef void let_lapse(const SledRules* r, SledState* s, int32_t seat) noexcept nogil:
    """HS-A10: an open card that could not be used today."""
    if r.forced_care == 1:
        s.open_card[seat] = NO_CARE
    elif r.forced_care == 2:
        drop_care(s, seat, s.open_card[seat])


cdef void catch_up(const table_t* table, SledState* s, int32_t seat) noexcept nogil:
    """HS-54: the racer draws unless it holds care; either way the others learn something."""
    cdef int32_t kind
    if s.single[seat] or s.double_[seat]:
        if s.open_single[seat] == 0 and s.double_[seat] == 0:
            s.some_care |= bit(seat)
        return
    s.no_care |= bit(seat)
    kind = draw_care(table, s, seat)
    s.open_card[seat] = <uint8_t>kind
    if kind == SINGLE:
        s.single[seat] += 1
        s.open_single[seat] += 1
    else:
        s.double_[seat] += 1
    s.seat_counters[COUNT_CATCH_UP][seat] += 1


cdef int32_t draw_care(const table_t* table, SledState* s, int32_t seat) noexcept nogil:
    """HS-56: an empty pile is made of the discards; without any there is a substitute (HS-A11)."""
    cdef const SledRules* r = rules_of(table)
    cdef rng_t rng
    cdef int32_t kind
    if s.care_at == s.care_n and s.gone_single + s.gone_double:
        s.game_counters[TALLY_CARE_SHUFFLES] += 1
        shuffle_care(table, s, s.gone_single, s.gone_double)
        s.gone_single = s.gone_double = 0
    if s.care_at < s.care_n:
        kind = s.care_pile[s.care_at]
        s.care_at += 1
        return kind
    if r.care_proxy == 2:
        rng_stream(&rng, &s.head.luck, PURPOSE_SUBSTITUTE, s.substitutes)
        kind = SINGLE + <int32_t>rng_below(&rng, 2)
    else:
        kind = SINGLE + r.care_proxy
    s.substitutes += 1
    s.game_counters[TALLY_CARE_SUBSTITUTES] += 1
    s.substitute |= bit(seat)
    return kind


cdef void drop_care(SledState* s, int32_t seat, int32_t kind) noexcept nogil:
    """A care card leaves a hand; a substitute leaves the game."""
    if kind == SINGLE:
        spend_single(s, seat)
    else:
        s.double_[seat] -= 1
    if has(s.substitute, seat):
        s.substitute &= <uint8_t>~bit(seat)
    elif kind == SINGLE:
        s.gone_single += 1
    else:
        s.gone_double += 1
    s.open_card[seat] = NO_CARE


# --- a turn -------------------------------------------------------------------------------------

cdef void use_husky(const table_t* table, SledState* s, int32_t seat, int32_t what) noexcept nogil:
    """HS-39, HS-43, HS-44: the points of a husky, with the custom one as it was set."""
    cdef const SledRules* r = rules_of(table)
    cdef int32_t spot = what % CUSTOM, i
    for i in range(N_TERRAINS):
        s.left[i] = r.points[s.sled[seat][spot]][i]
    if what >= CUSTOM:
        s.left[what // CUSTOM - 1] += 1
    s.tired[seat] |= bit(spot)
    s.using = <uint8_t>spot
    s.moved = 0
    s.seat_counters[COUNT_USES][seat] += 1
    walk(table, s, seat, False)


cdef void walk(const table_t* table, SledState* s, int32_t seat, bint goes_on) noexcept nogil:
    """HS-38, HS-39: field by field, as far as the points go. With partial_spend (HS-A6) the racer
    is asked after each field whether to go on. Equipment fields ask in any case (HS-45, HS-46)."""
    cdef const SledRules* r = rules_of(table)
    cdef int32_t field
    while s.field[seat] < s.last:
        field = s.track[s.field[seat]]
        if s.left[field & TERRAIN] == 0:
            s.phase = PHASE_RACE
            return
        if r.partial_spend and s.moved and not goes_on:
            s.phase = PHASE_GO_ON
            return
        if field & NEEDS_EQUIPMENT:
            s.phase = PHASE_EQUIPMENT_FIELD
            return
        s.left[field & TERRAIN] -= 1
        step(s, seat)
        goes_on = False
    end_turn(table, s)


cdef inline void step(SledState* s, int32_t seat) noexcept nogil:
    """One field further; the last one ends the movement (HS-42)."""
    s.field[seat] += 1
    s.moved += 1
    if s.field[seat] == s.last:
        s.n_reached += 1
        s.reached[seat] = s.n_reached


cdef void pay(const table_t* table, SledState* s, int32_t seat) noexcept nogil:
    """HS-45."""
    spend_equipment(s, seat)
    s.turn_equipment += 1
    s.seat_counters[COUNT_EQUIPMENT_ON_FIELDS][seat] += 1
    s.left[s.track[s.field[seat]] & TERRAIN] -= 1
    step(s, seat)
    walk(table, s, seat, False)


cdef void enter(const table_t* table, SledState* s, int32_t seat) noexcept nogil:
    """HS-46, HS-47, HS-A23: the racer stops there, and huskies rest, as many as there are."""
    cdef const SledRules* r = rules_of(table)
    s.seat_counters[COUNT_PENALTIES][seat] += 1
    step(s, seat)
    s.to_rest = <uint8_t>min(r.rest, popcount(all_spots(r) & ~s.resting[seat]))
    after_rest(table, s, seat)


cdef void after_rest(const table_t* table, SledState* s, int32_t seat) noexcept nogil:
    """HS-49."""
    if s.to_rest:
        s.phase = PHASE_REST
    elif s.field[seat] == s.last:
        end_turn(table, s)
    else:
        s.phase = PHASE_RACE


cdef void care_for(const SledRules* r, SledState* s, int32_t seat, move_t move) noexcept nogil:
    """HS-50, HS-51."""
    cdef int32_t what = move % KIND
    if move < MOVE_DOUBLE_CARE:
        s.tired[seat] &= <uint8_t>~bit(what)
        s.turn_single += 1
        s.seat_counters[COUNT_CARE_USED][seat] += 1
        drop_care(s, seat, SINGLE)
    else:
        s.tired[seat] &= <uint8_t>~(bit(what) | bit(what + r.columns))
        s.turn_double += 1
        s.seat_counters[COUNT_DOUBLE_CARE_USED][seat] += 1
        drop_care(s, seat, DOUBLE)


cdef void apply_race(const table_t* table, SledState* s, move_t move) noexcept nogil:
    """A move of the race."""
    cdef int32_t seat = s.head.seat
    if s.phase == PHASE_RACE:
        if move == MOVE_STOP:           # HS-41
            end_turn(table, s)
        elif move < MOVE_CARE:
            use_husky(table, s, seat, move - MOVE_USE)
        else:
            care_for(rules_of(table), s, seat, move)
    elif s.phase == PHASE_EQUIPMENT_FIELD:
        if move == MOVE_PAY:
            pay(table, s, seat)
        elif move == MOVE_REFUSE:
            s.phase = PHASE_RACE
        else:
            enter(table, s, seat)
    elif s.phase == PHASE_REST:         # HS-48
        s.resting[seat] |= bit(move % KIND)
        s.tired[seat] &= ~s.resting[seat]
        s.to_rest -= 1
        after_rest(table, s, seat)
    elif move == MOVE_GO_ON:
        walk(table, s, seat, True)
    else:
        s.phase = PHASE_RACE


# --- the end of the game -------------------------------------------------------------------------

cdef uint8_t ready_spots(const SledRules* r, const SledState* s, int32_t seat) noexcept nogil:
    """HS-60: ready huskies. HS-A19: with the cubes on or off; HS-A8: with the youngsters or
    without."""
    cdef uint8_t ready = all_spots(r) & ~s.free[seat] & ~s.resting[seat]
    if r.tiebreak_time == 0:
        ready &= ~s.tired[seat]
    if not r.youngster_ready:
        ready &= ~youngsters_in(r, s, seat)
    return ready


cdef int32_t ready_count(const SledRules* r, const SledState* s, int32_t seat) noexcept nogil:
    """HS-60: they, and what care in hand counts."""
    return popcount(ready_spots(r, s, seat)) + s.single[seat] + 2 * s.double_[seat]


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
