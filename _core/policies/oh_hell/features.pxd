"""What oh-hell's expert sees, as rows of the tables of its nets. Header only.

A card in hand is seen by the better cards of its suit that other hands hold, about, by how thin its
suit is spread there, and by its neighbours in the own hand. The rest is what everybody needs, and,
for a card that is to be played, what becomes of the trick.
"""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport MAX_SEATS, view_t
from analyzer._core.games.oh_hell.state cimport (
    ALL_CARDS, MOST_BID, MOST_CARDS, N_CARDS, N_RANKS, N_SUITS, ONE_SUIT, PHASE_BID, SUIT_SHIFT,
    OhHellRules, OhHellState, bids_hidden, card_bit, rules_of, winner,
)
from analyzer._core.games.oh_hell.hidden cimport turned_known
from analyzer._core.policies.oh_hell.tricks cimport NO_TRUMP, trump_of

cdef enum:                      # how finely things are told apart
    N_ABOVE = 11                # better cards in other hands: none, then in quarters
    N_THIN = 5                  # cards of a suit in each other hand
    N_BELOW = 3                 # own cards below in the suit: 0, 1, more
    N_LEFTS = 5                 # tricks left: 0, 1, 2, up to 4, more
    N_TABLES = 6                # 2 to 7 seats
    N_NEEDS = 5                 # tricks another seat needs: too many taken, 0, 1, 2, more
    N_OWN_NEEDS = 8             # ... this seat: the same up to 6
    N_BALANCES = 9              # tricks needed by all, less those left: -4 to 4
    N_CONTESTS = 20             # bids seen: none, then in half tricks around what is usual
    N_OUTCOMES = 3              # of the trick for a card: lost, open, won

cdef enum:                      # rows of both tables
    ROW_SIDE
    ROW_TRUMP = ROW_SIDE + N_ABOVE * N_THIN * N_BELOW * 2
    ROW_TRUMPS = ROW_TRUMP + N_ABOVE * N_BELOW * 3
    ROW_NO_TRUMP = ROW_TRUMPS + 5 * N_THIN
    ROW_SEATS
    SHARED_ROWS = ROW_SEATS + N_TABLES * MOST_CARDS

cdef enum:                      # ... of the one for cards
    ROW_OTHER = SHARED_ROWS
    ROW_BALANCE = ROW_OTHER + 2 * N_NEEDS * N_LEFTS
    ROW_NEED = ROW_BALANCE + N_BALANCES * N_LEFTS
    ROW_LEAD = ROW_NEED + N_OUTCOMES * N_OWN_NEEDS * MOST_CARDS
    ROW_WIN = ROW_LEAD + 2 * N_ABOVE * 4
    ROW_LOSE = ROW_WIN + 3 * N_ABOVE * 3 * 3
    ROW_THIN = ROW_LOSE + 2 * 4 * 3
    ROW_NOTHING = ROW_THIN + 2 * N_THIN * 3
    PLAY_ROWS

cdef enum:                      # ... of the one for bids
    ROW_PLACE = SHARED_ROWS
    ROW_CONTEST = ROW_PLACE + (MAX_SEATS - 1) * N_LEFTS
    ROW_BID = ROW_CONTEST + N_CONTESTS
    BID_ROWS = ROW_BID + (MOST_BID + 1) * MOST_CARDS

cdef enum:
    FULL_SCALE = 256            # what stands for certainty in `scale`
    SIDE_STEP = 2 * N_BELOW * N_THIN    # rows of ROW_SIDE for each place of better cards


ctypedef struct features_t:     # what the seat knows when it decides
    const OhHellRules* r
    const OhHellState* s
    uint64_t hand
    uint64_t unseen             # cards that may be in another hand
    const uint8_t* above_place  # by better cards unseen: how finely they are told apart
    const uint8_t* thin_place   # ... by cards of a suit unseen
    bint recall                 # are tricks of this hand remembered?
    uint32_t lacks[N_SUITS + 1]     # places at the table that have none of a suit, as bits
    uint32_t later_places       # those that play later in the trick, as bits
    int32_t later               # how many that are
    int32_t eager               # how many of them still need tricks
    int32_t scale               # chance that an unseen card is in another hand
    int32_t thin[N_SUITS + 1]   # by suit: how thin it is spread over the other hands
    int32_t seat
    int32_t trump               # NO_TRUMP while it is not known
    int32_t n_trumps            # in hand
    int32_t others              # seats besides this one
    int32_t left                # tricks after this one
    int32_t need                # tricks this seat still needs, as a place
    int32_t n                   # cards in hand, and of each
    int32_t card[MOST_CARDS]
    int32_t top[MOST_CARDS]     # better cards of its suit that are unseen
    int32_t row[MOST_CARDS]
    int32_t n_common            # rows that are the same for all moves
    int32_t common[MAX_SEATS + 4]


