"""Hike (Moosetache): the face of the compiled game. Clause ids (HK-n) are those of
analyzer/games/hike/rules.md; seats are 0-based here.

A hand is one 64-bit word: seven 6-bit fields count the suited cards (Bird, Bug, Lake, Light, Peak,
Trail, Tree), the bits above are the specialties. Adding 31 to every field lifts its top bit exactly
when the suit is held, so the legal cards are `(lifted | specialties) & want`, where `want` has the
same layout: the top bits of the suits that may follow, and the specialties that may be played.
"""
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from analyzer._core.bits cimport ctz, popcount
from analyzer._core.contract cimport MAX_SEATS, NO_SEAT, head_t, move_t, table_t
from analyzer._core.rng cimport rng_t

cdef extern from *:
    """
    #define HIKE_SUIT_FIELDS ((UINT64_C(1) << 42) - 1)
    #define HIKE_SUIT_TOPS UINT64_C(0x20820820820)      /* bit 5 of every field */
    #define HIKE_ALL_31 UINT64_C(0x1F7DF7DF7DF)         /* 31 in every field */
    #define HIKE_ALL_SPECIALTIES (UINT64_C(1023) << 42)
    #define HIKE_ANYTHING ((HIKE_SUIT_TOPS | HIKE_ALL_SPECIALTIES) & ~(UINT64_C(1) << 50))
    #define HIKE_DROUGHT_WANT (UINT64_C(1) << 17 | UINT64_C(1) << 51)
    #define HIKE_SUN_WANT (UINT64_C(1) << 23 | UINT64_C(1) << 51)
    #define HIKE_GATHER UINT64_C(0x400421084200000)
    """
    uint64_t SUIT_FIELDS "HIKE_SUIT_FIELDS"
    uint64_t SUIT_TOPS "HIKE_SUIT_TOPS"
    uint64_t ALL_31 "HIKE_ALL_31"
    uint64_t ALL_SPECIALTIES "HIKE_ALL_SPECIALTIES"
    uint64_t ANYTHING "HIKE_ANYTHING"               # HK-4, HK-12: all but Litter (HK-11)
    uint64_t DROUGHT_WANT "HIKE_DROUGHT_WANT"       # Lake, or The Wind (HK-23)
    uint64_t SUN_WANT "HIKE_SUN_WANT"               # Light, or The Wind (HK-10)
    uint64_t GATHER "HIKE_GATHER"                   # brings the tops of all suits together

cpdef enum:
    N_SUITS = 7
    N_SPECIALTIES = 10
    FIRST_SPECIALTY = 42        # bit of Avalanche in a hand word
    SUIT_SETS = 1 << N_SUITS
    N_CODES = 80                # card codes: suit * 10 + copy, then 70 + specialty
    FIRST_SPECIALTY_CODE = 70
    NO_BOUND = 255
    AGAINST_CLOCK = 256 * MAX_SEATS     # where the other direction begins in HikeRules.after

cpdef enum:                     # suits, in the order of the hand word
    BIRD
    BUG
    LAKE
    LIGHT
    PEAK
    TRAIL
    TREE

cpdef enum:                     # specialties, in the order of the hand word
    AVALANCHE
    DROUGHT
    EARTHQUAKE
    LOST
    POOP
    SPRING
    SUN
    WORM
    LITTER
    WIND

# Moves. A suited card is the top bit of its field (6 * suit + 5), a specialty its bit (42 + i).
cpdef enum:
    MOVE_WIND = 64              # + suit: The Wind as that suit
    MOVE_DECLINE = 72
    MOVE_NO_BIRD = 73           # after The Worm: play no Bird on it
    MOVE_CAPTURE = 74
    MOVE_LEAVE = 75
    MOVE_PLANT = 128            # + Trees + 32 if The Wind too
    PLANT_WIND = 32
    MOVE_CARD = 256             # + code: one particular suited card (suits_scope = "card")

