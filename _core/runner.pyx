"""Run a batch without the GIL, or step one playout move by move."""
from cpython.ref cimport PyObject
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from analyzer._core.contract cimport (
    GAME_FAILED, MAX_MOVES, MAX_SEATS, PURPOSE_REDEAL, STOPPED, Policy, Table, determinize, game_t,
    head_t, luck_t, move_t, result_t, seat_t, seat_to_move, table_t, turns_t, view_t,
)
from analyzer._core.fields cimport need_counters, need_list, need_number, need_words
from analyzer._core.seating cimport SeatTable, Seat
from analyzer._core.rng cimport (
    coins_of, coins_t, rng_below, rng_coin, rng_next, rng_stream, rng_t, rng_unit,
)
from analyzer._core.trace cimport Traces
from analyzer._core.worlds cimport DEALS, affordable, can_fit, deal_world, fit_t

from analyzer._core.bad_choice import BadChoice

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


cdef luck_t luck_of(tuple key, uint64_t game) except *:
    """`key`: the two words of a seed."""
    cdef uint64_t k0, k1
    k0, k1 = key
    return luck_t(k0=k0, k1=k1, game=game)


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
        if done.trace_buffer != NULL:
            traces.begin()
        game.play_out(table, state, seats, moves, done)
        if done.bad:
            return i
        game.scores(table, state, &result)
        if result.failed:
            done.bad, done.seat, done.choice, done.n_moves = 1, 0, GAME_FAILED, 0
            return i
        record_game(game, table, &result, done, games, i)
        record_seats(game, table, &result, rows, i * table.n_seats)
        if done.trace_buffer != NULL:
            traces.finish(&result, i)
        batch.luck.game += 1
    control.n_done = batch.n
    return batch.n


def run_batch(Table table not None, list policies not None, tuple key not None, int64_t first,
              int64_t n, int32_t[:, ::1] games, int32_t[:, ::1] seats, Control control not None,
              *, tuple coin_key=None, bint use_fast_path=True, Traces traces=None):
    """Play n playouts from index `first` on and fill the columns; returns how many were played.

    `key` has the two words of the seed, `coin_key` those of the policies' coins (by default the
    same). `games` has one row per column (GAME_COLUMNS, then the game's counters) and one place per
    playout. `seats` is alike, with n_seats places per playout. Without `use_fast_path` every move
    is listed, to compare. `traces` records the course of every playout.
    """
    cdef const game_t* game = table.c.game
    cdef SeatTable seat_table = SeatTable(table, policies)
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
            traces.c.buffer.n_seats != table.c.n_seats or traces.games.shape[1] < n):
        raise ValueError("the traces do not fit the batch")
    batch.luck = luck_of(key, <uint64_t>first)
    batch.c0, batch.c1 = coin_key or key
    batch.n = n
    batch.look_every = 1 if seat_table.slow else PROGRESS_EVERY
    seat_table.set_stop_flag(&control.stop_now)
    memset(&last, 0, sizeof(last))
    last.use_fast_path = use_fast_path
    if traces is not None:
        last.trace_buffer = &traces.c.buffer
    with nogil:
        done = run(&table.c, seat_table.seats, seat_table.state, seat_table.moves, batch, games,
                   seats, traces, control, &last)
    if last.bad and last.choice != STOPPED:
        raise BadChoice.of(table, first + done, last.seat, last.choice, last.n_moves)
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
    cdef luck_t luck = luck_of(key, game)
    rng_stream(&rng, &luck, purpose, occasion)
    return [rng_next(&rng) for _ in range(n)]


