"""Hike! (sleds): the legal moves of every decision, in a fixed order.

A turn is cut into small decisions, so that no list is longer than about 110; no chance and nothing
new to know falls between the parts of one move of the rules.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t, uint8_t

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport move_t, table_t
from analyzer._core.games.hike_sled.state cimport (
    CUSTOM, MOVE_BONUS_CENTRE, MOVE_BONUS_HAND, MOVE_CARE, MOVE_DECLARE, MOVE_DOUBLE_CARE,
    MOVE_ENTER, MOVE_GIVE_HAND, MOVE_GIVE_SLED, MOVE_GO_ON, MOVE_KEEP, MOVE_LOSE, MOVE_MENTOR,
    MOVE_MENTORS, MOVE_NO_BONUS, MOVE_PASS, MOVE_PAY, MOVE_PLACE, MOVE_PUT_IN, MOVE_REFUSE,
    MOVE_REST, MOVE_REVEAL_NO_MORE, MOVE_RUN_AWAY, MOVE_SPOT, MOVE_STOP, MOVE_STOP_HERE, MOVE_SWAP,
    MOVE_SWAP_WITH, MOVE_TO_HAND, MOVE_TO_SLED, MOVE_UPGRADE, MOVE_UPGRADE_NO_MORE, MOVE_USE,
    MOVE_WAIT, NO_CARE, N_TERRAINS, PHASE_ACTION, PHASE_BONUS, PHASE_EQUIPMENT_FIELD, PHASE_GIVE,
    PHASE_LOSE, PHASE_MENTOR, PHASE_OVER, PHASE_PUT_IN, PHASE_RACE, PHASE_REST, PHASE_RUN_AWAY,
    PHASE_SPOT, PHASE_SWAP_WITH, PHASE_UPGRADE, TERRAIN, TO_HAND_CARE, TO_HAND_EQUIPMENT, YOUNGSTER,
    SledRules, SledState, all_spots, bit, custom_terrains, fitting, fitting_anywhere, has,
    must_pay_or_rest, one, popcount, rules_of, usable, youngsters_in,
)


# --- parts of lists -----------------------------------------------------------------------------

cdef inline int32_t add(move_t* moves, int32_t n, move_t move) noexcept nogil:
    moves[n] = move
    return n + 1


cdef inline int32_t add_places(move_t* moves, int32_t n, move_t kind,
                               uint64_t places) noexcept nogil:
    while places:
        n = add(moves, n, kind + ctz(places))
        places &= places - 1
    return n


cdef int32_t add_spots(move_t* moves, int32_t n, move_t kind, uint32_t spots) noexcept nogil:
    return add_places(moves, n, kind, spots)


cdef int32_t add_huskies(const SledRules* r, move_t* moves, int32_t n, move_t kind,
                         uint64_t huskies) noexcept nogil:
    """By their numbers; youngsters are alike, and one move stands for all."""
    n = add_places(moves, n, kind, huskies & r.experienced)
    if huskies & r.young:
        n = add(moves, n, kind + YOUNGSTER)
    return n


cdef uint32_t legal_spots(const SledRules* r, const SledState* s, int32_t seat,
                          int32_t husky) noexcept nogil:
    """HS-19 to HS-21."""
    cdef uint32_t spots = 0, free = s.free[seat]
    cdef int32_t spot
    while free:
        spot = ctz(free)
        free &= free - 1
        if fitting(r, s.sled[seat], spot) & one(husky):
            spots |= bit(spot)
    return spots


# --- Preparations -------------------------------------------------------------------------------

cdef int32_t list_mentors(const SledRules* r, const SledState* s, int32_t seat,
                          move_t* moves) noexcept nogil:
    """HS-12, HS-13."""
    cdef int32_t n, most
    if r.mentor_timing == 0:
        moves[0] = MOVE_REVEAL_NO_MORE
        moves[1] = MOVE_MENTOR
        return 2
    most = min(<int32_t>s.mentors[seat], <int32_t>s.deck_n - s.deck_at)
    for n in range(most + 1):
        moves[n] = MOVE_MENTORS + n
    return most + 1


cdef inline int32_t offer(offer_t* offers, move_t kind, uint64_t low,
                          uint32_t high) noexcept nogil:
    """Returns how many moves they are."""
    offers.kind, offers.low, offers.high = kind, low, high
    offers.n_low = popcount(low)
    offers.n = offers.n_low + (high & 1) + (high >> 1 & 1) + (high >> 2)
    return offers.n


cdef int32_t offer_actions(const SledRules* r, const SledState* s, int32_t seat,
                           offer_t* offers) noexcept nogil:
    """HS-14 to HS-18; a husky is offered only if it fits somewhere."""
    cdef uint64_t fits = fitting_anywhere(r, s, seat), from_hand = s.hand[seat] & fits
    cdef uint64_t from_centre = s.centre & fits, to_hand = 0
    cdef uint32_t others = 0
    cdef int32_t n
    if r.hand_limit == 0 or cards_in_hand(s, seat) < r.hand_limit:      # HS-A22
        to_hand = s.centre
        others = (s.centre_equipment > 0) << TO_HAND_EQUIPMENT - YOUNGSTER | (
            s.centre_care > 0) << TO_HAND_CARE - YOUNGSTER
    n = offer(&offers[0], MOVE_TO_SLED, from_centre & r.experienced, (from_centre & r.young) != 0)
    n += offer(&offers[1], MOVE_TO_HAND, to_hand & r.experienced,
               others | ((to_hand & r.young) != 0))
    n += offer(&offers[2], MOVE_PLACE, from_hand & r.experienced, (from_hand & r.young) != 0)
    n += offer(&offers[3], MOVE_SWAP, all_spots(r) & ~s.free[seat], 0)
    return n if n else offer(&offers[0], MOVE_PASS, 1, 0)               # HS-A13


cdef int32_t make_offers(const SledRules* r, const SledState* s, int32_t seat,
                         offer_t* offers) noexcept nogil:
    """Returns how many moves they are; 0: another decision is due."""
    if s.phase == PHASE_ACTION:
        return offer_actions(r, s, seat, offers)
    if s.phase == PHASE_SPOT:
        return offer(&offers[0], MOVE_SPOT, legal_spots(r, s, seat, s.card), 0)
    return 0


cdef int32_t list_offers(const SledRules* r, const SledState* s, int32_t seat,
                         move_t* moves) noexcept nogil:
    cdef offer_t offers[N_OFFERS]
    cdef const offer_t* next = offers
    cdef int32_t all_moves = make_offers(r, s, seat, offers), n = 0
    while n < all_moves:
        n = add_places(moves, n, next.kind, next.low)
        n = add_places(moves, n, next.kind + YOUNGSTER, next.high)
        next += 1
    return n


cdef inline int32_t place_at(uint64_t places, int32_t k) noexcept nogil:
    cdef int32_t _i
    for _i in range(k):
        places &= places - 1
    return ctz(places)


cdef move_t move_at(const offer_t* offers, int32_t k) noexcept nogil:
    """The k-th of list_offers."""
    while k >= offers.n:
        k -= offers.n
        offers += 1
    if k >= offers.n_low:
        return offers.kind + YOUNGSTER + place_at(offers.high, k - offers.n_low)
    return offers.kind + place_at(offers.low, k)


cdef inline int32_t cards_in_hand(const SledState* s, int32_t seat) noexcept nogil:
    return popcount(s.hand[seat]) + s.equipment[seat] + s.single[seat] + s.double_[seat]


cdef int32_t list_bonus(const SledRules* r, const SledState* s, int32_t seat,
                        move_t* moves) noexcept nogil:
    """HS-23."""
    cdef int32_t n = add(moves, 0, MOVE_NO_BONUS)
    if s.centre & r.young:
        n = add_spots(moves, n, MOVE_BONUS_CENTRE, s.free[seat])
    if s.hand[seat] & r.young:
        n = add_spots(moves, n, MOVE_BONUS_HAND, s.free[seat])
    return n


cdef int32_t list_upgrades(const SledRules* r, const SledState* s, int32_t seat,
                           move_t* moves) noexcept nogil:
    """HS-27, HS-28."""
    cdef int32_t n = add(moves, 0, MOVE_UPGRADE_NO_MORE), spot
    if s.equipment[seat]:
        for spot in range(s.upgrade_from, r.spots):
            if r.points[s.sled[seat][spot]][N_TERRAINS] == 1:
                n = add(moves, n, MOVE_UPGRADE + spot)
    return n


cdef int32_t list_preparations(const table_t* table, const SledState* s, int32_t seat,
                               move_t* moves) noexcept nogil:
    cdef const SledRules* r = rules_of(table)
    if s.phase == PHASE_ACTION or s.phase == PHASE_SPOT:
        return list_offers(r, s, seat, moves)
    if s.phase == PHASE_MENTOR:
        return list_mentors(r, s, seat, moves)
    if s.phase == PHASE_PUT_IN:
        return add_huskies(r, moves, 0, MOVE_PUT_IN, s.hand[seat] & fitting_anywhere(r, s, seat))
    if s.phase == PHASE_BONUS:
        return list_bonus(r, s, seat, moves)
    if s.phase == PHASE_UPGRADE:
        return list_upgrades(r, s, seat, moves)
    moves[0] = MOVE_WAIT
    moves[1] = MOVE_DECLARE
    return 2


# --- loose cards --------------------------------------------------------------------------------

cdef int32_t list_loose(const table_t* table, const SledState* s, int32_t seat,
                        move_t* moves) noexcept nogil:
    """HS-65 to HS-68."""
    cdef const SledRules* r = rules_of(table)
    cdef uint32_t filled = all_spots(r) & ~s.free[seat]
    cdef int32_t n
    if s.phase == PHASE_SWAP_WITH:
        return add_spots(moves, 0, MOVE_SWAP_WITH,
                         <uint32_t>((1 << table.n_seats) - 1) & ~s.declared & ~(1 << seat))
    if s.phase == PHASE_RUN_AWAY:
        return add_huskies(r, moves, 0, MOVE_RUN_AWAY, s.centre)
    if s.phase == PHASE_LOSE:
        return add_spots(moves, 0, MOVE_LOSE, filled)
    if s.phase == PHASE_GIVE:
        n = add_spots(moves, 0, MOVE_GIVE_SLED, filled)
        return add_huskies(r, moves, n, MOVE_GIVE_HAND, s.hand[seat])
    n = add_spots(moves, 0, MOVE_SPOT, legal_spots(r, s, seat, s.received[seat]))
    return add(moves, n, MOVE_KEEP) if r.loose_place else n             # HS-A21


# --- the race -----------------------------------------------------------------------------------

cdef int32_t add_uses(const SledRules* r, const SledState* s, int32_t seat, uint32_t spots,
                      move_t* moves, int32_t n) noexcept nogil:
    """HS-40, HS-44: an upgraded husky once for each custom terrain with which it moves."""
    cdef int32_t spot, custom, terrain = s.track[s.field[seat]] & TERRAIN
    cdef uint8_t customs
    while spots:
        spot = ctz(spots)
        spots &= spots - 1
        customs = 0
        if has(s.upgraded[seat], spot):
            customs = custom_terrains(r, s.sled[seat], s.upgraded[seat], s.resting[seat], spot)
        if customs == 0:
            n = add(moves, n, MOVE_USE + spot)
        for custom in range(N_TERRAINS):
            if has(customs, custom) and (
                    custom == terrain or has(r.terrains[s.sled[seat][spot]], terrain)):
                n = add(moves, n, MOVE_USE + spot + CUSTOM * (custom + 1))
    return n


cdef int32_t add_care(const SledRules* r, const SledState* s, int32_t seat, move_t* moves,
                      int32_t n) noexcept nogil:
    """HS-50 to HS-52."""
    cdef int32_t column
    cdef uint8_t tired = s.tired[seat]
    if s.single[seat]:
        n = add_spots(moves, n, MOVE_CARE, tired)
    if s.double_[seat]:
        for column in range(r.columns):
            if tired & (bit(column) | bit(column + r.columns)):
                n = add(moves, n, MOVE_DOUBLE_CARE + column)
    return n


cdef bint may_stop(const SledRules* r, const SledState* s, int32_t seat,
                   bint can_use) noexcept nogil:
    """HS-41, HS-55, HS-A6, HS-A27."""
    if s.open_card[seat] != NO_CARE:
        if can_use:
            return not r.forced_care_blocks_stop and stop_is_free(r, s, seat)
        return s.tired[seat] == 0
    return not can_use or stop_is_free(r, s, seat)


cdef inline bint stop_is_free(const SledRules* r, const SledState* s, int32_t seat) noexcept nogil:
    """voluntary_stop = false: not while a husky can be used, but nobody has to enter an equipment
    field."""
    return r.voluntary_stop or must_pay_or_rest(s, seat)


cdef int32_t list_race(const SledRules* r, const SledState* s, int32_t seat,
                       move_t* moves) noexcept nogil:
    """HS-41, HS-50. HS-A9: with penalty_blocks_care = false care is allowed, too, where every husky
    would have to begin by entering an equipment field without paying."""
    cdef uint8_t can_use = usable(r, s, seat)
    cdef int32_t n = 0
    if may_stop(r, s, seat, can_use != 0):
        n = add(moves, n, MOVE_STOP)
    n = add_uses(r, s, seat, can_use, moves, n)
    if can_use == 0 or (not r.penalty_blocks_care and must_pay_or_rest(s, seat)
                        and s.equipment[seat] == 0):
        n = add_care(r, s, seat, moves, n)
    return n


cdef int32_t list_equipment_field(const SledState* s, int32_t seat, move_t* moves) noexcept nogil:
    """HS-45, HS-46, HS-A5."""
    cdef int32_t n = 0
    if s.equipment[seat]:
        n = add(moves, n, MOVE_PAY)
    n = add(moves, n, MOVE_ENTER)
    return add(moves, n, MOVE_REFUSE) if s.moved else n


cdef uint8_t may_rest(const SledRules* r, const SledState* s, int32_t seat) noexcept nogil:
    """HS-47, HS-A8: ready huskies; if there are none, tired ones."""
    cdef uint8_t awake = all_spots(r) & ~s.resting[seat]
    cdef uint8_t ready = awake & ~s.tired[seat]
    if not r.youngster_ready:
        ready &= ~youngsters_in(r, s, seat)
    return ready if ready else awake


cdef int32_t legal_moves(const table_t* table, const void* state, move_t* moves) noexcept nogil:
    cdef const SledRules* r = rules_of(table)
    cdef const SledState* s = <const SledState*>state
    cdef int32_t seat = s.head.seat
    if s.phase < PHASE_SWAP_WITH:
        return list_preparations(table, s, seat, moves)
    if s.phase == PHASE_RACE:
        return list_race(r, s, seat, moves)
    if s.phase == PHASE_OVER:
        return 0
    if s.phase < PHASE_RACE:
        return list_loose(table, s, seat, moves)
    if s.phase == PHASE_EQUIPMENT_FIELD:
        return list_equipment_field(s, seat, moves)
    if s.phase == PHASE_REST:
        return add_spots(moves, 0, MOVE_REST, may_rest(r, s, seat))
    moves[0] = MOVE_GO_ON
    moves[1] = MOVE_STOP_HERE
    return 2
