"""What Horrible Mountain's expert sees in the outcome of a move, as rows of the table of its net.
Header only."""
from libc.stdint cimport int32_t, uint32_t

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport move_t
from analyzer._core.games.horrible_mountain cimport (
    CLAIM, DISCARD, NONE, N_COLOURS, N_COUNTS, N_KINDS, N_RANKS, N_SLOTS, PUT_NEXT, SPECIAL,
    SWAP_CUBES, TAKE_DISCARD, MountainRules, MountainState, bit, first_of, hand_index, kind_of,
    rank_mask, second_of,
)
from analyzer._core.policies.horrible_mountain_mind cimport (
    SUIT, cube_worth, drawn_worth, kept_worth, mind_t, outcome_t, picked_worth, popcount,
    suits_of_three,
)

cdef enum:                      # how finely things are told apart
    N_TIMES = 6                 # cards still to come off the Draw Pile: 0 or 1, 2, 4, 8, 14, more
    N_MARGINS = 61              # points ahead, -15 to 15 in halves
    N_GAINS = 9                 # points that a swap of cubes would bring: 0 to 8
    MOST_KIND = 6               # cards in a hand whose ranks are told apart
    LAST_WAIT = 50              # turns after which nobody waits any more

cdef enum:                      # rows
    ROW_MARGIN                  # by time and points ahead
    ROW_TIME = ROW_MARGIN + N_TIMES * N_MARGINS     # by run-outs to come and cards in the Draw Pile
    ROW_KIND = ROW_TIME + 3 * 16                    # by the ranks in hand
    ROW_THEIRS = ROW_KIND + N_KINDS                 # by those known in the other hand
    ROW_UNKNOWN = ROW_THEIRS + N_KINDS              # by how many are not
    ROW_CUBE = ROW_UNKNOWN + 8                      # of each colour: whose, on what rank, late?
    ROW_CUBES = ROW_CUBE + 3 * 6 * 2                # by Control Cubes of both
    ROW_GAIN = ROW_CUBES + 6 * 6                    # by the best swap of cubes that the hand allows
    ROW_LOSS = ROW_GAIN + N_GAINS                   # ... that the other hand certainly allows
    ROW_RISK = ROW_LOSS + N_GAINS                   # ... that it may, by how much is unknown of it
    ROW_CLAIM = ROW_RISK + 3 * N_GAINS              # by a pair in hand and the best free cube
    ROW_CLAIMED = ROW_CLAIM + 2 * 6                 # ... in the other hand: none, known, possible
    ROW_TOP = ROW_CLAIMED + 3 * 6                   # by the top of the Discard Pile
    ROW_ROLE = ROW_TOP + 6 * 2
    ROW_WAIT = ROW_ROLE + 2 * N_TIMES               # may one still wait?
    ROW_MOVE = ROW_WAIT + 2                         # by kind of move
    ROW_SUIT = ROW_MOVE + PUT_NEXT + 1              # on the way to a straight flush
    ROW_RANK = ROW_SUIT + 1 + 6 * 4 * 2             # of each rank: in hand, unseen, on the table?
    ALL_ROWS = ROW_RANK + 5 * 5 * 2
    MOVE_ROWS = 16 + N_COLOURS + N_RANKS            # for a move


ctypedef struct slots_t:        # the table, slot by slot
    int32_t rank[N_SLOTS]       # -1 where the card is not known
    int32_t points[N_SLOTS]
    int32_t owner[N_SLOTS]      # of the Control Cube: 1 the player, -1 the other, 0 nobody
    int32_t best_free           # 1 + the highest rank under a cube in the pile, 0 if there is none


cdef inline int32_t between(int32_t value, int32_t low, int32_t high) noexcept nogil:
    value = value if value > low else low
    return value if value < high else high

cdef inline int32_t time_of(int32_t left) noexcept nogil:
    return (left > 1) + (left > 2) + (left > 4) + (left > 8) + (left > 14)

