"""Run a batch without the GIL, or step one playout move by move."""
from cpython.ref cimport PyObject
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from analyzer._core.contract cimport (
    MAX_MOVES, MAX_SEATS, PURPOSE_POLICY, PURPOSE_REDEAL, Game, Policy, Table, game_t, head_t,
    luck_t, move_t, result_t, seat_t, seat_to_move, table_t, turns_t, view_t,
)
from analyzer._core.rng cimport rng_below, rng_next, rng_stream, rng_t, rng_unit

# Columns every game has, before its own counters.
GAME_COLUMNS = ("turns", "decisions", "margin", "end_reason", "capped", "winners")
SEAT_COLUMNS = ("score", "rank2", "win840", "role")

cdef enum:
    PROGRESS_EVERY = 64     # playouts between two looks at the stop flag


cdef class Control:
    def stop(self):
        """Ask the batch to end after the playout it is in."""
        self.stop_now = 1

    def clear(self):
        """Nothing is under way."""
        self.n_done = 0

    @property
    def done(self):
        """Playouts finished so far, give or take the last few."""
        return self.n_done


class BadChoice(Exception):
    """A policy gave no legal choice: (game, seat, choice, n_moves)."""


cdef inline void start(const game_t* game, const table_t* table, void* state, luck_t luck,
                       seat_t* seats) noexcept nogil:
    cdef int32_t seat
    (<head_t*>state).luck = luck
    (<head_t*>state).stage = 0
    for seat in range(table.n_seats):
        rng_stream(&seats[seat].rng, &luck, PURPOSE_POLICY, <uint32_t>seat)
    game.init(table, state)


cdef inline void rank_seats(const result_t* result, int32_t n, int32_t* rank2) noexcept nogil:
    """Twice the mean rank: winners come before all others, then the score decides."""
    cdef int64_t merit[MAX_SEATS]
    cdef int32_t seat, other, worse
    for seat in range(n):
        merit[seat] = (<int64_t>result.win[seat] << 32) + result.score[seat]
        rank2[seat] = n + 1
        for other in range(seat):
            worse = (merit[seat] < merit[other]) - (merit[seat] > merit[other])
            rank2[seat] += worse
            rank2[other] -= worse


cdef inline void copy_seats(int32_t* out, const int32_t* values, int32_t n) noexcept nogil:
    """n values; 4 to 8 of them in two overlapping parts, a third fewer instructions than memcpy."""
    if n >= 4:
        memcpy(out, values, 16)
        memcpy(out + n - 4, values + n - 4, 16)
    else:
        memcpy(out, values, <size_t>n * sizeof(int32_t))


cdef inline void record_seats(const game_t* game, const table_t* table, const result_t* result,
                              int32_t[:, ::1] out, int64_t row) noexcept nogil:
    cdef int32_t rank2[MAX_SEATS]
    cdef int32_t c
    cdef int32_t n = table.n_seats
    rank_seats(result, n, rank2)
    copy_seats(&out[0, row], result.score, n)
    copy_seats(&out[1, row], rank2, n)
    copy_seats(&out[2, row], result.win, n)
    copy_seats(&out[3, row], result.role, n)
    for c in range(game.n_seat_counters):
        copy_seats(&out[4 + c, row], result.seat_counters + c * MAX_SEATS, n)


cdef inline void record_game(const game_t* game, const table_t* table, const result_t* result,
                             const turns_t* done, int32_t[:, ::1] out,
                             int64_t row) noexcept nogil:
    cdef int32_t seat, c, winners = 0, best = -2147483647, second = -2147483647
    for seat in range(table.n_seats):
        winners |= (result.win[seat] > 0) << seat
        if result.score[seat] > best:
            second, best = best, result.score[seat]
        elif result.score[seat] > second:
            second = result.score[seat]
    out[0, row] = done.turns
    out[1, row] = done.decisions
    out[2, row] = best - second
    out[3, row] = result.end_reason
    out[4, row] = result.capped
    out[5, row] = winners
    for c in range(game.n_game_counters):
        out[6 + c, row] = result.game_counters[c]


cdef int64_t run(const game_t* game, const table_t* table, seat_t* seats, void* state,
                 move_t* moves, luck_t luck, int64_t n, int32_t[:, ::1] games,
                 int32_t[:, ::1] rows, Control control, turns_t* done) noexcept nogil:
    """Returns how many were played; `done` is about the last one begun."""
    cdef int64_t i
    cdef result_t result
    for i in range(n):
        if i % PROGRESS_EVERY == 0:
            control.n_done = i
            if control.stop_now:
                return i
        start(game, table, state, luck, seats)
        game.play_out(table, state, seats, moves, done)
        if done.bad:
            return i
        game.scores(table, state, &result)
        record_game(game, table, &result, done, games, i)
        record_seats(game, table, &result, rows, i * table.n_seats)
        luck.game += 1
    control.n_done = n
    return n


