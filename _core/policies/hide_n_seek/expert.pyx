"""Hide N Seek: `expert`, who plays like an attentive human.

It tries all plays of a turn that may win. Otherwise it values every card by what its pawns need
next, waits for the one or two cards whose value times chance is best, takes dice off that are in
the way, rolls while that brings more than a play, and plays the card that loses least.
"""
from libc.stdint cimport int32_t, uint32_t

from analyzer._core.contract cimport move_t, native, table_t, view_t
from analyzer._core.games.hide_n_seek.cards cimport dice_on
from analyzer._core.games.hide_n_seek.moves cimport landing, list_arrows, list_pawns, list_steps
from analyzer._core.games.hide_n_seek.state cimport (
    BACK, BACK2, DISCARD, FWD, HOLE, LAY, MOST_HAND, MOST_PLAYERS, MOST_STEPS, NONE, N_OWN,
    OVERTRUNK, PHASE_ARROW, PHASE_LAY, PHASE_LIMIT, PHASE_MENU, PHASE_OVER, PHASE_PAWN,
    PHASE_START_ARROW, PHASE_STEPS, PHASE_TIDY, PLAY, ROLL, STEP_BIAS, TAKE_OFF, TIDY, TRUNK,
    SeekRules, SeekState, card_t, first_of, free_run, is_free, kind_of, own_map, rules_of,
    second_of, third_of,
)
from analyzer._core.policies.hide_n_seek.chances cimport SURE
from analyzer._core.policies.hide_n_seek.evaluation cimport (
    STEP, card_worth, choose_cards, cost_at, is_before, kept_worth, wait_t, weigh, worth_t,
)
from analyzer._core.policies.hide_n_seek.weights import WEIGHTS
from analyzer._core.rng cimport rng_below, rng_t
from analyzer._core.ties cimport takes_over

# --- a turn that can win, found by trying all plays ----------------------------------------------

cdef enum:
    JUMP = 3                    # positions that a pawn jumps at most: two others are in the way
    MOST_TRIED = 20000          # moves: with six actions and steps both ways a turn has no end


ctypedef struct distance_t:     # what is still before the pawns of a seat
    int32_t far                 # positions
    int32_t behind              # pawns that wait behind an obstacle


cdef void measure(const SeekRules* r, const SeekState* s, int32_t seat,
                  distance_t* distance) noexcept nogil:
    """Less what the symbol that is being played can do at most."""
    cdef int32_t i, where, position
    distance.far = distance.behind = 0
    for i in range(N_OWN):
        where = own_map(s, seat, i)
        position = s.pawn[where][seat]
        if s.wanted[seat] >> where & 1 and position < r.map[where].goal:
            distance.far += r.map[where].goal - position
            distance.behind += r.map[where].holes_ahead[position] > 0 or s.pile[where] >= position
    if s.phase != PHASE_MENU:
        if s.symbol <= MOST_STEPS:
            distance.far -= s.symbol
        else:
            distance.far -= JUMP
            distance.behind -= 1


cdef int32_t reach_of(const card_t* card, bint* crosses) noexcept nogil:
    """How many positions a card brings own pawns on at most, and whether over an obstacle."""
    cdef int32_t k, symbol, reach = 0
    crosses[0] = False
    for k in range(2):
        symbol = card.symbol[k]
        if symbol <= MOST_STEPS:
            reach = max(reach, symbol)
        elif symbol == HOLE or symbol == OVERTRUNK or symbol == FWD:
            reach = max(reach, JUMP)
            crosses[0] = True
    return reach


cdef bint may_reach(const SeekRules* r, const SeekState* s, int32_t seat) noexcept nogil:
    """False if the hand, and the card being played, cannot possibly win with the actions left."""
    cdef int32_t reaches[MOST_HAND]
    cdef distance_t distance
    cdef int32_t i, k, reach, crossing = 0, n = s.n_hand[seat]
    cdef bint crosses
    measure(r, s, seat, &distance)
    if distance.far > s.actions * MOST_STEPS:
        return False
    for i in range(n):
        reach = reach_of(&r.card[s.hand[seat][i]], &crosses)
        crossing += crosses
        k = i                       # the longest first
        while k > 0 and reaches[k - 1] < reach:
            reaches[k] = reaches[k - 1]
            k -= 1
        reaches[k] = reach
    if distance.behind > min(crossing, <int32_t>s.actions):
        return False
    for i in range(min(n, <int32_t>s.actions)):
        distance.far -= reaches[i]
    return distance.far <= 0


