"""Hike! (sleds): the set-up (HS-1 to HS-8), and everything that is shuffled."""
from libc.stdint cimport int32_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memcpy, memmove

from analyzer._core.contract cimport find_script, script_t, table_t
from analyzer._core.games.hike_sled.state cimport (
    ANYWHERE, CARD_CARE, CARD_EQUIPMENT, CARD_LOOSE, DOUBLE, MOST_CARE, MOST_DECK, MOST_HUSKIES,
    NO_LOOSE, N_LOOSE, PURPOSE_CARE, PURPOSE_DECK, PURPOSE_LANDSCAPES, PURPOSE_LOOSE, SINGLE,
    SledRules, SledState, all_spots, bit, draw, for_all, one, rules_of,
)
from analyzer._core.rng cimport rng_below, rng_next, rng_pick_next, rng_stream, rng_t


cdef void shuffle(rng_t* rng, uint8_t* cards, int32_t n) noexcept nogil:
    cdef int32_t i
    for i in range(n - 1):
        rng_pick_next(rng, cards, i, n)


# --- landscapes ---------------------------------------------------------------------------------

cdef void lay_landscapes(const table_t* table, SledState* s) noexcept nogil:
    """HS-2: the first of a random order are laid, from the start on."""
    cdef const SledRules* r = rules_of(table)
    cdef const script_t* script = find_script(table, &s.head, PURPOSE_LANDSCAPES, 0)
    cdef rng_t rng
    cdef int32_t i
    if script != NULL:
        memcpy(s.order, script.values, <size_t>r.n_landscapes)
        return
    for i in range(r.n_landscapes):
        s.order[i] = <uint8_t>i
    rng_stream(&rng, &s.head.luck, PURPOSE_LANDSCAPES, 0)
    shuffle(&rng, s.order, r.n_landscapes)


# --- the husky deck -----------------------------------------------------------------------------

cdef void insert(SledState* s, rng_t* rng, uint8_t card) noexcept nogil:
    """Any place in the deck is as likely as any other."""
    cdef int32_t n = s.deck_n - s.deck_at
    cdef uint8_t* place = &s.deck[s.deck_at] + rng_below(rng, <uint32_t>(n + 1))
    memmove(place + 1, place, <size_t>(&s.deck[s.deck_n] - place))
    place[0] = card
    s.deck_n += 1


cdef void insert_loose(SledState* s, rng_t* rng) noexcept nogil:
    """HS-62: one of the four is removed unseen, the others come into the deck."""
    cdef uint8_t cards[N_LOOSE]
    cdef int32_t i
    for i in range(N_LOOSE):
        cards[i] = <uint8_t>i
    shuffle(rng, cards, N_LOOSE)
    s.loose_removed = cards[0]
    for i in range(1, N_LOOSE):
        insert(s, rng, <uint8_t>(CARD_LOOSE + cards[i]))


cdef void deal_card(const table_t* table, SledState* s, int32_t place, uint8_t card) noexcept nogil:
    """HS-4: `dealt` cards to each seat, then the centre."""
    cdef const SledRules* r = rules_of(table)
    cdef int32_t seat = place // r.dealt if r.dealt else table.n_seats
    if seat >= table.n_seats:
        if card < MOST_HUSKIES:
            s.centre |= one(card)
        elif card == CARD_EQUIPMENT:
            s.centre_equipment += 1
        else:
            s.centre_care += 1
    elif card < MOST_HUSKIES:
        s.hand[seat] |= one(card)
    elif card == CARD_EQUIPMENT:
        s.equipment[seat] += 1
    else:
        s.single[seat] += 1


cdef int32_t deal(const table_t* table, SledState* s, uint8_t* aside) noexcept nogil:
    """Loose cards that are met are put aside (loose_insert = "redraw"); returns how many."""
    cdef const SledRules* r = rules_of(table)
    cdef int32_t place = 0, n = 0, wanted = table.n_seats * r.dealt + r.centre
    cdef uint8_t card
    while place < wanted:
        card = draw(s)
        if card >= CARD_LOOSE:
            aside[n] = card
            n += 1
        else:
            deal_card(table, s, place, card)
            place += 1
    return n


