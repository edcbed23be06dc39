"""Hide N Seek: the face of the compiled game. Clause ids (HN-n) are those of
analyzer/games/hide_n_seek/rules.md; seats, maps and places of the row are 0-based here.

Position 0 of a map is its start, 1..spots are its square spots, spots + 1 is its goal; arrow k
joins the positions k and k + 1. A set of spots or of arrows is a word of bits, so that "a pawn with
a pawn directly ahead" is one shift. Dice of a player are alike: only how many lie where is kept.
"""
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint32_t, uint64_t

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport MAX_SEATS, head_t, move_t, table_t

cpdef enum:
    N_MAPS = 4                  # HN-2
    N_OWN = N_MAPS - 1          # pawns a player seeks with (HN-4)
    MOST_PLAYERS = 4            # HN-1
    MOST_SPOTS = 30             # of a user's map
    MOST_CARDS = 128            # of a user's deck; a power of two: the deck is a ring
    MOST_PLACES = 6
    MOST_FACES = 6
    MOST_DICE = 8
    MOST_HAND = 9               # the highest limit, and the card over it (HN-A12)
    MOST_STEPS = 6              # MOVE6
    NONE = -1                   # no card at a place, no pile on a map
    GOAL_POINTS = 100           # in a score, more than three pawns can have walked

cpdef enum:                     # symbols; MOVEn is n
    HOLE = MOST_STEPS + 1
    TRUNK
    OVERTRUNK
    FWD
    BACK
    BACK2
    N_SYMBOLS
    EVERY_MOVE = (2 << MOST_STEPS) - 2      # the bits of MOVE1 to MOVE6

# Moves: a kind and two or three fields.
cpdef enum:
    MOVE_KIND = 24
    MOVE_SECOND = 8             # shifts of the fields; the first has shift 0
    MOVE_THIRD = 16
    FIELD = 255
    STEP_BIAS = 64              # added to the steps of each pawn, which may be backward

cpdef enum:                     # kinds of moves
    ROLL
    PLAY                        # card, symbol
    LAY                         # face, place, card
    TIDY
    END_TURN
    DONE                        # with laying (late_placing = "roll_only")
    TAKE_OFF                    # face, place, card
    DISCARD                     # card
    STEPS                       # of the three own pawns
    PAWN                        # map, seat
    ARROW                       # arrow
    THROW                       # how many, of which face (roll_subset); FIELD = those not rolled

cpdef enum:                     # what is being decided
    PHASE_MENU
    PHASE_LAY                   # late_placing = "roll_only"
    PHASE_TIDY
    PHASE_LIMIT                 # which card to discard (HN-24)
    PHASE_STEPS
    PHASE_PAWN
    PHASE_ARROW
    PHASE_START_ARROW           # before the first turn (trunk_at_start)
    PHASE_THROW                 # which dice to roll (roll_subset)
    PHASE_OVER

cdef enum:                      # late_placing
    LATE_TURN
    LATE_ROLL_ONLY
    LATE_NO_REFILL

cpdef enum:                     # why a playout ended
    END_ALL_FOUND
    END_ROUND_CAP

cpdef enum:                     # counters of a playout, named as in the frames
    TALLY_ROUNDS
    TALLY_WON_ON_ANOTHERS_TURN
    TALLY_UNFINISHED
    N_GAME_COUNTERS

cpdef enum:                     # counters by seat, named likewise
    COUNT_TURNS
    COUNT_ROLLS
    COUNT_DICE_ROLLED
    COUNT_BARREN_ROLLS
    COUNT_DICE_LAID
    COUNT_DICE_TAKEN_OFF
    COUNT_DICE_SENT_HOME
    COUNT_CARDS_WON
    COUNT_LIMIT_DISCARDS
    COUNT_FREE_DISCARDS
    COUNT_PLAYED                # MOVE, then + symbol - MOST_STEPS
    COUNT_STEPS_MADE = COUNT_PLAYED + N_SYMBOLS - MOST_STEPS
    COUNT_STEPS_LOST
    COUNT_JUMPS
    COUNT_FWD_OWN
    COUNT_PAWNS_SENT_BACK
    COUNT_OWN_SENT_BACK
    COUNT_TRUNKS_PLACED
    COUNT_TRUNKS_MOVED
    COUNT_ACTIONS_UNUSED
    COUNT_GOALS
    N_SEAT_COUNTERS

