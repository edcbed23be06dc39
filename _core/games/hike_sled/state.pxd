"""Hike! with dog sleds (SnowBoardGames): the face of the compiled game. Clause ids (HS-n) are those
of analyzer/games/hike_sled/rules.md; seats are 0-based here.

A husky is a number: the experienced ones in the order of the card file, then the youngsters, each a
card of its own. A set of huskies is one 64-bit word. A spot of a sled holds 0 (free) or the husky's
number + 1, so that the tables of edges and points have a row for "nobody".

Which huskies fit a free spot is one word, too: for each side the set of huskies with the edge that
the neighbour asks for (`beside_of`; everybody where it asks for nothing), and all four together.
"""
from libc.stdint cimport int16_t, int32_t, int8_t, uint16_t, uint32_t, uint64_t, uint8_t

from analyzer._core.bits cimport ctz, popcount
from analyzer._core.contract cimport MAX_SEATS, head_t, table_t

cpdef enum:
    MOST_HUSKIES = 64           # experienced and youngsters together
    MOST_SPOTS = 8
    NO_SPOT = 8                 # beside the sled: always free
    N_SPOTS = 9                 # with that one
    N_TERRAINS = 3
    MOST_LANDSCAPES = 32        # without start and finish
    MOST_FIELDS = 256           # of all landscapes together
    MOST_DECK = 112             # huskies, equipment, care, loose cards
    MOST_CARE = 40              # single and double care cards
    N_LOOSE = 4
    PILE_SINGLES = 1            # HS-5: the care pile of a player, single on top
    PILE_DOUBLES = 2
    PILE_SIZE = 3
    SINGLES_APART = 6           # of which each player gets one
    DOUBLES_APART = 12          # of which each player gets two

cdef enum:                      # sides of a card
    TOP
    RIGHT
    BOTTOM
    LEFT

cpdef enum:                     # terrains, in the order of the card file's letters
    SNOW
    ICE
    POWDER

cpdef enum:
    TERRAIN = 3                 # a field: its terrain, and
    NEEDS_EQUIPMENT = 4

cpdef enum:                     # cards of the deck: huskies 0..63, then
    CARD_EQUIPMENT = 64
    CARD_CARE = 65
    CARD_LOOSE = 66             # + LOOSE_...

cpdef enum:                     # the loose cards
    LOOSE_SWAP
    LOOSE_RUNAWAYS
    LOOSE_CRAZY
    LOOSE_SLED
    NO_LOOSE

cpdef enum:                     # kinds of care, as codes of the care pile and of an open card
    NO_CARE
    SINGLE
    DOUBLE

cpdef enum:                     # what is being decided
    PHASE_EARLY_DECLARE         # before the reveal (declare_needs_action = false)
    PHASE_MENTOR
    PHASE_ACTION
    PHASE_SPOT
    PHASE_PUT_IN
    PHASE_BONUS
    PHASE_DECLARE
    PHASE_UPGRADE
    PHASE_SWAP_WITH
    PHASE_GIVE
    PHASE_RECEIVE
    PHASE_RUN_AWAY
    PHASE_LOSE
    PHASE_RACE
    PHASE_EQUIPMENT_FIELD
    PHASE_REST
    PHASE_GO_ON
    PHASE_OVER
    PHASE_REVEAL                # nobody decides: the reveal goes on

