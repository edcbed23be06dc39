"""Horrible Mountain: every clause of the rules, once. Clause ids are cited where they are
implemented."""
from libc.stdint cimport int32_t, uint32_t, uint8_t
from libc.string cimport memcpy, memset

from analyzer._core.contract cimport (
    WHOLE_WIN, Game, game_t, head_t, move_t, new_entry, refuse_unless, result_t, seat_t, table_t,
    trace_buffer_t, turn_loop, turns_t,
)
from analyzer._core.games.horrible_mountain.cards cimport (
    gain, gain_openly, lay, learn_all, lose, put_cube, put_in_slot, saw, see_top, settle,
)
from analyzer._core.games.horrible_mountain.hidden cimport (
    describe_state, end_game, init, redeal_hidden, restore_state, shuffle,
)
from analyzer._core.games.horrible_mountain.moves cimport (
    claim_at, count_actions, cube_swap_at, legal_moves, swap_at, take_at,
)
from analyzer._core.games.horrible_mountain.parameters import packed_rules
from analyzer._core.games.horrible_mountain.running_score cimport (
    count_all, cubes_swapped, hand_changed, side_of, worth_of,
)
from analyzer._core.games.horrible_mountain.state cimport (
    CLAIM, COUNT_DRAWS, COUNT_LIMIT_DISCARDS, COUNT_PLACED_2_6, COUNT_PLAYER_TURNS, COUNT_RUN_OUTS,
    DISCARD, DRAW, END_RUN_OUT, END_STALLED, END_TURN_CAP, MOVE_EITHER, NONE, NO_POINTS, N_CARDS,
    N_GAME_COUNTERS, N_PLAYERS, N_RANKS, N_SEAT_COUNTERS, PHASE_LIMIT, PHASE_ORDER,
    PHASE_PLACE_FIRST, PHASE_PLACE_SECOND, PHASE_TAKE, PHASE_TURN, PLACE, PURPOSE_COIN,
    PURPOSE_RESHUFFLE, SPECIAL, SWAP_CARD, SWAP_CUBES, TAKE, TAKE_DISCARD, TAKE_TABLE,
    TALLY_PILE_CARDS, TALLY_PLAYER_TURNS, TALLY_RESHUFFLES, TALLY_RUN_OUTS, MountainRules,
    MountainState, bit, choices_t, colour_of, cube_points_of, first_of, hand_index, kind_of,
    other_of, rules_of, running_score_t, second_of, slot_of, table_of,
)
from analyzer._core.rng cimport rng_below, rng_below_if, rng_stream, rng_t


# --- the piles ----------------------------------------------------------------------------------

cdef void run_out(const table_t* table, MountainState* s) noexcept nogil:
    """HM-27, HM-28: the Discard Pile as it stands becomes the Draw Pile, after the last run-out too
    (HM-A7)."""
    memcpy(s.draw, s.discard, N_CARDS)
    s.n_draw = s.n_discard
    s.n_discard = 0
    s.buried = 0
    s.runs += 1
    s.head.stage += 1
    s.seat_counters[COUNT_RUN_OUTS][s.head.seat] += 1
    s.game_counters[TALLY_RUN_OUTS] += 1
    s.game_counters[TALLY_RESHUFFLES] += 1
    shuffle(table, s, PURPOSE_RESHUFFLE, <uint32_t>s.runs)


cdef inline int32_t take_off(const table_t* table, MountainState* s) noexcept nogil:
    """The top card of the Draw Pile; it must be laid somewhere before `was_it_last`."""
    if s.n_draw == 0:           # run_out = "needed_while_empty" (HM-A20)
        run_out(table, s)
    s.n_draw -= 1
    s.game_counters[TALLY_PILE_CARDS] += 1
    return s.draw[s.n_draw]


cdef inline void was_it_last(const table_t* table, MountainState* s) noexcept nogil:
    if s.n_draw == 0:
        learn_all(s)
        if rules_of(table).rule.run_out == 0:
            run_out(table, s)


cdef void replace_card(const table_t* table, MountainState* s, int32_t slot) noexcept nogil:
    """HM-19: the cube stays where it is (HM-30)."""
    cdef int32_t card = take_off(table, s)
    put_in_slot(rules_of(table), s, slot, card)
    saw(s, card)
    was_it_last(table, s)


