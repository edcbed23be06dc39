"""Hike: the contract. Nearly every turn is a suited card that only changes the exposed card; that
is done here. Everything else is in the modules beside this one.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memset

from analyzer._core.bits cimport clear, ctz, pdep, popcnt
from analyzer._core.contract cimport (
    WHOLE_WIN, Game, game_t, head_t, move_t, refuse_unless, result_t, seat_t, table_t, turn_loop,
    turns_t,
)
from analyzer._core.cpu cimport use_bmi2
from analyzer._core.games.hike.fast cimport apply_card, fast_path_by
from analyzer._core.games.hike.hidden cimport redeal_hidden
from analyzer._core.games.hike.parameters import packed_rules
from analyzer._core.games.hike.play cimport deal, pass_on, play_again
from analyzer._core.games.hike.special_moves cimport apply_other, list_other
from analyzer._core.games.hike.state import FIELDS
from analyzer._core.games.hike.state cimport (
    ALL_SPECIALTIES, ANYTHING, BIRD, END_TARGET, FIRST_SPECIALTY, MOVE_CARD, MOVE_WIND,
    N_GAME_COUNTERS, N_SEAT_COUNTERS, N_SPECIALTIES, N_SUITS, PEAK, PHASE_DROUGHT, SUIT_SETS, TRAIL,
    WORM_WAITING, HikeRules, HikeState, describe_state, list_bits, offer_cards, range,
    restore_state, rules_of, suit_move, suit_set,
)
from analyzer._core.rng cimport rng_below_if


cdef inline int32_t legal_moves(const table_t* table, const void* state,
                                move_t* moves) noexcept nogil:
    cdef const HikeRules* r = rules_of(table)
    cdef const HikeState* s = <const HikeState*>state
    if s.phase > PHASE_DROUGHT or s.legal & r.intricate:
        return list_other(r, s, moves)
    return list_bits(s.legal, moves)


cdef inline void apply(const table_t* table, void* state, move_t move) noexcept nogil:
    cdef HikeState* s = <HikeState*>state
    if move < MOVE_WIND:
        apply_card(table, s, s.head.seat, move)
    else:
        apply_other(table, s, s.head.seat, move)


# --- moves at random, without a list ------------------------------------------------------------

# There are two ways to find the k-th legal card: where the processor is good at it, in the word of
# the legal cards itself; elsewhere in lists of all sets of suits and of specialties, in the order
# of legal_moves, 4 bits each: a suit, or N_SUITS + specialty. The Wind is none. Both make the same
# moves.
cdef uint64_t suits_listed[SUIT_SETS]
cdef uint64_t specialties_listed[1 << N_SPECIALTIES - 1]
cdef uint8_t n_suits_listed[SUIT_SETS]
cdef uint8_t n_specialties_listed[1 << N_SPECIALTIES - 1]
cdef uint8_t move_listed[16]


cdef void fill_lists():
    cdef uint64_t cards, rest, at
    cdef int32_t i, n
    for cards in range(<uint64_t>1 << N_SPECIALTIES - 1):
        n = 0
        for i in range(N_SPECIALTIES - 1):
            if cards >> i & 1:
                specialties_listed[cards] |= <uint64_t>(N_SUITS + i) << 4 * n
                n += 1
        n_specialties_listed[cards] = <uint8_t>n
    for cards in range(<uint64_t>SUIT_SETS):
        rest, n = 0, 0
        for i in range(N_SUITS):
            rest |= (cards >> i & 1) << suit_move(i)
        at = suit_set(rest)
        for i in range(N_SUITS):
            if cards >> i & 1:
                suits_listed[at] |= <uint64_t>i << 4 * n
                n += 1
        n_suits_listed[at] = <uint8_t>n
    for i in range(16):
        move_listed[i] = <uint8_t>(suit_move(i) if i < N_SUITS else FIRST_SPECIALTY + i - N_SUITS)


cdef inline uint64_t from_word(uint64_t legal, seat_t* who, int32_t* forced) noexcept nogil:
    """One of the legal cards as a move, each as likely as the others."""
    cdef uint64_t n = popcnt(legal)
    forced[0] += n < 2
    return <uint64_t>ctz(pdep(<uint64_t>1 << rng_below_if(&who.rng, n, NULL), legal))


cdef inline uint64_t from_lists(uint64_t legal, seat_t* who, int32_t* forced) noexcept nogil:
    """One of the legal cards as a move, each as likely as the others."""
    cdef uint64_t suits = suit_set(legal), specialties = legal >> FIRST_SPECIALTY
    cdef uint64_t n = n_suits_listed[suits]
    cdef uint64_t cards = suits_listed[suits] | specialties_listed[specialties] << 4 * n
    n += n_specialties_listed[specialties]
    forced[0] += n < 2
    return move_listed[cards >> 4 * rng_below_if(&who.rng, n, NULL) & 15]


cdef bint fast_path_by_words(const table_t* table, void* state, seat_t* seats,
                             turns_t* done) noexcept nogil:
    return fast_path_by(from_word, table, <HikeState*>state, seats, done)


cdef bint fast_path_by_lists(const table_t* table, void* state, seat_t* seats,
                             turns_t* done) noexcept nogil:
    return fast_path_by(from_lists, table, <HikeState*>state, seats, done)


cdef void init(const table_t* table, void* state) noexcept nogil:
    cdef HikeState* s = <HikeState*>state
    clear(s.points, sizeof(HikeState) - <size_t>(<char*>s.points - <char*>s))
    s.playing = (<uint32_t>1 << table.n_seats) - 1
    s.dealer = table.n_seats - 1        # so that seat 0 leads the first hand
    s.winner = -1
    deal(table, s)
    pass_on(table, s, s.dealer)


cdef void points(const table_t* table, const void* state, int32_t* score) noexcept nogil:
    cdef const HikeState* s = <const HikeState*>state
    cdef int32_t seat
    for seat in range(table.n_seats):
        score[seat] = s.points[seat]


cdef void scores(const table_t* table, const void* state, result_t* result) noexcept nogil:
    cdef const HikeState* s = <const HikeState*>state
    cdef int32_t seat
    points(table, state, result.score)
    for seat in range(table.n_seats):
        result.win[seat] = WHOLE_WIN if seat == s.winner else 0
        result.role[seat] = 0
    result.end_reason = s.end_reason
    result.capped = s.end_reason != END_TARGET
    result.game_counters = &s.game_counters[0]
    result.seat_counters = &s.seat_counters[0][0]


cdef void play_out(const table_t* table, void* state, seat_t* seats, move_t* moves,
                   turns_t* done) noexcept nogil:
    turn_loop(legal_moves, apply, fast_path_by_words if use_bmi2 else fast_path_by_lists, NULL,
              table, state, seats, moves, done)


cdef class Hike(Game):
    def __cinit__(self):
        self.c = game_t(
            fewest_seats=3, most_seats=8, state_size=sizeof(HikeState),
            n_game_counters=N_GAME_COUNTERS, n_seat_counters=N_SEAT_COUNTERS, init=init,
            legal_moves=legal_moves, apply=apply, play_out=play_out, points=points,
            scores=scores, redeal_hidden=redeal_hidden, stage_is_contest=1, ask_hidden=NULL,
            first_choice=NULL, redeal_rest=NULL)
        self.fields = FIELDS

    cdef bytes pack_rules(self, int players, dict rules):
        return packed_rules(players, rules)

    cdef int check_script(self, const table_t* table, uint32_t purpose, bytes values) except -1:
        cdef const HikeRules* r = rules_of(table)
        refuse_unless(sorted(values) == sorted(r.deck[:r.n_cards]), "a deck with other cards")
        return 0

    cdef dict describe(self, const table_t* table, const void* state):
        return describe_state(table, <const HikeState*>state)

    cdef int restore(self, const table_t* table, void* state, dict raw) except -1:
        cdef HikeState* s = <HikeState*>state
        memset(<char*>state + sizeof(head_t), 0, sizeof(HikeState) - sizeof(head_t))
        restore_state(table, s, raw)
        s.want = want_of(rules_of(table), s)
        s.triggers = triggers_of(s)
        if s.phase > PHASE_DROUGHT:
            return 0
        if raw.get("turn_begins"):  # whoever cannot play drops out, as in a game
            play_again(table, s, s.head.seat)
        else:
            offer_cards(s, s.head.seat)
        return 0


cdef uint64_t want_of(const HikeRules* r, const HikeState* s):
    """What may follow the exposed card of a position."""
    if s.exposed < 0:
        return ANYTHING
    if s.exposed >= MOVE_CARD:
        return r.card_want[s.exposed - MOVE_CARD]
    if s.exposed >= MOVE_WIND:
        return r.want[suit_move(s.exposed - MOVE_WIND)]
    return r.want[s.exposed]


cdef uint64_t triggers_of(const HikeState* s):
    """The moves of a position that do more than change the exposed card."""
    cdef uint64_t triggers = ALL_SPECIALTIES
    if s.avalanche:
        triggers |= <uint64_t>1 << suit_move(PEAK)
    if s.lost:
        triggers |= <uint64_t>1 << suit_move(TRAIL)
    if s.worm == WORM_WAITING:
        triggers |= <uint64_t>1 << suit_move(BIRD)
    return triggers


fill_lists()
GAME = Hike()
