"""Horrible Mountain: what a player knows, what a move leads to, and what that is worth."""
from libc.stdint cimport int32_t, uint8_t, uint32_t

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport move_t, view_t
from analyzer._core.games.horrible_mountain.state cimport (
    CLAIM, DISCARD, DRAW, NONE, N_AHEAD, N_COLOURS, N_COUNTS, SWAP_CARD, SWAP_CUBES, TAKE,
    TAKE_DISCARD, TAKE_TABLE, MountainRules, MountainState, bit, colour_of, first_of, hand_index,
    kind_of, other_of, second_of, table_of,
)

cdef enum:
    SUIT = 0x11111              # the clubs
    MEAN_RANK = 4
    LAST_WAIT = 50              # turns after which nobody waits any more
    UNJUDGED = -3               # what judge_exactly says of a move that only the net can judge


ctypedef struct outcome_t:      # what a move leads to, as far as it is certain
    uint32_t hand               # of the player; may be one over the limit
    uint32_t table              # cards that lie on it
    uint32_t cubes[2]           # of the player, of the other
    uint8_t place[N_COLOURS]
    int32_t unknown             # cards drawn unseen into the hand: 0 or 1
    int32_t off_pile            # cards taken off the Draw Pile: 0 or 1
    int32_t empty               # slot whose card is not known, or -1


ctypedef struct knowledge_t:    # what a player knows
    const MountainRules* r
    const MountainState* s
    int32_t me
    uint32_t unseen             # in the Draw Pile, or unknown in the other hand
    uint32_t lost               # discarded for good, since the Draw Pile is not made again
    int32_t n_unseen
    int32_t left                # cards that will still be taken off the Draw Pile, about
    double theirs[2]            # points hoped for by the other hand, if `off_pile` is 0 or 1
    bint memory                 # does it remember every discard?


cdef void gather_knowledge(const view_t* view, bint memory, knowledge_t* m) noexcept nogil
cdef double hand_worth(const knowledge_t* m, uint32_t hand, int32_t ahead) noexcept nogil
cdef double kept_worth(const knowledge_t* m, uint32_t hand, int32_t ahead) noexcept nogil
cdef double drawn_worth(const knowledge_t* m, uint32_t hand, int32_t ahead) noexcept nogil
cdef double picked_worth(const knowledge_t* m, uint32_t hand, int32_t ahead) noexcept nogil
cdef double won(const knowledge_t* m, const outcome_t* out, uint32_t mine,
                uint32_t theirs) noexcept nogil
cdef double end_value(const knowledge_t* m, const outcome_t* out) noexcept nogil
cdef bint knows_all(const knowledge_t* m) noexcept nogil
cdef bint ends_game(const knowledge_t* m, const outcome_t* out) noexcept nogil
cdef double judge_exactly(const knowledge_t* m, const outcome_t* out, move_t move) noexcept nogil


cdef inline int32_t popcount(uint32_t cards) noexcept nogil:
    """How many; without -march the compiler's own is a call."""
    cards -= cards >> 1 & 0x55555555
    cards = (cards & 0x33333333) + (cards >> 2 & 0x33333333)
    return <int32_t>(((cards + (cards >> 4)) & 0x0F0F0F0F) * 0x01010101 >> 24)


cdef inline uint32_t suits_of_three(uint32_t hand) noexcept nogil:
    """Suits held at least three times, as bits: the five nibbles added bit by bit."""
    cdef uint32_t a = hand, b = hand >> 4, c = hand >> 8, d = hand >> 12, e = hand >> 16
    cdef uint32_t one = a ^ b ^ c, twos = a & b | c & (a | b)
    cdef uint32_t odd = one ^ d ^ e, more = one & d | e & (one | d)
    return (twos & more | (twos ^ more) & odd) & 15


cdef inline uint32_t suits_of_two(uint32_t hand) noexcept nogil:
    """Suits held at least twice, likewise."""
    cdef uint32_t one = hand, twos = 0
    twos |= one & hand >> 4
    one |= hand >> 4
    twos |= one & hand >> 8
    one |= hand >> 8
    twos |= one & hand >> 12
    one |= hand >> 12
    return (twos | one & hand >> 16) & 15


cdef inline double hope(const MountainRules* r, uint32_t hand, int32_t ahead) noexcept nogil:
    cdef int32_t index = hand_index(r, hand)
    if index >= N_COUNTS:
        index -= N_COUNTS
    return r.hands.hope[min(ahead, N_AHEAD - 1)][r.hands.kind[index]]


# --- what a move leads to -------------------------------------------------------------------------

cdef inline int32_t slot_of(const MountainState* s, int32_t card) noexcept nogil:
    cdef int32_t slot = 0
    while s.card[slot] != card:
        slot += 1
    return slot


cdef inline void exchange(const MountainState* s, move_t move, outcome_t* out) noexcept nogil:
    """The cubes of Swap Cubes."""
    cdef int32_t slot = slot_of(s, table_of(move)), other = slot_of(s, other_of(move))
    out.place[s.cube[slot]] = <uint8_t>other
    out.place[s.cube[other]] = <uint8_t>slot


cdef inline void foresee(const MountainState* s, int32_t me, move_t move,
                         outcome_t* out) noexcept nogil:
    cdef int32_t kind = kind_of(move), colour = colour_of(move), i
    out.hand, out.table = s.hand[me], s.table
    out.cubes[0], out.cubes[1] = s.control[me], s.control[1 - me]
    for i in range(N_COLOURS):
        out.place[i] = s.place[i]
    out.unknown = out.off_pile = 0
    out.empty = -1
    if kind == DRAW:
        out.unknown = out.off_pile = 1
    elif kind == SWAP_CARD:
        out.hand ^= bit(first_of(move)) | bit(table_of(move))
        out.table ^= bit(first_of(move)) | bit(table_of(move))
    elif kind == TAKE_TABLE:
        out.cubes[0] &= ~bit(colour)
        out.empty = s.place[colour]
        out.hand |= bit(s.card[out.empty])
        out.table &= ~bit(s.card[out.empty])
        out.off_pile = 1
    elif kind == TAKE_DISCARD or kind == TAKE:
        if kind == TAKE_DISCARD:
            out.cubes[0] &= ~bit(colour)
        out.hand |= bit(first_of(move))
    elif kind == SWAP_CUBES or kind == CLAIM:
        out.hand &= ~(bit(first_of(move)) | bit(second_of(move)))
        if kind == CLAIM:
            out.cubes[0] |= bit(colour)
        else:
            exchange(s, move, out)
    elif kind == DISCARD:
        out.hand &= ~bit(first_of(move))


cdef inline double cube_worth(const MountainRules* r, const MountainState* s, const outcome_t* out,
                              int32_t whose) noexcept nogil:
    """Points of Control Cubes; under one that lost its card an average one is expected."""
    cdef uint32_t cubes = out.cubes[whose]
    cdef int32_t slot
    cdef double points = 0
    while cubes:
        slot = out.place[ctz(cubes)]
        cubes &= cubes - 1
        if slot == out.empty or s.card[slot] == NONE:
            points += r.rule.cube_points[MEAN_RANK - 2]
        else:
            points += r.rule.cube_points[s.card[slot] >> 2]
    return points
