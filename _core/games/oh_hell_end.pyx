"""Oh Hell: how a hand is scored, and whether another one follows."""
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcpy, memset

from analyzer._core.contract cimport table_t
from analyzer._core.games.oh_hell cimport (
    COUNT_ALL_HANDS, COUNT_ALL_TRICKS, COUNT_BID_ZERO, COUNT_BIDS, COUNT_BIDS_MINUS_CARDS,
    COUNT_BIDS_OFF_CARDS, COUNT_DEALS, COUNT_DEALT_ACES, COUNT_DEALT_TRUMPS, COUNT_EXTRA_HANDS,
    COUNT_HANDS, COUNT_HANDS_BY_CARDS, COUNT_MADE, COUNT_MADE_BY_CARDS, COUNT_MISSED_OVER,
    COUNT_MISSED_UNDER, COUNT_PANTS, COUNT_PLAYS, COUNT_POINTS_BY_CARDS, COUNT_POINTS_DEALT_ACES,
    COUNT_POINTS_DEALT_TRUMPS, COUNT_TRICKS, COUNT_ZERO_MADE, END_HIGHEST, END_UNRESOLVED,
    PHASE_OVER, PURPOSE_TIE_DEALER, OhHellRules, OhHellState, rules_of,
)
from analyzer._core.games.oh_hell_deal cimport deal, random_seat, set_playing


# --- scores -------------------------------------------------------------------------------------

cdef void look_at_pants(const OhHellRules* r, OhHellState* s, int32_t seat,
                        bint missed) noexcept nogil:
    """OH-30, OH-31: a high bid missed, once per player (OH-A10: or the first high bid alone)."""
    cdef uint32_t bit = <uint32_t>1 << seat
    if missed or r.rule.pants_once:
        s.pants_used |= bit
    if missed:
        s.last_pants |= bit
        s.seat_counters[COUNT_PANTS][seat] += 1


cdef inline void score_seat(const OhHellRules* r, OhHellState* s, int32_t seat) noexcept nogil:
    """OH-25 to OH-29, and what is counted. The pants change no score (OH-32)."""
    cdef int32_t bid = s.bid[seat], tricks = s.tricks[seat], by_cards = s.cards - 1
    cdef int32_t points = r.points[bid][tricks], made = bid == tricks, over = tricks > bid
    cdef int32_t under = tricks < bid, zero = bid == 0
    cdef int32_t trumps = s.dealt_trumps[seat], aces = s.dealt_aces[seat]
    s.points[seat] += points
    s.last_points[seat] = points
    s.seat_counters[COUNT_HANDS][seat] += 1
    s.seat_counters[COUNT_BIDS][seat] += bid
    s.seat_counters[COUNT_TRICKS][seat] += tricks
    s.seat_counters[COUNT_MADE][seat] += made
    s.seat_counters[COUNT_MISSED_OVER][seat] += over
    s.seat_counters[COUNT_MISSED_UNDER][seat] += under
    s.seat_counters[COUNT_BID_ZERO][seat] += zero
    s.seat_counters[COUNT_ZERO_MADE][seat] += zero & made
    s.seat_counters[COUNT_HANDS_BY_CARDS + by_cards][seat] += 1
    s.seat_counters[COUNT_MADE_BY_CARDS + by_cards][seat] += made
    s.seat_counters[COUNT_POINTS_BY_CARDS + by_cards][seat] += points
    s.seat_counters[COUNT_DEALT_TRUMPS][seat] += trumps
    s.seat_counters[COUNT_DEALT_ACES][seat] += aces
    s.seat_counters[COUNT_POINTS_DEALT_TRUMPS][seat] += points * trumps
    s.seat_counters[COUNT_POINTS_DEALT_ACES][seat] += points * aces
    if bid >= r.rule.pants_threshold and not s.pants_used >> seat & 1:
        look_at_pants(r, s, seat, not made)


