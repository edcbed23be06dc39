"""Horrible Mountain: the rules of a table as one struct, with what every hand is worth.

A hand counts by how many cards of each rank it has, and by whether it holds all five ranks of one
suit (HM-34, HM-35). The tables are indexed by `hand_index`.

Rank groups (HM-39, HM-A3) are packed into a word: five fields of 6 bits from the top, the largest
group first, 8 * how many + rank in each, 0 where there is none. So two words compare as the groups
do, and a field that is 0 in one word alone shows that this hand is the shorter one (HM-A4).
"""
from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from analyzer._core.contract cimport refuse_unless
from analyzer._core.games.horrible_mountain.state cimport (
    FOUR_OF_A_KIND, FULL_HOUSE, HAND_STEP, NO_POINTS, N_AHEAD, N_CARDS, N_COLOURS, N_COUNTS,
    N_LINES, N_RANKS, NOTHING, STRAIGHT, STRAIGHT_FLUSH, THREE_OF_A_KIND, TWO_PAIR, MountainRules,
    hands_t, nth_move_t,
)

cdef enum:
    JUDGED = 5                  # a hand is judged by at most five cards
    MOST_CARDS = 7              # a hand of 6 (hand_limit = 6) and the card over the limit
    KIND_CARDS = 6


cdef int32_t power(int32_t rank) noexcept:
    """What a card of a rank adds to the index of a hand."""
    cdef int32_t _i, product = 1
    for _i in range(rank):
        product *= 5
    return product


cdef int32_t unpack(int32_t index, int32_t* n) noexcept:
    """How many cards of each rank; returns how many in all."""
    cdef int32_t rank, size = 0
    for rank in range(N_RANKS):
        n[rank] = index % 5
        size += n[rank]
        index //= 5
    return size


cdef bint fits(int32_t line, const int32_t* n, bint flush) noexcept:
    """Do the cards make up this line of the printed table (HM-33 to HM-36)?"""
    cdef int32_t rank, pairs = 0, threes = 0, fours = 0, ranks = 0
    for rank in range(N_RANKS):
        ranks += n[rank] >= 1
        pairs += n[rank] >= 2
        threes += n[rank] >= 3
        fours += n[rank] >= 4
    if line == STRAIGHT_FLUSH:
        return ranks == N_RANKS and flush
    if line == FOUR_OF_A_KIND:
        return fours > 0
    if line == FULL_HOUSE:
        return threes > 0 and pairs > 1
    if line == STRAIGHT:
        return ranks == N_RANKS
    if line == THREE_OF_A_KIND:
        return threes > 0
    if line == TWO_PAIR:
        return pairs > 1
    return pairs > 0            # ONE_PAIR


cdef uint32_t groups_of(const int32_t* n) noexcept:
    cdef int32_t many, rank
    cdef uint32_t word = 0
    cdef int32_t shift = 24
    for many in range(4, 0, -1):
        for rank in range(N_RANKS - 1, -1, -1):
            if n[rank] == many:
                word |= <uint32_t>(8 * many + rank) << shift
                shift -= 6
    return word


cdef void judge(const int32_t* line_points, hands_t* t, int32_t index, bint flush) noexcept:
    """HM-33: "highest valued" is meant literally, so that a what-if value can overtake another;
    of equal values the upper line counts."""
    cdef int32_t n[N_RANKS]
    cdef int32_t line, best = NOTHING
    cdef int32_t at = index + flush * N_COUNTS
    unpack(index, n)
    for line in range(NOTHING):
        if fits(line, n, flush) and (
                best == NOTHING or line_points[line] > line_points[best]):
            best = line
    t.line[at] = <uint8_t>best
    t.points[at] = <int8_t>line_points[best]
    t.groups[at] = groups_of(n)


cdef bint better(const hands_t* t, int32_t a, int32_t b) noexcept:
    if t.points[a] != t.points[b]:
        return t.points[a] > t.points[b]
    if t.line[a] != t.line[b]:
        return t.line[a] < t.line[b]
    return t.groups[a] > t.groups[b]


cdef void judge_best_five(hands_t* t, int32_t index, bint flush) noexcept:
    """More than five cards: as the best of the hands with one card less. A straight flush survives
    only if a rank is given up that is there twice."""
    cdef int32_t n[N_RANKS]
    cdef int32_t rank, at, less, best = -1
    unpack(index, n)
    for rank in range(N_RANKS):
        if n[rank] == 0:
            continue
        less = index - power(rank) + (flush and n[rank] > 1) * N_COUNTS
        if best < 0 or better(t, less, best):
            best = less
    at = index + flush * N_COUNTS
    t.line[at], t.points[at], t.groups[at] = t.line[best], t.points[best], t.groups[best]


cdef void judge_all(const int32_t* line_points, hands_t* t) noexcept:
    cdef int32_t n[N_RANKS]
    cdef int32_t size, index
    cdef uint16_t n_kinds = 0
    for size in range(MOST_CARDS + 1):
        for index in range(N_COUNTS):
            if unpack(index, n) != size:
                continue
            if size <= KIND_CARDS:
                t.kind[index] = n_kinds
                n_kinds += 1
            if size <= JUDGED:
                judge(line_points, t, index, False)
                judge(line_points, t, index, True)
            else:
                judge_best_five(t, index, False)
                judge_best_five(t, index, True)


cdef float best_kept(const hands_t* t, int32_t index, int32_t ahead) noexcept:
    """The hope of a hand one card over the limit: the best card is given up."""
    cdef int32_t n[N_RANKS]
    cdef int32_t rank
    cdef float hope, best = -1000
    unpack(index, n)
    for rank in range(N_RANKS):
        if n[rank]:
            hope = t.hope[ahead][t.kind[index - power(rank)]]
            best = max(best, hope)
    return best