ctypedef struct places_t:       # worked out once
    uint8_t above[FULL_SCALE + 1][N_RANKS + 1]  # by `scale`: none, then quarters of cards
    uint8_t thin[FULL_SCALE + 1][N_RANKS + 1]   # by `scale` over other seats
    # By MOST_CARDS + tricks needed, what a seat adds: its place, tricks wanted, one who wants some
    int32_t need[MOST_CARDS + MOST_BID + 1]

cdef enum:                      # fields of `need`
    WANTED_SHIFT = 8
    EAGER_SHIFT = 16

cdef const places_t* all_places() noexcept


cdef inline int32_t within(int32_t value, int32_t low, int32_t high) noexcept nogil:
    value = value if value > low else low
    return value if value < high else high

cdef inline int32_t at_most(int32_t value, int32_t high) noexcept nogil:
    return value if value < high else high

cdef inline int32_t left_place(int32_t left) noexcept nogil:
    return left - (left > 3) if left < 5 else N_LEFTS - 1

cdef inline int32_t count_suit(const features_t* k, int32_t suit) noexcept nogil:
    """Unseen cards of a suit."""
    return k.r.size[k.unseen >> (suit << SUIT_SHIFT) & ONE_SUIT]

cdef inline int32_t count_cards(const features_t* k) noexcept nogil:
    """All unseen cards."""
    return count_suit(k, 0) + count_suit(k, 1) + count_suit(k, 2) + count_suit(k, 3)

cdef inline int32_t place_of(const features_t* k, int32_t seat) noexcept nogil:
    """At the table, counting those who take part."""
    return k.r.size[k.s.playing & (((<uint32_t>1) << seat) - 1)]

cdef inline uint32_t turned_by(uint32_t places, int32_t by, int32_t n) noexcept nogil:
    """Places of n, counted from another one."""
    places <<= by
    return (places | places >> n) & (((<uint32_t>1) << n) - 1)


# --- what lies where ------------------------------------------------------------------------------

cdef inline uint32_t gathered(uint64_t bytes_) noexcept nogil:
    """The lowest bits of eight bytes that are 0 or 1."""
    return <uint32_t>(bytes_ * <uint64_t>0x0102040810204080 >> 56)


cdef inline uint64_t cards_played(const OhHellRules* r, const OhHellState* s) noexcept nogil:
    """Looked up, four in a row: each costs two instructions."""
    cdef const uint8_t* card = &s.played[0]
    cdef const uint8_t* end = card + s.trick.n_played
    cdef uint64_t seen = 0
    while card + 4 <= end:
        seen |= r.bit[card[0]] | r.bit[card[1]] | r.bit[card[2]] | r.bit[card[3]]
        card += 4
    while card < end:
        seen |= r.bit[card[0]]
        card += 1
    return seen


cdef inline void read_void_features(features_t* k) noexcept nogil:
    """OH-A14: who did not follow in this hand. A trick is one word; the suits in it are compared
    all at once. It takes its time, and is asked for only where it matters."""
    cdef const OhHellState* s = k.s
    cdef int32_t n = <int32_t>s.trick.n_played, at = 0
    cdef uint64_t trick, other, mask = ((<uint64_t>1) << 8 * s.n_playing) - 1
    mask &= <uint64_t>0x3030303030303030
    k.later_places = turned_by(((<uint32_t>1) << k.later) - 1, place_of(k, s.next[k.seat]),
                               s.n_playing)
    memset(k.lacks, 0, sizeof(k.lacks))
    while at < n and k.recall:
        memcpy(&trick, &s.played[at], sizeof(trick))
        if at + s.n_playing > n:
            mask &= ((<uint64_t>1) << 8 * (n - at)) - 1
        other = (trick ^ (trick & 0x30) * <uint64_t>0x0101010101010101) & mask
        if other:
            other = (other >> 4 | other >> 5) & <uint64_t>0x0101010101010101
            k.lacks[trick >> SUIT_SHIFT & 3] |= turned_by(
                gathered(other), place_of(k, s.leader[at]), s.n_playing)
        at += s.n_playing


cdef inline void see_table(features_t* k, int32_t on_table) noexcept nogil:
    """Without memory: the cards of this trick alone."""
    cdef int32_t i, n = <int32_t>k.s.trick.n_played
    for i in range(n - on_table, n):
        k.unseen &= ~card_bit(k.s.played[i])


