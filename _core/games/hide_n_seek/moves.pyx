"""Hide N Seek: the legal moves, in a fixed order, and what pawns and trunks do on the maps."""
from libc.stdint cimport int32_t, int8_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport abs

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport move_t, table_t
from analyzer._core.games.hide_n_seek.cards cimport lays_of
from analyzer._core.games.hide_n_seek.state cimport (
    ARROW, BACK, BACK2, COUNT_FWD_OWN, COUNT_GOALS, COUNT_JUMPS, COUNT_OWN_SENT_BACK,
    COUNT_PAWNS_SENT_BACK, COUNT_STEPS_LOST, COUNT_STEPS_MADE, COUNT_TRUNKS_MOVED,
    COUNT_TRUNKS_PLACED, DISCARD, DONE, END_TURN, EVERY_MOVE, FIELD, FWD, HOLE, LATE_ROLL_ONLY, LAY,
    MOST_STEPS, NONE, N_MAPS, N_OWN, OVERTRUNK, PAWN, PHASE_ARROW, PHASE_LAY, PHASE_LIMIT,
    PHASE_MENU, PHASE_OVER, PHASE_PAWN, PHASE_START_ARROW, PHASE_STEPS, PHASE_TIDY, PLAY, ROLL,
    STEPS, STEP_BIAS, TAKE_OFF, THROW, TIDY, TRUNK, SeekRules, SeekState, bit, card_t, first_of,
    free_run, is_free, move_of, not_rolled, obstacles, own_map, rules_of, second_of, third_of,
    won_now,
)


# --- the list of a decision ----------------------------------------------------------------------

cdef bint may_play(const SeekRules* r, const SeekState* s, int32_t card) noexcept nogil:
    """HN-A32."""
    return r.play_won_same_turn or not won_now(s, card)


cdef bint is_repeated(const SeekRules* r, const SeekState* s, int32_t seat, int32_t i,
                      bint to_play) noexcept nogil:
    """Has the hand an equal card before its i-th?"""
    cdef const card_t* card = &r.card[s.hand[seat][i]]
    cdef int32_t j
    if card.has_twin:
        for j in range(i):
            if r.card[s.hand[seat][j]].twin == card.twin and (
                    not to_play or may_play(r, s, s.hand[seat][j])):
                return True
    return False


cdef int32_t list_plays(const SeekRules* r, const SeekState* s, int32_t seat,
                        move_t* moves) noexcept nogil:
    """HN-27, HN-35 (no card is played for nothing: HN-A14)."""
    cdef int32_t i, k, n = 0, card, symbol
    for i in range(s.n_hand[seat]):
        card = s.hand[seat][i]
        if not may_play(r, s, card) or is_repeated(r, s, seat, i, True):
            continue
        for k in range(2):
            symbol = r.card[card].symbol[k]
            if (s.effects >> symbol & 1 or r.null_play) and (
                    k == 0 or symbol != r.card[card].symbol[0]):
                moves[n] = move_of(PLAY, card, symbol, 0)
                n += 1
    return n


cdef int32_t list_lays(const SeekRules* r, const SeekState* s, int32_t seat,
                       move_t* moves) noexcept nogil:
    cdef uint64_t lays = lays_of(r, s, seat) if s.n_rolled else 0
    cdef int32_t place, n = 0
    while lays:
        place = ctz(lays) & 7
        moves[n] = move_of(LAY, ctz(lays) >> 3, place, s.row[place])
        lays &= lays - 1
        n += 1
    return n


cdef int32_t list_discards(const SeekRules* r, const SeekState* s, int32_t seat,
                           move_t* moves) noexcept nogil:
    """HN-25."""
    cdef int32_t i, n = 0
    for i in range(s.n_hand[seat]):
        if not is_repeated(r, s, seat, i, False):
            moves[n] = move_of(DISCARD, s.hand[seat][i], 0, 0)
            n += 1
    return n


cdef int32_t list_tidy(const SeekRules* r, const SeekState* s, int32_t seat,
                       move_t* moves) noexcept nogil:
    """HN-17, HN-25."""
    cdef int32_t face, place, n = 0
    for face in range(r.faces):
        for place in range(r.row_size):
            if s.dice[seat][place][face]:
                moves[n] = move_of(TAKE_OFF, face, place, s.row[place])
                n += 1
    return n + list_discards(r, s, seat, moves + n)