# Moves: a kind, and below it a husky (the youngster as YOUNGSTER), a spot, a seat or a number.
cpdef enum:
    KIND = 256
    YOUNGSTER = 64              # any of them: they are alike
    MOVE_REVEAL_NO_MORE = 0
    MOVE_MENTOR = 1 * 256
    MOVE_MENTORS = 2 * 256      # + how many, announced together
    MOVE_TO_SLED = 3 * 256
    MOVE_TO_HAND = 4 * 256      # + husky, or 65 equipment, 66 care
    MOVE_PLACE = 5 * 256
    MOVE_SWAP = 6 * 256         # + spot
    MOVE_PASS = 7 * 256
    MOVE_SPOT = 8 * 256
    MOVE_PUT_IN = 9 * 256
    MOVE_NO_BONUS = 10 * 256
    MOVE_BONUS_CENTRE = 11 * 256
    MOVE_BONUS_HAND = 12 * 256
    MOVE_WAIT = 13 * 256
    MOVE_DECLARE = 14 * 256
    MOVE_UPGRADE_NO_MORE = 15 * 256
    MOVE_UPGRADE = 16 * 256
    MOVE_SWAP_WITH = 17 * 256
    MOVE_GIVE_SLED = 18 * 256
    MOVE_GIVE_HAND = 19 * 256
    MOVE_KEEP = 20 * 256        # a received card to hand
    MOVE_RUN_AWAY = 21 * 256
    MOVE_LOSE = 22 * 256
    MOVE_STOP = 23 * 256
    MOVE_USE = 24 * 256         # + spot + 16 * (custom terrain + 1)
    MOVE_CARE = 25 * 256
    MOVE_DOUBLE_CARE = 26 * 256     # + column
    MOVE_PAY = 27 * 256
    MOVE_ENTER = 28 * 256
    MOVE_REFUSE = 29 * 256
    MOVE_REST = 30 * 256
    MOVE_GO_ON = 31 * 256
    MOVE_STOP_HERE = 32 * 256
    TO_HAND_EQUIPMENT = 65
    TO_HAND_CARE = 66
    CUSTOM = 16                 # of MOVE_USE

cpdef enum:                     # why a playout ended
    END_FINISH
    END_WALKOVER
    END_DEADLOCK
    END_RACE_CAP
    END_NOBODY_READY

cpdef enum:                     # counters of a playout, named as in the frames
    TALLY_PREP_DAYS
    TALLY_RACE_DAYS
    TALLY_FIRST_DECLARATION
    TALLY_RACERS
    TALLY_FINISHERS
    TALLY_WON_ALONE
    TALLY_WON_READY
    TALLY_WON_POINTS
    TALLY_WON_FINAL
    TALLY_EQUIPMENT_FIELDS
    TALLY_DECK_EXHAUSTED
    TALLY_CARE_SHUFFLES
    TALLY_CARE_SUBSTITUTES
    TALLY_LOOSE                 # + LOOSE_...
    N_GAME_COUNTERS = TALLY_LOOSE + N_LOOSE

cpdef enum:                     # counters by seat, named likewise
    COUNT_DECLARED_DAY
    COUNT_OUT
    COUNT_FINISHED
    COUNT_CANNOT_FINISH
    COUNT_STUCK
    COUNT_SLED_DRAFTS
    COUNT_HAND_DRAFTS
    COUNT_PLACES
    COUNT_SWAPS
    COUNT_PASSES
    COUNT_BONUSES
    COUNT_YOUNGSTERS_PLACED
    COUNT_MENTORS_USED
    COUNT_CARE_DRAFTED
    COUNT_EQUIPMENT_DRAFTED
    COUNT_CARE_COLLECTED
    COUNT_CATCH_UP
    COUNT_CARE_USED
    COUNT_DOUBLE_CARE_USED
    COUNT_EQUIPMENT_ON_HUSKIES
    COUNT_EQUIPMENT_ON_FIELDS
    COUNT_PENALTIES
    COUNT_RESTED
    COUNT_USES
    COUNT_SNOW                  # + terrain
    N_SEAT_COUNTERS = COUNT_SNOW + N_TERRAINS

cpdef enum:                     # purposes of chance
    PURPOSE_LANDSCAPES = 16
    PURPOSE_DECK = 17
    PURPOSE_LOOSE = 18
    PURPOSE_CRAZY = 19
    PURPOSE_CARE = 20           # occasion: how many shuffles before
    PURPOSE_RACE_TIES = 21      # occasion: race day
    PURPOSE_FINAL_TIE = 22
    PURPOSE_SUBSTITUTE = 23     # occasion: how many before

cpdef enum:                     # places where a husky may be hidden, as bits of SledState.may
    HANDS = 63                  # bits 0..5
    ANYWHERE = 127              # ... and the deck
    HOME_FIRST = 64             # beside two hands: before a swap it was in the first of them,
    HOME_SECOND = 128           # ... or in the second
    RECEIVED = 192              # beside some hands: in each, only the card that it got in a swap


