"""Hide N Seek: turns, actions, the set-up, the contract, and redealing what a seat cannot see."""
from libc.stdint cimport int32_t, int8_t, uint32_t, uint8_t
from libc.string cimport memcpy, memset

from analyzer._core.contract cimport (
    WHOLE_WIN, Game, game_t, head_t, move_t, result_t, seat_t, table_t, turn_loop, turns_t,
)
from analyzer._core.games.hide_n_seek.cards cimport (
    can_lay, give_away, lay_die, refill, shuffle_deck, take_in_hand, take_off, throw_dice,
)
from analyzer._core.games.hide_n_seek.moves cimport (
    effects_of, legal_moves, make_steps, move_pawn, next_group, place_pile, stand,
)
from analyzer._core.games.hide_n_seek.parameters import packed_rules
from analyzer._core.games.hide_n_seek.state cimport (
    COUNT_ACTIONS_UNUSED, COUNT_FREE_DISCARDS, COUNT_GOALS, COUNT_LIMIT_DISCARDS, COUNT_PLAYED,
    COUNT_STEPS_LOST, COUNT_TURNS, DISCARD, DONE, END_ALL_FOUND, END_ROUND_CAP, END_TURN,
    GOAL_POINTS, LATE_ROLL_ONLY, LAY, MOST_CARDS, MOST_HAND, MOST_PLAYERS, MOST_STEPS, NONE,
    N_GAME_COUNTERS, N_MAPS, N_OWN, N_SEAT_COUNTERS, PAWN, PHASE_ARROW, PHASE_LAY, PHASE_LIMIT,
    PHASE_MENU, PHASE_OVER, PHASE_PAWN, PHASE_START_ARROW, PHASE_STEPS, PHASE_THROW, PHASE_TIDY,
    PLAY, PURPOSE_FIRST, PURPOSE_HIDE, ROLL, STEPS, TAKE_OFF, TALLY_ROUNDS, TALLY_UNFINISHED,
    TALLY_WON_ON_ANOTHERS_TURN, THROW, TIDY, TRUNK, SeekRules, SeekState, bit, describe_state,
    first_of, has_found_all, kind_of, own_map, restore_state, rules_of, second_of, won_now,
)
from analyzer._core.rng cimport rng_below, rng_deal, rng_pick_next, rng_stream, rng_t


# --- the end ------------------------------------------------------------------------------------

cdef void end_game(SeekState* s, int32_t winner, int32_t reason) noexcept nogil:
    s.phase = PHASE_OVER
    s.winner = winner
    s.end_reason = reason
    s.game_counters[TALLY_UNFINISHED] = reason == END_ROUND_CAP


cdef bint somebody_wins(const SeekRules* r, SeekState* s, int32_t n_seats) noexcept nogil:
    """HN-8, HN-A30: after a pawn has moved, no matter who moved it."""
    cdef int32_t seat
    for seat in range(n_seats):
        if has_found_all(s, seat) and (seat == s.in_turn or r.win_any_turn):
            s.game_counters[TALLY_WON_ON_ANOTHERS_TURN] = seat != s.in_turn
            end_game(s, seat, END_ALL_FOUND)
            return True
    return False


# --- turns --------------------------------------------------------------------------------------

cdef void begin_turn(const table_t* table, SeekState* s, int32_t seat) noexcept nogil:
    """HN-9, HN-22: no free die shows a face."""
    cdef const SeekRules* r = rules_of(table)
    s.head.seat = s.in_turn = seat
    s.actions = <int8_t>r.actions_per_turn
    s.rolls = 0
    s.n_rolled = 0
    memset(s.rolled, 0, sizeof(s.rolled))
    s.won[0] = s.won[1] = 0
    s.card = NONE
    s.symbol = 0
    s.turns_had[seat] += 1
    s.seat_counters[COUNT_TURNS][seat] += 1
    if seat == s.first:
        s.round += 1
        s.game_counters[TALLY_ROUNDS] = s.round
    s.phase = PHASE_MENU
    s.effects = effects_of(r, s, table.n_seats, seat)
    if not r.win_any_turn and has_found_all(s, seat):       # HN-A30
        s.game_counters[TALLY_WON_ON_ANOTHERS_TURN] = 1
        end_game(s, seat, END_ALL_FOUND)


cdef void end_turn(const table_t* table, SeekState* s) noexcept nogil:
    """HN-A5: to the left; HN-A36: a round ends before the first player's next turn."""
    cdef int32_t seat = (s.in_turn + 1) % table.n_seats
    s.seat_counters[COUNT_ACTIONS_UNUSED][s.in_turn] += s.actions
    if seat == s.first:
        s.head.stage += 1
        if s.round >= rules_of(table).max_rounds:
            end_game(s, NONE, END_ROUND_CAP)
            return
    begin_turn(table, s, seat)