# --- turns ---------------------------------------------------------------------------------------

cdef inline void end_turn(const MountainRules* r, MountainState* s) noexcept nogil:
    """HM-13, HM-32, HM-A5."""
    s.turn_no += 1
    s.seat_counters[COUNT_PLAYER_TURNS][s.head.seat] += 1
    s.game_counters[TALLY_PLAYER_TURNS] += 1
    s.phase = PHASE_TURN
    if s.runs >= r.rule.run_outs:
        end_game(r, s, END_RUN_OUT)
    elif s.turn_no >= r.rule.max_turns:
        end_game(r, s, END_TURN_CAP if r.rule.on_cap else END_STALLED)
    else:
        s.head.seat = 1 - s.head.seat


# --- actions ------------------------------------------------------------------------------------

cdef inline bint over_limit(const MountainRules* r, MountainState* s, int32_t seat,
                            int32_t action) noexcept nogil:
    """HM-26: True if a card must be discarded first, by a decision of its own."""
    if s.size[seat] <= r.rule.hand_limit:
        return False
    s.phase = PHASE_LIMIT
    s.action = <uint8_t>action
    return True


cdef void draw_card(const table_t* table, MountainState* s, int32_t seat) noexcept nogil:
    """HM-16. HM-29: the card over the limit is discarded after the reshuffle."""
    cdef int32_t card = take_off(table, s)
    gain(s, seat, card)
    if seat == s.evil_master:
        saw(s, card)
    was_it_last(table, s)
    if not over_limit(rules_of(table), s, seat, DRAW):
        end_turn(rules_of(table), s)


cdef void swap_card(const MountainRules* r, MountainState* s, int32_t seat, int32_t card,
                    int32_t other) noexcept nogil:
    """HM-17."""
    cdef int32_t slot = slot_of(s, other)
    lose(s, seat, card)
    s.table &= ~bit(other)
    put_in_slot(r, s, slot, card)
    gain_openly(s, seat, other)
    end_turn(r, s)


cdef inline void give_up(MountainState* s, int32_t seat, int32_t colour) noexcept nogil:
    s.control[seat] &= <uint8_t>~bit(colour)
    s.cube_pile |= <uint8_t>bit(colour)


cdef void take_table(const table_t* table, MountainState* s, int32_t seat,
                     int32_t colour) noexcept nogil:
    """HM-18."""
    cdef const MountainRules* r = rules_of(table)
    cdef int32_t slot = s.place[colour]
    give_up(s, seat, colour)
    gain_openly(s, seat, s.card[slot])
    s.table &= ~bit(s.card[slot])
    s.card[slot] = NONE
    s.worth[colour] = NO_POINTS
    s.slot = <uint8_t>slot
    if r.rule.overflow_timing == 0 and over_limit(r, s, seat, TAKE_TABLE):   # HM-A1
        return
    replace_card(table, s, slot)
    if r.rule.overflow_timing and over_limit(r, s, seat, TAKE_TABLE):
        return
    end_turn(r, s)


cdef void take_discard(const MountainRules* r, MountainState* s, int32_t seat,
                       int32_t colour) noexcept nogil:
    """HM-20."""
    give_up(s, seat, colour)
    s.n_discard -= 1
    gain_openly(s, seat, s.discard[s.n_discard])
    see_top(s)
    if not over_limit(r, s, seat, TAKE_DISCARD):
        end_turn(r, s)


cdef void discard_two(MountainState* s, int32_t seat, move_t move) noexcept nogil:
    """HM-21, HM-24: two cards of the hand; HM-A6: which one ends on top."""
    cdef int32_t first = first_of(move), second = second_of(move)
    cdef rng_t rng
    lose(s, seat, first)
    lose(s, seat, second)
    if move & MOVE_EITHER:
        rng_stream(&rng, &s.head.luck, PURPOSE_COIN, <uint32_t>s.turn_no)
        if rng_below(&rng, 2):
            first, second = second, first
    lay(s, first)
    lay(s, second)