cdef int32_t list_menu(const SeekRules* r, const SeekState* s, int32_t seat,
                       move_t* moves) noexcept nogil:
    """HN-9, HN-10: any order of rolls and plays; HN-A7, HN-A34."""
    cdef int32_t n = 0
    if s.actions:
        if is_free(r, s, seat):
            moves[0] = move_of(ROLL, 0, 0, 0)
            n = 1
        n += list_plays(r, s, seat, moves + n)
    if r.late_placing != LATE_ROLL_ONLY:
        n += list_lays(r, s, seat, moves + n)
    if s.on_cards[seat] or s.n_hand[seat]:
        moves[n] = move_of(TIDY, 0, 0, 0)
        n += 1
    if r.may_pass or s.actions == 0:
        moves[n] = move_of(END_TURN, 0, 0, 0)
        n += 1
    return n


cdef int32_t group_size(const SeekRules* r, const SeekState* s, int32_t group) noexcept nogil:
    """Dice that the question is about: a shown face, at the end those not rolled."""
    if group < r.faces:
        return s.rolled[group]
    return not_rolled(r, s, s.head.seat) - s.thrown


cdef int32_t next_group(const SeekRules* r, const SeekState* s, int32_t group) noexcept nogil:
    """The first group from `group` on that is not empty, or NONE."""
    while group <= r.faces:
        if group_size(r, s, group):
            return group
        group += 1
    return NONE


cdef int32_t list_throws(const SeekRules* r, const SeekState* s, move_t* moves) noexcept nogil:
    """HN-A8: at least one die is rolled in the end."""
    cdef int32_t k, n = 0
    cdef bint last = next_group(r, s, s.group + 1) == NONE
    for k in range(1 if last and s.thrown == 0 else 0, group_size(r, s, s.group) + 1):
        moves[n] = move_of(THROW, k, s.group if s.group < r.faces else FIELD, 0)
        n += 1
    return n


cdef int32_t legal_moves(const table_t* table, const void* state, move_t* moves) noexcept nogil:
    cdef const SeekRules* r = rules_of(table)
    cdef const SeekState* s = <const SeekState*>state
    cdef int32_t seat = s.head.seat, n
    if s.phase == PHASE_MENU:
        return list_menu(r, s, seat, moves)
    if s.phase == PHASE_LAY:
        n = list_lays(r, s, seat, moves)
        moves[n] = move_of(DONE, 0, 0, 0)
        return n + 1
    if s.phase == PHASE_TIDY:
        return list_tidy(r, s, seat, moves)
    if s.phase == PHASE_LIMIT:
        return list_discards(r, s, seat, moves)
    if s.phase == PHASE_STEPS:
        return list_steps(r, s, seat, s.symbol, moves)
    if s.phase == PHASE_PAWN:
        return list_pawns(r, s, table.n_seats, seat, s.symbol, moves)
    if s.phase == PHASE_ARROW or s.phase == PHASE_START_ARROW:
        return list_arrows(r, s, seat, moves)
    if s.phase == PHASE_OVER:
        return 0
    return list_throws(r, s, moves)


# --- what can be done ---------------------------------------------------------------------------

cdef int32_t landing(const SeekState* s, int32_t where, int32_t position) noexcept nogil:
    """HN-41: where a jump forward ends, past the arrow ahead and every pawn behind it."""
    return position + 1 + ctz(~(s.taken[where] >> (position + 1)))


cdef bint may_jump(const SeekRules* r, const SeekState* s, int32_t where,
                   int32_t position) noexcept nogil:
    """HN-A19: over pawns into the goal?"""
    cdef int32_t end = landing(s, where, position)
    return r.jump_into_goal or end < r.map[where].goal or end == position + 1


cdef bint may_cross(const SeekRules* r, const SeekState* s, int32_t where, int32_t position,
                    int32_t symbol) noexcept nogil:
    """HN-37, HN-38, HN-42: is the thing directly ahead the one that the symbol is for?"""
    if symbol == HOLE:
        if not r.map[where].holes >> position & 1:
            return False
    elif s.pile[where] != position:
        return False
    return may_jump(r, s, where, position)


cdef bint may_forward(const SeekRules* r, const SeekState* s, int32_t where,
                      int32_t position) noexcept nogil:
    """HN-39, HN-42, HN-49: a pawn directly ahead, and nothing on the arrow between."""
    return (position < r.map[where].spots and s.taken[where] >> (position + 1) & 1
            and not obstacles(r, s, where) >> position & 1 and may_jump(r, s, where, position))


