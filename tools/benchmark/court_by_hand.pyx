"""examples/court.py as a programmer writes it by hand for the core: the same moves, to be compared.

It keeps no account of hidden worlds, and so it can be measured, not searched.
"""
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memset

from analyzer._core.contract cimport (
    MAX_SEATS, WHOLE_WIN, Game, game_t, head_t, move_t, native, result_t, seat_t, table_t,
    turn_loop, turns_t, view_t,
)
from analyzer._core.rng cimport rng_below, rng_stream, rng_t

from zlib import crc32

cdef enum:
    PAGE = 0
    JESTER = 1
    KNIGHT = 2
    CHAPLAIN = 3
    MARSHAL = 4
    DUKE = 5
    COUNTESS = 6
    QUEEN = 7
    KINDS = 8
    MOST_CARDS = 23
    GUESS = 8           # codes: cards alone, then guesses by target, then cards by target
    USE = 72

cdef uint32_t PURPOSE_DEAL = 16 + (<uint32_t>crc32(b"deal") & 0xFFFFFF)


ctypedef struct CourtRules:
    int32_t tokens
    int32_t pages
    int32_t open_cards
    int32_t tie                 # 0: the sum decides, 1: both win, 2: nobody
    int32_t max_rounds


ctypedef struct CourtState:
    head_t head
    int32_t over
    int32_t starter
    int32_t n_deck
    int32_t deck[MOST_CARDS]
    int32_t aside
    int32_t n_hand[MAX_SEATS]
    int32_t hand[MAX_SEATS][2]
    int32_t known[MAX_SEATS][2]     # the seats that know this card, as bits
    int32_t out[KINDS]              # that everybody sees: laid down, or set aside openly
    int32_t spent[MAX_SEATS]        # the sum of what a seat laid down
    int32_t safe[MAX_SEATS]
    int32_t cannot[MAX_SEATS]       # cards that everybody knows it has not, as bits
    int32_t equal[MAX_SEATS]
    int32_t won[MAX_SEATS]
    int32_t game_counters[3]        # rounds, by_page, by_knight
    int32_t seat_counters[2][MAX_SEATS]     # sent_away, hits
    int32_t end                     # gcc takes a last array for one of unknown length


cdef void forget(const table_t* table, CourtState* s, int32_t seat) noexcept nogil:
    cdef int32_t who
    for who in range(table.n_seats):
        if s.equal[who] == seat + 1:
            s.equal[who] = 0
    s.equal[seat] = s.cannot[seat] = 0


cdef inline void draw(CourtState* s, int32_t seat, int32_t card) noexcept nogil:
    s.hand[seat][s.n_hand[seat]] = card
    s.known[seat][s.n_hand[seat]] = 0
    s.n_hand[seat] += 1


cdef inline int32_t top(CourtState* s) noexcept nogil:
    s.n_deck -= 1
    return s.deck[s.n_deck]


cdef void deal(const table_t* table, CourtState* s) noexcept nogil:
    cdef const CourtRules* r = <const CourtRules*>table.rules
    cdef int32_t i, _i, j, kind, many, card, seat, n = 0
    cdef rng_t rng
    for kind in range(KINDS):
        many = r.pages if kind == PAGE else 2 if kind <= MARSHAL else 1
        for _i in range(many):
            s.deck[n] = kind
            n += 1
    rng_stream(&rng, &s.head.luck, PURPOSE_DEAL, <uint32_t>s.game_counters[0])
    for i in range(n - 1):
        j = i + <int32_t>rng_below(&rng, <uint32_t>(n - i))
        card = s.deck[i]
        s.deck[i] = s.deck[j]
        s.deck[j] = card
    s.n_deck = n
    memset(s.out, 0, sizeof(s.out))
    s.aside = top(s)
    if table.n_seats == 2:
        for _i in range(r.open_cards):
            s.out[top(s)] += 1
    for seat in range(table.n_seats):
        s.n_hand[seat] = s.spent[seat] = s.safe[seat] = s.equal[seat] = s.cannot[seat] = 0
        draw(s, seat, top(s))
    s.head.seat = s.starter
    draw(s, s.starter, top(s))


