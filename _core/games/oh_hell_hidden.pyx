"""Oh Hell: states as dicts of numbers, what everybody can deduce, and redealing what a seat cannot
see."""
cimport cython
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from analyzer._core.bits cimport ctz, places_of, word_of
from analyzer._core.contract cimport MAX_SEATS, NO_MOVE, move_t, refuse_unless, table_t
from analyzer._core.games.oh_hell cimport (
    ALL_CARDS, MOST_BID, MOST_CARDS, MOVE_BID, N_CARDS, N_RANKS, PHASE_BID, PHASE_OVER, PHASE_PLAY,
    SUIT_SHIFT, OhHellRules, OhHellState, begin_tricks, bids_hidden, card_bit, lay_card, most_bid,
    offer, rules_of, set_trump, suit_cards,
)
from analyzer._core.games.oh_hell_hand cimport ask_bids, count_dealt_again, set_playing
from analyzer._core.rng cimport rng_below, rng_deal, rng_t

cdef enum:
    SHUFFLES = 8                # tries before a deal is mended card by card
    MENDING = 2000              # exchanges per card before that is given up
    MIXING = 30                 # ... once it is mended; a shuffle by exchanges of 50 cards needs 4


ctypedef struct hidden_t:       # the cards that a seat cannot see, place by place
    uint8_t card[N_CARDS]
    uint64_t allowed[N_CARDS]   # what may lie in that place
    int32_t n


# --- states as dicts ----------------------------------------------------------------------------

cdef list laid_tricks(const OhHellState* s):
    """Every trick begun: its leader, and its cards in order."""
    cdef int64_t m = s.n_playing, at = 0
    tricks = []
    while at < s.trick.n_played:
        cards = [s.played[i] for i in range(at, min(at + m, s.trick.n_played))]
        tricks.append([s.leader[at], cards])
        at += m
    return tricks


cdef dict describe_last(const OhHellState* s, int n):
    seats = range(n)
    return {
        "hand_no": s.last_hand_no, "cards": s.last_cards, "dealer": s.last_dealer,
        "turned": s.last_turned, "playing": places_of(s.last_playing),
        "bids": [s.last_bid[i] for i in seats], "tricks": [s.last_tricks[i] for i in seats],
        "points": [s.last_points[i] for i in seats], "pants": places_of(s.last_pants),
    }


cdef dict describe_state(const table_t* table, const OhHellState* s):
    cdef const OhHellRules* r = rules_of(table)
    cdef int n = table.n_seats
    seats = range(n)
    return {
        "seat": s.head.seat, "phase": s.phase, "hand_no": s.hand_no, "dealer": s.dealer,
        "playing": places_of(s.playing), "cards": s.cards,
        "hands": [places_of(s.hand[i]) for i in seats],
        "turned": s.turned, "turned_known": turned_known(r, s), "trump_known": trump_known(r, s),
        "bids": [s.bid[i] for i in seats], "bids_hidden": bids_hidden(r, s),
        "tricks": [s.tricks[i] for i in seats], "laid": laid_tricks(s),
        "points": [s.points[i] for i in seats], "pants_used": places_of(s.pants_used),
        "winners": places_of(s.winners), "end_reason": s.end_reason, "last": describe_last(s, n),
    }


