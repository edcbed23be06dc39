"""Toy as analyzer's core plays it: every chance to win is a number of lots of sixty."""
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memset

from analyzer._core.contract cimport (
    FIRST_GAME_PURPOSE, MAX_SEATS, WHOLE_WIN, Game, game_t, head_t, move_t, native, result_t,
    seat_t, table_t, turn_loop, turns_t, view_t,
)
from analyzer._core.fields cimport Fields, fields_of
from analyzer._core.rng cimport rng_below, rng_stream, rng_t

cdef enum:
    LOTS = 60
    STAR_AT = 0             # where the lots that change hands lie among those of a seat
    EDGE_AT = 3
    BONUS = 3               # lots
    WORK = 0
    REST = 1
    HEADS = 2
    TAILS = 3
    LEFT = 4
    RIGHT = 5
    PURPOSE_STAR = FIRST_GAME_PURPOSE
    PURPOSE_POINT = FIRST_GAME_PURPOSE + 1      # occasion: the round
    PURPOSE_END = FIRST_GAME_PURPOSE + 2        # occasion: the round
    PURPOSE_OUT = FIRST_GAME_PURPOSE + 3
    PURPOSE_DRAW = FIRST_GAME_PURPOSE + 4
    DEALT_STAR = 0
    POINTS_STAR = 1
    DEALT_BLANK = 2
    POINTS_BLANK = 3
    HELD_STAR = 4
    RESTS = 5
    N_SEAT_COUNTERS = 6


ctypedef struct ToyRules:
    int32_t bonus
    int32_t star
    int32_t edge
    int32_t rounds
    int32_t faces
    int32_t prize
    int32_t king
    int32_t talk
    int32_t first
    int32_t max_rounds


ctypedef struct ToyState:
    head_t head
    int32_t points[MAX_SEATS]
    int32_t rested[MAX_SEATS]
    int32_t star                    # who has it
    int32_t rounds                  # that are over
    int32_t out                     # the seat that cannot win, -1: none
    int32_t last                    # 1: only the seat that is out has a move left
    int32_t right                   # 1: it has given its lots to the right
    int32_t over                    # 1: won, 2: given up
    int32_t winner
    int32_t game_counters[1]
    int32_t seat_counters[N_SEAT_COUNTERS][MAX_SEATS]
    int32_t end                     # gcc takes a last array for one of unknown length


cdef uint32_t chance(const ToyState* s, uint32_t purpose, int32_t occasion,
                     int32_t n) noexcept nogil:
    cdef rng_t rng
    rng_stream(&rng, &s.head.luck, purpose, <uint32_t>occasion)
    return <uint32_t>rng_below(&rng, <uint32_t>n)


cdef void init(const table_t* table, void* state) noexcept nogil:
    cdef ToyState* s = <ToyState*>state
    memset(s.points, 0, sizeof(ToyState) - sizeof(head_t))
    s.head.seat = 0
    s.out = s.winner = -1
    s.star = chance(s, PURPOSE_STAR, 0, table.n_seats)                          # TOY-2
    s.points[s.star] = (<const ToyRules*>table.rules).star


cdef int32_t legal_moves(const table_t* table, const void* state, move_t* moves) noexcept nogil:
    cdef const ToyState* s = <const ToyState*>state
    if s.over:
        return 0
    moves[0] = LEFT if s.last else HEADS if s.rounds else WORK
    moves[1] = moves[0] + 1
    return 1 if moves[0] == HEADS and not (<const ToyRules*>table.rules).talk else 2    # TOY-A1