cdef inline void read_suit_features(features_t* k, int32_t suit) noexcept nogil:
    cdef uint64_t hand = k.hand >> (suit << SUIT_SHIFT) & ONE_SUIT
    cdef uint64_t unseen = k.unseen >> (suit << SUIT_SHIFT) & ONE_SUIT
    cdef int32_t below = 0, n = k.n, card = suit << SUIT_SHIFT, rank, above, ahead
    if hand == 0 and suit != k.trump:
        return                  # nobody asks how thin it is
    k.thin[suit] = k.thin_place[k.r.size[unseen]]
    if suit == k.trump:
        k.n_trumps = ahead = k.r.size[hand]
    else:
        ahead = ROW_SIDE + k.thin[suit] * (2 * N_BELOW)
    while hand:
        rank = ctz(hand)
        hand &= hand - 1
        k.card[n] = card + rank
        k.top[n] = k.r.size[unseen >> rank >> 1]
        above = k.above_place[k.top[n]]
        if suit == k.trump:
            ahead -= 1
            k.row[n] = ROW_TRUMP + (above * N_BELOW + below) * 3 + at_most(ahead, 2)
        else:
            k.row[n] = ahead + SIDE_STEP * above + 2 * below + (hand != 0)
        below += below < N_BELOW - 1
        n += 1
    k.n = n


cdef inline int32_t trumps_row(const features_t* k) noexcept nogil:
    if k.trump == NO_TRUMP:
        return ROW_NO_TRUMP
    return ROW_TRUMPS + at_most(k.n_trumps, 4) * N_THIN + k.thin[k.trump]


cdef inline void read_features(const view_t* view, bint recall, const places_t* places,
                               features_t* k) noexcept nogil:
    cdef const OhHellState* s = <const OhHellState*>view.state
    cdef int32_t on_table = 0, n_unseen
    k.r = rules_of(view.table)
    k.s, k.seat, k.hand = s, view.seat, s.hand[view.seat]
    k.trump = trump_of(k.r, s) if s.phase == PHASE_BID else s.trump
    k.others = s.n_playing - 1
    k.left = <int32_t>s.held - 1
    if s.phase != PHASE_BID:
        on_table = <int32_t>(s.trick.n_played + s.n_playing - s.trick_end)
    k.later = k.others - on_table
    k.unseen = ALL_CARDS & ~k.hand
    n_unseen = N_CARDS - <int32_t>s.held
    if turned_known(k.r, s):
        k.unseen &= ~card_bit(s.turned)
        n_unseen -= 1
    k.recall = recall
    if recall:
        k.unseen &= ~cards_played(k.r, s)
        n_unseen -= <int32_t>s.trick.n_played
    else:
        see_table(k, on_table)
        n_unseen -= on_table
    k.scale = FULL_SCALE * (k.others * <int32_t>s.held - on_table) / n_unseen
    k.above_place = places.above[k.scale]
    k.thin_place = places.thin[k.scale / k.others]
    k.n = 0
    k.thin[NO_TRUMP] = 0
    read_suit_features(k, 0)    # one by one: a loop would shift by what the compiler knows
    read_suit_features(k, 1)
    read_suit_features(k, 2)
    read_suit_features(k, 3)


# --- bids -----------------------------------------------------------------------------------------

cdef inline int32_t contest_row(const features_t* k) noexcept nogil:
    """Bids that are seen, less what is usual: 0.9 of the tricks there are."""
    cdef const OhHellState* s = k.s
    cdef int32_t seat = k.seat, seen = 0, bids = 0, _i
    if bids_hidden(k.r, s):
        return ROW_CONTEST
    for _i in range(k.others):
        seat = s.next[seat]
        if s.bid[seat] >= 0:
            seen += 1
            bids += s.bid[seat]
    if seen == 0:
        return ROW_CONTEST
    return ROW_CONTEST + 1 + within(
        9 + (20 * bids * s.n_playing - 18 * seen * s.cards) / (10 * s.n_playing), 0, 18)


cdef inline void read_bid_features(features_t* k) noexcept nogil:
    cdef const OhHellState* s = k.s
    cdef int32_t place = place_of(k, k.seat) - place_of(k, s.first_leader)
    place += s.n_playing if place < 0 else 0
    k.common[0] = trumps_row(k)
    k.common[1] = ROW_SEATS + (s.n_playing - 2) * MOST_CARDS + s.cards - 1
    k.common[2] = ROW_PLACE + place * N_LEFTS + left_place(s.cards - 1)
    k.common[3] = contest_row(k)
    k.n_common = 4


cdef inline int32_t bid_row(const features_t* k, int32_t bid) noexcept nogil:
    return ROW_BID + bid * MOST_CARDS + k.s.cards - 1


# --- cards ----------------------------------------------------------------------------------------