ctypedef struct SledRules:      # the names are those of the rule parameters; a choice is its index
    int32_t landscapes
    int32_t rotated
    int32_t columns
    int32_t dealt
    int32_t centre
    int32_t mentors
    int32_t early_reveal
    int32_t late_reveal
    int32_t last_days
    int32_t catchup_gap
    int32_t rest
    int32_t youngsters
    int32_t equipment
    int32_t deck_care
    int32_t hand_limit
    int32_t max_prep_days
    int32_t max_race_days
    int32_t race_tie_order      # clockwise, previous, random
    int32_t partial_spend       # forbidden, allowed
    int32_t voluntary_stop
    int32_t custom_resting
    int32_t custom_chain
    int32_t custom_own
    int32_t youngster_ready
    int32_t penalty_blocks_care
    int32_t forced_care         # stay, lapse, discard
    int32_t care_proxy          # single, double, random
    int32_t final_tie           # shared, random, order
    int32_t single_racer        # wins, runs
    int32_t deadlock            # furthest, void
    int32_t bonus_then_declare
    int32_t declare_needs_action
    int32_t mentor_timing       # sequential, batch
    int32_t tiebreak_time       # before_reset, after_reset
    int32_t loose_insert        # after_deal, redraw
    int32_t loose_pick          # secret, open
    int32_t loose_place         # must, may
    int32_t prep_first          # fixed, rotate
    int32_t catchup_order       # first_player, race_order
    int32_t forced_care_blocks_stop
    int32_t loose
    # the cards
    int32_t n_huskies           # experienced ones
    int32_t n_landscapes        # without start and finish
    uint64_t experienced        # sets of huskies
    uint64_t young
    uint8_t points[MOST_HUSKIES + 1][4]     # by terrain, then their sum
    uint8_t terrains[MOST_HUSKIES + 1]      # which terrains, as bits
    uint64_t beside_of[4][MOST_HUSKIES + 1]     # by side, and what a spot holds there: who fits
    uint8_t fields[MOST_FIELDS]     # all landscapes one after the other; start and finish last
    uint8_t first_field[MOST_LANDSCAPES + 3]    # of a landscape; of the next one is its end
    uint8_t n_fields[MOST_LANDSCAPES + 2][4]    # of a landscape, by terrain; with equipment
    int32_t all_points[N_TERRAINS]      # printed on all huskies
    # derived
    int32_t spots
    uint8_t beside[N_SPOTS][4]      # the neighbour on each side, NO_SPOT = none
    uint8_t around[N_SPOTS]         # the neighbours as bits
    int32_t n_deck                  # cards of the husky deck without loose ones