cdef int32_t swap_cubes(const MountainRules* r, MountainState* s, int32_t seat,
                        move_t move) noexcept nogil:
    """HM-21 to HM-23. Returns both colours, three bits each."""
    cdef int32_t slot = slot_of(s, table_of(move)), other = slot_of(s, other_of(move))
    cdef int32_t colour, moved
    discard_two(s, seat, move)
    colour, moved = s.cube[slot], s.cube[other]
    put_cube(r, s, moved, slot)
    put_cube(r, s, colour, other)
    end_turn(r, s)
    return colour | moved << 3


cdef void claim(const MountainRules* r, MountainState* s, int32_t seat, move_t move) noexcept nogil:
    """HM-24, HM-A16: any cube of the Cube Pile."""
    discard_two(s, seat, move)
    s.cube_pile &= <uint8_t>~bit(colour_of(move))
    s.control[seat] |= <uint8_t>bit(colour_of(move))
    end_turn(r, s)


cdef void special(const MountainRules* r, MountainState* s, int32_t seat) noexcept nogil:
    """HM-42: once a game."""
    s.used |= <uint8_t>bit(seat)
    if seat != s.evil_master:   # HM-44
        s.phase = PHASE_TAKE
        return
    s.known[1 - seat] = s.hand[1 - seat]    # HM-43
    settle(s)
    end_turn(r, s)


# --- decisions that follow ----------------------------------------------------------------------

cdef void place(const table_t* table, MountainState* s, int32_t seat, move_t move) noexcept nogil:
    """HM-9, HM-10; then HM-12 and the first turn."""
    cdef int32_t colour = colour_of(move), i
    cdef int32_t slots[2]
    slots[0], slots[1] = first_of(move), second_of(move)
    for i in range(2):
        put_cube(rules_of(table), s, colour + i, slots[i])
    s.seat_counters[COUNT_PLACED_2_6][seat] = slots[0] == 0 or slots[1] == 0
    if s.phase == PHASE_PLACE_FIRST:
        s.phase = PHASE_PLACE_SECOND
        s.head.seat = 1 - seat
        return
    for i in range(2 * N_PLAYERS):
        s.n_draw -= 1
        gain(s, s.evil_master ^ (i & 1), s.draw[s.n_draw])
    memcpy(s.dealt, s.hand, sizeof(s.dealt))
    s.phase = PHASE_TURN
    s.head.seat = s.evil_master     # HM-1, HM-13


cdef void finish_special(const MountainRules* r, MountainState* s) noexcept nogil:
    """HM-A12: a card that was held aside ends on top; then the pile is open again."""
    if s.aside != NONE:
        lay(s, s.aside)
        s.aside = NONE
    see_top(s)
    end_turn(r, s)


cdef void reorder(const MountainRules* r, MountainState* s) noexcept nogil:
    """HM-44: card by card, from the top down; the last one has but one place."""
    if s.n_discard >= s.ordered + 2:
        s.phase = PHASE_ORDER
    else:
        s.ordered = 0
        finish_special(r, s)


cdef void take(const MountainRules* r, MountainState* s, int32_t seat,
               int32_t card) noexcept nogil:
    """HM-44: the Evil Master only knows that it is one of the pile. All of it is out of sight until
    the special is over."""
    cdef int32_t i, n = 0
    for i in range(s.n_discard):
        s.suspects |= bit(s.discard[i])
        if s.discard[i] != card:
            s.discard[n] = s.discard[i]
            n += 1
    s.taken = <uint8_t>card
    s.buried = s.n_discard = <uint8_t>n
    gain(s, seat, card)
    if n == 0:                  # a pile of one card hides nothing
        s.known[seat] |= bit(card)
        settle(s)
    if not over_limit(r, s, seat, SPECIAL):
        reorder(r, s)


cdef void put_next(const MountainRules* r, MountainState* s, int32_t card) noexcept nogil:
    """HM-44: below the cards that were put on top; the others close the gap."""
    cdef int32_t i = 0, place = s.n_discard - 1 - s.ordered
    while s.discard[i] != card:
        i += 1
    while i < place:
        s.discard[i] = s.discard[i + 1]
        i += 1
    s.discard[place] = <uint8_t>card
    s.ordered += 1
    reorder(r, s)


