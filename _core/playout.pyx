"""Run a batch without the GIL, or step one playout move by move."""
from cpython.ref cimport PyObject
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from analyzer._core.contract cimport (
    MAX_MOVES, MAX_SEATS, PURPOSE_REDEAL, STOPPED, Policy, Table, determinize, game_t, head_t,
    luck_t, move_t, result_t, seat_t, seat_to_move, table_t, turns_t, view_t,
)
from analyzer._core.places cimport Places, Sitting
from analyzer._core.rng cimport (
    coins_of, coins_t, rng_below, rng_coin, rng_next, rng_stream, rng_t, rng_unit,
)
from analyzer._core.trace cimport Traces

# Columns every game has, before its own counters.
GAME_COLUMNS = ("turns", "decisions", "margin", "end_reason", "capped", "winners")
SEAT_COLUMNS = ("score", "rank2", "win840", "role")

cdef enum:
    PROGRESS_EVERY = 64     # playouts between two looks at the stop flag, unless they are slow


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


cdef inline void start(const game_t* game, const table_t* table, void* state,
                       luck_t luck) noexcept nogil:
    cdef head_t* head = <head_t*>state
    head.luck = luck
    head.stage = 0
    head.unscripted = 0
    game.init(table, state)


cdef inline void rank_seats(const result_t* result, int32_t n, int32_t* rank2) noexcept nogil:
    """Twice the mean rank: winners come before all others, then the score decides, then the
    standing, which most games leave alone."""
    cdef int64_t merit[MAX_SEATS]
    cdef int32_t seat, other, worse
    for seat in range(n):
        merit[seat] = (<int64_t>result.win[seat] << 48) + (
            <int64_t>result.score[seat] * 65536 + result.standing[seat])
        rank2[seat] = n + 1
        for other in range(seat):
            worse = (merit[seat] < merit[other]) - (merit[seat] > merit[other])
            rank2[seat] += worse
            rank2[other] -= worse


cdef inline void copy_seats(int32_t* out, const int32_t* values, int32_t n) noexcept nogil:
    """n values; 4 to 8 of them, or 2 and 3, in two overlapping parts: a third of the instructions
    of a memcpy of n."""
    if n >= 4:
        memcpy(out, values, 16)
        memcpy(out + n - 4, values + n - 4, 16)
    elif n >= 2:
        memcpy(out, values, 8)
        memcpy(out + n - 2, values + n - 2, 8)
    else:
        out[0] = values[0]


cdef inline void record_seats(const game_t* game, const table_t* table, const result_t* result,
                              int32_t[:, ::1] out, int64_t row) noexcept nogil:
    cdef int32_t rank2[MAX_SEATS]
    cdef int32_t _c, n = table.n_seats
    cdef int32_t* to = &out[0, row]     # stepped from row to row: a third of the cost of indexing
    cdef const int32_t* counted = result.seat_counters
    cdef Py_ssize_t step = out.shape[1]
    rank_seats(result, n, rank2)
    copy_seats(to, result.score, n)
    copy_seats(to + step, rank2, n)
    copy_seats(to + 2 * step, result.win, n)
    copy_seats(to + 3 * step, result.role, n)
    to += 4 * step
    for _c in range(game.n_seat_counters):
        copy_seats(to, counted, n)
        to += step
        counted += MAX_SEATS


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


ctypedef struct batch_t:    # what a batch is about
    luck_t luck             # of the next playout
    uint64_t c0             # the words of the coin's seed
    uint64_t c1
    int64_t n
    int32_t look_every      # playouts between two looks at the stop flag


