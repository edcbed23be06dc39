"""Hike! (sleds): redealing what a seat cannot see.

These things are hidden: the order of the deck, the landscapes that lie face down or were not laid,
the order of the care pile, the loose card that was removed, picks that are not yet uncovered, and
whatever the other hands were dealt or got secretly. Everything is gathered as sets and counts,
never in the order of the true deal, and every pool is sorted before it is shuffled. So the result
depends only on what the seat knows and on `rng`.

What a seat can be sure of is kept. A seat that has declared, or has shown it, holds no husky. A
seat that drew a catch-up card holds no other care; one that is far behind and did not draw holds
some (HS-26, HS-54, HS-65, HS-67). Huskies that changed hands secretly are in one of the hands where
they may be.

Every deal that fits is as likely as the others, cards that look alike counted as different. Places
are filled one after the other, each choice among all that are open. A try with fewer choices than
there might have been stands for fewer deals, so it is kept only with that chance.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memset

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport MAX_SEATS, NO_SEAT, table_t
from analyzer._core.games.hike_sled.set_up cimport shuffle
from analyzer._core.games.hike_sled.state cimport (
    ANYWHERE, CARD_CARE, CARD_EQUIPMENT, CARD_LOOSE, DOUBLE, HANDS, MOST_DECK, MOST_HUSKIES,
    NO_SPOT, N_LOOSE, PHASE_BONUS, PHASE_GIVE, PHASE_LOSE, SINGLE, SledRules, SledState, all_spots,
    bit, for_all, has, one, popcount, rules_of,
)
from analyzer._core.rng cimport rng_below, rng_t


# --- redealing -----------------------------------------------------------------------------------

cdef enum:
    ATTEMPTS = 10_000           # a try costs some hundred instructions; few are needed

ctypedef struct pool_t:         # what is hidden from one seat, and the places it is hidden in
    uint64_t huskies
    uint64_t confined           # of these: known to be in one of some hands
    uint32_t must               # seats that have at least one husky, wherever it may be
    int32_t equipment
    int32_t care
    int32_t in_deck             # places of the deck, loose cards apart
    int32_t loose
    int32_t places[MAX_SEATS]   # in the other hands
    int32_t bare[MAX_SEATS]     # of these: no husky
    int32_t due[MAX_SEATS]      # of these: a husky
    int32_t received[MAX_SEATS]     # of these: a husky that came in a swap

ctypedef struct deal_t:         # one try
    uint64_t huskies[MAX_SEATS]
    int32_t equipment[MAX_SEATS]
    int32_t care[MAX_SEATS]
    int32_t open[MAX_SEATS]     # places still to fill with anything,
    int32_t due[MAX_SEATS]      # ... with a husky,
    int32_t received[MAX_SEATS]     # ... or with a husky that was received
    uint32_t gave               # hands of which a known husky has gone to the other one
    uint64_t rest               # huskies, equipment and care still to deal
    int32_t rest_equipment
    int32_t rest_care


# --- gathering ----------------------------------------------------------------------------------

cdef uint64_t unknown_huskies(const SledState* s, int32_t seat, int32_t observer) noexcept nogil:
    """Those in a hand of which `observer` does not know that they are there."""
    cdef uint64_t rest = s.hand[seat], unknown = 0
    cdef int32_t husky
    while rest:
        husky = ctz(rest)
        rest &= rest - 1
        if byte_of(s.may[husky], observer) != bit(seat):
            unknown |= one(husky)
    return unknown


cdef bint must_have_husky(const SledRules* r, const SledState* s, int32_t seat) noexcept nogil:
    """A seat that takes part in an exchange with an empty sled gives from its hand."""
    return (s.phase == PHASE_GIVE and has(s.taking_part, seat) and s.free[seat] == all_spots(r))


cdef void gather_hand(const SledRules* r, const SledState* s, int32_t seat, int32_t observer,
                      pool_t* pool) noexcept nogil:
    cdef uint64_t unknown = unknown_huskies(s, seat, observer)
    cdef int32_t known = popcount(s.hand[seat]) - popcount(unknown)
    pool.huskies |= unknown
    pool.equipment += s.equipment[seat] - s.open_equipment[seat]
    pool.care += s.single[seat] - s.open_single[seat]
    pool.places[seat] = popcount(unknown) + plain_hidden(s, seat)
    pool.bare[seat] = s.bare[seat]
    pool.due[seat] = max(s.floor[seat] - known, 0)
    if must_have_husky(r, s, seat) and known == 0:
        pool.must |= bit(seat)


cdef void gather_confined(const SledState* s, int32_t observer, pool_t* pool) noexcept nogil:
    """Huskies that are known to be in one of some hands, and the places of those received."""
    cdef uint64_t rest = pool.huskies, byte, swapped = 0
    cdef int32_t husky, seat
    while rest:
        husky = ctz(rest)
        rest &= rest - 1
        byte = byte_of(s.may[husky], observer)
        if byte != ANYWHERE:
            pool.confined |= one(husky)
            swapped |= byte & HANDS if byte > HANDS else 0
    for seat in range(MAX_SEATS):
        if swapped & one(seat) and pool.due[seat]:
            pool.due[seat] -= 1
            pool.received[seat] = 1


cdef void gather(const table_t* table, const SledState* s, int32_t observer,
                 pool_t* pool) noexcept nogil:
    cdef int32_t i
    memset(pool, 0, sizeof(pool_t))
    for i in range(s.deck_at, s.deck_n):
        if s.deck[i] >= CARD_LOOSE:
            pool.loose += 1
            continue
        pool.in_deck += 1
        if s.deck[i] < MOST_HUSKIES:
            pool.huskies |= one(s.deck[i])
        elif s.deck[i] == CARD_EQUIPMENT:
            pool.equipment += 1
        else:
            pool.care += 1
    for i in range(table.n_seats):
        if i != observer:
            gather_hand(rules_of(table), s, i, observer, pool)
    gather_confined(s, observer, pool)


# --- dealing ------------------------------------------------------------------------------------

cdef int32_t any_of(uint64_t huskies, rng_t* rng) noexcept nogil:
    """One of some huskies (not none), each as likely as the others."""
    cdef uint32_t skip = rng_below(rng, <uint32_t>popcount(huskies))
    while skip:
        huskies &= huskies - 1
        skip -= 1
    return ctz(huskies)


cdef bint deal_bare(const SledState* s, const pool_t* pool, deal_t* deal,
                    rng_t* rng) noexcept nogil:
    """Places without a husky: first those that are known to be equipment, then the others from what
    is left, each card as likely. False: somebody who must hold care got none."""
    cdef int32_t seat, _i
    cdef uint32_t left
    for seat in range(MAX_SEATS):
        if has(s.no_care, seat):
            deal.equipment[seat] = pool.bare[seat]
            deal.rest_equipment -= pool.bare[seat]
    for seat in range(MAX_SEATS):
        if has(s.no_care, seat):
            continue
        for _i in range(pool.bare[seat]):
            left = <uint32_t>(deal.rest_equipment + deal.rest_care)
            if <int32_t>rng_below(rng, left) < deal.rest_equipment:
                deal.rest_equipment -= 1
                deal.equipment[seat] += 1
            else:
                deal.rest_care -= 1
                deal.care[seat] += 1
        if pool.bare[seat] and has(s.some_care, seat) and deal.care[seat] == 0:
            return False
    return True


cdef int32_t ways(const pool_t* pool, const deal_t* deal, uint64_t byte,
                  int32_t seat) noexcept nogil:
    """How many places of a hand a confined husky may have."""
    cdef int32_t home = home_of(byte), free = deal.open[seat] + deal.due[seat]
    if not byte & HANDS & one(seat):
        return 0
    if byte <= HANDS:
        return free + deal.received[seat]
    if home == seat:
        return free             # what the hand received came from the other one
    if home != NO_SEAT and has(deal.gave, home):
        return 0
    return deal.received[seat] if pool.received[seat] else free


cdef int32_t all_ways(const pool_t* pool, const deal_t* deal, uint64_t byte) noexcept nogil:
    cdef int32_t seat, n = 0
    for seat in range(MAX_SEATS):
        n += ways(pool, deal, byte, seat)
    return n


cdef void put_confined(const pool_t* pool, deal_t* deal, int32_t husky, uint64_t byte,
                       int32_t place) noexcept nogil:
    """In one of `all_ways`."""
    cdef int32_t seat = 0, home = home_of(byte)
    while place >= ways(pool, deal, byte, seat):
        place -= ways(pool, deal, byte, seat)
        seat += 1
    deal.huskies[seat] |= one(husky)
    deal.rest &= ~one(husky)
    if home != NO_SEAT and home != seat:
        deal.gave |= bit(home)
    if byte > HANDS and home != seat and pool.received[seat]:
        deal.received[seat] -= 1
        return
    if place < deal.due[seat]:
        deal.due[seat] -= 1
    elif place < deal.due[seat] + deal.open[seat]:
        deal.open[seat] -= 1
    else:
        deal.received[seat] -= 1


cdef bint deal_confined(const SledState* s, int32_t observer, const pool_t* pool, deal_t* deal,
                        rng_t* rng) noexcept nogil:
    """Huskies that are known to be in one of some hands. False: there is no room, or the try stands
    for too few deals."""
    cdef deal_t before = deal[0]
    cdef uint64_t rest = pool.confined, byte
    cdef int32_t n
    while rest:
        byte = byte_of(s.may[ctz(rest)], observer)
        n = all_ways(pool, deal, byte)
        if (n == 0 or <int32_t>rng_below(rng, <uint32_t>all_ways(pool, &before, byte)) >= n):
            return False
        put_confined(pool, deal, ctz(rest), byte, <int32_t>rng_below(rng, <uint32_t>n))
        rest &= rest - 1
    return True


cdef bint deal_due(const pool_t* pool, deal_t* deal, rng_t* rng) noexcept nogil:
    """Places that are known to hold a husky. The more of them the confined ones have left, the
    fewer deals a try stands for: each takes a husky where there might be any card."""
    cdef int32_t free = popcount(deal.rest), n_due = 0, before = 0, seat, husky, i
    cdef int32_t cards = free + deal.rest_equipment + deal.rest_care
    for seat in range(MAX_SEATS):
        n_due += deal.due[seat] + deal.received[seat]
        before += pool.due[seat] + pool.received[seat]
    if n_due > free:
        return False
    for i in range(max(0, before - popcount(pool.confined)), n_due):
        if <int32_t>rng_below(rng, <uint32_t>(cards - i)) >= free - i:
            return False
    for seat in range(MAX_SEATS):
        while deal.due[seat] + deal.received[seat]:
            husky = any_of(deal.rest, rng)
            deal.huskies[seat] |= one(husky)
            deal.rest &= ~one(husky)
            if deal.due[seat]:
                deal.due[seat] -= 1
            else:
                deal.received[seat] -= 1
    return True


cdef int32_t lay_out(const deal_t* deal, uint8_t* cards) noexcept nogil:
    """What is still to deal, in the order of the cards."""
    cdef int32_t n = 0, _i
    cdef uint64_t rest = deal.rest
    while rest:
        cards[n] = <uint8_t>ctz(rest)
        rest &= rest - 1
        n += 1
    for _i in range(deal.rest_equipment):
        cards[n] = CARD_EQUIPMENT
        n += 1
    for _i in range(deal.rest_care):
        cards[n] = CARD_CARE
        n += 1
    return n


cdef bint lacks_husky(const pool_t* pool, const deal_t* deal) noexcept nogil:
    """HS-65, HS-67: who takes part in an exchange has a husky to give."""
    cdef int32_t seat
    for seat in range(MAX_SEATS):
        if has(pool.must, seat) and deal.huskies[seat] == 0:
            return True
    return False


cdef bint lacks_youngster(const SledRules* r, const SledState* s, int32_t observer,
                          const pool_t* pool, const deal_t* deal) noexcept nogil:
    """HS-23: who is asked for a bonus has a youngster to place."""
    cdef int32_t seat = s.head.seat
    cdef uint64_t hand = s.hand[seat] & ~pool.huskies | deal.huskies[seat]
    return s.phase == PHASE_BONUS and seat != observer and (s.centre | hand) & r.young == 0


cdef void write_hand(SledState* s, int32_t seat, int32_t observer, const pool_t* pool,
                     const deal_t* deal) noexcept nogil:
    cdef uint64_t huskies = deal.huskies[seat]
    s.hand[seat] = s.hand[seat] & ~pool.huskies | huskies
    s.equipment[seat] = <uint8_t>(s.open_equipment[seat] + deal.equipment[seat])
    s.single[seat] = <uint8_t>(s.open_single[seat] + deal.care[seat])


cdef void forget_others(SledState* s, int32_t observer, uint64_t huskies) noexcept nogil:
    """In the new world, the others know no more of these than `observer` does, except for their
    own hands: each of two who exchanged a husky knows which of them has it."""
    cdef int32_t husky, other
    cdef uint64_t byte
    while huskies:
        husky = ctz(huskies)
        huskies &= huskies - 1
        byte = byte_of(s.may[husky], observer)
        s.may[husky] = for_all(<int32_t>byte)
        if byte == ANYWHERE:
            continue
        for other in range(MAX_SEATS):
            if byte & HANDS & ~one(other):
                set_byte(s, husky, other, byte & HANDS & ~one(other) if byte & one(other) else byte)


cdef void choose_loose(SledState* s, uint8_t* cards, int32_t n, rng_t* rng) noexcept nogil:
    """HS-62: of those not yet seen one is removed, the others lie in the deck."""
    cdef uint8_t unseen[N_LOOSE]
    cdef int32_t i, m = 0
    for i in range(N_LOOSE):
        if not has(s.loose_met, i):
            unseen[m] = <uint8_t>i
            m += 1
    shuffle(rng, unseen, m)
    for i in range(n):
        cards[i] = <uint8_t>(CARD_LOOSE + unseen[i])
    if n < m:
        s.loose_removed = unseen[n]


cdef bint deal_anew(const table_t* table, SledState* s, int32_t observer, const pool_t* pool,
                    rng_t* rng) noexcept nogil:
    """One try; False: nothing has changed."""
    cdef deal_t deal
    cdef uint8_t cards[MOST_DECK]
    cdef int32_t seat, i, n, at = 0
    memset(&deal, 0, sizeof(deal))
    deal.rest, deal.rest_equipment, deal.rest_care = pool.huskies, pool.equipment, pool.care
    for seat in range(table.n_seats):
        deal.due[seat], deal.received[seat] = pool.due[seat], pool.received[seat]
        deal.open[seat] = (pool.places[seat] - pool.bare[seat] - pool.due[seat]
                           - pool.received[seat])
        if deal.open[seat] < 0:
            return False
    if not (deal_bare(s, pool, &deal, rng) and deal_confined(s, observer, pool, &deal, rng)
            and deal_due(pool, &deal, rng)):
        return False
    n = lay_out(&deal, cards)
    shuffle(rng, cards, n)
    for seat in range(table.n_seats):
        while deal.open[seat]:
            if cards[at] < MOST_HUSKIES:
                deal.huskies[seat] |= one(cards[at])
            elif cards[at] == CARD_EQUIPMENT:
                deal.equipment[seat] += 1
            else:
                deal.care[seat] += 1
            deal.open[seat] -= 1
            at += 1
    if lacks_husky(pool, &deal) or lacks_youngster(rules_of(table), s, observer, pool, &deal):
        return False
    for seat in range(table.n_seats):
        if seat != observer:
            write_hand(s, seat, observer, pool, &deal)
    for i in range(pool.in_deck):
        s.deck[s.deck_at + i] = cards[at + i]
    if pool.loose:
        choose_loose(s, &s.deck[s.deck_at + pool.in_deck], pool.loose, rng)
        shuffle(rng, &s.deck[s.deck_at], s.deck_n - s.deck_at)
    forget_others(s, observer, pool.huskies)
    return True


# --- the rest -----------------------------------------------------------------------------------

cdef void shuffle_landscapes(const SledRules* r, SledState* s, rng_t* rng) noexcept nogil:
    """Those face down and those not laid, all together."""
    cdef uint64_t unseen = 0
    cdef int32_t i
    for i in range(s.face_up, r.n_landscapes):
        unseen |= one(s.order[i])
    for i in range(s.face_up, r.n_landscapes):
        s.order[i] = <uint8_t>ctz(unseen)
        unseen &= unseen - 1
    shuffle(rng, &s.order[s.face_up], r.n_landscapes - s.face_up)


cdef void shuffle_pile(SledState* s, rng_t* rng) noexcept nogil:
    """HS-35: everybody knows what is in the care pile, but not in which order."""
    cdef int32_t i, singles = 0
    for i in range(s.care_at, s.care_n):
        singles += s.care_pile[i] == SINGLE
    for i in range(s.care_at, s.care_n):
        s.care_pile[i] = SINGLE if i - s.care_at < singles else DOUBLE
    shuffle(rng, &s.care_pile[s.care_at], s.care_n - s.care_at)


cdef void pick_anew(const SledRules* r, SledState* s, int32_t seat, rng_t* rng) noexcept nogil:
    """HS-A21: a pick that is not yet uncovered, any legal one."""
    cdef uint64_t filled = all_spots(r) & ~s.free[seat]
    cdef uint64_t young = s.hand[seat] & r.young, hand = s.hand[seat] & r.experienced
    cdef int32_t what
    if s.phase == PHASE_LOSE:
        s.pick_spot[seat] = <uint8_t>any_of(filled, rng)
        return
    if young:
        hand |= one(best_known(s, young))
    what = <int32_t>rng_below(rng, <uint32_t>(popcount(filled) + popcount(hand)))
    if what < popcount(filled):
        s.pick_spot[seat] = <uint8_t>any_of(filled, rng)
        s.pick_card[seat] = s.sled[seat][s.pick_spot[seat]] - 1
    else:
        s.pick_spot[seat] = NO_SPOT
        s.pick_card[seat] = <uint8_t>any_of(hand, rng)


cdef inline bint picks_hidden(const SledRules* r, const SledState* s) noexcept nogil:
    return not r.loose_pick and (s.phase == PHASE_GIVE or s.phase == PHASE_LOSE)


cdef bint redeal_hidden(const table_t* table, void* state, int32_t seat,
                        rng_t* rng) noexcept nogil:
    """False: no fitting deal was found, and the state is as it was."""
    cdef const SledRules* r = rules_of(table)
    cdef SledState* s = <SledState*>state
    cdef pool_t pool
    cdef int32_t other, attempt = 0
    gather(table, s, seat, &pool)
    while not deal_anew(table, s, seat, &pool, rng):
        attempt += 1
        if attempt == ATTEMPTS:
            return False
    shuffle_landscapes(r, s, rng)
    shuffle_pile(s, rng)
    if picks_hidden(r, s):
        for other in range(table.n_seats):
            if other != seat and has(s.taking_part & ~s.pending, other):
                pick_anew(r, s, other, rng)
    return True


cdef void ask_hidden(const table_t* table, void* state, int32_t seat) noexcept nogil:
    """HS-A21: picks that are not yet uncovered are made again, after the one of `seat`."""
    cdef SledState* s = <SledState*>state
    if picks_hidden(rules_of(table), s):
        s.pending = s.taking_part
        memset(s.pick_card, 0, MAX_SEATS)
        memset(s.pick_spot, 0, MAX_SEATS)
