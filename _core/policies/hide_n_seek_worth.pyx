"""Hide N Seek, for `expert`: what pawns still need, and what cards are worth to them.

Everything is counted in whole numbers, STEP for a step, so that no choice hangs on a rounded digit.
Nothing is read of other hands: `expert` plays the same with hands hidden.
"""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport view_t
from analyzer._core.games.hide_n_seek cimport (
    BACK, BACK2, COUNT_CARDS_WON, COUNT_FREE_DISCARDS, COUNT_JUMPS, COUNT_LIMIT_DISCARDS,
    COUNT_PAWNS_SENT_BACK, COUNT_PLAYED, COUNT_STEPS_MADE, COUNT_TRUNKS_MOVED, COUNT_TRUNKS_PLACED,
    FWD, HOLE, MOST_STEPS, NONE, N_OWN, OVERTRUNK, TRUNK, SeekRules, SeekState, card_t, obstacles,
    own_map, rules_of,
)

cdef enum:
    WHOLE = 64                  # weight of an opponent's cost that equals an own one
    FWD_ANYWAY = 9              # ... of symbols that may be of use one day
    OVER_ANYWAY = 5
    HINDER_ANYWAY = 4


# --- pawns --------------------------------------------------------------------------------------

cdef int32_t cost_at(const SeekRules* r, const SeekState* s, int32_t where,
                     int32_t position) noexcept nogil:
    """What it costs to bring a pawn from here to its goal."""
    cdef int32_t holes = r.map[where].holes_ahead[position], far = r.map[where].goal - position
    cdef int32_t piles = s.pile[where] >= position
    cdef int32_t cost = STEP * (far - holes - piles) + CROSS_HOLE * holes + CROSS_PILE * piles
    if is_too_near(r, where, position):
        cost += 3 * CROSS_HOLE
    return cost


cdef inline bint is_too_near(const SeekRules* r, int32_t where, int32_t position) noexcept nogil:
    """HN-A17: no card is short enough to enter the goal from here."""
    return r.exact_goal and 0 < r.map[where].goal - position < r.fewest_steps


cdef bint wants_back(const SeekRules* r, const SeekState* s, int32_t seat) noexcept nogil:
    """Would two steps back help an own pawn?"""
    cdef int32_t i, where
    for i in range(N_OWN):
        where = own_map(s, seat, i)
        if is_too_near(r, where, s.pawn[where][seat]):
            return True
    return False


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
    """A cost to all opponents together is as good as an own gain; an opponent who is about to win
    counts more."""
    if cost <= 2 * STEP:
        return 12 * WHOLE // (n_seats - 1)
    if cost <= 4 * STEP:
        return 6 * WHOLE // (n_seats - 1)
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
        if position < r.map[where].spots and s.taken[where] >> (position + 1) & 1 and (
                not obstacles(r, s, where) >> position & 1):
            end = position + 1
            while s.taken[where] >> end & 1:
                end += 1
            saved = cost_at(r, s, where, position) - cost_at(r, s, where, end)
            best = max(best, saved)
    return best


cdef void weigh_symbols(const SeekState* s, worth_t* w) noexcept nogil:
    cdef int32_t n, short_of = max(0, w.need.steps - w.steps)
    cdef int32_t own = s.hides[w.seat]
    for n in range(1, MOST_STEPS + 1):
        w.symbol[n] = STEP * min(n, short_of)
    w.symbol[HOLE] = CROSS_HOLE if w.holes < w.need.holes else 0
    w.symbol[OVERTRUNK] = CROSS_PILE if w.overs < w.need.piles else OVER_ANYWAY
    w.symbol[FWD] = max(FWD_ANYWAY, w.jump)
    w.symbol[TRUNK] = HINDER_ANYWAY if s.pile[own] != NONE else CROSS_PILE - STEP
    w.symbol[BACK] = HINDER_ANYWAY
    w.symbol[BACK2] = STEP if w.nearest <= 8 * STEP else 2 * HINDER_ANYWAY
    if w.back:
        w.symbol[BACK2] = CROSS_HOLE


cdef int32_t changes_by(const SeekState* s, int32_t seat) noexcept nogil:
    """A number that rises whenever this seat changes something on a map."""
    return (s.seat_counters[COUNT_STEPS_MADE][seat] + s.seat_counters[COUNT_JUMPS][seat]
            + s.seat_counters[COUNT_PAWNS_SENT_BACK][seat]
            + s.seat_counters[COUNT_TRUNKS_PLACED][seat]
            + s.seat_counters[COUNT_TRUNKS_MOVED][seat])


cdef int32_t changes_in_hand(const SeekState* s, int32_t seat) noexcept nogil:
    """A number that rises whenever the hand of this seat changes."""
    cdef int32_t i, n = s.seat_counters[COUNT_CARDS_WON][seat] + (
        s.seat_counters[COUNT_LIMIT_DISCARDS][seat] + s.seat_counters[COUNT_FREE_DISCARDS][seat])
    for i in range(COUNT_PLAYED, COUNT_STEPS_MADE):
        n += s.seat_counters[i][seat]
    return n


cdef void weigh_seats(const view_t* view, worth_t* w) noexcept nogil:
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
    w.jump = best_jump(r, s, w.seat)
    w.back = wants_back(r, s, w.seat)


cdef worth_t* weigh(const view_t* view) noexcept nogil:
    """Worked out in the scratch of the turn; maps and hand are looked at again only when the seat
    has changed them."""
    cdef const SeekState* s = <const SeekState*>view.state
    cdef worth_t* w = <worth_t*>view.scratch
    cdef int32_t changes = 1 + changes_by(s, view.seat)
    cdef int32_t cards = changes_in_hand(s, view.seat)
    if w.changes != changes:
        weigh_seats(view, w)
    if w.changes != changes or w.cards != cards:
        count_hand(rules_of(view.table), s, w)
        weigh_symbols(s, w)
        w.changes, w.cards, w.searched, w.compared = changes, cards, 0, 0
    return w


cdef inline int32_t worth_of_two(const SeekRules* r, int32_t card, int32_t a,
                                 int32_t b) noexcept nogil:
    if r.card[card].symbol[0] == r.card[card].symbol[1]:
        b = 0
    return SOME_CARD + max(a, b) + min(a, b) // 4


cdef int32_t card_worth(const SeekRules* r, const worth_t* w, int32_t card) noexcept nogil:
    """Of one more card: its better symbol, and a part of the other one."""
    return worth_of_two(
        r, card, w.symbol[r.card[card].symbol[0]], w.symbol[r.card[card].symbol[1]])


cdef int32_t kept_worth(const SeekRules* r, const worth_t* w, int32_t card) noexcept nogil:
    """Of a card in hand, as if it were not there."""
    cdef int32_t value[2]
    cdef int32_t k, symbol
    for k in range(2):
        symbol = r.card[card].symbol[k]
        value[k] = w.symbol[symbol]
        if symbol <= MOST_STEPS:
            value[k] = STEP * max(0, min(symbol, w.need.steps - w.steps + symbol))
        elif symbol == HOLE:
            value[k] = CROSS_HOLE if w.holes <= w.need.holes else 0
        elif symbol == OVERTRUNK and w.overs <= w.need.piles:
            value[k] = CROSS_PILE
    return worth_of_two(r, card, value[0], value[1])
