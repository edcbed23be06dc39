"""Escape From Horrible Mountain 2 (Nick Ferris): the face of the compiled game. Clause ids (HM-n)
are those of analyzer/games/horrible_mountain/rules.md; seats are 0-based here.

A card is 4 * (rank - 2) + suit (clubs, diamonds, hearts, spades), so that a set of cards is a word
of 20 bits with one nibble a rank; a colour (red, yellow, blue, green, white) is a bit of a byte.
"""
from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from analyzer._core.bits cimport ctz, eight_bytes
from analyzer._core.contract cimport MAX_SEATS, head_t, move_t, table_t

cdef extern from *:
    """
    #define MOUNTAIN_EACH_SLOT UINT64_C(0x0101010101010101)
    #define MOUNTAIN_BIT_BY_BIT UINT64_C(0x0002040810204081)
    #define MOUNTAIN_EVEN_SLOTS UINT64_C(0x00FF00FF00FF00FF)
    #define MOUNTAIN_EACH_PAIR UINT64_C(0x0001000100010001)
    """
    uint64_t EACH_SLOT "MOUNTAIN_EACH_SLOT"     # 1 in every byte
    uint64_t BIT_BY_BIT "MOUNTAIN_BIT_BY_BIT"   # times a word of 7 bits: bit i is in byte i
    uint64_t EVEN_SLOTS "MOUNTAIN_EVEN_SLOTS"   # every second byte
    uint64_t EACH_PAIR "MOUNTAIN_EACH_PAIR"     # 1 in every two bytes

cdef enum:
    N_PLAYERS = 2               # HM-1
    N_CARDS = 20                # HM-2
    N_RANKS = 5
    N_COLOURS = 5
    N_SLOTS = 5                 # HM-3
    SLOT_BYTES = 8              # one word, in which a card is found at once
    ALL_CARDS = 0xFFFFF
    NONE = 255                  # no card in a slot, no cube on it, no slot for a colour
    FIRST_HAND = 3              # cards in hand when the first turn begins (HM-12)
    NO_POINTS = 100             # in a byte of `worth`: a cube may also cost points

cdef enum:                      # colours as they are handed out (HM-6, HM-7, HM-A17)
    RED
    YELLOW
    BLUE
    GREEN
    WHITE
    EVIL_COLOURS = 1 << RED | 1 << YELLOW
    ADVENTURER_COLOURS = 1 << BLUE | 1 << GREEN

# Moves: a kind, and in fields of their own two cards of the hand (`first` goes to the Discard Pile
# before `second`), two cards of the table, and a colour.
cpdef enum:
    MOVE_SECOND = 5             # shift of each field; `first` has shift 0
    MOVE_TABLE = 10
    MOVE_OTHER = 15
    MOVE_COLOUR = 20
    MOVE_EITHER = 1 << 23       # a coin says which of the two ends on top (HM-A6)
    MOVE_KIND = 24
    CARD_FIELD = 31

cpdef enum:                     # kinds; the actions come first, in the order they are counted
    DRAW
    SWAP_CARD                   # first, table
    TAKE_TABLE                  # colour
    TAKE_DISCARD                # first (the top of the Discard Pile), colour
    SWAP_CUBES                  # first, second, table, other
    CLAIM                       # first, second, colour
    SPECIAL                     # first: 0 the Evil Master's, 1 the adventurer's
    PLACE                       # first, second (ranks from 0), colour: the lower one of the two
    DISCARD                     # first: the card over the hand limit
    TAKE                        # first: out of the Discard Pile, in the adventurer's special
    PUT_ON_TOP                  # first
    PUT_NEXT                    # first: below those that were put on top

cpdef enum:                     # what is being decided
    PHASE_TURN
    PHASE_LIMIT                 # which card to discard (HM-26)
    PHASE_TAKE                  # which card to take out of the Discard Pile (HM-44)
    PHASE_ORDER                 # which card comes next in it, from the top down
    PHASE_PLACE_FIRST           # HM-9
    PHASE_PLACE_SECOND          # HM-10
    PHASE_OVER

cdef enum:                      # hands, in the order of the printed table (HM-33)
    STRAIGHT_FLUSH
    FOUR_OF_A_KIND
    FULL_HOUSE
    STRAIGHT
    THREE_OF_A_KIND
    TWO_PAIR
    ONE_PAIR
    NOTHING
    N_LINES

cpdef enum:                     # why a playout ended
    END_RUN_OUT
    END_STALLED
    END_TURN_CAP

cpdef enum:                     # counters by seat, named as in the frames
    COUNT_EVIL_MASTER
    COUNT_PLACED_2_6
    COUNT_PLAYER_TURNS
    COUNT_DRAWS               # + kind of the action
    COUNT_LIMIT_DISCARDS = COUNT_DRAWS + SPECIAL + 1
    COUNT_RUN_OUTS
    COUNT_HAND_POINTS
    COUNT_CUBE_POINTS
    COUNT_CUBES
    COUNT_CARDS
    COUNT_HAND                 # + line
    COUNT_DEALT = COUNT_HAND + N_LINES     # + rank
    COUNT_POINTS_DEALT = COUNT_DEALT + N_RANKS
    N_SEAT_COUNTERS = COUNT_POINTS_DEALT + N_RANKS