def coin_stream(tuple key not None, uint64_t game, uint32_t seat, uint32_t stage, int n):
    """The first n words of a private coin, to look at: see rng.pxd."""
    cdef rng_t rng
    cdef luck_t luck = luck_of(key, game)
    cdef coins_t coins = coins_of(luck.k0, luck.k1, game)
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

    def __init__(self, Table _table, tuple key not None=(0, 0), uint64_t game=0, *,
                 tuple coin_key=None):
        """Start playout number `game` of the seed whose words are `key`. By default the policies'
        coins have the same seed. The table is that of `__cinit__`, for good."""
        cdef luck_t luck = luck_of(key, game)
        c0, c1 = coin_key or key
        self.private = coins_of(c0, c1, game)
        start(self.table.c.game, &self.table.c, self.state, luck)
        self.table.game.raise_failure()

    def copy(self):
        cdef Stepper other = Stepper.__new__(Stepper, self.table)
        memcpy(other.state, self.state, self.table.game.c.state_size)
        other.private = self.private
        return other

    def restore(self, dict raw not None):
        """Become the position that `describe` gave; chance stays as it was set. An impossible state
        is refused with a ValueError, and nothing changes."""
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

    def save(self):
        """The playout as a dict of numbers, from which `load` makes one that goes on alike."""
        cdef head_t* head = <head_t*>self.state
        result = self.result()
        return {
            "state": self.describe(), "unscripted": head.unscripted,
            "luck": [head.luck.k0, head.luck.k1, head.luck.game],
            "coins": [self.private.seats, self.private.playout],
            "game_counters": result["game_counters"], "seat_counters": result["seat_counters"],
        }

    def load(self, dict raw not None):
        """Become the playout that `save` gave; what is not possible is a ValueError."""
        cdef head_t* head = <head_t*>self.state
        cdef game_t* game = &self.table.game.c
        cdef int n = self.table.c.n_seats, seat, c
        cdef result_t r
        cdef int32_t* counters
        cdef Stepper kept
        if type(raw.get("state")) is not dict:
            raise ValueError("a saved state needs 'state'")
        need_number("unscripted", raw.get("unscripted"), 0, 1)
        luck, coins = raw.get("luck"), raw.get("coins")
        need_words("luck", luck, 3)
        need_words("coins", coins, 2)
        need_counters("game_counters", raw.get("game_counters"), game.n_game_counters)
        need_list("seat_counters", raw.get("seat_counters"), n, n)
        for counted in raw["seat_counters"]:
            need_counters("seat_counters", counted, game.n_seat_counters)
        kept = self.copy()
        self.restore(raw["state"])
        described = self.describe()
        head.luck.k0, head.luck.k1, head.luck.game = luck
        self.private.seats, self.private.playout = coins
        head.unscripted = raw["unscripted"]
        game.scores(&self.table.c, self.state, &r)
        self.table.game.raise_failure()
        counters = <int32_t*>r.game_counters    # they lie inside the state
        for c in range(game.n_game_counters):
            counters[c] = raw["game_counters"][c]
        counters = <int32_t*>r.seat_counters
        for seat in range(n):
            for c in range(game.n_seat_counters):
                counters[c * MAX_SEATS + seat] = raw["seat_counters"][seat][c]
        if self.describe() != described:        # some games look at what they have counted
            memcpy(self.state, kept.state, game.state_size)
            self.private = kept.private
            raise ValueError("the counters of a state must agree with the rest of it")

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
        self.table.game.raise_failure()
        return [moves[i] for i in range(n)]

    def apply(self, move_t move):
        """Make a move, which must be one of moves()."""
        cdef move_t moves[MAX_MOVES]
        cdef int32_t n = self.table.game.c.legal_moves(&self.table.c, self.state, moves), i
        for i in range(n):
            if moves[i] == move:
                self.table.game.c.apply(&self.table.c, self.state, move)
                self.table.game.raise_failure()
                return
        self.table.game.raise_failure()
        raise ValueError(f"{move} is none of the {n} legal moves")

    def result(self):
        """Scores, wins in units of 840, counters."""
        cdef result_t r
        cdef game_t* game = &self.table.game.c
        cdef int n = self.table.c.n_seats
        game.scores(&self.table.c, self.state, &r)
        self.table.game.raise_failure()
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
        found = bool(self.table.game.c.redeal_hidden(&self.table.c, self.state, seat, &rng))
        self.table.game.raise_failure()
        return found

    def determinize(self, int seat, uint32_t occasion=0):
        """The same, and all chance still to come is different; the coins stay."""
        cdef rng_t rng
        self.check_seat(seat)
        rng_stream(&rng, &(<head_t*>self.state).luck, PURPOSE_REDEAL, occasion)
        found = bool(determinize(&self.table.c, self.state, seat, &rng))
        self.table.game.raise_failure()
        return found

    def rekey(self, tuple key not None, uint64_t game=0):
        """Other chance from now on, as if this were a playout of another seed; the coins stay."""
        (<head_t*>self.state).luck = luck_of(key, game)

    def same_as(self, Stepper other not None):
        """Equal to the last byte?"""
        return self.raw_bytes() == other.raw_bytes()

    def raw_bytes(self):
        """The state as it lies in memory."""
        return (<const char*>self.state)[:self.table.game.c.state_size]

    def coin(self, int seat, stage=None):
        """The private coin of the policy in `seat` at this stage, or another."""
        cdef Coin coin = Coin()
        self.check_seat(seat)
        at = self.stage if stage is None else stage
        rng_coin(coin.rng, &self.private, <uint32_t>seat, <uint32_t>at)
        return coin

    def coins(self):
        """The private coins of all seats, as the turn loop keeps them."""
        return Coins(self)

    def choose(self, Policy policy not None, Coin coin not None):
        """The index that a policy chooses for the seat to move; one move is never asked for."""
        cdef move_t moves[MAX_MOVES]
        cdef int32_t n = self.table.game.c.legal_moves(&self.table.c, self.state, moves)
        cdef Seat one
        if n == 0:
            raise ValueError("the playout is over")
        if n == 1:
            return 0
        if policy.choose == NULL:
            return rng_below(coin.rng, <uint32_t>n)
        one = Seat(self.table, seat_to_move(self.state), policy)
        one.view.state = self.state
        with nogil:
            n = policy.choose(&one.view, moves, n, policy.params, coin.rng)
        self.table.game.raise_failure()
        return n


class Coins:
    """The private coins of all seats; each restarts when the playout reaches another stage."""

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

    def with_values(self, dict values, Policy inner=None):
        raise TypeError(f"{self.name} is written in Python: the core knows no parameters of it")


