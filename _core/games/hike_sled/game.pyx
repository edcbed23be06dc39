"""Hike! (sleds): Preparations, day by day and turn by turn (HS-9 to HS-35), and the contract. The
loose cards, the race and the end are in the modules beside this one."""
from libc.stdint cimport int32_t, int8_t, uint64_t, uint8_t
from libc.string cimport memset

from analyzer._core.bits cimport places_of, popcount
from analyzer._core.contract cimport (
    WHOLE_WIN, Game, game_t, head_t, move_t, result_t, seat_t, table_t, turn_loop, turns_t,
)
from analyzer._core.games.hike_sled.hidden cimport (
    ask_hidden, best_known, enter_hand, leave_hand, redeal_hidden, show_in_hand, shows_no_husky,
    spend_equipment,
)
from analyzer._core.games.hike_sled.loose cimport apply_loose, begin_loose
from analyzer._core.games.hike_sled.moves cimport (
    N_OFFERS, legal_moves, make_offers, move_at, offer_t,
)
from analyzer._core.games.hike_sled.parameters import packed_rules
from analyzer._core.games.hike_sled.race cimport (
    apply_race, end_nobody_ready, printed_points, ready_count, ready_spots, start_race,
)
from analyzer._core.games.hike_sled.set_up cimport set_up
from analyzer._core.games.hike_sled.state cimport (
    CARD_EQUIPMENT, CARD_LOOSE, COUNT_BONUSES, COUNT_CARE_COLLECTED, COUNT_CARE_DRAFTED,
    COUNT_DECLARED_DAY, COUNT_EQUIPMENT_DRAFTED, COUNT_EQUIPMENT_ON_HUSKIES, COUNT_HAND_DRAFTS,
    COUNT_MENTORS_USED, COUNT_PASSES, COUNT_PLACES, COUNT_SLED_DRAFTS, COUNT_SWAPS,
    COUNT_YOUNGSTERS_PLACED, END_FINISH, END_NOBODY_READY, END_RACE_CAP, KIND, MOST_HUSKIES,
    MOVE_BONUS_HAND, MOVE_DECLARE, MOVE_MENTORS, MOVE_NO_BONUS, MOVE_PLACE, MOVE_SWAP, MOVE_TO_HAND,
    MOVE_TO_SLED, MOVE_UPGRADE, N_GAME_COUNTERS, N_SEAT_COUNTERS, N_TERRAINS, PHASE_ACTION,
    PHASE_BONUS, PHASE_DECLARE, PHASE_EARLY_DECLARE, PHASE_MENTOR, PHASE_OVER, PHASE_PUT_IN,
    PHASE_RACE, PHASE_REVEAL, PHASE_SPOT, PHASE_SWAP_WITH, PHASE_UPGRADE, PILE_SINGLES, PILE_SIZE,
    TALLY_DECK_EXHAUSTED, TALLY_FIRST_DECLARATION, TALLY_PREP_DAYS, TO_HAND_EQUIPMENT, YOUNGSTER,
    SledRules, SledState, bit, describe_state, draw, has, one, put_on, range, restore_state,
    rules_of, take_off,
)
from analyzer._core.rng cimport rng_below_if


# --- Preparations --------------------------------------------------------------------------------

# --- days and turns -----------------------------------------------------------------------------

cdef void begin_day(const table_t* table, SledState* s) noexcept nogil:
    """HS-9."""
    cdef const SledRules* r = rules_of(table)
    s.day += 1
    s.game_counters[TALLY_PREP_DAYS] = s.day
    s.turn = 0
    if s.face_up < r.landscapes:
        s.face_up += 1
    begin_turn(table, s)


