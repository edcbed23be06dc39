"""Oh Hell: who takes part, the deal, and the bids that may be made."""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport MAX_SEATS, find_script, move_t, script_t, table_t
from analyzer._core.games.oh_hell cimport (
    ACE, EACH_SUIT, N_CARDS, ONE_SUIT, PHASE_BID, PURPOSE_DEAL, SUIT_SHIFT, OhHellRules,
    OhHellState, card_bit, most_bid, rules_of, set_trump,
)
from analyzer._core.rng cimport mul128, rng_below, rng_next, rng_stream, rng_t


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
    """OH-5: only the cards that anybody will see are drawn, a whole hand at a time, in the order of
    the seats: what a seat gets does not depend on who deals."""
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


cdef void count_dealt_again(const OhHellRules* r, OhHellState* s) noexcept nogil:
    """In the middle of a hand: a seat was dealt what it holds and what it has played."""
    cdef uint64_t hand[MAX_SEATS]
    cdef int32_t i, seat = 0
    memcpy(hand, s.hand, sizeof(hand))
    for i in range(<int32_t>s.trick.n_played):
        seat = s.leader[i] if i % s.n_playing == 0 else s.next[seat]
        hand[seat] |= card_bit(s.played[i])
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


cdef inline void ask_bids(const OhHellRules* r, OhHellState* s) noexcept nogil:
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