def run_batch(Table table not None, list policies, tuple key, int64_t first, int64_t n,
              int32_t[:, ::1] games, int32_t[:, ::1] seats, Control control not None,
              bint listed=False):
    """Play n playouts from index `first` on and fill the columns; returns how many were played.

    `key` is the pair of words of the seed. `games` has a row a column (GAME_COLUMNS, then the
    game's counters) and a place a playout; `seats` likewise, with n_seats places a playout.
    `listed` forgoes the short cut of a game, to compare it with the plain loop.
    """
    cdef Game game = table.game
    cdef int32_t players = table.c.n_seats, seat
    cdef seat_t table_seats[MAX_SEATS]
    cdef view_t views[MAX_SEATS]
    cdef turns_t last
    cdef luck_t luck = luck_t(k0=key[0], k1=key[1], game=<uint64_t>first)
    cdef int64_t done
    cdef Policy policy
    if len(policies) != players:
        raise ValueError("one policy a seat")
    if (games.shape[0] != 6 + game.c.n_game_counters or games.shape[1] < n
            or seats.shape[0] != 4 + game.c.n_seat_counters or seats.shape[1] < n * players):
        raise ValueError("the columns do not fit the game")
    memset(table_seats, 0, sizeof(table_seats))
    memset(views, 0, sizeof(views))
    memset(&last, 0, sizeof(last))
    last.listed = listed
    cdef move_t* moves = <move_t*>malloc(MAX_MOVES * sizeof(move_t))
    cdef void* state = calloc(1, game.c.state_size)
    try:
        if moves == NULL or state == NULL:
            raise MemoryError
        for seat in range(players):
            policy = policies[seat]
            table_seats[seat].choose = policy.choose
            table_seats[seat].params = policy.params
            table_seats[seat].scratch_size = policy.scratch_size
            table_seats[seat].view = &views[seat]
            views[seat].table, views[seat].state, views[seat].seat = &table.c, state, seat
            if policy.scratch_size:
                views[seat].scratch = calloc(1, policy.scratch_size)
                if views[seat].scratch == NULL:
                    raise MemoryError
        with nogil:
            done = run(&game.c, &table.c, table_seats, state, moves, luck, n, games, seats, control,
                       &last)
    finally:
        free(moves)
        free(state)
        for seat in range(players):
            free(views[seat].scratch)
    if last.bad:
        raise BadChoice(first + done, last.seat, last.choice, last.n_moves)
    return done


def add_up(const int32_t[:, ::1] columns, int64_t n, int players):
    """Sums and sums of squares of every column, by seat: two int64 arrays (columns, players)."""
    import numpy
    cdef Py_ssize_t c
    cdef int64_t i, value
    cdef int seat
    sums = numpy.zeros((columns.shape[0], players), numpy.int64)
    squares = numpy.zeros((columns.shape[0], players), numpy.int64)
    cdef int64_t[:, ::1] total = sums
    cdef int64_t[:, ::1] total_squares = squares
    if columns.shape[1] < n * players:
        raise ValueError("fewer values than playouts")
    with nogil:
        for c in range(columns.shape[0]):
            for i in range(n):
                for seat in range(players):
                    value = columns[c, i * players + seat]
                    total[c, seat] += value
                    total_squares[c, seat] += value * value
    return sums, squares


# --- stepping -----------------------------------------------------------------------------------

cdef class Coin:
    """The private random stream of a policy, for policies written in Python."""
    cdef rng_t own
    cdef rng_t* rng

    def __cinit__(self):
        self.rng = &self.own

    def below(self, uint32_t n):
        """A whole number from 0 to n - 1."""
        if n == 0:
            raise ValueError("below(0): there is nothing to choose from")
        return rng_below(self.rng, n)

    def random(self):
        """A number from 0 up to, but not including, 1."""
        return rng_unit(self.rng)


def stream(tuple key, uint64_t game, uint32_t purpose, uint32_t occasion, int n):
    """The first n words of a stream, to look at: see rng.pxd."""
    cdef rng_t rng
    cdef luck_t luck = luck_t(k0=key[0], k1=key[1], game=game)
    rng_stream(&rng, &luck, purpose, occasion)
    return [rng_next(&rng) for _ in range(n)]