cpdef enum:                     # what is being decided
    PHASE_PLAY
    PHASE_DROUGHT               # a Lake in the round of a Drought
    PHASE_WORM_BIRD             # a Bird on one's own Worm
    PHASE_CAPTURE               # take The Worm, or leave it (worm_capture = "policy")
    PHASE_SPRING                # planting, all seats in turn
    PHASE_TURN_PLANT            # planting before one's turn (spring_duration = "rest_of_hand")
    PHASE_OVER

cpdef enum:                     # where The Worm is
    WORM_UNPLAYED
    WORM_WAITING                # in the pile; the next Bird may capture it
    WORM_LAPSED                 # in the pile; the first Bird left it
    WORM_CAPTURED

cpdef enum:                     # why a seat is out of the hand
    OUT_NOT
    OUT_FOLLOW
    OUT_SUN
    OUT_DROUGHT
    OUT_DECLINED
    OUT_FINISHED

cpdef enum:                     # why a playout ended
    END_TARGET
    END_TURN_CAP
    END_HAND_CAP

cpdef enum:                     # counters by seat, named as in the frames
    COUNT_LEFTOVERS
    COUNT_EMPTY_HANDS
    COUNT_BONUS
    COUNT_POT
    COUNT_TREES
    COUNT_WORM
    COUNT_HANDS_WON
    COUNT_PLAYS
    COUNT_OUT_FOLLOW
    COUNT_OUT_SUN
    COUNT_OUT_DROUGHT
    COUNT_OUT_DECLINED
    COUNT_PLAYED                # + specialty
    COUNT_HELD = COUNT_PLAYED + N_SPECIALTIES
    COUNT_DEALT = COUNT_HELD + N_SPECIALTIES
    COUNT_POINTS_DEALT = COUNT_DEALT + N_SPECIALTIES
    N_SEAT_COUNTERS = COUNT_POINTS_DEALT + N_SPECIALTIES

cpdef enum:                     # counters of a playout, named likewise
    TALLY_HANDS
    TALLY_PLAYS
    TALLY_TIE_HANDS
    N_GAME_COUNTERS

cpdef enum:                     # purposes of chance; the occasion is hand * 256 + how many before
    PURPOSE_DEAL = 16
    PURPOSE_EARTHQUAKE = 17
    PURPOSE_RESHUFFLE = 18
    PURPOSE_FORGET = 19


ctypedef struct hike_rule_t:    # named as the rule parameters; a choice is its index
    int32_t target
    int32_t hand_size
    int32_t bonus
    int32_t tree_points
    int32_t max_turns
    int32_t max_hands
    int32_t suits_scope         # suit, card
    int32_t may_decline
    int32_t solo_tail           # play_on, stop
    int32_t avalanche_last_peak     # draw, out
    int32_t drought_next        # direction, left
    int32_t drought_order       # next_first, player_first
    int32_t poop_empty          # finished, active_until_turn
    int32_t spring_empty_bonus
    int32_t spring_scope        # active, all
    int32_t spring_duration     # instant, rest_of_hand
    int32_t wind_bird
    int32_t wind_plants
    int32_t worm_capture        # auto, policy, forget
    double forget               # chance to forget The Worm
    int32_t worm_bird           # may, must
    int32_t deck_exhausted      # skip, reshuffle
    int32_t over_target         # highest, seat
    int32_t tie_play            # all, tied
    int32_t extra_points        # one, spread
    int32_t dealer              # left, fixed, winner
    int32_t earthquake_deal     # even, same_size
    int32_t earthquake_dir      # clockwise, direction
    int32_t avalanche_draw      # two, one_twice


ctypedef struct HikeRules:
    hike_rule_t rule
    # derived
    int32_t plain_turns         # max_turns; 0 if solo_tail or spring_duration is switched
    int32_t n_cards
    uint64_t intricate          # legal cards that are more, or other moves, than their bit
    uint8_t deck[N_CODES]       # the codes of the n_cards that are played with
    uint8_t box[N_CODES]        # ... and of all cards in the box
    uint8_t left_out[N_CODES]   # by code: 1 if the card stays in the box
    uint8_t code[64]            # card code of a move below MOVE_WIND
    uint8_t codes[N_SUITS][16]  # the card code of a suit, in all of them
    uint64_t card[64]           # the card of a move as a hand word
    uint64_t want[64]           # what may follow the card of a move below MOVE_WIND
    uint64_t unit[N_CODES]      # what a card adds to a hand word
    uint64_t card_want[N_CODES]     # what may follow one particular card
    uint64_t closed[SUIT_SETS]  # by suit_set: the suits that none of it can follow, whole fields
    uint8_t after[2 * AGAINST_CLOCK]    # see next_of