cdef float hope_of(const hands_t* t, int32_t index, int32_t size, int32_t ahead,
                   int32_t limit) noexcept:
    """One card more, each of those not in hand as likely; then the best of the hand is kept."""
    cdef int32_t n[N_RANKS]
    cdef int32_t rank
    cdef float total = 0, hope
    unpack(index, n)
    for rank in range(N_RANKS):
        if n[rank] == 4:
            continue
        if size < limit:
            hope = t.hope[ahead - 1][t.kind[index + power(rank)]]
        else:
            hope = best_kept(t, index + power(rank), ahead - 1)
        total += hope * (4 - n[rank])
    return total / (20 - size)


cdef void hope_all(hands_t* t, int32_t limit) noexcept:
    cdef int32_t n[N_RANKS]
    cdef int32_t ahead, index, size
    for ahead in range(N_AHEAD):
        for index in range(N_COUNTS):
            size = unpack(index, n)
            if size > limit:
                continue
            if ahead == 0:
                t.hope[0][t.kind[index]] = t.points[index]
            else:
                t.hope[ahead][t.kind[index]] = hope_of(t, index, size, ahead, limit)


_made = {}                      # (limit, values) -> hands_t as bytes: it is asked for often


cdef void count_ranks(hands_t* t) noexcept:
    cdef int32_t cards, card
    cdef uint16_t step = 1      # of a card in a hand_index: 5 to the power of its rank
    for card in range(N_CARDS // 2):
        for cards in range(1024):
            t.low[cards] += step * <uint16_t>(cards >> card & 1)
        if card % 4 == 3:
            step *= 5
    for card in range(N_CARDS // 2, N_CARDS):
        for cards in range(1024):
            t.high[cards] += step * <uint16_t>(cards >> card - N_CARDS // 2 & 1)
        if card % 4 == 3:
            step *= 5


cdef bytes make_hands(const MountainRules* r):
    cdef hands_t t
    memset(&t, 0, sizeof(t))
    count_ranks(&t)
    judge_all(r.rule.line_points, &t)
    hope_all(&t, r.rule.hand_limit)
    return (<const char*>&t)[:sizeof(t)]


cdef int derive_hands(MountainRules* r) except -1:
    """Fill in everything that is looked up by hand."""
    key = (r.rule.hand_limit, *[r.rule.line_points[i] for i in range(N_LINES)])
    if key not in _made:
        _made[key] = make_hands(r)
    cdef bytes made = _made[key]
    memcpy(&r.hands, <const char*>made, sizeof(hands_t))
    return 0


cdef int derive_worth(MountainRules* r) except -1:
    cdef int32_t card, points
    for card in range(N_CARDS):
        points = r.rule.cube_points[card >> 2]
        refuse_unless(-NO_POINTS <= points <= NO_POINTS, "such points of a cube")
        r.worth[card] = <uint8_t>(NO_POINTS + points)
    return 0


# --- for moves at random --------------------------------------------------------------------------

cdef uint64_t pairs_of(uint64_t n) noexcept:
    return n * (n - 1) // 2


cdef uint64_t ways_of(int32_t h, int32_t t, uint64_t places) noexcept:
    """What a rank adds to `ways`; `places` are 1s in the bytes where it counts."""
    cdef uint64_t both = h * t, pairs = pairs_of(h), squares = both * both - 2 * pairs * pairs_of(t)
    return (both | pairs << 16) * places | squares << 32


cdef void derive_ways(nth_move_t* p) noexcept:
    cdef int32_t cards, h, t
    for cards in range(256):
        p.of_table[cards] = p.size[cards & 15] + 5 * p.size[cards >> 4]
        p.of_hand[cards] = <uint16_t>(HAND_STEP * p.of_table[cards])
    for h in range(25):
        for t in range(25):
            p.ways[HAND_STEP * h + t] = (
                ways_of(h % 5, t % 5, 0x101) + ways_of(h // 5, t // 5, 0x100))


cdef void derive_suits(nth_move_t* p) noexcept:
    """In the order of moves.pyx."""
    cdef int32_t hand, table, i, j, n
    for hand in range(16):
        n = 0
        for i in range(p.size[hand]):
            for j in range(i + 1, p.size[hand]):
                p.pair[hand] |= <uint32_t>(p.nth[hand][i] | p.nth[hand][j] << 2) << 4 * n
                n += 1
        for table in range(16):
            if hand & table:    # a card is in one place only
                continue
            n = 0
            for i in range(p.size[hand]):
                for j in range(p.size[table]):
                    p.swap[hand][table] |= <uint16_t>(
                        (p.nth[hand][i] | p.nth[table][j] << 2) << 4 * n)
                    n += 1


cdef void derive_nth_move(MountainRules* r) noexcept:
    cdef nth_move_t* p = &r.nth_move
    cdef int32_t word, i
    p.two = r.rule.two_card_order == 0
    for word in range(1 << N_COLOURS):
        for i in range(N_COLOURS):
            if word >> i & 1:
                p.nth[word][p.size[word]] = <uint8_t>i
                p.size[word] += 1
    derive_ways(p)
    derive_suits(p)


def packed_rules(int players, dict rules):
    """`rules`: the parameters by name (a choice as its index), "line_points" from the upper line
    on, and "cube_points" from rank 2 on."""
    cdef MountainRules r
    memset(&r, 0, sizeof(r))
    r.rule = rules
    refuse_unless(0 < r.rule.hand_limit <= 6, "hand_limit")
    derive_worth(&r)
    derive_hands(&r)
    derive_nth_move(&r)
    return (<const char*>&r)[:sizeof(r)]
