"""Hide N Seek, for `expert`: what pawns still need, what cards are worth, which cards to wait for.

Everything is counted in whole numbers, STEP for a step, so that no choice hangs on a rounded digit.
Nothing is read of other hands: `expert` plays the same with hands hidden.
"""
from libc.stdint cimport int32_t, int64_t

from analyzer._core.contract cimport view_t
from analyzer._core.games.hide_n_seek cimport (
    BACK, BACK2, FWD, HOLE, MOST_FACES, MOST_PLACES, MOST_STEPS, N_MAPS, N_OWN, NONE, OVERTRUNK,
    TRUNK, SeekRules, SeekState, bit, card_t, obstacles, own_map, rules_of,
)
from analyzer._core.policies.hide_n_seek_chances cimport (
    FIRST_FACES, MOST_FREE, MOST_MISSING, ROLLS_NOW, SURE, hope_of_one, hope_of_two, lack_of,
)

cdef enum:
    WHOLE = 64                  # weight of an opponent's cost that equals an own one
    FWD_ANYWAY = 9              # ... of symbols that may be of use one day
    OVER_ANYWAY = 5
    HINDER_ANYWAY = 4
    LEFT_PART = 2               # dice left on a card are worth half of their part of it


# --- pawns --------------------------------------------------------------------------------------

cdef int32_t cost_at(const SeekRules* r, const SeekState* s, int32_t where,
                     int32_t position) noexcept nogil:
    """What it costs to bring a pawn from here to its goal."""
    cdef int32_t holes = r.map[where].holes_ahead[position]
    cdef int32_t piles = s.pile[where] >= position
    return STEP * (r.map[where].goal - position - holes - piles) + CROSS_HOLE * holes + (
        CROSS_PILE * piles)


cdef void find_need(const SeekRules* r, const SeekState* s, int32_t seat,
                    need_t* need) noexcept nogil:
    cdef int32_t i, where, position, holes, piles
    need.steps = need.holes = need.piles = 0
    for i in range(N_OWN):
        where = own_map(s, seat, i)
        if s.wanted[seat] >> where & 1:
            position = s.pawn[where][seat]
            holes = r.map[where].holes_ahead[position]
            piles = s.pile[where] >= position
            need.holes += holes
            need.piles += piles
            need.steps += r.map[where].goal - position - holes - piles
    need.cost = STEP * need.steps + CROSS_HOLE * need.holes + CROSS_PILE * need.piles


cdef int32_t weight_of(int32_t cost, int32_t n_seats) noexcept nogil:
    """A cost to all opponents together is as good as a gain of one's own; who is about to win
    counts more."""
    if cost <= 4 * STEP:
        return 4 * WHOLE // (n_seats - 1)
    if cost <= 8 * STEP:
        return 2 * WHOLE // (n_seats - 1)
    return WHOLE // (n_seats - 1)


# --- cards --------------------------------------------------------------------------------------

cdef void count_hand(const SeekRules* r, const SeekState* s, worth_t* w) noexcept nogil:
    """What the hand has already: crossings first, then steps."""
    cdef const card_t* card
    cdef int32_t i, k, symbol, steps
    cdef bint hole, over
    w.holes = w.overs = w.steps = 0
    for i in range(s.n_hand[w.seat]):
        card = &r.card[s.hand[w.seat][i]]
        steps = 0
        hole = over = False
        for k in range(2):
            symbol = card.symbol[k]
            if symbol <= MOST_STEPS:
                steps = max(steps, symbol)
            hole |= symbol == HOLE
            over |= symbol == OVERTRUNK
        w.holes += hole
        w.overs += over
        if not (hole and w.holes <= w.need.holes) and not (over and w.overs <= w.need.piles):
            w.steps += steps


cdef int32_t best_jump(const SeekRules* r, const SeekState* s, int32_t seat) noexcept nogil:
    """What a FWD would save now."""
    cdef int32_t i, where, position, end, saved, best = 0
    for i in range(N_OWN):
        where = own_map(s, seat, i)
        position = s.pawn[where][seat]
        if s.taken[where] >> (position + 1) & 1 and not obstacles(r, s, where) >> position & 1:
            end = position + 1
            while s.taken[where] >> end & 1:
                end += 1
            saved = cost_at(r, s, where, position) - cost_at(r, s, where, end)
            best = max(best, saved)
    return best


