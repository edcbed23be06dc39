"""Oh Hell: states as dicts of numbers, what everybody can deduce, and redealing what a seat cannot
see."""
cimport cython
from libc.stdint cimport int32_t, int64_t, int8_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memcpy, memset

from analyzer._core.bits cimport ctz, places_of, popcount, word_of
from analyzer._core.contract cimport MAX_SEATS, NO_MOVE, move_t, refuse_unless, table_t
from analyzer._core.fields cimport need_number
from analyzer._core.games.oh_hell.play cimport ask_bids, count_dealt_again, set_playing, take_up
from analyzer._core.games.oh_hell.state cimport (
    ALL_CARDS, ALL_OF_SUIT, MOST_BID, MOST_CARDS, MOVE_BID, N_CARDS, N_RANKS, PHASE_BID, PHASE_OVER,
    PHASE_PLAY, SUIT_SHIFT, OhHellRules, OhHellState, begin_tricks, bids_hidden, card_bit, lay_card,
    make_bid, most_bid, offer, rules_of, set_trump, suit_cards,
)
from analyzer._core.rng cimport rng_below, rng_deal, rng_t, rng_unit


cdef enum:
    DRAWS = 40                  # before a deal is mended card by card
    MENDING = 2000              # exchanges per card before that is given up
    MIXING = 30                 # ... once it is mended; a shuffle by exchanges of 50 cards needs 4
    TURNED = MAX_SEATS          # in place of a seat: the turned card


ctypedef struct lot_t:          # cards that a seat cannot see and that belong together
    int32_t seat
    uint64_t allowed            # what may be among them
    int32_t size                # how many cards that are, at first
    int32_t most                # ... and can be when the lots before have been drawn
    int32_t n                   # cards in it
    uint64_t cards


ctypedef struct lots_t:
    uint64_t unseen             # cards to be dealt, with those that stay in the stock
    int32_t size                # how many they are
    int32_t n
    lot_t lot[MAX_SEATS + 1]


ctypedef struct places_t:       # the same cards, place by place
    int32_t n
    uint8_t card[N_CARDS]
    uint64_t allowed[N_CARDS]


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


