"""oh-hell's expert.

For each bid or card it asks a small net how likely it is to end the hand with fewer tricks than it
bid, as many, or more, and what share of the others will make their bids. It takes the move with the
best mean of its own points, less what the others get on average. What the nets see is in
features.pxd, what they have learnt in the files *.weights, and how is told there.
"""
from libc.stdint cimport int16_t, int32_t, uint32_t, uint64_t

from analyzer._core.contract cimport move_t, native, view_t
from analyzer._core.games.oh_hell.state cimport (
    MOVE_BID, N_SUITS, ONE_SUIT, PHASE_BID, SUIT_SHIFT, OhHellState, card_bit, winner,
)
from analyzer._core.nn.network cimport (
    FULL, answer, cut_off, row_of, row_sum, sum_t, with_row, without_row,
)
from analyzer._core.policies.oh_hell.features cimport (
    BID_ROWS, PLAY_ROWS, all_places, bid_row, count_cards, count_suit, features_t, place_of,
    places_t, read_bid_features, read_features, read_trick_features, read_void_features,
    rows_of_loss, rows_of_win,
)
from analyzer._core.policies.oh_hell.tricks cimport NO_TRUMP, would_win
from analyzer._core.policies.oh_hell.weights cimport (
    LOGIT_STEPS, LOGIT_UNIT, N_ODDS, ROW_BASE, ROW_LESS, ROW_LEVEL, ROW_MORE, ROW_OTHERS,
    SHARE_UNIT, bid_table, odds_table, play_table,
)
from analyzer._core.rng cimport rng_t
from analyzer._core.ties cimport takes_over

cdef enum:
    RECALL                      # places of the parameters
    BOLDNESS

cdef const int16_t* BIDS = bid_table()
cdef const int16_t* PLAYS = play_table()
cdef const double* ODDS = odds_table()
cdef const places_t* PLACES = all_places()


ctypedef struct prize_t:        # points for what may become of a bid
    double under
    double made
    double over
    double others               # what the others get more, on average, if all make their bids
    int32_t boldness            # as a logit


cdef inline double off_by(const int32_t* points, int32_t one, int32_t two,
                          int32_t cards) noexcept nogil:
    """Points for a missed bid: missed by one trick in 7 of 10 hands; two tricks stand for all other
    cases."""
    if one < 0 or one > cards:
        return 0                # cannot be
    if two < 0 or two > cards:
        return points[one]
    return 0.7 * points[one] + 0.3 * points[two]


cdef inline void find_prize(const features_t* k, int32_t bid, prize_t* prize) noexcept nogil:
    cdef const int32_t* points = k.r.points[bid]
    prize.under = off_by(points, bid - 1, bid - 2, k.s.cards)
    prize.made = points[bid]
    prize.over = off_by(points, bid + 1, bid + 2, k.s.cards)


cdef inline double odds_of(int32_t logit) noexcept nogil:
    cdef int32_t place = (logit >> LOGIT_STEPS) + N_ODDS // 2
    if <uint32_t>place >= N_ODDS:
        place = 0 if place < 0 else N_ODDS - 1
    return ODDS[place]


cdef inline double judge(sum_t seen, const int16_t* end, const prize_t* prize) noexcept nogil:
    """The mean margin that the net expects; `end` is what is behind the rows of its table."""
    cdef const int16_t* level = row_of(end, ROW_LEVEL)
    cdef double less, more
    seen = cut_off(seen, FULL)
    less = odds_of(answer(seen, row_of(end, ROW_LESS)) + level[0] - prize.boldness)
    more = odds_of(answer(seen, row_of(end, ROW_MORE)) + level[1] + prize.boldness)
    return (less * prize.under + prize.made + more * prize.over) / (less + 1 + more) - (
        answer(seen, row_of(end, ROW_OTHERS)) * prize.others)


cdef inline sum_t sum_common(const features_t* k, const int16_t* table,
                             const int16_t* end) noexcept nogil:
    cdef sum_t total = row_sum(row_of(end, ROW_BASE))
    cdef int32_t i
    for i in range(k.n):
        total = with_row(total, row_of(table, k.row[i]))
    for i in range(k.n_common):
        total = with_row(total, row_of(table, k.common[i]))
    return total


cdef inline double gap_of(const features_t* k) noexcept nogil:
    """What a bid of one made is worth more than one missed: so much others gain, about."""
    return (k.r.points[1][1] - k.r.points[1][0]) * (1.0 / SHARE_UNIT)


# --- bids -----------------------------------------------------------------------------------------