cdef void score_hand(const table_t* table, OhHellState* s) noexcept nogil:
    cdef const OhHellRules* r = rules_of(table)
    cdef int32_t seat = s.dealer, off = -<int32_t>s.cards, _i
    s.last_pants = 0
    memset(s.last_points, 0, sizeof(s.last_points))
    for _i in range(s.n_playing):
        seat = s.next[seat]
        off += s.bid[seat]
        score_seat(r, s, seat)
    s.seat_counters[COUNT_DEALS][s.dealer] += 1
    s.game_counters[COUNT_ALL_HANDS] += 1
    s.game_counters[COUNT_ALL_TRICKS] += s.cards
    s.game_counters[COUNT_PLAYS] += s.n_cards
    s.game_counters[COUNT_EXTRA_HANDS] += s.hand_no >= r.n_hands
    s.game_counters[COUNT_BIDS_MINUS_CARDS] += off
    s.game_counters[COUNT_BIDS_OFF_CARDS] += off if off > 0 else -off
    s.last_hand_no, s.last_dealer, s.last_playing = s.hand_no, s.dealer, s.playing
    s.last_cards, s.last_turned = s.cards, s.turned
    memcpy(s.last_tricks, s.tricks, sizeof(s.tricks))
    memcpy(s.last_bid, s.bid, sizeof(s.bid))


# --- the end ------------------------------------------------------------------------------------

cdef uint32_t leaders_of(const table_t* table, const OhHellState* s, bint* tied) noexcept nogil:
    """OH-33, OH-A9: the seats with the highest total among those that may still win; `tied`: an
    extra hand is due (OH-34, OH-A5)."""
    cdef const OhHellRules* r = rules_of(table)
    cdef uint32_t leaders = 0
    cdef int32_t seat, other, best = 0
    tied[0] = False
    for seat in range(table.n_seats):
        if not s.playing >> seat & 1:
            continue
        if leaders == 0 or s.points[seat] > best:
            leaders, best = 0, s.points[seat]
        if s.points[seat] == best:
            leaders |= <uint32_t>1 << seat
        for other in range(seat if r.rule.tie_scope else 0):
            if s.points[other] == s.points[seat]:
                tied[0] = True
    if leaders & (leaders - 1):
        tied[0] = True
    return leaders


cdef bint end_game(const table_t* table, OhHellState* s) noexcept nogil:
    """OH-33 to OH-36, after the last scheduled hand and every extra one; False to play on."""
    cdef const OhHellRules* r = rules_of(table)
    cdef int32_t extra_hands = s.hand_no + 1 - r.n_hands
    cdef bint tied
    cdef uint32_t leaders = leaders_of(table, s, &tied)
    if tied and extra_hands < r.rule.max_extra_hands:
        if r.rule.tie_players:       # OH-A6: the others can no longer win
            set_playing(s, leaders, table.n_seats)
        return False
    s.end_reason = END_UNRESOLVED if tied else END_HIGHEST      # OH-A15
    s.winners = leaders
    s.phase = PHASE_OVER
    s.legal = 0
    return True


cdef int32_t next_dealer(const OhHellRules* r, const OhHellState* s) noexcept nogil:
    """OH-7; OH-A8 for extra hands. `hand_no` is already that of the next hand."""
    if s.hand_no >= r.n_hands:
        if r.rule.tie_dealer == 2:
            return random_seat(s, PURPOSE_TIE_DEALER, <uint32_t>s.hand_no)
        if r.rule.tie_dealer == 1 and s.playing >> s.dealer & 1:
            return s.dealer
    return s.next[s.dealer]


cdef void end_hand(const table_t* table, OhHellState* s) noexcept nogil:
    cdef const OhHellRules* r = rules_of(table)
    score_hand(table, s)
    s.head.stage += 1
    if s.hand_no + 1 >= r.n_hands and end_game(table, s):
        return
    s.hand_no += 1
    s.dealer = next_dealer(r, s)
    deal(table, s)