cdef void init(const table_t* table, void* state) noexcept nogil:
    cdef CourtState* s = <CourtState*>state
    memset(&s.over, 0, sizeof(CourtState) - sizeof(head_t))
    deal(table, s)


cdef int32_t offer(const table_t* table, const CourtState* s, int32_t card, move_t* moves,
                   int32_t n) noexcept nogil:
    cdef int32_t me = s.head.seat, first = n, target, guess
    if card == CHAPLAIN or card >= COUNTESS:
        moves[n] = card
        return n + 1
    for target in range(table.n_seats):
        if not s.n_hand[target] or s.safe[target] or (target == me and card != MARSHAL):
            continue
        if card == PAGE:
            for guess in range(1, KINDS):
                moves[n] = GUESS + 8 * target + guess
                n += 1
        else:
            moves[n] = USE + 8 * card + target
            n += 1
    if n == first:
        moves[n] = card
        n += 1
    return n


cdef int32_t legal_moves(const table_t* table, const void* state, move_t* moves) noexcept nogil:
    cdef const CourtState* s = <const CourtState*>state
    cdef int32_t a, b, n
    if s.over:
        return 0
    a, b = s.hand[s.head.seat][0], s.hand[s.head.seat][1]
    if (a == COUNTESS and (b == MARSHAL or b == DUKE)) or (
            b == COUNTESS and (a == MARSHAL or a == DUKE)):
        moves[0] = COUNTESS
        return 1
    n = offer(table, s, a, moves, 0)
    return offer(table, s, b, moves, n) if b != a else n


cdef void send_away(const table_t* table, CourtState* s, int32_t seat) noexcept nogil:
    s.out[s.hand[seat][0]] += 1
    s.spent[seat] += s.hand[seat][0] + 1
    s.n_hand[seat] = 0
    s.seat_counters[0][seat] += 1
    forget(table, s, seat)


cdef void put_down(const table_t* table, CourtState* s, int32_t card) noexcept nogil:
    cdef int32_t me = s.head.seat
    cdef int32_t* hand = s.hand[me]
    cdef int32_t* known = s.known[me]
    if card == hand[0]:
        forget(table, s, me)
        known[0] = known[0] & known[1] if hand[1] == card else known[1]
        hand[0] = hand[1]
    s.n_hand[me] = 1
    s.out[card] += 1
    s.spent[me] += card + 1
    if card == MARSHAL or card == DUKE:
        s.cannot[me] |= 1 << COUNTESS


cdef void fight(const table_t* table, CourtState* s, int32_t me, int32_t target) noexcept nogil:
    cdef int32_t mine = s.hand[me][0], his = s.hand[target][0], loser, winner
    s.known[target][0] |= 1 << me
    s.known[me][0] |= 1 << target
    if mine == his:
        s.equal[me], s.equal[target] = target + 1, me + 1
        return
    s.game_counters[2] += 1
    loser, winner = (me, target) if mine < his else (target, me)
    s.cannot[winner] |= (2 << s.hand[loser][0]) - 1
    send_away(table, s, loser)


cdef void renew(const table_t* table, CourtState* s, int32_t target) noexcept nogil:
    cdef int32_t card = s.hand[target][0]
    if card == QUEEN:
        send_away(table, s, target)
        return
    s.out[card] += 1
    s.spent[target] += card + 1
    s.n_hand[target] = 0
    forget(table, s, target)
    draw(s, target, top(s) if s.n_deck else s.aside)


cdef void swap(const table_t* table, CourtState* s, int32_t me, int32_t target) noexcept nogil:
    cdef int32_t card = s.hand[me][0], known = s.known[me][0] | 1 << me
    forget(table, s, me)
    forget(table, s, target)
    s.hand[me][0], s.known[me][0] = s.hand[target][0], s.known[target][0] | 1 << target
    s.hand[target][0], s.known[target][0] = card, known