cdef list laid_by(const OhHellState* s):
    """The seats of these cards."""
    cdef int seat
    tricks = []
    for seat, cards in laid_tricks(s):
        tricks.append([])
        for _ in cards:
            tricks[len(tricks) - 1].append(seat)
            seat = s.next[seat]
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
    cdef uint64_t allowed[MAX_SEATS]
    cdef int n = table.n_seats
    seats = range(n)
    possible_suits(s, allowed)
    return {
        "seat": s.head.seat, "phase": s.phase, "hand_no": s.hand_no, "dealer": s.dealer,
        "playing": places_of(s.playing), "cards": s.cards,
        "hands": [places_of(s.hand[i]) for i in seats],
        "turned": s.turned, "turned_known": turned_known(r, s), "trump_known": trump_known(r, s),
        "bids": [s.bid[i] for i in seats], "bids_hidden": bids_hidden(r, s),
        "tricks": [s.tricks[i] for i in seats], "laid": laid_tricks(s),
        "laid_by": laid_by(s),
        "voids": [[suit for suit in range(4) if not allowed[i] & suit_cards(suit)] for i in seats],
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
    refuse_unless(PHASE_BID <= raw["phase"] <= PHASE_OVER, "the phase")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int check_hand(const OhHellRules* r, int n_seats, dict raw) except -1:
    """Which hand of the schedule it is, and who takes part in it."""
    cdef int hand_no, playing = len(raw["playing"])
    need_number("hand_no", raw["hand_no"], 0, (1 << 30) - 1)
    hand_no = raw["hand_no"]
    cards = r.tie_cards if hand_no >= r.n_hands else r.cards[hand_no]
    if raw["cards"] != cards:
        raise ValueError(
            f"hand {hand_no + 1} has {cards} cards each, and {raw['cards']} are there")
    if playing < n_seats and not (hand_no >= r.n_hands and r.rule.tie_players):
        raise ValueError("all seats take part but in extra hands with tie_players=tied_only")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef dict with_decision(const OhHellRules* r, dict raw):
    """Who decides what, in a state that does not say it: bids are made clockwise from the first
    bidder."""
    if "seat" in raw:
        return raw
    playing = sorted(raw["playing"])
    if raw["dealer"] not in playing:
        raise ValueError(f"seat {raw['dealer'] + 1} deals, and takes no part")
    first = playing.index(raw["dealer"]) + (r.rule.bid_mode and not r.rule.bid_order)
    order = [playing[(first + i) % len(playing)] for i in range(len(playing))]
    made = [seat for seat, bid in enumerate(raw["bids"]) if bid >= 0]
    if set(made) != set(order[:len(made)]):
        told = ", ".join([str(seat + 1) for seat in order])
        raise ValueError(f"bids are made in the order of seats {told}")
    bidding = len(made) < len(order)
    if r.rule.hook and not bidding and sum([raw["bids"][seat] for seat in made]) == raw["cards"]:
        raise ValueError("with hook the bids may not add up to the cards")
    if raw["laid"] and bidding:
        raise ValueError("cards are played before all bids are made")
    done = not any(raw["hands"])
    if done != bool(raw["winners"]):
        raise ValueError("all cards are played, so winners must be named" if done
                         else "there are winners, and cards still to be played")
    phase = PHASE_OVER if done else PHASE_BID if bidding else PHASE_PLAY
    seat = order[len(made)] if bidding else raw.get("turn", raw["dealer"])
    return raw | {"phase": phase, "seat": seat}


@cython.boundscheck(True)     # of lists that others have made
cdef int check_tricks(dict raw) except -1:
    cdef int n = len(raw["playing"])
    for number, (_, trick) in enumerate(raw["laid"], start=1):
        if len(trick) > n or number < len(raw["laid"]) and len(trick) < n:
            raise ValueError(f"trick {number} has {len(trick)} cards for {n} seats")
        if not trick:
            raise ValueError(f"trick {number} has no card; leave it out")
    return 0


cdef str card_text(int code):
    return "23456789TJQKA"[code % 16] + "CDHS"[code // 16]


@cython.boundscheck(True)     # of lists that others have made
cdef int check_play(dict raw, list laid) except -1:
    """OH-A16: everybody was dealt the same number of cards, and nobody revoked. `laid` has the suit
    led and the card, by seat; a hand of `unnamed` seats is yet to be dealt."""
    for seat, (hand, cards) in enumerate(zip(raw["hands"], laid, strict=True)):
        dealt = raw["cards"] if seat in raw["playing"] else 0
        if len(hand) + len(cards) != dealt:
            raise ValueError(
                f"seat {seat + 1} holds {len(hand)} cards and has played {len(cards)}, of {dealt}")
        for place, (led, code) in enumerate(cards):
            later = [card for _, card in cards[place + 1:]]
            later += [] if seat in raw.get("unnamed", ()) else hand
            if code // 16 != led and led in [card // 16 for card in later]:
                suit = ("clubs", "diamonds", "hearts", "spades")[led]
                raise ValueError(
                    f"seat {seat + 1} laid {card_text(code)} and held {suit}, which were led")
    return 0


@cython.boundscheck(True)     # of lists that others have made
cdef int restore_state(const table_t* table, OhHellState* s, dict raw) except -1:
    """The inverse of describe_state. The cards played are played again, so that whatever follows
    from them is found as in a game."""
    cdef const OhHellRules* r = rules_of(table)
    cdef int32_t seat, n_bids = 0
    check_hand(r, table.n_seats, raw)
    raw = with_decision(r, raw)
    check_raw(table, raw)
    check_tricks(raw)
    laid = [[] for _ in raw["hands"]]
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
        return check_play(raw, laid)
    begin_tricks(s)
    for _, cards in raw["laid"]:
        for card in cards:
            laid[s.head.seat].append((cards[0] // 16, card))
            s.hand[s.head.seat] |= card_bit(card)
            lay_card(r, s, card)
    check_play(raw, laid)
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

cdef inline void add_lot(lots_t* lots, int32_t seat, uint64_t allowed, int32_t n) noexcept nogil:
    """Lots that may have the fewest cards come first, because they leave the most choice to the
    others."""
    cdef int32_t at = lots.n, size = popcount(allowed & lots.unseen)
    while at and lots.lot[at - 1].size > size:
        lots.lot[at] = lots.lot[at - 1]
        at -= 1
    lots.lot[at].seat, lots.lot[at].allowed = seat, allowed
    lots.lot[at].n, lots.lot[at].size = n, size
    lots.n += 1


cdef void gather(const OhHellRules* r, const OhHellState* s, int32_t seat, uint32_t kept,
                 lots_t* lots) noexcept nogil:
    """OH-9: the other hands, unless they are kept, and the turned card if it is not shown."""
    cdef uint64_t allowed[MAX_SEATS]
    cdef int32_t other
    kept |= <uint32_t>1 << seat
    lots.n = 0
    lots.unseen = ALL_CARDS & ~possible_suits(s, allowed)
    if turned_known(r, s):
        lots.unseen &= ~card_bit(s.turned)
    for other in range(MAX_SEATS):
        if kept >> other & 1:
            lots.unseen &= ~s.hand[other]
    lots.size = popcount(lots.unseen)
    for other in range(MAX_SEATS):
        if not kept >> other & 1 and s.hand[other]:
            add_lot(lots, other, allowed[other], popcount(s.hand[other]))
    if not turned_known(r, s):
        add_lot(lots, TURNED, suit_cards(s.trump) if trump_known(r, s) else ALL_CARDS, 1)


cdef inline int32_t most_left(const lots_t* lots, int32_t at) noexcept nogil:
    """How many cards there can be for a lot when those before it have been drawn."""
    cdef const lot_t* lot = &lots.lot[at]
    cdef const lot_t* other
    cdef int32_t most = lot.size, i, elsewhere
    for i in range(at):
        other = &lots.lot[i]
        elsewhere = popcount(other.allowed & ~lot.allowed & lots.unseen)
        if other.n > elsewhere:
            most -= other.n - elsewhere
    return most


cdef inline int32_t list_cards(uint64_t cards, uint8_t* card) noexcept nogil:
    cdef int32_t n = 0
    while cards:
        card[n] = <uint8_t>ctz(cards)
        cards &= cards - 1
        n += 1
    return n


cdef inline uint64_t some_of(const uint8_t* card, int32_t n) noexcept nogil:
    cdef uint64_t cards = 0
    cdef int32_t i
    for i in range(n):
        cards |= card_bit(card[i])
    return cards


cdef inline void draw_any(lots_t* lots, int32_t at, uint64_t pool, rng_t* rng) noexcept nogil:
    """The lots from this one on may have any card that is left."""
    cdef uint8_t card[N_CARDS]
    cdef int32_t size = list_cards(pool, card), n = 0, i
    for i in range(at, lots.n):
        n += lots.lot[i].n
    rng_deal(rng, card, n, size)
    n = 0
    for i in range(at, lots.n):
        lots.lot[i].cards = some_of(&card[n], lots.lot[i].n)
        n += lots.lot[i].n


cdef double draw_lots(lots_t* lots, rng_t* rng) noexcept nogil:
    """One lot after the other, each from the cards left that it may have. The fewer ways there were
    to draw each lot, the more often a deal comes out. Returns the chance with which it should be
    taken, so that all deals are equally likely; 0: a lot found too few cards."""
    cdef uint8_t card[N_CARDS]
    cdef uint64_t pool = lots.unseen
    cdef double chance = 1.0
    cdef int32_t i, j, size
    cdef lot_t* lot
    for i in range(lots.n):
        lot = &lots.lot[i]
        if lot.size == lots.size:       # and so for all lots behind it
            draw_any(lots, i, pool, rng)
            break
        size = list_cards(pool & lot.allowed, card)
        if size < lot.n:
            return 0.0
        for j in range(lot.n if size < lot.most else 0):
            chance = chance * (size - j) / (lot.most - j)
        rng_deal(rng, card, lot.n, size)
        lot.cards = some_of(card, lot.n)
        pool &= ~lot.cards
    return chance


cdef inline bint wrong_at(const places_t* places, int32_t place) noexcept nogil:
    return not places.allowed[place] & card_bit(places.card[place])


cdef int32_t lay_out(const lots_t* lots, places_t* places) noexcept nogil:
    """All cards in order: the lots, then the stock. Returns how many lie where they cannot."""
    cdef int32_t i, place = 0, wrong = 0, _i
    places.n = list_cards(lots.unseen, places.card)
    for i in range(lots.n):
        for _i in range(lots.lot[i].n):
            places.allowed[place] = lots.lot[i].allowed
            wrong += wrong_at(places, place)
            place += 1
    while place < places.n:
        places.allowed[place] = ALL_CARDS
        place += 1
    return wrong


cdef inline int32_t exchange(places_t* places, rng_t* rng, int32_t wrong) noexcept nogil:
    """Two cards change places, unless that makes a deal worse; returns how many are wrong."""
    cdef int32_t a = <int32_t>rng_below(rng, <uint32_t>places.n)
    cdef int32_t b = <int32_t>rng_below(rng, <uint32_t>places.n)
    cdef int32_t change = -wrong_at(places, a) - wrong_at(places, b)
    cdef uint8_t card = places.card[a]
    places.card[a] = places.card[b]
    places.card[b] = card
    change += wrong_at(places, a) + wrong_at(places, b)
    if a == b or change <= 0:
        return wrong + change * (a != b)
    places.card[b] = places.card[a]
    places.card[a] = card
    return wrong


cdef bint mend(lots_t* lots, rng_t* rng) noexcept nogil:
    """A deal by exchanges: first until it is allowed, then to mix it. False: none was found."""
    cdef places_t places
    cdef int32_t wrong = lay_out(lots, &places), i, place = 0, _i
    for _i in range(MENDING * places.n):
        if wrong == 0:
            break
        wrong = exchange(&places, rng, wrong)
    if wrong:
        return False
    for _i in range(MIXING * places.n):
        exchange(&places, rng, 0)
    for i in range(lots.n):
        lots.lot[i].cards = some_of(&places.card[place], lots.lot[i].n)
        place += lots.lot[i].n
    return True


cdef bint deal_lots(lots_t* lots, rng_t* rng) noexcept nogil:
    """Any deal that is allowed, each as likely as the others. False: none was found."""
    cdef double chance
    cdef int32_t i, _i
    for i in range(lots.n):
        if lots.lot[i].size < lots.size:
            lots.lot[i].most = most_left(lots, i)
    for _i in range(DRAWS):
        chance = draw_lots(lots, rng)
        if chance == 1.0 or chance > rng_unit(rng):
            return True
    return mend(lots, rng)


cdef void give_back(const OhHellRules* r, OhHellState* s, const lots_t* lots) noexcept nogil:
    cdef int32_t i
    for i in range(lots.n):
        if lots.lot[i].seat == TURNED:
            s.turned = <uint8_t>ctz(lots.lot[i].cards)
            set_trump(s)
        else:
            s.hand[lots.lot[i].seat] = lots.lot[i].cards
    count_dealt_again(r, s)
    if s.phase == PHASE_PLAY:
        offer(s, s.head.seat)


cdef void redeal_bids(const OhHellRules* r, OhHellState* s, int32_t seat,
                      rng_t* rng) noexcept nogil:
    """OH-13: hidden bids may be anything legal."""
    cdef int32_t other
    for other in range(MAX_SEATS):
        if other != seat and s.playing >> other & 1 and s.bid[other] >= 0:
            s.bid[other] = <int8_t>rng_below(rng, <uint32_t>(most_bid(r, s) + 1))


cdef bint redeal_rest(const table_t* table, void* state, int32_t seat, uint32_t kept,
                      rng_t* rng) noexcept nogil:
    """Counts, shown voids, the cards seen and what is known of the turned card are respected."""
    cdef const OhHellRules* r = rules_of(table)
    cdef OhHellState* s = <OhHellState*>state
    cdef lots_t lots
    if s.phase == PHASE_OVER:
        return True
    gather(r, s, seat, kept, &lots)
    if not deal_lots(&lots, rng):
        return False
    give_back(r, s, &lots)
    if bids_hidden(r, s):
        redeal_bids(r, s, seat, rng)
    if not r.rule.turnup_visible:       # OH-A13: of the hand before, too
        s.last_turned &= ALL_OF_SUIT
    return True


cdef bint redeal_hidden(const table_t* table, void* state, int32_t seat,
                        rng_t* rng) noexcept nogil:
    return redeal_rest(table, state, seat, 0, rng)


cdef void ask_hidden(const table_t* table, void* state, int32_t seat) noexcept nogil:
    """OH-11, OH-13: hidden bids are made again, clockwise after the one of `seat`."""
    cdef OhHellState* s = <OhHellState*>state
    if bids_hidden(rules_of(table), s):
        memset(s.bid, -1, sizeof(s.bid))
        s.to_bid = s.n_playing


# --- what was done in this hand -----------------------------------------------------------------

cdef void take_back(const OhHellRules* r, OhHellState* s) noexcept nogil:
    """The hand as it was dealt, and nobody has bid."""
    take_up(s, s.hand)
    s.trick.n_played = s.trick_end = 0
    s.held = s.cards
    memset(s.bid, -1, sizeof(s.bid))
    memset(s.tricks, 0, sizeof(s.tricks))
    ask_bids(r, s)


cdef move_t first_choice(const table_t* table, const void* state, int32_t seat,
                         void* again) noexcept nogil:
    """OH-11: its bid, once bids are shown. Seats that were asked before it have bid."""
    cdef const OhHellRules* r = rules_of(table)
    cdef const OhHellState* s = <const OhHellState*>state
    cdef OhHellState* then = <OhHellState*>again
    if s.phase == PHASE_OVER or bids_hidden(r, s) or s.bid[seat] < 0 or not s.playing >> seat & 1:
        return NO_MOVE
    memcpy(then, s, sizeof(OhHellState))
    take_back(r, then)
    while then.head.seat != seat:
        if s.bid[then.head.seat] < 0:       # a described state may have bids in another order
            return NO_MOVE
        make_bid(then, s.bid[then.head.seat])
    return MOVE_BID + s.bid[seat]