# --- playing on from a position -------------------------------------------------------------------

cdef int32_t probe_deals(Stepper stepper, SeatTable seat_table, fit_t* fit,
                         turns_t* done) noexcept nogil:
    """How many deals worlds may be chosen from: by one world that belongs to the position alone."""
    cdef const game_t* game = fit.table.game
    cdef rng_t rng
    cdef uint64_t c0, c1
    memcpy(seat_table.state, stepper.state, game.state_size)
    rng_stream(&rng, &(<head_t*>stepper.state).luck, PURPOSE_REDEAL, 0xFFFFFFFF)
    if not determinize(fit.table, seat_table.state, fit.seat, &rng):
        return 1
    c0 = rng_next(&rng)
    c1 = rng_next(&rng)
    done.coins = coins_of(c0, c1, 0xFFFFFFFF)
    game.play_out(fit.table, seat_table.state, seat_table.seats, seat_table.moves, done)
    return affordable(fit.table, done.decisions, DEALS)


def play_on(Stepper stepper not None, list policies not None, int seat, int64_t n, *,
            int64_t first=0, move=None, bint to_milestone=False, bint counters=False):
    """Play on n times from here, each time in another world that `seat` cannot tell from this one.

    World w (first .. first + n - 1) is drawn from w and from the luck of this playout, so worlds
    are the same for every `move`, which is made first if it is given (it must be legal in all
    worlds, so it is one of `seat`, which is to move; what others have chosen and still hide is then
    chosen again by their policies). Worlds fit what others chose openly, as in `search`. Policies'
    coins are new in every world. With `to_milestone` a world ends where the next stage begins.
    Returns an int64 array (worlds, seats, 2): what each seat won in 840ths and its score, and with
    `counters` the game's counters of the seat; fewer worlds than asked if there are no more.
    """
    import numpy
    cdef Table table = stepper.table
    cdef const game_t* game = table.c.game
    cdef SeatTable seat_table = SeatTable(table, policies)
    cdef int64_t w, worlds = 0
    cdef int32_t code = -1 if move is None else move, i, c
    cdef int32_t n_counters = game.n_seat_counters if counters else 0
    cdef turns_t done
    cdef result_t result
    cdef rng_t rng
    cdef uint64_t c0, c1
    cdef fit_t fit
    stepper.check_seat(seat)
    if n < 0 or first < 0 or first + n > 0xFFFFFFFF:
        raise ValueError(f"worlds must be numbered from 0 to 2**32 - 1; got {first}, {n}")
    if move is not None and (seat != stepper.seat or move not in stepper.moves()):
        raise ValueError(f"{move} is no legal move of seat {seat}")
    found = numpy.zeros((n, table.c.n_seats, 2 + n_counters), numpy.int64)
    cdef int64_t[:, :, ::1] out = found
    cdef unsigned char[::1] room = bytearray(2 * game.state_size)
    memset(&done, 0, sizeof(done))
    memset(&result, 0, sizeof(result))
    memset(&fit, 0, sizeof(fit))
    fit.table, fit.seat, fit.deals = &table.c, seat, DEALS
    fit.seats, fit.moves = &seat_table.seats[0], seat_table.moves
    fit.root, fit.other = &room[0], &room[game.state_size]
    done.use_fast_path = 1
    done.until_stage = stepper.stage + 1 if to_milestone else 0
    with nogil:
        if can_fit(&table.c) and n:
            fit.deals = probe_deals(stepper, seat_table, &fit, &done)
        for w in range(0 if done.bad else n):
            memcpy(fit.root, stepper.state, game.state_size)
            rng_stream(&rng, &(<head_t*>stepper.state).luck, PURPOSE_REDEAL, <uint32_t>(first + w))
            if not deal_world(&fit, &rng):
                break
            if fit.bad:
                done.bad, done.seat, done.choice = 1, fit.bad_seat, fit.choice
                done.n_moves = fit.n_moves
                break
            memcpy(seat_table.state, fit.root, game.state_size)
            c0 = rng_next(&rng)
            c1 = rng_next(&rng)
            done.coins = coins_of(c0, c1, <uint64_t>(first + w))
            if code >= 0:
                if game.ask_hidden != NULL:
                    game.ask_hidden(&table.c, seat_table.state, seat)
                game.apply(&table.c, seat_table.state, code)
            # a move that ends the stage itself has nothing left to play for
            if not to_milestone or (<head_t*>seat_table.state).stage < done.until_stage:
                game.play_out(&table.c, seat_table.state, seat_table.seats, seat_table.moves, &done)
            if done.bad:
                break
            game.scores(&table.c, seat_table.state, &result)
            if result.failed:
                done.bad, done.choice = 1, GAME_FAILED
                break
            for i in range(table.c.n_seats):
                out[w, i, 0] = result.win[i]
                out[w, i, 1] = result.score[i]
                for c in range(n_counters):
                    out[w, i, 2 + c] = result.seat_counters[c * MAX_SEATS + i]
            worlds += 1
    if done.bad:
        raise BadChoice.of(table, first + worlds, done.seat, done.choice, done.n_moves)
    return found[:worlds]