cdef void end_round(const table_t* table, CourtState* s) noexcept nogil:
    cdef const CourtRules* r = <const CourtRules*>table.rules
    cdef int32_t seat, best = -1, holders = 0, most = 0, first = -1, top_won = 0
    for seat in range(table.n_seats):
        if s.n_hand[seat]:
            best = max(best, s.hand[seat][0])
    for seat in range(table.n_seats):
        if s.n_hand[seat] and s.hand[seat][0] == best:
            holders += 1
            most = max(most, s.spent[seat])
    for seat in range(table.n_seats):
        if s.n_hand[seat] and s.hand[seat][0] == best and (
                holders == 1 or r.tie == 1 or (r.tie == 0 and s.spent[seat] == most)):
            s.won[seat] += 1
            first = seat if first < 0 else first
        top_won = max(top_won, s.won[seat])
    s.game_counters[0] += 1
    s.head.stage += 1
    if first >= 0:
        s.starter = first
    if top_won >= r.tokens:
        s.over = 1
    elif s.game_counters[0] >= r.max_rounds:
        s.over = 2
    else:
        deal(table, s)


cdef void next_turn(const table_t* table, CourtState* s) noexcept nogil:
    cdef int32_t seat, me = s.head.seat, left = 0
    for seat in range(table.n_seats):
        left += s.n_hand[seat]
    if left < 2 or not s.n_deck:
        end_round(table, s)
        return
    while True:
        me = me + 1 if me + 1 < table.n_seats else 0
        if s.n_hand[me]:
            break
    s.head.seat = me
    s.safe[me] = 0
    draw(s, me, top(s))


cdef void apply(const table_t* table, void* state, move_t move) noexcept nogil:
    cdef CourtState* s = <CourtState*>state
    cdef int32_t me = s.head.seat, card, target
    if move < GUESS:
        put_down(table, s, move)
        if move == CHAPLAIN:
            s.safe[me] = 1
        elif move == QUEEN:
            send_away(table, s, me)
    elif move < USE:
        target, card = (move - GUESS) // 8, (move - GUESS) % 8
        put_down(table, s, PAGE)
        if s.hand[target][0] == card:
            s.seat_counters[1][me] += 1
            s.game_counters[1] += 1
            send_away(table, s, target)
        else:
            s.cannot[target] |= 1 << card
    else:
        card, target = (move - USE) // 8, (move - USE) % 8
        put_down(table, s, card)
        if card == JESTER:
            s.known[target][0] |= 1 << me
        elif card == KNIGHT:
            fight(table, s, me, target)
        elif card == MARSHAL:
            renew(table, s, target)
        else:
            swap(table, s, me, target)
    next_turn(table, s)


cdef void play_out(const table_t* table, void* state, seat_t* seats, move_t* moves,
                   turns_t* done) noexcept nogil:
    turn_loop(legal_moves, apply, NULL, NULL, table, state, seats, moves, done)


cdef void points(const table_t* table, const void* state, int32_t* score) noexcept nogil:
    cdef int32_t seat
    for seat in range(table.n_seats):
        score[seat] = (<const CourtState*>state).won[seat]


cdef void scores(const table_t* table, const void* state, result_t* result) noexcept nogil:
    cdef const CourtState* s = <const CourtState*>state
    cdef int32_t seat, winners = 0, tokens = (<const CourtRules*>table.rules).tokens
    points(table, state, result.score)
    for seat in range(table.n_seats):
        winners += s.won[seat] >= tokens
        result.role[seat] = result.standing[seat] = 0
    for seat in range(table.n_seats):
        result.win[seat] = WHOLE_WIN // winners if s.won[seat] >= tokens else 0
    result.end_reason = result.capped = s.over == 2
    result.game_counters = &s.game_counters[0]
    result.seat_counters = &s.seat_counters[0][0]


cdef bint redeal_hidden(const table_t* table, void* state, int32_t seat,
                        rng_t* rng) noexcept nogil:
    return False


cdef class Court(Game):
    def __cinit__(self):
        self.c = game_t(
            fewest_seats=2, most_seats=4, state_size=sizeof(CourtState), n_game_counters=3,
            n_seat_counters=2, init=init, legal_moves=legal_moves, apply=apply,
            play_out=play_out, points=points, scores=scores, redeal_hidden=redeal_hidden,
            stage_is_contest=1, ask_hidden=NULL, first_choice=NULL, redeal_rest=NULL)

    cdef bytes pack_rules(self, int players, dict rules):
        cdef CourtRules packed = rules
        return (<char*>&packed)[:sizeof(packed)]


