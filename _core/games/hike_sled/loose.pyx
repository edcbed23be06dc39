"""Hike! (sleds): the module "Husky on the loose" (HS-62 to HS-68).

A loose card interrupts the reveal of a player. When all is done, `phase` is PHASE_REVEAL and
`head.seat` that player again: the reveal goes on exactly where it stopped (HS-63).
"""
from libc.stdint cimport int32_t, int8_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memset

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport MAX_SEATS, move_t, table_t
from analyzer._core.games.hike_sled.hidden cimport (
    best_known, blur_swap, byte_of, enter_hand, set_byte, set_received,
    show_in_hand, shows_no_husky,
)
from analyzer._core.games.hike_sled.set_up cimport shuffle
from analyzer._core.games.hike_sled.state cimport (
    ANYWHERE, HANDS, KIND, LOOSE_CRAZY, LOOSE_RUNAWAYS, LOOSE_SWAP, MOST_HUSKIES, MOVE_GIVE_HAND,
    MOVE_KEEP, NO_LOOSE, NO_SPOT, PHASE_GIVE, PHASE_LOSE, PHASE_RECEIVE, PHASE_REVEAL,
    PHASE_RUN_AWAY, PHASE_SWAP_WITH, PURPOSE_CRAZY, TALLY_LOOSE, YOUNGSTER, SledRules, SledState,
    all_spots, bit, fitting_anywhere, for_all, has, next_clockwise, one, popcount, put_on, rules_of,
    take_off,
)
from analyzer._core.rng cimport rng_stream, rng_t


cdef inline uint8_t preparing(const table_t* table, const SledState* s) noexcept nogil:
    """HS-64: those who have not declared."""
    return <uint8_t>(bit(table.n_seats) - 1) & ~s.declared


cdef inline bint in_sled(const SledRules* r, const SledState* s, int32_t seat) noexcept nogil:
    return s.free[seat] != all_spots(r)


cdef inline bint has_husky(const SledRules* r, const SledState* s, int32_t seat) noexcept nogil:
    return s.hand[seat] != 0 or in_sled(r, s, seat)


cdef void resume(SledState* s) noexcept nogil:
    """Nothing is left behind that somebody might read later."""
    s.loose_card = NO_LOOSE
    s.pending = s.taking_part = 0
    memset(s.pick_card, 0, MAX_SEATS)
    memset(s.pick_spot, 0, MAX_SEATS)
    memset(s.received, 0, MAX_SEATS)
    s.phase = PHASE_REVEAL
    s.head.seat = s.player


cdef void ask(const table_t* table, SledState* s, uint8_t phase, uint32_t seats) noexcept nogil:
    """Each of some seats (not none), clockwise from the revealer."""
    s.phase = phase
    s.pending = s.taking_part = <uint8_t>seats
    s.head.seat = next_clockwise(table, seats, s.player)


cdef bint ask_next(const table_t* table, SledState* s) noexcept nogil:
    """The seat to move has answered. False: it was the last."""
    s.pending &= <uint8_t>~bit(s.head.seat)
    if s.pending == 0:
        return False
    s.head.seat = next_clockwise(table, s.pending, s.player)
    return True


# --- what the four cards begin with -------------------------------------------------------------

cdef void begin_swap(const table_t* table, SledState* s) noexcept nogil:
    """HS-65: with no other preparing player nothing happens."""
    if preparing(table, s) & ~bit(s.player) & 255:
        s.phase = PHASE_SWAP_WITH
    else:
        resume(s)


cdef void begin_runaways(const table_t* table, SledState* s) noexcept nogil:
    """HS-66."""
    s.runaways = <uint8_t>min(2, popcount(s.centre))
    if s.runaways:
        s.phase = PHASE_RUN_AWAY
    else:
        resume(s)


cdef void begin_crazy(const table_t* table, SledState* s) noexcept nogil:
    """HS-67: who has a husky takes part; who does not has shown it."""
    cdef const SledRules* r = rules_of(table)
    cdef uint32_t seats = 0
    cdef int32_t seat
    for seat in range(table.n_seats):
        if not has(preparing(table, s), seat):
            continue
        if has_husky(r, s, seat):
            seats |= bit(seat)
        else:
            shows_no_husky(s, seat)
    if seats:
        ask(table, s, PHASE_GIVE, seats)
    else:
        resume(s)


cdef void begin_sled(const table_t* table, SledState* s) noexcept nogil:
    """HS-68."""
    cdef uint32_t seats = 0
    cdef int32_t seat
    for seat in range(table.n_seats):
        if has(preparing(table, s), seat) and in_sled(rules_of(table), s, seat):
            seats |= bit(seat)
    if seats:
        ask(table, s, PHASE_LOSE, seats)
    else:
        resume(s)