cdef int64_t run(const table_t* table, seat_t* seats, void* state, move_t* moves, batch_t batch,
                 int32_t[:, ::1] games, int32_t[:, ::1] rows, Traces traces, Control control,
                 turns_t* done) noexcept nogil:
    """Returns how many were played; `done` is about the last one begun."""
    cdef const game_t* game = table.game
    cdef int64_t i
    cdef result_t result
    memset(&result, 0, sizeof(result))
    for i in range(batch.n):
        if i % batch.look_every == 0:
            control.n_done = i
            if control.stop_now:
                return i
        start(game, table, state, batch.luck)
        done.coins = coins_of(batch.c0, batch.c1, batch.luck.game)
        if done.notes != NULL:
            traces.begin()
        game.play_out(table, state, seats, moves, done)
        if done.bad:
            return i
        game.scores(table, state, &result)
        record_game(game, table, &result, done, games, i)
        record_seats(game, table, &result, rows, i * table.n_seats)
        if done.notes != NULL:
            traces.finish(&result, i)
        batch.luck.game += 1
    control.n_done = batch.n
    return batch.n


def run_batch(Table table not None, list policies not None, tuple key not None, int64_t first,
              int64_t n, int32_t[:, ::1] games, int32_t[:, ::1] seats, Control control not None,
              *, tuple coin_key=None, bint short_cut=True, Traces traces=None):
    """Play n playouts from index `first` on and fill the columns; returns how many were played.

    `key` is the pair of words of the seed, `coin_key` that of the policies' coins (unless told
    otherwise the same). `games` has a row a column (GAME_COLUMNS, then the game's counters) and a
    place a playout; `seats` likewise, with n_seats places a playout. Without `short_cut` every
    move is listed, to compare. `traces` takes down the course of every playout.
    """
    cdef const game_t* game = table.c.game
    cdef Places places = Places(table, policies)
    cdef turns_t last
    cdef int64_t done
    cdef batch_t batch
    if n < 0 or first < 0:
        raise ValueError(f"the first playout and their number must be 0 or more; got {first}, {n}")
    if (games.shape[0] != 6 + game.n_game_counters or games.shape[1] < n
            or seats.shape[0] != 4 + game.n_seat_counters
            or seats.shape[1] // table.c.n_seats < n):
        raise ValueError("the columns do not fit the game")
    if traces is not None and (
            traces.c.notes.n_seats != table.c.n_seats or traces.games.shape[1] < n):
        raise ValueError("the traces do not fit the batch")
    batch.luck = luck_t(k0=key[0], k1=key[1], game=<uint64_t>first)
    batch.c0, batch.c1 = coin_key or key
    batch.n = n
    batch.look_every = 1 if places.slow else PROGRESS_EVERY
    places.heed(&control.stop_now)
    memset(&last, 0, sizeof(last))
    last.short_cut = short_cut
    if traces is not None:
        last.notes = &traces.c.notes
    with nogil:
        done = run(&table.c, places.seats, places.state, places.moves, batch, games, seats, traces,
                   control, &last)
    if last.bad and last.choice != STOPPED:
        raise BadChoice(first + done, last.seat, last.choice, last.n_moves)
    return done


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


def stream(tuple key not None, uint64_t game, uint32_t purpose, uint32_t occasion, int n):
    """The first n words of a stream, to look at: see rng.pxd."""
    cdef rng_t rng
    cdef luck_t luck = luck_t(k0=key[0], k1=key[1], game=game)
    rng_stream(&rng, &luck, purpose, occasion)
    return [rng_next(&rng) for _ in range(n)]


def coin_stream(tuple key not None, uint64_t game, uint32_t seat, uint32_t stage, int n):
    """The first n words of a private coin, to look at: see rng.pxd."""
    cdef rng_t rng
    cdef coins_t coins = coins_of(key[0], key[1], game)
    rng_coin(&rng, &coins, seat, stage)
    return [rng_next(&rng) for _ in range(n)]


cdef class Stepper:
    def __cinit__(self, Table table not None, *_, **_named):
        self.table = table
        self.state = calloc(1, table.game.c.state_size)
        if self.state == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.state)

    def __init__(self, Table table, tuple key=(0, 0), uint64_t game=0, *, tuple coin_key=None):
        """Start playout number `game` of the seed whose words are `key`; those of the policies'
        coins are the same unless told otherwise."""
        cdef luck_t luck = luck_t(k0=key[0], k1=key[1], game=game)
        c0, c1 = coin_key or key
        self.private = coins_of(c0, c1, game)
        start(table.c.game, &table.c, self.state, luck)

    def copy(self):
        cdef Stepper other = Stepper.__new__(Stepper, self.table)
        memcpy(other.state, self.state, self.table.game.c.state_size)
        other.private = self.private
        return other

    def restore(self, dict raw not None):
        """Become the position that `describe` gave; chance stays as it was set. What cannot be is
        refused with a ValueError, and the state is as it was."""
        cdef Stepper kept = self.copy()
        try:
            self.table.game.restore(&self.table.c, self.state, raw)
        except BaseException as problem:
            memcpy(self.state, kept.state, self.table.game.c.state_size)
            if isinstance(problem, KeyError):
                raise ValueError(f"a state needs {problem}") from None
            if isinstance(problem, (IndexError, OverflowError, TypeError)):
                raise ValueError(f"a state cannot be restored: {problem}") from None
            raise

    def describe(self):
        """The whole state as a dict of numbers, hidden things included."""
        return self.table.game.describe(&self.table.c, self.state)

    @property
    def seat(self):
        return seat_to_move(self.state)

    @property
    def stage(self):
        """How many stages are over: see head_t."""
        return (<head_t*>self.state).stage

    def moves(self):
        """Codes of the legal moves; empty when the playout is over."""
        cdef move_t moves[MAX_MOVES]
        cdef int32_t n = self.table.game.c.legal_moves(&self.table.c, self.state, moves)
        return [moves[i] for i in range(n)]

    def apply(self, move_t move):
        """Make a move, which must be one of moves()."""
        cdef move_t moves[MAX_MOVES]
        cdef int32_t n = self.table.game.c.legal_moves(&self.table.c, self.state, moves), i
        for i in range(n):
            if moves[i] == move:
                self.table.game.c.apply(&self.table.c, self.state, move)
                return
        raise ValueError(f"{move} is none of the {n} legal moves")

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

    cdef int check_seat(self, int seat) except -1:
        if not 0 <= seat < self.table.c.n_seats:
            raise ValueError(f"seat must be 0 to {self.table.c.n_seats - 1}; got {seat}")
        return 0

    def redeal_hidden(self, int seat, uint32_t occasion=0):
        """Redeal what `seat` cannot see; False if there is no deal that fits what it knows."""
        cdef rng_t rng
        self.check_seat(seat)
        rng_stream(&rng, &(<head_t*>self.state).luck, PURPOSE_REDEAL, occasion)
        return bool(self.table.game.c.redeal_hidden(&self.table.c, self.state, seat, &rng))

    def determinize(self, int seat, uint32_t occasion=0):
        """The same, and all chance still to come is another; the coins stay."""
        cdef rng_t rng
        self.check_seat(seat)
        rng_stream(&rng, &(<head_t*>self.state).luck, PURPOSE_REDEAL, occasion)
        return bool(determinize(&self.table.c, self.state, seat, &rng))

    def rekey(self, tuple key not None, uint64_t game=0):
        """Other chance from now on, as if this were a playout of another seed; the coins stay."""
        (<head_t*>self.state).luck = luck_t(k0=key[0], k1=key[1], game=game)

    def same_as(self, Stepper other not None):
        """Equal to the last byte?"""
        return self.raw_bytes() == other.raw_bytes()

    def raw_bytes(self):
        """The state as it lies in memory."""
        return (<const char*>self.state)[:self.table.game.c.state_size]

    def coin(self, int seat):
        """The private coin of the policy in `seat` at this stage, from its beginning."""
        cdef Coin coin = Coin()
        self.check_seat(seat)
        rng_coin(coin.rng, &self.private, <uint32_t>seat, <uint32_t>self.stage)
        return coin

    def coins(self):
        """The private coins of all seats, as the turn loop keeps them."""
        return Coins(self)

    def choose(self, Policy policy not None, Coin coin not None):
        """The index that a policy chooses for the seat to move; one move is never asked for."""
        cdef move_t moves[MAX_MOVES]
        cdef int32_t n = self.table.game.c.legal_moves(&self.table.c, self.state, moves)
        cdef Sitting one
        if n == 0:
            raise ValueError("the playout is over")
        if n == 1:
            return 0
        if policy.choose == NULL:
            return rng_below(coin.rng, <uint32_t>n)
        one = Sitting(self.table, seat_to_move(self.state), policy)
        one.view.state = self.state
        with nogil:
            n = policy.choose(&one.view, moves, n, policy.params, coin.rng)
        return n