cdef void weigh_symbols(const SeekRules* r, const SeekState* s, worth_t* w) noexcept nogil:
    cdef int32_t n, short_of = max(0, w.need.steps - w.steps)
    cdef int32_t own = s.hides[w.seat]
    for n in range(1, MOST_STEPS + 1):
        w.symbol[n] = STEP * min(n, short_of)
    w.symbol[HOLE] = CROSS_HOLE if w.holes < w.need.holes else 0
    w.symbol[OVERTRUNK] = CROSS_PILE if w.overs < w.need.piles else OVER_ANYWAY
    w.symbol[FWD] = max(FWD_ANYWAY, best_jump(r, s, w.seat))
    w.symbol[TRUNK] = HINDER_ANYWAY if s.pile[own] != NONE else CROSS_PILE - STEP
    w.symbol[BACK] = HINDER_ANYWAY
    w.symbol[BACK2] = STEP if w.nearest <= 8 * STEP else 2 * HINDER_ANYWAY


cdef void weigh(const view_t* view, worth_t* w) noexcept nogil:
    cdef const SeekRules* r = rules_of(view.table)
    cdef const SeekState* s = <const SeekState*>view.state
    cdef need_t need
    cdef int32_t seat
    w.seat = view.seat
    find_need(r, s, w.seat, &w.need)
    w.nearest = 1 << 20
    for seat in range(view.table.n_seats):
        if seat == w.seat:
            w.weight[seat] = -WHOLE
            continue
        find_need(r, s, seat, &need)
        w.weight[seat] = weight_of(need.cost, view.table.n_seats)
        w.nearest = min(w.nearest, need.cost)
    count_hand(r, s, w)
    weigh_symbols(r, s, w)


cdef int32_t card_worth(const SeekRules* r, const worth_t* w, int32_t card) noexcept nogil:
    """Of one more card: its better symbol, and a part of the other one."""
    cdef int32_t a = w.symbol[r.card[card].symbol[0]], b = w.symbol[r.card[card].symbol[1]]
    if r.card[card].symbol[0] == r.card[card].symbol[1]:
        b = 0
    return SOME_CARD + max(a, b) + min(a, b) // 4


cdef int32_t kept_worth(const SeekRules* r, const SeekState* s, const worth_t* w,
                        int32_t card) noexcept nogil:
    """Of a card in hand, as if it were not there."""
    cdef worth_t without = w[0]
    cdef const card_t* c = &r.card[card]
    cdef int32_t k, symbol, steps = 0
    for k in range(2):
        symbol = c.symbol[k]
        if symbol <= MOST_STEPS:
            steps = max(steps, symbol)
    for k in range(2):
        symbol = c.symbol[k]
        if symbol == HOLE and w.holes <= w.need.holes:
            without.symbol[HOLE] = CROSS_HOLE
        elif symbol == OVERTRUNK and w.overs <= w.need.piles:
            without.symbol[OVERTRUNK] = CROSS_PILE
    if steps:
        without.symbol[steps] = STEP * max(0, min(steps, w.need.steps - w.steps + steps))
    return card_worth(r, &without, card)


# --- the cards to wait for ----------------------------------------------------------------------

ctypedef struct target_t:       # a card of the row
    int32_t worth
    int32_t face                # NONE: it asks for several
    int32_t asks
    int32_t on                  # own dice there
    int32_t missing             # once the rolled dice are laid that fit


cdef void find_targets(const view_t* view, const worth_t* w, target_t* target) noexcept nogil:
    cdef const SeekRules* r = rules_of(view.table)
    cdef const SeekState* s = <const SeekState*>view.state
    cdef const card_t* card
    cdef int32_t place, face, lacks, spare = SOME_CARD
    if s.n_hand[w.seat] >= r.hand_limit:
        spare = least_kept(r, s, w)
    for place in range(r.row_size):
        target[place].worth = target[place].on = target[place].missing = 0
        target[place].face = NONE
        if s.row[place] == NONE:
            continue
        card = &r.card[s.row[place]]
        target[place].worth = max(1, card_worth(r, w, s.row[place]) - spare + SOME_CARD)
        target[place].asks = card.n_need
        for face in range(r.faces):
            if card.need[face] == 0:
                continue
            target[place].on += s.dice[w.seat][place][face]
            lacks = card.need[face] - s.dice[w.seat][place][face]
            target[place].missing += max(0, lacks - s.rolled[face])
            if card.need[face] == card.n_need:
                target[place].face = face