cdef bint wins(const table_t* table, const SeekState* s, int32_t seat,
               int32_t* left) noexcept nogil:
    """Can the seat in turn win from here by plays alone? No, if no try is left to find out."""
    cdef move_t moves[MOST_LISTED]
    cdef SeekState after
    cdef int32_t i, n
    if s.phase == PHASE_OVER:
        return s.winner == seat
    if s.in_turn != seat or not may_reach(rules_of(table), s, seat):
        return False
    n = table.game.legal_moves(table, s, moves)
    for i in range(n):
        if left[0] == 0:
            return False
        if s.phase != PHASE_MENU or kind_of(moves[i]) == PLAY:
            left[0] -= 1
            after = s[0]
            table.game.apply(table, &after, moves[i])
            if wins(table, &after, seat, left):
                return True
    return False


cdef int32_t winning_move(const view_t* view, const move_t* moves, int32_t n_moves,
                          int32_t* sure, rng_t* rng) noexcept nogil:
    """A move after which plays alone win this turn, or NONE; `sure`: 1 if everything was tried.
    They are tried in an order by lot, so that of several the coin chooses one. Where it is sure
    that none wins, the coin stays as it was: whoever remembers that and does not ask again must
    toss the same coins as whoever asks."""
    cdef const SeekState* s = <const SeekState*>view.state
    cdef rng_t coin = rng[0]
    cdef int32_t order[MOST_LISTED]
    cdef SeekState after
    cdef int32_t i, k, n = 0, left = MOST_TRIED
    sure[0] = 1
    if not may_reach(rules_of(view.table), s, view.seat):
        return NONE
    for i in range(n_moves):
        if s.phase != PHASE_MENU or kind_of(moves[i]) == PLAY:
            order[n] = i
            n += 1
    for i in range(n):
        k = i + <int32_t>rng_below(rng, <uint32_t>(n - i))
        order[i], order[k] = order[k], order[i]
        after = s[0]
        view.table.game.apply(view.table, &after, moves[order[i]])
        if wins(view.table, &after, view.seat, &left):
            return order[i]
    sure[0] = left > 0
    if sure[0]:
        rng[0] = coin
    return NONE


# --- every decision ------------------------------------------------------------------------------

cdef enum:
    NOTHING = -1000000
    MOST_LISTED = 512           # moves of a turn without rolls


cdef inline bint counts(const SeekState* s, int32_t seat, int32_t where) noexcept nogil:
    return s.wanted[seat] >> where & 1


# --- targets ------------------------------------------------------------------------------------

cdef int32_t standing(const SeekRules* r, const SeekState* s, const worth_t* w, int32_t where,
                      int32_t position) noexcept nogil:
    """How well an own pawn would stand here."""
    cdef int32_t value
    if not counts(s, w.seat, where):
        return 0
    value = -cost_at(r, s, &w.k, where, position)
    if position == r.map[where].goal:
        return value + w.k.goal
    if (r.map[where].holes >> position & 1 and w.holes) or (s.pile[where] == position and w.overs):
        value += w.k.crossing
    if r.map[where].holes_ahead[max(0, position - 2)] > r.map[where].holes_ahead[position]:
        value -= w.k.exposed
    return value


cdef int32_t standing_after(const SeekRules* r, const SeekState* s, const worth_t* w,
                            move_t move) noexcept nogil:
    """How well the own pawns would stand after some steps, all together."""
    cdef int32_t steps[N_OWN]
    cdef int32_t k, where, value = 0
    steps[0], steps[1], steps[2] = first_of(move), second_of(move), third_of(move)
    for k in range(N_OWN):
        where = own_map(s, w.seat, k)
        value += standing(r, s, w, where, s.pawn[where][w.seat] + steps[k] - STEP_BIAS)
    return value


cdef int32_t gain_of_steps(const SeekRules* r, const SeekState* s, const worth_t* w,
                           const move_t* moves, int32_t n_moves) noexcept nogil:
    """What the best of some steps gain."""
    cdef int32_t i, k, where, best = NOTHING, now = 0
    for k in range(N_OWN):
        where = own_map(s, w.seat, k)
        now += standing(r, s, w, where, s.pawn[where][w.seat])
    for i in range(n_moves):
        best = max(best, standing_after(r, s, w, moves[i]) - now)
    return best