class Coins:
    """The private coins of all seats; each begins anew when the playout reaches another stage."""

    def __init__(self, stepper):
        self._stepper, self._stage, self._coins = stepper, None, {}

    def __getitem__(self, seat):
        if self._stage != self._stepper.stage:
            self._stage, self._coins = self._stepper.stage, {}
        if seat not in self._coins:
            self._coins[seat] = self._stepper.coin(seat)
        return self._coins[seat]


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


# --- playing on from a position -------------------------------------------------------------------

def play_on(Stepper stepper not None, list policies not None, int seat, int64_t n, *,
            int64_t first=0, move=None, bint to_milestone=False, bint counters=False):
    """Play on n times from here, each time in another world that `seat` cannot tell from this one.

    World w (first .. first + n - 1) is drawn from w and from the luck of this playout, so worlds
    are the same for every `move`, which is made first if it is given (it must be legal in all
    worlds: one of the seat's own; what others have chosen and still hide is then chosen anew, by
    their policies). Policies' coins are new in every world. With `to_milestone` a
    world ends where the next stage begins. Returns an int64 array (worlds, seats, 2): what each
    seat won in 840ths and its score, and with `counters` the game's counters of the seat after
    them; fewer worlds than asked if there are no more.
    """
    import numpy
    cdef Table table = stepper.table
    cdef const game_t* game = table.c.game
    cdef Places places = Places(table, policies)
    cdef int64_t w, worlds = 0
    cdef int32_t code = -1 if move is None else move, i, c
    cdef int32_t n_counters = game.n_seat_counters if counters else 0
    cdef turns_t done
    cdef result_t result
    cdef rng_t rng
    cdef uint64_t c0, c1
    stepper.check_seat(seat)
    if n < 0 or first < 0 or first + n > 0xFFFFFFFF:
        raise ValueError(f"worlds must be numbered from 0 to 2**32 - 1; got {first}, {n}")
    if move is not None and move not in stepper.moves():
        raise ValueError(f"{move} is no legal move")
    found = numpy.zeros((n, table.c.n_seats, 2 + n_counters), numpy.int64)
    cdef int64_t[:, :, ::1] out = found
    memset(&done, 0, sizeof(done))
    done.short_cut = 1
    done.until_stage = stepper.stage + 1 if to_milestone else 0
    with nogil:
        for w in range(n):
            memcpy(places.state, stepper.state, game.state_size)
            rng_stream(&rng, &(<head_t*>stepper.state).luck, PURPOSE_REDEAL, <uint32_t>(first + w))
            if not determinize(&table.c, places.state, seat, &rng):
                break
            c0 = rng_next(&rng)
            c1 = rng_next(&rng)
            done.coins = coins_of(c0, c1, <uint64_t>w)
            if code >= 0:
                if game.ask_hidden != NULL:
                    game.ask_hidden(&table.c, places.state, seat)
                game.apply(&table.c, places.state, code)
            # a move that ends the stage itself has nothing left to play for
            if not to_milestone or (<head_t*>places.state).stage < done.until_stage:
                game.play_out(&table.c, places.state, places.seats, places.moves, &done)
            if done.bad:
                break
            game.scores(&table.c, places.state, &result)
            for i in range(table.c.n_seats):
                out[w, i, 0] = result.win[i]
                out[w, i, 1] = result.score[i]
                for c in range(n_counters):
                    out[w, i, 2 + c] = result.seat_counters[c * MAX_SEATS + i]
            worlds += 1
    if done.bad:
        raise BadChoice(first + worlds, done.seat, done.choice, done.n_moves)
    return found[:worlds]