cdef int32_t least_kept(const SeekRules* r, const SeekState* s, const worth_t* w) noexcept nogil:
    """Of a full hand: what one more card would cost."""
    cdef int32_t i, least = 1 << 20
    for i in range(s.n_hand[w.seat]):
        least = min(least, kept_worth(r, s, w, s.hand[w.seat][i]))
    return least


cdef int32_t hope_alone(const SeekRules* r, const target_t* t, int32_t missing, int32_t free,
                        int32_t rolls) noexcept nogil:
    if missing == 0:
        return t.worth * SURE
    if missing > MOST_MISSING:
        return 0
    return t.worth * hope_of_one[r.faces - FIRST_FACES][missing][min(free, MOST_FREE)][rolls]


cdef int32_t hope_for(const SeekRules* r, const target_t* a, const target_t* b, int32_t free,
                      int32_t rolls) noexcept nogil:
    """What one or two cards are hoped to bring; `free` dice if none of the two were complete."""
    cdef int32_t dice = r.faces - FIRST_FACES, x, y
    free += a.asks if a.missing == 0 else 0
    if b == NULL:
        return hope_alone(r, a, a.missing, free, rolls)
    free = min(free + (b.asks if b.missing == 0 else 0), MOST_FREE)
    if a.missing == 0 or b.missing == 0 or max(a.asks, b.asks) > MOST_MISSING:
        return hope_alone(r, a, a.missing, free, rolls) + hope_alone(r, b, b.missing, free, rolls)
    if a.face == b.face or a.face == NONE or b.face == NONE:
        return hope_alone(r, a, a.missing, free, rolls) + hope_alone(
            r, b, min(a.missing + b.missing, MOST_MISSING), free, rolls)
    x, y = lack_of(a.asks, a.missing), lack_of(b.asks, b.missing)
    return a.worth * hope_of_two[dice][x][y][free][rolls] + (
        b.worth * hope_of_two[dice][y][x][free][rolls])


cdef int32_t left_on(const target_t* t) noexcept nogil:
    """What the dice that lie on a card are worth if nothing is done about it."""
    return t.worth * SURE * t.on // (LEFT_PART * t.asks) if t.on else 0


cdef void choose_cards(const view_t* view, const worth_t* w, wait_t* wait) noexcept nogil:
    """One or two cards to lay dice on, and whether dice on others are better taken off."""
    cdef const SeekRules* r = rules_of(view.table)
    cdef const SeekState* s = <const SeekState*>view.state
    cdef target_t target[MOST_PLACES]
    cdef const target_t* a
    cdef const target_t* b
    cdef int32_t first, second, off, free, hoped, best = -1, best_free = 0, all_left = 0, left
    cdef int32_t rolls = min(s.actions, ROLLS_NOW), laid, others
    find_targets(view, w, target)
    for first in range(r.row_size):
        all_left += left_on(&target[first])
    wait.first = wait.second = NONE
    wait.off = wait.gain = 0
    for first in range(r.row_size):
        a = &target[first]
        for second in range(first, r.row_size):
            if target[first].worth == 0 or target[second].worth == 0:
                continue
            b = NULL if second == first else &target[second]
            laid = a.asks - a.missing
            others = s.on_cards[w.seat] - a.on
            left = all_left - left_on(a)
            if b != NULL:
                laid += b.asks - b.missing
                others -= b.on
                left -= left_on(b)
            for off in range(2 if others else 1):
                free = r.dice_per_player - laid - (0 if off else others)
                if free < 0:
                    continue
                hoped = hope_for(r, a, b, free, rolls) + (0 if off else left)
                if hoped > best:
                    best, best_free = hoped, free
                    wait.first, wait.second, wait.off = first, second, off
                    wait.gain = hoped - (0 if off else left)
    if best < 0:
        return
    a = &target[wait.first]
    b = NULL if wait.second == wait.first else &target[wait.second]
    if b == NULL:
        wait.second = NONE
    wait.gain -= hope_for(r, a, b, best_free, max(0, rolls - 1))