cpdef enum:                     # purposes of chance
    PURPOSE_DECK = 16
    PURPOSE_DICE = 17           # occasion: see throw_dice
    PURPOSE_FIRST = 18
    PURPOSE_HIDE = 19
    PURPOSE_SCRIPTED_ROLL = 20  # only as a script; occasion: rolls made before, by anybody


ctypedef struct card_t:
    uint8_t need[MOST_FACES]    # how many dice of each face (HN-A4)
    uint8_t n_need
    int8_t face                 # the only one it asks for, or NONE
    uint8_t symbol[2]           # HN-27
    uint8_t twin                # the first card with the same need and symbols
    uint8_t has_twin


ctypedef struct map_t:
    int32_t spots
    int32_t goal                # spots + 1
    uint32_t holes              # arrows with a hole
    uint32_t piles              # arrows that a pile may lie on (HN-46, HN-A27)
    int8_t holes_ahead[32]      # by position


ctypedef struct SeekRules:      # the names are those of the rule parameters; a choice is its index
    int32_t dice_per_player
    int32_t hand_limit
    int32_t row_size
    int32_t actions_per_turn
    int32_t first_player        # seat1, random
    int32_t hide_map            # seat, random
    int32_t may_pass
    int32_t roll_subset
    int32_t late_placing        # LATE_...
    int32_t overflow            # discard_any, block
    int32_t overflow_before_refill
    int32_t null_play
    int32_t move_back
    int32_t move_stop_early
    int32_t exact_goal
    int32_t goal_safe
    int32_t jump_into_goal
    int32_t obstacle_any_pawn
    int32_t back_over_start
    int32_t back2_chain         # push, jump
    int32_t fixed_trunks
    int32_t fixed_trunk_arrow   # NONE: the largest
    int32_t win_any_turn
    int32_t finish_empty_maps
    int32_t play_won_same_turn
    int32_t hands               # known, hidden
    int32_t trunk_at_start
    int32_t max_rounds
    # the table
    int32_t faces
    int32_t n_cards
    map_t map[N_MAPS]
    card_t card[MOST_CARDS]
    int32_t fewest_steps        # of any MOVE symbol
    int32_t plain_moves         # 1: none of move_back, move_stop_early, exact_goal
    int32_t after_all           # gcc's checks want something after an array


ctypedef struct SeekState:
    head_t head
    int8_t pawn[N_MAPS][MOST_PLAYERS]   # position; the hider's own pawn is in the goal (HN-3)
    int8_t pile[N_MAPS]                 # arrow; on a map without a hider it is fixed (HN-7)
    int8_t hider[N_MAPS]                # seat, or NONE
    uint8_t hides[MOST_PLAYERS]         # seat -> map
    uint32_t taken[N_MAPS]              # spots with a pawn
    uint8_t waiting[N_MAPS]             # pawns in the start
    uint8_t found[MOST_PLAYERS]         # maps on which a seat has reached the goal, as bits
    uint8_t wanted[MOST_PLAYERS]        # maps on which it must
    int8_t row[MOST_PLACES]
    uint8_t n_hand[MOST_PLAYERS]
    uint8_t hand[MOST_PLAYERS][MOST_HAND]   # rising
    uint64_t won[2]                     # cards won in this turn, as bits (HN-A32)
    uint8_t deck[MOST_CARDS]            # a ring: n_deck cards from `top` on
    uint8_t top
    uint8_t n_deck
    uint8_t unseen                      # cards at the top that nobody has seen yet
    uint8_t dice[MOST_PLAYERS][MOST_PLACES][MOST_FACES]     # on the cards of the row (HN-16)
    uint8_t on_cards[MOST_PLAYERS]
    # the turn
    uint8_t rolled[MOST_FACES]          # free dice that show a face (HN-22); other free ones do not
    uint8_t n_rolled
    uint8_t phase
    int8_t actions                      # left
    uint8_t rolls                       # made in this turn
    uint8_t laid_out                    # places filled since the roll, as bits (HN-A9)
    int8_t card                         # being played
    uint8_t symbol
    uint8_t thrown                      # dice named for the roll so far (roll_subset)
    uint8_t group                       # face that is asked about; `faces`: dice not rolled
    uint32_t effects                    # symbols with an effect for the seat in turn, as bits
    # the game
    int32_t first                       # seat
    int32_t in_turn                     # seat; before the first turn NONE
    int32_t round                       # from 1
    int32_t all_rolls
    uint8_t last_roll[MOST_FACES]       # what the last of them showed; no rule asks for it
    int32_t turns_had[MOST_PLAYERS]
    int32_t winner
    int32_t end_reason
    int32_t game_counters[N_GAME_COUNTERS]
    int32_t seat_counters[N_SEAT_COUNTERS][MAX_SEATS]