cdef inline int32_t kind_place(const mind_t* m, uint32_t hand) noexcept nogil:
    cdef int32_t index = hand_index(m.r, hand)
    if popcount(hand) > MOST_KIND:
        return 0
    return m.r.hands.kind[index - N_COUNTS if index >= N_COUNTS else index]

cdef inline bint has_pair(uint32_t cards) noexcept nogil:
    return (cards & (cards >> 1 & 0x77777 | cards >> 2 & 0x33333 | cards >> 3 & 0x11111)) != 0

cdef inline bint has_rank(uint32_t cards, int32_t rank) noexcept nogil:
    return (cards >> 4 * rank & 15) != 0


cdef inline int32_t margin_row(const mind_t* m, const outcome_t* out, int32_t kind, int32_t left,
                               int32_t time) noexcept nogil:
    cdef double margin
    cdef int32_t ahead = left // 2
    if out.unknown:
        margin = drawn_worth(m, out.hand, ahead)
    elif kind == SPECIAL and m.me != m.s.evil_master:
        margin = picked_worth(m, out.hand, ahead)
    else:
        margin = kept_worth(m, out.hand, ahead)
    margin += cube_worth(m.r, m.s, out, 0) - cube_worth(m.r, m.s, out, 1)
    margin -= m.theirs[out.off_pile]
    return ROW_MARGIN + time * N_MARGINS + between(
        <int32_t>(2 * margin + 30.5), 0, N_MARGINS - 1)


cdef inline int32_t top_row(const mind_t* m, const outcome_t* out, move_t move) noexcept nogil:
    """The uppermost discard after a move, and whether the other has a cube to pay for it."""
    cdef const MountainState* s = m.s
    cdef int32_t kind = kind_of(move), top = NONE
    if kind == SWAP_CUBES or kind == CLAIM:
        top = second_of(move)
    elif kind == DISCARD:
        top = first_of(move)
    elif kind != TAKE_DISCARD and s.n_discard:
        top = s.discard[s.n_discard - 1]
    elif kind == TAKE_DISCARD and s.n_discard > 1 and m.memory:
        top = s.discard[s.n_discard - 2]
    return ROW_TOP + (5 if top == NONE else top >> 2) * 2 + (out.cubes[1] != 0)


cdef inline void cube_rows(const mind_t* m, const outcome_t* out, bint late, slots_t* slots,
                           int32_t* rows) noexcept nogil:
    cdef const MountainState* s = m.s
    cdef int32_t colour, slot, whose, rank
    slots.best_free = 0
    for colour in range(N_COLOURS):
        slot = out.place[colour]
        whose = 0 if out.cubes[0] >> colour & 1 else 1 if out.cubes[1] >> colour & 1 else 2
        rank = 5
        slots.rank[slot], slots.points[slot] = -1, 0
        if slot != out.empty and s.card[slot] != NONE:
            rank = s.card[slot] >> 2
            slots.rank[slot], slots.points[slot] = rank, m.r.rule.cube_points[rank]
            if whose == 2 and rank >= slots.best_free:
                slots.best_free = rank + 1
        slots.owner[slot] = (whose == 0) - (whose == 1)
        rows[colour] = ROW_CUBE + (whose * 6 + rank) * 2 + late