@cython.boundscheck(True)     # of lists that others have made
cdef int restore_last(OhHellState* s, dict last, int n) except -1:
    cdef int seat
    s.last_hand_no, s.last_cards, s.last_dealer = last["hand_no"], last["cards"], last["dealer"]
    s.last_turned = last["turned"]
    s.last_playing, s.last_pants = word_of(last["playing"]), word_of(last["pants"])
    for seat in range(n):
        s.last_bid[seat], s.last_tricks[seat] = last["bids"][seat], last["tricks"][seat]
        s.last_points[seat] = last["points"][seat]
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_raw(const table_t* table, dict raw) except -1:
    """Refuse what would lead outside the arrays; whether it makes sense is for others to say."""
    cdef int n = table.n_seats
    laid = [cards for _, cards in raw["laid"]]
    cards = [raw["turned"], *sum(raw["hands"] + laid, [])]
    refuse_unless(all(0 <= card < 64 and card % 16 < N_RANKS for card in cards), "a card")
    refuse_unless(len(set(cards)) == len(cards), "a card in two places")
    refuse_unless(0 < raw["cards"] <= MOST_CARDS and 0 <= raw["hand_no"] < 1 << 30, "the hand")
    playing = raw["playing"]
    refuse_unless(len(set(playing)) > 1 and all(0 <= seat < n for seat in playing), "playing")
    refuse_unless(0 <= raw["seat"] < n and raw["dealer"] in playing, "the seat")
    refuse_unless(sum(map(len, laid)) <= len(playing) * raw["cards"], "so many cards laid")
    refuse_unless(all(-1 <= bid <= MOST_BID for bid in raw["bids"]), "a bid")
    open_bids = [seat for seat in playing if raw["bids"][seat] < 0]
    if open_bids:               # those who are still to bid come one after the other
        refuse_unless(raw["seat"] in playing, "the seat")
        order = sorted(set(playing))
        first = order.index(raw["seat"])
        order = order[first:] + order[:first]
        refuse_unless(set(order[:len(set(open_bids))]) == set(open_bids), "a bid")
    sizes = {len(hand) for seat, hand in enumerate(raw["hands"]) if seat in playing}
    refuse_unless(max(sizes) - min(sizes) <= 1 and max(sizes) <= raw["cards"], "the hands")
    refuse_unless(PHASE_BID <= raw["phase"] <= PHASE_OVER, "the phase")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int restore_state(const table_t* table, OhHellState* s, dict raw) except -1:
    """The inverse of describe_state. The cards played are played again, so that whatever follows
    from them is found as in a game."""
    cdef const OhHellRules* r = rules_of(table)
    cdef int32_t seat, n_bids = 0
    check_raw(table, raw)
    set_playing(s, word_of(raw["playing"]), table.n_seats)
    memset(s.bid, -1, sizeof(s.bid))
    for seat in range(table.n_seats):
        s.hand[seat] = word_of(raw["hands"][seat])
        s.bid[seat] = raw["bids"][seat]
        s.points[seat] = raw["points"][seat]
        n_bids += s.bid[seat] >= 0 and seat in raw["playing"]
    s.hand_no, s.dealer, s.cards = raw["hand_no"], raw["dealer"], raw["cards"]
    s.head.stage = s.hand_no + (raw["phase"] == PHASE_OVER)
    s.n_cards = s.cards * s.n_playing
    s.held = s.cards
    s.turned = raw["turned"]
    set_trump(s)
    s.pants_used = word_of(raw["pants_used"])
    restore_last(s, raw["last"], table.n_seats)
    s.first_leader = s.next[s.dealer] if r.rule.leader else <uint8_t>s.dealer
    count_dealt_again(r, s)
    if n_bids < s.n_playing:
        s.phase = PHASE_BID
        s.to_bid = s.n_playing - n_bids
        s.head.seat = raw["seat"]
        return 0
    begin_tricks(s)
    for _, cards in raw["laid"]:
        for card in cards:
            s.hand[s.head.seat] |= card_bit(card)
            lay_card(r, s, card)
    offer(s, s.head.seat)       # the replay saw hands without the cards still to be replayed
    count_dealt_again(r, s)
    if raw["phase"] == PHASE_OVER:
        s.phase, s.legal = PHASE_OVER, 0
        s.winners, s.end_reason = word_of(raw["winners"]), raw["end_reason"]
        s.head.seat = raw["seat"]
    return 0


# --- what everybody can deduce ------------------------------------------------------------------

cdef bint trump_known(const OhHellRules* r, const OhHellState* s) noexcept nogil:
    """OH-15, OH-A12."""
    return not (r.rule.bid_before_turnup and s.phase == PHASE_BID)


