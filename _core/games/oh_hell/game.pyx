"""Oh Hell: the contract. A bid or a card that does not end a hand is done here and in the inline
functions of the .pxd; everything else is in the modules beside this one.
"""
from libc.stddef cimport size_t
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memset

from analyzer._core.bits cimport ctz
from analyzer._core.contract cimport (
    WHOLE_WIN, Game, game_t, head_t, move_t, refuse_unless, result_t, seat_t, table_t, turn_loop,
    turns_t,
)
from analyzer._core.games.oh_hell.hidden cimport (
    ask_hidden, describe_state, first_choice, redeal_hidden, redeal_rest, restore_state,
)
from analyzer._core.games.oh_hell.parameters import packed_rules
from analyzer._core.games.oh_hell.play cimport (
    deal, end_hand, list_bids, random_seat, fast_path, set_playing,
)
from analyzer._core.games.oh_hell.state cimport (
    END_UNRESOLVED, MOST_CARDS, MOVE_BID, N_CARDS, N_GAME_COUNTERS, N_SEAT_COUNTERS, PHASE_BID,
    PURPOSE_FIRST_DEALER, OhHellRules, OhHellState, lay_card, make_bid, rules_of,
)


cdef inline int32_t legal_moves(const table_t* table, const void* state,
                                move_t* moves) noexcept nogil:
    cdef const OhHellState* s = <const OhHellState*>state
    cdef uint64_t rest = s.legal
    cdef size_t n = 0
    if rest == 0:
        return list_bids(rules_of(table), s, moves) if s.phase == PHASE_BID else 0
    while rest:
        moves[n] = ctz(rest)
        rest &= rest - 1
        n += 1
    return <int32_t>n


cdef inline void apply(const table_t* table, void* state, move_t move) noexcept nogil:
    cdef OhHellState* s = <OhHellState*>state
    if move >= MOVE_BID:
        make_bid(s, move - MOVE_BID)
    elif lay_card(rules_of(table), s, move):
        end_hand(table, s)


cdef void init(const table_t* table, void* state) noexcept nogil:
    cdef OhHellState* s = <OhHellState*>state
    memset(<char*>state + sizeof(head_t), 0, sizeof(OhHellState) - sizeof(head_t))
    set_playing(s, (<uint32_t>1 << table.n_seats) - 1, table.n_seats)
    s.last_hand_no = -1
    if rules_of(table).rule.first_dealer:    # OH-6, OH-A1
        s.dealer = random_seat(s, PURPOSE_FIRST_DEALER, 0)
    deal(table, s)


cdef void points(const table_t* table, const void* state, int32_t* score) noexcept nogil:
    cdef const OhHellState* s = <const OhHellState*>state
    cdef int32_t seat
    for seat in range(table.n_seats):
        score[seat] = s.points[seat]


cdef void scores(const table_t* table, const void* state, result_t* result) noexcept nogil:
    cdef const OhHellState* s = <const OhHellState*>state
    cdef int32_t seat, n_winners = 0
    for seat in range(table.n_seats):
        n_winners += s.winners >> seat & 1
    points(table, state, result.score)
    for seat in range(table.n_seats):
        result.win[seat] = WHOLE_WIN // n_winners if s.winners >> seat & 1 else 0
        result.role[seat] = 0
    result.end_reason = s.end_reason
    result.capped = s.end_reason == END_UNRESOLVED
    result.game_counters = &s.game_counters[0]
    result.seat_counters = &s.seat_counters[0][0]


cdef void play_out(const table_t* table, void* state, seat_t* seats, move_t* moves,
                   turns_t* done) noexcept nogil:
    turn_loop(legal_moves, apply, fast_path, NULL, table, state, seats, moves, done)


cdef class OhHell(Game):
    def __cinit__(self):
        self.c = game_t(
            fewest_seats=3, most_seats=7, state_size=sizeof(OhHellState),
            n_game_counters=N_GAME_COUNTERS, n_seat_counters=N_SEAT_COUNTERS, init=init,
            legal_moves=legal_moves, apply=apply, play_out=play_out, points=points,
            scores=scores, redeal_hidden=redeal_hidden, stage_is_contest=1, ask_hidden=ask_hidden,
            first_choice=first_choice, redeal_rest=redeal_rest)

    cdef bytes pack_rules(self, int players, dict rules):
        return packed_rules(players, rules)

    def schedule(self, int players, dict rules):
        """The cards of every scheduled hand, and those of an extra hand."""
        cdef bytes packed = self.pack_rules(players, rules)
        cdef const OhHellRules* r = <const OhHellRules*><const char*>packed
        return [r.cards[hand] for hand in range(r.n_hands)], r.tie_cards

    def most_bid(self, int players, dict rules, int cards):
        """The highest bid in a hand of so many cards."""
        cdef bytes packed = self.pack_rules(players, rules)
        if not 0 <= cards <= MOST_CARDS:
            raise ValueError(f"a hand has 0 to {MOST_CARDS} cards; got {cards}")
        return (<const OhHellRules*><const char*>packed).most_bid[cards]

    cdef int check_script(self, const table_t* table, uint32_t purpose, bytes values) except -1:
        cdef const OhHellRules* r = rules_of(table)
        refuse_unless(sorted(values) == sorted(r.deck[:N_CARDS]), "a deck with other cards")
        return 0

    cdef dict describe(self, const table_t* table, const void* state):
        return describe_state(table, <const OhHellState*>state)

    cdef int restore(self, const table_t* table, void* state, dict raw) except -1:
        memset(<char*>state + sizeof(head_t), 0, sizeof(OhHellState) - sizeof(head_t))
        return restore_state(table, <OhHellState*>state, raw)


GAME = OhHell()
