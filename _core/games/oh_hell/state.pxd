"""Oh Hell (MrPikes' house rules): the face of the compiled game. Clause ids (OH-n) are those of
analyzer/games/oh_hell/rules.md; seats are 0-based here.

A card is 16 * suit + rank, a hand one 64-bit word with the bit of each card: the legal cards are
`hand & suit led`. Turned until the trump suit is on top, the bits of two cards compare as the cards
do, once those that are neither trumps nor of the suit led are struck out. Nothing is then left in
the lowest bits: they hold the seat, so that the greatest word names the winner of a trick.
"""
from libc.stddef cimport size_t
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport MAX_SEATS, head_t, move_t, table_t

cdef extern from *:
    """
    #define OH_HELL_ALL_CARDS UINT64_C(0x1FFF1FFF1FFF1FFF)
    #define OH_HELL_ONE_SUIT UINT64_C(0x1FFF)
    #define OH_HELL_EACH_SUIT UINT64_C(0x0001000100010001)
    #define OH_HELL_TOP_SUIT (OH_HELL_ONE_SUIT << 51)
    """
    uint64_t ALL_CARDS "OH_HELL_ALL_CARDS"
    uint64_t ONE_SUIT "OH_HELL_ONE_SUIT"
    uint64_t EACH_SUIT "OH_HELL_EACH_SUIT"      # the two of every suit
    uint64_t TOP_SUIT "OH_HELL_TOP_SUIT"        # where trumps are once they are turned on top

cpdef enum:
    N_CARDS = 52                # OH-2
    N_SUITS = 4                 # clubs, diamonds, hearts, spades
    N_RANKS = 13                # 2 up to ace
    ACE = N_RANKS - 1
    ONE_SUIT_SIZE = 1 << N_RANKS
    SUIT_SHIFT = 4              # suit = card >> SUIT_SHIFT
    ALL_OF_SUIT = -1 << SUIT_SHIFT  # the two of its suit = card & ALL_OF_SUIT
    WORD = 64                   # bits
    MOST_CARDS = 10             # dealt to one seat, ever
    MOST_BID = 10
    MAX_HANDS = 2 * MOST_CARDS

# Moves. A card is its own code.
cpdef enum:
    MOVE_BID = 64               # + the bid

cpdef enum:                     # what is being decided
    PHASE_BID
    PHASE_PLAY
    PHASE_OVER

cpdef enum:                     # why a playout ended
    END_HIGHEST
    END_UNRESOLVED

cpdef enum:                     # counters by seat, named as in the frames
    COUNT_HANDS
    COUNT_DEALS
    COUNT_BIDS
    COUNT_MADE
    COUNT_MISSED_OVER
    COUNT_MISSED_UNDER
    COUNT_TRICKS
    COUNT_PANTS
    COUNT_BID_ZERO
    COUNT_ZERO_MADE_COUNT
    COUNT_HANDS_1        # + cards - 1
    COUNT_MADE_1 = COUNT_HANDS_1 + MOST_CARDS
    COUNT_POINTS_1 = COUNT_MADE_1 + MOST_CARDS
    COUNT_DEALT_TRUMPS = COUNT_POINTS_1 + MOST_CARDS
    COUNT_DEALT_ACES
    COUNT_POINTS_DEALT_TRUMPS
    COUNT_POINTS_DEALT_ACES
    N_SEAT_COUNTERS

cpdef enum:                     # counters of a playout, named likewise
    TALLY_HANDS
    TALLY_TRICKS
    TALLY_PLAYS
    TALLY_EXTRA_HANDS
    TALLY_BIDS_MINUS_CARDS
    TALLY_BIDS_OFF_CARDS
    N_GAME_COUNTERS

cpdef enum:                     # purposes of chance
    PURPOSE_DEAL = 16           # occasion: the hand
    PURPOSE_FIRST_DEALER = 17
    PURPOSE_TIE_DEALER = 18     # occasion: the hand


