"""Oh Hell: how a hand begins, how it is played at random without lists of moves, how it is scored,
and whether another one follows.

There are two ways to find the k-th legal card: where the processor is good at it, in the word of
the hand itself; elsewhere in the hand as a sorted row of cards, of which a mask of 10 bits says
what is left, and a table where its k-th bit is. Both make the same moves.
"""
from libc.stdint cimport int32_t, int64_t, int8_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memcpy, memset

from analyzer._core.bits cimport ctz, pdep, popcnt
from analyzer._core.contract cimport (
    MAX_SEATS, find_script, move_t, script_t, seat_t, table_t, turns_t,
)
from analyzer._core.cpu cimport use_bmi2
from analyzer._core.games.oh_hell.state cimport (
    ACE, COUNT_BIDS, COUNT_BID_ZERO, COUNT_DEALS, COUNT_DEALT_ACES, COUNT_DEALT_TRUMPS, COUNT_HANDS,
    COUNT_HANDS_1, COUNT_MADE, COUNT_MADE_1, COUNT_MISSED_OVER, COUNT_MISSED_UNDER, COUNT_PANTS,
    COUNT_POINTS_1, COUNT_POINTS_DEALT_ACES, COUNT_POINTS_DEALT_TRUMPS, COUNT_TRICKS,
    COUNT_ZERO_MADE_COUNT, EACH_SUIT, END_HIGHEST, END_UNRESOLVED, MOST_CARDS, N_CARDS, N_SUITS,
    ONE_SUIT, PHASE_BID, PHASE_OVER, PURPOSE_DEAL, PURPOSE_TIE_DEALER, SUIT_SHIFT,
    TALLY_BIDS_MINUS_CARDS, TALLY_BIDS_OFF_CARDS, TALLY_EXTRA_HANDS, TALLY_HANDS, TALLY_PLAYS,
    TALLY_TRICKS, OhHellRules, OhHellState, beat, card_bit, lead_with, most_bid, rules_of,
    set_trump, trick_t, winner,
)
from analyzer._core.rng cimport mul128, rng_below, rng_below_if, rng_next, rng_stream, rng_t


cdef void set_playing(OhHellState* s, uint32_t playing, int32_t n_seats) noexcept nogil:
    """OH-35, OH-A6. "Next" always means the next seat clockwise that takes part."""
    cdef int32_t seat, after
    s.playing = playing
    s.n_playing = 0
    for seat in range(n_seats):
        s.n_playing += playing >> seat & 1
        after = seat
        while True:
            after = after + 1 if after + 1 < n_seats else 0
            if playing >> after & 1:
                break
        s.next[seat] = <uint8_t>after


cdef int32_t random_seat(const OhHellState* s, uint32_t purpose, uint32_t occasion) noexcept nogil:
    """Any seat that takes part, each as likely as the others."""
    cdef rng_t rng
    cdef int32_t seat = MAX_SEATS - 1, _i
    rng_stream(&rng, &s.head.luck, purpose, occasion)
    for seat in range(MAX_SEATS):
        if s.playing >> seat & 1:
            break
    for _i in range(<int32_t>rng_below(&rng, s.n_playing)):
        seat = s.next[seat]
    return seat


cdef inline uint64_t draw_hand(const OhHellRules* r, rng_t* rng, uint8_t* deck, uint64_t left,
                               uint64_t n, uint64_t ways) noexcept nogil:
    """A random n of the `left` first cards of the deck; those after them fill the gaps.

    All draws from one word (Brackett-Rozinsky and Lemire 2024): `ways` is the product of their
    bounds, so that `word * ways` is what the chain of multiplications will leave, and a word that
    would not be fair is found before a card is moved.
    """
    cdef uint64_t word = rng_next(rng), hand = 0, end = left - n, at
    if word * ways < ways:
        while word * ways < (0 - ways) % ways:
            word = rng_next(rng)
    while left != end:
        at = mul128(word, left, &word)
        left -= 1
        hand |= r.bit[deck[at]]
        deck[at] = deck[left]
    return hand


cdef void deal_scripted(OhHellState* s, const uint8_t* deck) noexcept nogil:
    """Card by card, clockwise from the dealer's left; the next card is turned."""
    cdef int32_t seat = s.dealer, i
    memset(s.hand, 0, sizeof(s.hand))
    for i in range(<int32_t>s.n_cards):
        seat = s.next[seat]
        s.hand[seat] |= card_bit(deck[i])
    s.turned = deck[s.n_cards]


