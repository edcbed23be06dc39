"""Horrible Mountain: what a player knows, what a move leads to, and what that is worth.

Everything read here is seen by the seat, or follows from what it saw (`known`, by elimination).
"""
from libc.stdint cimport int32_t, uint32_t

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport move_t, view_t
from analyzer._core.games.horrible_mountain.state cimport (
    ALL_CARDS, DISCARD, NONE, STRAIGHT_FLUSH, SWAP_CARD, MountainRules, MountainState, bit,
    hand_index, kind_of, rank_mask, rules_of,
)


# Chances on the way to a straight flush. In 20,000 games against greedy and against itself for each
# of some values these hardly mattered.
cdef double SWAP_COMES_OFF = 0.8
cdef double DRAW_COMES_OFF = 0.6
# Beside a chance to win: less than any difference of chances, which are of 20 cards at most.
cdef double A_POINT = 1.0 / 4096


# --- what is known ------------------------------------------------------------------------

cdef uint32_t cards_gone(const knowledge_t* m, bint remembers) noexcept nogil:
    """Cards that are certainly neither in the Draw Pile nor unknown in the other hand. Under the
    special's pile the Evil Master knows of all cards together that they lie there, or that one of
    them is in the other hand."""
    cdef const MountainState* s = m.s
    cdef uint32_t gone = s.hand[m.me] | s.table
    cdef int32_t i
    if s.aside != NONE:
        gone |= bit(s.aside)
    if not remembers:
        if s.n_discard:
            gone |= bit(s.discard[s.n_discard - 1])
        return gone
    gone |= s.known[1 - m.me]
    for i in range(s.n_discard):
        gone |= bit(s.discard[i])
    if m.me == s.evil_master and s.buried and s.taken != NONE:
        gone |= bit(s.taken)
    return gone


cdef int32_t cards_left(const MountainRules* r, const MountainState* s) noexcept nogil:
    """About how many cards will be taken off the Draw Pile until the game ends: full hands and a
    card over the limit leave 14 - 2 * limit for each reshuffle; most hands are smaller."""
    return s.n_draw + r.rule.run_out + (r.rule.run_outs - s.runs - 1) * (17 - 2 * r.rule.hand_limit)


cdef void gather_knowledge(const view_t* view, bint memory, knowledge_t* m) noexcept nogil:
    cdef int32_t unknown, off, ahead
    cdef uint32_t known
    m.r = rules_of(view.table)
    m.s = <const MountainState*>view.state
    m.me = view.seat
    m.memory = memory
    m.unseen = ALL_CARDS & ~cards_gone(m, memory)
    m.lost = 0
    if m.s.runs >= m.r.rule.run_outs - 1:
        m.lost = ALL_CARDS & ~(m.unseen | m.s.hand[m.me] | m.s.table | m.s.known[1 - m.me])
    m.n_unseen = popcount(m.unseen)
    m.left = cards_left(m.r, m.s)
    known = m.s.known[1 - m.me] if memory else 0
    unknown = m.s.size[1 - m.me] - popcount(known)
    for off in range(2):
        ahead = max(0, m.left - off + 1) // 2
        m.theirs[off] = hope(m.r, known, ahead + unknown)


# --- what a hand may become ---------------------------------------------------------------

cdef double flush_chance(const knowledge_t* m, uint32_t hand, uint32_t suit,
                         int32_t ahead) noexcept nogil:
    """About how likely a straight flush of a suit is: a missing card that lies on the table can be
    swapped for one of its rank."""
    cdef uint32_t missing = suit & ~hand
    cdef double chance = 1
    cdef int32_t card
    if popcount(missing) > ahead:
        return 0
    while missing:
        card = ctz(missing)
        missing &= missing - 1
        if m.s.table & bit(card) and hand & rank_mask(card):
            chance *= SWAP_COMES_OFF
        elif m.unseen & bit(card):
            chance *= min(0.5, <double>ahead / max(1, m.n_unseen)) * DRAW_COMES_OFF
        else:
            return 0
    return chance


cdef double hand_worth(const knowledge_t* m, uint32_t hand, int32_t ahead) noexcept nogil:
    """Points that a hand within the limit may expect."""
    cdef double worth = hope(m.r, hand, ahead), best = 0
    cdef uint32_t suits = suits_of_three(hand)
    cdef int32_t points
    if suits == 0:
        return worth
    points = m.r.hands.points[hand_index(m.r, hand)]    # a straight flush is more than its ranks
    worth = max(worth, <double>points)
    while suits:
        best = max(best, flush_chance(m, hand, <uint32_t>SUIT << ctz(suits), ahead))
        suits &= suits - 1
    return worth + best * max(0.0, m.r.rule.line_points[STRAIGHT_FLUSH] - worth)


cdef double kept_worth(const knowledge_t* m, uint32_t hand, int32_t ahead) noexcept nogil:
    """The same for a hand that may be one over the limit."""
    cdef uint32_t rest = hand
    cdef double best = -1e9
    if popcount(hand) <= m.r.rule.hand_limit:
        return hand_worth(m, hand, ahead)
    while rest:
        best = max(best, hand_worth(m, hand & ~(rest & (0 - rest)), ahead))
        rest &= rest - 1
    return best


