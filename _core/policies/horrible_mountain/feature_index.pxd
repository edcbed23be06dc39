"""What Horrible Mountain's expert sees in the outcome of a move, as rows of the table of its net.
Header only."""
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memcpy

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport move_t
from analyzer._core.games.horrible_mountain.state cimport (
    CLAIM, DISCARD, NONE, N_COLOURS, N_COUNTS, N_KINDS, N_RANKS, N_SLOTS, PUT_NEXT, SPECIAL,
    SWAP_CUBES, TAKE_DISCARD, MountainRules, MountainState, bit, first_of, hand_index, kind_of,
    second_of,
)
from analyzer._core.policies.horrible_mountain.evaluation cimport (
    LAST_WAIT, SUIT, cube_worth, drawn_worth, kept_worth, knowledge_t, outcome_t, picked_worth,
    popcount, suits_of_two,
)

cdef enum:                      # how finely things are told apart
    N_TIMES = 6                 # cards still to come off the Draw Pile: 0 or 1, 2, 4, 8, 14, more
    N_MARGINS = 61              # points ahead, -15 to 15 in halves
    N_GAINS = 9                 # points that a swap of cubes would bring: 0 to 8
    N_SUIT_STATES = 4 * 4 * 4 * 3       # cards held, cards to swap for, what may hinder it, time
    MOST_KIND = 6               # cards in a hand whose ranks are told apart

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
    ROW_SUIT = ROW_MOVE + PUT_NEXT + 1              # of each suit held twice or more
    ROW_SUIT_THEIRS = ROW_SUIT + N_SUIT_STATES      # ... in the other hand, as far as it is known
    ROW_TAKEN = ROW_SUIT_THEIRS + N_SUIT_STATES     # by ranks known there, if the top is taken,
    ROW_TOP_SUIT = ROW_TAKEN + N_KINDS + 1          # ... by those of its suit, and late?
    ROW_RANK = ROW_TOP_SUIT + 6 * 2                 # of each rank: in hand, unseen, on the table?
    ALL_ROWS = ROW_RANK + 5 * 5 * 2

cdef enum:                      # how many of them for a move: the same for all moves,
    COMMON_ROWS = 5
    CUBE_ROWS = N_COLOURS + 4   # ... by the cubes,
    OWN_ROWS = 8 + N_RANKS      # ... its own,
    SUIT_ROWS = 8               # ... and at most so many for suits: up to four in each hand
    MOVE_ROWS = COMMON_ROWS + CUBE_ROWS + OWN_ROWS   # without those of suits
    N_PAIRS = N_SLOTS * (N_SLOTS - 1) // 2


ctypedef struct cubes_t:        # the cubes after a move; most moves leave them where they are
    uint64_t key                # what all that follows depends on
    double ahead                # points of Control Cubes, less those of the other
    uint32_t take[2]            # ranks of table cards that a cube can pay for, as lowest bits
    int32_t best_free           # 1 + the highest rank under a cube in the pile, 0 if there is none
    int32_t rows[CUBE_ROWS]
    int32_t n_gains             # swaps that would bring points,
    int32_t gain[N_PAIRS]       # ... how many,
    uint32_t price[N_PAIRS]     # ... and the ranks they cost, as the lowest bits of ranks

ctypedef struct features_t:     # what is the same for all moves
    const knowledge_t* m
    uint32_t known              # cards of the other hand
    int32_t unknown             # how many others it has
    int32_t time[2]             # by cards taken off the Draw Pile by the move
    int32_t common[2][COMMON_ROWS]      # likewise
    int32_t rank[N_RANKS]       # the row of a rank that the hand lacks


cdef inline int32_t between(int32_t value, int32_t low, int32_t high) noexcept nogil:
    value = value if value > low else low
    return value if value < high else high

cdef inline int32_t time_of(int32_t left) noexcept nogil:
    return (left > 1) + (left > 2) + (left > 4) + (left > 8) + (left > 14)