cdef int32_t best_steps(const SeekRules* r, const SeekState* s, const worth_t* w,
                        const move_t* moves, int32_t n_moves, rng_t* rng) noexcept nogil:
    cdef int32_t i, value, best = NOTHING, choice = 0, equal = 0
    for i in range(n_moves):
        value = standing_after(r, s, w, moves[i])
        if takes_over(value > best, value == best, &equal, rng):
            best, choice = value, i
    return choice


cdef int32_t two_back_gain(const SeekRules* r, const SeekState* s, const worth_t* w,
                           int32_t n_seats, int32_t where, int32_t owner) noexcept nogil:
    """HN-43: what the pawns that go back cost their owners."""
    cdef int32_t at[MOST_PLAYERS]
    cdef int32_t seat, hit, gain = 0, position = max(0, s.pawn[where][owner] - 2)
    for seat in range(n_seats):
        at[seat] = s.pawn[where][seat]
    while True:
        hit = NONE
        for seat in range(n_seats):
            if position > 0 and at[seat] == position and seat != owner:
                hit = seat
        if counts(s, owner, where):
            gain += w.weight[owner] * (
                cost_at(r, s, &w.k, where, position)
                - cost_at(r, s, &w.k, where, at[owner]))
        at[owner] = position
        if hit == NONE:
            return gain >> 6
        owner = hit
        position -= 1
        while r.back2_chain and position > 0 and s.taken[where] >> position & 1:
            position -= 1


cdef int32_t pawn_gain(const SeekRules* r, const SeekState* s, const worth_t* w, int32_t n_seats,
                       int32_t symbol, int32_t where, int32_t owner) noexcept nogil:
    """What moving this pawn is worth to the seat."""
    cdef int32_t position = s.pawn[where][owner], end
    if symbol == BACK2:
        return two_back_gain(r, s, w, n_seats, where, owner)
    if symbol == BACK:
        end = position - 1
        while end > 0 and s.taken[where] >> end & 1:
            end -= 1
    else:
        end = landing(s, where, position)
    if not counts(s, owner, where):
        return 0
    return w.weight[owner] * (
        cost_at(r, s, &w.k, where, end) - cost_at(r, s, &w.k, where, position)) >> 6


cdef int32_t gain_of_pawn(const view_t* view, const worth_t* w, int32_t symbol,
                          const move_t* moves, int32_t n_moves) noexcept nogil:
    """What moving the best of some pawns gains."""
    cdef int32_t i, best = NOTHING
    for i in range(n_moves):
        best = max(best, pawn_gain(
            rules_of(view.table), <const SeekState*>view.state, w, view.table.n_seats, symbol,
            first_of(moves[i]), second_of(moves[i])))
    return best


cdef int32_t best_pawn(const view_t* view, const worth_t* w, int32_t symbol, const move_t* moves,
                       int32_t n_moves, rng_t* rng) noexcept nogil:
    cdef int32_t i, value, best = NOTHING, choice = 0, equal = 0
    for i in range(n_moves):
        value = gain_of_pawn(view, w, symbol, &moves[i], 1)
        if takes_over(value > best, value == best, &equal, rng):
            best, choice = value, i
    return choice


cdef int32_t best_arrow(const view_t* view, const worth_t* w, const move_t* moves, int32_t n_moves,
                        int32_t* gain) noexcept nogil:
    """In the way of the most and the most dangerous; of equal arrows the last one, which stays in
    the way longest."""
    cdef const SeekState* s = <const SeekState*>view.state
    cdef int32_t where = s.hides[view.seat], i, seat, value, choice = 0
    gain[0] = NOTHING
    for i in range(n_moves):
        value = 0
        for seat in range(view.table.n_seats):
            if seat != view.seat and counts(s, seat, where):
                value += w.weight[seat] * (w.k.pile - STEP) * (
                    (first_of(moves[i]) >= s.pawn[where][seat])
                    - (s.pile[where] >= s.pawn[where][seat]))
        if value >> 6 >= gain[0]:
            gain[0], choice = value >> 6, i
    return choice


# --- plays --------------------------------------------------------------------------------------

cdef int32_t steps_gain(const SeekRules* r, const SeekState* s, const worth_t* w,
                        int32_t n) noexcept nogil:
    cdef int32_t i, where, room = 0
    for i in range(N_OWN):
        where = own_map(s, w.seat, i)
        if counts(s, w.seat, where):
            room += free_run(r, s, where, s.pawn[where][w.seat])
    return STEP * min(n, room)