cdef double drawn_worth(const knowledge_t* m, uint32_t hand, int32_t ahead) noexcept nogil:
    """On average over the cards that may be drawn."""
    cdef uint32_t rest = m.unseen
    cdef double total = 0
    if rest == 0:               # the pile is made of the discards, whatever they are
        return hope(m.r, hand, ahead + 1)
    while rest:
        total += kept_worth(m, hand | (rest & (0 - rest)), ahead)
        rest &= rest - 1
    return total / m.n_unseen


cdef double picked_worth(const knowledge_t* m, uint32_t hand, int32_t ahead) noexcept nogil:
    """With the best card of the Discard Pile, if one remembers what it holds (HM-44)."""
    cdef double best = -1e9
    cdef int32_t i
    if not m.memory:
        return hope(m.r, hand, ahead + 1)
    for i in range(m.s.n_discard):
        best = max(best, kept_worth(m, hand | bit(m.s.discard[i]), ahead))
    return best


# --- the end ------------------------------------------------------------------------------

cdef double won(const knowledge_t* m, const outcome_t* out, uint32_t mine,
                uint32_t theirs) noexcept nogil:
    """1 if the game ends so and the player wins, 0 if not (HM-38 to HM-41); and a little for each
    point ahead, so that of equal chances the better margin is taken."""
    cdef const MountainRules* r = m.r
    cdef int32_t a = hand_index(r, mine), b = hand_index(r, theirs)
    cdef double points = r.hands.points[a] - r.hands.points[b] + (
        cube_worth(r, m.s, out, 0) - cube_worth(r, m.s, out, 1))
    cdef double ahead = points
    if ahead == 0:
        ahead = r.hands.line[b] - r.hands.line[a]
    if ahead == 0 and r.rule.tiebreak_hand == 0:
        ahead = <double>r.hands.groups[a] - <double>r.hands.groups[b]
    if ahead == 0:
        ahead = popcount(out.cubes[0]) - popcount(out.cubes[1])
    return (1 if ahead > 0 else 0) + A_POINT * points


cdef double best_end(const knowledge_t* m, const outcome_t* out, uint32_t hand,
                     uint32_t theirs) noexcept nogil:
    cdef uint32_t rest = hand
    cdef double best = -1
    if popcount(hand) <= m.r.rule.hand_limit:
        return won(m, out, hand, theirs)
    while rest:
        best = max(best, won(m, out, hand & ~(rest & (0 - rest)), theirs))
        rest &= rest - 1
    return best


cdef double end_value(const knowledge_t* m, const outcome_t* out) noexcept nogil:
    """The chance to win with a move that ends the game: whatever the last card is, the other cards
    that are not seen are in the other hand."""
    cdef uint32_t rest = m.unseen, card, known = m.s.known[1 - m.me]
    cdef double total = 0
    cdef int32_t n = 0
    while rest:
        card = rest & (0 - rest)
        rest &= rest - 1
        total += best_end(m, out, out.hand | (card if out.unknown else 0),
                          known | (m.unseen & ~card))
        n += 1
    return total / max(1, n)


cdef bint knows_all(const knowledge_t* m) noexcept nogil:
    """Once the Draw Pile is empty, everything is known by elimination."""
    return m.memory and m.s.taken == NONE


cdef bint ends_game(const knowledge_t* m, const outcome_t* out) noexcept nogil:
    """Surely, and so that `end_value` can tell how: the last card of the last Draw Pile."""
    if not out.off_pile or m.s.runs < m.r.rule.run_outs - 1 or m.s.n_draw != 1:
        return False
    return m.r.rule.run_out == 0 and knows_all(m)


cdef bint waits(const knowledge_t* m, const outcome_t* out) noexcept nogil:
    """A swap that brings no suit closer together."""
    cdef int32_t suit, most = 0, before = 0
    for suit in range(4):
        most = max(most, popcount(out.hand & SUIT << suit))
        before = max(before, popcount(m.s.hand[m.me] & SUIT << suit))
    return most <= before


cdef bint makes_flush(const knowledge_t* m, const outcome_t* out) noexcept nogil:
    """A straight flush, and there was none."""
    cdef const MountainRules* r = m.r
    return (r.hands.line[hand_index(r, out.hand)] == STRAIGHT_FLUSH
            and r.hands.line[hand_index(r, m.s.hand[m.me])] != STRAIGHT_FLUSH)


cdef double judge_exactly(const knowledge_t* m, const outcome_t* out, move_t move) noexcept nogil:
    """The chance to win where it is known: below 0 if the move must not be made, above 1 if nothing
    is better. UNJUDGED: ask the net."""
    cdef int32_t kind = kind_of(move)
    if kind == SWAP_CARD:
        if makes_flush(m, out):
            return 2
        if m.s.turn_no >= LAST_WAIT and waits(m, out):
            return -1
    if ends_game(m, out):
        return end_value(m, out)
    if kind == DISCARD and m.s.runs >= m.r.rule.run_outs and knows_all(m):
        return won(m, out, out.hand, m.s.known[1 - m.me])
    return UNJUDGED