cdef bint turned_known(const OhHellRules* r, const OhHellState* s) noexcept nogil:
    """OH-A13: the card itself, not its suit alone."""
    return r.rule.turnup_visible and trump_known(r, s)


cdef uint64_t possible_suits(const OhHellState* s, uint64_t* allowed) noexcept nogil:
    """By seat, the cards of the suits it may still hold: it once did not follow the others.
    Returns the cards that were played."""
    cdef int32_t i, place = 0, seat = 0
    cdef uint64_t led = 0, card, played = 0
    for i in range(MAX_SEATS):
        allowed[i] = ALL_CARDS
    for i in range(<int32_t>s.trick.n_played):
        card = card_bit(s.played[i])
        played |= card
        if place == 0:
            seat = s.leader[i]
            led = suit_cards(s.played[i] >> SUIT_SHIFT)
        elif not led & card:
            allowed[seat] &= ~led
        seat = s.next[seat]
        place += 1
        if place == s.n_playing:
            place = 0
    return played


# --- what a seat cannot see ---------------------------------------------------------------------

cdef inline void add_place(hidden_t* hidden, uint64_t allowed) noexcept nogil:
    hidden.allowed[hidden.n] = allowed
    hidden.n += 1


cdef void gather(const OhHellRules* r, const OhHellState* s, int32_t seat,
                 hidden_t* hidden) noexcept nogil:
    """OH-9: places for the other hands in the order of the seats, the turned card if it is not
    shown, and the rest of the stock; and, in order, the cards that lie in them."""
    cdef uint64_t allowed[MAX_SEATS]
    cdef uint64_t rest, unseen = ALL_CARDS & ~possible_suits(s, allowed) & ~s.hand[seat]
    cdef int32_t other, n = 0
    if turned_known(r, s):
        unseen &= ~card_bit(s.turned)
    hidden.n = 0
    for other in range(MAX_SEATS):
        rest = s.hand[other] if other != seat else 0
        while rest:
            add_place(hidden, allowed[other])
            rest &= rest - 1
    if not turned_known(r, s):
        add_place(hidden, suit_cards(s.trump) if trump_known(r, s) else ALL_CARDS)
    while unseen:
        hidden.card[n] = <uint8_t>ctz(unseen)
        unseen &= unseen - 1
        n += 1
    while hidden.n < n:
        add_place(hidden, ALL_CARDS)


cdef inline bint wrong_at(const hidden_t* hidden, int32_t place) noexcept nogil:
    return not hidden.allowed[place] & card_bit(hidden.card[place])


cdef int32_t all_wrong(const hidden_t* hidden) noexcept nogil:
    """How many cards lie where they cannot."""
    cdef int32_t place, wrong = 0
    for place in range(hidden.n):
        wrong += wrong_at(hidden, place)
    return wrong


cdef inline int32_t exchange(hidden_t* hidden, rng_t* rng, int32_t wrong) noexcept nogil:
    """Two cards change places, unless that makes a deal worse; returns how many are wrong."""
    cdef int32_t a = <int32_t>rng_below(rng, <uint32_t>hidden.n)
    cdef int32_t b = <int32_t>rng_below(rng, <uint32_t>hidden.n)
    cdef int32_t change = -wrong_at(hidden, a) - wrong_at(hidden, b)
    cdef uint8_t card = hidden.card[a]
    hidden.card[a] = hidden.card[b]
    hidden.card[b] = card
    change += wrong_at(hidden, a) + wrong_at(hidden, b)
    if a == b or change <= 0:
        return wrong + change * (a != b)
    hidden.card[b] = hidden.card[a]
    hidden.card[a] = card
    return wrong


cdef bint mix(hidden_t* hidden, rng_t* rng) noexcept nogil:
    """Any deal that the allowed places permit, each as likely as the others: a shuffle that happens
    to fit, or, where none does, one that exchanges mend and then mix. False: none can be had."""
    cdef int32_t wrong = 0, _i
    for _i in range(SHUFFLES):
        rng_deal(rng, hidden.card, hidden.n, hidden.n)
        wrong = all_wrong(hidden)
        if wrong == 0:
            return True
    for _i in range(MENDING * hidden.n):
        wrong = exchange(hidden, rng, wrong)
        if wrong == 0:
            break
    for _i in range(MIXING * hidden.n if wrong == 0 else 0):
        exchange(hidden, rng, 0)
    return wrong == 0