cdef void begin_loose(const table_t* table, SledState* s, int32_t card) noexcept nogil:
    """HS-63: carried out at once; it never lies in the centre."""
    s.loose_card = <uint8_t>card
    s.loose_met |= bit(card)
    s.game_counters[TALLY_LOOSE + card] += 1
    if card == LOOSE_SWAP:
        begin_swap(table, s)
    elif card == LOOSE_RUNAWAYS:
        begin_runaways(table, s)
    elif card == LOOSE_CRAZY:
        begin_crazy(table, s)
    else:
        begin_sled(table, s)


# --- picking ------------------------------------------------------------------------------------

cdef void choose_partner(const table_t* table, SledState* s, int32_t partner) noexcept nogil:
    """HS-65: if either has no husky, both have shown what they have, and nothing happens."""
    cdef const SledRules* r = rules_of(table)
    cdef uint32_t both = bit(s.player) | bit(partner)
    s.partner = <int8_t>partner
    if has_husky(r, s, s.player) and has_husky(r, s, partner):
        ask(table, s, PHASE_GIVE, both)
        return
    if not has_husky(r, s, s.player):
        shows_no_husky(s, s.player)
    if not has_husky(r, s, partner):
        shows_no_husky(s, partner)
    resume(s)


cdef void pick(const SledRules* r, SledState* s, int32_t seat, move_t move) noexcept nogil:
    """HS-A21: stored, and with loose_pick = "open" seen by all."""
    cdef int32_t what = move % KIND
    if move < MOVE_GIVE_HAND:
        s.pick_spot[seat] = <uint8_t>what
        s.pick_card[seat] = s.sled[seat][what] - 1
        return
    s.pick_spot[seat] = NO_SPOT
    s.pick_card[seat] = <uint8_t>(
        best_known(s, s.hand[seat] & r.young) if what == YOUNGSTER else what)
    if r.loose_pick:
        show_in_hand(r, s, seat, s.pick_card[seat])


cdef void lift_picks(SledState* s) noexcept nogil:
    """All at once, before anything is given."""
    cdef int32_t seat
    for seat in range(MAX_SEATS):
        if not has(s.taking_part, seat):
            continue
        if s.pick_spot[seat] != NO_SPOT:
            take_off(s, seat, s.pick_spot[seat])
        else:
            s.hand[seat] &= ~one(s.pick_card[seat])


# --- what the others learn ----------------------------------------------------------------------

cdef uint32_t from_hand(const SledState* s) noexcept nogil:
    """The seats whose card came out of the hand, and who get the other one there."""
    cdef uint32_t seats = 0
    cdef int32_t seat
    for seat in range(MAX_SEATS):
        if has(s.taking_part, seat) and s.pick_spot[seat] == NO_SPOT:
            seats |= bit(seat)
    return seats


cdef void blur(SledState* s, int32_t observer, uint32_t givers, uint32_t takers) noexcept nogil:
    """Any husky that `observer` knew in a giver's hand may now be in a taker's."""
    cdef int32_t husky
    cdef uint64_t byte
    for husky in range(MOST_HUSKIES):
        byte = byte_of(s.may[husky], observer)
        if byte & givers and byte != ANYWHERE:
            set_byte(s, husky, observer, byte & HANDS | takers)


cdef void learn_swap(const SledRules* r, SledState* s, int32_t a, int32_t b) noexcept nogil:
    """Cards that went from hand to hand are known to the two alone; one that came out of a sled
    was seen by all. A hand that gives and takes holds as many huskies as before."""
    cdef uint32_t hands = from_hand(s)
    cdef int32_t observer
    if hands == (bit(a) | bit(b)) and not r.loose_pick:
        for observer in range(MAX_SEATS):
            if observer != a and observer != b:
                blur_swap(s, observer, a, b)
    learn_given(r, s, a, b, hands)
    learn_given(r, s, b, a, hands)


cdef void learn_given(const SledRules* r, SledState* s, int32_t giver, int32_t taker,
                      uint32_t hands) noexcept nogil:
    """What the giver of a card and the others know of it; one for a sled is seen there anyway."""
    if not has(hands, taker):
        return
    if has(hands, giver) and not r.loose_pick:
        set_byte(s, s.pick_card[giver], giver, bit(taker))
    else:
        s.may[s.pick_card[giver]] = for_all(bit(taker))


cdef void learn_crazy(const SledRules* r, SledState* s) noexcept nogil:
    """A card that was seen is now in one of the hands that got a card, unless it shows up in a
    sled; any husky known in a hand that gave one may be there, too."""
    cdef uint32_t hands = from_hand(s)
    cdef int32_t observer, seat
    for observer in range(MAX_SEATS):
        if not r.loose_pick:
            blur(s, observer, hands & ~bit(observer), hands & ~bit(observer))
        for seat in range(MAX_SEATS):
            if has(s.taking_part, seat) and (
                    seat == observer or r.loose_pick or not has(hands, seat)):
                set_received(s, s.pick_card[seat], observer, hands & ~bit(observer))