cdef inline const SeekRules* rules_of(const table_t* table) noexcept nogil:
    return <const SeekRules*>table.rules

cdef inline uint32_t bit(int32_t i) noexcept nogil:
    return <uint32_t>1 << i

cdef inline move_t move_of(int32_t kind, int32_t first, int32_t second,
                           int32_t third) noexcept nogil:
    return kind << MOVE_KIND | third << MOVE_THIRD | second << MOVE_SECOND | first

cdef inline int32_t kind_of(move_t move) noexcept nogil:
    return move >> MOVE_KIND

cdef inline int32_t first_of(move_t move) noexcept nogil:
    return move & FIELD

cdef inline int32_t second_of(move_t move) noexcept nogil:
    return move >> MOVE_SECOND & FIELD

cdef inline int32_t third_of(move_t move) noexcept nogil:
    return move >> MOVE_THIRD & FIELD

cdef inline int32_t not_rolled(const SeekRules* r, const SeekState* s, int32_t seat) noexcept nogil:
    """Free dice of the seat in turn that show no face (HN-22)."""
    return r.dice_per_player - s.on_cards[seat] - s.n_rolled

cdef inline bint is_free(const SeekRules* r, const SeekState* s, int32_t seat) noexcept nogil:
    """Has this seat a die that is not on a card?"""
    return s.on_cards[seat] < r.dice_per_player

cdef inline bint won_now(const SeekState* s, int32_t card) noexcept nogil:
    return s.won[card >> 6] >> (card & 63) & 1

cdef inline int32_t own_map(const SeekState* s, int32_t seat, int32_t i) noexcept nogil:
    """The map of a seat's i-th seeking pawn: all but the one it hides on."""
    return i + (i >= s.hides[seat])

cdef inline bint has_found_all(const SeekState* s, int32_t seat) noexcept nogil:
    """HN-8, HN-A31."""
    return (s.wanted[seat] & ~s.found[seat]) == 0

cdef inline uint32_t obstacles(const SeekRules* r, const SeekState* s,
                               int32_t where) noexcept nogil:
    """HN-31: arrows of a map with a hole or the pile."""
    if s.pile[where] == NONE:
        return r.map[where].holes
    return r.map[where].holes | bit(s.pile[where])

cdef inline int32_t free_run(const SeekRules* r, const SeekState* s, int32_t where,
                             int32_t position) noexcept nogil:
    """HN-33: how many steps forward a pawn here can make."""
    cdef uint32_t stops = obstacles(r, s, where) | s.taken[where] >> 1 | bit(r.map[where].goal)
    return ctz(stops >> position)


# In state.pyx.
cdef dict describe_state(const table_t* table, const SeekState* s)
cdef int restore_state(const table_t* table, SeekState* s, dict raw) except -1