ctypedef struct oh_hell_rule_t:    # named as the rule parameters; a choice is its index
    int32_t first_dealer        # seat1, random
    int32_t schedule            # down_up, up_down, down_only
    int32_t bid_mode            # simultaneous, sequential
    int32_t bid_order           # dealer_last, dealer_first
    int32_t hook
    int32_t leader              # dealer, left_of_dealer
    int32_t bid_max             # cards, five, ten
    int32_t zero_made
    int32_t zero_bid_pays_always
    int32_t made_bonus
    int32_t points_per_trick_made
    int32_t miss_base
    int32_t miss_per_trick
    int32_t pants_threshold
    int32_t pants_once          # event, exposure
    int32_t bid_before_turnup
    int32_t turnup_visible
    int32_t tie_scope           # first, any
    int32_t tie_players         # all, tied_only
    int32_t tie_hand_size       # last, one
    int32_t tie_dealer          # rotate, same, random
    int32_t max_extra_hands


ctypedef struct OhHellRules:
    oh_hell_rule_t rule
    # derived
    int32_t n_hands             # scheduled ones
    int32_t tie_cards
    uint8_t cards[MAX_HANDS]    # of each scheduled hand
    uint8_t most_bid[MOST_CARDS + 1]    # by cards
    move_t bids[MOST_BID + 1]   # the moves of all bids
    uint8_t deck[N_CARDS]
    int32_t points[MOST_BID + 1][MOST_CARDS + 1]    # by bid and tricks taken
    uint64_t ways[MOST_CARDS + 1][MAX_SEATS]    # by cards and hands dealt: what the next may be
    uint64_t bit[64]            # of each card
    uint8_t size[ONE_SUIT_SIZE]     # how many cards, by the cards of one suit
    int32_t end                 # gcc takes an array at the end of a struct for an open one


ctypedef struct trick_t:        # what changes card by card
    uint64_t turn               # by so many bits cards are turned until trumps are on top
    uint64_t follow             # cards of the suit led; 0 before a lead
    uint64_t may_win            # trumps and the suit led, turned
    uint64_t best               # the best card in the trick, turned, + its seat
    int64_t n_played            # cards played in this hand


ctypedef struct OhHellState:
    head_t head
    uint64_t legal              # cards the seat to move may play, 0 unless PHASE_PLAY
    uint64_t hand[MAX_SEATS]
    trick_t trick
    int64_t trick_end           # `n_played` when the trick will be complete
    int64_t n_cards             # ... when the hand will be over
    int64_t held                # cards of each seat that has not yet played to the trick
    int32_t to_bid              # seats still to bid
    uint8_t next[MAX_SEATS]     # the next seat clockwise that takes part
    uint8_t tricks[MAX_SEATS]   # taken in this hand
    int8_t bid[MAX_SEATS]       # of this hand, -1 = none yet
    uint8_t phase
    uint8_t cards               # dealt to each seat in this hand
    uint8_t n_playing           # seats taking part
    uint8_t dealt_trumps[MAX_SEATS]     # in this hand
    uint8_t dealt_aces[MAX_SEATS]
    uint8_t turned              # the turned card
    uint8_t trump               # its suit
    uint8_t first_leader        # who leads to the first trick
    uint8_t played[N_CARDS]     # in order
    uint8_t leader[N_CARDS]     # of the trick that begins with this card of `played`
    # the game
    uint32_t playing            # seats that take part in this hand
    uint32_t pants_used         # seats to which the pants rule no longer applies
    uint32_t winners            # when the game is over
    int32_t dealer
    int32_t hand_no             # of the hand being played, from 0
    int32_t end_reason
    int32_t points[MAX_SEATS]
    # the hand that ended last
    int32_t last_hand_no        # -1 = none
    int32_t last_dealer
    uint32_t last_playing
    uint32_t last_pants         # seats that had a pants event
    uint8_t last_cards
    uint8_t last_turned
    uint8_t last_tricks[MAX_SEATS]
    int8_t last_bid[MAX_SEATS]
    int32_t last_points[MAX_SEATS]
    int32_t seat_counters[N_SEAT_COUNTERS][MAX_SEATS]
    int32_t game_counters[N_GAME_COUNTERS]
    int32_t end                 # gcc takes an array at the end of a struct for an open one


cdef inline const OhHellRules* rules_of(const table_t* table) noexcept nogil:
    return <const OhHellRules*>table.rules

cdef inline uint64_t card_bit(int32_t card) noexcept nogil:
    return <uint64_t>1 << card

cdef inline uint64_t suit_cards(int32_t suit) noexcept nogil:
    return ONE_SUIT << (suit << SUIT_SHIFT)

cdef inline uint64_t suit_of(uint64_t card) noexcept nogil:
    """All cards of its suit."""
    return ONE_SUIT << (ctz(card) & ALL_OF_SUIT)