cdef double chance_of_one(const features_t* k) noexcept nogil:
    """That the only card in hand takes the only trick, exactly.

    A card that is led, or a trump, wins unless one of the others has a better one; any other card
    only if the leader has a lower one of its suit.
    """
    cdef int32_t suit = k.card[0] >> SUIT_SHIFT, others = k.others, i
    cdef int32_t unseen = count_cards(k), better = k.top[0]
    cdef double chance = 1
    if suit != k.trump:
        better += count_suit(k, k.trump)
        if k.s.first_leader != k.seat:
            chance = <double>(count_suit(k, suit) - k.top[0]) / unseen
            unseen -= 1
            others -= 1
    for i in range(others):
        chance = chance * max(0, unseen - better - i) / (unseen - i)
    return chance


cdef int32_t bid_on_one(const features_t* k, const move_t* moves, int32_t n_moves) noexcept nogil:
    cdef double chance = chance_of_one(k), value, best_value = 0
    cdef const int32_t* points
    cdef int32_t i, best = 0
    for i in range(n_moves):
        points = k.r.points[moves[i] - MOVE_BID]
        value = chance * points[1] + (1 - chance) * points[0]
        if i == 0 or value > best_value:
            best, best_value = i, value
    return best


cdef int32_t choose_bid(features_t* k, double boldness, const move_t* moves,
                        int32_t n_moves) noexcept nogil:
    """Bids get better up to the best one, so the search ends two bids above it."""
    cdef const int16_t* end = row_of(BIDS, BID_ROWS)
    cdef sum_t common
    cdef prize_t prize
    cdef double value, best_value = 0
    cdef int32_t i, bid, best = 0
    if k.s.cards == 1 and boldness == 0 and k.trump != NO_TRUMP:
        return bid_on_one(k, moves, n_moves)
    read_bid_features(k)
    prize.others = gap_of(k)
    prize.boldness = <int32_t>(boldness * LOGIT_UNIT)
    common = sum_common(k, BIDS, end)
    for i in range(n_moves):
        bid = moves[i] - MOVE_BID
        if i > best + 2 or bid > k.s.cards:     # OH-A2: what may be legal, and is never made
            break
        find_prize(k, bid, &prize)
        value = judge(with_row(common, row_of(BIDS, bid_row(k, bid))), end, &prize)
        if i == 0 or value > best_value:
            best, best_value = i, value
    return best


# --- cards ----------------------------------------------------------------------------------------

cdef inline sum_t with_rows(sum_t total, const int32_t* rows, int32_t n) noexcept nogil:
    cdef int32_t i
    for i in range(n):
        total = with_row(total, row_of(PLAYS, rows[i]))
    return total


cdef inline bint all_alike(const features_t* k, const move_t* moves,
                           int32_t n_moves) noexcept nogil:
    """Are the lowest and the highest card as good as each other, and so all between them?"""
    cdef int32_t first = moves[0], last = moves[n_moves - 1], at = 0
    if first >> SUIT_SHIFT != last >> SUIT_SHIFT:
        return False
    while k.card[at] != first:
        at += 1
    return k.top[at] == k.top[at + n_moves - 1] and would_win(k.s, first) == would_win(k.s, last)


cdef inline bint may_be_trumped(const features_t* k, int32_t highest) noexcept nogil:
    """Does it matter who has none of a side suit: can one of its cards win so far?"""
    if k.later == 0 or k.s.trick.follow == 0:
        return k.later != 0
    return highest >> SUIT_SHIFT != k.trump and would_win(k.s, highest)


# --- the last but one trick -----------------------------------------------------------------------

cdef inline int32_t count_of(const features_t* k, uint64_t cards, uint32_t lacks) noexcept nogil:
    """How many cards, without the suits of which none can be there."""
    cdef int32_t suit, n = 0
    for suit in range(N_SUITS):
        if not lacks >> suit & 1:
            n += k.r.size[cards >> (suit << SUIT_SHIFT) & ONE_SUIT]
    return n


cdef double chance_of_last(const features_t* k, int32_t card, int32_t leader) noexcept nogil:
    """That the last card in hand takes the last trick: each of the others holds one of the unseen
    cards, of a suit that it has not been short of."""
    cdef int32_t suit = card >> SUIT_SHIFT, seat = k.seat, place, n, _i
    cdef uint64_t of_suit = k.unseen & ONE_SUIT << (suit << SUIT_SHIFT)
    cdef uint64_t lower = of_suit & card_bit(card) - 1, better = of_suit & ~lower
    cdef uint32_t lacks
    cdef double chance = 1
    if suit != k.trump and k.trump != NO_TRUMP:
        better |= k.unseen & ONE_SUIT << (k.trump << SUIT_SHIFT)
    for _i in range(k.others):
        seat = k.s.next[seat]
        place = place_of(k, seat)
        lacks = 0
        for n in range(N_SUITS):
            lacks |= (k.lacks[n] >> place & 1) << n
        n = count_of(k, k.unseen, lacks)
        if n == 0:              # without memory, what is known may not fit together
            continue
        if seat == leader and suit != k.trump:
            chance *= count_of(k, lower, lacks) / <double>n
        else:
            chance *= 1 - count_of(k, better, lacks) / <double>n
    return chance