cpdef enum:                     # counters of a playout, named likewise
    TALLY_PLAYER_TURNS
    TALLY_RUN_OUTS
    TALLY_RESHUFFLES
    TALLY_PILE_CARDS
    TALLY_DECIDED               # + DECIDED_...
    N_GAME_COUNTERS = TALLY_DECIDED + 4

cdef enum:                      # what decided a game (HM-38 to HM-41)
    DECIDED_POINTS
    DECIDED_HAND
    DECIDED_CUBES
    DECIDED_NOBODY

cpdef enum:                     # purposes of chance
    PURPOSE_TABLE = 16          # which suit lies in each slot
    PURPOSE_LOOSE = 17          # the order of the other 15 cards
    PURPOSE_RESHUFFLE = 18      # occasion: number of the run-out, from 1
    PURPOSE_COIN = 19           # occasion: number of the turn, from 0
    PURPOSE_ROLES = 20

cdef enum:
    N_COUNTS = 3125             # hands by how many cards of each rank they hold: base 5
    N_HANDS = 2 * N_COUNTS      # ... and once more for those that hold five ranks of one suit
    N_KINDS = 432               # those of them with 6 cards at most, numbered
    N_AHEAD = 16                # cards still to come that `hope` knows of
    HAND_STEP = 32              # more than the numbers that two ranks on the table may have


ctypedef struct hands_t:        # derived from the values of the lines and the hand limit
    int8_t points[N_HANDS]      # by hand_index
    uint8_t line[N_HANDS]
    uint32_t groups[N_HANDS]    # rank groups for the tie-break: see parameters.pyx
    uint16_t low[1024]          # of half of the cards: part of a hand_index
    uint16_t high[1024]
    uint16_t kind[N_COUNTS]     # place of a hand (by ranks alone) in `hope`
    float hope[N_AHEAD][N_KINDS]    # its points on average when so many cards are still drawn


ctypedef struct mountain_rule_t:    # named as the rule parameters; a choice is its index
    int32_t overflow_timing     # before_replacement, after_replacement
    int32_t overflow_in_reshuffle
    int32_t tiebreak_hand       # full_poker, category
    int32_t tiebreak_short      # longer_wins, tie
    int32_t max_turns
    int32_t on_cap              # stalled, score
    int32_t two_card_order      # choice, random
    int32_t see_first_card
    int32_t roles               # fixed, random
    int32_t special_overflow    # on_top, in_reorder
    int32_t run_out             # last_card_taken, needed_while_empty
    int32_t variant
    int32_t first_placer        # adventurer, evil_master
    int32_t hand_limit
    int32_t run_outs
    int32_t line_points[N_LINES]
    int32_t cube_points[N_RANKS]


ctypedef struct nth_move_t:     # for moves.pxd
    uint32_t two                # 1: two cards can be discarded in two orders (HM-A6)
    # How many cards of two ranks: n and m of them have the number n + 5 * m.
    uint16_t of_hand[256]       # times HAND_STEP, by the cards of two ranks in the hand
    uint8_t of_table[256]
    # By the sum of both, for h cards of a rank in the hand and t on the table: h * t of the lower
    # rank in byte 0, of both in byte 1; the pairs in the hand, likewise, in bytes 2 and 3; from
    # bit 32 on, of both, the square of h * t less twice the pairs in hand times those on the table
    uint64_t ways[25 * HAND_STEP]
    uint8_t size[1 << N_COLOURS]        # how many bits,
    uint8_t nth[1 << N_COLOURS][8]      # and where the n-th is
    # By the cards of one rank, 4 bits each: the first suit in bits 0-1, the other one in bits 2-3
    uint16_t swap[16][16]       # a card of the hand and one of the table
    uint32_t pair[16]           # two cards of the hand


ctypedef struct choices_t:      # how many there are of each kind, in their order
    uint32_t swaps
    uint32_t takes
    uint32_t cube_swaps
    uint32_t claims
    uint32_t all
    uint32_t pairs              # of cards of one rank in the hand
    uint32_t hand
    uint64_t ways[3]            # see nth_move_t: ranks 2 and 3, 4 and 5, 6
    const nth_move_t* nth_move


ctypedef struct running_score_t:  # for a trace: see running_score.pxd
    int32_t ahead               # how far seat 0 is
    int32_t hand[N_PLAYERS]     # points of the cards in hand


ctypedef struct MountainRules:
    mountain_rule_t rule
    uint8_t worth[N_CARDS]      # as in the state
    nth_move_t nth_move
    hands_t hands