cdef void to_menu(const table_t* table, SeekState* s) noexcept nogil:
    """What comes next? After the last action nothing is asked if there is nothing left to lay or to
    discard."""
    cdef const SeekRules* r = rules_of(table)
    s.phase = PHASE_MENU
    if s.actions == 0 and s.n_hand[s.in_turn] == 0 and (
            r.late_placing == LATE_ROLL_ONLY or not can_lay(r, s, s.in_turn)):
        end_turn(table, s)


cdef void go_on_laying(const table_t* table, SeekState* s) noexcept nogil:
    """HN-A9: until the next action, or only now."""
    cdef const SeekRules* r = rules_of(table)
    if r.late_placing == LATE_ROLL_ONLY and can_lay(r, s, s.in_turn):
        s.phase = PHASE_LAY
    else:
        to_menu(table, s)


# --- actions ------------------------------------------------------------------------------------

cdef void throw_now(const table_t* table, SeekState* s, int32_t n) noexcept nogil:
    throw_dice(table, s, s.in_turn, n)
    go_on_laying(table, s)


cdef void roll(const table_t* table, SeekState* s) noexcept nogil:
    """HN-12, HN-14: all free dice, unless roll_subset asks which (HN-A8)."""
    cdef const SeekRules* r = rules_of(table)
    s.actions -= 1
    if r.roll_subset:
        s.phase = PHASE_THROW
        s.thrown = 0
        s.group = <uint8_t>next_group(r, s, 0)
        return
    memset(s.rolled, 0, sizeof(s.rolled))
    s.n_rolled = 0
    throw_now(table, s, r.dice_per_player - s.on_cards[s.in_turn])


cdef void name_dice(const table_t* table, SeekState* s, int32_t n) noexcept nogil:
    """HN-A8: n dice of the group that was asked about will be rolled."""
    cdef const SeekRules* r = rules_of(table)
    cdef int32_t group
    if s.group < r.faces:
        s.rolled[s.group] -= <uint8_t>n
        s.n_rolled -= <uint8_t>n
    s.thrown += <uint8_t>n
    group = next_group(r, s, s.group + 1)
    if group == NONE:
        throw_now(table, s, s.thrown)
    else:
        s.group = <uint8_t>group


cdef void play_card(const table_t* table, SeekState* s, int32_t card,
                    int32_t symbol) noexcept nogil:
    """HN-11, HN-26, HN-27."""
    cdef const SeekRules* r = rules_of(table)
    cdef int32_t seat = s.in_turn
    s.actions -= 1
    s.card = <int8_t>card
    s.symbol = <uint8_t>symbol
    s.seat_counters[COUNT_PLAYED + max(0, symbol - MOST_STEPS)][seat] += 1
    give_away(r, s, seat, card)
    if not s.effects >> symbol & 1:         # HN-A14
        if symbol <= MOST_STEPS:
            s.seat_counters[COUNT_STEPS_LOST][seat] += symbol
        to_menu(table, s)
    elif symbol <= MOST_STEPS:
        s.phase = PHASE_STEPS
    elif symbol == TRUNK:
        s.phase = PHASE_ARROW
    else:
        s.phase = PHASE_PAWN


cdef void after_effect(const table_t* table, SeekState* s) noexcept nogil:
    """HN-11: it is done before the next action."""
    cdef const SeekRules* r = rules_of(table)
    if not somebody_wins(r, s, table.n_seats):
        s.effects = effects_of(r, s, table.n_seats, s.in_turn)
        to_menu(table, s)


# --- what costs no action -----------------------------------------------------------------------

cdef void lay(const table_t* table, SeekState* s, int32_t face, int32_t place) noexcept nogil:
    """HN-13, HN-18, HN-21, HN-23; HN-24, HN-A12: a hand over its limit."""
    cdef const SeekRules* r = rules_of(table)
    cdef int32_t seat = s.in_turn
    if lay_die(r, s, table.n_seats, seat, face, place):
        if s.n_hand[seat] <= r.hand_limit or not r.overflow_before_refill:
            refill(r, s)
        if s.n_hand[seat] > r.hand_limit:
            s.phase = PHASE_LIMIT
            return
    go_on_laying(table, s)


cdef void discard(const table_t* table, SeekState* s, int32_t card) noexcept nogil:
    """HN-25, HN-26."""
    cdef bint forced = s.phase == PHASE_LIMIT
    s.seat_counters[COUNT_LIMIT_DISCARDS if forced else COUNT_FREE_DISCARDS][s.in_turn] += 1
    give_away(rules_of(table), s, s.in_turn, card)
    if forced:
        go_on_laying(table, s)
    else:
        to_menu(table, s)


# --- setting up ---------------------------------------------------------------------------------

