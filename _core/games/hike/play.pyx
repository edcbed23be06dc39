"""Hike: how a hand begins, whose turn it is, how a hand is scored, and whether another one follows.

The hand may end when the next seat is looked for, and with it the playout.
"""
from libc.stdint cimport int16_t, int32_t, int8_t, uint16_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memcpy, memset

from analyzer._core.bits cimport clear, ctz
from analyzer._core.contract cimport MAX_SEATS, NO_SEAT, find_script, script_t, table_t
from analyzer._core.games.hike.state cimport (
    ALL_SPECIALTIES, ANYTHING, COUNT_BONUS, COUNT_DEALT, COUNT_EMPTY_HANDS, COUNT_HANDS_WON,
    COUNT_HELD, COUNT_LEFTOVERS, COUNT_POINTS_DEALT, COUNT_POT, COUNT_WORM, END_HAND_CAP,
    END_TARGET, END_TURN_CAP, FIRST_SPECIALTY, NO_BOUND, N_CODES, N_SPECIALTIES, PHASE_DROUGHT,
    PHASE_OVER, PHASE_PLAY, PHASE_TURN_PLANT, PURPOSE_DEAL, TALLY_HANDS, TALLY_PLAYS,
    TALLY_TIE_HANDS, WORM_CAPTURED, WORM_UNPLAYED, HikeRules, HikeState, birds_played, deal_out,
    drop_out, finish, how_many, may_plant, next_of, next_player, note_copy, offer_cards,
    one_at_most, rules_of,
)
from analyzer._core.rng cimport rng_deal, rng_pick_next, rng_stream


cdef enum:
    SEATS_IN_WORD = 6           # whose specialties fit side by side

# By bit of such a word: specialty * MAX_SEATS + seat, the place in a block of counters.
cdef uint8_t[64] PLACES
for _i in range(SEATS_IN_WORD * N_SPECIALTIES):
    PLACES[_i] = _i % N_SPECIALTIES * MAX_SEATS + _i // N_SPECIALTIES


# --- the beginning ------------------------------------------------------------------------------

cdef void stack_deck(const HikeRules* r, HikeState* s, const script_t* script,
                     int32_t m) noexcept nogil:
    """The order of all cards was written down; they are dealt one by one from the dealer's left."""
    cdef int32_t seat
    memcpy(s.deck, script.values, <size_t>s.n_deck)
    s.n_fixed = s.n_deck
    deal_out(r, s, s.playing, m, s.dealer, 1, s.deck, s.next_card)
    for seat in range(MAX_SEATS):
        s.dealt[seat] = <uint16_t>(s.hand[seat] >> FIRST_SPECIALTY)


cdef void leave_out(const HikeRules* r, HikeState* s) noexcept nogil:
    """Cards that are not played with (HK-2) were shuffled with the others, so that two tables that
    differ in them share all other luck. In a hand the last card of the stock takes their place; in
    the stock they are skipped."""
    cdef int32_t n = s.next_card, end = N_CODES, kept = n, i
    for i in range(n, N_CODES):
        rng_pick_next(&s.stock_rng, s.deck, i, N_CODES)
    for i in range(n):
        while r.left_out[s.deck[i]]:
            end -= 1
            s.deck[i] = s.deck[end]
    for i in range(n, end):
        s.deck[kept] = s.deck[i]
        kept += not r.left_out[s.deck[i]]
    s.n_fixed = s.n_deck


cdef inline void shuffle_deck(const HikeRules* r, HikeState* s) noexcept nogil:
    """All cards of the box; only as many as are dealt are drawn."""
    cdef int32_t n = s.next_card
    memcpy(s.deck, r.box, sizeof(s.deck))
    rng_stream(&s.stock_rng, &s.head.luck, PURPOSE_DEAL, <uint32_t>s.hand_no)
    rng_deal(&s.stock_rng, s.deck, n, N_CODES)
    if r.n_cards < N_CODES:
        leave_out(r, s)


cdef inline uint64_t hand_of(const HikeRules* r, const uint8_t* cards, int32_t n) noexcept nogil:
    cdef uint64_t hand = 0
    cdef int32_t i
    for i in range(n):
        hand += r.unit[cards[i]]
    return hand