ctypedef struct HikeState:
    head_t head
    # the hand being played: cleared for the next one down to `deck`
    uint64_t hand[MAX_SEATS]    # an eliminated seat's cards stay here: its leftovers
    uint64_t want               # what may follow the exposed card
    uint64_t legal              # cards the seat to move may play (PLAY and DROUGHT)
    uint64_t triggers           # moves that do more than change the exposed card
    uint64_t laid               # the cards of the pile, as a hand word
    uint8_t size[MAX_SEATS]     # cards in each hand
    uint32_t active             # seats that hold cards and are not eliminated, as bits
    uint32_t playing            # seats taking part in this hand
    uint8_t phase
    int8_t direction            # +1 = to the left
    uint8_t avalanche           # in force: Peaks draw
    uint8_t lost                # in force: Trails reverse
    uint8_t spring              # was played in this hand
    uint8_t worm
    int8_t worm_by              # who played it
    int8_t worm_to              # who captured it
    int16_t exposed             # move code of the exposed card, -1 = empty pile
    int16_t more_birds          # played so far in this hand besides those that lie in the pile
    int32_t n_pile
    int32_t play_no             # cards played so far in this hand
    int32_t last_play[MAX_SEATS]    # play_no of a seat's last card, 0 = none
    uint8_t out[MAX_SEATS]      # OUT_...
    int8_t out_order[MAX_SEATS]     # when a seat ran out of cards, 0 = not
    int8_t n_out
    uint16_t dealt[MAX_SEATS]   # the specialties a seat was dealt, as bits
    uint8_t bugs[MAX_SEATS]     # face up by Poop
    uint8_t trees[MAX_SEATS]    # planted, The Wind included
    int8_t wind_planter         # who planted The Wind, -1 = nobody
    uint32_t planted_out        # seats whose last card left by planting
    uint32_t pending            # seats still to act in a Drought or a Spring
    int8_t round_by             # who played that Drought or Spring
    int8_t round_at             # who acted last in it
    uint8_t round_phase         # what goes on after a planting of PHASE_TURN_PLANT
    int32_t occasion            # of Earthquakes, reshuffles and forgetting in this hand
    int32_t n_shown             # cards that lie face up, those of the pile aside,
    uint64_t shown              # ... as a hand word
    # what can be deduced. `known` and `base` were written at the last Earthquake (or empty stock):
    uint64_t known[MAX_SEATS]   # by the seat that knows: cards then in the other hands
    uint64_t base[MAX_SEATS]    # what was then in a hand, and what came to it since
    # Poop (and The Worm, with worm_bird = "must") shows what a hand does not hold:
    uint8_t bug_allow[MAX_SEATS]    # most Bugs since then, NO_BOUND = not known
    uint8_t bug_had[MAX_SEATS]      # Bugs it then had or drew since
    uint8_t bird_allow[MAX_SEATS]
    uint8_t bird_had[MAX_SEATS]
    uint8_t bug_allow_all           # ... and in all active hands together
    # the stock: deck[next_card:n_deck]; from n_fixed on its order is not yet drawn
    uint8_t deck[N_CODES]
    int16_t next_card
    int16_t n_fixed
    int16_t n_deck
    rng_t stock_rng
    uint8_t pile[N_CODES]       # card codes, bottom to top
    # which copies (suits_scope = "card" only), bit c of [suit]
    uint16_t copies[MAX_SEATS][N_SUITS]
    uint16_t known_copies[MAX_SEATS][N_SUITS]   # of `known`
    uint16_t bug_copies[MAX_SEATS]
    uint16_t tree_copies[MAX_SEATS]
    # the game
    int32_t points[MAX_SEATS]
    int32_t dealer
    int32_t hand_no             # of the hand being played, from 0
    int32_t winner              # -1 = nobody (yet)
    int32_t end_reason
    int32_t tied                # 1 after a first tie at or over the target
    int32_t hand_leftovers[MAX_SEATS]   # of the hand that ended last
    int32_t hand_points[MAX_SEATS]
    uint8_t hand_out[MAX_SEATS]
    int32_t game_counters[N_GAME_COUNTERS]
    int32_t seat_counters[N_SEAT_COUNTERS][MAX_SEATS]