cdef void choose_first(const table_t* table, SeekState* s) noexcept nogil:
    """HN-A5."""
    cdef rng_t rng
    if rules_of(table).first_player:
        rng_stream(&rng, &s.head.luck, PURPOSE_FIRST, 0)
        s.first = <int32_t>rng_below(&rng, <uint32_t>table.n_seats)


cdef void hide(const table_t* table, SeekState* s) noexcept nogil:
    """HN-3, HN-A6."""
    cdef uint8_t maps[N_MAPS]
    cdef rng_t rng
    cdef int32_t i
    for i in range(N_MAPS):
        maps[i] = <uint8_t>i
        s.hider[i] = NONE
    if rules_of(table).hide_map:
        rng_stream(&rng, &s.head.luck, PURPOSE_HIDE, 0)
        for i in range(N_MAPS - 1):
            rng_pick_next(&rng, maps, i, N_MAPS)
    for i in range(table.n_seats):
        s.hides[i] = maps[i]
        s.hider[maps[i]] = <int8_t>i


cdef void place_pawns(const table_t* table, SeekState* s) noexcept nogil:
    """HN-3, HN-4, HN-A31."""
    cdef const SeekRules* r = rules_of(table)
    cdef int32_t where, seat
    for where in range(N_MAPS):
        for seat in range(table.n_seats):
            if s.hides[seat] == where:
                s.pawn[where][seat] = <int8_t>r.map[where].goal
                continue
            stand(r, s, where, seat, 0)
            if s.hider[where] != NONE or r.finish_empty_maps:
                s.wanted[seat] |= <uint8_t>bit(where)


cdef void fix_piles(const SeekRules* r, SeekState* s) noexcept nogil:
    """HN-6, HN-7, HN-A29."""
    cdef int32_t where, arrow
    for where in range(N_MAPS):
        s.pile[where] = NONE
        if not r.fixed_trunks or s.hider[where] != NONE:
            continue
        if r.fixed_trunk_arrow != NONE:
            s.pile[where] = <int8_t>r.fixed_trunk_arrow
            continue
        for arrow in range(r.map[where].goal):
            if r.map[where].piles >> arrow & 1:
                s.pile[where] = <int8_t>arrow


cdef void ask_hider(const table_t* table, SeekState* s, int32_t seat) noexcept nogil:
    """HN-A38: this seat or the next one with an arrow to choose; then the first turn begins."""
    cdef const SeekRules* r = rules_of(table)
    while seat < table.n_seats and r.map[s.hides[seat]].piles == 0:
        seat += 1
    if r.trunk_at_start and seat < table.n_seats:
        s.phase = PHASE_START_ARROW
        s.head.seat = seat
    else:
        begin_turn(table, s, s.first)


cdef void init(const table_t* table, void* state) noexcept nogil:
    cdef SeekState* s = <SeekState*>state
    memset(<char*>state + sizeof(head_t), 0, sizeof(SeekState) - sizeof(head_t))
    s.winner = s.in_turn = s.card = NONE
    choose_first(table, s)
    hide(table, s)
    place_pawns(table, s)
    fix_piles(rules_of(table), s)
    shuffle_deck(table, s)
    ask_hider(table, s, 0)


# --- redealing what a seat cannot see ------------------------------------------------------------

cdef void sort_cards(uint8_t* cards, int32_t n) noexcept nogil:
    """Rising, so that a redeal depends on which cards are hidden, not on where they lie."""
    cdef int32_t i, j
    cdef uint8_t card
    for i in range(1, n):
        card = cards[i]
        j = i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


cdef int32_t hidden_cards(const table_t* table, SeekState* s, int32_t seat,
                          uint8_t* pool) noexcept nogil:
    """The cards on top of the deck that nobody has seen. With hands = "hidden" nobody remembers
    another turn: then it is the whole deck, and the other hands except for what was won in this
    turn (HN-A33)."""
    cdef int32_t n = s.unseen, i, other
    if rules_of(table).hands:
        n = s.n_deck
    for i in range(n):
        pool[i] = s.deck[(s.top + i) % MOST_CARDS]
    if rules_of(table).hands:
        for other in range(table.n_seats):
            if other != seat:
                for i in range(s.n_hand[other]):
                    if not won_now(s, s.hand[other][i]):
                        pool[n] = s.hand[other][i]
                        n += 1
    return n


cdef void redeal_hands(const table_t* table, SeekState* s, int32_t seat,
                       const uint8_t* cards) noexcept nogil:
    cdef uint8_t old[MOST_HAND]
    cdef int32_t other, i, n
    for other in range(table.n_seats):
        if other == seat:
            continue
        n = s.n_hand[other]
        memcpy(old, s.hand[other], MOST_HAND)
        memset(s.hand[other], 0, MOST_HAND)
        s.n_hand[other] = 0
        for i in range(n):
            if won_now(s, old[i]):
                take_in_hand(s, other, old[i])
            else:
                take_in_hand(s, other, cards[0])
                cards += 1