cdef inline void deal_random(const OhHellRules* r, OhHellState* s) noexcept nogil:
    """OH-5: only the cards that somebody will see are drawn, a whole hand at a time, in the order
    of the seats. So what a seat gets does not depend on who deals."""
    cdef uint8_t deck[N_CARDS]
    cdef rng_t rng
    cdef uint64_t left = N_CARDS, cards = s.cards
    cdef int32_t seat = ctz(s.playing), i
    memcpy(deck, r.deck, N_CARDS)
    rng_stream(&rng, &s.head.luck, PURPOSE_DEAL, <uint32_t>s.hand_no)
    for i in range(s.n_playing):
        s.hand[seat] = draw_hand(r, &rng, deck, left, cards, r.ways[cards][i])
        seat = s.next[seat]
        left -= cards
    s.turned = deck[rng_below(&rng, <uint32_t>left)]


cdef inline void count_dealt(const OhHellRules* r, OhHellState* s, int32_t seat,
                             uint64_t hand) noexcept nogil:
    s.dealt_trumps[seat] = r.size[hand >> (s.trump << SUIT_SHIFT) & ONE_SUIT]
    s.dealt_aces[seat] = <uint8_t>((hand >> ACE & EACH_SUIT) * EACH_SUIT >> 48)


cdef void take_up(const OhHellState* s, uint64_t* hand) noexcept nogil:
    """Every card that was played lies with the seat that played it."""
    cdef int32_t i, seat = 0, end = 0
    for i in range(<int32_t>s.trick.n_played):
        if i == end:
            seat = s.leader[i]
            end += s.n_playing
        hand[seat] |= card_bit(s.played[i])
        seat = s.next[seat]


cdef void count_dealt_again(const OhHellRules* r, OhHellState* s) noexcept nogil:
    """In the middle of a hand: a seat was dealt what it holds and what it has played."""
    cdef uint64_t hand[MAX_SEATS]
    cdef int32_t seat
    memcpy(hand, s.hand, sizeof(hand))
    take_up(s, hand)
    for seat in range(MAX_SEATS):
        count_dealt(r, s, seat, hand[seat])


cdef void deal(const table_t* table, OhHellState* s) noexcept nogil:
    """OH-8, OH-9: the turned card makes its suit trump for this hand, and belongs to nobody."""
    cdef const OhHellRules* r = rules_of(table)
    cdef int32_t seat = s.dealer, _i
    cdef const script_t* script = find_script(
        table, &s.head, PURPOSE_DEAL, <uint32_t>s.hand_no)
    s.cards = r.cards[s.hand_no] if s.hand_no < r.n_hands else <uint8_t>r.tie_cards    # OH-3, OH-4
    s.n_cards = s.n_playing * s.cards
    s.held = s.cards
    if script != NULL:
        deal_scripted(s, script.values)
    else:
        deal_random(r, s)
    set_trump(s)
    for _i in range(s.n_playing):
        count_dealt(r, s, seat, s.hand[seat])
        seat = s.next[seat]
    s.trick.n_played = s.trick_end = 0
    memset(s.bid, -1, sizeof(s.bid))
    memset(s.tricks, 0, sizeof(s.tricks))
    ask_bids(r, s)


cdef void ask_bids(const OhHellRules* r, OhHellState* s) noexcept nogil:
    """OH-11, OH-15: everybody bids once, after the turn-up; asked clockwise, one at a time."""
    s.phase = PHASE_BID
    s.legal = 0
    s.to_bid = s.n_playing
    s.head.seat = s.next[s.dealer] if r.rule.bid_mode and r.rule.bid_order == 0 else s.dealer
    s.first_leader = s.next[s.dealer] if r.rule.leader else <uint8_t>s.dealer    # OH-17