cdef void write_deck(const SledRules* r, SledState* s) noexcept nogil:
    """The cards of the husky deck before they are shuffled."""
    cdef int32_t i
    for i in range(r.n_deck):
        if i < r.n_huskies + r.youngsters:
            s.deck[i] = <uint8_t>i
        elif i < r.n_deck - r.deck_care:
            s.deck[i] = CARD_EQUIPMENT
        else:
            s.deck[i] = CARD_CARE
    s.deck_n = <uint8_t>r.n_deck


cdef void shuffle_and_deal(const table_t* table, SledState* s) noexcept nogil:
    """HS-A20: loose cards come into the deck after the deal, or are redrawn."""
    cdef const SledRules* r = rules_of(table)
    cdef uint8_t aside[N_LOOSE]
    cdef int32_t i, n
    cdef rng_t rng
    write_deck(r, s)
    rng_stream(&rng, &s.head.luck, PURPOSE_DECK, 0)
    shuffle(&rng, s.deck, s.deck_n)
    rng_stream(&rng, &s.head.luck, PURPOSE_LOOSE, 0)
    if r.loose and r.loose_insert:
        insert_loose(s, &rng)
    n = deal(table, s, aside)
    if r.loose and not r.loose_insert:
        insert_loose(s, &rng)
    for i in range(n):
        insert(s, &rng, aside[i])


cdef void deal_script(const table_t* table, SledState* s, const script_t* script) noexcept nogil:
    """A deck that was written down, loose cards included."""
    cdef uint8_t aside[MOST_DECK]
    cdef int32_t i
    cdef uint32_t loose = 0
    memcpy(s.deck, script.values, <size_t>script.length)
    s.deck_n = <uint8_t>script.length
    for i in range(script.length):
        if s.deck[i] >= CARD_LOOSE:
            loose |= bit(s.deck[i] - CARD_LOOSE)
    s.loose_removed = 0
    while loose >> s.loose_removed & 1:
        s.loose_removed += 1
    deal(table, s, aside)


cdef void set_up(const table_t* table, SledState* s) noexcept nogil:
    """Everything but the head is zero before."""
    cdef const SledRules* r = rules_of(table)
    cdef const script_t* script = find_script(table, &s.head, PURPOSE_DECK, 0)
    cdef int32_t seat, husky
    s.loose_card = NO_LOOSE
    s.loose_removed = NO_LOOSE
    for husky in range(MOST_HUSKIES):
        s.may[husky] = for_all(ANYWHERE)
    for seat in range(table.n_seats):
        s.mentors[seat] = <uint8_t>r.mentors        # HS-7
        s.free[seat] = all_spots(r)                 # HS-6
    lay_landscapes(table, s)
    if script != NULL:
        deal_script(table, s, script)
    else:
        shuffle_and_deal(table, s)


# --- care ---------------------------------------------------------------------------------------

cdef void care_by_script(const script_t* script, SledState* s, int32_t singles,
                         int32_t doubles) noexcept nogil:
    cdef int32_t i
    for i in range(script.length):
        if script.values[i] == SINGLE and singles:
            singles -= 1
        elif script.values[i] == DOUBLE and doubles:
            doubles -= 1
        else:
            continue
        s.care_pile[s.care_n] = script.values[i]
        s.care_n += 1


cdef void shuffle_care(const table_t* table, SledState* s, int32_t singles,
                       int32_t doubles) noexcept nogil:
    """HS-35, HS-56: a new pile. Every physical card has a key of its own, and the smallest is on
    top: so piles of different contents share their luck as far as they can."""
    cdef uint64_t keys[MOST_CARE]
    cdef uint64_t key
    cdef rng_t rng
    cdef const script_t* script = find_script(table, &s.head, PURPOSE_CARE, s.shuffles)
    cdef int32_t i, at
    rng_stream(&rng, &s.head.luck, PURPOSE_CARE, s.shuffles)
    s.shuffles += 1
    s.care_at = s.care_n = 0
    if script != NULL:
        care_by_script(script, s, singles, doubles)
        return
    for i in range(2 * max(singles, doubles)):
        key = rng_next(&rng)
        if i >> 1 >= (doubles if i & 1 else singles):
            continue
        at = s.care_n
        while at and keys[at - 1] > key:
            keys[at] = keys[at - 1]
            s.care_pile[at] = s.care_pile[at - 1]
            at -= 1
        keys[at] = key
        s.care_pile[at] = DOUBLE if i & 1 else SINGLE
        s.care_n += 1