cdef bint redeal_hidden(const table_t* table, void* state, int32_t seat,
                        rng_t* rng) noexcept nogil:
    """Whose turn it is does not matter: the sizes of hands and deck stay, and what is being played
    was shown."""
    cdef SeekState* s = <SeekState*>state
    cdef uint8_t pool[MOST_CARDS]
    cdef int32_t n = hidden_cards(table, s, seat, pool), n_deck = s.unseen, i
    if rules_of(table).hands:
        n_deck = s.n_deck
    sort_cards(pool, n)
    rng_deal(rng, pool, n, n)
    for i in range(n_deck):
        s.deck[(s.top + i) % MOST_CARDS] = pool[i]
    if rules_of(table).hands:
        redeal_hands(table, s, seat, pool + n_deck)
    return True


# --- the contract -------------------------------------------------------------------------------

cdef void apply(const table_t* table, void* state, move_t move) noexcept nogil:
    cdef SeekState* s = <SeekState*>state
    cdef int32_t kind = kind_of(move)
    if kind == ROLL:
        roll(table, s)
    elif kind == PLAY:
        play_card(table, s, first_of(move), second_of(move))
    elif kind == LAY:
        lay(table, s, first_of(move), second_of(move))
    elif kind == TIDY:
        s.phase = PHASE_TIDY
    elif kind == END_TURN:
        end_turn(table, s)
    elif kind == DONE:
        to_menu(table, s)
    elif kind == TAKE_OFF:
        take_off(s, s.in_turn, first_of(move), second_of(move))
        to_menu(table, s)
    elif kind == DISCARD:
        discard(table, s, first_of(move))
    elif kind == STEPS:
        make_steps(rules_of(table), s, s.in_turn, move)
        after_effect(table, s)
    elif kind == PAWN:
        move_pawn(rules_of(table), s, table.n_seats, first_of(move), second_of(move))
        after_effect(table, s)
    elif kind == THROW:
        name_dice(table, s, first_of(move))
    else:
        place_pile(s, s.head.seat, first_of(move))
        if s.phase == PHASE_START_ARROW:
            ask_hider(table, s, s.head.seat + 1)
        else:
            after_effect(table, s)


cdef void points(const table_t* table, const void* state, int32_t* score) noexcept nogil:
    """Goals reached, then how far the pawns are."""
    cdef const SeekState* s = <const SeekState*>state
    cdef int32_t seat, i
    for seat in range(table.n_seats):
        score[seat] = GOAL_POINTS * s.seat_counters[COUNT_GOALS][seat]
        for i in range(N_OWN):
            score[seat] += s.pawn[own_map(s, seat, i)][seat]


cdef void scores(const table_t* table, const void* state, result_t* result) noexcept nogil:
    cdef const SeekState* s = <const SeekState*>state
    cdef int32_t seat
    points(table, state, result.score)
    for seat in range(table.n_seats):
        result.win[seat] = WHOLE_WIN if seat == s.winner else 0
        result.role[seat] = 0
    result.end_reason = s.end_reason
    result.capped = s.end_reason == END_ROUND_CAP
    result.game_counters = &s.game_counters[0]
    result.seat_counters = &s.seat_counters[0][0]


cdef void play_out(const table_t* table, void* state, seat_t* seats, move_t* moves,
                   turns_t* done) noexcept nogil:
    turn_loop(legal_moves, apply, NULL, NULL, table, state, seats, moves, done)


cdef class HideNSeek(Game):
    def __cinit__(self):
        self.c = game_t(
            fewest_seats=2, most_seats=MOST_PLAYERS, state_size=sizeof(SeekState),     # HN-1
            n_game_counters=N_GAME_COUNTERS, n_seat_counters=N_SEAT_COUNTERS, init=init,
            legal_moves=legal_moves, apply=apply, play_out=play_out, points=points,
            scores=scores, redeal_hidden=redeal_hidden, stage_is_contest=0, ask_hidden=NULL,
            first_choice=NULL, redeal_rest=NULL)

    cdef bytes pack_rules(self, int players, dict rules):
        return packed_rules(rules)

    cdef dict describe(self, const table_t* table, const void* state):
        return describe_state(table, <const SeekState*>state)

    cdef int restore(self, const table_t* table, void* state, dict raw) except -1:
        cdef SeekState* s = <SeekState*>state
        memset(<char*>state + sizeof(head_t), 0, sizeof(SeekState) - sizeof(head_t))
        restore_state(table, s, raw)
        if s.in_turn != NONE:
            s.effects = effects_of(rules_of(table), s, table.n_seats, s.in_turn)
        return 0


GAME = HideNSeek()