cdef inline void set_trump(OhHellState* s) noexcept nogil:
    """OH-8: the suit of the turned card."""
    s.trump = s.turned >> SUIT_SHIFT
    s.trick.turn = ((N_SUITS - s.trump) << SUIT_SHIFT) - N_RANKS

cdef inline int32_t tricks_done(const OhHellState* s) noexcept nogil:
    """How many tricks of this hand are complete."""
    return <int32_t>(s.cards - s.held)

cdef inline int64_t winner(const trick_t* t) noexcept nogil:
    """Who wins the trick as it stands."""
    return t.best & (MAX_SEATS - 1)

cdef inline uint64_t turned(const trick_t* t, uint64_t cards) noexcept nogil:
    return cards << t.turn | cards >> (WORD - t.turn & WORD - 1)

cdef inline int32_t most_bid(const OhHellRules* r, const OhHellState* s) noexcept nogil:
    """OH-A2: the largest bid of this hand."""
    return r.most_bid[s.cards]

cdef inline bint bids_hidden(const OhHellRules* r, const OhHellState* s) noexcept nogil:
    """OH-11, OH-13: nobody sees the bids of others before all are made."""
    return s.phase == PHASE_BID and r.rule.bid_mode == 0


# --- bids and tricks ----------------------------------------------------------------------------

cdef inline void lead(OhHellState* s, int64_t seat) noexcept nogil:
    """OH-18: any card held, trump included."""
    s.head.seat = <int32_t>seat
    s.leader[s.trick.n_played] = <uint8_t>seat
    s.trick_end += s.n_playing
    s.trick.follow = 0
    s.legal = s.hand[seat]


cdef inline void offer(OhHellState* s, int64_t seat) noexcept nogil:
    """OH-20, OH-21: the suit led if it is held, any card otherwise."""
    cdef uint64_t hand = s.hand[seat]
    cdef uint64_t following = hand & s.trick.follow
    s.head.seat = <int32_t>seat
    s.legal = following if following else hand


cdef inline void begin_tricks(OhHellState* s) noexcept nogil:
    """OH-16: the bids stand. OH-17: the dealer leads to the first trick."""
    s.phase = PHASE_PLAY
    lead(s, s.first_leader)


cdef inline void make_bid(OhHellState* s, int32_t bid) noexcept nogil:
    cdef int32_t seat = s.head.seat
    s.bid[seat] = <int8_t>bid
    s.to_bid -= 1
    s.head.seat = s.next[seat]
    if s.to_bid == 0:
        begin_tricks(s)


cdef inline uint64_t worth(const trick_t* t, uint64_t card) noexcept nogil:
    """OH-10, OH-22: aces high; a trump beats every other suit, a higher card its own suit, and what
    is neither trump nor of the suit led is worth nothing."""
    return turned(t, card) & t.may_win


cdef inline void lead_with(trick_t* t, int64_t seat, uint64_t card) noexcept nogil:
    t.follow = suit_of(card)
    t.may_win = turned(t, t.follow) | TOP_SUIT
    t.best = turned(t, card) | <uint64_t>seat


cdef inline void beat(trick_t* t, int64_t seat, uint64_t card) noexcept nogil:
    """The card may be better than all before it."""
    cdef uint64_t word = worth(t, card) | <uint64_t>seat
    t.best = word if word > t.best else t.best


cdef inline bint end_trick(OhHellState* s) noexcept nogil:
    """True if it was the last of the hand (OH-24)."""
    cdef int64_t seat = winner(&s.trick)
    s.tricks[seat] += 1
    s.held -= 1
    if s.trick.n_played == s.n_cards:
        return True
    lead(s, seat)               # OH-23
    return False


cdef inline bint lay_card(const OhHellRules* r, OhHellState* s, int64_t card) noexcept nogil:
    """One card to the trick; True if it was the last of the hand."""
    cdef int64_t seat = s.head.seat
    cdef uint64_t bit = r.bit[card]
    s.hand[seat] ^= bit
    s.played[s.trick.n_played] = <uint8_t>card
    s.trick.n_played += 1
    if s.trick.follow:
        beat(&s.trick, seat, bit)
    else:
        lead_with(&s.trick, seat, bit)
    if s.trick.n_played == s.trick_end:
        return end_trick(s)
    offer(s, s.next[seat])      # OH-19
    return False