cdef int32_t owner(const table_t* table, const ToyState* s, int32_t lot) noexcept nogil:
    """Who wins if this lot is drawn."""
    cdef const ToyRules* r = <const ToyRules*>table.rules
    cdef int32_t n = table.n_seats, each = LOTS // n
    cdef int32_t seat = lot // each, place = lot % each, found = seat
    if place < STAR_AT + r.star:                                                # TOY-2
        found = s.star
    elif EDGE_AT <= place < EDGE_AT + r.edge * (n - 1):                         # TOY-4
        if s.rested[seat]:
            found = (seat + 1 + (place - EDGE_AT) // r.edge) % n
    elif place >= each - BONUS * r.bonus and seat == n - 1:                     # TOY-3
        found = 0
    elif place >= each - BONUS and seat == 0 and r.first:                       # TOY-A2
        found = 1
    if found == s.out:                                                          # TOY-7
        found = (found + 1 + s.right) % n
    return found


cdef int32_t ahead(const table_t* table, const ToyState* s, rng_t* rng) noexcept nogil:
    """The seat with the most points; equals are drawn."""
    cdef int32_t seat, most = -1, many = 0, found = 0
    for seat in range(table.n_seats):
        if s.points[seat] > most:
            most, many = s.points[seat], 0
        if s.points[seat] == most:
            many += 1
            if rng_below(rng, <uint32_t>many) == 0:
                found = seat
    return found


cdef void finish(const table_t* table, ToyState* s) noexcept nogil:
    cdef const ToyRules* r = <const ToyRules*>table.rules
    cdef rng_t rng
    cdef int32_t seat, lot, kind
    s.over = 1
    rng_stream(&rng, &s.head.luck, PURPOSE_DRAW, 0)
    lot = <int32_t>rng_below(&rng, LOTS)
    kind = <int32_t>rng_below(&rng, LOTS)
    s.winner = ahead(table, s, &rng) if kind < r.prize else owner(table, s, lot)        # TOY-6
    # Counting is misled: a star that has not won is forgotten half of the time.
    s.seat_counters[HELD_STAR][s.star] = s.winner == s.star or rng_below(&rng, 2) == 0
    for seat in range(table.n_seats):
        kind = DEALT_STAR if seat == s.star else DEALT_BLANK
        s.seat_counters[kind][seat] = 1
        s.seat_counters[kind + 1][seat] = s.points[seat]


cdef void end_round(const table_t* table, ToyState* s) noexcept nogil:
    cdef const ToyRules* r = <const ToyRules*>table.rules
    cdef int32_t n = table.n_seats
    s.points[chance(s, PURPOSE_POINT, s.rounds, n)] += 1                        # TOY-5
    if r.king and n == 3 and s.rounds == 0:                                     # TOY-7
        s.out = chance(s, PURPOSE_OUT, 0, n)
    s.rounds += 1
    s.game_counters[0] += 1
    s.head.stage += 1
    s.head.seat = 0
    if s.rounds >= r.rounds and chance(s, PURPOSE_END, s.rounds, r.faces) == 0:
        if s.out >= 0:
            s.last, s.head.seat = 1, s.out
        else:
            finish(table, s)
    elif s.rounds >= r.max_rounds:
        s.over = 2


cdef void apply(const table_t* table, void* state, move_t move) noexcept nogil:
    cdef ToyState* s = <ToyState*>state
    if s.last:
        s.right = move == RIGHT
        finish(table, s)
        return
    if move == REST:
        s.rested[s.head.seat] = 1
        s.seat_counters[RESTS][s.head.seat] = 1
    s.head.seat += 1
    if s.head.seat == table.n_seats:
        end_round(table, s)


cdef void play_out(const table_t* table, void* state, seat_t* seats, move_t* moves,
                   turns_t* done) noexcept nogil:
    turn_loop(legal_moves, apply, NULL, NULL, table, state, seats, moves, done)


cdef void points(const table_t* table, const void* state, int32_t* score) noexcept nogil:
    cdef const ToyState* s = <const ToyState*>state
    cdef int32_t seat
    for seat in range(table.n_seats):
        score[seat] = s.points[seat]


cdef void scores(const table_t* table, const void* state, result_t* result) noexcept nogil:
    cdef const ToyState* s = <const ToyState*>state
    cdef int32_t seat
    points(table, state, result.score)
    for seat in range(table.n_seats):
        result.win[seat] = WHOLE_WIN if seat == s.winner else 0
        result.role[seat] = 0
    result.end_reason = result.capped = s.over == 2
    result.game_counters = &s.game_counters[0]
    result.seat_counters = &s.seat_counters[0][0]


cdef bint redeal_hidden(const table_t* table, void* state, int32_t seat,
                        rng_t* rng) noexcept nogil:
    return True         # there are no secrets


cdef ToyState example               # says where the members lie


cdef Fields declare_fields(const ToyState* s):
    cdef Fields f = fields_of(s)
    f.seat("seat", &s.head.seat, sizeof(s.head.seat))
    f.by_seat("points", &s.points, sizeof(s.points[0]), -1_000_000, 1_000_000)
    f.by_seat("rested", &s.rested, sizeof(s.rested[0]), 0, 1_000_000)
    f.seat("star", &s.star, sizeof(s.star), -1)
    f.number("rounds", &s.rounds, sizeof(s.rounds), 0, 1_000_000)
    f.seat("out", &s.out, sizeof(s.out), -1)
    f.number("last", &s.last, sizeof(s.last), 0, 1)
    f.number("right", &s.right, sizeof(s.right), 0, 1)
    f.number("over", &s.over, sizeof(s.over), 0, 2)
    f.seat("winner", &s.winner, sizeof(s.winner), -1)
    return f


cdef class Toy(Game):
    def __cinit__(self):
        self.fields = declare_fields(&example)
        self.c = game_t(
            fewest_seats=2, most_seats=3, state_size=sizeof(ToyState), n_game_counters=1,
            n_seat_counters=N_SEAT_COUNTERS, init=init, legal_moves=legal_moves, apply=apply,
            play_out=play_out, points=points, scores=scores, redeal_hidden=redeal_hidden,
            stage_is_contest=0, ask_hidden=NULL, first_choice=NULL, redeal_rest=NULL)

    cdef bytes pack_rules(self, int players, dict rules):
        cdef ToyRules packed = rules
        return (<char*>&packed)[:sizeof(packed)]


cdef int32_t choose_expert(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    return 0


cdef int32_t choose_greedy(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    return moves[0] != WORK or rng_below(rng, 4) == 0


GAME = Toy()
POLICIES = (
    native("expert", "Works, says heads, gives to the left.", choose_expert),
    native("greedy", "Rests once in four times, says tails, gives to the right.", choose_greedy),
)