cdef inline uint64_t specialty_bit(int32_t specialty) noexcept nogil:
    return <uint64_t>1 << (FIRST_SPECIALTY + specialty)

cdef inline int32_t held(uint64_t hand, int32_t suit) noexcept nogil:
    """How many cards of a suit a hand word holds."""
    return <int32_t>((hand >> (6 * suit)) & 63)

cdef inline int32_t suit_move(int32_t suit) noexcept nogil:
    return 6 * suit + 5

cdef inline const HikeRules* rules_of(const table_t* table) noexcept nogil:
    return <const HikeRules*>table.rules


# --- seats --------------------------------------------------------------------------------------

cdef inline int32_t next_of(const HikeRules* r, uint32_t seats, int32_t seat,
                            int32_t direction) noexcept nogil:
    """The nearest of `seats` (not empty) after `seat`; `seat` itself comes last.

    Looked up, in 6 instructions: bit scans around the ring were 7 % of a playout.
    """
    return r.after[(<size_t>direction & AGAINST_CLOCK) + <size_t>seats * MAX_SEATS + <size_t>seat]


cdef inline bint one_at_most(uint32_t seats) noexcept nogil:
    return (seats & (seats - 1)) == 0


cdef inline int32_t how_many(uint32_t seats) noexcept nogil:
    return popcount(seats)


cdef inline void show(HikeState* s, uint64_t cards, int32_t n) noexcept nogil:
    """These n cards lie face up from now on, not in the pile."""
    s.shown += cards
    s.n_shown += n


cdef inline void finish(HikeState* s, int32_t seat) noexcept nogil:
    """HK-16: an empty hand is out of all that follows."""
    s.active &= ~(<uint32_t>1 << seat)
    s.out[seat] = OUT_FINISHED
    s.n_out += 1
    s.out_order[seat] = s.n_out


cdef inline void eliminate(HikeState* s, int32_t seat, uint8_t cause) noexcept nogil:
    """HK-14: the cards are face up from now on; they stay in `hand` as leftovers."""
    s.out[seat] = cause
    show(s, s.hand[seat], s.size[seat])
    s.seat_counters[COUNT_OUT_FOLLOW - OUT_FOLLOW + cause][seat] += 1
    s.active &= ~(<uint32_t>1 << seat)


# --- cards --------------------------------------------------------------------------------------

cdef inline uint64_t playable(uint64_t hand, uint64_t want) noexcept nogil:
    """The suits held as top bits, and the specialties held, as far as wanted."""
    return (hand + ALL_31) & want


cdef inline uint64_t suit_set(uint64_t cards) noexcept nogil:
    """The suits of playable `cards` as a number below SUIT_SETS, one for every set of them."""
    return (cards & SUIT_TOPS) * GATHER >> 57


cdef inline int32_t birds_played(const HikeState* s) noexcept nogil:
    """In this hand, The Wind included if it was one."""
    return held(s.laid, BIRD) + s.more_birds


cdef inline int32_t birds_in(const HikeRules* r, uint64_t hand) noexcept nogil:
    """Birds, and The Wind if it can be one."""
    cdef bint wind = r.rule.wind_bird and (hand & specialty_bit(WIND)) != 0
    return held(hand, BIRD) + wind