cdef double worth_of_last(const features_t* k, int32_t card, int32_t last) noexcept nogil:
    """The points of the hand, less the mean of the others', if a card ends the last but one trick
    and the last one stays."""
    cdef const OhHellState* s = k.s
    cdef int32_t taker = k.seat if would_win(s, card) else <int32_t>winner(&s.trick)
    cdef int32_t seat = k.seat, tricks, _i
    cdef double chance = chance_of_last(k, last, taker), others = 0, each
    cdef const int32_t* points
    each = (1 - chance) / k.others
    for _i in range(k.others):
        seat = s.next[seat]
        points = k.r.points[s.bid[seat]]
        tricks = s.tricks[seat] + (seat == taker)
        others += each * points[tricks + 1] + (1 - each) * points[tricks]
    points = k.r.points[s.bid[k.seat]]
    tricks = s.tricks[k.seat] + (taker == k.seat)
    return chance * points[tricks + 1] + (1 - chance) * points[tricks] - others / k.others


cdef int32_t choose_of_two(const features_t* k, const move_t* moves, rng_t* rng) noexcept nogil:
    """The card for the last but one trick; of equal ones the lower of a suit, or any suit."""
    cdef double low = worth_of_last(k, moves[0], moves[1])
    cdef double high = worth_of_last(k, moves[1], moves[0])
    cdef bint other = moves[0] >> SUIT_SHIFT != moves[1] >> SUIT_SHIFT
    cdef int32_t equal = 1
    return takes_over(high > low, high == low and other, &equal, rng)


cdef int32_t choose_card(features_t* k, const move_t* moves, int32_t n_moves,
                         rng_t* rng) noexcept nogil:
    """Of neighbours that are as good as each other, the lowest stands for all, and so it does for
    its suit; of equally good suits the coin chooses one."""
    cdef const int16_t* end = row_of(PLAYS, PLAY_ROWS)
    cdef int32_t rows[3]
    cdef sum_t common, lost, total
    cdef prize_t prize
    cdef double value, best_value = -1e9
    cdef int32_t i, at = 0, best = 0, equal = 0, suit = -1, seen, last = -1
    cdef bint now, other
    if all_alike(k, moves, n_moves):
        return 0
    if k.n == 2 and k.later == 0:
        read_void_features(k)
        return choose_of_two(k, moves, rng)
    read_trick_features(k, PLACES)
    if may_be_trumped(k, moves[n_moves - 1]):
        read_void_features(k)
    find_prize(k, k.s.bid[k.seat], &prize)
    prize.others, prize.boldness = gap_of(k), 0
    common = sum_common(k, PLAYS, end)
    lost = common
    if k.s.trick.follow:        # what is led wins so far
        lost = with_rows(common, rows, rows_of_loss(k, rows))
    for i in range(n_moves):
        while k.card[at] != moves[i]:
            at += 1
        now = would_win(k.s, moves[i])
        seen = (moves[i] >> SUIT_SHIFT << 5) + 2 * k.top[at] + now
        if seen == last:
            continue
        last = seen
        total = lost
        if now:
            total = with_rows(common, rows, rows_of_win(k, at, rows))
        value = judge(without_row(total, row_of(PLAYS, k.row[at])), end, &prize)
        if value >= best_value:
            other = moves[i] >> SUIT_SHIFT != suit
            suit = moves[i] >> SUIT_SHIFT   # of the last card that was as good as the best
            if takes_over(value > best_value, other, &equal, rng):
                best, best_value = i, value
    return best


cdef int32_t choose_expert(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    cdef const double* values = <const double*>params
    cdef features_t features
    read_features(view, values[RECALL] != 0, PLACES, &features)
    if features.s.phase == PHASE_BID:
        return choose_bid(&features, values[BOLDNESS], moves, n_moves)
    return choose_card(&features, moves, n_moves, rng)


EXPERT = native(
    "expert", "Has learnt from games against itself what each bid or card brings; forgets no card.",
    choose_expert,
    {"recall": (1, 0, 1, "1 remembers the tricks of this hand, 0 forgets them."),
     "boldness": (0, -3, 3, "Raises or lowers the tricks it expects when it bids.")})