cdef void learn_kept(const SledRules* r, SledState* s, int32_t seat) noexcept nogil:
    """A card that would fit was taken to hand (loose_place = "may"). The others know that it is a
    husky; which one only if it was seen before."""
    cdef int32_t husky = s.received[seat], observer
    cdef uint32_t hands = from_hand(s) & ~bit(seat)
    s.floor[seat] += 1
    for observer in range(MAX_SEATS):
        if observer == seat:
            continue
        if not r.loose_pick:
            blur(s, observer, hands & ~bit(observer), bit(seat))
        if byte_of(s.may[husky], observer) != ANYWHERE:
            set_byte(s, husky, observer, byte_of(s.may[husky], observer) & HANDS | bit(seat))
    if s.loose_card == LOOSE_SWAP:
        if r.loose_pick or not has(hands, giver_to(s, seat)):
            s.may[husky] = for_all(bit(seat))
        else:
            set_byte(s, husky, giver_to(s, seat), bit(seat))


cdef int32_t giver_to(const SledState* s, int32_t seat) noexcept nogil:
    """The other one of a Husky swap."""
    return s.player + s.partner - seat


# --- giving -------------------------------------------------------------------------------------

cdef void hand_out(const table_t* table, SledState* s) noexcept nogil:
    """HS-65: a card for the hand goes there; one for the sled is placed if it fits, and otherwise
    is shown and goes to hand."""
    cdef const SledRules* r = rules_of(table)
    cdef uint32_t fits = 0
    cdef int32_t seat, husky
    for seat in range(table.n_seats):
        if not has(s.taking_part, seat):
            continue
        husky = s.received[seat]
        if s.pick_spot[seat] == NO_SPOT:
            s.hand[seat] |= one(husky)
            s.floor[seat] = max(s.floor[seat], <uint8_t>1)
        elif fitting_anywhere(r, s, seat) & one(husky):
            fits |= bit(seat)
        else:
            enter_hand(s, seat, husky)
    if fits:
        s.pending = <uint8_t>fits
        s.phase = PHASE_RECEIVE
        s.head.seat = next_clockwise(table, fits, s.player)
    else:
        resume(s)


cdef void exchange(const table_t* table, SledState* s) noexcept nogil:
    """HS-65."""
    lift_picks(s)
    s.received[s.player] = s.pick_card[s.partner]
    s.received[s.partner] = s.pick_card[s.player]
    learn_swap(rules_of(table), s, s.player, s.partner)
    hand_out(table, s)


cdef void deal_back(const table_t* table, SledState* s) noexcept nogil:
    """HS-67: a permutation of all seats, of which only the participants count."""
    cdef uint8_t seats[6]
    cdef int32_t i, seat = 0
    cdef rng_t rng
    lift_picks(s)
    for i in range(6):
        seats[i] = <uint8_t>i
    rng_stream(&rng, &s.head.luck, PURPOSE_CRAZY, 0)
    shuffle(&rng, seats, 6)
    for i in range(6):
        if has(s.taking_part, seats[i]):
            while not has(s.taking_part, seat):
                seat += 1
            s.received[seat] = s.pick_card[seats[i]]
            seat += 1
    learn_crazy(rules_of(table), s)
    hand_out(table, s)


cdef void lose_picks(SledState* s) noexcept nogil:
    """HS-68: they leave the game."""
    cdef int32_t seat
    for seat in range(MAX_SEATS):
        if has(s.taking_part, seat):
            s.gone |= one(take_off(s, seat, s.pick_spot[seat]))
    resume(s)


cdef void run_away(const SledRules* r, SledState* s, int32_t husky) noexcept nogil:
    """HS-66: out of the game."""
    if husky == YOUNGSTER:
        husky = ctz(s.centre & r.young)
    s.centre &= ~one(husky)
    s.gone |= one(husky)
    s.runaways -= 1
    if s.runaways == 0:
        resume(s)


cdef void receive(const table_t* table, SledState* s, int32_t seat, move_t move) noexcept nogil:
    if move == MOVE_KEEP:
        s.hand[seat] |= one(s.received[seat])
        learn_kept(rules_of(table), s, seat)
    else:
        put_on(s, seat, move % KIND, s.received[seat])
    if not ask_next(table, s):
        resume(s)


cdef void apply_loose(const table_t* table, SledState* s, move_t move) noexcept nogil:
    """A move while a loose card is in force."""
    cdef const SledRules* r = rules_of(table)
    cdef int32_t seat = s.head.seat
    if s.phase == PHASE_SWAP_WITH:
        choose_partner(table, s, move % KIND)
    elif s.phase == PHASE_RUN_AWAY:
        run_away(r, s, move % KIND)
    elif s.phase == PHASE_RECEIVE:
        receive(table, s, seat, move)
    elif s.phase == PHASE_LOSE:
        s.pick_spot[seat] = <uint8_t>(move % KIND)
        if not ask_next(table, s):
            lose_picks(s)
    else:
        pick(r, s, seat, move)
        if ask_next(table, s):
            return
        if s.loose_card == LOOSE_SWAP:
            exchange(table, s)
        else:
            deal_back(table, s)