cdef int32_t list_bids(const OhHellRules* r, const OhHellState* s, move_t* moves) noexcept nogil:
    """OH-12, OH-14; with `hook` the last bidder may not make the bids and the cards equal."""
    cdef int32_t n = most_bid(r, s) + 1, forbidden, bid, seat
    memcpy(moves, r.bids, sizeof(r.bids))
    if r.rule.hook and s.to_bid == 1:
        forbidden = s.cards
        for seat in range(MAX_SEATS):
            if s.playing >> seat & 1 and seat != s.head.seat:
                forbidden -= s.bid[seat]
        if 0 <= forbidden < n:
            n -= 1
            for bid in range(forbidden, n):
                moves[bid] = moves[bid + 1]
    return n


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
    s.seat_counters[COUNT_ZERO_MADE_COUNT][seat] += zero & made
    s.seat_counters[COUNT_HANDS_1 + by_cards][seat] += 1
    s.seat_counters[COUNT_MADE_1 + by_cards][seat] += made
    s.seat_counters[COUNT_POINTS_1 + by_cards][seat] += points
    s.seat_counters[COUNT_DEALT_TRUMPS][seat] += trumps
    s.seat_counters[COUNT_DEALT_ACES][seat] += aces
    s.seat_counters[COUNT_POINTS_DEALT_TRUMPS][seat] += points * trumps
    s.seat_counters[COUNT_POINTS_DEALT_ACES][seat] += points * aces
    if not s.pants_used >> seat & 1 and bid >= r.rule.pants_threshold:    # rarely both, soon never
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
    s.game_counters[TALLY_HANDS] += 1
    s.game_counters[TALLY_TRICKS] += s.cards
    s.game_counters[TALLY_PLAYS] += s.n_cards
    s.game_counters[TALLY_EXTRA_HANDS] += s.hand_no >= r.n_hands
    s.game_counters[TALLY_BIDS_MINUS_CARDS] += off
    s.game_counters[TALLY_BIDS_OFF_CARDS] += off if off > 0 else -off
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


# --- hands at random, without lists of moves -----------------------------------------------------

cdef enum:
    PLACE_SETS = 1 << MOST_CARDS
    EVERY_PLACE = PLACE_SETS - 1

# By the places that are left: which they are, in order, 4 bits each, and from bit 56 on how many.
cdef uint64_t PLACES[PLACE_SETS]


ctypedef struct chair_t         # below

ctypedef struct chair_t:        # who plays a hand, with all that it takes side by side
    rng_t coin
    uint64_t held               # the cards, or the places of those in the row
    int64_t seat
    chair_t* next               # clockwise
    # the row
    uint64_t of_suit[N_SUITS]   # the places of each suit
    uint64_t card[MOST_CARDS + 11]  # in order; 11 more make a chair 256 bytes, quickly found


cdef void fill_places():
    cdef uint64_t places, rest, n
    for places in range(<uint64_t>PLACE_SETS):
        rest, n = places, 0
        while rest:
            PLACES[places] |= <uint64_t>ctz(rest) << 4 * n
            rest &= rest - 1
            n += 1
        PLACES[places] |= n << 56


cdef inline void sort_hand(const OhHellRules* r, int64_t n, chair_t* at) noexcept nogil:
    cdef uint64_t before = 0, up_to, hand = at.held
    cdef int64_t i, suit
    at.held = EVERY_PLACE >> (MOST_CARDS - n)
    for suit in range(N_SUITS):
        up_to = before + r.size[hand >> (suit << SUIT_SHIFT) & ONE_SUIT]
        at.of_suit[suit] = (<uint64_t>1 << up_to) - (<uint64_t>1 << before)
        before = up_to
    for i in range(n):
        at.card[i] = hand & (0 - hand)
        hand &= hand - 1


cdef inline uint64_t from_word(chair_t* at, uint64_t follow, uint64_t* in_vain) noexcept nogil:
    """OH-20, OH-21: a card of those to `follow`, if there is one; any other if not."""
    cdef uint64_t legal = at.held & follow, card
    legal = legal if legal else at.held
    card = pdep(<uint64_t>1 << rng_below_if(&at.coin, popcnt(legal), in_vain), legal)
    at.held ^= card
    return card


cdef inline uint64_t from_row(chair_t* at, uint64_t follow, uint64_t* in_vain) noexcept nogil:
    """The same; `follow` are places."""
    cdef uint64_t legal = at.held & follow, places, place
    places = PLACES[legal if legal else at.held]
    place = places >> 4 * rng_below_if(&at.coin, places >> 56, in_vain) & 15
    at.held ^= <uint64_t>1 << place
    return at.card[place]


# What changes card by card is kept in registers, and what was played is not written down: nobody
# asks for it once the hand is over. Nor for the coins: another hand has others.

