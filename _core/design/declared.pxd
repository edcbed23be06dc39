"""What a game file has declared, for code without Python: limits, places in a state, functions."""
from cpython.ref cimport PyObject
from libc.stdint cimport int32_t, int64_t, uint32_t

from analyzer._core.contract cimport move_t, seat_t, table_t
from analyzer._core.design.piles cimport own_place
from analyzer._core.rng cimport rng_below, rng_t


cdef enum:
    MAX_RULES = 64
    MAX_PLACES = 64
    MAX_FAMILIES = 4
    MAX_CARDS = 1023        # in all piles of one table of cards together
    MAX_SORTS = 64          # of places, and of cards, that a direct deal tells apart
    MOST_WAYS = 1 << 16     # numbers in its table
    MOST_TRIES = 100000     # worlds that `fits` may refuse in a row: of 1,000, few may fit
    HEAD = 10               # numbers that a head takes
    OVER = 10               # 1: ended, 2: given up
    FAILED = 11             # not 0: a rule did what cannot be (its line, if that is known)
    TURNS = 12              # moves made
    CLOCK = 13              # mixing events, see piles.pxd
    FIRST_FIELD = 14

# What can go wrong outside of the text of a rule; a line of the text is positive.
cdef enum:
    NO_MOVES = -1
    NO_SUCH_SEAT = -2
    TOO_LONG = -3
    NO_WORLD = -4
    STAGE_FELL = -5
    NO_HOLDER = -6


ctypedef void (*deal_t)(const table_t* table, void* state) noexcept nogil
ctypedef int32_t (*of_seat_t)(const table_t* table, const void* state, int32_t seat) noexcept nogil
# May a seat hold a card of this kind, as far as `viewer` can tell? It may look at nothing else.
ctypedef int32_t (*may_hold_t)(const table_t* table, const void* state, int32_t viewer,
                               int32_t seat, int32_t kind) noexcept nogil
# The place of the move of the highest worth; the coin decides between equals, see `among`. -1: a
# worth has failed.
ctypedef int32_t (*best_t)(const table_t* table, const void* state, int32_t seat,
                           const move_t* moves, int32_t n_moves, const double* weights,
                           rng_t* rng) noexcept nogil


# Turns to the end of a stage, counted; 0: none was made.
ctypedef int32_t (*stage_t)(const table_t* table, void* state, seat_t* seats, int32_t* turns,
                            int32_t* decisions) noexcept nogil


ctypedef struct own_t:          # a game, for code without Python
    PyObject* game
    own_place places[MAX_PLACES]
    int32_t n_places
    int32_t n_families
    int32_t kinds[MAX_FAMILIES]         # how many there are
    const int32_t* counts[MAX_FAMILIES]     # cards of a kind; -1 - k: as rule k says
    int32_t most_turns
    int32_t counters            # where those of a game begin; those of seats follow
    int64_t tries               # worlds that were tried, and found
    int64_t worlds
    deal_t deal
    of_seat_t score
    of_seat_t wins
    of_seat_t fits              # NULL: every world does
    may_hold_t may_hold         # NULL: every seat may hold every card
    int32_t held                # the family that it is about
    best_t best
    stage_t by_worth            # NULL: the turn loop does it alone
    stage_t at_random


ctypedef struct own_rules:      # the rules of a table
    int32_t values[MAX_RULES]
    own_t* own
    int64_t serial              # no other table has it


cdef inline own_t* own_of(const table_t* table) noexcept nogil:
    return (<const own_rules*>table.rules).own


cdef inline const int32_t* rules_of(const table_t* table) noexcept nogil:
    return (<const own_rules*>table.rules).values


cdef inline int32_t everyone(const table_t* table) noexcept nogil:
    return (1 << table.n_seats) - 1


cdef inline bint among(rng_t* rng, int32_t n) noexcept nogil:
    """Does the n-th of equal moves take the place of those before?"""
    return rng_below(rng, <uint32_t>n) == 0
