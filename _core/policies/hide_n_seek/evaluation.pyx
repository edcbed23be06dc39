"""Hide N Seek, for `expert`: what pawns still need, what cards are worth to them, and the one or
two cards to wait for.

Everything is counted in whole numbers, STEP for a step, so that no choice hangs on a rounded digit.
Nothing is read of other hands: `expert` plays the same with hands hidden.

A card is hoped to bring its worth times the chance to complete it, in this turn or, less so, in the
next; dice on other cards are worth a part of theirs. All pairs are compared, with those other dice
where they are and taken off.
"""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport view_t
from analyzer._core.games.hide_n_seek.state cimport (
    BACK, BACK2, COUNT_CARDS_WON, COUNT_FREE_DISCARDS, COUNT_JUMPS, COUNT_LIMIT_DISCARDS,
    COUNT_PAWNS_SENT_BACK, COUNT_PLAYED, COUNT_STEPS_MADE, COUNT_TRUNKS_MOVED, COUNT_TRUNKS_PLACED,
    FWD, HOLE, MOST_PLACES, MOST_STEPS, NONE, N_OWN, OVERTRUNK, TRUNK, SeekRules,
    SeekState, card_t, obstacles, own_map, rules_of,
)
from analyzer._core.policies.hide_n_seek.chances cimport (
    FIRST_FACES, MOST_MISSING, ROLLS_NOW, SURE, chance_of_one, chance_of_two, hope, lack_of,
)
from analyzer._core.policies.hide_n_seek.weights cimport read_weights, weights_t


cdef enum:
    WHOLE = 64                  # weight of an opponent's cost that equals an own one


# --- pawns --------------------------------------------------------------------------------------

cdef int32_t cost_at(const SeekRules* r, const SeekState* s, const weights_t* k, int32_t where,
                     int32_t position) noexcept nogil:
    """What it costs to bring a pawn from here to its goal."""
    cdef int32_t holes = r.map[where].holes_ahead[position], far = r.map[where].goal - position
    cdef int32_t piles = s.pile[where] >= position
    cdef int32_t cost = STEP * (far - holes - piles) + k.hole * holes + k.pile * piles
    if is_too_near(r, where, position):
        cost += 3 * k.hole
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