cdef inline int32_t kind_place(const knowledge_t* m, uint32_t hand) noexcept nogil:
    cdef int32_t index = hand_index(m.r, hand)
    if popcount(hand) > MOST_KIND:
        return 0
    return m.r.hands.kind[index - N_COUNTS if index >= N_COUNTS else index]

cdef inline bint has_pair(uint32_t cards) noexcept nogil:
    return (cards & (cards >> 1 & 0x77777 | cards >> 2 & 0x33333 | cards >> 3 & 0x11111)) != 0

cdef inline bint has_rank(uint32_t cards, int32_t rank) noexcept nogil:
    return (cards >> 4 * rank & 15) != 0


cdef inline int32_t count_of(uint32_t four) noexcept nogil:
    """Cards of one rank, looked up in a word."""
    return <int32_t>(<uint64_t>0x4332322132212110 >> 4 * four & 15)

cdef inline uint32_t ranks_of(uint32_t cards) noexcept nogil:
    """The ranks held, as their lowest bits."""
    return (cards | cards >> 1 | cards >> 2 | cards >> 3) & SUIT


cdef inline void read_features(const knowledge_t* m, features_t* e) noexcept nogil:
    cdef const MountainState* s = m.s
    cdef int32_t off, rank
    e.m = m
    e.known = s.known[1 - m.me] if m.memory else 0
    e.unknown = s.size[1 - m.me] - popcount(e.known)
    for off in range(2):
        e.time[off] = time_of(between(m.left - off, 0, 999))
        e.common[off][0] = ROW_TIME + between(m.r.rule.run_outs - 1 - s.runs, 0, 2) * 16 + between(
            s.n_draw - off, 0, 15)
        e.common[off][1] = ROW_THEIRS + kind_place(m, e.known)
        e.common[off][2] = ROW_UNKNOWN + between(e.unknown, 0, 7)
        e.common[off][3] = ROW_ROLE + (m.me == s.evil_master) * N_TIMES + e.time[off]
        e.common[off][4] = ROW_WAIT + (s.turn_no >= LAST_WAIT)
    for rank in range(N_RANKS):
        e.rank[rank] = ROW_RANK + has_rank(s.table, rank) + (
            2 * count_of(m.unseen >> 4 * rank & 15))


cdef inline bint is_late(const features_t* e, const outcome_t* out) noexcept nogil:
    return e.time[out.off_pile] < 3


cdef inline int32_t margin_row(const features_t* e, const outcome_t* out, int32_t kind,
                               double cubes) noexcept nogil:
    cdef const knowledge_t* m = e.m
    cdef double margin
    cdef int32_t ahead = between(m.left - out.off_pile, 0, 999) // 2
    if out.unknown:
        margin = drawn_worth(m, out.hand, ahead)
    elif kind == SPECIAL and m.me != m.s.evil_master:
        margin = picked_worth(m, out.hand, ahead)
    else:
        margin = kept_worth(m, out.hand, ahead)
    margin += cubes
    margin -= m.theirs[out.off_pile]
    return ROW_MARGIN + e.time[out.off_pile] * N_MARGINS + between(
        <int32_t>(2 * margin + 30.5), 0, N_MARGINS - 1)


cdef inline int32_t top_after(const knowledge_t* m, move_t move) noexcept nogil:
    """The uppermost discard after a move, as far as it is known."""
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
    return top


# --- the cubes --------------------------------------------------------------------------------

ctypedef struct slots_t:        # the table, slot by slot
    int32_t rank[N_SLOTS]       # -1 where the card is not known
    int32_t points[N_SLOTS]
    int32_t owner[N_SLOTS]      # of the Control Cube: 1 the player, -1 the other, 0 nobody