cdef void give_back(const OhHellRules* r, OhHellState* s, int32_t seat,
                    const hidden_t* hidden) noexcept nogil:
    cdef int32_t other, at = 0
    cdef uint64_t old, hand
    for other in range(MAX_SEATS):
        if other == seat:
            continue
        old = s.hand[other]
        hand = 0
        while old:
            hand |= card_bit(hidden.card[at])
            at += 1
            old &= old - 1
        s.hand[other] = hand
    if not turned_known(r, s):
        s.turned = hidden.card[at]
        set_trump(s)
    count_dealt_again(r, s)
    if s.phase == PHASE_PLAY:
        offer(s, s.head.seat)


cdef void redeal_bids(const OhHellRules* r, OhHellState* s, int32_t seat,
                      rng_t* rng) noexcept nogil:
    """OH-13: bids that lie hidden may be anything legal."""
    cdef int32_t other
    for other in range(MAX_SEATS):
        if other != seat and s.playing >> other & 1 and s.bid[other] >= 0:
            s.bid[other] = <int8_t>rng_below(rng, <uint32_t>(most_bid(r, s) + 1))


cdef bint redeal_hidden(const table_t* table, void* state, int32_t seat,
                        rng_t* rng) noexcept nogil:
    """Counts, shown voids, the cards seen and what is known of the turned card are respected."""
    cdef const OhHellRules* r = rules_of(table)
    cdef OhHellState* s = <OhHellState*>state
    cdef hidden_t hidden
    if s.phase == PHASE_OVER:
        return True
    gather(r, s, seat, &hidden)
    if not mix(&hidden, rng):
        return False
    give_back(r, s, seat, &hidden)
    if bids_hidden(r, s):
        redeal_bids(r, s, seat, rng)
    return True


cdef void ask_hidden(const table_t* table, void* state, int32_t seat) noexcept nogil:
    """OH-11, OH-13: bids that lie hidden are made anew, clockwise after the one of `seat`."""
    cdef OhHellState* s = <OhHellState*>state
    if bids_hidden(rules_of(table), s):
        memset(s.bid, -1, sizeof(s.bid))
        s.to_bid = s.n_playing


# --- what was done in this hand -----------------------------------------------------------------

cdef void take_back(const OhHellRules* r, OhHellState* s) noexcept nogil:
    """The hand as it was dealt: every card is with who played it, and nobody has bid."""
    cdef int32_t i, seat = 0
    for i in range(<int32_t>s.trick.n_played):
        seat = s.leader[i] if i % s.n_playing == 0 else s.next[seat]
        s.hand[seat] |= card_bit(s.played[i])
    s.trick.n_played = s.trick_end = 0
    s.held = s.cards
    memset(s.bid, -1, sizeof(s.bid))
    memset(s.tricks, 0, sizeof(s.tricks))
    ask_bids(r, s)


cdef move_t retell(const table_t* table, const void* state, int32_t number,
                   void* again) noexcept nogil:
    """OH-11, OH-37: the bids that lie open, as they were asked for; then the cards."""
    cdef const OhHellRules* r = rules_of(table)
    cdef const OhHellState* s = <const OhHellState*>state
    cdef OhHellState* told = <OhHellState*>again
    cdef move_t made = NO_MOVE
    if s.phase == PHASE_OVER or bids_hidden(r, s):
        return made
    if number == 0:
        told[0] = s[0]
        take_back(r, told)
    if number < s.n_playing - s.to_bid:
        if s.bid[told.head.seat] >= 0:      # a described state may have bids in another order
            made = MOVE_BID + s.bid[told.head.seat]
    elif s.to_bid == 0 and number < s.n_playing + s.trick.n_played:
        made = s.played[number - s.n_playing]
    return made