cdef bint may_backward(const SeekRules* r, const SeekState* s, int32_t where,
                       int32_t position) noexcept nogil:
    """HN-40, HN-A22, HN-A23: a pawn directly behind, and nothing on the arrow between."""
    if not 1 <= position <= r.map[where].spots or obstacles(r, s, where) >> (position - 1) & 1:
        return False
    if position == 1:
        return r.back_over_start and s.waiting[where] > 0
    return s.taken[where] >> (position - 1) & 1


cdef bint may_go_two_back(const SeekRules* r, const SeekState* s, int32_t where, int32_t owner,
                          int32_t position) noexcept nogil:
    """HN-43, HN-A18, HN-A26."""
    if position > r.map[where].spots:
        return not r.goal_safe and s.hider[where] != owner
    return position > 0


cdef bint may_move_pawn(const SeekRules* r, const SeekState* s, int32_t seat, int32_t where,
                        int32_t owner, int32_t symbol) noexcept nogil:
    """HN-A20, HN-A37: whose pawn, on which map."""
    cdef int32_t position = s.pawn[where][owner]
    if symbol == HOLE or symbol == OVERTRUNK:
        return (owner == seat or r.obstacle_any_pawn) and may_cross(r, s, where, position, symbol)
    if symbol == FWD:
        return may_forward(r, s, where, position)
    if symbol == BACK:
        return may_backward(r, s, where, position)
    return may_go_two_back(r, s, where, owner, position)


cdef uint32_t effects_by_pawn(const SeekRules* r, const SeekState* s, int32_t n_seats,
                              int32_t seat) noexcept nogil:
    """The symbols that can move some pawn, pawn by pawn."""
    cdef uint32_t effects = 0
    cdef int32_t where, owner, symbol
    for symbol in range(HOLE, BACK2 + 1):
        if symbol == TRUNK:
            continue
        for where in range(N_MAPS):
            for owner in range(n_seats):
                if may_move_pawn(r, s, seat, where, owner, symbol):
                    effects |= bit(symbol)
    return effects


cdef uint32_t effects_at_once(const SeekRules* r, const SeekState* s, int32_t seat) noexcept nogil:
    """The same under the usual readings, map by map: a quarter of the time."""
    cdef uint32_t effects = 0, taken, pairs
    cdef int32_t where, position
    for where in range(N_MAPS):
        taken = s.taken[where]
        position = s.pawn[where][seat]
        pairs = (taken | (s.waiting[where] > 0)) & taken >> 1 & ~obstacles(r, s, where)
        effects |= <uint32_t>(pairs != 0) << FWD | <uint32_t>((pairs & ~<uint32_t>1) != 0) << BACK
        effects |= <uint32_t>(taken != 0) << BACK2
        effects |= (r.map[where].holes >> position & 1) << HOLE
        effects |= <uint32_t>(s.pile[where] == position) << OVERTRUNK
    return effects


cdef uint32_t moves_with_effect(const SeekRules* r, const SeekState* s,
                                int32_t seat) noexcept nogil:
    """The MOVE symbols with which some own pawn can make a step."""
    cdef move_t unused[400]     # 376 divisions of up to six steps, forward or backward
    cdef uint32_t effects = 0
    cdef int32_t i, n, where
    if r.plain_moves:
        for i in range(N_OWN):
            where = own_map(s, seat, i)
            if free_run(r, s, where, s.pawn[where][seat]):
                return EVERY_MOVE
        return 0
    for n in range(1, MOST_STEPS + 1):
        if list_steps(r, s, seat, n, unused):
            effects |= bit(n)
    return effects


cdef uint32_t effects_of(const SeekRules* r, const SeekState* s, int32_t n_seats,
                         int32_t seat) noexcept nogil:
    """HN-A14: the symbols that would do something if `seat` played them now."""
    cdef uint32_t effects = moves_with_effect(r, s, seat)
    if r.jump_into_goal and r.goal_safe and not r.obstacle_any_pawn and not r.back_over_start:
        effects |= effects_at_once(r, s, seat)
    else:
        effects |= effects_by_pawn(r, s, n_seats, seat)
    if other_arrows(r, s, seat):
        effects |= bit(TRUNK)
    return effects


# --- lists of targets ---------------------------------------------------------------------------

cdef int32_t back_run(const SeekRules* r, const SeekState* s, int32_t where,
                      int32_t position) noexcept nogil:
    """HN-A15: how many steps backward a pawn here can make."""
    cdef uint32_t stops = obstacles(r, s, where) | (s.taken[where] & ~<uint32_t>1)
    cdef int32_t at = position
    if position == r.map[where].goal:
        return 0
    while at > 0 and not stops >> (at - 1) & 1:
        at -= 1
    return position - at