cdef inline void give_hands(const HikeRules* r, HikeState* s) noexcept nogil:
    """In the order of the seats: what a seat gets does not depend on who deals."""
    cdef const uint8_t* cards = s.deck
    cdef uint32_t seats = s.playing
    cdef uint64_t hand
    cdef int32_t seat, i, n = r.rule.hand_size
    while seats:
        seat = ctz(seats)
        seats &= seats - 1
        # the printed size: the compiler writes this loop out
        hand = hand_of(r, cards, 7) if n == 7 else hand_of(r, cards, n)
        s.hand[seat] = hand
        s.dealt[seat] = <uint16_t>(hand >> FIRST_SPECIALTY)
        s.size[seat] = <uint8_t>n
        if r.rule.suits_scope:
            for i in range(n):
                note_copy(s.copies[seat], cards[i])
        cards += n


cdef void deal(const table_t* table, HikeState* s) noexcept nogil:
    """HK-3, HK-4: all cards are dealt again, the pile is empty; the seat on the dealer's left is
    next."""
    cdef const HikeRules* r = rules_of(table)
    cdef uint32_t playing = s.playing
    cdef int32_t m = how_many(playing)
    cdef const script_t* script = find_script(
        table, &s.head, PURPOSE_DEAL, <uint32_t>s.hand_no)
    clear(s.hand, <size_t>(<char*>s.deck - <char*>s.hand))
    if r.rule.suits_scope:
        memset(s.copies, 0, <size_t>(<char*>s.points - <char*>s.copies))
    s.playing = s.active = playing
    s.n_deck = <int16_t>r.n_cards
    s.next_card = s.n_fixed = <int16_t>(m * r.rule.hand_size)
    if script != NULL:
        stack_deck(r, s, script, m)
    else:
        shuffle_deck(r, s)
        give_hands(r, s)
    memset(s.bird_allow, NO_BOUND, sizeof(s.bird_allow))
    s.bug_allow_all = NO_BOUND
    s.direction = 1
    s.exposed = s.wind_planter = s.worm_by = s.worm_to = -1
    s.want = ANYTHING
    s.triggers = ALL_SPECIALTIES


# --- the end ------------------------------------------------------------------------------------

cdef bint before_in_line(const HikeState* s, int32_t n, int32_t left, int32_t a,
                         int32_t b) noexcept nogil:
    """Of two winners of a hand: does `a` come before `b` for the points that cannot be shared?"""
    if left == 0:               # HK-59
        return s.out_order[a] < s.out_order[b]
    if s.last_play[a] != s.last_play[b]:    # HK-58
        return s.last_play[a] > s.last_play[b]
    return (a - s.dealer - 1 + n) % n < (b - s.dealer - 1 + n) % n    # HK-A18


cdef int32_t line_up(const table_t* table, const HikeState* s, uint32_t winners, int32_t left,
                     int32_t* line) noexcept nogil:
    """The winners of a hand in the order of before_in_line; returns how many."""
    cdef int32_t n = 0, seat, i
    while winners:
        seat = ctz(winners)
        winners &= winners - 1
        i = n
        while i > 0 and before_in_line(s, table.n_seats, left, seat, line[i - 1]):
            line[i] = line[i - 1]
            i -= 1
        line[i] = seat
        n += 1
    return n


cdef inline void win_hand(HikeState* s, int32_t seat, int32_t share) noexcept nogil:
    s.hand_points[seat] += share
    s.seat_counters[COUNT_POT][seat] += share
    s.seat_counters[COUNT_HANDS_WON][seat] += 1