ctypedef struct MountainState:
    head_t head
    uint32_t hand[N_PLAYERS]
    uint32_t table              # the cards on the table
    uint32_t dealt[N_PLAYERS]   # the hand with which a seat began its first turn
    uint8_t size[N_PLAYERS]     # cards in each hand
    uint8_t control[N_PLAYERS]  # Control Cubes; in the setup each own colour once
    uint8_t cube_pile
    uint8_t phase
    uint8_t evil_master         # the seat that is
    uint8_t used                # seats that have used their special action, as bits
    uint8_t card[SLOT_BYTES]    # slot -> card, NONE while a replacement is due (HM-A1)
    uint8_t cube[N_SLOTS]       # slot -> colour, NONE before it is placed
    uint8_t place[N_COLOURS]    # colour -> slot
    uint8_t worth[SLOT_BYTES]   # colour -> NO_POINTS + the points of the card there (HM-37)
    uint8_t n_draw
    uint8_t n_discard
    uint8_t draw[N_CARDS]       # both piles bottom to top
    uint8_t discard[N_CARDS]
    uint8_t action              # kind of the action that a follow-up belongs to
    uint8_t slot                # whose card is due
    uint8_t aside               # card over the limit that waits for the re-ordering (HM-A12)
    uint8_t ordered             # cards that were put on top of the Discard Pile so far (HM-44)
    # what players who remember everything can deduce
    uint32_t known[N_PLAYERS]   # cards in a hand that the other player knows
    # After the adventurer's special the Evil Master knows that one of `suspects` was taken, and of
    # the lowest `buried` cards of the Discard Pile neither which is where nor which is missing.
    uint32_t suspects
    uint8_t taken               # that card; NONE if it is known, or may have been shown since
    uint8_t buried
    int32_t runs                # run-outs so far
    int32_t turn_no             # turns finished
    int32_t winner              # -1 = nobody (yet)
    int32_t end_reason
    int32_t game_counters[N_GAME_COUNTERS]
    int32_t seat_counters[N_SEAT_COUNTERS][MAX_SEATS]


cdef inline const MountainRules* rules_of(const table_t* table) noexcept nogil:
    return <const MountainRules*>table.rules

cdef inline uint32_t bit(int32_t i) noexcept nogil:
    return <uint32_t>1 << i

cdef inline uint32_t rank_mask(int32_t card) noexcept nogil:
    """The four cards of a card's rank."""
    return <uint32_t>15 << (card & ~3)

cdef inline bint has_special(const MountainState* s, int32_t seat) noexcept nogil:
    """HM-42 to HM-44."""
    if s.used >> seat & 1:
        return False
    if seat == s.evil_master:
        return s.size[1 - seat] > 0
    return s.n_discard > 0

cdef inline int32_t slot_of(const MountainState* s, int32_t card) noexcept nogil:
    """Where a card lies on the table: the lowest byte of all slots that is the card."""
    cdef uint64_t slots = eight_bytes(s.card) ^ EACH_SLOT * <uint64_t>card
    return ctz((slots - EACH_SLOT) & ~slots & EACH_SLOT << 7) >> 3

cdef inline int32_t kind_of(move_t move) noexcept nogil:
    return move >> MOVE_KIND

cdef inline int32_t first_of(move_t move) noexcept nogil:
    return move & CARD_FIELD

cdef inline int32_t second_of(move_t move) noexcept nogil:
    return move >> MOVE_SECOND & CARD_FIELD

cdef inline int32_t table_of(move_t move) noexcept nogil:
    return move >> MOVE_TABLE & CARD_FIELD

cdef inline int32_t other_of(move_t move) noexcept nogil:
    return move >> MOVE_OTHER & CARD_FIELD

cdef inline int32_t colour_of(move_t move) noexcept nogil:
    return move >> MOVE_COLOUR & 7

cdef inline int32_t index_by_ranks(const MountainRules* r, uint32_t hand) noexcept nogil:
    """Where the tables of the rules have this hand, unless it holds a straight flush."""
    return r.hands.low[hand & 1023] + r.hands.high[hand >> 10]

cdef inline int32_t hand_index(const MountainRules* r, uint32_t hand) noexcept nogil:
    cdef int32_t index = index_by_ranks(r, hand)
    cdef uint32_t two = hand & hand >> 4        # suits of two ranks, the one above the other
    if two & two >> 8 & hand >> 16 & 15:        # HM-34
        index += N_COUNTS
    return index

cdef inline int32_t cube_points_of(const MountainState* s, uint32_t cubes) noexcept nogil:
    """HM-37: the rank of the table card under each cube's twin."""
    cdef uint64_t ones = cubes * BIT_BY_BIT & EACH_SLOT      # the cubes, one in every byte
    cdef uint64_t found = eight_bytes(s.worth) & ones * 255
    found = (found & EVEN_SLOTS) + (found >> 8 & EVEN_SLOTS)
    return <int32_t>(found * EACH_PAIR >> 48) - NO_POINTS * <int32_t>(ones * EACH_SLOT >> 56)