cdef inline move_t steps_move(int32_t a, int32_t b, int32_t c) noexcept nogil:
    return move_of(STEPS, a + STEP_BIAS, b + STEP_BIAS, c + STEP_BIAS)


cdef int32_t list_plain_steps(const int32_t* high, int32_t n, move_t* moves) noexcept nogil:
    """HN-34, HN-35: every division of as many steps as can be made (HN-A16)."""
    cdef int32_t a, b, c, k = 0
    cdef int32_t total = min(n, high[0] + high[1] + high[2])
    if total == 0:
        return 0
    for a in range(min(high[0], total) + 1):
        for b in range(min(high[1], total - a) + 1):
            c = total - a - b
            if c <= high[2]:
                moves[k] = steps_move(a, b, c)
                k += 1
    return k


cdef int32_t steps_if_allowed(const SeekRules* r, const int32_t* to_goal, int32_t n,
                              int32_t a, int32_t b, int32_t c) noexcept nogil:
    """How many steps a division makes; 0 if it is not allowed (HN-A17)."""
    cdef int32_t total = abs(a) + abs(b) + abs(c)
    cdef int32_t entering = (a == to_goal[0]) + (b == to_goal[1]) + (c == to_goal[2])
    if total > n or (r.exact_goal and entering and (entering > 1 or total < n)):
        return 0
    return total


cdef int32_t list_other_steps(const SeekRules* r, const int32_t* low, const int32_t* high,
                              const int32_t* to_goal, int32_t n, move_t* moves) noexcept nogil:
    """HN-A15, HN-A16, HN-A17: the divisions with most steps, or all of them."""
    cdef int32_t a, b, c, total, most = 1, k = 0
    for a in range(low[0], high[0] + 1):
        for b in range(low[1], high[1] + 1):
            for c in range(low[2], high[2] + 1):
                total = steps_if_allowed(r, to_goal, n, a, b, c)
                if total > most and not r.move_stop_early:
                    most = total
                    k = 0
                if total >= most:
                    moves[k] = steps_move(a, b, c)
                    k += 1
    return k


cdef int32_t list_steps(const SeekRules* r, const SeekState* s, int32_t seat, int32_t n,
                        move_t* moves) noexcept nogil:
    """HN-32: own pawns only. They stand on different maps, so the order of steps is no matter."""
    cdef int32_t low[N_OWN]
    cdef int32_t high[N_OWN]
    cdef int32_t to_goal[N_OWN]
    cdef int32_t i, where, position
    for i in range(N_OWN):
        where = own_map(s, seat, i)
        position = s.pawn[where][seat]
        high[i] = min(n, free_run(r, s, where, position))
        low[i] = -min(n, back_run(r, s, where, position)) if r.move_back else 0
        to_goal[i] = r.map[where].goal - position
        if to_goal[i] == 0:
            to_goal[i] = NONE - MOST_STEPS      # it is there: no step enters it
    if r.plain_moves:
        return list_plain_steps(high, n, moves)
    return list_other_steps(r, low, high, to_goal, n, moves)


cdef int32_t list_pawns(const SeekRules* r, const SeekState* s, int32_t n_seats, int32_t seat,
                        int32_t symbol, move_t* moves) noexcept nogil:
    cdef int32_t where, owner, n = 0
    for where in range(N_MAPS):
        for owner in range(n_seats):
            if may_move_pawn(r, s, seat, where, owner, symbol):
                moves[n] = move_of(PAWN, where, owner, 0)
                n += 1
    return n


cdef uint32_t other_arrows(const SeekRules* r, const SeekState* s, int32_t seat) noexcept nogil:
    """HN-44, HN-45, HN-A28: on the own map, and not where the pile lies."""
    cdef int32_t where = s.hides[seat]
    if s.pile[where] == NONE:
        return r.map[where].piles
    return r.map[where].piles & ~bit(s.pile[where])


cdef int32_t list_arrows(const SeekRules* r, const SeekState* s, int32_t seat,
                         move_t* moves) noexcept nogil:
    cdef uint32_t arrows = other_arrows(r, s, seat)
    cdef int32_t n = 0
    while arrows:
        moves[n] = move_of(ARROW, ctz(arrows), 0, 0)
        arrows &= arrows - 1
        n += 1
    return n


# --- doing it -----------------------------------------------------------------------------------