cdef int32_t play_gain(const view_t* view, const worth_t* w, int32_t symbol) noexcept nogil:
    """What a symbol does now."""
    cdef const SeekRules* r = rules_of(view.table)
    cdef const SeekState* s = <const SeekState*>view.state
    cdef move_t targets[MOST_LISTED]
    cdef int32_t gain, n
    if not s.effects >> symbol & 1:
        return 0
    if symbol <= MOST_STEPS and r.plain_moves:
        return steps_gain(r, s, w, symbol)
    if symbol <= MOST_STEPS:
        n = list_steps(r, s, w.seat, symbol, targets)
        return gain_of_steps(r, s, w, targets, n)
    if symbol == TRUNK:
        n = list_arrows(r, s, w.seat, targets)
        best_arrow(view, w, targets, n, &gain)
        return gain
    n = list_pawns(r, s, view.table.n_seats, w.seat, symbol, targets)
    return gain_of_pawn(view, w, symbol, targets, n)


cdef void compare_plays(const view_t* view, worth_t* w, const move_t* moves,
                        int32_t n_moves) noexcept nogil:
    """The play that gains most, less what the card might still do later."""
    cdef const SeekRules* r = rules_of(view.table)
    cdef int32_t i, value
    w.play = NONE
    w.score = NOTHING
    for i in range(n_moves):
        if kind_of(moves[i]) == PLAY:
            value = play_gain(view, w, second_of(moves[i]))
            if value > 0:
                value -= kept_worth(r, w, first_of(moves[i])) - w.k.card
                if value > w.score:
                    w.score, w.play = value, moves[i]
    w.compared = 1


cdef int32_t best_play(const view_t* view, worth_t* w, const move_t* moves,
                       int32_t n_moves) noexcept nogil:
    """Its place among the moves, or NONE; compared again only when maps or hand have changed."""
    cdef int32_t i
    if not w.compared:
        compare_plays(view, w, moves, n_moves)
    for i in range(n_moves):
        if moves[i] == w.play:
            return i
    return NONE


# --- the menu -----------------------------------------------------------------------------------

cdef int32_t find_kind(const move_t* moves, int32_t n_moves, int32_t kind) noexcept nogil:
    cdef int32_t i
    for i in range(n_moves):
        if kind_of(moves[i]) == kind:
            return i
    return NONE


cdef int32_t lay_for(const wait_t* wait, const move_t* moves, int32_t n_moves) noexcept nogil:
    """A die that fits a card that is waited for."""
    cdef int32_t i
    for i in range(n_moves):
        if kind_of(moves[i]) == LAY and (
                second_of(moves[i]) == wait.first or second_of(moves[i]) == wait.second):
            return i
    return NONE


cdef int32_t lay_anywhere(const SeekRules* r, const SeekState* s, const worth_t* w,
                          const move_t* moves, int32_t n_moves) noexcept nogil:
    """No roll is left: a die laid now can be taken off again before it is missed. Of cards with the
    same worth, the one nearest to done, at whatever place of the row."""
    cdef int32_t i, card, value, best = NOTHING, choice = NONE
    for i in range(n_moves):
        if kind_of(moves[i]) == LAY:
            card = third_of(moves[i])
            value = card_worth(r, w, card) * (1 + dice_on(s, w.seat, second_of(moves[i]))) // (
                r.card[card].n_need)
            if value > best or (value == best and is_before(moves[i], moves[choice])):
                best, choice = value, i
    return choice


cdef bint others_laid(const SeekState* s, int32_t seat, int32_t row_size,
                      const wait_t* wait) noexcept nogil:
    """Are there dice on cards that are not waited for?"""
    cdef int32_t place
    for place in range(row_size):
        if place != wait.first and place != wait.second and dice_on(s, seat, place):
            return True
    return False


cdef bint is_stuck(const SeekRules* r, const SeekState* s, int32_t seat) noexcept nogil:
    """HN-A12: with overflow = "block" a full hand wins nothing."""
    return r.overflow and s.n_hand[seat] >= r.hand_limit


cdef int32_t choose_menu(const view_t* view, worth_t* w, const move_t* moves,
                         int32_t n_moves) noexcept nogil:
    """Lay, play, take off or roll. With a full hand, any play that helps is made, so that the game
    goes on with any cards."""
    cdef const SeekRules* r = rules_of(view.table)
    cdef const SeekState* s = <const SeekState*>view.state
    cdef wait_t wait
    cdef int32_t play, lay
    if s.actions == 0:
        lay = lay_anywhere(r, s, w, moves, n_moves)
        return lay if lay != NONE else n_moves - 1
    choose_cards(view, w, &wait)
    lay = lay_for(&wait, moves, n_moves)
    if lay != NONE:
        return lay
    play = best_play(view, w, moves, n_moves)
    if play != NONE and ((w.score + w.k.eager) * SURE >= wait.gain
                         or s.n_hand[view.seat] >= r.hand_limit):
        return play
    if is_stuck(r, s, view.seat):
        return play if play != NONE else find_kind(moves, n_moves, TIDY)
    if not is_free(r, s, view.seat):
        return find_kind(moves, n_moves, TIDY)
    if wait.off and others_laid(s, view.seat, r.row_size, &wait):
        return find_kind(moves, n_moves, TIDY)
    return find_kind(moves, n_moves, ROLL)