ctypedef struct SledState:
    head_t head
    uint8_t phase
    # --- what lies on the table, and hands
    uint64_t centre             # huskies
    uint64_t gone               # huskies that left the game openly
    uint8_t centre_equipment
    uint8_t centre_care
    uint64_t hand[MAX_SEATS]    # huskies
    uint8_t equipment[MAX_SEATS]
    uint8_t single[MAX_SEATS]   # care in hand
    uint8_t double_[MAX_SEATS]
    uint8_t mentors[MAX_SEATS]
    uint8_t taken[MAX_SEATS]    # cards taken from the own care pile
    uint8_t sled[MAX_SEATS][N_SPOTS]
    uint8_t free[MAX_SEATS]     # free spots as bits
    uint8_t upgraded[MAX_SEATS]     # spots as bits
    uint8_t tired[MAX_SEATS]
    uint8_t resting[MAX_SEATS]
    uint8_t declared            # seats as bits
    uint8_t racing
    uint8_t deck[MOST_DECK]     # deck[deck_at:deck_n], top first; in the race what nobody has seen
    uint8_t deck_at
    uint8_t deck_n
    uint8_t loose_met           # loose cards revealed so far, as bits
    uint8_t loose_removed       # the one that is not in the deck
    uint8_t order[MOST_LANDSCAPES]  # landscapes: those laid, then the unused ones
    uint8_t face_up             # of those laid
    # --- what is known of hidden cards
    uint64_t may[MOST_HUSKIES]  # byte o: where seat o must reckon with a husky it cannot see
    uint8_t open_equipment[MAX_SEATS]   # in hand, and everybody knows it
    uint8_t open_single[MAX_SEATS]
    uint8_t bare[MAX_SEATS]     # hidden cards that are known to be no huskies
    uint8_t floor[MAX_SEATS]    # huskies that a hand is known to hold at least
    uint8_t no_care             # seats whose hidden cards are no care, as bits (HS-54)
    uint8_t some_care           # seats with at least one care card among them
    # --- Preparations
    int32_t day                 # of the phase, from 1
    int32_t turn                # turns made today
    int8_t player               # whose turn it is; head.seat is who decides
    uint8_t owed                # cards still to reveal
    uint8_t asked               # mentors were announced (mentor_timing = "batch")
    uint8_t card                # husky on its way to a spot
    uint8_t from_centre         # 1: out of the centre, 0: out of the hand
    uint8_t bonus_used
    uint8_t upgrade_from        # first spot that may still be upgraded
    # --- a loose card in force
    uint8_t loose_card
    int8_t partner              # of a Husky swap
    uint8_t pending             # seats still to pick, or to place, as bits
    uint8_t taking_part
    uint8_t pick_card[MAX_SEATS]
    uint8_t pick_spot[MAX_SEATS]    # where it was; NO_SPOT = in hand
    uint8_t received[MAX_SEATS]
    uint8_t runaways            # huskies still to run away
    # --- the race
    uint8_t track[MOST_FIELDS]  # fields from the start on; pawns on field k have entered k of them
    uint8_t last                # number of fields
    uint8_t field[MAX_SEATS]
    int8_t first_player
    int32_t race_day
    uint8_t day_order[MAX_SEATS]
    uint8_t n_racers
    uint8_t at                  # place in the order of the day
    uint8_t reached[MAX_SEATS]  # order of arrival on the last field, 0 = not there
    uint8_t n_reached
    uint8_t open_card[MAX_SEATS]    # NO_CARE, SINGLE or DOUBLE: must be used (HS-55)
    uint8_t substitute          # seats whose care card is a substitute
    uint8_t care_pile[MOST_CARE]    # care_pile[care_at:care_n], top first
    uint8_t care_at
    uint8_t care_n
    uint8_t gone_single         # discarded care
    uint8_t gone_double
    uint16_t shuffles           # of the care pile
    uint16_t substitutes
    uint8_t left[4]             # points of the husky in use, by terrain
    uint8_t using               # its spot
    uint8_t moved               # fields of this use
    uint8_t to_rest
    uint8_t turn_field          # where the racer stood when the turn began
    uint8_t turn_resting        # who rested then
    uint8_t turn_equipment      # spent since then
    uint8_t turn_single
    uint8_t turn_double
    uint8_t turn_open           # the open card that the turn began with
    uint8_t winners             # seats as bits
    int16_t end_reason
    int32_t game_counters[N_GAME_COUNTERS]
    int32_t seat_counters[N_SEAT_COUNTERS][MAX_SEATS]
    uint32_t after_counters     # keeps the array above from being the last of the struct


cdef inline const SledRules* rules_of(const table_t* table) noexcept nogil:
    return <const SledRules*>table.rules

cdef inline uint64_t one(int32_t husky) noexcept nogil:
    return <uint64_t>1 << husky

cdef inline uint8_t bit(int32_t place) noexcept nogil:
    return <uint8_t>(1 << place)

cdef inline bint has(uint32_t places, int32_t place) noexcept nogil:
    return places >> place & 1

cdef inline uint64_t for_all(int32_t byte) noexcept nogil:
    """The same byte for every observer."""
    return <uint64_t>0x0101010101010101 * <uint64_t>byte

cdef inline int32_t next_clockwise(const table_t* table, uint32_t seats,
                                   int32_t seat) noexcept nogil:
    """The first of `seats` (not empty) from `seat` on, itself included."""
    while not has(seats, seat):
        seat = 0 if seat + 1 == table.n_seats else seat + 1
    return seat


cdef inline uint8_t draw(SledState* s) noexcept nogil:
    """The top card of the husky deck; it leaves no trace there."""
    cdef uint8_t card = s.deck[s.deck_at]
    s.deck[s.deck_at] = 0
    s.deck_at += 1
    return card


# --- sleds --------------------------------------------------------------------------------------

cdef inline uint64_t fitting(const SledRules* r, const uint8_t* sled, int32_t spot) noexcept nogil:
    """HS-20, HS-21: the huskies that fit a spot."""
    cdef const uint8_t* beside = r.beside[spot]
    return (r.beside_of[TOP][sled[beside[TOP]]] & r.beside_of[RIGHT][sled[beside[RIGHT]]]
            & r.beside_of[BOTTOM][sled[beside[BOTTOM]]] & r.beside_of[LEFT][sled[beside[LEFT]]])