cdef void begin_turn(const table_t* table, SledState* s) noexcept nogil:
    """HS-8, HS-10: clockwise from the first player, who is the same every day unless prep_first
    (HS-A24) says that it rotates. A declared player only takes a care card (HS-31)."""
    cdef const SledRules* r = rules_of(table)
    cdef int32_t first, seat
    while s.turn < table.n_seats:
        first = (s.day - 1) % table.n_seats if r.prep_first else 0
        seat = (first + s.turn) % table.n_seats
        s.player = <int8_t>seat
        s.head.seat = seat
        s.bonus_used = 0
        if not has(s.declared, seat):
            if not r.declare_needs_action and s.free[seat] == 0:    # HS-A17
                s.phase = PHASE_EARLY_DECLARE
            else:
                begin_reveal(table, s)
            return
        collect(s, seat)
        s.turn += 1
    end_day(table, s)


cdef void collect(SledState* s, int32_t seat) noexcept nogil:
    """HS-31: the top card of the own pile."""
    if s.taken[seat] == PILE_SIZE:
        return
    if s.taken[seat] < PILE_SINGLES:
        s.single[seat] += 1
        s.open_single[seat] += 1
    else:
        s.double_[seat] += 1
    s.taken[seat] += 1
    s.seat_counters[COUNT_CARE_COLLECTED][seat] += 1


cdef void end_turn(const table_t* table, SledState* s) noexcept nogil:
    s.turn += 1
    begin_turn(table, s)


cdef void end_day(const table_t* table, SledState* s) noexcept nogil:
    """HS-32, HS-33, HS-A13."""
    cdef const SledRules* r = rules_of(table)
    cdef int32_t first = s.game_counters[TALLY_FIRST_DECLARATION]
    s.head.stage += 1
    if first == 0 and s.day >= r.max_prep_days:
        end_nobody_ready(table, s)
    elif first and (s.day >= first + r.last_days
                    or s.declared == <uint8_t>(bit(table.n_seats) - 1)):
        start_race(table, s)
    else:
        begin_day(table, s)


# --- revealing ----------------------------------------------------------------------------------

cdef void begin_reveal(const table_t* table, SledState* s) noexcept nogil:
    """HS-11: fewer cards from the day on which the rotated landscape (HS-3) is turned up."""
    cdef const SledRules* r = rules_of(table)
    s.owed = <uint8_t>(r.late_reveal if s.face_up >= r.rotated else r.early_reveal)
    s.asked = 0
    s.phase = PHASE_REVEAL
    reveal(table, s)


cdef void reveal(const table_t* table, SledState* s) noexcept nogil:
    """HS-11, HS-13, HS-63: as many as are owed and there are. A loose card counts for none."""
    cdef int32_t card
    while s.owed and s.deck_at < s.deck_n:
        card = draw(s)
        s.game_counters[TALLY_DECK_EXHAUSTED] = s.deck_at == s.deck_n
        if card >= CARD_LOOSE:
            begin_loose(table, s, card - CARD_LOOSE)
            if s.phase != PHASE_REVEAL:
                return
            continue
        s.owed -= 1
        if card < MOST_HUSKIES:
            s.centre |= one(card)
        elif card == CARD_EQUIPMENT:
            s.centre_equipment += 1
        else:
            s.centre_care += 1
    s.owed = 0
    # HS-12, HS-A18: mentors one by one, or announced together
    if s.deck_at < s.deck_n and s.mentors[s.player] and not s.asked:
        s.phase = PHASE_MENTOR
    else:
        s.phase = PHASE_ACTION


cdef void use_mentors(const table_t* table, SledState* s, int32_t seat, int32_t n) noexcept nogil:
    """HS-12."""
    cdef const SledRules* r = rules_of(table)
    s.mentors[seat] -= <uint8_t>n
    s.seat_counters[COUNT_MENTORS_USED][seat] += n
    s.owed = <uint8_t>n
    s.asked = r.mentor_timing or n == 0
    s.phase = PHASE_REVEAL
    reveal(table, s)


# --- actions ------------------------------------------------------------------------------------

cdef int32_t husky_named(const SledRules* r, const SledState* s, uint64_t huskies,
                         int32_t name) noexcept nogil:
    """The husky that a move means: any youngster stands for all."""
    return best_known(s, huskies & r.young) if name == YOUNGSTER else name