cdef int32_t share_pot(const table_t* table, HikeState* s, uint32_t winners, int32_t left,
                       int32_t pot) noexcept nogil:
    """HK-55 to HK-59; returns the winner who is first in line."""
    cdef const HikeRules* r = rules_of(table)
    cdef int32_t line[MAX_SEATS]
    cdef int32_t n = line_up(table, s, winners, left, line), i, more
    for i in range(n):
        if r.rule.extra_points:      # HK-A15
            more = i < pot % n
        else:
            more = pot % n if i == 0 else 0
        win_hand(s, line[i], pot // n + more)
    return line[0]


cdef void earn_bonus(const HikeRules* r, HikeState* s, int32_t seat) noexcept nogil:
    """HK-60, HK-A8: for a hand without leftovers."""
    s.seat_counters[COUNT_EMPTY_HANDS][seat] += 1
    if r.rule.spring_empty_bonus or not s.planted_out >> seat & 1:
        s.hand_points[seat] += r.rule.bonus
        s.seat_counters[COUNT_BONUS][seat] += r.rule.bonus


cdef void count_specialties(HikeState* s, int32_t first, int32_t end) noexcept nogil:
    """What the seats from `first` on, six at most, hold and were dealt. One loop for all of them:
    processors guess wrong where a loop ends. The deal is the experiment that tells how strong a
    card is: chance alone decides who has it, not who needed it."""
    cdef uint64_t held = 0, dealt = 0
    cdef int32_t seat, place
    for seat in range(first, end):
        held |= s.hand[seat] >> FIRST_SPECIALTY << N_SPECIALTIES * (seat - first)
        dealt |= <uint64_t>s.dealt[seat] << N_SPECIALTIES * (seat - first)
    while held:
        (&s.seat_counters[COUNT_HELD][first])[PLACES[ctz(held)]] += 1
        held &= held - 1
    while dealt:
        place = PLACES[ctz(dealt)]
        (&s.seat_counters[COUNT_DEALT][first])[place] += 1
        (&s.seat_counters[COUNT_POINTS_DEALT][first])[place] += (
            s.hand_points[first + place % MAX_SEATS])
        dealt &= dealt - 1


cdef void earn_worm(HikeState* s) noexcept nogil:
    """HK-48, HK-49: The Worm was played; as many points as Birds."""
    cdef int32_t seat = s.worm_to if s.worm == WORM_CAPTURED else s.worm_by
    s.hand_points[seat] += birds_played(s)
    s.seat_counters[COUNT_WORM][seat] += birds_played(s)


cdef int32_t score_hand(const table_t* table, HikeState* s) noexcept nogil:
    """HK-54 to HK-62: `hand_points` and counters; returns who is first in line for the pot."""
    cdef const HikeRules* r = rules_of(table)
    cdef int32_t seat, left, pot = 0, fewest = 255
    cdef uint32_t rest = s.playing, winners = 0
    while rest:
        seat = ctz(rest)
        rest &= rest - 1
        left = s.size[seat] + s.bugs[seat]      # HK-54
        pot += left
        winners &= -<uint32_t>(left >= fewest)  # no branch: who has fewer cannot be guessed
        fewest = min(fewest, left)
        winners |= <uint32_t>(left == fewest) << seat
        s.hand_leftovers[seat] = left
        s.hand_points[seat] = r.rule.tree_points * s.trees[seat]
        s.seat_counters[COUNT_LEFTOVERS][seat] += left
    rest = winners if fewest == 0 else 0
    while rest:
        earn_bonus(r, s, ctz(rest))
        rest &= rest - 1
    if s.worm != WORM_UNPLAYED:
        earn_worm(s)
    if not one_at_most(winners):
        return share_pot(table, s, winners, fewest, pot)
    win_hand(s, ctz(winners), pot)
    return ctz(winners)


cdef int32_t winner_of_game(const table_t* table, HikeState* s) noexcept nogil:
    """HK-63, HK-64: the winner, or -1 to play on."""
    cdef const HikeRules* r = rules_of(table)
    cdef int32_t seat, best = -1, most = -1
    cdef uint32_t leaders = 0
    for seat in range(table.n_seats):
        if r.rule.over_target and s.points[seat] >= r.rule.target:    # HK-A13
            return seat
        if s.points[seat] > most:
            best, most, leaders = seat, s.points[seat], 0
        if s.points[seat] == most:
            leaders |= <uint32_t>1 << seat
    if most < r.rule.target:
        return -1
    if one_at_most(leaders):
        return best
    s.tied = 1
    if r.rule.tie_play and s.hand_no < r.rule.max_hands:      # HK-A14
        s.playing = leaders
    return -1


cdef void end_hand(const table_t* table, HikeState* s) noexcept nogil:
    """HK-54 to HK-64: scores; the playout may be over, otherwise the next dealer is found."""
    cdef const HikeRules* r = rules_of(table)
    cdef int32_t first, seat, missing = -1
    memcpy(s.hand_out, s.out, sizeof(s.out))
    memset(s.hand_leftovers, 0, sizeof(s.hand_leftovers))
    memset(s.hand_points, 0, sizeof(s.hand_points))
    s.game_counters[TALLY_HANDS] += 1
    s.game_counters[TALLY_PLAYS] += s.play_no
    s.game_counters[TALLY_TIE_HANDS] += s.tied
    s.hand_no += 1
    s.head.stage += 1
    first = score_hand(table, s)
    for seat in range(MAX_SEATS):
        s.points[seat] += s.hand_points[seat]
        missing &= s.points[seat] - r.rule.target       # negative as long as all of them are
    count_specialties(s, 0, min(table.n_seats, SEATS_IN_WORD))
    if table.n_seats > SEATS_IN_WORD:
        count_specialties(s, SEATS_IN_WORD, table.n_seats)
    s.winner = winner_of_game(table, s) if missing >= 0 or s.tied else -1
    if s.winner >= 0 or s.hand_no >= r.rule.max_hands:
        s.end_reason = END_TARGET if s.winner >= 0 else END_HAND_CAP
        s.phase = PHASE_OVER
    elif r.rule.dealer == 0:         # HK-A16
        s.dealer = next_of(r, s.playing, s.dealer, 1)
    elif r.rule.dealer == 2:
        s.dealer = first


# --- whose turn it is ----------------------------------------------------------------------------

cdef inline bint begin_turn(const HikeRules* r, HikeState* s, int32_t seat) noexcept nogil:
    """False: `seat` can do nothing."""
    s.head.seat = seat
    if r.rule.spring_duration and s.spring and may_plant(r, s, seat):    # HK-A9
        s.round_phase = s.phase
        s.phase = PHASE_TURN_PLANT
        return True
    return offer_cards(s, seat)


cdef inline bint hand_is_over(const HikeRules* r, const HikeState* s) noexcept nogil:
    return s.active == 0 or (r.rule.solo_tail and one_at_most(s.active))     # HK-17, HK-A4


cdef void stop_at_cap(HikeState* s) noexcept nogil:
    s.game_counters[TALLY_PLAYS] += s.play_no
    s.end_reason = END_TURN_CAP
    s.phase = PHASE_OVER


cdef int32_t next_in_drought(const table_t* table, HikeState* s) noexcept nogil:
    """HK-23, HK-A6: who owes a Lake next; after the round, whoever plays on (HK-24)."""
    cdef const HikeRules* r = rules_of(table)
    cdef int32_t direction = 1 if r.rule.drought_next else s.direction
    cdef uint32_t self_bit = <uint32_t>1 << s.round_by
    s.pending &= s.active
    if s.pending & self_bit and (r.rule.drought_order or s.pending == self_bit):
        s.pending &= ~self_bit
        return s.round_by
    if s.pending:
        s.round_at = <int8_t>next_of(r, s.pending & ~self_bit, s.round_at, direction)
        s.pending &= ~(<uint32_t>1 << s.round_at)
        return s.round_at
    s.phase = PHASE_PLAY
    return next_of(r, s.active, s.round_by, direction)


cdef void look_further(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    """pass_on, with everything there is to look at."""
    cdef const HikeRules* r = rules_of(table)
    if s.play_no >= r.rule.max_turns:
        stop_at_cap(s)
        return
    if hand_is_over(r, s):
        end_hand(table, s)
        if s.phase == PHASE_OVER:
            return
        deal(table, s)
        seat = s.dealer
    if s.phase == PHASE_DROUGHT:
        seat = next_in_drought(table, s)
    else:
        seat = next_of(r, s.active, seat, s.direction)
    if not begin_turn(r, s, seat):
        give_up(table, s, seat)


cdef void pass_on(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    """HK-5, HK-6: find who decides next after `seat`; those who cannot play drop out on the way,
    and hands may end."""
    cdef const HikeRules* r = rules_of(table)
    if (s.phase == PHASE_DROUGHT or s.play_no >= r.plain_turns
            or next_player(r, s, seat) == NO_SEAT):
        look_further(table, s, seat)


cdef void give_up(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    drop_out(s, seat)
    pass_on(table, s, seat)


cdef void finish_turn(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    """The card is played: it may have been the last."""
    if s.size[seat] == 0:
        finish(s, seat)
    pass_on(table, s, seat)


cdef void play_again(const table_t* table, HikeState* s, int32_t seat) noexcept nogil:
    """The turn does not pass on."""
    cdef const HikeRules* r = rules_of(table)
    if s.play_no >= r.rule.max_turns or hand_is_over(r, s):
        look_further(table, s, seat)
    elif not begin_turn(r, s, seat):
        give_up(table, s, seat)