cdef int32_t choose_discard(const view_t* view, const worth_t* w, const move_t* moves,
                            int32_t n_moves) noexcept nogil:
    cdef const SeekRules* r = rules_of(view.table)
    cdef int32_t i, value, least = 1 << 20, choice = 0
    for i in range(n_moves):
        if kind_of(moves[i]) == DISCARD:
            value = kept_worth(r, w, first_of(moves[i]))
            if value < least:
                least, choice = value, i
    return choice


cdef int32_t choose_tidy(const view_t* view, const worth_t* w, const move_t* moves,
                         int32_t n_moves) noexcept nogil:
    """Takes dice off the cards that it does not wait for, those of least worth first; if all dice
    lie on the others, off one of these."""
    cdef const SeekRules* r = rules_of(view.table)
    cdef const SeekState* s = <const SeekState*>view.state
    cdef wait_t wait
    cdef int32_t i, value, least = 1 << 20, choice = NONE
    if is_stuck(r, s, view.seat):
        return choose_discard(view, w, moves, n_moves)
    choose_cards(view, w, &wait)
    for i in range(n_moves):
        if kind_of(moves[i]) == TAKE_OFF:
            value = card_worth(r, w, third_of(moves[i]))
            if second_of(moves[i]) == wait.first or second_of(moves[i]) == wait.second:
                value += 1 << 10
            if value < least or (value == least and is_before(moves[i], moves[choice])):
                least, choice = value, i
    return choice if choice != NONE else choose_discard(view, w, moves, n_moves)


cdef int32_t choose_lay(const view_t* view, const worth_t* w, const move_t* moves,
                        int32_t n_moves) noexcept nogil:
    """late_placing = "roll_only"."""
    cdef const SeekState* s = <const SeekState*>view.state
    cdef wait_t wait
    cdef int32_t lay
    if s.actions == 0:
        return lay_anywhere(rules_of(view.table), s, w, moves, n_moves)
    choose_cards(view, w, &wait)
    lay = lay_for(&wait, moves, n_moves)
    return lay if lay != NONE else n_moves - 1


cdef int32_t choose_expert(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    cdef const SeekState* s = <const SeekState*>view.state
    cdef worth_t* w
    cdef int32_t choice, gain
    if s.phase == PHASE_MENU and s.actions == 0 and kind_of(moves[0]) != LAY:
        return n_moves - 1      # nothing is left to do but to end the turn
    w = weigh(view, params)
    if not w.searched and (
            s.phase == PHASE_MENU or s.phase == PHASE_STEPS or s.phase == PHASE_PAWN):
        choice = winning_move(view, moves, n_moves, &w.searched, rng)
        if choice != NONE:
            return choice
    if s.phase == PHASE_MENU:
        return choose_menu(view, w, moves, n_moves)
    if s.phase == PHASE_LAY:
        return choose_lay(view, w, moves, n_moves)
    if s.phase == PHASE_TIDY:
        return choose_tidy(view, w, moves, n_moves)
    if s.phase == PHASE_LIMIT:
        return choose_discard(view, w, moves, n_moves)
    if s.phase == PHASE_STEPS:
        return best_steps(rules_of(view.table), s, w, moves, n_moves, rng)
    if s.phase == PHASE_PAWN:
        return best_pawn(view, w, s.symbol, moves, n_moves, rng)
    if s.phase == PHASE_ARROW or s.phase == PHASE_START_ARROW:
        return best_arrow(view, w, moves, n_moves, &gain)
    return n_moves - 1          # HN-A8: all dice


EXPERT = native(
    "expert",
    "Values cards by what its pawns need next, waits for the one or two with the best value times "
    "chance, takes dice off in time, keeps a crossing for each hole ahead, hinders whoever is "
    "about to win, and tries all plays of a turn that may win.",
    choose_expert, WEIGHTS, sizeof(worth_t))