cdef uint64_t fast_path_by_words(const OhHellRules* r, OhHellState* s,
                                 chair_t* chairs) noexcept nogil:
    """All tricks, of which the last is no choice; returns how many words were drawn in vain."""
    cdef trick_t t = s.trick
    cdef chair_t* at = &chairs[s.first_leader]      # OH-17
    cdef uint64_t in_vain = 0
    cdef int32_t _trick, _i
    for _trick in range(s.cards - 1):
        lead_with(&t, at.seat, from_word(at, at.held, &in_vain))
        for _i in range(s.n_playing - 1):
            at = at.next
            beat(&t, at.seat, from_word(at, t.follow, &in_vain))
        at = &chairs[winner(&t)]        # OH-23
        s.tricks[winner(&t)] += 1
    lead_with(&t, at.seat, at.held)
    for _i in range(s.n_playing - 1):
        at = at.next
        beat(&t, at.seat, at.held)
    s.tricks[winner(&t)] += 1
    return in_vain


cdef uint64_t fast_path_by_rows(const OhHellRules* r, OhHellState* s,
                                chair_t* chairs) noexcept nogil:
    """All tricks, as `fast_path_by_words` plays them."""
    cdef trick_t t = s.trick
    cdef chair_t* at = &chairs[s.first_leader]
    cdef uint64_t in_vain = 0
    cdef uint64_t card
    cdef int64_t suit
    cdef int32_t _trick, _i
    for _i in range(s.n_playing):
        sort_hand(r, s.held, at)
        at = at.next
    for _trick in range(s.cards - 1):
        card = from_row(at, at.held, &in_vain)
        lead_with(&t, at.seat, card)
        suit = ctz(card) >> SUIT_SHIFT
        for _i in range(s.n_playing - 1):
            at = at.next
            beat(&t, at.seat, from_row(at, at.of_suit[suit], &in_vain))
        at = &chairs[winner(&t)]
        s.tricks[winner(&t)] += 1
    lead_with(&t, at.seat, at.card[ctz(at.held)])
    for _i in range(s.n_playing - 1):
        at = at.next
        beat(&t, at.seat, at.card[ctz(at.held)])
    s.tricks[winner(&t)] += 1
    return in_vain


cdef inline uint64_t sit_down(const OhHellRules* r, OhHellState* s, const seat_t* seats,
                              chair_t* chairs) noexcept nogil:
    """With a bid, of which there are always two or more; returns the sum of the coins' counters."""
    cdef uint32_t n = <uint32_t>most_bid(r, s) + 1
    cdef uint64_t counted = 0
    cdef int64_t seat = s.head.seat
    cdef chair_t* at
    cdef int32_t _i
    for _i in range(s.n_playing):
        at = &chairs[seat]
        at.coin, at.held, at.seat = seats[seat].rng, s.hand[seat], seat
        s.bid[seat] = <int8_t>rng_below(&at.coin, n)
        counted += at.coin.counter
        seat = s.next[seat]
        at.next = &chairs[seat]
    return counted


cdef inline uint64_t counted_now(const OhHellState* s, const chair_t* chairs) noexcept nogil:
    cdef const chair_t* at = &chairs[s.first_leader]
    cdef uint64_t counted = 0
    cdef int32_t _i
    for _i in range(s.n_playing):
        counted += at.coin.counter
        at = at.next
    return counted


cdef bint fast_path(const table_t* table, void* state, seat_t* seats, turns_t* done) noexcept nogil:
    """A whole hand, unless `hook` makes the last bid a special one."""
    cdef const OhHellRules* r = rules_of(table)
    cdef OhHellState* s = <OhHellState*>state
    cdef chair_t chairs[MAX_SEATS]
    cdef uint64_t before, in_vain
    if s.phase != PHASE_BID or s.to_bid != s.n_playing or r.rule.hook:
        return False
    before = sit_down(r, s, seats, chairs)
    in_vain = (fast_path_by_words if use_bmi2 else fast_path_by_rows)(r, s, chairs)
    done.turns += s.n_playing + <int32_t>s.n_cards
    # A card is a choice if a word was drawn for it.
    done.decisions += s.n_playing + <int32_t>(counted_now(s, chairs) - before - in_vain)
    s.held = 0
    s.trick.n_played = s.n_cards
    memset(s.hand, 0, sizeof(s.hand))
    end_hand(table, s)
    return True


fill_places()