cdef class Stepper:
    def __cinit__(self, Table table not None, *_):
        self.table = table
        self.state = calloc(1, table.game.c.state_size)
        if self.state == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.state)

    def __init__(self, Table table, tuple key=(0, 0), uint64_t game=0):
        """Start playout number `game` of the seed whose words are `key`."""
        (<head_t*>self.state).luck = luck_t(k0=key[0], k1=key[1], game=game)
        self.table.game.c.init(&self.table.c, self.state)

    def copy(self):
        cdef Stepper other = Stepper.__new__(Stepper, self.table)
        memcpy(other.state, self.state, self.table.game.c.state_size)
        return other

    def restore(self, dict raw):
        """Become the position that `describe` gave; chance stays as it was set."""
        self.table.game.restore(&self.table.c, self.state, raw)

    def describe(self):
        """The whole state as a dict of numbers, hidden things included."""
        return self.table.game.describe(&self.table.c, self.state)

    @property
    def seat(self):
        return seat_to_move(self.state)

    def moves(self):
        """Codes of the legal moves; empty when the playout is over."""
        cdef move_t moves[MAX_MOVES]
        cdef int32_t n = self.table.game.c.legal_moves(&self.table.c, self.state, moves)
        return [moves[i] for i in range(n)]

    def apply(self, move_t move):
        """Make a move, which must be one of moves()."""
        self.table.game.c.apply(&self.table.c, self.state, move)

    def result(self):
        """Scores, wins in units of 840, counters."""
        cdef result_t r
        cdef game_t* game = &self.table.game.c
        cdef int n = self.table.c.n_seats
        game.scores(&self.table.c, self.state, &r)
        return {
            "scores": [r.score[i] for i in range(n)],
            "win840": [r.win[i] for i in range(n)],
            "roles": [r.role[i] for i in range(n)],
            "end_reason": r.end_reason, "capped": bool(r.capped),
            "game_counters": [r.game_counters[i] for i in range(game.n_game_counters)],
            "seat_counters": [[r.seat_counters[c * MAX_SEATS + i]
                               for c in range(game.n_seat_counters)] for i in range(n)],
        }

    def redeal_hidden(self, int seat, uint32_t occasion=0):
        """Redeal what `seat` cannot see."""
        cdef rng_t rng
        rng_stream(&rng, &(<head_t*>self.state).luck, PURPOSE_REDEAL, occasion)
        self.table.game.c.redeal_hidden(&self.table.c, self.state, seat, &rng)

    def same_as(self, Stepper other not None):
        """Equal to the last byte?"""
        cdef const unsigned char* a = <const unsigned char*>self.state
        cdef const unsigned char* b = <const unsigned char*>other.state
        cdef size_t size = self.table.game.c.state_size
        return a[:size] == b[:size]

    def coin(self, int seat):
        """The private stream of the policy in `seat`, from its beginning."""
        cdef Coin coin = Coin()
        rng_stream(coin.rng, &(<head_t*>self.state).luck, PURPOSE_POLICY, <uint32_t>seat)
        return coin

    def choose(self, Policy policy not None, Coin coin not None):
        """The index that a policy chooses for the seat to move; one move is never asked for."""
        cdef move_t moves[MAX_MOVES]
        cdef int32_t n = self.table.game.c.legal_moves(&self.table.c, self.state, moves)
        cdef void* scratch = calloc(1, max(1, policy.scratch_size))
        cdef view_t view = view_t(table=&self.table.c, state=self.state,
                                  seat=seat_to_move(self.state), scratch=scratch)
        if n == 1:
            free(scratch)
            return 0
        try:
            if policy.choose == NULL:
                return rng_below(coin.rng, <uint32_t>n)
            with nogil:
                n = policy.choose(&view, moves, n, policy.params, coin.rng)
        finally:
            free(scratch)
        return n


# --- policies written in Python -----------------------------------------------------------------

cdef int32_t ask_python(const view_t* view, const move_t* moves, int32_t n_moves,
                        const void* params, rng_t* rng) noexcept with gil:
    """Hand the decision to the object behind `params`; an exception waits there for the runner."""
    cdef object asked = <object><PyObject*>params
    cdef PythonPolicy policy = <PythonPolicy>asked
    cdef Stepper stepper = Stepper.__new__(Stepper, policy.table)
    cdef Coin coin = Coin()
    memcpy(stepper.state, view.state, policy.table.game.c.state_size)
    coin.rng = rng
    try:
        return policy.decide(stepper, view.seat, [moves[i] for i in range(n_moves)], coin,
                             (<const head_t*>view.state).luck.game)
    except BaseException as error:      # it must not cross the loop, which knows no exceptions
        policy.error = error
        return -1
    finally:
        coin.rng = &coin.own            # the stream belongs to the seat, not to who keeps the coin


cdef class PythonPolicy(Policy):
    """`decide(stepper, seat, moves, coin, game) -> index` is called for every decision."""
    cdef readonly Table table
    cdef readonly object decide
    cdef public object error

    def __init__(self, Table table not None, object decide, str name):
        self.table, self.decide, self.name = table, decide, name
        self.choose = ask_python
        self.params = <const void*><PyObject*>self
        self.defaults = {}