cdef inline uint64_t key_of(const outcome_t* out, bint late) noexcept nogil:
    """Five places, two sets of cubes, the slot whose card is not known, and the time."""
    cdef uint64_t key = 0
    memcpy(&key, out.place, N_COLOURS)
    return key | <uint64_t>out.cubes[0] << 48 | <uint64_t>out.cubes[1] << 54 | (
        <uint64_t>(out.empty + 1) << 60) | <uint64_t>late << 63


cdef inline void place_cubes(const knowledge_t* m, const outcome_t* out, bint late, cubes_t* cubes,
                             slots_t* slots) noexcept nogil:
    cdef const MountainState* s = m.s
    cdef int32_t colour, slot, whose, rank
    cubes.best_free = 0
    cubes.take[0] = cubes.take[1] = 0
    for colour in range(N_COLOURS):
        slot = out.place[colour]
        whose = 0 if out.cubes[0] >> colour & 1 else 1 if out.cubes[1] >> colour & 1 else 2
        rank = 5
        slots.rank[slot], slots.points[slot] = -1, 0
        if slot != out.empty and s.card[slot] != NONE:
            rank = s.card[slot] >> 2
            if whose < 2:
                cubes.take[whose] |= <uint32_t>1 << 4 * rank
            slots.rank[slot], slots.points[slot] = rank, m.r.rule.cube_points[rank]
            if whose == 2 and rank >= cubes.best_free:
                cubes.best_free = rank + 1
        slots.owner[slot] = (whose == 0) - (whose == 1)
        cubes.rows[colour] = ROW_CUBE + (whose * 6 + rank) * 2 + late


cdef inline void weigh_swaps(const slots_t* t, uint32_t known, cubes_t* cubes,
                             int32_t* loss) noexcept nogil:
    """What swaps of cubes would bring and cost the player, by how many of the cards for it are not
    known to be in the other hand."""
    cdef int32_t i, j, gain, missing
    cubes.n_gains = loss[0] = loss[1] = loss[2] = 0
    for i in range(1, N_SLOTS):
        for j in range(i):
            gain = (t.owner[i] - t.owner[j]) * (t.points[j] - t.points[i])
            if gain == 0 or t.rank[i] < 0 or t.rank[j] < 0:
                continue
            if gain > 0:
                cubes.gain[cubes.n_gains] = gain
                cubes.price[cubes.n_gains] = (<uint32_t>1) << 4 * t.rank[i] | (
                    (<uint32_t>1) << 4 * t.rank[j])
                cubes.n_gains += 1
            else:
                missing = 2 - has_rank(known, t.rank[i]) - has_rank(known, t.rank[j])
                loss[missing] = max(loss[missing], -gain)


cdef inline void read_cube_features(const features_t* e, const outcome_t* out, bint late,
                                    cubes_t* cubes) noexcept nogil:
    cdef const knowledge_t* m = e.m
    cdef slots_t slots
    cdef int32_t loss[3]
    cdef int32_t risk
    cubes.ahead = cube_worth(m.r, m.s, out, 0) - cube_worth(m.r, m.s, out, 1)
    place_cubes(m, out, late, cubes, &slots)
    weigh_swaps(&slots, e.known, cubes, loss)
    risk = 0 if e.unknown == 0 else loss[1] if e.unknown == 1 else max(loss[1], loss[2])
    cubes.rows[N_COLOURS] = ROW_CUBES + popcount(out.cubes[0]) * 6 + popcount(out.cubes[1])
    cubes.rows[N_COLOURS + 1] = ROW_LOSS + between(loss[0], 0, N_GAINS - 1)
    cubes.rows[N_COLOURS + 2] = ROW_RISK + between(e.unknown, 0, 2) * N_GAINS + between(
        risk, 0, N_GAINS - 1)
    cubes.rows[N_COLOURS + 3] = cubes.best_free + ROW_CLAIMED + (
        1 if has_pair(e.known) else 2 if e.unknown else 0) * 6