cdef void discard_over_limit(const table_t* table, MountainState* s, int32_t seat,
                             int32_t card) noexcept nogil:
    """HM-26, HM-29."""
    cdef const MountainRules* r = rules_of(table)
    lose(s, seat, card)
    s.seat_counters[COUNT_LIMIT_DISCARDS][seat] += 1
    if s.action == SPECIAL:
        if r.rule.special_overflow:  # HM-A12
            lay(s, card)
            s.buried = s.n_discard
        else:
            s.aside = <uint8_t>card
        reorder(r, s)
        return
    if (s.action == TAKE_TABLE and r.rule.overflow_timing == 0
            and not r.rule.overflow_in_reshuffle):      # HM-A2
        replace_card(table, s, s.slot)
        lay(s, card)
    else:
        lay(s, card)
        if s.action == TAKE_TABLE and r.rule.overflow_timing == 0:
            replace_card(table, s, s.slot)
    end_turn(r, s)


# --- the contract -------------------------------------------------------------------------------

cdef inline int32_t act(const table_t* table, MountainState* s, int32_t seat, int32_t kind,
                        move_t move) noexcept nogil:
    """HM-14: one action. Returns the two colours of a swap of cubes (see there), else 0."""
    cdef const MountainRules* r = rules_of(table)
    s.seat_counters[COUNT_DRAWS + kind][seat] += 1
    if kind == DRAW:
        draw_card(table, s, seat)
    elif kind == SWAP_CARD:
        swap_card(r, s, seat, first_of(move), table_of(move))
    elif kind == TAKE_TABLE:
        take_table(table, s, seat, colour_of(move))
    elif kind == TAKE_DISCARD:
        take_discard(r, s, seat, colour_of(move))
    elif kind == SWAP_CUBES:
        return swap_cubes(r, s, seat, move)
    elif kind == CLAIM:
        claim(r, s, seat, move)
    else:
        special(r, s, seat)
    return 0


cdef void apply(const table_t* table, void* state, move_t move) noexcept nogil:
    cdef const MountainRules* r = rules_of(table)
    cdef MountainState* s = <MountainState*>state
    cdef int32_t seat = s.head.seat, kind = kind_of(move)
    if kind <= SPECIAL:
        act(table, s, seat, kind, move)
    elif kind == PLACE:
        place(table, s, seat, move)
    elif kind == DISCARD:
        discard_over_limit(table, s, seat, first_of(move))
    elif kind == TAKE:
        take(r, s, seat, first_of(move))
    else:
        put_next(r, s, first_of(move))


cdef void points(const table_t* table, const void* state, int32_t* score) noexcept nogil:
    """As if the game were over now."""
    cdef const MountainRules* r = rules_of(table)
    cdef const MountainState* s = <const MountainState*>state
    cdef int32_t seat
    for seat in range(N_PLAYERS):
        score[seat] = r.hands.points[hand_index(r, s.hand[seat])] + cube_points_of(
            s, s.control[seat])


cdef void scores(const table_t* table, const void* state, result_t* result) noexcept nogil:
    cdef const MountainState* s = <const MountainState*>state
    cdef int32_t seat
    points(table, state, result.score)
    for seat in range(N_PLAYERS):
        result.win[seat] = WHOLE_WIN if seat == s.winner else 0
        result.role[seat] = seat != s.evil_master
    result.end_reason = s.end_reason
    result.capped = s.end_reason == END_STALLED
    result.game_counters = &s.game_counters[0]
    result.seat_counters = &s.seat_counters[0][0]


cdef inline int32_t turn_number(const void* state) noexcept nogil:
    return (<const MountainState*>state).turn_no