cdef void draft_to_hand(const SledRules* r, SledState* s, int32_t seat,
                        int32_t name) noexcept nogil:
    """HS-15."""
    cdef int32_t husky
    s.seat_counters[COUNT_HAND_DRAFTS][seat] += 1
    if name <= YOUNGSTER:
        husky = husky_named(r, s, s.centre, name)
        s.centre &= ~one(husky)
        enter_hand(s, seat, husky)
    elif name == TO_HAND_EQUIPMENT:
        s.centre_equipment -= 1
        s.equipment[seat] += 1
        s.open_equipment[seat] += 1
        s.seat_counters[COUNT_EQUIPMENT_DRAFTED][seat] += 1
    else:
        s.centre_care -= 1
        s.single[seat] += 1
        s.open_single[seat] += 1
        s.seat_counters[COUNT_CARE_DRAFTED][seat] += 1


cdef void choose_husky(const SledRules* r, SledState* s, int32_t seat, int32_t name,
                       bint from_centre) noexcept nogil:
    """A husky that is about to be placed: named, so that everybody knows it."""
    s.card = <uint8_t>husky_named(r, s, s.centre if from_centre else s.hand[seat], name)
    s.from_centre = from_centre
    if not from_centre:
        show_in_hand(r, s, seat, s.card)
    s.phase = PHASE_SPOT


cdef void place_husky(SledState* s, int32_t seat, int32_t spot) noexcept nogil:
    """HS-22."""
    if s.from_centre:
        s.centre &= ~one(s.card)
    else:
        leave_hand(s, seat, s.card)
    put_on(s, seat, spot, s.card)


cdef void after_action(const table_t* table, SledState* s, int32_t seat) noexcept nogil:
    """HS-23: a bonus, if there is a youngster and a spot for it."""
    cdef const SledRules* r = rules_of(table)
    if s.free[seat] and (s.centre | s.hand[seat]) & r.young:
        s.phase = PHASE_BONUS
    else:
        after_bonus(table, s, seat)


cdef void after_bonus(const table_t* table, SledState* s, int32_t seat) noexcept nogil:
    """HS-24, HS-A16."""
    if s.free[seat] == 0 and (rules_of(table).bonus_then_declare or not s.bonus_used):
        s.phase = PHASE_DECLARE
    else:
        end_turn(table, s)


cdef void act(const table_t* table, SledState* s, int32_t seat, move_t move) noexcept nogil:
    """HS-14 to HS-18; a youngster counts as placed unless it was swapped in."""
    cdef const SledRules* r = rules_of(table)
    cdef int32_t what = move % KIND, kind = move - what
    if kind == MOVE_TO_SLED or kind == MOVE_PLACE:
        s.seat_counters[COUNT_SLED_DRAFTS if kind == MOVE_TO_SLED else COUNT_PLACES][seat] += 1
        s.seat_counters[COUNT_YOUNGSTERS_PLACED][seat] += what == YOUNGSTER
        choose_husky(r, s, seat, what, kind == MOVE_TO_SLED)
    elif kind == MOVE_SWAP:
        s.seat_counters[COUNT_SWAPS][seat] += 1
        enter_hand(s, seat, take_off(s, seat, what))
        s.phase = PHASE_PUT_IN
    else:
        if kind == MOVE_TO_HAND:
            draft_to_hand(r, s, seat, what)
        else:
            s.seat_counters[COUNT_PASSES][seat] += 1
        after_action(table, s, seat)


cdef void bonus(const table_t* table, SledState* s, int32_t seat, move_t move) noexcept nogil:
    """HS-23."""
    cdef const SledRules* r = rules_of(table)
    if move != MOVE_NO_BONUS:
        s.bonus_used = 1
        s.seat_counters[COUNT_BONUSES][seat] += 1
        s.seat_counters[COUNT_YOUNGSTERS_PLACED][seat] += 1
        choose_husky(r, s, seat, YOUNGSTER, move < MOVE_BONUS_HAND)
        place_husky(s, seat, move % KIND)
    after_bonus(table, s, seat)