cdef inline int32_t best_gain(const cubes_t* cubes, uint32_t hand) noexcept nogil:
    """Of a swap of cubes that the hand can pay for."""
    cdef uint32_t lacks = ~ranks_of(hand)
    cdef int32_t i, best = 0
    for i in range(cubes.n_gains):
        if cubes.gain[i] > best and cubes.price[i] & lacks == 0:
            best = cubes.gain[i]
    return best


# --- the hand ---------------------------------------------------------------------------------

cdef inline int32_t count_ranks(uint32_t ranks) noexcept nogil:
    """How many, if they are lowest bits."""
    return <int32_t>(ranks * SUIT >> 16 & 15)


cdef inline int32_t suit_state(int32_t held, int32_t to_swap, int32_t hindered,
                               int32_t time) noexcept nogil:
    return ((min(held, 5) - 2) * 4 + min(to_swap, 3)) * 12 + hindered * 3 + time


cdef inline int32_t read_suits(const features_t* e, const cubes_t* cubes, const outcome_t* out,
                               int32_t* rows) noexcept nogil:
    """Of each suit held twice or more, in both hands: how many cards, for how many of the others a
    card of their rank can be swapped, and what may hinder it. Returns the number of rows."""
    cdef const knowledge_t* m = e.m
    cdef uint32_t lost = m.lost | (0 if m.s.runs < m.r.rule.run_outs - 1 else (
        m.s.hand[m.me] & ~(out.hand | out.table)))
    cdef uint32_t mine = ranks_of(out.hand), theirs = ranks_of(e.known), gone, swaps
    cdef uint32_t suits = suits_of_two(out.hand), missing
    cdef int32_t suit, n = 0, time = (e.time[out.off_pile] + 1) // 2
    time = 2 if time > 2 else time
    gone = e.known | lost
    while suits:
        suit = ctz(suits)
        suits &= suits - 1
        missing = SUIT & ~(out.hand >> suit)
        swaps = missing & out.table >> suit & (mine | cubes.take[0])
        rows[n] = ROW_SUIT + suit_state(
            5 - count_ranks(missing), count_ranks(swaps),
            3 if missing & gone >> suit else 2 if swaps & theirs else (
                1 if swaps and e.unknown else 0), time)
        n += 1
    gone = out.hand | lost
    suits = suits_of_two(e.known)
    while suits:
        suit = ctz(suits)
        suits &= suits - 1
        missing = SUIT & ~(e.known >> suit)
        swaps = missing & out.table >> suit & (theirs | cubes.take[1])
        rows[n] = ROW_SUIT_THEIRS + suit_state(
            5 - count_ranks(missing), count_ranks(swaps),
            3 if missing & gone >> suit else min(e.unknown, 2), time)
        n += 1
    return n


cdef inline void read_hand_features(const features_t* e, const cubes_t* cubes, const outcome_t* out,
                                    move_t move, int32_t* rows) noexcept nogil:
    """The rows of a move that are its own."""
    cdef int32_t kind = kind_of(move), rank, top = top_after(e.m, move)
    cdef bint pays = top != NONE and out.cubes[1] != 0
    rows[0] = margin_row(e, out, kind, cubes.ahead)
    rows[1] = ROW_KIND + kind_place(e.m, out.hand)
    rows[2] = ROW_TOP + (5 if top == NONE else top >> 2) * 2 + (out.cubes[1] != 0)
    rows[3] = ROW_MOVE + kind
    rows[4] = ROW_GAIN + between(best_gain(cubes, out.hand), 0, N_GAINS - 1)
    rows[5] = ROW_CLAIM + has_pair(out.hand) * 6 + cubes.best_free
    rows[6] = ROW_TAKEN + (1 + kind_place(e.m, e.known | bit(top)) if pays else 0)
    rows[7] = ROW_TOP_SUIT + is_late(e, out) * 6 + (
        1 + min(4, count_ranks(e.known >> (top & 3) & SUIT)) if pays else 0)
    for rank in range(N_RANKS):
        rows[8 + rank] = e.rank[rank] + 10 * count_of(out.hand >> 4 * rank & 15)