cdef inline void act_at(const table_t* table, MountainState* s, int32_t seat,
                        const choices_t* c, uint32_t k, bint traced,
                        running_score_t* running_score) noexcept nogil:
    """The k-th legal action. Its kind is looked up only once; so here, too, the running score of a
    trace learns what such an action changes."""
    cdef const MountainRules* r = rules_of(table)
    cdef move_t move
    cdef int32_t colours
    if k == 0:
        act(table, s, seat, DRAW, 0)
        if traced:
            hand_changed(r, s, seat, running_score)
        return
    k -= 1
    if k < c.swaps:             # of cards of one rank: only a straight flush comes or goes
        act(table, s, seat, SWAP_CARD, swap_at(s, c, k))
        if traced and s.size[seat] >= N_RANKS:
            hand_changed(r, s, seat, running_score)
        return
    k -= c.swaps
    if k < c.takes:
        move = take_at(s, c, seat, k)
        if traced:
            running_score.ahead -= side_of(seat) * worth_of(s, colour_of(move))
        act(table, s, seat, kind_of(move), move)
        if traced:
            hand_changed(r, s, seat, running_score)
        return
    k -= c.takes
    if k < c.cube_swaps:
        colours = act(table, s, seat, SWAP_CUBES, cube_swap_at(s, c, k))
        if traced:
            cubes_swapped(s, colours & 7, colours >> 3, running_score)
            hand_changed(r, s, seat, running_score)
        return
    k -= c.cube_swaps
    if k < c.claims:
        move = claim_at(s, c, k)
        act(table, s, seat, CLAIM, move)
        if traced:
            running_score.ahead += side_of(seat) * worth_of(s, colour_of(move))
            hand_changed(r, s, seat, running_score)
    else:
        act(table, s, seat, SPECIAL, 0)


cdef bint fast_path(const table_t* table, void* state, seat_t* seats, turns_t* done) noexcept nogil:
    """Actions, up to the end of a stage or another decision. A trace records all but the last, and
    so counts one turn less: the turn loop notices that turn and records it."""
    cdef const MountainRules* r = rules_of(table)
    cdef MountainState* s = <MountainState*>state
    cdef trace_buffer_t* buffer = done.trace_buffer
    cdef int32_t stage = s.head.stage, turns = 0, decisions = 0, seat
    cdef choices_t c
    cdef running_score_t running_score
    if s.phase != PHASE_TURN:
        return False
    if buffer != NULL:
        count_all(r, s, &running_score)
    done.turn_number = s.turn_no - 1
    while True:
        seat = s.head.seat
        count_actions(r, s, seat, &c)
        turns += 1
        decisions += c.all > 1
        act_at(table, s, seat, &c, <uint32_t>rng_below_if(&seats[seat].rng, c.all, NULL),
               buffer != NULL, &running_score)
        if s.head.stage != stage or s.phase != PHASE_TURN:
            break
        if buffer != NULL:
            new_entry(buffer, 1)[0] = running_score.ahead
    done.turn_number += turns
    done.turns += turns
    done.decisions += decisions
    return True


cdef void play_out(const table_t* table, void* state, seat_t* seats, move_t* moves,
                   turns_t* done) noexcept nogil:
    turn_loop(legal_moves, apply, fast_path, turn_number, table, state, seats, moves, done)


cdef class HorribleMountain(Game):
    def __cinit__(self):
        self.c = game_t(
            fewest_seats=N_PLAYERS, most_seats=N_PLAYERS,
            state_size=sizeof(MountainState),
            n_game_counters=N_GAME_COUNTERS, n_seat_counters=N_SEAT_COUNTERS, init=init,
            legal_moves=legal_moves, apply=apply, play_out=play_out, points=points,
            scores=scores, redeal_hidden=redeal_hidden, stage_is_contest=0, ask_hidden=NULL,
            first_choice=NULL, redeal_rest=NULL)

    cdef bytes pack_rules(self, int players, dict rules):
        return packed_rules(players, rules)

    cdef int check_script(self, const table_t* table, uint32_t purpose, bytes values) except -1:
        fine = len(set(values)) == len(values) and all(card < N_CARDS for card in values)
        refuse_unless(fine, "a deck with other cards")
        return 0

    cdef dict describe(self, const table_t* table, const void* state):
        return describe_state(table, <const MountainState*>state)

    cdef int restore(self, const table_t* table, void* state, dict raw) except -1:
        memset(<char*>state + sizeof(head_t), 0, sizeof(MountainState) - sizeof(head_t))
        return restore_state(table, <MountainState*>state, raw)


GAME = HorribleMountain()