cdef void find_need(const SeekRules* r, const SeekState* s, const weights_t* k, int32_t seat,
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
    need.cost = STEP * need.steps + k.hole * need.holes + k.pile * need.piles


cdef int32_t weight_of(const weights_t* k, int32_t cost, int32_t n_seats) noexcept nogil:
    """A cost to all opponents together is as good as an own gain; an opponent who is about to win
    counts more."""
    cdef int32_t quarters = (
        k.at_once if cost <= 2 * STEP else k.very_near if cost <= 4 * STEP
        else k.near if cost <= 8 * STEP else k.far)
    return quarters * WHOLE // (4 * (n_seats - 1))


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


cdef int32_t best_jump(const SeekRules* r, const SeekState* s, const weights_t* k,
                       int32_t seat) noexcept nogil:
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
            saved = cost_at(r, s, k, where, position) - cost_at(r, s, k, where, end)
            best = max(best, saved)
    return best


cdef void weigh_symbols(const SeekState* s, worth_t* w) noexcept nogil:
    cdef int32_t n, short_of = max(0, w.need.steps - w.steps)
    cdef int32_t own = s.hides[w.seat]
    for n in range(1, MOST_STEPS + 1):
        w.symbol[n] = STEP * min(n, short_of)
    w.symbol[HOLE] = w.k.hole if w.holes < w.need.holes else 0
    w.symbol[OVERTRUNK] = w.k.pile if w.overs < w.need.piles else w.k.over
    w.symbol[FWD] = max(w.k.jump * w.opponents, w.jump)
    w.symbol[TRUNK] = w.k.trunk if s.pile[own] != NONE else w.k.first_trunk
    w.symbol[BACK] = w.k.back // w.opponents
    w.symbol[BACK2] = w.k.back2 // w.opponents
    if w.back:
        w.symbol[BACK2] = w.k.hole


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
    w.opponents = view.table.n_seats - 1
    find_need(r, s, &w.k, w.seat, &w.need)
    for seat in range(view.table.n_seats):
        if seat == w.seat:
            w.weight[seat] = -WHOLE
            continue
        find_need(r, s, &w.k, seat, &need)
        w.weight[seat] = weight_of(&w.k, need.cost, view.table.n_seats)
    w.jump = best_jump(r, s, &w.k, w.seat)
    w.back = wants_back(r, s, w.seat)


cdef worth_t* weigh(const view_t* view, const void* params) noexcept nogil:
    """Worked out in the scratch of the turn; maps and hand are looked at again only when the seat
    has changed them."""
    cdef const SeekState* s = <const SeekState*>view.state
    cdef worth_t* w = <worth_t*>view.scratch
    cdef int32_t changes = 1 + changes_by(s, view.seat)
    cdef int32_t cards = changes_in_hand(s, view.seat)
    if w.changes != changes:
        read_weights(params, &w.k)
        weigh_seats(view, w)
    if w.changes != changes or w.cards != cards:
        count_hand(rules_of(view.table), s, w)
        weigh_symbols(s, w)
        w.changes, w.cards, w.searched, w.compared = changes, cards, 0, 0
    return w


cdef inline int32_t worth_of_two(const SeekRules* r, const weights_t* k, int32_t card, int32_t a,
                                 int32_t b) noexcept nogil:
    if r.card[card].symbol[0] == r.card[card].symbol[1]:
        b = 0
    return k.card + max(a, b) + (k.other * min(a, b) >> 4)


cdef int32_t card_worth(const SeekRules* r, const worth_t* w, int32_t card) noexcept nogil:
    """Of one more card: its better symbol, and a part of the other one."""
    return worth_of_two(
        r, &w.k, card, w.symbol[r.card[card].symbol[0]], w.symbol[r.card[card].symbol[1]])


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
            value[k] = w.k.hole if w.holes <= w.need.holes else 0
        elif symbol == OVERTRUNK and w.overs <= w.need.piles:
            value[k] = w.k.pile
    return worth_of_two(r, &w.k, card, value[0], value[1])


# --- the cards to wait for -----------------------------------------------------------------------

ctypedef struct target_t:       # a card of the row
    int32_t place
    int32_t worth
    int32_t face                # NONE: it asks for several
    int32_t asks
    int32_t on                  # own dice there
    int32_t missing             # once the rolled dice are laid that fit
    int32_t laid                # own dice there then, none if that completes the card
    int32_t left                # what the dice there are worth if nothing is done about it
    int32_t lack                # its number in the tables; NONE: it is not in them, or complete
    int32_t most                # what it is hoped to bring if all other dice are rolled for it


cdef inline int32_t hope_alone(const SeekRules* r, const worth_t* w, const target_t* t,
                               int32_t free, int32_t rolls) noexcept nogil:
    if t.missing == 0:
        return t.worth * SURE
    if t.missing > MOST_MISSING:
        return 0
    return t.worth * hope(
        chance_of_one[r.faces - FIRST_FACES][t.missing][free], rolls, w.k.later)


cdef int32_t least_kept(const SeekRules* r, const SeekState* s, const worth_t* w) noexcept nogil:
    """Of a full hand: what one more card would cost."""
    cdef int32_t i, least = 1 << 20
    for i in range(s.n_hand[w.seat]):
        least = min(least, kept_worth(r, w, s.hand[w.seat][i]))
    return least


cdef void count_dice(const SeekRules* r, const SeekState* s, int32_t seat, int32_t place,
                     target_t* t) noexcept nogil:
    cdef const card_t* card = &r.card[s.row[place]]
    cdef int32_t face
    t.asks = card.n_need
    t.face = card.face
    t.on = t.missing = 0
    if t.face != NONE:
        t.on = s.dice[seat][place][t.face]
        t.missing = max(0, t.asks - t.on - s.rolled[t.face])
    else:
        for face in range(r.faces):
            t.on += s.dice[seat][place][face]
            t.missing += max(
                0, card.need[face] - s.dice[seat][place][face] - s.rolled[face])
    t.laid = t.asks - t.missing if t.missing else 0
    t.lack = NONE
    if t.missing and t.face != NONE and t.asks <= MOST_MISSING:
        t.lack = lack_of(t.asks, t.missing)


cdef int32_t find_targets(const view_t* view, const worth_t* w, int32_t rolls,
                          target_t* target) noexcept nogil:
    """The cards of the row that can be won, the lowest number first: of equally good cards it is
    waited for, at whatever place it lies, now and at the next look. How many."""
    cdef const SeekRules* r = rules_of(view.table)
    cdef const SeekState* s = <const SeekState*>view.state
    cdef target_t* t
    cdef int32_t place, k, n = 0, spare = 0
    cdef int32_t order[MOST_PLACES]
    cdef int32_t left_of_sure = SURE * w.k.left // 48
    if s.n_hand[w.seat] >= r.hand_limit:
        spare = least_kept(r, s, w) - w.k.card
    for place in range(r.row_size):
        if s.row[place] == NONE:
            continue
        k = n
        while k > 0 and s.row[order[k - 1]] > s.row[place]:
            order[k] = order[k - 1]
            k -= 1
        order[k] = place
        n += 1
    for k in range(n):
        t = &target[k]
        t.place = order[k]
        t.worth = max(1, card_worth(r, w, s.row[t.place]) - spare)
        count_dice(r, s, w.seat, t.place, t)
        t.left = t.worth * (left_of_sure * t.on // t.asks)
        t.most = hope_alone(r, w, t, r.dice_per_player - t.laid, rolls)
    return n


cdef void best_first(const target_t* target, int32_t n, const target_t** order) noexcept nogil:
    cdef int32_t i, k
    for i in range(n):
        k = i
        while k > 0 and order[k - 1].most < target[i].most:
            order[k] = order[k - 1]
            k -= 1
        order[k] = &target[i]


cdef inline int32_t hope_for(const SeekRules* r, const worth_t* w, const target_t* a,
                             const target_t* b, int32_t free, int32_t rolls) noexcept nogil:
    """What one or two cards are hoped to bring."""
    cdef int32_t dice = r.faces - FIRST_FACES
    if a == b:
        return hope_alone(r, w, a, free, rolls)
    if a.lack == NONE or b.lack == NONE:
        return hope_alone(r, w, a, free, rolls) + hope_alone(
            r, w, b, free, rolls)
    return a.worth * hope(chance_of_two[dice][a.lack][b.lack][free], rolls, w.k.later) + (
        b.worth * hope(chance_of_two[dice][b.lack][a.lack][free], rolls, w.k.later))


ctypedef struct best_t:         # the best so far
    int32_t hoped
    int32_t free
    int32_t off
    const target_t* a           # equal: one card alone
    const target_t* b


cdef inline void consider(const SeekRules* r, const SeekState* s, const worth_t* w,
                          const target_t* a, const target_t* b, int32_t left, int32_t rolls,
                          best_t* best) noexcept nogil:
    """Wait for these, with the dice on other cards there (worth `left`), or taken off."""
    cdef int32_t others = s.on_cards[w.seat] - a.on, free = r.dice_per_player - a.laid, hoped
    if a != b:
        others -= b.on
        free -= b.laid
    if free >= others:
        hoped = hope_for(r, w, a, b, free - others, rolls) + left
        if hoped > best.hoped:
            best.hoped, best.free, best.off, best.a, best.b = hoped, free - others, 0, a, b
    if others and free >= 0:
        hoped = hope_for(r, w, a, b, free, rolls)
        if hoped > best.hoped:
            best.hoped, best.free, best.off, best.a, best.b = hoped, free, 1, a, b


cdef void compare(const SeekRules* r, const SeekState* s, const worth_t* w, const target_t** order,
                  int32_t n, int32_t rolls, best_t* best) noexcept nogil:
    cdef const target_t* a
    cdef const target_t* b
    cdef int32_t i, k, left, all_left = 0
    for i in range(n):
        all_left += order[i].left
    for i in range(n):
        a = order[i]
        for k in range(i + 1, n):           # the best partner first
            b = order[k]
            if a.face == b.face or a.face == NONE or b.face == NONE:
                continue                    # a die might serve either
            left = all_left - a.left - b.left
            if a.most + b.most + left > best.hoped:
                consider(r, s, w, a, b, left, rolls, best)
        left = all_left - a.left
        if a.most + left > best.hoped:
            consider(r, s, w, a, a, left, rolls, best)


cdef void choose_cards(const view_t* view, const worth_t* w, wait_t* wait) noexcept nogil:
    """One or two cards to lay dice on, and whether dice on others are better taken off."""
    cdef const SeekRules* r = rules_of(view.table)
    cdef const SeekState* s = <const SeekState*>view.state
    cdef target_t target[MOST_PLACES]
    cdef const target_t* order[MOST_PLACES]
    cdef best_t best = best_t(hoped=-1, free=0, off=0, a=NULL, b=NULL)
    cdef int32_t rolls = min(s.actions, ROLLS_NOW), n = find_targets(view, w, rolls, target)
    best_first(target, n, order)
    compare(r, s, w, order, n, rolls, &best)
    wait.first = wait.second = NONE
    wait.off = best.off
    wait.gain = 0
    if best.a != NULL:
        wait.first, wait.second = best.a.place, best.b.place
        wait.gain = hope_for(r, w, best.a, best.b, best.free, rolls) - hope_for(
            r, w, best.a, best.b, best.free, max(0, rolls - 1))
