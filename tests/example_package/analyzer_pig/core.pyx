"""Pig as analyzer's core plays it."""
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memset

from analyzer._core.contract cimport (
    WHOLE_WIN, Game, game_t, head_t, move_t, native, result_t, seat_t, table_t, turn_loop, turns_t,
    view_t,
)
from analyzer._core.fields cimport Fields, fields_of
from analyzer._core.rng cimport rng_below, rng_stream, rng_t


cdef void init(const table_t* table, void* state) noexcept nogil:
    cdef PigState* s = <PigState*>state
    memset(s.points, 0, sizeof(PigState) - sizeof(head_t))
    s.head.seat = 0
    s.winner = -1


cdef int32_t legal_moves(const table_t* table, const void* state, move_t* moves) noexcept nogil:
    cdef const PigState* s = <const PigState*>state
    if s.over:
        return 0
    moves[0], moves[1] = ROLL, HOLD
    return 2 if s.rolls or (<const PigRules*>table.rules).may_pass else 1       # PIG-A1


cdef int32_t rolled(const PigRules* r, const PigState* s) noexcept nogil:
    """The next roll of this turn: the stream of a turn is walked from its beginning."""
    cdef rng_t rng
    cdef int32_t _i, face = 0
    rng_stream(&rng, &s.head.luck, PURPOSE_ROLLS, <uint32_t>s.turns)
    for _i in range(s.rolls + 1):
        face = 1 + <int32_t>rng_below(&rng, <uint32_t>r.sides)
    return face


cdef void apply(const table_t* table, void* state, move_t move) noexcept nogil:
    cdef const PigRules* r = <const PigRules*>table.rules
    cdef PigState* s = <PigState*>state
    cdef int32_t seat = s.head.seat, face
    if move == ROLL:
        face = rolled(r, s)
        s.seat_counters[ROLLS][seat] += 1
        if face > 1:                                    # PIG-2
            s.rolls += 1
            s.total += face
            return
        s.seat_counters[BUSTS][seat] += 1               # PIG-3
    else:
        s.points[seat] += s.total                       # PIG-4
        s.seat_counters[HOLDS][seat] += 1
    s.total = s.rolls = 0
    s.turns += 1
    s.game_counters[0] += 1
    s.head.stage += 1
    if s.points[seat] >= r.target:                      # PIG-5
        s.over, s.winner = 1, seat
    elif s.turns >= r.max_turns:
        s.over = 2
    s.head.seat = (seat + 1) % table.n_seats            # PIG-1


cdef void play_out(const table_t* table, void* state, seat_t* seats, move_t* moves,
                   turns_t* done) noexcept nogil:
    turn_loop(legal_moves, apply, NULL, NULL, table, state, seats, moves, done)


cdef void points(const table_t* table, const void* state, int32_t* score) noexcept nogil:
    cdef const PigState* s = <const PigState*>state
    cdef int32_t seat
    for seat in range(table.n_seats):
        score[seat] = s.points[seat]


cdef void scores(const table_t* table, const void* state, result_t* result) noexcept nogil:
    cdef const PigState* s = <const PigState*>state
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


cdef PigState example               # says where the members lie


cdef Fields declare_fields(const PigState* s):
    cdef Fields f = fields_of(s)
    f.seat("seat", &s.head.seat, sizeof(s.head.seat))
    f.by_seat("points", &s.points, sizeof(s.points[0]), 0, MOST)
    f.number("total", &s.total, sizeof(s.total), 0, MOST)
    f.number("rolls", &s.rolls, sizeof(s.rolls), 0, MOST)
    f.number("turns", &s.turns, sizeof(s.turns), 0, MOST)
    f.number("over", &s.over, sizeof(s.over), 0, 2)
    f.seat("winner", &s.winner, sizeof(s.winner), -1)
    return f


cdef class Pig(Game):
    def __cinit__(self):
        self.fields = declare_fields(&example)
        self.c = game_t(
            fewest_seats=2, most_seats=4, state_size=sizeof(PigState), n_game_counters=1,
            n_seat_counters=N_SEAT_COUNTERS, init=init, legal_moves=legal_moves, apply=apply,
            play_out=play_out, points=points, scores=scores, redeal_hidden=redeal_hidden,
            stage_is_contest=0, ask_hidden=NULL,
            first_choice=NULL, redeal_rest=NULL)

    cdef bytes pack_rules(self, int players, dict rules):
        cdef PigRules packed = rules
        return (<char*>&packed)[:sizeof(packed)]

    cdef int restore(self, const table_t* table, void* state, dict raw) except -1:
        """The fields, each in its range; and what must agree with each other."""
        cdef PigState* s = <PigState*>state
        Game.restore(self, table, state, raw)
        if (s.total > 0) != (s.rolls > 0):
            raise ValueError("a total comes from rolls, and every roll counts")
        if (s.winner >= 0) != (s.over == 1):
            raise ValueError("a game is won when somebody has won it")
        s.head.stage = s.turns
        return 0


ctypedef struct HoldParams:
    double points


cdef int32_t choose_expert(const view_t* view, const move_t* moves, int32_t n_moves,
                           const void* params, rng_t* rng) noexcept nogil:
    cdef const PigState* s = <const PigState*>view.state
    cdef int32_t need = (<const PigRules*>view.table.rules).target - s.points[view.seat]
    return s.total >= (<const HoldParams*>params).points or s.total >= need


GAME = Pig()
POLICIES = (
    native("expert", "Rolls until the turn is worth enough, or wins.", choose_expert,
           {"points": (20.0, 1.0, 10_000.0, "The total of a turn at which it holds.")}),
)