# --- declaring ----------------------------------------------------------------------------------

cdef bint can_upgrade(const SledRules* r, const SledState* s, int32_t seat) noexcept nogil:
    """HS-27, HS-28: experienced huskies printed with exactly one point, each once; in the order of
    their spots, so that every choice of huskies comes up in one way."""
    cdef int32_t spot
    if s.equipment[seat]:
        for spot in range(s.upgrade_from, r.spots):
            if r.points[s.sled[seat][spot]][N_TERRAINS] == 1:
                return True
    return False


cdef void go_on_upgrading(const table_t* table, SledState* s, int32_t seat) noexcept nogil:
    if can_upgrade(rules_of(table), s, seat):
        s.phase = PHASE_UPGRADE
    else:
        end_turn(table, s)


cdef void declare(const table_t* table, SledState* s, int32_t seat) noexcept nogil:
    """HS-25, HS-26, HS-30: huskies in hand go to the centre, everything else stays."""
    s.declared |= bit(seat)
    s.seat_counters[COUNT_DECLARED_DAY][seat] = s.day
    if s.game_counters[TALLY_FIRST_DECLARATION] == 0:
        s.game_counters[TALLY_FIRST_DECLARATION] = s.day
    s.centre |= s.hand[seat]
    s.hand[seat] = 0
    shows_no_husky(s, seat)
    s.upgrade_from = 0
    go_on_upgrading(table, s, seat)


cdef void upgrade(const table_t* table, SledState* s, int32_t seat, int32_t spot) noexcept nogil:
    """HS-27, HS-29."""
    spend_equipment(s, seat)
    s.upgraded[seat] |= bit(spot)
    s.upgrade_from = <uint8_t>(spot + 1)
    s.seat_counters[COUNT_EQUIPMENT_ON_HUSKIES][seat] += 1
    go_on_upgrading(table, s, seat)


cdef void apply_prep(const table_t* table, SledState* s, move_t move) noexcept nogil:
    """A move of Preparations, but for those that a loose card asks for."""
    cdef const SledRules* r = rules_of(table)
    cdef int32_t seat = s.head.seat
    if s.phase == PHASE_ACTION:
        act(table, s, seat, move)
    elif s.phase == PHASE_SPOT:
        place_husky(s, seat, move % KIND)
        after_action(table, s, seat)
    elif s.phase == PHASE_MENTOR:
        use_mentors(table, s, seat, move % KIND if move >= MOVE_MENTORS else move // KIND)
    elif s.phase == PHASE_PUT_IN:
        choose_husky(r, s, seat, move % KIND, False)
    elif s.phase == PHASE_BONUS:
        bonus(table, s, seat, move)
    elif s.phase == PHASE_UPGRADE:
        if move >= MOVE_UPGRADE:
            upgrade(table, s, seat, move % KIND)
        else:
            end_turn(table, s)
    elif move == MOVE_DECLARE:
        declare(table, s, seat)
    elif s.phase == PHASE_EARLY_DECLARE:
        begin_reveal(table, s)
    else:
        end_turn(table, s)


# --- the contract --------------------------------------------------------------------------------

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


cdef bint fast_path(const table_t* table, void* state, seat_t* seats, turns_t* done) noexcept nogil:
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
    turn_loop(legal_moves, apply, fast_path, NULL, table, state, seats, moves, done)


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
        """With what breaks a tie: HS-60, HS-61."""
        cdef const SledState* s = <const SledState*>state
        cdef const SledRules* r = rules_of(table)
        seats = range(<int>table.n_seats)
        return describe_state(table, s) | {
            "ready": [places_of(ready_spots(r, s, i)) for i in seats],
            "ready_count": [ready_count(r, s, i) for i in seats],
            "printed_points": [printed_points(r, s, i) for i in seats],
        }

    cdef int restore(self, const table_t* table, void* state, dict raw) except -1:
        clear(state)
        return restore_state(table, <SledState*>state, raw)


GAME = HikeSled()
