"""Hide N Seek, for `expert`: the one or two cards to wait for.

A card is hoped to bring its worth times the chance to complete it, in this turn or, less so, in the
next; dice on other cards are worth a part of theirs. All pairs are compared, with those other dice
where they are and taken off.
"""
from libc.stdint cimport int32_t

from analyzer._core.contract cimport view_t
from analyzer._core.games.hide_n_seek cimport (
    MOST_DICE, MOST_PLACES, NONE, SeekRules, SeekState, card_t, rules_of,
)
from analyzer._core.policies.hide_n_seek_chances cimport (
    FIRST_FACES, MOST_MISSING, ROLLS_NOW, SURE, hope_of_one, hope_of_two, lack_of,
)
from analyzer._core.policies.hide_n_seek_worth cimport SOME_CARD, card_worth, kept_worth, worth_t

# What n dice that lie on a card are worth if nothing is done about it, in 65535ths of its worth:
# a third of their part of what it asks for, since others' wins send many of them home.
cdef int32_t left_part[MOST_DICE + 1][MOST_DICE + 1]


cdef void fill():
    cdef int32_t asks, n
    for asks in range(1, MOST_DICE + 1):
        for n in range(asks + 1):
            left_part[asks][n] = SURE * n // (3 * asks)


fill()


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


cdef inline int32_t hope_alone(const SeekRules* r, const target_t* t, int32_t missing,
                               int32_t free, int32_t rolls) noexcept nogil:
    if missing == 0:
        return t.worth * SURE
    if missing > MOST_MISSING:
        return 0
    return t.worth * hope_of_one[r.faces - FIRST_FACES][missing][free][rolls]


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
    """The cards of the row that can be won; how many."""
    cdef const SeekRules* r = rules_of(view.table)
    cdef const SeekState* s = <const SeekState*>view.state
    cdef target_t* t
    cdef int32_t place, n = 0, spare = 0
    if s.n_hand[w.seat] >= r.hand_limit:
        spare = least_kept(r, s, w) - SOME_CARD
    for place in range(r.row_size):
        if s.row[place] == NONE:
            continue
        t = &target[n]
        t.place = place
        t.worth = max(1, card_worth(r, w, s.row[place]) - spare)
        count_dice(r, s, w.seat, place, t)
        t.left = t.worth * left_part[t.asks][t.on]
        t.most = hope_alone(r, t, t.missing, r.dice_per_player - t.laid, rolls)
        n += 1
    return n


cdef void best_first(const target_t* target, int32_t n, const target_t** order) noexcept nogil:
    cdef int32_t i, k
    for i in range(n):
        k = i
        while k > 0 and order[k - 1].most < target[i].most:
            order[k] = order[k - 1]
            k -= 1
        order[k] = &target[i]


cdef inline int32_t hope_for(const SeekRules* r, const target_t* a, const target_t* b,
                             int32_t free, int32_t rolls) noexcept nogil:
    """What one or two cards are hoped to bring."""
    cdef int32_t dice = r.faces - FIRST_FACES
    if a == b:
        return hope_alone(r, a, a.missing, free, rolls)
    if a.lack == NONE or b.lack == NONE:
        return hope_alone(r, a, a.missing, free, rolls) + hope_alone(
            r, b, b.missing, free, rolls)
    return a.worth * hope_of_two[dice][a.lack][b.lack][free][rolls] + (
        b.worth * hope_of_two[dice][b.lack][a.lack][free][rolls])


ctypedef struct best_t:         # the best so far
    int32_t hoped
    int32_t free
    int32_t off
    const target_t* a           # equal: one card alone
    const target_t* b


cdef inline void consider(const SeekRules* r, const SeekState* s, int32_t seat, const target_t* a,
                          const target_t* b, int32_t left, int32_t rolls,
                          best_t* best) noexcept nogil:
    """Wait for these, with the dice on other cards there (worth `left`), or taken off."""
    cdef int32_t others = s.on_cards[seat] - a.on, free = r.dice_per_player - a.laid, hoped
    if a != b:
        others -= b.on
        free -= b.laid
    if free >= others:
        hoped = hope_for(r, a, b, free - others, rolls) + left
        if hoped > best.hoped:
            best.hoped, best.free, best.off, best.a, best.b = hoped, free - others, 0, a, b
    if others and free >= 0:
        hoped = hope_for(r, a, b, free, rolls)
        if hoped > best.hoped:
            best.hoped, best.free, best.off, best.a, best.b = hoped, free, 1, a, b


cdef void compare(const SeekRules* r, const SeekState* s, int32_t seat, const target_t** order,
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
                consider(r, s, seat, a, b, left, rolls, best)
        left = all_left - a.left
        if a.most + left > best.hoped:
            consider(r, s, seat, a, a, left, rolls, best)


cdef void choose_cards(const view_t* view, const worth_t* w, wait_t* wait) noexcept nogil:
    """One or two cards to lay dice on, and whether dice on others are better taken off."""
    cdef const SeekRules* r = rules_of(view.table)
    cdef const SeekState* s = <const SeekState*>view.state
    cdef target_t target[MOST_PLACES]
    cdef const target_t* order[MOST_PLACES]
    cdef best_t best = best_t(hoped=-1, free=0, off=0, a=NULL, b=NULL)
    cdef int32_t rolls = min(s.actions, ROLLS_NOW), n = find_targets(view, w, rolls, target)
    best_first(target, n, order)
    compare(r, s, w.seat, order, n, rolls, &best)
    wait.first = wait.second = NONE
    wait.off = best.off
    wait.gain = 0
    if best.a != NULL:
        wait.first, wait.second = best.a.place, best.b.place
        wait.gain = hope_for(r, best.a, best.b, best.free, rolls) - hope_for(
            r, best.a, best.b, best.free, max(0, rolls - 1))