cdef inline void note_copy(uint16_t* copies, uint8_t code) noexcept nogil:
    """Which card it was (suits_scope = "card"); `copies` by suit."""
    if code < FIRST_SPECIALTY_CODE:
        copies[code // 10] |= <uint16_t>(1 << (code % 10))


cdef inline void deal_out(const HikeRules* r, HikeState* s, uint32_t seats, int32_t m,
                          int32_t seat, int32_t direction, const uint8_t* cards,
                          int32_t n) noexcept nogil:
    """One card a turn to each of the m `seats` after `seat`."""
    cdef const uint8_t* card
    cdef uint64_t hand
    cdef int32_t i, _turn, whole = n // m, extra = n % m
    for i in range(m):
        seat = next_of(r, seats, seat, direction)
        hand = 0
        card = cards + i
        for _turn in range(whole):      # as many for all: processors can guess where it ends
            hand += r.unit[card[0]]
            card += m
        if i < extra:
            hand += r.unit[card[0]]
        s.hand[seat] = hand
        s.size[seat] = <uint8_t>(whole + (i < extra))
    if r.rule.suits_scope:
        for i in range(n):
            seat = next_of(r, seats, seat, direction)
            note_copy(s.copies[seat], cards[i])


cdef inline uint64_t demand(const HikeState* s) noexcept nogil:
    """What a card has to be (PLAY and DROUGHT)."""
    return DROUGHT_WANT if s.phase == PHASE_DROUGHT else s.want


cdef inline bint offer_cards(HikeState* s, int32_t seat) noexcept nogil:
    """What `seat` may play now; False: nothing."""
    s.legal = playable(s.hand[seat], demand(s))
    return s.legal != 0


cdef inline bint may_plant(const HikeRules* r, const HikeState* s, int32_t seat) noexcept nogil:
    return held(s.hand[seat], TREE) > 0 or (
        r.rule.wind_plants and (s.hand[seat] & specialty_bit(WIND)) != 0)


cdef inline void drop_out(HikeState* s, int32_t seat) noexcept nogil:
    """HK-14, HK-24, HK-51: nothing legal in hand. HK-15: pile and demand stay as they are."""
    cdef uint8_t cause = OUT_FOLLOW
    if s.phase == PHASE_DROUGHT:
        cause = OUT_DROUGHT
    elif s.exposed == FIRST_SPECIALTY + SUN:
        cause = OUT_SUN
    eliminate(s, seat, cause)


cdef inline int32_t next_player(const HikeRules* r, HikeState* s, int32_t seat) noexcept nogil:
    """HK-5, HK-6: the turn passes on to the next who can play, and nothing but the cards has to be
    looked at; those who cannot play drop out on the way. NO_SEAT: nobody is left."""
    cdef uint64_t want = s.want, legal
    cdef int32_t direction = s.direction
    while s.active:
        seat = next_of(r, s.active, seat, direction)
        legal = playable(s.hand[seat], want)
        if legal:
            s.legal = legal
            s.head.seat = seat
            return seat
        drop_out(s, seat)
    return NO_SEAT


cdef inline void lay(HikeState* s, int32_t seat, uint8_t code, uint64_t unit, int32_t exposed,
                     uint64_t want) noexcept nogil:
    """HK-18 (1): the card is on the pile and exposed."""
    s.hand[seat] -= unit
    s.laid += unit
    s.pile[s.n_pile] = code
    s.n_pile += 1
    s.exposed = <int16_t>exposed
    s.want = want
    s.play_no += 1
    s.last_play[seat] = s.play_no
    s.seat_counters[COUNT_PLAYS][seat] += 1
    s.size[seat] -= 1


cdef inline int32_t list_bits(uint64_t cards, move_t* moves) noexcept nogil:
    cdef int32_t n = 0
    while cards:
        moves[n] = ctz(cards)
        cards &= cards - 1
        n += 1
    return n


# In state.pyx.
cdef int32_t codes_of(uint64_t hand, const uint16_t* copies, uint8_t* codes) noexcept nogil
cdef const uint16_t* copies_of(const HikeRules* r, const HikeState* s, int32_t seat) noexcept nogil
cdef dict describe_state(const table_t* table, const HikeState* s)
cdef int restore_state(const table_t* table, HikeState* s, dict raw) except -1