# --- the expert -----------------------------------------------------------------------------------

ctypedef struct Mind:               # what one decision is based on
    const CourtState* s
    int32_t me
    int32_t left[KINDS]             # copies of a card that it does not see


cdef void count_left(Mind* mind, const CourtRules* r) noexcept nogil:
    cdef int32_t kind
    for kind in range(KINDS):
        mind.left[kind] = (r.pages if kind == PAGE else 2 if kind <= MARSHAL else 1) - (
            mind.s.out[kind])
    mind.left[mind.s.hand[mind.me][0]] -= 1
    mind.left[mind.s.hand[mind.me][1]] -= 1


cdef double worth_alone(int32_t card, double value) noexcept nogil:
    if card == QUEEN:
        return value - 10.0
    if card == COUNTESS:
        return value - 0.1
    return value + 0.2 if card == CHAPLAIN else value


cdef double worth_guess(const Mind* mind, int32_t target, int32_t guess,
                        double value) noexcept nogil:
    cdef int32_t kind, total = 0
    if mind.s.known[target][0] >> mind.me & 1:
        return value + (mind.s.hand[target][0] == guess)
    for kind in range(KINDS):
        if not mind.s.cannot[target] >> kind & 1:
            total += mind.left[kind]
    if mind.s.cannot[target] >> guess & 1:
        return value + 0.0
    return value + <double>mind.left[guess] / <double>max(total, 1)


cdef double worth_use(const Mind* mind, int32_t card, int32_t target, int32_t mine, double value,
                      double taste) noexcept nogil:
    cdef int32_t kind, total = 0, below = 0, known = -1
    if mind.s.known[target][0] >> mind.me & 1:
        known = mind.s.hand[target][0]
    if card == KNIGHT:
        if known >= 0:
            return value + (1.0 if mine > known else -2.0 if mine < known else 0.0)
        for kind in range(KINDS):
            if not mind.s.cannot[target] >> kind & 1:
                total += mind.left[kind]
                below += mind.left[kind] if kind < mine else 0
        return value + (2.0 * below / <double>max(total, 1) - 1.0) * taste
    if card == MARSHAL:
        if target == mind.me:
            return value - (5.0 if mine == QUEEN else 0.3 if mine > 3 else 0.0)
        return value + (0.15 if known < 0 else 1.0 if known == QUEEN else 0.05 * (known + 1))
    return value - 0.2 if card == DUKE else value + 0.1


cdef int32_t choose_expert(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    cdef Mind mind
    cdef int32_t i, n = 0, best = 0, card, mine
    cdef double worth, value, top_worth = 0.0
    cdef const int32_t* hand
    mind.s, mind.me = <const CourtState*>view.state, view.seat
    hand = mind.s.hand[view.seat]
    count_left(&mind, <const CourtRules*>view.table.rules)
    for i in range(n_moves):
        card = moves[i] if moves[i] < GUESS else PAGE if moves[i] < USE else (moves[i] - USE) // 8
        mine = hand[1] if hand[0] == card else hand[0]
        value = (mine + 1) * 0.02
        if moves[i] < GUESS:
            worth = worth_alone(card, value)
        elif moves[i] < USE:
            worth = worth_guess(&mind, (moves[i] - GUESS) // 8, (moves[i] - GUESS) % 8, value)
        else:
            worth = worth_use(&mind, card, (moves[i] - USE) % 8, mine, value,
                              (<const double*>params)[0])
        if n == 0 or worth > top_worth:
            top_worth, best, n = worth, i, 1
        elif worth == top_worth:
            n += 1
            if rng_below(rng, <uint32_t>n) == 0:
                best = i
    return best


GAME = Court()
EXPERT = native("expert", "The same judgement as in the game file.", choose_expert,
                {"knight_taste": (0.5, 0.0, 2.0, "How much it likes a Knight.")})
