"""Hike: the rules of a table as one struct, with the look-ups that make a play cheap."""
cimport cython
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset

from analyzer._core.contract cimport MAX_SEATS, refuse_unless
from analyzer._core.games.hike.state cimport (
    AGAINST_CLOCK, ANYTHING, FIRST_SPECIALTY, FIRST_SPECIALTY_CODE, N_SPECIALTIES, N_SUITS,
    SUIT_SETS, SUIT_TOPS, SUN, SUN_WANT, WIND, HikeRules, specialty_bit, suit_move, suit_set,
)

cdef uint64_t wanted(object suits) except? 0:
    """The suits of a row as top bits, with all specialties but Litter (HK-7, HK-9, HK-11)."""
    cdef uint64_t want = ANYTHING & ~SUIT_TOPS
    for suit in suits:
        want |= <uint64_t>1 << suit_move(suit)
    return want


cdef void put_in_box(HikeRules* r, int32_t place, uint8_t code, bint played_with):
    r.box[place] = code
    r.left_out[code] = not played_with
    if played_with:
        r.deck[r.n_cards] = code
        r.n_cards += 1


@cython.boundscheck(True)     # of lists that others have made
cdef int derive_suits(HikeRules* r, dict rules) except -1:
    cdef int32_t suit, copy, move, code
    for suit in range(N_SUITS):
        for copy in range(10):
            code = suit * 10 + copy
            r.unit[code] = <uint64_t>1 << (6 * suit)
            r.card_want[code] = wanted(rules["rows"][suit][copy if r.rule.suits_scope else 0])
            put_in_box(r, code, <uint8_t>(code if r.rule.suits_scope else suit * 10), True)
        move = suit_move(suit)
        r.code[move] = <uint8_t>(suit * 10)
        memset(r.codes[suit], r.code[move], sizeof(r.codes[suit]))
        r.card[move] = r.unit[suit * 10]
        r.want[move] = r.card_want[suit * 10]
    derive_closed(r)
    return 0


cdef void derive_closed(HikeRules* r):
    """Of one row a suit: under suits_scope = "card" that of its first card."""
    cdef uint64_t kept, tops, closed
    cdef int32_t suit
    for kept in range(<uint64_t>SUIT_SETS):
        tops = closed = 0
        for suit in range(N_SUITS):
            tops |= (kept >> suit & 1) << suit_move(suit)
        for suit in range(N_SUITS):
            if tops & r.want[suit_move(suit)] == 0:
                closed |= <uint64_t>63 << 6 * suit
        r.closed[suit_set(tops)] = closed


@cython.boundscheck(True)     # of lists that others have made
cdef int derive_specialties(HikeRules* r, dict rules) except -1:
    cdef int32_t i, move, code
    for i in range(N_SPECIALTIES):
        move = FIRST_SPECIALTY + i
        code = FIRST_SPECIALTY_CODE + i
        r.unit[code] = specialty_bit(i)
        r.code[move] = <uint8_t>code
        r.card[move] = specialty_bit(i)
        r.want[move] = SUN_WANT if i == SUN else ANYTHING
        put_in_box(r, code, <uint8_t>code, rules["copies"][i])
    return 0


cdef void derive_order(HikeRules* r, int players):
    """Who of `seats` comes after `seat`, in both directions."""
    cdef int32_t seats, seat, step
    for seats in range(1, 1 << players):
        for seat in range(players):
            for step in range(players, 0, -1):      # the nearest is written last
                if seats >> ((seat + step) % players) & 1:
                    r.after[seats * MAX_SEATS + seat] = <uint8_t>((seat + step) % players)
                if seats >> ((seat + players - step) % players) & 1:
                    r.after[AGAINST_CLOCK + seats * MAX_SEATS + seat] = <uint8_t>(
                        (seat + players - step) % players)


def packed_rules(int players, dict rules):
    """`rules`: the parameters by name (a choice as its index), "forget" (a chance), "copies" of
    each specialty, and "rows": for each suit its row, or ten rows (suits_scope = "card")."""
    cdef HikeRules r
    memset(&r, 0, sizeof(r))
    r.rule = rules
    r.plain_turns = 0 if r.rule.solo_tail or r.rule.spring_duration else r.rule.max_turns
    r.intricate = ~<uint64_t>0 if r.rule.suits_scope or r.rule.may_decline else specialty_bit(WIND)
    derive_suits(&r, rules)
    derive_specialties(&r, rules)
    derive_order(&r, players)
    refuse_unless(1 <= r.rule.hand_size <= r.n_cards // players, "hand_size")
    return (<const char*>&r)[:sizeof(r)]