cdef inline uint64_t fitting_anywhere(const SledRules* r, const SledState* s,
                                      int32_t seat) noexcept nogil:
    """The huskies with at least one legal spot (HS-19)."""
    cdef uint64_t some = 0
    cdef uint32_t free = s.free[seat]
    while free:
        some |= fitting(r, s.sled[seat], ctz(free))
        free &= free - 1
    return some


cdef inline void put_on(SledState* s, int32_t seat, int32_t spot, int32_t husky) noexcept nogil:
    """HS-22."""
    s.sled[seat][spot] = <uint8_t>(husky + 1)
    s.free[seat] &= <uint8_t>~bit(spot)


cdef inline int32_t take_off(SledState* s, int32_t seat, int32_t spot) noexcept nogil:
    """The husky of a spot; the cube comes back."""
    cdef int32_t husky = s.sled[seat][spot] - 1
    s.sled[seat][spot] = 0
    s.free[seat] |= bit(spot)
    return husky


cdef inline uint8_t all_spots(const SledRules* r) noexcept nogil:
    return <uint8_t>((1 << r.spots) - 1)


cdef inline bint is_young(const SledRules* r, int32_t husky) noexcept nogil:
    return husky >= r.n_huskies


cdef inline uint8_t youngsters_in(const SledRules* r, const SledState* s,
                                  int32_t seat) noexcept nogil:
    """The spots that hold youngsters."""
    cdef uint8_t spots = 0
    cdef int32_t spot
    for spot in range(r.spots):
        if s.sled[seat][spot] > r.n_huskies:
            spots |= bit(spot)
    return spots


# --- the race -----------------------------------------------------------------------------------

cdef inline uint8_t printed_around(const SledRules* r, const uint8_t* sled, int32_t spot,
                                   uint32_t silent) noexcept nogil:
    """Terrains printed on the neighbours that are not in `silent`."""
    cdef uint8_t found = 0
    cdef uint32_t others = r.around[spot] & ~silent
    while others:
        found |= r.terrains[sled[ctz(others)]]
        others &= others - 1
    return found


cdef inline uint8_t custom_terrains(const SledRules* r, const uint8_t* sled, uint32_t upgraded,
                                    uint32_t resting, int32_t spot) noexcept nogil:
    """HS-44, HS-A7: what the custom point of an upgraded husky may be, as bits."""
    cdef uint32_t silent = 0 if r.custom_resting else resting
    cdef uint8_t found = printed_around(r, sled, spot, silent)
    cdef uint32_t others
    if r.custom_own:
        found |= r.terrains[sled[spot]]
    if r.custom_chain:
        others = r.around[spot] & upgraded & ~silent
        while others:
            found |= printed_around(r, sled, ctz(others), silent)
            others &= others - 1
    return found


cdef inline uint8_t terrains_of(const SledRules* r, const uint8_t* sled, uint32_t upgraded,
                                uint32_t resting, int32_t spot) noexcept nogil:
    """All terrains that a husky can be used for, as bits."""
    cdef uint8_t found = r.terrains[sled[spot]]
    if has(upgraded, spot):
        found |= custom_terrains(r, sled, upgraded, resting, spot)
    return found


cdef inline uint8_t usable(const SledRules* r, const SledState* s, int32_t seat) noexcept nogil:
    """HS-38, HS-40: the spots of ready huskies that can move one field."""
    cdef uint8_t spots = 0
    cdef int32_t spot, terrain
    cdef uint32_t ready
    if s.field[seat] >= s.last:
        return 0
    terrain = s.track[s.field[seat]] & TERRAIN
    ready = all_spots(r) & ~(s.tired[seat] | s.resting[seat])
    while ready:
        spot = ctz(ready)
        ready &= ready - 1
        if has(terrains_of(r, s.sled[seat], s.upgraded[seat], s.resting[seat], spot), terrain):
            spots |= bit(spot)
    return spots


cdef inline bint must_pay_or_rest(const SledState* s, int32_t seat) noexcept nogil:
    """The next field needs equipment."""
    return s.field[seat] < s.last and s.track[s.field[seat]] & NEEDS_EQUIPMENT


# In state.pyx.
cdef dict describe_state(const table_t* table, const SledState* s)
cdef int restore_state(const table_t* table, SledState* s, dict raw) except -1