cdef inline void swap_rows(const slots_t* t, uint32_t hand, uint32_t known, int32_t unknown,
                           int32_t* rows) noexcept nogil:
    """What a swap of cubes would bring to the player, and to the other: with cards that are known
    of it (0 missing), or that it may hold (1 or 2 missing)."""
    cdef int32_t loss[3]
    cdef int32_t i, j, gain, best = 0
    loss[0] = loss[1] = loss[2] = 0
    for i in range(1, N_SLOTS):
        for j in range(i):
            gain = (t.owner[i] - t.owner[j]) * (t.points[j] - t.points[i])
            if gain == 0 or t.rank[i] < 0 or t.rank[j] < 0:
                continue
            if gain > 0:
                if gain > best and has_rank(hand, t.rank[i]) and has_rank(hand, t.rank[j]):
                    best = gain
            else:
                loss[2 - has_rank(known, t.rank[i]) - has_rank(known, t.rank[j])] = max(
                    loss[2 - has_rank(known, t.rank[i]) - has_rank(known, t.rank[j])], -gain)
    rows[0] = ROW_GAIN + between(best, 0, N_GAINS - 1)
    rows[1] = ROW_LOSS + between(loss[0], 0, N_GAINS - 1)
    best = 0 if unknown == 0 else loss[1] if unknown == 1 else max(loss[1], loss[2])
    rows[2] = ROW_RISK + between(unknown, 0, 2) * N_GAINS + between(best, 0, N_GAINS - 1)


cdef inline int32_t suit_row(const mind_t* m, uint32_t hand, bint late) noexcept nogil:
    """Of a suit held three times: cards missing, and how many a swap could bring; or none can."""
    cdef uint32_t suits = suits_of_three(hand), missing
    cdef int32_t card, n, at_hand = 0
    if suits == 0:
        return ROW_SUIT
    missing = <uint32_t>SUIT << ctz(suits) & ~hand
    n = popcount(missing)
    while missing:
        card = ctz(missing)
        missing &= missing - 1
        if m.s.table & bit(card) and hand & rank_mask(card):
            at_hand += 1
        elif not m.unseen & bit(card):
            at_hand = -N_RANKS
    return ROW_SUIT + 1 + (n * 4 + between(at_hand, -1, 2) + 1) * 2 + late


cdef inline int32_t list_rows(const mind_t* m, const outcome_t* out, move_t move,
                              int32_t* rows) noexcept nogil:
    """All rows of a move; returns how many."""
    cdef const MountainState* s = m.s
    cdef slots_t slots
    cdef uint32_t known = s.known[1 - m.me] if m.memory else 0
    cdef int32_t left = between(m.left - out.off_pile, 0, 999), time = time_of(left), rank
    cdef int32_t unknown = s.size[1 - m.me] - popcount(known), kind = kind_of(move)
    cdef bint late = time < 3
    rows[0] = margin_row(m, out, kind, left, time)
    rows[1] = ROW_TIME + between(m.r.rule.run_outs - 1 - s.runs, 0, 2) * 16 + between(
        s.n_draw - out.off_pile, 0, 15)
    rows[2] = ROW_KIND + kind_place(m, out.hand)
    rows[3] = ROW_THEIRS + kind_place(m, known)
    rows[4] = ROW_UNKNOWN + between(unknown, 0, 7)
    rows[5] = ROW_CUBES + popcount(out.cubes[0]) * 6 + popcount(out.cubes[1])
    rows[6] = top_row(m, out, move)
    rows[7] = ROW_ROLE + (m.me == s.evil_master) * N_TIMES + time
    rows[8] = ROW_WAIT + (s.turn_no >= LAST_WAIT)
    rows[9] = ROW_MOVE + kind
    rows[10] = suit_row(m, out.hand, late)
    cube_rows(m, out, late, &slots, &rows[11])
    swap_rows(&slots, out.hand, known, unknown, &rows[11 + N_COLOURS])
    rows[14 + N_COLOURS] = ROW_CLAIM + has_pair(out.hand) * 6 + slots.best_free
    rows[15 + N_COLOURS] = slots.best_free + ROW_CLAIMED + (
        1 if has_pair(known) else 2 if unknown else 0) * 6
    for rank in range(N_RANKS):
        rows[16 + N_COLOURS + rank] = ROW_RANK + has_rank(s.table, rank) + 2 * (
            5 * popcount(out.hand >> 4 * rank & 15) + popcount(m.unseen >> 4 * rank & 15))
    return MOVE_ROWS