cdef inline void read_trick_features(features_t* k, const places_t* places) noexcept nogil:
    cdef const OhHellState* s = k.s
    cdef const int32_t* needs = places.need + MOST_CARDS
    cdef int32_t seat = k.seat, lefts = left_place(k.left), i, added, all_added, row
    k.need = within(s.bid[seat] - s.tricks[seat], -1, N_OWN_NEEDS - 2) + 1
    all_added = needs[s.bid[seat] - s.tricks[seat]]
    k.eager = 0
    row = ROW_OTHER + N_NEEDS * N_LEFTS + lefts
    for i in range(k.others):
        seat = s.next[seat]
        if i == k.later:
            k.eager = all_added
            row = ROW_OTHER + lefts
        added = needs[s.bid[seat] - s.tricks[seat]]
        all_added += added
        k.common[i] = row + (added & (1 << WANTED_SHIFT) - 1)
    if k.later == k.others:
        k.eager = all_added
    k.eager = (k.eager >> EAGER_SHIFT) - (needs[s.bid[k.seat] - s.tricks[k.seat]] >> EAGER_SHIFT)
    all_added = all_added >> WANTED_SHIFT & (1 << EAGER_SHIFT - WANTED_SHIFT) - 1
    i = k.others
    k.common[i] = ROW_BALANCE + (within(all_added - k.left - 1, -4, 4) + 4) * N_LEFTS + lefts
    k.common[i + 1] = ROW_SEATS + (s.n_playing - 2) * MOST_CARDS + k.left
    k.common[i + 2] = trumps_row(k)
    k.n_common = i + 3


cdef inline int32_t need_row(const features_t* k, int32_t outcome) noexcept nogil:
    return ROW_NEED + (outcome * N_OWN_NEEDS + k.need) * MOST_CARDS + k.left


cdef inline int32_t trumpers(const features_t* k, int32_t led) noexcept nogil:
    """Later seats that are known to have none of the suit led, and may have trumps: 0, 1, more."""
    cdef uint32_t places = k.lacks[led] & ~k.lacks[k.trump] & k.later_places
    return (places != 0) + (places & (places - 1) != 0)


cdef inline int32_t lead_row(const features_t* k, int32_t at) noexcept nogil:
    cdef int32_t is_trump = k.card[at] >> SUIT_SHIFT == k.trump
    return ROW_LEAD + (is_trump * N_ABOVE + k.above_place[k.top[at]]) * 4 + at_most(k.eager, 3)


cdef inline int32_t win_row(const features_t* k, int32_t at, int32_t led) noexcept nogil:
    """A card of the suit led, a trump on trumps, or a trump on another suit."""
    cdef int32_t suit = k.card[at] >> SUIT_SHIFT
    cdef int32_t kind = (suit == k.trump) + (suit != led)
    cdef int32_t above = k.above_place[k.top[at]] if k.later else 0
    return ROW_WIN + ((kind * N_ABOVE + above) * 3 + at_most(k.eager, 2)) * 3 + (
        at_most(k.later - k.eager, 2))


cdef inline int32_t lose_row(const features_t* k) noexcept nogil:
    cdef const OhHellState* s = k.s
    cdef int32_t wanted = s.tricks[winner(&s.trick)] < s.bid[winner(&s.trick)]
    return ROW_LOSE + (wanted * 4 + at_most(k.later, 3)) * 3 + at_most(k.eager, 2)


cdef inline int32_t thin_row(const features_t* k, int32_t led) noexcept nogil:
    cdef int32_t following = k.s.trick.follow != 0
    return ROW_THIN + (following * N_THIN + k.thin[led]) * 3 + trumpers(k, led)


cdef inline bint is_sure(const features_t* k, int32_t at) noexcept nogil:
    """Will a card that wins so far take the trick?"""
    return k.later == 0 or (k.top[at] == 0 and k.card[at] >> SUIT_SHIFT == k.trump)


cdef inline int32_t rows_of_loss(const features_t* k, int32_t* rows) noexcept nogil:
    """What a card does that is not the best of the trick so far; returns how many rows."""
    rows[0], rows[1] = need_row(k, 0), lose_row(k)
    return 2


cdef inline int32_t rows_of_win(const features_t* k, int32_t at, int32_t* rows) noexcept nogil:
    """What a card does that is the best of the trick so far: the tricks needed, how it stands, and
    for a side suit that may still be trumped, how thin it is."""
    cdef int32_t led = k.card[at] >> SUIT_SHIFT
    cdef bint side = led != k.trump
    if k.s.trick.follow == 0:
        rows[0] = lead_row(k, at)
    else:
        led = ctz(k.s.trick.follow) >> SUIT_SHIFT
        rows[0] = win_row(k, at, led)
    if is_sure(k, at):
        rows[1] = need_row(k, 2)
        return 2
    rows[1] = need_row(k, 1)
    if not side:
        return 2
    rows[2] = thin_row(k, led)
    return 3