cdef void lift(const SeekRules* r, SeekState* s, int32_t where, int32_t seat) noexcept nogil:
    cdef int32_t position = s.pawn[where][seat]
    if position == 0:
        s.waiting[where] -= 1
    elif position <= r.map[where].spots:
        s.taken[where] &= ~bit(position)
    else:
        s.found[seat] &= <uint8_t>~bit(where)
        s.seat_counters[COUNT_GOALS][seat] -= 1


cdef void stand(const SeekRules* r, SeekState* s, int32_t where, int32_t seat,
                int32_t position) noexcept nogil:
    """HN-28, HN-29, HN-30: put a seeking pawn down."""
    s.pawn[where][seat] = <int8_t>position
    if position == 0:
        s.waiting[where] += 1
    elif position <= r.map[where].spots:
        s.taken[where] |= bit(position)
    else:
        s.found[seat] |= <uint8_t>bit(where)
        s.seat_counters[COUNT_GOALS][seat] += 1


cdef void make_steps(const SeekRules* r, SeekState* s, int32_t seat, move_t move) noexcept nogil:
    """HN-32, HN-33."""
    cdef int32_t steps[N_OWN]
    cdef int32_t i, where, made = 0
    steps[0], steps[1], steps[2] = first_of(move), second_of(move), third_of(move)
    for i in range(N_OWN):
        steps[i] -= STEP_BIAS
        if steps[i]:
            where = own_map(s, seat, i)
            lift(r, s, where, seat)
            stand(r, s, where, seat, s.pawn[where][seat] + steps[i])
            made += abs(steps[i])
    s.seat_counters[COUNT_STEPS_MADE][seat] += made
    s.seat_counters[COUNT_STEPS_LOST][seat] += s.symbol - made     # HN-35


cdef inline void sent_back(SeekState* s, int32_t owner) noexcept nogil:
    s.seat_counters[COUNT_PAWNS_SENT_BACK][s.in_turn] += 1
    s.seat_counters[COUNT_OWN_SENT_BACK][owner] += 1


cdef void jump_back(const SeekRules* r, SeekState* s, int32_t where, int32_t owner) noexcept nogil:
    """HN-40, HN-41."""
    cdef int32_t position = s.pawn[where][owner] - 1
    while position > 0 and s.taken[where] >> position & 1:
        position -= 1
    lift(r, s, where, owner)
    stand(r, s, where, owner, position)
    sent_back(s, owner)


cdef int32_t pawn_on(const SeekState* s, int32_t n_seats, int32_t where,
                     int32_t position) noexcept nogil:
    cdef int32_t seat
    for seat in range(n_seats):
        if s.pawn[where][seat] == position:
            return seat
    return NONE


cdef void two_back(const SeekRules* r, SeekState* s, int32_t n_seats, int32_t where,
                   int32_t owner) noexcept nogil:
    """HN-43, HN-A24, HN-A25: over everything; a pawn that is hit goes back one, and so on."""
    cdef int32_t position = max(0, s.pawn[where][owner] - 2), hit
    lift(r, s, where, owner)
    while True:
        hit = pawn_on(s, n_seats, where, position) if position else NONE
        stand(r, s, where, owner, position)
        sent_back(s, owner)
        if hit == NONE:
            return
        owner = hit             # its spot stays taken, by the pawn that hit it
        position -= 1
        while r.back2_chain and position > 0 and s.taken[where] >> position & 1:
            position -= 1


cdef void move_pawn(const SeekRules* r, SeekState* s, int32_t n_seats, int32_t where,
                    int32_t owner) noexcept nogil:
    """What the symbol being played does to a pawn."""
    cdef int32_t position
    if s.symbol == BACK2:
        two_back(r, s, n_seats, where, owner)
        return
    s.seat_counters[COUNT_JUMPS][s.in_turn] += 1
    if s.symbol == BACK:
        jump_back(r, s, where, owner)
        return
    if s.symbol == FWD and owner == s.in_turn:
        s.seat_counters[COUNT_FWD_OWN][owner] += 1
    position = landing(s, where, s.pawn[where][owner])
    lift(r, s, where, owner)
    stand(r, s, where, owner, position)


cdef void place_pile(SeekState* s, int32_t seat, int32_t arrow) noexcept nogil:
    """HN-44, HN-45."""
    cdef int32_t where = s.hides[seat]
    if s.in_turn != NONE:
        s.seat_counters[COUNT_TRUNKS_PLACED if s.pile[where] == NONE
                        else COUNT_TRUNKS_MOVED][seat] += 1
    s.pile[where] = <int8_t>arrow
